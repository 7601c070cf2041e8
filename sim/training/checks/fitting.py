"""Check ``fitting``: whether planned work belongs to one's own trade, and steps to the work that is broken down.

Only activities in the very words of the content banks are judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sim.answer.scripted.occupations import activity_of, occupation, workplace
from sim.answer.scripted.steps import bank_steps
from sim.language.banks import Banks, open_banks
from sim.prompts import Question, Reply
from sim.prompts.planning import DayPlan
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.steps import Decompose, Decomposition
from sim.training.checks.verdict import Verdict, counted


def fitting(q: Question[Any], reply: Reply) -> Verdict | None:
    """One case per entry of a plan that is some trade's work, and per step that belongs to some work of a trade."""
    banks = open_banks()
    if isinstance(q, PlanDay) and isinstance(reply, DayPlan):
        return _of_a_day(q, [entry.activity for entry in reply.plan], banks)
    if isinstance(q, Decompose) and isinstance(reply, Decomposition):
        return _of_a_stretch(q, [step.activity for step in reply.steps], banks)
    return None


def _of_a_day(q: PlanDay, done: list[str], banks: Banks) -> Verdict | None:
    """The verdict on a day; None where the banks do not know the occupation."""
    trade, place = occupation(q, banks), workplace(q, banks)
    if trade is None:
        return None
    own = frozenset(activity_of(block.activity, place) for block in trade.blocks)
    return _among(own, _works(banks), done)


def _of_a_stretch(q: Decompose, done: list[str], banks: Banks) -> Verdict | None:
    """The verdict on steps; None where the banks do not know the activity."""
    own = frozenset(step.activity for steps in bank_steps(q, banks) for step in steps)
    return _among(own, _steps(banks), done) if own else None


def _among(own: frozenset[str], known: Mapping[str, str], done: list[str]) -> Verdict | None:
    """One case per text that is ``own`` or ``known`` to belong elsewhere."""
    judged = [text for text in done if text in own or text in known]
    return counted(["" if text in own else f"'{text}' belongs to '{known[text]}'" for text in judged])


@lru_cache(maxsize=4)
def _works(banks: Banks) -> Mapping[str, str]:
    """Work without a place's name -> the trade."""
    return {block.activity: trade.name for trade in banks.occupations for block in trade.blocks if "{" not in block.activity}


@lru_cache(maxsize=4)
def _steps(banks: Banks) -> Mapping[str, str]:
    """Step -> the work that it belongs to."""
    blocks = (block for trade in banks.occupations for block in trade.blocks)
    return {step.activity: block.activity for block in blocks for step in block.steps}
