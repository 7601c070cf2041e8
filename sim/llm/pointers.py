"""Names as pointers: the residents, places, days and clock times of a prompt as single tokens, and back in the reply.

``<P0>`` is the one who thinks, ``<P1>`` and on the others in order of first appearance, ``<p1>`` their first names, ``<L0>``
.. places, ``<D0>`` .. weekdays and dates, ``<T0>`` .. clock times. ``<S0>`` .. follow phrases that a prompt quotes, and stand
for them in replies. A model whose vocabulary holds these tokens was trained to read and write this way, so it never misspells
a name; any other model gets plain text. Pure text, no model.
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
_TYPED = re.compile(r"<(?=[PpLDTS]\d+>)")

Limits = Mapping[str, int]
"""How many pointers of each kind (``P``, ``L``, ``D``, ``T``, ``S``) a vocabulary has."""


def limits_of(pieces: Mapping[str, int]) -> dict[str, int]:
    """The limits of a vocabulary (text -> id); all 0 where it knows no pointers."""
    limits = {}
    for kind in "PLDTS":
        count = 0
        while f"<{kind}{count}>" in pieces:
            count += 1
        limits[kind] = count
    return limits


class Pointers:
    """The mapping of one prompt. Encode the system message, then the user message; replies and options after them."""

    def __init__(self, names: Names, limits: Limits) -> None:
        self._limits = limits
        self._to: dict[str, str] = {}
        self._back: dict[str, str] = {}
        self._used = dict.fromkeys("PLDTS", 0)
        self._phrases = {phrase: f"<S{number}>" for number, phrase in enumerate(names.phrases[: limits.get("S", 0)])}
        self._quoted = {json.dumps(phrase, ensure_ascii=False): pointer for phrase, pointer in self._phrases.items()}
        self._told: set[str] = set()
        self._back |= {pointer: phrase for phrase, pointer in self._phrases.items()}
        self._people = [names.me, *(pair for pair in names.people if pair != names.me)]
        self._places = frozenset(names.places)
        self._pattern = _pattern(names.me, names.people, names.places)
        if names.me[0]:
            self._person(*names.me)

    @property
    def standing(self) -> tuple[str, ...]:
        """The pointers given out so far: all that a reply may contain."""
        return tuple(self._back)

    def encode(self, text: str) -> str:
        """A message with pointers for names, and behind the phrases that it quotes, the first time. Pointers that somebody
        typed are broken up, so that they stay text."""
        if not self._quoted:
            return self._named(text)
        return "".join(map(self._part, _STRING.split(text)))

    def _part(self, text: str) -> str:
        """What stands between quotation marks, with them, or outside: a phrase that was told before is its pointer alone."""
        pointer = self._quoted.get(text)
        if pointer is None:
            return self._named(text)
        if pointer in self._told:
            return f'"{pointer}"'
        self._told.add(pointer)
        return f"{self._named(text)} {pointer}"

    def _named(self, text: str, grow: bool = True) -> str:
        """Names as pointers; ``grow`` gives new ones to those not seen yet."""
        return self._pattern.sub(lambda match: self._replace(match.group(0), grow), _TYPED.sub("< ", text))

    def decode(self, text: str) -> str:
        """Names and phrases for pointers, each phrase once; a pointer that was never given out becomes nothing."""
        if self._phrases:
            parts = [part.strip() for part in _PHRASE.split(text)]
            text = " ".join(part for i, part in enumerate(parts) if part and (not i % 2 or part not in parts[:i]))
        return POINTER.sub(lambda match: self._back.get(match.group(0), ""), text)

    def encode_json(self, text: str) -> str:
        """A complete reply: each string of its JSON encoded without growing; plain text where it is not JSON."""
        try:
            value = json.loads(text)
        except ValueError:
            return self._named(text, grow=False)
        return json.dumps(_map(value, self._known))

    def encode_schema(self, schema: Any) -> Any:
        """The schema with the values of its enumerations encoded."""
        if isinstance(schema, list):
            return [self.encode_schema(part) for part in schema]
        if not isinstance(schema, dict):
            return schema
        return {
            key: _map(part, self._known) if key in ("enum", "const") else self.encode_schema(part)
            for key, part in schema.items()
        }

    def _known(self, text: str) -> str:
        """What a reply says, with the pointers that stand already: those of phrases close up to each other."""
        if text in self._phrases or not any(phrase in text for phrase in self._phrases):
            return self._phrases.get(text) or self._named(text, grow=False)
        parts = _whole(tuple(self._phrases)).split(text)
        said = (self._phrases[part] if i % 2 else self._named(part.strip(), grow=False) for i, part in enumerate(parts))
        return "".join(said)

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
            if isinstance(meant, str) and self._known(meant) == value:
                return meant
        return _cut(self.decode(value), schema.get("maxLength"))

    def _replace(self, name: str, grow: bool) -> str:
        if name in self._to or not grow:
            return self._to.get(name, name)
        for person in self._people:
            if name in person:
                if person[0] not in self._to:
                    self._person(*person)
                return self._to.get(name, name)
        if name in self._places:
            return self._new("L", name)
        return self._new("T" if name[0].isdigit() else "D", name)

    def _person(self, full: str, first: str) -> None:
        pointer = self._new("P", full)
        if pointer != full and first and first != full and first not in self._to:
            self._to[first] = pointer.lower()
            self._back[pointer.lower()] = first

    def _new(self, kind: str, text: str) -> str:
        number = self._used[kind]
        if number >= self._limits[kind]:
            return text
        self._used[kind] += 1
        pointer = f"<{kind}{number}>"
        self._to[text], self._back[pointer] = pointer, text
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
def _whole(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """A phrase that stands by itself."""
    words = sorted(map(re.escape, phrases), key=len, reverse=True)
    return re.compile(f"(?<![^ ])({'|'.join(words)})(?![^ ])")


def _map(value: Any, change: Any) -> Any:
    """``change`` applied to every string of JSON data that is not a member's name."""
    if isinstance(value, dict):
        return {key: _map(part, change) for key, part in value.items()}
    if isinstance(value, list):
        return [_map(part, change) for part in value]
    return change(value) if isinstance(value, str) else value


def _cut(text: str, longest: Any) -> str:
    if not isinstance(longest, int) or len(text) <= longest:
        return text
    return text[: longest + 1].rsplit(" ", 1)[0][:longest].rstrip(" ,;:")
