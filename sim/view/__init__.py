"""The window: pixels from a run file. It never sees the engine; live and replay are one code path."""
