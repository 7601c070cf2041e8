"""Who knows whom: graphs of acquaintance at any tick, and their density, by networkx.

Two readings: ``known`` (both have a memory or a relationship that names the other, the nearest to the paper's "Do you know
of ...?") and ``talked`` (the two have been in a talk). The interview of the paper itself is the experiment's.
"""

from __future__ import annotations

from typing import Any

from sim.analysis.extras import library
from sim.analysis.setting import Setting


def names_known(setting: Setting, slug: str, tick: int) -> list[str]:
    """The other residents that somebody can know of at ``tick``: in a relationship, or named in a memory or as its source."""
    relations = setting.run.relations(slug, tick)
    memories = setting.memories_at(slug, tick)
    texts = "\n".join(memory.text for memory in memories)
    sources = {memory.source for memory in memories}
    others = [other for other in setting.people if other != slug]
    return [other for other in others if other in relations or other in sources or setting.name(other) in texts]


def known(setting: Setting, tick: int) -> Any:
    """The mutual graph: an edge where both know of each other."""
    aware = {slug: names_known(setting, slug, tick) for slug in setting.people}
    return mutual(setting, [(slug, other) for slug, others in aware.items() for other in others])


def mutual(setting: Setting, aware: list[tuple[str, str]]) -> Any:
    """A networkx Graph of all residents with an edge where both directions are in ``aware``."""
    graph = _people(setting)
    both = set(aware)
    graph.add_edges_from((a, b) for a, b in aware if a < b and (b, a) in both)
    graph.add_edges_from((b, a) for a, b in aware if a > b and (b, a) in both)
    return graph


def talked(setting: Setting, tick: int) -> Any:
    """An edge with the number of talks for every two who have talked up to ``tick``."""
    graph = _people(setting)
    for talk in setting.run.talks(None, 0, tick):
        people = sorted(slug for slug in talk.people if slug in setting.people)
        for i, a in enumerate(people):
            for b in people[i + 1 :]:
                graph.add_edge(a, b, talks=graph.get_edge_data(a, b, {"talks": 0})["talks"] + 1)
    return graph


def density(graph: Any) -> float:
    """2 |E| / (|V| (|V| - 1))."""
    return float(library("networkx").density(graph))


def _people(setting: Setting) -> Any:
    graph = library("networkx").Graph()
    graph.add_nodes_from(setting.people)
    return graph
