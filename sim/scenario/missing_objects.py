"""Warns of objects that a scenario's texts mention and the map lacks: ``the corner table`` of a cafe that has no such table.

A resident who remembers such a thing can neither go to it nor see it. Texts are read by rule, so these are hints and never
errors: a phrase is an article or a possessive, up to two more words, and a noun of ``NOUNS``. Knows the map's places and the
scenario's aliases; reads English alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import NamedTuple

import yaml

from sim.language.text import unnamed
from sim.scenario.aliases import object_aliases
from sim.scenario.model import Resident, Scenario
from sim.scenario.personas import sentences
from sim.scenario.problems import Path, ProblemReport
from sim.scenario.schema import ResidentModel, ScenarioModel
from sim.types import Address
from sim.world.places import Places

BANKS = FilePath(__file__).resolve().parents[2] / "assets" / "banks"
_LISTS: dict[str, str] = yaml.safe_load((BANKS / "words.yaml").read_text(encoding="utf-8"))
NOUNS = frozenset(_LISTS["furniture"].split())
"""Furniture and equipment that stays where it is."""

INDEFINITE = frozenset(("a", "an"))
DETERMINERS = INDEFINITE | {"the", "his", "her", "their", "its", "my", "our", "your", "this", "that"}
PLAIN = frozenset(_LISTS["plain_adjectives"].split())
"""Adjectives that do not distinguish objects of a kind."""
NO_MODIFIERS = frozenset(_LISTS["no_modifiers"].split())
"""Words that end a search to the left for an article: what they stand between is no noun phrase."""
MAX_MODIFIERS = 2
"""The most words between the article and the noun."""

_TOKEN = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*['’]?|[^\w\s]")
_TAIL = re.compile(r"\s(?:of|by|with|for|in|on|at|from|and)\s")
"""What follows the noun in the name of an object: ``table by the door``."""


class Phrase(NamedTuple):
    """``the corner table``: the text, the words that tell which table is meant, the noun, and whether it has ``the`` or an
    owner and not ``a``."""

    text: str
    modifiers: tuple[str, ...]
    noun: str
    definite: bool


class Passage(NamedTuple):
    """A text of the scenario and the sectors it is about unless it names others. ``certain``: the sectors are given with the
    text, as the place of an event is; otherwise they are those where its people live and work."""

    path: Path
    text: str
    sectors: tuple[Address, ...]
    certain: bool


def warn_of_missing_objects(model: ScenarioModel, scenario: Scenario, places: Places, report: ProblemReport) -> None:
    """Add a warning to ``report`` for every phrase whose place has no such object, once per phrase and place. ``model`` and
    ``scenario`` are the same scenario, as it was written and as it was built."""
    town = _Town(scenario, places)
    told: set[tuple[tuple[str, ...], str, frozenset[Address]]] = set()
    for passage, sentence, phrase in _found(model, town):
        named = town.named(sentence)
        certain = bool(named) or passage.certain
        sectors = named or passage.sectors
        if not certain:
            sectors = tuple(dict.fromkeys((*sectors, *town.of_people(sentence))))
        key = (phrase.modifiers, phrase.noun, frozenset(sectors))
        if key not in told and town.lacks(phrase, sectors, certain):
            told.add(key)
            report.add(passage.path, town.warning(phrase, sectors))


def _found(model: ScenarioModel, town: _Town) -> Iterator[tuple[Passage, str, Phrase]]:
    """Every phrase of the scenario with its passage and sentence."""
    for passage in _passages(model, town):
        for sentence in sentences(passage.text):
            for phrase in phrases(sentence):
                yield passage, sentence, phrase


def phrases(sentence: str) -> Iterator[Phrase]:
    """The phrases of a sentence that end with one of ``NOUNS`` (with the second where two stand in a row). Plurals are not
    read; words with a capital letter are not read either, since they are part of a name."""
    tokens = _TOKEN.findall(sentence)
    for end, (noun, following) in enumerate(zip(tokens, [*tokens[1:], ""], strict=True)):
        if noun not in NOUNS or following in NOUNS:
            continue
        begin = _determiner(tokens, end)
        if begin is not None:
            words = [word.casefold() for word in tokens[begin + 1 : end]]
            modifiers = tuple(word for word in words if word not in PLAIN)
            definite = tokens[begin].casefold() not in INDEFINITE
            yield Phrase(" ".join(tokens[begin : end + 1]), modifiers, noun, definite)


def _determiner(tokens: list[str], end: int) -> int | None:
    """The index of the article or owner that belongs to the noun at ``end``; None if there is none near enough."""
    for begin in range(end - 1, max(-1, end - MAX_MODIFIERS - 2), -1):
        word = tokens[begin].casefold()
        if word in DETERMINERS or word.endswith(("'s", "’s", "s'", "s’")):
            return begin
        if word in NO_MODIFIERS or not word[0].isalnum():
            return None
    return None


def _passages(model: ScenarioModel, town: _Town) -> Iterator[Passage]:
    """All texts that residents may come to know, except the weather and the states of objects."""
    for slug, entry in model.residents.items():
        yield from _resident_passages(slug, entry, town.homes)
    for number, (item, news) in enumerate(zip(model.news, town.scenario.news, strict=True)):
        about = town.homes.get(news.host, ()) if news.place is None else (news.place[:2],)
        yield Passage(("news", number, "text"), item.text, about, certain=news.place is not None)
    for number, event in enumerate(model.events):
        if event.say is not None:
            where = town.places.find(event.where) if event.where else None
            yield Passage(("events", number, "say"), event.say, (where[:2],) if where else (), certain=where is not None)
        elif event.whisper is not None:
            yield Passage(("events", number, "whisper"), event.whisper, town.homes.get(event.to or "", ()), certain=False)


def _resident_passages(slug: str, entry: ResidentModel, homes: Mapping[str, tuple[Address, ...]]) -> Iterator[Passage]:
    at: Path = ("residents", slug)
    for key, texts in (("background", entry.background), ("memories", entry.memories)):
        for number, text in enumerate(texts):
            yield Passage((*at, key, number), text, homes[slug], certain=False)
    yield Passage((*at, "currently"), entry.currently, homes[slug], certain=False)
    for other, text in entry.relationships.items():
        yield Passage((*at, "relationships", other), text, (*homes[slug], *homes.get(other, ())), certain=False)


class _Town:
    """What a phrase is compared with: the objects of every sector by their names, and where people live and work."""

    def __init__(self, scenario: Scenario, places: Places) -> None:
        self.scenario, self.places = scenario, places
        self.people = tuple(resident.name for resident in scenario.residents)
        self.homes = {resident.slug: _home_and_work(resident) for resident in scenario.residents}
        called = object_aliases(scenario.aliases, places)
        self._names = {sector.address: _names(sector.address, called, places) for sector in places.sectors}

    def named(self, sentence: str) -> tuple[Address, ...]:
        """The sectors that a sentence names, with or without their article."""
        names = ((sector.address, re.sub(r"^[Tt]he ", "", sector.name)) for sector in self.places.sectors)
        return tuple(address for address, name in names if _occurs(name, unnamed(sentence, name, self.people)))

    def of_people(self, sentence: str) -> tuple[Address, ...]:
        """Where the people named in a sentence live and work."""
        people = [resident for resident in self.scenario.residents if _occurs(resident.first, sentence)]
        return tuple(sector for resident in people for sector in self.homes[resident.slug])

    def lacks(self, phrase: Phrase, sectors: tuple[Address, ...], certain: bool) -> bool:
        """Whether none of ``sectors`` has the object. Where the text is not ``certain`` to be about them, ``a table`` may be
        anywhere, ``the round table`` where the town has one, and ``the fountain`` is the town's if it has one of this name."""
        if not sectors or any(name.fits(phrase) for sector in sectors for name in self._names.get(sector, ())):
            return False
        if certain:
            return True
        everywhere = [name for names in self._names.values() for name in names]
        if phrase.modifiers:
            elsewhere = any(name.fits(phrase) for name in everywhere)
        else:
            elsewhere = [name.text for name in everywhere].count(phrase.noun) == 1
        return phrase.definite and not elsewhere

    def warning(self, phrase: Phrase, sectors: tuple[Address, ...]) -> str:
        """What is missing where, and the alias that may be meant."""
        *others, last = [self.places.short(sector) for sector in sectors]
        nowhere = f"neither {', '.join(others)} nor {last} has it" if others else f"{last} does not have it"
        alike = {sector: self._alike(phrase, sector) for sector in sectors}
        sector = next((sector for sector in sectors if alike[sector]), sectors[0])
        thing, *more = alike[sector] or ["OBJECT"]
        called = " ".join((*phrase.modifiers, phrase.noun))
        alias = f"aliases: {{{self.places.short(sector)}: {{{called}: {thing}}}}}"
        choice = f" (or {', '.join(more)})" if more else ""
        return f"{phrase.text!r}: {nowhere}; name the object that is meant, as in {alias}{choice}, or change the text"

    def _alike(self, phrase: Phrase, sector: Address) -> list[str]:
        """The objects of a sector with the noun of the phrase."""
        names = dict.fromkeys(thing.name for thing in self.places.objects(sector))
        return [name for name in names if _head(name)[-1].endswith(phrase.noun)]


@dataclass(frozen=True, slots=True)
class _Name:
    """A name of an object: the whole, its noun, and all words that may stand before it, those of its place among them."""

    text: str
    noun: str
    words: frozenset[str]

    def fits(self, phrase: Phrase) -> bool:
        """Whether a phrase may mean an object of this name."""
        return self.noun.endswith(phrase.noun) and self.words.issuperset(map(_owner, phrase.modifiers))


def _names(sector: Address, called: Mapping[Address, tuple[str, ...]], places: Places) -> tuple[_Name, ...]:
    """All names of a sector's objects, and what they are ``called`` beside."""
    found = []
    for thing in places.objects(sector):
        around = [word for part in thing.address[1:-1] for word in _words(part)]
        for name in (thing.name, *called.get(thing.address, ())):
            found.append(_Name(name, _head(name)[-1], frozenset((*_words(name), *around))))
    return tuple(found)


def _head(name: str) -> list[str]:
    """The words of a name up to its noun: ``table by the door`` -> ``["table"]``."""
    return _words(_TAIL.split(name, maxsplit=1)[0]) or [""]


def _words(name: str) -> list[str]:
    return [_owner(word.casefold()) for word in _TOKEN.findall(name)]


def _owner(word: str) -> str:
    """``clinic's`` -> ``clinic``."""
    return re.sub(r"['’]s?$", "", word)


def _home_and_work(resident: Resident) -> tuple[Address, ...]:
    """The sectors where a resident works and lives. Work comes first: people meet there, and most texts are about it."""
    return tuple(dict.fromkeys(place[:2] for place in (resident.work, resident.home) if place))


def _occurs(name: str, sentence: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sentence) is not None
