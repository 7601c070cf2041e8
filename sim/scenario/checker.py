"""``Checker`` resolves the texts of a scenario to places, residents and times, and reports those that cannot be resolved.

Durations and the start of a run are parsed here too.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass

from sim.scenario.problems import Path, ProblemReport, did_you_mean
from sim.types import Address
from sim.world.clock import Clock, minutes_of
from sim.world.places import Places

FIRST_YEAR = 1000
"""Years have four digits everywhere."""
LAST_YEAR = 2999
"""Leaves room for long runs: dates are written with four digits."""
_UNITS = {"s": 1, "sec": 1, "second": 1, "m": 60, "min": 60, "minute": 60, "h": 3600, "hour": 3600, "d": 86_400, "day": 86_400}
_PART = re.compile(r"(\d+(?:\.\d+)?)\s*([a-z]+)")
_START = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})[T,\s]+(.+)")


def parse_duration(text: str) -> int:
    """Seconds of ``"90 min"``, ``"2 h"``, ``"1 day 6 hours"``. Raises ValueError with how to write a duration."""
    parts = _PART.findall(text.lower())
    rest = _PART.sub("", text.lower()).replace("and", "").strip(" ,")
    units = [unit if unit in _UNITS else unit.rstrip("s") for _, unit in parts]
    if not parts or rest or not all(unit in _UNITS for unit in units):
        raise ValueError(f"{text!r} is no duration; write it like 90 min, 2 h or 1 day")
    seconds = sum(float(number) * _UNITS[unit] for (number, _), unit in zip(parts, units, strict=True))
    if not 1 <= seconds <= 366 * 86_400:
        raise ValueError(f"{text!r} is too short or longer than a year")
    return int(seconds)


def parse_start(text: str) -> dt.datetime:
    """The moment of ``"2026-05-08 07:00"`` in the Gregorian calendar, also before 1582. Raises ValueError."""
    match = _START.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is no date with a time; write it like 2026-05-08 07:00")
    minutes = minutes_of(match[4])
    try:
        day = dt.datetime(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        raise ValueError(f"{text!r} is no date of the calendar") from None
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValueError(f"{text!r} lies outside the years {FIRST_YEAR} to {LAST_YEAR}")
    return day + dt.timedelta(minutes=minutes)


NOWHERE: Address = ()
"""Stands for a place that was not found; the report is raised before it is used."""


@dataclass(frozen=True, slots=True)
class Checker:
    """Every method takes a text and its path in the data. A problem goes into ``report``, and a placeholder is returned."""

    report: ProblemReport
    places: Places
    clock: Clock
    known: tuple[str, ...]

    def place(self, text: str, path: Path, kinds: tuple[str, ...] = ("sector", "arena"), at_key: bool = False) -> Address:
        address = self.places.find(text)
        place = None if address is None else self.places.get(address)
        if place is None or address is None:
            self.report.add(path, self._no_place(text), at_key)
        elif place.kind not in kinds:
            wanted = " or ".join(_a(kind) for kind in kinds)
            self.report.add(path, f"{text!r} is {_a(place.kind)}; name {wanted}", at_key)
        elif not self.places.spots(address):
            self.report.add(path, f"{text!r} cannot be reached on foot on this map; look at its walls and doors", at_key)
        else:
            return address
        return NOWHERE

    def _no_place(self, text: str) -> str:
        meant = [repr(self.places.short(address)) for address in self.places.meant(text)]
        if meant:
            return f"{text!r} could be {', '.join(meant[:3])}{' ...' if len(meant) > 3 else ''}; name one of them"
        near = self.places.nearest(text)
        hint = f"did you mean {near!r}?" if near else f"there are {', '.join(p.name for p in self.places.sectors)}"
        return f"the map has no place {text!r}; {hint}"

    def optional(self, text: str | None, path: Path, kinds: tuple[str, ...] = ("sector", "arena")) -> Address | None:
        return None if text is None else self.place(text, path, kinds)

    def person(self, slug: str, path: Path, at_key: bool = False) -> str:
        if slug not in self.known:
            self.report.add(path, f"nobody here has the slug {slug!r}{did_you_mean(slug, self.known)}", at_key)
        return slug

    def people(self, slugs: list[str], path: Path) -> tuple[str, ...]:
        return tuple(self.person(slug, (*path, number)) for number, slug in enumerate(slugs))

    def minutes(self, text: str, path: Path) -> int:
        """Minutes after midnight."""
        return self._parsed(minutes_of, text, path)

    def moment(self, text: str, path: Path) -> int:
        """Game seconds since the start."""
        at = self._parsed(self.clock.parse_when, text, path)
        if at < 0:
            self.report.add(path, f"{text!r} lies before the start, {self.clock.now_text(0)}")
        return at

    def duration(self, text: str, path: Path) -> int:
        """Seconds."""
        return self._parsed(parse_duration, text, path)

    def _parsed(self, parse: Callable[[str], int], text: str, path: Path) -> int:
        try:
            return parse(text)
        except ValueError as error:
            self.report.add(path, str(error))
            return 0


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
