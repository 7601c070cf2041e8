"""Towns lived by scripted residents, in memory: every question they are asked, with the scripted answer.

The engine and the minds are the town's own; only what a run would keep on disk is left out. Between ticks residents are
interviewed, which leaves no trace. Deterministic: the same dice give the same questions in the same order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.answer.protocol import Answer
from sim.answer.scripted import Script
from sim.answer.scripted.dice import Dice
from sim.engine import build
from sim.engine.recorder import Recorder
from sim.engine.rounds import Rounds
from sim.engine.tick import Engine
from sim.llm.base import ModelInfo, Prompt
from sim.memory import CachedEmbedder, open_embedder
from sim.mind.interview import interview
from sim.mind.thought import Thought
from sim.prompts import Question, Reply
from sim.record.rows import TickRecord
from sim.training.situations.data_split import PartBanks
from sim.training.situations.interview_questions import asks
from sim.training.situations.scenarios import TICK, Made, make_scenario
from sim.types import Event

EMBEDDER = "hash:64"
"""Relevance by shared words: memories that matter are shown, as in a real town, at a tenth of the cost of a sentence model."""
DAY = 17 * 3600
"""Game seconds of a day that is lived to its evening; the next morning comes 8 hours later."""
INTERVIEWS = 2 * 3600
"""Game seconds between rounds of interviews."""
Pair = tuple[Question[Any], Reply]


@dataclass(slots=True)
class Listener:
    """Answers by rule and keeps what was asked and answered."""

    script: Script
    heard: list[Pair] = field(default_factory=list)
    mode: str = "scripted"

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        return [self._one(question) for question in questions]

    def _one(self, question: Question[Any]) -> Answer:
        reply = self.script.answer(question)
        self.heard.append((question, reply))
        return Answer(reply, Prompt("", ""), "", self.mode)


class Nowhere(Recorder):
    """Keeps nothing; minds learn from each tick all the same."""

    def commit(self, engine: Engine, events: Sequence[Event], everything: bool = False) -> None:
        for mind in engine.minds.values():
            mind.learn_ratings(mind.stream.drain())
        self.rounds.asked.clear()
        if self.embedder is not None:
            self.embedder.drain()


class _Void:
    """A sink that drops what it is given."""

    def commit(self, record: TickRecord) -> bytes:
        return b""


def script_of(banks: PartBanks) -> Script:
    """The scripted mind with the banks of one part."""
    script = Script()
    script.banks = banks
    return script


def live(dice: Dice, banks: PartBanks, script: Script, until: int = 0) -> list[Pair]:
    """All that is asked in one made-up town until that game second (0: during a day, or a day and the morning after)."""
    made = make_scenario(dice.fork("scenario"), banks)
    listener = Listener(script)
    engine = begin(made, listener)
    until = until or DAY + (10 * 3600 if dice.chance(0.35) else 0)
    for tick in range(until // TICK):
        engine.step()
        if tick * TICK % INTERVIEWS == INTERVIEWS // 2:
            _interview(engine, made, banks, dice.fork(f"interviews {tick}"), listener)
    return listener.heard


def begin(made: Made, listener: Listener) -> Engine:
    """The town at its first moment, with nothing behind it that writes."""
    brains = build.Brains(listener, None, ModelInfo("fake", "", True, 0), EMBEDDER)
    embedder = CachedEmbedder(open_embedder(EMBEDDER))
    engine = build.begin(made.scenario, made.town.tilemap, _Void(), brains, _nobody, embedder)
    engine.recorder = Nowhere(_Void(), engine.rounds, embedder, made.scenario.seed, store_vectors=False)
    return engine


def _nobody(_: tuple[str, ...]) -> None:
    """Nobody watches who is thinking."""


def _interview(engine: Engine, made: Made, banks: PartBanks, dice: Dice, listener: Listener) -> None:
    """A few questions to a few residents, outside the town's time."""
    for slug in dice.some(list(engine.minds), 3):
        for i, ask in enumerate(asks(made.setup, made.tidings, banks, dice, 4)):
            seed = engine.recorder.seed_for("interview", slug, engine.tick, i)
            thought = Thought(engine.minds[slug], engine.world, engine.scenario.rules, engine.tick, engine.at, seed)
            rounds = Rounds(listener, _nobody)
            rounds.run([(slug, interview(thought, ask.question, ask.options, ask.scale))])


def by_task(pairs: Sequence[Pair]) -> Mapping[str, list[Pair]]:
    """The pairs of each task, in order."""
    found: dict[str, list[Pair]] = {}
    for question, reply in pairs:
        found.setdefault(question.task, []).append((question, reply))
    return found
