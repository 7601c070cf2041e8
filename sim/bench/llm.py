"""What the model room gains over asking one by one: ``python -m sim.bench llm``. Ratios within one run, on this machine.

The town's own answerers ask (a small mind guided, any other freely) sixteen residents' questions at a time. The rival is
llama-cpp-python's own high-level class with its own JSON grammar, one question after another, on the same file in the same
layout, the same threads and the same questions; the two take turns. Rates are per second of processor time and thread, so that
other programs on the machine do not blur them; only the busy neighbour is measured by the clock on the wall.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from sim.answer.guided import PROPOSALS
from sim.answer.opening import open_answerer
from sim.answer.protocol import Answerer
from sim.answer.scripted import Script
from sim.bench.questions import questions, written
from sim.bench.random_gguf import HALF, make_random_gguf
from sim.llm.base import Generate, Generated, Score, Scored, Usage
from sim.llm.library import library
from sim.llm.llamacpp import LlamaModel
from sim.llm.loading import BUNDLED, open_model
from sim.llm.weight_layout import choose_layout
from sim.prompts import Question

Goal = tuple[str, float, float]
"""What was measured, its value, and the least it should be."""
BATCH = 16


def main(argv: Sequence[str]) -> int:
    """Print the table; 0 when every ratio reaches its goal."""
    parser = argparse.ArgumentParser(prog="python -m sim.bench llm", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--model", default="bundled", help="bundled, half (0.5B shape, random weights) or a .gguf file")
    parser.add_argument("--count", type=int, default=48, help="questions asked in sixteens (default 48)")
    parser.add_argument("--before", type=int, default=240, help="questions asked earlier in the day (default 240)")
    parser.add_argument("--longest", type=int, default=160, help="most tokens of a written reply (default 160)")
    parser.add_argument("--rival", type=int, default=16, help="of each sixteen, how many are asked one by one too (default 16)")
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--no-neighbour", action="store_true", help="leave the busy neighbour out: for large models")
    asked = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        return _report(_file(asked.model, Path(folder)), asked)


def _file(name: str, folder: Path) -> Path:
    if name == "half":
        return make_random_gguf(folder / "half.gguf", kind="Q4_0", words_of=BUNDLED, **HALF)
    return BUNDLED if name == "bundled" else Path(name)


class Brief:
    """A model whose written replies are at most ``longest`` tokens long (random weights never come to an end)."""

    def __init__(self, model: LlamaModel, longest: int) -> None:
        self.model, self.longest, self.info, self.usages = model, longest, model.info, list[Usage]()

    def ask(self, requests: Sequence[Generate | Score]) -> list[Generated | Scored]:
        replies = self.model.ask([self._shortened(request) for request in requests])
        self.usages += [reply.usage for reply in replies]
        return replies

    def _shortened(self, request: Generate | Score) -> Generate | Score:
        return replace(request, max_tokens=min(self.longest, request.max_tokens)) if isinstance(request, Generate) else request

    def close(self) -> None:
        self.model.close()


@dataclass
class Tally:
    """Sums over what was asked one way: questions, seconds of processor time per thread and by the clock, tokens."""

    name: str
    asked: int = 0
    work: float = 0.0
    wall: float = 0.0
    decoding: float = 0.0
    sampling: float = 0.0
    prompt: int = 0
    reused: int = 0
    generated: int = 0

    @property
    def rate(self) -> float:
        return self.asked / self.work

    @property
    def python(self) -> float:
        """Share of the wall time that is not spent inside llama.cpp."""
        return 1 - self.decoding / self.wall

    def show(self) -> None:
        computed = (self.prompt - self.reused + self.generated) / self.work
        sampling = self.sampling / self.wall
        print(f"{self.name:36} {self.rate:7.2f} questions/s, {computed:.0f} tokens/s computed,", end=" ")
        print(
            f"{self.reused / self.prompt:.0%} of prompts reused; of {self.wall:.1f} s: llama.cpp {1 - self.python:.1%},",
            end=" ",
        )
        print(f"logits and grammars {sampling:.1%}, other Python {self.python - sampling:.1%}", flush=True)


def _report(path: Path, asked: argparse.Namespace) -> int:
    script = Script()
    inner = open_model("bundled" if path == BUNDLED else str(path), threads=asked.threads)
    assert isinstance(inner, LlamaModel)
    model = Brief(inner, asked.longest)
    answerer = open_answerer(model, script=script)
    for some in _sixteens(script, asked.before, 2):
        answerer.answer(some)
    goal = 2.5 if path == BUNDLED else 3.5
    mixed, goals = _take_turns(path, asked, model, answerer, goal)
    if not asked.no_neighbour:
        goals += _neighbour(model, answerer, script)
    model.close()
    return _judge(goals, mixed.python, 0.25 if path == BUNDLED else 0.05)


def _take_turns(
    path: Path, asked: argparse.Namespace, model: Brief, answerer: Answerer, goal: float
) -> tuple[Tally, list[Goal]]:
    """Each sixteen questions as the town asks them, then all written, then (some of) them by the rival."""
    mixed, writing = Tally("mixed, as the town asks, batched"), Tally("all written, batched")
    rival, threads = Tally("all written, one by one, high-level"), int(model.info.details["threads"])
    other = _rival(path, threads) if asked.rival else None
    for some in _sixteens(Script(), asked.count, 1):
        _time(mixed, model, partial(answerer.answer, some), len(some))
        _time(writing, model, partial(model.ask, [written(question) for question in some]), len(some))
        if other:
            _one_by_one(rival, other, some[:: max(1, BATCH // asked.rival)], asked.longest)
    mixed.show()
    writing.show()
    goals: list[Goal] = [("prefix reuse", mixed.reused / mixed.prompt, 0.25)]
    if other:
        other.close()
        rival.work /= threads
        print(f"{rival.name:36} {rival.rate:7.2f} questions/s ({rival.asked} of them)")
        goals.append(("mixed / one by one", mixed.rate / rival.rate, goal))
        goals.append(("written / one by one", writing.rate / rival.rate, goal))
    return mixed, goals


def _judge(goals: Sequence[Goal], python: float, limit: float) -> int:
    for name, value, goal in goals:
        print(f"{name:40} {value:7.2f}  (goal: at least {goal}){'' if value >= goal else '  MISSED'}")
    print(f"{'Python between decode calls':40} {python:7.2f}  (goal: at most {limit}){'' if python <= limit else '  MISSED'}")
    return int(any(value < goal for _, value, goal in goals) or python > limit)


def _sixteens(script: Script, count: int, seed: int) -> list[list[Question[Any]]]:
    """``count`` questions that a model is asked at all (the script has more than one proposal), sixteen at a time."""
    asked = (question for question in questions(BATCH, seed) if len(script.propose(question, PROPOSALS)) > 1)
    found = list(islice(asked, count))
    return [found[at : at + BATCH] for at in range(0, count, BATCH)]


def _time(tally: Tally, model: Brief, ask: Callable[[], object], count: int) -> None:
    """Add one batch to ``tally``."""
    before, threads, model.usages = replace(model.model.timings), int(model.info.details["threads"]), []
    began, worked = time.perf_counter(), time.process_time()
    ask()
    tally.wall += time.perf_counter() - began
    tally.work += (time.process_time() - worked) / threads
    tally.asked += count
    tally.decoding += model.model.timings.decoding - before.decoding
    tally.sampling += model.model.timings.sampling - before.sampling
    tally.prompt += sum(usage.prompt for usage in model.usages)
    tally.reused += sum(usage.reused for usage in model.usages)
    tally.generated += sum(usage.generated for usage in model.usages)


def _neighbour(model: Brief, answerer: Answerer, script: Script) -> list[Goal]:
    """What a busy second process costs, by the clock on the wall, and in processor time (which spinning threads would burn)."""
    alone, beside = Tally("mixed, nothing beside it"), Tally("mixed, beside a busy process")
    for quiet, loud in zip(_sixteens(script, 3 * BATCH, 4), _sixteens(script, 3 * BATCH, 5), strict=True):
        _time(alone, model, partial(answerer.answer, quiet), len(quiet))
        busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
        try:
            _time(beside, model, partial(answerer.answer, loud), len(loud))
        finally:
            busy.terminate()
            busy.wait()
    for tally in (alone, beside):
        tally.show()
    wall = (beside.asked / beside.wall) / (alone.asked / alone.wall)
    return [
        ("busy neighbour / alone, by the clock", wall, 0.5),
        ("busy neighbour / alone, processor time", beside.rate / alone.rate, 0.5),
    ]


def _rival(path: Path, threads: int) -> Any:
    """``llama_cpp.Llama`` on the same file, its weights in the same layout (left alone it crashes where there is AMX)."""
    import llama_cpp

    lib = library()
    defaults, kept = lib.llama_model_default_params, []

    def careful() -> Any:
        params = defaults()
        kept.append(choose_layout(params, path, lib.llama_print_system_info()))
        return params

    lib.llama_model_default_params = careful
    try:
        return llama_cpp.Llama(str(path), n_ctx=2048, n_threads=threads, n_threads_batch=threads, verbose=False)
    finally:
        lib.llama_model_default_params = defaults


def _one_by_one(tally: Tally, rival: Any, some: Sequence[Question[Any]], longest: int) -> None:
    began, worked = time.perf_counter(), time.process_time()
    for request in (written(question) for question in some):
        rival.create_chat_completion(
            [{"role": "system", "content": request.prompt.system}, {"role": "user", "content": request.prompt.user}],
            response_format={"type": "json_object", "schema": json.loads(request.schema)},
            max_tokens=min(longest, request.max_tokens),
            temperature=request.temperature,
            seed=request.seed + 1,
        )
    tally.asked, tally.wall = tally.asked + len(some), tally.wall + time.perf_counter() - began
    tally.work += time.process_time() - worked


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
