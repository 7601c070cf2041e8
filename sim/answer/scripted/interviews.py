"""Answers ``answer`` (an open interview question) in the first person, from card and memories.

What no memory holds is not known, and said so in many voices. An answer never invents a fact about the town.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from sim.answer.scripted.commitments import same_occasion
from sim.answer.scripted.conclusions import concludes
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.grammatical_person import mentions
from sim.answer.scripted.english.index import Index
from sim.answer.scripted.english.news import split_teller
from sim.answer.scripted.english.phrases.opinions import AGAINST, FOR
from sim.answer.scripted.english.poignancy import DOING, IDLE
from sim.answer.scripted.interview_memories import OF_FACT, YES_NO, Interviewed, occasion_of, of_memories, said_of
from sim.answer.scripted.occupations import job, workplace
from sim.answer.scripted.opinions import asked_about, is_matter, said, stance
from sim.answer.scripted.own_day import at_hour, of_own_day
from sim.answer.scripted.own_occasions import of_occasions
from sim.answer.scripted.own_talks import last_with, latest, of_own_talks
from sim.answer.scripted.own_words import as_answer, of_tie
from sim.answer.scripted.relationship_words import without_titles
from sim.answer.scripted.replanning import ANSWERS as ALARMS
from sim.answer.scripted.self_answers import of_self
from sim.answer.scripted.telling import is_over
from sim.language.text import FULL_NAME, NAME, TIMETABLE, article, clip, fill, fillable, tidy, unique
from sim.language.time_and_place import clock_in, day_in, is_today, read_now
from sim.prompts.tasks.answer import AnswerOpen, OpenAnswer

UNKNOWN = (
    "I don't know.", "I don't know, I'm afraid.", "I couldn't tell you.", "Not that I know of.", "I wish I knew.",
    "I haven't heard anything about that.", "That's news to me.", "Nobody has told me.", "I'd only be guessing.",
    "I really can't say.",
)  # fmt: skip
UNHEARD = (
    "No, I haven't heard about that.",
    "No, not that I know of.",
    "No, that's news to me.",
    "No. Nobody has told me.",
    "No, I don't know anything about it.",
)
UNDECIDED = ("I couldn't say.", "I'd have to think about that.", "Not that I recall.")
"""To questions of yes or no that nobody could have told one of."""
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


def answer(q: AnswerOpen, banks: Banks, dice: Dice) -> Iterator[OpenAnswer]:
    for text in unique([clip(tidy(text), 300) for text in _answers(q, banks, dice)]):
        yield OpenAnswer(text)


def _answers(q: AnswerOpen, banks: Banks, dice: Dice) -> list[str]:
    """Memories that the question is about, then what the card says, then honest ignorance."""
    q = _without_what_is_over(_with_kin_named(q))
    for find in (
        _of_case,
        _of_alarm,
        _of_absence,
        _of_promise,
        _of_occasions,
        _of_talks,
        _of_plan,
        _of_view,
        of_self,
        of_person,
        _of_town,
        of_memories,
        _of_day,
        _of_character,
    ):
        found = find(q, banks, dice)
        if found and _KEPT.search(found[0]):
            return ["I'd rather not say."]
        if found:
            return found if find in _SURE else [*found, *dice.order(UNKNOWN)[:1]]
    if not YES_NO.match(q.question):
        return dice.order(UNKNOWN)
    past = re.match(r"(?:did|have|had|was|were)\b", q.question, re.I)
    return dice.order(UNHEARD if OF_FACT.match(q.question) else UNDECIDED if past else UNDECIDED[:2])


_KEPT = re.compile(r"\b(?:nobody is to know|told nobody|in secret|secretly)\b", re.I)
"""Answers that would give a secret away."""


def _without_what_is_over(q: AnswerOpen) -> AnswerOpen:
    """Without concerns and intentions that were for an occasion of today that has begun."""
    meant = re.compile(r"\b(?:plans to go to|is (?:looking forward to|getting ready for|thinking about going to))\b")
    concerns = [text for text in q.card.concerns if not (meant.search(text) and is_over(q, text))]
    memories = tuple(text for text in q.memories if not (meant.search(text) and is_over(q, text)))
    kept = q.card if len(concerns) == len(q.card.concerns) else replace(q.card, currently=". ".join(concerns))
    return replace(q, card=kept, memories=memories)


def _with_kin_named(q: AnswerOpen) -> AnswerOpen:
    """``your wife`` by her name, where a tie says who she is: what is known of her is known by that."""
    asked = re.search(rf"(?<!who is )(?<!who's )(?<!have )\byour ({_KIN})\b", q.question, re.I)
    names = [name for name, tie in q.ties if asked and re.match(rf"{re.escape(name)} is {q.first}'s {asked[1].lower()}\b", tie)]
    return replace(q, question=q.question.replace(asked[0], names[0])) if asked and len(names) == 1 else q


_KIN = "husband|wife|daughter|son|mother|father|sister|brother|professor|boss"


def _of_occasions(q: AnswerOpen, banks: Banks, dice: Dice) -> list[str]:
    """Whether one goes to a gathering, who else, and how it was."""
    return of_occasions(q)


def _of_alarm(q: AnswerOpen, banks: Banks, dice: Dice) -> list[str]:
    """``You smell smoke. What do you do?``: what one would do about it in a plan."""
    if not re.match(r"(?:if |suppose |imagine )?you\b.*\bwhat (?:do|would|will|now)\b", q.question, re.I):
        return []
    return [f"I'd be {does} at once." for pattern, does, _ in ALARMS if re.search(rf"\b(?:{pattern})", q.question, re.I)][:1]


def _of_absence(q: AnswerOpen, banks: Banks, dice: Dice) -> list[str]:
    """``Why did you not go?``: one's own refusal or promise, and what one did instead at that hour of today."""
    if not _WHY_NOT.search(q.question):
        return []
    about = re.sub(r"^.*?\b(?:heard|know|knew|told) that ", "", q.question.partition(". ")[0])
    told = unique([*q.memories, *(text for _, text in q.talked)])
    own = [text for text in told if re.match(rf"{re.escape(q.card.name)} (?:said no|promised|would not promise) ", text)]
    reasons = [as_answer(text, q) for text in own if same_occasion(about, text)][:1]
    minutes = clock_in(about)[1]
    if minutes >= 0 and q.day and is_today(day_in(about), read_now(q.now)):
        reasons.append(at_hour(minutes, q))
    return [" ".join(reasons)] if reasons else []


_WHY_NOT = re.compile(r"\bwhy (?:did|have|were|was)(?:n't you| you not| you stay| you say no)\b", re.I)


def _of_promise(q: AnswerOpen, banks: Banks, dice: Dice) -> list[str]:
    """``Have you promised anybody anything?``: one's own promises and plans with others, no other's."""
    if not re.match(r"(?:have|did) you (?:\w+ )?(?:promised?|agreed?)\b|what have you (?:promised|agreed)\b", q.question, re.I):
        return []
    own = rf"(?:{re.escape(q.card.name)}|{re.escape(q.first)}) (?:promised|plans to (?:go|meet|come)|agreed)\b"
    told = [text for text in (*q.memories, *(text for _, text in reversed(q.talked))) if re.match(own, text)]
    whether = "" if q.question.lower().startswith("what") else "Yes. "
    refused = [text for text in (*q.memories, *(t for _, t in q.talked)) if text.startswith(f"{q.card.name} said no to ")]
    if named := [name for name in _people(q) if name != q.card.name]:
        told = [text for text in told if any(name in text for name in named)]
        refused = [text for text in refused if any(name in text for name in named)]
    if told:
        return [f"{whether}{as_answer(told[0], q)}"]
    return [f"No. {as_answer(refused[0], q)}" if named and refused else "No, nobody that I remember."]


def _of_view(q: AnswerOpen, banks: Banks, dice: Dice) -> list[str]:
    """What one thinks of a matter of the town, as one says it in talks; that it is new to one, where it is."""
    matter = asked_about(q, q.question)
    if not matter:
        told = _ON_MATTER.search(q.question)
        new = [text for text in UNKNOWN if re.search(r"\b(?:heard|news|told)\b", text)]
        return dice.order(new) if told and is_matter(f"{told['who']} is {told['what']}") else []
    way = stance(q, matter)
    yes = {FOR: "Yes. ", AGAINST: "No. "}.get(way, "") if _SUPPORTS.match(q.question) else ""
    return [f"{yes}{text}" for text in said(matter, way, dice, me=q.card.name)[:3]]


_ON_MATTER = re.compile(rf"\b(?:of|about|on) (?P<who>{NAME})(?:['’]s)? (?P<what>\w+ing\b.*?)\??$")
"""``of Petra Lindholm running for mayor?``"""
_SUPPORTS = re.compile(r"(?:do you support|(?:would|will) you (?:vote|speak up) for)\b", re.I)


def of_person(q: Interviewed, banks: Banks, dice: Dice) -> list[str]:
    """``Do you know Tom Reed?``, ``Do you trust Tom?`` and the like: what is known of them, or that they are strangers."""
    who = next((name for name in _people(q) if name != q.card.name), "")
    if not who:
        return []
    first = who.split(" ")[0]
    called = "" if first == q.first else first
    known = [memory for memory in q.memories if mentions(memory, who, called) and TIMETABLE not in memory]
    tie = dict(q.ties).get(who, "") if isinstance(q, AnswerOpen) else ""
    known = unique([*filter(None, [tie]), *known])
    if not known:
        table = STRANGER if _ABOUT_PERSON.search(q.question) else UNKNOWN_PERSON
        return [text.replace("{who}", who if who in q.question else first) for text in dice.order(table)]
    if not _ABOUT_PERSON.search(q.question):
        return []
    low = q.question.lower()
    liked = tie and re.match(r"do you (?:like|trust|support|get (?:on|along) with)\b", low)
    yes = (
        "Yes, I do. " if low.startswith("do you know ") or (liked and re.search(r"\b(?:likes?|enjoys?|friend)\b", tie)) else ""
    )
    spoken = f"{q.card.name} said to "
    told = [text for text in known if text == tie or is_matter(text) or not (DOING.match(text) or text.startswith(spoken))]
    told = told or ([] if _OPINION.search(q.question) else known)
    if not told:
        return [*_opinions_of(q, who, banks, dice), *UNDECIDED[:1]]
    told = told if liked else sorted(told, key=lambda text: not concludes(text, banks))
    facts = [f"{yes}{of_tie(text, q) if text == tie else said_of(text, q)}" for text in told[:3]]
    if _FARES.match(low) and isinstance(q, AnswerOpen) and (talk := last_with(q, who)):
        return [f"{facts[0]} {talk}" if len(facts[0]) + len(talk) < 300 else facts[0]]
    if matters := [text for text in told if is_matter(text) and re.match(r"what is .*\b(?:planning|up to)\b", low)]:
        return [said_of(matters[0], q)]
    if liked and not yes:
        return [*_opinions_of(q, who, banks, dice), *facts]
    own = bool(tie) or concludes(told[0], banks) or not _OPINION.search(q.question)
    return facts if own else [*_opinions_of(q, who, banks, dice), *facts]


_ABOUT_PERSON = re.compile(
    r"\b(?:do you (?:know|like|trust)|who is|think of|heard of|tell me (?:about|something)|how well|relationship|think about|"
    r"feel about|like about|met|describe|reliable|friend|close to|"

                           r"^how is|what does|admire|what is|argue|good neighbou?r|help|"
                           r"get (?:on|along) with)\b", re.I)  # fmt: skip
_FARES = re.compile(r"how (?:is|are) ")
_CALLED = re.compile(rf"\b(?:called|named) ({NAME})")
_OPINION = re.compile(
    r"\b(?:like|trust|get (?:on|along) with|think of|reliable|describe|admire|good neighbou?r|nice about)\b", re.I
)


_CLAIM = re.compile(
    r"\b(?:once|ago|last|told|said|day|days|week|year|years|Tuesday|lent|brought|gave|comes|talks?|met|saw|neighbou?r|since)\b"
)
"""Words of an opinion that would be a claim about what happened."""


def _opinions_of(q: Interviewed, who: str, banks: Banks, dice: Dice) -> list[str]:
    """What the banks have somebody say of a person they know; only an opinion, no fact of the town."""
    match = _relations(banks).nearest(q.question.replace(who, ""), 1)
    texts = match[0].value if match and match[0].likeness > 0.7 else ()
    plain = [text for text in fillable(texts, {"other": who}) if not _CLAIM.search(text)]
    return [fill(text, {"other": who.split(" ")[0]}) for text in dice.order(plain)[:2]]


@lru_cache(maxsize=4)
def _relations(banks: Banks) -> Index[tuple[str, ...]]:
    return Index([(row["q"], tuple(row["a_known"])) for row in banks.interviews["relation"]])


def _people(q: Interviewed) -> list[str]:
    """The people a question names, in full where they are known; what an answer may give away is the caller's care."""
    full = [name for name, first in q.names.people if mentions(q.question, name, without_titles(first))]
    return unique(
        [
            *full,
            *(
                name
                for name in FULL_NAME.findall(re.sub(r"^\w+", "", q.question))
                if not any(name in place for place in q.names.places)
            ),
            *_CALLED.findall(q.question),
        ]
    )


def _of_day(q: AnswerOpen, banks: Banks, dice: Dice) -> list[str]:
    """``What did you do today?``: one's own doings out of the memories."""
    if not re.search(
        r"\b(?:today|yesterday|lately|this (?:morning|afternoon|week)|recently|your day|been up to|happened|"
        r"remember|new in town|last night|just now)\b",
        q.question,
        re.I,
    ):
        return []
    own = [memory for memory in q.memories if memory.startswith((q.card.name, q.first + " ")) and TIMETABLE not in memory]
    other = [m for m in q.memories if m not in own and TIMETABLE not in m and not IDLE.match(m) and not DOING.match(m)]
    told = [_past(said_of(memory, q)) for memory in (own or other)]
    if not told:
        return []
    return [" ".join(told[:2]) if len(" ".join(told[:2])) < 290 else told[0], told[0], *told[1:3]]


def _past(text: str) -> str:
    return re.sub(r"^I'm (\w+ing)\b", r"I was \1", text)


def _of_plan(q: AnswerOpen, banks: Banks, dice: Dice) -> list[str]:
    """What one does at which hour."""
    return of_own_day(q)


def _of_talks(q: AnswerOpen, banks: Banks, dice: Dice) -> list[str]:
    """Whom one talked with today, and what was said."""
    return of_own_talks(q)


def _of_town(q: AnswerOpen, banks: Banks, dice: Dice) -> list[str]:
    """``What's new?``: gatherings and what one was told, else what the last talk was about."""
    if not _NEWS.search(q.question):
        return []
    fresh = [memory for memory in q.memories if occasion_of(memory, q) or split_teller(memory, q.card.name)[1]]
    return unique([*(said_of(memory, q) for memory in fresh[:2]), latest(q)])


_NEWS = re.compile(
    r"\bwhat(?:'s| is| has been)? (?:new|the (?:latest|news))\b|\bwhat(?:'s| is| has been) (?:going on|happening)\b|"
    r"\b(?:is|are) (?:any|some)thing (?:being |to be )?(?:prepared|planned|going on)\b|"
    r"\bany (?:news|gossip)\b|\bnews (?:in|of|from|around) \b",
    re.I,
)


def _of_case(q: AnswerOpen, banks: Banks, dice: Dice) -> list[str]:
    """What one would do in a case that the banks have thought through."""
    match = _cases(banks).nearest(q.question, 1)
    return dice.order(match[0].value) if match and match[0].likeness > 0.8 else []


@lru_cache(maxsize=4)
def _cases(banks: Banks) -> Index[tuple[str, ...]]:
    return Index([(row["q"], tuple(row["a"])) for row in banks.interviews["hypothetical"]])


def _of_character(q: AnswerOpen, banks: Banks, dice: Dice) -> list[str]:
    """Questions of taste and temper, answered in character; no fact of the town is in these."""
    match = _characters(banks).nearest(q.question, 1)
    asks_when = re.match(r"when\b", q.question, re.I) is not None
    if not match or match[0].likeness < 0.7 or (asks_when and not match[0].text.lower().startswith("when")):
        return []
    if bool(YES_NO.match(q.question)) != bool(YES_NO.match(match[0].text)):
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


_SURE = (_of_alarm, _of_absence, _of_promise, _of_occasions, _of_talks, _of_plan, _of_view, of_self, of_person)
"""What these find is known: no ignorance stands beside it to be chosen."""
