"""The external events of a scenario (``events:``) as ``Happening``s. Knows which keys go together."""

from __future__ import annotations

from collections.abc import Mapping

from sim.scenario.checker import Checker
from sim.scenario.model import Happening
from sim.scenario.problems import Path
from sim.scenario.schema import EVENT_KINDS, EVENT_NEEDS, EventModel, ScenarioModel
from sim.types import Address

_COMPANIONS = {"state": ("object",), "to": ("whisper",), "where": ("say", "arrive")}
"""Key -> the kinds of event that it goes with."""


def read_events(model: ScenarioModel, check: Checker) -> tuple[Happening, ...]:
    """All external events in order of time."""
    names = {slug: resident.name for slug, resident in model.residents.items()}
    found = [_happening(entry, ("events", number), names, check) for number, entry in enumerate(model.events)]
    return tuple(sorted((happening for happening in found if happening), key=lambda happening: happening.at))


def _happening(entry: EventModel, at: Path, names: Mapping[str, str], check: Checker) -> Happening | None:
    kinds = [kind for kind in EVENT_KINDS if getattr(entry, kind) is not None]
    if len(kinds) != 1:
        has = " and ".join(kinds) or "none"
        check.report.add(at, f"an event has exactly one of {', '.join(EVENT_KINDS)}; this one has {has}")
        return None
    kind = kinds[0]
    _check_companions(entry, kind, at, check)
    who = _event_person(entry, kind, at, check)
    return Happening(
        at=check.moment(entry.at, (*at, "at")),
        kind=kind,
        text=_event_text(entry, kind, names.get(who, who)),
        where=_event_place(entry, kind, at, check),
        who=who,
        lasts=0 if entry.lasts is None else check.duration(entry.lasts, (*at, "lasts")),
    )


def _check_companions(entry: EventModel, kind: str, at: Path, check: Checker) -> None:
    for name, kinds in _COMPANIONS.items():
        if getattr(entry, name) is not None and kind not in kinds:
            check.report.add((*at, name), f"{name}: goes with {' or '.join(kinds)}:, not with {kind}:", at_key=True)
    if kind in EVENT_NEEDS and getattr(entry, EVENT_NEEDS[kind]) is None:
        check.report.add(at, f"an event with {kind}: needs {EVENT_NEEDS[kind]}: as well")


def _event_text(entry: EventModel, kind: str, name: str) -> str:
    """The object's state, the words said or whispered, the weather, or a sentence about who has come or gone."""
    if kind in ("arrive", "leave"):
        return f"{name} has just {'arrived' if kind == 'arrive' else 'left'}"
    return str(entry.state or "") if kind == "object" else str(getattr(entry, kind))


def _event_place(entry: EventModel, kind: str, at: Path, check: Checker) -> Address | None:
    if kind == "object":
        return check.optional(entry.object, (*at, "object"), ("object",))
    kinds = ("sector", "arena", "object") if kind == "arrive" else ("sector", "arena")
    return check.optional(entry.where, (*at, "where"), kinds)


def _event_person(entry: EventModel, kind: str, at: Path, check: Checker) -> str:
    name = {"whisper": "to", "arrive": "arrive", "leave": "leave"}.get(kind)
    slug = getattr(entry, name) if name else None
    return check.person(slug, (*at, name or "")) if slug else ""
