"""What a model's words must pass beside the scripted mind: lines, days, what is learned and concluded."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scripted_questions import SUPPER, ask, random_question

from sim.answer.scripted import Script
from sim.prompts import Telling
from sim.prompts.planning import DayPlan, Entry
from sim.prompts.tasks.insights import InferInsights, InsightRow, Insights
from sim.prompts.tasks.learn import Learned, LearnFromLine
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.recap import SummariseTalk, TalkSummary
from sim.prompts.tasks.say import Say, Utterance


@pytest.mark.parametrize(
    ("line", "good"),
    [
        ("Good morning, Tom, how are you?", True),
        ("Did you hear? Tom Reed is giving a lantern supper at Mill Green.", True),
        ("I have some news: I'm giving a lantern supper at Mill Green on Friday at 6 pm.", False),
        ("I'm having a quiet day.", True),
        ("I'm having a quiet day. I'm having a quiet day.", False),
        ("I met Bartholomew at the market.", False),
        ("SoMill Green is where it is.", False),
        ("See you on Wednesday at 7 pm.", False),
        ("Are you busy today?", False),
        ("Tom Tom, hello hello hello.", False),
        ("I like {place} a lot.", False),
        ("I've been thinking about the weather.", True),
        ("I've been thinking about the weather. I've been thinking about chess.", False),
    ],
)
def test_a_models_line_must_be_grounded_new_and_sensible(script: Script, line: str, good: bool) -> None:
    question = ask(Say, talking_with=("Tom Reed",), conversation=(("Tom Reed", "Are you busy today?"),), memories=(SUPPER,))
    assert script.passes(question, Utterance(line, False)) is good


@pytest.mark.parametrize(
    ("activities", "good"),
    [
        (("reading a book", "listening to music", "reading a book"), True),
        (("reading a book", "reading a book", "reading a book"), False),
        (("reading a bedtiep", "listening to music", "resting"), False),
        (("going to the florp supper", "resting", "reading a book"), True),
    ],
)
def test_a_models_day_is_varied_and_made_of_words(script: Script, activities: tuple[str, ...], good: bool) -> None:
    question = ask(PlanDay, places=("Lind's house",), start=480, minutes=600, memories=("Tom Reed is giving a florp supper",))
    entries = tuple(Entry(f"{8 + i:02}:00", text, "Lind's house") for i, text in enumerate(activities))
    assert script.passes(question, DayPlan(entries)) is good


@pytest.mark.parametrize(
    ("line", "good"),
    [
        ("I've been thinking about the weather.", False),
        ("I've been thinking about the weather. How are you?", False),
        ("Good morning. I'm having a quiet day.", True),
        ("I'm having a quiet day.", True),
    ],
)
def test_what_one_said_on_another_occasion_is_not_said_again(script: Script, line: str, good: bool) -> None:
    telling = Telling(said=("Hello there. I've been thinking about the weather.", "Good morning."))
    question = ask(Say, talking_with=("Tom Reed",), conversation=())
    assert script.passes(replace(question, telling=telling), Utterance(line, False)) is good


def test_no_sentence_of_a_talk_is_said_twice_but_turns_of_phrase_are(script: Script) -> None:
    talk = (("Tom Reed", "Good morning. What's on your mind these days?"), ("Mara Lind", "I'm having a quiet day."))
    question = ask(Say, talking_with=("Tom Reed",), conversation=talk)
    assert not script.passes(question, Utterance("Thank you, Tom. What's on your mind these days?", False))
    assert script.passes(question, Utterance("Good morning. I've been thinking about the weather.", False))


@pytest.mark.parametrize(
    ("fact", "good"),
    [
        ("Tom Reed is giving a lantern supper at Mill Green on Friday", True),
        ("Edith Okafor is giving a lantern supper at Mill Green on Friday", False),
        ("Tom Reed is giving a pancake breakfast at Town Hall on Friday", False),
        ("The them", False),
    ],
)
def test_what_a_model_learns_was_said_by_who_is_named(script: Script, fact: str, good: bool) -> None:
    talk = (("Tom Reed", "Guess what? I'm giving a lantern supper at Mill Green on Friday."),)
    assert script.passes(ask(SummariseTalk, conversation=talk), TalkSummary((fact,), "", "they talked")) is good
    assert script.passes(ask(LearnFromLine, conversation=talk), Learned((fact,))) is good


@pytest.mark.parametrize(
    ("insight", "because", "good"),
    [
        ("Tom Reed is fond of lanterns", (1,), True),
        ("Tom Reed is fond of lanterns", (1, 2), False),
        ("Edith Okafor is fond of lanterns", (1,), False),
        ("lanterns are on many minds", (1,), True),
        ("lanterns are on many minds", (2,), False),
    ],
)
def test_what_a_model_concludes_rests_on_what_it_cites(
    script: Script, insight: str, because: tuple[int, ...], good: bool
) -> None:
    question = ask(InferInsights, statements=("Tom Reed is lighting a lantern", "Mara Lind is asleep"), count=1)
    question = replace(question, names=replace(question.names, people=(("Tom Reed", "Tom"), ("Edith Okafor", "Edith"))))
    assert script.passes(question, Insights((InsightRow(because, insight),))) is good


def test_own_proposals_of_talk_pass_the_checks_for_models(script: Script) -> None:
    replies = [
        (question, reply)
        for seed in range(60)
        for question in (random_question("say", seed, script),)
        for reply in script.propose(question)
    ]
    assert sum(script.passes(question, reply) for question, reply in replies) > 0.9 * len(replies)
