"""Kinds of world: how homes and public places are named and which objects stand in them (``situations.yaml``).

The scripted mind knows places by their kind (cafe, park, pub ...). The ``island`` is held out of training.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sim.training.situations.data_split import situations


@dataclass(frozen=True, slots=True)
class PublicPlace:
    """A kind of public place: its possible names, where ``{w}`` becomes a made-up word, and objects."""

    kind: str
    names: tuple[str, ...]
    objects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WorldKind:
    """A kind of world. ``homes`` are name patterns with ``{family}``, ``{n}`` (a number) and ``{w}``; ``trades``
    names the worlds whose occupations are found here (``""``: any town's); ``weight`` is how often training draws it."""

    name: str
    world_names: tuple[str, ...]
    homes: tuple[str, ...]
    furniture: tuple[str, ...]
    publics: tuple[PublicPlace, ...]
    trades: tuple[str, ...]
    weight: int = 0


def _kind(name: str, row: Mapping[str, Any]) -> WorldKind:
    publics = tuple(PublicPlace(one["kind"], tuple(one["names"]), tuple(one["objects"])) for one in row["publics"])
    lists = {key: tuple(row[key]) for key in ("world_names", "homes", "furniture", "trades")}
    return WorldKind(name, **lists, publics=publics, weight=row.get("weight", 0))


WORLD_KINDS: Mapping[str, WorldKind] = {name: _kind(name, row) for name, row in situations()["worlds"].items()}
"""Every kind of world by name."""
HELD_OUT = "island"
