"""The panels of the town's screen, each its own file: what it shows, what it answers to."""
