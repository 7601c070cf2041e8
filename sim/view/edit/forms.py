"""The forms of the editor: which items a subject has, and which edit each of them makes.

Every field names its mistakes in the words of ``validate``. Draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, get_args

from pydantic import BaseModel

from sim.scenario.problems import Path
from sim.scenario.schema import EventModel, MatterModel, NewsModel, NormModel, ResidentModel, ScenarioModel
from sim.view.edit.editor import Editor
from sim.view.edit.items import Button, ChoiceField, Field, Heading, Item, Note
from sim.view.edit.lists import EVENT_NAMES, event_kind, hours, row, time_text
from sim.view.style import ORANGE

LOOK = {"skin": 6, "hair": 10, "hair_colour": 8, "shirt": 32, "trousers": 9, "extra": 13}
"""Layer of a look -> how many variants its art has."""
BONDS: tuple[str, ...] = get_args(MatterModel.model_fields["bond"].annotation)
"""What whoever hears of a matter may be to whom it is of."""


class Forms:
    """``form`` makes the items of what is selected."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor

    def title(self) -> str:
        """What the form is about."""
        kind, key = self.editor.subject
        if kind == "person":
            return self.editor.name(key)
        if kind == "place":
            return self.editor.doc.places.short(key)
        return {"news": "A piece of news", "event": "A happening", "matter": "A matter", "town": "The town"}[kind]

    def form(self) -> list[Item]:
        """The items of the selected subject."""
        kind, key = self.editor.subject
        items: list[Item] = [Heading(self.title())]
        path = self.editor.path(self.editor.subject)
        if path:
            here = [problem.message for problem in self.editor.doc.problems if problem.path == path]
            items += [Note(message, 1) for message in here if "missing" not in message]
        if kind not in ("place", "town") and not isinstance(self.editor.doc.get(path), dict):
            return [*items, Note("The file has something else in this place: undo, or mend it there.", 1)]
        return items + list(getattr(self, f"_of_{kind}")(key))

    def _of_person(self, slug: str) -> Iterator[Item]:
        at: Path = ("residents", slug)
        for key, label in (("name", "Name"), ("age", "Age"), ("traits", "Traits"), ("occupation", "Occupation")):
            yield self._field((*at, key), label)
        yield self._field((*at, "currently"), "On their mind")
        yield from self._prose((*at, "background"), "Background", "+ Background")
        yield Heading("Habits and places")
        yield self._field((*at, "home"), "Home", offers=self.editor.homes(), place=True)
        yield self._field((*at, "work"), "Work", offers=self.editor.places(), place=True)
        anywhere = self.editor.places(("sector", "arena", "object"))
        yield self._field((*at, "start_at"), "Where they begin", offers=anywhere, place=True)
        yield self._field((*at, "wakes"), "Wakes")
        yield self._field((*at, "sleeps"), "Sleeps")
        yield from self._ties(slug)
        yield Heading("Memories", "empty one to remove it")
        yield from self._prose((*at, "memories"), "", "+ Memory")
        yield from self._look(slug)
        if self.editor.fork is None and len(self.editor.doc.residents) > 1:
            yield Heading("")
            yield Button(f"Remove {self.editor.name(slug)}", self.editor.remove_subject)

    def _ties(self, slug: str) -> Iterator[Item]:
        e = self.editor
        yield Heading("Relationships", "empty one to remove it")
        known = e.ties(slug)
        for other in known:
            yield self._field(("residents", slug, "relationships", other), f"{e.name(other)} is to {e.name(slug)}")
        for other in e.doc.residents:
            if slug in e.ties(other):
                yield self._field(("residents", other, "relationships", slug), f"{e.name(slug)} is to {e.name(other)}")
        strangers = tuple(e.name(other) for other in e.doc.residents if other != slug and other not in known)
        if strangers:
            yield Field("new tie", "A relationship to", "", partial(self._new_tie, slug), "+ a name", strangers)

    def _new_tie(self, slug: str, name: str) -> None:
        e = self.editor
        other = next((one for one in e.doc.residents if name.casefold() in (one, e.name(one).casefold())), "")
        if not other:
            e.tell(f"Nobody here is called {name!r}.")
            return
        path, what = ("residents", slug, "relationships", other), f"{e.name(other)}, known to {e.name(slug)}"
        e.put(path, "somebody known by sight", what)

    def _look(self, slug: str) -> Iterator[Item]:
        yield Heading("Look")
        look = self.look(slug)
        for layer, count in LOOK.items():
            options, at = tuple(str(n) for n in range(count)), look.get(layer, 0) % count
            yield ChoiceField(layer.replace("_", " "), options, at, partial(self._set_look, slug, layer), steps=True)

    def look(self, slug: str) -> Mapping[str, int]:
        """How a person looks now: what the scenario says, over what was drawn for them in the last valid scenario."""
        e = self.editor
        known = next((one.look for one in e.doc.last.residents if one.slug == slug), None) if e.doc.last else None
        drawn = {layer: getattr(known, layer) for layer in LOOK} if known else dict.fromkeys(LOOK, 0)
        written = e.doc.get(("residents", slug, "look"))
        given = written if isinstance(written, dict) else {}
        return drawn | {layer: value for layer, value in given.items() if layer in LOOK and isinstance(value, int)}

    def _set_look(self, slug: str, layer: str, value: int) -> None:
        whole = {key: n % LOOK[key] for key, n in self.look(slug).items()} | {layer: value}
        self.editor.put(("residents", slug, "look"), whole, f"the look of {self.editor.name(slug)}")

    def _of_place(self, address: tuple[str, ...]) -> Iterator[Item]:
        e = self.editor
        at = e.path(("place", address))
        scenario = e.doc.scenario or e.doc.last
        held = scenario.norms.get(address, {}) if scenario else {}
        for key, label in (("opens", "Opens"), ("closes", "Closes")):
            yield self._field((*at, key), label, hint=time_text(held.get(key)))
        slugs = tuple(e.doc.residents)
        yield self._field((*at, "owner"), "Owner", offers=slugs, hint=str(held.get("owner") or ""))
        only = ", ".join(held.get("only") or ())
        yield self._field((*at, "only"), "Only these may enter", offers=slugs, many=True, hint=only)
        yield self._field((*at, "capacity"), "How many it holds", hint=str(held.get("capacity") or ""))
        yield Note("What is empty is as the map has it; faint values are the map's.")
        rooms = [room for room in e.doc.places.arenas(address) if room.address != address]
        if rooms:
            yield Heading("Rooms")
            yield from (row(e, ("place", room.address), room.name, hours(e, room.address), colour=ORANGE) for room in rooms)
        yield Heading("People of this place")
        for slug, one in e.doc.residents.items():
            for key in ("home", "work"):
                there = e.doc.places.find(str(one.get(key))) if one.get(key) else None
                if there and there[: len(address)] == address:
                    yield row(e, ("person", slug), e.name(slug), "lives here" if key == "home" else "works here")

    def _of_event(self, number: int) -> Iterator[Item]:
        e = self.editor
        at: Path = ("events", number)
        entry = e.doc.get(at) or {}
        kind = event_kind(e, ("event", number))
        if not e.fixed(at):
            yield ChoiceField("", tuple(EVENT_NAMES.values()), list(EVENT_NAMES).index(kind), partial(self._set_kind, number))
        yield self._field((*at, "at"), "When", hint="18:00, day 2 18:00, Friday 5 pm")
        slugs = tuple(e.doc.residents)
        if kind in ("say", "weather"):
            yield self._field((*at, kind), "What is heard or seen" if kind == "say" else "What the weather is")
        if kind == "whisper":
            yield self._field((*at, "whisper"), "The thought, as their own")
            yield self._field((*at, "to"), "To whom", offers=slugs)
        if kind == "object":
            yield self._field((*at, "object"), "Which object", offers=e.places(("object",)), place=True)
            yield self._field((*at, "state"), "What it is then", hint="on fire, broken, running over")
        if kind in ("arrive", "leave"):
            yield self._field((*at, kind), "Who", offers=slugs)
        if kind in ("say", "arrive"):
            kinds, hint = (("sector", "arena"), "everywhere") if kind == "say" else (("sector", "arena", "object"), "home")
            yield self._field((*at, "where"), "Where", offers=e.places(kinds), hint=hint, place=True)
        if kind in ("object", "weather") or "lasts" in entry:
            yield self._field((*at, "lasts"), "How long", hint="for good")
        if not e.fixed(at):
            yield Button("Remove this", e.remove_subject)

    def _set_kind(self, number: int, index: int) -> None:
        e = self.editor
        old = e.doc.get(("events", number)) or {}
        new = {"at": old.get("at", "09:00"), **e.event_keys(list(EVENT_NAMES)[index], old)}
        e.put(("events", number), new, "the kind of a happening")

    def _of_news(self, number: int) -> Iterator[Item]:
        e = self.editor
        at: Path = ("news", number)
        slugs = tuple(e.doc.residents)
        yield self._field((*at, "text"), "The news, a full sentence")
        yield self._field((*at, "host"), "Whom it is about", offers=slugs)
        yield self._field((*at, "knows"), "Who knows it at the start", offers=slugs, many=True, hint="the one whom it is about")
        yield self._field((*at, "at"), "When what it announces begins", hint="it announces nothing")
        yield self._field((*at, "place"), "Where that is", offers=e.places(), place=True)
        yield self._field((*at, "lasts"), "How long that lasts", hint="2 h")
        yield self._field((*at, "importance"), "Importance, 1 to 10", hint="8")
        yield self._field((*at, "signs"), "Words that tell a memory of it", many=True, hint="chosen from the text")
        yield self._field((*at, "id"), "Its short name (id)")
        yield Note("To have somebody learn it at a moment, whisper it to them then.")
        if not e.fixed(at):
            yield Button("Remove this", e.remove_subject)

    def _of_matter(self, number: int) -> Iterator[Item]:
        e = self.editor
        at: Path = ("matters", number)
        slugs = tuple(e.doc.residents)
        yield self._field((*at, "about"), "What it is about, in two to five words")
        yield self._field((*at, "of"), "Whose it is", offers=slugs)
        yield self._field((*at, "bond"), "Whom they tell: what the other is to them", offers=BONDS)
        yield self._field((*at, "to"), "Only these may hear of it", offers=slugs, many=True, hint="everybody")
        for key, title in (("first", "The first talk"), ("again", "A later talk")):
            yield Heading(title, "empty a line to remove it")
            yield from self._prose((*at, key, "turns"), "Line", "+ Line")
            yield self._field((*at, key, "deed"), "What they did or do, to follow their name")
            yield self._field((*at, key, "key"), "Which line shows it (0 for line 1, 1 for line 2 ...)")
        yield Heading("Afterwards", "{a} stands for their name")
        yield from self._prose((*at, "insight"), "What the other concludes", "+ Conclusion")
        yield from self._prose((*at, "said"), "What the other says of it then", "+ Line")
        yield from self._prose((*at, "answers"), "What they answer", "+ Answer")
        yield self._field((*at, "errand"), "What the other would bring them", hint="nothing")
        yield self._field((*at, "own"), "What they conclude of themselves", hint="nothing")
        yield Note("What they do about it between the talks (`does:`) is written in the file.")
        if not e.fixed(at):
            yield Button("Remove this", e.remove_subject)

    def _of_town(self, _: str) -> Iterator[Item]:
        labels = {
            "name": "Name", "description": "What it is about", "setting": "What everybody knows of place and time",
            "start": "Begins", "until": "Ends", "seed": "Seed",
        }  # fmt: skip
        for key, label in labels.items():
            yield self._field((key,), label)
        rest = [problem.message for problem in self.editor.doc.problems if self.editor.subject_of(problem.path)[0] == "town"]
        shown = [text for key in labels for text in self._said((key,), self.editor.doc.problems)]
        yield from (Note(text, 1) for text in rest if text not in shown)

    # -- fields -----------------------------------------------------------------------------------------------------------

    def _said(self, path: Path, problems: Any) -> tuple[str, ...]:
        found = [problem for problem in self.editor.doc.said_of(path) if problem in problems]
        return tuple(dict.fromkeys(problem.message for problem in found))

    def _field(self, path: Path, label: str, many: bool = False, **more: Any) -> Field:
        e = self.editor
        value = e.doc.get(path)
        many = many or isinstance(value, list)
        mistakes, warnings = self._said(path, e.doc.problems), self._said(path, e.doc.warnings)
        below = [problem for problem in e.doc.problems if len(problem.path) > len(path) and problem.path[: len(path)] == path]
        mistakes += tuple(problem.message for problem in below)
        more.setdefault("hint", _default(path))
        more |= {"many": many, "mistakes": mistakes, "warnings": warnings, "fixed": e.fixed(path)}
        return Field(".".join(map(str, path)), label, _text(value), partial(e.write, path, many=many), **more)

    def _prose(self, path: Path, label: str, add: str) -> Iterator[Item]:
        """A text, or a list of sentences with a field each, and a way to add one."""
        value = self.editor.doc.get(path)
        if isinstance(value, list):
            yield from (self._field((*path, number), f"{label} {number + 1}".strip()) for number in range(len(value)))
        elif value is not None:
            yield self._field(path, label or "1")
        if not self.editor.fixed((*path, 0)) and (value is None or isinstance(value, list) or not label):
            yield Field(f"new {'.'.join(map(str, path[2:]))}", add, "", partial(self.editor.append, path), "+ a sentence")


def _text(value: Any) -> str:
    """A value as the user types it."""
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(_text(part) for part in value)
    return " ".join(str(value).split()) if not isinstance(value, bool) else str(value).lower()


_MODELS: dict[str, type[BaseModel]] = {
    "residents": ResidentModel,
    "news": NewsModel,
    "events": EventModel,
    "norms": NormModel,
    "matters": MatterModel,
}


def _default(path: Path) -> str:
    """The schema's default for a value that is left out, in words."""
    model = _MODELS.get(str(path[0]), ScenarioModel) if len(path) > 1 else ScenarioModel
    info = model.model_fields.get(str(path[-1]))
    default = None if info is None else info.default
    return default if isinstance(default, str) else ""
