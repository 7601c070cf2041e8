"""An own action with its effect on the world: whoever finds a thing left out of order, and nobody at it, tidies it up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim import ActionKind, Town
from sim.engine.apply import Apply
from sim.mind.thought import Thought
from sim.types import read_address, write_address
from sim.world.state import Body


class Tidy(ActionKind):
    """Recorded as ``tidy`` events; the thing's new state is perceived by all who are in the room."""

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
    """Somebody leaves the cafe's espresso machine dripping; Nora puts it right when she comes in."""
    town = Town.load("scenarios/first_morning.yaml", model="fake", parts=[Tidy()]).run(until="07:10")
    town.happening("dripping", "Wrenfield:The Copper Finch:cafe:espresso machine", kind="object")
    return town.run(until="08:30")
