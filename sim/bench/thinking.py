"""What it is worth that minds think while the town goes on: questions under way at once, and game time per second.

``python -m sim.bench thinking [--residents 25 250] [--until "day 2 06:00"]`` lives by the script, in step and thinking, with a
clock on which every reply takes one unit however many are under way, and ticks take none: prints rounds (units of that clock),
questions under way on average, ticks that waited, thoughts dropped, and the kinds of questions that held the town. ``--full``
asks in the full register.

``python -m sim.bench thinking --server [--delay 1] [--at-once 32] [--from 11:00] [--minutes 60]`` has a server on loopback
answer every question after so many seconds, with the script's words; ``--shape 0.5B`` has a model of that shape in this process
answer, which is taught them. Both print game minutes per second, in step and thinking; ``--warm 30`` lets the model answer for
half an hour before, unmeasured.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from threading import Semaphore
from typing import Any
from unittest import mock

from sim import Town
from sim.answer.protocol import Answer
from sim.bench import crowd
from sim.bench.game_day import SCENARIO, SHAPES
from sim.bench.in_full import Words
from sim.bench.random_gguf import make_random_gguf
from sim.bench.server_faults import FAULTS, Server, reply_of
from sim.engine import build
from sim.engine.apply import ANSWER
from sim.engine.backend import Backend, open_backend
from sim.engine.replies import AtOnce, OpenQuestions
from sim.engine.tick import Engine
from sim.llm import open_model
from sim.llm.base import ModelInfo
from sim.llm.llamacpp import LlamaModel
from sim.llm.server_settings import ServerSettings
from sim.llm.trial import TOWN_MIND
from sim.prompts import Question
from sim.record.store import RunStore
from sim.scenario import load
from sim.scenario.model import Rules, Scenario
from sim.world.clock import Clock as TownClock
from sim.world.tilemap import TileMap

SOCIAL = Rules()
"""The crowd of the bench remembers, reacts and talks here."""

LONGER = 8
"""Seconds that a line of a large language model (180 characters in ``capable_morning``) takes beyond one of the script (59)."""


@dataclass
class ReplyClock:
    """Counts in units of one reply. ``waited`` are the ticks that waited."""

    units: float = 0.0
    questions: int = 0
    waited: set[int] = field(default_factory=set)
    held: Counter[str] = field(default_factory=Counter)
    """Kinds of questions that held the town, and how often."""


class Timed(AtOnce):
    """Answers at once, and notes when each reply would have been there."""

    def __init__(self, engine: Engine, clock: ReplyClock) -> None:
        super().__init__(engine.rounds)
        self.engine, self.clock, self.there = engine, clock, dict[OpenQuestions, float]()

    def submit(self, asked: OpenQuestions) -> None:
        self.there[asked] = self.clock.units + 1

    def take(self, due: Sequence[OpenQuestions]) -> list[list[Answer]]:
        there = {one: self.there.pop(one) for one in due}
        last = max(there.values())
        if last > self.clock.units:
            self.clock.units = last
            self.clock.waited.add(self.engine.tick)
            self.clock.held["+".join(sorted({one.questions[0].task for one in due if there[one] == last}))] += 1
        return super().take(due)


def count(
    scenario: Scenario, tilemap: TileMap, until: int, thinking: bool, path: Path, full: bool = False
) -> tuple[ReplyClock, Engine]:
    """Live until game second ``until`` by the script, asked in brief or in full, and count."""
    scenario, clock = replace(scenario, rules=replace(scenario.rules, thinking=thinking)), ReplyClock()
    backend = _by_words(Words(None)) if full else open_backend("fake")
    store = RunStore.create(path, build.header(scenario, tilemap, backend, "thinking", "fake"))
    engine = build.begin(scenario, tilemap, store, backend, lambda _: None)
    answer = engine.rounds.answer_shared

    def counted(questions: Sequence[Question[Any]], mine: Sequence[bool]) -> list[Answer]:
        clock.questions += len(questions)
        return answer(questions, mine)

    in_step = engine.rounds._answer

    def waited(asked: Sequence[tuple[str, Question[Any]]]) -> list[Answer]:
        clock.units += 1
        clock.waited.add(engine.tick)
        return in_step(asked)

    engine.rounds.answer_shared, engine.rounds._answer = counted, waited  # type: ignore[method-assign]
    if engine.deliberation is not None:
        engine.deliberation.replies = Timed(engine, clock)
    while engine.at < until:
        engine.step()
    engine.recorder.finish(engine)
    store.close("finished")
    return clock, engine


@contextmanager
def _served(delay: float, at_once: int) -> Iterator[Words]:
    """Words behind a server on loopback that answers ``at_once`` questions at a time, each after ``delay`` seconds."""
    room, served = Semaphore(at_once), list[Words]()

    def slowly(asked: dict[str, Any]) -> bytes:
        said = {message["role"]: message["content"] for message in asked["messages"]}
        with room:
            time.sleep(delay)
        return reply_of(served[0].lessons[said.get("system", ""), said["user"]])

    server = Server(FAULTS["none"], 0, slowly, {"max_model_len": 32768}).start()
    with closing(open_model(server.url, settings=ServerSettings(max_concurrent=at_once))) as model:
        served.append(Words(model))
        yield served[0]


@contextmanager
def _computed(path: Path) -> Iterator[Words]:
    """Words that a model in this process is taught, with nothing read yet."""
    local = open_model(str(path))
    assert isinstance(local, LlamaModel)
    with closing(local):
        taught = Words(local)
        local.teacher = taught.lesson
        yield taught


def _by_words(words: Words) -> Backend:
    return Backend(words, words.model, ModelInfo("words", "", False, 0), "hash", "fake")


def live(words: Words, thinking: bool, begin: str, warm: float, minutes: float) -> tuple[float, float, int]:
    """Live by the script alone until ``warm`` minutes before ``begin``, then with the model; of ``minutes`` from ``begin`` on:
    wall seconds, processor seconds, questions."""
    with Town.load(SCENARIO, model=_by_words(words), thinking=thinking) as town:
        tick = town.engine.scenario.rules.tick
        before = TownClock(town.engine.scenario.start).parse_when(begin, 0) - round(warm * 60)
        town.run(ticks=before // tick)
        words.asking = True
        town.run(begin)
        words.asked = 0
        began, worked = time.perf_counter(), time.process_time()
        town.run(ticks=round(minutes * 60 / tick))
        wall, processor = time.perf_counter() - began, time.process_time() - worked
        words.asking = False
    return wall, processor, words.asked


def _report_speed(opened: Callable[[], AbstractContextManager[Words]], asked: argparse.Namespace) -> None:
    first = 0.0
    for name in [asked.only] if asked.only else ["in step", "thinking"]:
        with opened() as words:
            wall, processor, questions = live(words, name == "thinking", asked.begin, asked.warm, asked.minutes)
        speed = asked.minutes / wall
        first = first or speed
        print(
            f"{name:10} {speed:8.4f} game min/s {wall:8.1f} s, {processor:8.1f} s of processor time, {questions:5} questions "
            f"{speed / first:6.2f} times",
            flush=True,
        )


def _report_counts(residents: int, until: str, full: bool) -> None:
    first = 0.0
    with tempfile.TemporaryDirectory() as folder:
        if residents == 25:
            scenario = load(SCENARIO)
            tilemap = TileMap.load(scenario.map)
        else:
            scenario, tilemap = crowd.crowd(residents, SOCIAL)
        end = TownClock(scenario.start).parse_when(until, 0)
        for thinking in (False, True):
            name = "thinking" if thinking else "in step"
            clock, engine = count(scenario, tilemap, end, thinking, Path(folder) / f"{name}.sqlite", full)
            first = first or clock.units
            dropped: Counter[str] = engine.deliberation.dropped if engine.deliberation else Counter()
            print(
                f"{residents:5} residents {name:10} {clock.questions:6} questions {clock.units:7.0f} rounds "
                f"{clock.questions / clock.units:6.2f} under way {len(clock.waited) / engine.tick:6.1%} of ticks waited "
                f"{sum(dropped.values()):4} dropped {first / clock.units:6.2f} times",
                flush=True,
            )
            if thinking:
                print(f"{'':16} held by {', '.join(f'{task} {times}' for task, times in clock.held.most_common(8))}")


def main(argv: Sequence[str]) -> int:
    """Live, measure and print."""
    parser = argparse.ArgumentParser(prog="python -m sim.bench thinking", description=__doc__)
    parser.add_argument("--residents", type=int, nargs="+", default=[25])
    parser.add_argument("--until", default="day 2 06:00")
    parser.add_argument("--full", action="store_true", help="ask in the full register")
    parser.add_argument("--long-lines", action="store_true", help="lines take as long to say as a large model's")
    parser.add_argument("--server", action="store_true")
    parser.add_argument("--delay", type=float, default=1.0)
    parser.add_argument("--at-once", type=int, default=32)
    parser.add_argument("--shape", choices=SHAPES)
    parser.add_argument("--layers", type=int, help="fewer layers than the shape has, for a quick try")
    parser.add_argument("--only", choices=("in step", "thinking"), default="", help="one of the two alone")
    parser.add_argument("--from", dest="begin", default="11:00", metavar="HH:MM")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--warm", type=float, default=0.0, help="minutes with the model before, which are not measured")
    asked = parser.parse_args(argv)
    with mock.patch("sim.engine.apply.ANSWER", ANSWER + LONGER) if asked.long_lines else nullcontext():
        _measure(asked)
    return 0


def _measure(asked: argparse.Namespace) -> None:
    if asked.server:
        _report_speed(partial(_served, asked.delay, asked.at_once), asked)
    elif asked.shape:
        with tempfile.TemporaryDirectory() as folder:
            path, kind = Path(folder) / "random.gguf", "F16" if asked.shape == "toy" else "Q4_0"
            shape = {**SHAPES[asked.shape], **({"layers": asked.layers} if asked.layers else {})}
            make_random_gguf(path, context=32768, words_of=TOWN_MIND, kind=kind, **shape)
            _report_speed(partial(_computed, path), asked)
    else:
        for residents in asked.residents:
            _report_counts(residents, asked.until, asked.full)
