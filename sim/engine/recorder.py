"""Recorder: writes what a tick changed (events, memories, retrievals, questions, vectors, states) as one transaction.

Collects the changes from memory streams and rounds and commits them to the sink. Ticks without changes are skipped, except one
every ``SIGN_OF_LIFE`` ticks. Called by ``tick``; knows the rows of the store, not what they mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from sim.answer.protocol import Answer, write_reply
from sim.dice import derive
from sim.engine.attention import Attention
from sim.engine.perception_log import PerceptionLog
from sim.engine.rounds import Rounds
from sim.memory import CachedEmbedder
from sim.mind.mind import Mind
from sim.mind.state import GROWING
from sim.prompts import Question
from sim.record.rows import QuestionRow, TickRecord
from sim.types import Event, Retrieval, read_address, write_address
from sim.world.state import World

SIGN_OF_LIFE = 30
"""Ticks after which a tick without changes is written all the same, so that the window's clock advances."""


COMPARED = ("body", "talks", "weather", "engine", *GROWING)
"""Kinds of states that are written only where they differ from what the file holds."""


class Sink(Protocol):
    """Where ticks are written: a run file, or nowhere (benchmarks). ``commit`` returns the tick's hash."""

    def commit(self, record: TickRecord) -> bytes: ...


class RecordedTown(Protocol):
    """What the recorder reads of a town after a tick; ``Engine`` has these members."""

    tick: int
    world: World
    minds: Mapping[str, Mind]
    with_memory: Mapping[str, Mind]
    changed_minds: list[str]
    observers: list[str]
    touched: set[int]
    attention: Attention | None

    @property
    def at(self) -> int: ...


class Recorder:
    """Writes ticks. ``last`` is the last tick written and ``hash`` its hash."""

    def __init__(self, sink: Sink, rounds: Rounds, embedder: CachedEmbedder | None, seed: int, store_vectors: bool):
        self.sink, self.rounds, self.embedder, self.seed = sink, rounds, embedder, seed
        self.store_vectors = store_vectors
        self.hash = b""
        self.last = -1
        self._written: dict[str, Any] = {}
        self._embedded: dict[str, int] = {}
        self._plans: dict[str, tuple[object, ...]] = {}
        self._due: npt.NDArray[np.int64] | None = None
        self._seen = PerceptionLog()

    def seed_for(self, *parts: int | str) -> int:
        """A seed for questions outside a single thought: reflection, rating, interviews."""
        return derive(self.seed, *parts)

    def embed(self, minds: Mapping[str, Mind]) -> None:
        """Embed all new texts as one batch. Batches of one text each would be slower and differ in the last bit."""
        if self.embedder is None:
            return
        texts: list[str] = []
        for slug, mind in minds.items():
            if self._embedded.get(slug) != len(mind.stream):
                self._embedded[slug] = len(mind.stream)
                texts += mind.stream.unembedded()
        if texts:
            self.embedder.prefetch(list(dict.fromkeys(texts)))

    def commit(self, town: RecordedTown, events: Sequence[Event], everything: bool = False) -> None:
        """Write the tick if anything changed; ``everything`` writes the whole state."""
        memories, rated, removed = [], [], []
        retrievals: list[tuple[str, Retrieval]] = []
        glances: list[tuple[str, Retrieval]] = []
        changed = list(town.minds) if everything else [*town.changed_minds, *_addressed(town, events)]
        for slug, mind in town.with_memory.items():
            if not mind.stream.changed:
                continue
            changed.append(slug)
            changes = mind.stream.drain()
            mind.learn_ratings(changes)
            memories += [(slug, memory) for memory in changes.added]
            rated += [(slug, n, importance) for n, importance in changes.rated]
            removed += [(slug, n) for n in changes.removed]
            for retrieval in changes.retrievals:
                (retrievals if retrieval.touched else glances).append((slug, retrieval))
        asked = [_row(slug, question, answer) for slug, question, answer in self.rounds.asked]
        self.rounds.asked.clear()
        quiet = not (events or changed or asked or town.observers)  # an observer's state may have changed without an event
        if quiet and town.tick - self.last < SIGN_OF_LIFE:
            return
        record = TickRecord(
            tick=town.tick,
            at=town.at,
            events=events,
            memories=memories,
            rated=rated,
            removed=removed,
            retrievals=retrievals,
            glances=glances,
            questions=asked,
            vectors=self._vectors(),
            states=self._states(town, dict.fromkeys(changed), None if everything else events),
        )
        self.hash = self.sink.commit(record)
        self.last = town.tick

    def finish(self, town: RecordedTown) -> None:
        """Write the whole present state, so that the run can be resumed from this tick."""
        if self.last != town.tick:
            self.commit(town, (), everything=True)

    def loaded(self, states: Mapping[str, Any], minds: Mapping[str, Mind], due: npt.NDArray[np.int64], tick: int) -> None:
        """Note what the file already holds (a resumed run)."""
        self._due = due.copy()
        self._seen.loaded(states)
        self._embedded = {slug: len(mind.stream) for slug, mind in minds.items()}
        self._written = deepcopy({key: value for key, value in states.items() if _compared(key)})  # minds go on with their own
        self.last = tick

    def _vectors(self) -> list[tuple[str, str, bytes]]:
        if self.embedder is None:
            return []
        new = self.embedder.drain()
        return [(text, self.embedder.name, vector.tobytes()) for text, vector in new] if self.store_vectors else []

    def _states(self, town: RecordedTown, slugs: Iterable[str], events: Sequence[Event] | None) -> dict[str, Any]:
        """State key -> JSON data of all parts that may have changed since the last write.

        These are the minds of ``slugs``, the arenas that ``events`` are about (None: all), and what differs of the bodies
        that ``events`` are about or that have another due time, and of the shared parts."""
        world, due = town.world, town.world.crowd.column("due")
        bodies: list[str] = list(world.bodies)
        rooms = world.furnished()
        if events is not None:
            rooms = list(dict.fromkeys(read_address(event.key)[:-1] for event in events if event.kind == "object"))
            late = np.flatnonzero(due != self._due) if self._due is not None else range(len(bodies))
            bodies = [*_moved(town, events), *(world.rows[row].slug for row in late)]
        self._due = due.copy()
        parts = {**world.state(dict.fromkeys(bodies), rooms), **self._mind_parts(town, slugs), "engine": _engine_part(town)}
        parts |= self._seen.parts(town.tick, town.at, town.minds, town.observers, events is None)
        same = [key for key, part in parts.items() if _compared(key) and self._written.get(key) == part]
        for key in same:
            del parts[key]
        self._written |= {key: part for key, part in parts.items() if _compared(key)}
        return parts

    def _mind_parts(self, town: RecordedTown, slugs: Iterable[str]) -> dict[str, Any]:
        """The mind states of ``slugs``; what grows, plans and habits only where they changed since the last write."""
        minds: dict[str, Any] = {}
        for slug in slugs:
            mind = town.minds[slug]
            mind.state.stream = mind.stream.state()
            minds[f"mind:{slug}"] = mind.state.momentary()
            grown = {f"{kind}:{slug}": part for kind, part in mind.state.grown().items()}
            minds |= {key: deepcopy(part) for key, part in grown.items() if self._written.get(key) != part}
            plan = (*mind.state.blocks, *mind.state.steps)
            if self._plans.get(slug) != plan:
                self._plans[slug] = plan
                minds[f"plan:{slug}"] = mind.state.plan()
            if mind.state.habits_changed:
                minds[f"habits:{slug}"] = mind.state.habits()
                mind.state.habits_changed = False
        return minds


def _compared(key: str) -> bool:
    return key.partition(":")[0] in COMPARED


def _addressed(town: RecordedTown, events: Sequence[Event]) -> list[str]:
    """Residents who are the target of a command or happening of this tick."""
    outside = [str(event.data.get("who", "")) for event in events if event.kind in ("command", "happening")]
    return [slug for slug in outside if slug in town.minds]


def _moved(town: RecordedTown, events: Sequence[Event]) -> list[str]:
    """Residents whose bodies this tick's events are about."""
    slugs: list[str] = []
    for event in events:
        slugs += [event.key] if event.key in town.world.bodies else []
        slugs += [*event.data["people"], event.data["who"]] if event.kind == "talk" else []
    return list(dict.fromkeys(slugs))


def _engine_part(town: RecordedTown) -> dict[str, Any]:
    """The engine's own state: arenas touched in the last tick, and the attention spent where it is rationed."""
    arenas = town.world.arenas
    attention = {"attention": town.attention.to_json()} if town.attention is not None else {}
    return {"touched": sorted(write_address(arenas[number]) for number in town.touched if number >= 0), **attention}


def _row(slug: str, question: Question[Any], answer: Answer) -> QuestionRow:
    usage = answer.usage
    return QuestionRow(
        resident=slug,
        task=question.task,
        purpose=question.purpose,
        system=answer.prompt.system,
        user=answer.prompt.user,
        schema=answer.schema,
        mode=answer.mode,
        reply=write_reply(answer.reply),
        candidates=list(answer.candidates) or None,
        problem=answer.problem,
        fallback=answer.fallback,
        repaired=answer.repaired,
        prompt_tokens=usage.prompt,
        reused_tokens=usage.reused,
        generated_tokens=usage.generated,
        seconds=usage.seconds,
        wound=usage.ended_early,
    )
