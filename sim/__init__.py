"""A generative-agents town: residents who remember, plan, talk and reflect on a tick-based map, through a local model.

    from sim import Town

    with Town.load("scenarios/first_morning.yaml", seed=7) as town:
        town.run(until="09:30")
        print(town["nora"].doing, town["nora"].interview("What are you planning?"))
        town.talks                                  # a DataFrame of every line said so far
        other = town.fork(whisper={"nora": "Nora should rest today"})
        town.save("saves/my_run.sqlite")            # replay, resume and export it with run_sim.py

``Town`` is lived and looked into, ``Resident`` is one of its people. ``Faculties``, ``OwnAnswerer``, ``Preset``, ``Term``,
``ActionKind``, ``HappeningKind``, ``Measure`` and ``Tab`` are what own parts extend: ``sim/examples`` has one example of each.
``batch_run`` lives a grid of conditions and seeds. ``MemoryStream`` is the memory stream alone.
Names are imported when first used, so ``import sim`` itself costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from sim.version import VERSION

__version__ = VERSION

if TYPE_CHECKING:
    from sim.analysis.metrics import Failure, Measure, Metric
    from sim.answer.protocol import Answerer
    from sim.engine.parts import ActionKind, HappeningKind
    from sim.experiments.batch import batch_run
    from sim.memory import MemoryStream, Preset, Term
    from sim.mind.faculties import Faculties
    from sim.parts import PartError
    from sim.town import Collector, OwnAnswerer, Resident, ResidentMemory, Tick, Town, TownError
    from sim.types import Action, Block, Event, Hit, Memory
    from sim.view.tabs.tab import Tab

_HOME = {
    "sim.town": ("Town", "Resident", "ResidentMemory", "Tick", "Collector", "OwnAnswerer", "TownError"),
    "sim.mind.faculties": ("Faculties",),
    "sim.answer.protocol": ("Answerer",),
    "sim.memory": ("MemoryStream", "Preset", "Term"),
    "sim.engine.parts": ("ActionKind", "HappeningKind"),
    "sim.analysis.metrics": ("Measure", "Metric", "Failure"),
    "sim.view.tabs.tab": ("Tab",),
    "sim.experiments.batch": ("batch_run",),
    "sim.parts": ("PartError",),
    "sim.types": ("Action", "Block", "Event", "Hit", "Memory"),
}
"""Module -> the public names that live there."""

__all__ = [
    "Action",
    "ActionKind",
    "Answerer",
    "Block",
    "Collector",
    "Event",
    "Faculties",
    "Failure",
    "HappeningKind",
    "Hit",
    "Measure",
    "Memory",
    "MemoryStream",
    "Metric",
    "OwnAnswerer",
    "PartError",
    "Preset",
    "Resident",
    "ResidentMemory",
    "Tab",
    "Term",
    "Tick",
    "Town",
    "TownError",
    "batch_run",
]


def __getattr__(name: str) -> Any:
    """A public name, imported from the room that it lives in."""
    for module, names in _HOME.items():
        if name in names:
            return getattr(importlib.import_module(module), name)
    raise AttributeError(f"module 'sim' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
