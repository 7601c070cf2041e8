"""Grammatical person: rewrites statements: ``Mara Lind is hosting`` -> ``I am hosting``, ``you are hosting``.

Rules for plain declarative sentences, as memories are. Knows only the words of the sentence and the names it is given.
The way back is in ``third_person``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from sim.language.text import FULL_NAME, NAME, WORD_OF_NAME, capital, expression, words
from sim.language.verbs import NO_VERB, bare_verb, is_verb

ADVERBS = words(
    """
    also still often always never now just soon then again already even only really ever hardly nearly no longer not once
    twice both almost sometimes usually rarely
    """
)
MODALS = words(
    """
    will would can could may might must shall should did had ought cannot won't can't didn't hadn't couldn't
    """
)
_IRREGULAR = words(
    """
    ate became began bent bit blew bought broke brought built burnt came caught chose drank drew drove dug fell felt flew
    forgave forgot fought found gave got grew heard held hid kept knew laid led left lent lost made meant met overheard paid
    ran rang read rode rose said sang sat saw sent shook shot slept sold spent spoke stole stood stuck swam swore taught threw
    thought told took tore understood went woke won wore wove wrote
    """
)
"""Pasts that end like no verb."""
_FIRST = {
    "is": "am", "was": "was", "has": "have", "does": "do", "isn't": "am not", "wasn't": "wasn't", "hasn't": "haven't",
    "doesn't": "don't",
}  # fmt: skip
_SECOND = {**_FIRST, "is": "are", "was": "were", "isn't": "aren't", "wasn't": "weren't"}
AFTER_OBJECT = (
    r"(?=$|[.,;:!?]| (?:and|or|but|to|in|at|on|of|for|from|with|by|as|so|too|more|than|about|when|who|that|since|because|any|"
    r"whatever|back|laugh|half|a|an|the|out|up|down|away|along|off|over|through|into|around|there|here|again|twice|once|"
    r"yesterday|tomorrow|today|"
    r"tonight|before|after|if|until|unless|without|not|some|anything|everything|something|nothing|what|how|why|where)\b)"
)
"""What stands after ``her`` that is no possessive."""
_WORDS = re.compile(r"[A-Za-z'\u2019]+|[^A-Za-z'\u2019]+")


@lru_cache(maxsize=8192)
def first_person(statement: str, name: str, first: str) -> str:
    """A statement as ``name`` says it: ``Mara Lind is hosting ...`` -> ``I'm hosting ...``. Unchanged if they are not named."""
    said = _spoken(statement, name, first, ("I", "me", "my", "myself"), _FIRST)
    for long, short in (("I am ", "I'm "), ("I have been ", "I've been "), ("I will ", "I'll ")):
        said = said.replace(long, short)
    said = _AND_OTHERS.sub(_ourselves, said.replace("me and you ", "you and I "))
    return _OF_A_COUPLE.sub(r"\1our ", said)


_OF_A_COUPLE = re.compile(r"\b(My (?:wife|husband|spouse|partner) .*?)\btheir ")


_AND_OTHERS = re.compile(r"\bI and (?P<who>you|(?:my \w+|[A-Z]\w+)(?: [A-Z]\w+)?)(?P<rest> [^.,;]+)")


_THEIRS = re.compile(r"\btheir(?= )")


def _ourselves(found: re.Match[str]) -> str:
    """``I and Gopi lose their room`` -> ``Gopi and I lose our room``."""
    return f"{found['who']} and I{_THEIRS.sub('our', found['rest'])}"


@lru_cache(maxsize=8192)
def second_person(statement: str, name: str, first: str) -> str:
    """A statement as it is said to ``name``: ``you are hosting ...``."""
    return _spoken(statement, name, first, ("you", "you", "your", "yourself"), _SECOND)


@lru_cache(maxsize=8192)
def said_to(statement: str, me: tuple[str, str], other: tuple[str, str], mine: str) -> str:
    """A statement as ``me`` (full name, first name) says it to ``other``: ``I want the money that you owe me``; ``""`` where it
    does not show whom a pronoun means. ``mine``: how the speaker is called, ``she``, ``he`` or ``""``."""
    text = second_person(in_full(statement, (me,)), *other)
    rest = text.partition("you")[2]
    kinds = {kind for kind, called in _CALLS.items() if called.search(rest)}
    theirs = kinds - {mine}
    doubtful = mine in kinds and not theirs and re.match(r"(?:r \w+)? (?:to|who|will|can)\b", rest)
    if len(theirs) > 1 or (doubtful and not _OBJECT.search(rest)):
        return ""
    hidden = _CALLS[mine].sub(_turned, text) if mine in kinds and theirs else text
    if theirs:
        hidden = _own_pronouns(hidden, "you", "you", "your", "yourself")
    shown = _HIDDEN.sub(lambda found: found[1][::-1], hidden)
    return first_person(_APPOSITION.sub("you", shown), *me)


@lru_cache(maxsize=8192)
def in_own_mouth(statement: str, name: str, first: str, mine: str) -> str:
    """``first_person`` where it is known how the speaker is called (``mine``: ``she``, ``he``, ``they``; ``""``: it is not):
    what others are called stays."""
    hidden = statement
    for kind, called in _CALLS.items() if mine else ():
        hidden = called.sub(_turned, hidden) if kind != mine else hidden
    said = first_person(hidden, name, first)
    if mine in _CALLS and _OBJECT.search(said):
        said = _own_pronouns(said, "I", "me", "my", "myself")
    return _HIDDEN.sub(lambda found: found[1][::-1], said)


def ones_own(statement: str, mine: str) -> str:
    """What is one's own without naming one, as one says it: ``a chain has written to her twice`` -> ``... to me twice``."""
    if mine not in _CALLS or may_be_kins(statement, mine) or _OTHERS_NAME.search(statement):
        return statement
    return _own_pronouns(statement, "I", "me", "my", "myself")


_OTHERS_NAME = re.compile(
    r"(?<!^)(?<![.!?] )(?<!the )(?<!at )(?<!in )\b(?!(?:Christmas|Easter|January|February|March|April|May|June|July|August|"
    r"September|October|November|December|\w+day)\b)[A-Z][a-z]"
)


def is_doubtful(said: str, mine: str) -> bool:
    """Whether something in one's own mouth still calls somebody as one is called oneself, or may be: it may be either's."""
    kinds = [called for kind, called in _CALLS.items() if mine in (kind, "")]
    return any(called.search(said) for called in kinds)


def may_be_kins(statement: str, mine: str) -> bool:
    """Whether a statement may call one's mother as one is called oneself: ``Ann's mother sang while she ironed``."""
    return mine in _KIN and _KIN[mine].search(statement) is not None


_KIN = {
    "she": re.compile(
        r"(?:['\u2019]s|\bher) (?:\w+ )?(?:mother|sister|daughter|aunt|niece|grandmother|wife)\b.*\b(?:she|hers?|herself)\b"
    ),
    "he": re.compile(
        r"(?:['\u2019]s|\bhis) (?:\w+ )?(?:father|brother|son|uncle|nephew|grandfather|husband)\b.*\b(?:he|his|him|himself)\b"
    ),
}


def _turned(found: re.Match[str]) -> str:
    """A pronoun that no rule finds until it is turned again."""
    return f"\2{found[0][::-1]}\2"


_HIDDEN = re.compile("\2(.+?)\2")
_CALLS = {
    "she": re.compile(r"\b(?:she|hers?|herself)\b", re.I),
    "he": re.compile(r"\b(?:he|him|his|himself)\b", re.I),
}
_OBJECT = re.compile(rf"\b(?:him\b|her{AFTER_OBJECT})")
"""Whom something is done to: never whoever does it, so of two it is the other."""
_APPOSITION = re.compile(
    r"\b(?:his|her|their|the) (?:\w+ )?(?:son|daughter|wife|husband|spouse|partner|sister|brother|mother|father|aunt|uncle|"
    r"cousin|niece|nephew|grand\w+|friend|neighbou?r|apprentice|pupil|colleague|boss) you\b"
)
"""``his son you``: what is left of whom a name stood beside."""


ALONE = {"my": "mine", "your": "yours", "her": "hers", "their": "theirs"}
"""Possessives without a noun."""


def _spoken(statement: str, name: str, first: str, pronouns: tuple[str, str, str, str], verbs: dict[str, str]) -> str:
    """The statement with ``pronouns`` for the named person; verbs after them as a subject are made to agree."""
    subject, thing, own, self_ = pronouns
    if not _may_name(statement, name, first):
        return statement
    who = _whom(name, first)
    named = expression(rf"(?<!\w)(?:{who})(?!\w)")
    alone = not FULL_NAME.search(named.sub("", statement).split(" at ")[0])
    text = statement
    if "'" in text or "\u2019" in text:
        text = expression(rf"(?<!\w)(?:{who})(?:'s|\u2019s|s'(?= ))(?![a-z])").sub(own, text)
    if " and " in text:
        told = expression(rf"^(?:{who}) and ({NAME})(?=:)")
        text = told.sub(lambda m: f"{m[1]} and {subject}", text)
        company = expression(rf"(?<!\w)(?:{who}) and ((?:{WORD_OF_NAME} ?)+)(?=\w)")
        text = company.sub(lambda m: f"{m[1].strip()} and {subject} \0", text)
    plural = "\0" in text
    text = text.replace(" \0", " ").replace("\0", "")
    text = named.sub("\1", text)
    text = re.sub(rf"^({NAME} and )\x01(?= [a-z])", lambda m: f"{m[1]}{subject}", text)
    text = _agree(text, subject, thing, verbs) if not plural else text.replace("\1", thing)
    if alone and (text != statement):
        text = _own_pronouns(text, subject, thing, own, self_)
    text = re.sub(rf"\bof {own}(?=$|[.,;!?]| (?:and|to|in|at|on|out|from|that|with|for|by|up)\b)", f"of {ALONE[own]}", text)
    return capital(text) if statement[:1].isupper() and subject == "I" else text


def mentions(text: str, name: str, first: str) -> bool:
    """Whether a text names somebody by full or first name; the full name of a namesake does not count."""
    named = rf"(?<!\w)(?:{_whom(name, first)})(?!\w)"
    return _may_name(text, name, first) and expression(named).search(text) is not None


def _may_name(text: str, name: str, first: str) -> bool:
    """Whether either name stands in a text, be it within a word: else there is no need to make the expression."""
    return bool(name) and any(called in text for called in _called(name, first))


@lru_cache(maxsize=8192)
def _called(name: str, first: str) -> tuple[str, ...]:
    """What somebody is called: in full, as ``first`` says, and by the given name in either: ``Brother Benno``, ``Benno``."""
    return tuple(dict.fromkeys(filter(None, (name, first, name.split(" ")[0], first.split(" ")[-1]))))


def _whom(name: str, first: str) -> str:
    """Regular expression of somebody's name: the full name, or a first name without another surname after it."""
    if not name or first in ("", name):
        return re.escape(name)
    full, *firsts = map(re.escape, _called(name, first))
    return rf"{full}|(?:{'|'.join(firsts)})(?! (?!(?:{_DAYS})\b){WORD_OF_NAME})"


def in_full(text: str, people: Iterable[tuple[str, str]]) -> str:
    """A statement about one of ``people`` (full name, first name) with their full name at its beginning."""
    return next((re.sub(rf"(?:{_whom(*who)})(?!\w)", who[0], text, count=1) for who in people if begins_with(text, *who)), text)


def begins_with(text: str, name: str, first: str) -> bool:
    """Whether a text begins with somebody, by full or first name."""
    return bool(name) and re.match(rf"(?:{_whom(name, first)})(?!\w)", text) is not None


_DAYS = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"


def _agree(text: str, subject: str, thing: str, verbs: dict[str, str]) -> str:
    """Replace each mark by a subject (its verb and verbs joined by ``and`` are made to agree) or by an object."""
    words = _WORDS.findall(text)
    out: list[str] = []
    pending = said = listed = False
    previous = ""
    for i, word in enumerate(words):
        if "\1" in word:
            is_subject = _is_subject(words, i, previous)
            word = word.replace("\1", subject if is_subject else thing)
            pending = pending or is_subject
        elif pending and word.strip() and word[:1].isalpha():
            lower = word.lower()
            if lower not in ADVERBS and not lower.endswith("ly"):
                word, pending, said = _verb(word, verbs), False, True
        elif said and (listed or previous in ("and", "but", "or")) and is_verb(word):
            word = _verb(word, verbs)
        elif said and previous in ("and", "but") and word in verbs:
            word = verbs[word]
        out.append(word)
        listed = word.strip() == ","
        if word[:1].isalpha():
            previous = word
    return "".join(out)


_ADVERBIAL = words(
    "On In At Every Each Last One Once After Before Since During Yesterday Today Twice When While Four Three Two"
)
"""How a sentence begins that has something before its subject: ``On the night of the flood Ann rowed``."""


def _is_subject(words: list[str], i: int, previous: str) -> bool:
    """Whether the word is a subject: first in the text, or after a conjunction and before a verb."""
    following = next((word.lower() for word in words[i + 1 :] if word[:1].isalpha()), "")
    known = following in _FIRST or following in MODALS or following in ADVERBS or following in _IRREGULAR
    verbal = known or following.endswith(("s", "ed", "ly"))
    if not previous:
        return True
    before = [word for word in words[:i] if word[:1].isalpha()]
    if verbal and before[0] in _ADVERBIAL and "\1" not in "".join(words[:i]):
        return not any(word.lower() in _FIRST or word.lower() in MODALS or is_verb(word.lower()) for word in before)
    return verbal and previous in (
        "that",
        "because",
        "and",
        "but",
        "when",
        "while",
        "if",
        "where",
        "why",
        "how",
        "since",
        "what",
        "who",
    )


def _verb(word: str, verbs: dict[str, str]) -> str:
    low = word.lower()
    if low in verbs:
        return verbs[low]
    if low in MODALS or not low.endswith("s") or low.endswith(("ss", "us", "is")):
        return word
    return bare_verb(word)


def _own_pronouns(text: str, subject: str, thing: str, own: str, self_: str) -> str:
    """Replace ``she``, ``his`` and so on too; only for sentences that name nobody else, and only before ``who``."""
    text, who, rest = text.partition(" who ")
    if text.endswith(("body", "one")):
        rest = re.sub(rf"\b(?:her{AFTER_OBJECT}|him\b)", thing, rest)
    verb = {"I": "am", "you": "are"}.get(subject, "is")
    text = re.sub(r"\b(?:[Ss]he|[Hh]e) is\b", f"{subject} {verb}", text)
    text = re.sub(r"\b(?:[Ss]he|[Hh]e) has\b", f"{subject} have", text)
    text = re.sub(r"\b(?:she|he) (\w+s)\b", lambda m: f"{subject} {m[1] if m[1].endswith(NO_VERB) else bare_verb(m[1])}", text)
    text = re.sub(r"\b(?:she|he)\b", subject, text)
    text = re.sub(r"\b(?:himself|herself|themself)\b", self_, text)
    text = re.sub(rf"\bher{AFTER_OBJECT}", thing, text)
    text = re.sub(r"\b(?:his|her) (?=[a-z])", f"{own} ", text)
    text = re.sub(
        rf"^({subject}(?: (?!(?:the|an?|all|both|them)\b|\w*[^aiu]s\b)\w+){{1,3}}) their (?=[a-z])", rf"\1 {own} ", text
    )  # the speaker's own
    return re.sub(r"\b(?:him)\b", thing, text) + who + rest
