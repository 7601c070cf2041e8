"""What people do for a living: the trade that an occupation is, and work that no bank knows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scripted_questions import NOW, PLACES, names

from sim.answer.scripted import Script
from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.english.presumptions import not_yet, out_of_place
from sim.answer.scripted.english.trades import trade_called
from sim.answer.scripted.general_work import WHYS, deeds
from sim.prompts import Card, Setting
from sim.prompts.planning import Entry
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.say import Say
from sim.prompts.tasks.steps import Decompose
from sim.types import Undertaking

MINE = "Mara Lind herds the goats of the abbey and plays the harmonium."
CARD = Card("Mara Lind", "Mara", 44, ("friendly",), ("Mara Lind was sold to a lorry driver.", MINE), "", 360, 1320)
COWHERD = Setting(occupation="cowherd", work="Mill Green")
TOM = "Tom Reed"


@pytest.mark.parametrize(
    ("occupation", "trade"),
    [
        ("village baker", "baker"),
        ("baker's apprentice", "baker"),
        ("baker's daughter", ""),
        ("head chef", "cook"),
        ("galley cook", "cook"),
        ("primary school teacher", "teacher"),
        ("doctor's receptionist", ""),
        ("lorry driver", ""),
        ("driver", "bus driver"),
        ("veterinarian", "vet"),
        ("harbour master", "harbour master"),
        ("apprentice cheesemaker", ""),
        ("retired baker", ""),
        ("retired navy officer", "retired navy officer"),
    ],
)
def test_an_occupation_is_a_trade_of_the_banks_or_none_and_never_a_wrong_one(occupation: str, trade: str) -> None:
    assert trade_called(occupation, open_banks()) == trade


def test_whoever_has_a_trade_that_no_bank_knows_works_at_their_place_by_their_card(script: Script) -> None:
    herding = 0
    for seed in range(9):
        asked = PlanDay(card=CARD, names=names("Mara Lind"), seed=seed, now=NOW, places=PLACES, start=360, setting=COWHERD)
        entries = script.answer(asked).plan
        assert sum(entry.place == "Mill Green" for entry in entries) >= 3
        assert not any("bus" in entry.activity for entry in entries)
        herding += "herding the goats of the abbey" in [entry.activity for entry in entries]
    assert herding >= 6


def test_work_that_no_bank_knows_is_done_at_the_things_that_stand_there(script: Script) -> None:
    things = ("copper vat", "milk cart", "bed", "kitchen table", "salt sack")
    asked = Decompose(
        card=CARD, names=names("Mara Lind"), now=NOW, activity="doing what the day asks for", objects=things, at="Mill Green",
        minutes=60, setting=COWHERD,
    )  # fmt: skip
    for seed in range(5):
        used = {row.object for row in script.answer(replace(asked, seed=seed)).steps} - {""}
        assert used == {"copper vat", "milk cart", "salt sack"}


def test_a_stranger_hears_what_somebody_is_who_has_no_trade_of_the_banks(script: Script) -> None:
    asked = Say(
        card=CARD, names=names("Mara Lind"), now=NOW, talking_with=(TOM,), relationship=f"Mara does not know {TOM} yet",
        setting=COWHERD,
    )  # fmt: skip
    assert any("I'm a cowherd." in line.say for seed in range(9) for line in script.propose(replace(asked, seed=seed)))


def test_whoever_plans_a_dinner_writes_a_list_and_cooks_nothing(script: Script) -> None:
    for activity in ("planning an anniversary dinner", "planning a supper for everybody"):
        asked = Decompose(
            card=CARD, names=names("Mara Lind"), now=NOW, activity=activity, objects=("desk", "stove"), minutes=60
        )
        steps = [row.activity for row in script.answer(asked).steps]
        assert steps[:2] == ["writing a list", activity] and not any("cook" in step or "eat" in step for step in steps)


def test_nobody_plans_or_does_what_their_world_does_not_have(script: Script) -> None:
    village = Setting(occupation="cowherd", work="Mill Green", world="A village.", lacks=("radio", "coffee", "hospital"))
    for world in (village, replace(village, world="A village long ago."), replace(village, world="A station in space.")):
        said = []
        for seed in range(25):
            asked = PlanDay(card=CARD, names=names("Mara Lind"), seed=seed, now=NOW, places=PLACES, start=360, setting=world)
            said += [entry.activity for entry in script.answer(asked).plan]
        assert not [text for text in said if out_of_place(text, world.world, world.lacks)]
    asked = Decompose(card=CARD, names=names("Mara Lind"), now=NOW, activity="laundry", minutes=60, setting=village)
    assert script.answer(replace(asked, setting=replace(village, lacks=("light", "dark")))).steps[0].activity == "laundry"
    assert out_of_place("It fits on a phone screen.", "", not_yet(1931)) and not out_of_place("A telephone.", "", not_yet(1931))
    assert out_of_place("A telephone.", "", not_yet(1880)) and not not_yet(2026)
    assert out_of_place("I take the ferries.", "", ("ferry",)) and not out_of_place("I take the ferry.", "", ("bus",))


DAY = (
    Undertaking("throwing knives", "the hand must know", "any", "work"),
    Undertaking("grinding the knives", "a dull one bounces", "morning", "work", thing="milk cart"),
    Undertaking("painting the board", "", "any", "Hobbs Library"),
    Undertaking("bowing to nobody", "", "evening", "work"),
)


def day_of(script: Script, setting: Setting, now: str, seed: int = 3) -> list[Entry]:
    asked = PlanDay(card=CARD, names=names("Mara Lind"), seed=seed, now=now, places=PLACES, start=360, setting=setting)
    return list(script.answer(asked).plan)


def test_what_the_scenario_says_that_somebody_does_is_their_work(script: Script) -> None:
    thrower = replace(COWHERD, occupation="knife thrower", day=DAY)
    planned = {
        entry.activity: entry
        for day in ("Friday, May 8", "Saturday, May 9")
        for entry in day_of(script, thrower, f"{day}, 2026, 06:00")
    }
    assert {it.activity for it in DAY} <= set(planned) and not set(WHYS) & set(planned)
    assert planned["painting the board"].place == "Hobbs Library" and planned["throwing knives"].why == "the hand must know"
    steps = script.answer(
        Decompose(card=CARD, now=NOW, activity=DAY[1].activity, objects=("bed", "milk cart"), minutes=60, setting=thrower)
    ).steps
    assert {row.object for row in steps} == {"milk cart"}


def test_what_somebody_does_comes_beside_a_trade_of_the_banks_and_in_turn(script: Script) -> None:
    baker = replace(COWHERD, occupation="baker", day=DAY)
    own = {it.activity for it in DAY}
    days = [
        [entry.activity for entry in day_of(script, baker, f"{day}, 2026, 06:00")]
        for day in ("Friday, May 8", "Saturday, May 9")
    ]
    bread = {block.activity for row in open_banks().occupations if row.name == "baker" for block in row.blocks}
    assert all(own & set(day) and bread & set(day) for day in days)
    assert [it for it in days[0] if it in own | bread] != [it for it in days[1] if it in own | bread]


@pytest.mark.parametrize(
    ("said", "does"),
    [
        ("Mara Lind throws knives and has never hit anybody.", ["throwing knives"]),
        ("She flies on the trapeze.", ["flying on the trapeze"]),
        ("Mara is training a young mare that shies at the sea", ["training a young mare"]),
        ("Mara Lind keeps the elephant Sultan and sleeps in the stable.", ["keeping the elephant Sultan"]),
        ("She writes to her mother every month.", []),
        ("Mara is looking for the courage to speak", []),
        ("She has not forgiven Tom Reed.", []),
    ],
)
def test_what_a_card_says_that_somebody_does_is_work_by_any_verb(said: str, does: list[str]) -> None:
    assert deeds(replace(CARD, background=(said,))) == deeds(replace(CARD, background=(), currently=said)) == does


@pytest.mark.parametrize(
    ("activity", "step"),
    [
        ("getting everything ready for the show", "going through it once more"),
        ("teaching the young to fall", "teaching the young to fall"),
        ("filling the cold store", "filling the cold store"),
        ("reading a book", "finding the right page"),
    ],
)
def test_what_an_activity_consists_of_goes_by_whole_words(script: Script, activity: str, step: str) -> None:
    asked = Decompose(card=CARD, now=NOW, activity=activity, minutes=60, setting=COWHERD)
    assert step in [row.activity for row in script.answer(asked).steps]


def test_nobody_does_an_errand_at_what_it_is_about(script: Script) -> None:
    errand = f"looking for {TOM} to ask about a vase in the wardrobe"
    asked = Decompose(card=CARD, names=names("Mara Lind"), now=NOW, activity=errand, objects=("wardrobe",), minutes=45)
    assert {row.object for row in script.answer(asked).steps} == {""}
