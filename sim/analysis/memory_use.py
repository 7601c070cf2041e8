"""Metrics of memory: how much of what is kept is ever retrieved, and whether insights differ and are retrieved.

Kept memories are those that do not fade by themselves; the words of a talk and the plan of a day do fade. A memory counts as
retrieved when a recorded retrieval took it after its creation, whether or not the preset records accesses. Names are left out
where insights are compared.
"""

from __future__ import annotations

import re

from sim.analysis.metrics import Metric, proportion
from sim.analysis.run_context import RunContext
from sim.record.acted_on import acted_on, planned_on


def memory_metrics(context: RunContext) -> list[Metric]:
    """Metrics on the kept memories, and on the insights among them, that were made while the town was lived."""
    made = [
        (slug, memory)
        for slug, memories in context.memories.items()
        for memory in memories
        if memory.at >= 0 and memory.expires is None
    ]
    retrieved = {(slug, n) for slug in context.residents for n in context.run.retrieved(slug, context.last_tick)}
    insights = [memory for _, memory in made if memory.kind == "reflection"]
    days = len(context.residents) * context.clock.day(context.end)
    used = sum((slug, memory.n) in retrieved for slug, memory in made)
    recalled = sum((slug, memory.n) in retrieved for slug, memory in made if memory.kind == "reflection")
    kept, concluded = (len(made), len(insights)) if used else (0, 0)
    names = _names(context)
    forms = {names.sub("X", insight.text) if names else insight.text for insight in insights}
    return [
        proportion("memories retrieved", used, kept, f"of all that was kept, {len(made) / days:.0f} per resident and day"),
        proportion("insights retrieved", recalled, concluded, "of all insights, later than they were made"),
        proportion(
            "insights acted on",
            len(_acted_on(context)),
            len(insights),
            "of all insights; behind a line or an entry of a plan",
        ),
        proportion("different insights", len(forms), len(insights), "of all insights, names of residents left out"),
    ]


def _acted_on(context: RunContext) -> set[tuple[str, int]]:
    """(resident, memory) of every insight that stands behind a line or an entry of a plan."""
    run, last = context.run, context.last_tick
    said = ((one.who, one.insight) for talk in run.talks(None, 0, last) for one in acted_on(run, talk))
    plans = [(event.key, event.tick) for event in run.events(0, last, ("plan",))]
    planned = ((who, insight) for who, tick in plans for _, insight in planned_on(run, who, tick))
    return {(who, insight.n) for who, insight in (*said, *planned) if insight.at >= 0}


def _names(context: RunContext) -> re.Pattern[str] | None:
    """Every name of a resident, the longest first."""
    names = {name for resident in context.residents.values() for name in (resident.name, resident.first)}
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b") if longest_first else None
