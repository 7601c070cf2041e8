"""A question as the scene of a chat: who is asked, where, with whom, and the few facts that are shown.

The same facts stand in the same order as long as a talk lasts, so that each line reads only what is new; what a reply rests on
comes last. Asks nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sim.prompts.chat as chat
from sim.answer.small.checks import Known
from sim.prompts.question import Question
from sim.prompts.tasks.say import Say

REMEMBERED = 6
"""Memories shown in a talk; what a line tells stands in its cue, in full."""
HALF_HOUR = 30
"""Minutes to which the hour of a talk is told, so that its beginning stays the same from line to line."""
BACKGROUND = 2
"""Sentences of the card's background."""
TOWN = 200
"""Characters of what is said of the town at most."""
LAST_LINES = 8
"""Lines of a talk that are shown."""
_HOUR = re.compile(r"(\d\d):(\d\d)$")
_YEAR = re.compile(r", \d{1,4}(?=, \d\d:\d\d)")


@dataclass(frozen=True, slots=True)
class Shown:
    """A scene, and where each fact stands in it: number of the memory -> number in the scene, from 1."""

    scene: chat.Scene
    places: Mapping[int, int]

    def numbers(self, facts: Iterable[int]) -> tuple[int, ...]:
        """Where these memories stand; those that are not shown are left out."""
        return tuple(self.places[n] for n in facts if n in self.places)


def scene_of(
    q: Question[Any], facts: Sequence[str] = (), others: Sequence[chat.Person] = (), doing: str = "", place: bool = True
) -> chat.Scene:
    """The scene of a question about the present moment."""
    moment, town = (q.scene.moment, q.scene.town) if q.scene else (None, None)
    setting = _clipped(town.setting) if town else ""
    return chat.Scene(
        chat.Person(q.card.name, q.card.first, "", doing, _pronoun(q, q.card.name)),
        card_of(q),
        f"{town.name}. {setting}".strip() if town else q.setting.world,
        _YEAR.sub("", q.now),
        (moment.place.replace(", ", ": ", 1) if moment and moment.place else q.at) if place else "",
        moment.weather if moment and place else "",
        tuple(others),
        tuple(facts),
        tuple(chat.Person(name, first, "", "", _pronoun(q, name)) for name, first in q.names.people),
    )


def card_of(q: Question[Any]) -> str:
    """Who is asked, in two to four sentences, without what they keep to themselves."""
    card, work = q.card, q.setting.occupation
    is_what = ", ".join(filter(None, [str(card.age or ""), work and f"{_article(work)} {work}", " and ".join(card.traits[:3])]))
    first = f"{card.name} is {is_what}." if is_what else ""
    open_ones = [text for text in card.background if text not in secrets_of(q)]
    more = (f"{text}." for text in (*open_ones[:BACKGROUND], *card.concerns[:1]))
    return " ".join(filter(None, [first, *more]))


def secrets_of(q: Question[Any]) -> tuple[str, ...]:
    """What the resident has told nobody."""
    telling = getattr(q, "telling", None)
    return tuple(text.rstrip(". ") for text in telling.untold) if telling else ()


def _article(word: str) -> str:
    return "an" if word[:1].lower() in "aeiou" else "a"


def _clipped(text: str) -> str:
    """The sentences of a text that have room."""
    kept = ""
    for sentence in re.split(r"(?<=[.!?]) ", text):
        if len(kept) + len(sentence) > TOWN:
            break
        kept = f"{kept} {sentence}".strip()
    return kept or text[:TOWN].rpartition(" ")[0]


# A talk -----------------------------------------------------------------------------------------------------------------


def talk_scene(q: Say) -> Shown:
    """The scene of a talk, the same from its first line to its last as far as may be, in the order of memory."""
    by_text = {fact.text: fact for fact in q.facts}
    lasting = [by_text[text] for text in q.memories if text in by_text and not by_text[text].secret]
    kept = sorted(lasting[:REMEMBERED], key=lambda fact: fact.n)
    others = tuple(person_of(q, name) for name in sorted(q.talking_with))
    scene = scene_of(q, tuple(fact.text for fact in kept), others, q.doing.rstrip("."))
    scene = replace(scene, when=_HOUR.sub(_half_hour, scene.when))
    return Shown(scene, {fact.n: at for at, fact in enumerate(kept, 1)})


def _half_hour(found: re.Match[str]) -> str:
    return f"{found[1]}:{int(found[2]) // HALF_HOUR * HALF_HOUR:02d}"


def person_of(q: Say, name: str) -> chat.Person:
    """One of the others, with what they are to the speaker, and what they were doing."""
    told = next((one for one in q.partners if one.startswith(f"{name}: ")), "")
    _, _, known = told.partition(": ")
    tie = next((tie.partition(": ")[2] for tie in q.setting.ties if tie.startswith(f"{name}: ")), "")
    tie = tie or known.split("; ")[0].split(" (")[0]
    doing = re.search(r"before this talk they were ([^;]+)", known)
    first = next((first for full, first in q.names.people if full == name), name.split(" ", 1)[0])
    return chat.Person(name, first, tie if "never spoken" not in tie else "", doing[1] if doing else "", _pronoun(q, name))


def _pronoun(q: Question[Any], name: str) -> str:
    return q.names.called.get(name, "")


def lines_of(q: Say, shown: Shown) -> list[chat.Line]:
    """The talk until now, own lines with what they did."""
    said, done = list(q.conversation or ()), list(q.done)
    done = done[len(done) - len(said) :] if len(done) >= len(said) else []
    lines = list[chat.Line]()
    for n, (speaker, words) in list(enumerate(said))[-LAST_LINES:]:
        did = done[n] if done and speaker == q.card.name else None
        facts = shown.numbers(fact.n for fact in did.told) if did else ()
        away = [fact for fact in did.told if fact.n not in shown.places] if did else []
        to = chat.listener(shown.scene, lines)
        meant = (chat.told_to(shown.scene, away[0].text, to) or away[0].text) if away and not facts else ""
        lines.append(chat.Line(speaker, words, did.act if did and did.act else "small talk", facts, meant))
    return lines


def known_of(
    q: Question[Any], facts: Sequence[str] = (), act: str = "", around: Sequence[str] = (), about: Sequence[str] = ()
) -> Known:
    """What a line of a resident is checked against."""
    to = (*getattr(q, "talking_with", ()), "")[0]
    firsts = dict(q.names.people)
    telling = getattr(q, "telling", None)
    return Known(
        (q.card.name, q.card.first),
        (to, firsts.get(to, "")),
        q.names.people,
        tuple(facts),
        tuple(words for _, words in getattr(q, "conversation", None) or ()),
        tuple(telling.said) if telling else (),
        (*around, q.at, q.doing),
        secrets_of(q),
        q.names.called,
        tuple(about),
        act=act,
        english=q.english,
    )
