"""Hours in prompts: as the plan's own where a plan is asked for, as they were told everywhere else."""

from __future__ import annotations

import pytest

from sim.prompts import Card, Question
from sim.prompts.render import render

TOLD = ("Mara is giving a supper on the Green on Friday at 6:30 pm", "the mill opens at 12 am and closes at 12 pm", "at 13 pm")


def _asked(task: str) -> Question:
    return Question(task, Card("Ilya Brandt", "Ilya"), now="Friday, 07:00", memories=TOLD, new="the bus leaves at 9 am")


@pytest.mark.parametrize("task", ["plan", "replan"])
def test_a_plan_is_told_hours_as_it_writes_them(task: str) -> None:
    prompt = render(_asked(task))
    for line in ("on Friday at 18:30", "opens at 00:00 and closes at 12:00", "New: the bus leaves at 09:00", "at 13 pm"):
        assert line in prompt.user
    assert prompt.droppable and all(line in prompt.user for line in prompt.droppable), "what may be left out is found there"


def test_elsewhere_hours_stay_as_they_were_told() -> None:
    assert all(text in render(_asked("answer")).user for text in TOLD)
