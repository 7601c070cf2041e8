"""Imports personas: folders of genagents and of Stanford's generative agents, as the keys of a resident.

A folder's format is recognised by its files. Memories are kept whole, byte for byte, with when they were made, what they rest
on and when they end; they stand in the order in which they were made. What the folder tells of a person beside what a card has
keys for becomes ``facts``. Homes and known places belong to another map: ``bedrooms`` looks for them on the scenario's.
"""

from __future__ import annotations

import datetime as dt
import json
import math
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sim.scenario.names import plain_name

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


MAX_MEMORIES = 10_000
"""The most memories of one person."""
MAX_BYTES = 64 * 2**20
"""The most bytes of one file, and of all files of a folder of people."""
MAX_DEPTH = 20
"""The deepest nesting of a scratch: a scenario file may be nested 30 levels deep."""
MAX_STEPS = 300 * 366 * 86_400
"""The most seconds between two memories of a person."""
DATE = "%Y-%m-%d %H:%M:%S"
"""How Stanford's files write a moment, and scenarios after them."""

_CLOCK = r"\D{0,20}?(\d{1,2}(?::\d{2})?\s*[ap]m|midnight|noon)"
_SLEEPS = re.compile(r"(?:goes? to bed|goes? to sleep|sleeps?)" + _CLOCK, re.IGNORECASE)
_WAKES = re.compile(r"(?:awakes?|wakes?|gets? up)" + _CLOCK, re.IGNORECASE)
_IDLE = re.compile(r"\bis idle\b")
"""Stanford's residents note this about all that does nothing; such memories are left out unless another rests on them."""
_HALF = re.compile("[\ud800-\udfff]")
"""Halves of characters, which no UTF-8 can hold."""


class PersonaError(ValueError):
    """A folder from which no persona can be imported; one line says why."""


@dataclass(frozen=True, slots=True)
class Persona:
    """A person of another life: the ``keys`` of a resident, the ``home`` they had and the ``places`` (sectors) they knew there,
    and the ``folder`` of their files."""

    keys: dict[str, Any]
    home: str
    places: tuple[str, ...]
    folder: Path


def read_persona(folder: Path) -> Persona:
    """The person in ``folder``: a genagents agent (``scratch.json``, ``memory_stream/nodes.json``) or a Stanford persona
    (``bootstrap_memory/scratch.json``, ``.../associative_memory/nodes.json``). Raises PersonaError."""
    for root in (folder / "bootstrap_memory", folder):
        if os.path.isfile(root / "scratch.json"):  # os.path gives False, not an error, for a name that is too long
            stanford = root != folder or (root / "associative_memory").is_dir()
            return _stanford(root) if stanford else _genagents(root)
    raise PersonaError(f"no scratch.json in {folder.name!r}; name a genagents folder or a Stanford persona folder")


def read_people(folder: Path) -> dict[str, Persona]:
    """Everybody in a folder of such folders (a simulation of Stanford's, with its ``personas``, too), by slugs made of the
    folders' names, in the order of these. Raises PersonaError."""
    inside = folder / "personas" if os.path.isdir(folder / "personas") else folder
    try:
        found = sorted(path for path in inside.iterdir() if path.is_dir() and not path.is_symlink() and _holds_one(path))
        if sum(path.stat().st_size for one in found for path in one.rglob("*.json")) > MAX_BYTES:
            raise PersonaError(f"the people in {folder.name!r} take more than {MAX_BYTES // 2**20} MB; import fewer")
    except OSError as error:
        raise PersonaError(f"{folder.name!r} cannot be read ({error.strerror or error})") from None
    if not found:
        raise PersonaError(f"nobody in {folder.name!r}; name a folder of genagents folders or of Stanford persona folders")
    people: dict[str, Persona] = {}
    for path in found:
        people[_slug(path.name, people)] = read_persona(path)
    return people


def _holds_one(path: Path) -> bool:
    return any(os.path.isfile(root / "scratch.json") for root in (path / "bootstrap_memory", path))


def _slug(name: str, taken: Mapping[str, Any]) -> str:
    """``"Eddy Lin"`` -> ``"eddy_lin"``, with a number behind it where that is taken."""
    plain = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:30]
    slug = plain if plain[:1].isalpha() else f"p_{plain}".rstrip("_")
    numbered = (slug if n == 1 else f"{slug}_{n}" for n in range(1, len(taken) + 2))
    return next(one for one in numbered if one not in taken)


# Who they are -------------------------------------------------------------------------------------------------------------

CARD_KEYS = ("first_name", "last_name", "name", "age", "occupation", "traits", "personality", "currently")
"""Keys of a scratch that a resident's card has keys for; the others are told as facts."""
_STANFORD_CARD = ("innate", "learned", "lifestyle", "living_area")
_BOOKKEEPING = re.compile(
    r"vision_r|att_bandwidth|retention|curr_\w+|concept_forget|daily_re(?:flection_\w+|q)|overlap_\w+|kw_strg_\w+|\w+_w"
    r"|recency_decay|importance_\w+|thought_count|f_daily_\w+|act_\w+|chat|chatting_\w+|planned_path"
)
"""Keys of Stanford's scratch that hold the state of their program."""


def card_of(scratch: Mapping[str, Any]) -> dict[str, Any]:
    """What a genagents scratch says of a resident's name, age, traits, occupation and concern."""
    first, last = (plain_name(str(scratch.get(key) or "")) for key in ("first_name", "last_name"))
    return {
        "name": plain_name(str(scratch.get("name") or f"{first} {last}")),
        "first": first,
        "age": _age(scratch.get("age")),
        "traits": _words(scratch.get("traits") or scratch.get("personality")),
        "occupation": str(scratch.get("occupation") or "").strip(),
        "currently": " ".join(str(scratch.get("currently") or "").split()),
    }


def fact_lines(facts: Mapping[str, Any], who: str) -> list[str]:
    """Facts about a person as lines of their card: ``Ana's work status: retired``; of mappings one for each entry."""
    told = {key: value for key, value in facts.items() if key not in CARD_KEYS}
    return [line for key, value in told.items() for line in _told(f"{who}'s {_plain(key)}", value)]


def _told(subject: str, value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _told(f"{subject}, {_plain(key)}", inner)
    elif isinstance(value, list) and any(isinstance(one, dict | list) for one in value):
        for inner in value:
            yield from _told(subject, inner)
    else:
        shown = ", ".join(_shown(one) for one in value if one is not None) if isinstance(value, list) else _shown(value)
        if shown.strip():  # in quotes where a sentence of a card would lose its end
            yield f"{subject}: {shown}" if shown == shown.strip(". ") else f'{subject}: "{shown}"'


def _plain(key: str) -> str:
    return key.replace("_", " ")


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


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


def _given(keys: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in keys.items() if value not in ("", [], {}, None)}


# Stanford's folders ---------------------------------------------------------------------------------------------------


def _stanford(root: Path) -> Persona:
    scratch = _json(root / "scratch.json", dict)
    learned, lifestyle = (str(scratch.get(key) or "") for key in ("learned", "lifestyle"))
    left_out = (*_STANFORD_CARD, "traits", "personality", "occupation")
    facts = {key: value for key, value in scratch.items() if key not in left_out and not _BOOKKEEPING.fullmatch(key)}
    keys = card_of(scratch) | {
        "traits": _words(scratch.get("innate")),
        "background": [*sentences(learned), *sentences(lifestyle)],
        "wakes": _time(_WAKES, lifestyle),
        "sleeps": _time(_SLEEPS, lifestyle),
        "facts": facts,
        "remembered": _numbered(_stanford_nodes(root), root),
    }
    world = _json(root / "spatial_memory.json", dict, {})
    sectors = tuple(sector for below in world.values() if isinstance(below, dict) for sector in below)
    return Persona(_given(keys), str(scratch.get("living_area") or ""), sectors, root)


def _stanford_nodes(root: Path) -> list[_Node]:
    """The nodes of a persona in the order in which they were made, each chat behind its lines."""
    nodes = _json(root / "associative_memory" / "nodes.json", dict, {})
    where = {key: f"nodes.json in {root.name!r}, {key}" for key in nodes}
    for key, node in nodes.items():
        _text(node, "description", where[key])
    kept = {key: node for key, node in nodes.items() if node.get("type") in ("event", "thought", "chat")}
    thoughts = [node for node in kept.values() if node["type"] != "chat"]
    cited = {one for node in thoughts for one in listed(node.get("filling")) if isinstance(one, str)}
    found: list[_Node] = []
    for key in sorted(kept, key=lambda key: _count(key, kept[key])):
        node = kept[key]
        if not _IDLE.search(node["description"]) or key in cited:
            found += _stanford_node(key, node, where[key])
    return found


def _count(key: str, node: Mapping[str, Any]) -> int:
    """The number that a node was given when it was made; their files hold the newest first."""
    count, number = node.get("node_count"), re.search(r"\d+$", key)
    return count if isinstance(count, int) else int(number[0]) if number else 0


def _stanford_node(key: str, node: Mapping[str, Any], where: str) -> Iterator[_Node]:
    """A node; of a chat first its lines, on which it rests."""
    created, expires = (_date(node, name, where) for name in ("created", "expiration"))
    evidence: list[Any] = listed(node.get("filling"))
    kind = {"event": "", "thought": "reflection", "chat": "summary"}[node["type"]]
    if node["type"] == "chat":
        rows = [row for row in evidence if isinstance(row, list) and len(row) == 2]
        names = dict.fromkeys(str(name) for name, _ in rows)
        evidence = [(key, i) for i in range(len(rows))]
        for i, (name, line) in enumerate(rows):
            to = " and ".join(other for other in names if other != str(name)) or "nobody"
            yield _Node((key, i), {"text": f"{name} said to {to}: '{line}'", "kind": "utterance"}, created)
    about = {"text": node["description"], "kind": kind, "importance": _importance(node.get("poignancy"), 1)}
    yield _Node(key, about | {"expires": expires}, created, evidence)


def _date(node: Mapping[str, Any], name: str, where: str) -> str | None:
    """A moment as their files write it; None where there is none."""
    value = node.get(name)
    if value is None:
        return None
    try:
        return f"{dt.datetime.strptime(str(value), DATE):{DATE}}"
    except ValueError:
        raise PersonaError(f"{where}: {name!r} is {value!r}; a date like 2023-02-13 08:00:00 is needed") from None


# genagents' folders ---------------------------------------------------------------------------------------------------


def _genagents(root: Path) -> Persona:
    scratch = _json(root / "scratch.json", dict)
    nodes = _json(root / "memory_stream" / "nodes.json", list, [])
    where = [f"nodes.json in 'memory_stream', node {i}" for i in range(len(nodes))]
    made = [_genagents_node(node, i, where[i]) for i, node in enumerate(nodes)]
    if all(isinstance(one.key, int) for one in made):
        made.sort(key=lambda one: one.key)
    keys = card_of(scratch) | {"facts": scratch, "remembered": _numbered(made, root)}
    return Persona(_given(keys), "", (), root)


def _genagents_node(node: Any, number: int, where: str) -> _Node:
    text = _text(node, "content", where)
    key = node.get("node_id", number)
    created, accessed = (_step(node, name, where) for name in ("created", "last_retrieved"))
    kind = "reflection" if node.get("node_type") in ("thought", "reflection") else ""
    about = {"text": text, "kind": kind, "importance": _importance(node.get("importance"), 10)}
    return _Node(key, about | {"accessed": None if accessed == created else accessed}, created, listed(node.get("pointer_id")))


def _step(node: Mapping[str, Any], name: str, where: str) -> int | None:
    """A time step; None where there is none."""
    value = node.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 2**53 or value != int(value):
        raise PersonaError(f"{where}: {name!r} is {str(value)[:40]}; a whole number of time steps is needed")
    return int(value)


# Memories of both -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Node:
    """A memory as a folder has it: its ``key`` there, what is known of it, when it was made, and what it rests on (keys)."""

    key: Any
    about: dict[str, Any]
    created: str | int | None
    evidence: list[Any] = field(default_factory=list)


def listed(value: Any) -> list[Any]:
    """A list of evidence as it is; a single entry is a list of one, and nothing is none."""
    return value if isinstance(value, list) else [value] if isinstance(value, str | int) else []


def _numbered(nodes: list[_Node], root: Path) -> list[dict[str, Any]]:
    """Nodes as entries of ``remembered:``. Evidence is numbered by their places in the list; what is no earlier one is left
    out. A memory without a time is of the time of the one before it, or without one where none has any."""
    nodes = [node for node in nodes if node.about["text"].strip()]
    if len(nodes) > MAX_MEMORIES:
        raise PersonaError(f"{root.parent.name!r} holds {len(nodes):,} memories; {MAX_MEMORIES:,} are the most of a person")
    times = [node.created for node in nodes if node.created is not None]
    last, places, rows = times[0] if times else None, dict[Any, int](), list[dict[str, Any]]()
    for node in nodes:
        last = last if node.created is None else node.created
        evidence = [places[key] for key in node.evidence if isinstance(key, str | int | tuple) and key in places]
        places[node.key if isinstance(node.key, str | int | tuple) else None] = len(rows)
        rows.append(_given({**node.about, "created": last, "evidence": list(dict.fromkeys(evidence))}))
    return rows


def _importance(rated: Any, scale: int) -> float | None:
    """An importance of a folder's, ``scale`` times what a town's is; None, to be rated anew, where there is none."""
    known = isinstance(rated, int | float) and not isinstance(rated, bool) and 0 <= rated <= 10 * scale
    return rated / scale if known else None


def _text(node: Any, key: str, where: str) -> str:
    """The text of a node. Raises PersonaError if there is none."""
    said = node.get(key) if isinstance(node, dict) else None
    if not isinstance(said, str):
        raise PersonaError(f"{where}: {key!r} is missing or no text")
    return said


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
    return _writable(data, f"{path.name} in {path.parent.name!r}")


def _writable(data: Any, where: str, depth: int = 0) -> Any:
    """``data`` as a scenario's text can hold it: half a character becomes U+FFFD, a number without an end or of more than 18
    digits a text."""
    if depth > MAX_DEPTH:
        raise PersonaError(f"{where} is nested deeper than {MAX_DEPTH} levels")
    if isinstance(data, str):
        return _HALF.sub("\ufffd", data)
    if isinstance(data, dict):
        return {_writable(key, where): _writable(value, where, depth + 1) for key, value in data.items()}
    if isinstance(data, list):
        return [_writable(value, where, depth + 1) for value in data]
    big = isinstance(data, int) and abs(data) >= 10**18 or isinstance(data, float) and not math.isfinite(data)
    return str(data) if big else data
