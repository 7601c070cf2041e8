"""Diffusion of news: the knowers of a news item (``sim.record.news_story``) as shares over time, a graph and a tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.analysis.extras import library
from sim.analysis.run_context import RunContext
from sim.record.news_story import Knower, NewsItem, NewsStory
from sim.scenario.model import News


def knowers(context: RunContext, news: News) -> tuple[Knower, ...]:
    """All residents who know the news at the end of the run, in order of time; those who knew it at the start come first."""
    return NewsStory(context.run, NewsItem(news.id, news.text, news.signs)).read().knowers


def share_over_time(context: RunContext, found: Sequence[Knower]) -> list[tuple[int, int]]:
    """(tick, number of knowers) at every change, from tick 0 to the end of the run."""
    ticks = sorted(knower.tick for knower in found)
    steps = [(tick, sum(other <= tick for other in ticks)) for tick in dict.fromkeys(ticks)]
    if not steps or steps[0][0] > 0:
        steps.insert(0, (0, 0))
    return [*steps, (context.last_tick, len(ticks))]


def spread_graph(found: Sequence[Knower]) -> Any:
    """Who told whom as a networkx DiGraph: edges run from the source to the knower, with the tick of learning."""
    networkx = library("networkx")
    graph = networkx.DiGraph()
    graph.add_nodes_from((knower.slug, {"tick": knower.tick, "how": knower.how}) for knower in found)
    graph.add_edges_from((knower.source, knower.slug, {"tick": knower.tick}) for knower in found if knower.source)
    return graph


def tree_text(found: Sequence[Knower], context: RunContext) -> list[str]:
    """Who told whom as indented lines. A knower whose source does not know the news begins a tree of their own."""
    told: dict[str, list[Knower]] = {}
    slugs = [knower.slug for knower in found]
    for knower in found:
        told.setdefault(knower.source if knower.source in slugs else "", []).append(knower)
    lines: list[str] = []

    def write(knower: Knower, depth: int) -> None:
        source = f" by {context.name(knower.source)}" if knower.source and not depth else ""
        lines.append(f"{'  ' * depth}{context.name(knower.slug)} ({knower.how}{source}, {context.when(knower.tick)})")
        for hearer in told.get(knower.slug, ()):
            write(hearer, depth + 1)

    for knower in told.get("", ()):
        write(knower, 0)
    return lines
