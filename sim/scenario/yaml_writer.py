"""Changes one value in YAML text and keeps the rest: comments, order, quotes, blank lines. ruamel.yaml reads and writes it.

Scalars are texts here, each in the style that makes ``yaml_reader`` read its value, so ruamel.yaml decides no types. Each
result is read again: where it does not say what is wanted (anchors, odd layouts), the whole is written anew without comments.
So the data is always right. The text was read by ``yaml_reader`` before, which bounds size and depth and refuses tags. Knows
nothing of scenarios.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import reduce
from io import StringIO
from itertools import accumulate
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import CommentMark, YAMLError
from ruamel.yaml.resolver import VersionedResolver
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, FoldedScalarString, LiteralScalarString, PlainScalarString
from ruamel.yaml.tokens import CommentToken

from sim.scenario.problems import Path, ScenarioError, dotted
from sim.scenario.yaml_reader import read_scalar, read_yaml

WIDTH = 120
"""Characters of a line that is written here; longer texts are folded."""
MIN_TEXT = 40
"""Characters of a folded line, however far it is indented."""
MAX_LINE = 10**9
"""Where lines are not folded."""
_PLAIN = re.compile(r"\w(?:(?:[\w .,;?!'()/&%+*\"-]|:(?=\w))*[\w.,;?!')/&%+*\"-])?")
"""Texts that need no quotes. A comma in brackets does; ruamel.yaml sees to that."""
_TIME = re.compile(r"\d{1,2}:\d\d")
_LIST_BELOW_KEY = re.compile(r"^( *)[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\n\1( *)- ", re.MULTILINE)
_KEY_BELOW_KEY = re.compile(r"^[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\n( +)[^\s#-]", re.MULTILINE)


class _Untyped(VersionedResolver):
    """Takes every plain scalar for a text: what it means is decided by ``read_scalar`` alone."""

    @property
    def versioned_resolver(self) -> Any:
        return {}


def put(text: str, path: Path, value: Any, order: Sequence[str] = ()) -> str:
    """``text`` with ``value`` (plain data) at ``path``, whose missing parents are made. An index behind the end of a list
    appends to it. A new key goes behind the keys that stand before it in ``order``, else to the end. Raises ScenarioError where
    ``text`` is no YAML, or where something else is in the way."""
    wanted = changed(read_yaml(text, "").data, path, value)
    if not path:
        return written(value)
    return _edited(text, wanted, lambda root: _place(root, path, value, order))


def remove(text: str, path: Path) -> str:
    """``text`` without the value at ``path`` and without parents that are empty then. Raises as ``put``."""
    data = deepcopy(read_yaml(text, "").data)
    while len(path) > 1 and len(at(data, path[:-1])) == 1:
        path = path[:-1]
    del at(data, path[:-1])[path[-1]]
    return _edited(text, data, lambda root: _cut(root, path))


def written(value: Any, column: int = 0) -> str:
    """Plain data as YAML in lines that begin at ``column``."""
    root = _styled(value, column, False)
    root.fa.set_block_style()
    return textwrap.indent(_dumped(root, _yaml("")), " " * column)


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


# -- reading and writing with ruamel.yaml ------------------------------------------------------------------------------------


def _edited(text: str, wanted: Any, edit: Callable[[Any], None]) -> str:
    """``text`` after an edit of what it says; the whole anew where that does not say ``wanted``."""
    yaml = _yaml(text)
    try:
        root = yaml.load(text)
        edit(root)
        found = _dumped(root, yaml)
        if _canonical(read_yaml(found, "").data) == _canonical(wanted):
            return found
    except (YAMLError, ScenarioError, NotImplementedError):  # the last: a comment where ruamel.yaml has no place for one
        pass
    return written(wanted)


def _canonical(data: Any) -> str:
    """A text that is the same for the same data of the same types: 1 is not true."""
    return json.dumps(data, sort_keys=True)


def _yaml(text: str) -> YAML:
    """A reader and writer that indents as ``text`` does, as far as that does it in one way."""
    lists, keys = _LIST_BELOW_KEY.search(text), _KEY_BELOW_KEY.search(text)
    offset = len(lists[2]) if lists else 2
    yaml = YAML()
    yaml.Resolver = _Untyped
    yaml.preserve_quotes = True
    yaml.width = MAX_LINE  # what was one line stays one line; new texts are folded by _text
    yaml.indent(mapping=len(keys[1]) if keys else 2, sequence=offset + 2, offset=offset)
    return yaml


def _dumped(root: Any, yaml: YAML) -> str:
    out = StringIO()
    yaml.dump(root, out)
    return out.getvalue()


# -- changing what was read ---------------------------------------------------------------------------------------------------
#
# ruamel.yaml keeps a comment with the entry above it, though it is about the entry below. So what stands below an entry is
# taken from it before it changes, and given to whatever is above the same place afterwards.


def _place(root: Any, path: Path, value: Any, order: Sequence[str]) -> None:
    """Set ``value`` at ``path`` below ``root``; what is missing on the way there is made."""
    node, part, rest = root, path[0], path[1:]
    while rest and has(node, (part,)) and _is_filled(node[part]):
        node, part, rest = _own(node, part), rest[0], rest[1:]
    for inner in reversed(rest):
        value = [value] if isinstance(inner, int) else {inner: value}
    if has(node, (part,)):
        below = _take_below(node, part)
        node[part] = _styled(value, node.lc.col, _is_flow(node[part]))
        _give_below(node, part, below)
    else:
        _insert(node, part, value, () if rest else order)


def _insert(node: Any, part: str | int, value: Any, order: Sequence[str]) -> None:
    """Add an entry behind the last of those before it in ``order``, with a blank line above where its neighbour has one."""
    entries = _keys(node)
    at = len(entries) - 1
    if part in order:
        before = [i for i, key in enumerate(entries) if key in order and order.index(key) < order.index(str(part))]
        at = before[-1] if before else 0
    styled = _styled(value, node.lc.col, _is_flow(node[entries[at]]))
    below = _take_below(node, entries[at])
    if at and at == len(entries) - 1 and _is_filled(styled) and not _is_flow(styled):
        above = _take_below(node, entries[at - 1])
        _give_below(node, entries[at - 1], above)
        _give_below(node, entries[at], "\n" if above.startswith("\n") else "")
    node.insert(at + 1, part, styled) if isinstance(part, str) else node.append(styled)
    _give_below(node, part, below)


def _cut(root: Any, path: Path) -> None:
    """Remove the entry at ``path``."""
    node, part = reduce(_own, path[:-1], root), path[-1]
    entries = _keys(node)
    where = entries.index(part)
    below = _take_below(node, part)
    if where:
        _give_below(node, entries[where - 1], below)
    elif below.strip() and len(entries) > 1:
        said = "\n".join(line.strip().lstrip("# ") for line in below.strip().splitlines())
        node.yaml_set_comment_before_after_key(entries[1], before=said, indent=node.lc.col)
    del node[part]


def _own(node: Any, part: Any) -> Any:
    """The collection under ``part``, a copy where it has an anchor: an alias elsewhere keeps what it says."""
    if node[part].yaml_anchor() is not None:
        node[part] = deepcopy(node[part])
        node[part].yaml_set_anchor(None)
    return node[part]


def _keys(node: Any) -> list[Any]:
    return list(node) if isinstance(node, CommentedMap) else list(range(len(node)))


def _is_filled(value: Any) -> bool:
    return isinstance(value, (CommentedMap, CommentedSeq)) and bool(value)


def _is_flow(value: Any) -> bool:
    """Whether a collection is written in brackets."""
    return isinstance(value, (CommentedMap, CommentedSeq)) and bool(value.fa.flow_style())


def _last_line_of(node: Any, part: Any) -> tuple[Any, Any]:
    """The innermost (collection, key) whose value ends where the entry ``part`` of ``node`` ends."""
    while _is_filled(node[part]) and not _is_flow(node[part]):
        node = node[part]
        part = _keys(node)[-1]
    return node, part


def _take_below(node: Any, part: Any) -> str:
    """Take the lines of comments and blank lines below an entry from it; a comment at its last line stays."""
    node, part = _last_line_of(node, part)
    slots, slot = node.ca.items.get(part), 2 if isinstance(node, CommentedMap) else 0
    if slots is None or slots[slot] is None:
        return ""
    token = slots[slot]
    if isinstance(node[part], (FoldedScalarString, LiteralScalarString)):
        slots[slot] = None
        return f"{' ' * token.start_mark.column}{token.value}"
    line, _, below = token.value.partition("\n")
    token.value = line + "\n"
    return str(below)


def _give_below(node: Any, part: Any, lines: str) -> None:
    """Put lines of comments and blank lines below an entry, where it has none but a comment at its last line."""
    if not lines:
        return
    node, part = _last_line_of(node, part)
    slots, slot = node.ca.items.setdefault(part, [None] * 4), 2 if isinstance(node, CommentedMap) else 0
    if slots[slot] is not None:
        slots[slot].value = re.sub(r"\n{3,}", "\n\n", slots[slot].value + lines)
    elif isinstance(node[part], (FoldedScalarString, LiteralScalarString)):
        slots[slot] = CommentToken(lines, CommentMark(0))
    else:
        slots[slot] = CommentToken("\n" + lines, CommentMark(0))


# -- new values ---------------------------------------------------------------------------------------------------------------


def _styled(value: Any, column: int, flow: bool) -> Any:
    """Plain data as ruamel.yaml writes it in lines that begin at ``column``: in brackets where a collection stood in brackets
    (``flow``) and this one fits into a line, and mappings of single words always. Long texts are folded."""
    if not isinstance(value, (dict, list)):
        return _scalar(value, MAX_LINE if flow else max(MIN_TEXT, WIDTH - column))
    words = isinstance(value, dict) and not any(" " in str(inner) for inner in value.values())
    flow = not value or column + len(str(value)) <= WIDTH and (flow or words)
    found: Any
    if isinstance(value, dict):
        found = CommentedMap((_scalar(key, MAX_LINE), _styled(inner, column + 2, flow)) for key, inner in value.items())
    else:
        found = CommentedSeq(_styled(inner, column + 2, flow) for inner in value)
    (found.fa.set_flow_style if flow else found.fa.set_block_style)()
    return found


def _scalar(value: Any, width: int) -> Any:
    """A scalar: plain where every reader of YAML takes it for the same text, else in quotes; folded where it is too long."""
    if not isinstance(value, str):
        return PlainScalarString(json.dumps(value))
    if len(value) > width and " ".join(value.split()) == value:
        found = FoldedScalarString(value)
        lines = textwrap.wrap(value, width, break_long_words=False, break_on_hyphens=False)
        found.fold_pos = [end - 1 for end in accumulate(len(line) + 1 for line in lines[:-1])]
        return found
    # times are in quotes as in the files that ship: older readers take them for numbers
    if _PLAIN.fullmatch(value) and read_scalar(value) == value and not _TIME.fullmatch(value):
        return PlainScalarString(value)
    return DoubleQuotedScalarString(value)
