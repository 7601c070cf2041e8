"""Work that no bank knows: what a card says that somebody does, and the things that stand where they work.

Its wordings fit any trade. Knows the words of a card and the names of objects, no plans.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Occupation, Step, Work
from sim.answer.scripted.furniture import kind
from sim.language.activity import gerund
from sim.language.text import clip, words
from sim.language.verbs import bare_verb
from sim.prompts import Card, Question
from sim.types import Undertaking

DAY: dict[str, tuple[str, tuple[str, ...]]] = {
    "making a start on the day's work": ("morning", ("it is quiet, and the hands are fresh", "the longest list goes first")),
    "doing what the day asks for": ("any", ("there is more of it than yesterday", "nobody else will do it")),
    "getting on with the work in hand": ("midday", ("it was only half done", "it should be off the mind by evening")),
    "finishing what was begun in the morning": ("afternoon", ("likes to leave nothing lying", "somebody will ask for it")),
    "leaving everything in order for tomorrow": ("afternoon", ("likes to find it so in the morning", "it saves half an hour")),
}
"""A day of work: in which part of the day what is done, and what for."""
WHYS = {activity: whys for activity, (_, whys) in DAY.items()}
AT = {
    "shelf": "putting the {} in order",
    "books": "looking something up at the {}",
    "board": "going by what is on the {}",
    "desk": "writing up the work at the {}",
    "counter": "standing at the {}",
    "pew": "tidying round the {}",
    **dict.fromkeys(("table", "worktable", "worktop", "workbench"), "working at the {}"),
    **dict.fromkeys(("sink", "washer"), "washing what was used at the {}"),
}
"""What is done at a thing of a kind in any trade; at things that stand at work alone one is ``busy``."""
BUSY = "being busy at the {}"
_HOME = re.compile(
    r"(?:bed|cot|sickbed|hammock|toilet|bath|washbasin|wardrobe|toys|darts|billiards|game table|player|film|seat)$"
)
"""Kinds of things that nobody works at."""
_DOMESTIC = re.compile(r"(?:stove|fire|fridge|sink|kettle|coffee|worktop)$")
_KITCHEN = re.compile(r"\b(?:kitchen|dining|tea|bread)\b")
"""What is worked at only where little else stands."""
MOST, ENOUGH = 3, 4
"""The things that one works at in turn, and the kinds of work that fill a day."""
_UNSEEN = words(
    """
    is are has was does can knows thinks believes feels hears sees wants needs means hopes wishes likes loves hates prefers
    fears trusts doubts remembers forgets forgives blames envies misses owes owns lives sleeps dreams wakes stays waits comes
    goes leaves returns gets gives takes lets makes learns plays speaks talks says tells asks answers laughs smiles cries sings
    drinks eats smokes looks seems tries begins starts stops finds loses decides promises refuses writes reads hides lies shows
    stands sits walks always sometimes often being having looking trying thinking planning hoping waiting getting going saving
    leaving giving beginning hiding deciding living standing writing reading learning playing worrying wondering recovering
    swims shares carries asking hosting
    """
)
"""Verbs of what is no work, or only with certain things."""
_WORK = (
    r"looks after|takes care of|makes|kept|made|herds|keeps|counts|mends|brews|tends|milks|guards|rings|cleans|sweeps|repairs|"
    r"builds|prints|carries|weighs|cooks|serves|sells|teaches|binds|copies|presses|grinds|cuts|loads|drives|runs"
)
_WHAT = r"(?!the (?:secret|peace|key|best of)\b)(?:the|every|all|its|his|her|their) [^,.;]+?"
_ANYTHING = (
    r"(?!(?:to|that|what|who|how|when|if|as|it|them|him|herself|himself|nobody|somebody|everybody|anybody|nothing|everything|for|"
    r"about|from|like|too|so|no|more|most|less|at|well|than|old|of|up|out|off)\b|her (?:to|a)\b)[a-z][^,.;]+?"
)
_ENDS = (
    r"(?=[,.;]|$| (?:and|but|since|with|where|when|because|while|until|who|that|which|without|on [A-Z]\w+days?|for \w+ years)\b"
    r"(?! the\b))"
)
_DEEDS = re.compile(rf"(?:^|\b(?:and|but) |, )(?:has )?(?P<verb>{_WORK}) (?P<what>{_WHAT}){_ENDS}")
_FIRST_DEED = re.compile(rf"^(?:is )?(?P<verb>[a-z]+(?:ing|s)) (?P<what>{_ANYTHING}){_ENDS}")
_SELDOM = re.compile(r"\b(?:every (?:week|month|year|Sunday)|once|secret|at night|in the evenings?|nobody|day)\b")
_AND_DOES = re.compile(r"and (?P<verb>[a-z]+s) (?P<what>.+)$")
"""A second verb before what both are done to."""
_PAST = {"kept": "keep", "made": "make"}


@lru_cache(maxsize=4096)
def general_work(called: str, card: Card, day: tuple[Undertaking, ...] = ()) -> Occupation:
    """Work of a kind that is only ``called`` something: what the scenario (their ``day``) and the card say that they do, and,
    where that is little, what there is to do anywhere."""
    told = _told(day) or tuple(Work(activity, "any", ()) for activity in deeds(card)[:2])
    anywhere = tuple(Work(activity, when, ()) for activity, (when, _) in DAY.items())
    return Occupation(called, "", (), (), (), told if len(told) >= ENOUGH else (*told, *anywhere), (), (), (), ())


@lru_cache(maxsize=4096)
def with_own(trade: Occupation, day: tuple[Undertaking, ...]) -> Occupation:
    """A trade with what the scenario says that somebody does, each of these before one of the trade's own."""
    blocks = (block for pair in zip_longest(_told(day), trade.blocks) for block in pair if block)
    return replace(trade, blocks=tuple(blocks))


def _told(day: tuple[Undertaking, ...]) -> tuple[Work, ...]:
    return tuple(Work(it.activity, it.when, ()) for it in day)


def own_work(activity: str, q: Question[Any]) -> Undertaking | None:
    """The work that the scenario tells of, where an activity is that."""
    return next((it for it in q.setting.day if it.activity == activity), None)


def deeds(card: Card) -> list[str]:
    """What the card says that somebody does for a living, and is at these days: ``He herds the goats and plays`` -> ``herding
    the goats``. What a sentence begins with may be any deed but those of no work; later in it only what is work for certain."""
    me = re.compile(rf"(?:{re.escape(card.name)}|{re.escape(card.first)}|He|She|They) ")
    own = [text[found.end() :] for text in (*card.background, *card.concerns) if (found := me.match(text))]
    return list(dict.fromkeys(deed for said in own for deed in _deeds(said)))


def _deeds(said: str) -> Iterator[str]:
    first = _FIRST_DEED.match(said)
    if first and first["verb"] not in _UNSEEN and not _SELDOM.search(first["what"]):
        yield _in_progress(first["verb"], first["what"])
    yield from (_in_progress(match["verb"], match["what"]) for match in _DEEDS.finditer(said))


def _in_progress(verb: str, what: str) -> str:
    first, _, rest = verb.partition(" ")
    doing = first if first.endswith("ing") else gerund(_PAST.get(first) or bare_verb(first))
    if (joined := _AND_DOES.match(f"{rest} {what}".strip())) and not first.endswith("ing"):
        rest, what = f"and {gerund(bare_verb(joined['verb']))}", joined["what"]  # scrubs and carries in the ward
    return clip(" ".join(filter(None, (doing, rest, what))), 80)


def at_the_things(objects: Sequence[str], does: Sequence[str], dice: Dice) -> list[Step]:
    """An hour of work at what stands there and is no furniture of a home, and at one of what they do by their card."""
    things = dice.order([name for name in objects if not _HOME.fullmatch(kind(name.lower()))])
    things = sorted(things, key=lambda name: bool(_KITCHEN.search(name) or _DOMESTIC.fullmatch(kind(name.lower()))))[:MOST]
    done = [Step(AT.get(kind(name.lower()), BUSY).format(name), name, "", 20) for name in things]
    return [*done[:1], *(Step(dice.pick(does), "", "", 20) for _ in does[:1]), *done[1:]]
