"""What can still be changed of a scenario in a fork, where a town has already lived by it.

Names, homes and who lives there cannot change, because they are in the residents' memories and plans; past events cannot change
either. Cards, habits, ties, memories, looks, the rules of places and what is still to come can change. The editor calls
``fixed`` for a field, the engine ``refused`` for a whole scenario. Knows no run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.scenario.model import Scenario
from sim.scenario.problems import Path

PERSON = ("name", "first", "home", "work", "start_at", "mind", "import")
TOWN = ("map", "start", "until", "seed", "rules", "parts", "minds", "language", "aliases", "extends")
_WHY = "Not in a fork: {why}."


def fixed(path: Path, data: dict[str, Any], first: dict[str, Any], is_over: Callable[[str], bool]) -> str:
    """Why the value at ``path`` cannot change, in a sentence; "" where it can. ``data`` is the edited scenario, ``first`` the
    run's; ``is_over`` says whether a written moment has passed."""
    if path[0] in TOWN:
        return _WHY.format(why="the run began with it")
    if path[0] == "residents" and len(path) > 2 and path[2] in PERSON:
        return _WHY.format(why="everybody's memories and plans have it already")
    if path[0] in ("news", "events") and len(path) > 1:
        entries = data.get(str(path[0])) or []
        entry = entries[path[1]] if isinstance(path[1], int) and path[1] < len(entries) else {}
        if path[0] == "news" and entry.get("id") in [one.get("id") for one in first.get("news") or []]:
            return _WHY.format(why="people know it already; `fork --move` moves what it announces")
        if path[0] == "events" and entry in (first.get("events") or []) and is_over(str(entry.get("at"))):
            return _WHY.format(why="it has happened")
    return ""


def refused(old: Scenario, new: Scenario, now: int) -> str:
    """Why a run of ``old`` cannot go on from game second ``now`` with ``new``; "" where it can."""
    if [one.slug for one in old.residents] != [one.slug for one in new.residents]:
        return "in a fork nobody can be added or removed"
    for was, one in zip(old.residents, new.residents, strict=True):
        for key in ("name", "first", "home", "work", "start_at", "mind"):
            if getattr(was, key) != getattr(one, key):
                return f"{was.name}'s {key} cannot change in a fork: everybody's memories and plans have it already"
    for key in ("start", "seed", "rules", "parts", "language", "aliases"):
        if getattr(old, key) != getattr(new, key):
            return f"{key} cannot change in a fork: the run began with it"
    if any(item not in new.news for item in old.news):
        return "news that people know already cannot change in a fork; `fork --move` moves what it announces"
    gone = [happening for happening in old.happenings if happening not in new.happenings]
    come = [happening for happening in new.happenings if happening not in old.happenings]
    if any(happening.at <= now for happening in (*gone, *come)):
        return "what has happened cannot change in a fork; name a moment after it"
    return "nobody can arrive in a fork who is there already" if any(one.kind == "arrive" for one in come) else ""
