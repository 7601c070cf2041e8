"""The scripted mind: answers every question by rule out of the content banks (``--model fake``, proposer, tests' mind)."""

from sim.answer.scripted.script import Script
from sim.language.banks import BanksError

__all__ = ["BanksError", "Script"]
