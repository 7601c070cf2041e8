"""An own mind: a watchman who walks from place to place, day and night, and asks no model anything but in talk."""

from __future__ import annotations

from collections.abc import Sequence

from sim import Faculties, Town
from sim.mind.thought import Percept, Thinking, Thought
from sim.types import write_address

ROUND = 1200  # game seconds at each place


class Watchman(Faculties):
    """Lives by the clock: which place he is to be at follows from the hour."""

    name = "watchman"

    def think(self, thought: Thought, told: Sequence[Percept] = ()) -> Thinking:
        if thought.body.talk or thought.state.talk:
            yield from super().think(thought, told)  # whoever speaks to him gets the usual answers
            return
        thought.state.asleep = False
        self.perceive(thought)
        places = thought.place_names()
        goal = thought.sector(places[thought.at // ROUND % len(places)])
        here = thought.world.arena(thought.body.tile)
        if not thought.body.walking and here[:2] != goal:
            thought.do("act", activity=f"walking to {goal[-1]}", address=write_address(here), icon="walk")
            thought.do("walk", to=write_address(goal))


def main() -> Town:
    """Two hours with Ilya on watch."""
    town = Town.load("scenarios/first_morning.yaml", model="fake", minds={"ilya": Watchman()})
    return town.run(until="09:00")


if __name__ == "__main__":
    print(main()["ilya"].memory.frame.tail())
