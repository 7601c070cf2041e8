"""The states of the window, kept on a stack: loading, the main screen, and overlays (help, search, social graph, causes,
commands)."""
