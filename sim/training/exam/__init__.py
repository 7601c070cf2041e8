"""The exam: a model answers the town's questions on held-out situations: ``python -m sim.training exam MODEL``.

The town's own code asks (``sim/answer``); ``sim/training/checks`` decides what is right. Every measure has its n and interval.
"""

from sim.training.exam.command import main

__all__ = ["main"]
