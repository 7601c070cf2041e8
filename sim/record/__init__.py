"""A run as one SQLite file: written tick by tick (``store``), read by everything else (``read``). Knows no engine."""
