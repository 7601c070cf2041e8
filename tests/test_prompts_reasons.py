"""A choice that a model made by its probabilities has a reason: what was on the mind when it was made."""

from __future__ import annotations

import pytest

from sim.prompts import Card, to_json
from sim.prompts.check import satisfies
from sim.prompts.tasks.answer_choice import AnswerChoice, ChosenAnswer
from sim.prompts.tasks.answer_scale import AnswerScale, ScaleAnswer
from sim.prompts.tasks.icon import ChooseIcon, ChosenIcon
from sim.prompts.tasks.place import ChooseObject, ChosenObject
from sim.prompts.tasks.react import REACTIONS, React

CARD = Card("Ana Silva", "Ana", 40)


@pytest.mark.parametrize("choice", REACTIONS)
def test_a_scored_reaction_says_what_it_rests_on(choice: str) -> None:
    cases = {
        "Ben lent Ana a book": React(card=CARD, memories=("Ben lent Ana a book", "a table is idle"), doing="baking"),
        "Ben is an old friend": React(card=CARD, relationship="Ben is an old friend", doing="baking"),
        "Ana is baking": React(card=CARD, doing="baking"),
        "Ana": React(card=CARD),
        "...": React(card=CARD, memories=("a very long memory " * 20,)),
    }
    for wanted, question in cases.items():
        reply = question.chosen(choice)
        assert reply.choice == choice and wanted in reply.reason and satisfies(to_json(reply), question.schema()), reply
    reasons = {question.chosen(one).reason for one in REACTIONS for question in cases.values()}
    assert len(reasons) == len(REACTIONS) * len(cases), "each choice has its own"


def test_other_choices_are_the_whole_reply() -> None:
    assert ChooseObject(card=CARD).chosen("bed") == ChosenObject("bed")
    assert ChooseIcon(card=CARD).chosen("sleep") == ChosenIcon("sleep")
    assert AnswerChoice(card=CARD).chosen("yes") == ChosenAnswer("yes")
    assert AnswerScale(card=CARD).chosen(3) == ScaleAnswer(3)
