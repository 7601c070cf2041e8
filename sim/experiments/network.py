"""Experiment: who knows whom at the start and at the end of a run.

Park et al. 2023, section 7.1.2: every resident is asked about every other "Do you know of ...?". Two who both say yes are
joined by an edge; the density of the graph rose from 0.167 to 0.74. Answers are checked against memory, and the report also has
the densities by memory alone and by talks.
"""

from __future__ import annotations

from typing import Any

from sim.analysis import network as graphs
from sim.analysis.run_context import RunContext, open_context
from sim.experiments import plots
from sim.experiments.interviews import YES_NO, InterviewQuestion, drawn, left_out, open_interviewer, population, verdict
from sim.experiments.options import Options
from sim.experiments.report import ReportPage
from sim.experiments.stats import mean_stats, verdict_stats
from sim.experiments.towns import MeasuredTown, towns


def run(options: Options) -> list[dict[str, Any]]:
    """Run or read the towns, ask every resident about every other, write the report; a result per town."""
    found = towns(options)
    report = ReportPage(options, "Who knows whom", found)
    densities: list[dict[str, Any]] = []
    asked: list[dict[str, Any]] = []
    results: list[dict[str, Any]] = []
    for town in found:
        results.append(town.about)
        with open_context(town.path) as context:
            for moment, tick in (("start", 0), ("end", context.last_tick)):
                rows = _interviews(town, context, options, moment, tick)
                asked += rows
                densities += (made := _densities(report, town, context, rows, moment, tick))
                results[-1] |= {f"density {row['how']}, {moment}": row["density"] for row in made}
    _summarise(report, densities, asked)
    return report.finish(results)


def _interviews(town: MeasuredTown, context: RunContext, options: Options, moment: str, tick: int) -> list[dict[str, Any]]:
    """A row per ordered pair of residents, with the answer and its verdict."""
    people = drawn(context, options.people)
    pairs = [(slug, other) for other in people for slug in people if slug != other]
    questions = [InterviewQuestion(slug, f"Do you know of {context.name(other)}?", YES_NO) for slug, other in pairs]
    with open_interviewer(town.path, options.mind, options.answers, tick) as interviewer:
        answered = interviewer.ask(questions)
    known = {slug: graphs.known_residents(context, slug, tick) for slug in people}
    return [
        {
            **{"town": town.label, "moment": moment, "resident": slug, "other": other, "answer": one.answer},
            **{"verdict": verdict(one.answer, other in known[slug]), "answered by": one.by, "no datum": one.no_datum},
        }
        for (slug, other), one in zip(pairs, answered, strict=True)
    ]


def _densities(
    report: ReportPage, town: MeasuredTown, context: RunContext, rows: list[dict[str, Any]], moment: str, tick: int
) -> list[dict[str, Any]]:
    """The density by interview (where the answers are data), by memory and by talks, with a picture of the first graph. All
    are of the residents who were asked, so that they can be compared."""
    people = {row["resident"] for row in rows}
    memory = graphs.acquaintance_graph(context, tick).subgraph(people)
    found = {"by memory": memory, "have talked": graphs.talk_graph(context, tick).subgraph(people)}
    drawn_how = "an edge where both have a memory of the other"
    if not any(row["no datum"] for row in rows):
        yes = [(row["resident"], row["other"]) for row in rows if row["answer"] == "yes"]
        found = {"by interview": graphs.mutual_graph(context, yes).subgraph(people), **found}
        drawn_how = "an edge where both say they know of the other"
    labels = {slug: resident.first for slug, resident in context.residents.items() if slug in people}
    name = f"{town.label}-{moment}"
    picture = report.picture(name, f"{town.label}, {moment}: {drawn_how}")
    plots.acquaintance(picture, next(iter(found.values())), labels, name)
    of = population(rows, {town.label: len(context.residents)})
    return [
        {
            **{"town": town.label, "seed": town.seed, "moment": moment, "how": how, "of": of},
            **{"edges": graph.number_of_edges(), "density": graphs.density(graph)},
        }
        for how, graph in found.items()
    ]


def _summarise(report: ReportPage, densities: list[dict[str, Any]], asked: list[dict[str, Any]]) -> None:
    summary = []
    for how in dict.fromkeys(row["how"] for row in densities):
        for moment in ("start", "end"):
            mine = [row for row in densities if row["how"] == how and row["moment"] == moment]
            of = ", ".join(dict.fromkeys(row["of"] for row in mine))
            summary.append({"how": how, "moment": moment, "of": of, **mean_stats([row["density"] for row in mine], 0, 1)})
    report.head("All towns")
    report.table(
        "summary",
        summary,
        "Density of the graph `of` these residents, mean over `count` towns with its 95 % interval (the paper: 0.167 to 0.74)",
    )
    caption = (
        "Answers against memory, of all asked (the paper: 6 of 453 hallucinated), with the 95 % interval over towns, in a "
        "single town over residents"
    )
    of = ", ".join(dict.fromkeys(row["of"] for row in densities))
    verdicts = verdict_stats([row for row in asked if not row["no datum"]])
    report.table("verdicts", [{**row, "of": of} for row in verdicts], caption)
    report.say(left_out(asked))
    report.table("densities", densities, "Density of every town")
    report.table("pairs", asked, "Every answer with its check", shown=0)
