"""Towns simulated with the scripted mind, in memory: every question that is asked there, with the scripted reply.

Engine and minds are the town's own; nothing is written to disk. Between ticks residents are interviewed, which leaves no trace.
The same dice give the same questions in the same order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.answer.protocol import Answer
from sim.answer.scripted import Script
from sim.answer.scripted.dice import Dice
from sim.engine import build
from sim.engine.backend import Backend
from sim.engine.recorder import RecordedTown, Recorder
from sim.engine.rounds import Rounds
from sim.engine.tick import Engine
from sim.llm.base import ModelInfo, Prompt
from sim.memory import CachedEmbedder, open_embedder
from sim.mind.interview import interview
from sim.mind.thought import Thought
from sim.prompts import Question, Reply
from sim.record.rows import TickRecord
from sim.training.situations.data_split import PartBanks
from sim.training.situations.interview_questions import draw_question
from sim.training.situations.scenarios import TICK, MadeScenario, make_scenario
from sim.types import Event

EMBEDDER = "hash:64"
"""Relevance by shared words: it costs a tenth of a sentence model, and still shows the memories that matter."""
DAY = 17 * 3600
"""Game seconds from early morning to evening; the next morning comes 8 hours later."""
INTERVIEWS = 2 * 3600
"""Game seconds between rounds of interviews."""
Pair = tuple[Question[Any], Reply]


@dataclass(slots=True)
class RecordingScript:
    """Answers with the script and keeps every question with its reply."""

    script: Script
    pairs: list[Pair] = field(default_factory=list)
    mode: str = "scripted"
    prompts: str = "brief"

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        return [self._one(question) for question in questions]

    def _one(self, question: Question[Any]) -> Answer:
        reply = self.script.answer(question)
        self.pairs.append((question, reply))
        return Answer(reply, Prompt("", ""), "", self.mode)


class NullRecorder(Recorder):
    """A recorder that keeps nothing. Minds are told their ratings after each tick all the same."""

    def commit(self, town: RecordedTown, events: Sequence[Event], everything: bool = False) -> None:
        for mind in town.minds.values():
            mind.learn_ratings(mind.stream.drain())
        self.rounds.asked.clear()
        if self.embedder is not None:
            self.embedder.drain()


class _NullSink:
    """A sink that drops every record."""

    def commit(self, record: TickRecord) -> bytes:
        return b""


def script_of(banks: PartBanks) -> Script:
    """A scripted mind that speaks from the banks of one part."""
    script = Script()
    script.banks = banks
    return script


def live_town(dice: Dice, banks: PartBanks, script: Script, until: int = 0) -> list[Pair]:
    """All questions and replies of one made-up town up to that game second (0: a day, or a day and the next morning)."""
    made = make_scenario(dice.fork("scenario"), banks)
    answerer = RecordingScript(script)
    engine = begin(made, answerer)
    until = until or DAY + (10 * 3600 if dice.chance(0.35) else 0)
    for tick in range(until // TICK):
        engine.step()
        if tick * TICK % INTERVIEWS == INTERVIEWS // 2:
            _interview(engine, made, banks, dice.fork(f"interviews {tick}"), answerer)
    return answerer.pairs


def begin(made: MadeScenario, answerer: RecordingScript) -> Engine:
    """The engine of a town at its first tick, without a run file."""
    backend = Backend(answerer, None, ModelInfo("fake", "", True, 0), EMBEDDER)
    embedder = CachedEmbedder(open_embedder(EMBEDDER))
    engine = build.begin(made.scenario, made.town.tilemap, _NullSink(), backend, _nobody, embedder)
    engine.recorder = NullRecorder(_NullSink(), engine.rounds, embedder, made.scenario.seed, store_vectors=False)
    return engine


def _nobody(_: tuple[str, ...]) -> None:
    """Ignores who is thinking."""


def _interview(engine: Engine, made: MadeScenario, banks: PartBanks, dice: Dice, answerer: RecordingScript) -> None:
    """Interview three residents between two ticks, four questions each."""
    for slug in dice.some(list(engine.minds), 3):
        for i, ask in enumerate([draw_question(made.setup, made.news, banks, dice) for _ in range(4)]):
            seed = engine.recorder.seed_for("interview", slug, engine.tick, i)
            thought = Thought(engine.minds[slug], engine.world, engine.scenario.rules, engine.tick, engine.at, seed)
            rounds = Rounds(answerer, _nobody)
            rounds.run([(slug, interview(thought, ask.question, ask.options, ask.scale))])


def by_task(pairs: Sequence[Pair]) -> Mapping[str, list[Pair]]:
    """The pairs of each task, in order."""
    found: dict[str, list[Pair]] = {}
    for question, reply in pairs:
        found.setdefault(question.task, []).append((question, reply))
    return found
