"""The dialogue act of a line: greet, tell, ask, invite, accept, decline, say goodbye; by bank lines and by words.

Knows one line at a time; what it means in a talk is read in ``talk``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.index import Index
from sim.answer.scripted.english.statements import asked_to_confirm, chunks
from sim.types import GREETS

_FAREWELL = re.compile(
    r"\b(?:bye|goodbye|good night|goodnight|(?<!a )(?<!the )farewell|(?<!to )see you|so long|take care|"
    r"until (?:later|then|next time|soon)|talk (?:to you )?later|catch you|later!|"
    r"i (?:should|must|have to|'ve got to|better|need to) "
    r"(?:go|get|be off|head|run|dash|fly)|gotta (?:go|run)|i'?d (?:best|better) (?:be off|get|go)|off i (?:go|trot)|"
    r"be off\b|won't keep you)", re.I)  # fmt: skip
_THERE = re.compile(r"\bsee you (?:there|then)\b|\bI'll (?:be|come)\b", re.I)
_GREET = re.compile(rf"^(?:oh,? )?(?:{GREETS}|(?:nice|pleased) to meet you\b)", re.I)
_ASK_NEWS = re.compile(
    r"\b(?:any news|what's new|what is new|heard anything|the news\?|the latest|what's the news|news on your side|"
    r"what have i missed)",
    re.I,
)
_ASK_DOING = re.compile(
    r"\b(?:what (?:are you|you're) (?:doing|up to|working on|making)|what(?:'s| is) (?:keeping you|on your plate)|what have "
    r"you been up to|busy with)",
    re.I,
)
_INVITED = re.compile(
    r"\b(?:will you come|would you like to (?:come|join)|are you coming|do come|you're invited|hope you'll come|"
    r"join us|come along|want to come|can you come|will you be there|won't you\?)",
    re.I,
)
_MEET = re.compile(r"\b(?:shall we meet|how about meeting|would you like to meet)\b", re.I)
_ACCEPTED = re.compile(
    r"\b(?:i'll be there|count me in|i'd (?:love|be (?:glad|delighted|happy)|like) to (?:come|go|join|see)|wouldn't "
    r"miss it|see you there|i'll (?:come|go|join)|i (?:will )?accept\b|"
    r"i'm (?:coming|in(?=[.!,]|$))|i think i'll go|then i'll go|gladly come|put me down for|i'll gladly|with pleasure)",
    re.I,
)
_DECLINED = re.compile(
    r"\b(?:can't make it|won't be able|can't come|i can't\b|not this time|isn't for me|not for me|have to (?:miss|"
    r"turn down|say no)|already (?:have plans|promised)|count me out|"
    r"not tomorrow|no good for me|promised to be somewhere|another time)", re.I)  # fmt: skip
_THANKS = re.compile(r"\b(?:thank you|thanks|much obliged)\b", re.I)
_WELL = re.compile(r"\b(?:how are you|how is your day|how was your day|did you sleep|long day\?|and you\?|how do you do)", re.I)

ANSWERS = ("accept", "unsure", "decline")
"""Acts that answer an invitation."""


@lru_cache(maxsize=20_000)
def act_of(line: str, banks: Banks) -> str:
    """What a line asks of its hearer: ``farewell``, ``confirm``, ``meet``, ``invite``, a question's act, else what it does.

    A question counts more than what stands before it; ``react`` is a mere reaction; ``question`` and ``other`` are unknown.
    """
    if asked_to_confirm(line):
        return "confirm"
    acts = [(text, act or _guess(text, banks)) for text, act in chunks(line, banks)]
    if acts and acts[-1][1].startswith("exchange:"):
        return acts[-1][1]
    grouped = [(text, _GROUPS.get(act, act)) for text, act in acts]
    for wanted in ("farewell", "meet", "invite"):
        if any(act == wanted for _, act in grouped):
            return wanted
    asked = [act for text, act in grouped if text.endswith("?") and act not in ("react", "greet")]
    if asked:
        return asked[-1]
    telling = [act for _, act in grouped if act not in ("react", "greet", "accept", "decline", "unsure")]
    promise = [act for _, act in grouped if act in ANSWERS]
    if not promise and any(act == "greet" for _, act in grouped) and set(telling) <= {"other", "remark"}:
        return "greet"
    return (promise or telling[::-1] or [act for _, act in grouped[::-1]] or ["other"])[0]


@lru_cache(maxsize=20_000)
def acts_in(line: str, banks: Banks) -> tuple[str, ...]:
    """The acts of all pieces of a line."""
    acts = (act or _guess(text, banks) for text, act in chunks(line, banks))
    return tuple(_GROUPS.get(act) or _promises(banks).get(act, act) for act in acts)


@lru_cache(maxsize=4)
def _promises(banks: Banks) -> dict[str, str]:
    """What the first lines of exchanges that answer an invitation do: accept, decline or leave open."""
    every = (one for comments in banks.comments.values() for one in comments)
    ways = ((one.about, one.news.split()[-1]) for one in every)
    return {f"exchange:{about}:0": way for about, way in ways if way in ANSWERS}


def _guess(text: str, banks: Banks) -> str:
    """The act of a sentence that is not in the banks as it stands."""
    if is_farewell(text):
        return "farewell"
    for pattern, act in (
        (_MEET, "meet"),
        (_INVITED, "invite"),
        (_ACCEPTED, "accept"),
        (_DECLINED, "decline"),
        (_ASK_NEWS, "ask_news"),
        (_ASK_DOING, "ask_doing"),
    ):
        if pattern.search(text):
            return act
    match = _acts(banks).nearest(text, 1)
    if match and match[0].likeness > 0.8:
        return match[0].value
    if _GREET.match(text):
        return "greet"
    if _THANKS.search(text):
        return "thank"
    if re.match(r"^I'm (?:just |still )?\w+ing\b", text):
        return "work"
    return "question" if text.endswith("?") else "other"


GROUPS = {
    "greet": "greet_stranger greet_friend greet_family greet_morning greet_evening introduce_self",
    "farewell": "farewell_busy",
    "accept": "accept_invite confirm_meet",
    "react": "agree good_news bad_news closing_thought congratulate no_news",
    "remark": "small_talk small_talk_town small_talk_weekend about_self",
    "decline": "decline_meet decline_invite",
    "work": "answer_doing",
    "unsure": "unsure_invite",
    "ask_work": "ask_project",
}
"""Acts of the banks that ask for the same answer."""
_GROUPS = {act: group for group, acts in GROUPS.items() for act in acts.split()}


@lru_cache(maxsize=4)
def _acts(banks: Banks) -> Index[str]:
    return Index([(line, act) for act, lines in banks.dialogue.items() for line in lines if "{" in line])


def is_farewell(line: str) -> bool:
    """A goodbye; ``see you there`` and ``I'll be there`` alone are promises."""
    return bool(_FAREWELL.search(_THERE.sub("", line)))


def accepts(line: str, banks: Banks) -> bool:
    """Says yes to an invitation or a meeting; an inviter's ``I'll be glad to see you there`` is none, nor is small talk."""
    acts = acts_in(line, banks)
    return "accept" in acts and "decline" not in acts


def declines(line: str, banks: Banks) -> bool:
    return "decline" in acts_in(line, banks)


def asks_how(line: str) -> bool:
    return bool(_WELL.search(line))
