"""How a question is put to a small mind in portions, and how one reply comes out of theirs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sim.engine.portions import MOST, joined, plain, portions, retold
from sim.llm.base import Names
from sim.mind.scripted import Script
from sim.mind.scripted.dice import Dice
from sim.prompts import TASKS, Card, Question
from sim.training.situations.posed import pose
from sim.training.situations.scenarios import make_scenario
from sim.training.situations.split import PartBanks
from sim.training.situations.stage import Stage

NAMES = Names(("Ann Vale", "Ann"), (("Ben Cole", "Ben"), ("Dua Khan", "Dua")), ("Mill Green",))
CARD = Card("Ann Vale", "Ann")


def _insights(*statements: str, question: str = "", count: int = 5) -> Question:
    return Question("insights", CARD, NAMES, statements=statements, question=question, count=count)


def test_statements_are_dealt_out_by_the_person_they_are_about() -> None:
    q = _insights(
        "Ben Cole is humming",
        "Ann Vale talked with Dua Khan",
        "the lamp is off",
        "Ann Vale is sewing",
        "Dua Khan told Ann Vale that Ben Cole is moving",
        "Dua Khan is reading",
    )
    split = portions(q)
    assert split.numbers == ((2, 5, 6), (1, 5), (4,))
    assert [part.statements for part in split.questions][1] == (q.statements[0], q.statements[4])
    assert {part.count for part in split.questions} == {1}
    assert portions(replace(q, question="What does Ben Cole want?")).numbers[0] == (1, 5)
    assert len(portions(replace(q, count=2)).questions) == 2


def test_citations_come_back_as_numbers_of_the_whole_and_no_insight_twice() -> None:
    q = _insights("the lamp is off", "Ben Cole is humming", "Dua Khan is reading", "Ben Cole sings")
    split = portions(q)
    replies = [{"insights": [{"because": [2, 1], "insight": "one"}]}, {"insights": [{"because": [1], "insight": "two"}]}]
    assert split.numbers == ((2, 4), (3,))
    rows = [{"because": [4, 2], "insight": "one"}, {"because": [3], "insight": "two"}]
    assert joined(q, split, replies) == {"insights": rows}
    again = {"insights": [{"because": [1], "insight": "one"}]}
    assert joined(q, split, [replies[0], again]) == {"insights": [{"because": [4, 2, 3], "insight": "one"}]}


def test_statements_about_nobody_are_shown_together_and_never_too_many() -> None:
    q = _insights(*(f"lamp {n} is off" for n in range(30)))
    (part,) = portions(q).questions
    assert part.statements == q.statements[:MOST]
    assert portions(_insights(*(f"Ben Cole waved {n} times" for n in range(30)))).numbers == (tuple(range(1, MOST + 1)),)


@pytest.mark.parametrize(
    "line, told",
    [
        ("Guess what? I'm hosting a quiz at Mill Green.", "Guess what? Ben Cole is hosting a quiz at Mill Green."),
        ("Let me tell you: I have a dog. You?", "Let Ben Cole tell you: Ben Cole has a dog. You?"),
        ("They say that Dua Khan is moving.", "They say that Dua Khan is moving."),
        ("", ""),
    ],
)
def test_a_line_is_retold_with_its_speaker_by_name(line: str, told: str) -> None:
    assert retold(line, "Ben Cole") == told


TALK = (("Ben Cole", "I'm hosting a quiz."), ("Ann Vale", "I'll come."))
KNOWN = ("Ann Vale is throwing a party", "Ben Cole told Ann Vale that Dua Khan is moving")


def test_what_is_taken_away_from_a_talk_is_told_in_the_third_person() -> None:
    (part,) = portions(Question("recap", CARD, NAMES, conversation=TALK, memories=KNOWN)).questions
    assert part.conversation == (("Ben Cole", "Ben Cole is hosting a quiz."), ("Ann Vale", "Ann Vale will come."))
    assert part.memories == KNOWN and part.card == CARD


@pytest.mark.parametrize("task", ["say", "answer"])
def test_who_speaks_is_told_of_themselves_in_the_first_person_and_of_others_in_the_third(task: str) -> None:
    card = replace(CARD, background=("Ann Vale works as a mayor",), currently="Ann Vale is trying to sleep")
    part = plain(Question(task, card, NAMES, conversation=TALK, memories=KNOWN, relationship="Ben Cole is Ann's cousin"))
    assert part.conversation == (("Ben Cole", "Ben Cole is hosting a quiz."), ("Ann Vale", "I'll come."))
    assert part.memories == ("I'm throwing a party", "Ben Cole told me that Dua Khan is moving")
    assert (part.card.background, part.card.currently) == (("I work as a mayor",), "I'm trying to sleep")
    assert part.relationship == "Ben Cole is my cousin" and part.card.name == "Ann Vale"


def test_everything_else_is_put_as_it_is() -> None:
    react = Question("react", CARD, NAMES, conversation=TALK, memories=KNOWN)
    assert plain(react) is react and portions(react).questions == (react,)
    silent = Question("say", CARD, NAMES, conversation=(), talking_with=("Ben Cole",))
    assert plain(silent).conversation == () and plain(replace(silent, conversation=None)).conversation is None


def test_whatever_is_asked_the_joined_reply_fits_the_whole_question() -> None:
    banks, dice, script = PartBanks("train"), Dice(5, "portions"), Script()
    stage = Stage(make_scenario(dice.fork("town"), banks), banks, dice)
    several = 0
    for task in ("rate", "insights", "condense", "react", "plan"):
        for n in range(20):
            q = pose(task, stage, dice.fork(f"{task} {n}"))
            split = portions(q)
            reply = joined(q, split, [script.answer(part) for part in split.questions])
            assert TASKS[task].sound(q, reply), (task, reply)
            several += len(split.questions) > 1
    assert several >= 20
