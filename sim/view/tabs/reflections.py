"""The tab Reflections: each reflection with the tree of memories it rests on."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from sim.types import Memory
from sim.view.context import ViewContext
from sim.view.style import FAINT
from sim.view.tabs.cards import evidence, memory_card
from sim.view.tabs.tab import Tab
from sim.view.widgets.flow import Flow


class ReflectionsTab(Tab):
    """The reflections up to the shown moment, newest first."""

    name = "Reflections"

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context)
        self.memories: tuple[Memory, ...] = ()

    def fetch(self, tick: int) -> None:
        self.memories = tuple(self.context.run.memories(self.who, tick, kinds=("reflection",), limit=100))
        if self.opened is None and self.memories:
            self.opened = self.memories[0].n

    def key(self) -> Hashable:
        return self.who, self.memories, self.opened, self.context.now // 60

    def paint(self, flow: Flow) -> None:
        if not self.memories:
            flow.text("No reflections yet at this moment.", "small", FAINT)
            flow.gap(4)
            flow.text("They come when enough has happened that matters.", "tiny", FAINT)
        for memory in self.memories:
            opened = memory.n == self.opened
            memory_card(flow, self.context, self.who, memory, partial(self.toggle, memory.n), opened)
            if opened:
                flow.heading(f"Rests on {len(memory.evidence)} memories")
                evidence(flow, self.context, self.who, memory)
