"""News to tell: gatherings with host, place and time whose names were never heard before, events of the banks, rumours.

``tidings`` gives statements in the third person without a full stop, as scenarios write them. What a gathering is called is
made up of ordinary words and words of nobody's language, so that a student must repeat what the prompt says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sim.answer.scripted.dice import Dice
from sim.language.text import fill, fillable
from sim.language.time_and_place import spoken
from sim.training.situations.data_split import PartBanks, belongs, listed
from sim.training.situations.names import Person, coined, word
from sim.types import Address
from sim.world.clock import MONTHS, WEEKDAYS

OCCASIONS = listed(
    "party,supper,dinner,feast,concert,recital,dance,picnic,barbecue,potluck,lecture,tournament,contest,reunion,bonfire,parade,"
    "ceremony,quiz,fair,raffle,auction,film night,game night,book club,rehearsal,festival,celebration,screening,workshop,"
    "exhibition,class,tasting,debate,race"
)
"""What gatherings are: nouns the scripted mind knows for such."""
FLAVOURS = listed(
    "lantern,pumpkin,harvest,kite,soup,poetry,moonlight,button,clay,herring,honey,marble,umbrella,jigsaw,ginger,accordion,beetle,"
    "cloud,domino,echo,fern,glass,hat,ink,jam,kettle,lemon,mushroom,needle,onion,pebble,quilt,ribbon,saffron,thimble,velvet,"
    "walnut,yodelling,zither,apron,bramble,candle,drum,eel,feather,goose,heather,icicle,juniper,knot,lilac,map,nettle,oyster,"
    "parsnip,rhubarb,sardine,teapot,turnip,violin,whistle,yeast,birthday,farewell,welcome,spring,midsummer,winter,first,"
    "surprise,charity,goodbye,barefoot,silent,upside-down,candlelit,all-night,three-legged"
)
HOSTS = ("is hosting", "is giving", "is holding", "is planning", "is organizing", "is throwing", "is putting on")
RUMOURS = (
    "The {thing} near {place} has started to hum at night",
    "A {thing} was stolen from {place} on {day}",
    "The old {thing} at {place} is going to be torn down on {day}",
    "Somebody saw a {thing} behind {place}",
    "There will be no {thing} at {place} until {day}",
    "A {thing} worth a fortune was found under the floor of {place}",
    "The {thing} from {place} has won a prize in the capital",
)


@dataclass(frozen=True, slots=True)
class Setup:
    """What tidings are about: the people and places of a world and the day they are told on."""

    people: Sequence[Person]
    places: Sequence[str]
    """Where things happen: the names of places that everybody knows, so no homes."""
    today: tuple[int, int, int]
    """(weekday from Monday = 0, month from 1, day)."""
    part: str


@dataclass(frozen=True, slots=True)
class Tiding:
    """One piece of news. ``what`` is what it is about in a word or three; ``days`` from today, -1 where it names no day;
    ``minutes`` after midnight, or -1; ``place`` is a place's name, or ``""``."""

    text: str
    what: str
    host: str
    place: str = ""
    days: int = -1
    minutes: int = -1
    importance: int = 6
    public: bool = True


def tidings(setup: Setup, dice: Dice, banks: PartBanks, count: int) -> list[Tiding]:
    """``count`` different pieces: half of them gatherings, then what the banks hold, then rumours."""
    found: dict[str, Tiding] = {}
    while len(found) < count:
        kind = dice.below(10)
        made = gathering(setup, dice) if kind < 6 else from_banks(setup, dice, banks) if kind < 9 else rumour(setup, dice)
        found.setdefault(made.what, made)
    return list(found.values())


def gathering(setup: Setup, dice: Dice, days: int | None = None) -> Tiding:
    """Somebody's occasion with all that there is to know: what, where, which day, what hour."""
    host, place = dice.pick(setup.people)[0], dice.pick(setup.places)
    what = occasion_name(dice, setup.part)
    days = dice.pick((0, 0, 0, 1, 1, 2, 3, 4)) if days is None else days
    minutes = dice.pick((600, 630, 660, 780, 840, 870, 900, 930, 960, 990, 1020, 1050, 1080, 1110, 1140, 1170, 1200))
    text = fill(
        "{host} {verb} a {what} at {place} {on} at {time}",
        {"host": host, "verb": dice.pick(HOSTS), "what": what, "place": place, "on": on_day(setup, days, dice),
         "time": spoken(minutes)},
    )  # fmt: skip
    return Tiding(text, what, host, place, days, minutes, dice.between(5, 9))


def occasion_name(dice: Dice, part: str) -> str:
    """``glimmel supper``, ``Brailun feast``, ``upside-down jam contest``: what users might call an occasion."""
    noun = dice.pick(OCCASIONS)
    kind = dice.below(10)
    if kind < 4:
        return f"{word(dice, part)} {noun}"
    if kind < 6:
        return f"{_coined(dice, part)} {noun}"
    flavours = [flavour for flavour in dice.some(FLAVOURS, 8) if belongs(f"flavour {flavour}", part)] or [word(dice, part)]
    return " ".join([*flavours[: dice.pick((1, 1, 2))], noun])


def _coined(dice: Dice, part: str) -> str:
    name = coined(dice, 2)
    return name if belongs(name, part) else _coined(dice, part)


def from_banks(setup: Setup, dice: Dice, banks: PartBanks) -> Tiding:
    """An event or a turn of somebody's life, of those written by hand; a public one says place, day and hour if any does."""
    row: dict[str, Any] = dice.pick(banks.kinds_of_news)
    host, first = dice.pick(setup.people)
    days = dice.pick((0, 0, 1, 2, 3))
    minutes = dice.pick((600, 690, 840, 930, 1020, 1080, 1140, 1200))
    place, what = dice.pick(setup.places), dice.pick(row["what"]) if row.get("what") else ""
    values = {"host": host, "host_first": first, "what": what, "place": place, "date": day_name(setup, days, dice),
              "time": spoken(minutes)}  # fmt: skip
    texts = fillable(row["statement"], values)
    fullest = [text for text in texts if "{place}" in text and "{date}" in text]
    template = dice.pick(fullest if fullest and row["public"] and dice.chance(0.7) else texts)
    dated = "{date}" in template or "{day}" in template
    return Tiding(
        fill(template, values),
        what or str(row["id"]),
        host,
        place if "{place}" in template else "",
        days if dated else -1,
        minutes if "{time}" in template else -1,
        int(row["importance"]),
        bool(row["public"]),
    )


def rumour(setup: Setup, dice: Dice) -> Tiding:
    """Something about a thing that nobody has ever heard of."""
    thing = f"{word(dice, setup.part)} {dice.pick(('stone', 'bell', 'machine', 'tree', 'clock', 'boat', 'statue', 'engine'))}"
    place, days = dice.pick(setup.places), dice.pick((0, 1, 2, 3))
    template = dice.pick(RUMOURS)
    text = fill(template, {"thing": thing, "place": place, "day": day_name(setup, days, dice)})
    return Tiding(text, thing, "", place, days if "{day}" in template else -1)


def day_name(setup: Setup, days: int, dice: Dice) -> str:
    """A day from today on as people write it: a weekday or, for near ones, a date."""
    weekday, month, day = setup.today
    if dice.chance(0.2) and day + days <= 28:
        return f"{MONTHS[month - 1]} {day + days}"
    return WEEKDAYS[(weekday + days) % 7]


def on_day(setup: Setup, days: int, dice: Dice) -> str:
    return f"on {day_name(setup, days, dice)}"


def where(places: Sequence[Address], name: str) -> Address | None:
    """The address of a place by its name."""
    return next((address for address in places if address[-1] == name), None)
