"""What it is worth that minds think while the town goes on: questions under way at once, and game time per second.

``python -m sim.bench thinking [--residents 25 250] [--until "day 2 06:00"]`` lives by the script, in step and thinking, with a
clock on which every reply takes one unit however many are under way, and ticks take none: prints rounds (units of that clock),
questions under way on average, ticks that waited, thoughts dropped, and the kinds of questions that held the town. ``--full``
asks in the full register.

``python -m sim.bench thinking --server [--delay 1] [--at-once 32] [--from 11:00] [--minutes 60]`` has a server on loopback
answer every question after so many seconds, with the script's words; ``--shape 0.5B`` has a model of that shape in this process
answer, which is taught them. Both print game minutes per second, in step and thinking.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Semaphore, Thread
from typing import Any
from unittest import mock

from sim import Town
from sim.answer.free import Free
from sim.answer.protocol import Answer, write_reply
from sim.answer.scripted import Script
from sim.bench import crowd
from sim.bench.game_day import SCENARIO, SHAPES, whole
from sim.bench.in_full import reply_in_full
from sim.bench.random_gguf import make_random_gguf
from sim.engine import build
from sim.engine.apply import ANSWER
from sim.engine.backend import Backend, open_backend
from sim.engine.replies import AtOnce, OpenQuestions
from sim.engine.tick import Engine
from sim.llm import open_model
from sim.llm.base import Model, ModelInfo
from sim.llm.llamacpp import LlamaModel
from sim.llm.loading import BUNDLED
from sim.llm.server_settings import ServerSettings
from sim.prompts import Question, render
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
class Clock:
    """Counts in units of one reply. ``waited`` are the ticks that waited."""

    units: float = 0.0
    questions: int = 0
    waited: set[int] = field(default_factory=set)
    held: Counter[str] = field(default_factory=Counter)
    """Kinds of questions that held the town, and how often."""


class Timed(AtOnce):
    """Answers at once, and notes when each reply would have been there."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
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
) -> tuple[Clock, Engine]:
    """Live until game second ``until`` by the script, asked in brief or in full, and count."""
    scenario, clock = replace(scenario, rules=replace(scenario.rules, thinking=thinking)), Clock()
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


class Words:
    """Answers free, with the script's words: ``lessons`` says what a prompt is to be answered with. In step and thinking the
    model is asked in the same way."""

    mode, prompts = "free", "full"

    def __init__(self, model: Model | None) -> None:
        self.model, self.script, self.lessons = model, Script(), dict[tuple[str, str], str]()
        self._free, self.asking, self.asked = Free(model) if model else None, False, 0

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        answers = [reply_in_full(self.script, q, self.mode) for q in questions]
        if self.asking and self._free:
            self.asked += len(questions)
            for q, answer in zip(questions, answers, strict=True):
                prompt, reply = render(q), whole(json.loads(write_reply(answer.reply)), q.schema())
                self.lessons[prompt.system, prompt.user] = json.dumps(reply, ensure_ascii=False)
            self._free.answer(questions)
        return answers


@contextmanager
def server(delay: float, at_once: int, reply: Callable[[str, str], str]) -> Iterator[str]:
    """A server on loopback that answers ``at_once`` questions at a time, each after ``delay`` seconds; its address."""
    room = Semaphore(at_once)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._send({"data": [{"id": "slow", "max_model_len": 32768}]})

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            said = {message["role"]: message["content"] for message in asked["messages"]}
            with room:
                time.sleep(delay)
            message = {"role": "assistant", "content": reply(said.get("system", ""), said["user"])}
            self._send({"choices": [{"message": message, "finish_reason": "stop"}], "usage": {}})

        def _send(self, data: dict[str, Any]) -> None:
            body = json.dumps(data).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listening.daemon_threads = True
    Thread(target=listening.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listening.server_port}/v1"
    finally:
        listening.shutdown()
        listening.server_close()


@contextmanager
def _served(delay: float, at_once: int) -> Iterator[Words]:
    """Words behind a slow server on loopback."""
    served: list[Words] = []
    with (
        server(delay, at_once, lambda system, user: served[0].lessons[system, user]) as url,
        closing(open_model(url, settings=ServerSettings(max_concurrent=at_once))) as model,
    ):
        served.append(Words(model))
        yield served[0]


@contextmanager
def _computed(path: Path) -> Iterator[Words]:
    """Words that a model in this process is taught, with nothing read yet."""
    local = open_model(str(path))
    assert isinstance(local, LlamaModel)
    with closing(local):
        taught = Words(local)
        local.teacher = lambda request: taught.lessons[request.prompt.system, request.prompt.user]
        yield taught


def _by_words(words: Words) -> Backend:
    return Backend(words, words.model, ModelInfo("words", "", False, 0), "hash", "fake")


def live(words: Words, thinking: bool, begin: str, minutes: float) -> tuple[float, float, int]:
    """Live until ``begin`` by the script alone, then ``minutes`` with the model: wall seconds, processor seconds, questions."""
    with Town.load(SCENARIO, model=_by_words(words), thinking=thinking) as town:
        town.run(begin)
        words.asking, words.asked = True, 0
        began, worked = time.perf_counter(), time.process_time()
        town.run(ticks=round(minutes * 60 / town.engine.scenario.rules.tick))
        wall, processor = time.perf_counter() - began, time.process_time() - worked
        words.asking = False
    return wall, processor, words.asked


def _report_speed(opened: Callable[[], AbstractContextManager[Words]], begin: str, minutes: float, only: str) -> None:
    first = 0.0
    for name in [only] if only else ["in step", "thinking"]:
        with opened() as words:
            wall, processor, asked = live(words, name == "thinking", begin, minutes)
        speed = minutes / wall
        first = first or speed
        print(
            f"{name:10} {speed:8.4f} game min/s {wall:8.1f} s, {processor:8.1f} s of processor time, {asked:5} questions "
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
    asked = parser.parse_args(argv)
    with mock.patch("sim.engine.apply.ANSWER", ANSWER + LONGER) if asked.long_lines else nullcontext():
        _measure(asked)
    return 0


def _measure(asked: argparse.Namespace) -> None:
    if asked.server:
        _report_speed(partial(_served, asked.delay, asked.at_once), asked.begin, asked.minutes, asked.only)
    elif asked.shape:
        with tempfile.TemporaryDirectory() as folder:
            path, kind = Path(folder) / "random.gguf", "F16" if asked.shape == "toy" else "Q4_0"
            shape = {**SHAPES[asked.shape], **({"layers": asked.layers} if asked.layers else {})}
            make_random_gguf(path, context=32768, words_of=BUNDLED, kind=kind, **shape)
            _report_speed(partial(_computed, path), asked.begin, asked.minutes, asked.only)
    else:
        for residents in asked.residents:
            _report_counts(residents, asked.until, asked.full)
