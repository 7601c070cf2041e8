"""Composes a scenario file: merges ``extends:``, applies overrides, imports residents, and finds the map file.

Positions are kept, so that an error in the base file names the base file. Knows keys, not their meaning.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any

import yaml

from sim.scenario.personas import Persona, PersonaError, read_people, read_persona
from sim.scenario.problems import Mark, Path, ScenarioError, did_you_mean
from sim.scenario.yaml_reader import MAX_CHARACTERS, MAX_VALUES, Document, read_scalar, read_yaml
from sim.world.map_files import safe_path
from sim.world.map_records import MapError

MAX_EXTENDS = 8
"""The longest chain of files that extend one another."""
MAPS = FilePath(__file__).resolve().parents[2] / "assets" / "maps"
SCENARIOS = FilePath(__file__).resolve().parents[2] / "scenarios"
MAP_SUFFIXES = ("", ".tmj", ".tmx", ".json")


def read_file(path: FilePath, chain: tuple[FilePath, ...] = ()) -> Document:
    """The document in ``path``, merged with the document that it extends. Raises ScenarioError."""
    return completed(read_yaml(scenario_text(path), str(path)), path, chain)


def completed(document: Document, path: FilePath, chain: tuple[FilePath, ...] = ()) -> Document:
    """A document that lies at ``path`` with its map, its imports and what it extends. Raises ScenarioError."""
    _find_map(document, path.parent)
    _import_residents(document, path.parent)
    base = document.data.pop("extends", None)
    if base is None:
        return document
    mark = document.marks[("extends",)]
    if not isinstance(base, str):
        raise ScenarioError([f"{mark}: extends: must name a scenario file"])
    below = safe_path(path.parent, base)
    if below is None:
        raise ScenarioError([f"{mark}: {base!r} lies outside the scenario's folder and the one around it; copy it there"])
    if below in chain or len(chain) >= MAX_EXTENDS:
        raise ScenarioError([f"{mark}: {base!r} extends itself, or the chain is longer than {MAX_EXTENDS} files"])
    base_path = FilePath(os.path.normpath(path.parent / base))
    if not os.path.isfile(below):
        base_path = SCENARIOS / f"{base.removesuffix('.yaml')}.yaml"
        if base_path.name not in (f"{base}.yaml", base) or not os.path.isfile(base_path):
            raise ScenarioError([f"{mark}: there is no scenario file {base!r} beside {path.name}, and none of that name ships"])
    return merge_documents(read_file(base_path, (*chain, path.resolve())), document)


def merge_documents(base: Document, top: Document) -> Document:
    """``top`` over ``base``: mappings are merged key by key, other values replace, null removes a key."""
    marks, keys = dict(base.marks), dict(base.keys)
    data = _merge(base.data, top.data, (), top, marks, keys)
    map_file, imported = top.map_file or base.map_file, base.imported | top.imported
    return Document(data, marks | {(): top.marks[()]}, keys, map_file, composed=True, imported=imported)


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


def apply_overrides(document: Document, overrides: Mapping[str, Any], folder: FilePath) -> Document:
    """``document`` with other values. Keys may be dotted: ``{"rules.vision": 4, "seed": 7}``. An overriding map is searched for
    in ``folder``."""
    data: dict[str, Any] = {}
    for name, value in overrides.items():
        *parents, last = name.split(".")
        place = data
        for parent in parents:
            place = place.setdefault(parent, {})
        place[last] = value
    top = Document(data, {(): document.marks[()]})
    _mark_all(data, (), top)
    _find_map(top, folder, anywhere=True)
    return merge_documents(document, top)


def _mark_all(value: Any, path: Path, top: Document) -> None:
    mark = Mark("override", 1, 1)
    top.marks.setdefault(path, mark)
    if isinstance(value, dict):
        for key, inner in value.items():
            top.keys[(*path, key)] = mark
            _mark_all(inner, (*path, key), top)


_FASTEST: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class _Dumper(_FASTEST):  # type: ignore[misc]
    """Writes every text so that ``yaml_reader`` reads the same letters."""


_ODD = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")


def _written_text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    plain = read_scalar(text) is text and not _ODD.search(text)
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=None if plain else '"')


_Dumper.add_representer(str, _written_text)


def to_yaml(document: Document) -> str:
    """The document as self-contained YAML, for a run whose scenario came from more than one file. Raises ScenarioError where it
    is longer than a scenario may be."""
    text = yaml.dump(document.data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
    if len(text) > MAX_CHARACTERS or _values(document.data) > MAX_VALUES:
        most = f"more than {MAX_CHARACTERS:,} characters or {MAX_VALUES:,} values with all that is imported"
        raise ScenarioError([f"{document.marks[()]}: {most}; import fewer people, or folders with fewer memories"])
    return text


def _values(data: Any) -> int:
    below = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return 1 + sum(map(_values, below))


def scenario_text(path: FilePath) -> str:
    """The text of a scenario file. Raises ScenarioError."""
    if os.path.isdir(path):
        raise ScenarioError([f"{path}: is a folder; name the scenario file in it"])
    if not os.path.exists(path):
        raise ScenarioError([f"{path}: there is no such file; `run_sim.py new NAME` writes one to start from"])
    if not path.is_file():  # a device has no end, and a pipe can be read only once
        raise ScenarioError([f"{path}: is not a file; save the scenario as one and name that"])
    try:
        if path.stat().st_size > 4 * MAX_CHARACTERS:
            raise ScenarioError([f"{path}:1:1: is longer than {MAX_CHARACTERS:,} characters; no scenario needs that"])
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        if error.object.startswith(b"SQLite format 3"):
            what = "is a saved run and no scenario; `run_sim.py replay` shows it, `resume` goes on"
            raise ScenarioError([f"{path}: {what}"]) from None
        line = error.object[: error.start].count(b"\n") + 1
        raise ScenarioError([f"{path}:{line}: is not a text in UTF-8; save it as UTF-8"]) from None
    except OSError as error:
        raise ScenarioError([f"{path}: cannot be read ({error.strerror or error})"]) from None


def find_map(name: str, folder: FilePath | None = None) -> FilePath:
    """The map file for ``name``: beside the scenario, in the assets beside its folder, or among the shipped maps. The suffix
    may be left out. Raises MapError with the available names."""
    here = folder or FilePath()
    for place in (here, here.parent / "assets" / "maps", MAPS):
        for suffix in MAP_SUFFIXES:
            if os.path.isfile(place / (name + suffix)):
                return (place / (name + suffix)).resolve()
    there = sorted(path.stem for path in MAPS.glob("*.tm[jx]"))
    hint = did_you_mean(name, there) if there else "; none ship here"
    raise MapError(f"there is no map {name!r} here or among those that ship{hint}")


def _find_map(document: Document, folder: FilePath, anywhere: bool = False) -> None:
    """Set ``map_file``. A scenario may name maps near it or shipped ones; an override may name any file (``anywhere``)."""
    name = document.data.get("map")
    if not isinstance(name, str):
        return
    try:
        found = find_map(name, folder)
        if not (anywhere or found.is_relative_to(MAPS) or safe_path(folder, str(found))):
            raise MapError(f"the map {name!r} lies outside the scenario's folder and the one around it; copy it there")
        document.map_file = str(found)
    except MapError as error:
        raise ScenarioError([f"{document.marks[('map',)]}: {error}"]) from None


def _import_residents(document: Document, folder: FilePath) -> None:
    """Add everybody of the folder that ``import:`` names, and complete each resident that has an ``import:`` of their own with
    the persona's keys; the scenario's own keys win."""
    whole, problems = document.data.pop("import", None), list[str]()
    residents = document.data.setdefault("residents", {}) if whole else document.data.get("residents")
    if not isinstance(residents, dict):
        return
    alone = {slug: own["import"] for slug, own in residents.items() if isinstance(own, dict) and "import" in own}
    named: list[tuple[Path, Any, str]] = [(("residents", slug, "import"), name, slug) for slug, name in alone.items()]
    for at, name, slug in [(("import",), whole, ""), *named] if whole else named:
        try:
            where = safe_path(folder, name) if isinstance(name, str) else None
            if where is None:
                raise PersonaError(f"{name!r} lies outside the scenario's folder and the one around it; copy it there")
            people = {slug: read_persona(where)} if slug else read_people(where)
        except PersonaError as error:
            problems.append(f"{document.marks[at]}: {error}")
        else:
            for one, persona in people.items():
                _complete(document, residents, one, persona, document.marks[at])
    if problems:
        raise ScenarioError(problems)


def _complete(document: Document, residents: dict[str, Any], slug: str, persona: Persona, mark: Mark) -> None:
    """Give a resident the keys of a persona that they do not have themselves; none to one who is removed (null)."""
    own = residents.get(slug, {})
    if not isinstance(own, dict):
        return
    told: dict[Path, Mark] = {("residents", slug, key): mark for key in persona.keys} | {("residents", slug): mark}
    document.keys, document.marks = told | document.keys, told | document.marks
    residents[slug] = persona.keys | {key: value for key, value in own.items() if key != "import"}
    document.composed, document.imported = True, document.imported | {slug: persona}
