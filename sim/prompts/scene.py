"""What the full register tells besides a question's own facts: the town, the person, the moment, and what was recalled.

Minds fill these records where a run uses the full register (``full``); a question without a ``Scene`` is asked in brief. Plain
data in words of the scenario and of memory; knows no kind of question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sim.prompts.parts import Bullets, Line, Part

ENGLISH = "English"


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

    def parts(self) -> Iterator[Part]:
        """The town in words."""
        yield Line("Town", f"{self.name}. {self.setting}" if self.setting else f"{self.name}, in the year {self.year}.")
        homes = {person.home for person in self.people}  # told with who lives there
        sites = (site.text(homes=not self.people) for site in self.sites)
        yield Bullets("Places", tuple(text for text in sites if text not in homes))
        told = "People, as everybody knows them (there is nobody else in town; others are only spoken of)"
        yield Bullets(told, tuple(person.text() for person in self.people))


@dataclass(frozen=True, slots=True)
class Person:
    """What is on top of the card and changes about once a day."""

    home: str = ""
    occupation: str = ""
    work: str = ""
    speech: str = ""
    ties: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    """People and places of one's own life, in a town too large to be told whole."""
    conclusions: tuple[str, ...] = ()
    promises: tuple[str, ...] = ()
    yesterday: str = ""
    plan: tuple[str, ...] = ()

    def parts(self) -> Iterator[Part]:
        """The person in words; what changes least stands first."""
        yield Line("Home", self.home)
        yield Line("Work", ", ".join(filter(None, [self.occupation, self.work])))
        yield Line("Speaks", self.speech)
        yield Bullets("Close to this life", self.near)
        yield Bullets("Ties", self.ties)
        yield Line("Yesterday", self.yesterday)
        yield Bullets("Lately concluded", self.conclusions)
        yield Bullets("Promises and appointments", self.promises)
        yield Bullets("Today's plan", self.plan)


@dataclass(frozen=True, slots=True)
class Moment:
    """The present: where one is, with whom, in which mood, doing what and why."""

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
    """Whether one is in a talk; ``present`` are then the others."""
    tomorrow: str = ""
    """The name of the next day of the week."""
    did: tuple[str, ...] = ()
    """What one did oneself in the last hours."""
    said: tuple[str, ...] = ()
    """What was said lately by oneself and to oneself, or aloud."""

    def parts(self) -> Iterator[Part]:
        """The moment in words; what changes least stands first."""
        yield Line("Weather", self.weather)
        yield Line("Place", self.place)
        yield Line("Things here", ", ".join(self.things))
        yield Bullets("Did lately", self.did)
        yield Bullets("Said lately", self.said)
        yield Bullets("Just before", self.lately)
        nobody = "nobody outside the talk" if self.talking else "nobody"
        yield Line("Also here", "" if self.present is None else "; ".join(self.present) or nobody)
        yield Line("Within hearing", ", ".join(self.earshot))
        yield Line("Feeling", self.feeling)
        yield Line("Doing", self.doing)

    def without(self, *words: str) -> Moment:
        """Without the lines of what was just seen and said that have some of these words: the question itself tells them."""
        told = list(filter(None, words))
        said, lately = ([line for line in lines if not any(w in line for w in told)] for lines in (self.said, self.lately))
        return replace(self, said=tuple(said), lately=tuple(lately))


@dataclass(frozen=True, slots=True)
class Recollection:
    """When a memory was made (game seconds, and as text) and from whom it came ("" for one's own senses and thoughts)."""

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

    def in_order(self, memories: Sequence[str]) -> tuple[str, ...]:
        """The memories as lines in the order of time, those of unknown time first."""
        known = [text for text in memories if text in self.recalled]
        unknown = [text for text in memories if text not in self.recalled]
        return tuple(map(self.line, [*unknown, *sorted(known, key=lambda text: self.recalled[text].at)]))
