"""What one could say or do, as a small mind is shown it: the script's own proposals, taken to pieces.

A mind of a few million parameters cannot know what a sailmaker does all day, what wax is like that was held to a lamp, or how a
small conversation of the banks goes on. So it is shown such things, and picks, orders and joins them as it likes; its training
shows the same. Pure functions of the question; knows nothing of models.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from sim.mind.scripted import Script
from sim.mind.scripted.changes import PAUSE
from sim.mind.scripted.days import BREAKS, LUNCHES, MORNINGS, NIGHTS, SUPPERS
from sim.mind.scripted.dice import Dice
from sim.mind.scripted.icons import icon_of
from sim.mind.scripted.moments import read_clock
from sim.mind.scripted.news import same_news
from sim.mind.scripted.text import sentences, unique
from sim.prompts import Question, Reply
from sim.prompts.fallbacks import CARRYING_ON
from sim.prompts.repairs import told

EVERY_DAY = (*MORNINGS, *BREAKS, *LUNCHES, *SUPPERS, *NIGHTS)
USUAL = {"plan": EVERY_DAY, "replan": (PAUSE, CARRYING_ON, *EVERY_DAY)}
"""By task: what is done on everybody's days need not be shown."""
MOST = 6
"""Sentences that are shown at most."""
NEWS = 8
"""Words from which a sentence may be a piece of news in a frame."""
DAY = 1440


def ideas(q: Question, script: Script | None = None) -> tuple[str, ...]:
    """The pieces of the first proposals for ``q``, each once; () for a task that needs no knowledge of the world."""
    wanted, taken = _PIECES.get(q.task, (0, _none))
    return tuple(taken(q, (script or _script()).propose(q, wanted))) if wanted else ()


def with_ideas(q: Question, script: Script | None = None) -> Question:
    """``q`` with its ideas, and what is usual besides."""
    return replace(q, ideas=ideas(q, script), usual=USUAL.get(q.task, ()))


def spoken(q: Question) -> Reply | None:
    """What a mind says that found no words of its own: the first of the proposals whose pieces it was shown."""
    return _script().answer(q) if q.task in ("say", "answer") else None


def furnished(q: Question, reply: Reply) -> Reply:
    """Steps with the object, its state and the icon that the script has for them, which a small mind is not asked for."""
    known = {row["activity"]: row for row in _script().answer(q)["steps"]}
    rows = [{**known.get(row["activity"], _bare(row)), "minutes": row["minutes"]} for row in reply["steps"]]
    return {**reply, "steps": rows}


def _bare(row: Reply) -> Reply:
    """A step of which the script knows nothing else."""
    what = row["activity"]
    return {"activity": what, "object": "", "state": "", "icon": icon_of(what, _script().banks), **row}


def _none(_: Question, __: Sequence[Reply]) -> Iterable[str]:
    return ()


def _lines(q: Question, replies: Sequence[Reply]) -> Iterable[str]:
    """Sentences in the order in which one says such things, those of the same place in any: which of them fit together is for
    the mind to say. News stands once, in one frame."""
    places: dict[str, float] = {}
    for said in (sentences(str(reply["say"])) for reply in replies):
        for i, part in enumerate(said):
            known = part if part in places else next((other for other in places if _same(part, other)), part)
            places[known] = max(places.get(known, 0.0), i / len(said))
    return sorted(Dice(q.seed, "ideas").order(list(places)[:MOST]), key=places.__getitem__)


def _same(part: str, other: str) -> bool:
    """Whether two sentences are the same piece of news in two frames."""
    return len(part.split()) >= NEWS and same_news(part, other)


def _answers(q: Question, replies: Sequence[Reply]) -> Iterable[str]:
    return Dice(q.seed, "ideas").order(unique(str(reply["answer"]) for reply in replies))


def _day(q: Question, replies: Sequence[Reply]) -> Iterable[str]:
    """What the proposed days hold besides meals and what is known of today already, in the order of a day."""
    rows = [row for reply in replies for row in reply["plan"]]
    known = {*(row["activity"] for row in told(q)), *EVERY_DAY}
    in_order = sorted(rows, key=lambda row: (read_clock(row["start"]) - q.start) % DAY)
    return unique(row["activity"] for row in in_order if row["activity"] not in known)


def _steps(_: Question, replies: Sequence[Reply]) -> Iterable[str]:
    return unique(row["activity"] for reply in replies for row in reply["steps"])


def _states(_: Question, replies: Sequence[Reply]) -> Iterable[str]:
    return unique(str(reply["state"]) for reply in replies)


_PIECES: dict[str, tuple[int, Callable[[Question, Sequence[Reply]], Iterable[str]]]] = {
    "say": (3, _lines),
    "answer": (3, _answers),
    "plan": (2, _day),
    "replan": (1, _day),
    "steps": (1, _steps),
    "state": (2, _states),
}
"""By task: how many proposals are taken to pieces, and how."""


@lru_cache(maxsize=1)
def _script() -> Script:
    return Script()
