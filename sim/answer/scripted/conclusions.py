"""What statements add up to, by rule: each conclusion needs two statements or more and cites exactly these.

What people told of the same thing, where they differ, who comes and who does not, what was kept back. Nothing is concluded from
anybody's routine. Also reads a conclusion again: what may be said of it in a talk. Knows nothing of questions or replies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from sim.answer.scripted.opinions import matter
from sim.language.banks import Banks
from sim.language.gatherings import gathering_of
from sim.language.news import split_teller
from sim.language.phrases.conclusions import CONCLUSIONS, STRANDS
from sim.language.phrases.opinions import AGAINST, FOR
from sim.language.poignancy import poignancy
from sim.language.text import NAME, as_clause, fill, fillable

GRAVE = 8
"""The poignancy of what weighs on somebody."""
QUOTED, LONGEST = 58, 200
"""Characters at most: of words that are quoted, of a conclusion."""
ORDER = (
    *("divided", "mend", "untold", "torn", "none_come", "both_come", "apart", "silent", "agreed", "strand", "common"),
    *("two_tell", "spread", "together"),
)
"""The kinds, the weightiest first."""
_TALKED = re.compile(
    rf"^(?:{NAME} talked with (?P<who>{NAME})|(?P<first>{NAME}) and (?P<second>{NAME}) talked)(?: about (?P<about>[^.:;\"]+))?"
    rf"(?:\. (?P<teller>{NAME}) said: \"(?P<quote>[^\"]+)\")?"
)
_HOST = re.compile(rf"^{NAME}(?= (?:is|are) (?:giving|holding|hosting|planning)\b)")
_PROMISED = re.compile(rf"^(?P<who>{NAME}) promised {NAME} to come to (?P<what>.+?)\.?$")
_REFUSED = re.compile(rf"^(?P<who>{NAME}) told {NAME} that they cannot come to (?P<what>.+?)\.?$")
_I_TOLD = re.compile(rf"^(?P<me>{NAME}) told (?P<who>{NAME}) (?:that|about) (?P<said>.+?)\.?$")
TOPICS = frozenset().union(*STRANDS.values())
_VIEW = re.compile(rf"^(?P<who>{NAME}) is (?P<way>{FOR}|{AGAINST}) (?P<what>{NAME}'s .+?)\.?$")
_QUARREL = re.compile(r"\b(?:argued|quarrel\w*|fight|fought|angry|disagreed|insulted|in a huff)\b")


@dataclass(frozen=True, slots=True)
class Conclusion:
    """``numbers`` (from 1) are the statements behind it, ``texts`` its wordings, ``about`` its kind and what it names."""

    numbers: tuple[int, ...]
    texts: tuple[str, ...]
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Fact:
    """One statement as far as it can be read. ``kind``: talked, told (by ``who``), passed_on (to ``who``), comes, stays_away,
    grave, quarrel, for, against (a view); ``matter`` is a topic, an occasion or who it is about."""

    number: int
    kind: str
    who: str
    matter: str = ""
    quote: str = ""


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
    """What a conclusion is told from others by: kind, people, and the strand or the occasion; news spreads but once."""
    names = ("what",) if kind in ("spread", "two_tell") else ("a", "b", "strand", "what")
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
    talked = _TALKED.match(text)
    if talked:
        who = talked["who"] or (talked["second"] if talked["first"] == me else talked["first"])
        quote = talked["quote"] or ""
        about = talked["about"] or ""
        topics = [one for one in sorted(TOPICS) if f" and {one} and " in f" and {about} and "]
        for topic in topics or [""]:
            if who != me:
                yield _Fact(number, "talked", who, topic, quote if len(quote) <= QUOTED and len(topics) == 1 else "")
    own = _I_TOLD.match(text)
    if own and own["me"] == me:
        yield _Fact(number, "passed_on", own["who"], _matter(own["said"], places))
        return
    said, teller = split_teller(text, me)
    if teller and not talked:
        whom = next((one for one in re.findall(NAME, said)[:1] if one not in (me, teller) and " " in one), "")
        yield _Fact(number, "told", teller, _matter(said, places) or whom)
    if text.startswith(me) and not talked and poignancy(text, me, banks) >= GRAVE:
        yield _Fact(number, "grave", me)
    if _QUARREL.search(text) and me in text:
        for who in re.findall(NAME, text):
            if who != me and " " in who:
                yield _Fact(number, "quarrel", who)
                return


def _matter(text: str, places: Sequence[str]) -> str:
    """The occasion that a statement is about, or ``""``."""
    occasion = gathering_of(text, tuple(places))
    return occasion.what if occasion else ""


def _pairs(me: str, facts: Sequence[_Fact]) -> Iterator[tuple[str, tuple[int, ...], dict[str, str]]]:
    """Kind, statements and slots of every two facts that add up to something."""
    for one, two in combinations(facts, 2):
        numbers = (one.number, two.number)
        kinds, same, matter = (one.kind, two.kind), one.who == two.who, one.matter if one.matter == two.matter else ""
        both = {"a": one.who, "b": two.who}
        if kinds == ("talked", "talked") and one.number != two.number:
            strand = next((name for name, topics in STRANDS.items() if {one.matter, two.matter} <= topics), "")
            values = {"topic": one.matter, "other": two.matter, "strand": strand}
            if matter and not same and one.quote and two.quote:
                yield "apart", numbers, {**both, "topic": matter, "qa": one.quote, "qb": two.quote}
            elif strand and not matter:
                yield ("strand", numbers, {"a": one.who, **values}) if same else ("common", numbers, {**both, **values})
        elif kinds in (("comes", "comes"), ("stays_away", "stays_away")) and matter and not same and me not in both.values():
            yield ("both_come" if one.kind == "comes" else "none_come"), numbers, {**both, "what": matter}
        elif kinds == ("told", "told") and matter and not same:
            yield "two_tell", numbers, {**both, "what": matter}
        elif one.kind == two.kind and one.kind in (FOR, AGAINST) and matter and not same:
            yield "agreed", numbers, {**both, "what": matter}
        for x, y in ((one, two), (two, one)):
            yield from _ordered(me, x, y, numbers)
    yield from _unsaid(me, facts)


def _ordered(me: str, x: _Fact, y: _Fact, numbers: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...], dict[str, str]]]:
    """The same for facts of two kinds."""
    kinds, matter = (x.kind, y.kind), x.matter if x.matter == y.matter else ""
    if kinds == ("comes", "stays_away") and matter and x.who != y.who and me not in (x.who, y.who):
        yield "torn", numbers, {"a": x.who, "b": y.who, "what": matter}
    elif kinds == (FOR, AGAINST) and matter and x.who != y.who:
        yield "divided", numbers, {"a": x.who, "b": y.who, "what": matter}
    elif kinds == ("comes", "told") and matter and x.who == me:
        yield "together", numbers, {"a": y.who, "what": matter}
    elif kinds == ("told", "passed_on") and matter and x.who != y.who:
        yield "spread", numbers, {"a": x.who, "b": y.who, "what": matter}
    elif kinds == ("talked", "told") and x.matter and y.matter == x.who:
        yield "silent", numbers, {"a": x.who, "b": y.who, "topic": x.matter}
    elif kinds == ("talked", "quarrel") and x.matter and x.who == y.who:
        yield "mend", numbers, {"a": x.who, "topic": x.matter}


def _unsaid(me: str, facts: Sequence[_Fact]) -> Iterator[tuple[str, tuple[int, ...], dict[str, str]]]:
    """Something grave, and two talks that were about something else."""
    grave = next((fact for fact in facts if fact.kind == "grave"), None)
    talks = {fact.who: fact for fact in facts if fact.kind == "talked" and fact.matter}
    if grave and len(talks) > 1:
        one, two = list(talks.values())[:2]
        yield "untold", (grave.number, one.number, two.number), {"a": one.who, "b": two.who, "topic": one.matter}


# -- read again ---------------------------------------------------------------------------------------------------------------


def lines_on(memories: Sequence[str], me: str, other: str) -> list[tuple[str, dict[str, str]]]:
    """Lines that act on a conclusion among ``memories`` when talking with ``other``, with their slots (first names)."""
    found = []
    for text in memories:
        for kind, values in _read(text):
            wording = CONCLUSIONS[kind]
            if values.get("b") == other and wording.mutual:
                swap = {"a": "b", "b": "a", "qa": "qb", "qb": "qa", "topic": "other", "other": "topic"}
                values = {swap.get(name, name): value for name, value in values.items()}
            if values.get("a") == other and values.get("me", me) == me:
                short = {name: value.split(" ")[0] if name in ("a", "b") else value for name, value in values.items()}
                found += [(line, short) for line in fillable(wording.said, short)]
    return found


_ALONE = re.compile(
    r" means to go to .+ and wonders who else does$| would rather stay away from .+ and does not want to hurt |"
    r"^nobody knows yet how | comes near to what .+ has in mind: | makes little of it that "
)


def alone(statement: str, me: str, view: str, willing: bool, concern: str) -> str:
    """What somebody makes of one statement: where they stand (``view`` of ``opinions``), whether they go, or what it has to do
    with what is on their own mind; ``""`` for one's own doing."""
    occasion, talked, host = gathering_of(statement), _TALKED.match(statement), _HOST.match(statement)
    if view:
        return f"nobody knows yet how {me} stands to {matter(statement)}: {view} it"
    if occasion and host and host[0] != me:
        if willing:
            return f"{me} means to go to {occasion.phrase()} and wonders who else does"
        return f"{me} would rather stay away from {occasion.phrase()} and does not want to hurt {host[0]}"
    if talked and concern and talked["who"] and talked["about"]:
        return f"what {talked['who']} says of {talked['about'].strip()} comes near to what {me} has in mind: {concern}"
    return f"{me} makes little of it that {as_clause(statement)}, beside what is more pressing: {concern}" if concern else ""


def is_conclusion(text: str) -> bool:
    """Whether a text is one of these, or stays in mind for want of one."""
    return concludes(text) or _ALONE.search(text) is not None


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


@lru_cache(maxsize=4000)
def _read(text: str) -> tuple[tuple[str, dict[str, str]], ...]:
    """(kind, slots) of a text that is a conclusion."""
    for kind, pattern in _insights():
        match = pattern.match(text)
        if match:
            return ((kind, match.groupdict()),)
    return ()


@lru_cache(maxsize=1)
def _insights() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, _pattern(text, "^{}$", NAME)) for kind, wording in CONCLUSIONS.items() for text in wording.insights)


@lru_cache(maxsize=1)
def _lines() -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    return tuple((_pattern(text, "{}", r"[\w'’-]+"), w.answers) for w in CONCLUSIONS.values() for text in w.said)


def _pattern(template: str, around: str, name: str) -> re.Pattern[str]:
    """What matches a template with any slots."""
    seen: set[str] = set()
    parts = []
    for piece in re.split(r"(\{\w+\})", template):
        slot = piece[1:-1] if piece.startswith("{") else ""
        if not slot:
            parts.append(re.escape(piece))
        elif slot in seen:
            parts.append(f"(?P={slot})")
        else:
            seen.add(slot)
            parts.append(f"(?P<{slot}>{name if slot in ('a', 'b', 'me') else '.+?'})")
    return re.compile(around.format("".join(parts)), re.IGNORECASE if around == "{}" else 0)
