"""Interviews with the residents of a saved run at any tick, in batches. The run is not changed: a fork of it is asked.

A ``Condition`` limits retrieval during a question (the paper's ablations: the same memories, less access). Answers are saved as
they come, so that an interrupted experiment asks only what is left.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from sim.analysis.run_context import RunContext
from sim.answer.protocol import Answer
from sim.answer.standin.interviews import favoured
from sim.dice import dice
from sim.engine.rounds import Rounds
from sim.engine.tick import Engine
from sim.experiments.options import MindSpec
from sim.memory import PRESETS, Preset
from sim.mind.interview import interview
from sim.mind.thought import Thought
from sim.prompts import Question
from sim.prompts.tasks.answer_choice import AnswerChoice
from sim.prompts.tasks.answer_scale import AnswerScale
from sim.record.read import Run
from sim.town import Town
from sim.town.minds import as_before
from sim.types import MemoryKind

YES_NO = ("yes", "no")


def drawn(context: RunContext, count: int | None) -> list[str]:
    """Who is asked: ``count`` residents drawn with the run's seed (None: all), in the scenario's order."""
    everybody = list(context.residents)
    order = dice(context.scenario.seed, "people").permutation(len(everybody))[:count]
    return [everybody[i] for i in sorted(order)]


def population(asked: Sequence[Mapping[str, Any]], sizes: Mapping[str, int]) -> str:
    """Of whom a row of a table tells: ``all 25 residents``, or ``10 of 25 residents, drawn``. ``asked`` are rows with ``town``
    and ``resident`` (none: everybody), ``sizes`` the residents of every town."""
    people = {(row["town"], row["resident"]) for row in asked}
    some = [sum(town == label for town, _ in people) for label in sizes] if asked else list(sizes.values())
    every, few = _range(list(sizes.values())), _range([n for n in some if n])
    return f"all {every} residents" if few == every else f"{few} of {every} residents, drawn"


def _range(counts: Sequence[int]) -> str:
    least, most = min(counts, default=0), max(counts, default=0)
    return str(least) if least == most else f"{least} to {most}"


def verdict(answer: str, remembers: bool) -> str:
    """A yes or no checked in memory: ``knows``, ``hallucinated`` (yes without a memory), ``missed`` (no in spite of one) or
    ``does not know``."""
    if answer == "yes":
        return "knows" if remembers else "hallucinated"
    return "missed" if remembers else "does not know"


@dataclass(frozen=True, slots=True)
class InterviewQuestion:
    """A question to a resident. ``options`` make it a choice, ``scale`` (low, high) a number; ``again`` numbers repetitions of
    the same question; ``without`` are memories (n) that are hidden from the answer."""

    resident: str
    question: str
    options: tuple[str, ...] = ()
    again: int = 0
    scale: tuple[float, float] | None = None
    without: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """How memory may be used: which weights of retrieval are kept (factors of the run's own; None: all), the kinds to retrieve
    (None: all), and another preset than the run's. Today's plan is a memory as well."""

    name: str = "full"
    weights: tuple[float, float, float] | None = None
    kinds: tuple[MemoryKind, ...] | None = None
    preset: str = ""

    @property
    def plan(self) -> bool:
        """Whether the resident may know today's plan."""
        return self.kinds is None or "plan" in self.kinds


@dataclass(frozen=True, slots=True)
class InterviewAnswer:
    """An answer, with the n of the memories in its prompt. ``by`` is the way of answering (``Answer.mode``); ``no_datum`` says
    why the answer tells nothing of the resident, "" where it does."""

    asked: InterviewQuestion
    answer: str
    memories: tuple[int, ...]
    by: str = ""
    no_datum: str = ""


BY_RULE = {"scripted": "the script", "standin": "the stand-in"}
"""Ways of answering without a model -> who that is, in words for users."""
UNUSABLE = "the model gave no usable answer"


def no_datum(question: Question[Any], answer: Answer) -> str:
    """Why an answer tells nothing of the resident: nobody gave it, or a rule that knows no view. "" where it does."""
    who = BY_RULE.get(answer.mode, "")
    if answer.fallback:
        return UNUSABLE
    if who and isinstance(question, AnswerScale):
        return f"{who} has no view on a scale and answers by rule"
    if answer.mode == "standin" and isinstance(question, AnswerChoice) and not favoured(question):
        return f"{who} has no view on these options and draws by lot"
    return ""


def left_out(rows: Sequence[Mapping[str, Any]]) -> str:
    """A sentence on the answers that are no data, and why; "" where all are. Rows have ``no datum``."""
    whys = Counter(str(row["no datum"]) for row in rows if row["no datum"])
    told = "; ".join(f"{count} of {len(rows)}: {why}" for why, count in whys.most_common())
    more = "" if set(whys) <= {UNUSABLE} else " A model that answers itself is named with --model."
    return f"**Answers left out, since they are no data** ({told}).{more}" if told else ""


class AnswerCache:
    """The answers in a JSON-lines file, by key. A line that a crash cut off counts as not answered."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: dict[str, dict[str, Any]] = {}
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        for line in text.splitlines():
            try:
                row = json.loads(line)
                if "no_datum" in row:  # else it's of a version that didn't say who answered, and is asked again
                    self._known[str(row["key"])] = row
            except (ValueError, KeyError, TypeError):
                continue
        if text and not text.endswith("\n"):
            path.write_text("".join(map(_json_line, self._known.values())), encoding="utf-8")
        path.parent.mkdir(parents=True, exist_ok=True)

    def get(self, key: str) -> dict[str, Any] | None:
        return self._known.get(key)

    def add(self, rows: Mapping[str, Mapping[str, Any]]) -> None:
        """Add answers; they are on disk when this returns."""
        with self.path.open("a", encoding="utf-8") as file:
            for key, row in rows.items():
                self._known[key] = {"key": key, **row}
                file.write(_json_line(self._known[key]))


def _json_line(row: Mapping[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"


class Interviewer:
    """Asks the residents of a town at a tick. ``begin`` opens the town at the first question that was not answered before;
    ``about`` identifies run, tick and mind in the keys of the answers."""

    def __init__(self, begin: Callable[[], Engine], answers: AnswerCache, about: str) -> None:
        self._begin, self.answers, self.about = begin, answers, about

    @cached_property
    def engine(self) -> Engine:
        """The town that is asked."""
        return self._begin()

    @cached_property
    def _presets(self) -> dict[str, Preset]:
        return {slug: mind.stream.preset for slug, mind in self.engine.minds.items()}

    def ask(self, asked: Sequence[InterviewQuestion], condition: Condition | None = None) -> list[InterviewAnswer]:
        """The answers in the order of the questions. Each round asks every resident at most one question, as one batch."""
        condition = condition or Condition()
        left = [one for one in asked if self.answers.get(self._key(one, condition)) is None]
        if left:
            self._apply(condition)
        while left:
            batch = list({one.resident: one for one in reversed(left)}.values())
            self.answers.add(self._batch(batch, condition))
            taken = [id(one) for one in batch]
            left = [one for one in left if id(one) not in taken]
        return [self._known(one, condition) for one in asked]

    def _batch(self, asked: Sequence[InterviewQuestion], condition: Condition) -> dict[str, dict[str, Any]]:
        """Answer a batch with at most one question per resident."""
        rounds = Rounds(self.engine.rounds.answerer, lambda _: None)
        found = rounds.run(
            [
                (
                    one.resident,
                    interview(self._thought(one), one.question, one.options, one.scale, condition.plan, frozenset(one.without)),
                )
                for one in asked
            ]
        )
        by = {slug: (question, answer) for slug, question, answer in rounds.asked}
        rows = {}
        for one in asked:
            result = found[one.resident]
            memories = [hit.memory.n for hit in result.hits]
            question, answer = by[one.resident]
            about = {"by": answer.mode, "no_datum": no_datum(question, answer)}
            row = {**asdict(one), "condition": condition.name, "answer": result.answer, "memories": memories, **about}
            rows[self._key(one, condition)] = row
        return rows

    def _thought(self, one: InterviewQuestion) -> Thought:
        engine = self.engine
        seed = engine.recorder.seed_for("interview", one.resident, one.question, one.again)
        return Thought(engine.minds[one.resident], engine.world, engine.scenario.rules, engine.tick, engine.at, seed)

    def _apply(self, condition: Condition) -> None:
        for slug, mind in self.engine.minds.items():
            own = self._presets[slug]
            if condition.preset:
                own = replace(PRESETS[condition.preset], calendar=own.calendar, stems=own.stems)
            kept = condition.weights or (1.0, 1.0, 1.0)
            weights = (own.weights[0] * kept[0], own.weights[1] * kept[1], own.weights[2] * kept[2])
            mind.stream.preset = replace(own, weights=weights, kinds=condition.kinds)

    def _key(self, one: InterviewQuestion, condition: Condition) -> str:
        parts = [self.about, condition.name, one.resident, one.question, list(one.options), one.again, *(one.scale or ())]
        parts += [{"without": one.without}] if one.without else []
        return json.dumps(parts, ensure_ascii=False)

    def _known(self, one: InterviewQuestion, condition: Condition) -> InterviewAnswer:
        row = self.answers.get(self._key(one, condition)) or {}
        return InterviewAnswer(one, str(row["answer"]), tuple(row["memories"]), str(row["by"]), str(row["no_datum"]))


def answering_mind(run: Path, mind: MindSpec) -> MindSpec:
    """The mind that answers for a saved run: the run's own model and embedder if ``mind`` names none."""
    with Run(run) as saved:
        spec = as_before(saved.meta)[0]
        guided = mind.guided if mind.model or mind.guided is not None else bool(saved.meta.model.get("guided", True))
        return MindSpec(mind.model or spec, mind.embedder or saved.meta.embedder, guided)


@contextmanager
def open_interviewer(run: Path, mind: MindSpec, answers: Path, tick: int | None = None) -> Iterator[Interviewer]:
    """An interviewer for a saved run at ``tick`` (None: its last). ``answers`` is the JSON-lines file of answers."""
    mind = answering_mind(run, mind)
    with Run(run) as saved:
        at = saved.last_tick if tick is None else tick
        about = f"{saved.meta.name} {saved.hash_at(at).hex()[:16]} tick {at} {mind.model} {mind.embedder} {mind.guided}"
    with ExitStack() as opened:

        def begin() -> Engine:
            backend = mind.open()
            opened.callback(backend.close)
            town = opened.enter_context(Town.open(run, at=f"tick {at}", model=backend))
            return opened.enter_context(town.fork()).engine

        yield Interviewer(begin, AnswerCache(answers), about)
