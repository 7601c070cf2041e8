"""What people's own affairs show when they are laid side by side: two who tell of the same thing, who want different things for
one of them, who have the same trouble; who has told of more than one; what touches one's own life; who comes and who does not.

Reads the statements that somebody tells of themselves, has on their own card, or hears of the town. Private ones are left
out: a conclusion is spoken of. Knows no wording (``conclusions``).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from sim.answer.scripted.english.concerns import HARD, TROUBLES, wants_of
from sim.answer.scripted.english.gatherings import PARTY, gathering_of, is_about, sort_by_name
from sim.answer.scripted.english.grammatical_person import mentions
from sim.answer.scripted.english.news import PRIVATE, TOWN, overheard, same_news, split_teller
from sim.language.text import FULL_NAME, NAME, STOP, TIMETABLE, WORD, as_clause, capital, stem, stems, words

Inference = tuple[str, tuple[int, ...], dict[str, str]]
"""A kind, the numbers of the statements, and what stands in the slots of its wordings."""
ALL_OVER, MANY, SOME = 3, 3, 2
"""So many have told what is no news any more; have said yes, and no, to one's invitation."""
RARE = 8
"""Letters from which on a single word tells of what two statements are."""
_WISH = re.compile(
    rf"^(?P<who>{NAME}) (?:wants|would like|wishes|expects|means) (?:(?:his|her|their|the) (?:\w+ )?)?(?P<whom>{NAME}) to "
    r"(?P<what>.+)$"
)
_OWN_WISH = re.compile(rf"^(?P<who>{NAME}) (?:wants|would like|hopes|longs|dreams|means|wishes) (?:to|of) (?P<what>.+)$")
_ANSWERED = re.compile(
    rf"^(?P<who>{NAME}) (?:promised (?P<yes>{NAME}) to come to|said no to (?P<no>{NAME})'s invitation to) (?P<what>.+?)\.?$"
)
_ASKED = re.compile(
    rf"^(?P<who>{NAME}) asked (?P<whom>{NAME}) how it stands: (?P<what>.+?)"
    r"(?:, and heard that .+? has spoken with (?P<to>.+) about it)?$"
)
_ASIDE = re.compile(rf"\boverheard {NAME} tell (?P<to>{NAME}) that ")
"""Who was asked after what, and to whom something was told that one overheard."""
_NO_MATTER = re.compile(
    rf"{TIMETABLE}|[\":;]|\b(?:talked|talking) with\b|\boverheard\b|\bplans to (?:go|meet)\b|\bpromised\b|"
    r"\binvitation\b|\bhow it stands:|"
    r"\bmet\b|\bwould not promise\b|\bis (?!going to)(?:\w+ly )?\w+ing (?:at|in|on|to|up|down)\b|\bis \w+ing$"
)
"""What is no affair of anybody's: plans, talks, answers, and what one is seen doing."""
_SEEN = re.compile(
    rf"^{NAME} is (?:an? )?(?!looking|standing for|trying|waiting|learning|writing|knitting|planning|saving)\w+ing\b"
)
"""What oneself is busy with at the moment."""
_WEAK = words(
    """
    last next first old new good bad little big small long many much half every week weeks month months year years day days
    night morning evening afternoon summer winter spring autumn hour hours minute minutes time times ago twice once way thing
    things place people town somebody something nobody nothing everybody everything anybody anything another because without
    hundred thousand dozen between tomorrow yesterday together sometimes children husband daughter
    neighbour neighbor grandmother whatever
    """
)
"""Words that many affairs have in common."""
_SUM = re.compile(r"\b(?:(?!an?\b)[a-z]+ )?(?:hundred|thousand|dozen) (?!and\b)[a-z]+\b")
_THING = re.compile(
    r"(?<!\bin )(?<!\bat )(?<!\bon )(?<!\bby )(?<!\bfrom )(?<!\bunder )\b(?:the|an?|her|his|their) "
    r"(?!(?:\w+ )?(?:father|mother|son|daughter|brother|sister|husband|wife|friend)\b)(?P<thing>(?:[a-z'-]+ )?[a-z'-]+)"
    r"(?= (?:of|to|in|on|at|for|from|with|by|and|that|since|who|which|before|after|behind)\b|[,.]|$)"
)
"""A sum, and what is done something with: no place, and nobody of the family."""
_NO_THING = re.compile(r"(?:ing|ed|ly|ful|ous|able)$")


@dataclass(frozen=True, slots=True)
class Affair:
    """Something that somebody tells of themselves, or of the town. ``of``: whom it is of, in full, "" for the town; ``by``: who
    told it to me, "" for nobody."""

    number: int
    text: str
    of: str
    by: str
    aside: bool
    """Whether it was told to somebody else."""


def inferences(me: str, statements: Sequence[str]) -> list[Inference]:
    """All that the statements show, by kind; each of two statements or more."""
    found = [Affair(n, *read) for n, text in enumerate(statements, 1) if (read := affair(text, me))]
    own = [one for one in found if one.of]
    shown = [*_side_by_side(me, statements, found, own), *_kept_from_me(me, statements, own), *_asked_after(me, statements)]
    spoken_of = {name for _, _, slots in shown for name in slots.values()}
    weighs = _weighs(statements, [one for one in own if one.of not in (me, *spoken_of) and not one.aside])
    return [*shown, *weighs, *_all_over([one for one in found if not one.of and one.by]), *_answers(me, statements)]


def _side_by_side(me: str, statements: Sequence[str], found: Sequence[Affair], own: Sequence[Affair]) -> Iterator[Inference]:
    """What two affairs, or an affair and news, show together."""
    yield from _wanted_of(me, own, {name for text in statements for name in FULL_NAME.findall(text)})
    for one, two in combinations(own, 2):
        if one.of != two.of or not same_news(one.text, two.text):
            yield from _two(me, one, two)
    for news, mine in ((a, b) for a in found if not a.of for b in own if b.of == me and not b.by):
        if (what := shared(news.text, mine.text)) and what.count(" ") > 1:
            yield "touched", (news.number, mine.number), {"what": what}


def _weighs(statements: Sequence[str], told: Sequence[Affair]) -> Iterator[Inference]:
    """What somebody has told one of a worry or a wish, of whom nothing else adds up, beside whatever else one knows of them."""
    for one in told:
        beside = next((n for n, text in enumerate(statements, 1) if n != one.number and one.of in text), 0)
        if beside and (HARD.search(one.text) or _OWN_WISH.match(one.text)):
            yield "weighs", (one.number, beside), {"a": one.of, "what": as_clause(one.text)}


def _kept_from_me(me: str, statements: Sequence[str], own: Sequence[Affair]) -> Iterator[Inference]:
    """What somebody of one's name has told another, and oneself has only heard; with whatever else one knows of them."""
    for one in own:
        family = one.of != me and one.of.split(" ")[-1] == me.split(" ")[-1]
        beside = next((other for other in own if other.of == one.of and other.number != one.number), None)
        told = _ASIDE.search(statements[one.number - 1]) if one.aside else None
        if family and beside and told:
            yield "kept from me", (one.number, beside.number), {"a": one.of, "b": told["to"]}


def _asked_after(me: str, statements: Sequence[str]) -> Iterator[Inference]:
    """Who has come back to ask, and what has come of it meanwhile for whom one has asked."""
    for number, text in enumerate(statements, 1):
        asked = _ASKED.match(text)
        if asked is None or me not in (asked["who"], asked["whom"]):
            continue
        told = next((n for n, one in enumerate(statements, 1) if n != number and same_news(one, asked["what"])), None)
        if told is None:
            continue
        slots = {"what": _thing_of(asked["what"])}
        if not slots["what"]:
            continue  # it would be a conclusion of nothing
        if asked["whom"] == me:
            yield "came back", (told, number), {"a": asked["who"], **slots}
        elif to := asked["to"]:
            yield "taken on", (told, number), {"a": asked["whom"], "b": to, **slots}
        else:
            yield "no further", (told, number), {"a": asked["whom"], **slots}


def _two(me: str, one: Affair, two: Affair) -> Iterator[Inference]:
    """What two affairs show, of one person or of two; the other's first where one of them is one's own."""
    if one.of == me or (two.of != me and two.of < one.of):
        one, two = two, one
    numbers, slots = (one.number, two.number), {"a": one.of, "b": two.of}
    if one.of == two.of:
        if one.of != me and not (one.aside or two.aside):
            burdens = HARD.search(one.text) and HARD.search(two.text)
            yield "burdened" if burdens else "confides", numbers, {"a": one.of}
    elif whose := _differ(one, two):
        wants, other = whose
        if me not in slots.values():
            yield "opposed", numbers, {"a": wants, "b": other}
        else:
            yield "opposed to me" if wants != me else "opposed by me", numbers, {"a": one.of}
    elif what := shared(one.text, two.text):
        yield ("half", numbers, {**slots, "what": what}) if two.of != me else ("touches", numbers, {"a": one.of, "what": what})
    elif what := next((name for name, said in TROUBLES.items() if all(map(said.search, (one.text, two.text)))), ""):
        yield "alike", numbers, {**slots, "what": what}


def _differ(one: Affair, two: Affair) -> tuple[str, str] | None:
    """(who wants something of the other, the other), where the other wants something else for themselves."""
    for wants, other in ((one, two), (two, one)):
        wish, own = _WISH.match(wants.text), _OWN_WISH.match(other.text)
        if wish and own and _same_person(wish["whom"], other.of) and not stems(wish["what"]) & stems(own["what"]):
            return wants.of, other.of
    return None


def _same_person(called: str, name: str) -> bool:
    return called == name or called == name.split(" ")[0]


def _wanted_of(me: str, own: Sequence[Affair], people: Collection[str]) -> Iterator[Inference]:
    """Of whom two people want something."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for one in own:
        if wants_of(one.text, one.of, one.of.split(" ")[0]):
            named = [name for name in sorted(people) if name != one.of and mentions(one.text, name, name.split(" ")[0])]
            found[named[0] if len(named) == 1 else ""].setdefault(one.of, one.number)
    for whom, by in found.items():
        if whom and len(by) > 1:
            first, second = sorted(by, key=lambda name: (name == me, name))[:2]
            slots = {"a": first, "b": second} if whom == me else {"a": whom, "b": first, "c": second}
            yield "wanted of me" if whom == me else "wanted", (by[first], by[second]), slots


def _all_over(news: Sequence[Affair]) -> Iterator[Inference]:
    """What so many have told that nobody needs telling."""
    groups: dict[int, list[Affair]] = defaultdict(list)
    for one in news:
        groups[next((n for n, [first, *_] in groups.items() if same_news(first.text, one.text)), one.number)].append(one)
    for group in groups.values():
        by = {one.by: one.number for one in group}
        if len(by) >= ALL_OVER:
            yield "all over", tuple(by.values())[:5], {"what": as_clause(group[0].text)}


def _answers(me: str, statements: Sequence[str]) -> Iterator[Inference]:
    """Who has said yes and no to what one gives."""
    found: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for number, text in enumerate(statements, 1):
        answer = _ANSWERED.match(text)
        if answer and me in (answer["yes"], answer["no"]) and sort_by_name(answer["what"]) == PARTY:
            found["full" if answer["yes"] else "few", answer["what"]].setdefault(answer["who"], number)
    for (kind, what), by in found.items():
        if len(by) >= (MANY if kind == "full" else SOME):
            yield kind, tuple(by.values())[:5], {"what": what}


@lru_cache(maxsize=20_000)
def affair(statement: str, me: str) -> tuple[str, str, str, bool] | None:
    """The text of an affair and whose it is, who told it, and whether to somebody else; None for anything else."""
    said, by = split_teller(statement, me)
    text, teller = capital(said), by or me
    first = teller.split(" ")[0]
    own = is_about(text, teller) or is_about(text, first)
    if own and teller == me and _SEEN.match(text):
        return None
    if not (own or TOWN.match(text) or (by and re.match(NAME, text))) or _NO_MATTER.search(text) or PRIVATE.search(text):
        return None
    occasion = gathering_of(text)
    if occasion and (occasion.day or occasion.time):
        return None
    whole = text if teller in text or not own else text.replace(first, teller, 1)
    return whole, teller if own else "", by, own and overheard(statement)


@lru_cache(maxsize=20_000)
def shared(one: str, two: str) -> str:
    """What two statements both speak of: two words side by side in both (``the eye clinic``), or a rare one; ``""`` for none.
    Names and places are none."""
    things, others = _things(one), _things(two)
    return next((f"the {said}" for key, said in things.items() if key in others), "")


def _thing_of(text: str) -> str:
    """What a text speaks of, as ``the nine hundred pounds``, ``the bookkeeping course``; ``""`` where that is not clear."""
    found = (*_SUM.findall(text), *(match["thing"] for match in _THING.finditer(text)))
    return next((f"the {said}" for said in found if not words(said) & _WEAK or _SUM.match(said)), "")


def _things(text: str) -> Mapping[tuple[str, ...], str]:
    """By their stems, the things that a text speaks of, two words before one."""
    said = [word.replace("’", "'").split("'")[0] for word in WORD.findall(text)]
    plain = [word if word.islower() and word not in STOP and word not in _WEAK else "" for word in said]
    sums: dict[tuple[str, ...], str] = {(*map(stem, found.split(" ")),): found for found in _SUM.findall(text)}
    pairs: dict[tuple[str, ...], str] = {
        (stem(a), stem(b)): f"{a} {b}"
        for a, b in zip(plain, plain[1:], strict=False)
        if a and b and not a.endswith(("ing", "ly")) and not _NO_THING.search(b) and f"{a} {b}" in text
    }
    single: dict[tuple[str, ...], str] = {
        (stem(word),): word for word in plain if len(word) >= RARE and not _NO_THING.search(word)
    }
    return {**sums, **pairs, **single}
