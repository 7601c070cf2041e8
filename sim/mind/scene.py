"""The scene of a question in the full register: the person and the moment, gathered from a thought.

Reads mind, world and what was recalled so far; changes nothing. Knows no kind of question; how a scene is worded is a matter of
``sim.prompts``.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from sim.language.text import same_deed, stems
from sim.language.time_and_place import near_by, read_now
from sim.mind.blocks import has
from sim.mind.facts import known_gatherings
from sim.mind.present import Present
from sim.mind.state import Commitment
from sim.prompts.scene import Moment, Person, Recollection, Scene
from sim.types import FROM_BEFORE, IMPORTED, Address, Memory, Step
from sim.world.clock import WEEKDAYS, Clock, clock_text
from sim.world.state import Body

TIES = 10
"""The most ties that a prompt tells; more would crowd out memories."""
CONCLUSIONS = 5
"""The most conclusions that a prompt tells."""
THINGS = 14
"""The most things in sight that a prompt tells."""
PRESENT = 10
"""The most people present that a prompt names."""
LATELY = 4
"""The most recent observations that a prompt tells."""
TOLD = 3
"""Most facts told to somebody that a prompt repeats."""
DID = 5
"""The most own activities that are told."""
OWN_ROUTINE = 3 * 3600
"""Game seconds for which own activities are told."""
SAID = 8
"""The most lines told that were said lately."""
SAID_ALOUD = 3600
"""Game seconds for which a line that was said aloud is told."""
SAID_IN_TALK = 600
"""Game seconds for which a line of a talk that is over is told."""
ALOUD = " said aloud: '"
"""How words are remembered that were said to the room."""
OVERHEARD = " overheard "
"""How lines are remembered that were said to others."""
OPENING = "getting ready"
"""What people do whom a run finds awake, until they begin what they have planned."""
FOUND = "spending a little time in company"
"""What follows for whoever was looking for somebody, found and spoken with."""
RECENT = 1800
"""Game seconds for which an observation is recent."""
FELT = 3 * 3600
"""Game seconds for which a mood lasts that a talk or an event left."""
FADING = 3600
"""Game seconds after which it begins to fade."""
HELD = 600
"""Game seconds for which a thought stays in mind."""
READ_BACK = 60
"""Last memories searched for what was observed lately, and for the last talk with somebody."""
GLANCE = 2
"""How many times as far as something new is noticed a resident knows of whoever is in the same room."""
LOW = 0.3
"""The level below which a need is felt."""
LOW_NEEDS = (("energy", "tired"), ("hunger", "hungry"), ("company", "lonely"))
"""Need -> the word for a low level."""
CLOSENESS = ((6, "very close by now"), (2, "closer lately"), (-1, ""), (-5, "strained lately"), (-99, "at odds"))
"""From this sum of changes on, how a tie has developed."""


def scene_of(thought: Present) -> Scene:
    """Everything the full register tells besides the question, with the memories recalled so far."""
    return Scene(thought.mind.town, _person(thought), _moment(thought), dict(thought.recalled), thought.rules.thoughts)


def in_the_room(thought: Present) -> list[Body]:
    """Everybody in the room, or out of doors not far away, whether they have just been noticed or not."""
    return thought.world.near(thought.body, GLANCE * thought.rules.vision)


def recollection(thought: Present, memory: Memory) -> Recollection:
    """When a memory was made and from whom it came; of an intention that it is one, of a promise that it is open no more."""
    people, when = thought.mind.people, when_made(thought, memory)
    source = people[memory.source][0] if memory.source in people else ""
    states = {c.text: c.state for c in thought.state.commitments} if memory.kind == "plan" else {}
    over = states.get(memory.text, "open") != "open"
    concern = thought.mind.resident.currently.rstrip(". ")
    if memory.text.rstrip(". ") == concern != thought.concern.rstrip(". "):
        return Recollection(memory.at, f"{when}, not wholly so any more", source)
    if over:
        return Recollection(memory.at, f"{when}, {states[memory.text]} since", source)
    meant = memory.kind == "plan" and not memory.text.startswith(f"{thought.name}'s plan for ")
    return Recollection(memory.at, f"{when}, intention" if meant else when, source)


def acquaintance(thought: Present, slug: str, lines: Sequence[tuple[str, str]] = ()) -> str:
    """What the resident knows and feels of somebody, and when they last spoke with each other about what. ``lines`` are
    those of a talk that is over and shown beside it."""
    spoke, tie = thought.state.met.get(slug), f"{_tie(thought, slug)}{_told(thought, slug, lines)}"
    if spoke is None or spoke >= thought.at:
        return tie
    return f"{tie}; last spoke {_spoken_at(thought, spoke)}{_last_talk(thought, thought.person(slug), spoke)}"


def _told(thought: Present, slug: str, lines: Sequence[tuple[str, str]]) -> str:
    """What somebody was told, or told, in earlier talks, the latest first: what names others or announces a gathering, for the
    rest was only said."""
    mind, name = thought.mind, thought.person(slug)
    now = frozenset().union(*(stems(words) for _, words in (*thought.state.talk_lines, *lines)))
    known = [fact for fact, names in thought.state.told.items() if name in names]
    worth = [fact for fact in known if fact in mind.gatherings or _names_others(fact, thought, name)]
    told = [fact for fact in worth if not _said(stems(_unnamed(fact, thought)), now)][-TOLD:]
    return f"; knows already: {'; '.join(reversed(told))}" if told else ""


def _said(fact: frozenset[str], words: frozenset[str]) -> bool:
    """Whether nearly all of a fact was said in these words: who tells of themselves says ``I``, and of Saturday
    ``tomorrow``."""
    return len(fact - words - _DAYS) <= len(fact) // 4


_DAYS = stems(" ".join(WEEKDAYS))


def _unnamed(fact: str, thought: Present) -> str:
    """A fact without the name of whoever told it: a fact about the teller had none."""
    return fact.replace(thought.name, "")


def _names_others(fact: str, thought: Present, hearer: str) -> bool:
    return any(name in fact for name, _ in thought.mind.people.values() if name not in (hearer, thought.name))


def _tie(thought: Present, slug: str) -> str:
    """What the resident knows and feels of somebody: in the scenario's words, and as it stands now where that does not say
    it all."""
    state, name, first = thought.state, thought.person(slug), thought.mind.resident.first
    given = thought.mind.resident.relationships.get(slug, "").rstrip(".")
    known = state.relations.get(slug) or ("has spoken with them" if slug in state.met else "known by sight, never spoken with")
    said = thought.mind.reading.relationship(name, first, given, thought.mind.resident.pronoun) if given else ""
    now = "" if given and known == said else _tie_alone(known, name)
    lacking = stems(given) - stems(now) if now else ()
    tie = (
        f"{given}; now: {now}" if 3 * len(lacking) > len(stems(given)) else now or given
    )  # once, where it says nearly all of it
    developed = closeness(state.closeness.get(slug, 0))
    return f"{name}: {tie}{f' ({developed})' if developed else ''}"


def _tie_alone(known: str, name: str) -> str:
    """A tie without the name that stands before it: ``Ann Ray is a friend`` and ``Ann Ray lives here too``."""
    return re.sub(rf"^{re.escape(name)} (?:is )?(?!and )", "", known).rstrip(".")


def closeness(total: int) -> str:
    """A sum of changes in words."""
    return next(words for least, words in CLOSENESS if total >= least)


def place_text(thought: Present, address: Address) -> str:
    """A place by the names of its sector and room."""
    return ", ".join(address[1:3]) or f"outdoors in {address[0]}"


def _person(thought: Present) -> Person:
    state, resident = thought.state, thought.mind.resident
    others = (slug for slug in thought.mind.people if slug in state.relations and slug not in resident.relationships)
    ties = [*resident.relationships, *others]  # in the scenario's order, which a resumed run has too
    open_ones = [c for c in state.commitments if c.state == "open" and not has(state.blocks, c.at, c.activity)]
    promises = [promise_text(thought, c) for c in sorted([*open_ones, *_hosting(thought)], key=lambda c: (not c.at, c.at))]
    return Person(
        home=place_text(thought, resident.home),
        occupation=resident.occupation,
        work=f"at {place_text(thought, resident.work)}" if resident.work else "",
        speech=resident.speech.how,
        near=thought.mind.near,
        ties=tuple(_tie(thought, slug) for slug in ties[:TIES]),
        conclusions=tuple(conclusions(thought)),
        promises=tuple(promises),
        yesterday=state.yesterday,
        plan=tuple(_plan(thought)),
    )


def conclusions(thought: Present) -> list[str]:
    """What the resident concluded when they last reflected, and some of what they did before, the weightiest first."""
    known = [m for m in thought.mind.stream.recent(READ_BACK, ("reflection",)) if _stands(m, thought.at)]
    last = [m for m in known if m.at == known[-1].at]
    shown = known[-max(CONCLUSIONS, min(TIES, len(last))) :]
    return [m.text for m in sorted(shown, key=lambda m: -(m.importance or 0))]


def _hosting(thought: Present) -> list[Commitment]:
    """The gatherings that the resident gives on another day, as appointments; today's stand in the plan."""
    mind, clock = thought.mind, thought.world.clock
    own = [(text, party) for text, party in known_gatherings(mind) if party.host == mind.slug and party.at > thought.at]
    later = [(text, party) for text, party in own if clock.day(party.at) > clock.day(thought.at)]
    return [Commitment(text, text, party.at, party.place) for text, party in later]


def promise_text(thought: Present, promise: Commitment) -> str:
    """A promise with its day, hour and place; of one without an hour since when it stands."""
    clock = thought.world.clock
    text = near_by(promise.text, read_now(clock.now_text(thought.at)))
    if not promise.at:
        later = (b for b in thought.state.blocks if b.end > thought.at)
        planned = next((block for block in later if same_deed(promise.activity, block.activity)), None)
        when = f"planned for {_day(clock, planned.start, thought.at)}" if planned else "no hour fixed"
        return f"{when}, since {_day(clock, promise.since, thought.at)}: {text}"
    where = f", {promise.place}" if promise.place else ""
    return f"{_day(clock, promise.at, thought.at)}{where}: {text}"


def _plan(thought: Present) -> Iterator[str]:
    clock, told = thought.world.clock, set[str]()
    for block in thought.state.blocks:
        again, why = block.activity in told, f" ({block.why})" if block.why else ""
        told.add(block.activity)
        doing = f"{block.activity}{' (goes on)' if again else why}"
        yield f"{clock_text(clock.minutes(block.start))} {', '.join(block.place[1:])}: {doing}"


def _moment(thought: Present) -> Moment:
    body, world = thought.body, thought.world
    arena = world.arena(body.tile)
    talk = world.talks.get(body.talk)
    partners = talk.people if talk else ()
    here = [other for other in in_the_room(thought) if other.slug not in partners]
    here.sort(key=lambda other: _distance(body, other))
    hearing = {other.slug for other in world.near(body, thought.rules.hearing)}
    return Moment(
        weather=world.weather,
        tomorrow=world.clock.weekday(thought.at + 86400),
        place=place_text(thought, arena),
        things=tuple(_things(thought, arena, {other.slug for other in here})),
        present=tuple(f"{other.name}, {_doing(thought, other)}" for other in here[:PRESENT]),
        earshot=tuple(other.name for other in here if other.slug in hearing and not other.asleep) if talk else (),
        feeling=_feeling(thought),
        doing=_own_doing(thought),
        did=tuple(_did(thought)),
        said=tuple(_said_lately(thought)),
        lately=tuple(_lately(thought)),
        talking=talk is not None,
    )


def _things(thought: Present, arena: Address, here: Container[str]) -> Iterator[str]:
    """Each object of a room once, with its state where it is not idle and who of those in sight uses it."""
    world = thought.world
    told: set[str] = set()
    for place in world.places.objects(arena) if len(arena) > 1 else ():
        thing = world.thing(place.address)
        name = world.called(place.address)
        told_state = thing.state if thing.state != world.idle_state(place.address) else ""
        user = world.bodies.get(thing.by)
        at_it = user and user.slug in here and not user.talk and user.tile in world.places.spots(place.address)
        used = f"{user.name} is at it" if user and at_it else ""
        text = f"{name} ({', '.join(filter(None, [told_state, used]))})" if told_state or used else name
        if text not in told and len(told) < THINGS:
            told.add(text)
            yield text


def _doing(thought: Present, other: Body) -> str:
    if other.asleep:
        return "asleep"
    talk = thought.world.talks.get(other.talk)
    names = [thought.person(slug) for slug in talk.people if slug != other.slug] if talk else []
    if names:
        return f"talking with {' and '.join(names)}"
    if other.walking or not underway(other):
        return other.activity
    came = other.address[:3] != thought.world.where(other)[:3] and thought.at - thought.state.met.get(other.slug, 0) > RECENT
    return "just arrived" if came else "standing there"


def underway(body: Body) -> bool:
    """Whether somebody is on the way to something: they walk there, or have arrived and not begun yet, or not begun the day."""
    return body.walking or body.activity == OPENING or (body.icon == "walk" and body.activity.startswith("walking to "))


def settled(body: Body) -> bool:
    """Whether somebody is at something that others may notice, not on the way to it, just up or done with a talk."""
    return not underway(body) and body.icon != "wake" and body.activity != FOUND


def activity_of(body: Body) -> str:
    """What somebody does who does not walk; where a walk has ended and nothing is begun, that they stand there."""
    return "standing there" if underway(body) and not body.walking else body.activity


def _own_doing(thought: Present) -> str:
    """The activity, what comes next, and the entry of the plan that both belong to."""
    state, clock, at = thought.state, thought.world.clock, thought.at
    block = next((b for b in reversed(state.blocks) if b.start <= at < b.end), None)
    doing = block.activity if block and thought.body.activity == OPENING else activity_of(thought.body)
    if thought.at in state.met.values():
        doing = f"the talk has just ended; before it {doing}"
    if talk := thought.world.talks.get(thought.body.talk):
        names = [thought.person(slug) for slug in talk.people if slug != thought.mind.slug]
        doing = f"talking with {' and '.join(names)}; before that {doing}"
    then = _then(thought)
    if block is None or block.activity == doing:
        return f"{doing}{then}"
    return f"{doing}{then}. In the plan until {clock_text(clock.minutes(block.end))}: {block.activity}"


def _then(thought: Present) -> str:
    """What the step in hand is for, where that is not what is done already, and what follows it."""
    state, at, body = thought.state, thought.at, thought.body
    step = state.steps[state.step] if 0 <= state.step < len(state.steps) else None
    following = next((later for later in state.steps[state.step + 1 :] if later.start > at), None)
    then = ""
    if step and at < step.end and (step.person or (underway(body) and not body.talk)):
        then = f"{'' if step.activity == body.activity else f', for: {step.activity}'}{aim(thought, step)}"
    if following:
        held = "" if state.spoken_since(following) else aim(thought, following)
        then += f"; next, from {clock_text(thought.world.clock.minutes(following.start))} {following.activity}{held}"
    return then


def aim(thought: Present, step: Step) -> str:
    """With whom a step is there to speak with, and what about, as its owner knows it."""
    about = f": {step.topic}" if step.topic else ""
    return f", to speak with {thought.person(step.person)}{about}" if step.person else ""


def _feeling(thought: Present) -> str:
    state = thought.state
    felt, age = state.feeling, thought.at - state.felt_at
    felt = "" if age >= FELT else f"{felt}, by now less so" if felt and age >= FADING else felt
    low = [word for need, word in LOW_NEEDS if state.needs.get(need, 1) < LOW]
    talk = thought.world.talks.get(thought.body.talk)
    said = talk and state.thought_at >= talk.since * thought.rules.tick and thought.mind.slug in (who for who, _ in talk.lines)
    held = "thought before their last line" if said else "still thinking"
    thinking = f"{held}: {state.thought}" if state.thought and thought.at - state.thought_at < HELD else ""
    return "; ".join(filter(None, [felt, state.mood, *low, thinking]))


def _lately(thought: Present) -> Iterator[str]:
    """The last observations that no retrieval brought, oldest first; what was overheard only as long as what was said."""
    clock, own = thought.world.clock, f"{thought.name} is "
    recent = [m for m in thought.mind.stream.recent(READ_BACK, ("observation",)) if thought.at - m.at <= RECENT]
    seen = (m for m in recent if m.text not in thought.recalled and not m.text.startswith(own) and ALOUD not in m.text)
    shown = [m for m in seen if OVERHEARD not in m.text or thought.at - m.at < SAID_IN_TALK]
    for memory in shown[-LATELY:]:
        yield f"{clock_text(clock.minutes(memory.at))}{recollection(thought, memory).told(memory.text)} {memory.text}"


def _said_lately(thought: Present) -> list[str]:
    """What was said aloud in the resident's hearing, by themselves or others, and what was said in a talk that is not
    thought over yet; oldest first."""
    clock, stream = thought.world.clock, thought.mind.stream
    over = {n for summary in stream.recent(READ_BACK, ("summary",)) for n in summary.evidence}
    over |= set(thought.state.talk_memories)
    found = stream.recent(READ_BACK, ("observation", "utterance"))
    lines = [m for m in found if m.n not in over and _was_said(thought, m)]
    return [f"{clock_text(clock.minutes(m.at))} {m.text}" for m in lines[-SAID:]]


def _was_said(thought: Present, memory: Memory) -> bool:
    """Whether a memory is words of the last hour said aloud, or words of the last minutes by or to the resident."""
    age = thought.at - memory.at
    if memory.kind == "observation":
        return ALOUD in memory.text and age < SAID_ALOUD
    return age < SAID_IN_TALK and thought.name in memory.text.partition(": '")[0]


def _did(thought: Present) -> list[str]:
    """The resident's own last activities but the present one, oldest first."""
    clock, own = thought.world.clock, thought.world.doing(thought.name, "")
    recent = thought.mind.stream.recent(READ_BACK, ("observation",))
    mine = [m for m in recent if m.text.startswith(own) and not m.source and thought.at - m.at <= OWN_ROUTINE]
    told = {m.text.removeprefix(own): clock_text(clock.minutes(m.at)) for m in mine}
    told.pop(thought.body.activity, None)
    return [f"{at} {activity}" for activity, at in told.items()][-DID:]


def _last_talk(thought: Present, name: str, ended: int) -> str:
    """What the last talk with somebody was about, which ended then; "" while it is still thought over."""
    stream = thought.mind.stream
    for summary in reversed(stream.recent(READ_BACK, ("summary",))):
        lines = [stream[n] for n in summary.evidence if n in stream]
        if any(name in line.text.partition(": '")[0] and ended - line.at < SAID_IN_TALK for line in lines):
            return f": {summary.text.rstrip('.')}"
    return ""


def _stands(memory: Memory, at: int) -> bool:
    return memory.expires is None or memory.expires > at


def when_made(thought: Present, memory: Memory) -> str:
    """When a memory was made, as far as that is known. An imported one may say ``tomorrow`` of a day of its own."""
    if memory.source == IMPORTED and thought.mind.resident.dated:
        return _day(thought.world.clock, memory.at, thought.at)
    return "earlier" if memory.source in FROM_BEFORE else _day(thought.world.clock, memory.at, thought.at)


def _day(clock: Clock, at: int, now: int) -> str:
    """A moment as people name it: ``today 08:20``, ``yesterday 18:05``, ``Tuesday 18:05``, ``May 3``."""
    days, hour = clock.day(at) - clock.day(now), clock_text(clock.minutes(at))
    if days in (-1, 0, 1):
        return f"{('yesterday', 'today', 'tomorrow')[days + 1]} {hour}"
    return f"{clock.weekday(at)} {hour}" if -6 <= days <= 6 else clock.date_text(at).split(", ")[1]


def _spoken_at(thought: Present, at: int) -> str:
    """When somebody was spoken to, in words that hold for more than a minute."""
    return "just now" if thought.at - at < 180 else _day(thought.world.clock, at, thought.at)


def _distance(one: Body, other: Body) -> int:
    return max(abs(one.tile[0] - other.tile[0]), abs(one.tile[1] - other.tile[1]))
