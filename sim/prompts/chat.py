"""The chat format of a small mind: plain-text questions for a model of some hundred million parameters.

What such a model is asked in a town and what it is taught with are made by the functions of this module, so both are the same
to the letter. Nothing is asked as JSON: the system message says who the resident is, where, with whom and what they know
(numbered facts); the talk follows as turns of a chat, others' lines as the user's and own lines as the assistant's; each user
turn ends with a cue in brackets, such as ``[tell 3: Toivo's boat sank on Friday.]``, which says what the reply is to do and
which facts it tells. A choice is a cue with short labels (``[choose: tell 3, ask, leave]``), answered by probability.

Names are data: in facts, ``you (Toivo)`` stands where the resident is named, and a first name where somebody present is. In a
cue a fact stands as the resident says it to whoever listens (``[tell 3: "My boat sank on Friday."]``), where a rule can turn it
(``spoken``), so that nobody small has to work out whose it is. Knows no model, no scenario and no training; whoever asks gives
records and gets a ``Chat``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sim.prompts import spoken

VISITOR = "Visitor"
"""Who asks the questions of an interview."""
NOBODY_YET = "(nobody has spoken yet)"
SUM_UP = "[sum up]"
"""The cue after the last line of a talk; its reply is one sentence in the third person."""
CANNOT_SAY = "cannot say"
"""The act of an interview's answer where nothing that the resident knows answers the question."""
REACTIONS = ("go on", "speak", "wait", "do something else")

_TASKS = {
    "talk": "Say one short line as {first}. Brackets tell what to say.",
    "interview": "Answer the visitor as {first}, in one to three short sentences. Brackets tell what to say.",
    "day": "Say in a few words what you do at each hour.",
    "reflection": "Say in one sentence what {name} concludes from these.",
    "reaction": "Say what you do now.",
    "rating": "Rate how much each thing matters to you, from 1 (everyday) to 10 (changes your life).",
}
"""The last line of the system message, by kind of question."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody by name: ``name`` in full, ``first`` as they are called. ``tie`` is what they are to the resident who is asked
    (of that resident: to the others), ``doing`` what they are doing; both a few words or "". ``pronoun`` is ``she``, ``he``,
    ``they``, or "" where that is not known; no prompt shows it."""

    name: str
    first: str
    tie: str = ""
    doing: str = ""
    pronoun: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """What the system message says: who is asked (``me``, with a ``card`` in the third person), where and when, who is present
    and what is known. ``facts`` are numbered from 1 as they stand. "" and () leave a line out. ``absent`` are others whom facts
    may name; no prompt shows them."""

    me: Person
    card: str
    town: str = ""
    when: str = ""
    where: str = ""
    weather: str = ""
    others: tuple[Person, ...] = ()
    facts: tuple[str, ...] = ()
    absent: tuple[Person, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a talk: the speaker's full name, the words, what the line does and the numbers of the facts of the resident who
    is asked that it tells; or, in ``meant``, what it says that is no fact. All but the words are only read in own lines."""

    speaker: str
    text: str
    act: str = ""
    facts: tuple[int, ...] = ()
    meant: str = ""


@dataclass(frozen=True, slots=True)
class Chat:
    """A question: ``system``, and turns that alternate between user and assistant; the last is the user's."""

    system: str
    turns: tuple[str, ...]


def shown(text: str, me: Person, others: Sequence[Person] = ()) -> str:
    """``text`` as ``me`` is shown it: ``you (Toivo)`` for the own name, first names for those present."""
    for other in others:
        text = re.sub(rf"\b{re.escape(other.name)}\b", other.first, text)
    own = "|".join(re.escape(name) for name in sorted({me.name, me.first}, key=len, reverse=True) if name)

    def you(match: re.Match[str]) -> str:
        words = f"your ({me.first}'s)" if match[2] else f"you ({me.first})"
        return words[0].upper() + words[1:] if match.start() == 0 else words

    return re.sub(rf"\b({own})\b('s)?(?![\w-])", you, text)


def system(scene: Scene, kind: str) -> str:
    """The system message of a question of that kind (a key of ``_TASKS``)."""
    me, others = scene.me, scene.others
    now = ", ".join(part for part in (scene.when, scene.where) if part)
    parts = [
        f"You are {me.name}. {scene.card}".rstrip(),
        f"Town: {_sentence(scene.town)}" if scene.town else "",
        f"Now: {_sentence(now)}{' ' + _sentence(scene.weather) if scene.weather else ''}" if now else "",
        f"You: {me.doing.rstrip('.')}." if me.doing else "",
        *(f"With you: {_described(other)}" for other in others),
    ]
    if scene.facts:
        parts.append("You know:")
        parts += [f"{number}. {_sentence(shown(fact, me, others))}" for number, fact in enumerate(scene.facts, 1)]
    parts.append(_TASKS[kind].format(first=me.first, name=me.name))
    return "\n".join(part for part in parts if part)


def cue(scene: Scene, act: str, facts: Sequence[int] = (), to: str | None = None) -> str:
    """``[tell 3: "My boat sank on Friday."]``: what the reply does, and the facts that it tells, in full. ``to`` is the full
    name of whom they are told, "" for an outsider; with None, or where a rule cannot turn them, they stand as they are known:
    ``[about 3: You (Toivo) ...]``."""
    told = [number for number in facts if 0 < number <= len(scene.facts)]
    if not told:
        return f"[{act}]"
    turned = [None if to is None else told_to(scene, scene.facts[number - 1], to) for number in told]
    texts = [
        f'"{words}"' if words else _sentence(shown(scene.facts[number - 1], scene.me, scene.others))
        for number, words in zip(told, turned, strict=True)
    ]
    return f"[{label(act, told)}: {' '.join(texts)}]"


def cue_in_words(act: str, words: str) -> str:
    """The cue of a reply that says what is no numbered fact: ``[leave: "I must get on with mending the net."]``."""
    return f'[{act}: "{_sentence(words)}"]'


def told_to(scene: Scene, fact: str, to: str) -> str | None:
    """A fact as the resident says it to the person of this full name ("" for an outsider); None where whose it is is in doubt.
    English alone."""
    every = {person.name: person for person in (*scene.absent, *scene.others)}
    listener = every.pop(to, None)
    you = spoken.Person(listener.name, listener.first, listener.pronoun) if listener else spoken.Person("\0")
    others = tuple(
        spoken.Person(one.name, one.first, one.pronoun)
        for one in every.values()
        if one.name != scene.me.name and any(part in fact for part in one.name.split())
    )
    me = spoken.Person(scene.me.name, scene.me.first, scene.me.pronoun)
    words = spoken.spoken(fact.rstrip("."), me, you, others)
    return _sentence(words) if words else None


def label(act: str, facts: Sequence[int] = ()) -> str:
    """What an intent is called in a choice: ``tell 3``."""
    return " ".join([act, *(str(number) for number in facts)])


def choice(labels: Sequence[str]) -> str:
    """The cue of a choice; the reply is one of ``labels``."""
    return f"[choose: {', '.join(labels)}]"


def talk_turns(scene: Scene, lines: Sequence[Line]) -> tuple[str, ...]:
    """The turns of a talk as ``scene.me`` hears it: ``user, assistant, user ...``. Ends with an own line where the talk
    does."""
    first = {person.name: person.first for person in scene.others}
    turns, heard = list[str](), list[str]()
    for at, line in enumerate(lines):
        if line.speaker == scene.me.name:
            known = cue(scene, line.act, line.facts, listener(scene, lines[:at]))
            ending = cue_in_words(line.act, line.meant) if line.meant else known
            turns += ["\n".join([*(heard or [_unheard(turns)]), ending]), line.text]
            heard = []
        else:
            heard.append(f"{first.get(line.speaker, line.speaker)}: {line.text}")
    return (*turns, "\n".join(heard)) if heard else tuple(turns)


def listener(scene: Scene, lines: Sequence[Line]) -> str:
    """The full name of whom the resident speaks to after ``lines``: who spoke last, else the first of the others."""
    spoke = [line.speaker for line in lines if line.speaker != scene.me.name]
    return spoke[-1] if spoke else scene.others[0].name if scene.others else ""


def next_line(scene: Scene, lines: Sequence[Line], ending: str) -> Chat:
    """The question for the next own line after ``lines``. ``ending`` is a ``cue``, a ``choice``, or ``SUM_UP``."""
    turns = talk_turns(scene, lines)
    if len(turns) % 2:
        return Chat(system(scene, "talk"), (*turns[:-1], f"{turns[-1]}\n{ending}"))
    return Chat(system(scene, "talk"), (*turns, f"{_unheard(turns)}\n{ending}"))


def question(scene: Scene, asked: str, ending: str, before: Sequence[str] = ()) -> Chat:
    """A visitor's question; ``before`` are the earlier turns of the interview."""
    return Chat(system(scene, "interview"), (*before, f"{VISITOR}: {asked}\n{ending}"))


def stretch(scene: Scene, start: str, kind: str, place: str, facts: Sequence[int] = ()) -> str:
    """The user turn that asks what is done from ``start`` (``07:10``) on; the reply is a phrase such as ``mending the net``."""
    rests = f"\n{cue(scene, 'about', facts)}" if facts else ""
    return f"{start} {kind}, {place}{rests}"


def steps(start: str, end: str, place: str, phrase: str) -> str:
    """The user turn that asks for the steps of a stretch; the reply has one phrase a line."""
    return f"{start} to {end}, {place}: {phrase}\n[steps]"


def reflection(name: str, statements: Sequence[str]) -> str:
    """The user turn of a reflection: what is laid before the resident; the reply is one sentence in the third person."""
    return "\n".join([*(f"- {statement}" for statement in statements), f"[what {name} concludes]"])


def seen(scene: Scene, sight: str, then: str, ending: str) -> str:
    """The user turn that tells what is seen, and what was planned next. ``ending`` is a choice or a cue."""
    planned = f"\nNext: {_sentence(then)}" if then else ""
    return f"You see: {_sentence(shown(sight, scene.me, scene.others))}{planned}\n{ending}"


def _unheard(turns: Sequence[str]) -> str:
    return "(nobody answers)" if turns else NOBODY_YET


def _described(other: Person) -> str:
    tie = f" ({other.tie.rstrip('.')})" if other.tie else ""
    return _sentence(f"{other.name}{tie}{': ' + other.doing if other.doing else ''}")


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"
