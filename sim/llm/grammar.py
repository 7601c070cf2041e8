"""JSON schemas as grammars over a model's tokens, by llguidance: what may come next, what must, and how to end soon?

Grammars are compiled once per schema text and copied for each reply. Strings hold neither control characters nor quotation
marks nor backslashes, and begin with something visible; there is no optional blank. Knows tokens, not prompts.
"""

from __future__ import annotations

import ctypes
import json
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import llguidance
import numpy as np
from numpy.typing import NDArray

from sim.llm.base import ModelError
from sim.llm.native import Weights, library

_FORBIDDEN = r'\x00-\x1f"\\\x7f-\x9f' + "\u200b-\u200f\u2028-\u202e\ue000-\uf8ff\ufeff\ufffd\U00020000-\U0010ffff"
"""Inside a character class: control and format characters, what JSON would escape, and what no font can show."""
_FILLED = f"^[^{_FORBIDDEN} ][^{_FORBIDDEN}]*$"
_MAYBE = f"^([^{_FORBIDDEN} ][^{_FORBIDDEN}]*)?$"
LONGEST_END = 2048
"""Tokens; a grammar that cannot be ended within these is taken for one that cannot be ended."""
_UNKNOWN = 16
"""Characters that end a number, a word or a pattern such as a clock time."""
_BLANKS = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}


@dataclass(frozen=True, slots=True)
class Compiled:
    """A grammar at its start. ``reach`` is the most characters that its shortest end needs from anywhere in it; ``shortest``
    are the tokens of a short whole reply (empty where none is known)."""

    matcher: llguidance.LLMatcher
    reach: int
    shortest: tuple[int, ...] = ()


class Grammar:
    """One reply's way through a grammar. ``limit`` (shape (vocab,)) is what may be emitted at all."""

    def __init__(self, compiled: Compiled, limit: NDArray[np.bool_], closers: Closers) -> None:
        self._matcher, self._limit, self._closers = compiled.matcher.deep_copy(), limit, closers
        self._ending = compiled.shortest
        self.reach, self.shortest = compiled.reach, len(compiled.shortest)

    def mask(self) -> NDArray[np.bool_]:
        """What may come next: shape (vocab,); all False where the matcher gave up."""
        bits = np.frombuffer(self._matcher.compute_bitmask(), np.uint8)
        allowed = np.unpackbits(bits, count=len(self._limit), bitorder="little").view(np.bool_)
        return allowed & self._limit

    def take(self, token: int) -> bool:
        """Go on by one token; False where the grammar does not allow it."""
        return bool(self._matcher.consume_token(token))

    def back(self) -> None:
        """Undo the last ``take``."""
        self._matcher.rollback(1)

    def forced(self) -> list[int]:
        """The tokens that must follow, already taken."""
        tokens = list(self._matcher.compute_ff_tokens())
        return tokens if tokens and self._matcher.consume_tokens(tokens) else []

    @property
    def finished(self) -> bool:
        return bool(self._matcher.is_stopped())

    def ending(self) -> tuple[int, ...]:
        """Tokens that end the reply from here, about as few as can be; empty where none are known.

        Those found last are kept while they still fit, which is quick to see: inside a string they always do.
        """
        known = self._ending
        for tokens in (known, known[1:]):
            if tokens and self._matcher.validate_tokens(list(tokens)) == len(tokens):
                self._ending = tokens
                return tokens
        self._ending = self._search()
        return self._ending

    def _search(self) -> tuple[int, ...]:
        """Close what is open, again and again: on a copy."""
        ahead, tokens = Grammar.__new__(Grammar), list[int]()
        ahead._matcher, ahead._limit = self._matcher.deep_copy(), self._limit
        while not ahead.finished and len(tokens) < LONGEST_END:
            tokens += (forced := ahead.forced())
            if ahead.finished or (not forced and ahead._matcher.is_accepting()):
                return tuple(tokens)
            if forced:
                continue
            token = self._closers.first(ahead.mask())
            if token < 0 or not ahead.take(token):
                return ()
            tokens.append(token)
        return tuple(tokens) if ahead.finished else ()


class Closers:
    """The tokens that end things, best first: a closing quote, letters that fill what must not be empty, closing brackets,
    digits, then every other single byte. They are few, and together they can end any reply."""

    def __init__(self, pieces: Sequence[bytes], limit: NDArray[np.bool_]) -> None:
        singles = [token for token, piece in enumerate(pieces) if len(piece) == 1 and limit[token]]
        self._order = np.array(sorted(singles, key=lambda token: (_closing(pieces[token]), token)), np.int64)
        self._lengths = np.array([len(piece) or 2**15 for piece in pieces], np.int32)

    def first(self, allowed: NDArray[np.bool_]) -> int:
        """The best of ``allowed`` (shape (vocab,)); the shortest where none of ours is allowed; -1 for none at all."""
        ranked = np.flatnonzero(allowed[self._order])
        if len(ranked):
            return int(self._order[ranked[0]])
        others = np.flatnonzero(allowed)
        return int(others[self._lengths[others].argmin()]) if len(others) else -1


def _closing(piece: bytes) -> int:
    ranks = (piece == b'"', piece.isalpha(), piece in b"}]", piece.isdigit())
    return ranks.index(True) if True in ranks else len(ranks)


class Grammars:
    """Compiled grammars of one vocabulary, the last ``capacity`` of them kept."""

    def __init__(self, weights: Weights, plain: Sequence[int] = (), capacity: int = 256) -> None:
        """``plain`` are tokens that look like marks but are text (pointers)."""
        self._weights, self._plain, self._capacity = weights, frozenset(plain), capacity
        self._compiled: OrderedDict[str, Compiled] = OrderedDict()

    @cached_property
    def _tokenizer(self) -> llguidance.LLTokenizer:
        """Built on first use: a second for a vocabulary of 150,000."""
        marks = self._weights.control
        tokens = [b"\xff" + piece if marks[i] else piece for i, piece in enumerate(self._weights.pieces)]
        function = ctypes.cast(library()._lib.llama_tokenize, ctypes.c_void_p).value
        return llguidance.LLTokenizer.from_llamacpp(
            tokens=tokens,
            vocab_ptr=self._weights.vocab,
            tokenize_fptr=function,
            eos_token=list(self._weights.ends),
            slices=[rf"[^{_FORBIDDEN}]{{1,10}}", rf"[^{_FORBIDDEN}]{{1,30}}", rf"[^{_FORBIDDEN}]+"],
        )

    def begin(self, schema: str, limit: NDArray[np.bool_]) -> Grammar:
        """A grammar at its start. Raises ``ModelError`` for a schema that cannot be a grammar."""
        compiled = self._compiled.get(schema)
        if compiled is None:
            start = self._compile(schema)
            shortest = Grammar(start, limit, self._closers).ending()
            compiled = self._compiled[schema] = replace(start, shortest=shortest)
            if len(self._compiled) > self._capacity:
                self._compiled.popitem(last=False)
        self._compiled.move_to_end(schema)
        return Grammar(compiled, limit, self._closers)

    def _compile(self, schema: str) -> Compiled:
        try:
            shape = json.loads(schema)
            grammar = llguidance.LLMatcher.grammar_from_json_schema({**guarded(shape), "x-guidance": _BLANKS})
        except ValueError as error:
            raise ModelError(f"The reply's schema is not JSON: {str(error)[:120]}.") from error
        matcher = llguidance.LLMatcher(self._tokenizer, grammar, log_level=0)
        if matcher.is_error():
            raise ModelError(f"The reply's schema cannot be a grammar: {matcher.get_error().splitlines()[0][:160]}.")
        return Compiled(matcher, reach(shape))


def reach(schema: Any) -> int:
    """The most characters (and so tokens) that the shortest end of a reply needs, from wherever in it one stands."""
    if not isinstance(schema, dict):
        return _UNKNOWN
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    if values:
        return max(len(json.dumps(value).encode()) for value in values)
    if schema.get("type") == "object":
        return 2 + sum(len(json.dumps(name)) + 4 + reach(part) for name, part in schema.get("properties", {}).items())
    if schema.get("type") == "array":
        return 2 + (int(schema.get("minItems", 0)) + 1) * (2 + reach(schema.get("items")))
    return int(schema.get("minLength", 0)) + _UNKNOWN


def guarded(schema: Any) -> Any:
    """``schema`` with every free string kept to clean text; patterns and enumerations stay as they are."""
    if isinstance(schema, list):
        return [guarded(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == "string" and not {"enum", "const", "pattern", "format"} & set(schema):
        return {**schema, "pattern": _FILLED if schema.get("minLength") else _MAYBE}
    return {key: part if key in ("enum", "const", "required") else guarded(part) for key, part in schema.items()}
