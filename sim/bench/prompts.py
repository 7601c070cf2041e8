"""What capable minds cost: questions per resident and day, tokens of their prompts, and how many of them a cache serves.

``python -m sim.bench prompts [SCENARIO] [--until WHEN] [--style all|full|small] [--model GGUF]`` lives a stretch in the full
register with the script's replies; the life is the same in every style. Every prompt is put to ``--model`` (default: random
weights behind the bundled model's vocabulary) in the town's real order, which counts the tokens that its prefix cache serves;
the model's own replies are not used.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from sim import Town
from sim.answer.protocol import Answer
from sim.answer.register import STYLES
from sim.bench.in_full import Words
from sim.bench.random_gguf import make_random_gguf
from sim.engine.backend import Backend
from sim.llm import open_model
from sim.llm.base import Generate, Model, ModelInfo, Usage
from sim.llm.trial import TOWN_MIND
from sim.prompts import Question

SCENARIO = Path(__file__).resolve().parents[2] / "scenarios" / "two_days.yaml"
CONTEXT = 8192


class ShownPrompts(Words):
    """Answers by the script what is asked in the full register, and shows every prompt to ``reader``."""

    def __init__(self, model: Model, style: str) -> None:
        super().__init__(None)
        self.register, self.tokens = STYLES[style], Counter[str]()
        self.reader, self.usage, self.kinds = model, Usage(), Counter[str]()

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        self.kinds.update(question.task for question in questions)
        replies = self.reader.ask([Generate(self.register.prompt(question), max_tokens=1) for question in questions])
        for question, reply in zip(questions, replies, strict=True):
            self.tokens[question.task] += reply.usage.prompt
        self.usage = sum((reply.usage for reply in replies), self.usage)
        return super().answer(questions)


def main(argv: list[str]) -> int:
    """Live, count and print."""
    parser = argparse.ArgumentParser(prog="python -m sim.bench prompts")
    parser.add_argument("scenario", nargs="?", default=str(SCENARIO))
    parser.add_argument("--until", default="23:59")
    parser.add_argument("--style", choices=STYLES, default="full", help="for whom the prompts are")
    parser.add_argument("--model", help="a GGUF file (default: random weights)")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        path = args.model or make_random_gguf(Path(folder) / "random.gguf", d=16, layers=1, context=CONTEXT, words_of=TOWN_MIND)
        with mock.patch("sim.llm.llamacpp.LARGE_MODEL", 0):  # random weights count tokens as a large model would read them
            model = open_model(str(path))
        try:
            _report(args, model)
        finally:
            model.close()
    return 0


def _report(args: argparse.Namespace, model: Model) -> None:
    answerer = ShownPrompts(model, args.style)
    backend = Backend(answerer, None, ModelInfo("script in full", "", False, 0), "hash", "fake")
    with Town.load(args.scenario, model=backend, until=args.until) as town:
        town.run()
        people, days = len(town.scenario.residents), town.engine.at / 86400
    count, usage = sum(answerer.kinds.values()), answerer.usage
    each = count / people / max(1, round(days))
    print(f"{people} residents, {days:.2f} days, {count} questions: {each:.0f} a resident and day")
    print("  " + ", ".join(f"{task} {n / people:.1f}" for task, n in answerer.kinds.most_common()))
    print("  tokens: " + ", ".join(f"{task} {n / answerer.kinds[task]:.0f}" for task, n in answerer.tokens.most_common()))
    share = usage.reused / max(1, usage.prompt)
    print(f"{usage.prompt / max(1, count):.0f} tokens a prompt, {share:.1%} of them served from the cache")
