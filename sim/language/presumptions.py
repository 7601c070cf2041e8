"""What a line says of its speaker in passing: ``my daughter``, ``my pupils``, ``at my age``; and whether that is so.

Rules for English. A line that nobody could say truly who has no such child, trade, age or shore is not for them. Parents and
grandparents everybody has had. Knows no talk; ``scripted.talk`` asks it, and tests count by it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_MINE = r"\b(?:my|our) (?:[\w'-]+ )?"


@dataclass(frozen=True, slots=True)
class Presumption:
    """``said`` finds it in a line; ``so`` finds in the speaker's card, trade and places what makes it true; ``age`` is the
    least at which it is true of anybody (0: at none)."""

    name: str
    said: re.Pattern[str]
    so: re.Pattern[str]
    age: int = 0


def _row(name: str, said: str, so: str, age: int = 0) -> Presumption:
    return Presumption(name, re.compile(said, re.I), re.compile(so or r"(?!)", re.I), age)


PRESUMPTIONS = (
    _row(
        "children",
        _MINE + r"(?:sons?|daughters?|kids?|children|boys?|girls?|baby|toddler|eldest|youngest)\b|\bI'll mind the children\b",
        r"\b(?:son|daughter|child|children|kids?|mother of|father of|baby|twins)\b",
    ),
    _row("grandchildren", _MINE + r"grand(?:children|kids|sons?|daughters?)\b", r"\bgrand(?:child|children|son|daughter)"),
    _row("a wife", _MINE + r"wife\b", r"\b(?:wife|married)\b"),
    _row("a husband", _MINE + r"husband\b", r"\b(?:husband|married)\b"),
    _row("a sister", _MINE + r"(?:sisters?|twin)\b", r"\b(?:sisters?|twin)\b"),
    _row("a brother", _MINE + r"(?:brothers?|twin)\b", r"\b(?:brothers?|twin)\b"),
    _row("a dog", _MINE + r"(?:dogs?|puppy)\b", r"\b(?:dog|puppy)\b"),
    _row("a cat", _MINE + r"(?:cats?|kitten)\b|\bthe cat uses\b", r"\b(?:cat|kitten)\b"),
    _row(
        "a garden", _MINE + r"(?:garden|roses|tomatoes|beans|allotment|greenhouse|courgettes)\b", r"\b(?:garden|gardener|grows)"
    ),
    _row(
        "pupils",
        _MINE + r"(?:students?|pupils?|class)\b|\bI (?:taught|teach)\b",
        r"\b(?:teach\w*|professor|lecturer|tutor|coach)\b",
    ),
    _row(
        "a shop",
        r"\b(?:this|my|our) shop\b|" + _MINE + r"(?:customers?|regulars)\b",
        r"\b(?:shop|owner|keeper|cafe|pub|bar|baker)",
    ),
    _row("guests", _MINE + r"guests\b", r"\b(?:inn|hotel|cafe|pub|bar|restaurant|cook|party|supper|host)"),
    _row("patients", _MINE + r"patients?\b", r"\b(?:doctor|nurse|clinic|dentist|pharmac|vet|therap|surge)"),
    _row("a boss", _MINE + r"boss\b", r"\b(?:boss|works? (?:for|under)|assistant|apprentice|clerk|waiter|waitress|employee)\b"),
    _row("a car", _MINE + r"(?:car|van|truck)\b|\bGet in the car\b", r"\b(?:car|van|truck|drives?|driver|mechanic|garage)\b"),
    _row(
        "the sea",
        r"\b(?:the beach|the pier|the harbou?r|the quay|the tide|end\w* up in the sea|at the sea|by the sea|bought a boat)\b",
        r"\b(?:harbou?r|beach|pier|quay|sea|ship|boat|dock|lighthouse|island|fisher\w*|sail\w*)\b",
    ),
    _row("a guest's side of the bar", r"\bI'd only come in to use the phone\b", ""),
    _row("a grandfather's shop", r"\bgrandfather built this shop\b", ""),
    _row(
        "old age",
        r"\b(?:at my age|in my day|my knees|my pension|when I was young|I'm retired|the knees back|you're old when)\b",
        r"\b(?:old|retired|pension)",
        50,
    ),
)


_WORLDS = (
    (
        re.compile(r"\b(?:without (?:\w+ )*engines|long ago|middle ages|medieval)\b", re.I),
        re.compile(
            r"\b(?:(?:tele)?phone\w*|(?:ring|rings|rang|ringing) (?:me|you|her|him|up)|wrong number|dial\w*|"
            r"television|telegram|radio|cars?|bus(?:es)?|trains?|trams?|taxis?|vans?|lorr(?:y|ies)|bicycles?|"
            r"electric\w*|lamp ?posts?|street ?lamps?|computers?|laptops?|e?mails?|typewriters?|newspapers?|the paper|"
            r"headlines?|hoover|vacuum|zip|"
            r"photo\w*|cameras?|films?|cinema|timetables?|railways?|fridges?|refrigerators?|freezers?|espressos?|coffee|"
            r"x-rays?|plastic|batter(?:y|ies)|motors?|engines?|bulbs?|torch|gas|chocolate|croissants?|stairwell|"
            r"the landlord|the council|the bank|post office|postman|o'clock|half past|goldfish|pension)\b",
            re.I,
        ),
    ),
    (
        re.compile(r"\bin space\b|\b(?:space|orbital) station\b|\bstarship\b", re.I),
        re.compile(
            r"\b(?:bus(?:es)?|trains?|cars?|vans?|bicycles?|roads?|streets?|lanes?|pavements?|hills?|rivers?|ponds?|streams?|brooks?|"
            r"bridges?|gates?|hedges?|lawns?|meadows?|fields?|woods?|forests?|mushrooms?|markets?|church(?:es)?|chapels?|postm[ae]n|"
            r"post office|shops?|pubs?|landlord|villages?|town|next door|umbrellas?|rain(?:ed|s|y)?|snow\w*|wind|weather|sunny|"
            r"hens?|goats?|cows?|sheep|horses?|dogs?|cats?|birds?|pigeons?|ducks?|bees?|wasps?|squirrels?|newspapers?|lakes?|bathing|"
            r"squares?|jackdaws?|chimneys?|weathers|hospitals?|cit(?:y|ies)|fairs?|orchards?|harvest)\b",
            re.I,
        ),
    ),
)
"""A town's world by what its scenario says of it, and the things that people there do not speak of."""


@lru_cache(maxsize=50_000)
def out_of_place(line: str, world: str) -> bool:
    """Whether a line speaks of things that there are not in such a world: the telephone in a village without engines, the
    weather on a station in space."""
    return any(where.search(world) and things.search(line) for where, things in _WORLDS)


@lru_cache(maxsize=50_000)
def presumed(line: str) -> tuple[Presumption, ...]:
    """What a line presumes of whoever says it."""
    return tuple(row for row in PRESUMPTIONS if row.said.search(line))


def unfounded(line: str, about: Sequence[str], age: int) -> str:
    """The name of the first thing that a line presumes and that is not so of somebody of this ``age`` whose card, trade and
    places are the texts ``about``; ``""`` for none."""
    for row in presumed(line):
        if not (row.age and age >= row.age) and not any(row.so.search(text) for text in about):
            return row.name
    return ""
