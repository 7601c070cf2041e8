"""English sentences read by rule and written from banks, for the scripted mind alone; leaves with it."""
