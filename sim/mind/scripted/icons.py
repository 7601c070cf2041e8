"""The icon of an activity and the state it puts an object in: ``icon``, ``state``, ``place``, and the same for steps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from sim.mind.scripted.banks import Banks
from sim.mind.scripted.dice import Dice
from sim.mind.scripted.index import Index
from sim.mind.scripted.text import clip, stems, unique
from sim.prompts import Question, Reply
from sim.prompts.tasks import ICONS

WORDS = (
    ("sleep", r"sleep|asleep|\bnap|going to bed|snor|doz"), ("wake", r"wak|getting up|getting out of bed|alarm clock"),
    ("wash", r"shower|bath|wash(?:ing)? (?:face|up)|brushing .*teeth|getting dressed|getting ready"), ("coffee", r"coffee|espresso|cappuccino|latte"),
    ("cook", r"cook|bak(?:e|ing)|fry|boil|stew|knead|oven|stir|roast|simmer|frosting"), ("food", r"breakfast|lunch|dinner|supper|\beat|meal|snack|soup"),
    ("drink", r"drink|\btea\b|\bbeer|pint|wine|\bsip"), ("teach", r"teach|lesson|tutor|coach|explaining"), ("study", r"study|homework|exam|revis|lecture"),
    ("party", r"party|celebrat|festival|wedding|toast|lantern"), ("talk", r"talk|chat|convers|gossip|greet|meeting|catching up|telling|interview"),
    ("phone", r"phone|calling|texting|radio call"), ("music", r"music|sing|piano|guitar|violin|compos|rehears|practi[sc]ing|choir|drum|concert"),
    ("paint", r"paint|draw|sketch|easel|canvas"), ("film", r"film|movie|television|\btv\b"), ("game", r"\bgame|chess|cards|dice|puzzle"),
    ("read", r"read|book|newspaper|letter from"), ("write", r"writ|draft|diary|journal|poem|\bnotes?\b|letter"),
    ("computer", r"computer|laptop|email|coding|typing|website"), ("garden", r"garden|plant|weed|prun|harvest|watering|seed|hoe|rake"),
    ("pet", r"\bdog|\bcat\b|\bpet|horse|hen\b|hens|feeding the|goat|sheep|rabbit"), ("child", r"child|kids?\b|baby|toddler|grandson|granddaughter"),
    ("clean", r"clean|sweep|wip|scrub|dust|mop|laundry|tidy|dishes|polish|rins"), ("repair", r"repair|fix|mend|hammer|saw|sand|build|carv|nail|forge"),
    ("shop", r"shop|grocer|market|buy|customer|serving|counter|till|stock|shelv"), ("money", r"money|\btax|bill|bank|budget|accounts|takings|invoice|\bpay"),
    ("health", r"doctor|nurse|medic|patient|pill|yoga|stretch|bandage|clinic"), ("pray", r"pray|church|chapel|sermon|candle|meditat"),
    ("sport", r"\brun\b|running|jog|swim|gym|football|tennis|exercise|sport"), ("walk", r"walk|stroll|wander|arriving|heading|going (?:to|home|for)"),
    ("ride", r"bicycle|cycl|driv|bus\b|riding|ferry"), ("travel", r"travel|train|trip|sail|voyage"), ("carry", r"carry|deliver|haul|lift|load|fetch"),
    ("wait", r"wait|queue"), ("plan", r"plan|organi[sz]|schedul|list\b|prepar|arrang"), ("rest", r"rest|relax|sit|break|lying|lean"),
    ("love", r"\blove|kiss|hug|date with"), ("angry", r"argu|angry|shout"), ("sad", r"cry|mourn|grie"), ("happy", r"laugh|smil|joke|danc"),
    ("night", r"star|moon|night"), ("idea", r"idea|invent|brainstorm"), ("think", r"think|ponder|wonder|consider|dream"), ("work", r"work|shift|desk|paper"),
)  # fmt: skip
"""Icons by what an activity says, the telling words first."""
_WORDS = tuple((name, re.compile(pattern, re.I)) for name, pattern in WORDS)

STATES = (
    (r"sleep|asleep|nap|bed", "occupied"), (r"cook|bak|fry|boil|stir|simmer|heat", "hot and in use"), (r"clean|wip|scrub|polish|sweep|mop|dust", "freshly cleaned"),
    (r"read|leaf", "open"), (r"writ|draft|notes|sketch", "covered in papers"), (r"wash|rins|shower|bath", "running"), (r"eat|breakfast|lunch|dinner|supper|meal", "laid for a meal"),
    (r"repair|fix|mend|adjust", "being repaired"), (r"play|practi|rehears", "being played"), (r"fill|stock|load", "full"), (r"paint|draw", "half finished"),
    (r"sit|rest|relax|lean", "occupied"), (r"open|unlock|start|switch", "open"), (r"clos|lock|pack|put away|tidy", "tidied up"), (r"brew|coffee|tea", "steaming"),
)  # fmt: skip
_STATES = tuple((re.compile(rf"\b(?:{pattern})", re.I), state) for pattern, state in STATES)

ALIKE = (
    "stove oven cooker range hearth fireplace hob", "desk table counter workbench bench bar till writing", "shelf shelves bookshelf bookcase rack cupboard cabinet closet",
    "sink basin tap washbasin", "shower bath bathtub tub", "bed bunk hammock cot mattress", "sofa armchair chair couch settee stool bench seat", "fridge refrigerator icebox pantry larder",
    "computer laptop terminal console screen", "kettle teapot coffee espresso machine", "piano keyboard organ", "easel canvas", "notice board blackboard chalkboard whiteboard",
    "garden bed plot planter flower", "register till cash counter", "forge anvil", "wheel helm", "lectern pulpit podium altar",
)  # fmt: skip
_ALIKE = tuple(frozenset(stems(group)) for group in ALIKE)

USES = (
    (r"sleep|nap|bed\b|waking|getting up|lying", "bed bunk hammock sofa"), (r"cook|bak|fry|boil|stir|breakfast|supper|dinner|stew", "stove oven hearth counter table"),
    (r"breakfast|lunch|dinner|supper|eat|meal|tea\b", "table counter bench"), (r"shower|wash|bath|brush|ready", "shower bathtub sink basin"), (r"dish|rins", "sink"),
    (r"read", "bookshelf armchair sofa shelf table"), (r"writ|study|account|draft|letter|plan|list|paint|draw", "desk table easel"), (r"coffee|espresso", "coffee machine espresso kettle stove"),
    (r"serv|customer|sell|order", "counter till bar"), (r"paint|draw|sketch", "easel"), (r"music|practi|compos|piano|play", "piano guitar stage"), (r"computer|email|code", "computer desk"),
    (r"garden|water|plant|weed", "garden bed flower planter plot"), (r"sit|rest|relax|chat|talk|watch|feed", "bench sofa armchair chair table"), (r"clean|sweep|wip", "counter table floor sink"),
    (r"cloth|dress|pack", "closet wardrobe"), (r"drink|beer|pint", "bar counter table"), (r"repair|fix|build|saw|carv", "workbench bench tool"), (r"pray", "altar pew"), (r"stock|shelv", "shelf shelves"),
)  # fmt: skip
_USES = tuple((re.compile(rf"\b(?:{pattern})", re.I), frozenset(stems(things))) for pattern, things in USES)


def icon(q: Question, banks: Banks, dice: Dice) -> Iterator[Reply]:
    options = q.options or ICONS
    for name in unique([icon_of(q.activity or q.doing, banks), *_likely_icons(q.activity or q.doing, banks), "work", "think"]):
        if name in options:
            yield {"icon": name}
    yield {"icon": options[0]}


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


def state(q: Question, banks: Banks, dice: Dice) -> Iterator[Reply]:
    known = [match.value[1] for match in _state_index(banks).nearest(q.activity or q.doing, 3)
             if match.likeness > 0.5 and same_thing(match.value[0], q.object)]  # fmt: skip
    for text in unique([*known, state_of(q.activity or q.doing), "in use", "being used"]):
        yield {"state": clip(text, 40)}


def state_of(activity: str) -> str:
    """What an object is like while something is done with it."""
    return next((text for pattern, text in _STATES if pattern.search(activity)), "in use")


@lru_cache(maxsize=4)
def _state_index(banks: Banks) -> Index[tuple[str, str]]:
    work = ((s.activity, (s.object, s.state)) for o in banks.occupations for b in o.blocks for s in b.steps if s.object and s.state)
    home = ((p.activity, (p.object, p.state)) for p in banks.pastimes if p.object and p.state)
    return Index([*work, *home])


def place(q: Question, banks: Banks, dice: Dice) -> Iterator[Reply]:
    found = [match.value[0] for match in _state_index(banks).nearest(q.activity or q.doing, 3) if match.likeness > 0.4]
    for name in unique([find_object(wanted, q.objects) for wanted in found] + [useful(q.activity or q.doing, q.objects)]):
        yield {"object": name}
    for name in q.objects or ("floor",):
        yield {"object": name}


def find_object(wanted: str, objects: Sequence[str]) -> str:
    """The one of ``objects`` that a bank's ``wanted`` thing is here: by name, by its head word, by kind; ``""`` if none."""
    words = stems(wanted)
    low = wanted.lower()
    for name in objects:
        if name.lower() == low:
            return name
    scored = [(len(words & stems(name)) * 2 + (low.split(" ")[-1] == name.lower().split(" ")[-1]), -i, name) for i, name in enumerate(objects)]
    best = max(scored, default=(0, 0, ""))
    if best[0] >= 2:
        return best[2]
    return next((name for group in _ALIKE if words & group for name in objects if stems(name) & group), "")


def same_thing(a: str, b: str) -> bool:
    return bool(find_object(a, (b,))) if a and b else False


def useful(activity: str, objects: Sequence[str]) -> str:
    """The object an activity needs: one it names, else one that serves it; ``""`` if none does."""
    words = stems(activity)
    named = [(len(words & stems(name)), -i, name) for i, name in enumerate(objects)]
    best = max(named, default=(0, 0, ""))
    if best[0]:
        return best[2]
    for pattern, things in _USES:
        if pattern.search(activity):
            for name in objects:
                if stems(name) & things:
                    return name
    return ""
