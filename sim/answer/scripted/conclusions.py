"""What statements add up to, by rule: each conclusion cites exactly the statements it was drawn from, mostly two or more.

Who is for a matter and who against, who comes and who does not, how somebody is who has told two things that show it, who is
alike and who is not, who is seen with whom, who always hears first. Nothing is concluded from anybody's routine. Also reads a
conclusion again: what may be said of it in a talk, for what one looks for somebody. Knows nothing of questions or replies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from sim.language.banks import Banks
from sim.language.gatherings import gathering_of
from sim.language.grammatical_person import second_person
from sim.language.news import PRIVATE, split_teller
from sim.language.phrases.conclusions import CONCLUSIONS, CONTRARY, RECALLED, TRAITS
from sim.language.phrases.opinions import AGAINST, FOR
from sim.language.statements import chunks, exchange_shown_by
from sim.language.text import NAME, fill, fillable

LONGEST = 160
"""Characters of a conclusion at most."""
WEIGHTY = ("doubtful", "overworked", "unheard", "uneasy", "poor", "lonely")
"""Traits that weigh on whoever has them."""
ORDER = (
    *("majority", "divided", "welcome", "shunned", "clash", "leak", "contrary", *TRAITS, "source"),
    *("company", "agreed", "sought", "kindred", "together"),
)
"""The kinds, the weightiest first."""
_TALKED = re.compile(
    rf"^(?:{NAME} talked with (?P<who>{NAME})|(?P<first>{NAME}) and (?P<second>{NAME}) talked)(?: about [^.:;\"]+)?"
    rf"(?:\. (?P<teller>{NAME}) (?P<deed>[a-z][^:\"]*?)(?:: \"[^\"]+\")?$)?"
)
_SAID = re.compile(rf"^(?P<who>{NAME}) said to .+?: '(?P<line>.+)'$")
_PROMISED = re.compile(rf"^(?P<who>{NAME}) promised {NAME} to come to (?P<what>.+?)\.?$")
_REFUSED = re.compile(rf"^(?P<who>{NAME}) told {NAME} that they cannot come to (?P<what>.+?)\.?$")
_VIEW = re.compile(rf"^(?P<who>{NAME}) is (?P<way>{FOR}|{AGAINST}) (?P<what>{NAME}'s .+?)\.?$")
_DATE = re.compile(rf"^(?P<who>{NAME}) plans to meet (?P<other>{NAME}) at .+? on (?P<when>[A-Z][a-z]+ at .+?)\.?$")
_TOGETHER = re.compile(rf"^(?P<one>{NAME}) is talking with (?P<other>{NAME})\.?$")


@dataclass(frozen=True, slots=True)
class Conclusion:
    """``numbers`` (from 1) are the statements behind it, ``texts`` its wordings, ``about`` its kind and what it names."""

    numbers: tuple[int, ...]
    texts: tuple[str, ...]
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Fact:
    """One statement as far as it can be read. ``kind``: talked, told (by ``who``), leak (of a secret), seen
    (with ``matter``), date (at ``matter`` with ``other``), comes, stays_away, for, against (a view); ``matter`` is an occasion,
    who it is about, or a deed of ``who`` that shows a ``trait`` (of ``TRAITS``)."""

    number: int
    kind: str
    who: str
    matter: str = ""
    other: str = ""
    trait: str = ""


def conclusions(me: str, statements: Sequence[str], places: Sequence[str], banks: Banks) -> list[Conclusion]:
    """All that the statements add up to for ``me``, weightiest first."""
    facts = [fact for n, text in enumerate(statements, 1) for fact in _facts(n, text, me, places, banks)]
    found: dict[tuple[str, ...], Conclusion] = {}
    known = {_about(kind, values) for text in statements for kind, values in _read(text)}
    for kind, numbers, values in _pairs(me, facts):
        made = _conclusion(kind, numbers, {"me": me, **values})
        if made and made.about not in found and made.about not in known:
            found[made.about] = made
    return sorted(found.values(), key=lambda one: ORDER.index(one.about[0]))


def _conclusion(kind: str, numbers: Sequence[int], values: Mapping[str, str]) -> Conclusion | None:
    texts = tuple(fill(text, values) for text in fillable(CONCLUSIONS[kind].insights, values))
    short = tuple(text[0].lower() + text[1:] if not text.startswith(tuple(values.values())) else text for text in texts)
    kept = tuple(text for text in short if len(text) <= LONGEST)
    return Conclusion(tuple(dict.fromkeys(numbers)), kept, _about(kind, values)) if kept else None


def _about(kind: str, values: Mapping[str, str]) -> tuple[str, ...]:
    """What a conclusion is told from others by: kind, people and the occasion."""
    if kind in ("sought", "source", *TRAITS):
        return (kind, values["a"])
    names = ("what",) if kind in ("majority", "welcome", "shunned") else ("a", "b", "what")
    return (kind, *sorted(value for name, value in values.items() if value and name in names))


def _facts(number: int, text: str, me: str, places: Sequence[str], banks: Banks) -> Iterator[_Fact]:
    """What a statement says of who told, talked or promised."""
    for pattern, kind in ((_PROMISED, "comes"), (_REFUSED, "stays_away")):
        if match := pattern.match(text):
            yield _Fact(number, kind, match["who"], match["what"])
            return
    view = _VIEW.match(split_teller(text, me)[0])
    if view and view["who"] != me:
        yield _Fact(number, view["way"], view["who"], view["what"])
        return
    date = _DATE.match(split_teller(text, me)[0])
    if date and me not in (date["who"], date["other"]):
        yield _Fact(number, "date", date["who"], date["when"], date["other"])
        yield _Fact(number, "date", date["other"], date["when"], date["who"])
        return
    if (together := _TOGETHER.match(text)) and me not in together.groups():
        one, other = sorted(together.groups())
        yield _Fact(number, "seen", one, other)
        return
    talked = _TALKED.match(text)
    if talked:
        who = talked["who"] or (talked["second"] if talked["first"] == me else talked["first"])
        shows = talked["teller"] == who and banks.exchange_by_deed.get(talked["deed"])
        if who != me:
            yield _Fact(number, "talked", who, *((shows.deed, "", shows.trait) if shows else ()))
    utterance = _SAID.match(text)
    if utterance and utterance["who"] != me:
        for part, _ in chunks(utterance["line"], banks):
            if shown := exchange_shown_by(part, banks):
                yield _Fact(number, "talked", utterance["who"], shown.deed, "", shown.trait)
        return
    said, teller = split_teller(text, me)
    if teller and not talked:
        whom = next((one for one in re.findall(NAME, said)[:1] if one not in (me, teller) and " " in one), "")
        yield _Fact(number, "told", teller, _matter(said, places))
        if PRIVATE.search(said) and said.startswith(whom or "?"):
            yield _Fact(number, "leak", teller, whom)


def _matter(text: str, places: Sequence[str]) -> str:
    """The occasion that a statement is about, or ``""``."""
    occasion = gathering_of(text, tuple(places))
    return occasion.what if occasion else ""


def _pairs(me: str, facts: Sequence[_Fact]) -> Iterator[tuple[str, tuple[int, ...], dict[str, str]]]:
    """Kind, statements and slots of all facts that add up to something."""
    for one, two in combinations(facts, 2):
        numbers = (one.number, two.number)
        kinds, same, matter = (one.kind, two.kind), one.who == two.who, one.matter if one.matter == two.matter else ""
        both = {"a": one.who, "b": two.who}
        if one.trait and two.trait and one.matter != two.matter:
            yield from _traits(*((one, two) if one.who <= two.who else (two, one)), numbers)
        elif kinds == ("date", "date") and same and one.other != two.other:
            slots = {"a": one.who, "b": one.other, "c": two.other}
            yield ("clash", numbers, {**slots, "what": matter}) if matter else ("sought", numbers, slots)
        elif kinds == ("told", "told") and same and one.matter and two.matter and not matter:
            first, second = sorted((one.matter, two.matter))
            yield "source", numbers, {"a": one.who, "what": first, "topic": second}
        elif kinds == ("comes", "comes") and matter and not same and me in both.values():
            yield "together", numbers, {"a": two.who if one.who == me else one.who, "what": matter}
        elif one.kind == two.kind and one.kind in (FOR, AGAINST) and matter and not same:
            yield "agreed", numbers, {**dict(zip("ab", sorted(both.values()), strict=True)), "what": matter, "way": one.kind}
        elif matter and not same and {one.kind, two.kind} == {FOR, AGAINST}:
            pro, contra = (one, two) if one.kind == FOR else (two, one)
            yield "divided", numbers, {"a": pro.who, "b": contra.who, "what": matter}
    yield from ((fact.kind, (fact.number,), {"a": fact.who, "b": fact.matter}) for fact in facts if fact.kind == "leak")
    yield from _company(facts)
    yield from _majorities([fact for fact in facts if fact.who != me])


def _traits(one: _Fact, two: _Fact, numbers: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...], dict[str, str]]]:
    """What two deeds show: of one person the same twice, of two people the same or the contrary."""
    if one.who == two.who:
        if one.trait == two.trait:
            same = sorted((one.matter, two.matter))
            yield one.trait, numbers, {"a": one.who, "ta": same[0], "tb": same[1]}
        else:
            first, second = sorted((one, two), key=lambda fact: ORDER.index(fact.trait))
            joined = "and yet" if (one.trait in WEIGHTY) != (two.trait in WEIGHTY) else "and"
            yield first.trait, numbers, {"a": one.who, "ta": first.matter, "way": f"{joined} {TRAITS[second.trait].one}"}
    elif one.trait == two.trait:
        slots = {"a": one.who, "b": two.who, "ta": one.matter, "tb": two.matter}
        yield "kindred", numbers, {**slots, "way": TRAITS[one.trait].both}
    for x, y in ((one, two), (two, one)):
        if x.who != y.who and (x.trait, y.trait) in CONTRARY:
            way, topic = CONTRARY[x.trait, y.trait]
            yield "contrary", numbers, {"a": x.who, "b": y.who, "ta": x.matter, "tb": y.matter, "way": way, "topic": topic}


def _company(facts: Sequence[_Fact]) -> Iterator[tuple[str, tuple[int, ...], dict[str, str]]]:
    """Two who were seen talking three times or more."""
    pairs = dict.fromkeys((fact.who, fact.matter) for fact in facts if fact.kind == "seen")
    for pair in pairs:
        seen = [fact.number for fact in facts if fact.kind == "seen" and (fact.who, fact.matter) == pair]
        if len(seen) >= 3:
            yield "company", tuple(seen[:4]), {"a": pair[0], "b": pair[1]}


def _majorities(facts: Sequence[_Fact]) -> Iterator[tuple[str, tuple[int, ...], dict[str, str]]]:
    """Three or more who hold the same view of a matter or answer an invitation alike, and fewer who do the contrary."""
    for ways, kinds in (((FOR, AGAINST), ("majority", "majority")), (("comes", "stays_away"), ("welcome", "shunned"))):
        for what in dict.fromkeys(fact.matter for fact in facts if fact.kind in ways):
            held = {way: {f.who: f.number for f in facts if f.kind == way and f.matter == what} for way in ways}
            way = max(ways, key=lambda one: len(held[one]))
            people = sorted(held[way])
            if len(people) >= 3 and len(people) > len(held[ways[way == ways[0]]]):
                slots = dict(zip(("a", "b", "c"), people, strict=False))
                numbers = tuple(sorted(held[way][who] for who in people[:3]))
                yield kinds[ways.index(way)], numbers, {**slots, "what": what, "way": way}


# -- read again ---------------------------------------------------------------------------------------------------------------


def lines_on(memories: Sequence[str], me: str, other: str) -> list[tuple[str, dict[str, str]]]:
    """Lines that act on a conclusion among ``memories`` when talking with ``other``, with their slots (first names)."""
    found = []
    for text in memories:
        for kind, values in _read(text):
            wording = CONCLUSIONS[kind]
            if values.get("b") == other and wording.mutual:
                swap = {"a": "b", "b": "a", "ta": "tb", "tb": "ta"}
                values = {swap.get(name, name): value for name, value in values.items()}
            if values.get("a") == other and values.get("me", me) == me:
                short = {name: value.split(" ")[0] if name in ("a", "b", "c") else value for name, value in values.items()}
                if deed := short.get("ta"):
                    short["you_did"] = second_person(f"{other} {deed}", other, short["a"])
                begun = fillable(RECALLED, short) or [""]
                found += [(f"{first} {line}".strip(), short) for line in fillable(wording.said, short) for first in begun]
    return found


def errands(memories: Sequence[str]) -> Iterator[tuple[str, str]]:
    """(whom one looks for, for what) after what one has concluded among ``memories``: full names."""
    for text in memories:
        for kind, values in _read(text):
            if kind in TRAITS and TRAITS[kind].errand:
                yield values["a"], TRAITS[kind].errand


def concludes(text: str) -> bool:
    """Whether a text is a conclusion from several statements."""
    return bool(_read(text))


def answers_to(line: str) -> tuple[str, ...]:
    """Answers to a line that acts on a conclusion; () for any other line."""
    for pattern, answers in _lines():
        match = pattern.search(line)
        if match:
            values = {name: value for name, value in match.groupdict().items() if value}
            return tuple(fill(text, values) for text in fillable(answers, values))
    return ()


_SLOT = re.compile(r"(\{\w+\})")


@lru_cache(maxsize=4000)
def _read(text: str) -> tuple[tuple[str, dict[str, str]], ...]:
    """(kind, slots) of a text that is a conclusion."""
    for kind, literal, pattern in _insights():
        if literal in text and (match := pattern.match(text)):
            return ((kind, match.groupdict()),)
    return ()


@lru_cache(maxsize=1)
def _insights() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    """Of each wording its kind, its longest piece without a slot, and the pattern of the whole."""
    wordings = [(kind, text) for kind, wording in CONCLUSIONS.items() for text in wording.insights]
    return tuple((kind, max(_SLOT.split(text)[::2], key=len), _pattern(text, "^{}$", NAME)) for kind, text in wordings)


@lru_cache(maxsize=1)
def _lines() -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    return tuple((_pattern(text, "{}", r"[\w'’-]+"), w.answers) for w in CONCLUSIONS.values() for text in w.said)


def _pattern(template: str, around: str, name: str) -> re.Pattern[str]:
    """What matches a template with any slots."""
    seen: set[str] = set()
    parts = []
    for piece in _SLOT.split(template):
        slot = piece[1:-1] if piece.startswith("{") else ""
        if not slot:
            parts.append(re.escape(piece))
        elif slot in seen:
            parts.append(f"(?P={slot})")
        else:
            seen.add(slot)
            parts.append(f"(?P<{slot}>{name if slot in ('a', 'b', 'c', 'me') else '.+?'})")
    return re.compile(around.format("".join(parts)), re.IGNORECASE if around == "{}" else 0)
