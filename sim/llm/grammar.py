"""Constrained decoding with llguidance: a JSON schema as a grammar over a model's tokens.

A ``Grammar`` says which tokens may come next, which must, and how to end the reply soon. Each schema text is compiled once and
copied for each reply. Strings in replies hold no control characters, quotation marks or backslashes and begin with a visible
character; there is no optional whitespace. Knows tokens, not prompts.
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
from sim.llm.early_end import ClosingTokens
from sim.llm.weights import Weights

_FORBIDDEN = r'\x00-\x1f"\\\x7f-\x9f' + "\u200b-\u200f\u2028-\u202e\ue000-\uf8ff\ufeff\ufffd\U00020000-\U0010ffff"
"""The inside of a character class: control and format characters, what JSON would escape, and what no font can show."""
_NOT_EMPTY = f"^[^{_FORBIDDEN} ][^{_FORBIDDEN}]*$"
_ANY_TEXT = f"^([^{_FORBIDDEN} ][^{_FORBIDDEN}]*)?$"
MAX_END_TOKENS = 2048
"""A grammar that cannot be ended within this many tokens counts as one that cannot be ended."""
MAX_COMPILED = 256
"""Compiled grammars that are kept; the least recently used is dropped first."""
_WHITESPACE = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}


class Grammar:
    """The state of one reply within a grammar. ``allowed`` (bool, shape (vocab,)) are the tokens that a reply may hold at all.
    ``shortest_reply`` are the tokens of a complete reply, about as few as possible; empty where none is known."""

    def __init__(
        self,
        matcher: llguidance.LLMatcher,
        allowed: NDArray[np.bool_],
        closing: ClosingTokens,
        shortest_reply: tuple[int, ...] = (),
    ) -> None:
        self._matcher, self._allowed, self._closing = matcher, allowed, closing
        self.shortest_reply = shortest_reply
        # The last end found, and whether it still is an end.
        self._known_end, self._end_holds = shortest_reply, bool(shortest_reply)
        self._previous = self._known_end, self._end_holds

    def mask(self) -> NDArray[np.bool_]:
        """The tokens that may come next: bool, shape (vocab,). All False where the matcher gave up."""
        bits = np.frombuffer(self._matcher.compute_bitmask(), np.uint8)
        candidates = np.unpackbits(bits, count=len(self._allowed), bitorder="little").view(np.bool_)
        return candidates & self._allowed

    def consume(self, token: int) -> bool:
        """Go on by one token; False where the grammar does not allow it."""
        self._previous = self._known_end, self._end_holds
        self._follow_end([token])
        return bool(self._matcher.consume_token(token))

    def rollback(self) -> None:
        """Undo the last ``consume``. Nothing else may have been consumed since."""
        self._matcher.rollback(1)
        self._known_end, self._end_holds = self._previous

    def consume_forced(self) -> list[int]:
        """Consume and return the tokens that must follow. A tokeniser that puts a space before its texts spells some forced
        text wrongly; such text is left to be sampled."""
        tokens = list(self._matcher.compute_ff_tokens())
        tokens = tokens[: self._matcher.validate_tokens(tokens)] if tokens else []
        if not tokens or not self._matcher.consume_tokens(tokens):
            return []
        self._follow_end(tokens)
        return tokens

    def count_valid(self, tokens: Sequence[int]) -> int:
        """How many of ``tokens``, from the first on, could follow."""
        return int(self._matcher.validate_tokens(list(tokens))) if tokens else 0

    def _follow_end(self, tokens: list[int]) -> None:
        """Shorten the known end by ``tokens``, or mark it as no longer valid."""
        count = len(tokens)
        if self._end_holds and list(self._known_end[:count]) == tokens:
            self._known_end = self._known_end[count:]
        else:
            self._end_holds = False

    @property
    def finished(self) -> bool:
        """Whether nothing can follow. A matcher that gave up is not finished; it allows nothing."""
        return bool(self._matcher.is_stopped()) and not self._matcher.is_error()

    @property
    def can_end(self) -> bool:
        """Whether the reply could end here."""
        return bool(self._matcher.is_accepting())

    def shortest_end(self) -> tuple[int, ...]:
        """Tokens that end the reply from here, about as few as possible; empty where none are known. An end that was found
        before is kept while it is still valid, which is quick to check: inside a string it always is."""
        if not self._end_holds:
            ahead = Grammar(self._matcher.deep_copy(), self._allowed, self._closing)
            kept = (tokens for tokens in (self._known_end[1:], self._known_end) if self._is_end(tokens))
            self._known_end, self._end_holds = next(kept, ()) or tuple(ahead.finish()), True
        return self._known_end

    def _is_end(self, tokens: Sequence[int]) -> bool:
        if not tokens or self._matcher.validate_tokens(list(tokens)) < len(tokens):
            return False
        ahead = self._matcher.deep_copy()
        return bool(ahead.consume_tokens(list(tokens)) and ahead.is_accepting())

    def finish(self) -> list[int]:
        """Close whatever is open until the reply is over. Returns the consumed tokens, or [] if that is not possible."""
        tokens: list[int] = []
        while not self.finished and len(tokens) < MAX_END_TOKENS:
            if forced := self.consume_forced():
                tokens += forced
            elif self.can_end:
                break
            elif (token := self._closing.first(self.mask())) >= 0 and self.consume(token):
                tokens.append(token)
            else:
                return []
        return tokens if self.can_end or self.finished else []


class Grammars:
    """The compiled grammars of one vocabulary."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._compiled: OrderedDict[str, tuple[llguidance.LLMatcher, tuple[int, ...]]] = OrderedDict()

    @cached_property
    def _closing(self) -> ClosingTokens:
        return ClosingTokens(self._weights.pieces, ~self._weights.control)

    @cached_property
    def _tokenizer(self) -> llguidance.LLTokenizer:
        """llguidance's tokeniser, built on first use: that takes a second for a vocabulary of 150,000."""
        marks = self._weights.control
        tokens = [b"\xff" + piece if marks[i] else piece for i, piece in enumerate(self._weights.pieces)]
        function = ctypes.cast(self._weights.tokenize_function, ctypes.c_void_p).value
        return llguidance.LLTokenizer.from_llamacpp(
            tokens=tokens,
            vocab_ptr=self._weights.vocab,
            tokenize_fptr=function,
            eos_token=list(self._weights.end_tokens),
            slices=[rf"[^{_FORBIDDEN}]{{1,10}}", rf"[^{_FORBIDDEN}]{{1,30}}", rf"[^{_FORBIDDEN}]+"],
        )

    def start(self, schema: str, allowed: NDArray[np.bool_]) -> Grammar:
        """The grammar of ``schema`` at the start of a reply. Raises ``ModelError`` for a schema that cannot be a grammar."""
        compiled = self._compiled.get(schema)
        if compiled is None:
            matcher = self._compile(schema)
            compiled = self._compiled[schema] = matcher, Grammar(matcher, allowed, self._closing).shortest_end()
            if len(self._compiled) > MAX_COMPILED:
                self._compiled.popitem(last=False)
        self._compiled.move_to_end(schema)
        matcher, shortest_reply = compiled
        return Grammar(matcher.deep_copy(), allowed, self._closing, shortest_reply)

    def _compile(self, schema: str) -> llguidance.LLMatcher:
        try:
            restricted = {**restrict_strings(json.loads(schema)), "x-guidance": _WHITESPACE}
            grammar = llguidance.LLMatcher.grammar_from_json_schema(restricted)
        except ValueError as error:
            raise ModelError(f"The reply's schema is not JSON: {str(error)[:120]}.") from error
        matcher = llguidance.LLMatcher(self._tokenizer, grammar, log_level=0)
        if matcher.is_error():
            raise ModelError(f"The reply's schema cannot be a grammar: {matcher.get_error().splitlines()[0][:160]}.")
        return matcher


def restrict_strings(schema: Any) -> Any:
    """``schema`` with every free string limited to clean text; patterns and enumerations stay as they are."""
    if isinstance(schema, list):
        return [restrict_strings(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == "string" and not {"enum", "const", "pattern", "format"} & set(schema):
        return {**schema, "pattern": _NOT_EMPTY if schema.get("minLength") else _ANY_TEXT}
    return {key: part if key in ("enum", "const", "required") else restrict_strings(part) for key, part in schema.items()}
