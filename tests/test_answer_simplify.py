"""How a question is told to a small mind of our own: who is who, and nothing that only distracts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sim.answer.small.simplify import plain, retold, ways_to_show
from sim.llm.base import Names
from sim.prompts import Card, Question

NAMES = Names(("Ann Vale", "Ann"), (("Ben Cole", "Ben"), ("Dua Khan", "Dua")), ("Mill Green",))
CARD = Card("Ann Vale", "Ann")
NAMED = replace(CARD, wakes=0, sleeps=0)
TALK = (("Ben Cole", "I'm hosting a quiz."), ("Ann Vale", "I'll come."))
KNOWN = ("Ann Vale is torn about boats", "Ben Cole told Ann Vale that Dua Khan is moving")


@pytest.mark.parametrize(
    "line, told",
    [
        ("Guess what? I'm hosting a quiz at Mill Green.", "Guess what? Ben Cole is hosting a quiz at Mill Green."),
        ("Let me tell you: I have a dog. You?", "Let Ben Cole tell you: Ben Cole has a dog. You?"),
        ("They say that Dua Khan is moving.", "They say that Dua Khan is moving."),
        ("I'd only tell you, and I'd also love to learn.", "Ben Cole would only tell you, and they would also love to learn."),
        ("I'd never seen it. I'd better go.", "Ben Cole had never seen it. Ben Cole had better go."),
        ("", ""),
    ],
)
def test_a_line_is_retold_with_its_speaker_by_name(line: str, told: str) -> None:
    assert retold(line, "Ben Cole") == told


def test_what_a_line_teaches_is_asked_of_it_in_the_third_person() -> None:
    part = plain(Question("learn", CARD, NAMES, conversation=TALK, memories=KNOWN))
    assert part.conversation == (("Ben Cole", "Ben Cole is hosting a quiz."), ("Ann Vale", "Ann Vale will come."))
    assert part.memories == KNOWN and part.card == NAMED


@pytest.mark.parametrize("task", ["say", "answer"])
def test_who_speaks_is_told_of_themselves_in_the_first_person_and_of_others_in_the_third(task: str) -> None:
    card = replace(CARD, background=("Ann Vale works as a mayor",), currently="Ann Vale is trying to sleep")
    part = plain(Question(task, card, NAMES, conversation=TALK, memories=KNOWN, relationship="Ben Cole is Ann's cousin"))
    assert part.conversation == (("Ben Cole", "Ben Cole is hosting a quiz."), ("Ann Vale", "I'll come."))
    assert part.memories == ("I'm torn about boats", "Ben Cole told me that Dua Khan is moving")
    told = (("I work as a mayor",), "I'm trying to sleep") if task == "answer" else ((), "")
    assert (part.card.background, part.card.currently) == told
    assert part.relationship == "Ben Cole is my cousin" and part.card.name == "Ann Vale"


@pytest.mark.parametrize(
    "asked, shown",
    [
        ("Where is Dua Khan moving?", ("Ben Cole told me that Dua Khan is moving",)),
        ("Who stole the lantern?", ()),
        ("What is Eve Stone like?", ()),
        ("How do you feel about lanterns?", ("I'm torn about boats", "Ben Cole told me that Dua Khan is moving")),
        ("What do you know?", ("I'm torn about boats", "Ben Cole told me that Dua Khan is moving")),
    ],
)
def test_a_question_stands_beside_what_bears_on_it(asked: str, shown: tuple[str, ...]) -> None:
    assert plain(Question("answer", CARD, NAMES, question=asked, memories=KNOWN, spare=(1, 0))).memories == shown


QUIZ, BALL = (
    "Dua Khan is hosting a quiz at Mill Green on Friday at 7 pm",
    "Ann Vale is hosting a ball at Town Hall on Sunday at 3 pm",
)


@pytest.mark.parametrize(
    "fields, shown",
    [
        ({"ideas": ("Hello, Ben.",)}, ()),
        ({"tell": BALL, "ideas": ("Hello, Ben.",)}, ("I'm hosting a ball at Town Hall on Sunday at 3 pm",)),
        ({"conversation": (("Ben Cole", "Who comes to the quiz?"),), "ideas": ("I do.",)}, (QUIZ,)),
        ({"talking_with": ("Dua Khan",), "ideas": ("Hello, Dua.",)}, (QUIZ,)),
    ],
)
def test_gatherings_that_are_nobodys_business_here_do_not_tempt_whoever_speaks(
    fields: dict[str, Any], shown: tuple[str, ...]
) -> None:
    q = Question("say", CARD, NAMES, memories=(QUIZ, "Ben Cole likes tea", BALL), spare=(0, 1, 2))
    found = plain(replace(q, **{"talking_with": ("Ben Cole",), **fields}))
    assert set(found.memories) == {"Ben Cole likes tea", *shown} and found.spare == ()


def test_beside_a_question_of_taste_a_few_memories_and_no_gathering_stand() -> None:
    q = Question("answer", CARD, NAMES, question="What makes you laugh?", memories=(QUIZ, "a", "b", "c", "d"))
    assert plain(q).memories == ("a", "b", "c")


def test_memories_that_name_whom_it_is_about_are_shown_before_others() -> None:
    memories = tuple(f"Ann Vale counted {n} boats" for n in range(5)) + ("Dua Khan is humming", "Ben Cole likes tea")
    q = Question("answer_choice", CARD, NAMES, question="Does Ben Cole like tea?", memories=memories, spare=(1, 0))
    assert plain(q).memories == (*memories[:3], "Ben Cole likes tea") and plain(q).spare == ()
    assert plain(replace(q, memories=memories[:2])).memories == memories[:2]
    timetable = "Ann Vale's plan for Monday, February 13, 2023: 07:00 getting up; 22:00 sleeping"
    assert plain(replace(q, memories=(timetable, *memories[:2]))).memories == memories[:2]


@pytest.mark.parametrize(
    "fields, shown",
    [
        ({"seen": "Ben Cole is asleep"}, {"seen": "Ben Cole is asleep (busy)"}),
        ({"seen": "Ben Cole is reading", "doing": "taking a shower"}, {"doing": "taking a shower (busy)"}),
        ({"relationship": "Ben Cole is Ann's sister, and they are not speaking"}, {"relationship": "fond, cool"}),
        ({"relationship": "Ann does not know Ben Cole yet"}, {"relationship": "stranger"}),
        ({"relationship": "Ben Cole cleans the hall"}, {"relationship": ""}),
        (
            {"memories": ("Ann Vale just talked with Ben Cole", "Ben Cole likes tea")},
            {"memories": ("Ann Vale just talked with Ben Cole",)},
        ),
    ],
)
def test_whom_one_sees_is_told_in_the_words_that_decide(fields: dict[str, Any], shown: dict[str, Any]) -> None:
    card = replace(CARD, traits=("blunt", "shy", "kind"))
    q = plain(
        Question("react", card, NAMES, now="Monday, February 13, 2023, 07:00", **{"seen": "Ben Cole is reading", **fields})
    )
    assert {name: getattr(q, name) for name in shown} == shown
    assert q.card.traits == ("shy", "kind") and not q.now


WHOLE = replace(CARD, age=40, traits=("kind",), background=("Ann Vale works as a mayor",))


@pytest.mark.parametrize(
    "task, told",
    [
        ("rate", NAMED),
        ("learn", NAMED),
        ("say", NAMED),
        ("plan", replace(NAMED, age=40, wakes=420, sleeps=1320)),
        ("react", replace(NAMED, traits=("kind",))),
    ],
)
def test_who_one_is_is_told_where_it_matters(task: str, told: Card) -> None:
    assert plain(Question(task, WHOLE, NAMES, now="Monday, February 13, 2023, 07:00")).card == told


@pytest.mark.parametrize("task", ["plan", "replan"])
def test_who_plans_sees_gatherings_where_they_stand_as_entries(task: str) -> None:
    party, habit = "Ben Cole is hosting a quiz at Mill Green on Friday at 7 pm", "Ann Vale likes tea"
    q = Question(task, CARD, NAMES, memories=(party, habit), spare=(1, 0), open=("19:00 going to the quiz (Mill Green)",))
    assert (plain(q).memories, plain(q).spare, plain(q).open) == ((), (), q.open)


def test_everything_else_is_put_as_it_is_in_shorthand() -> None:
    asked = Question("insights", NAMED, NAMES, statements=KNOWN)  # it does not matter when
    assert plain(asked) == replace(asked, short=True) and list(ways_to_show(asked)) == [asked, plain(asked), asked]
    silent = Question("say", CARD, NAMES, conversation=(), talking_with=("Ben Cole",))
    assert plain(silent).conversation == () and plain(replace(silent, conversation=None)).conversation is None
