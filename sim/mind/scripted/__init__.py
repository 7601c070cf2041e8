"""The scripted mind: answers every question by rule out of the content banks (``--model fake``, proposer, tests' mind)."""

from sim.mind.scripted.banks import BanksError
from sim.mind.scripted.script import Script

__all__ = ["BanksError", "Script"]
