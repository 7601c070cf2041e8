"""The exam's command line: opens the model, has it answer, and prints or writes the results."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

from sim.answer.opening import open_answerer
from sim.answer.protocol import Answer
from sim.llm.base import Model, ModelError
from sim.llm.loading import open_model
from sim.training.checks import problems
from sim.training.compose import composed
from sim.training.exam import measures, perplexity, samples, table, talks
from sim.training.exam.run_exam import ExamRun, answer_all
from sim.training.exam.statistics import Row
from sim.training.example import Example

SAMPLES = 50
POOL = 3
"""Questions that are searched for two people who may talk with each other, as a multiple of the exam's."""
GOAL_SPEED = 10.0
"""Mixed questions per second on one core, for a model of up to 8 million parameters."""


def main(argv: Sequence[str]) -> int:
    """Examine. Returns 0 when done, 2 for wrong usage, 3 where the model is missing or unusable."""
    options = _parser().parse_args(argv)
    try:
        fake = options.model == "fake"
        model = None if fake else open_model(options.model, threads=options.threads, gpu_layers=options.gpu_layers)
        return _examine(model, options)
    except ModelError as error:
        print(error, file=sys.stderr)
        return 3


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m sim.training exam", description="Examine a model on held-out situations.")
    parser.add_argument("model", help="bundled, a .gguf file, a preset, a URL ending in /v1, or fake for the script itself")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--guided", dest="modes", action="store_const", const=("guided",), help="the script proposes, it chooses")
    way.add_argument("--free", dest="modes", action="store_const", const=("free",), help="it writes and chooses by itself")
    way.add_argument(
        "--both", dest="modes", action="store_const", const=("guided", "free"), help="one after the other (default)"
    )
    parser.add_argument("--count", type=_positive, default=2000, help="situations (default 2000)")
    parser.add_argument("--seed", type=int, default=0, help="another exam of the same kind (default 0)")
    parser.add_argument("--talks", type=int, default=60, help="talks with itself at most (default 60)")
    parser.add_argument("--gold", type=int, default=400, help="gold replies for perplexity at most (default 400)")
    parser.add_argument("--threads", type=_positive, default=1, help="threads of the model (default 1)")
    parser.add_argument("--gpu-layers", type=int, default=0)
    parser.add_argument("--samples", type=Path, help=f"a Markdown file for {SAMPLES} samples to read")
    parser.add_argument("--json", action="store_true", help="JSON in place of the table")
    parser.add_argument("--markdown", action="store_true", help="the table as Markdown, for a model card")
    parser.set_defaults(modes=("guided", "free"))
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("give 1 or more")
    return number


def _examine(model: Model | None, options: argparse.Namespace) -> int:
    """Ask, play and report; without a model the script itself is examined."""
    name, modes = (model.info.name, options.modes) if model else ("fake", ("scripted",))
    made = list(islice(composed(options.seed, "held-out"), options.count * (POOL if options.talks else 1)))
    examples, pool = made[: options.count], [example.question for example in made]
    likely = _perplexity(model, examples, options)
    results: dict[str, list[Row]] = {}
    answers: dict[str, Sequence[Answer]] = {}
    played: dict[str, Sequence[talks.Talk]] = {}
    for mode in modes:
        who = open_answerer(model, guided=mode == "guided")
        run = answer_all(who, [example.question for example in examples], _watch(mode, len(examples)))
        played[mode] = talks.find_talks(pool, options.talks)
        talks.play(who, played[mode])
        answers[mode] = run.answers
        results[mode] = [*measures.rows(examples, run.answers), *talks.rows(played[mode]), *likely, _speed(run, options)]
    _deliver(name, options, results)
    if options.samples:
        page = samples.page(f"Samples of {name}", examples, answers, played, SAMPLES)
        options.samples.write_text(page, encoding="utf-8")
    return 0


def _perplexity(model: Model | None, examples: Sequence[Example], options: argparse.Namespace) -> list[Row]:
    """Rows of perplexity over examples whose scripted reply has no problem; none for a server, which does not tell how likely a
    given text is."""
    if model is None or _remote(options):
        return []
    gold = (example for example in examples if not problems(example.question, example.reply))
    return perplexity.perplexity(model, list(islice(gold, options.gold)))


def _remote(options: argparse.Namespace) -> bool:
    return bool(options.model.startswith(("http://", "https://")))


def _watch(mode: str, count: int) -> Callable[[int], None]:
    """A progress line, where standard error is a terminal."""
    if not sys.stderr.isatty():
        return lambda _: None
    return lambda done: print(f"\r{mode}: {done} of {count} answered ", end="", file=sys.stderr, flush=True)


def _speed(run: ExamRun, options: argparse.Namespace) -> Row:
    """Questions per second of processor time; for a server, which computes elsewhere, by the clock."""
    seconds = run.wall if _remote(options) else run.work
    name = "questions per second by the clock" if _remote(options) else "questions per second of one core"
    return Row(name, len(run.answers) / max(seconds, 1e-9), len(run.answers), unit="", goal=GOAL_SPEED)


def _deliver(name: str, options: argparse.Namespace, results: table.Results) -> None:
    if options.json:
        head = {"model": name, "count": options.count, "seed": options.seed}
        print(table.as_json(head, results))
    elif options.markdown:
        print(table.as_markdown(results))
    else:
        print(table.as_text(f"{name}: {options.count} held-out situations, seed {options.seed}", results))
