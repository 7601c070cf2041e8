"""Sheets for people who judge a run blind: samples drawn from it with one question each, and what the filled-in sheets say.

``write_sheets`` draws the same samples for the same run; ``add_up`` reads every ``answers_NAME.csv`` beside them and tells each
reader's result and how far two readers agree. Knows who said what, never who judges.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from sim.analysis.lexical import sentences
from sim.analysis.metrics import Metric, mean_interval, proportion
from sim.analysis.run_context import RunContext
from sim.dice import dice
from sim.record.atomic_write import atomic_files
from sim.record.errors import RunError

KEY_FILE = "key.json"
PEOPLE_FILE = "people.md"
BLANK_FORM = "answers.csv"
OPTIONS = "abcd"
"""The answers to a question with four options."""
AGREE = " agree"
"""Ends the name of a row about the agreement of two readers."""
MIN_WORDS = 6
"""The fewest words of a sentence that is shown."""
MIN_LINES = 3
"""The fewest lines of a talk that is shown."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A question about many samples. ``goal`` is a result to hope for. The result is the mean of marks, the share of right
    letters, or the share of ``yes``."""

    name: str
    question: str
    answers: tuple[str, ...]
    goal: str

    @property
    def marks(self) -> bool:
        """Whether the answers are marks, whose mean counts."""
        return self.answers[0] == "1"


SHEETS = (
    Sheet("speakers", f"Who said this? Judge by the cards in {PEOPLE_FILE}.", tuple(OPTIONS), "at least 60 %, chance is 25 %"),
    Sheet(
        "lines",
        f"By the speaker's card in {PEOPLE_FILE}: does the line take something for granted of its speaker that is not so (a "
        "child, a trade, a past, a place)? What the card leaves open is no contradiction.",
        ("yes", "no"),
        "under 0.5 %",
    ),
    Sheet(
        "insights",
        "Does the conclusion say something that matters about a person or the town, that follows from what stands below it and "
        "that no single one of these lines says already?",
        ("yes", "no"),
        "70 %",
    ),
    Sheet(
        "talks",
        "Does the talk make sense, line by line and as a whole? 1: no, 3: partly, 5: as between real people.",
        ("1", "2", "3", "4", "5"),
        "4.6",
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sample:
    """``right`` is the answer where there is a right one, ``said`` a line that is judged by itself; ``tick`` and ``resident``
    say where the sample comes from."""

    text: str
    tick: int
    resident: str
    right: str = ""
    said: str = ""


def write_sheets(context: RunContext, folder: Path, items: int) -> dict[str, int]:
    """Write a sheet for each question with up to ``items`` samples, the residents' cards, a form for the answers and the key.
    Returns the samples by sheet. Raises ``StoreError``."""
    makers: Mapping[str, Callable[[RunContext], list[Sample]]]
    makers = {"speakers": _speakers, "lines": _lines, "insights": _insights, "talks": _talks}
    drawn: dict[str, list[Sample]] = {}
    for sheet in reversed(SHEETS):  # whole talks first: a line by itself rather stands in no other sheet
        shown = [one.text for samples in drawn.values() for one in samples]
        found = makers[sheet.name](context)
        order = dice(context.scenario.seed, "sheet", sheet.name).permutation(len(found))
        seen = [bool(one.said) and any(one.said in text for text in shown) for one in found]
        drawn[sheet.name] = [found[i] for i in sorted(order, key=lambda i: seen[i])[:items]]
    with atomic_files(folder, "Choose another folder.") as draft:
        for sheet in SHEETS:
            texts = [f"## {n}\n{one.text}\n" for n, one in enumerate(drawn[sheet.name], 1)]
            head = f"# {sheet.question}\nAnswer with one of: {', '.join(sheet.answers)}\n"
            draft(folder / f"{sheet.name}.md").write_text("\n".join([head, *texts]), encoding="utf-8")
        draft(folder / PEOPLE_FILE).write_text("\n".join(_card(context, slug) for slug in context.residents), encoding="utf-8")
        rows = [f"{name},{n}," for name, samples in drawn.items() for n in range(1, len(samples) + 1)]
        draft(folder / BLANK_FORM).write_text("\n".join(["sheet,item,answer", *rows, ""]), encoding="utf-8")
        key = {name: [[one.right, one.tick, one.resident] for one in samples] for name, samples in drawn.items()}
        draft(folder / KEY_FILE).write_text(json.dumps({"run": context.run.meta.name, "sheets": key}), encoding="utf-8")
    return {name: len(samples) for name, samples in drawn.items()}


def add_up(folder: Path) -> list[Metric]:
    """A row per sheet and reader, and a row on the agreement of every two readers. Raises ``RunError`` for a bad form."""
    try:
        key = json.loads((folder / KEY_FILE).read_text(encoding="utf-8"))["sheets"]
    except (OSError, ValueError, KeyError, TypeError):
        raise RunError(f"{folder / KEY_FILE}: it is missing or damaged; draw the sheets anew into another folder") from None
    filled = {path.stem.removeprefix("answers_"): _read(path, key) for path in sorted(folder.glob("answers_*.csv"))}
    rows = []
    for sheet in SHEETS:
        given = {name: answers for name, answers in ((n, a.get(sheet.name, {})) for n, a in filled.items()) if answers}
        rows += [_result(sheet, name, answers, key[sheet.name]) for name, answers in given.items()]
        rows += [_agreement(sheet, *pair) for pair in combinations(given.items(), 2)]
    return rows


def _result(sheet: Sheet, reader: str, answers: Mapping[int, str], key: Sequence[Sequence[object]]) -> Metric:
    name, rule = f"{sheet.name}, {reader}", f"goal: {sheet.goal}"
    if sheet.marks:
        marks = [float(answer) for answer in answers.values()]
        least, most = float(sheet.answers[0]), float(sheet.answers[-1])
        return Metric(name, sum(marks) / len(marks), len(marks), rule, *mean_interval(marks, least, most))
    hits = sum(answer == (key[n - 1][0] or "yes") for n, answer in answers.items())
    return proportion(name, hits, len(answers), rule)


def _agreement(sheet: Sheet, one: tuple[str, Mapping[int, str]], other: tuple[str, Mapping[int, str]]) -> Metric:
    """The share of samples that both answered alike; of marks, within one point. With Cohen's kappa (1968; for marks with
    quadratic weights): what is more than chance, 1 at most."""
    both = [(one[1][n], other[1][n]) for n in one[1] if n in other[1]]
    alike = sum(abs(int(a) - int(b)) <= 1 if sheet.marks else a == b for a, b in both)

    def apart(a: str, b: str) -> float:
        return (int(a) - int(b)) ** 2 if sheet.marks else float(a != b)

    seen = sum(apart(a, b) for a, b in both) / max(1, len(both))
    chance = sum(apart(a, b) for a, _ in both for _, b in both) / max(1, len(both)) ** 2
    kappa = f", kappa {1 - seen / chance:.2f}" if chance else ""
    rule = f"answered {'within one point' if sheet.marks else 'alike'} by both{kappa}"
    return proportion(f"{sheet.name}, {one[0]} and {other[0]}{AGREE}", alike, len(both), rule)


def to_text(rows: Sequence[Metric]) -> str:
    """A line for each row, marks as marks and shares as per cent."""
    lines = []
    marks = tuple(f"{sheet.name}," for sheet in SHEETS if sheet.marks)
    for row in rows:
        mark = row.name.startswith(marks) and not row.name.endswith(AGREE)
        given = [one for one in (row.value, row.low, row.high) if one is not None]
        value, *ends = [f"{one:.2f}" if mark else f"{100 * one:.1f} %" for one in given]
        lines.append(f"{row.name:36}{value:>8}  {' to '.join(ends):18} of {row.count:>3}  {row.rule}")
    return "\n".join(lines)


def _read(path: Path, key: Mapping[str, Sequence[object]]) -> dict[str, dict[int, str]]:
    """Sheet -> sample -> answer of one form; lines without an answer are left out."""
    known = {sheet.name: sheet.answers for sheet in SHEETS}
    found: dict[str, dict[int, str]] = {}
    with path.open(encoding="utf-8-sig", newline="") as file:
        for number, row in enumerate(csv.reader(file), 1):
            name, item, answer = ([*(cell.strip().lower() for cell in row), "", "", ""])[:3]
            if not answer or (name, item) == ("sheet", "item"):
                continue
            if name not in known or not item.isdigit() or not 1 <= int(item) <= len(key[name]):
                raise RunError(f"{path}: line {number}: there is no sample {item!r} of {name!r}; begin from {BLANK_FORM}")
            if answer not in known[name]:
                raise RunError(f"{path}: line {number}: {answer!r} is no answer to {name}; write {' or '.join(known[name])}")
            found.setdefault(name, {})[int(item)] = answer
    return found


def _card(context: RunContext, slug: str) -> str:
    one = context.residents[slug]
    ties = "; ".join(f"{context.name(other)}: {tie}" for other, tie in one.relationships.items())
    lines = [
        f"## {one.name}",
        f"{one.age}, {one.occupation}. {', '.join(one.traits)}.",
        " ".join(one.background),
        one.currently,
        *([f"Speaks: {one.speech.how}."] if one.speech.how else []),
    ]
    return "\n".join([*lines, f"Ties: {ties}." if ties else "", ""])


def _spoken(context: RunContext) -> Iterator[tuple[int, str, str]]:
    """Tick, speaker and text of every line that has a sentence of some length, each text once."""
    seen: set[str] = set()
    for talk in context.run.talks(None, 0, context.last_tick):
        for tick, who, text in talk.lines:
            enough = any(len(one.split()) >= MIN_WORDS for one in sentences(text))
            if enough and text not in seen and who in context.residents:
                seen.add(text)
                yield tick, who, text


def _speakers(context: RunContext) -> list[Sample]:
    """Lines, each with four residents of whom exactly one said it; none of the four is named in the line."""
    found = []
    for tick, who, text in _spoken(context):
        generator = dice(context.scenario.seed, "speaker", tick, who)
        others = [slug for slug, one in context.residents.items() if slug != who and one.first not in text]
        if len(others) < len(OPTIONS) - 1 or context.residents[who].first in text:
            continue
        four = [who, *(others[i] for i in generator.permutation(len(others))[: len(OPTIONS) - 1])]
        four = [four[i] for i in generator.permutation(len(four))]
        names = "\n".join(f"{letter}) {context.name(slug)}" for letter, slug in zip(OPTIONS, four, strict=True))
        found.append(Sample(f"{text}\n\n{names}", tick, who, OPTIONS[four.index(who)], text))
    return found


def _lines(context: RunContext) -> list[Sample]:
    return [Sample(f"{context.name(who)}: {text}", tick, who, said=text) for tick, who, text in _spoken(context)]


def _insights(context: RunContext) -> list[Sample]:
    found = []
    for slug, memories in context.memories.items():
        texts = {memory.n: memory.text for memory in memories}
        for memory in memories:
            if memory.kind == "reflection" and memory.at >= 0:
                because = "\n".join(f"- {texts[n]}" for n in memory.evidence or () if n in texts)
                text = f"{context.name(slug)} concludes: {memory.text}\n\n{because}"
                found.append(Sample(text, context.tick(memory.at), slug))
    return found


def _talks(context: RunContext) -> list[Sample]:
    found = []
    for talk in context.run.talks(None, 0, context.last_tick):
        if len(talk.lines) < MIN_LINES:
            continue
        people = [context.residents[slug] for slug in talk.people if slug in context.residents]
        ties = [f"{one.first} is {one.age}, {one.occupation}" for one in people]
        ties += [
            f"to {one.first}, {other.first} has been: {one.relationships[other.slug]}"
            for one in people
            for other in people
            if other.slug in one.relationships
        ]
        said = "\n".join(f"{context.name(who)}: {text}" for _, who, text in talk.lines)
        found.append(Sample(f"{context.when(talk.start_tick)}. {'; '.join(ties)}.\n\n{said}", talk.start_tick, talk.people[0]))
    return found
