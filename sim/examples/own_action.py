"""An own action with its effect on the world: a resident who finds an object out of order and unused tidies it up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim import ActionKind, Town
from sim.engine.apply import Apply
from sim.mind.thought import Thought
from sim.types import read_address, write_address
from sim.world.state import Body


class Tidy(ActionKind):
    """Recorded as ``tidy`` events; all residents in the room perceive the object's new state."""

    name = "tidy"

    def when(self, thought: Thought) -> Mapping[str, Any] | None:
        if thought.body.asleep or thought.body.walking:
            return None
        here = thought.world.arena(thought.body.tile)
        left = (address for address, thing in thought.world.things_in(here) if not thing.by)
        address = next(left, None)
        return None if address is None else {"object": write_address(address)}

    def apply(self, apply: Apply, body: Body, data: Mapping[str, Any]) -> None:
        address = read_address(data["object"])
        apply.set_thing(address, apply.world.idle_state(address), "")


def main() -> Town:
    """The cafe's espresso machine is left dripping; Nora puts it right when she comes in."""
    town = Town.load("scenarios/first_morning.yaml", model="fake", parts=[Tidy()]).run(until="07:10")
    town.happening("dripping", "Wrenfield:The Copper Finch:cafe:espresso machine", kind="object")
    return town.run(until="08:30")
