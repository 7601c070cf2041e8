"""Commands of users to a running town, and what each does: whispers, happenings, and playing a resident.

A command that cannot be carried out changes nothing. Where a played resident may not go or has nobody to speak to, a ``refuse``
event gives the reason. Called by ``external_events``; knows nothing of windows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sim.engine.happenings import Scene, begin, deliver
from sim.scenario.model import Happening
from sim.types import Action, Address, Command, Tile, read_address, write_address
from sim.world.state import Body

Data = Mapping[str, Any]
MAX_PLAYER_LINE = 400
"""The most characters of a line said by a player."""
PATIENCE_OF_TWO = 180
"""Game seconds that a talk of two waits for a player's line, before the player leaves it."""
PATIENCE_OF_MORE = 60
"""Game seconds that a talk of more than two waits for a player's line, before the next participant's turn."""


def carry_out(scene: Scene, command: Command) -> None:
    """Record a command and carry it out; an unknown kind (written by a newer program) is recorded only."""
    scene.apply.command(command)
    order = _ORDERS.get(command.kind)
    if order is not None:
        order(scene, command.data)


def known_commands() -> tuple[str, ...]:
    """The kinds of commands that change a town."""
    return tuple(_ORDERS)


def time_out_players(scene: Scene) -> None:
    """Time-outs of played residents in talks: of two the player leaves the talk, of more the player is skipped."""
    for talk in list(scene.world.talks.values()):
        speaker = talk.people[talk.turn]
        if not scene.minds[speaker].state.player:
            continue
        if len(talk.people) > 2 and scene.apply.at >= talk.due + PATIENCE_OF_MORE:
            scene.apply.pass_turn(talk)
        elif len(talk.people) == 2 and scene.apply.at >= talk.due + PATIENCE_OF_TWO:
            scene.apply.leave(scene.world.bodies[speaker], {"reason": "said nothing"})


def _whisper(scene: Scene, data: Data) -> None:
    """An inner voice: it becomes a memory and a percept of the resident."""
    who, text = str(data["who"]), str(data["text"])
    scene.apply.happening("whisper", text, (), who)
    deliver(scene, [who], text, "whisper")


def _watch(scene: Scene, data: Data) -> None:
    """The user looks at a resident ("" for nobody), who is then worth more of the model's attention."""
    who = str(data.get("who", ""))
    if who in scene.minds or not who:
        scene.world.watched = who


def _remember(scene: Scene, data: Data) -> None:
    """A memory added from outside. Unlike after a whisper, the resident does not think about it before it is retrieved."""
    mind = scene.minds.get(str(data["who"]))
    if mind is not None:
        kind, importance = data.get("kind", "observation"), data.get("importance")
        mind.stream.add(str(data["text"]), kind, scene.apply.at, importance, source="whisper")


def _happening(scene: Scene, data: Data) -> None:
    """A happening made by the user: something said around a place, an object's state, or the weather."""
    where = read_address(str(data["where"])) if data.get("where") else None
    begin(scene, Happening(scene.apply.at, str(data.get("kind", "say")), str(data["text"]), where, str(data.get("who", ""))))


def _become(scene: Scene, data: Data) -> None:
    """The user takes over a resident: the resident's sleep, walk and activity end at once."""
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
    """Hand the resident back to their own mind, which plans the rest of the day from here."""
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
    """Why a resident cannot walk there (``talking``, ``private``, ``closed``, ``full``, ``no way``); "" if they can."""
    if body.talk:
        return "talking"
    refused = scene.world.refusal(body.slug, place, scene.apply.at)
    return refused or ("" if scene.world.paths.distance(body.tile, list(goals)) is not None else "no way")


def _do(scene: Scene, data: Data) -> None:
    """Begin an ``activity``, at ``address`` (an object or place) if given."""
    body = _played(scene, data)
    if body is not None:
        _begin(scene, body, str(data["activity"]), str(data.get("address") or ""))


def _speak(scene: Scene, data: Data) -> None:
    """Say ``text`` in the current talk, else to the nearest awake person within hearing; ``end`` makes it a goodbye."""
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
    scene.apply.say(body, {"text": str(data["text"])[:MAX_PLAYER_LINE], "end": end})
    if end:
        scene.apply.leave(body, {"reason": "goodbye"})


def _played(scene: Scene, data: Data) -> Body | None:
    """The body of the addressed resident if a user plays them, else None."""
    slug = str(data["who"])
    return scene.world.bodies[slug] if slug in scene.minds and scene.minds[slug].state.player else None


def _begin(scene: Scene, body: Body, activity: str, address: str = "") -> None:
    here = address or write_address(scene.world.arena(body.tile))
    scene.apply.act(body, {"activity": activity, "address": here, "icon": "think", "why": "player", "until": scene.apply.at})


def _refuse(scene: Scene, body: Body, place: str, reason: str) -> None:
    scene.apply(Action("refuse", body.slug, {"place": place, "reason": reason}))


_ORDERS: Mapping[str, Callable[[Scene, Data], None]] = {
    "whisper": _whisper,
    "watch": _watch,
    "remember": _remember,
    "happening": _happening,
    "become": _become,
    "release": _release,
    "go": _go,
    "do": _do,
    "speak": _speak,
}
