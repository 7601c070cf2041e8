"""An own happening: showers that come and go by chance, the same ones whenever the run is lived again."""

from __future__ import annotations

from sim import HappeningKind, Town
from sim.engine.happenings import Scene

PER_HOUR = 360
"""Ticks of ten seconds in an hour."""


class Showers(HappeningKind):
    """About one shower in two hours, each of a quarter of an hour or so."""

    name = "showers"

    def happen(self, scene: Scene) -> None:
        if scene.world.weather == "rain":
            if self.chance(scene, 4 / PER_HOUR, "end"):
                self.begin(scene, "weather", "")
        elif self.chance(scene, 0.5 / PER_HOUR, "begin"):
            self.begin(scene, "weather", "rain")


def main() -> Town:
    """A morning with showers."""
    return Town.load("scenarios/first_morning.yaml", model="fake", parts=[Showers()]).run()


if __name__ == "__main__":
    events = main().events
    print(events[events["kind"] == "happening"])
