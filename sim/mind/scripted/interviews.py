"""Interviews: ``answer`` out of card and memories, ``answer_choice`` and ``answer_scale`` by traits.

What no memory holds is not known, and said so in many voices. An answer never invents a fact about the town.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from sim.mind.scripted.banks import Banks
from sim.mind.scripted.dice import Dice
from sim.mind.scripted.index import Index
from sim.mind.scripted.moments import clock
from sim.mind.scripted.news import occasion_of, unframe
from sim.mind.scripted.persons import first_person
from sim.mind.scripted.rating import DOING, IDLE
from sim.mind.scripted.text import article, capital, clip, fill, fillable, inside, join, overlap, stem, stems, tidy, unique
from sim.mind.scripted.work import job, workplace
from sim.prompts import Question, Reply

YES_NO = re.compile(
    r"^(?:so,? |and |well,? )?(?:have|has|had|do|does|did|is|are|was|were|will|would|can|could|should|am|any|heard|know)\b",
    re.I,
)
UNKNOWN = (
    "I don't know.", "I don't know, I'm afraid.", "I couldn't tell you.", "Not that I know of.", "I haven't heard anything about that.", "I wish I knew.",
    "That's news to me.", "Nobody has told me.", "I'd only be guessing.", "I really can't say.",
)  # fmt: skip
UNHEARD = (
    "No, I haven't heard about that.",
    "No, not that I know of.",
    "No, that's news to me.",
    "No. Nobody has told me.",
    "No, I don't know anything about it.",
)
UNKNOWN_PERSON = (
    "I don't know, I haven't heard anything about {who}.",
    "I couldn't say, nobody has told me about {who}.",
    "I know nothing about that. Who is {who}?",
)
STRANGER = (
    "No, I don't know anybody called {who}.",
    "I'm afraid I've never met {who}.",
    "No, the name {who} means nothing to me.",
)
_WHO = re.compile(r"\b[A-Z][\w'\u2019-]*(?: [A-Z][\w'\u2019-]*)+")
_ASKED = stems("know heard hear tell remember happen think anything aware going lately please recently today something")


def answer(q: Question, banks: Banks, dice: Dice) -> Iterator[Reply]:
    for text in unique([clip(tidy(text), 300) for text in _answers(q, banks, dice)]):
        yield {"answer": text}


def _answers(q: Question, banks: Banks, dice: Dice) -> list[str]:
    """Memories that the question is about, then what the card says, then honest ignorance."""
    for find in (_of_case, _of_self, _of_person, _of_memories, _of_day, _of_character):
        found = find(q, banks, dice)
        if found:
            return [*found, *dice.order(UNKNOWN)[:1]]
    return dice.order(UNHEARD if YES_NO.match(q.question) else UNKNOWN)


def _own(text: str, q: Question) -> str:
    """A statement as the resident says it."""
    return capital(first_person(text.rstrip("."), q.card.name, q.first))


def _of_self(q: Question, banks: Banks, dice: Dice) -> list[str]:
    """Name, age, work, home, character, hours, concern: what the card tells."""
    low, card = q.question.lower(), q.card
    trade = job(q, banks)
    role = article(trade) if trade and not re.match(r"(?:a|an|the) ", trade) else trade
    traits = join(card.traits[:3])
    concern = _own(card.currently, q) if card.currently else ""
    background = [_own(text, q) + "." for text in card.background]
    work = workplace(q, banks)
    place = f" at {work}" if work and q.places else ""
    rules = (
        (r"who are you|introduc|yourself(?! in)|tell me about you", [f"I'm {card.name}" + (f", {role}" if role else "") + "." + (f" {background[0]}" if background else ""),
                                                           f"My name is {card.name}." + (f" People say I'm {traits}." if traits else "")]),
        (r"your name", [f"My name is {card.name}.", f"I'm {card.name}."]),
        (r"how old|your age", [f"I'm {card.age}.", f"I'm {card.age} years old."] if card.age else []),
        (r"for a living|your (?:job|work|profession|occupation)|^what do you do\?*$", [f"I'm {role}{place}.", *background[:1]] if role else background[:1]),
        (r"personality|describe yourself|what kind of person|your character|your (?:greatest )?strength", [f"I'd say I'm {traits}.", f"People tell me I'm {traits}."] if traits else []),
        (r"routine|get up|wake up|go to bed|sleep", [f"I get up at {clock(card.wakes)} and go to bed at {clock(card.sleeps)}." + (f" In between I work as {role}." if role else "")]),
        (r"on your mind|working on|focus|looking forward|currently|busy with|matters most|plans? (?:are you|you are|for)|goals?|your plans", [f"{concern}."] if concern else []),
        (r"childhood|your past|grew up|where (?:are|do) you (?:from|come)|your life|background", [" ".join(background[:2])] if background else []),
    )  # fmt: skip
    return next((texts for pattern, texts in rules if texts and re.search(pattern, low)), [])


def _of_person(q: Question, banks: Banks, dice: Dice) -> list[str]:
    """``Do you know Tom Reed?``, ``Do you trust Tom?`` and the like: what is known of them, or that they are strangers."""
    who = next((name for name in _people(q) if name != q.card.name), "")
    if not who:
        return []
    first = who.split(" ")[0]
    known = [memory for memory in q.memories if re.search(rf"\b{re.escape(who)}\b|\b{re.escape(first)}\b", memory)]
    met = bool(known) or (who in q.relationship and "not know" not in q.relationship)
    if not _ABOUT_PERSON.search(q.question):
        return [] if met else [text.replace("{who}", who) for text in dice.order(UNKNOWN_PERSON)]
    if not met:
        return [text.replace("{who}", who) for text in dice.order(STRANGER)]
    yes = "Yes, I do. " if re.match(r"do you know\b", q.question, re.I) else ""
    told = [text for text in known if not DOING.match(text)] or known
    facts = [f"{yes}{_sentence(memory, q)}" for memory in told[:3]] or [f"{yes}{_own(q.relationship, q)}."]
    return [*_opinions_of(q, who, banks, dice), *facts] if _OPINION.search(q.question) else facts


_ABOUT_PERSON = re.compile(
    r"\b(?:do you (?:know|like|trust)|who is|think of|heard of|tell me (?:about|something)|how well|relationship|"
    r"feel about|like about|met|describe|reliable|friend|close to|"

                           r"admire|what is|argue|good neighbou?r|help)\b", re.I)  # fmt: skip
_OPINION = re.compile(r"\b(?:like|trust|think of|reliable|describe|admire|good neighbou?r|nice about)\b", re.I)


_CLAIM = re.compile(
    r"\b(?:once|ago|last|told|said|day|days|week|year|years|Tuesday|lent|brought|gave|comes|talks?|met|saw|neighbou?r|since)\b"
)
"""Words of an opinion that would be a claim about what happened."""


def _opinions_of(q: Question, who: str, banks: Banks, dice: Dice) -> list[str]:
    """What the banks have somebody say of a person they know; only an opinion, no fact of the town."""
    match = _relations(banks).nearest(q.question.replace(who, ""), 1)
    texts = match[0].value if match and match[0].likeness > 0.7 else ()
    plain = [text for text in fillable(texts, {"other": who}) if not _CLAIM.search(text)]
    return [fill(text, {"other": who.split(" ")[0]}) for text in dice.order(plain)[:2]]


@lru_cache(maxsize=4)
def _relations(banks: Banks) -> Index[tuple[str, ...]]:
    return Index([(row["q"], tuple(row["a_known"])) for row in banks.interviews["relation"]])


def _people(q: Question) -> list[str]:
    """The people a question names, in full where they are known."""
    full = [name for name, first in q.names.people if name in q.question or re.search(rf"\b{re.escape(first)}\b", q.question)]
    places = q.places or q.names.places
    return unique(
        [*full, *(name for name in _WHO.findall(re.sub(r"^\w+", "", q.question)) if not any(name in place for place in places))]
    )


def _sentence(memory: str, q: Question) -> str:
    """A memory as an answer: in the first person, with who told it."""
    text, source = unframe(memory, q.card.name)
    own = _own(text, q)
    if source and source != q.card.name:
        return f"{source} told me that {inside(own)}."
    return f"{own}."


def _of_memories(q: Question, banks: Banks, dice: Dice) -> list[str]:
    """The memories that share the question's telling words; ``yes`` before them where that was asked."""
    words = stems(q.question) - _ASKED - stems(q.card.name)
    if not words:
        return []
    scored = [(overlap_of(words, memory), -i, memory) for i, memory in enumerate(q.memories) if not IDLE.match(memory)]
    found = [memory for score, _, memory in sorted(scored, reverse=True) if score >= 0.5]
    if not found:
        return []
    texts = [_sentence(memory, q) for memory in found[:3]]
    detail = _detail(q, found)
    yes = "Yes. " if YES_NO.match(q.question) else ""
    both = (
        f"{texts[0]} {texts[1]}"
        if len(texts) > 1 and len(texts[0]) + len(texts[1]) < 200 and overlap(stems(texts[0]), stems(texts[1])) < 0.6
        else ""
    )
    return [f"{yes}{text}" for text in unique([detail, texts[0], both, *texts[1:]])]


def overlap_of(words: frozenset[str], memory: str) -> float:
    """The share of the question's words that a memory holds."""
    return len(words & stems(memory)) / len(words)


def _detail(q: Question, found: list[str]) -> str:
    """Where and when questions about an occasion, answered shortly."""
    low = q.question.lower()
    for memory in found:
        occasion = occasion_of(unframe(memory, q.card.name)[0], q.places or q.names.places)
        if occasion and re.match(r"where\b", low) and occasion.place:
            return f"It's at {occasion.place}."
        if occasion and re.match(r"(?:when|what (?:day|time))\b", low) and (occasion.day or occasion.time):
            return f"It's {'on ' + occasion.day if occasion.day else ''}{' at ' + occasion.time if occasion.time else ''}.".replace(
                "  ", " "
            )
    return ""


def _of_day(q: Question, banks: Banks, dice: Dice) -> list[str]:
    """``What did you do today?``: one's own doings out of the memories."""
    if not re.search(
        r"\b(?:today|yesterday|lately|this (?:morning|afternoon|week)|recently|your day|been up to|happened|"
        r"remember|new in town|last night|just now)\b",
        q.question,
        re.I,
    ):
        return []
    own = [memory for memory in q.memories if memory.startswith((q.card.name, q.first + " ")) and "'s plan for" not in memory]
    other = [memory for memory in q.memories if memory not in own and not IDLE.match(memory) and not DOING.match(memory)]
    told = [_past(_sentence(memory, q)) for memory in (own or other)]
    if not told:
        return []
    return [" ".join(told[:2]) if len(" ".join(told[:2])) < 290 else told[0], told[0], *told[1:3]]


def _past(text: str) -> str:
    return re.sub(r"^I'm (\w+ing)\b", r"I was \1", text)


def _of_case(q: Question, banks: Banks, dice: Dice) -> list[str]:
    """What one would do in a case that the banks have thought through."""
    match = _cases(banks).nearest(q.question, 1)
    return dice.order(match[0].value) if match and match[0].likeness > 0.8 else []


@lru_cache(maxsize=4)
def _cases(banks: Banks) -> Index[tuple[str, ...]]:
    return Index([(row["q"], tuple(row["a"])) for row in banks.interviews["hypothetical"]])


def _of_character(q: Question, banks: Banks, dice: Dice) -> list[str]:
    """Questions of taste and temper, answered in character; no fact of the town is in these."""
    match = _characters(banks).nearest(q.question, 1)
    if not match or match[0].likeness < 0.7:
        return []
    trade = job(q, banks)
    traits = (*q.card.traits, "", "")
    values = {
        "name": q.card.name,
        "role": article(trade) if trade else "",
        "trait1": traits[0],
        "trait2": traits[1],
        "place": workplace(q, banks),
    }
    return [fill(text, values) for text in dice.order(fillable(match[0].value, values))]


@lru_cache(maxsize=4)
def _characters(banks: Banks) -> Index[tuple[str, ...]]:
    return Index([(row["q"], tuple(row["a"])) for row in banks.interviews["self"]])


def answer_choice(q: Question, banks: Banks, dice: Dice) -> Iterator[Reply]:
    """The option that traits and memories favour; ties by draw."""
    scores = {option: _favour(q, option, banks) for option in q.options}
    drawn = dice.order(list(scores))
    for option in sorted(drawn, key=lambda option: -scores[option]) or ["none"]:
        yield {"answer": option}


def _favour(q: Question, option: str, banks: Banks) -> float:
    low = option.lower()
    if low in ("yes", "no"):
        known = bool(_of_memories(q, banks, Dice(0, "favour")) or _of_person(q, banks, Dice(0, "favour")))
        known = known and not any(
            line.startswith("No") or "never met" in line for line in _of_person(q, banks, Dice(0, "favour"))[:1]
        )
        return 1.0 if (low == "yes") == known else 0.0
    traits = _option_traits(banks).get(low, frozenset())
    words = stems(option)
    told = max(
        (len(words & stems(memory)) / max(1, len(words)) for memory in (*q.memories, q.card.currently, *q.card.background)),
        default=0.0,
    )
    return 2.0 * len(traits & set(q.card.traits)) + (told if told >= 0.5 else 0.0)


@lru_cache(maxsize=4)
def _option_traits(banks: Banks) -> dict[str, frozenset[str]]:
    return {option.lower(): frozenset(traits) for row in banks.interviews["choice"] for option, traits in row["traits"].items()}


def answer_scale(q: Question, banks: Banks, dice: Dice) -> Iterator[Reply]:
    """The middle, moved by traits that agree or disagree and a little by chance."""
    low, high = q.range or (1, 10)
    share = 0.55 + 0.25 * _lean(q, banks) + (dice.below(13) - 6) / 100
    middle = low + round(min(0.95, max(0.05, share)) * (high - low))
    for step in (0, 1, -1, 2, -2):
        if low <= middle + step <= high:
            yield {"answer": middle + step}


def _lean(q: Question, banks: Banks) -> int:
    match = _opinions(banks).nearest(q.question, 1)
    row: dict[str, Any] = match[0].value if match and match[0].likeness > 0.6 else {}
    traits = {stem(trait) for trait in q.card.traits}
    agree = sum(stem(trait) in traits for trait in row.get("traits_agree", ()))
    return agree - sum(stem(trait) in traits for trait in row.get("traits_disagree", ()))


@lru_cache(maxsize=4)
def _opinions(banks: Banks) -> Index[dict[str, Any]]:
    return Index([(row["q"], row) for row in banks.interviews["opinion_scale"]])
