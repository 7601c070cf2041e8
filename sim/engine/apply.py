"""Action application, the only writer of the world: each action changes the world and becomes events.

Every kind of action is one method. An action that is impossible by now (the other person left, no path) changes nothing and
becomes no event; minds notice that by perception. Knows the world and its rules; knows nothing of minds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from sim.scenario.model import Rules
from sim.types import Action, Address, Command, Event, Tile, read_address, write_address
from sim.world.state import Body, Talk, Thing, World

RECORDED_ONLY = (
    "plan", "step", "react", "reflect", "learn", "intend", "promise", "relation", "needs", "self", "problem", "refuse",
    "thought", "feel", "attend", "dropped",
)  # fmt: skip
"""Actions that change nothing in the world: they are recorded as they are."""
TALKING_DISTANCE = 4
"""Tiles within which standing residents talk without coming nearer, where there is no free tile beside them."""
CHARACTERS_PER_SECOND = 15
"""Characters that are said in a game second (two words and a half)."""
ANSWER = 10
"""Game seconds in which the listener takes a line in and thinks of an answer."""
LONGEST_TURN = 60
"""The most game seconds from a line to the next."""


class OwnAction(Protocol):
    """A kind of action that a part brings along (``parts.ActionKind``): what it does to the world."""

    def apply(self, apply: Apply, body: Body, data: Mapping[str, Any]) -> None: ...


class Apply:
    """Applies actions at one tick; ``events`` collects what happened, in order."""

    def __init__(self, world: World, tick: int, rules: Rules, own: Mapping[str, OwnAction] | None = None):
        """``own`` are further kinds of actions."""
        self.world, self.tick, self.at = world, tick, tick * rules.tick
        self.utterance, self.hearing, self.listeners = rules.utterance, rules.hearing, rules.listeners
        self.room = max(rules.hearing, 2 * rules.vision)
        """Tiles within which words to the room are heard: as far as a resident can hear, or see who is there."""
        self.words_fade, self.spoken = rules.words_fade, bool(rules.thinking)
        self.verbatim = rules.prompts == "full"
        """Whether bystanders keep the words that they hear, and not the facts that rules find in them."""
        self.events: list[Event] = []
        self.delivered = 0
        """How many of the events have been searched for what was said in them."""
        self.own = own or {}

    def __call__(self, action: Action) -> None:
        """Carry out one action; an unknown kind is a programming error (KeyError)."""
        if action.kind in RECORDED_ONLY:
            self._emit(action.kind, action.who, dict(action.data))
        elif action.kind in self.own:
            self._emit(action.kind, action.who, dict(action.data))
            self.own[action.kind].apply(self, self.world.bodies[action.who], action.data)
        else:
            _KINDS[action.kind](self, self.world.bodies[action.who], dict(action.data))

    def walk(self, body: Body, data: dict[str, Any]) -> None:
        """Walk to ``to`` (an address) or next to a ``person``; a ``refuse`` event where the norms of the place forbid entry.
        A resident who was spoken to in this tick stays."""
        if body.talk and "person" not in data:
            return
        refused = "" if "person" in data else self.world.refusal(body.slug, read_address(data["to"]), self.at)
        if refused:
            self._emit("refuse", body.slug, {"place": data["to"], "reason": refused})
            return
        goals = self._beside(data["person"], body) if "person" in data else self._spots(body, read_address(data["to"]))
        path = self.world.paths.walk(body.tile, goals) if goals and body.tile not in goals else None
        if path and len(path) > 1:
            self._set_path(body, list(path))
        elif "person" in data:
            self._stop(body)  # rather than walk on, away from them

    def walk_to(self, body: Body, tile: Tile) -> None:
        """Walk to a tile, if there is a path and the norms of its place allow entry."""
        if self._open(tile) and not self.world.refusal(body.slug, self.world.arena(tile), self.at):
            path = self.world.paths.walk(body.tile, [tile])
            if path and len(path) > 1:
                self._set_path(body, list(path))

    def nearest(self, body: Body) -> Body | None:
        """The nearest person awake within hearing in the same arena; the scenario's order breaks ties."""
        near = [other for other in self.world.near(body, self.hearing) if not other.asleep]
        return min(near, key=lambda b: distance(b.tile, body.tile), default=None)

    def act(self, body: Body, data: dict[str, Any]) -> None:
        """Begin an activity at ``address`` and put the object there into ``state``. A planned activity waits for the end of a
        talk."""
        if body.talk and data.get("why", "plan") == "plan":
            return
        address = read_address(data["address"]) if data.get("address") else body.address
        self.release(body)
        body.activity, body.address, body.icon = data["activity"], address, data.get("icon", "think")
        body.until, body.asleep = int(data.get("until", self.at)), bool(data.get("asleep", False))
        self._emit(
            "act",
            body.slug,
            {
                "activity": body.activity,
                "address": write_address(address),
                "icon": body.icon,
                "until": body.until,
                "why": data.get("why", "plan"),
                "asleep": body.asleep,
            },
        )
        if data.get("state"):
            self.set_thing(address, data["state"], body.slug)

    def release(self, body: Body) -> None:
        """Return the objects that the resident was using to their idle state."""
        for address in self.world.things.used_by(body.slug):
            self.set_thing(address, self.world.idle_state(address), "")

    def set_thing(self, address: Address, state: str, by: str) -> None:
        """Put an object into a state; called for happenings too. No effect where ``address`` is no object."""
        place = self.world.places.get(address)
        if place is None or place.kind != "object" or self.world.thing(address) == Thing(state, by):
            return
        idle = state == self.world.idle_state(address) and not by
        self.world.things.put(address, None if idle else Thing(state, by))
        self._emit("object", write_address(address), {"state": state, "by": by})

    def talk(self, body: Body, data: dict[str, Any]) -> None:
        """Start a talk with ``other``, or join the talk that ``other`` is in."""
        other = self.world.bodies.get(data["other"])
        if other is None or other.asleep or other.away or body.talk or other is body:
            return
        if other.talk:
            self._join(body, self.world.talks[other.talk], data.get("reason", ""))
            return
        talk = Talk(
            id=f"t{self.tick}-{body.slug}",
            people=[body.slug, other.slug],
            place=self.world.where(other),
            since=self.tick,
            due=self.at + self.utterance,
            reason=data.get("reason", ""),
            opening=data.get("opening", ""),
        )
        self.world.talks[talk.id] = talk
        self._stop(other)
        self.walk(body, {"person": other.slug})
        body.talk = other.talk = talk.id
        self._talk_event(talk, "start", body.slug, talk.reason)

    def say(self, body: Body, data: dict[str, Any]) -> None:
        """Add a line to the resident's talk; ``end`` marks it as their goodbye. The participant ``next``, whom the line asks,
        speaks next, unless somebody waits to leave."""
        talk = self.world.talks.get(body.talk)
        if talk is None:
            return
        talk.lines.append((body.slug, data["text"]))
        talk.acts.append(data.get("act", ""))
        to = [slug for slug in talk.people if slug != body.slug]
        said = {"who": body.slug, "to": to, "text": data["text"], "heard": self._hearers(body, talk)}
        self._emit("say", talk.id, said | {name: data[name] for name in ("act", "told") if name in data})
        if data.get("end"):
            talk.leaving.append(body.slug)
        seconds = round(ANSWER + len(data["text"]) / CHARACTERS_PER_SECOND) if self.spoken else 0
        talk.due = self.at + max(self.utterance, min(seconds, LONGEST_TURN))
        talk.turn = (talk.people.index(body.slug) + 1) % len(talk.people)
        if data.get("next") in to and not talk.leaving:
            talk.turn = talk.people.index(data["next"])

    def aloud(self, body: Body, data: dict[str, Any]) -> None:
        """Say something to everybody in the room, outside of any talk."""
        others = [other.slug for other in self.world.near(body, self.room) if not other.asleep]
        self._emit("aloud", body.slug, {"text": data["text"], "heard": others})

    def pass_turn(self, talk: Talk) -> None:
        """Skip the current speaker: it is the next participant's turn at once."""
        talk.turn, talk.due = (talk.turn + 1) % len(talk.people), self.at

    def leave(self, body: Body, data: dict[str, Any]) -> None:
        """Leave the talk; the talk ends when fewer than two participants are left."""
        talk = self.world.talks.get(body.talk)
        body.talk = ""
        if talk is None:
            return
        speaker = talk.people[talk.turn]
        talk.people = [slug for slug in talk.people if slug != body.slug]
        if len(talk.people) >= 2:
            talk.turn = talk.people.index(speaker) if speaker in talk.people else talk.turn % len(talk.people)
            self._talk_event(talk, "leave", body.slug, data.get("reason", ""))
            return
        for slug in talk.people:
            self.world.bodies[slug].talk = ""
        del self.world.talks[talk.id]
        self._talk_event(talk, "end", body.slug, data.get("reason", ""))

    def happening(self, kind: str, text: str, where: Address, who: str) -> None:
        """Record a happening (``say``, ``object``, ``weather`` ...) and set the weather where it is one."""
        if kind == "weather":
            self.world.weather = text
        self._emit("happening", "", {"kind": kind, "text": text, "where": write_address(where) if where else "", "who": who})

    def command(self, command: Command) -> None:
        """Record a user's command at the tick at which it applies (a happening's own ``kind`` as ``of``)."""
        asked = {"of" if key == "kind" else key: value for key, value in command.data.items()}
        self._emit("command", str(command.data.get("who", "")), {"kind": command.kind, **asked})

    def place(self, body: Body, tile: Tile) -> None:
        """Put a resident on a tile without walking (start of a run, arrival, take-over by a player)."""
        body.away = False
        body.tile = tile
        self._set_path(body, [tile])

    def arrive(self, body: Body, where: Address) -> None:
        """Bring a resident into town at ``where``."""
        body.asleep = False
        spots = self._spots(body, where)
        self.place(body, spots[0] if spots else body.tile)
        self.act(body, {"activity": "arriving", "address": write_address(where), "icon": "travel", "why": "arrive"})

    def depart(self, body: Body) -> None:
        """Take a resident out of town, from wherever they are."""
        self.leave(body, {"reason": "leaving town"})
        self.act(body, {"activity": "away", "icon": "travel", "why": "leave"})
        body.away = True

    def _join(self, body: Body, talk: Talk, reason: str) -> None:
        if len(talk.people) >= 5 or talk.leaving:
            return
        stays = (slug for slug in talk.people if not self.world.bodies[slug].walking)
        self.walk(body, {"person": next(stays, talk.people[0])})
        talk.people.append(body.slug)
        talk.joined[body.slug] = len(talk.lines)
        body.talk = talk.id
        self._talk_event(talk, "join", body.slug, reason)

    def _talk_event(self, talk: Talk, phase: str, who: str, reason: str) -> None:
        data = {"people": list(talk.people), "place": write_address(talk.place), "phase": phase, "who": who, "reason": reason}
        self._emit("talk", talk.id, data)

    def _stop(self, body: Body) -> None:
        if body.walking:
            self._set_path(body, [body.tile])

    def _set_path(self, body: Body, path: list[Tile]) -> None:
        body.go(path, self.tick)
        self._emit("move", body.slug, {"path": [list(tile) for tile in path], "speed": self.world.crowd.walk})

    def _spots(self, body: Body, address: Address) -> list[Tile]:
        """Where a resident can stand to be at an address: the free spots, or all spots if none is free."""
        spots = list(self.world.places.spots(address))
        own = body.crowd.end(body.row) if not body.away else None
        free = [tile for tile in spots if self.world.crowd.ending_at(tile) <= (tile == own)] or spots
        place = self.world.places.get(address)
        if place is not None and place.kind != "object":
            return [body.tile] if body.tile in free else free[: max(8, len(free))]
        return free[:1]

    def _beside(self, slug: str, comes: Body) -> list[Tile]:
        """The free walkable tiles beside a resident, in the same arena. Where all are taken: the tiles next to those, unless
        ``comes`` stands near enough already."""
        body = self.world.bodies[slug]
        near = not comes.walking and distance(comes.tile, body.tile) <= TALKING_DISTANCE
        x, y = body.tile
        taken = {other.tile for other in self.world.near(body, 3)}
        arena = self.world.where(body)
        for depth, far in ((3, 1),) if near else ((3, 1), (3, 2), (3, 3), (2, 1), (2, 2)):  # of a doorway: in either room
            sides = [(x + far, y), (x - far, y), (x, y + far), (x, y - far)]
            corners = [(x + dx, y + dy) for dx in range(1 - far, far) for dy in (far - abs(dx), abs(dx) - far) if dx]
            free = [tile for tile in (*sides, *corners) if tile not in taken and self._open(tile)]
            free = [tile for tile in free if self.world.arena(tile)[:depth] == arena[:depth]]
            if free:
                return free
        return []

    def _open(self, tile: Tile) -> bool:
        x, y = tile
        solid = self.world.tilemap.solid
        return 0 <= y < solid.shape[0] and 0 <= x < solid.shape[1] and not solid[y, x]

    def _hearers(self, speaker: Body, talk: Talk) -> list[str]:
        """Slugs of the nearest ``listeners`` awake bystanders within hearing in the same arena, in scenario order."""
        others = [body for body in self.world.near(speaker, self.hearing) if body.talk != talk.id and not body.asleep]
        if len(others) > self.listeners:
            others.sort(key=lambda body: distance(body.tile, speaker.tile))
            others = sorted(others[: self.listeners], key=lambda body: body.row)
        return [body.slug for body in others]

    def _emit(self, kind: str, key: str, data: dict[str, Any]) -> None:
        self.events.append(Event(self.tick, len(self.events), kind, key, data))


def distance(a: Tile, b: Tile) -> int:
    """The larger of |dx| and |dy|, in tiles."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


_KINDS: dict[str, Callable[[Apply, Body, dict[str, Any]], None]] = {
    "walk": Apply.walk,
    "act": Apply.act,
    "talk": Apply.talk,
    "say": Apply.say,
    "leave": Apply.leave,
    "aloud": Apply.aloud,
}
