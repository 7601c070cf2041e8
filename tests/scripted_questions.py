"""What the scripted mind's tests ask: random questions of every task from the content banks, and what Mara is asked."""

from __future__ import annotations

import random
from typing import Any, TypeVar

from sim.answer.scripted import Script
from sim.llm.base import Names
from sim.prompts import TASKS, Card, Question, Setting

Q = TypeVar("Q", bound=Question[Any])
PEOPLE = ("Mara Lind", "Tom Reed", "Edith Okafor", "Jonas Berg", "Lia Santos", "Zo\u00eb O'Neill-Park")
PLACES = ("Lind's house", "The Copper Kettle", "Mill Green", "Hobbs Library", "Town Hall", "Reed's workshop")
TRAITS = ("friendly", "shy", "witty", "grumpy", "curious", "lazy", "cheerful", "anxious", "generous", "blunt")
THINGS = ["bed", "stove", "sink", "kitchen", "table", "desk", "bookshelf", "sofa", "counter", "till", "bench", "easel", "piano"]
MARA = "Mara Lind"
SUPPER = "Tom Reed is giving a lantern supper at Mill Green on Friday at 6 pm"
NOW = "Friday, May 8, 2026, 09:05"


def ask(kind: type[Q], seed: int = 1, **fields: Any) -> Q:
    """What Mara, who owns a cafe, is asked."""
    card = Card(
        MARA,
        "Mara",
        44,
        ("friendly", "organized"),
        ("Mara Lind owns The Copper Kettle",),
        "Mara Lind is planning a new menu",
        420,
        1320,
    )
    return kind(card=card, names=names(MARA), seed=seed, now=NOW, setting=Setting(occupation="cafe owner"), **fields)


def random_question(task: str, seed: int, script: Script) -> Question[Any]:
    """A question of ``task`` as the town might ask it."""
    draw = random.Random(f"{task}{seed}")
    banks = script.banks
    me, other = draw.sample(PEOPLE, 2)
    trade = draw.choice(banks.occupations)
    card = Card(
        me, me.split(" ")[0], draw.randint(16, 90), tuple(draw.sample(TRAITS, 3)), (f"{me} is a {trade.name}",),
        draw.choice(("", trade_text(draw.choice(banks.facts)["currently"], me, draw))),
        draw.randrange(300, 540, 30), draw.randrange(1260, 1439, 30),
    )  # fmt: skip
    memories = tuple(memory(draw, script, me, other) for _ in range(draw.randint(0, 9)))
    shown = fields(task, draw, script, me, other, memories)
    setting = Setting(occupation=trade.name)
    return TASKS[task](card=card, names=names(me), seed=seed, now=NOW, setting=setting, memories=memories, **shown)


def fields(task: str, draw: random.Random, script: Script, me: str, other: str, memories: tuple[str, ...]) -> dict[str, Any]:
    """What this task shows beyond card and memories."""
    banks = script.banks
    lines = memories or (f"{me} is resting",)
    activity = draw.choice(draw.choice(banks.occupations).blocks).activity.replace("{workplace}", PLACES[1])
    start = draw.randrange(0, 1440, 5)
    topic = banks.topics[draw.choice(list(banks.topics))]
    talk = [(draw.choice((me, other)), draw.choice((*topic["say"], *topic["ask"], *lines))) for _ in range(draw.randint(0, 8))]
    shown: dict[str, dict[str, Any]] = {
        "rate": {"events": lines},
        "plan": {"places": PLACES, "start": start, "minutes": draw.randrange(30, 1440), "at": PLACES[0]},
        "replan": {"places": PLACES, "start": start, "minutes": draw.randrange(30, 900), "at": PLACES[1], "doing": activity,
                   "new": draw.choice(lines),
                   "plan": ("09:00 working (The Copper Kettle)", "18:30 having supper (Lind's house)")},
        "steps": {"activity": activity, "objects": tuple(draw.sample(THINGS, draw.randint(0, 8))), "start": start,
                  "minutes": draw.choice((1, 3, 5, 17, 45, 60, 90, 480)), "at": PLACES[1]},
        "place": {"activity": activity, "objects": tuple(draw.sample(THINGS, 4))},
        "react": {"seen": draw.choice(lines), "doing": activity, "at": PLACES[2], "relationship": f"{other} is {me}'s friend"},
        "say": {"talking_with": (other,), "conversation": tuple(talk), "doing": activity, "at": PLACES[1]},
        "recap": {"conversation": tuple(talk) or ((other, "Hello."),)},
        "learn": {"conversation": tuple(talk[:1]) or ((other, "Hello."),)},
        "insights": {"statements": lines, "question": f"What does {me} want?", "count": 5},
        "condense": {"insights": tuple((line, (draw.randint(1, 9), draw.randint(1, 9))) for line in lines)},
        "observe": {"text": draw.choice(banks.narratives)["text"].replace("{name}", me).replace("{other}", other)
                    .replace("{place}", PLACES[2]).replace("{topic}", "chess")},
        "answer": {"question": draw.choice(banks.interviews["memory"])["q"]},
        "answer_choice": {"question": "Where would you sit?", "among": ("by the window", "at the counter", "in the corner")},
        "answer_scale": {"question": "Gossip is harmless fun.", "range": (0, draw.choice((5, 10, 100)))},
        "state": {"activity": activity, "object": draw.choice(THINGS)},
        "icon": {"activity": activity},
        "relation": {"about": other},
        "queries": {"text": draw.choice(lines)},
    }  # fmt: skip
    return shown.get(task, {})


def memory(draw: random.Random, script: Script, me: str, other: str) -> str:
    """One memory, of any sort that a resident has."""
    banks = script.banks
    fact = draw.choice(banks.facts)
    kinds = (
        trade_text(fact["statement"], draw.choice((me, other)), draw, fact),
        f"{other} told {me} that {trade_text(fact['statement'], other, draw, fact)}",
        draw.choice(draw.choice(banks.occupations).see).replace("{name}", other).replace("{workplace}", PLACES[1]),
        f"{me} and {other} talked about {draw.choice(list(banks.topics))}",
        f"the {draw.choice(THINGS)} is idle",
        f"{other} said to {me}: '{draw.choice(banks.dialogue['agree'])}'",
        draw.choice(banks.poignancy[draw.randint(1, 10)]),
    )
    text = draw.choice(kinds)
    slots = {"name": me, "other": other, "place": PLACES[2], "topic": "chess", "time": "5 pm"}
    return filled(text, slots)


def filled(text: str, slots: dict[str, str]) -> str:
    for slot, value in slots.items():
        text = text.replace("{" + slot + "}", value)
    return text


def trade_text(lines: list[str], who: str, draw: random.Random, fact: dict[str, Any] | None = None) -> str:
    """A line of a fact with its slots filled."""
    what = draw.choice(fact["what"]) if fact and fact.get("what") else "lantern supper"
    text = draw.choice(lines)
    slots = {
        "host": who,
        "name": who,
        "host_first": who.split(" ")[0],
        "what": what,
        "place": PLACES[2],
        "date": "Saturday",
        "time": "6 pm",
    }
    return filled(text, slots)


def names(me: str) -> Names:
    """The names of the little town these questions are from."""
    return Names((me, me.split(" ")[0]), tuple((p, p.split(" ")[0]) for p in PEOPLE if p != me), PLACES)


ALL = tuple(TASKS)
