"""Loads the frozen ``Scenario`` from a file (``load``) or from the text in a run file (``load_text``).

Steps: read YAML with positions, merge what it extends, check the shape, read the map, build and check. All problems are
reported at once as ``file:line:column: what; what to do``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from sim.scenario.acquaintance import warn_of_strangers
from sim.scenario.bedrooms import house_newcomers
from sim.scenario.build import build
from sim.scenario.composition import apply_overrides, completed, read_file, to_yaml
from sim.scenario.languages import is_english
from sim.scenario.missing_objects import warn_of_missing_objects
from sim.scenario.model import GONE_RULES, Scenario
from sim.scenario.problems import ProblemReport, ScenarioError
from sim.scenario.sayings import warn_of_cut_sayings
from sim.scenario.schema import ScenarioModel
from sim.scenario.validation import validate_shape
from sim.scenario.waking import ask_of_short_days
from sim.scenario.yaml_reader import Document, read_yaml
from sim.world.places import Places
from sim.world.tilemap import MapError, TileMap


def load(path: str | Path, overrides: Mapping[str, Any] | None = None) -> Scenario:
    """The scenario in the file ``path``. ``overrides`` replace its values; keys may be dotted (``{"rules.vision": 4}``).

    ``Scenario.text`` is the file's own text; with ``extends``, ``import`` or overrides it is one self-contained text with the
    same content. Raises ScenarioError with all problems.
    """
    path = Path(path)
    document = _overridden(read_file(path), overrides, path)
    return _of_file(path, document, build_document(document, str(path), path.stem).scenario)


def load_with_warnings(path: str | Path) -> tuple[Scenario, Places, list[str]]:
    """The scenario in the file ``path``, the places of its map, and what its author may want to look at again, as lines
    ``file:line:column: what; what to do``. Raises ScenarioError as ``load`` does."""
    path = Path(path)
    document = read_file(path)
    built = build_document(document, str(path), path.stem)
    return _of_file(path, document, built.scenario), built.places, warnings_of(document, built, str(path)).lines()


def warnings_of(document: Document, built: Built, file: str) -> ProblemReport:
    """What the author of a valid scenario may want to look at again."""
    warnings = ProblemReport(file, document.marks, document.keys)
    warn_of_strangers(built.scenario, warnings)
    warn_of_cut_sayings(built.scenario, warnings)
    ask_of_short_days(built.scenario, warnings)
    if is_english(built.scenario.language):
        warn_of_missing_objects(built.model, built.scenario, built.places, warnings)
    return warnings


def _of_file(path: Path, document: Document, scenario: Scenario) -> Scenario:
    text = to_yaml(document) if document.composed else path.read_text(encoding="utf-8-sig")
    return replace(scenario, map=document.map_file, text=text, path=str(path.resolve()), folders=_folders(document))


def _folders(document: Document) -> tuple[str, ...]:
    return tuple(str(persona.folder) for persona in document.imported.values())


def load_yaml(text: str, overrides: Mapping[str, Any], path: Path = Path("town.yaml")) -> Scenario:
    """The scenario that a file ``path`` with this text would be. Raises ScenarioError with all problems."""
    document = _overridden(completed(read_yaml(text, path.name), path), overrides, path)
    scenario = build_document(document, path.name, path.stem).scenario
    return replace(
        scenario, map=document.map_file, text=to_yaml(document) if document.composed else text, folders=_folders(document)
    )


def load_text(text: str, map: TileMap, name: str) -> Scenario:
    """The scenario with the id ``name`` in ``text``, on ``map``, both as stored in a run file. Raises ScenarioError."""
    return replace(build_document(read_stored(text, name), name, name, Places(map)).scenario, text=text)


def read_stored(text: str, file: str) -> Document:
    """The document of a scenario as a run stores it, without the rules that no longer are. Raises ScenarioError."""
    document = read_yaml(text, file)
    if isinstance(rules := document.data.get("rules"), dict):
        document.data["rules"] = {rule: value for rule, value in rules.items() if rule not in GONE_RULES}
    return document


def _overridden(document: Document, overrides: Mapping[str, Any] | None, path: Path) -> Document:
    given = {key: value for key, value in (overrides or {}).items() if value is not None}
    return apply_overrides(document, given, path.parent) if given else document


class Built(NamedTuple):
    """A scenario as it was written and as it was built, and the places of its map."""

    model: ScenarioModel
    scenario: Scenario
    places: Places


def build_document(document: Document, file: str, name: str, places: Places | None = None) -> Built:
    """The scenario with the id ``name`` in a document; errors name it ``file``. ``places`` are those of its map where that is
    read already. Raises ScenarioError with all problems."""
    report = ProblemReport(file, document.marks, document.keys)
    places = places or _places(document.map_file, report)
    if places is not None and document.imported and isinstance(document.data.get("residents"), dict):
        house_newcomers(document.data["residents"], document.imported, places)
    model = validate_shape(document.data, report)
    if model is None or places is None:
        report.check()
        raise ScenarioError([f"{file}:1:1: cannot be read"])
    known = tuple(str(slug) for slug in document.data["residents"])
    scenario = build(model, places, report, known)
    report.check()
    return Built(model, replace(scenario, id=name), places)


def _places(path: str, report: ProblemReport) -> Places | None:
    if not path:
        return None
    try:
        return Places(TileMap.load(path))
    except MapError as error:
        report.add(("map",), str(error))
        return None
