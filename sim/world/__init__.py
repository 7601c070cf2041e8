"""The world: map, places, paths, clock and state of the town. Asks no model and draws no random numbers."""
