"""Situations to learn from: towns of invented people lived by scripted residents, and questions composed one by one.

``README.md`` tells how. Knows the town's own code and nothing of models or tokens; ``sim/training/compose.py`` mixes.
"""
