"""A resident's occupation, home and workplace, found from the card, the setting and the banks.

Sees the card, the setting and the places of a question and nothing else of the town.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Any

from sim.answer.scripted.english.banks import Banks, Occupation
from sim.answer.scripted.english.index import Index
from sim.answer.scripted.english.trades import trade_called, trade_told
from sim.answer.scripted.general_work import general_work, with_own
from sim.language.text import fill, stems
from sim.language.time_and_place import bare_place, nearest_place, place_in, read_now
from sim.prompts import Card, Question
from sim.prompts.planning import PlanQuestion
from sim.prompts.records import GROWN

SUITS = {
    "park": "park garden green square pond common meadow lake river beach orchard deck",
    "lawn": "park meadow pond lawn green",
    "garden": "garden park green farm orchard allotment",
    "shop": "market supermarket shop store bakery hardware pharmacy grocer stall",
    "cafe": "cafe coffee kettle bakery tea teapot tearoom mess canteen galley",
    "pub": "tavern pub inn crown arms bar mess lantern",
    "library": "library bookshop books college",
    "street": "square street harbor harbour quay promenade",
    "school": "school college university",
    "gym": "gym pool court",
    "public": "hall theater theatre museum center centre square",
}
"""Words of a place's name by the sort of place."""

OUTDOORS = re.compile(
    r"\b(?:park|green|garden|square|street|lane|road|market|pond|playground|common|lawn|field|\w+field|meadow|beach|harbou?r|"
    r"quay|pier|lake|river|bank|path|churchyard|allotments|sheepfold|outside)\b",
    re.I,
)


def outdoors(q: Question[Any]) -> bool:
    """Whether one is under the open sky: by the rooms of where one is, elsewhere in the town always; by the place's own name
    where the setting does not know the town."""
    if not q.setting.kinds:
        return q.at != q.setting.home and bool(OUTDOORS.search(q.at))
    rooms = q.setting.kinds.get(q.at)
    return rooms is None or bool(OUTDOORS.search(rooms))


AT_HOME = (
    "novelist", "poet", "composer", "stay-at-home parent", "retired navy officer", "painter", "software engineer",
    "game developer",
)  # fmt: skip


def occupation(q: Question[Any], banks: Banks) -> Occupation | None:
    """The occupation of the one who thinks: as it is called, else by the card, with what the scenario says that they do. One
    that no bank knows is general work at the workplace; None where there is none of these."""
    found, day = _occupation(q.setting.occupation, q.card, banks), q.setting.day
    if found is not None and found.name == INNKEEPER and _of_today(q):
        found = next(row for row in banks.occupations if row.name == BARTENDER)
    if found is not None and found.name == BOARDER:
        found = _pupil(found, q, banks)
        return with_own(found, day) if found and day else found
    if found is not None:
        return with_own(found, day) if day else found
    return general_work(q.setting.occupation, q.card, day) if q.setting.work or day else None


def _of_today(q: Question[Any]) -> bool:
    """Whether whoever keeps an inn keeps a bar: a landlord but where the world is an old one, an innkeeper where it is said to
    be none."""
    olden = bool(_OLDEN.search(q.setting.world)) or "telephone" in q.setting.lacks
    called = " ".join((q.setting.occupation, *q.card.background)).lower()
    return not olden and (bool(q.setting.world) or INNKEEPER not in called)


def on_holiday(q: Question[Any], trade: str) -> bool:
    """Whether a trade of the school rests, since the world says that it is the holidays."""
    return bool(_OF_SCHOOL.search(trade) and _HOLIDAYS.search(q.setting.world))


def _pupil(boarder: Occupation, q: Question[Any], banks: Banks) -> Occupation | None:
    """Who lives at school lives its day and night. Any other pupil has lessons where there is a school, but in the holidays and
    at the week's end; else a child's day, or an older one's free day."""
    kinds, home = q.setting.kinds, q.setting.home
    schools = [place for place, kind in kinds.items() if _SCHOOL.search(f"{place} {kind}")]
    if not kinds or home in schools:
        return boarder
    child = next((row for row in banks.occupations if row.name == CHILD and q.card.age < GROWN), None)
    if not (schools or q.setting.work) or read_now(q.now).day_name in ("Saturday", "Sunday") or on_holiday(q, BOARDER):
        return child
    lessons = tuple(block for block in boarder.blocks if "lessons" in block.activity)
    after = tuple(block for block in child.blocks if block.when != "morning") if child else ()
    return replace(child or boarder, kind="school", blocks=(*lessons, *after))


INNKEEPER, BARTENDER = "innkeeper", "bartender"
_OLDEN = re.compile(r"\b(?:without (?:\w+ )*engines|long ago|middle ages|medieval|kingdom|knights?|pilgrims?)\b", re.I)
"""Worlds in which an inn has straw beds and stables."""
BOARDER, CHILD = "first-year pupil", "child"


def is_small(card: Card) -> bool:
    """Whether somebody is still a child; no age is none."""
    return 0 < card.age < GROWN


_SCHOOL = re.compile(r"\b(?:school|college|academy|schoolhouse|classroom|dormitory)\b", re.I)
_OF_SCHOOL = re.compile(r"\b(?:school|pupil|teacher|head(?:master|mistress))\b")
_HOLIDAYS = re.compile(r"\b(?:holidays|school is closed|no school|vacation)\b", re.I)


@lru_cache(maxsize=16384)
def _occupation(called: str, card: Card, banks: Banks) -> Occupation | None:
    by_name = {row.name: row for row in banks.occupations}
    if called:
        return by_name.get(trade_called(called, banks))
    told = next(filter(None, (trade_told(text, banks) for text in reversed(card.background))), "")
    if told:
        return by_name.get(told)
    roles = _roles(banks)
    found = [match for text in card.background for match in roles.nearest(text.replace(card.name, ""), 1)]
    best = max(found, key=lambda match: match.likeness, default=None)
    return by_name[best.value] if best and best.likeness > 0.45 else None


@lru_cache(maxsize=4)
def _roles(banks: Banks) -> Index[str]:
    return Index([(role, row.name) for row in banks.occupations for role in row.roles])


def job(q: Question[Any], banks: Banks) -> str:
    """``cafe owner``: in the scenario's own words where it gives them."""
    found = occupation(q, banks)
    return q.setting.occupation or (found.name if found else "")


def home(q: Question[Any]) -> str:
    """Where the resident lives: as told, else the place that bears their name, else the first place."""
    return _home(q.setting.home, q.card.name, _places(q), q.at)


@lru_cache(maxsize=1024)
def _home(told: str, name: str, places: tuple[str, ...], at: str) -> str:
    if told and nearest_place(told, places):
        return nearest_place(told, places)
    family = name.split(" ")[-1]
    named = [
        place
        for place in places
        if family in place and re.search(r"house|home|flat|apartment|room|cottage|cabin|quarters|hut", place, re.I)
    ]
    return (*named, *places, at, "home")[0] or "home"


def workplace(q: Question[Any], banks: Banks) -> str:
    """Where the resident works: as told, named on the card, of the right sort, else home; ``""`` with no occupation."""
    told, places = q.setting.work, _places(q)
    if told and nearest_place(told, places):
        return nearest_place(told, places)
    trade = occupation(q, banks)
    if trade is None:
        return ""
    on_card = place_in(" ".join(q.card.background), places)
    if on_card or not trade.kind:
        return on_card or home(q)
    sort = stems(" ".join((trade.kind, trade.name, *trade.workplaces)))
    fitting = suited(trade.kind, q) or [place for place in places if stems(place) & sort]
    own = home(q)
    others = [place for place in places if place != own]
    if fitting and (trade.name not in AT_HOME or fitting[0] == (others or [""])[0]):
        return fitting[0]
    return own if trade.name in AT_HOME or not others else others[0]


_COOKS = re.compile(r"kitchen|galley|hearth|mess|cafe|taproom|bake|house|cottage|\bhut\b", re.I)


def lacks_kitchen(q: PlanQuestion, place: str) -> bool:
    """Whether a place is known by its rooms and none of them is for cooking."""
    rooms = q.setting.kinds.get(place, "")
    return bool(rooms) and not _COOKS.search(f"{rooms} {place}")


def suited(kind: str, q: Question[Any]) -> list[str]:
    """The places whose name (or kind, where the setting says that) shows that they are of this sort."""
    return _of_sort(kind, _places(q), _sorts(q))


def eating_places(q: PlanQuestion) -> list[str]:
    """Where food is sold."""
    return suited("cafe", q) or suited("pub", q)


def _of_sort(kind: str, places: tuple[str, ...], sorts: tuple[str, ...]) -> list[str]:
    found = _fitting(SUITS.get(kind, kind), places, sorts)
    signs = kind in ("cafe", "pub") and not found
    return [place for place in places if _INN.match(place) and not _OTHER.search(place)] if signs else list(found)


def _sorts(q: Question[Any]) -> tuple[str, ...]:
    """What the setting says of each place."""
    return tuple(q.setting.kinds.get(place, "") for place in _places(q))


def _places(q: Question[Any]) -> tuple[str, ...]:
    """The places that a plan may name, but those that one never enters; none for other kinds of questions."""
    if not isinstance(q, PlanQuestion):
        return ()
    where = tuple(found[1].lower() for text in q.card.background for found in _NEVER.finditer(text))
    return _without(where, q.places, tuple(q.setting.kinds.get(place, "") for place in q.places)) if where else q.places


_NEVER = re.compile(
    r"\b(?:(?:has|have|does|do|will)(?: not|n't| never)|never) (?:sets? foot (?:in|on)|goe?s?(?:ne)? (?:in)?to|enter(?:s|ed)?|"
    r"visit(?:s|ed)?|been (?:in|to|inside)) ((?:the )?[^.,;]+)"
)


@lru_cache(maxsize=1024)
def _without(where: tuple[str, ...], places: tuple[str, ...], sorts: tuple[str, ...]) -> tuple[str, ...]:
    """The places but those that are meant by ``the inn since his brother left``: by name, or else by their sort."""
    words = {word for text in where for word in text.split()}
    kinds = [kind for kind, names in SUITS.items() if words & {*names.split()}]
    sort = _fitting(" ".join(words & {*" ".join(SUITS.values()).split()}), places, sorts)
    shunned = {*sort} or {place for kind in kinds for place in _of_sort(kind, places, sorts)}
    return tuple(place for place in places if place not in shunned and not any(bare_place(place) in text for text in where))


SHORT_WORD = 5
"""Letters up to which a word is looked for as a whole: a greenhouse is no green."""


@lru_cache(maxsize=8192)
def _fitting(wanted: str, places: tuple[str, ...], sorts: tuple[str, ...]) -> tuple[str, ...]:
    """The places of which any of the wanted words is known; a short word must be a whole one."""
    words = wanted.split()
    shown = [f"{place} {sort}".lower() for place, sort in zip(places, sorts, strict=True)]
    whole = [frozenset(re.findall(r"[a-z]+", text)) for text in shown]
    return tuple(
        place
        for place, text, own in zip(places, shown, whole, strict=True)
        if any(word in own or (len(word) > SHORT_WORD and word in text) for word in words)
    )


_INN = re.compile(r"^The [A-Z][\w']+(?: (?:and )?[A-Z][\w']+)?$")
_OTHER = re.compile(
    r"Green|Hall|House|Library|School|Park|Square|Market|Farm|Mill|Chapel|Church|Street|Studio|Forge|Garden|Workshop|Beach|"
    r"Quay|Pier|Harbour|Boat|Lighthouse|Bank|Field|Meadow|Office",
    re.I,
)
"""A public house or cafe is often known by its sign alone: ``The Copper Finch``."""

NEEDS = """
zoo: zoo
beach: day at the beach
lake pond: in the lake
river brook: along the river|from the bank
hill lookout: lookout|sunrise
well: village well
billiard snooker: shooting pool
karaoke: karaoke
sports screen: big screen
chapel church temple: church|choir|pray|hymn|mass\\b
gym pool center centre: bowling|weights|yoga|swim|gym|boxing|treadmill
theater theatre hall opera stage: theat|concert|opera|recital|ballet|play at
cinema theater theatre: cinema|movie|film at
museum gallery: museum|gallery|exhibition
hall: meeting|council|vote
post: post office|parcel|stamp
clinic hospital surgery: clinic|hospital|check-up
library: library
market: market\\b|flea
market supermarket store grocer grocery bakery: doing the shopping|errands of the week
"""
"""Words of the places that some activities need, whatever sort of place the banks give them."""
_NEEDS = tuple(
    (re.compile(rf"\b(?:{words})", re.I), needed)
    for needed, _, words in (row.partition(": ") for row in NEEDS.strip().splitlines())
)


def places_for(activity: str, kind: str, q: Question[Any]) -> list[str]:
    """The places where an activity of the banks can be done."""
    needed = _needed(activity)
    return list(_fitting(needed, _places(q), _sorts(q))) if needed else suited(kind, q)


@lru_cache(maxsize=4096)
def _needed(activity: str) -> str:
    """Words of the places that an activity needs; "" where any of its sort will do."""
    return next((needed for pattern, needed in _NEEDS if pattern.search(activity)), "")


def activity_of(text: str, place: str) -> str:
    """A block's activity at its place: ``opening {workplace} for the day``."""
    return fill(text, {"workplace": place, "name": ""})
