"""One resident thinking at one moment: what they may look at, how they ask, and what they decide.

``Mind`` is the resident over the whole run (memory stream and state); ``Thought`` is the mind at one tick, with the world to
look at (never to change), a counter that gives every question its own seed, and the actions decided so far. The modules
beside this one are functions of a thought. Knows nothing of models, ticks' phases or files.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict

from sim.dice import derive
from sim.language.news import NEWS_SOURCE
from sim.llm.base import Names
from sim.memory import Changes, MemoryStream
from sim.mind.state import MindState
from sim.prompts import Asking, Card, Setting, Telling
from sim.scenario.model import Resident, Rules
from sim.types import Action, Address, MemoryKind
from sim.world.clock import clock_text
from sim.world.state import Body, World

RECALLED: tuple[MemoryKind, ...] = ("observation", "plan", "reflection", "summary")
"""What comes to mind: not every line that was ever said (as in the reference implementation); what was learned from it does."""

NEWS_IMPORTANCE = 4.0
"""Importance from which what happens in the town is news: not every stroke of the bell."""
UTTERANCES_READ = 300
"""How many of the utterances heard last hold one's own that are not said again: some two days' talk."""

Thinking = Asking[None]
"""Cognition that returns nothing; what it decides goes to ``Thought.actions``."""


class Who(TypedDict):
    """The fields of a question that say who is asked, when and what for."""

    card: Card
    names: Names
    purpose: str
    seed: int
    now: str
    setting: Setting


@dataclass(slots=True)
class Mind:
    """A resident's mind over the run."""

    resident: Resident
    stream: MemoryStream
    state: MindState
    names: Names
    people: Mapping[str, tuple[str, str]]
    """Slug -> (full name, first name) of everybody in the scenario, in its order."""
    ratings: dict[str, float] = field(default_factory=dict)
    """Importance by text, of what was rated before: routine is rated once."""
    ratings_checked: int = -1
    """How many memories there were when ``rate_known`` looked last."""
    lines: deque[str | None] = field(default_factory=lambda: deque(maxlen=UTTERANCES_READ))
    """The utterances heard or said last: one's own words, None for others'."""
    utterances_read: int = 0
    """How many memories there were when ``own_lines`` looked last."""

    @property
    def slug(self) -> str:
        return self.resident.slug

    @property
    def card(self) -> Card:
        """Who the resident is, as the prompt tells it: what never changes first."""
        r = self.resident
        sentences = (*r.background, self.state.summary) if self.state.summary else r.background
        background = tuple(sentence.rstrip(". ") for sentence in sentences)
        concern = self.state.currently or r.currently
        if self.state.mood in ("restless", "low"):
            concern = f"{concern.rstrip('. ')}. {r.first} feels {self.state.mood}"
        return Card(r.name, r.first, r.age, r.traits, background, concern, r.wakes % 1440, r.sleeps % 1440)

    def rate_known(self) -> bool:
        """Give what was rated before the same rating, without a question; whether there was anything new to look at."""
        if len(self.stream) == self.ratings_checked:
            return False
        self.ratings_checked = len(self.stream)
        for memory in self.stream.unrated():
            if memory.text in self.ratings:
                self.stream.rate(memory.n, self.ratings[memory.text])
        return True

    def own_lines(self) -> tuple[str, ...]:
        """One's own lines among the last utterances heard or said, oldest first; only what is new is looked at."""
        for memory in self.stream.recent(len(self.stream) - self.utterances_read):
            if memory.kind == "utterance":
                self.lines.append(None if memory.source else memory.text.partition(": '")[2].removesuffix("'"))
        self.utterances_read = len(self.stream)
        return tuple(line for line in self.lines if line is not None)

    def learn_ratings(self, changes: Changes) -> None:
        """Take note of this tick's ratings by text."""
        self.ratings |= {memory.text: memory.importance for memory in changes.added if memory.importance is not None}
        self.ratings |= {self.stream[n].text: importance for n, importance in changes.rated if n in self.stream}


@dataclass(frozen=True, slots=True)
class Percept:
    """One thing noticed. ``kind`` is ``person``, ``object`` or ``happening``; ``key`` the slug or address text."""

    kind: str
    key: str
    text: str
    distance: int


@dataclass(slots=True)
class Thought:
    """A mind at a moment. ``body`` is the resident's own place in the world; ``percepts`` are what is new to them there."""

    mind: Mind
    world: World
    rules: Rules
    tick: int
    at: int
    seed: int
    percepts: Sequence[Percept] = ()
    actions: list[Action] = field(default_factory=list)
    asked: int = 0
    noticed: bool = False
    """Whether something was perceived anew."""
    sources: dict[str, str] = field(default_factory=dict)
    """Where what was recalled comes from, by text: a slug, or ``news`` for what matters of what the scenario announces."""

    @property
    def state(self) -> MindState:
        return self.mind.state

    @property
    def body(self) -> Body:
        return self.world.bodies[self.mind.slug]

    @property
    def name(self) -> str:
        return self.mind.resident.name

    def person(self, slug: str) -> str:
        """Somebody's full name."""
        return self.mind.people[slug][0]

    def do(self, kind: str, **data: Any) -> None:
        """Decide on an action."""
        self.actions.append(Action(kind, self.mind.slug, data))

    def asking(self, purpose: str) -> Who:
        """What a question begins with: who, when, and a seed of its own."""
        self.asked += 1
        mind, r = self.mind, self.mind.resident
        setting = Setting(r.occupation, r.home[1], r.work[1] if r.work else "", self.world.kinds)
        seed = derive(self.seed, self.tick, mind.slug, purpose, self.asked)
        now = self.world.clock.now_text(self.at)
        return {"card": mind.card, "names": mind.names, "purpose": purpose, "seed": seed, "now": now, "setting": setting}

    def recall(self, query: str, purpose: str, k: int = 8) -> tuple[str, ...]:
        """The texts of the memories that matter now, best first; retrieval refreshes their last access."""
        hits = self.mind.stream.retrieve(query, self.at, k=k, kinds=RECALLED, purpose=purpose)
        found = [hit.memory for hit in hits]
        self.sources |= {m.text: m.source for m in found if m.source != NEWS_SOURCE or (m.importance or 0) >= NEWS_IMPORTANCE}
        return tuple(dict.fromkeys(hit.memory.text for hit in hits))

    def here(self) -> str:
        """Where the resident is, in words: the sector's name, or the town's."""
        return self.world.arena(self.body.tile)[:2][-1]

    def place_names(self) -> tuple[str, ...]:
        """The sectors known to the resident: home first, then work, then the others in the order they became known."""
        r = self.mind.resident
        first = [r.home[:2]] + ([r.work[:2]] if r.work else [])
        names = [address[1] for address in first if len(address) > 1]
        known = [text.split(":")[1] for text in self.state.known_places if ":" in text]
        return tuple(dict.fromkeys(names + known))

    def sector(self, name: str) -> Address:
        """The sector of this name; home where there is none such."""
        return self.world.sectors.get(name, self.mind.resident.home)

    def relationship(self, slug: str) -> str:
        """The line a prompt shows about somebody."""
        if slug in self.state.relations:
            return self.state.relations[slug]
        return f"{self.mind.resident.first} does not know {self.person(slug)} yet"

    def telling(self, slug: str) -> Telling:
        """What decides whether and in which words something is told to somebody: a number for these two that holds all day,
        who was told what, where what was just recalled comes from, and one's own last lines."""
        pair = derive(self.seed, self.mind.slug, slug, self.world.clock.day(self.at), "pair")
        told = {text: list(names) for text, names in self.state.told.items()}
        people = self.mind.people
        known = {text: who for text, who in self.sources.items() if who == NEWS_SOURCE or who in people}
        sources = {text: who if who == NEWS_SOURCE else people[who][0] for text, who in known.items()}
        return Telling(pair, told, sources, self.mind.own_lines())

    def plan_lines(self) -> tuple[str, ...]:
        """What is left of today's plan, as the prompt shows it."""
        clock = self.world.clock
        return tuple(
            f"{clock_text(clock.minutes(block.start))} {block.activity} ({block.place[:2][-1]})"
            for block in self.state.blocks
            if block.end > self.at
        )
