"""Reads persona folders of the published Stanford simulation (``bootstrap_memory``) as our stream and card.

Reads ``associative_memory/nodes.json`` and ``scratch.json``. Texts are embedded again, because the stored embeddings belong to
a hosted model. Events become observations, thoughts reflections, chats summaries with their lines as evidence. Their saves lack
the last access, so it starts at creation; expiry, which they write and never read, counts here.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.memory.checks import TOP
from sim.memory.embed import Embedder
from sim.memory.import_json import ImportProblem, field, importance, listed, read_json
from sim.memory.stream import MemoryStream
from sim.prompts import Card
from sim.types import MemoryKind

FORMAT = "%Y-%m-%d %H:%M:%S"
KINDS: Mapping[str, MemoryKind] = {"event": "observation", "thought": "reflection", "chat": "summary"}


@dataclass(frozen=True)
class Persona:
    """A stream, whose it is, and the moment from which its game seconds count."""

    stream: MemoryStream
    card: Card
    start: dt.datetime


def open_persona(folder: str | Path, embedder: Embedder, start: dt.datetime | None = None, **overrides: Any) -> Persona:
    """A ``bootstrap_memory`` folder (or the persona folder above it). Times count from ``start``, by default the earliest
    memory. Raises ImportProblem."""
    folder = Path(folder)
    if (folder / "bootstrap_memory").is_dir():
        folder = folder / "bootstrap_memory"
    path = folder / "associative_memory" / "nodes.json"
    nodes = read_json(path, dict)
    ordered = sorted(nodes.items(), key=lambda item: int(field(item[1], "node_count", int, f"{path}, {item[0]}")))
    created = [_moment(node, "created", f"{path}, {key}") for key, node in ordered]
    begin = start or min((moment for moment in created if moment), default=dt.datetime(2023, 2, 13))
    stream = MemoryStream("park", embedder, **overrides)
    numbers: dict[str, int] = {}
    for (key, node), moment in zip(ordered, created, strict=True):
        at = int(((moment or begin) - begin).total_seconds())
        numbers[key] = _add(stream, node, at, begin, numbers, f"{path}, {key}")
    stream.spend()
    return Persona(stream, _card(read_json(folder / "scratch.json", dict, needed=False), folder), begin)


def _add(stream: MemoryStream, node: Any, at: int, begin: dt.datetime, numbers: Mapping[str, int], where: str) -> int:
    """Add one node; returns its number in the stream."""
    kind = KINDS.get(field(node, "type", str, where))
    if kind is None:
        raise ImportProblem(f"{where}: type {node['type']!r} is none of {', '.join(KINDS)}")
    evidence = [numbers[key] for key in listed(node.get("filling")) if isinstance(key, str) and key in numbers]
    if kind == "summary":
        evidence = [stream.add(line, "utterance", at).n for line in _lines(node)]
    expiry = _moment(node, "expiration", where)
    expires = None if expiry is None else int((expiry - begin).total_seconds())
    value = importance(node, "poignancy", TOP, where)
    return stream.add(field(node, "description", str, where), kind, at, value, evidence, expires).n


def _lines(node: Mapping[str, Any]) -> list[str]:
    """A chat's rows, [name, line], as utterances."""
    rows = [row for row in listed(node.get("filling")) if isinstance(row, list) and len(row) == 2]
    return [f"{name} said: {line}" for name, line in rows]


def _moment(node: Any, name: str, where: str) -> dt.datetime | None:
    """A date in their format; None where there is none."""
    value = node.get(name) if isinstance(node, dict) else None
    if value is None:
        return None
    try:
        return dt.datetime.strptime(str(value), FORMAT)
    except ValueError:
        raise ImportProblem(f"{where}: {name} is {value!r}; a date like 2023-02-13 08:00:00 is needed") from None


def _card(scratch: Mapping[str, Any], folder: Path) -> Card:
    name = str(scratch.get("name") or folder.resolve().parent.name)
    traits = tuple(part.strip() for part in str(scratch.get("innate") or "").split(",") if part.strip())
    learned = tuple(part.strip().rstrip(".") for part in str(scratch.get("learned") or "").split(". ") if part.strip())
    age = scratch.get("age")
    return Card(
        name,
        str(scratch.get("first_name") or name.split(" ")[0]),
        age if isinstance(age, int) else 0,
        traits,
        learned,
        str(scratch.get("currently") or ""),
    )
