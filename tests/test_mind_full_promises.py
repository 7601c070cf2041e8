"""Capable minds and what they promise: appointments in the plan, what settles them, and what becomes of the day."""

from __future__ import annotations

from dataclasses import replace

from capable_minds import Live, Written, events, nora_at_the_cafe, once, talkative, thought_of

from sim.mind.appointments import appointments
from sim.mind.blocks import purpose, put_in
from sim.mind.commitments import LAPSES, SETTLED, review_commitments, settle
from sim.mind.converse import _keep_intention
from sim.mind.mind import Mind
from sim.mind.plan_execution import resume_step
from sim.mind.scene import recollection, scene_of
from sim.mind.state import Commitment, MindState
from sim.mind.thought import Thought
from sim.prompts import render
from sim.prompts.tasks.react import Reaction
from sim.prompts.tasks.takeaway import Agreement, TakeAway, TakeFromTalk
from sim.types import Block, Step


def test_a_later_talk_settles_a_promise_which_leaves_the_plan_with_it(live: Live) -> None:
    def take(q: TakeFromTalk) -> TakeAway:
        agreed = Agreement(f"{q.card.name} will help at the pond", "helping at the pond", "today", "11:00", "The Green")
        settled = tuple(range(1, len(q.promises) + 1))
        return TakeAway("They talked", 3, (), () if settled else (agreed,), settled, (), "", "")

    written = Written(talkative("about the pond"), take)
    town = live(written, until="10:45", chat_cooldown=60)
    first = next(q for q in written.of(TakeFromTalk) if q.promises)
    assert first.promises == (f"today 11:00, The Green: {first.card.name} will help at the pond",)
    who = next(row["key"] for row in events(town, "promise"))
    assert {row["state"] for row in events(town, "promise")} == {"settled"}
    plans = [row["blocks"] for row in events(town, "plan") if row["key"] == who]
    planned = [any(block["activity"] == "helping at the pond" for block in blocks) for blocks in plans]
    assert True in planned and planned[planned.index(True) + 1] is False


def test_an_appointment_ends_where_the_next_begins(live: Live) -> None:
    def take(q: TakeFromTalk) -> TakeAway:
        at = [
            Agreement(f"{q.card.name} will come at {hour}", f"coming at {hour}", "today", hour, "The Green")
            for hour in ("11:00", "10:30")
        ]
        return TakeAway("They talked", 3, (), tuple(at), (), (), "", "")

    town = live(Written(once(Reaction("talk", "about the pond")), take))
    who, blocks = next((slug, mind.state.blocks) for slug, mind in town.engine.minds.items() if mind.state.commitments)
    kept = {b.activity: town.engine.world.clock.now_text(b.start)[-5:] for b in blocks if b.activity.startswith("coming")}
    assert kept == {"coming at 10:30": "10:30", "coming at 11:00": "11:00"}, who


def test_an_appointment_stands_once_in_the_plan_with_what_the_visit_was_for_and_what_it_leaves_goes_on() -> None:
    cafe, pond, home = ("W", "Cafe", "bar"), ("W", "Green"), ("W", "Home")
    morning = [Block(0, 6000, "serving", cafe), Block(6000, 9000, "asking Ann", cafe), Block(9000, 12000, "pacing", pond)]
    day = [*morning, Block(12000, 40000, "sleeping", home)]
    told = Block(6000, 7800, "telling Ann", cafe, "Bo will tell Ann")
    assert put_in(day, told) == [
        morning[0],
        replace(told, end=9000, why="Bo will tell Ann; besides: asking Ann"),
        *day[2:],
    ], "it is the same visit"
    later = replace(told, start=3000, end=4800)
    rest = replace(morning[0], start=4800)
    assert put_in(day, later) == [replace(morning[0], end=3000), later, rest, *day[1:]]
    nearly = replace(told, start=3000, end=5400)
    assert put_in(day, nearly) == [replace(morning[0], end=3000), replace(nearly, end=6000), *day[1:]], (
        "nobody lives ten minutes"
    )


def test_a_promise_without_an_hour_is_open_until_it_is_settled_and_every_promise_is_told_once(live: Live) -> None:
    def take(q: TakeFromTalk) -> TakeAway:
        poem = Agreement(f"{q.card.name} will find the poem", "finding the poem", "", "", "")
        soup = Agreement(f"{q.card.name} will bring soup", "bringing soup", "today", "08:30", "The Green", 20)
        settled = tuple(i for i, text in enumerate(q.promises, 1) if "poem" in text)
        return TakeAway("They talked", 3, (), () if settled else (poem, soup), settled, (), "", "")

    written = Written(talkative("about the poem"), take)
    town = live(written, until="09:00", chat_cooldown=60)
    first = next(q for q in written.asked if q.scene and any("poem" in text for text in q.scene.person.promises))
    name = first.card.name
    assert first.scene.person.promises[-1].endswith(f"{name} will find the poem"), "what has no hour stands last"
    prompt = render(first)
    for promise in (f"{name} will find the poem", f"bringing soup ({SETTLED})"):
        assert f"{prompt.system}\n{prompt.user}".count(promise) == 1
    slug = next(slug for slug, mind in town.engine.minds.items() if mind.resident.name == name)
    blocks = next(row["blocks"] for row in events(town, "plan") if row["key"] == slug and row["why"] == "commitment")
    soup = next(block for block in blocks if block["activity"] == "bringing soup")
    assert soup["end"] - soup["start"] == 1200, "as long as was said"
    mind = town.engine.minds[slug]
    mind.state.commitments.append(Commitment("to sing", "singing", 0, "", since=mind.state.commitments[0].since))
    thought = thought_of(town, slug, mind.state.commitments[0].since + LAPSES + 10)
    review_commitments(thought, "reading")
    assert mind.state.commitments[-1].state == "given up"
    again = MindState.from_json(mind.state.to_json(), mind.state.habits(), {})
    assert again.commitments == mind.state.commitments


def test_a_promise_may_be_replaced_by_one_of_the_same_hour_and_place(live: Live) -> None:
    def take(q: TakeFromTalk) -> TakeAway:
        agreed = Agreement(f"{q.card.name} will come to the pond {len(q.promises)}", "coming", "today", "11:00", "The Green")
        return TakeAway("They talked", 3, (), (agreed,), tuple(range(1, len(q.promises) + 1)), (), "", "")

    town = live(Written(talkative("about the pond"), take), until="10:30", chat_cooldown=60)
    kept = [mind.state for mind in town.engine.minds.values() if len(mind.state.commitments) > 1]
    assert kept
    for state in kept:
        assert [c.state for c in state.commitments] == ["settled"] * (len(state.commitments) - 1) + ["open"]
        assert any(b.start == state.commitments[-1].at and b.activity == "coming" for b in state.blocks)


def agreed(mind: Mind, text: str, at: int, place: str = "The Green", activity: str = "helping at the pond") -> Commitment:
    return Commitment(f"{mind.resident.name} {text}", activity, at, place)


def keep(thought: Thought, promise: Commitment) -> None:
    _keep_intention(thought, promise.text, promise.activity, promise.at, promise.place, "t1-nora")


def test_an_appointment_replaced_by_one_at_the_same_hour_and_place_stands_in_the_plan(live: Live) -> None:
    thought = nora_at_the_cafe(live)
    state, noon, before = thought.state, 6 * 3600, list(thought.state.blocks)
    deeds = ("help", "help with cake", "help with two cakes", "sing")
    first, second, third, fourth = (agreed(thought.mind, f"will {n}", noon, activity=n) for n in deeds)
    keep(thought, first)
    settle(thought, first, "settled", "replaced")
    assert state.blocks == before, "the halves of what it had cut in two join"
    keep(thought, second)
    assert [b.activity for b in state.blocks if b.start == noon] == ["help with cake"], "what was settled bars nothing"
    keep(thought, third)
    assert [b.activity for b in state.blocks if b.start == noon] == ["help with two cakes"], "what was agreed last says it best"
    keep(thought, fourth)
    merged = next(b for b in state.blocks if b.start == noon)
    assert (merged.activity, merged.why) == ("sing", f"{SETTLED}; besides: help with two cakes"), "both are meant"
    assert [c.text for c in state.commitments if c.state == "open"] == [third.text, fourth.text]
    assert appointments(thought, 50000, ()) == ("13:00 help with two cakes and sing (The Green)",)
    (supper,) = scene_of(thought).person.promises  # the plan tells the others, and this one is tomorrow's
    assert "lantern supper" in supper
    settle(thought, third, "settled", "no cake")
    assert next(b for b in state.blocks if b.start == noon) == replace(merged, why=SETTLED)
    memory = next(m for m in thought.mind.stream.recent(9) if m.text == first.text)
    assert recollection(thought, memory).text(first.text).endswith(f", settled since: {first.text}")


def test_what_a_visit_was_for_comes_back_when_the_appointment_falls_away(live: Live) -> None:
    thought = nora_at_the_cafe(live)
    state = thought.state
    cafe = thought.sector("The Copper Finch")
    state.blocks = put_in(state.blocks, Block(20000, 24000, "asking Tess for peace", cafe, "it is time"))
    own = list(state.blocks)
    promise = agreed(thought.mind, "will bring a bun", 20600, "The Copper Finch", "bringing a bun")
    keep(thought, promise)
    merged = next(b for b in state.blocks if b.start == 20600)
    assert (merged.activity, merged.end) == ("bringing a bun", 24000)
    assert merged.why.endswith("; besides: asking Tess for peace; it is time")
    settle(thought, promise, "settled", "no bun")
    back = next(b for b in state.blocks if b.start == 20600)
    assert (back.activity, back.why) == ("asking Tess for peace", "it is time") and len(state.blocks) == len(own)


def test_an_hour_without_a_place_stays_an_hour(live: Live) -> None:
    town = live(Written(), until="07:40")
    thought = thought_of(town, "nora", 2400)
    keep(thought, promise := agreed(thought.mind, "will leave flour on a step", 6 * 3600, ""))
    assert f"today 13:00: {promise.text}" in scene_of(thought).person.promises
    review_commitments(thought_of(town, "nora", 8 * 3600), "reading")
    assert thought.state.commitments[-1].state == "open", "nobody sees whether it was kept"
    assert appointments(thought, 50000, ()) == ("13:00 helping at the pond",)


def test_what_was_fixed_for_a_room_does_not_begin_on_the_way(live: Live) -> None:
    town = live(Written(), until="07:40")
    thought = thought_of(town, "nora", 2400)
    state, world = thought.state, thought.world
    room = thought.sector("The Copper Finch: back room")
    promise = agreed(thought.mind, "will tell Tess", 2400, "The Copper Finch: back room", "telling Tess")
    state.commitments = [promise]
    state.blocks = put_in(state.blocks, Block(2400, 4200, "telling Tess", room, promise.text))
    step = Step(2400, 4200, "telling Tess", room, person="tess", topic="the news")
    state.steps, state.step, state.steps_for = [step], 0, purpose(next(b for b in state.blocks if b.start == 2400))
    world.bodies["tess"].tile = thought.body.tile
    resume_step(thought)
    assert [action.kind for action in thought.actions] == ["act", "walk"], "to the room, though Tess stands beside her"
    for slug in ("nora", "tess"):
        world.bodies[slug].tile = world.places.spots(room)[0]
    there = thought_of(town, "nora", 2500)
    resume_step(there)
    assert any(action.kind == "talk" for action in there.actions)
