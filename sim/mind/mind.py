"""The mind of one resident over the whole run: memory stream, state, what everybody knows; and what it perceives.

Knows no tick and decides nothing: ``thought`` is the mind at one tick.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from sim.llm.base import Names
from sim.memory import Changes, MemoryStream
from sim.mind.state import MindState
from sim.prompts import Asking, Card
from sim.prompts.reading import DATA, Reading
from sim.prompts.scene import Town
from sim.scenario.model import Resident
from sim.types import Gathering, Memory
from sim.world.state import Talk

UTTERANCES_READ = 300
"""Last utterances searched for the resident's own lines, which are not repeated: about two days' talk."""

Thinking = Asking[None]
"""A generator of questions without a return value; decisions go to ``Thought.actions``."""
T = TypeVar("T", contravariant=True)


@dataclass(frozen=True, slots=True)
class Percept:
    """Something perceived. ``kind`` is ``person``, ``object`` or ``happening``; ``key`` the slug, the written address (of a
    happening, too, where a capable mind may go there) or the happening's text; ``distance`` is in tiles."""

    kind: str
    key: str
    text: str
    distance: int


class MindFaculties(Protocol[T]):
    """What a mind can do, given its ``Thought``; ``faculties.Faculties`` says it in full."""

    def think(self, thought: T, told: Sequence[Percept] = ()) -> Thinking: ...

    def perceive(self, thought: T) -> Sequence[Percept]: ...

    def plan(self, thought: T) -> Thinking: ...

    def replan(self, thought: T, new: str, reason: str) -> Thinking: ...

    def react(self, thought: T, percepts: Sequence[Percept]) -> Thinking: ...

    def talk(self, thought: T, talk: Talk) -> Thinking: ...

    def reflect(self, thought: T) -> Asking[Sequence[Memory]]: ...


@dataclass(slots=True)
class Mind:
    """A resident's mind over the run."""

    resident: Resident
    stream: MemoryStream
    state: MindState
    names: Names
    people: Mapping[str, tuple[str, str]]
    """Slug -> (full name, first name) of everybody in the scenario, in its order."""
    faculties: MindFaculties[Any]
    """What this mind perceives, plans, reacts, talks and reflects with."""
    town: Town = Town("", 0)
    """The town as everybody knows it."""
    near: tuple[str, ...] = ()
    """People and places of the resident's own life, in a town too large to be told whole."""
    hearsay: Mapping[str, float] = field(default_factory=dict)
    """The scenario's news -> importance for those who hear it in its words."""
    gatherings: Mapping[str, Gathering] = field(default_factory=dict)
    """The scenario's news that announces a gathering, as it is remembered -> the gathering."""
    secrets: frozenset[str] = frozenset()
    """What this resident keeps to themselves, as they remember it."""
    reading: Reading = DATA
    """What this mind reads from words by rule."""
    by_text: dict[str, int] = field(default_factory=dict)
    """Text -> number of the last memory of it (``facts.latest_by_text``)."""
    by_origin: dict[tuple[str, int], int] = field(default_factory=dict)
    """Origin -> number of the own memory of what came from there."""
    texts_read: int = 0
    """Number of memories at the last ``facts.latest_by_text``."""
    about: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Text -> the slugs of those it names (``facts.fact_of``): a search through all names."""
    topics: list[int] = field(default_factory=list)
    """Numbers of the memories that can be spoken of (``intents``)."""
    background: list[int] = field(default_factory=list)
    """Numbers of what the scenario's background says, which only answers."""
    topics_read: int = 0
    """Number of memories at the last look for both."""
    name_words: frozenset[str] = frozenset()
    """The words of everybody's names, as ``intents.content`` compares them."""
    frequency: Counter[str] = field(default_factory=Counter)
    """In how many of what the resident knew at the start each word is."""
    matters: dict[str, Any] = field(default_factory=dict)
    """Text -> the vector of what it says, whomever it is about (``intents.alike``)."""
    hidden: list[tuple[frozenset[str], tuple[str, ...]]] | None = None
    """The words of each of the resident's secrets and from whom it is kept (``intents``); None before they are needed."""
    ratings: dict[str, float] = field(default_factory=dict)
    """Text -> importance of everything rated before: a repeated text is rated once."""
    ratings_checked: int = -1
    """Number of memories at the last ``rate_known``."""
    lines: deque[str | None] = field(default_factory=lambda: deque(maxlen=UTTERANCES_READ))
    """The last utterances heard or said: the resident's own words, None for those of others."""
    utterances_read: int = 0
    """Number of memories at the last ``own_lines``."""

    @property
    def slug(self) -> str:
        return self.resident.slug

    @property
    def card(self) -> Card:
        """The resident's description in prompts; what never changes stands first (prefix reuse)."""
        r = self.resident
        background = tuple(sentence.rstrip(". ") for sentence in (*r.background, self.state.summary) if sentence)
        concern = self.state.currently or r.currently
        if self.state.mood in ("restless", "low"):
            concern = f"{concern.rstrip('. ')}. {r.first} feels {self.state.mood}"
        return Card(r.name, r.first, r.age, r.traits, background, concern, r.wakes % 1440, r.sleeps % 1440)

    def rate_known(self) -> bool:
        """Rate memories whose text was rated before, without a question. Returns whether there were new memories."""
        if len(self.stream) == self.ratings_checked:
            return False
        self.ratings_checked = len(self.stream)
        for memory in self.stream.unrated():
            if (known := self.ratings.get(memory.text, self.hearsay.get(memory.text))) is not None:
                self.stream.rate(memory.n, known)
        return True

    def own_lines(self) -> tuple[str, ...]:
        """The resident's own lines among the last utterances, oldest first. Each memory is read only once."""
        for memory in self.stream.recent(len(self.stream) - self.utterances_read):
            if memory.kind == "utterance":
                self.lines.append(None if memory.source else memory.text.partition(": '")[2].removesuffix("'"))
        self.utterances_read = len(self.stream)
        return tuple(line for line in self.lines if line is not None)

    def learn_ratings(self, changes: Changes) -> None:
        """Note this tick's ratings by text."""
        self.ratings |= {memory.text: memory.importance for memory in changes.added if memory.importance is not None}
        self.ratings |= {self.stream[n].text: importance for n, importance in changes.rated if n in self.stream}
