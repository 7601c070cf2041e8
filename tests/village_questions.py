"""A tick's questions of sixteen residents, for measuring models: real prompts of the protocol about an invented village.

Pure: the same number of residents and the same seed give the same requests.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sim.llm.base import Generate, Names
from sim.prompts import Card, Question
from sim.prompts.brief import render
from sim.prompts.tasks.icon import ChooseIcon
from sim.prompts.tasks.place import ChooseObject
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.rate import Rate
from sim.prompts.tasks.react import React
from sim.prompts.tasks.recap import SummariseTalk
from sim.prompts.tasks.say import Say
from sim.prompts.tasks.steps import Decompose

FIRST = ("Ada", "Ben", "Cora", "Davi", "Edda", "Finn", "Gita", "Hugo", "Ines", "Jon", "Kira", "Luca", "Mina", "Nils", "Olga",
         "Pim")  # fmt: skip
LAST = ("Stone", "Cole", "Lind", "Rocha", "Frost", "Marsh", "Rao", "Blum")
NAMES = tuple(f"{first} {LAST[n % 8]}" for n, first in enumerate(FIRST))
WORK = ("baker", "postman", "nurse", "gardener", "teacher", "fisher", "carpenter", "clockmaker")
TRAITS = ("patient", "curious", "proud", "gentle", "blunt", "dreamy", "thrifty", "loud")
PLACES = ("The Copper Kettle", "Willow Library", "Harbour Square", "Mill Garden", "Saint Anne's Hall", "Corner Grocery")
OBJECTS = ("kitchen stove", "long table", "bookshelf", "bed", "tool bench")
SEEN = (
    "{b} is sweeping the steps of {p}",
    "{b} told {a} that the bridge will be closed on Friday",
    "{a} is thinking about the harvest supper at {p} at 6 pm",
    "{b} is carrying two heavy baskets across {p}",
    "{a} promised {b} to mend the garden gate before Sunday",
    "the kettle at {p} is boiling over",
    "{b} asked {a} whether the old boat could still be saved",
    "{a} had a long and quiet lunch at {p}",
)
LINES = (
    "Good morning, {b}. Did you sleep through the storm?",
    "I keep thinking about the harvest supper. Will you be there at 6 pm?",
    "I should get back to work, but come by {p} when you can.",
    "Somebody told me that the bridge is closed on Friday. Is it true?",
)
DOINGS = ("opening up for the day", "sorting the post", "having lunch", "visiting a friend", "cooking supper", "reading in bed")

ASKED = (Rate, React, Say, React, Decompose, Rate, React, ChooseObject, Say, PlanDay, Rate, SummariseTalk, ChooseIcon, React)
"""Kinds of questions in about the proportion in which a town asks them."""


def questions(residents: int = 16, seed: int = 1) -> Iterator[Question[Any]]:
    """Endless: one question per resident in turn."""
    for turn in range(10**9):
        for who in range(residents):
            yield _question(ASKED[(turn + who * 3) % len(ASKED)], who, seed * 101 + turn * residents + who)


def written(q: Question[Any]) -> Generate:
    """The question as a large model gets it."""
    return Generate(render(q), json.dumps(q.schema()), q.max_tokens, q.temperature, q.seed)


def _filled(texts: Sequence[str], turn: int, me: str, other: str) -> str:
    return texts[turn % len(texts)].format(a=me, b=other.split()[0], p=PLACES[turn % len(PLACES)])


def card(who: int) -> Card:
    """Resident number ``who``: the same card every time."""
    name, work = NAMES[who % 16], WORK[who % 8]
    background = (
        f"{name} has been the village's {work} for {7 + who} years",
        f"{name} likes to start the day at {PLACES[who % 6]} and knows everybody who comes in",
        f"{name} grew up by the harbour and never wanted to live anywhere else",
    )
    currently = f"{name} is getting ready for the harvest supper at {PLACES[4]} on Friday"
    return Card(name, name.split()[0], 24 + 3 * who, tuple(TRAITS[(who + n) % 8] for n in range(3)), background, currently)


def _question(kind: type[Question[Any]], who: int, turn: int) -> Question[Any]:
    me, other = card(who), NAMES[(who + 1 + turn % 5) % 16]
    people = tuple((name, name.split()[0]) for name in NAMES)
    memories = tuple(SEEN[(turn * 3 + n) % 8].format(a=me.name, b=NAMES[(turn + n) % 16], p=PLACES[n % 6]) for n in range(8))
    talk = tuple(((other, me.name)[n % 2], _filled(LINES, turn + n, me.name, other)) for n in range(turn % 4 + 1))
    shown: dict[type[Question[Any]], dict[str, Any]] = {
        Rate: {"events": memories[: 1 + turn % 4]},
        Say: {"talking_with": (other,), "memories": memories[:5], "conversation": talk},
        SummariseTalk: {"talking_with": (other,), "conversation": talk},
        React: {"seen": memories[0], "doing": DOINGS[turn % 6], "memories": memories[1:6]},
        PlanDay: {"memories": memories, "places": PLACES, "start": 420, "minutes": 960},
        Decompose: {"activity": DOINGS[turn % 6], "objects": OBJECTS, "start": 540, "minutes": 60, "memories": memories[:2]},
        ChooseObject: {"activity": DOINGS[turn % 6], "objects": OBJECTS},
        ChooseIcon: {"activity": DOINGS[turn % 6]},
    }
    now = f"Monday, February 13, 2023, {8 + turn % 10:02d}:{turn * 7 % 60:02d}"
    names = Names((me.name, me.first), people, PLACES)
    return kind(card=me, names=names, seed=turn, now=now, at=PLACES[turn % 6], **shown[kind])
