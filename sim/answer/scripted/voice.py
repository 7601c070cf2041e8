"""How somebody is heard in what they say: the small conversations that suit their nature, their own greetings and goodbyes.

Knows traits, tones and names, nothing of turns or of what is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Exchange
from sim.answer.scripted.talk import Talk
from sim.language.text import capital, fill, fillable

_LEANS: Mapping[str, str] = {
    "friendly": "glad content kind encouraging",
    "shy": "solitary uneasy observant",
    "witty": "amused",
    "sarcastic": "annoyed amused honest",
    "stubborn": "persistent annoyed faithful",
    "ambitious": "proud persistent overworked",
    "creative": "inventive joyful curious",
    "organized": "thorough overworked",
    "cheerful": "glad joyful amused content",
    "gloomy": "sad worried doubtful tired lonely",
    "anxious": "worried uneasy doubtful",
    "generous": "kind encouraging",
    "thrifty": "poor inventive",
    "blunt": "honest annoyed fair",
    "gentle": "kind observant sad",
    "brave": "fair honest persistent",
    "cautious": "worried thorough doubtful",
    "impulsive": "amused joyful glad",
    "dreamy": "content joyful observant curious",
    "energetic": "glad overworked persistent",
    "lazy": "tired content solitary",
    "proud": "proud thorough",
    "humble": "doubtful unseen kind",
    "pessimistic": "worried doubtful annoyed sad",
    "romantic": "sad joyful lonely kind",
    "nostalgic": "faithful sad lonely content",
    "adventurous": "glad joyful curious",
    "studious": "curious thorough",
    "talkative": "amused joyful",
    "playful": "amused inventive joyful",
    "serious": "worried thorough fair",
    "rebellious": "annoyed unheard fair",
    "polite": "content kind",
    "grumpy": "annoyed unheard",
    "philosophical": "curious observant content",
    "mischievous": "amused",
}
"""Trait of a card -> the tones of exchanges, and what they show of whoever begins them, that go with it."""

OWN_TRADE = 2
"""What it counts, beside a trait that fits, that nobody of another trade could say it."""


def in_character(exchanges: Iterable[Exchange], traits: Sequence[str], dice: Dice) -> list[Exchange]:
    """The exchanges in random order, those of the speaker's own trade and those that go with their traits first."""
    leans = [word for trait in traits for word in (trait, *_LEANS.get(trait, "").split())]

    def fits(one: Exchange) -> int:
        return OWN_TRADE * bool(one.trade or one.of) + sum(map(leans.count, (one.tone, one.trait, *one.nature.split())))

    return sorted(dice.order(list(exchanges)), key=fits, reverse=True)


def own_words(table: Mapping[str, tuple[str, ...]], traits: Sequence[str]) -> tuple[str, ...]:
    """The lines of a table by trait that are of somebody with these traits."""
    return tuple(line for trait in traits for line in table.get(trait, ()))


def plain(talk: Talk, lines: Sequence[str], dice: Dice, **values: str) -> list[str]:
    """Fact-bearing lines in random order, those that one has said before last."""
    values = {"you": talk.you, "me": talk.q.card.first, **values}
    filled = [fill(line, values) for line in dice.order(fillable(lines, values))]
    return talk.unworn(capital(line) for line in filled)
