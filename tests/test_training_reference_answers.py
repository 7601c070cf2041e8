"""Gold is judged by the exam's checks: what is spoiled is found, what is composed passes."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from sim.llm.base import Names
from sim.prompts import Card, Question, Reply
from sim.prompts.tasks.answer import AnswerOpen, OpenAnswer
from sim.prompts.tasks.recap import SummariseTalk, TalkSummary
from sim.prompts.tasks.state import DescribeState
from sim.training import compose
from sim.training.example import Example
from sim.training.pass_rates import Tally
from sim.training.situations import lived_towns

MARA, TOM = ("Mara Lind", "Mara"), ("Tom Reed", "Tom")
CARD = Card("Mara Lind", "Mara", 34, ("friendly",), ("Mara Lind is a baker",), "", 420, 1320)
NAMES = Names(MARA, (MARA, TOM), ("Mill Green", "Town Hall"))
NEWS = "Tom Reed is hosting a glimmel supper at Mill Green on Saturday at 6 pm"
NOW = "Friday, May 8, 2026, 09:05"


def _example(kind: type[Question[Any]], reply: Reply, **fields: Any) -> Example:
    return Example(kind(card=CARD, names=NAMES, **{"memories": (NEWS,), "now": NOW, **fields}), reply, "random")


@pytest.mark.parametrize(
    ("told", "right"),
    [
        ("Yes. Tom Reed is hosting a glimmel supper at Mill Green on Saturday at 6 pm.", True),
        ("Yes. Tom Reed is hosting a glimmel supper at Town Hall on Saturday at 6 pm.", False),
        ("Yes. Tom Reed is hosting a glimmel supper at Mill Green on Sunday at 6 pm.", False),
        ("Yes. Tom Marsh is hosting a glimmel supper at Mill Green on Saturday at 6 pm.", False),
        ("Yes. The Mara Lind is hosting it {where}.", False),
    ],
)
def test_news_is_gold_only_with_host_place_and_time_right(told: str, right: bool) -> None:
    example = _example(AnswerOpen, OpenAnswer(told), question="Have you heard about the glimmel supper?")
    assert (compose.problems(example) == []) is right


def test_inventing_an_answer_is_no_gold() -> None:
    example = _example(AnswerOpen, OpenAnswer("It's at the old mill."), question="Where is the brannock feast?")
    assert compose.problems(example)
    assert not compose.problems(replace(example, reply=OpenAnswer("I couldn't tell you.")))


def test_a_reply_of_another_shape_is_no_gold() -> None:
    assert compose.problems(_example(DescribeState, OpenAnswer("hello"), activity="baking", object="oven"))


def test_a_learned_fact_must_have_been_said() -> None:
    talk = (("Tom Reed", "Hello, Mara."), ("Mara Lind", "Good morning."))
    reply = TalkSummary(("Tom Reed has bought a horse",), "", "Mara Lind talked with Tom Reed")
    assert compose.problems(_example(SummariseTalk, reply, conversation=talk))
    assert not compose.problems(_example(SummariseTalk, replace(reply, learned=()), conversation=talk))


def test_nearly_all_composed_answers_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lived_towns, "DAY", 5 * 3600)
    monkeypatch.setattr(compose, "ROUND", 400)
    tally = Tally()
    tally.count(islice(compose.composed(1), 400))
    assert sum(tally.passed.values()) >= 0.98 * sum(tally.seen.values()), "\n".join(tally.rows())
    assert tally.rows()[0].split() == ["task", "answers", "pass"]
