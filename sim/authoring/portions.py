"""What is asked of a model that writes a town: the instructions, and for every portion a question with the schema of its reply.

Pure text: every function returns a ``Portion`` made from what is written so far. Knows no model and checks nothing.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sim.prompts.schema import CLOCK, Schema, array, number, one_of, record, text
from sim.world.clock import MONTHS, WEEKDAYS

Town = dict[str, Any]
"""A scenario as plain data, written so far."""
MAX_TIES = 4
"""Ties that a person is asked for."""
MAX_PROBLEMS = 8
"""Problems of a reply that are shown at once."""
NOBODY = "nobody of them"
"""The answer for no person."""
NOWHERE = "no one place"
"""The answer for no place."""


@dataclass(frozen=True, slots=True)
class Portion:
    """A part of the town that is asked for; ``title`` names it to users. ``system`` is the same for all portions of a town."""

    title: str
    system: str
    user: str
    schema: Schema
    tokens: int = 1200

    def again(self, reply: str, problems: Sequence[str]) -> Portion:
        """The same question with the last reply and what was wrong with it."""
        told = "\n".join(f"- {problem}" for problem in problems[:MAX_PROBLEMS])
        said = f"Your last reply was:\n{reply}\nIt could not be used as it was:\n{told}\nWrite it again, mended."
        return replace(self, user=f"{self.user}\n\n{said}")


def which_map(about: str, maps: Mapping[str, str]) -> Portion:
    """Which of the maps fits; ``maps`` has a line about each."""
    listed = "\n".join(f"- {name}: {line}" for name, line in maps.items())
    user = f"What the town is to be about: {about}\n\nThe maps there are:\n{listed}\n\nChoose the map that fits best."
    return Portion("the map", "You choose the place of a story.", user, record(map=one_of(list(maps))), 60)


def instructions(about: str, name: str, guide: Sequence[str]) -> str:
    places = "\n".join(guide)
    return f"""\
You write the people of a town for a simulation. They live there by themselves afterwards: they plan their days, meet, talk, \
quarrel, and pass on what they know. What you write is all that they know at the start.

What the town is to be about: {about}

The town is called {name}. The map, each place with its rooms | the things in it:
{places}

How to write:
- Plain, concrete English in the third person, with names. Something that happened says more than an adjective.
- Full names when somebody is mentioned first. No quotation marks. One fact a sentence; every sentence can stand alone.
- People want different things, and what they want brings them to each other. Nobody is only bad or only good. Everybody also \
has an ordinary day's work.
- What the town is about is not solved at the start. Several people hold a piece of it, each another one, and have a reason to \
tell it to somebody or to keep it. What one says must fit what the others say.
- Only places and things of the map. Somebody who is away, dead or missing is spoken of and does not live there.
- No ghosts, no murders, no twins, unless that is what the town is about. Leave room for an ordinary day."""


def the_town(system: str) -> Portion:
    user = """\
First write the town itself.
- setting: two or three sentences of what everybody there knows: when and where it is, what people live by.
- premise: two or three sentences for you alone: what has really happened, with names, and what nobody knows yet.
- description: one or two sentences for whoever chooses a town to watch: who wants what. It gives nothing away.
- year, month, weekday: the morning at which it begins; it has to fit what the town is about."""
    schema = record(
        setting=text(500), premise=text(600), description=text(300), year=number(1000, 2999), month=one_of(MONTHS),
        weekday=one_of(WEEKDAYS),
    )  # fmt: skip
    return Portion("the town", system, user, schema)


def the_people(system: str, town: Town, premise: str, count: int, rooms: Sequence[str], places: Sequence[str]) -> Portion:
    many = f"the {count} people who live" if count > 1 else "the one person who lives"
    user = f"""\
{_so_far(town, premise)}
Now write {many} there. First names differ from each other in their first letter where that is possible.
- name: first name and family name. Age. Occupation: one to three words, such as: ship's carpenter.
- part: one sentence: what this person wants, and what they have to do with what the town is about.
- home: the room they sleep in, at most two people to a room, and only a couple or close family in one room.
- work: the place of their day's work, or {NOWHERE}. Several people may work at one place; then they meet."""
    work = one_of([*places, NOWHERE])
    one = record(name=text(40), age=number(16, 90), occupation=text(30), part=text(240), home=one_of(rooms), work=work)
    return Portion("who lives there", system, user, record(people=array(one, count, count)), 300 + 150 * count)


def the_news(system: str, town: Town, premise: str, parts: Mapping[str, str], places: Sequence[str]) -> Portion:
    names = [card["name"] for card in town["residents"].values()]
    user = f"""\
{_so_far(town, premise)}
{_people(town, parts)}
Now write what moves the town in the next two days.
- news: two or three pieces of news. Each is one sentence that somebody could say to a neighbour today, true at the start, \
with names, and known by one to three people only, so that it has a way to go. One of them is about what the town is about. \
about: whom of the people it concerns most, or {NOBODY}. knows: who knows it.
- gathering: something to which somebody invites the others, for tomorrow: who, what (such as: a supper for the lifeboat), \
where, and when it begins.
- events: two to four small things that happen whatever anybody does, in the open or at a place where people are; each a \
sentence in the present tense of what can be seen or heard there. The first happens on day 1 between 08:00 and 10:00."""
    item = record(text=text(200), about=one_of([*names, NOBODY]), knows=array(one_of(names), min(3, len(names))))
    gathering = record(host=one_of(names), what=text(60), place=one_of(places), at=CLOCK)
    event = record(day=number(1, 2), at=CLOCK, text=text(200), where=one_of([*places, NOWHERE]))
    schema = record(news=array(item, 3, 2), gathering=gathering, events=array(event, 4, 2))
    return Portion("the news", system, user, schema)


def one_person(system: str, town: Town, premise: str, slug: str, part: str, parts: Mapping[str, str]) -> Portion:
    card = town["residents"][slug]
    others = [one["name"] for other, one in town["residents"].items() if other != slug]
    first = card["name"].split()[0]
    said = [
        f"- {one['name']} on {first}: {one['relationships'][slug]}"
        for one in town["residents"].values()
        if slug in one.get("relationships", {})
    ]
    known = [f"- {first} remembers: {memory}" for memory in card.get("memories", ())]
    told = [f"- {first} knows the news: {item['text']}" for item in town["news"] if slug in item["knows"]]
    wanted = min(2, len(others))
    user = f"""\
{_so_far(town, premise)}
{_people(town, parts)}
Now write {card["name"]}: {part}
{chr(10).join([*said, *known, *told])}
- traits: three words, such as: shy, stubborn, generous. Not the same for everybody.
- background: three to five sentences: where {first} comes from, what {first} does all day, loves, and cannot bear.
- habit: one sentence: where {first} goes at the same hour every day and meets others, a place of the map other than home, \
in the form: {first} drinks a coffee at PLACE at 10:30.
- currently: one or two sentences, beginning with {first}: what is on {first}'s mind today, and what {first} means to do.
- secret: one sentence of what {first} has told nobody.
- memories: two to four sentences of what {first} saw or did in the last days and weeks, with names, places and days. At least \
one is {first}'s own piece of what the town is about.
- wakes, sleeps: when {first} gets up, between 05:00 and 08:30, and goes to bed."""
    if others:
        user += f"""
- ties: {wanted} to {MAX_TIES} of the others. how: what they are to {first} in a few words, such as: old friend; owes him \
money. shared: one sentence of what both of them remember, with both full names."""
    members = {
        "traits": array(text(20), 4, 2), "background": array(text(200), 5, 3),
        "habit": text(160), "currently": text(300), "secret": text(200), "memories": array(text(240), 4, 2),
        "wakes": CLOCK, "sleeps": CLOCK,
    }  # fmt: skip
    if others:
        tie = record(who=one_of(others), how=text(80), shared=text(200))
        members["ties"] = array(tie, min(MAX_TIES, len(others)), wanted)
    return Portion(card["name"], system, user, record(**members), 1500)


def other_directions(system: str, town: Town, missing: Sequence[tuple[str, str]]) -> Portion:
    """``missing`` are (whose view is missing, of whom) as slugs."""
    people = town["residents"]
    asked = [
        f"- {one}_on_{other}: {people[other]['name']} on {people[one]['name']}: {people[other]['relationships'][one]}. "
        f"And {people[one]['name']} on {people[other]['name']}?"
        for one, other in missing
    ]
    user = "\n".join(
        [
            "These people have a tie of which only one side is written. Write the other side: what that person is to the "
            "other, in a few words. It need not be the same: a debt has two ends, and an old friend may be a nuisance.",
            *(f"- {card['name']}: {card['background']} {card['currently']}" for card in people.values()),
            "The ties:",
            *asked,
        ]
    )
    return Portion("ties in both directions", system, user, record(**{f"{a}_on_{b}": text(80) for a, b in missing}), 900)


def _so_far(town: Town, premise: str) -> str:
    lines = [
        f"The setting: {town['setting']}",
        f"What has really happened: {premise}",
        f"It begins on {_day(town)}, {town['start']}.",
    ]
    news = [f"- {item['text']} (known to {', '.join(item['knows'])})" for item in town["news"]]
    events = [f"- {event['at']}: {event['say']}" for event in town["events"]]
    return "\n".join([*lines, *(["The news:", *news] if news else []), *(["What will happen:", *events] if events else [])])


def _day(town: Town) -> str:
    return WEEKDAYS[dt.date.fromisoformat(town["start"][:10]).weekday()]


def _people(town: Town, parts: Mapping[str, str]) -> str:
    """A line for each person, with what is written of them already."""
    lines = ["The people:"]
    for slug, card in town["residents"].items():
        work = f", works at {card['work']}" if "work" in card else ""
        lines.append(f"- {card['name']}, {card['age']}, {card['occupation']}, lives at {card['home']}{work}: {parts[slug]}")
        if "traits" in card:
            lines.append(f"  {' '.join(card['memories'])}")
    return "\n".join(lines)
