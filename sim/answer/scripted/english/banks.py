"""Content banks (``assets/banks/*.json``) as typed, read-only data; loaded on first use and shared by all scripts.

Knows the layout of the files, not how they are used. Raises ``BanksError`` for a missing or unreadable file.
"""

from __future__ import annotations

import json
from copy import copy
from dataclasses import asdict, dataclass, replace
from functools import cached_property, lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

from sim.types import Matter

DEFAULT = Path(__file__).resolve().parents[4] / "assets" / "banks"


ONCE_MORE = ("once more", "yet again")
"""What tells third talks on a thread from the first two, in a summary."""


class BanksError(Exception):
    """A bank is missing or unreadable; the message says which and what to do."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a block. ``object`` and ``state`` may be empty."""

    activity: str
    object: str = ""
    state: str = ""
    minutes: int = 10


@dataclass(frozen=True, slots=True)
class Work:
    """A stretch of an occupation's day; ``when`` is ``morning``, ``midday``, ``afternoon``, ``evening``, ``night``, ``any``."""

    activity: str
    when: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Occupation:
    """The work, talk and traits of an occupation. Texts have the slots ``{name}`` and ``{workplace}``."""

    name: str
    kind: str
    """The kind of workplace: ``cafe``."""
    roles: tuple[str, ...]
    workplaces: tuple[str, ...]
    objects: tuple[str, ...]
    blocks: tuple[Work, ...]
    see: tuple[str, ...]
    talk: tuple[str, ...]
    ask: tuple[str, ...]
    insights: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Exchange:
    """A small conversation of people who take turns. ``about`` names it in a summary. ``bond`` is what the second must be to
    the first: ``couple``, ``sibling``, ``child``, ``parent``, ``fond``, ``cool``, ``stranger``, ``newcomer`` (a stranger to
    somebody new here), ``any`` (of those who know each other) or ``all``. ``trade`` is the occupation of whoever begins and
    ``tone`` how they feel about it; ``place`` the sort of place where it is held; ``""`` for any. ``people`` is 2 or 3. The
    turn ``key`` shows a ``trait`` (of ``phrases.conclusions``) of whoever says it, who, in few words, ``deed``; empty where it
    shows nothing. ``nature``: the traits of a card that it goes with, where that does not follow from tone and trait. ``news``:
    what it is the answer to, and how (``invited decline``); whoever has heard that begins it, and nobody else. Each is its own,
    and compared as such."""

    about: str
    bond: str
    turns: tuple[str, ...]
    trade: str = ""
    tone: str = ""
    place: str = ""
    people: int = 2
    trait: str = ""
    key: int = 0
    deed: str = ""
    nature: str = ""
    of: str = ""
    to: tuple[str, ...] = ()
    """Full names of who alone begins it, and of who alone hears it; nobody's for anybody."""
    news: str = ""


@dataclass(frozen=True, slots=True)
class Thread:
    """A matter of somebody's that goes on over several talks with the same listener. Its holder begins the ``first``; the
    listener asks after it in a second (``again``). The two deeds add up to an ``insight`` (wordings with ``{a}`` for the
    holder), out of which the listener speaks a third time (one of ``said``) or looks for the holder with an ``errand``. The
    holder may conclude something, too (``own``, "" for nothing), and do something about it that day (``resolve``)."""

    first: Exchange
    again: Exchange
    insight: tuple[str, ...]
    said: tuple[Exchange, ...]
    errand: str
    own: str = ""
    resolve: str = ""

    @property
    def talks(self) -> tuple[Exchange, ...]:
        return (self.first, self.again, *self.said)


@dataclass(frozen=True, slots=True)
class Pastime:
    """A leisure activity. ``place`` is ``home``, ``any`` or a kind of place; ``importance`` 1 to 4."""

    activity: str
    place: str
    object: str
    state: str
    when: str
    minutes: int
    importance: int
    icon: str
    steps: tuple[Step, ...]


def _file(name: str) -> cached_property[Any]:
    """A bank as it stands in its file."""
    return cached_property(lambda banks: banks.raw(name))


class Banks:
    """All banks of one folder."""

    dialogue: cached_property[dict[str, list[str]]] = _file("dialogue")
    """Lines of talk by dialogue act."""
    voices: cached_property[dict[str, dict[str, list[str]]]] = _file("voices")
    """Lines of talk by trait and dialogue act."""
    introductions: cached_property[dict[str, list[str]]] = _file("introductions")
    """What somebody says of their trade who introduces themselves, by occupation."""
    own_matters: cached_property[list[dict[str, Any]]] = _file("own_matters")
    """What somebody does because of what a statement says of them, of another, of a thing."""
    work_reasons: cached_property[dict[str, dict[str, list[str]]]] = _file("work_reasons")
    """What the work of a day is done for, by occupation and block."""
    reflection: cached_property[dict[str, list[str]]] = _file("reflection")
    narratives: cached_property[list[dict[str, Any]]] = _file("narratives")
    interviews: cached_property[dict[str, list[dict[str, Any]]]] = _file("interviews")
    """Questions by section (``self``, ``hypothetical``, ``relation``, ``memory``, ``opinion_scale``, ``choice``)."""
    icons: cached_property[dict[str, list[str]]] = _file("icons")
    """Activities by icon."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or DEFAULT
        self._told: tuple[tuple[Matter, ...], Banks] | None = None

    @cached_property
    def occupations(self) -> tuple[Occupation, ...]:
        return tuple(_occupation(row) for row in self.raw("occupations") + self.raw("occupations_worlds"))

    @cached_property
    def pastimes(self) -> tuple[Pastime, ...]:
        return tuple(_pastime(row) for row in self.raw("home"))

    @cached_property
    def facts(self) -> tuple[dict[str, Any], ...]:
        """88 kinds of news, public ones first; ``importance``, ``what``, ``statement``, ``react``, ``ask_more`` ..."""
        public = ({**row, "public": True} for row in self.raw("facts_public"))
        personal = ({**row, "public": False} for row in self.raw("facts_personal"))
        return (*public, *personal)

    @cached_property
    def topics(self) -> dict[str, dict[str, list[str]]]:
        """``say``, ``ask``, ``reply`` ... by topic."""
        return dict(self.raw("topics"))

    @cached_property
    def exchanges(self) -> tuple[Exchange, ...]:
        """Whole small conversations: of ties, of trades, of places, of parties, and of three people."""
        files = ("exchanges", "exchanges_trades", "exchanges_places", "exchanges_company", "exchanges_parties")
        return tuple(_exchange(row) for name in files for row in self.raw(name))

    @cached_property
    def comments(self) -> dict[str, tuple[Exchange, ...]]:
        """What comes of news, by what is answered and how."""
        every = [_exchange(row) for row in self.raw("exchanges_news")]
        return {news: tuple(e for e in every if e.news == news) for news in dict.fromkeys(e.news for e in every)}

    @cached_property
    def threads(self) -> tuple[Thread, ...]:
        """What goes on over several talks: ``threads_*.json``, in the order of their names."""
        return tuple(_thread(row) for path in sorted(self.folder.glob("threads_*.json")) for row in self.raw(path.stem))

    def with_matters(self, matters: tuple[Matter, ...]) -> Banks:
        """These banks with what a scenario has words for; the same ones for the same ``matters``."""
        if not matters:
            return self
        if self._told is None or self._told[0] is not matters:
            told = copy(self)
            for known in ("exchange_named", "exchange_by_deed", "thread_by_deed", "thread_by_insight"):
                told.__dict__.pop(known, None)
            told.__dict__["threads"] = (*map(_own_thread, matters), *self.threads)
            self._told = (matters, told)
        return self._told[1]

    @cached_property
    def exchange_named(self) -> dict[str, Exchange]:
        """The exchanges by what they are about, with those of threads and those that answer news."""
        parts = (part for thread in self.threads for part in thread.talks)
        comments = (one for every in self.comments.values() for one in every)
        return {exchange.about: exchange for exchange in (*self.exchanges, *parts, *comments)}

    @cached_property
    def exchange_by_deed(self) -> dict[str, Exchange]:
        """The exchanges that show something of somebody, by what that is."""
        return {exchange.deed: exchange for exchange in self.exchange_named.values() if exchange.deed}

    @cached_property
    def thread_by_deed(self) -> dict[str, Thread]:
        """The threads by either deed of their holders."""
        return {talk.deed: thread for thread in self.threads for talk in (thread.first, thread.again)}

    @cached_property
    def thread_by_insight(self) -> dict[str, Thread]:
        """The threads by what is concluded, with ``{a}`` for the holder."""
        return {text: thread for thread in self.threads for text in (*thread.insight, thread.own) if text}

    @cached_property
    def poignancy(self) -> dict[int, list[str]]:
        """Memories by poignancy, 1 to 10."""
        return {int(level): lines for level, lines in self.raw("poignancy").items()}

    def raw(self, name: str) -> Any:
        """A bank as parsed from its file."""
        path = self.folder / f"{name}.json"
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BanksError(f"{path}: the content bank cannot be read ({error}); restore it from the project") from error


@lru_cache(maxsize=8)
def open_banks(folder: Path | None = None) -> Banks:
    """The banks of a folder (default: the project's), cached in this process."""
    return Banks(folder)


def _occupation(row: dict[str, Any]) -> Occupation:
    return Occupation(
        name=row["occupation"],
        kind=row.get("workplace_type", ""),
        roles=tuple(row["role"]),
        workplaces=tuple(row["workplaces"]),
        objects=tuple(row["objects"]),
        blocks=tuple(Work(b["activity"], b.get("when", "any"), _steps(b["steps"])) for b in row["blocks"]),
        see=tuple(row["see"]),
        talk=tuple(row["talk_about_work"]),
        ask=tuple(row["ask_about_work"]),
        insights=tuple(row["insight"]),
    )


def _own_thread(matter: Matter) -> Thread:
    """A scenario's matter, which its holder alone may begin; who is named may hear of it even on bad terms."""
    bond = "all" if matter.to and matter.bond == "any" else matter.bond
    thread = _thread({**asdict(matter), "trade": "", "bond": bond})
    return replace(thread, first=replace(thread.first, of=matter.of, to=matter.to))


def _exchange(row: dict[str, Any]) -> Exchange:
    return Exchange(**{**row, "turns": tuple(row["turns"])})


def _thread(row: dict[str, Any]) -> Thread:
    about, lines = row["about"], zip_longest(row["said"], row["answers"], row.get("then", ()), fillvalue="")
    first, again = ({**row[part], "turns": tuple(row[part]["turns"])} for part in ("first", "again"))
    return Thread(
        first=Exchange(about, row["bond"], trade=row["trade"], nature=row.get("nature", ""), **first),
        again=Exchange(f"{about} again", "all", **again),
        insight=tuple(row["insight"]),
        said=tuple(
            Exchange(f"{about} {more}", "all", tuple(filter(None, turns)))
            for more, turns in zip(ONCE_MORE, lines, strict=False)
        ),
        errand=row["errand"],
        own=row.get("own", ""),
        resolve=row.get("resolve", ""),
    )


def _pastime(row: dict[str, Any]) -> Pastime:
    return Pastime(**{**row, "steps": _steps(row["steps"])})


def _steps(rows: Any) -> tuple[Step, ...]:
    return tuple(Step(s["activity"], s.get("object") or "", s.get("state") or "", int(s.get("minutes") or 10)) for s in rows)
