"""Answers to questions about oneself, from the card: name, age, work, home, character, hours, concern, past.

``of_self`` finds the answer by the words of the question. Knows no memories; ``interviews`` has those.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.occupations import job
from sim.answer.scripted.own_words import of_card, of_tie
from sim.answer.scripted.relationship_words import COOL, without_titles
from sim.language.text import article, join, sentences, stems
from sim.prompts.planning import clock
from sim.prompts.tasks.answer import AnswerOpen


def of_self(q: AnswerOpen, banks: Banks, dice: Dice) -> list[str]:
    """Name, age, work, home, character, hours, concern: what the card tells."""
    low = _named(q)
    return next((texts for pattern, tell in _SELF if re.search(pattern, low) and (texts := tell(q, banks))), [])


def _named(q: AnswerOpen) -> str:
    """The question in small letters; ``who is`` with one's own name asks who one is."""
    own = rf"\bwho(?: is|'s) (?:{re.escape(q.card.name)}|{re.escape(q.first)})(?=\W*$)"
    return re.sub(own, "who are you", q.question, flags=re.I).lower()


def _friends(q: AnswerOpen, banks: Banks) -> list[str]:
    """Those whom a tie calls a friend."""
    friends = [name for name, tie in q.ties if re.search(r"\bfriends?\b", tie) and not re.search(r"\bnot\b|\bno\b", tie)]
    if friends:
        return [f"I count {join(tuple(friends))} among my friends."]
    near = [tie for _, tie in q.ties if not (_DISTANT.search(tie) or COOL.search(tie))]
    return [f"I'd not use that word lightly. {of_tie(near[0], q)}" if near else "I couldn't name a friend of mine here."]


_DISTANT = re.compile(r"\b(?:not|no|never|stranger|rival|owes?|distrusts?|avoids?|quarrel\w*|enem\w*|hardly|by sight|face)\b")
"""Words of a tie that is no friendship."""


def _tied(q: AnswerOpen, banks: Banks) -> list[str]:
    """``Who is your neighbour?``: those whose tie says so."""
    asked = stems(_named(q).partition(" your ")[2])
    told = [of_tie(tie, q) for _, tie in q.ties if asked & stems(tie)]
    return [" ".join(told[:2])] if told else ["I couldn't name anybody."]


def _own_family(q: AnswerOpen, banks: Banks) -> list[str]:
    """``Do you have children?``: what card and ties tell of one's own, whose kin comes before anybody else's in a sentence."""
    low = q.question.lower()
    kin = next(words for asked, words in _KIN.items() if re.search(asked, low))
    told = [
        *((of_card(text, q), text) for text in (*q.card.background, *q.card.concerns)),
        *((of_tie(t, q), t) for _, t in q.ties),
    ]
    for said, text in told:
        first = _ANY_KIN.search(without_titles(text))
        if first and re.fullmatch(kin, first[0], re.I):
            return [f"Yes. {said}"]
    return ["No, I'm not." if low.startswith("are") else "No, I haven't."]


_ANY_KIN = re.compile(
    r"\b(?:child(?:ren)?|sons?|daughters?|brothers?|sisters?|husband|wife|married|mother|father|nephew|niece)\b", re.I
)
_KIN = {
    r"\b(?:children|kids)\b": r"child(?:ren)?|sons?|daughters?",
    r"\bsons?\b": r"sons?",
    r"\bdaughters?\b": r"daughters?",
    r"\bbrothers?\b|\bsisters?\b|\bsiblings?\b": r"brothers?|sisters?",
    r"\bmarried\b|\bhusband\b|\bwife\b": r"husband|wife|married",
}
"""What is asked for -> the words of those who have it."""


def _role(q: AnswerOpen, banks: Banks) -> str:
    """``a baker``, or ``""``."""
    trade = job(q, banks)
    return article(trade) if trade and not re.match(r"(?:a|an|the) ", trade) else trade


def _past_life(q: AnswerOpen, banks: Banks) -> list[str]:
    return [of_card(text, q) for text in q.card.background]


_RECORD = re.compile(r"My [\w ]+: ")
"""A line of a survey, as imported people have it."""


def _introduction(q: AnswerOpen, banks: Banks) -> list[str]:
    role, past = _role(q, banks), [text for text in _past_life(q, banks) if not _RECORD.match(text)]
    first = f"I'm {q.card.name}, {role}." if role else f"I'm {q.card.name}."
    traits = f" People say I'm {join(q.card.traits[:3])}." if q.card.traits else ""
    return [" ".join([first, *past[:1]]), f"My name is {q.card.name}.{traits}"]


def _living(q: AnswerOpen, banks: Banks) -> list[str]:
    role = _role(q, banks)
    return [f"I'm {role}."] if role else _past_life(q, banks)[:1]


def _character(q: AnswerOpen, banks: Banks) -> list[str]:
    traits = join(q.card.traits[:3])
    return [f"I'd say I'm {traits}.", f"People tell me I'm {traits}."] if traits else []


def _routine(q: AnswerOpen, banks: Banks) -> list[str]:
    role = _role(q, banks)
    hours = f"I get up at {clock(q.card.wakes)} and go to bed at {clock(q.card.sleeps)}."
    return [f"{hours} In between I work as {role}." if role else hours]


def _concern(q: AnswerOpen, banks: Banks) -> list[str]:
    return [" ".join(of_card(text, q) for text in sentences(q.card.currently))] if q.card.currently else []


def _feeling(q: AnswerOpen, banks: Banks) -> list[str]:
    """The mood, where there is one to speak of: the card then ends with it."""
    mood = re.search(r"\bfeels (restless|low)$", q.card.currently.rstrip("."))
    return [f"Not so well. I feel {mood[1]}."] if mood else ["Well enough, thank you."]


def _origins(q: AnswerOpen, banks: Banks) -> list[str]:
    return [" ".join(_past_life(q, banks)[:2])] if q.card.background else []


def _doer(q: AnswerOpen, banks: Banks) -> list[str]:
    """``Who catches you?``: whose tie says so, ``the catcher she trusts``."""
    asked = re.match(r"who (\w+?)(?:es|s) you\b", _named(q))
    does = re.compile(rf"\b{re.escape(asked[1])}(?:e[rs]|or|s)\b") if asked else None
    return [of_tie(tie, q) for _, tie in q.ties if does and does.search(tie)][:2]


def _home(q: AnswerOpen, banks: Banks) -> list[str]:
    return [f"Yes. I live at {q.setting.home}."] if q.setting.home else []


def _arrival(q: AnswerOpen, banks: Banks) -> list[str]:
    """What the past says of one's coming, else what one does here."""
    came = [of_card(text, q) for text in q.card.background if re.search(r"\b(?:came|moved|arrived|ran away|fled)\b", text)]
    role = _role(q, banks)
    return came[:1] or ([f"For my work. I'm {role}."] if role else [])


_SELF: tuple[tuple[str, Callable[[AnswerOpen, Banks], list[str]]], ...] = (
    (r"who are you\b(?! \w)|introduc|(?:tell|talk|say)\b.* yourself(?! in)|tell me about you", _introduction),
    (r"^who (?:are|is|'s) your (?:best |closest )?friends?\b|^do you have (?:any |many )?friends\b", _friends),
    (r"^who (?:are|is|'s) your (?!name)", _tied),
    (rf"^(?:do you have|have you(?: got)?|are you) (?:any |an? )?(?:\w+ )?(?:{'|'.join(_KIN)})\W*$", _own_family),
    (r"^who (?!is\b|was\b|does\b|has\b)\w+s you\b", _doer),
    (r"^do you live (?:here|in (?:the|this) \w+)\W*$", _home),
    (r"^why (?:did|have) you (?:come|move)d? here\b|^what (?:brings|brought) you here\b", _arrival),
    (r"your name", lambda q, _: [f"My name is {q.card.name}.", f"I'm {q.card.name}."]),
    (r"how old|your age", lambda q, _: [f"I'm {q.card.age}.", f"I'm {q.card.age} years old."] if q.card.age else []),
    (r"for a living|your (?:job|work|profession|occupation)|^what do you do(?: for (?:work|money))?\?*$", _living),
    (r"personality|describe you(?:rself)?\b|what kind of person|your character|your (?:greatest )?strength", _character),
    (
        r"^what do you study\b|^how is (?:business|work|the shop)\b",
        lambda q, banks: (_concern if "how" in _named(q) else _living)(q, banks),
    ),
    (r"routine|\b(?:ordinary|usual|normal|typical) day\b|get up|wake up|go to bed|sleep", _routine),
    (
        r"\bworr(?:y|ies|ied)\b|\b(?:bother|troubl)\w* you\b|"
        r"^(?:is \w+thing|what(?:'s| is)) (?:wrong|the matter)(?: with you)?\W*$",
        _concern,
    ),
    (r"^(?:how (?:are|do) you(?: feel(?:ing)?)?|are you (?:happy|well|all right))(?: today| now| right now)?\W*$", _feeling),
    (r"on your mind|working on|focus|looking forward|currently|busy with|matters most|goals?\b|your plans", _concern),
    (r"childhood|your past|grew up|how long have you (?:lived|been) (?:here|in)|your life", _origins),
    (r"where (?:are|do) you (?:from|come)", _origins),
)
"""What the card can answer, by the words of the question."""
