"""Experiment: the paper's whole evaluation on the same towns: news, acquaintance, attendance, the ablation and the errors, in
one report.

Park et al. 2023, sections 6 and 7. Towns are lived once, and every part asks them. Runs and answers are stored, so the same
command goes on after an interruption. The first tables put the paper's numbers beside these, with a note on what differs in
kind.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from sim.analysis.extras import library
from sim.experiments import plots
from sim.experiments.answer_scores import BELIEVABILITY
from sim.experiments.attendance import HOSTS_GUESTS
from sim.experiments.options import ExperimentError, Options
from sim.experiments.report import ReportPage
from sim.experiments.towns import MeasuredTown, towns
from sim.record.read import Run

PARTS = {
    "ablation": "Controlled evaluation (section 6)",
    "diffusion": "Information diffusion (section 7.1.1)",
    "network": "Relationship formation (section 7.1.2)",
    "attendance": "Coordination (section 7.1.3)",
    "sweep": "Boundaries and errors (section 7.2), by rule",
}
"""Experiment -> what the paper calls it."""
DIFFERENCES = (
    "People ranked the paper's answers; here rules score them (*believability*: see the ablation), so that no human is needed, "
    "and what a rule cannot see is not scored. `ablation/ranking.md` has the answers side by side for people to rank.",
    "The paper compared with answers that crowd workers wrote; there are none here. Single weights of retrieval, and planning "
    "alone, were not taken away there.",
    "The paper asked 25 agents of one town once; here intervals are over towns (seeds), or over residents in the ablation.",
    "Here a guest came who was at the place for five minutes of the party.",
    "The paper's errors (section 7.2) were found by reading; here `evaluate` counts them in every town.",
)


@dataclass(frozen=True, slots=True)
class Compared:
    """A measure found by a ``method``, the paper's number if it has one by this method, and where to find ours: in the row of
    ``table`` of ``part`` that has these ``values``."""

    what: str
    method: str
    paper: float | None
    part: str
    table: str
    values: Mapping[str, str]


INTERVIEW = "interview, a yes checked in memory"
MEMORY = "memory"


def _shares(what: str, news: str, start: float, end: float) -> Iterator[Compared]:
    for moment, paper in (("start", start), ("end", end)):
        for method, how, number in ((INTERVIEW, "by interview", paper), (MEMORY, "by memory", None)):
            found = {"news": news, "moment": moment, "how": how}
            yield Compared(f"share who know of {what}, {moment}", method, number, "diffusion", "summary", found)


def _densities() -> Iterator[Compared]:
    for moment, paper in (("start", 0.167), ("end", 0.74)):
        for method, how, number in (("interview", "by interview", paper), (MEMORY, "by memory", None)):
            found = {"moment": moment, "how": how}
            yield Compared(f"density of acquaintance, {moment}", method, number, "network", "summary", found)


_INVENTED = {"verdict": "hallucinated"}
COMPARED = (
    *_shares("the party", "party", 0.04, 0.52),
    *_shares("the candidacy", "mayor", 0.04, 0.32),
    Compared("answers that invented the news", INTERVIEW, 0.0, "diffusion", "verdicts", _INVENTED),
    *_densities(),
    Compared("invented acquaintances", "interview, a yes checked in memory", 0.013, "network", "verdicts", _INVENTED),
    Compared("invited to the party by its host", "talks", 12, "attendance", "summary", {"step": HOSTS_GUESTS[0]}),
    Compared("of these, came", "where they were", 5, "attendance", "summary", {"step": HOSTS_GUESTS[1]}),
)
RANKED = {
    "full": 29.89,
    "no reflection": 26.88,
    "no reflection, no plan": 25.64,
    "no observation, reflection, plan": 21.21,
}
"""Condition -> its TrueSkill rating by the paper's 100 readers."""


def run(options: Options) -> list[dict[str, Any]]:
    """Live the towns, run every part on them, write one report; a result per town with the measures of all parts."""
    found = towns(options)
    results = {town.label: town.about for town in found}
    missing = {}
    for name in PARTS:
        part = replace(options, name=name, out=options.out / name, lived_in=options.runs, anew=False)
        try:
            for result in importlib.import_module(f"sim.experiments.{name}").run(part):
                results[result["town"]].update(result)
        except ExperimentError as error:
            missing[name] = str(error)
    report = ReportPage(options, "The paper's evaluation", found)
    _beside_the_paper(report, options.out)
    report.head("What differs from the paper, and why")
    report.lines += [*(f"- {text}" for text in (*_town_differences(found), *DIFFERENCES)), ""]
    for name, title in PARTS.items():
        report.head(title)
        report.lines += [missing[name], ""] if name in missing else _body(options.out / name / "report.md", name)
    return report.finish(list(results.values()))


def _beside_the_paper(report: ReportPage, out: Path) -> None:
    """The paper's numbers and these: two tables and a picture. What these towns have no datum of is named and left out."""
    every = [_beside(out, one) for one in COMPARED]
    rows = [row for row in every if row["here"] is not None]
    caption = (
        "The paper's numbers and these, each by its `method` and `of` these residents (the paper: of all 25, in one town), "
        "with the 95 % interval over `n` towns or residents (`over`; `-`: one case, or nothing varies). `paper` is empty where "
        "the paper has no number by this method"
    )
    report.table("paper", rows, caption, shown=len(rows))
    if missing := [f"{row['measure']} ({row['method']})" for row in every if row["here"] is None]:
        report.say(
            "Left out, since these towns or the mind that played give no datum (the parts below say why): "
            f"{', '.join(missing)}."
        )
    shares = [row for row in rows if row["paper"] is not None and row["paper"] <= 1]
    if shares:
        drawn = [(f"{row['measure']}, {row['method']}", row["here"], row["low"], row["high"], row["n"]) for row in shares]
        where = report.picture("paper", "here (bars with 95 % intervals) and in the paper (diamonds), by the same method")
        plots.bars(where, drawn, "Beside the paper", "share", [row["paper"] for row in shares])
    _beside_the_ranking(report, out)


def _beside_the_ranking(report: ReportPage, out: Path) -> None:
    """The paper's conditions beside these. A condition whose answers are those of the condition before, word for word, is left
    out: the mind that answered does not use what was taken away."""
    scores = {
        row["condition"]: row for row in _table(out / "ablation" / "tables" / "scores.csv") if row["score"] == BELIEVABILITY
    }
    answers: dict[str, list[str]] = {}
    for row in _table(out / "ablation" / "tables" / "answers.csv"):
        answers.setdefault(row["condition"], []).append(str(row["answer"]))
    ranked: list[dict[str, Any]] = []
    unused = []
    for before, name in zip(["", *RANKED], RANKED, strict=False):
        if name not in scores:
            continue
        if before and answers[name] == answers.get(before):
            unused.append(name)
        else:
            ranked.append({"condition": name, "paper": RANKED[name], **_here(scores[name])})
    if unused:
        report.say(
            f"Left out: {', '.join(unused)}. The mind that answered says the same, word for word, as under the one before."
        )
    if ranked:
        order = _order(ranked) if len(ranked) > 1 else "one condition is no order"
        caption = f"Conditions by the paper's readers (TrueSkill) and by believability here: {order}"
        report.table("conditions", ranked, caption)


def _order(ranked: Sequence[Mapping[str, Any]]) -> str:
    """Whether the conditions are in the paper's order here too, and which neighbours cannot be told apart, because their
    intervals overlap or are missing."""
    ups = sum(b["here"] > a["here"] for a, b in pairwise(ranked))
    alike = [
        f"{a['condition']} and {b['condition']}"
        for a, b in pairwise(ranked)
        if None in (a["low"], b["high"]) or a["low"] <= b["high"] and b["low"] <= a["high"]
    ]
    order = "another order" if ups else "the same order"
    return f"{order}; not told apart: {', '.join(alike)}" if alike else order


def _beside(out: Path, one: Compared) -> dict[str, Any]:
    """A row with the paper's number and ours; ours is empty where these towns do not have it."""
    rows = _table(out / one.part / "tables" / f"{one.table}.csv")
    found = [row for row in rows if all(value in str(row[name]) for name, value in one.values.items())]
    row = found[0] if found else {}
    return {"measure": one.what, "method": one.method, "of": row.get("of"), "paper": one.paper, **_here(row)}


def _here(row: Mapping[str, Any]) -> dict[str, Any]:
    here = {"here": row.get("mean", row.get("share")), "low": row.get("low"), "high": row.get("high")}
    return {
        **here,
        "n": row.get("count", row.get("residents")),
        "over": row.get("over", "residents" if "residents" in row else "towns"),
    }


def _table(path: Path) -> list[dict[str, Any]]:
    """The rows of a table; none where there is no such file, None where a cell is empty."""
    if not path.exists():
        return []
    frame = library("pandas").read_csv(path)
    return [{str(k): None if v != v else v for k, v in row.items()} for row in frame.to_dict("records")]


def _town_differences(found: Sequence[MeasuredTown]) -> list[str]:
    """How these towns differ from the paper's, which had 25 agents, two days, and gpt-3.5-turbo."""
    said = []
    for text in dict.fromkeys(_town_text(town) for town in found):
        said.append(f"The paper: 25 agents for two days, all thought by gpt3.5-turbo. Here: {text}.")
    return said


def _town_text(town: MeasuredTown) -> str:
    with Run(town.path) as run:
        days = run.last_tick * run.meta.tick_seconds / 86400
        model = run.meta.model
        mode = str(model.get("mode", ""))
        lived = f"{run.meta.scenario_name}, {len(run.residents)} residents for {days:.1f} days"
        return f"{lived}, thought by {model.get('name', '')} ({mode})"


def _body(page: Path, name: str) -> list[str]:
    """The page of a part without its title and provenance, with headings a level deeper and paths that work from here."""
    text = page.read_text(encoding="utf-8").partition("## How this was made")[0]
    lines = [re.sub(r"^(#+ )", r"#\1", line) for line in text.splitlines()[1:]]
    return [re.sub(r"(\(|`)(tables|pictures)/", rf"\1{name}/\2/", line) for line in lines]
