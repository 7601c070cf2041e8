"""Answers ``icon``, ``state`` and ``place``: the icon of an activity, the state of its object, the object itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.index import Index
from sim.answer.scripted.furniture import find_object, kind, same_thing, useful
from sim.language.text import clip, unique
from sim.prompts.tasks.icon import ICONS, ChooseIcon, ChosenIcon
from sim.prompts.tasks.place import ChooseObject, ChosenObject
from sim.prompts.tasks.state import DescribeState, ObjectState


def _rows(table: str) -> list[tuple[str, str]]:
    """``key: value`` lines as pairs."""
    return [(key, value) for key, _, value in (line.partition(": ") for line in table.strip().splitlines())]


DEEDS = r"""
sleep: sleep|napp|snor|doz|oversleep|falling asleep|drifting off|nodding off|going to bed
wake: wak|getting (?:up|out of bed)|yawn
wash: shower|bath|washing (?!the dishes|up\b)|brushing (?:\w+ )*(?:teeth|hair)|getting (?:dressed|ready$|washed)
food: eat|(?:having|making|getting|taking) (?:\w+ ){0,3}(?:breakfast|lunch|dinner|supper|meal|snack|soup|toast|to eat)
drink: drink|sip|pour(?!\w* in)|putting the kettle on|pulling pints
drink: (?:having|making|sharing) (?:\w+ ){0,3}(?:tea|beer|wine|pint|drink|glass)
coffee: (?:having|making|drinking|getting|stepping out for|grinding) (?:\w+ ){0,3}(?:coffees?|beans)|steaming milk
cook: cook|bak|fry|boil|stew|knead|roast|simmer|stirr|chop|peel|grill|slic|tasting a corner|sliding loaves
cook: weighing the flour|(?:looking|seeing) (?:\w+ )*oven
teach: teach|tutor|coach|explain|marking (?!out)|ticking|hearing each (?:child|pupil)
study: study|revis|underlin|taking notes|learning|searching the (?:archive|records)
music: sing|humm|play(?:ing)? the (?!record)|rehears|compos|practis|tuning|clapping
music: listening to (?:whoever|music|the band)|writing (?:a song|a string|down a melody)
game: shuffl|playing (?:\w+ )*(?:cards|chess|boules|dominoes|darts)|throwing darts|accusing the winner
game: congratulating the wrong|laying out the tiles|measuring a throw|picking sides
phone: phon|calling (?:a|back|home|somebody)|ringing (?:up|home|somebody)|texting
talk: talk|chat|gossip|greet|catching up|interview|saying|telling|asking|hearing|having a (?:word|chat)
talk: receiving the guests|shaking hands|spending a little time|looking for (?-i:[A-Z])|introducing|persuad|congratulat
paint: paint|drawing (?!the curtain|up|an? (?:bow|breath|card)|water|twine)|sketch|stretching (?:cloth|a canvas)|blocking in
film: film|photograph
read: read|reread|leaf|finding (?:the right|a) (?:page|book)|going through|looking up
write: writ|draft|scribbl|copying|typ|retyp|jott|finding a pen|crossing out|answering letters
garden: water|plant|weed|prun|prick|hoe|rak|harvest|pott|digging|cutting (?:off|stems)|stripping leaves|tying sweet
pet: walking the dog|feeding (?!the (?:starter|fire))|throwing crumbs|groom
clean: clean|clear|sweep|wip|scrubb?|dust|mopp?|tidy|polish|rins|washing (?:the dishes|up)|iron|shaking out
clean: putting .* away|defrost|descal|bringing the cup back
repair: repair|fix|mend|hammer|saw|sand|build|carv|nail|oil|sharpen|darn|sew|glu|patch|solder|tighten|untangl
shop: shop|doing the shopping|buying|(?:running|seeing to) (?:some|the) errands|choosing (?:a|the) (?:gift|present)|serv
shop: stock|restock|shelv|sell|wrapp|ringing up|paying and packing|writing down what is missing
money: pay|counting (?:the (?:till|takings|coins)|money|change)|adding up|balanc|checking (?:\w+ )*takings|pricing
health: bandag|dressing a|examin|nurs|cough|sneez|being a patient|stretching the|taking .* blood pressure|handing out tablets
pray: pray|meditat|finding the hymn|lighting a candle|preach
party: hosting|celebrat|(?:going to|enjoying|getting everything ready for) .*(?:party|feast|festival|wedding|ball|picnic|fair)
sport: running (?:the long|laps|round)|jogg|swimm|exercis|training for|kicking|row
ride: cycl|driv|riding|pedal
walk: walk|taking (?:a|the) (?:\w+ )?walk|getting some fresh air|stroll|wander|arriv|head|setting off
walk: going (?:to|home|for)|crossing the
travel: board|sail|packing a bag
carry: carry(?!ing on)|deliver|haul|lift|load|unload|fetch|bring|moving|slott
wait: wait|queu|watching the
plan: plan(?!ing\b)|organi[sz]|schedul|prepar|arrang|making .* list|getting everything|laying out clothes
plan: deciding|getting out what
rest: rest(?!ock)|relax|sit|lying|lean|having half an hour|staying in bed|propping up|putting (?:the tray|one's feet)
angry: argu|shout|grumbl|accus
sad: cry|mourn|griev
happy: laugh|smil|jok|danc
night: stargaz|drawing the curtain|looking at the sky|gazing at the
idea: invent|brainstorm
think: think|ponder|wonder|consider|staring|looking at it|making up|standing at the window|counting whom|noticing
"""
"""Icons by what is done: the words that an activity begins with, the telling ones first."""
THINGS = r"""
party: party|celebration|festival|wedding|lanterns?|picnic|feast
coffee: coffees?|espresso|cappuccinos?|latte
food: breakfast|lunch|dinner|supper|meals?|snack|soup
cook: oven|stove|frosting|dough|loaf|loaves|pasta
drink: kettle|tea|beers?|pints?|wine
teach: lessons?|pupils?|class
study: homework|exams?|lectures?|thesis
music: piano|guitar|violin|choir|drums?|concert|songs?|chord|record player
paint: easel|canvas|paint|brush(?:es)?
film: movie|television|tv
game: games?|chess|cards|dice|puzzle|bets?
read: books?|newspapers?|magazine
write: diary|journal|poems?|notes?|letters?
computer: computer|laptop|email|website|software
garden: gardens?|plants?|weeds?|seeds?|seedlings|roses?|lettuce|bulbs
pet: dogs?|cats?|kittens?|horses?|hens?|goats?|sheep|rabbits?|ducks?|birds
child: child(?:ren)?|kids?|baby|toddlers?|grandson|granddaughter
clean: laundry|dishes|dust
shop: groceries|market|customers?|till|stock|shelves|shop
money: tax|bills?|bank|budget|accounts|takings|invoices?
health: doctor|patients?|pills?|tablets|clinic|medicines?|ankle
pray: church|chapel|sermon|hymns?
ride: bicycle|bus|tram|ferry
travel: train|trip|voyage
phone: telephone|phone
night: stars|moon
"""
"""The same by what an activity is about, in whole words."""
TRADES = r"""
cook: baker|cook|chef|confectioner|miller
coffee: cafe|barista|coffee
drink: pub|landlord|tavern|innkeeper|bartender
write: novelist|poet|writer|journalist|reporter|editor
paint: painter|artist|potter|weaver|tailor
music: composer|musician|singer|minstrel|music master
film: film-maker|photographer|actor
health: doctor|nurse|physician|pharmacist|healer|medical|midwife|herbalist
teach: teacher|tutor|headmistress|headmaster|prefect|coach
study: student|pupil|professor|historian|scientist|physicist|botanist|geologist|astronomer
garden: florist|gardener|farmer|beekeeper|groundskeeper
shop: grocer|shopkeeper|market|bookseller|fishmonger|chandler|ice cream
carry: mail carrier|courier|postman|porter|docker|quartermaster|recycler
repair: carpenter|mechanic|engineer|repairer|\w*smith|boatbuilder|plumber|(?:sail|clock|candle |net )maker|well digger
money: tax|banker|accountant
phone: comms
pray: priest|vicar|pastor|chaplain|monk
computer: software|programmer|developer
read: librarian|archivist
night: lighthouse|night watchman
ride: driver|ferryman|pilot
travel: fisherman|sailor|navigator|deckhand|captain|cabin boy|harbour master
happy: dancer
child: parent
clean: cleaner|caretaker
pet: vet|shepherd|groom|hunter
"""
"""The icon of a trade, for what its people do that no other word tells."""


def _icons(table: str, pattern: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(pattern.format(words), re.I)) for name, words in _rows(table))


_DEEDS = _icons(DEEDS, r"^(?:{})")
_THINGS = _icons(THINGS, r"\b(?:{})\b")
_TRADES = _icons(TRADES, r"\b(?:{})")

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
    for name in unique([*_likely_icons(q.activity or q.doing, banks), "work", "think"]):
        if name in options:
            yield ChosenIcon(name)
    yield ChosenIcon(options[0])


@lru_cache(maxsize=8192)
def icon_of(activity: str, banks: Banks, trade: str = "", whole: str = "") -> str:
    """The best icon of the atlas: by what is done, what it is about, the trade whose work it is, or the ``whole`` activity
    that it is a part of."""
    return (*_likely_icons(activity, banks), *_fitting(_TRADES, trade), *_likely_icons(whole, banks), "work")[0]


def _likely_icons(activity: str, banks: Banks) -> list[str]:
    known = [match.value for match in _icon_index(banks).nearest(activity, 3) if match.likeness > KNOWN]
    return unique([*_fitting(_DEEDS, activity), *known[:1], *_fitting(_THINGS, _LIKE.sub("", activity)), *known])


_LIKE = re.compile(r" (?:as \w+ as|like) .*")
"""What something is only compared with."""
KNOWN = 0.75
"""Likeness from which an activity is taken to be one whose icon the banks give."""


def _fitting(icons: tuple[tuple[str, re.Pattern[str]], ...], text: str) -> list[str]:
    return [name for name, pattern in icons if pattern.search(text)]


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
