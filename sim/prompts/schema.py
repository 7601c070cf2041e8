"""JSON schemas of replies, built for the moment: bounded strings, and enumerations of what is there.

Knows no kind of question. The schema subset used is type, properties, required, additionalProperties, items, minItems,
maxItems, enum, minimum, maximum, minLength, maxLength and pattern: every grammar engine and server understands it. Decoders
in ``sim/llm`` add the promise that strings hold no control characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, fields
from typing import Any

Schema = dict[str, Any]

CLOCK = {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}
CLOCK_OR_NONE = {"type": "string", "pattern": "^(([01][0-9]|2[0-3]):[0-5][0-9])?$"}
BOOLEAN = {"type": "boolean"}


def text(longest: int, shortest: int = 1) -> Schema:
    """A string of ``shortest`` to ``longest`` characters."""
    return {"type": "string", "minLength": shortest, "maxLength": longest}


def one_of(values: Sequence[str], empty: bool = False) -> Schema:
    """One of ``values`` (each once, in order), or any short text where there are none; ``empty`` also allows ``""``."""
    kept = list(dict.fromkeys(values)) + ([""] if empty else [])
    return {"enum": kept} if kept else text(60)


def number(low: float, high: float) -> Schema:
    """A number from ``low`` to ``high``: a whole one where both are whole numbers (``int``), else with decimals."""
    whole = isinstance(low, int) and isinstance(high, int)
    return {"type": "integer" if whole else "number", "minimum": low, "maximum": high}


def array(items: Schema, most: int, least: int = 1) -> Schema:
    """A list of ``least`` to ``most`` items."""
    return {"type": "array", "items": items, "minItems": least, "maxItems": most}


def record(**properties: Schema) -> Schema:
    """An object with exactly these members, in this order."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def record_of(kind: type[Any], **members: Schema) -> Schema:
    """The object that a reply's dataclass ``kind`` is read from: a schema for each of its fields, in their order. Fields with a
    default may be left out.

    Raises ``TypeError`` where ``members`` are not the fields of ``kind``.
    """
    wanted = [part.name for part in fields(kind) if part.name in members or part.default is MISSING]
    if wanted != list(members):
        raise TypeError(f"{kind.__name__} has the fields {wanted}, the schema {list(members)}")
    return record(**members)
