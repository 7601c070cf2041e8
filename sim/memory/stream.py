"""``MemoryStream``: everything one resident perceived, said, planned and concluded, and how it is retrieved.

Usable alone: ``from sim.memory import MemoryStream``. ``base_stream`` stores and retrieves; here is what asks questions
(they are yielded: the stream knows no model).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.llm.base import Names
from sim.memory import reflect
from sim.memory.base_stream import BaseStream
from sim.prompts import Asking, Card, Setting
from sim.prompts.scene import Recollection, Scene
from sim.types import Hit, Memory, MemoryKind


class MemoryStream(BaseStream):
    """Memories numbered from 0, with exact three-factor retrieval over a FAISS index, and an importance budget that triggers
    reflection.

    ``preset`` is a name or a Preset; ``overrides`` replace its fields. ``embedder`` defaults to the hashing one, which needs no
    model. ``judge`` rates a memory that is added without an importance, for use without questions. Raises ValueError for
    settings that make no sense.
    """

    def rating(self, card: Card, names: Names, at: int, seed: int, now: str = "", scene: Scene | None = None) -> Asking[int]:
        """Ask for the importance of every unrated memory, ten at a time; returns how many were rated. ``now`` and ``scene`` are
        shown in the questions."""
        return reflect.rating(self, reflect.Thinker(card, names, at, seed, now, scene))

    def reflect(
        self,
        card: Card,
        names: Names,
        at: int,
        seed: int,
        now: str = "",
        anchor: str = "",
        scene: Scene | None = None,
        dated: Callable[[Memory], Recollection] | None = None,
        setting: Setting | None = None,
    ) -> Asking[list[Memory]]:
        """Ask what can be concluded and keep it with its evidence; returns the new reflections. ``now``, ``scene`` and when a
        memory is from (``dated``) are shown in the questions, ``setting`` goes with them; ``anchor`` is the one focal point
        instead of asking for some."""
        return reflect.reflecting(self, reflect.Thinker(card, names, at, seed, now, scene, dated, setting or Setting()), anchor)


class NullStream(MemoryStream):
    """A ``MemoryStream`` that keeps nothing, for towns whose residents perceive, plan and walk but remember nothing."""

    keeps = False

    def add(self, text: str, kind: MemoryKind = "observation", at: int = 0, *_: Any, **__: Any) -> Memory:
        """The memory that was told, with number -1. It is not kept."""
        return Memory(-1, text, kind, at, at)

    def retrieve(self, *_: Any, **__: Any) -> list[Hit]:
        """Always []."""
        return []
