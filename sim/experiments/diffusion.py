"""Experiment: how news spreads through a town, and whether residents who say that they know it do.

Park et al. 2023, section 7.1.1: all residents are asked at the start and at the end whether they know a news item, and every
yes is checked in the resident's memory (the party went from 4 % to 52 %, the candidacy from 4 % to 32 %, and nobody's answer
was invented). Memory here also tells since when and from whom each resident knows.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from sim.analysis.diffusion import knowers, share_over_time, spread_graph, tree_text
from sim.analysis.lexical import contains_all
from sim.analysis.run_context import RunContext, open_context
from sim.experiments import plots
from sim.experiments.interviews import YES_NO, InterviewQuestion, drawn, left_out, open_interviewer, population, verdict
from sim.experiments.options import Options
from sim.experiments.report import ReportPage
from sim.experiments.stats import share_of, verdict_stats
from sim.experiments.towns import MeasuredTown, towns
from sim.record.news_story import Knower
from sim.scenario.model import News

PAPER_SHARES = {"party": (0.04, 0.52), "mayor": (0.04, 0.32)}
"""A word of the news -> (start, end) in the paper."""


def run(options: Options) -> list[dict[str, Any]]:
    """Run or read the towns, interview all residents, write the report; a result per town."""
    found = towns(options)
    report = ReportPage(options, "How news spreads", found)
    rows: dict[str, list[dict[str, Any]]] = {"knowers": [], "curve": [], "interviews": []}
    drawn: dict[str, dict[str, list[tuple[float, float]]]] = {}  # news -> town -> (game hours, share of residents who know)
    results: list[dict[str, Any]] = []
    sizes: dict[str, int] = {}  # town -> residents
    for town in found:
        results.append(town.about)
        with open_context(town.path) as context:
            sizes[town.label] = len(context.residents)
            for news in context.scenario.news:
                known = knowers(context, news)
                rows["knowers"] += [_knower_row(town, context, news, knower) for knower in known]
                steps, people = share_over_time(context, known), len(context.residents)
                curve = [(tick * context.tick_seconds / 3600, count / people) for tick, count in steps]
                rows["curve"] += [{"town": town.label, "news": news.id, "hours": x, "share": y} for x, y in curve]
                drawn.setdefault(news.id, {})[town.label] = curve
                results[-1] |= _measures(news, curve, known)
                _draw_tree(report, town, context, news, known)
            rows["interviews"] += _interviews(town, context, options)
    _summarise(report, rows, drawn, sizes)
    return report.finish(results)


def _measures(news: News, curve: list[tuple[float, float]], known: tuple[Knower, ...]) -> dict[str, float]:
    """The share of residents who know at the end, the mean share over time, and the longest chain of tellers."""
    hours = curve[-1][0] or 1.0
    area = sum(share * (after - at) for (at, share), (after, _) in pairwise(curve))
    sources = {knower.slug: knower.source for knower in known}
    chains = [0]
    for slug in sources:
        length = 0
        while slug := sources.get(slug, ""):
            length += 1
        chains.append(length)
    return {
        f"{news.id}: know": curve[-1][1],
        f"{news.id}: know, over time": area / hours,
        f"{news.id}: longest chain": max(chains),
    }


def _knower_row(town: MeasuredTown, context: RunContext, news: News, knower: Knower) -> dict[str, Any]:
    return {
        **{"town": town.label, "seed": town.seed, "news": news.id, "resident": knower.slug, "tick": knower.tick},
        **{"when": context.when(knower.tick), "how": knower.how, "from": knower.source, "talk": knower.talk},
        **{"memory": knower.n, "text": knower.text},
    }


def _interviews(town: MeasuredTown, context: RunContext, options: Options) -> list[dict[str, Any]]:
    """A row per moment, news item and resident, with the answer and its verdict."""
    rows = []
    for moment, tick in (("start", 0), ("end", context.last_tick)):
        with open_interviewer(town.path, options.mind, options.answers, tick) as interviewer:
            for news in context.scenario.news:
                question, slugs = f"Have you heard that {news.text}?", drawn(context, options.people)
                for one in interviewer.ask([InterviewQuestion(slug, question, YES_NO) for slug in slugs]):
                    slug = one.asked.resident
                    known = [m for m in context.memories_at(slug, tick) if contains_all(m.text, news.signs)]
                    rows.append(
                        {
                            **{"town": town.label, "seed": town.seed, "news": news.id, "resident": slug, "moment": moment},
                            **{"answer": one.answer, "memory": known[0].n if known else None},
                            **{"verdict": verdict(one.answer, bool(known)), "answered by": one.by, "no datum": one.no_datum},
                        }
                    )
    return rows


def _draw_tree(report: ReportPage, town: MeasuredTown, context: RunContext, news: News, known: tuple[Knower, ...]) -> None:
    report.head(f"{town.label}: {news.text}")
    labels = {slug: resident.first for slug, resident in context.residents.items()}
    path = report.picture(f"tree-{town.label}-{news.id}", "who told whom, from left to right in time")
    plots.spread_tree(path, spread_graph(known), labels, context.tick_seconds / 3600, news.text)
    report.lines += ["```", *tree_text(known, context), "```", ""]


def _summarise(
    report: ReportPage,
    rows: dict[str, list[dict[str, Any]]],
    drawn: dict[str, dict[str, list[tuple[float, float]]]],
    sizes: dict[str, int],
) -> None:
    """The results over all towns, and the tables."""
    report.head("All towns")
    summary = []
    answers = [row for row in rows["interviews"] if not row["no datum"]]
    for news, found in drawn.items():
        paper = next((shares for word, shares in PAPER_SHARES.items() if word in news), None)
        plots.curves(report.picture(f"curve-{news}", f"who knows {news}, by memory"), found, news, paper)
        for moment in ("start", "end"):
            by_memory = [curve[0 if moment == "start" else -1][1] for curve in found.values()]
            everybody = population([], sizes)
            summary.append({"news": news, "moment": moment, "how": "by memory", "of": everybody, **share_of(by_memory)})
            asked = [row for row in answers if row["news"] == news and row["moment"] == moment]
            by_town = [_yes(mine) for town in found if (mine := [row for row in asked if row["town"] == town])]
            if by_town:
                how = "by interview, hallucinations left out"
                summary.append(
                    {"news": news, "moment": moment, "how": how, "of": population(asked, sizes), **share_of(by_town)}
                )
    caption = "Share who know, `of` these residents, mean over `count` towns with its 95 % interval"
    report.table("summary", summary, caption)
    report.say(left_out(rows["interviews"]))
    caption = (
        "Answers against memory, of all asked (the paper: nobody who said yes had hallucinated it), with the 95 % interval "
        "over towns, in a single town over residents"
    )
    of = population(answers, sizes)
    report.table("verdicts", [{**row, "of": of} for row in verdict_stats(answers)], caption)
    report.table("knowers", rows["knowers"], "Who knows what, since when and from whom", shown=0)
    report.table("curve", rows["curve"], "The curves", shown=0)
    report.table("interviews", rows["interviews"], "Every answer with its check", shown=0)


def _yes(answered: list[dict[str, Any]]) -> float:
    """The share of residents who know; hallucinations do not count."""
    return sum(1.0 for row in answered if row["verdict"] == "knows") / max(1, len(answered))
