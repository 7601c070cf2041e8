"""What statements add up to, by rule: each conclusion cites exactly the statements it was drawn from, mostly two.

What is behind a matter of somebody's that was spoken of twice (``Thread``), who is on which side, who has given the same hour
to two, what people's own affairs show side by side (``inferences``). Nothing is concluded from anybody's routine. Also reads a
conclusion again: what may be said of it in a talk, for what one looks for somebody. Knows nothing of questions or replies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from sim.answer.scripted.commitments import cool_to
from sim.answer.scripted.english.banks import Banks, Thread
from sim.answer.scripted.english.news import PRIVATE, split_teller
from sim.answer.scripted.english.phrases.conclusions import CONCLUSIONS
from sim.answer.scripted.english.phrases.opinions import AGAINST, FOR
from sim.answer.scripted.english.statements import chunks, exchange_shown_by
from sim.answer.scripted.inferences import inferences
from sim.language.text import NAME, fill, fillable

LONGEST = 160
"""Characters of a conclusion at most."""
ORDER = (
    *("thread", "kept from me", "opposed", "opposed to me", "opposed by me", "wanted", "wanted of me", "half", "divided"),
    *("clash", "leak", "touches", "burdened", "touched", "alike", "taken on", "no further", "came back", "full", "few"),
    *("confides", "weighs", "all over"),
)
"""The kinds, the weightiest first."""
WEAK = ("full", "few", "confides", "weighs", "all over")
"""Those that are drawn only where there is no other."""
_DID = re.compile(rf"^{NAME} (?:talked with|and) [^:;\"]+?\. (?P<who>{NAME}) (?P<deed>[a-z][^:\"]*?)(?:: \"[^\"]+\")?\.?$")
_SAID = re.compile(rf"^(?P<who>{NAME}) said to .+?: '(?P<line>.+)'$")
_VIEW = re.compile(rf"^(?P<who>{NAME}) is (?P<way>{FOR}|{AGAINST}) (?P<what>{NAME}'s .+?)\.?$")
_DATE = re.compile(rf"^(?P<who>{NAME}) plans to meet (?P<other>{NAME}) at .+? on (?P<when>[A-Z][a-z]+ at .+?)\.?$")


@dataclass(frozen=True, slots=True)
class Conclusion:
    """``numbers`` (from 1) are the statements behind it, ``texts`` its wordings, ``about`` its kind and what it names."""

    numbers: tuple[int, ...]
    texts: tuple[str, ...]
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Fact:
    """One statement as far as it can be read. ``kind``: did (as a talk is remembered), said (in words that show it), leak
    (of a secret), date (at ``matter`` with ``other``), for, against (a view); ``matter`` is an hour, whose secret it is, or a
    deed of ``who``."""

    number: int
    kind: str
    who: str
    matter: str = ""
    other: str = ""


def conclusions(me: str, statements: Sequence[str], banks: Banks) -> list[Conclusion]:
    """All that the statements add up to for ``me``, weightiest first."""
    facts = [fact for n, text in enumerate(statements, 1) for fact in _facts(n, text, me, banks)]
    known = {about for text in statements for about in _abouts(text, banks)}
    plain = ["" if concludes(text, banks) else text for text in statements]
    pairs = (*_pairs(facts), *inferences(me, plain))
    made = (_conclusion(kind, numbers, {"me": me, **values}) for kind, numbers, values in pairs)
    found: dict[tuple[str, ...], Conclusion] = {}
    for one in (*_of_threads(facts, me, banks), *made):
        if one.texts and one.about not in known:
            found.setdefault(one.about, one)
    every = sorted(found.values(), key=lambda one: ORDER.index(one.about[0]))
    return [one for one in every if one.about[0] not in WEAK] or every


def _conclusion(kind: str, numbers: Sequence[int], values: Mapping[str, str]) -> Conclusion:
    texts = tuple(fill(text, values) for text in fillable(CONCLUSIONS[kind].insights, values))
    short = tuple(text[0].lower() + text[1:] if not text.startswith(tuple(values.values())) else text for text in texts)
    kept = tuple(text for text in short if len(text) <= LONGEST)
    return Conclusion(tuple(dict.fromkeys(numbers)), kept, _about(kind, values))


def _of_threads(facts: Sequence[_Fact], me: str, banks: Banks) -> Iterator[Conclusion]:
    """What is behind a matter of which somebody has told twice; of one's own what it says of oneself."""
    told: dict[tuple[str, str], int] = {}
    for fact in sorted(facts, key=lambda fact: fact.kind):
        told.setdefault((fact.who, fact.matter), fact.number)
    for (who, deed), number in told.items():
        thread = banks.thread_by_deed.get(deed)
        first = told.get((who, thread.first.deed)) if thread and deed == thread.again.deed else None
        if thread and first:
            found = thread.insight if who != me else (thread.own,)
            texts = tuple(named(text, who) for text in found if text)
            yield Conclusion((first, number), texts, ("thread", who, thread.first.about))


def _about(kind: str, values: Mapping[str, str]) -> tuple[str, ...]:
    """What a conclusion is told from others by: kind, people and the occasion."""
    return (kind, *sorted(value for name, value in values.items() if value and name in ("a", "b", "what")))


def _abouts(text: str, banks: Banks) -> Iterator[tuple[str, ...]]:
    """The same of a text that is a conclusion."""
    yield from (_about(kind, values) for kind, values in _read(text))
    if found := thread_of(text, banks):
        yield "thread", found[1], found[0].first.about


def _facts(number: int, text: str, me: str, banks: Banks) -> Iterator[_Fact]:
    """What a statement says of who did something, holds a view, meets somebody or gave a secret away."""
    said, teller = split_teller(text, me)
    who, deed = deed_told(text)
    if (view := _VIEW.match(said)) and view["who"] != me:
        yield _Fact(number, view["way"], view["who"], view["what"])
    elif (date := _DATE.match(said)) and me not in (date["who"], date["other"]):
        yield _Fact(number, "date", date["who"], date["when"], date["other"])
        yield _Fact(number, "date", date["other"], date["when"], date["who"])
    elif deed in (banks.exchange_by_deed if who != me else banks.thread_by_deed):
        yield _Fact(number, "did", who, deed)
    elif (utterance := _SAID.match(text)) and utterance["who"] != me:
        shown = (exchange_shown_by(part, banks) for part, _ in chunks(utterance["line"], banks))
        yield from (_Fact(number, "said", utterance["who"], one.deed) for one in shown if one)
    elif teller and _gives_away(said, teller) and (whose := re.match(NAME, said)) and whose[0] not in (me, teller):
        yield _Fact(number, "leak", teller, whose[0])


def _gives_away(said: str, teller: str) -> bool:
    """Whether what somebody told is another's secret: neither their own, nor how a secret got out, nor whose it is not said."""
    return bool(PRIVATE.search(said)) and not (_NO_LEAK.search(said) or teller.split(" ")[0] in said)


_NO_LEAK = re.compile(r"^Nobody\b|\b(?:gave|gives?|given|giving) away\b")


def _pairs(facts: Sequence[_Fact]) -> Iterator[tuple[str, tuple[int, ...], dict[str, str]]]:
    """Kind, statements and slots of all facts that add up to something."""
    for one, two in combinations(facts, 2):
        numbers, same = (one.number, two.number), one.who == two.who
        if one.matter != two.matter:
            continue
        if {one.kind, two.kind} == {"date"} and same and one.other != two.other:
            yield "clash", numbers, {"a": one.who, "b": one.other, "c": two.other, "what": one.matter}
        elif {one.kind, two.kind} == {FOR, AGAINST} and not same:
            pro, contra = (one, two) if one.kind == FOR else (two, one)
            yield "divided", numbers, {"a": pro.who, "b": contra.who, "what": one.matter}
    yield from ((fact.kind, (fact.number,), {"a": fact.who, "b": fact.matter}) for fact in facts if fact.kind == "leak")


# -- read again ---------------------------------------------------------------------------------------------------------------


def lines_on(memories: Sequence[str], me: str, other: str) -> list[tuple[str, ...]]:
    """Of each conclusion among ``memories`` that may be spoken of with ``other``, the lines for it (first names)."""
    found = []
    for text in memories:
        for kind, values in _read(text):
            if values.get("a") == other and values.get("me", me) == me:
                short = _short(values)
                found.append(tuple(fill(line, short) for line in fillable(CONCLUSIONS[kind].said, short)))
    return [lines for lines in found if lines]


def _short(values: Mapping[str, str]) -> dict[str, str]:
    """Slots with people by their first names."""
    return {name: value.split(" ")[0] if name in ("a", "b", "c") else value for name, value in values.items()}


@lru_cache(maxsize=20_000)
def deed_told(text: str) -> tuple[str, str]:
    """Who did what, by what is remembered of a talk with them; two empty texts for any other memory."""
    match = _DID.match(text)
    return (match["who"], match["deed"]) if match else ("", "")


def errands(memories: Sequence[str], me: str, banks: Banks, ties: Sequence[str] = ()) -> list[tuple[str, str]]:
    """(whom one looks for, for what): after what one has concluded among ``memories``, else to hear how a matter went on; by
    ``ties`` nobody with whom one is on bad terms."""
    memories = [text for text in memories if deed_told(text)[0] != me]
    concluded = [found for found in (thread_of(text, banks) for text in memories) if found and found[1] != me]
    told = [(banks.thread_by_deed[deed], who, deed) for who, deed in map(deed_told, memories) if deed in banks.thread_by_deed]
    known = {*concluded, *((thread, who) for thread, who, deed in told if deed == thread.again.deed)}
    asks = [(who, f"to ask about {thread.first.about}") for thread, who, _ in told if (thread, who) not in known]
    read = (row for text in memories for row in _read(text) if row[1].get("a", me) != me)
    affairs = [(values["a"], fill(CONCLUSIONS[kind].errand, _short(values))) for kind, values in read]
    wanted = [(who, errand) for who, errand in (*((who, thread.errand) for thread, who in concluded), *affairs) if errand]
    return [(who, errand) for who, errand in wanted or asks if not cool_to(who, ties)]


def resolve(text: str, me: str, banks: Banks) -> str:
    """What ``me`` does that day because of a conclusion about oneself; ``""`` for nothing."""
    found = thread_of(text, banks)
    return found[0].resolve if found and found[1] == me else ""


def concludes(text: str, banks: Banks) -> bool:
    """Whether a text is a conclusion from several statements."""
    return bool(_read(text) or thread_of(text, banks))


def named(text: str, name: str) -> str:
    """A text of a thread with a name for ``{a}``: in full, then the first name."""
    return text.replace("{a}", name, 1).replace("{a}", name.split(" ")[0])


def unnamed(text: str, name: str) -> str:
    """The text of a thread that was ``named``."""
    return text.replace(name, "{a}").replace(name.split(" ")[0], "{a}")


@lru_cache(maxsize=20_000)
def thread_of(text: str, banks: Banks) -> tuple[Thread, str] | None:
    """The thread that a text concludes from, with whose it is."""
    names = dict.fromkeys(name.removesuffix("'s") for name in re.findall(NAME, text))
    found = ((banks.thread_by_insight.get(unnamed(text, name)), name) for name in names)
    return next(((thread, name) for thread, name in found if thread), None)


def answers_to(line: str) -> tuple[str, ...]:
    """Answers to a line that acts on a conclusion; () for any other line."""
    for pattern, answers in _lines():
        match = pattern.search(line)
        if match:
            values = {name: value for name, value in match.groupdict().items() if value}
            return tuple(fill(text, values) for text in fillable(answers, values))
    return ()


_SLOT = re.compile(r"(\{\w+\})")


@lru_cache(maxsize=20_000)
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
