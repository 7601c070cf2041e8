"""A scenario file with all it stands on: ``extends:`` merged, overrides applied, imported residents filled in, map found.

Positions are kept through it all, so that an error in the base file names the base file. Knows keys, not their meaning.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any

import yaml

from sim.scenario.imports import ImportProblem, read_persona
from sim.scenario.problems import Mark, Path, ScenarioError, did_you_mean
from sim.scenario.yamltext import MAX_CHARACTERS, Document, read_yaml
from sim.world.nearby import nearby
from sim.world.records import MapError

MAX_CHAIN = 8
"""Files that extend one another."""
MAPS = FilePath(__file__).resolve().parents[2] / "assets" / "maps"
MAP_ENDINGS = ("", ".tmj", ".tmx", ".json")


def read_file(path: FilePath, chain: tuple[FilePath, ...] = ()) -> Document:
    """The document in ``path`` laid over the one it extends. Raises ScenarioError."""
    document = read_yaml(_text(path), str(path))
    _find_map(document, path.parent)
    _import_residents(document, path.parent)
    base = document.data.pop("extends", None)
    if base is None:
        return document
    mark = document.marks[("extends",)]
    if not isinstance(base, str):
        raise ScenarioError([f"{mark}: extends: must name a scenario file"])
    below = nearby(path.parent, base)
    if below is None:
        raise ScenarioError([f"{mark}: {base!r} lies outside the scenario's folder and the one around it; copy it there"])
    if below in chain or len(chain) >= MAX_CHAIN:
        raise ScenarioError([f"{mark}: {base!r} extends itself, or the chain is longer than {MAX_CHAIN} files"])
    if not os.path.isfile(below):
        raise ScenarioError([f"{mark}: there is no scenario file {base!r} beside {path.name}"])
    return laid_over(read_file(_shown(path, base), (*chain, path.resolve())), document)


def laid_over(base: Document, top: Document) -> Document:
    """``top`` laid over ``base``: mappings are merged key by key, everything else replaces; null removes a key."""
    marks, keys = dict(base.marks), dict(base.keys)
    data = _merge(base.data, top.data, (), top, marks, keys)
    return Document(data, marks | {(): top.marks[()]}, keys, top.map_file or base.map_file, composed=True)


def _merge(below: Any, above: Any, path: Path, top: Document, marks: dict[Path, Mark], keys: dict[Path, Mark]) -> Any:
    if not (isinstance(below, dict) and isinstance(above, dict)):
        for source, target in ((top.marks, marks), (top.keys, keys)):
            for known in [known for known in target if known[: len(path)] == path]:
                del target[known]
            target.update({known: mark for known, mark in source.items() if known[: len(path)] == path})
        return above
    merged = dict(below)
    for key, value in above.items():
        if value is None and key in merged:
            del merged[key]
            continue
        keys[(*path, key)] = top.keys[(*path, key)]
        merged[key] = _merge(merged.get(key), value, (*path, key), top, marks, keys)
    return merged


def overridden(document: Document, overrides: Mapping[str, Any], folder: FilePath | None = None) -> Document:
    """``document`` with values from outside laid over it. Keys may be dotted: ``{"rules.vision": 4, "seed": 7}``; None
    leaves a value as it is. A map among them is looked for from ``folder`` on."""
    data: dict[str, Any] = {}
    for name, value in overrides.items():
        if value is None:
            continue
        *parents, last = name.split(".")
        place = data
        for parent in parents:
            place = place.setdefault(parent, {})
        place[last] = value
    top = Document(data, {(): document.marks[()]})
    _mark_all(data, (), top)
    if folder is not None:
        _find_map(top, folder, anywhere=True)
    return laid_over(document, top)


def _mark_all(value: Any, path: Path, top: Document) -> None:
    mark = Mark("override", 1, 1)
    top.marks.setdefault(path, mark)
    if isinstance(value, dict):
        for key, inner in value.items():
            top.keys[(*path, key)] = mark
            _mark_all(inner, (*path, key), top)


def written(document: Document) -> str:
    """The document as YAML again, self-contained: what a run keeps when its scenario came from more than one file."""
    return yaml.safe_dump(document.data, sort_keys=False, allow_unicode=True, width=120)


def _text(path: FilePath) -> str:
    if os.path.isdir(path):
        raise ScenarioError([f"{path}: is a folder; name the scenario file in it"])
    if not os.path.exists(path):
        raise ScenarioError([f"{path}: there is no such file; `run_sim.py new NAME` writes one to start from"])
    if not path.is_file():  # a device has no end, and a pipe reads only once
        raise ScenarioError([f"{path}: is not a file; save the scenario as one and name that"])
    try:
        if path.stat().st_size > 4 * MAX_CHARACTERS:
            raise ScenarioError([f"{path}:1:1: is longer than {MAX_CHARACTERS:,} characters; no scenario needs that"])
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ScenarioError([f"{path}: is not a text in UTF-8; save it as UTF-8"]) from None
    except OSError as error:
        raise ScenarioError([f"{path}: cannot be read ({error.strerror or error})"]) from None


def _shown(path: FilePath, base: str) -> FilePath:
    return FilePath(os.path.normpath(path.parent / base))


def find_map(name: str, folder: FilePath | None = None) -> FilePath:
    """The map file meant by ``name``: beside the scenario, in the assets beside its folder, or among the maps that ship; the
    ending may be left out. Raises MapError with what there is."""
    here = folder or FilePath()
    for place in (here, here.parent / "assets" / "maps", MAPS):
        for ending in MAP_ENDINGS:
            if os.path.isfile(place / (name + ending)):
                return (place / (name + ending)).resolve()
    there = sorted(path.stem for path in MAPS.glob("*.tm[jx]"))
    hint = did_you_mean(name, there) if there else "; none ship here"
    raise MapError(f"there is no map {name!r} here or among those that ship{hint}")


def _find_map(document: Document, folder: FilePath, anywhere: bool = False) -> None:
    """Set ``map_file``. A scenario names maps near it or among those that ship; an override may name one ``anywhere``."""
    name = document.data.get("map")
    if not isinstance(name, str):
        return
    try:
        found = find_map(name, folder)
        if not (anywhere or found.is_relative_to(MAPS) or nearby(folder, str(found))):
            raise MapError(f"the map {name!r} lies outside the scenario's folder and the one around it; copy it there")
        document.map_file = str(found)
    except MapError as error:
        raise ScenarioError([f"{document.marks[('map',)]}: {error}"]) from None


def _import_residents(document: Document, folder: FilePath) -> None:
    """Fills each resident that has ``import:`` with what the folder says wherever the scenario says nothing."""
    residents = document.data.get("residents")
    problems = []
    if not isinstance(residents, dict):
        return
    for slug, own in residents.items():
        name = own.get("import") if isinstance(own, dict) else None
        if not isinstance(name, str):
            continue
        try:
            where = nearby(folder, name)
            if where is None:
                raise ImportProblem(f"{name!r} lies outside the scenario's folder and the one around it; copy it there")
            residents[slug] = read_persona(where) | {key: value for key, value in own.items() if key != "import"}
            document.composed = True
        except ImportProblem as error:
            problems.append(f"{document.marks[('residents', slug, 'import')]}: {error}")
    if problems:
        raise ScenarioError(problems)
