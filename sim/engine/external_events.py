"""External events: initial placement of residents, the scenario's happenings and users' commands, in order.

Called by ``tick``. ``happenings`` and ``commands`` define what each event does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.engine import happenings
from sim.engine.apply import Apply
from sim.engine.commands import carry_out, time_out_players
from sim.engine.happenings import PerceptsBySlug, Scene
from sim.engine.parts import Parts
from sim.mind.mind import Mind
from sim.mind.scene import OPENING
from sim.scenario.model import Scenario
from sim.types import Command, Tile
from sim.world.state import Body, World


class ExternalEvents:
    """Turns the scenario's happenings and users' commands into events and percepts."""

    def __init__(self, scenario: Scenario, parts: Parts):
        self.scenario, self.parts = scenario, parts

    def place_residents(self, apply: Apply, minds: Mapping[str, Mind], world: World) -> None:
        """Put every resident on the map, each on a tile of their own where there is room."""
        taken: set[Tile] = set()
        for resident in self.scenario.residents:
            spots = world.places.spots(resident.start_at) or world.places.spots(resident.home)
            tile = next((spot for spot in spots if spot not in taken), spots[0])
            taken.add(tile)
            body = world.bodies[resident.slug]
            apply.place(body, tile)
            self._begin_day(apply, minds[resident.slug], body, world.clock.minutes(0))

    def _begin_day(self, apply: Apply, mind: Mind, body: Body, minutes: int) -> None:
        """Asleep or awake by the hour of the start; away if they arrive later."""
        resident = mind.resident
        asleep = (minutes - resident.sleeps) % 1440 < (resident.wakes - resident.sleeps) % 1440
        mind.state.asleep = asleep
        mind.state.wake_at = ((resident.wakes - minutes) % 1440) * 60 if asleep else 0
        if any(h.kind == "arrive" and h.who == resident.slug and h.at > 0 for h in self.scenario.happenings):
            apply.depart(body)
            return
        doing = ("sleeping", "sleep") if asleep else (OPENING, "wake")
        where = ":".join(resident.start_at)
        why = "sleep" if asleep else "wake"
        apply.act(body, {"activity": doing[0], "icon": doing[1], "asleep": asleep, "address": where, "why": why})

    def apply_due(
        self, apply: Apply, minds: Mapping[str, Mind], world: World, at: int, commands: Sequence[Command]
    ) -> PerceptsBySlug:
        """Apply the happenings and commands due at game second ``at``; returns the percepts they cause, by slug."""
        scene = Scene(self.scenario, apply, minds, world)
        before = at - self.scenario.rules.tick
        for happening in self.scenario.happenings:
            if before < happening.at <= at:
                happenings.begin(scene, happening)
            if happening.lasts and before < happening.at + happening.lasts <= at:
                happenings.end(scene, happening)
        self.parts.happen(scene)
        for command in commands:
            carry_out(scene, command)
        time_out_players(scene)
        return scene.news
