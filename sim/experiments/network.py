"""Network: who knows whom at the start and at the end of a town.

Park et al. 2023, section 7.1.2: everybody is asked of everybody "Do you know of ...?"; an edge stands where both say yes, and
the density of the graph rose from 0.167 to 0.74. Answers are checked against memory; densities by memory alone and by talks
stand beside them.
"""

from __future__ import annotations

from typing import Any

from sim.analysis import network as graphs
from sim.analysis.setting import Setting, opened
from sim.experiments import pictures
from sim.experiments.job import Mind
from sim.experiments.options import Options
from sim.experiments.report import Report
from sim.experiments.room import Answers, Asked, interviewing
from sim.experiments.stats import of_mean, of_share
from sim.experiments.towns import Town, towns

YES_NO = ("yes", "no")


def run(options: Options) -> int:
    """Live or read the towns, ask everybody of everybody, write the report."""
    found = towns(options)
    report = Report(options, "Who knows whom", found)
    answers = Answers(options.out / "answers.jsonl")
    mind = Mind(options.model, options.embedder, options.guided)
    densities: list[dict[str, Any]] = []
    asked: list[dict[str, Any]] = []
    for town in found:
        with opened(town.path) as setting:
            for moment, tick in (("start", 0), ("end", setting.last)):
                rows = _interviews(town, setting, mind, answers, moment, tick, options.people)
                asked += rows
                densities += _densities(report, town, setting, rows, moment, tick)
    _summarise(report, densities, asked)
    report.save()
    return 0


def _interviews(
    town: Town, setting: Setting, mind: Mind, answers: Answers, moment: str, tick: int, most: int | None
) -> list[dict[str, Any]]:
    """A row per ordered pair."""
    people = list(setting.people)[:most]
    pairs = [(slug, other) for other in people for slug in people if slug != other]
    questions = [Asked(slug, f"Do you know of {setting.name(other)}?", YES_NO) for slug, other in pairs]
    with interviewing(town.path, mind, answers, tick) as room:
        answered = room.ask(questions)
    rows = []
    for (slug, other), one in zip(pairs, answered, strict=True):
        aware = other in graphs.names_known(setting, slug, tick)
        yes = one.answer == "yes"
        verdict = ("knows" if yes else "missed") if aware else ("hallucinated" if yes else "does not know")
        rows.append(
            {"town": town.label, "moment": moment, "resident": slug, "other": other, "answer": one.answer, "verdict": verdict}
        )
    return rows


def _densities(
    report: Report, town: Town, setting: Setting, rows: list[dict[str, Any]], moment: str, tick: int
) -> list[dict[str, Any]]:
    """Density three ways, with a picture of the first."""
    people = {row["resident"] for row in rows}
    said = graphs.mutual(setting, [(row["resident"], row["other"]) for row in rows if row["answer"] == "yes"]).subgraph(people)
    labels = {slug: resident.first for slug, resident in setting.people.items() if slug in people}
    name = f"{town.label}-{moment}"
    pictures.acquaintance(
        report.picture(name, f"{town.label}, {moment}: an edge where both say they know of the other"), said, labels, name
    )
    three = {
        "by interview": said,
        "by memory": graphs.known(setting, tick).subgraph(people),
        "have talked": graphs.talked(setting, tick).subgraph(people),
    }
    return [
        {
            "town": town.label,
            "seed": town.seed,
            "moment": moment,
            "how": how,
            "edges": graph.number_of_edges(),
            "density": graphs.density(graph),
        }
        for how, graph in three.items()
    ]


def _summarise(report: Report, densities: list[dict[str, Any]], asked: list[dict[str, Any]]) -> None:
    summary = []
    for how in dict.fromkeys(row["how"] for row in densities):
        for moment in ("start", "end"):
            values = [row["density"] for row in densities if row["how"] == how and row["moment"] == moment]
            summary.append({"how": how, "moment": moment, **of_mean(values)})
    report.head("All towns")
    report.table("summary", summary, "Density, mean over towns with Student's 95 % interval (the paper: 0.167 to 0.74)")
    verdicts = []
    for verdict in ("hallucinated", "missed"):
        hits = sum(row["verdict"] == verdict for row in asked)
        verdicts.append({"verdict": verdict, "hits": hits, **of_share(hits, len(asked))})
    report.table(
        "verdicts", verdicts, "Answers against memory, of all asked (the paper: 6 of 453 hallucinated), Wilson's 95 % interval"
    )
    report.table("densities", densities, "Density of every town")
    report.table("pairs", asked, "Every answer with its check", shown=0)
