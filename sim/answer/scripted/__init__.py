"""The scripted mind: answers every question by rule out of the content banks (``--model fake``, proposer, tests' mind)."""

from sim.answer.scripted.english.banks import BanksError
from sim.answer.scripted.script import Script

__all__ = ["BanksError", "Script"]
