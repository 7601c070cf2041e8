"""Answers ``icon``, ``state`` and ``place``: the icon of an activity, the state of its object, the object itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.furniture import find_object, kind, same_thing, useful
from sim.language.banks import Banks
from sim.language.index import Index
from sim.language.text import clip, unique
from sim.prompts.tasks.icon import ICONS, ChooseIcon, ChosenIcon
from sim.prompts.tasks.place import ChooseObject, ChosenObject
from sim.prompts.tasks.state import DescribeState, ObjectState


def _rows(table: str) -> list[tuple[str, str]]:
    """``key: value`` lines as pairs."""
    return [(key, value) for key, _, value in (line.partition(": ") for line in table.strip().splitlines())]


WORDS = r"""
party: party|celebrat|festival|wedding|toast|lantern|hosting|picnic
sleep: sleep|asleep|\bnap|going to bed|snor|doz
wake: wak|getting up|getting out of bed|alarm clock
wash: shower|bath|wash(?:ing)? (?:face|up)|brushing (?:\w+ )*teeth|getting dressed|getting ready
coffee: coffee|espresso|cappuccino|latte
cook: cook|bak(?:e|ing)|fry|boil|stew|knead|oven|stir|roast|simmer|frosting
food: breakfast|lunch|dinner|supper|\beat|meal|snack|soup
drink: drink|kettle|\btea\b|\bbeer|pint|wine|\bsip
teach: teach|lesson|tutor|coach|explaining
study: study|homework|exam|revis|lecture
talk: talk|chat|convers|gossip|greet|meeting|catching up|telling|interview
phone: phone|calling|texting|radio call
music: music|sing|piano|guitar|violin|compos|rehears|practi[sc]ing|choir|drum|concert
paint: paint|draw|sketch|easel|canvas
film: film|movie|television|\btv\b
game: \bgame|chess|cards|dice|puzzle
read: read|book|newspaper|letter from
write: writ|draft|diary|journal|poem|\bnotes?\b|letter
computer: computer|laptop|email|coding|typing|website
garden: garden|plant|weed|prun|harvest|watering|seed|hoe|rake
pet: \bdog|\bcat\b|\bpet|horse|hen\b|hens|feeding the|goat|sheep|rabbit
child: child|kids?\b|baby|toddler|grandson|granddaughter
clean: clean|sweep|wip|scrub|dust|mop|laundry|tidy|dishes|polish|rins
repair: repair|fix|mend|hammer|saw|sand|build|carv|nail|forge
shop: shop|grocer|market|buy|customer|serving|counter|till|stock|shelv
money: money|\btax|bill|bank|budget|accounts|takings|invoice|\bpay
health: doctor|nurse|medic|patient|pill|yoga|stretch|bandage|clinic
pray: pray|church|chapel|sermon|candle|meditat
sport: \brun\b|running|jog|swim|gym|football|tennis|exercise|sport
walk: walk|stroll|wander|arriving|heading|going (?:to|home|for)
ride: bicycle|cycl|driv|bus\b|riding|ferry
travel: travel|train|trip|sail|voyage
carry: carry(?!ing on)|deliver|haul|lift|load|fetch
wait: wait|queue
plan: plan|organi[sz]|schedul|list\b|prepar|arrang
rest: rest|relax|sit|break|lying|lean
love: \blove|kiss|hug|date with
angry: argu|angry|shout
sad: cry|mourn|grie
happy: laugh|smil|joke|danc
night: stars?\b|stargaz|moon|night
idea: idea|invent|brainstorm
think: think|ponder|wonder|consider|dream
work: work|shift|desk|paper
"""
"""Icons by what an activity says, the telling words first."""
_WORDS = tuple((name, re.compile(rf"\b(?:{pattern})", re.I)) for name, pattern in _rows(WORDS))

STATES = r"""
occupied: sleep|asleep|nap|bed
hot and in use: cook|bak|fry|boil|stir|simmer|heat
freshly cleaned: clean|wip|scrub|polish|sweep|mop|dust
open: read|leaf
covered in papers: writ|draft|notes|sketch
running: wash|rins|shower|bath
laid for a meal: eat|breakfast|lunch|dinner|supper|meal
being repaired: repair|fix|mend|adjust
being played: play|practi|rehears
full: fill|stock|load
half finished: paint|draw
occupied: sit|rest|relax|lean
open: open|unlock|start|switch
tidied up: clos|lock|pack|put away|tidy
steaming: brew|coffee|tea
"""
"""What an object is like, by what is done with it."""
_STATES = tuple((re.compile(rf"\b(?:{pattern})", re.I), state) for state, pattern in _rows(STATES))


def icon(q: ChooseIcon, banks: Banks, dice: Dice) -> Iterator[ChosenIcon]:
    options = q.options()
    for name in unique([icon_of(q.activity or q.doing, banks), *_likely_icons(q.activity or q.doing, banks), "work", "think"]):
        if name in options:
            yield ChosenIcon(name)
    yield ChosenIcon(options[0])


@lru_cache(maxsize=8192)
def icon_of(activity: str, banks: Banks) -> str:
    """The best icon of the atlas."""
    return (*_likely_icons(activity, banks), "work")[0]


def _likely_icons(activity: str, banks: Banks) -> list[str]:
    known = [match.value for match in _icon_index(banks).nearest(activity, 3) if match.likeness > 0.6]
    return unique([*known[:1], *(name for name, pattern in _WORDS if pattern.search(activity)), *known])


@lru_cache(maxsize=4)
def _icon_index(banks: Banks) -> Index[str]:
    rows = [(line, name) for name, lines in banks.icons.items() if name in ICONS for line in lines]
    return Index(rows + [(pastime.activity, pastime.icon) for pastime in banks.pastimes if pastime.icon in ICONS])


def state(q: DescribeState, banks: Banks, dice: Dice) -> Iterator[ObjectState]:
    known = [match.value[1] for match in _state_index(banks).nearest(q.activity or q.doing, 3)
             if match.likeness > 0.5 and same_thing(match.value[0], q.object)]  # fmt: skip
    for text in unique([*known, state_of(q.activity or q.doing, q.object), "in use", "being used"]):
        yield ObjectState(clip(text, 40))


def state_of(activity: str, thing: str = "") -> str:
    """What an object is like while something is done with it: by what it is, else by what is done."""
    if not re.search(r"\b(?:clean|wip|scrub|repair|fix)", activity) and (known := _BY_KIND.get(kind(thing.lower()))):
        return known
    return next((text for pattern, text in _STATES if pattern.search(activity)), "in use")


_BY_KIND = {
    "stove": "hot and in use",
    "fire": "burning",
    "kettle": "steaming",
    "sink": "running",
    "washbasin": "running",
    "bath": "running",
    "bed": "slept in",
    "seat": "occupied",
}


@lru_cache(maxsize=4)
def _state_index(banks: Banks) -> Index[tuple[str, str]]:
    work = (
        (s.activity, (s.object, s.state)) for o in banks.occupations for b in o.blocks for s in b.steps if s.object and s.state
    )
    home = ((p.activity, (p.object, p.state)) for p in banks.pastimes if p.object and p.state)
    return Index([*work, *home])


def place(q: ChooseObject, banks: Banks, dice: Dice) -> Iterator[ChosenObject]:
    found = [match.value[0] for match in _state_index(banks).nearest(q.activity or q.doing, 3) if match.likeness > 0.4]
    for name in unique([find_object(wanted, q.objects) for wanted in found] + [useful(q.activity or q.doing, q.objects)]):
        yield ChosenObject(name)
    for name in q.objects or ("floor",):
        yield ChosenObject(name)
