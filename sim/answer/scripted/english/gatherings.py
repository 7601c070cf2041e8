"""Gatherings: what a statement announces, with name, place, day and time, and whether somebody hosts it.

Handles one statement at a time; ``poignancy`` defines which words are gatherings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from sim.answer.scripted.english.poignancy import GATHERING, dated_nouns, hosted, performed
from sim.language.text import NAME, WORD_OF_NAME, expression, words
from sim.language.time_and_place import clock_in, day_in, daytime_in, place_in, place_written
from sim.world.clock import WEEKDAYS


@dataclass(frozen=True, slots=True)
class Gathering:
    """An announced gathering, as far as the statement says. ``what`` is a noun phrase: ``the lantern supper``.

    ``place``, ``day`` and ``time`` are as written, or empty; ``minutes`` is the time after midnight, or -1.
    """

    what: str
    place: str = ""
    day: str = ""
    time: str = ""
    minutes: int = -1

    def when(self) -> str:
        """Day and time as far as known: ``on Saturday at 6 pm``."""
        return " ".join(part for part in (_on(self.day) if self.day else "", f"at {self.time}" if self.time else "") if part)

    def phrase(self) -> str:
        """The gathering in words: ``the lantern supper at the Mill Green on Saturday at 6 pm``."""
        at = f" at {self.place}" if self.place and self.place.lower() not in self.what.lower() else ""
        return f"{self.what}{at} {self.when()}".strip()


def _on(day: str) -> str:
    return day if day.lower() in ("today", "tomorrow", "tonight") or day.startswith("this ") else f"on {day}"


PARTY, MEETING, MOURNING = "party", "meeting", "mourning"
"""The sorts of gatherings: what is given to be enjoyed, what is held in earnest, and for the dead."""
_EARNEST = {
    MOURNING: re.compile(r"\b(?:funeral|burial|memorial|vigil|wake|requiem|interment|cremation|mourning)\b", re.I),
    MEETING: re.compile(
        r"\b(?:inquir(?:y|ies)|enquir(?:y|ies)|inquest|hearing|meeting|council|trial|tribunal|court|assembly|inspection|vote|"
        r"session|debate|consultation|committee|conference|briefing|synod|moot|parley|audit|protest|strike|petition|"
        r"demonstration|rally)\b",
        re.I,
    ),
}


def sort_of(text: str) -> str:
    """Of which sort the gathering is that a statement announces or an activity names; ``""`` where there is none."""
    what = _what(text)
    return sort_by_name(what) if what else ""


def sort_by_name(what: str) -> str:
    """Of which sort a gathering of this name is: ``the inquiry``."""
    return next((sort for sort, said in _EARNEST.items() if said.search(what)), PARTY)


@lru_cache(maxsize=20_000)
def gathering_of(text: str, places: tuple[str, ...] = ()) -> Gathering | None:
    """The gathering that a statement announces; None where it announces none."""
    what = _what(text)
    if not what:
        return None
    time, minutes = clock_in(text)
    day = day_in(text)
    if minutes < 0 and day:
        minutes = daytime_in(text)
    place = place_in(text, places) or place_written(text)
    return Gathering(what, _as_written(place, text), day, time, minutes)


def _as_written(place: str, text: str) -> str:
    """``place`` in the text's own spelling, with its article where the text has one: ``the Mill Green``."""
    at = text.lower().find(place.lower()) if place else -1
    if at < 0:
        bare = place[4:] if place.lower().startswith("the ") else place
        return f"the {bare}" if bare and f"the {bare}".lower() in text.lower() else place
    written = text[at : at + len(place)]
    return f"{text[at - 4 : at]}{written}" if text[max(0, at - 4) : at].lower() == "the " else written


_NOT_MOD = words(
    """
    is are was were be been has have had having will would can for to of in on at with and or but from about into plans
    who whoever whatever
    planning hosting holding giving throwing organizing organising invited invite attend attending going go run running
    host hold give throw not never regret what how much somebody nobody that this by after before there hosts holds gives throws
    organises organizes
    """
)
_DENIAL = re.compile(r"n['\u2019]t$")
_BEFORE = words(
    """
    a an the their his her my our your another this that these those some any all both each every no many several few two
    three four five six
    """
)
"""Determiners: the name of a gathering begins after them."""
_VERBS = words(
    """
    show play race meeting reading opening fair drill market club wake bash match launch hike walk tour vote film do social
    tea dance ball strike protest party feast parade quiz workout session bee
    """
)
"""Nouns of gatherings that are also verbs or general terms: without an article they announce nothing."""
_OWNER = re.compile(
    rf"(?:^|(?<=\W))(?P<who>{NAME})(?:(?<=['\u2019]s)|(?<=s['\u2019])) (?P<rest>(?:[\w'\u2018\u2019\u201c\u201d\"-]+ ){{0,4}})$"
)
_FEAST = re.compile(r"(?:Valentine|Mother|Father|Year|Saint|Children|Women|Men|Harvester|Farmer|Merchant)s?['\u2019]s?$")
"""Possessives that are part of the gathering's name and no host."""


@lru_cache(maxsize=20_000)
def _what(text: str) -> str:
    """The name of the first gathering in a text: ``the``, its adjectives and its noun; ``""`` if there is none."""
    match_hosted = hosted(text)
    end = match_hosted.end() if match_hosted else len(text)  # behind it stands the place: ``at the Fish Market``
    for match in (*GATHERING.finditer(text), *dated_nouns(text, end)):
        what = _called(text[: match.start()], match[0])
        if what:
            return what
    return f"the {match_hosted['what'] or match_hosted['held']}" if match_hosted else performed(text)


def _called(before: str, noun: str) -> str:
    """``the lantern supper`` or ``Edda's feast``, from the text before the noun; ``""`` where the word is no noun there."""
    owner = _OWNER.search(before)
    if owner and not (_NOT_MOD | _BEFORE) & words(owner["rest"].lower()) and not _FEAST.search(owner["who"]):
        return f"{before[owner.start('who') :]}{noun}"
    kept, rest, article_before = _adjectives(before.split())
    if any(_DENIAL.search(word) for word in kept):
        return ""  # ``That isn't fair``: no fair
    bare = not article_before and not kept
    if bare and rest and (noun.lower().rstrip("s") in _VERBS or rest[-1].lower() == "for"):
        return ""  # what one does, or eats for supper
    if kept and not (article_before or rest) and noun[0].islower() and all(word[:1].isupper() for word in kept):
        return ""  # somebody who walks, dances or sews wedding dresses
    return f"the {' '.join([*kept, noun])}"


def _adjectives(before: list[str]) -> tuple[list[str], list[str], bool]:
    """(adjectives of the following noun, the words before them, whether a determiner stands between)."""
    kept: list[str] = []
    words_left = list(before)
    while words_left and len(kept) < 5:
        word = words_left.pop()
        low = word.lower()
        if low in _BEFORE:
            return kept[::-1], words_left, True
        if not re.search(r"\w", word):
            continue
        if low.rstrip(",;:.") in _NOT_MOD or word.endswith((",", ";", ":", ".")) or word[:1].isdigit():
            words_left.append(word)
            break
        kept.append(word.strip("'\"\u2018\u2019\u201c\u201d") if not word.endswith(("s'", "s\u2019")) else word)
    return kept[::-1], words_left, False


_GIVING = r"(?:host|giv|throw|organi[sz]|plann|hold|hav|prepar|putt|runn|stag|open)ing(?: on)?"
_GIVES = r"(?:hosts?|gives?|throws?|organi[sz]es?|holds?|puts? on|runs?)"
_HOLDS = re.compile(
    rf"^ (?:and [^.;]{{1,60}}? )?(?:(?:is|are|will be) (?:\w+ly )?{_GIVING}|(?:will )?{_GIVES}|"
    r"(?:has |have )?invite[sd]? [^.;]{1,60}? to|(?:is|are) getting (?:everything )?ready for|"
    r"(?:plans?|wants?|intends?|hopes?|means?|promised) to (?:host|give|throw|organi[sz]e|hold|have|put on|run)) "
    r"(?:(?!(?:to|for|at|with|of|from|about|in|on|a (?:cake|speech|present))\b)[\w'\u2019-]+ )*$"
)
"""The text between a host's name and the noun of the gathering: a verb of hosting, and no preposition."""


def is_about(text: str, name: str) -> bool:
    """Whether a statement begins with exactly this name, not with a longer one."""
    return (
        bool(name)
        and text.startswith(name)
        and expression(rf"{re.escape(name)}(?!\w|-\w)(?! (?!(?:{'|'.join(WEEKDAYS)})\b){WORD_OF_NAME})").match(text) is not None
    )


def is_host(text: str, name: str) -> bool:
    """Whether a statement says that ``name`` hosts its gathering; guests, helpers and tellers are no hosts."""
    what = _what(text)
    if not what or not is_about(text, name):
        return False
    if what == performed(text):
        return True
    at = text.find(what.removeprefix("the "), len(name))
    return text[len(name) :].startswith(("'s ", "\u2019s ")) or _HOLDS.match(text[len(name) : at]) is not None


def unasked_guests(host: str, names: Sequence[str], what: str) -> str:
    """Whom a host has not asked yet, in a sentence; ``what`` is the gathering with its article."""
    return f"{host} has not asked {', '.join(names)} to {what} yet"


def read_unasked(text: str, host: str) -> tuple[str, list[str]] | None:
    """The gathering and the names of such a sentence; None for any other."""
    found = re.fullmatch(rf"{re.escape(host)} has not asked (.+) to (.+) yet", text)
    return (found[2], found[1].split(", ")) if found else None
