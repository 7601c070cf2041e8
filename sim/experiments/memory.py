"""Experiment: which retrieval settings find the memory that answers a question, in a recorded run. No model is asked.

The questions are made from the residents' own memories. Questions about what they were told, about their backstory and about
what they promised name two words of the answer. Questions about what another resident told them last and about what has
mattered most today do not. A setting is scored by the rank of the right memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sim.analysis.lexical import STOP_WORDS, WORD, content_words, stem
from sim.analysis.run_context import RunContext, open_context
from sim.dice import dice
from sim.experiments import plots
from sim.experiments.interviews import drawn, open_interviewer
from sim.experiments.options import ExperimentError, MindSpec, Options
from sim.experiments.report import ReportPage
from sim.experiments.stats import by_cluster, mean_stats
from sim.experiments.towns import MeasuredTown, towns
from sim.memory import PRESETS, MemoryStream
from sim.types import FROM_BEFORE, Memory

TOP_K = 30
"""How many memories are retrieved; a memory that is not among them counts as not found."""
PER_KIND = 6
"""Questions of each kind per resident, drawn with the seed of the run."""
CUE_WORDS = 2
"""How many words of a memory its question names: the rarest content words in the resident's stream."""
CUTOFFS = (1, 5, 10)
QUESTION_KINDS = ("told", "past", "promise", "last", "weighty")
"""Relevance finds the answers to the first three kinds; ``last`` needs recency, ``weighty`` importance and recency."""


@dataclass(frozen=True, slots=True)
class RetrievalVariant:
    """A retrieval setting: a preset, and optionally other weights of recency, importance and relevance, and other fields of
    the preset."""

    name: str
    preset: str = "park"
    weights: tuple[float, float, float] | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)


VARIANTS = (
    *(RetrievalVariant(name, name) for name in PRESETS),
    RetrievalVariant("town without words", "town", fields={"words": 1e-9}),
    RetrievalVariant("town without vectors", "town", fields={"words": 1.0}),
    RetrievalVariant("town without neighbours", "town", fields={"near": ()}),
    RetrievalVariant("town, only relevance", "town", (0.0, 0.0, 1.0)),
    RetrievalVariant("no recency", weights=(0.0, 1.0, 1.0)),
    RetrievalVariant("no importance", weights=(1.0, 0.0, 1.0)),
    RetrievalVariant("no relevance", weights=(1.0, 1.0, 0.0)),
    RetrievalVariant("only recency", weights=(1.0, 0.0, 0.0)),
    RetrievalVariant("only importance", weights=(0.0, 1.0, 0.0)),
    RetrievalVariant("only relevance", weights=(0.0, 0.0, 1.0)),
    RetrievalVariant("weights of the published code", weights=(0.5, 2.0, 3.0)),
)


@dataclass(frozen=True, slots=True)
class RecallQuestion:
    """A question to a resident's memory; ``right`` are the n of the memories that answer it."""

    resident: str
    kind: str
    question: str
    right: tuple[int, ...]


def run(options: Options) -> list[dict[str, Any]]:
    """Try every variant on every question, write the report; a result per town."""
    found = towns(options)
    report = ReportPage(options, "Which retrieval finds what was asked for", found)
    rows: list[dict[str, Any]] = []
    for town in found:
        with open_context(town.path) as context:
            rows += _town(town, context, options)
    if not rows:
        raise ExperimentError("These towns hold no memory that could be asked for: live them longer.")
    _summarise(report, rows)
    results = [{**town.about, **_by_variant([row for row in rows if row["town"] == town.label])} for town in found]
    return report.finish(results)


def _by_variant(rows: list[dict[str, Any]]) -> dict[str, float]:
    """The mean reciprocal rank of every variant."""
    names = dict.fromkeys(row["setting"] for row in rows)
    return {f"mrr, {name}": _scores([row for row in rows if row["setting"] == name])["mrr"] for name in names}


def _town(town: MeasuredTown, context: RunContext, options: Options) -> list[dict[str, Any]]:
    """A row per variant and question."""
    people = drawn(context, options.people)
    rows = []
    with open_interviewer(town.path, MindSpec("fake", options.embedder), options.answers) as interviewer:
        for slug in people:
            memories = list(context.memories[slug])
            asked = list(questions(context, slug))
            embedder = interviewer.engine.minds[slug].stream.embedder
            calendar = context.clock.date_text
            streams = {preset: MemoryStream.restore(preset, embedder, memories, {}, calendar=calendar) for preset in PRESETS}
            for variant in VARIANTS:
                stream = streams[variant.preset]
                stream.preset = replace(PRESETS[variant.preset], calendar=calendar, **variant.fields)
                for one in asked:
                    hits = stream.retrieve(one.question, context.end, k=TOP_K, weights=variant.weights, touch=False)
                    rank = min((hit.rank + 1 for hit in hits if hit.memory.n in one.right), default=None)
                    rows.append(
                        {
                            **{"town": town.label, "setting": variant.name, "resident": slug, "kind": one.kind},
                            **{"question": one.question, "right": " ".join(map(str, one.right)), "rank": rank},
                        }
                    )
    return rows


def questions(context: RunContext, slug: str) -> Iterator[RecallQuestion]:
    """A resident's questions of every kind with their answers; the same in every experiment on this run."""
    memories = context.memories[slug]
    frequency = Counter(word for memory in memories for word in content_words(memory.text))
    told = [memory for memory in memories if memory.source in context.residents and memory.kind == "observation"]
    past = [memory for memory in memories if memory.source in FROM_BEFORE]
    meant = [memory for memory in memories if memory.kind == "plan" and "'s plan for" not in memory.text]
    for kind, found in (("told", told), ("past", past), ("promise", meant)):
        for memory in _drawn(context, slug, kind, found):
            cues = _cues(memory.text, frequency)
            if len(cues) == CUE_WORDS:
                yield RecallQuestion(slug, kind, _question(context, kind, memory, cues), _right(memory, memories))
    last = {memory.source: memory for memory in told}
    for memory in _drawn(context, slug, "last", list(last.values())):
        yield RecallQuestion(slug, "last", f"What did {context.name(memory.source)} tell you last?", _right(memory, memories))
    day = context.clock.day(context.end)
    today = [memory for memory in memories if memory.kind != "utterance" and context.clock.day(memory.at) == day]
    most = max((memory.importance or 0 for memory in today), default=0)
    if most:
        right = tuple(memory.n for memory in today if memory.importance == most)
        yield RecallQuestion(slug, "weighty", "What has mattered most to you today?", right)


def _question(context: RunContext, kind: str, memory: Memory, cues: Sequence[str]) -> str:
    about = " and ".join(cues)
    if kind == "told":
        return f"What did {context.name(memory.source)} tell you about {about}?"
    return f"What have you promised about {about}?" if kind == "promise" else f"What do you remember about {about}?"


def _cues(text: str, frequency: Mapping[str, int]) -> list[str]:
    """The rarest content words, as written, in the order of the text; ``frequency``: stem -> in how many memories it occurs."""
    found = list(dict.fromkeys(word for word in WORD.findall(text.lower()) if word not in STOP_WORDS and len(word) > 3))
    rarest = sorted(found, key=lambda word: (frequency.get(stem(word), 0), found.index(word)))[:CUE_WORDS]
    return sorted(rarest, key=found.index)


def _right(memory: Memory, memories: Sequence[Memory]) -> tuple[int, ...]:
    """The n of a memory and of those that contain its text."""
    return tuple(other.n for other in memories if other.n == memory.n or memory.text in other.text)


def _drawn(context: RunContext, slug: str, kind: str, found: list[Memory]) -> list[Memory]:
    order = dice(context.scenario.seed, slug, kind, "recall").permutation(len(found))[:PER_KIND]
    return [found[int(i)] for i in sorted(order)]


def _summarise(report: ReportPage, rows: list[dict[str, Any]]) -> None:
    """The hit rates among the first 1, 5, 10 and the mean reciprocal rank with its interval, by variant."""
    names = list(dict.fromkeys(row["setting"] for row in rows))
    summary, kinds = [], []
    for name in names:
        mine = [row for row in rows if row["setting"] == name]
        summary.append({"setting": name, **_scores(mine)})
        by_kind = {kind: _scores([r for r in mine if r["kind"] == kind])["mrr"] for kind in QUESTION_KINDS}
        kinds.append({"setting": name, **by_kind})
    summary.sort(key=lambda row: -row["mrr"])
    kinds.sort(key=lambda row: -sum(row[kind] for kind in QUESTION_KINDS))
    drawn = [(row["setting"], row["mrr"], row["low"], row["high"], row["questions"]) for row in summary]
    picture = report.picture("mrr", "mean reciprocal rank of the right memory")
    plots.bars(picture, drawn, "retrieval settings", "mean reciprocal rank")
    report.say(
        "Questions of what was told, of the past and of promises name the two rarest words of the memory they ask for, so that "
        "words decide much; who told what last, and what mattered most today, name none of it. Read the order of settings, not "
        "the height, and the table by kind. "
        f"What is not among the first {TOP_K} counts as not found."
    )
    caption = "By setting, best first; `low` and `high` bound the mean reciprocal rank (95 %, over `count` towns or residents)"
    report.table("summary", summary, caption)
    report.table(
        "by_kind", kinds, "Mean reciprocal rank by kind of question; the best over the kinds, each counted alike, first"
    )
    report.table("answers", rows, "Every question with the rank of its answer", shown=0)


def _scores(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    reciprocal = [1 / row["rank"] if row["rank"] else 0.0 for row in rows]
    over, means = by_cluster(rows, lambda row: 1 / row["rank"] if row["rank"] else 0.0)
    stats = mean_stats(means, 0, 1)
    bounds = {"low": stats["low"], "high": stats["high"], "count": stats["count"], "over": over}
    cuts = {
        f"first {cut}": sum(bool(row["rank"]) and row["rank"] <= cut for row in rows) / max(1, len(rows)) for cut in CUTOFFS
    }
    return {**cuts, "mrr": sum(reciprocal) / max(1, len(rows)), **bounds, "questions": len(rows)}
