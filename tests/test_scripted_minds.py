"""What the scripted mind decides: ratings, plans, reactions, reflections and interviews."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_questions import MARA, PEOPLE, PLACES, SUPPER, ask

from sim.answer.scripted import Script
from sim.answer.scripted.english.grammatical_person import first_person
from sim.answer.scripted.english.third_person import third_person
from sim.answer.scripted.everyday import MORNINGS, NIGHTS, SUPPERS, WAKING
from sim.answer.scripted.week import A_DAYS, OPENS_OR_CLOSES, share_of
from sim.language.time_and_place import read_clock
from sim.llm.base import Names
from sim.prompts import Setting
from sim.prompts.tasks.answer import AnswerOpen, PlannedHour
from sim.prompts.tasks.answer_choice import AnswerChoice
from sim.prompts.tasks.insights import NOTHING, InferInsights
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.rate import Rate
from sim.prompts.tasks.react import React
from sim.prompts.tasks.replan import Replan
from sim.prompts.tasks.steps import Decompose


def test_ratings_grow_from_things_to_routine_to_talk_to_news_to_life(script: Script) -> None:
    events = (
        "the stove is idle",
        "Tom Reed is listening to whoever plays tonight",
        "Mara Lind talked with Tom Reed about gardening",
        "Tom Reed is giving a lantern supper at Mill Green on Saturday at 6 pm",
        "Mara Lind's mother died last night",
    )
    ratings = script.answer(ask(Rate, events=events)).ratings
    assert (
        list(ratings) == sorted(ratings)
        and ratings[0] == 1
        and ratings[1] <= 2
        and 3 <= ratings[2] <= 5
        and 5 <= ratings[3] <= 8
    )
    assert ratings[4] == 10


def test_a_day_has_meals_work_and_bed_and_keeps_promises(script: Script) -> None:
    promise = "Mara Lind plans to go to the lantern supper at Mill Green on Friday at 6 pm"
    for seed in range(12):
        asked = ask(PlanDay, seed, memories=(promise,), places=PLACES, at=PLACES[0], start=420, minutes=900)
        plan = script.answer(asked).plan
        activities = " ".join(entry.activity for entry in plan)
        assert ("18:00", "going to the lantern supper", "Mill Green") in [(it.start, it.activity, it.place) for it in plan]
        assert "lunch" in activities and "bed" in activities and plan[0].place == plan[-1].place == "Lind's house"
        assert sum(entry.place == "The Copper Kettle" for entry in plan) >= 2


@pytest.mark.parametrize("known", range(1, 6))
@pytest.mark.parametrize("seed", range(12))
def test_where_few_live_a_day_has_one_supper_and_no_visit_takes_it_all(script: Script, known: int, seed: int) -> None:
    friends = [name for name in PEOPLE if name != MARA][:known]
    told = tuple(f"{name} is a friend of {MARA}" for name in friends)
    few = Names((MARA, "Mara"), tuple((name, name.split(" ")[0]) for name in friends), PLACES)
    asked = ask(PlanDay, seed, memories=told, places=PLACES, at=PLACES[0], start=420, minutes=900)
    day = [(read_clock(entry.start), entry.activity) for entry in script.answer(replace(asked, names=few)).plan]
    assert sum(activity in SUPPERS for _, activity in day) == 1 and day[-1][1] in NIGHTS
    visits = [after - at for (at, activity), (after, _) in pairwise(day) if activity.startswith("looking for")]
    assert len(visits) >= 3 and max(visits) <= 75
    supper = f"{MARA} plans to go to the lantern supper at Mill Green on Friday at 7 pm"
    guest = script.answer(replace(asked, names=few, memories=(*told, supper))).plan
    assert any(entry.start == "19:00" and "lantern supper" in entry.activity for entry in guest)
    assert not any(entry.activity in SUPPERS for entry in guest), "nobody has supper twice"


def test_an_occasion_of_another_day_is_not_in_todays_plan(script: Script) -> None:
    later = SUPPER.replace("Friday", "Sunday")
    for seed in range(8):
        plan = script.answer(ask(PlanDay, seed, memories=(later,), places=PLACES, start=420, minutes=900)).plan
        assert not any("lantern" in entry.activity for entry in plan)


def test_a_trade_with_work_for_two_days_does_other_work_tomorrow(script: Script) -> None:
    shared = 0
    for trade in script.banks.occupations:
        tasks = [(block.activity, block.when, "") for block in trade.blocks]
        friday, saturday, sunday = (share_of(tasks, day, "Nell Ashby") for day in ("Friday", "Saturday", "Sunday"))
        assert friday == sunday and set(friday) | set(saturday) == set(tasks), trade.name
        if len(tasks) > A_DAYS:
            both = [text for text, _, _ in set(friday) & set(saturday) if not OPENS_OR_CLOSES.match(text)]
            assert len(both) <= 3 and min(len(friday), len(saturday)) >= 4, (trade.name, both)
            shared += 1
    assert shared > 40


def test_steps_use_the_objects_that_are_there(script: Script) -> None:
    objects = ("espresso machine", "front counter", "pastry shelf")
    rows = script.answer(
        ask(Decompose, activity="serving the breakfast rush", at="The Copper Kettle", objects=objects, minutes=60)
    ).steps
    assert sum(row.minutes for row in rows) == 60 and len(rows) >= 3
    assert {row.object for row in rows} & set(objects) and {row.object for row in rows} <= {*objects, ""}


@pytest.mark.parametrize("activity", ["hosting the lantern supper", "going to the anniversary dinner", "joining the feast"])
def test_whoever_gives_a_meal_or_goes_to_it_eats_and_talks_and_does_not_cook(script: Script, activity: str) -> None:
    asked = ask(Decompose, activity=activity, at="Mill Green", objects=("stove", "sink", "long table"), minutes=60)
    steps = [row.activity for row in script.answer(asked).steps]
    eats, talks = steps.index("eating together"), steps.index("talking with the others")
    assert 0 < eats < talks < steps.index("saying goodbye")
    assert not {"stove", "sink"} & {row.object for row in script.answer(asked).steps}
    before = script.answer(replace(asked, activity="getting everything ready for the lantern supper")).steps
    assert before[0].activity == "preparing the food" and not any("eating" in row.activity for row in before)


@pytest.mark.parametrize("activity", WAKING)
def test_whoever_has_breakfast_elsewhere_has_none_on_getting_up(script: Script, activity: str) -> None:
    rows = script.answer(ask(Decompose, activity=activity, at=PLACES[0], objects=("bed", "wardrobe"), minutes=30)).steps
    assert not any("breakfast" in row.activity for row in rows)


@pytest.mark.parametrize("about", ["seven nights without sleep", "a fresh coffee", "mending and the accounts"])
def test_whoever_looks_for_somebody_does_not_do_what_it_is_about(script: Script, about: str) -> None:
    activity = f"looking for Tom Reed to speak of {about}"
    rows = script.answer(ask(Decompose, activity=activity, at=PLACES[0], objects=("bed", "wardrobe"), minutes=20)).steps
    assert [row.activity for row in rows] == [activity]


@pytest.mark.parametrize("activity", MORNINGS)
def test_no_breakfast_is_made_at_a_bed_or_a_wardrobe(script: Script, activity: str) -> None:
    rows = script.answer(ask(Decompose, activity=activity, at=PLACES[0], objects=("bed", "wardrobe"), minutes=60)).steps
    assert not any(row.object for row in rows if "breakfast" in row.activity or "kettle" in row.activity)


@pytest.mark.parametrize(
    ("seen", "doing", "choice"),
    [
        ("the stove is on fire", "reading a book", "replan"),
        ("Tom Reed is calling for help", "reading a book", "replan"),
        ("Tom Reed is using the shower", "going to use the shower", "wait"),
        ("the stove is idle", "reading a book", "continue"),
        ("Tom Reed is sleeping", "reading a book", "continue"),
    ],
)
def test_reactions_fit_what_is_seen(script: Script, seen: str, doing: str, choice: str) -> None:
    for seed in range(5):
        assert script.answer(ask(React, seed, seen=seen, doing=doing, at="Mill Green")).choice == choice


@pytest.mark.parametrize(
    ("seen", "doing", "left"),
    [
        ("the stove is on fire", "reading a book", {"replan"}),
        ("the copper vat is boiling over", "reading a book", {"replan"}),
        ("Tom Reed is using the shower", "going to use the shower", {"wait", "replan"}),
        ("Tom Reed is sitting on a bench", "taking a walk", {"continue", "talk", "wait", "replan"}),
    ],
)
def test_a_model_that_chooses_cannot_walk_past_trouble(script: Script, seen: str, doing: str, left: set[str]) -> None:
    proposed = script.propose(ask(React, 3, seen=seen, doing=doing, at="Mill Green"), 8)
    assert {reply.choice for reply in proposed} == left


@pytest.mark.parametrize(
    ("at", "doing", "wet"),
    [
        ("Alder Park", "reading a book", True),
        ("Alderbrook", "walking to The Blue Teapot", True),
        ("Quill Cottage", "finding a book on garden plants in the market", False),
        ("The Blue Teapot", "sitting at the harbour table", False),
    ],
)
def test_only_who_is_outdoors_goes_in_when_it_rains(script: Script, at: str, doing: str, wet: bool) -> None:
    kinds = {"Quill Cottage": "", "The Blue Teapot": "kitchen parlour cafe", "Alder Park": "pond playground lawn"}
    setting = Setting(home="Quill Cottage", kinds=kinds)
    for seed in range(5):
        asked = replace(ask(React, seed, seen="a short shower of rain", doing=doing, at=at), setting=setting)
        assert (script.answer(asked).choice == "replan") == wet
    places = tuple(kinds)
    changed = ask(Replan, 1, new="a short shower of rain", doing=doing, at=at, places=places, minutes=120)
    assert (script.answer(replace(changed, setting=setting)).plan[0].place == "Quill Cottage") or not wet


def test_burning_something_is_no_fire(script: Script) -> None:
    for seed in range(10):
        seen = "Leo Marsh is burning a terrible chorus in the ashtray"
        assert script.answer(ask(React, seed, seen=seen, doing="reading", at="Mill Green")).choice != "replan"


def test_whoever_has_news_for_a_friend_mostly_talks(script: Script) -> None:
    news = ("Jonas Berg is giving a concert at Town Hall on Sunday at 5 pm",)
    fields = {
        "seen": "Tom Reed is sitting on a bench",
        "doing": "taking a walk",
        "relationship": "Tom Reed is Mara's old friend",
    }
    told = [script.answer(ask(React, seed, memories=news, **fields)).choice for seed in range(20)]
    silent = [script.answer(ask(React, seed, **fields)).choice for seed in range(20)]
    assert told.count("talk") >= 17 > silent.count("talk")


def concluded(script: Script, *statements: str) -> list[tuple[str, tuple[int, ...]]]:
    asked = ask(InferInsights, statements=statements, question="How close are Mara Lind and Tom Reed?", count=5)
    return [(row.insight, row.because) for row in script.answer(asked).insights]


def test_insights_follow_from_what_they_cite_and_are_no_mere_sums() -> None:
    script = Script()
    told = "Ada Holm told Mara Lind that Tom Reed has told nobody about the letter"
    text, because = concluded(script, told)[0]
    assert because == (1,) and ("careful what one tells Ada Holm" in text or text.endswith("not safe with Ada Holm"))
    nothing = concluded(script, "Mara Lind is cooking", "Mara Lind is eating", "Tom Reed is moving to the coast")
    assert nothing == [(NOTHING, (1,))], "nothing from one's own routine, nothing from a single line"
    kind = [e for e in script.banks.exchanges if e.trait == "kind"][:2]
    alike = [f"{who} said to Mara Lind: '{e.turns[e.key]}'" for who, e in zip(("Tom Reed", "Ada Holm"), kind, strict=True)]
    sums = [f"{who} is for Bo Falk's running for mayor" for who in ("Tom Reed", "Ada Holm", "Kai Berg")]
    assert {text for text, _ in (*concluded(script, *alike), *concluded(script, *sums))} == {NOTHING}, "no likeness, no sum"


def test_views_on_two_sides_add_up() -> None:
    script, runs = Script(), "Ada Holm's running for mayor of Alder"
    views = (f"Tom Reed is for {runs}", f"Bo Falk is against {runs}")
    text, because = concluded(script, *views)[0]
    assert because == (1, 2) and all(name in text for name in ("Tom Reed", "Bo Falk", runs))
    assert text not in dict(concluded(script, *views, text)), "nothing is concluded twice"


def test_interviews_tell_of_the_hour_asked_and_of_what_one_concluded(script: Script) -> None:
    day = (PlannedHour(510, "getting up", "Home"), PlannedHour(960, "baking", "The mill"), PlannedHour(30, "sleeping", "Home"))
    at_ten = [
        ask(AnswerOpen, question=f"What do you do at {hour} today?", day=day) for hour in ("16:15", "4 pm", "09:00", "1 am")
    ]
    baking, four, up, night = (script.answer(one).answer for one in at_ten)
    assert "baking" in baking and "baking" in four and "getting up" in up and "asleep" in night
    insight = script.banks.threads[0].insight[0].replace("{a}", "Tom Reed")
    answers = {
        script.answer(
            ask(AnswerOpen, seed, question="What do you think of Tom Reed?", memories=("Tom Reed is baking", insight))
        )
        for seed in range(4)
    }
    assert {one.answer for one in answers} == {f"{insight}."}


def test_interviews_rest_on_memories_or_admit_ignorance(script: Script) -> None:
    asked = ask(AnswerOpen, question="Did you know there is a lantern supper?", memories=("the stove is idle", SUPPER))
    assert script.answer(asked).answer.startswith("Yes.") and "lantern supper" in script.answer(asked).answer
    for seed in range(6):
        unknown = script.answer(ask(AnswerOpen, seed, question="Did you know there is a lantern supper?")).answer
        assert unknown.startswith("No") and "lantern" not in unknown
    stranger = script.answer(ask(AnswerOpen, question="Do you know Harald Finch?")).answer
    assert "Harald Finch" in stranger and not stranger.startswith("Yes")


def test_interviews_know_oneself_and_ones_ties(script: Script) -> None:
    ties = (("Jonas Berg", "Mara and Jonas Berg: owes him money"), ("Tom Reed", "Tom Reed is Mara's old friend"))
    for seed in range(4):
        for question in ("Who is Mara Lind?", "Who's Mara?", "Who are you?"):
            assert MARA in script.answer(ask(AnswerOpen, seed, question=question)).answer
        friends = script.answer(ask(AnswerOpen, seed, question="Who are your friends?", ties=ties)).answer
        assert friends == "I count Tom Reed among my friends."
        for question in ("What do you think of Tom Reed?", "Who is Tom Reed?"):
            assert script.answer(ask(AnswerOpen, seed, question=question, ties=ties)).answer == "Tom Reed is my old friend."


def test_yes_or_no_by_choice_follows_what_is_known(script: Script) -> None:
    fields = {"question": "Have you heard about the lantern supper?", "among": ("yes", "no")}
    assert script.answer(ask(AnswerChoice, memories=(SUPPER,), **fields)).answer == "yes"
    assert script.answer(ask(AnswerChoice, **fields)).answer == "no"


PREDICATES = (
    "is hosting a supper",
    "has lost the keys",
    "was ill on Monday",
    "runs the mill and loves it",
    "will leave on Friday",
    "wants to go home",
    "carries the post",
    "no longer works at the mill",
    "lost a hat",
    "plans to meet Tom Reed at noon",
)


@given(st.sampled_from(PREDICATES), st.sampled_from(("", " at Mill Green", " with Tom Reed", " because the roof leaks")))
def test_a_statement_survives_being_said_in_the_first_person(predicate: str, rest: str) -> None:
    statement = f"{MARA} {predicate}{rest}"
    said = first_person(statement, MARA, "Mara")
    assert said.startswith("I") and MARA not in said
    assert third_person(said, MARA) == statement
