"""What a draft of a small mind may not be: cut off, a loop, invented, somebody else's matter, silent about what it was to tell.

A rule sees letters and words, not sense: what it lets through may still be weak, and some of what it refuses is right. Each
refusal is a word, so that they can be counted. The rules for persons and hedges are English; names, numbers and loops are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sim.language.text import stem as stem_of
from sim.language.text import stems
from sim.world.clock import MONTHS, WEEKDAYS

ROW = 4
"""Words in a row that repeat what the talk has already."""
STUTTER = 3
"""Words in a row that stand twice in one line."""
SHORTEST, LONGEST = 2, 34
"""Words of a line."""
TOLD = 0.5
"""Share of a fact's content words that stand in a line which tells it."""
STRANGE = 1
"""Words of a line at most that stand nowhere around it."""
_COMMON = "come go see say think know make take get give good well time thing glad thank yes must want like look let back"
_USUAL = stems(_COMMON)
_BARE = ("accept", "promise", "thank")
"""Acts whose words take up nothing of the talk: a host is not thanked for being told yes with the feast's own name."""
_STRANGE = {"ask": 2, "comfort": 2, "accept": 0, "promise": 0, "thank": 0}
"""The same for some acts."""
SECRET = 2
"""Content words of a secret in a line that give it away."""
_DAY = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_MONTH = "|".join(MONTHS)
_NUMBER = re.compile(rf"\b(?:{_MONTH}) \d+|\d+(?:[.:,]\d+)*|\b{_DAY}s?\b")
"""A date, a number, a weekday."""
_NAME = re.compile(r"(?<=[\w,;:'’] )[A-Z][\w’-]*[a-z]")
"""A capital within a sentence."""
_WORD = re.compile(r"[\w’']+")
_CAPITALS = """
    I'm I've I'll I'd God Lord Christ Jesus Mary Allah Heaven Hell Devil Sir Madam Ma'am Miss Mr Mrs Mum Mama Mam Dad Papa Da
    Mother Father Grandma Grandpa Gran Granny Grandmother Grandfather Aunt Auntie Uncle Sister Brother Doctor Captain Sergeant
    English Bible Christmas Easter Sabbath Mass Madame Monsieur Mademoiselle Frau Herr Senhor Mister Majesty Saint Latin
"""
EVERYBODYS = frozenset(_CAPITALS.split())
"""Capitals that anybody may say."""
_NUMBER_WORDS = "one two three four five six seven eight nine ten eleven twelve"
_HOURS = dict(enumerate(_NUMBER_WORDS.split(), 1))
_COUNTED = {word: n for n, word in _HOURS.items() if n > 1} | {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100, "thousand": 1000,
}  # fmt: skip
_HOUR = re.compile(r"\b(\d\d?):(\d\d)\b")
_HEDGES = re.compile(
    r"\b(?:I(?:'ve| have)? (?:heard?|know|think|thought|believe|hope|suppose|guess|say|said|wonder|remember|hear|see|was told)|"
    r"I'm (?:told|sorry|afraid|sure|glad)|I am (?:sorry|afraid|sure|glad|told)|(?:tell|told|tells|ask|asked|telling|asking) me|"
    r"if you ask me|let me|excuse me|believe me|thank you|thanks|you know|you see|you should know|have you heard|"
    r"did you (?:know|hear)|do you (?:know|remember|hear)|tell you|told you|ask you|can you believe|would you believe|"
    r"as you know|I'll tell you|mind you|"
    r"I want to (?:tell|ask) you|I must tell you|I have to tell you|I(?:'d)? like you to know)\b",
    re.I,
)
"""What is said of oneself and the listener in telling something of others."""
_ME = re.compile(r"\b(?:I|me|my|mine|myself|I'm|I've|I'll|I'd|we|us|our|ours|we're|we've|we'll)\b", re.I)
_YOU = re.compile(r"\b(?:you|your|yours|yourself|you're|you've|you'll|you'd)\b", re.I)
_CALLED = re.compile(r"^([A-Z][a-z]+), |, ([A-Z][a-z]+)[.!?]")
"""A word as somebody is called by: ``Ann, come here.``"""
_EXCLAMATIONS = "Yes No Well Oh Then So Good Right Fine Now Please Indeed True Still Ah"
_EXCLAIMED = frozenset(_EXCLAMATIONS.split())
_HE, _SHE = re.compile(r"\b(?:he|him|his|himself)\b", re.I), re.compile(r"\b(?:she|her|hers|herself)\b", re.I)
_NO = re.compile(r"\b(?:no|not|cannot|never|sorry|afraid|none|nobody|nothing)\b|n't\b", re.I)
_STATING = ("answer", "tell", "accept", "decline", "promise", "thank", "comfort", "leave")
"""Acts whose lines ask nothing."""
_BAD_FORM = re.compile(r'["\n*\[\]{}<>#|_]|^\(|^[^:]{1,24}: |[\U0001f300-\U0001faff]|\d+ \d+ \d+|\.\.\.\.')

_OPEN_END = re.compile(r"\b(?:my|your|his|their|our|the|an?|and|or|of|than|as|because)[.!?]", re.I)
"""A sentence that ends where something has to follow."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a line is checked against. Names are (full, first).

    ``facts`` are the sentences that the line is to tell; ``said`` the lines of the talk; ``own`` the speaker's earlier lines
    elsewhere; ``around`` texts whose names and numbers may be said; ``secrets`` what must not come out; ``genders`` full name
    -> ``she`` or ``he``.
    """

    me: tuple[str, str]
    you: tuple[str, str] = ("", "")
    people: tuple[tuple[str, str], ...] = ()
    facts: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    around: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    genders: Mapping[str, str] = field(default_factory=dict)
    about: tuple[str, ...] = ()
    """What the line is about without telling it."""
    act: str = ""
    english: bool = True


def refused(line: str, known: Known) -> str:
    """Why a line may not be said, in a word; "" where it may."""
    return next(_refusals(line, known), "")


def _refusals(line: str, known: Known) -> Iterator[str]:
    words = line.split()
    if not SHORTEST <= len(words) <= LONGEST or _BAD_FORM.search(line) or not re.search(r"[.!?…]['’]?$", line):
        yield "form"
    if repeats(line, known.said):
        yield "loop"
    if known.english and _OPEN_END.search(line):
        yield "cut off"
    if line in known.own:
        yield "said before"
    if ungrounded(line, [*known.facts, *known.said[-2:], *known.around, *known.me, *known.you]):
        yield "invented"
    if any(not tells(line, fact, known) for fact in known.facts):
        yield "not told"
    if gives_away(line, known):
        yield "secret"
    if known.english:
        yield from _persons(line, known)
        yield from _acts(line, known)
    if strange(line, known) > _STRANGE.get(known.act, STRANGE):
        yield "from nowhere"


# Form and repetition ----------------------------------------------------------------------------------------------------


def repeats(line: str, said: Iterable[str]) -> bool:
    """Whether a line says the same twice, or four words in a row that were said."""
    twice, sentences = _rows(line, STUTTER), [one.strip().casefold() for one in re.split(r"[.!?,]+", line) if one.strip()]
    if len(twice) > len(set(twice)) or len(sentences) > len(set(sentences)):
        return True
    return bool(set(_rows(line)) & {row for text in said for row in _rows(text)})


def _rows(text: str, row: int = ROW) -> list[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return [tuple(words[at : at + row]) for at in range(len(words) - row + 1)]


# Grounding --------------------------------------------------------------------------------------------------------------


def ungrounded(line: str, known: Sequence[str], in_words: bool = True) -> list[str]:
    """The names, dates, weekdays and numbers of a line that stand in none of the texts ``known``; numbers ``in_words`` too."""
    said = " ".join(known)
    plain = said.casefold()
    numbers = [word for word in _NUMBER.findall(line) if word.rstrip("s") not in said and word.lstrip("0") not in said]
    names = [word for word in _NAME.findall(line) if word not in EVERYBODYS and not _stands(word.casefold(), plain)]
    counted = [word for word in _WORD.findall(line.casefold()) if in_words and word in _COUNTED]
    numbers += [word for word in counted if word not in plain and str(_COUNTED[word]) not in said]
    return list(dict.fromkeys([*numbers, *(name for name in names if not re.fullmatch(f"{_DAY}s?", name))]))


def _stands(word: str, text: str) -> bool:
    """Whether a word, or its stem (Finn of Finnish), stands in a text."""
    return word[: max(4, len(word) - 3)] in text


# Telling ----------------------------------------------------------------------------------------------------------------


def tells(line: str, fact: str, known: Known) -> bool:
    """Whether a line tells a fact: its names, days, hours and numbers whole, and half of what else it says."""
    mine = {*known.me, *known.you}
    for name, first in known.people:
        if name not in mine and re.search(rf"\b{re.escape(name)}\b", fact) and not re.search(rf"\b{re.escape(first)}\b", line):
            return False
    low = line.casefold()
    others = {part for name, _ in known.people for part in name.split()}
    dated = (*others, *WEEKDAYS, *MONTHS)
    if any(name not in dated and name not in line for name in _NAME.findall(fact)):
        return False
    for mark in marks(fact):
        if mark.casefold() not in low and not any(said in low for said in spoken_hours(mark)):
            return False
    content = content_of(fact, known)
    return not content or len(content & stems(line)) >= TOLD * len(content)


def marks(fact: str) -> list[str]:
    """The days, hours and numbers of a fact that must be said; of a date the weekday, where it has one."""
    found = _NUMBER.findall(fact)
    weekdays = [mark for mark in found if mark.rstrip("s") in WEEKDAYS]
    return [mark for mark in found if not (weekdays and mark.split(" ")[0] in MONTHS)]


def spoken_hours(mark: str) -> list[str]:
    """How else an hour is said: ``18:00`` as ``six``; nothing for other marks."""
    if mark.isdigit() and int(mark) in _HOURS:
        return [_HOURS[int(mark)]]
    found = _HOUR.fullmatch(mark)
    if found is None:
        return []
    hour, minutes = (int(found[1]) - 1) % 12 + 1, int(found[2])
    whole = [_HOURS[hour], f"at {hour}", f"{hour} "]
    return whole if minutes == 0 else [f"half past {_HOURS[hour]}", f"half {_HOURS[hour]}"] if minutes == 30 else []


def content_of(text: str, known: Known) -> frozenset[str]:
    """The stems of what a text says besides names, days and numbers."""
    names = " ".join(part for pair in (known.me, known.you, *known.people) for part in pair)
    dated = " ".join((*WEEKDAYS, *MONTHS, "today tomorrow yesterday tonight o'clock am pm"))
    return frozenset(word for word in stems(text) - stems(names) - stems(dated) if not word[:1].isdigit())


def gives_away(line: str, known: Known) -> bool:
    """Whether a line says what its speaker keeps to themselves, and is not meant to be told."""
    allowed = content_of(" ".join((*known.facts, *known.said[-1:])), known)
    said = content_of(line, known) - allowed
    return any(len(said & content_of(secret, known)) >= SECRET for secret in known.secrets)


def strange(line: str, known: Known) -> int:
    """How many words of a line say something that stands nowhere around it."""
    said = () if known.act in _BARE else known.said[-3:]
    around = " ".join((*known.facts, *said, *known.around))
    return len(content_of(line, known) - content_of(around, known) - _USUAL)


# Whose it is ------------------------------------------------------------------------------------------------------------


def _persons(line: str, known: Known) -> Iterator[str]:
    """What a line says of whom, against the facts that it tells and the names around it."""
    name, first = known.me
    if first and re.search(rf"\b{re.escape(first)}\b", line):
        yield "own name"
    you = known.you[1]
    if you and re.search(rf"(?<![,.!?] )(?<!^)\b{re.escape(you)}\b(?![,.!?])", line):
        yield "listener by name"
    if you and (re.match(rf"{re.escape(you)} \w", line) or (known.you[0] != you and known.you[0] in line)):
        yield "listener by name"
    if any(called not in (you, *EVERYBODYS, *_EXCLAIMED) for pair in _CALLED.findall(line) for called in pair if called):
        yield "somebody else by name"
    if known.about and _swapped(" ".join(known.about), line, known):
        yield "swapped"
    if not known.facts:
        return
    text = " ".join(known.facts)
    bare = _HEDGES.sub(" ", line)
    mine, theirs = _names(text, known.me), _names(text, known.you)
    if mine != bool(_ME.search(bare)) and (mine or len(known.facts) == 1):
        yield "whose"
    if theirs and not _YOU.search(bare):
        yield "whose"
    if not theirs and _YOU.search(bare) and not bare.rstrip().endswith("?"):
        yield "whose"
    if wrong_pronoun(line, text, known):
        yield "he or she"
    if _swapped(text, line, known):
        yield "swapped"


def wrong_pronoun(line: str, text: str, known: Known) -> bool:
    """Whether a line says he or she where a text that it rests on has nobody of whom that is said."""
    return any(
        pattern.search(line) and not pattern.search(text) and not _of_gender(gender, text, known)
        for pattern, gender in ((_HE, "he"), (_SHE, "she"))
    )


def _names(text: str, person: tuple[str, str]) -> bool:
    return any(part and re.search(rf"\b{re.escape(part)}\b", text) for part in person)


def _of_gender(gender: str, text: str, known: Known) -> bool:
    """Whether a text names somebody who may be called so, other than the two who talk."""
    others = [pair for pair in known.people if pair not in (known.me, known.you)]
    named = [pair for pair in others if _names(text, pair)]
    dated = (*WEEKDAYS, *MONTHS)
    found = (word for word in _NAME.findall(text) if word not in dated)
    strangers = [word for word in found if not any(word in pair[0].split() for pair in known.people)]
    return bool(strangers) or any(known.genders.get(pair[0], gender) == gender for pair in named)


def _swapped(fact: str, line: str, known: Known) -> bool:
    """Whether what is one's in a fact is the other's in the line: ``You owe me`` for ``I owe you``."""
    meant, said = _owners(fact, known), _owners(line, known)
    return any({meant[word], said[word]} == {"me", "you"} for word in sorted(meant.keys() & said.keys()))


def _owners(text: str, known: Known) -> dict[str, str]:
    """Stem -> ``me`` or ``you``: the last of the two who was named before it in its sentence; "" after somebody else."""
    owners, last = dict[str, str](), ""
    for part, pair in (("me", known.me), ("you", known.you)):
        for name in pair:
            if name:
                text = re.sub(rf"\b{re.escape(name)}(?:['’]s)?\b", f" {part} ", text)
    for word in re.findall(r"[\w’']+|[.!?;]", text):
        low = word.casefold().replace("’", "'")
        if low in ".!?;":
            last = ""
        elif _ME.fullmatch(low):
            last = "me"
        elif _YOU.fullmatch(low):
            last = "you"
        elif word[:1].isupper() or low in ("he", "she", "they", "his", "her", "their", "him", "them"):
            last = ""
        elif last and len(low) > 3:
            owners.setdefault(stem_of(low), last)
    return owners


# What an act asks of its words ------------------------------------------------------------------------------------------


def _acts(line: str, known: Known) -> Iterator[str]:
    asks = "?" in line
    if known.act == "ask" and not asks:
        yield "no question"
    if known.act in _STATING and not known.facts and asks:
        yield "a question"
    if known.act in ("accept", "promise", "thank") and _NO.search(line):
        yield "a no"
    if known.act in ("decline", "refuse") and not _NO.search(line):
        yield "no no"
    if known.act not in ("comfort", "decline", "refuse") and re.search(r"\b(?:sorry|afraid)\b", line) and not known.facts:
        yield "sorry"
    if known.act == "ask" and not _bears(line, known):
        yield "beside the point"


def _bears(line: str, known: Known) -> bool:
    """Whether a question takes up something of the last line, or of what it is to be about."""
    return bool(stems(line) & stems(" ".join((*known.said[-1:], *known.around)))) or len(line.split()) <= 4
