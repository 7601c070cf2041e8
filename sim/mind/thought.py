"""Thought: a mind at one tick, with what it recalls, asks and decides.

It has a counter that gives every question its own seed, and the actions decided so far; the world is there to read, never to
change. The other modules of this room are functions of a thought. Knows nothing of models, phases of a tick, or files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict

from sim.dice import derive
from sim.language.text import FULL_NAME
from sim.llm.base import Names
from sim.memory import MemoryStream
from sim.mind.mind import Mind as Mind  # own parts import all of these from here
from sim.mind.mind import Percept as Percept
from sim.mind.mind import Thinking as Thinking
from sim.mind.present import Present
from sim.mind.scene import ALOUD, FELT, OVERHEARD, OWN_ROUTINE, SAID_ALOUD, conclusions, recollection, scene_of, when_made
from sim.mind.time_expressions import dated
from sim.prompts import Card, SaidInTown, Setting, Telling
from sim.prompts.scene import Scene
from sim.types import IMPORTED, Action, Hit, Memory, MemoryKind
from sim.world.clock import clock_text

RECALLED: tuple[MemoryKind, ...] = ("observation", "plan", "reflection", "summary")
"""Kinds of memories that retrieval considers: not utterances, only what was learned from them (as in the reference)."""

NEWS_SOURCE = "news"
"""The ``source`` of memories that the scenario or a happening gave out as news."""
NEWS_IMPORTANCE = 4.0
"""Importance from which a happening counts as news: not every stroke of the bell."""

JUST_NOW = 180
"""Game seconds for which the scene tells what was seen, so that it needs no recalling; for the resident's own doings
``OWN_ROUTINE``."""
JUST_SEEN = 40
"""Last memories among which one of something just seen is found."""
BETWEEN = 4
"""How many talks with a person, and conclusions about them, are always recalled on meeting them."""
NAMED = (0.3, 0.0, 1.0)
"""Weights of recency, importance and relevance by which these are found: the person counts, however little it mattered."""
MOST_OVERHEARD = 2
"""The most lines said to others that a prompt recalls."""
AT_ONCE = 8
"""Memories that one retrieval brings to mind, where nothing else is said."""
SPARE = 12
"""Memories searched beyond those wanted, for those that a prompt tells already."""


class Who(TypedDict):
    """The fields that all questions share: who is asked, when, for what purpose, with which seed."""

    card: Card
    names: Names
    purpose: str
    seed: int
    now: str
    setting: Setting
    persons: Mapping[str, tuple[str, str]]
    beside: Mapping[str, str]
    scene: Scene | None


def named(stream: MemoryStream) -> tuple[float, float, float] | None:
    """The weights by which memories of somebody are found: the preset's own where words count, since these find names."""
    return None if stream.preset.words else NAMED


@dataclass(slots=True)
class Thought(Present):
    """A mind at one tick with what it recalls, asks and decides."""

    actions: list[Action] = field(default_factory=list)
    asked: int = 0
    noticed: bool = False
    """Whether a percept was retained."""
    ahead: int = 0
    """Game seconds before a turn of talk is due from which it is thought about, where thought takes time."""
    aside: Thinking | None = None
    """What goes on in the back of the mind behind this thought, where thought takes time: what the resident takes from a
    talk."""
    absorbed: bool = False
    """Whether a talk is still being thought over: the resident carries on, and notices what is in sight afterwards."""
    carried_out: int = 0
    """How many of the actions have been carried out already, by a thought that takes time."""
    sources: dict[str, str] = field(default_factory=dict)
    """Text -> source of the memories recalled: a slug, or ``news`` for important news of the scenario."""
    beside: dict[str, str] = field(default_factory=dict)
    """Text -> from when it is, of imported memories recalled whose words depend on that."""

    def do(self, kind: str, **data: Any) -> None:
        """Decide on an action."""
        self.actions.append(Action(kind, self.mind.slug, data))

    @property
    def setting(self) -> Setting:
        """How the resident lives, for answers by rule."""
        r, w, ties = self.mind.resident, self.world, tuple(self.state.relations.values())
        work, lacks = (r.work or ("", ""))[1], (*w.lacks, *self.mind.reading.lacks(w.clock.start.year))
        return Setting(r.occupation, r.home[1], work, w.kinds, w.setting, lacks, w.matters, r.speech, ties, r.day)

    def asking(self, purpose: str) -> Who:
        """The shared fields of a question, with a seed of its own. Call it when everything is recalled that the question shows:
        the scene says when and whence."""
        self.asked += 1
        mind = self.mind
        seed = derive(self.seed, self.tick, mind.slug, purpose, self.asked)
        now = self.world.clock.now_text(self.at)
        return {
            "card": mind.card, "names": mind.names, "purpose": purpose, "seed": seed, "now": now, "setting": self.setting,
            "persons": mind.people, "beside": dict(self.beside), "scene": scene_of(self) if self.full else None,
        }  # fmt: skip

    def recall(self, query: str, purpose: str, k: int = AT_ONCE, kinds: Sequence[MemoryKind] = RECALLED) -> tuple[str, ...]:
        """Texts of at most ``k`` retrieved memories, best first; the retrieval is recorded, and refreshes their last access
        where the preset does."""
        hits = self.mind.stream.retrieve(query, self.at, k=k, kinds=kinds, purpose=purpose)
        self._note(hit.memory for hit in hits)
        return tuple(dict.fromkeys(hit.memory.text for hit in hits))

    def recall_of(self, slug: str, query: str, purpose: str) -> tuple[str, ...]:
        """What lies between the resident and somebody, as talks and conclusions hold it, then what else bears on ``query``:
        of what others did alike, such as refusing the resident's invitation, only the first."""
        name, stream = self.person(slug), self.mind.stream
        hits = stream.retrieve(name, self.at, BETWEEN, named(stream), ("reflection", "summary"), touch=False)
        between = tuple(hit for hit in hits if name in hit.memory.text)
        stream.record(name, self.at, purpose, between)
        people, alike = {one for one, _ in self.mind.people.values()} - {name}, dict[str, Hit]()
        for hit in stream.retrieve(query, self.at, AT_ONCE + SPARE, kinds=RECALLED, touch=False):
            text, who = hit.memory.text, FULL_NAME.match(hit.memory.text)
            alike.setdefault(text[who.end() :] if who and who[0] in people else text, hit)
        found = (*between, *tuple(alike.values())[:AT_ONCE])
        stream.record(query, self.at, purpose, found[len(between) :])
        known = (*(hit.memory for hit in found), *self.mind.reading.own_news(stream, self.name))
        self._note(known)
        return tuple(dict.fromkeys(memory.text for memory in known))

    def recall_each(self, queries: Sequence[str], purpose: str, k: int = 4, known: Sequence[str] = ()) -> tuple[str, ...]:
        """For each query the ``k`` best memories that no query before it has found and that are not ``known``, the best of each
        first, without what scene and card tell. What matters most is near to every query: searched alone, all find the same."""
        stream, told = self.mind.stream, self._told_already()
        taken = dict.fromkeys(known)
        found: list[list[str]] = []
        overheard = f"{self.name}{OVERHEARD}"
        for query in filter(None, queries):
            hits = stream.retrieve(query, self.at, k + len(taken) + SPARE, kinds=RECALLED, touch=False)
            new: dict[str, Hit] = {}
            for hit in hits:
                text = hit.memory.text
                seen = text in taken or text.startswith(told[0]) or text.endswith(told[1:]) or self._is_present(hit.memory)
                heard = text.startswith(overheard) and sum(t.startswith(overheard) for t in (*taken, *new)) >= MOST_OVERHEARD
                if len(new) < k and not seen and not heard:
                    new.setdefault(text, hit)
            stream.record(query, self.at, purpose, tuple(new.values()))
            self._note(hit.memory for hit in new.values())
            taken |= dict.fromkeys(new)
            found.append(list(new))
        return tuple(texts[rank] for rank in range(k) for texts in found if rank < len(texts))

    def _is_present(self, memory: Memory) -> bool:
        """Whether a memory is of the present, which the scene tells: what was just seen, or the resident's own routine of
        some hours."""
        age = self.at - memory.at
        if ALOUD in memory.text:
            return age < SAID_ALOUD
        if OVERHEARD in memory.text and any(f": '{words}'" in memory.text for _, words in self.state.talk_lines):
            return True  # of the talk that one is in by now, whose lines are shown
        own = memory.kind == "observation" and memory.text.startswith(f"{self.name} is ") and (memory.importance or 0) < 4
        return memory.kind == "observation" and not memory.source and age < (OWN_ROUTINE if own else JUST_NOW)

    def _note(self, memories: Iterable[Memory]) -> None:
        """Keep from whom and from when the recalled memories are."""
        for m in memories:
            if m.source != NEWS_SOURCE or (m.importance or 0) >= NEWS_IMPORTANCE:
                self.sources[m.text] = m.source
            if self.full:
                self.recalled[m.text] = recollection(self, m)
            elif m.source == IMPORTED and dated(m.text, self.world.clock) != m.text:
                self.beside[m.text] = when_made(self, m).replace("earlier", "an earlier day")

    def remind(self, memories: Iterable[Memory]) -> None:
        """Have memories in mind that no retrieval brought, with when and whence they are."""
        self._note(memories)

    def _told_already(self) -> tuple[str, ...]:
        """How the memory of the day's plan begins, and how those end that are on the card (``Nora bakes`` for ``She bakes``),
        promises (open ones stand there, and the others are over) or conclusions."""
        card = self.mind.card
        known = (one.partition(" ")[2] or one for one in (*card.background, card.currently.rstrip(". ")) if one)
        return (f"{self.name}'s plan for ", *known, *(promise.text for promise in self.state.commitments), *conclusions(self))

    def routine_importance(self, text: str) -> float | None:
        """What an everyday observation is worth by rule, where models are not asked about routine; else None."""
        return self.mind.reading.importance(text, self.name) if self.full else None

    def rate(self, text: str, importance: int) -> None:
        """Keep what a reply says that something just perceived is worth: no question of its own; 0 for nothing said. What a
        whisper is worth is known."""
        for memory in self.mind.stream.recent(JUST_SEEN) if importance else ():
            if memory.text == text and self.at - memory.at < JUST_NOW and memory.source != "whisper":
                self.mind.stream.rate(memory.n, float(importance))

    def feel(self, mood: str) -> None:
        """Take on a mood that a talk or an event left; "" changes nothing."""
        if mood and mood != self.state.feeling:
            self.state.feeling, self.state.felt_at = mood, self.at
            self.do("feel", mood=mood)

    def mood_fades(self) -> None:
        """A mood that has lasted its time is over."""
        if self.state.feeling and self.at - self.state.felt_at >= FELT:
            self.state.feeling = ""
            self.do("feel", mood="")

    def ponder(self, words: str) -> None:
        """Keep a private thought in mind, also for what is asked next in the same moment."""
        if words.strip():
            self.state.thought, self.state.thought_at = words.strip(), self.at

    def telling(self, slug: str) -> Telling:
        """What decides whether and how news is told to somebody."""
        mind, people, day = self.mind, self.mind.people, self.world.clock.day(self.at)
        pair, me = derive(self.seed, mind.slug, slug, day, "pair"), derive(self.seed, mind.slug, "me")
        told = {text: list(names) for text, names in self.state.told.items()}
        known = ((text, who) for text, who in self.sources.items() if who == NEWS_SOURCE or who in people)
        sources = {text: who if who == NEWS_SOURCE else people[who][0] for text, who in known}
        then, talks = self.state.talks.get(slug, (day, 0))
        town, today = SaidInTown(self.world.said, self.tick, self.rules.tick), talks if then == day else 0
        kept, new = (*mind.resident.untold, *mind.reading.kept_news(mind.stream)), self.state.happened_lately(self.at)
        return Telling(pair, told, sources, mind.own_lines(), town, me, today, kept, mind.resident.memories, new)

    def plan_lines(self) -> tuple[str, ...]:
        """The rest of today's plan as lines of a prompt: ``18:00 dinner (Cafe)``."""
        clock = self.world.clock
        return tuple(
            f"{clock_text(clock.minutes(block.start))} {block.activity} ({block.place[:2][-1]})"
            for block in self.state.blocks
            if block.end > self.at
        )
