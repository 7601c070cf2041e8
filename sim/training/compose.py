"""The endless stream of training examples, from simulated towns and composed questions: ``python -m sim.training compose``.

``examples(seed, part)`` is deterministic; ``"held-out"`` has names, news and worlds that ``"train"`` never sees. Only examples
with reference replies are yielded: those of the script that pass the exam's own checks.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import count, islice
from pathlib import Path
from typing import Any

from sim.answer.scripted import Script
from sim.answer.scripted.dice import Dice
from sim.answer.tiny.decomposition import DEALT, by_line, portions
from sim.answer.tiny.shown import Shown
from sim.answer.tiny.simplify import to_the_point
from sim.answer.tiny.suggestions import GIVEN, with_suggestions
from sim.prompts import Question, Reply, to_json
from sim.training import checks
from sim.training.checks.verdict import full_names, written
from sim.training.example import Example, as_row
from sim.training.situations.composed_questions import BUILDERS, compose_question
from sim.training.situations.data_split import PARTS, PartBanks
from sim.training.situations.lived_towns import Pair, by_task, live_town, script_of
from sim.training.situations.scenarios import make_scenario
from sim.training.situations.stage import Stage
from sim.training.situations.talks import talk

_SEAM = re.compile(r"\bthey (?:told|said to) (?:they|them)\b|\{|\}|\ba an?\b|\bthe (?:a|an|the)\b|  |\bundefined\b")
"""Places where texts were put together badly."""


def problems(example: Example) -> list[str]:
    """What is wrong with an example's reply, as ``check: reason``; empty for a reference reply.

    What is suggested counts as told, unless the whole reply is chosen among it.
    """
    shown = example.shown if example.task not in GIVEN else None
    found = checks.problems(example.question, example.reply, shown.suggestions if shown else ())
    if shown and not found and not shown.sound(example.reply):
        found = [f"shape: not among what is suggested: {to_json(example.reply)}"]
    return [*found, *(f"seam: {reason}" for reason in _seams(example))]


def _seams(example: Example) -> list[str]:
    """Texts with open slots, doubled articles, or an article before a name (``the Mara Lind dances``)."""
    named = _articled(tuple(sorted(full_names(example.question))))
    texts = written(example.question, example.reply)
    return [text for text in texts if _SEAM.search(text) or (named is not None and named.search(text))]


@lru_cache(maxsize=512)
def _articled(names: tuple[str, ...]) -> re.Pattern[str] | None:
    """``the`` in front of one of these full names."""
    people = sorted(re.escape(name) for name in names if " " in name and not name.startswith("The "))
    return re.compile(rf"\b[Tt]he (?:{'|'.join(people)})(?!['\u2019])\b") if people else None


SHARES: Mapping[str, float] = {
    "say": 26, "react": 9, "recap": 9, "plan": 8, "rate": 8, "answer": 8, "steps": 7, "insights": 5, "replan": 4, "relation": 3,
    "questions": 2, "observe": 2, "answer_choice": 2, "summary": 1.5, "focus": 1.5, "condense": 1.5, "answer_scale": 1,
    "state": 1, "icon": 1, "place": 1, "queries": 1, "merge": 1,
}  # fmt: skip
"""Shares of the kinds of questions in the exam, in percent of ``ROUND``; they add up to a little more than 100."""
TRAINING_SHARES: Mapping[str, float] = {
    **SHARES, "recap": 12, "rate": 14, "say": 22, "answer": 9, "insights": 6, "condense": 2.5, "observe": 2.5, "steps": 3,
    "plan": 7, "replan": 3,
}  # fmt: skip
"""Shares in training: more of what has to be looked up or judged, less of what is long. They add up to more than 100."""
ROUND = 1300
"""Examples of a round, which goes with one simulated town."""
LIVED_SHARE = {"train": 0.5, "held-out": 0.85}
"""Most of a kind's examples that come from simulated towns. Towns repeat themselves and little goes wrong there, so training
sees more of what is composed."""
LINE_SHARE = 0.75
"""Share of the talks to be summed up of which only one line is asked about."""
TEACHING_SHARE = 0.6
"""Share of those lines that are chosen among the ones that teach something: most lines of a talk do not."""
FROM_MEMORIES = frozenset({"answer", "react", "answer_choice", "answer_scale"})
"""Kinds whose reply follows from the memories: it is given again from those that a small mind is shown."""
STAGE_QUESTIONS = 40
"""Composed questions on one stage."""
LONGEST = 2400
"""Characters of memories that fit into a context of 1,024 tokens beside the rest of a prompt."""
CHARACTERS = 2.8
"""Characters per token of the bundled vocabulary in such texts, for the figure of tokens per second."""


def examples(seed: int, part: str = "train") -> Iterator[Example]:
    """Endless; the same for the same seed and part. Raises ``ValueError`` for an unknown part."""
    return (example for example in composed(seed, part) if not problems(example))


def one_round(seed: int, number: int, part: str = "train") -> list[Example]:
    """All that ``examples(seed, part)`` yields of one round. Processes that share the work take whole rounds, so that each town
    is simulated once."""
    return [example for example in _round(seed, part, number) if not problems(example)]


def composed(seed: int, part: str = "train") -> Iterator[Example]:
    """As ``examples``, before anything is sorted out."""
    if part not in PARTS:
        raise ValueError(f"part {part!r}: there are {' and '.join(PARTS)}")
    for number in count():
        yield from _round(seed, part, number)


@lru_cache(maxsize=2)
def _teacher(part: str) -> tuple[PartBanks, Script]:
    """The banks of a part and the script that speaks from them; read once a process."""
    banks = PartBanks(part)
    return banks, script_of(banks)


def _round(seed: int, part: str, number: int) -> Iterator[Example]:
    """A simulated town's questions, filled up with played talks and composed questions to the table's shares, in random
    order."""
    (banks, script), dice = _teacher(part), Dice(seed, f"{part} round {number}")
    lived = by_task(live_town(dice.fork("town"), banks, script))
    made: list[Example] = []
    missing: dict[str, int] = {}
    for task, share in (TRAINING_SHARES if part == "train" else SHARES).items():
        wanted = max(1, round(ROUND * share / 100))
        kept = dice.some(lived.get(task, []), min(wanted, round(wanted * LIVED_SHARE[part]) + 1))
        made += [Example(*_shortened(question, reply, dice, script), "town") for question, reply in kept]
        missing[task] = wanted - len(kept)
    made += [Example(question, reply, "random") for question, reply in _fill_up(missing, dice.fork("fill"), banks, script)]
    for example in dice.order(made):
        yield _as_trained(example, part, dice, script)


def _shortened(question: Question[Any], reply: Reply, dice: Dice, script: Script) -> Pair:
    """Every other question with more memories than a small context holds, asked again without the last ones, as the model would
    read it (``sim/llm/truncation``)."""
    shown = question.memories
    if sum(map(len, shown)) <= LONGEST or dice.chance(0.5):
        return question, reply
    while len(shown) > 1 and sum(map(len, shown)) > LONGEST:
        shown = shown[:-1]
    shorter = replace(question, memories=shown, spare=())
    return shorter, script.answer(shorter)


def _as_trained(example: Example, part: str, dice: Dice, script: Script) -> Example:
    """In training one portion of a question as a small mind is shown it (``sim/answer/tiny``); held-out ones stay whole."""
    if part != "train":
        return example
    q = example.question
    if q.task == "recap":
        return _talk_as_trained(example, dice, script)
    split = portions(q) if q.task in DEALT else None
    if split and (split.numbers or len(split.questions) > 1):
        shown = dice.pick(split.questions)
        return Example(shown.question, script.answer(shown.question), example.source, shown)
    if q.task in FROM_MEMORIES:
        asked = to_the_point(q)
        return Example(asked, script.answer(asked), example.source, with_suggestions(asked, script))
    return replace(example, shown=with_suggestions(q, script))


def _talk_as_trained(example: Example, dice: Dice, script: Script) -> Example:
    """What one line of the talk teaches, or the whole talk."""
    q, lines = example.question, by_line(example.question)
    if lines and dice.chance(LINE_SHARE):
        teaching = [line for line in lines if script.answer(line).learned]
        asked = dice.pick(teaching if teaching and dice.chance(TEACHING_SHARE) else lines)
        return Example(asked, script.answer(asked), example.source, Shown(asked))
    return replace(example, shown=with_suggestions(q, script))


def _fill_up(missing: Mapping[str, int], dice: Dice, banks: PartBanks, script: Script) -> Iterator[Pair]:
    """The ``missing`` number of examples of each kind: first whole talks, then one question at a time."""
    left = dict(missing)
    stage = _stage(dice.fork("stage 0"), banks)
    talks = 0
    while left["say"] > 0 or left["recap"] > 0:
        stage.dice = dice.fork(f"talk {talks}")
        talks += 1
        if talks % 8 == 0:
            stage = _stage(dice.fork(f"stage of talk {talks}"), banks)
        for question, reply in talk(stage, script):
            if left[question.task] > 0:
                left[question.task] -= 1
                yield question, reply
    rest = [task for task, count in left.items() for _ in range(max(0, count)) if task in BUILDERS]
    for i, task in enumerate(dice.order(rest)):
        if i % STAGE_QUESTIONS == 0:
            stage = _stage(dice.fork(f"stage {i}"), banks)
        question = compose_question(task, stage, dice.fork(f"{task} {i}"))
        yield question, script.answer(question)


def _stage(dice: Dice, banks: PartBanks) -> Stage:
    return Stage(make_scenario(dice.fork("made"), banks), banks, dice.fork("stage"))


def main(argv: list[str]) -> int:
    """Write examples as JSON lines, and print their kinds and the speed."""
    parser = argparse.ArgumentParser(prog="python -m sim.training compose", description="Compose training examples.")
    parser.add_argument("--count", type=int, default=1000, help="examples (default 1000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--part", choices=PARTS, default="train")
    parser.add_argument("--out", type=Path, help="a .jsonl file to write them to (default: none, only the figures)")
    options = parser.parse_args(argv)
    if options.count < 1:
        parser.error("--count is at least 1")
    if options.out and not options.out.parent.is_dir():
        parser.error(f"--out {options.out}: there is no folder {options.out.parent}; make it first")
    began = time.process_time()
    rows = [as_row(example) for example in islice(examples(options.seed, options.part), options.count)]
    seconds = time.process_time() - began
    if options.out:
        options.out.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    _report(rows, seconds)
    return 0


def _report(rows: list[dict[str, str]], seconds: float) -> None:
    size = sum(len(row["system"]) + len(row["user"]) + len(row["reply"]) for row in rows)
    tasks, sources = Counter(row["task"] for row in rows), Counter(row["source"] for row in rows)
    print("  ".join(f"{task} {count}" for task, count in tasks.most_common()))
    print(f"{len(rows)} examples, {sources['town']} of them lived; {size / max(1, len(rows)):.0f} characters each")
    speed = len(rows) / max(seconds, 1e-9)
    print(f"{speed:.0f} examples and about {size / CHARACTERS / max(seconds, 1e-9):.0f} tokens per second of one core")
