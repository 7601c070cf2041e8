"""The lists at the left of the editor: people, places, timeline, matters, town; and where new things are put. Draws nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from sim.scenario.schema import EVENT_KINDS
from sim.types import Address
from sim.view.edit.editor import Editor, Subject
from sim.view.edit.items import Button, ChoiceField, Field, Item, ListEntry, Note
from sim.view.style import GREEN, MARK_COLOURS, ORANGE, YELLOW
from sim.world.clock import clock_text

TABS = ("People", "Places", "Timeline", "Matters", "Town")
EVENT_NAMES = {
    "say": "Heard", "whisper": "Whisper", "object": "Object", "weather": "Weather", "arrive": "Arrives", "leave": "Leaves",
}  # fmt: skip
"""Kind of event -> its name in the list."""
TEXT_KEYS = ("text", "say", "whisper", "weather", "state", "arrive", "leave")
"""Keys of news and events that say what they are about."""


class Lists:
    """``listed`` makes the items of the tab that is shown."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.tab = 0
        self.when = 0
        """The game second of new news and happenings."""

    def show(self, tab: int) -> None:
        """Show a tab of the list."""
        self.tab = tab
        self.editor.version += 1
        if TABS[tab] == "Town":
            self.editor.select("town")

    def listed(self) -> list[Item]:
        """The items of the list: tabs, mistakes, and what there is to select."""
        e = self.editor
        wrong = list(e.mistakes())
        items: list[Item] = [ChoiceField("", TABS, self.tab, self.show)]
        if wrong:
            count = len(e.doc.problems)
            items.append(Button(f"! {count} mistake{'s' if count > 1 else ''}: next", partial(self._next_wrong, wrong)))
        return items + list((self._people, self._places, self._timeline, self._matters, self._town)[self.tab]())

    def _next_wrong(self, wrong: list[Subject]) -> None:
        at = wrong.index(self.editor.subject) if self.editor.subject in wrong else -1
        self.editor.select(*wrong[(at + 1) % len(wrong)])

    def _people(self) -> Iterator[Item]:
        e = self.editor
        if e.fork is None:
            free = e.doc.free_homes()
            yield Field("new person", "Add a person", "", e.add_person, f"+ a name (free homes: {len(free)})")
        else:
            yield Note("In a fork nobody can be added or removed: people's memories and days know who lives here.")
        for slug, one in e.doc.residents.items():
            about = ", ".join(str(one[key]) for key in ("age", "occupation") if one.get(key) is not None)
            yield row(e, ("person", slug), e.name(slug), about)

    def _places(self) -> Iterator[Item]:
        e, places = self.editor, self.editor.doc.places
        for sector in places.sectors:
            yield row(e, ("place", sector.address), sector.name, hours(e, sector.address), colour=ORANGE)
            for room in places.arenas(sector.address):
                about = hours(e, room.address)
                if room.address != sector.address and (about or e.subject == ("place", room.address)):
                    yield row(e, ("place", room.address), places.short(room.address), about, colour=ORANGE)
        yield Note("A click on the map chooses a place; a second click its room.")

    def _timeline(self) -> Iterator[Item]:
        e = self.editor
        at = e.written_moment(self.when)
        yield Field("when", "New things are put at", at, self._set_when, "", mistakes=())
        yield Button("+ Something heard", partial(e.add_event, "say", self.when))
        yield Button("+ Whisper", partial(e.add_event, "whisper", self.when))
        yield Button("+ A piece of news", partial(e.add_event, "news", self.when))
        for subject, when, words in self.marks():
            written = e.written_moment(when) if when is not None else "at no time"
            title = f"{written}  {EVENT_NAMES.get(event_kind(e, subject), 'News')}"
            yield row(e, subject, title, words, colour=YELLOW if subject[0] == "news" else MARK_COLOURS["happening"])

    def _set_when(self, text: str) -> None:
        at = self.editor.moment(text)
        if at is None or at < 0:
            self.editor.tell(f"{text!r} is no moment after the start; write it like 18:00 or day 2 18:00")
        else:
            self.put_at(at)

    def put_at(self, at: int) -> None:
        """Set the game second of new news and happenings, and show the timeline."""
        self.when, self.tab = at, TABS.index("Timeline")
        self.editor.version += 1

    def marks(self) -> list[tuple[Subject, int | None, str]]:
        """(subject, game second, words) of all news and happenings, in order of time."""
        e, found = self.editor, list[tuple[Subject, int | None, str]]()
        for kind, key in (("news", "news"), ("event", "events")):
            for number, entry in enumerate(e.doc.entries(key)):
                words = next((str(entry[key]) for key in TEXT_KEYS if entry.get(key)), "?")
                found.append(((kind, number), e.moment(entry.get("at")), words))
        return sorted(found, key=lambda mark: (mark[1] is None, mark[1] or 0))

    def _matters(self) -> Iterator[Item]:
        e = self.editor
        yield Button("+ A matter", e.add_matter)
        for number, entry in enumerate(e.doc.entries("matters")):
            yield row(e, ("matter", number), str(entry.get("about") or "?"), f"of {e.name(str(entry.get('of')))}", colour=GREEN)
        yield Note(
            "A matter is something of one person's that they talk about twice: it begins, and later it has gone on. The "
            "script and the guided mind speak of matters; other minds find their own."
        )

    def _town(self) -> Iterator[Item]:
        yield row(self.editor, ("town", ""), str(self.editor.doc.get(("name",)) or "?"), "name, story, start and end")


def row(editor: Editor, subject: Subject, title: str, note: str, **more: Any) -> ListEntry:
    """The item that selects a subject."""
    act = partial(editor.select, *subject)
    return ListEntry(title, note, act, wrong=editor.wrong(subject), on=subject == editor.subject, **more)


def hours(editor: Editor, address: Address) -> str:
    """When a place is open, and whose it is, in a few words."""
    scenario = editor.doc.scenario or editor.doc.last
    norm = scenario.norms.get(address, {}) if scenario else {}
    times = f"{time_text(norm.get('opens'))} to {time_text(norm.get('closes'))}" if "opens" in norm or "closes" in norm else ""
    owner = f"of {editor.name(norm['owner'])}" if norm.get("owner") else ""
    return ", ".join(filter(None, (times, owner, "private" if norm.get("only") else "")))


def event_kind(editor: Editor, subject: Subject) -> str:
    """The kind of an event, ``say`` where it has no kind yet; "" for news."""
    entry = editor.doc.get(editor.path(subject)) or {}
    return next((kind for kind in EVENT_KINDS if kind in entry), "say") if subject[0] == "event" else ""


def time_text(minutes: Any) -> str:
    """Minutes after midnight as a time; "" for None."""
    return clock_text(minutes) if isinstance(minutes, int) else ""
