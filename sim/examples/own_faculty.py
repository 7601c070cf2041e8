"""An own faculty of a mind: days follow a timetable instead of being planned by the model; the rest of the mind stays."""

from __future__ import annotations

from sim import Block, Faculties, Town
from sim.mind.blocks import blocks_json
from sim.mind.mind import Thinking
from sim.mind.plan import bed_time, sleep_block
from sim.mind.thought import Thought

HOURS = ((0, "getting ready", "home"), (8, "working", "work"), (12, "having lunch", "home"), (13, "working", "work"))


class Timetable(Faculties):
    """The same hours every day: a baseline for what planning by a model is worth."""

    name = "timetable"

    def plan(self, thought: Thought) -> Thinking:
        clock, resident, night = thought.world.clock, thought.mind.resident, bed_time(thought)
        day = clock.day(thought.at)
        starts = [max(thought.at, clock.at(day, hour * 60)) for hour, _, _ in HOURS]
        places = [(resident.work or resident.home if where == "work" else resident.home)[:2] for _, _, where in HOURS]
        rows = zip(starts, [*starts[1:], night], HOURS, places, strict=True)
        thought.state.blocks = [Block(start, end, doing, place) for start, end, (_, doing, _), place in rows if start < end]
        thought.state.blocks.append(sleep_block(thought, night))
        thought.state.day, thought.state.steps, thought.state.step = day, [], -1
        thought.do("plan", blocks=blocks_json(thought.state.blocks), why="morning", reason="the timetable")
        yield from ()  # no question


def main() -> Town:
    """A morning by the timetable."""
    return Town.load("scenarios/first_morning.yaml", model="fake", parts=[Timetable()]).run(until="09:00")


if __name__ == "__main__":
    print(main()["tess"].plan)
