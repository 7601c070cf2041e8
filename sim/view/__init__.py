"""The window: pixels from a run file. It never sees the engine; live and replay are one code path."""

import os

# pygame greets on stdout when it is imported, where only data belongs.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
