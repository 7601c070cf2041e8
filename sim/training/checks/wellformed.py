"""Checks ``shape`` and ``wellformed``: whether a reply satisfies its schema and needs no repair, and whether what is kept in
memory is a whole statement in the third person.

What is kept comes back in other prompts, where ``I`` would be somebody else.
"""

from __future__ import annotations

import re
from typing import Any

from sim.prompts import Question, Reply, to_json
from sim.prompts.check import satisfies
from sim.training.checks.shown import written
from sim.training.checks.verdict import Verdict, judged

KEPT = frozenset(
    {"recap", "learn", "insights", "condense", "observe", "relation", "summary", "focus", "merge", "questions", "queries"}
)
"""Kinds whose replies become memories, parts of a card, or queries to memory."""
_QUOTED = re.compile(r"(?<!\w)['\"\u2018\u201c].*?['\"\u2019\u201d](?!\w)")
_FIRST = re.compile(r"\b(?:I|[Mm]e|[Mm]y|[Mm]yself|[Mm]ine)\b(?!['\u2019]s \w+'s)")
_BROKEN = re.compile(
    r"\b(?:[Tt]he|[Aa]n?) (?:the|an?|those|these|this|their|his|her|my|your|'|,|\.)(?!\w)|"
    r"[{}<>|]|  |\b(\w{3,}) \1\b|(?:\b(?:the|an?)|,)$"
)


def shape(q: Question[Any], reply: Reply) -> Verdict:
    """One case per reply."""
    if not satisfies(to_json(q.as_asked(reply)), q.schema()):
        return judged(f"not the shape asked for: {to_json(reply)}")
    return judged("" if q.sound(reply) else f"needs a repair: {to_json(reply)}")


def wellformed(q: Question[Any], reply: Reply) -> Verdict | None:
    """One case per reply that is kept: no first person outside quotes, no broken phrase."""
    if q.task not in KEPT:
        return None
    for text in written(q, reply):
        plain = _QUOTED.sub("it", text)
        if match := _FIRST.search(plain) or _BROKEN.search(plain):
            return judged(f"{match[0]!r} in {text!r}")
    return judged("")
