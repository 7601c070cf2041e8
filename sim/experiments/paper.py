"""Experiment: the paper's whole evaluation on the same towns: news, acquaintance, attendance and the ablation, in one report.

Park et al. 2023, sections 6 and 7. Towns are lived once, and every part asks them; what is lived and answered is kept, so the
same command goes on after an interruption. The first table puts the paper's numbers beside these; what differs in kind is said.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sim.analysis.extras import library
from sim.experiments.options import ExperimentError, Options
from sim.experiments.report import Report
from sim.experiments.towns import towns

PARTS = {
    "diffusion": "Information diffusion (section 7.1.1)",
    "network": "Relationship formation (section 7.1.2)",
    "attendance": "Coordination (section 7.1.3)",
    "ablation": "Controlled evaluation (section 6)",
}
"""Experiment -> what the paper calls it."""
DIFFERENCES = (
    "People ranked the paper's answers; here rules score them (no human is needed, and what a rule cannot see is not "
    "scored). `ablation/ranking.md` has the answers side by side for people to rank.",
    "The paper's full architecture was compared with answers that crowd workers wrote; there are none here.",
    "The paper asked 25 agents of one town once; here intervals are over residents or towns, as each table says.",
)


@dataclass(frozen=True, slots=True)
class Compared:
    """A number of the paper, and where to find ours: the row of ``table`` of ``part`` that has these ``values``."""

    what: str
    paper: float
    part: str
    table: str
    values: Mapping[str, str]


COMPARED = (
    Compared("share who know of the party, start", 0.04, "diffusion", "summary", {"news": "party", "moment": "start"}),
    Compared("share who know of the party, end", 0.52, "diffusion", "summary", {"news": "party", "moment": "end"}),
    Compared("share who know of the candidacy, start", 0.04, "diffusion", "summary", {"news": "mayor", "moment": "start"}),
    Compared("share who know of the candidacy, end", 0.32, "diffusion", "summary", {"news": "mayor", "moment": "end"}),
    Compared("answers that invented their knowledge", 0.013, "diffusion", "verdicts", {"verdict": "hallucinated"}),
    Compared("density of acquaintance, start", 0.167, "network", "summary", {"moment": "start", "how": "by interview"}),
    Compared("density of acquaintance, end", 0.74, "network", "summary", {"moment": "end", "how": "by interview"}),
    Compared("invited to the party", 12, "attendance", "summary", {"news": "party", "step": "invited"}),
    Compared("came to the party", 5, "attendance", "summary", {"news": "party", "step": "came"}),
)


def run(options: Options) -> int:
    """Live the towns, run every part on them, write one report."""
    found = towns(options)
    sources = tuple(str(town.path) for town in found)
    lived = replace(options, sources=sources, seeds=(), settings=((),), until="", ticks=None, anew=False)
    missing = {}
    for name in PARTS:
        try:
            importlib.import_module(f"sim.experiments.{name}").run(replace(lived, name=name, out=options.out / name))
        except ExperimentError as error:
            missing[name] = str(error)
    report = Report(options, "The paper's evaluation", found)
    report.table("paper", [_beside(options.out, one) for one in COMPARED], "The paper's numbers and these", shown=len(COMPARED))
    report.head("What differs from the paper, and why")
    report.lines += [*(f"- {text}" for text in DIFFERENCES), ""]
    for name, title in PARTS.items():
        report.head(title)
        report.lines += [missing[name], ""] if name in missing else _body(options.out / name / "report.md", name)
    report.save()
    return 0


def _beside(out: Path, one: Compared) -> dict[str, Any]:
    """A row with the paper's number and ours; ours is empty where these towns have nothing of the kind."""
    path = out / one.part / "tables" / f"{one.table}.csv"
    frame = library("pandas").read_csv(path) if path.exists() else library("pandas").DataFrame(columns=list(one.values))
    for column, value in one.values.items():
        frame = frame[frame[column].astype(str).str.contains(value, regex=False)]
    row = frame.iloc[0].to_dict() if len(frame) else {}
    here = row.get("mean", row.get("share"))
    bounds = {name: row.get(name) if row.get(name) == row.get(name) else None for name in ("low", "high")}
    return {"measure": one.what, "paper": one.paper, "here": here, **bounds}


def _body(page: Path, name: str) -> list[str]:
    """A part's page without its title and provenance, its headings one level down and its files found from here."""
    text = page.read_text(encoding="utf-8").partition("## How this was made")[0]
    lines = [re.sub(r"^(#+ )", r"#\1", line) for line in text.splitlines()[1:]]
    return [re.sub(r"(\(|`)(tables|pictures)/", rf"\1{name}/\2/", line) for line in lines]
