"""What somebody does for a reason of their own, and that plans of the script hold it with what for."""

from __future__ import annotations

import pytest
from scripted_questions import NOW, PLACES, names

from sim.answer.scripted import Script
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.own_matters import lives_with, undertakings
from sim.llm.base import Names
from sim.prompts.planning import DayPlan
from sim.prompts.records import Card
from sim.prompts.tasks.plan import PlanDay
from sim.types import Undertaking

ADA = Card("Ada Reed", "Ada", 40)
PEOPLE = Names(people=(("Ada Reed", "Ada"), ("Tom Hill", "Tom"), ("Ivo Kern", "Ivo")))


def _matters(*memories: str, currently: str = "", yesterday: str = "") -> list[Undertaking]:
    card = Card("Ada Reed", "Ada", 40, currently=currently)
    q = PlanDay(card=card, names=PEOPLE, memories=memories, places=("Home", "The Cafe"), yesterday=yesterday)
    return undertakings(q, open_banks(), Dice(1, "matters"))


def test_what_one_is_busy_with_is_done_and_what_stands_behind_it_is_what_for() -> None:
    found = _matters(currently="Ada is building a boat and fears that it will not float")
    assert (found[0].activity, found[0].why) == ("building a boat", "fears that it will not float")


@pytest.mark.parametrize(
    ("memory", "who", "activity"),
    [
        ("Tom Hill lent Ada Reed a saw", "Tom Hill", "looking for Tom Hill to say thank you properly"),
        ("Tom Hill asked Ada what a roof would cost", "Tom Hill", "looking for Tom Hill with an answer"),
        ("Ada Reed means to ask Ivo about the key", "Ivo Kern", "looking for Ivo Kern to ask about the key"),
    ],
)
def test_what_somebody_did_is_a_reason_to_look_for_them(memory: str, who: str, activity: str) -> None:
    assert [(it.who, it.activity) for it in _matters(memory)] == [(who, activity)]


def test_a_secret_is_thought_over_at_home_and_nobody_is_told() -> None:
    (found,) = _matters("Ada Reed has told nobody about the money that she found")
    assert (found.at, found.who, found.why) == ("home", "", "has told nobody about the money that she found")


def test_habits_are_done_where_they_can_be() -> None:
    found = {it.activity: it for it in _matters("She feeds the ducks on the pond when a page will not end")}
    assert found["feeding the ducks on the pond"].at == "park"


@pytest.mark.parametrize(
    "memory",
    [
        "Ada Reed is taking a short break",
        'Ada Reed talked with Tom Hill about a cup. Tom Hill said: "It broke."',
        "Ada Reed plans to meet Tom Hill at The Cafe on Friday at 6 pm",
        "Tom Hill told Ada Reed that Ivo Kern is running for mayor",
        "Ivo Kern asked Tom Hill to say nothing of it",
    ],
)
def test_what_was_merely_seen_talked_of_or_fixed_is_no_matter(memory: str) -> None:
    assert _matters(memory) == []


def test_what_filled_yesterday_comes_last() -> None:
    today = _matters("Ada Reed hides a box", currently="Ada is building a boat", yesterday="Ada spent the day building a boat.")
    assert [it.activity for it in today][-1] == "building a boat"


def test_with_whom_one_lives_is_read_from_the_card() -> None:
    q = PlanDay(card=ADA, names=PEOPLE, memories=("She is married to Tom",), places=("Home",))
    assert lives_with(q) == "Tom"


def _planned(script: Script, name: str, seed: int) -> tuple[PlanDay, DayPlan]:
    background = (f"{name} is the cafe owner of The Copper Kettle",)
    card = Card(name, name.split(" ")[0], 40, traits=("friendly",), background=background, wakes=420, sleeps=1320)
    asked = PlanDay(card=card, names=names(name), seed=seed, now=NOW, places=PLACES, at=PLACES[0], start=420, minutes=900)
    return asked, script.answer(asked)


def test_every_entry_of_a_day_says_what_for_and_in_brief_it_is_not_asked() -> None:
    script = Script()
    for seed in range(8):
        asked, plan = _planned(script, "Mara Lind", seed)
        assert all(entry.why for entry in plan.plan), plan
        assert asked.sound(plan) and not any(entry.why for entry in asked.as_asked(plan).plan)


def test_two_of_one_trade_do_not_live_the_same_day() -> None:
    script = Script()
    (_, one), (_, two) = (_planned(script, name, seed) for seed, name in enumerate(("Mara Lind", "Lia Santos")))
    alike = {(it.start, it.activity) for it in one.plan} & {(it.start, it.activity) for it in two.plan}
    assert len(alike) <= len(one.plan) / 2
