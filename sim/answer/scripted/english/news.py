"""News: extracts statements from memories and scores how much they are worth telling.

A statement is a plain sentence in the third person. Knows the forms of memories; knows nothing of talk or plans.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import takewhile

from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.poignancy import DOING, HOSTING, IDLE, SPILLING, mentions_gathering, poignancy
from sim.answer.scripted.english.third_person import third_person
from sim.language.text import NAME, PERSON, TIMETABLE, article, from_clause, stems
from sim.language.time_and_place import clock_in, day_in
from sim.types import Memory

_WHOM = rf"(?:me|them|{PERSON})"
_TOLD = re.compile(rf"^(?P<who>{PERSON}) (?:told|informed) (?P<whom>{_WHOM}(?:(?:, | and ){_WHOM})*) that (?P<what>.+)$")
_NEXT = re.compile(rf", and (?={PERSON} told )")
_NOBODY = re.compile(r"^(?:They|Them|He|She|It|You|I|We|This|That)\b")
_SAID = re.compile(
    rf"^(?P<who>{PERSON}) (?:said|mentioned|announced|explained)(?: to (?P<whom>me|{PERSON}))? that (?P<what>.+)$"
)
_ABOUT = re.compile(
    rf"^(?P<who>{PERSON}) told (?P<whom>.+?) about (?P<whose>the|their) (?P<what>[^,]+?) (?P<when>(?:at|on|in) [^,]+)$"
)
_QUOTED = re.compile(
    rf"^(?P<who>{PERSON}) (?:said|says)(?: to (?P<whom>me|{PERSON}))?: ?['\"\u201c\u2018](?P<line>.+?)['\"\u201d\u2019]?$"
)
_OVERHEARD = re.compile(
    rf"^{PERSON} overheard (?P<who>{PERSON}) tell (?P<whom>{_WHOM}(?:(?:, | and ){_WHOM})*) that (?P<what>.+)$"
)
_HEARD = re.compile(
    rf"^(?P<whom>{PERSON}) (?:heard|learned|learnt|found out|knows)(?: from (?P<who>{PERSON}))? that (?P<what>.+)$"
)
_CHAT = re.compile(
    r"\b(?:talked|chatted|spoke|discussed|had a (?:talk|chat|conversation)|compared notes|is talking|said goodbye|met)\b"
)
_PLAN = re.compile(rf"{TIMETABLE}|; \d\d:\d\d ")
_INTENT = re.compile(r"\b(?:plans?|intends?|wants?|hopes?|means|promised|is going|agreed) to\b")
_PAST = re.compile(
    r"\b(?:ago|once|years|winters|used to|last (?:year|autumn|winter|summer|spring|month)|as a child|grew up|"
    r"when (?:he|she|they) (?:was|were)|the day on which|anniversary of|since|every (?:morning|day|evening|week)|"
    r"always|usually|on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days|would)\b"
)
TOWN = re.compile(r"^(?:The|An?|There|Somebody|Someone|Nobody|Everybody|All|Both|Two|Three|Several)\b")
"""Beginnings of statements about the town; observations of objects begin in lower case (``the stove is idle``)."""
DONE = re.compile(
    rf"^{NAME}(?: and {NAME})? (?:was|were|had|went|got|took|gave|made|found|lost|saw|met|told|said|put|ate|wrote|read|"
    r"(?:over)?heard|bought|brought|left|came|learnt|taught|built|forgot|began|became|kept|knew|paid|ran|sang|sold|spoke|stole|"
    r"swam|thought|threw|won|fell|felt|held|hid|let|lent|slept|stood|\w+ed)\b"
)
"""What somebody did: no news unless its poignancy is high."""
NEWS_SOURCE = "news"
"""The ``source`` of memories that the scenario or a happening gave out as news."""
LEAST, LONGEST = 3, 190
"""Least score of a statement that is told, and its most characters."""
PRIVATE = re.compile(
    r"\b(?:secret\w*|told nobody|[Nn]obody (?:knows|is to know)|(?:has|have) not told|hides?|hiding|hidden|pretends?|"
    r"without telling|afraid|(?:does|do) not dare|dares? not|in love with|crush|ashamed|lonely|jealous|"
    r"does not want \w+ to know|tells? (?:people|everybody|everyone|others) that|"
    r"(?:to )?nobody (?:but|except)|to nobody|lie[ds] to)\b"
)
"""Secrets and private matters, which are not told."""


def kept_news(memories: Iterable[Memory]) -> tuple[str, ...]:
    """What the scenario lets somebody know that nobody is to know, out of their memories, oldest first."""
    known = takewhile(lambda memory: memory.at < 0, memories)
    return tuple(memory.text for memory in known if memory.source == NEWS_SOURCE and PRIVATE.search(memory.text))


def news_of_oneself(memories: Iterable[Memory], name: str) -> list[Memory]:
    """What the scenario lets ``name`` tell of themselves: a host has it at hand in every talk, whatever else comes to mind."""
    known = takewhile(lambda memory: memory.at < 0, memories)
    return [memory for memory in known if memory.source == NEWS_SOURCE and memory.text.startswith(f"{name} ")]


_INSIGHT = re.compile(
    r"\b(?:wants .+ to go well|puts? a lot of|is curious about|on (?:their|many) minds?|is set on|stays with|talking about the|"
    r"is looking forward to|is getting ready for|is thinking about|could learn|would (?:take it hard|regret|rather|notice|"
    r"be (?:hurt|glad|missed))|should (?:ask|say|talk)|counts on|may bring|have to get on|means more|on their mind|seeks out|"
    r"knows the town|cares what|turning over|thought longer|can speak|nobody to share|easiest to talk|done for|will be missed|"
    r"what others keep|because they want to know|hears of it early|if .+ is to be any good|be at ease)\b"
)
"""Conclusions and moods: no news of the town."""
_ASIDE = re.compile(
    r"\b(?:feels?|believes?|thinks?|likes?|"
    r"loves?|enjoys?|hates?|cares?|values?|prefers?|wonders?|admires?|trusts?|knows?)\b"
)


@lru_cache(maxsize=20_000)
def split_teller(memory: str, me: str = "") -> tuple[str, str]:
    """A memory as (statement, teller): ``Tom Reed told Mara Lind that X`` -> (``X``, ``Tom Reed``).

    The teller is ``""`` for ``me`` and for memories that nobody told."""
    text = memory.strip().rstrip(".")
    for pattern in (_TOLD, _SAID, _HEARD, _OVERHEARD):
        match = pattern.match(text)
        if match:
            who = match["who"] or ""
            return from_clause(_of_teller(match["what"].strip(), who)), "" if who == me else who
    about = _ABOUT.match(text)
    if about and about["who"] != me and (me in about["whom"] or not me):
        mine = f"{about['who']} is holding {article(about['what'])} {about['when']}"
        return mine if about["whose"] == "their" else f"The {about['what']} is {about['when']}", about["who"]
    return text, ""


def overheard(memory: str) -> bool:
    """Whether a memory is of something overheard."""
    return bool(_OVERHEARD.match(memory.strip()))


def _of_teller(what: str, who: str) -> str:
    """Reported speech with the teller's name: ``they are moving`` told by Tom Reed -> ``Tom Reed is moving``."""
    if who and what.startswith("their "):
        return f"{who}'s {what.removeprefix('their ')}"
    if not who or not what.startswith("they "):
        return what
    verb, _, rest = what.removeprefix("they ").partition(" ")
    return third_person(f"I {_SINGULAR.get(verb, verb)} {rest}", who)


_SINGULAR = {"are": "am", "were": "was", "have": "have"}


@lru_cache(maxsize=20_000)
def split_tellers(memory: str, me: str) -> tuple[tuple[str, str], ...]:
    """(statement, teller) of each thing that a memory says was told, without what ``me`` told others."""
    found = []
    for part in _NEXT.split(memory):
        text, source = split_teller(part, me)
        if source or not part.startswith(f"{me} told "):
            found.append((text, source))
    return tuple(found)


def quoted(memory: str) -> tuple[str, str]:
    """``Tom Reed said to Mara: 'X'`` -> (``Tom Reed``, ``X``); two empty strings for anything else."""
    match = _QUOTED.match(memory.strip())
    return (match["who"], match["line"]) if match else ("", "")


_STRIKES = re.compile(r"\b(?:bells?|clocks?) .*\b(?:strikes?|rings?|chimes?)\b|\bstalls open\b")
"""The hour, which everybody has heard, and the market, which comes round every week."""


def tellable(text: str) -> bool:
    """Whether given or told news may be passed on: all but secrets, plans of the day, what comes round, quotations,
    long texts."""
    quiet = PRIVATE.search(text) or _PLAN.search(text) or _STRIKES.search(text) or _SAID_TO_ANOTHER.search(text)
    return not (quiet or '"' in text or len(text) > LONGEST or " told " in text)


_SAID_TO_ANOTHER = re.compile(rf" overheard {NAME} say to ")
"""Somebody's own words, as capable minds keep them: no news by themselves."""
_ERRAND = re.compile(rf"^{NAME} is looking for {NAME}\b")
"""Whom somebody goes to see is their own affair."""


@lru_cache(maxsize=20_000)
def worth_telling(text: str, heard: bool, me: str, banks: Banks) -> int:
    """Score of a statement: 0 for what is no news (objects, routine, talks, plans of the day); told from ``LEAST`` on.

    ``heard`` says that somebody told it; ``me`` is the full name of the one who may tell it."""
    if not text or IDLE.match(text) or _PLAN.search(text) or '"' in text or len(text) > LONGEST or quoted(text)[0]:
        return 0
    if (
        _ERRAND.match(text)
        or _NOBODY.match(text)
        or " told " in text
        or _SAID_TO_ANOTHER.search(text)
        or PRIVATE.search(text)
        or _INSIGHT.search(text)
        or _STRIKES.search(text)
    ):
        return 0
    when = bool(day_in(text)) * 2 + bool(clock_in(text)[0])
    occasion = (mentions_gathering(text) and bool(when or HOSTING.search(text) or "invit" in text)) * 2
    if _CHAT.search(text) and not heard and not (when and occasion):
        return 0
    if DOING.match(text) and not (when or (occasion and HOSTING.search(text))):
        return _alarming(text, me, banks)
    if text[:1].islower() and not (when or occasion):
        return _alarming(text, me, banks)
    if (_ASIDE.search(text) and not when) or _PAST.search(text):
        return 0
    if _INTENT.search(text) and (not when or not text.startswith(me)) and not HOSTING.search(text):
        return 2
    weight = poignancy(text, me, banks)
    if DONE.match(text) and not heard and weight < 8 and not (occasion and when > 1):
        return 0
    worth = when + occasion + 3 * bool(TOWN.match(text)) + 2 * heard + (weight >= 7) * 3 + (weight >= 5)
    return worth - bool(_INTENT.search(text) and not occasion)


def _alarming(text: str, me: str, banks: Banks) -> int:
    """An alarm is news; a pot that boils over is none an hour later."""
    return 4 if poignancy(text, me, banks) >= 7 and not SPILLING.search(text) else 0


def same_news(a: str, b: str) -> bool:
    """Whether two statements tell the same: at least 3 shared stems, and 60 % of the shorter one's."""
    first, second = stems(a), stems(b)
    shared = len(first & second)
    return shared >= 3 and shared >= 0.6 * min(len(first), len(second))
