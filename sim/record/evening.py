"""The evening page of a day: what spread, who met, what was promised and kept, what views and ties changed, what was concluded.

The page is read from events alone, so it is the same for a live run and a recording, and for every kind of mind. Every line
has the tick that it tells of. Knows no analysis: it counts nothing that is not on the page.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sim.record.errors import RunError
from sim.record.read import Run
from sim.record.rows import ResidentInfo, listed, short_names
from sim.types import Event

MAX_LINES = 12
"""Lines of a section; the last line counts what is left out."""
PAGE_EVENTS = ("happening", "learn", "talk", "intend", "promise", "relation", "feel", "reflect")
"""The kinds of events that a page is made of."""
MAX_NAMED = 8
"""The most residents named who learned the same."""
_VIEW = re.compile(r"^(?P<who>.+?) is (?P<way>for|against|in two minds about) (?P<what>.+)$")
_OVERHEARD = re.compile(r"^.+? overheard .+? tell .+? that ")
_GIVES = re.compile(r"\bis (?:giving|holding|hosting|having|throwing|arranging|organi[sz]ing)\b")
"""Whoever gives something holds it: these words are one piece of news."""
_DAYS_ON = {"today": 0, "tonight": 0, "tomorrow": 1}
_UNTOLD = frozenset(("a", "an", "the", "is", "on", "at", "in"))
"""Words that tell no piece of news from another."""
_TURN = re.compile(r"\b(?:quarrel\w*|sore|distance|rely|relies|trusts?|grateful|helps|feels at ease)\b")
"""Words of a tie that has turned; without them a changed tie has only got another topic."""


@dataclass(frozen=True, slots=True)
class EveningLine:
    """A line of the page: its tick, whom it is about (slugs) and what it says."""

    tick: int
    who: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """A title and its lines in order of time."""

    title: str
    lines: tuple[EveningLine, ...]


@dataclass(frozen=True, slots=True)
class Evening:
    """The page of ``day`` (1 is the first), over the ticks ``since`` to ``until``, both included."""

    day: int
    date: dt.date
    since: int
    until: int
    sections: tuple[Section, ...]


def last_day(run: Run) -> int:
    """The number of the run's last day; 1 before its first tick."""
    return (run.moment(max(0, run.last_tick)).date() - run.meta.start.date()).days + 1


def days(run: Run) -> list[int]:
    """The days on which anything happened that a page tells of."""
    ticks = {tick for tick, _, _ in run.marks(PAGE_EVENTS)}
    return sorted({(run.moment(tick).date() - run.meta.start.date()).days + 1 for tick in ticks})


def evening(run: Run, day: int, now: int | None = None) -> Evening:
    """The page of a day of the run, as far as tick ``now`` (default: all that was lived). Raises ``RunError`` where the run has
    no such day."""
    last = run.last_tick if now is None else min(now, run.last_tick)
    if not 1 <= day <= last_day(run):
        raise RunError(f"{run.path}: there is no day {day}; the run has {last_day(run)}")
    date = run.meta.start.date() + dt.timedelta(days=day - 1)
    begin = dt.datetime.combine(date, dt.time(), run.meta.start.tzinfo)
    since = max(0, _tick(run, begin))
    until = min(last, _tick(run, begin + dt.timedelta(days=1)) - 1)
    reader = _DayReader(run, day, since, until)
    sections = (
        Section("What happened", reader.happened()),
        Section("What spread", reader.spread()),
        Section("Who met", reader.met()),
        Section("Promised, kept, given up", reader.promised()),
        Section("Who is for it, who against", reader.views()),
        Section("Who thinks otherwise of whom", reader.ties()),
        Section("What they concluded", reader.concluded()),
    )
    return Evening(day, date, since, until, tuple(replace(s, lines=_shortened(s.lines)) for s in sections if s.lines))


def to_text(run: Run, page: Evening) -> str:
    """The page as lines for a terminal."""
    parts = [f"{page.date:%A}, {page.date:%B} {page.date.day}, {page.date.year}: the evening page of {run.meta.scenario_name}"]
    for section in page.sections:
        parts += ["", section.title, *(f"  {clock(run, line.tick)}  {line.text}" for line in section.lines)]
    return "\n".join(parts if page.sections else [*parts, "", "Nothing to tell."])


def clock(run: Run, tick: int) -> str:
    """``17:05``."""
    return f"{run.moment(tick):%H:%M}"


class _DayReader:
    """The lines of a day, section by section."""

    def __init__(self, run: Run, day: int, since: int, until: int) -> None:
        self.run, self.day, self.since, self.until = run, day, since, until
        self.names = {info.slug: info.name for info in run.residents}
        self.firsts = short_names(run.residents)

    def happened(self) -> tuple[EveningLine, ...]:
        found = (event for event in self._events("happening") if event.data.get("text"))
        return tuple(EveningLine(event.tick, _slugs(event.data.get("who")), self._happening(event)) for event in found)

    def _happening(self, event: Event) -> str:
        text = _text(event.data["text"])
        return f"Whispered to {self._first(event.data.get('who'))}: {text}" if event.data.get("kind") == "whisper" else text

    def spread(self) -> tuple[EveningLine, ...]:
        """A line for each thing that was learned, with who heard it from whom, in order of time. Where there is not room for
        all, what reached fewest residents is left out, appointments first."""
        told: dict[frozenset[str] | str, list[Event]] = {}
        texts: dict[frozenset[str] | str, str] = {}
        for event in self._events("learn"):
            text = _OVERHEARD.sub("", _text(event.data.get("text")))
            if text and not self._view(text):
                same = self._same(text, event.tick)
                texts.setdefault(same, text[0].upper() + text[1:])
                told.setdefault(same, []).append(event)
        groups = [(texts[same], events) for same, events in told.items()]
        groups.sort(key=lambda item: (" plans to " in item[0], -len(item[1]), item[1][0].tick))
        lines = ((events, self._told(text, events)) for text, events in groups)
        return _in_time([EveningLine(events[0].tick, tuple(e.key for e in events), text) for events, text in lines])

    def _same(self, text: str, tick: int) -> frozenset[str] | str:
        """What a piece of news has in common with the same news in other words: of something that is given the words that tell
        it from others, with ``tomorrow`` as the weekday that it meant; of anything else the text."""
        found = _GIVES.search(text)
        if found is None:
            return text[0].upper() + text[1:]
        date = self.run.moment(tick)
        days = {word: f"{date + dt.timedelta(days=on):%A}".casefold() for word, on in _DAYS_ON.items()}
        words = re.findall(r"\w+", f"{text[: found.start()]} {text[found.end() :]}".casefold())
        return frozenset(days.get(word, word) for word in words) - _UNTOLD

    def _told(self, text: str, events: Sequence[Event]) -> str:
        ways = [f"{self._first(event.key)} from {self._first(event.data.get('from'))}" for event in events[:MAX_NAMED]]
        more = [f"{len(events) - MAX_NAMED} more"] if len(events) > MAX_NAMED else []
        return f"{text}: {', '.join(ways + more)}"

    def met(self) -> tuple[EveningLine, ...]:
        """First talks of two residents who were strangers."""
        known = {frozenset((info.slug, other)) for info in self.run.residents for other in info.relationships}
        known |= {frozenset((a.slug, b.slug)) for a in self.run.residents for b in self.run.residents if _near(a, b)}
        found = []
        for event in self.run.events(0, self.until, ("talk",)):
            people = [slug for slug in event.data.get("people", ()) if isinstance(slug, str)]
            if event.data.get("phase") not in ("start", "join"):
                continue
            new = [pair for pair in _pairs(people) if pair not in known]
            known.update(new)
            place = str(event.data.get("place", "")).split(":")[1:2]
            for pair in new if event.tick >= self.since else ():
                names = " and ".join(self._first(slug) for slug in people if slug in pair)
                text = f"{names} spoke for the first time in this run" + (f" at {place[0]}" if place else "")
                found.append(EveningLine(event.tick, tuple(sorted(pair)), text))
        return tuple(found)

    def promised(self) -> tuple[EveningLine, ...]:
        lines = list(self._meant())
        for event in self._events("promise"):
            state, reason = event.data.get("state"), _text(event.data.get("reason"))
            what = "Kept" if state == "kept" else "Given up" if state == "given up" else "Settled"
            told = f"{what}: {_text(event.data.get('text'))}"
            lines.append(EveningLine(event.tick, (event.key,), f"{told} ({reason})" if reason else told))
        return tuple(sorted(lines, key=lambda line: line.tick))

    def _meant(self) -> Iterator[EveningLine]:
        """What residents mean to do. Residents who mean the same stand in one line, at the moment of the first of them."""
        meant: dict[frozenset[str] | str, list[Event]] = {}
        for event in self._events("intend"):
            text = _text(event.data.get("text"))
            if what := self._plan(event.key, text):
                meant.setdefault(self._same(what, event.tick), []).append(event)
        for events in meant.values():
            what = self._plan(events[0].key, _text(events[0].data.get("text")))
            who = tuple(dict.fromkeys(event.key for event in events))
            first, several = listed([self._first(slug) for slug in who]), len(who) > 1
            text = _text(events[0].data.get("text"))
            if text != what:
                text = f"{first} plan to {what}" if several else text
            elif _GIVES.search(text):  # a gathering, kept as the news of it
                text = f"{first} {'mean' if several else 'means'} to be there: {text}"
            yield EveningLine(events[0].tick, who, text)

    def _plan(self, slug: str, text: str) -> str:
        """What a resident means to do, without ``Mara Lind plans to``."""
        return text.removeprefix(f"{self.names.get(slug, '')} plans to ")

    def views(self) -> tuple[EveningLine, ...]:
        """Every matter with the views of it that were told: the last view of each resident."""
        matters: dict[str, dict[str, tuple[str, int]]] = {}
        for event in self._events("learn"):
            if view := self._view(_text(event.data.get("text"))):
                matters.setdefault(view["what"], {})[view["who"]] = (view["way"], event.tick)
        found = []
        for what, held in matters.items():
            ways = {way: [who.split(" ")[0] for who, (one, _) in held.items() if one == way] for way, _ in held.values()}
            said = "; ".join(
                f"{way}: {', '.join(names)}" for way, names in sorted(ways.items(), key=lambda item: -len(item[1]))
            )
            found.append(
                EveningLine(max(tick for _, tick in held.values()), self._named(held), f"{what[0].upper()}{what[1:]}: {said}")
            )
        return tuple(found)

    def ties(self) -> tuple[EveningLine, ...]:
        """What a resident thinks of another in the evening, where that turned on this day; with a capable model, who came
        closer to whom or drew back."""
        before: dict[tuple[str, str], str] = {}
        last: dict[tuple[str, str], EveningLine] = {}
        for event in self.run.events(0, self.until, ("relation", "feel")):
            pair = (event.key, str(event.data.get("other", "")))
            if event.kind == "feel":
                closer = event.data.get("closer")
                if event.tick >= self.since and isinstance(closer, int) and closer and pair[1]:
                    way = "feels closer to" if closer > 0 else "draws back from"
                    last[pair] = EveningLine(event.tick, pair, f"{self._first(pair[0])} {way} {self._first(pair[1])}")
                continue
            text = _text(event.data.get("text"))
            turned = set(_TURN.findall(text)) - set(_TURN.findall(before.get(pair, "")))
            if event.tick >= self.since and turned:
                last[pair] = EveningLine(event.tick, pair, tie_text(self._first(pair[0]), text))
            before[pair] = text
        return tuple(sorted(last.values(), key=lambda line: line.tick))

    def concluded(self) -> tuple[EveningLine, ...]:
        """The most important insight of the day of each resident, in order of time; those without room stand last."""
        best: list[tuple[float, EveningLine]] = []
        for slug in self.names:
            found = self.run.memories(slug, self.until, kinds=("reflection",), day=self.day, sort="importance", limit=1)
            for memory in found:
                line = EveningLine(memory.at // self.run.meta.tick_seconds, (slug,), f"{self._first(slug)}: {memory.text}")
                best.append((float(memory.importance or 0), line))
        return _in_time([line for _, line in sorted(best, key=lambda pair: -pair[0])])

    def _view(self, text: str) -> re.Match[str] | None:
        """The view of a resident that a text tells. ``The mill is for sale`` is none, since the mill is no resident."""
        found = _VIEW.match(text)
        return found if found and found["who"] in self.names.values() else None

    def _events(self, kind: str) -> list[Event]:
        return self.run.events(self.since, self.until, (kind,))

    def _first(self, slug: Any) -> str:
        return self.firsts.get(str(slug), str(slug or "nobody"))

    def _named(self, names: dict[str, Any]) -> tuple[str, ...]:
        return tuple(slug for slug, name in self.names.items() if name in names)


def tie_text(first: str, tie: str) -> str:
    """A tie with the name of its holder. ``Ilse and Tam Osgood: trusts him`` becomes ``Ilse on Tam Osgood: trusts him``, and
    Edmund's tie ``Samir Lindholm helps him`` becomes ``Edmund: Samir Lindholm helps him``."""
    if not re.match(rf"{re.escape(first)}\b", tie):
        return f"{first}: {tie}"
    return re.sub(rf"^{re.escape(first)} and (?=[^:]+: )", f"{first} on ", tie)


def _in_time(ranked: Sequence[EveningLine]) -> tuple[EveningLine, ...]:
    """The first of ``ranked`` that a section has room for in order of time, then the others in order of time."""
    room = MAX_LINES - (len(ranked) > MAX_LINES)
    return tuple(line for part in (ranked[:room], ranked[room:]) for line in sorted(part, key=lambda line: line.tick))


def _shortened(lines: Sequence[EveningLine]) -> tuple[EveningLine, ...]:
    if len(lines) <= MAX_LINES:
        return tuple(lines)
    rest = lines[MAX_LINES - 1 :]
    return (*lines[: MAX_LINES - 1], EveningLine(rest[0].tick, (), f"and {len(rest)} more"))


def _pairs(people: Sequence[str]) -> Iterator[frozenset[str]]:
    for i, one in enumerate(people):
        yield from (frozenset((one, other)) for other in people[i + 1 :])


def _near(one: ResidentInfo, other: ResidentInfo) -> bool:
    """Whether two residents live or work under the same roof, and so know each other."""
    same = [_sector(a) == _sector(b) != "" for a, b in ((one.home, other.home), (one.work, other.work))]
    return any(same)


def _sector(address: str) -> str:
    return ":".join(address.split(":")[:2])


def _slugs(who: Any) -> tuple[str, ...]:
    return (who,) if isinstance(who, str) and who else ()


def _text(value: Any) -> str:
    return " ".join(str(value or "").split())


def _tick(run: Run, moment: dt.datetime) -> int:
    return -int(-(moment - run.meta.start).total_seconds() // run.meta.tick_seconds)
