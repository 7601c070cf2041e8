"""What people do for a living: the trade that an occupation is, and work that no bank knows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scripted_questions import NOW, PLACES, names

from sim.answer.scripted import Script
from sim.language.banks import open_banks
from sim.language.presumptions import not_yet, out_of_place
from sim.language.trades import trade_called
from sim.prompts import Card, Setting
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.say import Say
from sim.prompts.tasks.steps import Decompose

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
