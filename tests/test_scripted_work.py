"""What people do for a living: the trade that an occupation is, and work that no bank knows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scripted_questions import NOW, PLACES, names

from sim.answer.scripted import Script
from sim.language.banks import open_banks
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
