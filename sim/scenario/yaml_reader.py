"""Reads YAML text as plain data with the position of every key and value. Knows nothing of scenarios.

Scalars follow YAML 1.2's core schema instead of 1.1: ``7:30`` is a text, not the number 450; ``no`` is a text, not false; dates
stay texts. Duplicate keys, tags, keys that are not texts, too many values by aliases, and deep nesting are errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import yaml

from sim.scenario.personas import Persona
from sim.scenario.problems import Mark, Path, ScenarioError, dotted

MAX_CHARACTERS = 4_000_000
MAX_VALUES = 200_000
"""The most values in a file, with aliases expanded."""
MAX_DEPTH = 30

_INT = re.compile(r"[-+]?\d{1,18}")
_FLOAT = re.compile(r"[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d{1,3})?")
_WORDS = {"": None, "~": None, "null": None, "Null": None, "true": True, "True": True, "false": False, "False": False}
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class Document:
    """Plain data (dict, list, str, int, float, bool, None) and the position of each value and key."""

    data: dict[str, Any]
    marks: dict[Path, Mark] = field(default_factory=dict)
    keys: dict[Path, Mark] = field(default_factory=dict)
    map_file: str = ""
    """The absolute path of the map; set by ``composition``."""
    composed: bool = False
    """Whether the data came from more than one file."""
    imported: dict[str, Persona] = field(default_factory=dict)
    """Slug -> whom the resident is imported from."""


@dataclass(slots=True)
class _YamlNode:
    mark: Mark
    value: Any = None
    """A scalar, a list of nodes, or a list of (key node, node)."""
    plain: str = ""
    """A scalar as it is written, where it has no quotes."""
    kind: str = "scalar"
    done: bool = False


def read_yaml(text: str, file: str, keys: str = "name:, map: and residents:") -> Document:
    """The document in ``text``. Errors name it ``file``, and the ``keys`` that it should have. Raises ScenarioError."""
    if len(text) > MAX_CHARACTERS:
        raise ScenarioError([f"{file}:1:1: is longer than {MAX_CHARACTERS:,} characters; no scenario needs that"])
    try:
        node = _Composer(text, file).compose()
    except yaml.MarkedYAMLError as error:
        at = error.problem_mark or error.context_mark
        where = f"{file}:{at.line + 1}:{at.column + 1}" if at else f"{file}:1:1"
        if "nesting depth" in str(error.problem or error.context):  # newer libyaml looks ahead and gives up before we do
            raise ScenarioError([f"{where}: is nested deeper than {MAX_DEPTH} levels"]) from None
        raise ScenarioError([f"{where}: is not YAML: {error.problem or error.context}{_hint(error)}"]) from None
    except yaml.reader.ReaderError as error:
        raise ScenarioError([_unreadable(text, file, error.character)]) from None
    except yaml.YAMLError as error:
        raise ScenarioError([f"{file}:1:1: is not YAML: {' '.join(str(error).split())}"]) from None
    if node is None or node.kind != "map":
        raise ScenarioError([f"{file}:1:1: must hold keys such as {keys}"])
    return _Constructor(file).construct(node)


def _unreadable(text: str, file: str, found: str | int) -> str:
    """The message about a character that no YAML may hold: which it is and where it stands."""
    character = chr(found) if isinstance(found, int) else found
    before = text.partition(character)[0]
    where = f"{file}:{before.count(chr(10)) + 1}:{len(before.rpartition(chr(10))[2]) + 1}"
    return f"{where}: is not YAML: control characters are not allowed; remove U+{ord(character):04X}"


def _hint(error: yaml.MarkedYAMLError) -> str:
    problem = f"{error.problem} {error.context}"
    if "mapping values are not allowed" in problem:
        return "; a text with a colon and a blank in it needs quotes"
    if "character '\\t'" in problem or "cannot start any token" in problem:
        return "; indent with blanks, and put texts that begin with a special sign in quotes"
    if "end of stream" in problem or "did not find expected" in problem:
        return "; close every quote, [ and {, and indent keys of one thing alike"
    return ""


class _Composer:
    """Builds nodes from the parser's events, with bounded depth; an alias is the aliased node itself."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.events: Iterator[Any] = iter(yaml.parse(text, Loader=_LOADER))
        self.anchors: dict[str, _YamlNode] = {}

    def compose(self) -> _YamlNode | None:
        found: _YamlNode | None = None
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                if found is not None:
                    raise ScenarioError([f"{self._mark(event)}: a scenario is one document; remove the line of dashes"])
                found = self._node(next(self.events), 0)
        return found

    def _node(self, event: Any, depth: int) -> _YamlNode:
        mark = self._mark(event)
        if depth > MAX_DEPTH:
            raise ScenarioError([f"{mark}: is nested deeper than {MAX_DEPTH} levels"])
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event.anchor, mark)
        if event.tag and event.tag != "!":
            raise ScenarioError([f"{mark}: the tag {event.tag!r} is not understood; remove it"])
        node = _YamlNode(mark)
        if event.anchor:
            self.anchors[event.anchor] = node
        self._fill(node, event, depth)
        node.done = True
        return node

    def _fill(self, node: _YamlNode, event: Any, depth: int) -> None:
        if isinstance(event, yaml.ScalarEvent):
            node.plain = event.value if event.implicit[0] and not event.style else ""
            node.value = read_scalar(event.value) if event.implicit[0] and not event.style else event.value
        elif isinstance(event, yaml.SequenceStartEvent):
            node.kind, node.value = "list", list(self._until(yaml.SequenceEndEvent, depth))
        else:
            flat = list(self._until(yaml.MappingEndEvent, depth))
            node.kind, node.value = "map", list(zip(flat[::2], flat[1::2], strict=True))

    def _until(self, end: type, depth: int) -> Iterator[_YamlNode]:
        while not isinstance(event := next(self.events), end):
            yield self._node(event, depth + 1)

    def _alias(self, name: str | None, mark: Mark) -> _YamlNode:
        node = self.anchors.get(name or "")
        if node is None or not node.done:
            why = "holds itself" if node else "was not set before"
            raise ScenarioError([f"{mark}: the alias *{name} {why}"])
        return node

    def _mark(self, event: Any) -> Mark:
        return Mark(self.file, event.start_mark.line + 1, event.start_mark.column + 1)


def read_scalar(text: str) -> Any:
    """The value of a plain scalar: a number, a word such as ``true``, or else the text."""
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        return int(text)
    return float(text) if _FLOAT.fullmatch(text) else text


class _Constructor:
    """Builds plain data and positions from nodes, with aliases expanded and a bounded number of values."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.document = Document({})
        self.problems: list[str] = []
        self.values = 0

    def construct(self, node: _YamlNode) -> Document:
        self.document.data = self._value(node, ())
        if self.problems:
            raise ScenarioError(self.problems)
        return self.document

    def _value(self, node: _YamlNode, path: Path) -> Any:
        self.values += 1
        if self.values > MAX_VALUES:
            raise ScenarioError([f"{node.mark}: more than {MAX_VALUES:,} values once its aliases are written out"])
        self.document.marks[path] = node.mark if isinstance(node.value, str) else replace(node.mark, plain=node.plain)
        if node.kind == "list":
            return [self._value(item, (*path, number)) for number, item in enumerate(node.value)]
        return self._mapping(node, path) if node.kind == "map" else node.value

    def _mapping(self, node: _YamlNode, path: Path) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for key_node, item in node.value:
            key = self._key(key_node)
            here = (*path, key)
            if key in data:
                first = self.document.keys[here]
                self.problems.append(f"{key_node.mark}: {dotted(here)} is there twice; the first is on line {first.line}")
                continue
            self.document.keys[here] = key_node.mark
            data[key] = self._value(item, here)
        return data

    def _key(self, node: _YamlNode) -> str:
        if isinstance(node.value, str) and node.plain != "<<":
            return node.value
        said = f"{node.plain!r} is no name for a key" if node.kind == "scalar" else "what stands here is no name for a key"
        hint = "" if node.kind != "scalar" else f"; put it in quotes: {node.plain!r}" if node.plain else "; write one"
        what = "merge keys (<<) are not understood; use extends:" if node.plain == "<<" else said + hint
        self.problems.append(f"{node.mark}: {what}")
        return str(node.value)
