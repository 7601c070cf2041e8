"""Checks ``shape``, ``wellformed`` and ``repeats``: whether a reply satisfies its schema and needs no repair, whether what is
kept in memory is a whole statement in the third person, and whether a line was said before in its talk.

What is kept comes back in other prompts, where ``I`` would be somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from sim.language.text import overlap, sentences, stems
from sim.prompts import Question, Reply, to_json
from sim.prompts.check import satisfies
from sim.prompts.tasks.say import Say, Utterance
from sim.training.checks.verdict import Verdict, judged, written

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


ALIKE = 0.8
"""Overlap of content words from which two lines say the same."""
TELLING = 4
"""Content words below which only the very same line is a repetition."""
GRAM = 5
"""Words in a row that make a phrase."""
_WORD = re.compile(r"[a-z0-9']+")


def repeats(q: Question[Any], reply: Reply) -> Verdict | None:
    """One case per line that follows others. An answer may use its question's words."""
    if not (isinstance(q, Say) and isinstance(reply, Utterance) and q.conversation):
        return None
    line = reply.say
    asked = q.conversation[-1][1].endswith("?")
    before = q.conversation[:-1] if asked and not line.endswith("?") else q.conversation
    earlier = next((said for _, said in before if says_again(line, said)), "")
    return judged(f"{line!r} after {earlier!r}" if earlier else "")


def says_again(line: str, earlier: str) -> bool:
    """Whether two lines are the same, or nearly, as far as their words tell."""
    if _bare(line) == _bare(earlier):
        return True
    first, second = stems(line), stems(earlier)
    return min(len(first), len(second)) >= TELLING and overlap(first, second) >= ALIKE


def phrases(line: str) -> frozenset[tuple[str, ...]]:
    """The phrases of a line: five words in a row within a sentence."""
    rows = (_WORD.findall(part.lower().replace("\u2019", "'")) for part in sentences(line))
    return frozenset(tuple(row[i : i + GRAM]) for row in rows for i in range(len(row) - GRAM + 1))


def repeated(lines: Sequence[str], known: Iterable[str] = ()) -> list[bool]:
    """For each line whether half of its phrases, or the line itself, came in one before. Phrases of ``known`` (news, which must
    be told in its own words) do not count."""
    free = frozenset(phrase for text in known for phrase in phrases(text))
    seen: set[tuple[str, ...]] = set()
    whole: set[str] = set()
    found = []
    for line in lines:
        own = phrases(line) - free
        found.append(_bare(line) in whole or (bool(own) and len(own & seen) * 2 >= len(own)))
        seen |= own
        whole.add(_bare(line))
    return found


def _bare(line: str) -> str:
    return " ".join(_WORD.findall(line.lower().replace("\u2019", "'")))
