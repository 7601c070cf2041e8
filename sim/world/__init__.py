"""The town as it is: map, places, paths, clock, state. No opinions, no model, no dice."""
