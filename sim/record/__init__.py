"""A run as one SQLite file: ``store`` writes it tick by tick, ``read`` reads it. This package does not know the engine."""
