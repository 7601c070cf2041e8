"""What a stretch of a town's day costs with a model of a real shape, and what each way of saving is worth.

``python -m sim.bench game-day [--shape 0.5B] [--minutes 4] [--ways all,words,today,...]`` lives two_days by the script until
``--from`` and then lets a model of random weights live on. It is taught its replies: it reads every prompt and computes every
token that it writes, but the tokens are the script's, so lengths and lives are real and the same in every way. The model knows
no beginning of a prompt then, which holds of no hour but a run's first; ``--warm 60`` lets it live an hour before, unmeasured.
The ways take turns in one process; figures are wall seconds, processor seconds and ratios to the first way.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from sim import Town
from sim.answer.opening import open_answerer
from sim.answer.protocol import Answer, write_schema
from sim.bench.in_full import Words, reply_in_full
from sim.bench.random_gguf import make_random_gguf
from sim.engine.assignment import Assignment
from sim.engine.backend import Backend
from sim.llm import open_model
from sim.llm.base import ModelInfo, Prompt, Usage
from sim.llm.llamacpp import MAX_DRAFT, LlamaModel
from sim.llm.prompt_lookup import NGRAM_SIZES
from sim.llm.trial import TOWN_MIND
from sim.prompts import Question, full, render
from sim.world.clock import Clock as TownClock

SCENARIO = Path(__file__).resolve().parents[2] / "scenarios" / "two_days.yaml"
SHAPES: dict[str, dict[str, Any]] = {
    "135M": {"d": 576, "layers": 30, "heads": 9, "kv_heads": 3, "ff": 1536, "vocab": 49152},
    "0.5B": {"d": 896, "layers": 24, "heads": 14, "kv_heads": 2, "ff": 4864, "vocab": 151936},
    "1.7B": {"d": 2048, "layers": 28, "heads": 16, "kv_heads": 8, "ff": 6144, "vocab": 49152},
    "toy": {"d": 64, "layers": 1, "heads": 2, "kv_heads": 1, "ff": 128, "vocab": 0},
}
KEPT_BEFORE = 21_845
"""Tokens of a 0.5B model's cache that 256 MiB hold."""
TOY = 20 * 2**20
"""Bytes of a file below which a shape is good for counting alone."""
WAYS = {
    "all": "the model answers everything",
    "words": "a helper answers what is not words",
    "talk": "a helper answers what is not talk",
    "today": "as before: everything, the hour first in every prompt, beginnings kept whole in 256 MiB, long drafts, one core",
    "brief": "everything in the brief register, with its many small questions",
    "without-order": "the hour stands before memories and room",
    "without-cells": "beginnings of prompts are kept whole, and only those that two prompts had in common",
    "without-prefix": "no beginnings of prompts are kept",
    "without-batching": "one question at a time",
    "long-drafts": "words are guessed from the prompt as freely as for a small model",
    "without-drafts": "no words are guessed from the prompt",
    "without-forced": "what the grammar forces is asked for token by token",
    "one-by-one": "llama-cpp-python's high-level class: a question at a time, token by token, its grammar, one kept beginning",
}

IN_STEP = ("today", "one-by-one")
"""Ways that other programs go, and this one went: the town waits for every reply."""
FORGETS = 10.0
"""Minutes after which they have forgotten every prompt: they keep the last one, or the last six."""


@dataclass
class Figures:
    """What a way has cost so far."""

    minutes: float = 0.0
    wall: float = 0.0
    processor: float = 0.0
    questions: int = 0
    rounds: int = 0
    usage: Usage = field(default_factory=Usage)
    decoding: float = 0.0
    reading: float = 0.0
    sampling: float = 0.0


class Taught(Words):
    """Counts what it costs ``model`` to read every prompt and to write the script's replies."""

    def __init__(self, model: LlamaModel, singly: bool = False, prompts: str = "full") -> None:
        super().__init__(model)
        self.singly, self.prompts, self.figures, model.teacher = singly, prompts, Figures(), self.lesson

    def ask(self, questions: Sequence[Question[Any]]) -> None:
        self.figures.questions += len(questions)
        self.figures.rounds += len(questions) if self.singly else 1
        self._spend([[q] for q in questions] if self.singly else [questions])
        self.lessons.clear()

    def _spend(self, batches: Sequence[Sequence[Question[Any]]]) -> None:
        assert self.free
        for batch in batches:
            for answer in self.free.answer(batch):
                self.figures.usage += answer.usage


def hour_first(
    q: Question[Any], budget: float = inf, plain: bool = False, render: Callable[..., Prompt] = full.render
) -> Prompt:
    """A full prompt whose hour stands where the moment begins, so that everything behind it is new every minute."""
    prompt = render(q, budget, plain)
    task, moment = prompt.user.split("\n\n", 1)
    before, now, after = moment.rpartition("\nNow: ")
    hour, rest = after.split("\n", 1)
    return replace(prompt, user=f"{task}\n\nNow: {hour}\n{before}\n{rest}" if now else prompt.user)


class OneByOne(Taught):
    """The same through llama-cpp-python's high-level class as it comes, with its own grammar for each reply's form, as most
    programs use it. It is taught by a processor of its logits."""

    def __init__(self, model: LlamaModel, path: Path) -> None:
        super().__init__(model, singly=True)
        from llama_cpp import Llama

        self._model, self._speller = model, model._speller
        self._llama = Llama(str(path), n_ctx=model.context, verbose=False)

    def _spend(self, batches: Sequence[Sequence[Question[Any]]]) -> None:
        from llama_cpp import LlamaGrammar, LogitsProcessorList

        for (q,) in batches:
            prompt, written = render(q), 0
            tokens, _ = self._model._encode(prompt)
            lesson = [*self._tokens(self.lessons[prompt.system, prompt.user]), self._llama.token_eos()]

            def teach(_: Any, logits: Any, lesson: Sequence[int] = lesson) -> Any:
                nonlocal written
                kept, logits[:] = logits[lesson[written]], -np.inf
                logits[lesson[written]] = kept
                written += 1
                return logits

            known = self._llama._input_ids.tolist()
            reused = next((i for i, (a, b) in enumerate(zip(known, tokens, strict=False)) if a != b), len(known))
            grammar = LlamaGrammar.from_json_schema(write_schema(q.schema()), verbose=False)
            self._llama.create_completion(
                tokens, max_tokens=len(lesson), grammar=grammar, logits_processor=LogitsProcessorList([teach])
            )
            self.figures.usage += Usage(len(tokens), min(reused, len(tokens) - 1), written)

    def _tokens(self, text: str) -> list[int]:
        rest, found, allowed = text.encode(), list[int](), np.ones(len(self._speller.pieces), np.bool_)
        while rest and (token := self._speller.next(rest, allowed)) >= 0:
            found.append(token)
            rest = rest[len(self._speller.pieces[token]) :]
        return found


class GivenHelper:
    """A helper that computes its own answers but returns the script's, so that every way lives the same life."""

    def __init__(self, taught: Taught) -> None:
        self.taught, self.model = taught, open_model("town-mind")
        self._guided, self.questions = open_answerer(self.model), 0

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        if self.taught.asking:
            self._guided.answer([q.in_brief() for q in questions])
            self.questions += len(questions)
        return [reply_in_full(self.taught.script, q, self.taught.mode) for q in questions]


class Shared(Taught):
    """The model answers its share by ``table``, the helper the rest."""

    def __init__(self, model: LlamaModel, table: str) -> None:
        super().__init__(model)
        self._share, self.beside = Assignment(table), GivenHelper(self)

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        mine = self._share([("", q) for q in questions])
        own = iter(super().answer([q for q, is_own in zip(questions, mine, strict=True) if is_own]) if any(mine) else ())
        helped = iter(self.beside.answer([q for q, is_own in zip(questions, mine, strict=True) if not is_own]))
        return [next(own if is_own else helped) for is_own in mine]


@contextmanager
def way(name: str, path: Path) -> Iterator[Taught]:
    """The answerer of a way, over a model opened for it."""
    with ExitStack() as stack:
        if name == "without-drafts":
            stack.enter_context(mock.patch("sim.llm.llamacpp.MAX_DRAFT", 0))
        if name == "without-forced":
            stack.enter_context(mock.patch("sim.llm.grammar.Grammar.consume_forced", lambda self: []))
        if name == "today":
            stack.enter_context(mock.patch("sim.llm.llamacpp.physical_cores", lambda usable: 1))
        if name in ("today", "long-drafts"):
            drafts: dict[str, Any] = {"MAX_DRAFT_LARGE": MAX_DRAFT, "DRAFT_AFTER_LARGE": NGRAM_SIZES[-1]}
            stack.enter_context(mock.patch.multiple("sim.llm.llamacpp", **drafts))
        if name in ("today", "without-cells"):
            stack.enter_context(mock.patch("sim.llm.prefix_cache.Cells.of", lambda state, count: None))
        if name in ("today", "without-order"):
            stack.enter_context(mock.patch("sim.prompts.full.render", hour_first))
        if path.stat().st_size < TOY:  # counts tokens as a large model would read them
            stack.enter_context(mock.patch("sim.llm.llamacpp.LARGE_MODEL", 0))
        model = open_model(str(path))
        assert isinstance(model, LlamaModel)
        stack.callback(model.close)
        if name in ("today", "without-prefix"):
            model._batcher._cache.max_bytes = KEPT_BEFORE * model._weights.needs.cell if name == "today" else 0
        if name == "one-by-one":
            yield OneByOne(model, path)
        elif name in ("words", "talk"):
            shared = Shared(model, name)
            stack.callback(shared.beside.model.close)
            yield shared
        else:
            yield Taught(model, name == "without-batching", "brief" if name == "brief" else "full")


def live(taught: Taught, begin: str, minutes: float, thinking: bool = False, warm: float = 0.0) -> Figures:
    """Live by the script alone until ``warm`` minutes before ``begin``, then with the model, ``thinking`` while the town goes
    on or not; returns what the ``minutes`` from ``begin`` on cost."""
    assert isinstance(taught.model, LlamaModel)
    timings = taught.model.timings
    with Town.load(
        SCENARIO, model=Backend(taught, None, ModelInfo("taught", "", False, 0), "hash", "fake"), thinking=thinking
    ) as town:
        tick = town.engine.scenario.rules.tick
        town.run(ticks=(TownClock(town.engine.scenario.start).parse_when(begin, 0) - round(warm * 60)) // tick)
        taught.asking = True
        town.run(begin)
        taught.figures, before = Figures(), replace(timings)
        wall, processor, at = time.perf_counter(), time.process_time(), town.engine.at
        town.run(ticks=round(minutes * 60 / tick))
        figures = taught.figures
        figures.wall, figures.processor = time.perf_counter() - wall, time.process_time() - processor
        figures.minutes = (town.engine.at - at) / 60
    figures.decoding, figures.reading = timings.decoding - before.decoding, timings.reading - before.reading
    figures.sampling = timings.sampling - before.sampling
    return figures


def main(argv: Sequence[str]) -> int:
    """Live, measure and print."""
    parser = argparse.ArgumentParser(prog="python -m sim.bench game-day")
    parser.add_argument("--shape", choices=SHAPES, default="0.5B")
    parser.add_argument("--layers", type=int, help="fewer layers than the shape has, for a quick try")
    parser.add_argument("--from", dest="begin", default="10:00", metavar="HH:MM")
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--ways", default="today,all,words,one-by-one", help=f"of {', '.join(WAYS)}")
    parser.add_argument(
        "--thinking", action="store_true", help=f"minds think while the town goes on, not in {', '.join(IN_STEP)}"
    )
    parser.add_argument("--warm", type=float, default=0.0, help="minutes with the model before, which are not measured")
    asked = parser.parse_args(argv)
    shape = {**SHAPES[asked.shape], **({"layers": asked.layers} if asked.layers else {})}
    kind = "F16" if asked.shape == "toy" else "Q4_0"
    with tempfile.TemporaryDirectory() as folder:
        path = make_random_gguf(Path(folder) / "random.gguf", context=32768, words_of=TOWN_MIND, kind=kind, **shape)
        print(f"{asked.shape}{f' with {asked.layers} layers' if asked.layers else ''}, {path.stat().st_size / 2**20:.0f} MiB")
        print(HEAD)
        first: Figures | None = None
        for name in asked.ways.split(","):
            with way(name, path) as taught:
                before = min(asked.warm, FORGETS) if name in IN_STEP else asked.warm
                figures = live(taught, asked.begin, asked.minutes, asked.thinking and name not in IN_STEP, before)
            first = first or figures
            print(row(name, figures, first), flush=True)
    return 0


COLUMNS: tuple[tuple[str, Callable[[Figures], str]], ...] = (
    ("min/s", lambda f: f"{f.minutes / f.wall:.4f}"),
    ("wall s", lambda f: f"{f.wall:.1f}"),
    ("cpu s", lambda f: f"{f.processor:.1f}"),
    ("asked", lambda f: f"{f.questions}"),
    ("at once", lambda f: f"{f.questions / max(1, f.rounds):.1f}"),
    ("read", lambda f: f"{f.usage.prompt}"),
    ("served", lambda f: f"{f.usage.reused / max(1, f.usage.prompt):.1%}"),
    ("written", lambda f: f"{f.usage.generated}"),
    ("reading s", lambda f: f"{f.reading:.1f}"),
    ("writing s", lambda f: f"{f.decoding - f.reading:.1f}"),
    ("grammar s", lambda f: f"{f.sampling:.1f}"),
    ("ours", lambda f: f"{max(0.0, f.wall - f.decoding - f.sampling) / f.wall:.0%}" if f.decoding else "-"),
)
HEAD = f"{'way':18}" + "".join(f"{name:>10}" for name, _ in COLUMNS) + f"{'times':>8}"


def row(name: str, figures: Figures, first: Figures) -> str:
    """A line of the table; the last column is game minutes per second against the first way's."""
    times = figures.minutes / figures.wall / (first.minutes / first.wall)
    return f"{name:18}" + "".join(f"{cell(figures):>10}" for _, cell in COLUMNS) + f"{times:>8.2f}"
