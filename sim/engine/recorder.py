"""What a tick leaves behind: memories, retrievals, questions, vectors and changed states, written as one transaction.

Collects from streams and rounds what is new, and hands it to the store. Ticks in which nothing happened are not written
(but for a sign of life now and then). Knows the store's records; knows nothing of what they mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from sim.answer.protocol import Answer, write_reply
from sim.dice import derive
from sim.engine.perception_log import PerceptionLog
from sim.engine.rounds import Rounds
from sim.memory import CachedEmbedder
from sim.mind.thought import Mind
from sim.prompts import Question
from sim.record.rows import QuestionRow, TickRecord
from sim.types import Address, Block, Event, Step, read_address, write_address

if TYPE_CHECKING:
    from sim.engine.tick import Engine

SIGN_OF_LIFE = 30
"""Ticks after which a quiet town is written all the same, so that the window's clock goes on."""


SHARED = ("talks", "weather", "engine")
"""Parts of the state that no single resident or room owns."""


class Sink(Protocol):
    """Where ticks go: the run file, or nothing (benchmarks, verification)."""

    def commit(self, record: TickRecord) -> bytes: ...


class Recorder:
    """Writes ticks. ``hash`` is the last one, ``last`` the last tick written."""

    def __init__(self, sink: Sink, rounds: Rounds, embedder: CachedEmbedder | None, seed: int, store_vectors: bool):
        self.sink, self.rounds, self.embedder, self.seed = sink, rounds, embedder, seed
        self.store_vectors = store_vectors
        self.hash = b""
        self.last = -1
        self._written: dict[str, Any] = {}
        self._embedded: dict[str, int] = {}
        self._plans: dict[str, tuple[Block | Step, ...]] = {}
        self._due: npt.NDArray[np.int64] | None = None
        self._seen = PerceptionLog()

    def seed_for(self, *parts: int | str) -> int:
        """A seed for something between thoughts."""
        return derive(self.seed, *parts)

    def embed(self, minds: Mapping[str, Mind]) -> None:
        """Embed all that is new in one batch (a batch of one text each would be slower and, in the last bit, different)."""
        if self.embedder is None:
            return
        texts: list[str] = []
        for slug, mind in minds.items():
            if self._embedded.get(slug) != len(mind.stream):
                self._embedded[slug] = len(mind.stream)
                texts += mind.stream.unembedded()
        if texts:
            self.embedder.prefetch(list(dict.fromkeys(texts)))

    def commit(self, engine: Engine, events: Sequence[Event], everything: bool = False) -> None:
        """Write the tick if there is anything to write."""
        memories, rated, removed, retrievals = [], [], [], []
        changed = list(engine.minds) if everything else [*engine.stirred, *_addressed(engine, events)]
        for slug, mind in engine.remembering.items():
            if not mind.stream.changed:
                continue
            changed.append(slug)
            changes = mind.stream.drain()
            mind.learn_ratings(changes)
            memories += [(slug, memory) for memory in changes.added]
            rated += [(slug, n, importance) for n, importance in changes.rated]
            removed += [(slug, n) for n in changes.removed]
            retrievals += [(slug, retrieval) for retrieval in changes.retrievals]
        asked = [_row(slug, question, answer) for slug, question, answer in self.rounds.asked]
        self.rounds.asked.clear()
        quiet = not (
            events or changed or asked or engine.looked
        )  # a mind may have changed without a trace: what it noticed and let go
        if quiet and engine.tick - self.last < SIGN_OF_LIFE:
            return
        record = TickRecord(
            tick=engine.tick,
            at=engine.at,
            events=events,
            memories=memories,
            rated=rated,
            removed=removed,
            retrievals=retrievals,
            questions=asked,
            vectors=self._vectors(),
            states=self._states(engine, dict.fromkeys(changed), None if everything else events),
        )
        self.hash = self.sink.commit(record)
        self.last = engine.tick

    def finish(self, engine: Engine) -> None:
        """Write the present state, whatever happened, so that the run can go on from this very tick."""
        if self.last != engine.tick:
            self.commit(engine, (), everything=True)

    def loaded(self, states: Mapping[str, Any], minds: Mapping[str, Mind], due: npt.NDArray[np.int64], tick: int) -> None:
        """Take note of what is already in the file (a run that goes on)."""
        self._due = due.copy()
        self._seen.loaded(states)
        self._embedded = {slug: len(mind.stream) for slug, mind in minds.items()}
        self._written = {key: value for key, value in states.items() if key in SHARED}
        self.last = tick

    def _vectors(self) -> list[tuple[str, str, bytes]]:
        if self.embedder is None:
            return []
        new = self.embedder.drain()
        return [(text, self.embedder.name, vector.tobytes()) for text, vector in new] if self.store_vectors else []

    def _states(self, engine: Engine, slugs: Iterable[str], events: Sequence[Event] | None) -> dict[str, Any]:
        """The parts of the engine's state that may differ from what was written last: the minds of ``slugs``, bodies and rooms
        that ``events`` are about (None: all), bodies that look up at another time, and what all share where it differs."""
        world, due = engine.world, engine.world.crowd.column("due")
        bodies: list[str] = list(world.bodies)
        rooms = world.furnished() if events is None else _rearranged(events)
        if events is not None:
            late = np.flatnonzero(due != self._due) if self._due is not None else range(len(bodies))
            bodies = [*_moved(engine, events), *(world.rows[row].slug for row in late)]
        self._due = due.copy()
        parts = {**world.state(dict.fromkeys(bodies), rooms), **self._mind_parts(engine, slugs), "engine": _engine_part(engine)}
        parts |= self._seen.parts(engine.tick, engine.at, engine.minds, engine.looked, events is None)
        for key in SHARED:
            if self._written.get(key) == parts[key]:
                del parts[key]
            else:
                self._written[key] = parts[key]
        return parts

    def _mind_parts(self, engine: Engine, slugs: Iterable[str]) -> dict[str, Any]:
        """What ``slugs`` have in mind; plans and habits only where they differ from what was written last."""
        minds = {}
        for slug in slugs:
            mind = engine.minds[slug]
            mind.state.stream = mind.stream.state()
            minds[f"mind:{slug}"] = mind.state.own()
            plan: tuple[Block | Step, ...] = (*mind.state.blocks, *mind.state.steps)
            if self._plans.get(slug) != plan:
                self._plans[slug] = plan
                minds[f"plan:{slug}"] = mind.state.plan()
            if mind.state.habits_changed:
                minds[f"habits:{slug}"] = mind.state.habits()
                mind.state.habits_changed = False
        return minds


def _addressed(engine: Engine, events: Sequence[Event]) -> list[str]:
    """Whose minds a person's command or a happening of this tick reached into."""
    outside = [str(event.data.get("who", "")) for event in events if event.kind in ("command", "happening")]
    return [slug for slug in outside if slug in engine.minds]


def _moved(engine: Engine, events: Sequence[Event]) -> list[str]:
    """Whose body this tick's events are about."""
    slugs: list[str] = []
    for event in events:
        slugs += [event.key] if event.key in engine.world.bodies else []
        slugs += [*event.data["people"], event.data["who"]] if event.kind == "talk" else []
    return list(dict.fromkeys(slugs))


def _rearranged(events: Sequence[Event]) -> list[Address]:
    """In which rooms this tick's events changed an object."""
    return list(dict.fromkeys(read_address(event.key)[:-1] for event in events if event.kind == "object"))


def _engine_part(engine: Engine) -> dict[str, Any]:
    """What the engine itself goes on from."""
    arenas = engine.world.arenas
    return {"touched": sorted(write_address(arenas[number]) for number in engine.touched if number >= 0)}


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
