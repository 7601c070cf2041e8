"""What comes from outside the minds: the scenario's happenings at their time, and people's commands.

Everything here enters through ``Apply`` and the memory streams at the tick at which it applies, so that a run can be
re-run from its record. Knows what each command means; knows nothing of where commands come from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sim.engine.apply import Apply
from sim.mind.perceive import Percept, remember
from sim.mind.thought import Mind, Thought
from sim.scenario.model import Happening, Scenario
from sim.types import Address, Command, read_address
from sim.world.state import Body, World

News = dict[str, list[Percept]]
PATIENCE = 180
"""Game seconds a talk waits for the words of a resident whom a person plays."""


class Outside:
    """Turns happenings and commands into events and percepts."""

    def __init__(self, scenario: Scenario):
        self.scenario = scenario

    def settle(self, apply: Apply, minds: Mapping[str, Mind], world: World) -> None:
        """Put everybody on the map, each on a tile of their own where there is room."""
        taken: list[tuple[int, int]] = []
        minutes = world.clock.minutes(0)
        for resident in self.scenario.residents:
            spots = world.places.spots(resident.start_at) or world.places.spots(resident.home)
            tile = next((spot for spot in spots if spot not in taken), spots[0])
            taken.append(tile)
            world.bodies[resident.slug] = body = Body(resident.slug, resident.name, tile, [tile])
            apply.place(body, tile)
            asleep = (minutes - resident.sleeps) % 1440 < (resident.wakes - resident.sleeps) % 1440
            mind = minds[resident.slug]
            mind.state.asleep = asleep
            mind.state.wake_at = ((resident.wakes - minutes) % 1440) * 60 if asleep else 0
            if any(h.kind == "arrive" and h.who == resident.slug and h.at > 0 for h in self.scenario.happenings):
                apply.depart(body)
                continue
            data = {
                "activity": "sleeping" if asleep else "getting ready",
                "icon": "sleep" if asleep else "wake",
                "asleep": asleep,
            }
            apply.act(body, {**data, "address": ":".join(resident.start_at), "why": "sleep" if asleep else "wake"})

    def happen(self, apply: Apply, minds: Mapping[str, Mind], world: World, at: int, commands: Sequence[Command]) -> News:
        """All that happens at this tick; returns whose attention it draws, with what."""
        news: News = {}
        before = at - self.scenario.rules.tick
        for happening in self.scenario.happenings:
            if before < happening.at <= at:
                self._happening(apply, minds, world, happening, news)
            if happening.lasts and before < happening.at + happening.lasts <= at:
                self._over(apply, world, happening)
        for command in commands:
            apply.command(command)
            _COMMANDS.get(command.kind, _unknown)(self, apply, minds, world, dict(command.data), news)
        self._silent_players(apply, minds, world, at)
        return news

    def _happening(self, apply: Apply, minds: Mapping[str, Mind], world: World, h: Happening, news: News) -> None:
        apply.happening(h.kind, h.text, h.where or (), h.who)
        if h.kind in ("arrive", "leave"):
            self._come_or_go(apply, minds, world, h)
        if h.kind == "whisper":
            self._tell(apply, minds, world, [h.who], h.text, "whisper", news)
        elif h.kind == "object" and h.where:
            apply.set_thing(h.where, h.text, "")
            around = self._around(world, h.where)
            self._tell(apply, minds, world, around, f"the {h.where[-1]} is {h.text}", "", news)
        else:
            self._tell(apply, minds, world, self._around(world, h.where), h.text, "news" if h.kind == "say" else "", news)

    def _come_or_go(self, apply: Apply, minds: Mapping[str, Mind], world: World, h: Happening) -> None:
        """Somebody arrives, awake and without a plan, or leaves town."""
        body, state = world.bodies[h.who], minds[h.who].state
        if h.kind == "leave":
            apply.depart(body)
            return
        state.asleep, state.blocks, state.steps, state.step = False, [], [], -1
        apply.arrive(body, h.where or self.scenario.resident(h.who).home)

    def _over(self, apply: Apply, world: World, h: Happening) -> None:
        """What lasted is over: the object is idle again, the weather forgotten."""
        if h.kind == "object" and h.where and not world.thing(h.where).by:
            apply.set_thing(h.where, world.idle_state(h.where), "")
        elif h.kind == "weather" and world.weather == h.text:
            apply.happening("weather", "", (), "")

    def _around(self, world: World, where: Address | None) -> list[str]:
        """Those awake in a place; everybody awake where no place is named."""
        awake = [body for body in world.present() if not body.asleep]
        depth = min(len(where), 2) if where else 0
        return [body.slug for body in awake if where is None or world.arena(body.tile)[:depth] == where[:depth]]

    def _tell(
        self,
        apply: Apply,
        minds: Mapping[str, Mind],
        world: World,
        slugs: Sequence[str],
        text: str,
        source: str,
        news: News,
    ) -> None:
        """Put a percept before those named and into their memory."""
        for slug in slugs:
            thought = Thought(minds[slug], world, self.scenario.rules, apply.tick, apply.at, 0)
            remember(thought, text, source)
            news.setdefault(slug, []).append(Percept("happening", text, text, 0))

    def _whisper(self, apply: Apply, minds: Mapping[str, Mind], world: World, data: dict[str, Any], news: News) -> None:
        """An inner voice: it becomes a memory, and is considered."""
        who, text = str(data["who"]), str(data["text"])
        apply.happening("whisper", text, (), who)
        self._tell(apply, minds, world, [who], text, "whisper", news)

    def _event(self, apply: Apply, minds: Mapping[str, Mind], world: World, data: dict[str, Any], news: News) -> None:
        """Something a person made happen: said to all around a place, an object's state, or the weather."""
        where = read_address(str(data["where"])) if data.get("where") else None
        happening = Happening(apply.at, str(data.get("kind", "say")), str(data["text"]), where, str(data.get("who", "")))
        self._happening(apply, minds, world, happening, news)

    def _silent_players(self, apply: Apply, minds: Mapping[str, Mind], world: World, at: int) -> None:
        """A talk does not wait for ever for a person's words."""
        for talk in list(world.talks.values()):
            speaker = talk.people[talk.turn]
            if minds[speaker].state.player and at >= talk.due + PATIENCE:
                apply.leave(world.bodies[speaker], {"reason": "said nothing"})


def _become(_: Outside, __: Apply, minds: Mapping[str, Mind], world: World, data: dict[str, Any], ___: News) -> None:
    """A person takes a resident over; asleep or not, they are awake now."""
    mind = minds[str(data["who"])]
    mind.state.player, mind.state.asleep = True, False
    world.bodies[mind.slug].asleep = False


def _release(_: Outside, __: Apply, minds: Mapping[str, Mind], ___: World, data: dict[str, Any], ____: News) -> None:
    """The resident's own mind goes on, from the plan it had."""
    state = minds[str(data["who"])].state
    state.player, state.step, state.going = False, len(state.steps), False


def _go(_: Outside, apply: Apply, minds: Mapping[str, Mind], world: World, data: dict[str, Any], __: News) -> None:
    """Walk to a tile (``x``, ``y``) or a place (``to``)."""
    body = _played(minds, world, data)
    if body is None or body.talk:
        return
    if "to" in data:
        apply.walk(body, {"to": str(data["to"])})
    else:
        apply.walk_to(body, (int(data["x"]), int(data["y"])))


def _do(_: Outside, apply: Apply, minds: Mapping[str, Mind], world: World, data: dict[str, Any], __: News) -> None:
    """Begin an ``activity``, with the object at ``address`` if one is named."""
    body = _played(minds, world, data)
    if body is not None:
        at = str(data.get("address") or ":".join(world.arena(body.tile)))
        apply.act(body, {"activity": str(data["activity"]), "address": at, "icon": "think", "why": "player", "until": apply.at})


def _speak(outside: Outside, apply: Apply, minds: Mapping[str, Mind], world: World, data: dict[str, Any], __: News) -> None:
    """Say something: in the talk one is in, else to the nearest person awake within hearing; ``end`` is a goodbye."""
    body = _played(minds, world, data)
    if body is None:
        return
    if not body.talk:
        near = apply.nearest(body)
        if near is None:
            return
        apply.talk(body, {"other": near.slug, "reason": "wants to talk"})
    apply.say(body, {"text": str(data["text"])[:400], "end": bool(data.get("end", False))})
    if data.get("end"):
        apply.leave(body, {"reason": "goodbye"})


def _played(minds: Mapping[str, Mind], world: World, data: dict[str, Any]) -> Body | None:
    """The body of a resident that a person plays; None for anybody else."""
    slug = str(data["who"])
    return world.bodies[slug] if slug in minds and minds[slug].state.player else None


def _unknown(*_: object) -> None:
    """A command of a newer program in an older run: nothing happens."""


_COMMANDS: Mapping[str, Callable[..., None]] = {
    "whisper": Outside._whisper,
    "happening": Outside._event,
    "become": _become,
    "release": _release,
    "go": _go,
    "do": _do,
    "speak": _speak,
}


def known_commands() -> tuple[str, ...]:
    """The kinds of commands that change a town."""
    return tuple(_COMMANDS)
