"""Suggestions: what could be said, done or written, taken from the script's proposals.

A mind of a few million parameters cannot know what a sailmaker does all day, or how a small conversation of the banks goes on,
and most of what it wrote word by word had a word too many (``patient and patient``). So it is shown such things, and picks,
orders and joins them; its training shows the same. Pure functions of the question; knows nothing of models.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from sim.answer.scripted import Script
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.english.news import same_news
from sim.answer.scripted.english.statements import chunks, leads_up_to_news
from sim.answer.scripted.everyday import BREAKS, LUNCHES, MORNINGS, NIGHTS, SUPPERS
from sim.answer.scripted.icons import icon_of
from sim.answer.scripted.replanning import PAUSE
from sim.answer.tiny.shown import Shown
from sim.language.text import unique
from sim.language.time_and_place import read_clock
from sim.prompts import Question, Reply
from sim.prompts.planning import CARRYING_ON, PlanQuestion
from sim.prompts.tasks.recap import SummariseTalk, TalkSummary
from sim.prompts.tasks.say import Say
from sim.prompts.tasks.steps import Decompose, Decomposition, StepRow

EVERY_DAY = (*MORNINGS, *BREAKS, *LUNCHES, *SUPPERS, *NIGHTS)
USUAL = {"plan": EVERY_DAY, "replan": (PAUSE, CARRYING_ON, *EVERY_DAY)}
"""By kind: what is done on everybody's days need not be shown."""
GIVEN = frozenset({"state", "summary", "relation", "focus", "merge", "recap", "observe", "questions", "queries", "condense"})
"""Kinds whose whole reply is one or some of the script's texts: only which of them is the mind's."""
MOST = 6
"""Pieces of a line of talk that are shown at most: sentences, or whole turns."""
NEWS = 8
"""Words from which a sentence may be a piece of news in a frame."""
DAY = 1440
Pieces = Callable[[Any, Sequence[Any]], Iterable[str]]
"""What is shown of some proposals."""
_GOES_ON = re.compile(r"exchange:.*:[1-9]")
"""The act of a turn that answers another one of the banks' small conversations."""


def suggestions(q: Question[Any], script: Script | None = None) -> tuple[str, ...]:
    """The pieces of the first proposals for ``q``, each once; () for a kind that needs no knowledge of the world."""
    wanted, taken = _PIECES.get(q.task, (0, _none))
    return tuple(taken(q, (script or _script()).propose(q, wanted))) if wanted else ()


def with_suggestions(q: Question[Any], script: Script | None = None) -> Shown:
    """``q`` with its suggestions, and what is usual besides."""
    return Shown(q, suggestions(q, script), USUAL.get(q.task, ()))


def best_line(q: Question[Any]) -> Reply | None:
    """What a mind says that found no words of its own: the first of the proposals whose pieces it was shown."""
    return _script().answer(q) if q.task in ("say", "answer") else None


def answers(q: Say, line: str) -> bool:
    """Whether a line of talk after a question begins as one of the proposals does, and not with what comes after the answer;
    one in words of its own does."""
    if not q.conversation or not q.conversation[-1][1].endswith("?"):
        return True
    said = [_turns(reply.say) for reply in _script().propose(q, _PIECES["say"][0])]
    begun = {parts[0][0] for parts in said if len(parts) > 1 or parts is said[0]}
    first = _turns(line)[0][0]
    return first in begun or all(first != part for parts in said for part, _ in parts)


def completed_steps(q: Decompose, reply: Decomposition) -> Decomposition:
    """Steps with the minutes, the object, its state and the icon that the script has for them, which a small mind is not asked
    for."""
    known = {row.activity: row for row in _script().answer(q).steps}
    return q.repair(Decomposition(tuple(known.get(row.activity) or _bare(row) for row in reply.steps)))


def completed_summary(q: SummariseTalk, reply: TalkSummary, learned: Sequence[str]) -> TalkSummary:
    """A talk summed up, with what was ``learned`` of its lines, and with what was promised in it: a promise follows from what
    was said, and a small mind never noticed it."""
    return TalkSummary(tuple(learned), _script().answer(q).intends, reply.summary)


def _bare(row: StepRow) -> StepRow:
    """A step of which the script knows nothing else: as it is, with an icon."""
    return row if row.icon else replace(row, icon=icon_of(row.activity, _script().banks))


def _none(_: Question[Any], __: Sequence[Any]) -> Iterable[str]:
    return ()


def _lines(q: Say, replies: Sequence[Any]) -> Iterable[str]:
    """What could be said in the order in which one says such things, of the same place in any: which of it fits together is for
    the mind to say. What the banks have as one turn stays whole, and where a small conversation of theirs is under way, only
    its next turn is shown. News stands once, in one frame."""
    said = [_turns(reply.say) for reply in replies]
    places: dict[str, float] = {}
    for parts in said[:1] if any(_GOES_ON.match(act) for _, act in said[0]) else said:
        for i, (part, _) in enumerate(parts):
            known = part if part in places else next((other for other in places if _same(part, other)), part)
            places[known] = max(places.get(known, 0.0), i / len(parts))
    return sorted(Dice(q.seed, "ideas").order(list(places)[:MOST]), key=places.__getitem__)


def _turns(line: str) -> list[tuple[str, str]]:
    """The pieces of a line with their acts; what only leads up to news (``Guess what?``) stays with it."""
    found: list[tuple[str, str]] = []
    for part, act in chunks(line, open_banks()):
        if found and leads_up_to_news(found[-1][0]):
            part = f"{found.pop()[0]} {part}"
        found.append((part, act))
    return found


def _same(part: str, other: str) -> bool:
    """Whether two sentences are the same piece of news in two frames."""
    return len(part.split()) >= NEWS and same_news(part, other)


def _one_of(member: str) -> Pieces:
    """Whole texts, in no order."""
    return lambda q, replies: Dice(q.seed, "ideas").order(unique(getattr(reply, member) for reply in replies))


def _some_of(member: str) -> Pieces:
    """The parts of a list, in the script's order."""
    return lambda _, replies: unique(part for reply in replies for part in getattr(reply, member))


def _day(q: PlanQuestion, replies: Sequence[Any]) -> Iterable[str]:
    """What the proposed days hold besides meals and what is known of today already, in the order of a day."""
    known = {*(row.activity for row in q.told()), *EVERY_DAY}
    hours: dict[str, int] = {}
    for row in (row for reply in replies for row in reply.plan if row.activity not in known):
        hours.setdefault(row.activity, (read_clock(row.start) - q.start) % DAY)
    return sorted(hours, key=hours.__getitem__)


def _steps(_: Decompose, replies: Sequence[Any]) -> Iterable[str]:
    return unique(row.activity for reply in replies for row in reply.steps)


_PIECES: dict[str, tuple[int, Pieces]] = {
    "say": (3, _lines),
    "answer": (3, _one_of("answer")),
    "plan": (2, _day),
    "replan": (1, _day),
    "steps": (1, _steps),
    "state": (2, _one_of("state")),
    "summary": (3, _one_of("summary")),
    "relation": (3, _one_of("relationship")),
    "focus": (3, _one_of("currently")),
    "merge": (3, _one_of("memory")),
    "recap": (3, _one_of("summary")),
    "observe": (1, _some_of("observations")),
    "questions": (1, _some_of("questions")),
    "queries": (1, _some_of("queries")),
}
"""By kind: how many proposals are taken to pieces, and how."""


@lru_cache(maxsize=1)
def _script() -> Script:
    return Script()
