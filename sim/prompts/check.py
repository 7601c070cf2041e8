"""Whether a reply satisfies a schema: the subset that ``schema`` uses, checked without exceptions.

Servers and recorded runs can hand anything over; what the grammar promised is verified here before it is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from sim.prompts.schema import Schema

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def satisfies(value: Any, schema: Schema) -> bool:
    """True when ``value`` is what ``schema`` describes; strings must also hold no control characters."""
    if "enum" in schema:
        return any(value == allowed and type(value) is type(allowed) for allowed in schema["enum"])
    return _CHECKS[schema["type"]](value, schema)


def _boolean(value: Any, _: Schema) -> bool:
    return isinstance(value, bool)


def _text(value: Any, schema: Schema) -> bool:
    if not isinstance(value, str) or _CONTROL.search(value):
        return False
    fits = schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
    return fits and ("pattern" not in schema or re.search(schema["pattern"], value) is not None)


def _integer(value: Any, schema: Schema) -> bool:
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))


def _number(value: Any, schema: Schema) -> bool:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return False
    return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))


def _array(value: Any, schema: Schema) -> bool:
    if not isinstance(value, (list, tuple)) or not schema.get("minItems", 0) <= len(value) <= schema.get(
        "maxItems", len(value)
    ):
        return False
    return all(satisfies(item, schema["items"]) for item in value)


def _object(value: Any, schema: Schema) -> bool:
    if not isinstance(value, Mapping) or set(value) != set(schema["properties"]):
        return False
    return all(satisfies(value[name], part) for name, part in schema["properties"].items())


_CHECKS: dict[str, Callable[[Any, Schema], bool]] = {
    "string": _text,
    "integer": _integer,
    "number": _number,
    "array": _array,
    "object": _object,
    "boolean": _boolean,
}
