"""A reply bent to its schema: for models and servers that follow the form only roughly.

What can be understood is kept: a value of an enumeration in other letters, a number as text, one value where a list is wanted,
a text that is too long. What is missing takes the mildest value that is allowed; what cannot be understood makes the reply
unusable. Knows no kind of question.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping
from typing import Any

from sim.prompts.schema import Schema
from sim.types import is_blank

MAX_LIKENED = 200
"""Characters up to which a text is compared with the values of an enumeration, which takes time for each of them."""
NEAR = 0.75
"""Likeness from which a text is taken for a value of an enumeration."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]+")
_NUMBER = re.compile(r"-?\d+")
_DECIMAL = re.compile(r"-?\d+(?:\.\d+)?")
_TIME = re.compile(r"\b(\d{1,2})[:.h](\d{2})\b")


class Unusable(Exception):
    """Nothing in the reply can be understood as what the schema wants."""


def read_object(text: str) -> Any:
    """The JSON value in a reply, be there a fence or words around it. Raises ``ValueError`` where there is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        begin, end = text.find("{"), text.rfind("}")
        if begin < 0 or end < begin:
            raise ValueError("no JSON object") from None
    try:
        return json.loads(text[begin : end + 1], strict=False)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def coerced(value: Any, schema: Schema) -> Any:
    """The value that ``schema`` describes which is nearest to ``value``. Raises ``Unusable``."""
    if "enum" in schema:
        return _listed(value, schema["enum"])
    return _KINDS[schema["type"]](value, schema)


def _listed(value: Any, allowed: list[Any]) -> Any:
    if value in allowed and not isinstance(value, bool):
        return value
    wanted, known = str(value).strip().casefold(), {str(one).casefold(): one for one in allowed}
    if wanted in known:
        return known[wanted]
    if len(wanted) <= MAX_LIKENED and (near := difflib.get_close_matches(wanted, list(known), 1, NEAR)):
        return known[near[0]]
    within = [name for name in known if name and (name in wanted or (wanted and wanted in name))]
    if len(within) == 1:
        return known[within[0]]
    if "" in allowed:
        return ""
    raise Unusable(f"{value!r} is none of the values")


def _text(value: Any, schema: Schema) -> str:
    said = "" if value is None else _CONTROL.sub(" ", str(value)).strip()
    said = "" if is_blank(said) else said
    if "pattern" in schema:
        return _matching(said, schema["pattern"])
    longest = schema.get("maxLength", len(said))
    if len(said) > longest:
        said = _shortened(said, longest)
    if len(said) < schema.get("minLength", 0):
        raise Unusable("a text is missing")
    return said


def _shortened(said: str, longest: int) -> str:
    """At most ``longest`` characters: whole clauses where one ends in the second half, or all before the last preposition
    there, else whole words and three dots."""
    for end in (_CLAUSE_END, _PREPOSITION):
        if ends := [found.start() for found in end.finditer(said[:longest]) if found.start() >= longest // 2]:
            return said[: ends[-1]]
    return said[: longest - 3].rsplit(" ", 1)[0] + "..."


_CLAUSE_END = re.compile(r"[.!?](?= )|[,;:](?= )| (?:and|but|so|while|before|until|because) ")
_PREPOSITION = re.compile(r" (?:for|from|to|with|without|at|in|on|by|near|beside|behind|under|around|after|during|into|along) ")


def _matching(said: str, pattern: str) -> str:
    """A time of day as ``HH:MM``; "" where that is allowed."""
    found = _TIME.search(said)
    for candidate in (said, f"{int(found[1]):02d}:{found[2]}" if found else "", ""):
        if re.search(pattern, candidate):
            return candidate
    raise Unusable(f"{said!r} is no time of day")


def _integer(value: Any, schema: Schema) -> int:
    found = _NUMBER.search(str(value)) if not isinstance(value, bool) else None
    if found is None:
        raise Unusable(f"{value!r} is no number")
    number = int(found[0])
    return int(max(schema.get("minimum", number), min(schema.get("maximum", number), number)))


def _number(value: Any, schema: Schema) -> float:
    found = _DECIMAL.search(str(value)) if not isinstance(value, bool) else None
    if found is None:
        raise Unusable(f"{value!r} is no number")
    number = float(found[0])
    return float(max(schema.get("minimum", number), min(schema.get("maximum", number), number)))


def _boolean(value: Any, _: Schema) -> bool:
    return value if isinstance(value, bool) else str(value).strip().casefold() in ("true", "yes", "1")


def _array(value: Any, schema: Schema) -> list[Any]:
    """The items that can be understood."""
    items: list[Any] = []
    for item in value if isinstance(value, (list, tuple)) else [] if value in (None, "") else [value]:
        try:
            items.append(coerced(item, schema["items"]))
        except Unusable:
            continue
    if len(items) < schema.get("minItems", 0):
        raise Unusable("a list is too short")
    return items[: schema.get("maxItems", len(items))]


def _object(value: Any, schema: Schema) -> dict[str, Any]:
    """The members by name, whatever their letters; a bare value where an object with one needed member is wanted."""
    parts = schema["properties"]
    if not isinstance(value, Mapping):
        if len(parts) > 1:
            raise Unusable(f"{value!r} is no object")
        value = {next(iter(parts)): value}
    given = {str(name).strip().casefold(): one for name, one in value.items()}
    return {name: _member(given, name, part) for name, part in parts.items()}


def _member(given: Mapping[str, Any], name: str, part: Schema) -> Any:
    if name in given:
        return coerced(given[name], part)
    if part.get("type") == "integer":
        return part.get("minimum", 0) if part.get("minimum", 0) >= 0 else 0
    return coerced(None if part.get("type") != "array" else [], part)


_KINDS = {
    "string": _text,
    "integer": _integer,
    "number": _number,
    "array": _array,
    "object": _object,
    "boolean": _boolean,
}
