"""Answers ``answer`` (an open interview question) in the first person, from card and memories.

What no memory holds is not known, and said so in many voices. An answer never invents a fact about the town.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from sim.answer.scripted.commitments import same_occasion
from sim.answer.scripted.conclusions import concludes
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.occupations import job, workplace
from sim.answer.scripted.opinions import asked_about, said, stance
from sim.answer.scripted.own_day import at_hour, of_own_day
from sim.answer.scripted.own_talks import latest, of_own_talks
from sim.answer.scripted.replanning import ANSWERS as ALARMS
from sim.answer.scripted.self_answers import as_answer, in_own_words, of_self
from sim.language.banks import Banks
from sim.language.gatherings import Gathering, gathering_of
from sim.language.grammatical_person import mentions
from sim.language.index import Index
from sim.language.news import split_teller, split_tellers
from sim.language.poignancy import DOING, IDLE
from sim.language.text import FULL_NAME, NAME, TIMETABLE, article, as_clause, clip, fill, fillable, overlap, stems, tidy, unique
from sim.language.time_and_place import clock_in, day_in, is_today, read_now
from sim.prompts.tasks.answer import AnswerOpen, OpenAnswer
from sim.prompts.tasks.answer_choice import AnswerChoice

YES_NO = re.compile(
    r"^(?:so,? |and |well,? )?(?:have|has|had|do|does|did|is|are|was|were|will|would|can|could|should|am|any|heard|know)\b",
    re.I,
)
OF_FACT = re.compile(
    r"^(?:(?:so|and|well|tell me|please|excuse me),? )*"
    r"(?:(?:did|do|have|has) (?:you|anybody|anyone) (?:\w+ )?(?:know|hear|heard|met|notice|noticed)\b|"
    r"(?:who|when|where|at what time|what time|what day|which day|how many)\b|"
    r"what (?:happened|(?:do you know|have you heard|can you tell me) about)\b|tell me about\b|"
    r"(?:is|are|was|will) there\b|is it true\b)",
    re.I,
)
"""How questions of fact begin."""
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
_ASKED = stems(
    "know heard hear tell remember happen think anything aware going lately please recently today something say said go come"
)
"""Words that ask, and are not what is asked about."""


Interviewed = AnswerOpen | AnswerChoice
"""An interviewer's question that words answer."""


def asked_for(q: Interviewed) -> frozenset[str]:
    """The stems of what a question is about."""
    return stems(q.question) - _ASKED - stems(q.card.name)


def answer(q: AnswerOpen, banks: Banks, dice: Dice) -> Iterator[OpenAnswer]:
    for text in unique([clip(tidy(text), 300) for text in _answers(q, banks, dice)]):
        yield OpenAnswer(text)


def _answers(q: AnswerOpen, banks: Banks, dice: Dice) -> list[str]:
    """Memories that the question is about, then what the card says, then honest ignorance."""
    for find in (
        _of_case,
        _of_alarm,
        _of_absence,
        _of_promise,
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
        if found:
            return found if find in _SURE else [*found, *dice.order(UNKNOWN)[:1]]
    yes_no = YES_NO.match(q.question)
    return dice.order((UNHEARD if OF_FACT.match(q.question) else UNDECIDED) if yes_no else UNKNOWN)


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


_WHY_NOT = re.compile(r"\bwhy (?:did|have|were|was)(?:n't you| you not| you stay)\b", re.I)


def _of_promise(q: AnswerOpen, banks: Banks, dice: Dice) -> list[str]:
    """``Have you promised anybody anything?``: one's own promises and plans with others, no other's."""
    if not re.match(r"(?:have|did) you (?:\w+ )?(?:promised?|agreed?)\b|what have you (?:promised|agreed)\b", q.question, re.I):
        return []
    own = rf"(?:{re.escape(q.card.name)}|{re.escape(q.first)}) (?:promised|plans to (?:go|meet|come)|agreed)\b"
    told = [text for text in (*q.memories, *(text for _, text in reversed(q.talked))) if re.match(own, text)]
    whether = "" if q.question.lower().startswith("what") else "Yes. "
    return [f"{whether}{as_answer(text, q)}" for text in unique(told)[:1]] or ["No, nobody that I remember."]


def _of_view(q: AnswerOpen, banks: Banks, dice: Dice) -> list[str]:
    """What one thinks of a matter of the town, as one says it in talks."""
    matter = asked_about(q, q.question)
    return said(matter, stance(q, matter), dice, me=q.card.name)[:3] if matter else []


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
    yes = "Yes, I do. " if re.match(r"do you know\b", q.question, re.I) else ""
    told = sorted(
        [text for text in known if text == tie or not DOING.match(text)] or known, key=lambda text: not concludes(text, banks)
    )
    facts = [f"{yes}{_sentence(memory, q)}" for memory in told[:3]]
    own = bool(tie) or concludes(told[0], banks) or not _OPINION.search(q.question)
    return facts if own else [*_opinions_of(q, who, banks, dice), *facts]


_ABOUT_PERSON = re.compile(
    r"\b(?:do you (?:know|like|trust)|who is|think of|heard of|tell me (?:about|something)|how well|relationship|"
    r"feel about|like about|met|describe|reliable|friend|close to|"

                           r"admire|what is|argue|good neighbou?r|help)\b", re.I)  # fmt: skip
_CALLED = re.compile(rf"\b(?:called|named) ({NAME})")
_OPINION = re.compile(r"\b(?:like|trust|think of|reliable|describe|admire|good neighbou?r|nice about)\b", re.I)


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
    full = [name for name, first in q.names.people if mentions(q.question, name, first)]
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


def _sentence(memory: str, q: Interviewed) -> str:
    """A memory as an answer: in the first person, with who told it."""
    who, _, said = memory.partition(": ")
    if said and who in (q.first, q.card.name, "Interviewee"):  # an answer of an interview that was imported
        return as_answer(said, q)
    parts = split_tellers(memory, q.card.name)
    text, source = parts[0] if parts else split_teller(memory, q.card.name)
    if source and source != q.card.name and not text.startswith(source):
        return f"{source} told me that {as_clause(in_own_words(text, q))}."
    return as_answer(text, q)


def of_memories(q: Interviewed, banks: Banks, dice: Dice) -> list[str]:
    """The memories that share the question's telling words; ``yes`` before them where that was asked."""
    words = asked_for(q)
    if not words:
        return []
    meant = _meant(q.question)
    scored = [(overlap_of(words, memory), -i, memory) for i, memory in enumerate(q.memories) if not IDLE.match(memory)]
    found = [memory for score, _, memory in sorted(scored, reverse=True) if score >= 0.5 and meant <= stems(memory)]
    if _COMING.search(q.question):
        found = [memory for memory in found if _occasion(memory, q)]
    if not found:
        return []
    texts = [_sentence(memory, q) for memory in found[:3]]
    detail = _detail(q, found)
    yes = "" if not YES_NO.match(q.question) or "would not promise" in found[0] else _YES_NO["said no to" in found[0]]
    both = (
        f"{texts[0]} {texts[1]}"
        if len(texts) > 1 and len(texts[0]) + len(texts[1]) < 200 and overlap(stems(texts[0]), stems(texts[1])) < 0.6
        else ""
    )
    return [f"{yes}{text}" for text in unique([detail, texts[0], both, *texts[1:]])]


_YES_NO = ("Yes. ", "No. ")
_THING = re.compile(
    r"\b(?:about|is|are|of|be|was|will|when|where|know|behind|there|gives|giving) (?:the|an?|any) "
    r"(?P<what>[\w'-]+(?: [\w'-]+){1,4}?)"
    r"(?= (?:at|on|in|is|are|takes?|be|soon|will|begins?|near|from|by|held|going|place)\b|[?.,]|$)"
)


def _meant(question: str) -> frozenset[str]:
    """The words of what is asked about, where it is called by more than one (``the lantern supper``): a memory of another
    supper is no answer."""
    match = _THING.search(question)
    return stems(match["what"]) - _ASKED if match else frozenset()


_COMING = re.compile(r"\b(?:planning|organi[sz]ing|going on|coming up|on at)\b", re.I)
"""What is asked for is a gathering, not what somebody was seen doing."""


def _occasion(memory: str, q: Interviewed) -> Gathering | None:
    return gathering_of(split_teller(memory, q.card.name)[0], q.names.places)


def overlap_of(words: frozenset[str], memory: str) -> float:
    """The share of the question's words that a memory holds."""
    return len(words & stems(memory)) / len(words)


def _detail(q: Interviewed, found: list[str]) -> str:
    """Where and when questions about an occasion, answered shortly."""
    low = q.question.lower()
    for memory in found:
        occasion = _occasion(memory, q)
        if occasion and re.match(r"where\b", low) and occasion.place:
            return f"It's at {occasion.place}."
        if occasion and re.match(r"(?:when|what (?:day|time))\b", low) and (occasion.day or occasion.time):
            return f"It's {occasion.when()}."
    return ""


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
    other = [memory for memory in q.memories if memory not in own and not IDLE.match(memory) and not DOING.match(memory)]
    told = [_past(_sentence(memory, q)) for memory in (own or other)]
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
    fresh = [memory for memory in q.memories if _occasion(memory, q) or split_teller(memory, q.card.name)[1]]
    return unique([*(_sentence(memory, q) for memory in fresh[:2]), latest(q)])


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


_SURE = (_of_alarm, _of_absence, _of_promise, _of_talks, _of_plan, of_self, of_person)
"""What these find is known: no ignorance stands beside it to be chosen."""
