"""One module per map; each has ``make() -> MapBuilder``."""
