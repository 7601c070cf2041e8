"""What the start screen offers and asks for, as plain data. Knows neither scenarios nor models."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sim.view.link import Link


class HomeError(Exception):
    """What the user asked for is impossible; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something to watch in a file: who lives where and when or how long it is (``facts``), and what happens (``about``)."""

    file: str
    title: str
    facts: str
    about: str


@dataclass(frozen=True, slots=True)
class TownOffer(Offer):
    """A scenario; without a ``map`` it cannot be lived."""

    map: Path | None


@dataclass(frozen=True, slots=True)
class RunOffer(Offer):
    """A saved run; ``resumable``: its town can go on."""

    resumable: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class MindOffer:
    """What can play the residents: ``spec`` is what ``--model`` takes."""

    spec: str
    title: str
    about: str


class Home(Protocol):
    """Finds what there is, and begins what is chosen. ``live``, ``resume``, ``new`` and ``write`` raise ``HomeError``."""

    better_mind: str
    """What a mind with more to say would need."""

    mind: str
    """The ``spec`` of the mind that plays the town begun last, at first of the default."""

    @property
    def worlds(self) -> Sequence[str]:
        """The worlds of ``new``."""

    def room_for(self, world: str) -> int:
        """The most people that a world has beds for."""

    def towns(self) -> Sequence[TownOffer]:
        """The scenarios, shipped ones first."""

    def runs(self) -> Sequence[RunOffer]:
        """The saved runs, the last written first, then the shipped runs."""

    def minds(self) -> Sequence[MindOffer]:
        """What can play the residents, the default first. May take a second: called in a thread."""

    def live(self, town: str, mind: str) -> Link:
        """Begin to live a scenario's file."""

    def resume(self, run: str) -> Link:
        """Go on with a saved run's file."""

    def new(self, world: str, people: int, seed: int) -> TownOffer:
        """Write the scenario of a made-up town."""

    def write(self, about: str, people: int, seed: int, mind: str, tell: Callable[[str], None]) -> TownOffer:
        """Have a mind write the scenario of a town; ``tell`` hears what is being written. Takes minutes: called in a thread."""

    def settle(self) -> bool:
        """Called a few times a second: tidies up after towns that have ended, and returns whether any has. Raises
        KeyboardInterrupt where the user asked for that."""
