"""Names as pointer tokens: names, places, days and times of a prompt become single tokens, and text again in the reply.

``<P0>`` is the resident who thinks, ``<P1>`` and on the others in order of first appearance, ``<p1>`` their first names,
``<L0>`` and on places, ``<D0>`` weekdays and dates, ``<T0>`` clock times. ``<S0>`` and on follow phrases that the prompt
quotes, and stand for them in replies. A model whose vocabulary holds these tokens was trained to read and write them, so it
never misspells a name. Any other model gets plain text. Pure text, no model.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain, repeat
from typing import Any

from sim.llm.base import Names

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_TIME = r"\b\d{1,2}(?::\d{2})? (?:am|pm)\b"
_DATE = rf"\b(?:(?:{_MONTHS}) \d{{1,2}}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b"
POINTER = re.compile(r"<[PpLDTS]\d+>")
"""A pointer as text."""
_PHRASE = re.compile(r"(<S\d+>)")
_STRING = re.compile(r'("(?:[^"\\\n]|\\.)*")')
_TYPED_POINTER = re.compile(r"<(?=[PpLDTS]\d+>)")

Limits = Mapping[str, int]
"""How many pointers of each kind (``P``, ``L``, ``D``, ``T``, ``S``) a vocabulary has."""


def pointer_limits(pieces: Mapping[str, int]) -> dict[str, int]:
    """The limits of a vocabulary (text -> id); all 0 where it has no pointers."""
    limits = {}
    for kind in "PLDTS":
        count = 0
        while f"<{kind}{count}>" in pieces:
            count += 1
        limits[kind] = count
    return limits


class Pointers:
    """The pointers of one prompt. Encode the system message, then the user message; then replies and options."""

    def __init__(self, names: Names, limits: Limits) -> None:
        self._limits = limits
        self._pointer_of: dict[str, str] = {}
        self._text_of: dict[str, str] = {}
        self._counts = dict.fromkeys("PLDTS", 0)
        self._phrases = {phrase: f"<S{number}>" for number, phrase in enumerate(names.phrases[: limits.get("S", 0)])}
        self._quoted = {json.dumps(phrase, ensure_ascii=False): pointer for phrase, pointer in self._phrases.items()}
        self._shown: set[str] = set()
        self._text_of |= {pointer: phrase for phrase, pointer in self._phrases.items()}
        self._people = [names.me, *(pair for pair in names.people if pair != names.me)]
        self._places = frozenset(names.places)
        self._pattern = _pattern(names.me, names.people, names.places)
        if names.me[0]:
            self._add_person(*names.me)

    @property
    def issued(self) -> tuple[str, ...]:
        """The pointers given out so far: all that a reply may contain."""
        return tuple(self._text_of)

    def encode(self, text: str) -> str:
        """A message with pointers for names, and pointers behind the phrases that it quotes for the first time. Pointers that
        somebody typed are broken up, so that they stay text."""
        if not self._quoted:
            return self._encode_names(text)
        return "".join(map(self._encode_part, _STRING.split(text)))

    def _encode_part(self, text: str) -> str:
        """Encode a quoted string, with its quotation marks, or the text between two. A phrase that was quoted before becomes
        its pointer alone."""
        pointer = self._quoted.get(text)
        if pointer is None:
            return self._encode_names(text)
        if pointer in self._shown:
            return f'"{pointer}"'
        self._shown.add(pointer)
        return f"{self._encode_names(text)} {pointer}"

    def _encode_names(self, text: str, may_add: bool = True) -> str:
        """Names as pointers; ``may_add`` issues new pointers for names not seen yet."""
        return self._pattern.sub(lambda match: self._pointer_for(match.group(0), may_add), _TYPED_POINTER.sub("< ", text))

    def decode(self, text: str) -> str:
        """Names and phrases for pointers, each phrase once. A pointer that was never issued is removed."""
        if self._phrases:
            parts = [part.strip() for part in _PHRASE.split(text)]
            text = " ".join(part for i, part in enumerate(parts) if part and (not i % 2 or part not in parts[:i]))
        return POINTER.sub(lambda match: self._text_of.get(match.group(0), ""), text)

    def encode_json(self, text: str) -> str:
        """A complete reply: each string of its JSON encoded without new pointers; plain text where it is not JSON."""
        try:
            value = json.loads(text)
        except ValueError:
            return self._encode_names(text, False)
        return json.dumps(map_strings(value, self._encode_reply))

    def encode_schema(self, schema: Any) -> Any:
        """The schema with the values of its enumerations encoded."""
        if isinstance(schema, list):
            return [self.encode_schema(part) for part in schema]
        if not isinstance(schema, dict):
            return schema
        return {
            key: map_strings(part, self._encode_reply) if key in ("enum", "const") else self.encode_schema(part)
            for key, part in schema.items()
        }

    def _encode_reply(self, text: str) -> str:
        """A string of a reply with the pointers issued so far. No space stands beside the pointer of a phrase."""
        if text in self._phrases or not any(phrase in text for phrase in self._phrases):
            return self._phrases.get(text) or self._encode_names(text, False)
        parts = _phrase_pattern(tuple(self._phrases)).split(text)
        return "".join(
            self._phrases[part] if i % 2 else self._encode_names(part.strip(), False) for i, part in enumerate(parts)
        )

    def decode_json(self, text: str, schema: Any) -> str:
        """A reply with its names back. Enumerated values return exactly; strings that names made too long for the schema are
        cut at a word."""
        try:
            value = json.loads(text)
        except ValueError:
            return self.decode(text)
        return json.dumps(self._restore(value, schema if isinstance(schema, dict) else {}), ensure_ascii=False)

    def _restore(self, value: Any, schema: Mapping[str, Any]) -> Any:
        if isinstance(value, dict):
            known = schema.get("properties", {})
            return {key: self._restore(part, known.get(key, {})) for key, part in value.items()}
        if isinstance(value, list):
            first = schema.get("prefixItems", ())
            rest = repeat(schema.get("items") or {}, max(0, len(value) - len(first)))
            return [self._restore(part, inner) for part, inner in zip(value, chain(first, rest), strict=False)]
        if not isinstance(value, str):
            return value
        for meant in schema.get("enum", ()):
            if isinstance(meant, str) and self._encode_reply(meant) == value:
                return meant
        return _cut_at_word(self.decode(value), schema.get("maxLength"))

    def _pointer_for(self, name: str, may_add: bool) -> str:
        if name in self._pointer_of or not may_add:
            return self._pointer_of.get(name, name)
        for person in self._people:
            if name in person:
                if person[0] not in self._pointer_of:
                    self._add_person(*person)
                return self._pointer_of.get(name, name)
        if name in self._places:
            return self._add("L", name)
        return self._add("T" if name[0].isdigit() else "D", name)

    def _add_person(self, full: str, first: str) -> None:
        pointer = self._add("P", full)
        if pointer != full and first and first != full and first not in self._pointer_of:
            self._pointer_of[first] = pointer.lower()
            self._text_of[pointer.lower()] = first

    def _add(self, kind: str, text: str) -> str:
        number = self._counts[kind]
        if number >= self._limits[kind]:
            return text
        self._counts[kind] += 1
        pointer = f"<{kind}{number}>"
        self._pointer_of[text], self._text_of[pointer] = pointer, text
        return pointer


@lru_cache(maxsize=512)
def _pattern(me: tuple[str, str], others: tuple[tuple[str, str], ...], places: tuple[str, ...]) -> re.Pattern[str]:
    """Places before full names before first names, longer ones first, then clock times and dates."""
    people = dict.fromkeys((me, *others))
    groups = (places, [full for full, _ in people], [first for _, first in people])
    words = [re.escape(word) for group in groups for word in sorted(dict.fromkeys(group), key=len, reverse=True) if word]
    named = rf"(?<![A-Za-z])(?:{'|'.join(words)})(?![A-Za-z])|" if words else ""
    return re.compile(f"{named}{_TIME}|{_DATE}")


@lru_cache(maxsize=512)
def _phrase_pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """A phrase that stands by itself."""
    words = sorted(map(re.escape, phrases), key=len, reverse=True)
    return re.compile(f"(?<![^ ])({'|'.join(words)})(?![^ ])")


def map_strings(value: Any, change: Any) -> Any:
    """``change`` applied to every string of JSON data that is not a member's name."""
    if isinstance(value, dict):
        return {key: map_strings(part, change) for key, part in value.items()}
    if isinstance(value, list):
        return [map_strings(part, change) for part in value]
    return change(value) if isinstance(value, str) else value


def _cut_at_word(text: str, longest: Any) -> str:
    if not isinstance(longest, int) or len(text) <= longest:
        return text
    return text[: longest + 1].rsplit(" ", 1)[0][:longest].rstrip(" ,;:")
