"""What is being edited and how: the scenario, who or what is selected, and every edit by name. Draws nothing.

A subject is (kind, key): ("person", slug), ("place", address), ("news", number), ("event", number), ("matter", number),
("town", "").
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from sim.scenario.edited import EditedScenario
from sim.scenario.forks import fixed
from sim.scenario.problems import Path, ScenarioError
from sim.types import Address
from sim.world.clock import Clock, clock_text
from sim.world.places import Place

Subject = tuple[str, Any]
NEW_PERSON = {"name": "", "age": 30, "traits": "friendly, curious", "home": "", "wakes": "07:00", "sleeps": "22:30"}
"""The card of a person who is added, until the user changes it."""
NEW_MATTER = {
    "first": {"turns": ["I have something to tell you.", "Tell me."], "key": 0, "deed": "has something to tell"},
    "again": {"turns": ["How did it go on?", "It is not over yet."], "key": 1, "deed": "waits for the end of it"},
    "insight": ["{a} has something on their mind"], "said": ["I thought about what you told me."], "answers": ["Thank you."],
}  # fmt: skip
"""What a matter is made of, until the user changes it."""
NUMBERS = ("age", "capacity", "importance", "seed", "key")
"""Values that are numbers."""
EVENT_TEXTS = {"say": "Something happens", "whisper": "You have forgotten something", "weather": "rain", "state": "broken"}


@dataclass(frozen=True)
class Fork:
    """The run and the tick at which it is forked."""

    run: str
    tick: int
    at: int
    """The tick's game second."""


class Editor:
    """Edits of a scenario; ``tell`` is called with messages for the user."""

    def __init__(self, doc: EditedScenario, tell: Callable[[str], object], fork: Fork | None = None) -> None:
        self.doc, self.tell, self.fork = doc, tell, fork
        self.fork_at = fork.at if fork else -1
        self._first = deepcopy(doc.data)
        self.subject: Subject = ("town", "")
        self.version = 0
        """Counts every change of the scenario or the selection."""

    def select(self, kind: str, key: Any = "") -> None:
        """Select what is shown in the form."""
        self.subject = (kind, key)
        self.version += 1

    # -- reading ----------------------------------------------------------------------------------------------------------

    @property
    def clock(self) -> Clock | None:
        """The town's calendar; None while its start cannot be read."""
        scenario = self.doc.scenario or self.doc.last
        try:
            return Clock(scenario.start if scenario else dt.datetime.fromisoformat(str(self.doc.get(("start",)))))
        except ValueError:
            return None

    def name(self, slug: str) -> str:
        """The name of a person."""
        return str(self.doc.residents.get(slug, {}).get("name") or slug)

    def ties(self, slug: str) -> Mapping[str, Any]:
        """What a person's card says of others, by their slug."""
        found = self.doc.get(("residents", slug, "relationships"))
        return found if isinstance(found, dict) else {}

    def path(self, subject: Subject) -> Path:
        """Where a subject stands in the scenario."""
        kind, key = subject
        if kind == "place":
            return ("norms", self.norm_name(key))
        lists = {"person": "residents", "news": "news", "event": "events", "matter": "matters"}
        return (lists[kind], key) if kind in lists else ()

    def norm_name(self, address: Address) -> str:
        """How the scenario names a place in ``norms``, or would."""
        norms = self.doc.get(("norms",))
        written = norms if isinstance(norms, dict) else {}
        return next((name for name in written if self.doc.places.find(name) == address), self.doc.places.short(address))

    def wrong(self, subject: Subject) -> bool:
        """Whether there is a mistake in a subject."""
        path = self.path(subject)
        return bool(path) and any(problem.path[: len(path)] == path for problem in self.doc.problems)

    def subject_of(self, path: Path) -> Subject:
        """What to select to mend a mistake at ``path``."""
        kinds = {"residents": "person", "news": "news", "events": "event", "matters": "matter"}
        if len(path) > 1 and path[0] in kinds:
            return kinds[str(path[0])], path[1]
        if len(path) > 1 and path[0] == "norms" and (address := self.doc.places.find(str(path[1]))):
            return "place", address
        return "town", ""

    def moment(self, text: Any) -> int | None:
        """The game second of a written moment; None where it cannot be read."""
        try:
            return self.clock.parse_when(str(text)) if self.clock and text else None
        except (ValueError, OverflowError):
            return None

    def written_moment(self, at: int) -> str:
        """A game second as a scenario writes it: ``09:00``, ``day 2 09:00``."""
        clock = self.clock
        if clock is None:
            return "09:00"
        time = clock_text(clock.minutes(at))
        return time if clock.parse_when(time) == at else f"day {clock.day(at)} {time}"

    def places(self, kinds: tuple[str, ...] = ("sector", "arena")) -> tuple[str, ...]:
        """Places as a scenario names them."""
        found = self.doc.places
        return tuple(found.short(one.address) for one in found.all[1:] if one.kind in kinds and found.spots(one.address))

    def homes(self) -> tuple[str, ...]:
        """Where a person could live: free rooms with a bed first, then all other places."""
        return tuple(dict.fromkeys((*self.doc.free_homes(), *self.places())))

    def place_at(self, tile: tuple[int, int], inner: bool) -> Place | None:
        """The ground at a tile, or with ``inner`` its room."""
        address = self.doc.places.arena_of(tile)
        return self.doc.places.get(address if inner else address[:2]) if address else None

    def object_at(self, tile: tuple[int, int]) -> Place | None:
        """The object at a tile."""
        places = self.doc.places
        return next((thing for thing in places.objects(places.root) if tile in thing.tiles), None)

    def mistakes(self) -> Iterator[Subject]:
        """Where the mistakes are, each subject once."""
        yield from dict.fromkeys(self.subject_of(problem.path) for problem in self.doc.problems)

    def fixed(self, path: Path) -> str:
        """Why a value cannot be changed in a fork; "" where it can."""
        if self.fork is None:
            return ""
        return fixed(path, self.doc.data, self._first, lambda text: (self.moment(text) or 0) <= self.fork_at)

    # -- changing ---------------------------------------------------------------------------------------------------------

    def write(self, path: Path, text: str, many: bool = False) -> None:
        """Set a value to what the user typed: a number where it is one, a list where the value was a list. An empty text
        removes the value."""
        old = self.doc.get(path)
        what = f"{path[-1]}" if isinstance(path[-1], str) else "an entry"
        if not text:
            if old is not None:
                self.remove(path, what)
            return
        value: Any = text
        if path[-1] in NUMBERS and re.fullmatch(r"-?\d{1,18}", text):
            value = int(text)
        elif many and isinstance(old, list):
            value = [part.strip() for part in text.split(",") if part.strip()]
        self.put(path, value, what)

    def put(self, path: Path, value: Any, what: str) -> bool:
        """Set a value; False, and a message, where the text has something else in its place."""
        try:
            self.doc.put(path, value, what)
        except ScenarioError as error:
            self.tell(f"This cannot be written: {error}")
            return False
        self.version += 1
        return True

    def remove(self, path: Path, what: str) -> None:
        """Remove a value."""
        self.doc.remove(path, what)
        self.version += 1

    def append(self, path: Path, text: str) -> None:
        """Add a sentence to prose, which may be a single text so far."""
        old = self.doc.get(path)
        if not text:
            return
        if isinstance(old, list):
            self.put((*path, len(old)), text, "a sentence added")
        else:
            self.put(path, [old, text] if old else [text], "a sentence added")

    def add_person(self, name: str) -> None:
        """Add a person of this name in the first free home, or in the first place of the map."""
        if not name:
            return
        base = re.sub(r"[^a-z0-9]+", "_", name.split()[0].casefold()).strip("_")
        base = base if base[:1].isalpha() else f"r_{base}".rstrip("_")
        names = (base[:36] + (str(n) if n > 1 else "") for n in range(1, 10**6))
        slug = next(name for name in names if name not in self.doc.residents)
        free = self.doc.free_homes()
        home = (free or self.homes())[0]
        if self.put(("residents", slug), NEW_PERSON | {"name": name, "home": home}, f"{name} added"):
            self.select("person", slug)
            self.tell(f"{name} lives at {home}." + ("" if free else " No room with a bed is free."))

    def remove_subject(self) -> None:
        """Remove the selected person, with what others say of them, or the selected entry."""
        kind, key = self.subject
        path = self.path(self.subject)
        if kind == "person":
            with self.doc.together(f"{self.name(key)} removed"):
                for slug in self.doc.residents:
                    if slug != key and key in self.ties(slug):
                        self.doc.remove(("residents", slug, "relationships", key), "")
                self.doc.remove(path, "")
        else:
            self.doc.remove(path, f"{'piece of news' if kind == 'news' else kind} removed")
        self.select("town")

    def add_event(self, kind: str, at: int) -> None:
        """A happening of this kind at a moment; its words are to be replaced."""
        somebody = next(iter(self.doc.residents), "")
        entry: dict[str, Any] = {"at": self.written_moment(at)}
        if kind == "news":
            who = self.subject[1] if self.subject[0] == "person" else somebody
            number = len(self.doc.entries("news"))
            ids = [one.get("id") for one in self.doc.entries("news")]
            id = next(found for n in range(1, 10**6) if (found := f"news{n}") not in ids)
            text = f"{self.name(who)} has something to tell"
            if self.put(("news", number), {"id": id, "text": text, "host": who, **entry}, "piece of news added"):
                self.select("news", number)
            return
        number = len(self.doc.entries("events"))
        if self.put(("events", number), entry | self.event_keys(kind), "happening added"):
            self.select("event", number)

    def add_matter(self) -> None:
        """A matter of the selected person, or of the first; its words are to be replaced."""
        who = self.subject[1] if self.subject[0] == "person" else next(iter(self.doc.residents), "")
        number = len(self.doc.entries("matters"))
        entry = {"of": who, "about": f"something new, {number + 1}", **deepcopy(NEW_MATTER)}
        if self.put(("matters", number), entry, "matter added"):
            self.select("matter", number)

    def event_keys(self, kind: str, old: dict[str, Any] | None = None) -> dict[str, Any]:
        """The keys of a kind of event, with the words of an ``old`` one where they fit."""
        old = old or {}
        somebody = self.subject[1] if self.subject[0] == "person" else next(iter(self.doc.residents), "")
        words = old.get("say") or old.get("whisper")
        if kind in ("arrive", "leave"):
            return {kind: old.get("arrive") or old.get("leave") or old.get("to") or somebody}
        if kind == "object":
            return {"object": next(iter(self.places(("object",))), "?"), "state": EVENT_TEXTS["state"]}
        if kind == "whisper":
            return {kind: words or EVENT_TEXTS[kind], "to": old.get("to") or somebody}
        kept = {"where": old["where"]} if kind == "say" and "where" in old else {}
        return {kind: (words if kind == "say" else None) or EVENT_TEXTS[kind], **kept}

    def undo(self, again: bool = False) -> None:
        """Undo the last edit; with ``again`` redo the edit undone last."""
        what = self.doc.redo() if again else self.doc.undo()
        self.version += 1
        if self.doc.get(self.path(self.subject)) is None and self.subject[0] not in ("place", "town"):
            self.select("town")
        if not what:
            self.tell("There is nothing to do again." if again else "There is nothing to undo.")
        else:
            self.tell(f"Again: {what}" if again else f"Undone: {what}")
