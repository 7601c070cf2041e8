"""How a reply is written: as the JSON object of its task, or in shorthand for a small mind, which pays for every token.

In shorthand an object is the list of its members, an object of one member that member alone, and what can be known without
asking is left out: ``{"say": "Hello.", "end": false}`` is ``["Hello.", false]``. Pure functions; knows nothing of models.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sim.prompts.check import satisfies
from sim.prompts.question import Question, Reply
from sim.prompts.shapes import Schema, array, record
from sim.prompts.tasks import TASKS

KNOWN = {
    "steps": ("object", "state", "icon", "minutes"),
    "react": ("reason",),
    "condense": ("because",),
    "recap": ("learned", "intends"),
}
"""By task: members that shorthand leaves out, wherever they stand. Whoever asks puts them in."""


def write(q: Question, reply: Any) -> str:
    """The text of a reply to ``q``."""
    return json.dumps(_listed(reply, KNOWN.get(q.task, ())) if q.short else reply, ensure_ascii=False)


def read(q: Question, text: str) -> Reply | None:
    """The reply in ``text``, of shorthand without what it leaves out; None where it is not what ``q`` asks for."""
    wanted = _asked(q)
    try:
        reply: Any = json.loads(text)
        reply = _named(reply, wanted) if q.short else reply
    except (ValueError, RecursionError):
        return None
    return reply if satisfies(reply, wanted) else None


def grammar(q: Question) -> Schema:
    """The schema of that text."""
    return _lists(_asked(q)) if q.short else TASKS[q.task].schema(q)


def _asked(q: Question) -> Schema:
    """The schema of a reply as it is read."""
    schema = TASKS[q.task].schema(q)
    return _without(schema, KNOWN.get(q.task, ())) if q.short else schema


def _without(schema: Schema, left_out: tuple[str, ...]) -> Schema:
    if schema.get("type") == "object":
        return record(**{name: _without(part, left_out) for name, part in schema["properties"].items() if name not in left_out})
    if schema.get("type") == "array":
        return {**schema, "items": _without(schema["items"], left_out)}
    return schema


def _lists(schema: Schema) -> Schema:
    if schema.get("type") == "object":
        parts = [_lists(part) for part in schema["properties"].values()]
        if len(parts) == 1:
            return parts[0]
        return {"type": "array", "prefixItems": parts, "items": False, "minItems": len(parts), "maxItems": len(parts)}
    if schema.get("type") == "array":
        return array(_lists(schema["items"]), schema["maxItems"], schema["minItems"])
    return schema


def _listed(value: Any, left_out: tuple[str, ...]) -> Any:
    if isinstance(value, Mapping):
        parts = [_listed(part, left_out) for name, part in value.items() if name not in left_out]
        return parts[0] if len(parts) == 1 else parts
    if isinstance(value, (list, tuple)):
        return [_listed(part, left_out) for part in value]
    return value


def _named(value: Any, schema: Schema) -> Any:
    """``value`` with its members' names again. Raises ``ValueError`` where it has not as many."""
    if schema.get("type") == "object":
        members = schema["properties"]
        parts = [value] if len(members) == 1 else value
        if not isinstance(parts, list):
            raise ValueError("not a list")
        return {name: _named(part, inner) for (name, inner), part in zip(members.items(), parts, strict=True)}
    if schema.get("type") == "array" and isinstance(value, list):
        return [_named(part, schema["items"]) for part in value]
    return value
