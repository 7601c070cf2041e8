"""Check ``shape``: whether a reply satisfies its schema and needs no repair."""

from __future__ import annotations

from typing import Any

from sim.prompts import Question, Reply, to_json
from sim.prompts.check import satisfies
from sim.training.checks.verdict import Verdict, judged


def shape(q: Question[Any], reply: Reply) -> Verdict:
    """One case per reply."""
    if not satisfies(to_json(reply), q.schema()):
        return judged(f"not the shape asked for: {to_json(reply)}")
    return judged("" if q.sound(reply) else f"needs a repair: {to_json(reply)}")
