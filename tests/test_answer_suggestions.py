"""What one could say or do, as a small mind is shown it: pieces of the script's proposals, and only where they are needed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from sim.answer.scripted import Script
from sim.answer.scripted.english.statements import chunks
from sim.answer.tiny.decomposition import joined, portions
from sim.answer.tiny.shorthand import render
from sim.answer.tiny.shown import Shown
from sim.answer.tiny.simplify import simplify
from sim.answer.tiny.suggestions import EVERY_DAY, MOST, answers, suggestions
from sim.language.text import sentence_keys, sentences
from sim.llm.base import Names
from sim.prompts import Card, Question, Setting, to_json
from sim.prompts.check import satisfies
from sim.prompts.records import Telling
from sim.prompts.tasks.answer import AnswerOpen
from sim.prompts.tasks.focus import UpdateFocus
from sim.prompts.tasks.merge import MergeMemories
from sim.prompts.tasks.observe import Observe
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.queries import WriteQueries
from sim.prompts.tasks.questions import AskFocalPoints
from sim.prompts.tasks.rate import Rate
from sim.prompts.tasks.relation import DescribeRelationship
from sim.prompts.tasks.replan import Replan
from sim.prompts.tasks.say import Say
from sim.prompts.tasks.state import DescribeState
from sim.prompts.tasks.steps import Decompose, Decomposition, StepRow
from sim.prompts.tasks.summary import SummariseSelf

NAMES = Names(("Ann Vale", "Ann"), (("Ben Cole", "Ben"), ("Dua Khan", "Dua")), ("Mill Green", "The Copper Kettle"))
CARD = Card("Ann Vale", "Ann", 40, ("kind",), ("Ann Vale works as a baker at The Copper Kettle",))
WHO: dict[str, Any] = {"card": CARD, "names": NAMES}
NOW = "Monday, February 13, 2023, 07:00"
SCRIPT = Script()


PLACES = ("Vale's house", "The Copper Kettle", "Mill Green")
MORNING: dict[str, Any] = {**WHO, "now": NOW, "at": PLACES[0], "places": PLACES, "start": 420, "minutes": 900}


def _talk(seed: int = 0) -> Say:
    said = (("Ben Cole", "Good morning, Ann. What have you been up to?"),)
    return Say(**WHO, now=NOW, talking_with=("Ben Cole",), conversation=said, seed=seed)


def test_a_day_shows_the_work_of_the_trade_in_its_order_and_no_meals() -> None:
    shown = suggestions(PlanDay(**MORNING))
    days = [[entry.activity for entry in reply.plan] for reply in SCRIPT.propose(PlanDay(**MORNING), 2)]
    assert shown and set(shown) == {text for day in days for text in day} - set(EVERY_DAY)
    assert [text for text in shown if text in days[0]] == list(dict.fromkeys(text for text in days[0] if text in shown))
    baked = [block.activity for row in SCRIPT.banks.occupations if row.name == "baker" for block in row.blocks]
    assert sum(text in baked for text in shown) >= 3


def test_what_is_fixed_for_the_day_or_planned_already_is_not_suggested() -> None:
    going = "18:00 going to the dance (Mill Green)"
    for field in ("fixed", "open"):
        assert "going to the dance" not in suggestions(PlanDay(**MORNING, **{field: (going,)}))
    again = Replan(**MORNING, new="the stove is on fire", plan=("07:00 kneading dough (The Copper Kettle)",))
    assert suggestions(again) == ("putting out the fire",)


@pytest.mark.parametrize("seed", range(5))
def test_in_talk_the_sentences_of_the_scripts_line_are_among_those_shown(seed: int) -> None:
    shown = suggestions(_talk(seed))
    said = sentences(SCRIPT.answer(_talk(seed)).say)
    assert all(any(sentence in part for part in shown) for sentence in said) and len(shown) <= MOST, "turns stay whole"
    assert shown == suggestions(_talk(seed)) and len(set(shown)) == len(shown)


def test_their_order_does_not_give_the_scripts_line_away() -> None:
    firsts = [SCRIPT.answer(_talk(seed)).say.startswith(suggestions(_talk(seed))[0]) for seed in range(40)]
    assert 2 < sum(firsts) < 38


@pytest.mark.parametrize("seed", range(3))
def test_a_small_conversation_of_the_banks_goes_on_with_its_own_next_turn_whole(seed: int) -> None:
    """Offered goodbyes beside it, a small mind broke off half of them; offered its sentences, it mixed them up."""
    exchanges = [e for e in SCRIPT.banks.exchanges if e.bond == "any" and len(sentences(e.turns[1])) > 1][: 4 + seed]
    assert exchanges
    for exchange in exchanges:
        said = (("Ann Vale", "Good morning, Ben."), ("Ben Cole", exchange.turns[0]))
        q = Say(**WHO, now=NOW, talking_with=("Ben Cole",), conversation=said, seed=seed)
        assert suggestions(q) == (exchange.turns[1],) == (SCRIPT.answer(q).say,)
        begun = replace(q, conversation=(*said, ("Ann Vale", "I'd rather not.")))
        assert exchange.turns[1] not in suggestions(begun)


def test_after_a_question_a_line_begins_with_an_answer_to_it() -> None:
    """Where all stories have been told: one stands alone, for the small conversation that follows it."""
    after: set[str] = set()
    told = Telling(town=frozenset(key for one in SCRIPT.banks.exchange_named.values() for key in sentence_keys(one.turns[0])))
    for seed in range(8):
        q = replace(_talk(seed), card=replace(CARD, background=(), currently=""), setting=Setting(), telling=told)
        replies = [[part for part, _ in chunks(reply.say, SCRIPT.banks)] for reply in SCRIPT.propose(q, 3)]
        assert all(answers(q, " ".join(parts)) for parts in replies if len(parts) > 1) and answers(q, "I baked a hat.")
        more = {part for parts in replies for part in parts[1:]} - {parts[0] for parts in replies}
        assert not any(answers(q, part) for part in more)
        after_news = replace(q, conversation=(("Ben Cole", "I baked a hat."),))
        assert all(answers(after_news, part) for part in more)
        after |= more
    assert len(after) > 3


def test_what_leads_up_to_news_stays_with_it() -> None:
    news = replace(_talk(), card=replace(CARD, currently="Ann Vale is hosting a quiz at Mill Green on Friday at 7 pm"))
    shown = [
        text for seed in range(40) for text in suggestions(replace(news, seed=seed)) if re.search("to ask you|free on", text)
    ]
    assert shown and all("quiz" in text for text in shown)


def test_what_is_written_of_oneself_and_others_is_a_choice_among_the_scripts_own_words() -> None:
    talks = tuple(f"Ann Vale talked with Ben Cole about {topic}" for topic in ("chess", "chess", "the weather"))
    told: dict[str, Any] = {**WHO, "now": NOW, "memories": talks}
    asked: tuple[tuple[Question[Any], str], ...] = (
        (SummariseSelf(**told), "summary"),
        (DescribeRelationship(**told, about="Ben Cole"), "relationship"),
        (UpdateFocus(**told), "currently"),
        (MergeMemories(**told), "memory"),
    )
    for q, member in asked:
        proposed = [getattr(reply, member) for reply in SCRIPT.propose(q, 3)]
        assert set(suggestions(q)) == set(proposed)
        schema = simplify(q).schema()
        assert satisfies({member: proposed[0]}, schema) and not satisfies({member: "Ann Vale is a mayling"}, schema)


@pytest.mark.parametrize("kind, member", [(AskFocalPoints, "questions"), (WriteQueries, "queries"), (Observe, "observations")])
def test_lists_are_made_of_the_scripts_own_words_and_what_they_came_from_is_not_told_again(
    kind: type[Any], member: str
) -> None:
    text = "Ben Cole is hosting a quiz at Mill Green on Friday. To this day Ann Vale keeps a ladder."
    matter = {} if kind is AskFocalPoints else {"text": text}
    q = kind(**WHO, now=NOW, memories=tuple(f"Ben Cole said {n}" for n in range(100)), **matter)
    shown, gold = simplify(q), to_json(SCRIPT.answer(q))
    assert set(gold[member]) <= set(shown.suggestions) and satisfies(gold, shown.schema())
    assert not satisfies({member: ["they this day Ann Vale keeps a ladder"] * len(gold[member])}, shown.schema())
    if kind is not AskFocalPoints:
        assert "ladder" not in render(Shown(shown.question)).user
    assert "said 5" not in render(shown).user or kind is not AskFocalPoints


def test_steps_and_states_are_shown_as_the_banks_have_them() -> None:
    kneading = Decompose(**WHO, activity="kneading the dough", start=480, minutes=45, objects=("oven",))
    assert list(suggestions(kneading)) == list(dict.fromkeys(row.activity for row in SCRIPT.answer(kneading).steps))
    oven = DescribeState(**WHO, activity="baking bread", object="oven")
    assert SCRIPT.answer(oven).state in suggestions(oven)


def test_a_step_that_was_taken_over_is_done_with_its_own_things() -> None:
    q = Decompose(**WHO, activity="cleaning the bakehouse", start=480, minutes=30, objects=("broom", "oven", "sack"))
    known = SCRIPT.answer(q).steps[0]
    mine = StepRow("humming", "sack", "full", "rest", 10)
    mixed = Decomposition((replace(known, object="sack", state="singing", minutes=20), mine))
    whole = joined(q, portions(q), [mixed])
    assert isinstance(whole, Decomposition)
    taken, own = whole.steps
    assert replace(taken, minutes=known.minutes) == known and replace(own, minutes=10) == mine
    assert taken.minutes + own.minutes == 30 and (taken.minutes > own.minutes) == (known.minutes > 10)


def test_a_question_of_fact_has_no_suggestions_and_one_of_taste_has() -> None:
    asked = AnswerOpen(**WHO, question="Do you prefer company or solitude?")
    assert SCRIPT.answer(asked).answer in simplify(asked).suggestions
    assert simplify(replace(asked, question="Who stole the lantern?")).suggestions == ()
    known = replace(asked, question="Is there a quiz?", memories=("Ben Cole is hosting a quiz at Mill Green",))
    assert simplify(known).suggestions == () == suggestions(Rate(**WHO, events=("it rains",)))


@pytest.mark.parametrize("seed", range(4))
def test_a_small_mind_does_what_is_known_and_the_scripts_own_replies_stay_possible(seed: int) -> None:
    steps = Decompose(**WHO, activity="kneading the dough", start=480, minutes=45, objects=("oven",))
    state = DescribeState(**WHO, activity="baking bread", object="oven")
    day = PlanDay(**MORNING)
    fixed = PlanDay(**MORNING, fixed=("18:00 going to the dance (Mill Green)",))
    again = Replan(**MORNING, doing="kneading", new="the stove is on fire", plan=("07:00 kneading dough (Mill Green)",))
    asked: tuple[Question[Any], ...] = (day, fixed, again, steps, state)
    for q in asked:
        q = replace(q, seed=seed)
        schema = simplify(q).schema()
        assert satisfies(to_json(q.as_asked(SCRIPT.answer(q))), schema), q.task
        assert "enum" in json.dumps(schema) and q.schema() != schema
    strange = {"plan": [{"start": f"{n:02}:00", "activity": "florping", "place": "Mill Green"} for n in range(8, 11)]}
    assert satisfies(strange, day.schema()) and not satisfies(strange, simplify(day).schema())


def test_news_stands_once_in_a_prompt() -> None:
    news = "Ann Vale is hosting a quiz at Mill Green on Friday at 7 pm"
    q = replace(_talk(), tell=news, memories=(news,))
    told = simplify(q, ("Guess what? I'm hosting a quiz at Mill Green on Friday at 7 pm.",)).question
    assert isinstance(told, Say) and told.tell == ""
    untold = simplify(q, ("Hello, Ben.",)).question
    assert isinstance(untold, Say) and untold.tell == "I'm hosting a quiz at Mill Green on Friday at 7 pm"


@pytest.mark.parametrize(
    "q, label",
    [
        (Say(**WHO, talking_with=("Ben Cole",)), "Could say"),
        (AnswerOpen(**WHO), "Could say"),
        (DescribeState(**WHO, object="oven", activity="baking"), "Could be"),
        (PlanDay(**WHO), "Could do"),
    ],
)
def test_a_prompt_names_them_by_what_they_are_for(q: Question[Any], label: str) -> None:
    assert f'{label}: "hot", "cold"' in render(Shown(q, ("hot", "cold"))).user.splitlines()
    assert label not in render(Shown(q)).user
