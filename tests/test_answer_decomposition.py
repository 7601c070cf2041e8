"""How a question is put to a small mind in portions, and how one reply comes out of theirs."""

from __future__ import annotations

from dataclasses import replace

from sim.answer.scripted import Script
from sim.answer.scripted.dice import Dice
from sim.answer.small.decomposition import MOST, by_line, joined, noted, portions
from sim.llm.base import Names
from sim.prompts import TASKS, Card, Question
from sim.prompts.check import satisfies
from sim.prompts.render import render
from sim.training.situations.composed_questions import pose
from sim.training.situations.data_split import PartBanks
from sim.training.situations.scenarios import make_scenario
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


def test_nobody_is_looked_at_with_a_question_about_somebody_else() -> None:
    q = _insights("Ben Cole is humming", "Dua Khan and Ann Vale sang", "Ann Vale is sewing")
    asked = "How do Ann Vale and Ben Cole get on?"
    shown = [(part.statements, part.question) for part in portions(replace(q, question=asked)).questions]
    assert shown == [(q.statements[:1], asked), (q.statements[1:2], ""), (q.statements[2:], asked)]
    assert {part.question for part in portions(replace(q, question="What is going on?")).questions} == {"What is going on?"}


def test_citations_come_back_as_numbers_of_the_whole_and_no_insight_twice() -> None:
    q = _insights("the lamp is off", "Ben Cole is humming", "Dua Khan is reading", "Ben Cole sings")
    split = portions(q)
    replies = [{"insights": [{"because": [2, 1], "insight": "one"}]}, {"insights": [{"because": [1], "insight": "two"}]}]
    assert split.numbers == ((2, 4), (3,))
    rows = [{"because": [4, 2], "insight": "one"}, {"because": [3], "insight": "two"}]
    assert joined(q, split, replies) == {"insights": rows}
    again = {"insights": [{"because": [1], "insight": "one"}]}
    assert joined(q, split, [replies[0], again]) == {"insights": [{"because": [4, 2, 3], "insight": "one"}]}


def test_a_reaction_has_its_reason_in_ones_own_words_and_not_in_those_that_a_small_mind_is_shown() -> None:
    q = Question("react", CARD, NAMES, seen="Ben Cole is reading", relationship="Ben Cole is an old friend")
    split = portions(q)
    assert split.questions[0].relationship == "fond"
    told = joined(q, split, [{"choice": "talk", "reason": "Ann would like a word: fond"}])
    assert told["choice"] == "talk" and str(told["reason"]).endswith(": Ben Cole is an old friend")


def test_statements_about_nobody_are_shown_together_and_never_too_many() -> None:
    q = _insights(*(f"lamp {n} is off" for n in range(30)))
    (part,) = portions(q).questions
    assert part.statements == q.statements[:MOST]
    assert portions(_insights(*(f"Ben Cole waved {n} times" for n in range(30)))).numbers == (tuple(range(1, MOST + 1)),)


TALK = (
    ("Ben Cole", "Guess what? I'm hosting a quiz at Mill Green on Friday."),
    ("Ann Vale", "I'm leaving town on Monday, you know."),
    ("Dua Khan", "Oh dear."),
    ("Dua Khan", "Ann Vale is leaving town on Monday, they say."),
)


def test_of_a_talk_each_line_of_the_others_that_may_teach_something_is_asked_for_itself() -> None:
    q = Question("recap", CARD, NAMES, conversation=TALK)
    lines = by_line(q)
    assert [line.conversation for line in lines] == [(TALK[0],), (TALK[3],)]
    assert {line.task for line in lines} == {"learn"} and not by_line(replace(q, task="say"))


def test_what_was_noted_is_learned_once_and_not_what_one_said_oneself() -> None:
    q, script = Question("recap", CARD, NAMES, conversation=TALK), Script()
    quiz, own = "Ben Cole is hosting a quiz at Mill Green on Friday", "Ann Vale is leaving town on Monday"
    known = noted(q, [{"learned": [quiz, quiz]}, {"learned": [own]}])
    assert known.noted == (quiz,)
    assert noted(replace(q, task="say"), []).noted is None and script.answer(q)["learned"] == [quiz]
    whole = joined(known, portions(known), [{"summary": "they talked"}])
    assert whole == {"learned": [quiz], "intends": "", "summary": "they talked"} and TASKS["recap"].sound(q, whole)


def test_a_talk_is_summed_up_in_the_scripts_words_and_its_promise_is_kept() -> None:
    """Left to note it for itself, a small mind forgot every promise it had made."""
    lines = (("Ben Cole", "I'm hosting a quiz at Mill Green on Friday at 7 pm. Will you come?"), ("Ann Vale", "I'll be there."))
    q = Question("recap", CARD, NAMES, conversation=lines, now="Monday, February 13, 2023, 09:00")
    (part,) = portions(q).questions
    summaries = {reply["summary"] for reply in Script().propose(q, 3)}
    assert set(part.ideas) == summaries and part.conversation is None and "quiz" not in render(replace(part, ideas=())).user
    reply = joined(noted(q, [{"learned": []}]), portions(q), [{"summary": part.ideas[0]}])
    assert reply["intends"] == "Ann Vale plans to go to the quiz at Mill Green on Friday at 7 pm"


def test_everything_else_is_put_as_it_is_in_shorthand() -> None:
    react = Question("react", CARD, NAMES, conversation=TALK)
    assert portions(react).questions == (replace(react, short=True, card=replace(CARD, wakes=0, sleeps=0)),)


def test_whatever_is_asked_the_joined_reply_fits_the_whole_question() -> None:
    banks, dice, script = PartBanks("train"), Dice(5, "portions"), Script()
    stage = Stage(make_scenario(dice.fork("town"), banks), banks, dice)
    several = 0
    for task in ("rate", "insights", "condense", "react", "plan", "steps", "state"):
        for n in range(20):
            q = pose(task, stage, dice.fork(f"{task} {n}"))
            split = portions(q)
            parts = split.questions if len(split.questions) > 1 or split.numbers else (q,)
            reply = joined(q, split, [script.answer(part) for part in parts])
            assert TASKS[task].sound(q, reply), (task, reply)
            assert len(parts) > 1 or split.numbers or satisfies(reply, TASKS[task].schema(split.questions[0]))
            several += len(split.questions) > 1
    assert several >= 20
