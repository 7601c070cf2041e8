"""An own tab of the window's inspector: of what kinds a resident's memories are, as bars. ``python -m sim.examples.own_tab``"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from sim import Tab, Town
from sim.view.widgets.flow import Flow


class KindsTab(Tab):
    """Counts at the tick that is shown: ``fetch`` reads the run, ``paint`` only draws."""

    name = "Kinds"
    counts: tuple[tuple[str, int], ...] = ()

    def fetch(self, tick: int) -> None:
        memories = self.context.run.memories(self.who, tick, limit=-1)
        self.counts = tuple(Counter(memory.kind for memory in memories).most_common())

    def key(self) -> Hashable:
        return self.who, self.counts

    def paint(self, flow: Flow) -> None:
        flow.heading("Memories by kind", str(sum(count for _, count in self.counts)))
        for kind, count in self.counts:
            flow.bar(kind, count / self.counts[0][1], str(count), self.context.colour(self.who))


if __name__ == "__main__":
    Town.load("scenarios/first_morning.yaml", model="fake").run(until="10:00").watch(tabs=[KindsTab])
