"""Social networks: who knows whom at a tick, as networkx graphs, and their density.

Two definitions: ``acquaintance_graph`` (both have a memory or relationship that names the other; nearest to the paper's "Do you
know of ...?") and ``talk_graph`` (the two have been in one talk). The paper's interviews are in ``sim.experiments.network``.
"""

from __future__ import annotations

from typing import Any

from sim.analysis.extras import library
from sim.analysis.run_context import RunContext


def known_residents(context: RunContext, slug: str, tick: int) -> list[str]:
    """The residents whom this resident can know of at ``tick``: by a relationship, named in a memory, or as its source."""
    relations = context.run.relations(slug, tick)
    memories = context.memories_at(slug, tick)
    texts = "\n".join(memory.text for memory in memories)
    sources = {memory.source for memory in memories}
    others = [other for other in context.residents if other != slug]
    return [other for other in others if other in relations or other in sources or context.name(other) in texts]


def acquaintance_graph(context: RunContext, tick: int) -> Any:
    """A networkx Graph with an edge between two who know of each other."""
    aware = {slug: known_residents(context, slug, tick) for slug in context.residents}
    return mutual_graph(context, [(slug, other) for slug, others in aware.items() for other in others])


def mutual_graph(context: RunContext, aware: list[tuple[str, str]]) -> Any:
    """A networkx Graph of all residents with an edge where ``aware`` has both directions of a pair."""
    graph = _people(context)
    both = set(aware)
    graph.add_edges_from((a, b) for a, b in aware if a < b and (b, a) in both)
    return graph


def talk_graph(context: RunContext, tick: int) -> Any:
    """A networkx Graph with an edge, and its number of talks, between two who have talked up to ``tick``."""
    graph = _people(context)
    for talk in context.run.talks(None, 0, tick):
        people = sorted(slug for slug in talk.people if slug in context.residents)
        for i, a in enumerate(people):
            for b in people[i + 1 :]:
                graph.add_edge(a, b, talks=graph.get_edge_data(a, b, {"talks": 0})["talks"] + 1)
    return graph


def density(graph: Any) -> float:
    """2 |E| / (|V| (|V| - 1))."""
    return float(library("networkx").density(graph))


def _people(context: RunContext) -> Any:
    graph = library("networkx").Graph()
    graph.add_nodes_from(context.residents)
    return graph
