"""A question for a town: does the news of Nora's supper get around if she stays at home? Two futures of one morning."""

from __future__ import annotations

from sim import Town
from sim.town import Collector

NEWS = "lantern supper"


def heard(town: Town) -> int:
    """How many residents have the news among their memories."""
    return sum(any(NEWS in memory.text for memory in resident.memory) for resident in town.residents)


def main() -> dict[str, Collector]:
    """The same town from 07:01 on: as it is, and with another plan for Nora."""
    town = Town.load("scenarios/first_morning.yaml", model="fake").run(until="07:01")
    other = town.fork(plan={"nora": "07:01 resting in bed @ Nora's cottage"})
    found = {}
    for name, future in (("as it is", town), ("at home", other)):
        found[name] = future.collect("30 min", {"heard": heard})
        future.run(until="10:00").close()
    return found


if __name__ == "__main__":
    for name, collector in main().items():
        print(name, collector.frame, sep="\n")
