"""Which object serves what: the kinds of things that stand about, what stands in for what, and what an activity needs.

An object is known by its kind, not by words it shares with an activity: nobody eats at the pool table, does the dishes in the
bathroom, or sleeps in a tulip bed. Knows names of objects alone, no map.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from sim.answer.scripted.english.deeds import LOOKING_FOR
from sim.language.text import expression


def _rows(table: str) -> list[tuple[str, re.Pattern[str]]]:
    """``name: pattern`` lines; a pattern begins at a word."""
    rows = (line.partition(": ") for line in table.strip().splitlines())
    return [(name, re.compile(rf"\b(?:{pattern})", re.I)) for name, _, pattern in rows]


_KINDS = _rows(
    r"""
toys: .*\b(?:toy box|toy chest|swings?|slide|puppet box|rocking horse)$
sickbed: (?:hospital|sick|second hospital) ?(?:bed|cot)|(?:exam\w*|operating) (?:couch|table)|body scanner
plot: (?:flower|tulip|rose|herb|garden|vegetable|strawberry|raised)\b.*\b(?:bed|patch)$|.*\bplot$
plot: (?:bean|corn|potato) ?(?:rows?|field)
plot: .*\b(?:bean row|planter|trellis|vine|herb garden|wheat tray|seedling rack|seed trays?|window ?box|flower ?pots?)$
cot: .*\bcot$|cradle$|pram$
bed: .*\b(?:bed|bunk|mattress)$|sleeping bag
hammock: .*hammock
darts: dartboard
billiards: (?:pool|billiard|snooker|ping-pong) table
game table: (?:dice|chess|card|gaming) (?:table|board)|chess ?board
worktable: (?:paint|glue|craft|chart|sorting|kneading|wedging|archive|core|navigation) (?:table|desk)
worktable: (?:parts|cutting|layout|skinning|study|folding) (?:table|desk)
worktop: (?:kitchen|work|galley) ?(?:counter|top|worktop)|(?:chopping|cutting|bread|rolling) board|bread table
bar: .*\bbar$|bar counter
till: .*\btill$|cash (?:register|drawer)|strongbox|safe$
counter: .*\bcounter$|.*\bstall$|serving hatch|pastry case|issue desk|front desk|nurses' station
table: .*\btable$|.*\btable (?:by|at|near|in|with|of)\b
screen: .*\b(?:computer|laptop|terminal|console|monitor|tablet)$|computer desk
typewriter: .*typewriter
desk: .*\b(?:desk|writing table|bureau|secretary)$
toilet: .*\b(?:toilet|privy|latrine)$
washer: .*\b(?:washing machine|dryer|washtub|laundry basket|clothes line|drying rack|drying line)$
bath: .*\b(?:shower|bathtub|tub|bath)$
washbasin: (?:bathroom|wash|hand|powder)[ -]?(?:sink|basin|stand)|wash ?basin|bathroom mirror
sink: .*\b(?:sink|basin|dish rack|wash-up)$
stove: .*\b(?:stove|oven|cooker|range|hob|food heater|cauldron|kiln oven)$
fire: .*\b(?:hearth|fireplace|bonfire|campfire)$
fridge: .*\b(?:refrigerator|fridge|cold locker|cold store|pantry|larder|icebox|ice bin|freezer|flower cooler)$
coffee: espresso machine|coffee (?:machine|maker|pot|bulb|urn)
kettle: .*\b(?:kettle|teapot|tea urn|samovar)$
vending: vending machine
workbench: .*\b(?:workbench|(?:repair|potting|laser|lab|hive|tool) bench)$|(?:tool wall|toolbox|anvil|lathe|band saw|rock saw)
pew: .*\b(?:pew|altar|altar rail|prayer mat)$
seat: .*\b(?:bench|sofa|couch|armchair|chair|chairs|settee|stool|seat|seats|old oak)$|seats? (?:by|at|near|in)\b
wardrobe: .*\b(?:wardrobe|closet|dresser|chest of drawers|locker|sea chest|chest|linen locker)$
books: .*\b(?:bookshelf|bookcase|books|novels|histories|sciences|library|records|papers|(?:newspaper|reference) shelf)$
shelf: .*\b(?:shelf|shelves|rack|cupboard|cabinet|racks|drawer|files|crates?)$|shelf of\b
piano: .*\b(?:piano|harmonium|organ|harpsichord)$
strings: .*\b(?:guitar|violin|fiddle|lute|cello|ukulele|harp)$
player: .*\b(?:record player|radio|gramophone|jukebox|music player|tape machine)$
film: .*\b(?:television|film screen|projector|screen)$
board: .*\b(?:blackboard|whiteboard|chalkboard|slate|menu|notice ?board|notice post|(?:status|price) board|eye chart|map)$
easel: .*\b(?:easel|canvas|sketchpad|drawing board)$
lectern: .*\b(?:lectern|podium|pulpit|speaker's stand|stage)$
telescope: .*\btelescope$|star globe
garden tools: .*\b(?:wheelbarrow|compost heap|compost drum|watering can|water trough|water barrel)$
exercise: .*\b(?:treadmill|running belt|weights|yoga mat|barbell)$
"""
)

_ALIKE = tuple(
    tuple(row.split(", "))
    for row in """
stove, fire
kettle, stove, fire
coffee, kettle, stove
sink, worktop, washbasin
washbasin, sink, bath
bath, washbasin
fridge, worktop
table, worktop, bar, desk, worktable
worktop, table, stove
desk, table, worktable, screen
typewriter, desk, screen, table
worktable, desk, table
screen, desk
bed, hammock
hammock, bed
seat, hammock, pew
workbench, worktable
counter, bar, till
bar, counter
till, counter, bar
books, shelf
wardrobe, shelf
piano, strings
strings, piano
player, film
film, player
easel, worktable
plot, garden tools
garden tools, plot
washer, sink, washbasin
lectern, board
board, lectern
""".strip().splitlines()
)
"""A kind and what stands in for it, the best first."""
_INSTEAD = {row[0]: row[1:] for row in _ALIKE}

_USES = tuple(
    (pattern, tuple(kinds.split(", ")))
    for kinds, pattern in _rows(
        r"""
stove, fire: making (?:breakfast|lunch|dinner|supper)|preparing the food|cook|bak(?:e|ing)|fry|boil|stew|simmer|roast
kettle, stove, fire, coffee: (?:putting the )?kettle|making (?:\w+ )?tea|brew
table, worktop, bar, desk, worktable: breakfast|lunch|dinner|supper|eat|meal|clearing (?:away )?the|a cup of tea|having tea
sink, washbasin: dishes|rins|washing up
washbasin, sink, bath: brushing (?:\w+ )*teeth|shaving(?: at| slowly|$)|washing (?:hands|face)
bath, washbasin, sink: shower|washing and|washing, |bath|getting ready$
bed, hammock: sleep|nap|bed\b|waking|getting up|lying
seat, books, desk, table: reading|reread|page|finding the right page|last chapter
typewriter, desk, table, worktable, screen: writ|typ|draft|letter|diary|poem
desk, table, worktable, screen, books: study|account|homework|essay|revis|plann?ing the|planning a
coffee, kettle, stove, table: coffee|espresso
counter, till, bar: serv|customer|sell|order
easel, worktable: paint(?:ing)? |draw|sketch
piano, strings, player: music|practi[sc]|compos|piano|playing a (?:song|tune|march)
player, seat: listening to (?:music|records|the radio)
film, seat: television|film|\btv\b
screen, desk: computer|email|coding
plot, garden tools: garden|watering|plant|weed|prun|sow
darts: darts
billiards: billiards|\bpool\b
game table, table, bar: chess|cards|dice|dominoes
washer, sink: laundry|washing machine|hanging out the washing
books, shelf: bookshelf|a book
wardrobe: clothes|dress|pack(?:ing)? a bag
bar, table, counter: drink|beer|pint
workbench, worktable: repair|saw|carv|glu|mending a|sharpen|tinker
pew, seat: pray|mass|service
shelf: stock|shelv|tins
telescope: star(?:s|gaz)|telescope
exercise: exercise|stretch|yoga|lifting
seat, table: sit|rest|relax|chat|talk|watch|feeding the (?:ducks|birds|pigeons)|taking a (?:short )?break|hello
counter, table, worktop, bar, sink: wip|scrub
"""
    )
)
"""The kinds of things that serve an activity, the best first."""
SEEKS = re.compile(rf"{LOOKING_FOR} [A-Z]")
"""How an activity begins that seeks somebody out."""
_BEST = re.compile(r"\b(?:kitchen|dining|mess|long)\b", re.I)
_HEAD = re.compile(r"\s(?:of|by|with|for|in|on|at|from|near)\s")


@lru_cache(maxsize=4096)
def kind(name: str) -> str:
    """What sort of thing an object is, ``""`` if it is none of those that stand in for each other."""
    return next((kind for kind, pattern in _KINDS if pattern.match(name)), "")


def find_object(wanted: str, objects: Sequence[str]) -> str:
    """The one of ``objects`` that a bank's ``wanted`` thing is here: of that name, of its kind with the most words in common,
    or what stands in for its kind; ``""`` if there is none."""
    if not wanted:
        return ""
    low = wanted.lower()
    for name in objects:
        if name.lower() == low:
            return name
    sort = kind(low)
    if not sort:
        return next((name for name in objects if _head(name) == _head(low) and not kind(name.lower())), "")
    for wished in (sort, *_INSTEAD.get(sort, ())):
        if name := _of_kind(wished, low, objects):
            return name
    return ""


def useful(activity: str, objects: Sequence[str]) -> str:
    """The object that an activity names, else one that serves it; ``""`` if none does."""
    if SEEKS.match(activity):  # at whatever an errand is about one does nothing
        return ""
    low = activity.lower()
    if named := [name for name in objects if _names(low, name.lower())]:
        return max(named, key=len)
    for pattern, kinds in _USES:
        if pattern.search(low):
            for wished in kinds:
                if name := _of_kind(wished, "", objects):
                    return name
    return ""


def has_uses(activity: str) -> bool:
    """Whether an activity is done at things of certain kinds: nothing else serves it."""
    return any(pattern.search(activity.lower()) for pattern, _ in _USES)


def same_thing(a: str, b: str) -> bool:
    return bool(find_object(a, (b,))) if a and b else False


def _of_kind(sort: str, wanted: str, objects: Sequence[str]) -> str:
    """The object of a kind that shares the most words with ``wanted``, then one to eat at, then the first."""
    words = set(wanted.split())
    of_kind = [name for name in objects if kind(name.lower()) == sort]
    return max(of_kind, key=lambda name: (len(words & set(name.lower().split())), bool(_BEST.search(name))), default="")


def _head(name: str) -> str:
    """``shelf of tins`` -> ``shelf``, in the singular."""
    return _HEAD.split(name.lower(), maxsplit=1)[0].split(" ")[-1].rstrip("s")


def _names(activity: str, thing: str) -> bool:
    """Whether an activity names a thing, and not a musical bar, the beds of a garden or getting ready for bed."""
    before = r"(?:in|on|into|to|out of|making|at|behind) (?:the |his |her )?" if thing in ("bar", "bed") else ""
    return expression(rf"\b{before}{re.escape(thing)}s?\b").search(activity) is not None
