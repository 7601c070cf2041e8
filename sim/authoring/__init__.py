"""Whole scenarios that a language model writes from a sentence, portion by portion, each checked as ``validate`` checks.

``portions`` has what is asked, ``writing`` puts the replies together and asks again where something is wrong, ``author`` asks
a model. Knows scenarios and maps; nothing of how a town is lived. ``run_sim.py new --about`` and the start screen use it.
"""

from sim.authoring.author import Kept, author
from sim.authoring.writing import NotWritten, TownBrief, Writing

__all__ = ["Kept", "NotWritten", "TownBrief", "Writing", "author"]
