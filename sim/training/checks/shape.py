"""Whether a reply has the shape its task asks for and needs no repair. Knows only the table of tasks."""

from __future__ import annotations

from sim.prompts import TASKS, Question, Reply
from sim.prompts.check import satisfies
from sim.training.checks.verdict import Verdict, judged


def shape(q: Question, reply: Reply) -> Verdict:
    """One case: the reply satisfies the schema of this moment and comes back unchanged from its repair."""
    task = TASKS[q.task]
    if not satisfies(reply, task.schema(q)):
        return judged(f"not the shape asked for: {reply}")
    return judged("" if task.repair(q, reply) == reply else f"needs a repair: {reply}")
