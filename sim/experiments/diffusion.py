"""Diffusion: how a piece of news spreads through a town, and whether those who say they know it do.

Park et al. 2023, section 7.1.1: everybody is asked at the start and at the end whether they know, and every yes is checked in
that resident's memory (their party went from 4 % to 52 %, their candidacy from 4 % to 32 %, 1.3 % of the answers were
invented). Here memory also tells when each came to know, and from whom.
"""

from __future__ import annotations

from typing import Any

from sim.analysis.setting import Setting, opened
from sim.analysis.spread import Knower, knowers, share_over_time, tree, tree_text
from sim.analysis.words import holds
from sim.experiments import pictures
from sim.experiments.job import Mind
from sim.experiments.options import Options
from sim.experiments.report import Report
from sim.experiments.room import Answers, Asked, interviewing
from sim.experiments.stats import of_mean, of_share
from sim.experiments.towns import Town, towns
from sim.scenario.model import News

PAPER = {"party": (0.04, 0.52), "mayor": (0.04, 0.32)}
"""A word of the news -> (start, end) in the paper."""
YES_NO = ("yes", "no")


def run(options: Options) -> int:
    """Live or read the towns, ask everybody, write the report."""
    found = towns(options)
    report = Report(options, "How news spreads", found)
    answers = Answers(options.out / "answers.jsonl")
    mind = Mind(options.model, options.embedder, options.guided)
    rows: dict[str, list[dict[str, Any]]] = {"knowers": [], "curve": [], "interviews": []}
    drawn: dict[str, dict[str, list[tuple[float, float]]]] = {}
    for town in found:
        with opened(town.path) as setting:
            for news in setting.scenario.news:
                known = knowers(setting, news)
                rows["knowers"] += [_knower_row(town, setting, news, knower) for knower in known]
                curve = _curve(setting, known)
                rows["curve"] += [{"town": town.label, "news": news.id, "hours": x, "share": y} for x, y in curve]
                drawn.setdefault(news.id, {})[town.label] = curve
                _draw_tree(report, town, setting, news, known)
            rows["interviews"] += _interviews(town, setting, mind, answers, options.people)
    _summarise(report, rows, drawn)
    report.save()
    return 0


def _knower_row(town: Town, setting: Setting, news: News, knower: Knower) -> dict[str, Any]:
    return {
        **{"town": town.label, "seed": town.seed, "news": news.id, "resident": knower.slug, "tick": knower.tick},
        **{"when": setting.when(knower.tick), "how": knower.how, "from": knower.source, "talk": knower.talk},
        **{"memory": knower.n, "text": knower.text},
    }


def _curve(setting: Setting, known: tuple[Knower, ...]) -> list[tuple[float, float]]:
    """(game hours, share of residents who know)."""
    people = len(setting.people)
    return [(tick * setting.step / 3600, count / people) for tick, count in share_over_time(setting, known)]


def _interviews(town: Town, setting: Setting, mind: Mind, answers: Answers, most: int | None) -> list[dict[str, Any]]:
    """Everybody asked about every piece of news at the start and at the end, each answer checked."""
    rows = []
    for moment, tick in (("start", 0), ("end", setting.last)):
        with interviewing(town.path, mind, answers, tick) as room:
            for news in setting.scenario.news:
                asked = [Asked(slug, f"Have you heard that {news.text}?", YES_NO) for slug in list(setting.people)[:most]]
                for one in room.ask(asked):
                    slug = one.asked.resident
                    holding = [m for m in setting.memories_at(slug, tick) if holds(m.text, news.signs)]
                    rows.append(
                        {
                            **{"town": town.label, "seed": town.seed, "news": news.id, "resident": slug, "moment": moment},
                            **{"answer": one.answer, "memory": holding[0].n if holding else None},
                            **{"verdict": _verdict(one.answer, bool(holding))},
                        }
                    )
    return rows


def _verdict(answer: str, holding: bool) -> str:
    """``knows``, ``hallucinated`` (yes without a memory), ``missed`` (no in spite of one) or ``does not know``."""
    if answer == "yes":
        return "knows" if holding else "hallucinated"
    return "missed" if holding else "does not know"


def _draw_tree(report: Report, town: Town, setting: Setting, news: News, known: tuple[Knower, ...]) -> None:
    report.head(f"{town.label}: {news.text}")
    labels = {slug: resident.first for slug, resident in setting.people.items()}
    path = report.picture(f"tree-{town.label}-{news.id}", "who told whom, from left to right in time")
    pictures.spread_tree(path, tree(known), labels, setting.step / 3600, news.text)
    report.lines += ["```", *tree_text(known, setting), "```", ""]


def _summarise(
    report: Report, rows: dict[str, list[dict[str, Any]]], drawn: dict[str, dict[str, list[tuple[float, float]]]]
) -> None:
    """The numbers over all towns, and the tables."""
    report.head("All towns")
    summary = []
    for news, found in drawn.items():
        paper = next((shares for word, shares in PAPER.items() if word in news), None)
        pictures.curves(report.picture(f"curve-{news}", f"who knows {news}, by memory"), found, news, paper)
        for moment in ("start", "end"):
            by_memory = [curve[0 if moment == "start" else -1][1] for curve in found.values()]
            summary.append({"news": news, "moment": moment, "how": "by memory", **of_mean(by_memory)})
            answered = [row for row in rows["interviews"] if row["news"] == news and row["moment"] == moment]
            by_town = [_yes([row for row in answered if row["town"] == town]) for town in found]
            summary.append({"news": news, "moment": moment, "how": "by interview, hallucinations left out", **of_mean(by_town)})
    report.table("summary", summary, "Share of residents who know, mean over towns with Student's 95 % interval")
    counted = rows["interviews"]
    verdicts = []
    for verdict in ("hallucinated", "missed"):
        hits = sum(row["verdict"] == verdict for row in counted)
        verdicts.append({"verdict": verdict, "hits": hits, **of_share(hits, len(counted))})
    report.table(
        "verdicts", verdicts, "Answers against memory, of all asked (the paper: 1.3 % hallucinated), Wilson's 95 % interval"
    )
    report.table("knowers", rows["knowers"], "Who knows what, since when and from whom", shown=0)
    report.table("curve", rows["curve"], "The curves", shown=0)
    report.table("interviews", rows["interviews"], "Every answer with its check", shown=0)


def _yes(answered: list[dict[str, Any]]) -> float:
    """The share that knows, hallucinations left out."""
    return sum(1.0 for row in answered if row["verdict"] == "knows") / max(1, len(answered))
