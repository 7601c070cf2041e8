"""How a question is told to a small mind of our own: who is who, and nothing that only distracts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sim.answer.recorded import Recorded, RecordedReply
from sim.answer.tiny import shorthand
from sim.answer.tiny.shown import Shown
from sim.answer.tiny.simplify import retold, simplify
from sim.llm.base import Names
from sim.prompts import TASKS, Card, brief
from sim.prompts.planning import PlanQuestion
from sim.prompts.tasks.answer import AnswerOpen
from sim.prompts.tasks.answer_choice import AnswerChoice
from sim.prompts.tasks.insights import InferInsights
from sim.prompts.tasks.learn import LearnFromLine
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.react import React
from sim.prompts.tasks.replan import Replan
from sim.prompts.tasks.say import Say

NAMES = Names(("Ann Vale", "Ann"), (("Ben Cole", "Ben"), ("Dua Khan", "Dua")), ("Mill Green",))
CARD = Card("Ann Vale", "Ann")
NAMED = replace(CARD, wakes=0, sleeps=0)
TALK = (("Ben Cole", "I'm hosting a quiz."), ("Ann Vale", "I'll come."))
KNOWN = ("Ann Vale is torn about boats", "Ben Cole told Ann Vale that Dua Khan is moving")


def simplified(question: Any, could: tuple[str, ...] = ()) -> Any:
    """The question as a small mind is shown it."""
    return simplify(question, could).question


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
    part = simplified(LearnFromLine(card=CARD, names=NAMES, conversation=TALK, memories=KNOWN))
    assert part.conversation == (("Ben Cole", "Ben Cole is hosting a quiz."), ("Ann Vale", "Ann Vale will come."))
    assert part.memories == KNOWN and part.card == NAMED


@pytest.mark.parametrize("kind", [Say, AnswerOpen])
def test_who_speaks_is_told_of_themselves_in_the_first_person_and_of_others_in_the_third(kind: type[Any]) -> None:
    card = replace(CARD, background=("Ann Vale works as a mayor",), currently="Ann Vale is trying to sleep")
    talking = {"relationship": "Ben Cole is Ann's cousin"} if kind is Say else {}
    part = simplified(kind(card=card, names=NAMES, conversation=TALK, memories=KNOWN, **talking))
    assert part.conversation == (("Ben Cole", "Ben Cole is hosting a quiz."), ("Ann Vale", "I'll come."))
    assert part.memories == ("I'm torn about boats", "Ben Cole told me that Dua Khan is moving")
    told = (("I work as a mayor",), "I'm trying to sleep") if kind is AnswerOpen else ((), "")
    assert (part.card.background, part.card.currently) == told
    assert part.card.name == "Ann Vale"
    assert kind is AnswerOpen or part.relationship == "Ben Cole is my cousin"


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
    assert simplified(AnswerOpen(card=CARD, names=NAMES, question=asked, memories=KNOWN, spare=(1, 0))).memories == shown


QUIZ, BALL = (
    "Dua Khan is hosting a quiz at Mill Green on Friday at 7 pm",
    "Ann Vale is hosting a ball at Town Hall on Sunday at 3 pm",
)


@pytest.mark.parametrize(
    "fields, could, shown",
    [
        ({}, "Hello, Ben.", ()),
        ({"tell": BALL}, "Hello, Ben.", ("I'm hosting a ball at Town Hall on Sunday at 3 pm",)),
        ({"conversation": (("Ben Cole", "Who comes to the quiz?"),)}, "I do.", (QUIZ,)),
        ({"talking_with": ("Dua Khan",)}, "Hello, Dua.", (QUIZ,)),
    ],
)
def test_gatherings_that_are_nobodys_business_here_do_not_tempt_whoever_speaks(
    fields: dict[str, Any], could: str, shown: tuple[str, ...]
) -> None:
    q = Say(card=CARD, names=NAMES, memories=(QUIZ, "Ben Cole likes tea", BALL), spare=(0, 1, 2))
    found = simplified(replace(q, **{"talking_with": ("Ben Cole",), **fields}), (could,))
    assert set(found.memories) == {"Ben Cole likes tea", *shown} and found.spare == ()


def test_beside_a_question_of_taste_a_few_memories_and_no_gathering_stand() -> None:
    q = AnswerOpen(card=CARD, names=NAMES, question="What makes you laugh?", memories=(QUIZ, "a", "b", "c", "d"))
    assert simplified(q).memories == ("a", "b", "c")


def test_memories_that_name_whom_it_is_about_are_shown_before_others() -> None:
    memories = tuple(f"Ann Vale counted {n} boats" for n in range(5)) + ("Dua Khan is humming", "Ben Cole likes tea")
    q = AnswerChoice(card=CARD, names=NAMES, question="Does Ben Cole like tea?", memories=memories, spare=(1, 0))
    assert simplified(q).memories == (*memories[:3], "Ben Cole likes tea") and simplified(q).spare == ()
    assert simplified(replace(q, memories=memories[:2])).memories == memories[:2]
    timetable = "Ann Vale's plan for Monday, February 13, 2023: 07:00 getting up; 22:00 sleeping"
    assert simplified(replace(q, memories=(timetable, *memories[:2]))).memories == memories[:2]


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
    seeing = {"seen": "Ben Cole is reading", **fields}
    q = simplified(React(card=card, names=NAMES, now="Monday, February 13, 2023, 07:00", **seeing))
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
    assert simplified(TASKS[task](card=WHOLE, names=NAMES, now="Monday, February 13, 2023, 07:00")).card == told


@pytest.mark.parametrize("kind", [PlanDay, Replan])
def test_who_plans_sees_gatherings_where_they_stand_as_entries(kind: type[PlanQuestion]) -> None:
    party, habit = "Ben Cole is hosting a quiz at Mill Green on Friday at 7 pm", "Ann Vale likes tea"
    going = ("19:00 going to the quiz (Mill Green)",)
    q = kind(card=CARD, names=NAMES, memories=(party, habit), spare=(1, 0), open=going)
    assert (simplified(q).memories, simplified(q).spare, simplified(q).open) == ((), (), q.open)


def test_everything_else_is_put_as_it_is_in_shorthand() -> None:
    asked = InferInsights(card=NAMED, names=NAMES, statements=KNOWN)  # it does not matter when
    assert simplify(asked) == Shown(asked)
    for prompt in (brief.render(asked), shorthand.render(Shown(asked))):
        row = RecordedReply("ann", "insights", prompt.system, prompt.user, '{"insights": []}', "free", "", False)
        assert Recorded(iter([row])).answer([asked])[0].prompt == prompt
    silent = Say(card=CARD, names=NAMES, conversation=(), talking_with=("Ben Cole",))
    assert simplified(silent).conversation == () and simplified(replace(silent, conversation=None)).conversation is None
