"""How a question is put to a small mind in portions, and how one reply comes out of theirs."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from sim.answer.scripted import Script
from sim.answer.scripted.dice import Dice
from sim.answer.tiny import shorthand
from sim.answer.tiny.decomposition import MOST, by_line, joined, noted, portions
from sim.answer.tiny.shown import Shown
from sim.llm.base import Names
from sim.prompts import Card, to_json
from sim.prompts.check import satisfies
from sim.prompts.tasks.insights import InferInsights, InsightRow, Insights
from sim.prompts.tasks.react import React, Reaction
from sim.prompts.tasks.recap import SummariseTalk, TalkSummary
from sim.prompts.tasks.say import Say
from sim.training.situations.composed_questions import compose_question
from sim.training.situations.data_split import PartBanks
from sim.training.situations.scenarios import make_scenario
from sim.training.situations.stage import Stage

NAMES = Names(("Ann Vale", "Ann"), (("Ben Cole", "Ben"), ("Dua Khan", "Dua")), ("Mill Green",))
CARD = Card("Ann Vale", "Ann")


def _insights(*statements: str, question: str = "", count: int = 5) -> InferInsights:
    return InferInsights(card=CARD, names=NAMES, statements=statements, question=question, count=count)


def _shown(q: InferInsights) -> list[Any]:
    """The questions that are asked in place of ``q``."""
    return [part.question for part in portions(q).questions]


def test_statements_are_dealt_out_by_the_person_they_are_about() -> None:
    q = _insights(
        "Ben Cole is humming",
        "Ann Vale talked with Dua Khan",
        "the lamp is off",
        "Ann Vale is sewing",
        "Dua Khan told Ann Vale that Ben Cole is moving",
        "Dua Khan is reading",
    )
    assert portions(q).numbers == ((2, 5, 6), (1, 5), (4,))
    assert [part.statements for part in _shown(q)][1] == (q.statements[0], q.statements[4])
    assert {part.count for part in _shown(q)} == {1}
    assert portions(replace(q, question="What does Ben Cole want?")).numbers[0] == (1, 5)
    assert len(portions(replace(q, count=2)).questions) == 2


def test_nobody_is_looked_at_with_a_question_about_somebody_else() -> None:
    q = _insights("Ben Cole is humming", "Dua Khan and Ann Vale sang", "Ann Vale is sewing")
    asked = "How do Ann Vale and Ben Cole get on?"
    shown = [(part.statements, part.question) for part in _shown(replace(q, question=asked))]
    assert shown == [(q.statements[:1], asked), (q.statements[1:2], ""), (q.statements[2:], asked)]
    assert {part.question for part in _shown(replace(q, question="What is going on?"))} == {"What is going on?"}


def _found(*rows: tuple[tuple[int, ...], str]) -> Insights:
    return Insights(tuple(InsightRow(because, insight) for because, insight in rows))


def test_citations_come_back_as_numbers_of_the_whole_and_no_insight_twice() -> None:
    q = _insights("the lamp is off", "Ben Cole is humming", "Dua Khan is reading", "Ben Cole sings")
    split = portions(q)
    replies = [_found(((2, 1), "one")), _found(((1,), "two"))]
    assert split.numbers == ((2, 4), (3,))
    assert joined(q, split, replies) == _found(((4, 2), "one"), ((3,), "two"))
    again = _found(((1,), "one"))
    assert joined(q, split, [replies[0], again]) == _found(((4, 2, 3), "one"))


def test_a_reaction_has_its_reason_in_ones_own_words_and_not_in_those_that_a_small_mind_is_shown() -> None:
    q = React(card=CARD, names=NAMES, seen="Ben Cole is reading", relationship="Ben Cole is an old friend")
    split = portions(q)
    shown = split.questions[0].question
    assert isinstance(shown, React) and shown.relationship == "fond"
    told = joined(q, split, [Reaction("talk", "Ann would like a word: fond")])
    assert isinstance(told, Reaction)
    assert told.choice == "talk" and told.reason.endswith(": Ben Cole is an old friend")


def test_statements_about_nobody_are_shown_together_and_never_too_many() -> None:
    q = _insights(*(f"lamp {n} is off" for n in range(30)))
    (part,) = _shown(q)
    assert part.statements == q.statements[:MOST]
    assert portions(_insights(*(f"Ben Cole waved {n} times" for n in range(30)))).numbers == (tuple(range(1, MOST + 1)),)


TALK = (
    ("Ben Cole", "Guess what? I'm hosting a quiz at Mill Green on Friday."),
    ("Ann Vale", "I'm leaving town on Monday, you know."),
    ("Dua Khan", "Oh dear."),
    ("Dua Khan", "Ann Vale is leaving town on Monday, they say."),
)


def test_of_a_talk_each_line_of_the_others_that_may_teach_something_is_asked_for_itself() -> None:
    q = SummariseTalk(card=CARD, names=NAMES, conversation=TALK)
    lines = by_line(q)
    assert [line.conversation for line in lines] == [(TALK[0],), (TALK[3],)]
    assert {line.task for line in lines} == {"learn"} and not by_line(Say(card=CARD, names=NAMES, conversation=TALK))


def test_a_line_is_asked_for_with_all_that_the_talk_was() -> None:
    q = SummariseTalk(
        card=CARD, names=NAMES, purpose="talk", seed=5, now="now", yesterday="yesterday", at="here", doing="humming",
        memories=("one", "two"), spare=(1, 0), talking_with=("Ben Cole",), relationship="friends", conversation=TALK,
        tell="news", turns_left=3, goodbye=True,
    )  # fmt: skip
    for line, said in zip(by_line(q), (TALK[0], TALK[3]), strict=True):
        known = {part.name: getattr(line, part.name) for part in fields(line)}
        assert known == {**{part.name: getattr(q, part.name) for part in fields(q)}, "conversation": (said,)}


def test_what_was_noted_is_learned_once_and_not_what_one_said_oneself() -> None:
    q, script = SummariseTalk(card=CARD, names=NAMES, conversation=TALK), Script()
    quiz, own = "Ben Cole is hosting a quiz at Mill Green on Friday", "Ann Vale is leaving town on Monday"
    known = noted(q, [quiz, quiz, own])
    assert known == (quiz,)
    assert noted(Say(card=CARD, names=NAMES, conversation=TALK), []) == () and script.answer(q).learned == (quiz,)
    whole = joined(q, portions(q), [TalkSummary((), "", "they talked")], known)
    assert whole == TalkSummary((quiz,), "", "they talked") and q.sound(whole)


def test_a_talk_is_summed_up_in_the_scripts_words_and_its_promise_is_kept() -> None:
    """Left to note it for itself, a small mind forgot every promise it had made."""
    lines = (("Ben Cole", "I'm hosting a quiz at Mill Green on Friday at 7 pm. Will you come?"), ("Ann Vale", "I'll be there."))
    q = SummariseTalk(card=CARD, names=NAMES, conversation=lines, now="Monday, February 13, 2023, 09:00")
    (part,) = portions(q).questions
    summaries = {reply.summary for reply in Script().propose(q, 3)}
    assert set(part.suggestions) == summaries
    assert isinstance(part.question, SummariseTalk) and part.question.conversation is None
    assert "quiz" not in shorthand.render(Shown(part.question)).user
    reply = joined(q, portions(q), [TalkSummary((), "", part.suggestions[0])], noted(q, []))
    assert isinstance(reply, TalkSummary)
    assert reply.intends == "Ann Vale plans to go to the quiz at Mill Green on Friday at 7 pm"


def test_everything_else_is_put_as_it_is_in_shorthand() -> None:
    react = React(card=CARD, names=NAMES, conversation=TALK)
    assert portions(react).questions == (Shown(replace(react, card=replace(CARD, wakes=0, sleeps=0))),)


def test_whatever_is_asked_the_joined_reply_fits_the_whole_question() -> None:
    banks, dice, script = PartBanks("train"), Dice(5, "portions"), Script()
    stage = Stage(make_scenario(dice.fork("town"), banks), banks, dice)
    several = 0
    for task in ("rate", "insights", "condense", "react", "plan", "steps", "state"):
        for n in range(20):
            q = compose_question(task, stage, dice.fork(f"{task} {n}"))
            split = portions(q)
            dealt = len(split.questions) > 1 or bool(split.numbers)
            parts = [shown.question for shown in split.questions] if dealt else [q]
            reply = joined(q, split, [script.answer(part) for part in parts])
            assert q.sound(reply), (task, reply)
            assert dealt or satisfies(to_json(q.as_asked(reply)), split.questions[0].schema())
            several += len(split.questions) > 1
    assert several >= 20
