"""Interviews about one's own day: answered from today's plan, the hours and the places of the card."""

from __future__ import annotations

import pytest
from scripted_questions import names

from sim.answer.scripted import Script
from sim.prompts import Card, Setting
from sim.prompts.tasks.answer import AnswerOpen, PlannedHour

DAY = (
    PlannedHour(400, "serving the breakfast rush", "The Bakery"),
    PlannedHour(420, "having breakfast", "Mill Cottage"),
    PlannedHour(480, "baking the bread", "The Bakery"),
    PlannedHour(750, "having lunch", "The Green"),
    PlannedHour(810, "selling bread", "The Bakery"),
    PlannedHour(1080, "having supper", "Mill Cottage"),
    PlannedHour(1200, "playing chess", "The Fox"),
    PlannedHour(1290, "getting ready for bed", "Mill Cottage"),
    PlannedHour(1320, "sleeping", "Mill Cottage"),
)
ASKED = {
    "What is the last thing you do before bed?": ("21:30", "getting ready for bed"),
    "Where will you be at six?": ("18:00", "at home"),
    "Where will you be at half past eight?": ("20:30", "The Fox"),
    "What were you doing at nine?": ("09:00", "The Bakery"),
    "Where will you be at 3 in the morning?": ("asleep",),
    "When do you have lunch?": ("12:30", "The Green"),
    "What are you doing this evening?": ("supper", "playing chess"),
    "What's the first thing you do in the morning?": ("07:00", "breakfast"),
    "What are your plans for the rest of the day?": ("selling bread", "playing chess"),
    "What did you have for breakfast?": ("07:00", "I was at home", "breakfast"),
    "Where do you work?": ("The Bakery",),
    "What will you do tomorrow?": ("07:00", "The Bakery"),
}


def answer(question: str) -> str:
    card = Card("Edith Okafor", "Edith", 40, ("friendly",), ("Edith Okafor is a baker",), "", 420, 1320)
    setting = Setting(occupation="baker", home="Mill Cottage", work="The Bakery")
    asked = AnswerOpen(
        card=card, names=names(card.name), seed=3, now="Friday, May 8, 2026, 13:30", setting=setting, question=question, day=DAY
    )
    return Script().answer(asked).answer


@pytest.mark.parametrize("question", ASKED)
def test_plain_questions_about_ones_day_are_answered(question: str) -> None:
    said = answer(question)
    assert all(part in said for part in ASKED[question]), said


@pytest.mark.parametrize("question", ["What do you think about the new road?", "Have you heard what Tom did at six?"])
def test_other_questions_are_none_about_ones_day(question: str) -> None:
    said = answer(question)
    assert "18:00" not in said and "baking" not in said
