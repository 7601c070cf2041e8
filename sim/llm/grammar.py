"""JSON schemas as grammars over a model's tokens, by llguidance: what may come next, what must, and how to end soon?

Grammars are compiled once per schema text and copied for each reply. Strings hold neither control characters nor quotation
marks nor backslashes, and begin with something visible; there is no optional blank. Knows tokens, not prompts.
"""

from __future__ import annotations

import ctypes
import json
from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import llguidance
import numpy as np
from numpy.typing import NDArray

from sim.llm.base import ModelError
from sim.llm.early_end import Closers
from sim.llm.native import Weights

_FORBIDDEN = r'\x00-\x1f"\\\x7f-\x9f' + "\u200b-\u200f\u2028-\u202e\ue000-\uf8ff\ufeff\ufffd\U00020000-\U0010ffff"
"""Inside a character class: control and format characters, what JSON would escape, and what no font can show."""
_FILLED = f"^[^{_FORBIDDEN} ][^{_FORBIDDEN}]*$"
_MAYBE = f"^([^{_FORBIDDEN} ][^{_FORBIDDEN}]*)?$"
LONGEST_END = 2048
"""Tokens; a grammar that cannot be ended within these is taken for one that cannot be ended."""
_BLANKS = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}


class Grammar:
    """One reply's way through a grammar. ``limit`` (shape (vocab,)) is what may be emitted at all; ``shortest`` are the tokens
    of a whole reply, about as few as can be (none where that is not known)."""

    def __init__(
        self, matcher: llguidance.LLMatcher, limit: NDArray[np.bool_], closers: Closers, shortest: tuple[int, ...] = ()
    ) -> None:
        self._matcher, self._limit, self._closers = matcher, limit, closers
        self.shortest = shortest
        self._end, self._sure = shortest, bool(shortest)  # the last ``ending``, and whether it is still one
        self._before = self._end, self._sure

    def mask(self) -> NDArray[np.bool_]:
        """What may come next: shape (vocab,); all False where the matcher gave up."""
        bits = np.frombuffer(self._matcher.compute_bitmask(), np.uint8)
        allowed = np.unpackbits(bits, count=len(self._limit), bitorder="little").view(np.bool_)
        return allowed & self._limit

    def take(self, token: int) -> bool:
        """Go on by one token; False where the grammar does not allow it."""
        self._before = self._end, self._sure
        self._pass([token])
        return bool(self._matcher.consume_token(token))

    def back(self) -> None:
        """Undo the last ``take``, if nothing was done since but looking."""
        self._matcher.rollback(1)
        self._end, self._sure = self._before

    def forced(self) -> list[int]:
        """The tokens that must follow, already taken.

        A tokeniser that puts a blank before its texts spells some of them wrong: those are left to be drawn.
        """
        tokens = list(self._matcher.compute_ff_tokens())
        tokens = tokens[: self._matcher.validate_tokens(tokens)] if tokens else []
        if not tokens or not self._matcher.consume_tokens(tokens):
            return []
        self._pass(tokens)
        return tokens

    def follows(self, tokens: Sequence[int]) -> int:
        """How many first ones of these could follow."""
        return int(self._matcher.validate_tokens(list(tokens))) if tokens else 0

    def _pass(self, tokens: list[int]) -> None:
        """Follow the known ending, or leave it."""
        count = len(tokens)
        if self._sure and list(self._end[:count]) == tokens:
            self._end = self._end[count:]
        else:
            self._sure = False

    @property
    def finished(self) -> bool:
        """Whether nothing can follow; a matcher that gave up is not finished, it allows nothing."""
        return bool(self._matcher.is_stopped()) and not self._matcher.is_error()

    @property
    def complete(self) -> bool:
        """Whether the reply could end here."""
        return bool(self._matcher.is_accepting())

    def ending(self) -> tuple[int, ...]:
        """Tokens that end the reply from here, about as few as can be; empty where none are known.

        Those found before are kept while they still do, which is quick to see: inside a string they always do.
        """
        if not self._sure:
            ahead = Grammar(self._matcher.deep_copy(), self._limit, self._closers)
            kept = (tokens for tokens in (self._end[1:], self._end) if self._ends(tokens))
            self._end, self._sure = next(kept, ()) or tuple(ahead.close()), True
        return self._end

    def _ends(self, tokens: Sequence[int]) -> bool:
        if not tokens or self._matcher.validate_tokens(list(tokens)) < len(tokens):
            return False
        ahead = self._matcher.deep_copy()
        return bool(ahead.consume_tokens(list(tokens)) and ahead.is_accepting())

    def close(self) -> list[int]:
        """Close what is open, again and again, until the reply is over; the tokens, already taken, or none."""
        tokens: list[int] = []
        while not self.finished and len(tokens) < LONGEST_END:
            if forced := self.forced():
                tokens += forced
            elif self.complete:
                break
            elif (token := self._closers.first(self.mask())) >= 0 and self.take(token):
                tokens.append(token)
            else:
                return []
        return tokens if self.complete or self.finished else []


class Grammars:
    """Compiled grammars of one vocabulary, the last ``capacity`` of them kept."""

    def __init__(self, weights: Weights, plain: Sequence[int] = (), capacity: int = 256) -> None:
        """``plain`` are tokens that look like marks but are text (pointers)."""
        self._weights, self._plain, self._capacity = weights, frozenset(plain), capacity
        self._compiled: OrderedDict[str, tuple[llguidance.LLMatcher, tuple[int, ...]]] = OrderedDict()

    @cached_property
    def _closers(self) -> Closers:
        return Closers(self._weights.pieces, ~self._weights.control)

    @cached_property
    def _tokenizer(self) -> llguidance.LLTokenizer:
        """Built on first use: a second for a vocabulary of 150,000."""
        marks = self._weights.control
        tokens = [b"\xff" + piece if marks[i] else piece for i, piece in enumerate(self._weights.pieces)]
        function = ctypes.cast(self._weights.tokenizer, ctypes.c_void_p).value
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
            matcher = self._compile(schema)
            compiled = self._compiled[schema] = matcher, Grammar(matcher, limit, self._closers).ending()
            if len(self._compiled) > self._capacity:
                self._compiled.popitem(last=False)
        self._compiled.move_to_end(schema)
        matcher, shortest = compiled
        return Grammar(matcher.deep_copy(), limit, self._closers, shortest)

    def _compile(self, schema: str) -> llguidance.LLMatcher:
        try:
            grammar = llguidance.LLMatcher.grammar_from_json_schema({**guarded(json.loads(schema)), "x-guidance": _BLANKS})
        except ValueError as error:
            raise ModelError(f"The reply's schema is not JSON: {str(error)[:120]}.") from error
        matcher = llguidance.LLMatcher(self._tokenizer, grammar, log_level=0)
        if matcher.is_error():
            raise ModelError(f"The reply's schema cannot be a grammar: {matcher.get_error().splitlines()[0][:160]}.")
        return matcher


def guarded(schema: Any) -> Any:
    """``schema`` with every free string kept to clean text; patterns and enumerations stay as they are."""
    if isinstance(schema, list):
        return [guarded(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == "string" and not {"enum", "const", "pattern", "format"} & set(schema):
        return {**schema, "pattern": _FILLED if schema.get("minLength") else _MAYBE}
    return {key: part if key in ("enum", "const", "required") else guarded(part) for key, part in schema.items()}
