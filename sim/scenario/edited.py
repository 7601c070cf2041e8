"""A scenario that is being edited: its text, what the text says, what is wrong with it and where; undo and redo.

An edit changes one value of the text (``yaml_writer``) and checks the whole as ``validate`` does, so a scenario may well be
wrong for a while. Where the file extends or imports others, what is changed is written into the file itself. Knows no window;
writes no file.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path as FilePath
from typing import Any

from sim.scenario import yaml_writer
from sim.scenario.bedrooms import free_rooms
from sim.scenario.composition import completed
from sim.scenario.load import build_document, read_stored, warnings_of
from sim.scenario.model import Scenario
from sim.scenario.problems import Mark, Path, Problem, ScenarioError, dotted
from sim.scenario.validation import fields_at
from sim.scenario.yaml_reader import read_yaml
from sim.world.places import Places
from sim.world.tilemap import TileMap

MAX_UNDONE = 200
"""Edits that can be undone."""


class EditedScenario:
    """The text of a scenario file ``path``, which need not exist. ``tilemap`` is the map where the text belongs to a run.

    Raises ScenarioError where the text is no scenario at all, and MapError where its map cannot be read: then there is nothing
    to edit."""

    def __init__(self, text: str, path: FilePath, tilemap: TileMap | None = None) -> None:
        self.path, self.text = path, text
        self.data: dict[str, Any] = {}
        """What the text says, with what it extends and imports."""
        self.problems: tuple[Problem, ...] = ()
        self.warnings: tuple[Problem, ...] = ()
        self.scenario: Scenario | None = None
        """The scenario; None while something is wrong."""
        self.last: Scenario | None = None
        """The last valid scenario."""
        self._stored = tilemap is not None
        self._undo, self._redo = list[tuple[str, str]](), list[tuple[str, str]]()
        self._saved = text
        document = read_yaml(text, path.name)
        if tilemap is None:
            document = completed(document, path)
            if not document.map_file:
                raise ScenarioError([f"{path}:1:1: map is missing; name a map file, or one that ships"])
            tilemap = TileMap.load(document.map_file)
        self.places = Places(tilemap)
        self._check()

    @property
    def changed(self) -> bool:
        """Whether there is something to save."""
        return self.text != self._saved

    @property
    def residents(self) -> dict[str, dict[str, Any]]:
        """The people of the text by slug, as they are written; without those that are no mappings."""
        found = self.data.get("residents")
        return {slug: one for slug, one in found.items() if isinstance(one, dict)} if isinstance(found, dict) else {}

    def entries(self, key: str) -> list[dict[str, Any]]:
        """The entries of a list (``news``, ``events``, ``matters``) as they are written."""
        found = self.data.get(key)
        return found if isinstance(found, list) and all(isinstance(entry, dict) for entry in found) else []

    def get(self, path: Path) -> Any:
        """The value at ``path``; None where there is none."""
        return yaml_writer.at(self.data, path) if yaml_writer.has(self.data, path) else None

    def free_homes(self) -> tuple[str, ...]:
        """The rooms with a bed in which nobody lives, as a scenario names them (``bedrooms.free_rooms``)."""
        taken = [home for one in self.residents.values() if (home := self.places.find(str(one.get("home"))))]
        return tuple(self.places.short(room) for room in free_rooms(self.places, taken))

    def said_of(self, path: Path) -> Iterator[Problem]:
        """What ``validate`` says of exactly this value (also that it is missing), errors before warnings."""
        missing = f"{dotted(path)} is missing"
        for problem in (*self.problems, *self.warnings):
            if problem.path == path or problem.message == missing:
                yield problem

    # -- changing ---------------------------------------------------------------------------------------------------------

    def put(self, path: Path, value: Any, what: str) -> None:
        """Set a value; ``what`` describes the change in a few words, for undo."""
        path, value = self._own(path, value)
        self._become(yaml_writer.put(self.text, path, value, fields_at(path[:-1]) if path else ()), what)

    def remove(self, path: Path, what: str) -> None:
        """Remove a value; a value of an extended file is removed by ``null``, as the format has it."""
        own = read_yaml(self.text, self.path.name).data
        if isinstance(path[-1], int) and not yaml_writer.has(own, path):
            rest = [entry for number, entry in enumerate(self.get(path[:-1])) if number != path[-1]]
            self.put(path[:-1], rest, what)
            return
        text = yaml_writer.remove(self.text, path) if yaml_writer.has(own, path) else self.text
        kept = read_yaml(text, self.path.name)
        if not self._stored and yaml_writer.has(completed(kept, self.path).data, path):
            text = yaml_writer.put(text, path, None)
        self._become(text, what)

    @contextmanager
    def together(self, what: str) -> Iterator[None]:
        """Several edits that are undone as one."""
        text, kept = self.text, list(self._undo)
        yield
        self._undo = [*kept[1 - MAX_UNDONE :], (text, what)] if self.text != text else kept

    def undo(self) -> str:
        """Undo the last edit; returns its description, "" where there is none."""
        return self._move(self._undo, self._redo)

    def redo(self) -> str:
        """Redo the edit that was undone last; returns its description."""
        return self._move(self._redo, self._undo)

    def saved(self) -> None:
        """Note that the text is saved as it stands."""
        self._saved = self.text

    def _move(self, source: list[tuple[str, str]], target: list[tuple[str, str]]) -> str:
        if not source:
            return ""
        text, what = source.pop()
        target.append((self.text, what))
        self.text = text
        self._check()
        return what

    def _become(self, text: str, what: str) -> None:
        if text == self.text:
            return
        self._undo = [*self._undo[1 - MAX_UNDONE :], (self.text, what)]
        self._redo.clear()
        self.text = text
        self._check()

    def _own(self, path: Path, value: Any) -> tuple[Path, Any]:
        """The edit as it has to be made in the file itself: a list of another file is replaced as a whole."""
        own = read_yaml(self.text, self.path.name).data
        for depth, part in enumerate(path):
            if isinstance(part, int) and not yaml_writer.has(own, path[:depth]) and isinstance(self.get(path[:depth]), list):
                return path[:depth], yaml_writer.changed(self.get(path[:depth]), path[depth:], value)
        return path, value

    def _check(self) -> None:
        self.problems, self.warnings, self.scenario = (), (), None
        try:
            if self._stored:
                document = read_stored(self.text, self.path.name)
            else:
                document = completed(read_yaml(self.text, self.path.name), self.path)
            self.data = document.data
            built = build_document(document, self.path.name, self.path.stem, self.places)
        except ScenarioError as error:
            self.problems = error.found or tuple(Problem(Mark(self.path.name, 1, 1), line, ()) for line in error.problems)
            return
        self.scenario = self.last = built.scenario
        self.warnings = tuple(warnings_of(document, built, self.path.name).found)
