"""What the full register tells besides a question's own facts: the town, the person, the moment, and what was recalled.

Minds fill these records where a run uses the full register (``full``); a question without a ``Scene`` is asked in brief. Plain
data in words of the scenario and of memory; knows no kind of question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from sim.prompts.parts import Bullets, Joined, Line, Part, Text

ENGLISH = "English"

# What each part of a full prompt is worth beside the others of its section (``parts.Told.priority``, ``full.SECTIONS``).
SETTING = 40.0
PLACES = 20.0
PEOPLE = 30.0
HOME = 40.0
WORK = 60.0
SPEECH = 30.0
TIES = 100.0
YESTERDAY = 10.0
CONCLUSIONS = 20.0
PROMISES = 60.0
PLAN = 50.0
WEATHER = 6.0
PLACE = 60.0
THINGS = 20.0
DID = 10.0
SAID = 30.0
LATELY = 5.0  # the first to go, as whatever mattered of it is among the memories
PRESENT = 50.0
EARSHOT = 8.0
FEELING = 40.0
DOING = 50.0


@dataclass(frozen=True, slots=True)
class Site:
    """A place as everybody knows it. ``hours`` reads ``08:00 to 17:00``, "" where it has none."""

    name: str
    rooms: tuple[str, ...] = ()
    home_of: tuple[str, ...] = ()
    owner: str = ""
    hours: str = ""

    def text(self, homes: bool = True) -> str:
        """The place in one line; without ``homes`` where it is told of the people who lives there."""
        said = [", ".join(self.rooms)] if self.rooms else []
        said += [f"home of {' and '.join(self.home_of)}"] if self.home_of and homes else []
        said += [f"open {self.hours}"] if self.hours else []
        said += [f"belongs to {self.owner}"] if self.owner else []
        return f"{self.name}: {'; '.join(said)}" if said else self.name


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A resident as everybody in town knows them."""

    name: str
    age: int = 0
    occupation: str = ""
    home: str = ""
    work: str = ""

    def text(self) -> str:
        """The person in one line."""
        away = f"at {self.work}" if self.work and self.work != self.home else ""
        does = " ".join(filter(None, [self.occupation or (away and "by day"), away]))
        said = ", ".join(filter(None, [str(self.age or ""), does]))
        return f"{self.name}: {'; '.join(filter(None, [said, f'lives at {self.home}' if self.home else '']))}"


@dataclass(frozen=True, slots=True)
class Town:
    """What everybody in town knows: the same for all residents, so that one computed prefix serves them all."""

    name: str
    year: int
    setting: str = ""
    sites: tuple[Site, ...] = ()
    people: tuple[Neighbour, ...] = ()
    language: str = ENGLISH

    def parts(self, own: str = "") -> Iterator[Part]:
        """The town in words; whom and what the resident's ``own`` text names is worth most."""
        about = f"{self.name}. {self.setting}" if self.setting else f"{self.name}, in the year {self.year}."
        yield Text(f"Town: {about}", f"Town: {self.name}, {self.year}.", priority=SETTING)
        homes = {person.home for person in self.people}  # told with who lives there
        sites = {site.name: text for site in self.sites if (text := site.text(homes=not self.people)) not in homes}
        yield Bullets("Places", tuple(sites.values()), priority=PLACES, best=_named_first(sites, own))
        told = "People, as everybody knows them (there is nobody else in town; others are only spoken of)"
        best = _named_first([person.name for person in self.people], own)
        yield Bullets(told, tuple(person.text() for person in self.people), priority=PEOPLE, best=best)


@dataclass(frozen=True, slots=True)
class Person:
    """What is on top of the card and changes about once a day."""

    home: str = ""
    occupation: str = ""
    work: str = ""
    speech: str = ""
    ties: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    """People and places of the resident's own life, in a town too large to be told whole."""
    conclusions: tuple[str, ...] = ()
    promises: tuple[str, ...] = ()
    yesterday: str = ""
    plan: tuple[str, ...] = ()

    def lasting(self) -> Iterator[Part]:
        """What hardly changes, in words; what changes least stands first."""
        yield Line("Home", self.home, priority=HOME)
        yield Line("Work", ", ".join(filter(None, [self.occupation, self.work])), priority=WORK)
        yield Line("Speaks", self.speech, priority=SPEECH)
        yield Bullets("Close to this life", self.near, priority=PEOPLE)
        yield Bullets("Ties", self.ties, priority=TIES)

    def today(self, hour: str) -> Iterator[Part]:
        """What holds for a day, in words. ``hour`` is ``HH:MM``: what the plan has from then on is worth most."""
        yield Line("Yesterday", self.yesterday, priority=YESTERDAY)
        yield Bullets("Lately concluded", self.conclusions, priority=CONCLUSIONS)
        yield Bullets("Promises and appointments", self.promises, priority=PROMISES)
        begun = max(0, sum(entry[:5] <= hour for entry in self.plan) - 1)
        best = (*range(begun, len(self.plan)), *reversed(range(begun)))
        yield Bullets("Today's plan", self.plan, priority=PLAN, best=best)


@dataclass(frozen=True, slots=True)
class Moment:
    """The present: where the resident is, with whom, in which mood, doing what and why."""

    weather: str = ""
    place: str = ""
    things: tuple[str, ...] = ()
    present: tuple[str, ...] | None = ()
    """Who is here; None where that is not to be told."""
    earshot: tuple[str, ...] = ()
    feeling: str = ""
    doing: str = ""
    lately: tuple[str, ...] = ()
    talking: bool = False
    """Whether the resident is in a talk; ``present`` are then the others."""
    tomorrow: str = ""
    """The name of the next day of the week."""
    did: tuple[str, ...] = ()
    """What the resident did in the last hours."""
    said: tuple[str, ...] = ()
    """What was said lately by and to the resident, or aloud."""

    def parts(self) -> Iterator[Part]:
        """The moment in words; what changes least stands first."""
        yield Line("Weather", self.weather, priority=WEATHER)
        yield Line("Place", self.place, priority=PLACE)
        yield Joined("Things here", self.things, ", ", priority=THINGS)
        yield Bullets("Did lately", self.did, priority=DID, best=_newest(self.did))
        yield Bullets("Said lately", self.said, priority=SAID, best=_newest(self.said))
        yield Bullets("Just before", self.lately, priority=LATELY, best=_newest(self.lately))
        nobody = "nobody outside the talk" if self.talking else "nobody"
        yield Joined("Also here", () if self.present is None else self.present or (nobody,), priority=PRESENT)
        yield Line("Within hearing", ", ".join(self.earshot), priority=EARSHOT)
        yield Line("Feeling", self.feeling, priority=FEELING)
        yield Line("Doing", self.doing, priority=DOING)

    def without(self, *words: str) -> Moment:
        """Without the lines of what was just seen and said that have some of these words: the question itself tells them."""
        told = list(filter(None, words))
        said, lately = ([line for line in lines if not any(w in line for w in told)] for lines in (self.said, self.lately))
        return replace(self, said=tuple(said), lately=tuple(lately))


@dataclass(frozen=True, slots=True)
class Recollection:
    """When a memory was made (game seconds, and as text) and from whom it came ("" for the resident's own senses and
    thoughts)."""

    at: int
    when: str
    source: str = ""

    def text(self, memory: str) -> str:
        """The memory as a line."""
        return f"{self.when}{self.told(memory).removesuffix(':')}: {memory}"

    def told(self, memory: str) -> str:
        """From whom it came, ``, told by Ann Ray:``; "" where the memory itself names them as saying it."""
        quoted = f"{self.source} sa" in memory  # says, said, overheard to say
        return f", told by {self.source}:" if self.source and not quoted else ""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything the full register tells besides the question. ``recalled`` says of memories by text when and whence they came.
    ``thoughts``: whether a private thought comes before the deed."""

    town: Town
    person: Person = Person()
    moment: Moment = Moment()
    recalled: Mapping[str, Recollection] = field(default_factory=dict)
    thoughts: bool = True

    @property
    def english(self) -> bool:
        """Whether the town's language is English, whose forms our rules know."""
        return self.town.language == ENGLISH

    def line(self, memory: str) -> str:
        """A memory with when it was and from whom it came, where that is known."""
        return self.recalled[memory].text(memory) if memory in self.recalled else memory

    def ranked(self, memories: Sequence[str], best: Sequence[int]) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """The memories as lines in the order of time, and the places there of ``best``, indices of ``memories``."""
        shown = by_time(memories, self.recalled)
        return tuple(map(self.line, shown)), tuple(shown.index(memories[i]) for i in best)


def by_time(memories: Sequence[str], recalled: Mapping[str, Recollection]) -> list[str]:
    """Memories in the order of time, as prompts show them: those of unknown time first."""
    return sorted(memories, key=lambda text: recalled[text].at if text in recalled else -inf)


def _named_first(names: Iterable[str], own: str) -> tuple[int, ...]:
    """The indices of names, those that ``own`` holds first."""
    every = list(names)
    return tuple(sorted(range(len(every)), key=lambda i: every[i] not in own))


def _newest(lines: Sequence[str]) -> tuple[int, ...]:
    """The indices of lines, the last one first."""
    return tuple(reversed(range(len(lines))))
