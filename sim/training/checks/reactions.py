"""Checks ``reactions`` and ``urgent``: whether a reaction fits what is seen.

Trouble changes plans, a taken object is waited for, sleepers are left alone. Where several choices fit, each of them is right;
where what is seen does not decide, there is no verdict.
"""

from __future__ import annotations

import re
from typing import Any

from sim.language.text import NAME, stems
from sim.prompts import Question, Reply
from sim.prompts.tasks.react import React, Reaction
from sim.training.checks.verdict import Verdict, judged

_PERSON = re.compile(rf"^(?P<who>{NAME}) (?:is|are|has|was|says|said)\b")
_THING = re.compile(r"^(?:the|a|an|[A-Z][\w'-]*['\u2019]s) [^,;]{1,60}? (?:is|are) (?P<how>.+)$", re.I)
_RESTING = re.compile(
    r"^(?:idle|off|on|empty|closed|open|shut|dark|locked|free|unused|tidy|clean|made|quiet|full|neatly \w+|in order|set|warm)$",
    re.I,
)
_TROUBLE = re.compile(
    r"\b(?:for help|needs help|bleeding|unconscious|chok\w+|fainted|collapsed|drowning|screaming|burning|on fire|fire|smok\w*|"
    r"flood\w*|overflow\w*|leaking|burst|explosion|alarm|is lost)\b",
    re.I,
)
_FEIGNED = re.compile(
    r"\b(?:fire ?place|fireworks|campfire|bonfire|fire (?:is )?(?:out|lit|crackling)|"
    r"smoking a|the fire (?:is|was) low|fire drill)\b",
    re.I,
)
_TAKEN = re.compile(
    r"\bis (?:using|in|at|on) the (?P<a>[\w -]+?)$|\bthe (?P<b>[\w -]+?) is (?:being used|occupied|taken|in use)\b", re.I
)
_BUSY = re.compile(
    r"\b(?:sleeping|asleep|napping|shower(?:ing)?|bath(?:ing)?|on the toilet|on the phone|in an? (?:exam|meeting)|lecturing|"
    r"praying|meditating|operating on|undressing|getting dressed)\b",
    re.I,
)
_JUST = re.compile(r"\b(?:just (?:talked|finished talking|spoke|said goodbye)|(?:a few )?minutes ago|a moment ago)\b")


def reactions(q: Question[Any], reply: Reply) -> Verdict | None:
    """One case per reaction whose prompt says what fits."""
    if not (isinstance(q, React) and isinstance(reply, Reaction)) or not (fitting := fitting_choices(q)):
        return None
    wrong = f"{reply.choice}, not {' or '.join(fitting)}, at {q.seen or q.new!r} while {q.doing!r}"
    return judged("" if reply.choice in fitting else wrong)


def urgent(q: Question[Any], reply: Reply) -> Verdict | None:
    """The same, only where going on as before is wrong: trouble, or a taken object."""
    return reactions(q, reply) if isinstance(q, React) and "continue" not in fitting_choices(q) else None


def fitting_choices(q: React) -> tuple[str, ...]:
    """The choices that fit what is seen; empty where it says too little."""
    seen = q.seen or q.new
    person, thing = _PERSON.match(seen), _THING.match(seen)
    if _TROUBLE.search(seen) and not _FEIGNED.search(seen) and not (thing and _RESTING.match(thing["how"])):
        return ("replan", "talk") if person else ("replan",)
    if _is_mine(q, seen):
        return ("wait", "replan")
    if person:
        return ("continue",) if _left_alone(q, seen, person["who"]) else ("continue", "talk")
    return ("continue",) if thing and _RESTING.match(thing["how"]) else ()


def _is_mine(q: React, seen: str) -> bool:
    """Whether what is taken is the object that one is about to use."""
    match = _TAKEN.search(seen)
    words = stems(match["a"] or match["b"]) if match else frozenset()
    return bool(words) and words <= stems(q.doing)


def _left_alone(q: React, seen: str, who: str) -> bool:
    """Whether somebody is not to be spoken to: they are busy, or one has only just talked with them."""
    return bool(_BUSY.search(seen)) or any(_JUST.search(memory) and who in memory for memory in q.memories)
