"""Check ``promised``: whether a promise made in a talk is among what the resident intends, with its day, hour and place.

The script finds what was promised; a talk without a promise is no case.
"""

from __future__ import annotations

from typing import Any

from sim.answer.scripted.talk import Talk
from sim.answer.scripted.talk_summaries import intention
from sim.language.banks import open_banks
from sim.prompts import Question, Reply
from sim.prompts.tasks.recap import SummariseTalk, TalkSummary
from sim.training.checks.facts import read_fact
from sim.training.checks.verdict import Verdict, judged


def promised(q: Question[Any], reply: Reply) -> Verdict | None:
    """One case per talk summed up in which the resident has promised something."""
    if not (isinstance(q, SummariseTalk) and isinstance(reply, TalkSummary)):
        return None
    promise = intention(Talk(q, open_banks()))
    if not promise:
        return None
    wanted, kept = read_fact(promise, q), read_fact(reply.intends, q)
    there = kept.text != "" and wanted.days <= kept.days and wanted.times <= kept.times and wanted.places <= kept.places
    return judged("" if there else f"it was promised, and is not intended: {promise!r}")
