"""Makes up a town on a map: people with trades, pasts, secrets and ties in both directions, a gathering, a matter that divides.

Everything comes from ``assets/banks/new_towns.yaml`` and a seed: the same arguments give the same text. The text is YAML as a
user would write it. Knows maps by their places, and nothing of how a town is lived.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from sim.dice import dice
from sim.scenario.bedrooms import beds, is_family_house, places_of, rooms_for
from sim.scenario.town_text import drawn_look, town_text
from sim.types import Address
from sim.world.address_tree import Place
from sim.world.clock import WEEKDAYS, minutes_of
from sim.world.norms import is_open
from sim.world.places import Places

BANK = Path(__file__).resolve().parents[2] / "assets" / "banks" / "new_towns.yaml"
DEFAULT_PEOPLE = 12
"""The people of a town where the user does not say how many; fewer where there are fewer beds."""
MIN_TIES = 2
"""The least ties of a person."""
SECRET_SHARE = 0.45
"""The share of people with a secret."""
RIVAL_SHARE = 0.2
"""The share of ties that are rivalries."""
SAME_NAME_SHARE = 0.75
"""The share of relatives with the same family name."""
COUPLE_SHARE = 0.4
"""The share of family bedrooms that a couple shares."""
SMALL_TOWN = 30
"""The most people of a town in which all know each other."""
ROOM_MATE = "shares a room with {them}"
"""The tie of a third person in a couple's room to each of the couple."""
EVENING = (18 * 60, 21 * 60 - 1)
"""The first and last minute of the gathering's hours, in which its place has to be open."""
PUBLIC = re.compile(r"\b(?:cafe|teapot|hall|lounge|mess|inn|ladle|taproom|green|park|square|library)\b", re.I)


@dataclass
class NewPerson:
    """A person of the new town; ``room`` is where they sleep, ``work`` a sector or None."""

    name: str
    sex: str
    age: int
    trade: str
    room: Address
    work: Address | None
    traits: list[str] = field(default_factory=list)
    background: list[str] = field(default_factory=list)
    currently: str = ""
    ties: dict[str, str] = field(default_factory=dict)
    memories: list[str] = field(default_factory=list)

    @property
    def first(self) -> str:
        return self.name.split(" ")[0]

    @property
    def slug(self) -> str:
        return self.first.lower()


def worlds() -> tuple[str, ...]:
    return tuple(_bank()["worlds"])


def map_of(world: str) -> str:
    return str(_bank()["worlds"][world]["map"])


def maps() -> dict[str, str]:
    """Map -> what sort of world it is."""
    return {world["map"]: world["setting"] for world in reversed(_bank()["worlds"].values())}


def new_town(title: str, world: str, people: int | None, seed: int, map: str = "", written: str = "") -> str:
    """The YAML of a town of ``people`` (default ``DEFAULT_PEOPLE``) in a ``world`` of the bank, on its map or on ``map``, a
    file or a shipped name, which the YAML calls ``written``. Raises ScenarioError where the map has no or too few beds, or
    where there is no such map."""
    setting = _bank()["worlds"][world]
    name = map or setting["map"]
    places = places_of(name)
    rooms = rooms_for(people, places, name)
    count = min(DEFAULT_PEOPLE, len(rooms) + len(rooms) // 2) if people is None else people
    return _Maker(title, world, places, rooms, count, seed, written or name).text()


@lru_cache(maxsize=1)
def _bank() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(BANK.read_text(encoding="utf-8"))
    return found


class _Maker:
    """Makes a town, step by step; every step draws from its own dice."""

    def __init__(
        self, title: str, world: str, places: Places, rooms: Sequence[Address], count: int, seed: int, map: str
    ) -> None:
        self.title, self.places, self.map, self.seed, self.bank = title, places, map, seed, _bank()
        self.kind, self.world = world, self.bank["worlds"][world]
        self.town = places.root[0]
        self._workplaces: dict[str, Address | None] = {}
        self.start = dt.datetime.fromisoformat(str(self.world["start"]))
        self.homes = self._homes(rooms, count)
        self.people = self._settle()
        self._families()
        self._lives()
        self._friendships()
        if len(self.people) <= SMALL_TOWN:
            self._neighbours()
        self.hall = self._meeting_place()
        self.host, self.news = self._trouble()

    def _dice(self, *purpose: str) -> np.random.Generator:
        return dice(self.seed, "new town", self.kind, *purpose)

    def _pick(self, options: Sequence[Any], *purpose: str) -> Any:
        return options[int(self._dice(*purpose).integers(len(options)))]

    def _order(self, options: Sequence[Any], *purpose: str) -> list[Any]:
        return [options[int(i)] for i in self._dice(*purpose).permutation(len(options))]

    # -- who lives and works where --------------------------------------------------------------------------------------------

    def _homes(self, rooms: Sequence[Address], count: int) -> list[Address]:
        """A room for each person, house after house. Where the rooms run out two share a room, and in the end two a bed."""
        houses = self._order(list(dict.fromkeys(room[:2] for room in rooms)), "houses")
        single = [room for house in houses for room in rooms if room[:2] == house]
        slept = list[Address]()
        for i, room in enumerate(single):
            couple = self._is_family(room) and self._dice("share", str(i)).random() < COUPLE_SHARE
            slept += [room, room] if couple else [room]
        rest = [room for room in single if slept.count(room) == 1]
        several = Counter(beds(self.places))
        bunks = [room for room in single for _ in range(2 * several[room] - 2)]
        return (slept + rest + bunks)[:count]

    def _settle(self) -> list[NewPerson]:
        """People with trades. A person who lives above a workplace works there, if the world has the trade."""
        trades, people = self._trades(len(self.homes)), list[NewPerson]()
        names: dict[str, list[str]] = {sex: self._order(self.bank[sex], sex) for sex in ("women", "men")}
        surnames = self._order(self.world["surnames"], "surnames")
        for i, room in enumerate(self.homes):
            at_home = next((trade for trade in trades if (place := self._workplace(trade)) and place == room[:2]), None)
            later = {home[:2] for home in self.homes[i + 1 :]}
            trade = at_home or next((trade for trade in trades if self._workplace(trade) not in later), trades[0])
            trades.remove(trade)
            woman = not names["men"] or (bool(names["women"]) and self._dice("sex", str(i)).random() < 0.5)
            first = (names["women"] if woman else names["men"]).pop()
            age = int(self._dice("age", str(i)).integers(*_ages(trade)))
            sex = "woman" if woman else "man"
            people.append(NewPerson(f"{first} {surnames[i % len(surnames)]}", sex, age, trade, room, self._workplace(trade)))
        return people

    def _trades(self, count: int) -> list[str]:
        """``count`` trades that this map has places for, the world's first trades more likely; some twice if there are few."""
        fitting = [trade for trade in self.world["trades"] if "at" not in self.bank["trades"][trade] or self._workplace(trade)]
        fitting = fitting or [trade for trade, told in self.bank["trades"].items() if "at" not in told]
        late = self._dice("trades").random(len(fitting)) * 8
        order = [fitting[i] for i in sorted(range(len(fitting)), key=lambda i: i + late[i])]
        return [order[i % len(order)] for i in range(count)]

    def _workplace(self, trade: str) -> Address | None:
        """The first place of the map that one of the trade's words names, by its own name before its rooms and objects."""
        if trade not in self._workplaces:  # asked for again and again, for every home
            words = self.bank["trades"][trade].get("at", [])
            named = ((word, *place) for word in words for place in self._named)
            found = (address for word, address, text in named if re.search(rf"\b{re.escape(word)}", text))
            self._workplaces[trade] = next(found, None)
        return self._workplaces[trade]

    @cached_property
    def _named(self) -> list[tuple[Address, str]]:
        """Every sector with its name, then every sector with the names inside it."""
        own = [(sector.address, sector.name.lower()) for sector in self.places.sectors]
        return [*own, *((address, self._inside(address)) for address, _ in own)]

    def _inside(self, sector: Address) -> str:
        rooms = [room.name for room in self.places.arenas(sector)]
        return " ".join((*rooms, *(thing.name for thing in self.places.objects(sector)))).lower()

    # -- who they are ---------------------------------------------------------------------------------------------------------

    def _families(self) -> None:
        """The first two of a room become a couple; people who share a small house become relatives."""
        for i, person in enumerate(self.people):
            first_two = sum(other.room == person.room for other in self.people[:i]) < 2
            for other in self.people[:i]:
                if person.room == other.room and not first_two:
                    self._tie(person, other, ROOM_MATE, ROOM_MATE)
                    continue
                if person.room == other.room:
                    person.age = max(22, min(80, other.age + int(self._dice("couple", person.slug).integers(-6, 7))))
                    mine, theirs = (self.bank["pronouns"][one.sex]["spouse"] for one in (other, person))
                    self._tie(person, other, f"{{their}} {mine}", f"{{their}} {theirs}")
                elif person.room[:2] == other.room[:2] and self._is_family(person.room):
                    self._related(person, other)
                else:
                    continue
                if self._dice("surname", person.slug).random() < SAME_NAME_SHARE:
                    person.name = f"{person.first} {other.name.split(' ', 1)[1]}"

    def _is_family(self, room: Address) -> bool:
        return is_family_house(self.places, room[:2])

    def _related(self, person: NewPerson, other: NewPerson) -> None:
        """Make two people relatives, by the ages of those who have the rooms first. A person who married into the house becomes
        a relative by law, but a parent of the children."""
        mine, theirs = (next(one for one in self.people if one.room == who.room) for who in (person, other))
        gap = mine.age - theirs.age
        kinds = ("sibling", "sibling") if abs(gap) < 18 else ("child", "parent") if gap > 0 else ("parent", "child")
        married_in = [kind for one, first, kind in ((other, theirs, kinds[0]), (person, mine, kinds[1])) if one is not first]
        by_law = "-in-law" if set(married_in) - {"parent"} else ""
        words = [self.bank["family"][kind][one.sex == "man"] + by_law for kind, one in zip(kinds, (other, person), strict=True)]
        self._tie(person, other, f"{{their}} {words[0]}", f"{{their}} {words[1]}")

    def _tie(self, one: NewPerson, other: NewPerson, how: str, back: str, memory: str = "") -> None:
        one.ties[other.slug], other.ties[one.slug] = self._say(how, one, other), self._say(back, other, one)
        if memory:
            for person in (one, other):
                person.memories.append(self._say(memory, one, other))

    def _lives(self) -> None:
        """Give each person traits, a past, something on their mind, and some of them a secret."""
        origins = self._order(self.world.get("origins", self.bank["origins"]), "origins")
        habits, secrets = self._order(self.bank["habits"], "habits"), self._order(self.bank["secrets"], "secrets")
        for i, person in enumerate(self.people):
            trade = self.bank["trades"][person.trade]
            person.traits = self._traits(person)
            lines = [self._pick(trade["past"], "past", person.slug), origins[i % len(origins)], habits[i % len(habits)]]
            pronoun = self.bank["pronouns"][person.sex]["they"].capitalize()
            said = [self._say(line, person) for line in lines]
            person.background = [said[0], *(pronoun + line.removeprefix(person.name) for line in said[1:])]
            person.currently = self._say(self._pick(trade["mind"], "mind", person.slug), person)
            if i == 0 or self._dice("secret", person.slug).random() < SECRET_SHARE:
                person.memories.append(self._say(secrets[i % len(secrets)], person))

    def _traits(self, person: NewPerson) -> list[str]:
        chosen = list[str]()
        for trait in self._order(self.bank["traits"], "traits", person.slug):
            if len(chosen) < 3 and not any(sorted((trait, other)) in self.bank["opposites"] for other in chosen):
                chosen.append(trait)
        return chosen

    def _friendships(self) -> None:
        """Make ties with people of other houses, colleagues first, until each person has a few."""
        used = dict.fromkeys(self.bank["ties"], 0)
        for person in self.people:
            others = self._order([one for one in self.people if one is not person], "friends", person.slug)
            others.sort(key=lambda one: (len(one.ties), not (person.work and one.work == person.work)))
            for other in others:
                if len(person.ties) >= min(MIN_TIES, len(self.people) - 1) or other.slug in person.ties:
                    continue
                kind = "colleague" if person.work and person.work == other.work else "friend"
                if self._dice("rival", person.slug, other.slug).random() < RIVAL_SHARE:
                    kind = "rival"
                rows = self._order(self.bank["ties"][kind], "ties", kind)
                self._tie(person, other, *rows[used[kind] % len(rows)])
                used[kind] += 1

    def _neighbours(self) -> None:
        """Make a tie between all pairs without a tie: nobody in a small town is a stranger."""
        for person in self.people:
            for other in self.people:
                if other is not person:
                    person.ties.setdefault(other.slug, self.world["others"])

    # -- what moves the town --------------------------------------------------------------------------------------------------

    def _meeting_place(self) -> Address:
        """Where people gather: a public place by its name, else the place without beds that has the most objects. A place open
        in the evening is preferred."""
        homes = {room[:2] for room in self.homes}
        fit = [sector for sector in self.places.sectors if self.places.spots(sector.address)]
        open_ones = [sector.address for sector in [one for one in fit if _open_in_the_evening(one)] or fit]
        public = [address for address in open_ones if address not in homes] or open_ones
        named = [address for address in public if PUBLIC.search(f"{address[-1]} {self._inside(address)}")]
        if named:
            found: Address = self._pick(named, "hall")
            return found
        return max(public, key=lambda address: len(self.places.objects(address)))

    def _trouble(self) -> tuple[NewPerson, list[dict[str, Any]]]:
        """A gathering that a person gives tomorrow, and something that another person wants, with opponents and helpers."""
        host, *others = self._order(self.people, "host")
        what, day = self._pick(self.world["gatherings"], "gathering"), WEEKDAYS[(self.start.weekday() + 1) % 7]
        hall = self.places.short(self.hall)
        host.currently = self._say(f"{{first}} is planning {what} and wants all of {{town}} to come", host)
        host.memories.insert(0, self._say(self._pick(self.bank["gathering_memories"], "preparing"), host))
        given = {
            "id": "gathering", "text": f"{host.name} is giving {what} at {hall} on {day} at 6 pm", "host": host.slug,
            "knows": host.slug, "place": hall, "at": "day 2 18:00", "lasts": "3 h", "signs": [host.first, what.split(" ")[-1]],
            "importance": 7,
        }  # fmt: skip
        mover = next((one for one in others if one.work is not None), None)
        if mover is None:
            return host, [given]
        held = re.compile("|".join(rf"\b{re.escape(one.trade)}\b" for one in self.people))
        matters = [what for what in self.world["matters"] if not held.search(what)]
        text = self._say(self._pick(matters, "matter"), mover)
        told = [mover.slug, *(slug for slug, how in mover.ties.items() if "wife" in how or "husband" in how)]
        sign = max(re.findall(r"\b[a-z]{4,}\b", text), key=len)
        for role, one in zip(("opponents", "helpers"), [one for one in others if one is not mover], strict=False):
            one.currently = self._say(self._pick(self.bank[role], role), one, mover)
            told.append(one.slug)
        matter = {
            "id": "matter",
            "text": text,
            "host": mover.slug,
            "knows": list(dict.fromkeys(told)),
            "signs": [mover.first, sign],
            "importance": 8,
        }
        return host, [given, matter]

    # -- the text -------------------------------------------------------------------------------------------------------------

    def _say(self, text: str, me: NewPerson, other: NewPerson | None = None) -> str:
        """A sentence of the bank about a person, and maybe another person."""
        values = {"name": me.name, "first": me.first, "town": self.town, **self.bank["pronouns"][me.sex]}
        values["work"] = self.places.short(me.work) if me.work else "home"
        if other is not None:
            values |= {f"o_{key}": value for key, value in {"name": other.name, **self.bank["pronouns"][other.sex]}.items()}
        return text.format_map(values)

    def text(self) -> str:
        matter = self.news[-1]["text"] if len(self.news) > 1 else ""
        about = f"{len(self.people)} people in {self.town}. {self.news[0]['text']}. {f'{matter}.' if matter else ''}"
        return town_text(
            {
                "name": self.title,
                "description": about.strip(),
                "map": self.map,
                "start": f"{self.start:%Y-%m-%d %H:%M}",
                "until": "day 2 22:00",
                "seed": self.seed,
                "setting": self.world["setting"],
                "residents": {person.slug: self._card(person, i) for i, person in enumerate(self.people)},
                "news": self.news,
                "events": list(self._events()),
            }
        )

    def _card(self, person: NewPerson, number: int) -> dict[str, Any]:
        wakes, sleeps = self.bank["trades"][person.trade]["hours"]
        card = {
            "name": person.name, "age": person.age, "traits": ", ".join(person.traits),
            "background": " ".join(person.background), "currently": person.currently, "home": self.places.short(person.room),
            "work": self.places.short(person.work) if person.work else None, "occupation": person.trade, "wakes": wakes,
            "sleeps": sleeps, "relationships": person.ties, "memories": list(dict.fromkeys(person.memories)),
            "look": drawn_look(self.seed, number, person.sex),
        }  # fmt: skip
        return {key: value for key, value in card.items() if value}

    def _events(self) -> Iterator[dict[str, str]]:
        moments = ("10:20", "15:10", "day 2 11:30")
        for at, text in zip(moments, self._order(self.world["events"], "events"), strict=False):
            yield {"at": at} | ({"weather": text, "lasts": "45 min"} if text[0].islower() else {"say": text})


def _open_in_the_evening(place: Place) -> bool:
    opens, closes = (minutes_of(str(place.properties.get(*key))) for key in (("opens", "00:00"), ("closes", "23:59")))
    return all(is_open(minutes, opens, closes) for minutes in EVENING)


def _ages(trade: str) -> tuple[int, int]:
    return (19, 26) if "student" in trade else (66, 79) if "retired" in trade else (24, 68)
