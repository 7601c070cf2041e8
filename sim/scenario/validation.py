"""Validates the shape of a scenario's data with pydantic, and turns its errors into messages with positions.

Invalid parts are removed and the rest is checked further, so that a wrong age does not hide a wrong place.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ValidationError

from sim.scenario.languages import language_code
from sim.scenario.model import GONE_RULES
from sim.scenario.problems import MAX_TOLD, Path, ProblemReport, did_you_mean, dotted
from sim.scenario.schema import (
    EventModel,
    LookModel,
    NewsModel,
    NormModel,
    ResidentModel,
    RulesModel,
    ScenarioModel,
)

_PARTS: dict[str, type[BaseModel]] = {
    "residents": ResidentModel,
    "news": NewsModel,
    "events": EventModel,
    "norms": NormModel,
}
_ENTRIES = (*_PARTS, "aliases")
"""Top-level keys whose entries are removed one by one if they are invalid."""
_TIMES = dict.fromkeys(("at", "wakes", "sleeps", "opens", "closes"), "18:00") | {
    "start": "2026-05-08 07:00",
    "until": "day 2 18:00 or 3 h",
    "lasts": "90 min or 2 h",
}
"""Key -> an example for messages: a bare number there is usually a time without its minutes or its unit."""


def validate_shape(data: dict[str, Any], report: ProblemReport) -> ScenarioModel | None:
    """The model of ``data`` without its invalid parts, which go into ``report``; None if too little is left."""
    try:
        return ScenarioModel.model_validate(data)
    except ValidationError as error:
        wrong = [item for item in error.errors(include_url=False) if _meant(item["loc"], data)]
    for item in wrong[: 2 * MAX_TOLD]:  # each costs a search for the word that was meant
        path, message, at_key = _explained(item, data, report)
        report.add(path, message, at_key)
    try:
        return ScenarioModel.model_validate(_without(data, [_real(item["loc"], data) for item in wrong], report))
    except ValidationError:
        return None


def _without(data: dict[str, Any], paths: list[Path], report: ProblemReport) -> dict[str, Any]:
    """``data`` without every top-level key, resident, news item, event, rule of a place or place with aliases that has an
    error."""
    whole = {path[0] for path in paths if path and (path[0] not in _ENTRIES or len(path) == 1)}
    rules = {path[1:3] for path in paths if len(path) > 2 and path[0] == "norms"}
    parts = {path[:2] for path in paths if len(path) > 1 and path[0] in _ENTRIES and path[1:3] not in rules}
    valid: dict[str, Any] = {}
    for key, value in data.items():
        if key in whole:
            continue
        if isinstance(value, dict):
            value = {name: inner for name, inner in value.items() if (key, name) not in parts}
            if key == "norms":
                value = {name: _kept(inner, {rule for place, rule in rules if place == name}) for name, inner in value.items()}
        elif isinstance(value, list):
            report.numbers[key] = [number for number in range(len(value)) if (key, number) not in parts]
            value = [value[number] for number in report.numbers[key]]
        valid[key] = value
    return {"name": "?"} | valid


def _kept(rules: Any, wrong: set[int | str]) -> Any:
    """The rules of a place without the wrong ones."""
    return {key: value for key, value in rules.items() if key not in wrong} if isinstance(rules, dict) else rules


def _meant(loc: tuple[int | str, ...], data: dict[str, Any]) -> bool:
    """Whether an error is about the form that a value is written in. A value with two forms, such as ``minds`` (a word or a
    table), gives an error for each."""
    return loc[0] != "minds" or isinstance(data["minds"], dict) == str(loc[1]).startswith("dict")


def _real(loc: tuple[int | str, ...], data: Any) -> Path:
    """The part of pydantic's ``loc`` that exists in the data, plus the key that is missing from it."""
    path: list[int | str] = []
    for part in loc:
        if part == "[key]":
            break
        if path == ["minds"] and str(part).startswith(("dict[", "literal[")):
            continue
        path.append(part)
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            break
    return tuple(path)


def _explained(item: Any, data: dict[str, Any], report: ProblemReport) -> tuple[Path, str, bool]:
    """(path, message, whether the key is wrong) of one of pydantic's errors."""
    path = _real(item["loc"], data)
    name, kind, value = dotted(path), str(item["type"]), item.get("input")
    if kind == "extra_forbidden" and path[:-1] == ("rules",) and path[-1] in GONE_RULES:
        return path, f"{name} is gone: {GONE_RULES[str(path[-1])]}; remove it", True
    if kind == "extra_forbidden":
        hint = did_you_mean(str(path[-1]), fields_at(path[:-1])) or "; `run_sim.py schema` has all there are"
        return path, f"unknown key {path[-1]!r}{hint}", True
    if kind == "missing":
        return path[:-1], f"{name} is missing", len(path) > 1
    if "[key]" in item["loc"] and path[0] == "aliases":
        return path, f"a name under {dotted(path[:-1])} {wanted(kind, item.get('ctx', {}), value)}", True
    if "[key]" in item["loc"]:
        return path, f"{path[-1]!r} is no slug; use small letters, digits, - and _, beginning with a letter", True
    if kind == "string_type" and value is not None and path[-1] in _TIMES:
        return path, f"{name} is {value!r}; write it like {_TIMES[str(path[-1])]}", False
    if path == ("language",) and kind == "string_pattern_mismatch":
        return path, f"language is {value!r}; {_language_hint(str(value))}", False
    plain = report.marks[path].plain if path in report.marks else ""
    return path, f"{name} {wanted(kind, item.get('ctx', {}), value, plain)}", False


def _language_hint(value: str) -> str:
    """``"German"`` -> which code that is; otherwise what a code looks like."""
    code = language_code(value)
    return f"write its code, {code}" if code else "write a code of ISO 639-1, such as en, de or pt-BR"


def wanted(kind: str, context: dict[str, Any], value: Any, plain: str = "") -> str:
    """The message for an invalid value; ``plain`` is how a number, true, false or null is written in the file."""
    if value is None:
        if plain and kind == "string_type":
            return f"is {plain}, which means nothing; put it in quotes if it is a text ('{plain}'), or remove the key"
        return "is empty; give it a value or remove the key"
    if kind == "string_type":
        return f"must be a text; put it in quotes: '{plain or value}'" if isinstance(value, int | float) else "must be a text"
    if kind == "string_pattern_mismatch":
        return f"is {value!r}; use small letters, digits, - and _, beginning with a letter"
    if kind == "bool_type":
        return f"is {value!r}; write true or false"
    if kind == "literal_error":
        choices = str(context["expected"]).removeprefix("'', ")  # what stands where nothing is written needs no name
        return f"is {value!r}; write {choices}"
    if kind == "int_type" and isinstance(value, float) and value.is_integer() and abs(value) >= 1e17:
        return f"is about {value:.3g}; it must have at most 18 digits"
    bounds = {"greater_than_equal": ("at least", "ge"), "less_than_equal": ("at most", "le")}
    if kind in bounds:
        words, key = bounds[kind]
        return f"is {value}; it must be {words} {context[key]}"
    longest = f"is longer than {context.get('max_length')} characters"
    fixed = {
        "int_type": f"is {value!r}; it must be a whole number without quotes",
        "int_from_float": f"is {value!r}; it must be a whole number",
        "list_type": (listed := "must be a list, each entry on a line of its own after a dash"),
        "tuple_type": listed,
        "dict_type": "must hold keys with values",
        "model_type": "must hold keys with values",
        "model_attributes_type": "must hold keys with values",
        "string_too_short": (unseen := "is empty: it has no visible character"),
        "string_too_long": longest,
        "too_long": longest,
        "too_short": unseen if isinstance(value, str) else "is empty",
    }
    return fixed.get(kind, f"is not understood ({kind.replace('_', ' ')})")


def fields_at(path: Path) -> list[str]:
    """The valid keys at ``path``, in the order of the schema."""
    model: type[BaseModel] = ScenarioModel
    if path and path[0] == "rules":
        model = RulesModel
    elif path and path[0] in _PARTS:
        model = LookModel if path[-1] == "look" else _PARTS[str(path[0])]
    return [field.alias or name for name, field in model.model_fields.items()]
