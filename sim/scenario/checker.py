"""``Checker`` resolves the texts of a scenario to places, residents and times, and reports those that cannot be resolved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sim.scenario.problems import Path, Report, did_you_mean
from sim.scenario.times import parse_duration
from sim.types import Address
from sim.world.clock import Clock, minutes_of
from sim.world.places import Places

NOWHERE: Address = ()
"""Stands for a place that was not found; the report is raised before it is used."""


@dataclass(frozen=True, slots=True)
class Checker:
    """Every method takes a text and its path in the data. A problem goes into ``report``, and a placeholder is returned."""

    report: Report
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
