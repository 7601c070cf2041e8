"""The exam: any model asked the town's own questions on held-out situations, every measure with its n and interval.

``python -m sim.training.exam MODEL``. Who asks is the town's own code (``sim/answer``); what is right is told by
``sim/training/checks``. Training and its files it does not know.
"""

from sim.training.exam.command import main

__all__ = ["main"]
