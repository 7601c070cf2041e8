"""Filter expressions over scored memories, such as ``relevance > 0.5 and kind == 'plan'``. Parsed, never run as code.

A recursive-descent parser turns text into functions of columns. Names: recency, importance, relevance (normalised), score,
raw_recency, raw_importance, raw_relevance, n, at, accessed, depth, kind, source, text. Operators: or and not (also ``| & ~``),
< <= > >= == != (chained as in Python), ``in`` for a piece of text, + - * /, parentheses. Knows nothing of streams.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

COMPONENTS = ("recency", "importance", "relevance", "score", "raw_recency", "raw_importance", "raw_relevance")
NUMBERS = (*COMPONENTS, "n", "at", "accessed", "depth")
WORDS = ("kind", "source", "text")
MAX_LENGTH = 500
MAX_DEPTH = 40
SHOWN = 60
"""Characters of an expression that an error shows before and after the place of the error."""

Table = Mapping[str, Any]
"""Name -> (m,) array."""
Filter = Callable[[Table], NDArray[np.bool_]]
Operators = Mapping[str, Callable[[Any, Any], Any]]
_Term = Callable[[Table], Any]


class FilterError(ValueError):
    """A filter expression cannot be read; the message shows where."""


@dataclass(frozen=True, slots=True)
class _Typed:
    """A term and the type of its value: ``number``, ``text`` or ``truth``."""

    kind: str
    term: _Term


_NUMBER = r"(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)"
_SIGN = r"(<=|>=|==|!=|[-<>+*/()|&~])"
_TOKEN = re.compile(rf"""\s*(?:{_NUMBER}|([A-Za-z_]+)|'([^']*)'|"([^"]*)"|{_SIGN})""")
_COMPARE: Operators = {
    "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal, "==": np.equal, "!=": np.not_equal,
}  # fmt: skip
_OR: Operators = {"or": np.logical_or, "|": np.logical_or}
_AND: Operators = {"and": np.logical_and, "&": np.logical_and}
_ADD: Operators = {"+": np.add, "-": np.subtract}
_MULTIPLY: Operators = {"*": np.multiply, "/": np.divide}


def parse(text: str) -> Filter:
    """An expression as a function of columns to (m,) bool. Raises FilterError for anything outside the grammar."""
    if len(text) > MAX_LENGTH:
        raise FilterError(f"the filter has {len(text)} characters; at most {MAX_LENGTH} are read")
    parser = _Parser(text)
    typed = parser.parse_or(0)
    if parser.token:
        parser.fail(f"unexpected {parser.token[:SHOWN]!r}")
    if typed.kind != "truth":
        raise FilterError(f"the filter {text[: 2 * SHOWN]!r} is a {typed.kind}, not a condition: compare it with something")

    def keep(table: Table) -> NDArray[np.bool_]:
        with np.errstate(all="ignore"):
            size = len(table["n"])
            made: NDArray[np.bool_] = np.broadcast_to(np.asarray(typed.term(table), bool), (size,))
        return made

    return keep


class _Parser:
    """One method per level of precedence, loosest first. Each takes the nesting depth."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.end = 0
        self.token = ""
        self.value: _Typed | None = None
        self.next_token()

    def next_token(self) -> None:
        """Read the next token; "" at the end."""
        self.start = self.end
        if not self.text[self.end :].strip():
            self.token, self.value = "", None
            return
        match = _TOKEN.match(self.text, self.end)
        if match is None:
            self.fail("cannot be read")
        self.end = match.end()
        number, name, single, double, sign = match.groups()
        self.token, self.value = match.group().strip(), None
        if number is not None:
            self.value = _constant("number", float(number))
        elif single is not None or double is not None:
            self.value = _constant("text", single if single is not None else double)
        elif name is not None and name not in ("and", "or", "not", "in"):
            self.value = self.parse_name(name)

    def fail(self, why: str) -> NoReturn:
        near = self.text[max(0, self.start - SHOWN) : self.start + SHOWN]
        raise FilterError(f"filter {near!r}, character {self.start + 1}: {why}")

    def parse_name(self, name: str) -> _Typed:
        if name in NUMBERS:
            return _Typed("number", lambda table: table[name])
        if name in WORDS:
            return _Typed("text", lambda table: table[name])
        self.fail(f"unknown name {name[:SHOWN]!r}; there are {', '.join(NUMBERS + WORDS)}")

    def parse_or(self, depth: int) -> _Typed:
        return self.chain(_OR, self.parse_and, "truth", depth)

    def parse_and(self, depth: int) -> _Typed:
        return self.chain(_AND, self.parse_not, "truth", depth)

    def parse_not(self, depth: int) -> _Typed:
        if self.token not in ("not", "~"):
            return self.parse_comparison(depth)
        self.next_token()
        inner = self.parse_not(self.deeper(depth))
        return self.combine(lambda a, _: np.logical_not(a), inner, inner, "truth", "truth")

    def parse_comparison(self, depth: int) -> _Typed:
        left = self.parse_sum(depth)
        made: _Typed | None = None
        while self.token in _COMPARE or self.token == "in":
            sign = self.token
            self.next_token()
            right = self.parse_sum(depth)
            link = self.comparison(sign, left, right)
            made = link if made is None else self.combine(np.logical_and, made, link, "truth", "truth")
            left = right
        return left if made is None else made

    def comparison(self, sign: str, left: _Typed, right: _Typed) -> _Typed:
        """One comparison. Text is compared with == and !=, and searched with ``in``."""
        if sign == "in":
            return self.combine(_contains, left, right, "text", "truth")
        if left.kind == "text" and sign not in ("==", "!="):
            self.fail("text is compared with == or !=, or searched with in")
        return self.combine(_COMPARE[sign], left, right, left.kind if left.kind != "truth" else "number", "truth")

    def parse_sum(self, depth: int) -> _Typed:
        return self.chain(_ADD, self.parse_product, "number", depth)

    def parse_product(self, depth: int) -> _Typed:
        return self.chain(_MULTIPLY, self.parse_sign, "number", depth)

    def chain(self, operators: Operators, operand: Callable[[int], _Typed], kind: str, depth: int) -> _Typed:
        """Operands joined by operators of one level, from left to right; all of them and the result are of ``kind``."""
        made = operand(depth)
        while self.token in operators:
            operation = operators[self.token]
            self.next_token()
            made = self.combine(operation, made, operand(depth), kind, kind)
        return made

    def parse_sign(self, depth: int) -> _Typed:
        if self.token != "-":
            return self.parse_atom(depth)
        self.next_token()
        inner = self.parse_sign(self.deeper(depth))
        return self.combine(lambda a, _: np.negative(a), inner, inner, "number", "number")

    def parse_atom(self, depth: int) -> _Typed:
        if self.value is not None:
            made = self.value
            self.next_token()
            return made
        if self.token != "(":
            before = f"a name, a number or a text is missing before {self.token[:SHOWN]!r}"
            self.fail(before if self.token else "it ends too early")
        self.next_token()
        inner = self.parse_or(self.deeper(depth))
        if self.token != ")":
            self.fail("a closing bracket is missing")
        self.next_token()
        return inner

    def deeper(self, depth: int) -> int:
        if depth >= MAX_DEPTH:
            self.fail(f"nested deeper than {MAX_DEPTH}")
        return depth + 1

    def combine(self, operation: Callable[[Any, Any], Any], left: _Typed, right: _Typed, wanted: str, gives: str) -> _Typed:
        if left.kind != wanted or right.kind != wanted:
            self.fail(f"a {left.kind} and a {right.kind} cannot be joined here; two of {wanted} are needed")
        return _Typed(gives, lambda table: operation(left.term(table), right.term(table)))


def _constant(kind: str, value: Any) -> _Typed:
    return _Typed(kind, lambda _: value)


def _contains(piece: Any, text: Any) -> Any:
    """Whether each text contains the piece, ignoring case."""
    pieces, texts = np.broadcast_arrays(np.asarray(piece, object), np.asarray(text, object))
    found = [str(p).casefold() in str(t).casefold() for p, t in zip(pieces.flat, texts.flat, strict=True)]
    return np.array(found, bool).reshape(texts.shape)
