"""Memory: which retrieval settings find what was asked for, in a recorded town, with answers that are known.

Questions are made from the town's own record: what somebody was told (the memory is known from the ``learn`` event), what
their past holds, what they promised. A setting is scored by how far up the right memory comes. No model is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sim.analysis.setting import Setting, opened
from sim.analysis.words import STOP, WORD, stem, telling
from sim.dice import dice
from sim.experiments import pictures
from sim.experiments.job import Mind
from sim.experiments.options import ExperimentError, Options
from sim.experiments.report import Report
from sim.experiments.room import Answers, interviewing
from sim.experiments.stats import bootstrap, of_share
from sim.experiments.towns import Town, towns
from sim.memory import PRESETS, MemoryStream
from sim.types import Memory

DEEP = 30
"""How many memories are retrieved; what is not among them counts as not found."""
PER_KIND = 6
"""Questions of each kind per resident, drawn by the run's seed."""
CUES = 2
"""Telling words of a memory that its question names: the rarest in that resident's stream."""
CUTS = (1, 5, 10)


@dataclass(frozen=True, slots=True)
class Recall:
    """A way to retrieve: a preset, and weights of recency, importance and relevance instead of its own."""

    name: str
    preset: str = "park"
    weights: tuple[float, float, float] | None = None


RECALLS = (
    *(Recall(name, name) for name in PRESETS),
    Recall("no recency", weights=(0.0, 1.0, 1.0)),
    Recall("no importance", weights=(1.0, 0.0, 1.0)),
    Recall("no relevance", weights=(1.0, 1.0, 0.0)),
    Recall("only recency", weights=(1.0, 0.0, 0.0)),
    Recall("only importance", weights=(0.0, 1.0, 0.0)),
    Recall("only relevance", weights=(0.0, 0.0, 1.0)),
    Recall("weights of the published code", weights=(0.5, 2.0, 3.0)),
)


@dataclass(frozen=True, slots=True)
class Known:
    """A question to a resident's memory; ``right`` are the memories that answer it."""

    resident: str
    kind: str
    question: str
    right: tuple[int, ...]


def run(options: Options) -> int:
    """Ask every setting every question, write the report."""
    found = towns(options)
    report = Report(options, "Which retrieval finds what was asked for", found)
    rows: list[dict[str, Any]] = []
    for town in found:
        with opened(town.path) as setting:
            rows += _town(town, setting, options)
    if not rows:
        raise ExperimentError("These towns hold no memory that could be asked for: live them longer.")
    _summarise(report, rows)
    report.save()
    return 0


def _town(town: Town, setting: Setting, options: Options) -> list[dict[str, Any]]:
    """A row per setting and question."""
    people = list(setting.people)[: options.people]
    rows = []
    with interviewing(town.path, Mind("fake", options.embedder), Answers(options.out / "answers.jsonl")) as room:
        for slug in people:
            memories = list(setting.memories[slug])
            asked = list(questions(setting, slug))
            embedder = room.engine.minds[slug].stream.embedder
            streams = {preset: MemoryStream.restore(preset, embedder, memories, {}) for preset in PRESETS}
            for recall in RECALLS:
                for one in asked:
                    hits = streams[recall.preset].retrieve(
                        one.question, setting.end, k=DEEP, weights=recall.weights, touch=False
                    )
                    rank = min((hit.rank + 1 for hit in hits if hit.memory.n in one.right), default=None)
                    rows.append(
                        {
                            **{"town": town.label, "setting": recall.name, "resident": slug, "kind": one.kind},
                            **{"question": one.question, "right": " ".join(map(str, one.right)), "rank": rank},
                        }
                    )
    return rows


def questions(setting: Setting, slug: str) -> Iterator[Known]:
    """A resident's questions of every kind, each with its answer, the same in every experiment on this run."""
    memories = setting.memories[slug]
    common = _common(memories)
    told = [memory for memory in memories if memory.source in setting.people and memory.kind == "observation"]
    past = [memory for memory in memories if memory.source == "backstory"]
    meant = [memory for memory in memories if memory.kind == "plan" and "'s plan for" not in memory.text]
    for kind, found in (("told", told), ("past", past), ("promise", meant)):
        for memory in _drawn(setting, slug, kind, found):
            cues = _cues(memory.text, common)
            if len(cues) == CUES:
                yield Known(slug, kind, _question(setting, kind, memory, cues), _right(memory, memories))


def _question(setting: Setting, kind: str, memory: Memory, cues: Sequence[str]) -> str:
    about = " and ".join(cues)
    if kind == "told":
        return f"What did {setting.name(memory.source)} tell you about {about}?"
    return f"What have you promised about {about}?" if kind == "promise" else f"What do you remember about {about}?"


def _common(memories: Sequence[Memory]) -> dict[str, int]:
    """Stem -> in how many memories it occurs."""
    counts: dict[str, int] = {}
    for memory in memories:
        for word in telling(memory.text):
            counts[word] = counts.get(word, 0) + 1
    return counts


def _cues(text: str, common: Mapping[str, int]) -> list[str]:
    """The rarest telling words, as written, in the order of the text."""
    found = list(dict.fromkeys(word for word in WORD.findall(text.lower()) if word not in STOP and len(word) > 3))
    rarest = sorted(found, key=lambda word: (common.get(stem(word), 0), found.index(word)))[:CUES]
    return sorted(rarest, key=found.index)


def _right(memory: Memory, memories: Sequence[Memory]) -> tuple[int, ...]:
    """A memory and those that say the same in the same words."""
    return tuple(other.n for other in memories if other.n == memory.n or memory.text in other.text)


def _drawn(setting: Setting, slug: str, kind: str, found: list[Memory]) -> list[Memory]:
    order = dice(setting.scenario.seed, slug, kind, "recall").permutation(len(found))[:PER_KIND]
    return [found[int(i)] for i in sorted(order)]


def _summarise(report: Report, rows: list[dict[str, Any]]) -> None:
    """Found at all, among the first 1, 5, 10, and mean reciprocal rank, by setting; the last with a bootstrapped interval."""
    names = list(dict.fromkeys(row["setting"] for row in rows))
    summary, kinds = [], []
    for name in names:
        mine = [row for row in rows if row["setting"] == name]
        summary.append({"setting": name, **_scores(mine)})
        kinds += [
            {"setting": name, "kind": kind, **_scores([r for r in mine if r["kind"] == kind])}
            for kind in ("told", "past", "promise")
        ]
    summary.sort(key=lambda row: -row["mrr"])
    drawn = [(row["setting"], row["mrr"], row["low"], row["high"]) for row in summary]
    pictures.bars(
        report.picture("mrr", "mean reciprocal rank of the right memory"), drawn, "retrieval settings", "mean reciprocal rank"
    )
    report.say(
        "Questions name the two rarest words of the memory they ask for, so words decide much: read the order of settings, not "
        "the height. "
        f"What is not among the first {DEEP} counts as not found."
    )
    report.table(
        "summary", summary, "By setting, best first; `low` and `high` bound the mean reciprocal rank (bootstrap over questions)"
    )
    report.table("by_kind", kinds, "By kind of question", shown=0)
    report.table("answers", rows, "Every question with the rank of its answer", shown=0)


def _scores(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    reciprocal = [1 / row["rank"] if row["rank"] else 0.0 for row in rows]
    low, high = bootstrap(reciprocal)
    cuts = {
        f"first {cut}": of_share(sum(bool(row["rank"]) and row["rank"] <= cut for row in rows), len(rows))["share"]
        for cut in CUTS
    }
    mrr = sum(reciprocal) / len(reciprocal) if reciprocal else 0.0
    return {**cuts, "mrr": mrr, "low": low, "high": high, "questions": len(rows)}
