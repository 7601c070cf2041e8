"""What people ask of a running town, and what each order does: whispers, happenings, and playing a resident.

An order that cannot be carried out changes nothing; where a played resident may not go or has nobody to speak to, a ``refuse``
event says why. Knows nothing of windows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sim.engine.happenings import Scene, begin, deliver
from sim.scenario.model import Happening
from sim.types import Action, Address, Command, Tile, read_address, write_address
from sim.world.state import Body

Data = Mapping[str, Any]
LONGEST = 400
"""Letters of a line that a person may say."""
PATIENCE = 180
"""Game seconds a talk of two waits for the words of a resident whom a person plays."""
TURN = 60
"""The same in a talk of more: then it is the next one's turn."""


def carry_out(scene: Scene, command: Command) -> None:
    """Record an order and do what it says; one of a newer program in an older run does nothing."""
    scene.apply.command(command)
    order = _ORDERS.get(command.kind)
    if order is not None:
        order(scene, command.data)


def known_commands() -> tuple[str, ...]:
    """The kinds of commands that change a town."""
    return tuple(_ORDERS)


def time_out_players(scene: Scene) -> None:
    """A talk does not wait for ever for a person's words: of two they are the one who leaves, of more they are passed over."""
    for talk in list(scene.world.talks.values()):
        speaker = talk.people[talk.turn]
        if not scene.minds[speaker].state.player:
            continue
        if len(talk.people) > 2 and scene.apply.at >= talk.due + TURN:
            scene.apply.pass_turn(talk)
        elif len(talk.people) == 2 and scene.apply.at >= talk.due + PATIENCE:
            scene.apply.leave(scene.world.bodies[speaker], {"reason": "said nothing"})


def _whisper(scene: Scene, data: Data) -> None:
    """An inner voice: it becomes a memory, and is considered."""
    who, text = str(data["who"]), str(data["text"])
    scene.apply.happening("whisper", text, (), who)
    deliver(scene, [who], text, "whisper")


def _happening(scene: Scene, data: Data) -> None:
    """Something a person made happen: said to all around a place, an object's state, or the weather."""
    where = read_address(str(data["where"])) if data.get("where") else None
    begin(scene, Happening(scene.apply.at, str(data.get("kind", "say")), str(data["text"]), where, str(data.get("who", ""))))


def _become(scene: Scene, data: Data) -> None:
    """A person takes a resident over: whatever they were about, asleep or on their way, ends here and now."""
    mind = scene.minds.get(str(data["who"]))
    if mind is None or scene.world.bodies[mind.slug].away:
        return
    state, body = mind.state, scene.world.bodies[mind.slug]
    state.player, state.asleep, state.going, state.handed_back = True, False, False, False
    state.steps, state.step, state.pause_until = [], -1, 0
    if body.walking:
        scene.apply.place(body, body.tile)
    _begin(scene, body, "listening" if body.talk else "looking around")


def _release(scene: Scene, data: Data) -> None:
    """The resident's own mind goes on, and plans what is left of the day from where they are now."""
    body = _played(scene, data)
    if body is not None:
        state = scene.minds[body.slug].state
        state.player, state.handed_back = False, True


def _go(scene: Scene, data: Data) -> None:
    """Walk to a tile (``x``, ``y``) or a place (``to``)."""
    body = _played(scene, data)
    if body is None:
        return
    world, named = scene.world, "to" in data
    tile = (0, 0) if named else (int(data["x"]), int(data["y"]))
    place = read_address(str(data["to"])) if named else world.arena(tile)
    goals: Sequence[Tile] = world.places.spots(place) if named else [tile]
    reason = _refusal(scene, body, place, goals)
    if reason:
        _refuse(scene, body, write_address(place), reason)
    elif named:
        scene.apply.walk(body, {"to": write_address(place)})
    else:
        scene.apply.walk_to(body, tile)


def _refusal(scene: Scene, body: Body, place: Address, goals: Sequence[Tile]) -> str:
    """Why somebody cannot walk there: ``talking``, ``private``, ``closed``, ``full``, ``no way``; "" when they can."""
    if body.talk:
        return "talking"
    refused = scene.world.refusal(body.slug, place, scene.apply.at)
    return refused or ("" if scene.world.paths.distance(body.tile, list(goals)) is not None else "no way")


def _do(scene: Scene, data: Data) -> None:
    """Begin an ``activity``, with the object at ``address`` if one is named."""
    body = _played(scene, data)
    if body is not None:
        _begin(scene, body, str(data["activity"]), str(data.get("address") or ""))


def _speak(scene: Scene, data: Data) -> None:
    """Say something: in the talk one is in, else to the nearest person awake within hearing; ``end`` is a goodbye."""
    body = _played(scene, data)
    if body is None:
        return
    if not body.talk:
        near = scene.apply.nearest(body)
        if near is not None:
            scene.apply.talk(body, {"other": near.slug, "reason": "wants to talk"})
        if not body.talk:
            _refuse(scene, body, write_address(scene.world.arena(body.tile)), "parting" if near else "nobody near")
            return
    end = bool(data.get("end", False))
    scene.apply.say(body, {"text": str(data["text"])[:LONGEST], "end": end})
    if end:
        scene.apply.leave(body, {"reason": "goodbye"})


def _played(scene: Scene, data: Data) -> Body | None:
    """The body of a resident that a person plays; None for anybody else."""
    slug = str(data["who"])
    return scene.world.bodies[slug] if slug in scene.minds and scene.minds[slug].state.player else None


def _begin(scene: Scene, body: Body, activity: str, address: str = "") -> None:
    here = address or write_address(scene.world.arena(body.tile))
    scene.apply.act(body, {"activity": activity, "address": here, "icon": "think", "why": "player", "until": scene.apply.at})


def _refuse(scene: Scene, body: Body, place: str, reason: str) -> None:
    scene.apply(Action("refuse", body.slug, {"place": place, "reason": reason}))


_ORDERS: Mapping[str, Callable[[Scene, Data], None]] = {
    "whisper": _whisper,
    "happening": _happening,
    "become": _become,
    "release": _release,
    "go": _go,
    "do": _do,
    "speak": _speak,
}
