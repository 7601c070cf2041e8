"""Changes one value in YAML text and leaves every other line as its writer left it: comments, order, quotes, blank lines.

``put`` and ``remove`` find the value's place from the parser's positions and replace that stretch of the text alone. Each
result is read again: where it does not say what is wanted (anchors, odd layouts), the value around it is written anew, in the
worst case the whole text. So the data is always right, and comments are lost only inside of what had to be rewritten. Knows
nothing of scenarios.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import lru_cache
from typing import Any

import yaml

from sim.scenario.problems import Path, ScenarioError, dotted
from sim.scenario.yaml_reader import read_scalar, read_yaml

WIDTH = 120
"""Characters of a line that is written here; longer texts are folded."""
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TIME = re.compile(r"\d{1,2}:\d\d")
_COMMENT = re.compile(r"#[^\n]*")


class _NoWay(Exception):
    """The place of a value cannot be replaced by itself."""


def put(text: str, path: Path, value: Any, order: Sequence[str] = ()) -> str:
    """``text`` with ``value`` (plain data) at ``path``, whose missing parents are made. An index behind the end of a list
    appends to it. A new key goes behind the keys that stand before it in ``order``, else to the end. Raises ScenarioError where
    ``text`` is no YAML, or where something else is in the way."""
    wanted = changed(read_yaml(text, "").data, path, value)
    return _written(text, path, wanted, order)


def remove(text: str, path: Path) -> str:
    """``text`` without the value at ``path`` and without parents that are empty then. Raises as ``put``."""
    data = deepcopy(read_yaml(text, "").data)
    while len(path) > 1 and len(at(data, path[:-1])) == 1:
        path = path[:-1]
    del at(data, path[:-1])[path[-1]]
    try:
        found = _cut(text, path)
        if _says(found, data):
            return found
    except _NoWay:
        pass
    return _written(text, path[:-1], data, ())


def written(value: Any, column: int = 0) -> str:
    """Plain data as YAML in lines that begin at ``column``."""
    return _block(value, column, True).lstrip("\n") + "\n"


def _written(text: str, path: Path, wanted: Any, order: Sequence[str]) -> str:
    """``text`` changed so that it says ``wanted``: at ``path``, or at the nearest parent where that can be done."""
    for depth in range(len(path), 0, -1):
        if not has(wanted, path[:depth]):
            continue
        for fold in (True, False):
            try:
                found = _placed(text, path[:depth], at(wanted, path[:depth]), order if depth == len(path) else (), fold)
            except _NoWay:
                continue
            if _says(found, wanted):
                return found
    return written(wanted)


def changed(data: Any, path: Path, value: Any) -> Any:
    """A copy of plain data with ``value`` at ``path``. Raises ScenarioError where something else is in the way."""
    data = deepcopy(data)
    here: Any = data
    for depth, part in enumerate(path):
        if type(here) is list and part == len(here):
            here.append(None)
        if not _takes(here, part):
            raise ScenarioError([f"{dotted(path[: depth + 1])}: something else is written where this would be"])
        if depth + 1 < len(path):
            here = _below(here, part, path[depth + 1])
        else:
            here[part] = value
    return data if path else value


def _takes(here: Any, part: str | int) -> bool:
    """Whether a value is a collection with such keys."""
    return isinstance(here, list if isinstance(part, int) else dict)


def _below(here: Any, part: str | int, next: str | int) -> Any:
    """What stands under ``part``; an empty list or mapping is made where nothing does."""
    if isinstance(here, dict) and here.get(part) is None or here[part] is None:
        here[part] = [] if isinstance(next, int) else {}
    return here[part]


def at(data: Any, path: Path) -> Any:
    """The value at a path that there is."""
    for part in path:
        data = data[part]
    return data


def has(data: Any, path: Path) -> bool:
    """Whether there is a value at a path, be it null."""
    try:
        at(data, path)
    except (KeyError, IndexError, TypeError):
        return False
    return True


def _says(text: str, wanted: Any) -> bool:
    """Whether ``text`` holds this data; the line break at the end of a folded text does not count."""
    try:
        return bool(_even(read_yaml(text, "").data) == _even(wanted))
    except ScenarioError:
        return False


def _even(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _even(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_even(inner) for inner in value]
    return (value.rstrip("\n"), str) if isinstance(value, str) else (value, type(value))


# -- where things stand ---------------------------------------------------------------------------------------------------


def _root(text: str) -> yaml.Node:
    found = yaml.compose(text, Loader=_LOADER)
    if found is None:
        raise _NoWay
    return found


def _entries(node: yaml.Node) -> Iterator[tuple[Any, yaml.Node, yaml.Node]]:
    """(key or number, node of the key or item, node of the value) of a collection."""
    if isinstance(node, yaml.MappingNode):
        yield from ((key.value, key, value) for key, value in node.value)
    elif isinstance(node, yaml.SequenceNode):
        yield from ((number, item, item) for number, item in enumerate(node.value))


def _find(root: yaml.Node, path: Path) -> yaml.Node:
    """The collection at ``path``. Raises _NoWay where there is none, or where an alias stands for it."""
    for part in path:
        below = next((value for name, key, value in _entries(root) if name == part and _own(key, value)), None)
        if below is None:
            raise _NoWay
        root = below
    if not isinstance(root, yaml.CollectionNode) or not root.value:
        raise _NoWay
    return root


def _is_flow(node: yaml.Node) -> bool:
    """Whether a collection is written in brackets."""
    return isinstance(node, yaml.CollectionNode) and bool(node.flow_style)


def _own(key: yaml.Node, value: yaml.Node) -> bool:
    """Whether the value is written here, and not an alias of something above."""
    return bool(value.start_mark.index >= key.start_mark.index)


def _end(node: yaml.Node, text: str) -> int:
    """Where the last character of a value ends, without what follows it (comments, blank lines)."""
    if isinstance(node, yaml.CollectionNode) and not _is_flow(node) and node.value:
        *_, (_, key, value) = _entries(node)
        return _end(value, text) if _own(key, value) else text.find("\n", key.end_mark.index)
    start, end = node.start_mark.index, node.end_mark.index
    return start + len(text[start:end].rstrip()) if end > start else start


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


# -- changing it ------------------------------------------------------------------------------------------------------------


def _placed(text: str, path: Path, value: Any, order: Sequence[str], fold: bool) -> str:
    """``text`` with the value in its parent's text; _NoWay where the parent has to be written anew."""
    parent = _find(_root(text), path[:-1])
    entries = list(_entries(parent))
    there = next((entry for entry in entries if entry[0] == path[-1]), None)
    if there is not None:
        return _replaced(text, parent, there, value, fold)
    if _is_flow(parent):
        raise _NoWay
    return _inserted(text, parent, entries, path[-1], value, order, fold)


def _replaced(text: str, parent: yaml.Node, entry: tuple[Any, yaml.Node, yaml.Node], value: Any, fold: bool) -> str:
    _, key, old = entry
    if not _own(key, old):
        raise _NoWay
    end = _end(old, text)
    if _is_flow(parent):
        return text[: old.start_mark.index] + _flow(value) + text[end:]
    flow = _is_flow(old)
    if isinstance(parent, yaml.SequenceNode):
        return text[: old.start_mark.index] + _item(value, key.start_mark.column, flow, fold) + text[end:]
    written = _value(value, key.start_mark.column, len(key.value), flow, fold)
    note = _COMMENT.search(text, key.end_mark.index, old.start_mark.index)
    if note:
        first, line, rest = written.partition("\n")
        written = f"{first}{'  ' if first else ' '}{note[0]}{line}{rest}"
    return f"{text[: key.end_mark.index]}:{written}{text[end:]}"


def _inserted(
    text: str, parent: yaml.Node, entries: list[Any], name: str | int, value: Any, order: Sequence[str], fold: bool
) -> str:
    """The new entry behind the last of those before it in ``order``."""
    at = len(entries) - 1
    if name in order:
        before = [i for i, (key, *_) in enumerate(entries) if key in order and order.index(key) < order.index(str(name))]
        at = before[-1] if before else 0
    _, key, last = entries[at]
    column = parent.start_mark.column
    flow = _is_flow(last)
    if isinstance(parent, yaml.SequenceNode):
        written = "- " + _item(value, column + 2, flow, fold)
    else:
        head = _scalar(str(name))
        written = f"{head}:{_value(value, column, len(head), flow, fold)}"
    end = _line_end(text, _end(last, text) if _own(key, last) else key.end_mark.index)
    apart = _apart(text, entries) if at == len(entries) - 1 and "\n" in written else ""
    return f"{text[:end]}\n{apart}{' ' * column}{written}{text[end:] or chr(10)}"


def _apart(text: str, entries: list[Any]) -> str:
    """The blank line that stands between the last two entries, if one does."""
    if len(entries) < 2:
        return ""
    (_, _, before), (_, key, _) = entries[-2:]
    return "\n" if re.search(r"\n[ \t]*\n", text[_end(before, text) : key.start_mark.index]) else ""


def _cut(text: str, path: Path) -> str:
    """``text`` without the lines of an entry."""
    parent = _find(_root(text), path[:-1])
    _, key, value = next(entry for entry in _entries(parent) if entry[0] == path[-1])
    start = _line_start(text, key.start_mark.index)
    before = text[start : key.start_mark.index].strip()
    if _is_flow(parent) or before not in ("", "-") or (before == "-") != isinstance(parent, yaml.SequenceNode):
        raise _NoWay
    above, below = text[:start], text[_line_end(text, _end(value, text)) + 1 :]
    doubled = above.endswith("\n\n") and (not below or below.startswith("\n"))
    return above + below[1:] if doubled and below else above[:-1] if doubled else above + below


# -- writing values -----------------------------------------------------------------------------------------------------------


def _value(value: Any, column: int, name: int, flow: bool, fold: bool) -> str:
    """What stands behind ``key:`` at ``column``: `` value``, or lines below it. ``name`` is the key's length."""
    if isinstance(value, (dict, list)):
        short = isinstance(value, dict) and all(_is_word(inner) for inner in value.values())
        line = _flow(value)
        if not value or ((flow or short) and column + name + 2 + len(line) <= WIDTH):
            return f" {line}"
        return _block(value, column + 2, fold)
    if isinstance(value, str) and fold and column + name + 2 + len(_scalar(value)) > WIDTH and _folds(value):
        return " >" + _folded(value, column + 2)
    return f" {_scalar(value)}"


def _item(value: Any, column: int, flow: bool, fold: bool) -> str:
    """What stands behind ``- ``; ``column`` is where it begins."""
    if isinstance(value, (dict, list)):
        line = _flow(value)
        if not value or (flow and column + len(line) <= WIDTH):
            return line
        return _block(value, column, fold).lstrip()
    if isinstance(value, str) and fold and column + len(_scalar(value)) > WIDTH and _folds(value):
        return ">" + _folded(value, column)
    return _scalar(value)


def _block(value: Any, column: int, fold: bool) -> str:
    """A collection on lines of its own, each after a line break."""
    edge = "\n" + " " * column
    if isinstance(value, dict):
        heads = {key: _scalar(key) for key in value}
        return "".join(
            f"{edge}{heads[key]}:{_value(inner, column, len(heads[key]), False, fold)}" for key, inner in value.items()
        )
    return "".join(f"{edge}- {_item(inner, column + 2, False, fold)}" for inner in value)


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(key, True)}: {_flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(inner) for inner in value) + "]"
    return _scalar(value, True)


def _scalar(value: Any, flow: bool = False) -> str:
    """A scalar on one line: plain where every reader of YAML takes it for the same text, else in quotes."""
    if not isinstance(value, str):
        return repr(value) if _is_number(value) else {None: "null", True: "true", False: "false"}[value]
    return _text(value.rstrip("\n"), flow)


@lru_cache(maxsize=4096)
def _text(text: str, flow: bool) -> str:
    """Kept, because a town has the same keys and names many times, and the writer of YAML is asked slowly."""
    if _TIME.fullmatch(text):  # in quotes, as in the files that ship: older readers take it for a number
        return f'"{text}"'
    around: Any = [text] if flow else {"k": text}
    plain = yaml.safe_dump(around, default_flow_style=flow, allow_unicode=True, width=10**9).rstrip("\n")
    if text and (plain[1:-1] if flow else plain[3:]) == text and read_scalar(text) == text:
        return text
    return str(yaml.safe_dump(text, default_style='"', allow_unicode=True, width=10**9)).rstrip("\n")


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_word(value: Any) -> bool:
    return not isinstance(value, (dict, list)) and " " not in str(value)


def _folds(text: str) -> bool:
    """Whether a folded block gives back this text: no line breaks, no blanks in a row."""
    return " ".join(text.split()) == text.rstrip("\n")


def _folded(text: str, column: int) -> str:
    lines = textwrap.wrap(text, WIDTH - column, break_long_words=False, break_on_hyphens=False)
    return "".join(f"\n{' ' * column}{line}" for line in lines)
