"""Hours in prompts: as the plan's own where a plan is asked for, as they were told everywhere else."""

from __future__ import annotations

import pytest

from sim.prompts import Card
from sim.prompts.brief import render
from sim.prompts.planning import PlanQuestion
from sim.prompts.tasks.answer import AnswerOpen
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.replan import Replan

TOLD = ("Mara is giving a supper on the Green on Friday at 6:30 pm", "the mill opens at 12 am and closes at 12 pm", "at 13 pm")
ILYA = Card("Ilya Brandt", "Ilya")


@pytest.mark.parametrize("kind", [PlanDay, Replan])
def test_a_plan_is_told_hours_as_it_writes_them(kind: type[PlanQuestion]) -> None:
    prompt = render(kind(card=ILYA, now="Friday, 07:00", memories=TOLD, new="the bus leaves at 9 am"))
    for line in ("on Friday at 18:30", "opens at 00:00 and closes at 12:00", "New: the bus leaves at 09:00", "at 13 pm"):
        assert line in prompt.user
    assert prompt.droppable and all(line in prompt.user for line in prompt.droppable), "what may be left out is found there"


def test_elsewhere_hours_stay_as_they_were_told() -> None:
    prompt = render(AnswerOpen(card=ILYA, now="Friday, 07:00", memories=TOLD))
    assert all(text in prompt.user for text in TOLD)
