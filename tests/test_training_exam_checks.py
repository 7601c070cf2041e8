"""Every check of the exam fails and passes by hand-written cases: what it calls right, wrong, and none of its business."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from sim.llm.base import Names
from sim.prompts import Card, Question, Reply, Setting
from sim.prompts.planning import DayPlan, Entry
from sim.prompts.tasks.answer import AnswerOpen, OpenAnswer
from sim.prompts.tasks.answer_choice import AnswerChoice, ChosenAnswer
from sim.prompts.tasks.condense import CondenseInsights
from sim.prompts.tasks.insights import InferInsights, InsightRow, Insights
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.react import React, Reaction
from sim.prompts.tasks.recap import SummariseTalk, TalkSummary
from sim.prompts.tasks.relation import DescribeRelationship, Relationship
from sim.prompts.tasks.say import Say, Utterance
from sim.prompts.tasks.steps import Decompose, Decomposition, StepRow
from sim.training.checks import CHECKS, problems
from sim.training.checks.facts import days_in, times_in
from sim.training.checks.wellformed import repeated

Q = TypeVar("Q", bound=Question[Any])
PEOPLE = tuple((name, name.split(" ")[0]) for name in ("Mara Lind", "Tom Reed", "Edith Okafor", "Jonas Berg"))
PLACES = ("Lind's house", "Mill Green", "Town Hall", "The Tuesday Bugle")
CARD = Card("Mara Lind", "Mara", 40, ("friendly",), ("Mara Lind is a baker",), "", 390, 1320)
FRIDAY = "Friday, May 8, 2026, 09:05"
SUPPER = "Tom Reed is giving a lantern supper at Mill Green on Saturday at 6 pm"
OWN = "Mara Lind is hosting a chess evening at Town Hall on Friday at 7 pm"


def ask(kind: type[Q], **fields: Any) -> Q:
    return kind(card=CARD, names=Names(PEOPLE[0], PEOPLE[1:], PLACES), now=FRIDAY, **fields)


def verdict(check: str, question: Question[Any], reply: Reply) -> bool | None:
    """True: all right, False: something wrong, None: nothing to judge."""
    found = CHECKS[check](question, reply)
    return None if found is None else not found.wrong


def about(line: str, *talk: tuple[str, str], memories: Sequence[str] = (SUPPER,)) -> tuple[Say, Utterance]:
    asked = ask(Say, talking_with=("Edith Okafor",), memories=tuple(memories), conversation=talk)
    return asked, Utterance(line, False)


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("Hello, Edith. Tom Reed is at Mill Green.", True),
        ("Hello there, how are you?", None),
        ("Marra, come with me to Mill Green.", False),
        ("I saw Bartholomew there.", False),
        ("Tom Okafor is giving a supper.", False),
        ("I've only found the Big Dipper, Edith.", True),
        ("Have you seen Edith's cat?", True),
        ("We meet on Saturdays, Edith.", True),
    ],
)
def test_names_stand_in_the_prompt_letter_by_letter(line: str, right: bool | None) -> None:
    assert verdict("names", *about(line)) is right


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("Did you hear? Tom Reed is giving a lantern supper at Mill Green on Saturday at 6 pm.", True),
        ("Tom is giving a lantern supper tomorrow at 18:00 at Mill Green.", True),
        ("Tom Reed is giving a lantern supper at Town Hall on Saturday at 6 pm.", False),
        ("Tom Reed is giving a lantern supper at Mill Green on Sunday at 6 pm.", False),
        ("Tom Reed is giving a lantern supper at Mill Green on Saturday at 7 pm.", False),
        ("Jonas Berg is giving a lantern supper at Mill Green on Saturday at 6 pm.", False),
        ("Tom Reed is giving a lantern supper.", False),
        ("Are you going to the lantern supper on Saturday?", True),
        ("I like a good supper.", None),
    ],
)
def test_news_is_passed_on_with_host_place_and_time(line: str, right: bool | None) -> None:
    assert verdict("news", *about(line)) is right


def test_what_was_said_before_need_not_be_said_again() -> None:
    talk = ("Edith Okafor", "Is there something at Mill Green on Saturday at 6 pm?")
    assert verdict("news", *about("Yes, Tom Reed is giving a lantern supper.", talk)) is True


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("Tom Reed is giving a lantern supper at Mill Green on Saturday at 6 pm.", True),
        ("Tom Reed is giving a lemon concert at Mill Green on Saturday at 6 pm.", False),
        ("It's at Mill Green on Saturday at 6 pm.", None),
        ("Tom Reed is a friend.", None),
    ],
)
def test_what_news_is_about_is_taken_from_the_prompt(line: str, right: bool | None) -> None:
    assert verdict("words", *about(line)) is right


def test_a_place_named_after_a_day_is_no_day() -> None:
    memory = "Tom Reed is giving a lantern supper at The Tuesday Bugle on Saturday at 6 pm"
    line = "Tom Reed is giving a lantern supper at The Tuesday Bugle on Saturday at 6 pm."
    assert verdict("news", *about(line, memories=(memory,))) is True


@pytest.mark.parametrize(
    ("question", "answer", "right"),
    [
        ("Did you hear of a circus parade?", "No, that's news to me.", True),
        ("Did you hear of a circus parade?", "Yes, it is on Sunday.", False),
        ("When is the circus parade?", "I couldn't tell you.", True),
        ("When is the circus parade?", "It's on Sunday.", False),
        ("Do you trust Harald Finch?", "I don't know anybody called Harald Finch.", True),
        ("Do you trust Harald Finch?", "Of course, he is a good man.", False),
        ("When is the lantern supper?", "It's on Saturday.", None),
        ("How do you relax?", "With a book.", None),
    ],
)
def test_what_nothing_tells_is_not_known(question: str, answer: str, right: bool | None) -> None:
    assert verdict("unknown", ask(AnswerOpen, question=question, memories=(SUPPER,)), OpenAnswer(answer)) is right


def test_no_is_the_choice_of_who_does_not_know() -> None:
    asked = ask(AnswerChoice, question="Have you heard of the circus parade?", among=("yes", "no"), memories=(SUPPER,))
    assert verdict("unknown", asked, ChosenAnswer("no")) is True
    assert verdict("unknown", asked, ChosenAnswer("yes")) is False


@pytest.mark.parametrize(
    ("answer", "right"),
    [("Yes. Tom Reed is giving a lantern supper at Mill Green.", True), ("No, that's news to me.", False)],
)
def test_what_a_memory_tells_is_answered(answer: str, right: bool) -> None:
    asked = ask(AnswerOpen, question="Have you heard of the lantern supper?", memories=(SUPPER,))
    assert verdict("answered", asked, OpenAnswer(answer)) is right


TALK = (
    ("Tom Reed", "Did you hear? I'm giving a lantern supper at Mill Green tomorrow at 6 pm."),
    ("Mara Lind", "How lovely! Jonas Berg has lost his keys."),
)


@pytest.mark.parametrize(
    ("learned", "right"),
    [
        (SUPPER, True),
        ("Tom Reed is giving a lantern supper at Town Hall on Saturday at 6 pm", False),
        ("Tom Reed is giving a lantern supper at Mill Green on Saturday at 8 pm", False),
        ("Edith Okafor is giving a lantern supper at Mill Green", False),
        ("Tom Reed is moving to a cottage near the coast", False),
        ("Jonas Berg has lost his keys", False),
    ],
)
def test_what_is_learned_was_said_by_somebody_else(learned: str, right: bool) -> None:
    reply = TalkSummary((learned,), "", "Mara Lind talked with Tom Reed")
    assert verdict("learned", ask(SummariseTalk, conversation=TALK), reply) is right


def test_a_promise_keeps_to_what_was_said() -> None:
    def promise(text: str) -> bool | None:
        return verdict("learned", ask(SummariseTalk, conversation=TALK), TalkSummary((), text, "they talked"))

    assert promise("Mara Lind plans to go to the lantern supper at Mill Green on Saturday at 6 pm") is True
    assert promise("Mara Lind plans to go to the lantern supper at Town Hall on Saturday at 6 pm") is False
    assert promise("") is None


@pytest.mark.parametrize(
    ("answer", "intends", "right"),
    [
        ("I'll be there.", "Mara Lind plans to go to the lantern supper at Mill Green on Saturday at 6 pm", True),
        ("I'll be there.", "Mara Lind plans to go to the lantern supper at Mill Green on Saturday", False),
        ("I'll be there.", "", False),
        ("I'm sorry, I can't make it.", "", None),
        ("Fancy that.", "", None),
    ],
)
def test_a_promise_is_kept_in_mind(answer: str, intends: str, right: bool | None) -> None:
    said = "I'm hosting a lantern supper at Mill Green on Saturday at 6 pm. Will you come?"
    talk = (("Tom Reed", said), ("Mara Lind", answer))
    reply = TalkSummary((), intends, "they talked")
    assert verdict("promised", ask(SummariseTalk, conversation=talk), reply) is right
    assert verdict("promised", ask(Say, conversation=talk), Utterance("Bye.", True)) is None


@pytest.mark.parametrize(
    ("seen", "doing", "choice", "right"),
    [
        ("Tom Reed is calling for help", "reading", "replan", True),
        ("Tom Reed is calling for help", "reading", "continue", False),
        ("smoke is coming out of the bakery, and it is burning", "reading", "replan", True),
        ("smoke is coming out of the bakery, and it is burning", "reading", "wait", False),
        ("Tom Reed is using the shower", "going to use the shower", "wait", True),
        ("Tom Reed is using the shower", "going to use the shower", "continue", False),
        ("Tom Reed is sleeping", "reading", "continue", True),
        ("Tom Reed is sleeping", "reading", "talk", False),
        ("the stove is idle", "reading", "continue", True),
        ("the stove is idle", "reading", "replan", False),
        ("Tom Reed is watering plants", "reading", "talk", True),
        ("Tom Reed is mending a broken clip", "reading", "replan", False),
        ("a street band has come to the square", "reading", "replan", None),
    ],
)
def test_reactions_fit_what_is_seen(seen: str, doing: str, choice: str, right: bool | None) -> None:
    assert verdict("reactions", ask(React, seen=seen, doing=doing), Reaction(choice, "")) is right


def test_only_what_cannot_go_on_is_urgent() -> None:
    reply = Reaction("continue", "")
    assert verdict("urgent", ask(React, seen="Tom Reed is calling for help", doing="reading"), reply) is False
    assert verdict("urgent", ask(React, seen="the stove is idle", doing="reading"), reply) is None


def plan(*entries: tuple[str, str, str]) -> DayPlan:
    return DayPlan(tuple(Entry(*entry) for entry in entries))


@pytest.mark.parametrize(
    ("activity", "right"),
    [
        ("making pastry for special orders", True),
        ("selling warm bread at Town Hall", True),
        ("cutting a new jib", False),
        ("watching the clouds", None),
    ],
)
def test_a_day_is_made_of_ones_own_work(activity: str, right: bool | None) -> None:
    day = ask(PlanDay, places=PLACES, setting=Setting(work="Town Hall"))
    assert verdict("fitting", day, plan(("07:00", "getting up", "Lind's house"), ("08:00", activity, "Town Hall"))) is right
    nobody = PlanDay(card=Card("Mara Lind", "Mara"), names=Names(PEOPLE[0]), places=PLACES)
    assert verdict("fitting", nobody, plan(("08:00", activity, "Town Hall"))) is None


def test_what_is_done_is_made_of_its_own_steps() -> None:
    def steps(activity: str) -> Decomposition:
        return Decomposition((StepRow(activity, "", "", "work", 5),))

    baking = ask(Decompose, activity="cleaning the bakehouse")
    for step, right in (("raking out ash", True), ("unrolling good flax along the planks", False), ("sighing", None)):
        assert verdict("fitting", baking, steps(step)) is right
    assert verdict("fitting", ask(Decompose, activity="juggling seven eggs"), steps("raking out ash")) is None


def planning(*memories: str) -> PlanDay:
    return ask(PlanDay, places=PLACES, start=420, minutes=900, memories=memories)


GOING = "Mara Lind plans to go to the seed fair at Mill Green on Friday at 3 pm"


@pytest.mark.parametrize(
    ("memories", "entry", "right"),
    [
        ((OWN,), ("19:00", "hosting the chess evening", "Town Hall"), True),
        ((OWN,), ("17:00", "hosting the chess evening", "Town Hall"), False),
        ((OWN,), ("19:00", "hosting the chess evening", "Mill Green"), False),
        ((OWN,), ("19:00", "washing up", "Town Hall"), False),
        ((GOING,), ("15:00", "going to the seed fair", "Mill Green"), True),
        ((GOING,), ("12:00", "eating lunch", "Lind's house"), False),
        ((GOING, "Mara Lind cannot go to the seed fair on Friday"), ("12:00", "eating lunch", "Lind's house"), None),
        ((SUPPER,), ("12:00", "eating lunch", "Lind's house"), None),
        ((SUPPER,), ("18:00", "going to the lantern supper", "Mill Green"), False),
    ],
)
def test_plans_hold_what_is_fixed_for_the_day(
    memories: tuple[str, ...], entry: tuple[str, str, str], right: bool | None
) -> None:
    assert verdict("planned", planning(*memories), plan(("07:00", "getting up", "Lind's house"), entry)) is right


def test_of_two_things_at_one_time_either_will_do() -> None:
    both = planning(OWN, "Mara Lind plans to meet Tom Reed at Mill Green on Friday at 7 pm")
    assert verdict("planned", both, plan(("19:00", "meeting Tom Reed", "Mill Green"))) is True
    assert verdict("planned", both, plan(("19:00", "sleeping", "Lind's house"))) is False


STATEMENTS = (
    "Tom Reed is watering roses",
    "the sink is idle",
    "Mara Lind and Tom Reed talked about chess",
    "Mara Lind is baking",
)


@pytest.mark.parametrize(
    ("insight", "because", "right"),
    [
        ("Mara Lind and Tom Reed share an interest in chess", (3,), True),
        ("Mara Lind and Tom Reed share an interest in chess", (1, 3), True),
        ("Mara Lind and Tom Reed share an interest in chess", (2, 3), False),
        ("Mara Lind finds satisfaction in everyday work", (2,), False),
        ("Edith Okafor is Mara Lind's best customer", (4,), False),
    ],
)
def test_insights_cite_what_speaks_of_the_same(insight: str, because: tuple[int, ...], right: bool) -> None:
    reply = Insights((InsightRow(because, insight),))
    assert verdict("citations", ask(InferInsights, statements=STATEMENTS), reply) is right


@pytest.mark.parametrize(
    ("insight", "because", "right"),
    [
        ("Tom Reed loves roses", (4, 7), True),
        ("Tom Reed loves roses", (4, 9), False),
        ("Jonas Berg is moving away", (4,), False),
    ],
)
def test_condensed_insights_keep_their_citations(insight: str, because: tuple[int, ...], right: bool) -> None:
    given = (("Tom Reed loves roses", (4, 7)), ("Mara Lind bakes all night", (9,)))
    assert verdict("citations", ask(CondenseInsights, insights=given), Insights((InsightRow(because, insight),))) is right


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("The supper is on Saturday at 6 pm.", True),
        ("It is at 18:00.", True),
        ("It begins at 8 pm.", False),
        ("It is on Wednesday.", False),
        ("There were 120 guests.", False),
        ("Shall we meet at 8 pm?", None),
        ("I like a Sunday in bed till noon.", None),
        ("Hello.", None),
    ],
)
def test_days_hours_and_numbers_come_from_the_prompt(line: str, right: bool | None) -> None:
    assert verdict("faithful", *about(line)) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Mara Lind and Tom Reed are close", True),
        ("Mara Lind can talk openly with I'm Tom", False),
        ("Mara Lind wants the the supper to go well", False),
        ("Mara Lind said to Tom Reed: 'I'm home.'", True),
        ("Mara Lind is fond of the", False),
    ],
)
def test_what_is_kept_is_a_whole_statement_in_the_third_person(text: str, right: bool) -> None:
    assert verdict("wellformed", ask(DescribeRelationship, about="Tom Reed"), Relationship(text)) is right
    assert verdict("wellformed", *about(text)) is None


def test_a_line_is_not_said_twice_in_a_talk() -> None:
    talk = ("Edith Okafor", "The county promised us money in a sincere voice.")
    assert verdict("repeats", *about("The county promised us money in a very sincere voice!", talk)) is False
    assert verdict("repeats", *about("What will you do with it?", talk)) is True
    asked = ("Edith Okafor", "Is it true that the county promised us money in a sincere voice?")
    assert verdict("repeats", *about("Yes, the county promised us money in a sincere voice.", asked)) is True
    assert verdict("repeats", *about("The county promised us money.")) is None


def test_repeated_lines_of_a_day_are_found_but_news_may_be_told_again() -> None:
    news = "Did you hear? Tom Reed is giving a lantern supper at Mill Green on Saturday at 6 pm."
    lines = ["I forgot one line and invented four.", news, "I forgot one line and invented four. And you?", f"Hello! {news}"]
    assert repeated(lines) == [False, False, True, True]
    assert repeated(lines, (SUPPER,)) == [False, False, True, False]


def test_days_and_hours_compare_equal_however_they_are_written() -> None:
    assert days_in("tomorrow", FRIDAY) == days_in("on Saturday", FRIDAY) == days_in("on May 9", FRIDAY) == {"Saturday"}
    assert times_in("at 5:30 pm") == times_in("17:30") == {1050}
    assert days_in("on June 1", FRIDAY) == {"June 1"}


def test_problems_name_the_check_and_the_reason() -> None:
    question, reply = about("Edith Okafor is giving a lantern supper at Mill Green on Saturday at 6 pm.")
    (problem,) = problems(question, reply)
    assert problem.startswith("news: host is not that of") and problems(question, Utterance("Hello, Edith.", False)) == []
    assert [text.split(":")[0] for text in problems(question, OpenAnswer("Hello, Edith."))] == ["shape"]
