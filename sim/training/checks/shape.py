"""Whether a reply has the shape its task asks for and needs no repair. Knows only the table of tasks."""

from __future__ import annotations

from sim.prompts import TASKS, Question, Reply
from sim.prompts.check import satisfies
from sim.training.checks.verdict import Verdict, judged


def shape(q: Question, reply: Reply) -> Verdict:
    """One case: the reply satisfies the schema of this moment and needs no repair."""
    if not satisfies(reply, TASKS[q.task].schema(q)):
        return judged(f"not the shape asked for: {reply}")
    return judged("" if TASKS[q.task].sound(q, reply) else f"needs a repair: {reply}")
