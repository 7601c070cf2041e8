"""Answers ``steps``: a block of the day in steps of 5 to 15 minutes, with object, state and icon.

Bank steps where the activity is known there, steps made from the activity and the objects at hand where it is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks, Step
from sim.answer.scripted.english.index import Index
from sim.answer.scripted.english.presumptions import out_of_place
from sim.answer.scripted.furniture import find_object, has_uses, useful
from sim.answer.scripted.general_work import WHYS, at_the_things, deeds, own_work
from sim.answer.scripted.icons import icon_of, state_of
from sim.answer.scripted.occupations import activity_of, occupation
from sim.language.text import clip, expression
from sim.prompts.planning import CARRYING_ON
from sim.prompts.tasks.steps import Decompose, Decomposition, StepRow

MOST = 8
LONGEST = 240
SHORTEST = 5
ASLEEP = re.compile(r"^(?!looking for ).*\b(?:sleep|sleeping|asleep|going to bed|napping)\b")
SAME = 0.75
"""Likeness from which an activity is taken to be the bank's own."""

SORTS = {
    "LEFT": r"left lying|things that nobody sees|work of the week|tomorrow's list|was begun on",
    "WALKS": r"walking (?:off|home|until|once)|going (?:home|as far)|taking a walk|the long (?:way|round)",
    "LIES": r"lie down|lying (?:down|on the bed)|closed eyes|resting for once|something warm and no talk",
    "MUSES": r"gone cold|tearing up|door shut|empty room|counting whom|to be alone with it|putting words|who knows and who|"
    r"two halves|armchair|making up one's mind|saying yes to it",
    "PEERS": r"known so far|light of one lamp|under the lamp|looking at it again|laying the pieces|list of whom",
    "SUMS": r"adding the figures|accounts|in the tin|can wait until|unopened letters|household money|week has cost|the sums",
    "MENDS": r"mending|darning|oiling|sharpening|ironing|waxing|whittling|sewing|rearranging|sorting buttons|seeing to the",
    "READY": r"preparing|setting up|decorating|everything ready for",
    "BAR": r"next table|as if by the way|letting others talk|slowly near|at the bar|one glass|having a drink|darts|to tell$",
}
"""What some of the patterns in ``PARTS`` look for."""
OCCASION = (
    r"\b(?:lunch|luncheon|picnic|supper|dinner|feast|banquet|brunch|barbecue|barbeque|cookout|pot-?luck|clambake|chowder|stew|"
    r"pancakes?|fish fry)\b"
)
"""A meal that somebody gives, where one hosts it or goes to it."""
SHOW = r"\b(?:show|performance|premiere|concert)\b"
"""What is got ready without cooking, and seen rather than eaten."""
PARTS = r"""
looking for [A-Z]|a little time in company > {activity} 45
planning|organi[sz]ing > writing a list 15; {activity} 30; crossing out half of the list 5
WALKS > setting off 5; {activity} 25; heading back 10
LEFT > {activity} 60
LIES > drawing the curtain 5; {activity} 40
MUSES > sitting down with nothing in hand 5; {activity} 30; standing at the window for a while 5; {activity} 20
PEERS > clearing a corner of the table 5; {activity} 30; putting everything away again 5
SUMS > fetching the papers 5; {activity} 30; writing down a sum and underlining it twice 5
MENDS > getting out what is needed 5; {activity} 30; looking at it from all sides 5; putting the things away 5
throwing crumbs > breaking up an old crust 5; {activity} 15; sitting still until they come close 10
BAR > getting something to drink 5; {activity} 25; hearing somebody's story out 10; {activity} 15
coffee|having tea\b|tea and > finding a seat 5; {activity} 20; bringing the cup back 5
writing (?!poems|a (?:novel|song|string)|her thesis) > finding a pen that writes 5; {activity} 25; reading it through once 5
everything ready for .*OCCASION > preparing the food 30; laying the table 15
everything ready for .*SHOW > setting out the seats 15; going through it once more 30; looking over the lamps 15
hosting .*OCCASION > receiving the guests 10; eating together 25; talking with the others 20; saying goodbye 5
(?:going to|attending|joining) .*OCCASION > arriving 10; eating together 25; talking with the others 20; saying goodbye 5
getting up and washing|and getting dressed$|one eye open > getting up 5; washing and dressing 15; making the bed 5
breakfast in bed|a little soup|toast and broth > propping up the pillows 5; {activity} 20; putting the tray on the floor 5
hurrying through breakfast > noticing how late it is 5; eating breakfast standing up 10; hunting for the keys 5
breakfast > putting the kettle on 5; making breakfast 10; eating breakfast 15; clearing the table 5
lunch > getting something to eat 5; eating lunch 20; clearing away the plates 5
supper|dinner > cooking 20; eating 20; washing the dishes 10
getting ready for bed|going to bed > brushing teeth 10; laying out clothes for tomorrow 5; reading a few pages in bed 10
waking|getting up|getting ready|out of bed > getting up 5; washing and dressing 10; making breakfast 10; eating breakfast 15
going to|celebrat|joining > arriving 10; {there} 30; talking with the others 15; saying goodbye 5
hosting > receiving the guests 10; {activity} 30; talking with the others 15; saying goodbye 5
attending > {there} 40; talking with the others 15
READY > getting everything ready 20; {activity} 30; seeing that nothing is missing 10
meeting|visiting|talking with|having coffee with > saying hello and sitting down 5; {activity} 30; saying goodbye 5
walk|stroll > setting off 5; {activity} 25; stopping to look around 5; heading back 10
read(?:ing)?\b > finding the right page 5; {activity} 30; thinking about the last chapter 5
shopping|buying|groceries|errands > writing down what is missing 5; {activity} 25; paying and packing up 10
singing with the choir > warming up the voice 10; {activity} 30; going over the hard bars again 10
this month's book > finding the right page 5; {activity} 35; voting for the next book 10
dominoes > laying out the tiles 5; {activity} 25; counting the points aloud 5
playing cards > shuffling and dealing 5; {activity} 25; accusing the winner of luck 5; {activity} 20
kicking a ball > picking sides 5; {activity} 20; arguing about a goal 5; {activity} 15
boules > measuring a throw with a stick 5; {activity} 30; congratulating the wrong team 5
whoever plays > looking for a place with a view 5; {activity} 30; clapping along 10
Sunday service > finding the hymn 5; {activity} 35; shaking hands at the door 10
laundry > sorting lights from darks 10; {activity} 30; hanging things up to dry 15
cleaning the house > moving the chairs aside 5; {activity} 35; putting the chairs back 5
with the paper > {activity} 25; reading a line aloud to nobody 5; pouring another cup 10
waited all week > looking for the good scissors 5; {activity} 30; trying whether it holds 5
baking > weighing the flour 10; {activity} 20; looking through the oven door 15; tasting a corner 5
heavy cold|sneezing|blankets > coughing 5; {activity} 40; dozing over an open book 15
music\b > choosing what to hear 5; {activity} 30; humming along 10
tea\b|drinking (?:[a-z]+ )*coffee > waiting for it to cool 5; {activity} 30; rinsing the cup 5
tidying up the house|drawer > deciding where to begin 5; {activity} 30; finding something long lost 5
"""
"""What an activity that the banks do not know consists of, by its words."""


def _parts(text: str) -> tuple[tuple[str, int], ...]:
    """``making breakfast 10; eating 15`` as (activity, minutes) pairs."""
    return tuple((part.rpartition(" ")[0], int(part.rpartition(" ")[2])) for part in text.split("; "))


_PARTS = tuple(
    (
        re.compile(rf"\b(?:{SORTS.get(pattern, pattern).replace('OCCASION', OCCASION).replace('SHOW', SHOW)})", re.I),
        _parts(parts),
    )
    for pattern, _, parts in (row.partition(" > ") for row in PARTS.strip().splitlines())
)
PLAIN = _parts("{activity} 35; {pause} 5; {activity} 20")
PAUSES = ("stretching the back", "looking up for a moment", "stopping to think", "drinking a little water")
_TO_JOY = re.compile(
    r"^going to (?=.*\b(?:party|feast|ball|dance|concert|fair|festival|carnival|wedding|parade|show|performance|premiere)\b)"
)
_TO_TALK = re.compile(r"^going to (?=.*\b(?:meeting|service|funeral|lecture|debate|hearing|vigil|rehearsal|reading)\b)")


def steps(q: Decompose, banks: Banks, dice: Dice) -> Iterator[Decomposition]:
    if ASLEEP.search(q.activity) and not re.search("ready", q.activity):
        yield Decomposition(tuple(_night(q)))
        return
    own = own_work(q.activity, q)
    known = [at_the_things(q.objects, deeds(q.card), dice)] if q.activity in WHYS and q.objects else [*bank_steps(q, banks)]
    known = [parts for parts in known if parts and not own]
    for n, parts in enumerate(_here(q, parts) for parts in [*known, _generic(q.activity, dice, own.thing if own else "")]):
        yield _fit(q, parts, banks)
        if n == 0 and len(parts) > 2 and len(known) == 1:
            yield _fit(q, dice.order(parts)[: max(2, len(parts) - 1)], banks)
    yield _fit(q, [Step(q.activity, "", "", 30)], banks)


def _here(q: Decompose, parts: list[Step]) -> list[Step]:
    """Without the steps that speak of what this world does not have."""
    return [it for it in parts if not out_of_place(it.activity, q.setting.world, q.setting.lacks)] or parts


def bank_steps(q: Decompose, banks: Banks) -> Iterator[list[Step]]:
    """The banks' steps for this activity, the resident's own occupation first: who plans a dinner does not cook it."""
    trade = occupation(q, banks)
    low = q.activity.lower()
    deed = low.partition(" ")[0]
    for block in trade.blocks if trade else ():
        if activity_of(block.activity, q.at).lower() == low or _same(block.activity, q.activity):
            yield list(block.steps)
    for match in _known(banks).nearest(q.activity, 2):
        if match.likeness >= SAME and match.value and match.text.lower().startswith(deed):
            yield list(match.value)


def _trade_of(q: Decompose, banks: Banks) -> str:
    """The trade whose work this is; "" for what anybody does."""
    trade = occupation(q, banks)
    own = trade and any(_same(block.activity, q.activity) for block in trade.blocks)
    return trade.name if trade and own else ""


@lru_cache(maxsize=4)
def _known(banks: Banks) -> Index[tuple[Step, ...]]:
    home = [(pastime.activity, pastime.steps) for pastime in banks.pastimes if pastime.steps]
    return Index(home + [(block.activity, block.steps) for row in banks.occupations for block in row.blocks])


def _same(template: str, activity: str) -> bool:
    """Whether ``activity`` is ``template`` with any workplace put in."""
    wanted = re.escape(template).replace(re.escape("{workplace}"), ".+").replace(re.escape("{name}"), ".+")
    return expression(wanted, re.I).fullmatch(activity) is not None


def _generic(activity: str, dice: Dice, thing: str = "") -> list[Step]:
    parts = next((parts for pattern, parts in _PARTS if pattern.search(activity)), PLAIN)
    there = _TO_TALK.sub("attending ", _TO_JOY.sub("enjoying ", activity))
    said = {"activity": activity, "there": there, "pause": dice.pick(PAUSES)}
    return [Step(text.format(**said), thing, "", minutes) for text, minutes in parts]


def _fit(q: Decompose, parts: Sequence[Step], banks: Banks) -> Decomposition:
    """The steps with objects that are here, their minutes in fives where possible, together ``q.minutes``."""
    total = q.minutes or sum(part.minutes for part in parts) or 30
    fitting = list(parts)[: max(1, min(MOST, total // SHORTEST))] if total >= SHORTEST else list(parts)[-1:]
    needed = -(-total // LONGEST)
    fitting = (fitting * needed)[: max(len(fitting), needed)]
    rows, trade = [], _trade_of(q, banks)
    for part, minutes in zip(fitting, shares([part.minutes for part in fitting], total), strict=True):
        thing = find_object(part.object, q.objects) if part.object else ""
        thing = thing or useful(part.activity, q.objects)
        state = (part.state if part.object and thing else "") or (state_of(part.activity, thing) if thing else "")
        icon = icon_of(part.activity, banks, trade, q.activity)
        rows.append(StepRow(clip(part.activity, 80) or CARRYING_ON, thing, clip(state, 40), icon, minutes))
    at = 0 if len(rows) == 1 else 1
    if not any(row.object for row in rows) and not has_uses(rows[at].activity):
        thing = useful(q.activity, q.objects)
        rows[at] = replace(rows[at], object=thing, state=state_of(q.activity, thing) if thing else "")
    return Decomposition(tuple(rows))


def shares(weights: Sequence[int], total: int) -> list[int]:
    """``total`` minutes in proportion to ``weights``: whole fives (the last takes the odd minutes), none over 240."""
    count = len(weights)
    if total < count * SHORTEST:
        return [max(1, total // count)] * (count - 1) + [max(1, total - (count - 1) * max(1, total // count))]
    sum_ = sum(max(1, weight) for weight in weights)
    out = [min(LONGEST, max(SHORTEST, total * max(1, weight) // sum_ // 5 * 5)) for weight in weights]
    while (missing := total - sum(out)) != 0:
        i = min(range(count), key=lambda k: out[k]) if missing > 0 else max(range(count), key=lambda k: out[k])
        out[i] += missing if abs(missing) < 5 else (5 if missing > 0 else -5)
    return out


def _night(q: Decompose) -> list[StepRow]:
    """Sleep in stretches that the schema allows."""
    bed = find_object("bed", q.objects)
    minutes = q.minutes or 60
    count = -(-minutes // LONGEST)
    parts = [minutes // count + (1 if i < minutes % count else 0) for i in range(count)]
    words = ["sleeping"] if count == 1 else ["falling asleep", *["sleeping soundly"] * (count - 2), "sleeping"]
    state = "occupied" if bed else ""
    return [StepRow(word, bed, state, "sleep", n) for word, n in zip(words, parts, strict=True)]
