"""Imports personas: folders of genagents and of Stanford's generative agents, as the keys of a resident.

A folder's format is recognised by its files. Homes and work places are not imported, since they belong to another map; the
scenario names them. Prose is split into sentences, since each sentence of a backstory becomes a memory.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

_SHORT = re.compile(r"(?:^|[\s(\"'])(?:Mr|Mrs|Ms|Dr|St|Prof|Rev|Capt|Lt|Sgt|Jr|Sr|vs|etc|e\.g|i\.e|No|approx|[A-Z])\.$")
"""Titles, initials and abbreviations, whose full stop does not end a sentence."""
_END = re.compile(r"(?<=[.!?…])[\"')\]’”]*\s+(?=[\"'(\[‘“]*(\w))")
"""A gap after which a sentence begins if the letter (group 1) is not lower case."""


def sentences(text: str) -> list[str]:
    """``"She bakes. Dr. Ames taught her."`` -> two sentences, with single blanks; [] for blank text."""
    text = " ".join(text.split())
    found: list[str] = []
    begin = 0
    for gap in _END.finditer(text):
        piece = text[begin : gap.end()].strip()
        if not gap[1].islower() and gap[1] != "_" and not _SHORT.search(piece):
            found.append(piece)
            begin = gap.end()
    last = text[begin:].strip()
    return [*found, last] if last else found


MAX_MEMORIES = 2000
MAX_BYTES = 64 * 2**20

_CLOCK = r"\D{0,20}?(\d{1,2}(?::\d{2})?\s*[ap]m|midnight|noon)"
_SLEEPS = re.compile(r"(?:goes? to bed|goes? to sleep|sleeps?)" + _CLOCK, re.IGNORECASE)
_IDLE = re.compile(r"\bis idle\b")
"""Stanford's residents note this about everything that does nothing; such memories are left out."""
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_WAKES = re.compile(r"(?:awakes?|wakes?|gets? up)" + _CLOCK, re.IGNORECASE)


class PersonaError(ValueError):
    """A folder from which no persona can be imported; one line says why."""


def read_persona(folder: Path) -> dict[str, Any]:
    """The keys of a resident from ``folder``: a genagents agent (``scratch.json``, ``memory_stream/nodes.json``) or a
    Stanford persona (``bootstrap_memory/scratch.json``, ``.../associative_memory/nodes.json``). Raises PersonaError."""
    for root, read in ((folder / "bootstrap_memory", _stanford), (folder, _either)):
        if os.path.isfile(root / "scratch.json"):  # os.path gives False, not an error, for a name that is too long
            return {key: value for key, value in read(root).items() if value not in ("", [], None)}
    raise PersonaError(f"no scratch.json in {folder.name!r}; name a genagents folder or a Stanford persona folder")


def _either(root: Path) -> dict[str, Any]:
    """A folder that contains ``scratch.json`` itself; where its memories are shows the format."""
    return _stanford(root) if (root / "associative_memory").is_dir() else _genagents(root)


def _stanford(root: Path) -> dict[str, Any]:
    scratch = _json(root / "scratch.json", dict)
    nodes = _json(root / "associative_memory" / "nodes.json", dict, {})
    lifestyle = str(scratch.get("lifestyle") or "")
    thoughts = [
        _remembered(node, "description", f"nodes.json in {root.name!r}, {key}", "type", "poignancy", 1)
        for key, node in nodes.items()
        if not isinstance(node, dict) or node.get("type") in ("event", "thought")
    ]
    return {
        "name": str(scratch.get("name") or ""),
        "first": str(scratch.get("first_name") or ""),
        "age": scratch.get("age"),
        "traits": _words(scratch.get("innate")),
        "background": [*sentences(str(scratch.get("learned") or "")), *sentences(lifestyle)],
        "currently": str(scratch.get("currently") or ""),
        "wakes": _time(_WAKES, lifestyle),
        "sleeps": _time(_SLEEPS, lifestyle),
        "remembered": [one for one in thoughts if one["text"] and not _IDLE.search(one["text"])][:MAX_MEMORIES],
    }


_GENAGENTS_OWN = ("first_name", "last_name", "name", "age", "occupation", "traits", "personality", "currently")


def _genagents(root: Path) -> dict[str, Any]:
    scratch = _json(root / "scratch.json", dict)
    nodes = _json(root / "memory_stream" / "nodes.json", list, [])
    first = str(scratch.get("first_name") or "")
    name = str(scratch.get("name") or f"{first} {scratch.get('last_name') or ''}").strip()
    where = "nodes.json in 'memory_stream', node"
    lived = [_remembered(node, "content", f"{where} {i}", "node_type", "importance", 10) for i, node in enumerate(nodes)]
    return {
        "name": name,
        "first": first,
        "age": _age(scratch.get("age")),
        "traits": _words(scratch.get("traits") or scratch.get("personality")),
        "occupation": str(scratch.get("occupation") or ""),
        "currently": str(scratch.get("currently") or ""),
        "background": _facts(scratch, first or name),
        "remembered": [one for one in lived if one["text"]][:MAX_MEMORIES],
    }


def _facts(scratch: dict[str, Any], who: str) -> list[str]:
    """The other values of the scratch as sentences: prose as it is, short values as ``Ana's education: college.``"""
    found: list[str] = []
    for key, value in scratch.items():
        if key in _GENAGENTS_OWN or not isinstance(value, str | int | float) or isinstance(value, bool) or value == "":
            continue
        text = str(value).strip()
        prose = len(text.split()) > 6
        found += sentences(text) if prose else [f"{who}'s {key.replace('_', ' ')}: {text}."]
    return found


def _json(path: Path, kind: type, default: Any = None) -> Any:
    if not path.is_file() and default is not None:
        return default
    try:
        if path.stat().st_size > MAX_BYTES:
            raise PersonaError(f"{path.name} in {path.parent.name!r} is larger than {MAX_BYTES // 2**20} MB")
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise PersonaError(f"{path.name} in {path.parent.name!r} is not a text in UTF-8; save it as UTF-8") from None
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, PersonaError):
            raise
        raise PersonaError(f"{path.name} in {path.parent.name!r} cannot be read ({error})") from None
    if not isinstance(data, kind):
        raise PersonaError(f"{path.name} in {path.parent.name!r} is not what such a folder holds")
    return _writable(data)


def _writable(data: Any) -> Any:
    """``data`` with a blank for every character that YAML refuses (control characters, lone surrogates), since the run file
    stores residents as YAML."""
    if isinstance(data, str):
        return _UNWRITABLE.sub(" ", data)
    if isinstance(data, dict):
        return {_writable(key): _writable(value) for key, value in data.items()}
    return [_writable(value) for value in data] if isinstance(data, list) else data


def _text(node: Any, key: str, where: str) -> str:
    """The text of a node. Raises PersonaError if there is none."""
    said = node.get(key) if isinstance(node, dict) else None
    if not isinstance(said, str):
        raise PersonaError(f"{where}: {key!r} is missing or no text")
    return said


def _remembered(node: Any, key: str, where: str, kind: str, weight: str, scale: int) -> dict[str, Any]:
    """A node as a memory, its importance ``scale`` times what a town's is; rated anew where it has none."""
    found: dict[str, Any] = {"text": " ".join(_text(node, key, where).split())[:4000]}
    if node.get(kind) in ("thought", "reflection"):
        found["kind"] = "reflection"
    rated = node.get(weight)
    if isinstance(rated, int | float) and not isinstance(rated, bool) and 0 < rated <= 10 * scale:
        found["importance"] = max(1.0, rated / scale)
    return found


def _words(value: Any) -> list[str]:
    parts = value if isinstance(value, list) else re.split(r"[,;]", str(value or ""))
    return [str(part).strip() for part in parts if str(part).strip()]


def _age(value: Any) -> Any:
    """The first number in a survey's age, such as ``89 or older``; None without one."""
    match = re.search(r"\d{1,3}", str(value or ""))
    return int(match[0]) if match else None


def _time(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return "" if match is None else match[1]
