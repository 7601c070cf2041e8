"""Checks items: their form, what is said against what its speaker can know, phrases used too often, names that ship.

A name, a weekday or a number of a line must stand in the speaker's card, memories or situation, or have been said before. The
rule looks at letters and so is wrong at times: what it prints is to be read by somebody. Knows no prompts."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import yaml

from sim.answer.small.checks import ungrounded
from sim.teaching.items import Item, Items

PHRASE = 5  # words of a phrase
MOST_OFTEN = 3  # how often a phrase may occur in all
ACTS = frozenset(
    [
        "tell",
        "ask",
        "answer",
        "invite",
        "accept",
        "decline",
        "promise",
        "refuse",
        "thank",
        "comfort",
        "tease",
        "object",
        "small",
        "leave",
    ]
)
DOES = frozenset(("go on", "speak", "wait", "do something else"))
DEEDS = frozenset(["wake", "wash", "meal", "work", "errand", "appointment", "visit", "free", "home", "bed"])
SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
TOWNS = ("Wrenfield", "Alderbrook", "Hollin", "Gullhaven", "Millbrook", "Tern Station")
_DAYS = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?"
_WHEN = re.compile(rf"\d|\b(?:morning|noon|afternoon|evening|night|week|month|{_DAYS})\b", re.I)
"""A phrase of an hour or a day, of which there are few ways to say it."""


_nowhere = partial(ungrounded, in_words=False)
"""Names, days and figures of a line that stand nowhere; number words are not checked in items."""


def check(items: Items) -> list[str]:
    """What is wrong, a line each, with the kind and number (from 1) of the item."""
    problems = list[str]()
    spoken = list[tuple[str, str]]()
    shipped = _shipped()
    for kind, found in items.items():
        for number, item in enumerate(found, 1):
            at = f"{kind} {number} ({str(item.get('town') or item.get('life') or '')[:28]})"
            try:
                problems += [f"{at}: {problem}" for problem in _CHECKS[kind](item)]
                spoken += [(at, text) for text in _spoken(kind, item)]
            except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
                problems.append(f"{at}: not of the form that is described ({type(error).__name__}: {error})")
            text = json.dumps(item, ensure_ascii=False)
            problems += [
                f"{at}: {name} is somebody's or a place's name in a shipped scenario"
                for name in shipped
                if re.search(rf"\b{name}\b", text)
            ]
    return problems + _too_often(spoken)


def _shipped() -> list[str]:
    """Full names of the shipped scenarios' residents, and their towns."""
    names = list(TOWNS)
    for path in sorted(SCENARIOS.glob("*.yaml")):
        residents = yaml.safe_load(path.read_text(encoding="utf-8")).get("residents") or {}
        names += [one["name"] for one in residents.values() if isinstance(one, dict) and " " in str(one.get("name", ""))]
    return list(dict.fromkeys(names))


def _too_often(spoken: Sequence[tuple[str, str]]) -> list[str]:
    """Phrases that occur more than ``MOST_OFTEN`` times, with the items."""
    where: dict[tuple[str, ...], list[str]] = {}
    for at, text in spoken:
        words = re.findall(r"[\w’']+", text.casefold())
        for start in range(len(words) - PHRASE + 1):
            where.setdefault(tuple(words[start : start + PHRASE]), []).append(at)
    said = (phrase for phrase, ats in where.items() if len(ats) > MOST_OFTEN)
    often = sorted((phrase for phrase in said if not _WHEN.search(" ".join(phrase))), key=lambda p: -len(where[p]))
    return [f"{len(where[p])} times '{' '.join(p)}': {'; '.join(dict.fromkeys(where[p]))}" for p in often]


def _spoken(kind: str, item: Item) -> Iterator[str]:
    """What is learned word for word."""
    if "talk" in item:
        yield from (line[1] for line in item["talk"])
    elif kind == "interviews":
        yield from (answer for _, answer, _ in item["qa"])
    elif kind == "days":
        yield from (stretch[3] for stretch in item["day"])
    elif kind == "reflections":
        yield from (one["insight"].replace(item["person"], "X") for one in item["insights"])
    elif kind == "reactions":
        yield from (text for text in (item["says"], item["activity"]) if text)


def _talk(item: Item) -> Iterator[str]:
    people, heard = item["people"], list[str]()
    scene = [item["town"], item["where"], item["when"], item["weather"], *people, *(one["knows"] for one in people.values())]
    if not 4 <= len(item["talk"]) <= 12:
        yield f"{len(item['talk'])} lines"
    for number, (name, line, act, facts, *_) in enumerate(item["talk"], 1):
        if name not in people:
            yield f"line {number}: {name} is not among the people"
            continue
        if act not in ACTS:
            yield f"line {number}: no act {act!r}"
        if any(not 0 <= n <= len(people[name]["memories"]) for n in facts):
            yield f"line {number}: {name} has no memory {facts}"
        yield from (f"line {number}: {problem}" for problem in _form(line, 45))
        own = [
            people[name]["card"],
            people[name]["doing"],
            *people[name]["memories"],
            *(one["doing"] for one in people.values()),
        ]
        yield from (f"line {number}: {word!r} stands nowhere for {name}" for word in _nowhere(line, [*scene, *own, *heard]))
        if _names_self(line, name):
            yield f"line {number}: {name} speaks of themselves by name"
        heard.append(line)
    for name, after in item.get("after", {}).items():
        if name not in people or not str(after.get("summary", "")).strip():
            yield f"after: nothing of {name}"


def _whisper(item: Item) -> Iterator[str]:
    yield from _talk(item)
    to, number = item["whisper"]["to"], item["whisper"]["number"]
    if to not in item["people"] or not 1 <= number <= len(item["people"][to]["memories"]):
        yield f"the whisper is no memory of {to}"


def _interview(item: Item) -> Iterator[str]:
    known = [
        item["town"],
        item["when"],
        item["person"],
        item["card"],
        item["doing"],
        *item["plan"],
        *item["ties"],
        *item["memories"],
    ]
    for asked, answer, sources in item["qa"]:
        yield from (f"{asked!r}: {problem}" for problem in _form(answer, 70))
        yield from (f"{asked!r}: {word!r} stands nowhere" for word in _nowhere(answer, [*known, asked]))
        if any(not (source in ("card", "plan", "tie") or 1 <= int(source) <= len(item["memories"])) for source in sources):
            yield f"{asked!r}: no source {sources}"
        known.append(asked)


def _day(item: Item) -> Iterator[str]:
    starts = [start for start, *_ in item["day"]]  # what is after midnight comes last
    if starts != sorted(starts, key=lambda start: (start < starts[0], start)) or any(
        not re.fullmatch(r"[0-2]\d:[0-5]\d", start) for start in starts
    ):
        yield "the hours are not in order"
    if item["day"][-1][1] != "bed":
        yield "the day does not end in bed"
    known = [item["town"], item["date"], item["weather"], item["person"], item["card"], *item["bears"], *item["places"]]
    for start, kind, place, phrase in item["day"]:
        if kind not in DEEDS:
            yield f"{start}: no kind {kind!r}"
        if place not in item["places"]:
            yield f"{start}: {place!r} is not among the places"
        yield from (f"{start}: {problem}" for problem in _form(phrase, 16))
        yield from (f"{start}: {word!r} stands nowhere" for word in _nowhere(phrase, [*known, start]))
    yield from (f"steps: no stretch begins at {start}" for start in item.get("steps", {}) if start not in starts)


def _reflection(item: Item) -> Iterator[str]:
    known = [item["town"], item["person"], item["card"], *item["statements"]]
    for one in item["insights"]:
        if len(one["from"]) < 2 or any(not 1 <= n <= len(item["statements"]) for n in one["from"]):
            yield f"rests on {one['from']}"
        yield from _form(one["insight"], 45)
        yield from (f"{word!r} stands nowhere" for word in _nowhere(one["insight"], known))
        if item["person"].split()[0] not in one["insight"]:
            yield f"does not name {item['person']}"


def _reaction(item: Item) -> Iterator[str]:
    if item["does"] not in DOES:
        yield f"no reaction {item['does']!r}"
    if (item["does"] == "speak") != bool(item["says"]):
        yield "speaks without words, or has words and does not speak"
    if any(not 0 <= n <= len(item["memories"]) for n in item["about"]):
        yield f"no memory {item['about']}"
    parts = ("town", "when", "where", "person", "card", "doing", "next", "sees", "tie")
    known = [*(str(item[part]) for part in parts), *item["memories"]]
    yield from (f"{word!r} stands nowhere" for word in _nowhere(f"{item['says']} {item['activity']}", known))


def _rating(item: Item) -> Iterator[str]:
    rates = [rate for _, rate in item["memories"]]
    if any(not (isinstance(rate, int) and 1 <= rate <= 10) for rate in rates):
        yield f"rated {rates}"
    if len(set(rates)) < min(4, len(rates)):
        yield "the scale is hardly used"


def _form(line: str, most: int) -> Iterator[str]:
    words = len(line.split())
    if not 1 <= words <= most:
        yield f"{words} words"
    if re.search(r'["\n*\[\]]|^\(|[\U0001f300-\U0001faff]', line):
        yield "quotes, brackets, stars or pictures in it"


def _names_self(line: str, name: str) -> bool:
    """Whether a speaker says their own full name other than to introduce themselves."""
    return (
        bool(" " in name and re.search(rf"(?<!I'm )(?<!I am )(?<!is )(?<!name's )\b{re.escape(name)}\b(?!['’]s)", line))
        and len(line) > 40
    )


_CHECKS: dict[str, Callable[[Item], Iterator[str]]] = {
    "talks": _talk,
    "interviews": _interview,
    "days": _day,
    "reflections": _reflection,
    "reactions": _reaction,
    "ratings": _rating,
    "whispers": _whisper,
}


def tally(problems: Sequence[str]) -> Counter[str]:
    """How many problems each kind of item has."""
    return Counter(problem.split()[0] for problem in problems)
