"""Whole small conversations out of the banks: a line that was said calls for the line after it; some go on in a later talk.

Knows who may begin one, by how the speaker stands with the other and what is remembered of them; nothing
of news or promises. How one goes on is in ``exchange_course``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from sim.answer.scripted.conclusions import deed_told, unnamed
from sim.answer.scripted.dialogue_acts import acts_in
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import ONCE_MORE, Banks, Exchange
from sim.answer.scripted.english.gatherings import MEETING, MOURNING
from sim.answer.scripted.english.phrases import chat
from sim.answer.scripted.english.presumptions import out_of_place, presumed
from sim.answer.scripted.occasions import PARTIES, part_in_party
from sim.answer.scripted.occupations import is_small, occupation
from sim.answer.scripted.once import once
from sim.answer.scripted.opinions import STAKES
from sim.answer.scripted.own_news import has_own, on_ones_mind
from sim.answer.scripted.relationship_words import KIN, KIN_BY_BOND, old_friends
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.timely import of_the_hour
from sim.answer.scripted.voice import in_character
from sim.language.text import sentence_keys, words_of

GOES_ON = 0.9
"""How likely one begins on a matter that can go on in later talks, where there is one."""
SOON, HOURS, NIGHT, DAY = 1800, 7200, 25200, 86400
"""Game seconds before one speaks of a matter a third time, before one asks after it, and where a night has to lie between; a
day of those that a matter tells of."""
MORNING = 240
"""The minute of the day before which the night is not over."""
OWN, TRADE, PLACE = 0.6, 0.85, 0.3
"""How likely friends, enemies and strangers talk as such, anybody speaks of their work or of where they are, rather than of
anything."""
LED_UP_TO, ASKED_FIRST = 0.9, 0.5
"""How likely what nobody has asked for, and a question about nothing at hand, has a word before it."""
World = tuple[str, tuple[str, ...]]
"""What a scenario says of its world, and what there is not in it."""
MOST = 3
"""The most people who talk as one."""
FAMILY, UNKNOWN = 0.85, 0.3
"""The same as the first, of the family, and of strangers: they rather say who they are."""
PLACES = {
    "home": "house home apartment flat cottage cabin quarters bedroom kitchen room dorm",
    "pub": "pub inn tavern bar arms taproom crown lantern ladle fox",
    "cafe": "cafe teapot teashop tearoom coffee kettle finch parlour",
    "shop": "shop store grocer grocery bakery pharmacy florist stall stalls",
    "outdoors": "park green garden square street road bridge pond meadow lawn orchard field path yard lane row view",
    "learning": "library school college classroom reading study hall university",
}
"""Words of an address by the sort of place that exchanges are held at."""
LIFE = 3
"""So many memories of the scenario are a life: what the other has not heard of it comes before any matter of the banks."""
_BONDS = ("any", "all", "fond", "cool", "stranger", "newcomer")
"""What else the other can be to the speaker."""


def openings(talk: Talk, dice: Dice) -> list[str]:
    """Up to three first lines, of exchanges that there is room for and that nobody in town has had; one a talk."""
    if not talk.just_begun:
        return []
    return _beginnings(talk, dice)


def instead_of_news(talk: Talk, dice: Dice) -> list[str]:
    """First lines, questions before remarks, for whoever was asked how things are and has nothing to say of it."""
    lines = [] if talk.did("exchange") or len(talk.others) > 1 else _beginnings(talk, dice)
    return sorted(lines, key=lambda line: not line.endswith("?"))


def _beginnings(talk: Talk, dice: Dice) -> list[str]:
    """First lines of what suits the moment; with strangers of nothing but work, the place, and what one sees."""
    every = [e for e in _fitting(talk) if not talk.stranger or len(talk.others) > 1 or _concrete(e)]
    if len(talk.others) > 1 and part_in_party(talk) in (MEETING, MOURNING):
        return []  # no small talk in company where it is held in earnest
    party = [e for e in every if e.place in PARTIES]
    fitting = party or _lasting(talk, dice) or every
    own = [e for e in fitting if e.bond not in ("any", "all")]
    trade = [e for e in fitting if e.trade]
    place = [e for e in fitting if e.place]
    family = any(e.bond in KIN_BY_BOND for e in own)
    likely = FAMILY if family else UNKNOWN if talk.stranger else OWN
    ways = ((own, likely), (trade, TRADE + UNKNOWN * talk.stranger), (place, PLACE))
    chosen = next((way for way, chance in ways if way and dice.chance(chance)), fitting)
    return [_led_up_to(exchange, talk, dice) for exchange in in_character(chosen, talk.q.card.traits, dice)[:3]]


def _concrete(e: Exchange) -> bool:
    """Whether strangers may begin with it: no opinion, saying or riddle out of nothing."""
    return bool(e.trade) or e.bond != "all" or e.place in PARTIES


def about_matters(talk: Talk, dice: Dice) -> list[str]:
    """First lines of what the scenario has words for, to somebody who may hear of it."""
    if not talk.just_begun or not talk.q.setting.matters:
        return []
    return [_led_up_to(first, talk, dice) for first in dice.order(_lasting(talk, dice)) if first.of]


def has_matter_for(talk: Talk) -> bool:
    """Whether the scenario has words for something that one may tell the other by name."""
    return any(first.to for first in _beginning_threads(talk))


def on_matter(about: str, talk: Talk) -> list[str]:
    """The first line of a matter of one's own that the scenario has words for, to somebody who may hear of it."""
    return [first.turns[0] for first in _beginning_threads(talk) if first.of and first.about.startswith(about)]


def _led_up_to(e: Exchange, talk: Talk, dice: Dice) -> str:
    """The first line of an exchange; not out of nothing among people who have only just met, and in company, and elsewhere
    mostly with a word before what nobody has asked for."""
    first, company = e.turns[0], len(talk.others) > 1
    asks = "?" in first
    own = e.trade or e.place in PARTIES or e.bond not in ("any", "all")
    if not own and (talk.stranger or (company and not (asks or e.place))):
        return f"{dice.pick(chat.BRIDGE['question' if asks else 'remark'])} {first}"
    if asks and not (own or e.place) and dice.chance(ASKED_FIRST):
        return f"{dice.pick(chat.BRIDGE['question'])} {first}"
    unasked = not (asks or e.place or talk.stranger or e.bond in KIN_BY_BOND or _ADDRESSED.match(first))
    heavy = {*e.tone.split(), *e.nature.split()} & _HEAVY and "!" not in first
    return f"{dice.pick(chat.BRIDGE['weighs' if heavy else 'told'])} {first}" if unasked and dice.chance(LED_UP_TO) else first


_HEAVY = frozenset(("worried", "sad", "anxious", "gloomy"))
"""Tones and natures of what is no light matter."""
_ADDRESSED = re.compile(r"(?:You|Your|Let's|Let me|Look|Don't|I (?:once|still)?\b.*\byou|[^.]*\bplease)\b")
"""What turns to the other by itself."""


def of_oneself(talk: Talk, dice: Dice) -> list[str]:
    """First lines that answer how one is and what one does, each with what follows from it: what is on one's mind, something
    of one's trade, what happened to one; to a question after work only what is of it."""
    fitting = in_character(_fitting(talk), talk.q.card.traits, dice)
    work = re.search(r"\b(?:work|busy|much to do)\b", talk.last) is not None
    lasting = in_character(_lasting(talk, dice), talk.q.card.traits, dice)
    mind = [e for e in lasting if (e.trade or not work) and _TOLD.match(e.turns[0])]
    trade = [e for e in fitting if e.trade]
    own = [e for e in fitting if not e.trade and e.bond in ("any", "fond", "all") and _HAPPENED.match(e.turns[0])]
    led = f"{dice.pick(chat.BRIDGE['asked'])} " if talk.act == "ask_work" and not work else ""
    lines = [e.turns[0] if e.trade else led + e.turns[0] for e in mind]
    return [*lines, *(e.turns[0] for e in (*trade, *([] if work else own)))][:3]


_TOLD = re.compile(r"(?!I'll |I'd |Before |Here's |Tell |Don't |Let|You|Look|Could |Can |Would |Paint |If |No, |All )[^?]+$")
"""The first line of what one may tell who is asked for it: nothing that asks or wants something, or answers something else."""
_HAPPENED = re.compile(r"(?:I|A cat) (?:broke|did|looked|made|said|thought|was|woke)\b[^?]+$")


@once
def taken_up(talk: Talk) -> list[str]:
    """First lines that go on with a matter of the other's: out of what one has concluded from it, or of what one remembers."""
    if len(talk.others) != 1 or talk.stranger or talk.did("exchange"):
        return []
    due = [exchange for memory in talk.q.memories for exchange in _due(memory, talk)]
    return [_reminded(exchange, talk) for exchange in due if len(exchange.turns) < talk.turns_left]


def _reminded(e: Exchange, talk: Talk) -> str:
    """The first line of what goes on with a matter; what is said once more, with no question, begins with what it is about."""
    first = e.turns[0]
    lead = Dice(talk.q.seed, "reminded").pick(chat.BRIDGE["again"]) if e.about.endswith(ONCE_MORE) else ""
    return first if "?" in first or not lead or _REMINDS.search(first) else f"{lead} {first}"


_REMINDS = re.compile(r"\b(?:been thinking|thought|about (?:that|your)|you (?:said|told)|I heard about)\b", re.I)


def _due(memory: str, talk: Talk) -> tuple[Exchange, ...]:
    """The talks that go on with what a memory of the other holds, as far as they have not been held."""
    banks, (who, deed) = talk.banks, deed_told(memory)
    if thread := banks.thread_by_insight.get(unnamed(memory, talk.other)):
        over = any(talk.begun(one.turns) for one in thread.said) or talk.ago(thread.again.turns[0]) < SOON
        return () if over else thread.said
    thread = banks.thread_by_deed.get(deed) if who == talk.other else None
    if thread is None or deed != thread.first.deed or talk.begun(thread.again.turns):
        return ()
    stale = any(_names_today(line, talk.now.day_name) for line in thread.again.turns)
    ripe = _gone_by(thread.again.turns, talk.ago(thread.first.turns[0]), talk.now.minutes)
    return (thread.again,) if ripe and not stale else ()


def _gone_by(turns: Sequence[str], ago: int, minutes: int) -> bool:
    """Whether the time that these lines speak of may have gone by since ``ago`` game seconds, at this minute of the day."""
    text = " ".join(turns)
    days = max((_COUNTS.index(found[1].lower()) + 2 for found in _MANY_DAYS.finditer(text)), default=0)
    if days:
        return ago >= days * DAY
    slept = ago > (minutes - MORNING) % 1440 * 60
    return ago >= (NIGHT if _OVERNIGHT.search(text) else HOURS) and (slept or not _OVERNIGHT.search(text))


_COUNTS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_MANY_DAYS = re.compile(rf"\b({'|'.join(_COUNTS)}) (?:nights|days|evenings|mornings)\b", re.I)
"""So many days are longer than one night."""
_OVERNIGHT = re.compile(
    r"\b(?:nights?(?! shoes)|yesterday|at dawn|slept|until midnight|the best evening|next (?:day|morning)|in the morning|"
    r"went home|free day|first light|sat up|since breakfast|"
    r"(?:a|this) week|every (?:evening|morning)|the soup tonight|contest|wrote (?:back|to them)|sent his wife|"
    r"stayed for soup|trains?|the station|three markets|called on|a card|the cobbler|the landlord|the dentist|"
    r"doctor|hospital|the meter man|my (?:aunt|cousin|professor)|to see him|complaint|sent for|put in new|"
    r"I(?:'ve| have) (?:written|had (?:my|these)|been (?:to|back)|sewn|pulled)|they've (?:put|mended)|came without|had soup)\b",
    re.I,
)
"""What cannot be said of a matter on the day on which it was first spoken of."""


def _lasting(talk: Talk, dice: Dice) -> Sequence[Exchange]:
    """The first talks of the threads that suit, have not been begun by anybody, and can be gone on with; mostly."""
    if talk.did("invite") or not dice.chance(GOES_ON):
        return ()  # the answer to an invitation is what is remembered of a talk
    found = _beginning_threads(talk)
    first = len(talk.q.telling.own) >= LIFE and talk.unheard(on_ones_mind(talk))
    own = has_own(talk) and (first or _lent_today(talk))
    return [first for first in found if first.of] if own else found


def _lent_today(talk: Talk) -> bool:
    """Whether one has begun on a matter today that is the banks', and none of the scenario's."""
    begun = {act.split(":")[1] for line in talk.q.telling.said for act in acts_in(line, talk.banks) if act.endswith(":0")}
    lent = (one for name in begun if (one := talk.banks.exchange_named.get(name)) and one.deed and not one.of)
    return any(one.deed in talk.banks.thread_by_deed and talk.ago(one.turns[0]) < talk.now.minutes * 60 for one in lent)


@once
def _beginning_threads(talk: Talk) -> Sequence[Exchange]:
    suited, family = frozenset(suiting(_first_talks(talk.banks), talk, talk.begun)), KIN.search(talk.q.relationship)
    small = is_small(talk.q.card)
    found = [
        thread.first
        for thread in talk.banks.threads
        if thread.first in suited
        and (thread.first.of or (not small and _sayable(thread.again, talk, 1)))
        and not (family and not thread.first.of and "friend" in " ".join((*thread.first.turns, *thread.insight)))
    ]
    return [first for first in found if first.of] or found


@lru_cache(maxsize=4)
def _first_talks(banks: Banks) -> tuple[Exchange, ...]:
    return tuple(thread.first for thread in banks.threads)


@once
def _fitting(talk: Talk) -> tuple[Exchange, ...]:
    """The exchanges that suit who talks with whom and where, that there is room for, and that are new."""
    had = " ".join(talk.q.memories)
    suited = suiting(talk.banks.exchanges, talk, lambda turns: talk.used(_sentences(turns)))
    return tuple(e for e in suited if e.about not in had)


@lru_cache(maxsize=4096)
def _sentences(turns: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part for line in turns for part in sentence_keys(line))


def suiting(exchanges: tuple[Exchange, ...], talk: Talk, had: Callable[[tuple[str, ...]], bool]) -> list[Exchange]:
    """Those that suit who talks with whom, where and when, that there is room for, and whose turns were not ``had``."""
    trade, people = occupation(talk.q, talk.banks), min(MOST, len(talk.others) + 1)
    pool = _pool(exchanges, trade.name if trade else "", people, _world(talk), _bonds(talk), _places(talk))
    return [
        e
        for e in pool
        if len(e.turns) < talk.turns_left
        and not had(e.turns)  # before the rest: in a large town most were
        and e.of in ("", talk.me)
        and (not e.to or talk.other in e.to)
        and all(of_the_hour(line, talk.now.minutes) and not _names_today(line, talk.now.day_name) for line in e.turns)
        and (e.of or _true_between(e, talk, 0))
    ]


@lru_cache(maxsize=4096)
def _pool(
    exchanges: tuple[Exchange, ...], trade: str, people: int, world: World, bonds: frozenset[str], places: frozenset[str]
) -> tuple[Exchange, ...]:
    """Those of so many people that somebody of this trade can begin in such a world and place, with who is that to them."""
    ours = (e for e in exchanges if e.people == people and e.trade in ("", trade) and e.bond in bonds and e.place in places)
    return tuple(e for e in ours if e.of or _possible(e, world, 0))


def _world(talk: Talk) -> World:
    return talk.q.setting.world, talk.q.setting.lacks


@once
def _bonds(talk: Talk) -> frozenset[str]:
    """What the other is to the speaker, as exchanges want it."""
    return frozenset(bond for bond in (*KIN_BY_BOND, *_BONDS, *STAKES) if suits(bond, talk))


@once
def _places(talk: Talk) -> frozenset[str]:
    """The sorts of place that one is at, and one's part in a gathering, as exchanges want them; "" among them."""
    return frozenset(place for place in ("", *PLACES, *PARTIES) if _held_here(place, talk))


def _held_here(place: str, talk: Talk) -> bool:
    """Whether what is held at such a place, or at a gathering, is held where one is."""
    if place in PARTIES:
        return place == part_in_party(talk)
    return at_such_a_place(place, talk.q.at, talk.q.setting.kinds.get(talk.q.at, ""), talk.at_home)


@lru_cache(maxsize=16384)
def _names_today(line: str, today: str) -> bool:
    """Whether a line calls today by its weekday, as one does of another day."""
    return bool(today) and re.search(rf"\b{today}\b", line) is not None


def _sayable(e: Exchange, talk: Talk, mine: int) -> bool:
    """Whether what one says in it oneself, every turn from ``mine`` on, is so, and the other need not be anybody special."""
    return _possible(e, _world(talk), mine) and _true_between(e, talk, mine)


def _true_between(e: Exchange, talk: Talk, mine: int) -> bool:
    """Whether what one says in it oneself, every turn from ``mine`` on, is so of oneself, and of how the two live."""
    if _live_apart(e.turns) and (talk.at_home or KIN.search(talk.q.relationship)):
        return False
    return all(map(talk.founded, e.turns[mine :: e.people]))


@lru_cache(maxsize=8192)
def _possible(e: Exchange, world: World, mine: int) -> bool:
    """Whether there is in such a world what it speaks of, and the others need not be anybody special; the turns from ``mine``
    on are not theirs."""
    others = (line for i, line in enumerate(e.turns) if i % e.people != mine)
    return not any(out_of_place(line, *world) for line in e.turns) and not any(map(presumed, others))


_APART = re.compile(
    r"\b(?:come (?:round|over|by)|come to see you|come when you|visit(?:ed|ing)? you|your (?:door|house|place|street|step)|"
    r"see (?:me|you) home|(?:the|last) (?:last )?bus|sitting up with you|had you all out|my (?:clock|door|house|landlord)|"
    r"your (?:wall|lamp)|(?:through|on) the wall|left over again)\b",
    re.I,
)
"""What those who share a home do not say to each other."""


@lru_cache(maxsize=4096)
def _live_apart(turns: tuple[str, ...]) -> bool:
    return any(map(_APART.search, turns))


@lru_cache(maxsize=4096)
def at_such_a_place(kind: str, at: str, rooms: str = "", home: bool = False) -> bool:
    """Whether an address is of a sort of place, by its name; one's ``home`` and where people live is not out of doors, whatever
    it is called."""
    if not kind:
        return True
    if kind == "outdoors" and (home or words_of(rooms) & set(PLACES["home"].split())):
        return False
    return bool(words_of(at) & set(PLACES[kind].split()))


def suits(bond: str, talk: Talk) -> bool:
    """Whether the speaker stands with the other as an exchange wants it."""
    if bond in KIN_BY_BOND:
        return bool(KIN_BY_BOND[bond].search(talk.q.relationship))
    if bond in ("any", "all"):
        return bond == "all" or not (talk.stranger or talk.cool)
    new = talk.stranger and any(map(_NEW_HERE.search, (*talk.q.card.background, talk.q.card.currently)))
    if bond in STAKES:
        return bond == talk.stake
    return {"fond": old_friends(talk.q.relationship), "cool": talk.cool, "stranger": talk.stranger, "newcomer": new}[bond]


_NEW_HERE = re.compile(r"\b(?:newcomer|new (?:here|in|to)|moved (?:here|to)|just (?:come|arrived)|(?:came|come) here)\b", re.I)
