"""From items to examples: the chats that a resident is asked, with the replies that are to be learned.

The chats are made by ``sim/prompts/chat.py``, which also makes those of a town. Another ``seed`` gives another example of the
same item: another speaker's view, other facts mixed in, in another order, without the sentence on the town, under names of
another culture. Knows no model and no tokens."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import sim.prompts.chat as chat
from sim.language.text import stems
from sim.prompts.chat import Line, Person, Scene
from sim.teaching.items import Item, Items
from sim.teaching.names import called, renamed

MOST_FACTS = 8  # told in a prompt; more crowd out those that matter
LEAST_FACTS = 5
LEAST_LAID = 3  # statements laid before a reflection
WITHOUT_TOWN = 0.15  # share of examples without the sentence on the town
OTHER_NAMES = 0.4  # share of examples, but for those of seed 0, under other names
TOLD = 0.3  # share of a memory's words, names and days included, in a line that tells it
CHOOSING = 0.2  # share of talks that end in a choice instead of a line
_ACTS = {"small": "small talk", "tease": "tease", "object": "object"}
"""Acts of the data that a town calls otherwise, or not at all."""


@dataclass(frozen=True, slots=True)
class Example:
    """``turns`` alternate between user and assistant, an even number; all replies are learned. A ``choice`` is the last one."""

    kind: str
    system: str
    turns: tuple[str, ...]


def examples(items: Items, seed: int) -> list[Example]:
    """One example of each item under ``seed``, in an order that the seed decides."""
    made = [
        example for kind, found in items.items() for n, item in enumerate(found) for example in of_item(kind, item, seed, n)
    ]
    random.Random(f"order {seed}").shuffle(made)
    return made


def of_item(kind: str, item: Item, seed: int, number: int = 0) -> Iterator[Example]:
    """The example of one item; the same for the same arguments."""
    dice = random.Random(f"{kind} {number} {seed}")
    if seed and dice.random() < OTHER_NAMES:
        item = renamed(item, dice)
    if seed and dice.random() < WITHOUT_TOWN:
        item = {**item, "town": ""}
    yield from _MAKERS[kind](item, dice)


def _talk(item: Item, dice: random.Random) -> Iterator[Example]:
    lines = [(*line[:3], tuple(line[3]), (*line[4:], "")[0]) for line in item["talk"]]
    own = [name for name in item["people"] if sum(speaker == name for speaker, *_ in lines) > 0]
    name = dice.choice(own)
    used = {number for speaker, _, _, numbers, _ in lines if speaker == name for number in numbers if number}
    scene, place = _scene_of_talk(item, name, used, dice)
    memories = item["people"][name]["memories"]
    heard = [
        Line(s, t, _ACTS.get(a, a), tuple(place[n] for n in ns if n in place and _told(t, memories[n - 1])), w)
        if s == name
        else Line(s, t)
        for s, t, a, ns, w in lines
    ]
    if dice.random() < CHOOSING:
        yield _choice(scene, heard, name, dice)
        return
    turns = chat.talk_turns(scene, heard)
    summary = str(item.get("after", {}).get(name, {}).get("summary", ""))
    if summary:
        turns = (*turns[:-1], f"{turns[-1]}\n{chat.SUM_UP}") if len(turns) % 2 else (*turns, chat.SUM_UP)
        turns = (*turns, summary)
    elif len(turns) % 2:
        turns = turns[:-1]
    yield Example("talk", chat.system(scene, "talk"), turns)


def _told(line: str, memory: str) -> bool:
    """Whether a line says what a memory says, and does not only rest on it: a cue names what is to be said."""
    said = stems(memory)
    return len(said & stems(line)) >= TOLD * len(said)


def _choice(scene: Scene, lines: Sequence[Line], name: str, dice: random.Random) -> Example:
    """The talk up to one of its own lines, and which of several labels that line follows."""
    at = dice.choice([n for n, line in enumerate(lines) if line.speaker == name])
    right = chat.label(lines[at].act, lines[at].facts)
    acts = ("tell", "ask", "answer", "accept", "refuse", "comfort", "leave", "small talk")
    numbers = range(1, len(scene.facts) + 1)
    others = [chat.label("tell", (n,)) for n in numbers] + [chat.label("answer", (n,)) for n in numbers] + list(acts)
    labels = [right, *dice.sample([label for label in others if label != right], 4)]
    dice.shuffle(labels)
    asked = chat.next_line(scene, lines[:at], chat.choice(labels))
    return Example("choice", asked.system, (*asked.turns, right))


def _scene_of_talk(item: Item, name: str, used: set[int], dice: random.Random) -> tuple[Scene, dict[int, int]]:
    """The scene as ``name`` is shown it, and where each of their memories stands in it: number of the item -> of the scene."""
    people = item["people"]
    others = tuple(_person(other, people[other]) for other in people if other != name)
    seen = [f"{other.name}: {other.doing}." for other in others if other.doing and dice.random() < 0.3]
    facts, place = _mixed(people[name]["memories"], used, seen, dice)
    scene = Scene(
        _person(name, people[name]),
        people[name]["card"],
        item["town"],
        item["when"],
        item["where"],
        item["weather"],
        others,
        facts,
    )
    return scene, place


def _person(name: str, about: Item) -> Person:
    return Person(name, called(name), str(about.get("knows", "")), str(about.get("doing", "")), _pronoun(str(about["card"])))


def _pronoun(card: str) -> str:
    """How a card speaks of its person, where it does."""
    he, she = (len(re.findall(rf"\b(?:{words})\b", card, re.I)) for words in ("he|his|him", "she|her|hers"))
    return "he" if he > she else "she" if she > he else ""


def _mixed(
    memories: Sequence[str], used: set[int], more: Sequence[str], dice: random.Random
) -> tuple[tuple[str, ...], dict[int, int]]:
    """Those of ``memories`` that are ``used`` (from 1), and some others, in any order; and the new number of each of them."""
    rest = [number for number in range(1, len(memories) + 1) if number not in used]
    most = max(len(used), dice.randint(LEAST_FACTS, MOST_FACTS))
    kept = [n for n in sorted(used) if 0 < n <= len(memories)] + dice.sample(rest, min(len(rest), max(0, most - len(used))))
    shown = [(n, memories[n - 1]) for n in kept] + [(0, text) for text in more[: max(0, most - len(kept))]]
    dice.shuffle(shown)
    return tuple(text for _, text in shown), {n: at for at, (n, _) in enumerate(shown, 1) if n}


def _interview(item: Item, dice: random.Random) -> Iterator[Example]:
    memories, ties, plan = item["memories"], list(item["ties"]), list(item["plan"])
    facts = [*memories, *ties, *plan]
    rests = [_rests_on(asked, answer, sources, memories, ties, plan) for asked, answer, sources in item["qa"]]
    shown, place = _mixed(facts, {n for numbers in rests for n in numbers}, (), dice)
    me = Person(item["person"], called(item["person"]), "", item["doing"], _pronoun(item["card"]))
    scene = Scene(me, item["card"], item["town"], item["when"], facts=shown)
    pairs = list(zip(item["qa"], rests, strict=True))
    dice.shuffle(pairs)
    turns, chosen = list[str](), dice.randrange(len(pairs)) if dice.random() < CHOOSING else len(pairs)
    for (asked, answer, sources), numbers in pairs[:chosen]:
        ending = chat.cue(scene, "answer", [place[n] for n in numbers], "") if sources else chat.cue(scene, chat.CANNOT_SAY)
        turns += [chat.question(scene, asked, ending).turns[-1], answer]
    if chosen < len(pairs):
        (asked, _, sources), numbers = pairs[chosen]
        right = chat.label("answer", [place[n] for n in numbers]) if sources else chat.CANNOT_SAY
        labels = {chat.label("answer", (n,)): None for n in dice.sample(range(1, len(shown) + 1), min(4, len(shown)))}
        offered = list({right: None, chat.CANNOT_SAY: None, **labels})[:5]
        dice.shuffle(offered)
        turns += [chat.question(scene, asked, chat.choice(offered)).turns[-1], right]
        yield Example("choice", chat.system(scene, "interview"), tuple(turns))
        return
    yield Example("interview", chat.system(scene, "interview"), tuple(turns))


def _rests_on(
    asked: str, answer: str, sources: Sequence[object], memories: Sequence[str], ties: Sequence[str], plan: Sequence[str]
) -> list[int]:
    """The numbers, from 1, of what an answer rests on among memories, ties and plan one after the other."""
    found = [source for source in sources if isinstance(source, int) and 0 < source <= len(memories)]
    for word, group, start in (("tie", ties, len(memories)), ("plan", plan, len(memories) + len(ties))):
        if word in sources and group:
            shared = [len(_words(text) & _words(f"{asked} {answer}")) for text in group]
            found.append(start + 1 + shared.index(max(shared)))
    return found


def _words(text: str) -> set[str]:
    """The words of a text that can tell what it is about: numbers, and words of four letters and more, cut at six."""
    return {word[:6] for word in re.findall(r"\d+(?::\d\d)?|[^\W\d_]{4,}", text.casefold())}


def _day(item: Item, dice: random.Random) -> Iterator[Example]:
    facts, place = _mixed(item["bears"], set(range(1, len(item["bears"]) + 1)), (), dice)
    me = Person(item["person"], called(item["person"]))
    scene = Scene(me, item["card"], item["town"], item["date"], "", item["weather"], facts=facts)
    turns = list[str]()
    for start, kind, where, phrase in item["day"]:
        about = {
            n: len((_words(fact) & _words(f"{start} {where} {phrase}")) - _words(item["date"]))
            for n, fact in enumerate(facts, 1)
        }
        best = max(about, key=lambda n: about[n], default=0)
        turns += [chat.stretch(scene, start, kind, where, (best,) if about.get(best, 0) >= 2 else ()), phrase]
    starts = [stretch[0] for stretch in item["day"]]
    for start, parts in item.get("steps", {}).items():
        if start in starts[:-1]:
            at = starts.index(start)
            turns += [chat.steps(start, starts[at + 1], item["day"][at][2], item["day"][at][3]), "\n".join(parts)]
    yield Example("day", chat.system(scene, "day"), tuple(turns))


def _reflection(item: Item, dice: random.Random) -> Iterator[Example]:
    scene = Scene(Person(item["person"], called(item["person"])), item["card"], item["town"])
    turns = list[str]()
    for insight in item["insights"]:
        rests = {n for n in insight["from"] if 0 < n <= len(item["statements"])}
        others = [n for n in range(1, len(item["statements"]) + 1) if n not in rests]
        rests |= set(dice.sample(others, min(len(others), max(0, LEAST_LAID - len(rests)))))
        laid = [item["statements"][n - 1] for n in sorted(rests)]
        turns += [chat.reflection(item["person"], laid), insight["insight"]]
    yield Example("reflection", chat.system(scene, "reflection"), tuple(turns))


def _reaction(item: Item, dice: random.Random) -> Iterator[Example]:
    seen = str(item["sees"])
    other = re.match(r"(?!(?:Her|His|The|An?|Two|Three|Somebody)\b)(?:[A-Z][\w'-]+ )*[A-Z][\w'-]+", seen)
    person = Person(other[0], called(other[0]), str(item["tie"])) if other else None
    seen = seen if other else f"{seen.rstrip('.')} ({item['tie']})"
    facts, place = _mixed(item["memories"], {n for n in item["about"] if n}, (), dice)
    me = Person(item["person"], called(item["person"]), "", item["doing"], _pronoun(item["card"]))
    scene = Scene(me, item["card"], item["town"], item["when"], item["where"], "", (person,) if person else (), facts)
    labels = list(chat.REACTIONS)
    dice.shuffle(labels)
    turns = [chat.seen(scene, seen, item["next"], chat.choice(labels)), item["does"]]
    if item.get("says") and item["does"] == "speak":
        rests = [place[n] for n in item["about"] if n in place]
        turns += [chat.cue(scene, "speak", rests, person.name if person else ""), item["says"]]
    elif item.get("activity"):
        turns += [chat.cue(scene, item["does"]), item["activity"]]
    yield Example("reaction", chat.system(scene, "reaction"), tuple(turns))


def _rating(item: Item, dice: random.Random) -> Iterator[Example]:
    pairs = list(item["memories"])
    dice.shuffle(pairs)
    scene = Scene(Person(str(item["life"]).rstrip("."), ""), "")
    yield Example("rating", chat.system(scene, "rating"), tuple(part for text, rate in pairs for part in (text, str(rate))))


def _whisper(item: Item, dice: random.Random) -> Iterator[Example]:
    yield from _talk(item, dice)
    name, number = item["whisper"]["to"], int(item["whisper"]["number"])
    if item.get("asked"):
        scene, place = _scene_of_talk(item, name, {number}, dice)
        scene = replace(scene, others=(), weather="")
        asked, answer = item["asked"]
        question = chat.question(scene, asked, chat.cue(scene, "answer", [place[number]], ""))
        yield Example("interview", question.system, (*question.turns, answer))


_MAKERS: dict[str, Callable[[Item, random.Random], Iterator[Example]]] = {
    "talks": _talk,
    "interviews": _interview,
    "days": _day,
    "reflections": _reflection,
    "reactions": _reaction,
    "ratings": _rating,
    "whispers": _whisper,
}
