"""The full register: what every kind shows a reader who is clever and knows nothing of the town."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sim.engine.shared_knowledge import MAX_TOLD_WHOLE, SharedKnowledge
from sim.prompts import TASKS, Card, Question, brief, parse, render, to_json
from sim.prompts.check import satisfies
from sim.prompts.coerce import coerced
from sim.prompts.full import sketch, town_text
from sim.prompts.question import Considered
from sim.prompts.scene import Moment, Neighbour, Person, Recollection, Scene, Site, Town
from sim.prompts.tasks.icon import ICONS
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.react import React
from sim.prompts.tasks.say import Say
from sim.prompts.tasks.steps import Decompose
from sim.scenario import load
from sim.scenario.model import Scenario
from sim.world.clock import Clock
from sim.world.state import World
from sim.world.tilemap import TileMap

SCENARIOS = Path(__file__).parent.parent / "scenarios"
ANN, BO = Card("Ann Vale", "Ann", 40, ("shy",), ("Ann Vale bakes",), "Ann wants a dog"), Card("Bo Ray", "Bo", 50)
TOWN = Town(
    "Millbrook",
    1931,
    sites=(Site("Mill", ("loft", "yard"), hours="08:00 to 12:00", owner="Bo Ray"), Site("Ann's house", home_of=("Ann Vale",))),
    people=(Neighbour("Ann Vale", 40, "baker", "Ann's house", "Mill"), Neighbour("Bo Ray", 50, "miller", "Mill", "Mill")),
)
MOMENT = Moment(
    "rain", "Mill, yard", ("broom", "cart (loaded)"), ("Bo Ray, whistling",), (), "tired", "sweeping", ("07:50 a dog barks",)
)
RECALLED = {
    "Bo Ray sold the cart": Recollection(-90000, "Tuesday 18:05", "Bo Ray"),
    "Ann Vale lost a key": Recollection(-500, "today 07:51"),
}
PERSON = Person(home="Ann's house", ties=("Bo Ray: an old friend",), plan=("08:00 Mill, yard: sweeping the yard (it is due)",))
SCENE = Scene(TOWN, PERSON, MOMENT, RECALLED)


def asked(task: str, **given: Any) -> Question[Any]:
    memories = ("Ann Vale lost a key", "Bo Ray sold the cart")
    return TASKS[task](card=ANN, now="Monday, March 2, 1931, 08:00", memories=memories, scene=SCENE, **given)


@pytest.mark.parametrize("task", TASKS)
def test_every_kind_tells_the_town_the_person_the_task_and_the_moment_in_that_order(task: str) -> None:
    q = asked(task)
    prompt = render(q)
    assert prompt.system.startswith(town_text(TOWN)), "the same bytes for everybody"
    assert replace(q, card=BO) and render(replace(q, card=BO)).system.startswith(town_text(TOWN))
    assert "Mill: loft, yard; open 08:00 to 12:00; belongs to Bo Ray" in prompt.system and "in the year 1931" in prompt.system
    assert "You are Ann Vale" in prompt.system and "- Bo Ray: an old friend" in prompt.system
    order = [prompt.user.index(part) for part in ("Task: ", "Reply with JSON: ", "Now: Monday", q.cue())]
    assert order == sorted(order) and prompt.user.endswith(q.cue())
    assert brief.render(replace(q, scene=None)) == render(replace(q, scene=None)), "without a scene it is asked in brief"


@pytest.mark.parametrize("task", TASKS)
def test_the_form_of_a_reply_is_that_of_its_schema_and_every_member_told_is_one_of_it(task: str) -> None:
    q = asked(task)
    form = json.loads(sketch(q.schema()).replace("true or false", "true").replace("number", "1").replace(", ...", ""))
    assert list(form) == list(q.schema()["properties"])
    rows = [part[0] for part in form.values() if isinstance(part, list) and isinstance(part[0], dict)]
    assert set(q.members()) <= set(form).union(*rows)
    whole = coerced(to_json(q.fallback()), q.schema())
    assert satisfies(whole, q.schema()) and type(parse(q, whole)) is q.reply


def test_the_same_kind_begins_with_the_same_words_whatever_the_moment() -> None:
    first = render(asked("say", talking_with=("Bo Ray",), turns_left=9, conversation=()))
    evening = replace(asked("say", talking_with=("Cy Poe",), turns_left=2, goodbye=True), now="Monday, March 2, 1931, 19:00")
    later = render(evening)
    assert first.system == later.system
    assert first.user.split("\n\n")[0] == later.user.split("\n\n")[0]


def test_what_lasts_stands_before_what_changes_and_the_hour_last() -> None:
    things = {"objects": ("broom",), "people": ("Bo Ray",), "room": "Mill, yard"}
    steps, takeaway = render(asked("steps", **things)).user, render(asked("takeaway", places=("Mill", "Yard"))).user
    for user, choices in ((steps, "sought out: Bo Ray"), (takeaway, "Places to choose from: Mill; Yard")):
        parts = ("Task: ", choices, "Memories that come", "Weather: ", "Now: Monday")
        order = [user.index(part) for part in parts]
        assert order == sorted(order), "what a reply chooses from all day stands with the task"
    a_minute_later = replace(asked("say", conversation=(("Bo Ray", "Well?"),)), now="Monday, March 2, 1931, 08:01")
    now, then = render(asked("say", conversation=(("Bo Ray", "Well?"),))).user, render(a_minute_later).user
    same = next(i for i, (a, b) in enumerate(zip(now, then, strict=True)) if a != b)
    assert same > now.index("Bo Ray: Well?"), "in a talk only the hour and the cue are read anew"


def test_memories_stand_in_order_of_time_with_when_and_from_whom() -> None:
    user = render(asked("plan", places=("Mill",))).user
    lines = "- Tuesday 18:05, told by Bo Ray: Bo Ray sold the cart\n- today 07:51: Ann Vale lost a key"
    assert lines in user


def test_options_and_enumerations_are_shown() -> None:
    react = render(asked("react", seen="Bo Ray is whistling", among=("continue", "talk", "help"))).user
    assert all(f"\n- {name}: " in react for name in ("continue", "talk", "help")) and "\n- avoid: " not in react
    things = {"objects": ("broom", "cart"), "people": ("Bo Ray",), "room": "Mill, yard"}
    steps = render(asked("steps", activity="sweeping", minutes=30, **things)).user
    assert all(icon in steps for icon in ICONS) and "Things to use: broom; cart" in steps and "sought out: Bo Ray" in steps
    plan = render(asked("plan", places=("Mill", "Mill: loft", "Barn: hay", "Green"))).user
    assert "Places to choose from (a room is written 'Mill: loft'): Mill: loft; Barn: hay; Green\n" in plan
    assert "Options: yes; no" in render(asked("answer_choice", question="Well?", among=("yes", "no"))).user


def test_what_changes_with_every_line_of_a_talk_stands_right_before_it() -> None:
    def turn(said: tuple[str, ...], brought: tuple[str, ...], feeling: str) -> Say:
        q = asked("say", conversation=tuple(("Bo Ray", line) for line in said), talking_with=("Bo Ray",))
        assert isinstance(q, Say)
        scene = replace(SCENE, moment=replace(MOMENT, feeling=feeling))
        return replace(q, memories=q.memories[:1], brought=brought, scene=scene)

    first, second = turn(("Well?",), (), "tired"), turn(("Well?", "The cart is gone."), ("Bo Ray sold the cart",), "angry")
    one, two = render(first).user, render(second).user
    assert two.startswith(one[: one.index("Feeling: tired")]), "all before the mood was read for the line before"
    brought = "More memories:\n- Tuesday 18:05, told by Bo Ray: Bo Ray sold the cart\n"
    assert f"Talking with:\n- Bo Ray\nFeeling: angry\n{brought}The talk so far:\nBo Ray: Well?\n" in two
    assert "\nBo Ray: The cart is gone.\nNow: Monday" in two, "what is to be answered stands last"
    assert two.count("Feeling") == 1 and "More memories" not in one
    assert second.in_brief().memories == ("Ann Vale lost a key", "Bo Ray sold the cart"), "in brief both are memories"
    last = ["- Tuesday 18:05, told by Bo Ray: Bo Ray sold the cart", "Feeling: angry"]
    assert [line for line in render(second).droppable if line in last] == last, "what bears on the line goes last"


def test_thoughts_come_first_and_can_be_left_out() -> None:
    silent = replace(SCENE, thoughts=False)
    thinking = [task for task in TASKS if "thought" in asked(task).schema()["properties"]]
    assert set(thinking) == {
        "say", "react", "plan", "replan", "insights", "takeaway", "answer", "answer_choice", "answer_scale",
    }  # fmt: skip
    for task in thinking:
        q = asked(task)
        assert next(iter(q.schema()["properties"])) == "thought" and issubclass(q.reply, Considered)
        quiet = replace(q, scene=silent)
        assert "thought" not in quiet.schema()["properties"] and "private" not in render(quiet).user


def test_lines_and_activities_may_be_longer_than_in_brief() -> None:
    assert asked("say").schema()["properties"]["say"]["maxLength"] == 400
    step = asked("steps").schema()["properties"]["steps"]["items"]["properties"]["activity"]
    assert step["maxLength"] == 120
    assert asked("say").tokens > Say(card=ANN).tokens


def test_what_overflows_goes_least_important_first_and_never_the_task() -> None:
    q = asked("insights", statements=tuple(f"statement {n}" for n in range(9)), question="What now?")
    prompt = render(q)
    assert render(asked("say")).droppable[0] == "- 07:50 a dog barks" and prompt.droppable[0].endswith("Bo Ray sold the cart")
    assert prompt.droppable[1:] and all("statement" in line for line in prompt.droppable[1:])
    kept = prompt.user.split("\n")
    for line in prompt.droppable:
        kept.remove(line)
    assert q.cue() in kept and any(line.startswith("Task: ") for line in kept)


def test_the_language_is_asked_for_and_the_forms_of_english_are_left_alone() -> None:
    german = replace(SCENE, town=replace(TOWN, language="German"))
    q = replace(asked("steps", activity="backen", minutes=10), scene=german)
    assert "Everything in German" in render(q).system and "Everything in" not in render(asked("say")).system
    row = {"activity": "backt Brot", "object": "", "state": "", "icon": "cook", "minutes": 10, "person": ""}
    for question, meant in ((q, "backt Brot"), (asked("steps", activity="baking", minutes=10), "backting Brot")):
        reply = question.repair(parse(question, {"steps": [row]}))
        assert isinstance(question, Decompose) and reply.steps[0].activity == meant


def test_a_plan_keeps_what_it_is_for_and_its_activities_take_their_form() -> None:
    q = asked("plan", places=("Mill", "Mill: loft"), start=480, minutes=600)
    rows = [{"start": "08:00", "activity": "Sweep the yard", "why": "it is due", "place": "Mill"}]
    assert isinstance(q, PlanDay)
    plan = q.repair(q.order(parse(q, {"thought": "Rain again.", "plan": rows})))
    assert [(e.activity, e.why) for e in plan.plan] == [("sweeping the yard", "it is due")] and plan.thought == "Rain again."
    assert "thought" not in to_json(replace(plan, thought="")), "what is empty is not recorded"


def test_who_goes_on_needs_no_reason_and_a_deed_without_one_is_done_for_what_was_thought() -> None:
    q = asked("react")
    assert q.schema()["properties"]["reason"]["minLength"] == 0
    going_on = replace(q.fallback(), reason="", thought="Not now.")
    assert q.repair(going_on) == going_on
    assert q.repair(replace(going_on, choice="talk")).reason == "Not now."


def test_who_is_quoted_is_not_named_as_the_source_again() -> None:
    heard = Recollection(0, "today 08:00", "Ann Lee")
    assert heard.text("Ann Lee said aloud: 'Rain!'") == "today 08:00: Ann Lee said aloud: 'Rain!'"
    assert heard.text("It rains") == "today 08:00, told by Ann Lee: It rains"


@pytest.mark.parametrize("task", ["rate", "questions", "insights"])
def test_who_looks_back_is_told_their_mood_and_not_the_room(task: str) -> None:
    shown = render(asked(task)).user
    assert "Feeling: tired" in shown and "broom" not in shown and "a dog barks" not in shown


def test_the_questions_of_one_reflection_know_of_each_other() -> None:
    q = asked("insights", besides=("What does Bo want?",), statements=("Ann Vale lost a key",), question="Who has the key?")
    user = render(q).user
    assert "lost a key\nAsked apart, so leave to their own turn what answers these:\n- What does Bo want?\nNow: " in user
    assert user.endswith("about this question: Who has the key?")


def test_a_reaction_may_be_to_somebody_else_who_is_here() -> None:
    q = asked("react", seen="Bo Ray is whistling", present=("Bo Ray", "Cy Poe"), among=("continue", "talk"))
    assert isinstance(q, React)
    assert q.schema()["properties"]["whom"] == {"enum": ["Bo Ray", "Cy Poe", ""]}


def knowledge(scenario: Scenario) -> SharedKnowledge:
    tilemap = TileMap.load(scenario.map)
    return SharedKnowledge(scenario, World(tilemap, Clock(scenario.start), [(r.slug, r.name) for r in scenario.residents]))


A_TOKEN = 3.3
"""Characters of a list of names and hours that a vocabulary of 100,000 or more has in a token, at least: 3.34 in cl100k, 3.43
in o200k, counted over the town of two_days (937 and 913 tokens)."""


def test_a_town_of_twenty_five_is_told_whole_in_about_900_tokens_and_a_larger_one_by_what_is_near() -> None:
    scenario = load(SCENARIOS / "two_days.yaml")
    shared = knowledge(scenario)
    told = "\n".join(line for fact in shared.town.parts() for line in fact.lines())
    assert all(r.name in told for r in scenario.residents) and "The Blue Teapot" in told
    assert "lives at Marsh House" in told and "- Marsh House" not in told, "a home is told with who lives there"
    assert "- Market Square" in told and "Leo Castellan: 33, musician at The Fox and Lantern; lives at Tanner Row" in told
    assert len(told) / A_TOKEN < 950 and not any(shared.near(r) for r in scenario.residents)
    many = [replace(r, slug=f"{r.slug}{n or ''}", name=f"{r.name} {n}") for n in range(4) for r in scenario.residents]
    large = knowledge(replace(scenario, residents=tuple(many)))
    assert len(many) > MAX_TOLD_WHOLE and not large.town.people and not large.town.sites
    near = large.near(many[0])
    assert 5 < len(near) <= 32 and len("\n".join(near)) / A_TOKEN < 950
