"""A choice that a model made by its probabilities has a reason: what was on the mind when it was made."""

from __future__ import annotations

import pytest

from sim.prompts import TASKS, Card, Question
from sim.prompts.check import satisfies
from sim.prompts.tasks import REACTIONS

CARD = Card("Ana Silva", "Ana", 40)


@pytest.mark.parametrize("choice", REACTIONS)
def test_a_scored_reaction_says_what_it_rests_on(choice: str) -> None:
    task = TASKS["react"]
    cases = {
        "Ben lent Ana a book": Question("react", CARD, memories=("Ben lent Ana a book", "a table is idle"), doing="baking"),
        "Ben is an old friend": Question("react", CARD, relationship="Ben is an old friend", doing="baking"),
        "Ana is baking": Question("react", CARD, doing="baking"),
        "Ana": Question("react", CARD),
        "...": Question("react", CARD, memories=("a very long memory " * 20,)),
    }
    for wanted, question in cases.items():
        reply = task.complete(question, {"choice": choice})
        assert wanted in reply["reason"] and satisfies(reply, task.schema(question)), reply
    reasons = {task.complete(question, {"choice": one})["reason"] for one in REACTIONS for question in cases.values()}
    assert len(reasons) == len(REACTIONS) * len(cases), "each choice has its own"


def test_other_choices_stay_as_they_are() -> None:
    for name in ("place", "icon", "answer_choice", "answer_scale"):
        assert TASKS[name].complete(Question(name, CARD), {"x": 1}) == {"x": 1}
