"""What one could say or do, as a small mind is shown it: pieces of the script's proposals, and only where they are needed."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from sim.answer.scripted import Script
from sim.answer.small.decomposition import joined, portions
from sim.answer.small.simplify import plain
from sim.answer.small.suggestions import EVERY_DAY, MOST, answers, ideas
from sim.language.text import sentences
from sim.llm.base import Names
from sim.prompts import TASKS, Card, Question
from sim.prompts.check import satisfies
from sim.prompts.render import render

NAMES = Names(("Ann Vale", "Ann"), (("Ben Cole", "Ben"), ("Dua Khan", "Dua")), ("Mill Green", "The Copper Kettle"))
CARD = Card("Ann Vale", "Ann", 40, ("kind",), ("Ann Vale works as a baker at The Copper Kettle",))
NOW = "Monday, February 13, 2023, 07:00"
SCRIPT = Script()


def _day(**fields: object) -> Question:
    places = ("Vale's house", "The Copper Kettle", "Mill Green")
    return replace(Question("plan", CARD, NAMES, now=NOW, at=places[0], places=places, start=420, minutes=900), **fields)  # type: ignore[arg-type]


def _talk(seed: int = 0) -> Question:
    said = (("Ben Cole", "Good morning, Ann. What have you been up to?"),)
    return Question("say", CARD, NAMES, now=NOW, talking_with=("Ben Cole",), conversation=said, seed=seed)


def test_a_day_shows_the_work_of_the_trade_in_its_order_and_no_meals() -> None:
    shown = ideas(_day())
    days = [[row["activity"] for row in reply["plan"]] for reply in SCRIPT.propose(_day(), 2)]
    assert shown and set(shown) == {text for day in days for text in day} - set(EVERY_DAY)
    assert [text for text in shown if text in days[0]] == [text for text in days[0] if text in shown]
    baked = [block.activity for row in SCRIPT.banks.occupations if row.name == "baker" for block in row.blocks]
    assert sum(text in baked for text in shown) >= 3


def test_what_is_fixed_for_the_day_or_planned_already_is_no_idea() -> None:
    going = "18:00 going to the dance (Mill Green)"
    for field in ("fixed", "open"):
        assert "going to the dance" not in ideas(_day(**{field: (going,)}))
    again = replace(_day(new="the stove is on fire", plan=("07:00 kneading dough (The Copper Kettle)",)), task="replan")
    assert ideas(again) == ("putting out the fire",)


@pytest.mark.parametrize("seed", range(5))
def test_in_talk_the_sentences_of_the_scripts_line_are_among_those_shown(seed: int) -> None:
    shown = ideas(_talk(seed))
    assert set(sentences(str(SCRIPT.answer(_talk(seed))["say"]))) <= set(shown) and len(shown) <= MOST
    assert shown == ideas(_talk(seed)) and len(set(shown)) == len(shown)


def test_their_order_does_not_give_the_scripts_line_away() -> None:
    firsts = [ideas(_talk(seed))[0] == sentences(str(SCRIPT.answer(_talk(seed))["say"]))[0] for seed in range(40)]
    assert 2 < sum(firsts) < 38


@pytest.mark.parametrize("seed", range(3))
def test_a_small_conversation_of_the_banks_goes_on_with_its_own_next_turn_whole(seed: int) -> None:
    """Offered goodbyes beside it, a small mind broke off half of them; offered its sentences, it mixed them up."""
    exchanges = [e for e in SCRIPT.banks.exchanges if e.bond == "any" and len(sentences(e.turns[1])) > 1][: 4 + seed]
    assert exchanges
    for exchange in exchanges:
        said = (("Ann Vale", "Good morning, Ben."), ("Ben Cole", exchange.turns[0]))
        q = Question("say", CARD, NAMES, now=NOW, talking_with=("Ben Cole",), conversation=said, seed=seed)
        assert ideas(q) == (exchange.turns[1],) == (SCRIPT.answer(q)["say"],)
        begun = replace(q, conversation=(*said, ("Ann Vale", "I'd rather not.")))
        assert exchange.turns[1] not in ideas(begun)


@pytest.mark.parametrize("seed", range(5))
def test_after_a_question_a_line_begins_with_an_answer_to_it(seed: int) -> None:
    q = _talk(seed)
    replies = [sentences(str(reply["say"])) for reply in SCRIPT.propose(q, 3)]
    assert all(answers(q, " ".join(parts)) for parts in replies if len(parts) > 1) and answers(q, "I baked a hat.")
    after = {part for parts in replies for part in parts[1:]} - {parts[0] for parts in replies}
    assert after and not any(answers(q, part) for part in after)
    told = replace(q, conversation=(("Ben Cole", "I baked a hat."),))
    assert all(answers(told, part) for part in after)


def test_what_leads_up_to_news_stays_with_it() -> None:
    news = replace(_talk(), card=replace(CARD, currently="Ann Vale is hosting a quiz at Mill Green on Friday at 7 pm"))
    shown = [idea for seed in range(40) for idea in ideas(replace(news, seed=seed)) if "Guess what?" in idea]
    assert shown and all("quiz" in idea for idea in shown)


def test_what_is_written_of_oneself_and_others_is_a_choice_among_the_scripts_own_words() -> None:
    talks = tuple(f"Ann Vale talked with Ben Cole about {topic}" for topic in ("chess", "chess", "the weather"))
    for task, member in (("summary", "summary"), ("relation", "relationship"), ("focus", "currently"), ("merge", "memory")):
        q = Question(task, CARD, NAMES, now=NOW, about="Ben Cole", memories=talks)
        proposed = [reply[member] for reply in SCRIPT.propose(q, 3)]
        assert set(ideas(q)) == set(proposed)
        schema = TASKS[task].schema(plain(q))
        assert satisfies({member: proposed[0]}, schema) and not satisfies({member: "Ann Vale is a mayling"}, schema)


@pytest.mark.parametrize("task, member", [("questions", "questions"), ("queries", "queries"), ("observe", "observations")])
def test_lists_are_made_of_the_scripts_own_words_and_what_they_came_from_is_not_told_again(task: str, member: str) -> None:
    text = "Ben Cole is hosting a quiz at Mill Green on Friday. To this day Ann Vale keeps a ladder."
    q = Question(task, CARD, NAMES, now=NOW, text=text, memories=tuple(f"Ben Cole said {n}" for n in range(100)), count=3)
    shown, gold = plain(q), SCRIPT.answer(q)
    assert set(gold[member]) <= set(shown.ideas) and satisfies(gold, TASKS[task].schema(shown))
    assert not satisfies({member: ["they this day Ann Vale keeps a ladder"] * len(gold[member])}, TASKS[task].schema(shown))
    if task != "questions":
        assert "ladder" not in render(replace(shown, ideas=())).user
    assert "said 5" not in render(shown).user or task != "questions"


def test_steps_and_states_are_shown_as_the_banks_have_them() -> None:
    kneading = Question("steps", CARD, NAMES, activity="kneading the dough", start=480, minutes=45, objects=("oven",))
    assert list(ideas(kneading)) == [row["activity"] for row in SCRIPT.answer(kneading)["steps"]]
    oven = Question("state", CARD, NAMES, activity="baking bread", object="oven")
    assert SCRIPT.answer(oven)["state"] in ideas(oven)


def test_a_step_that_was_taken_over_is_done_with_its_own_things() -> None:
    q = Question(
        "steps", CARD, NAMES, activity="cleaning the bakehouse", start=480, minutes=30, objects=("broom", "oven", "sack")
    )
    known = SCRIPT.answer(q)["steps"][0]
    mine = {"activity": "humming", "object": "sack", "state": "full", "icon": "rest", "minutes": 10}
    mixed = {"steps": [{**known, "object": "sack", "state": "singing", "minutes": 20}, mine]}
    taken, own = joined(q, portions(q), [mixed])["steps"]
    assert {**taken, "minutes": known["minutes"]} == known and {**own, "minutes": 10} == mine
    assert taken["minutes"] + own["minutes"] == 30 and (taken["minutes"] > own["minutes"]) == (known["minutes"] > 10)


def test_a_question_of_fact_has_no_ideas_and_one_of_taste_has() -> None:
    asked = Question("answer", CARD, NAMES, question="Do you prefer company or solitude?")
    assert SCRIPT.answer(asked)["answer"] in plain(asked).ideas
    assert plain(replace(asked, question="Who stole the lantern?")).ideas == ()
    known = replace(asked, question="Is there a quiz?", memories=("Ben Cole is hosting a quiz at Mill Green",))
    assert plain(known).ideas == () == ideas(replace(asked, task="rate", events=("it rains",)))


@pytest.mark.parametrize("seed", range(4))
def test_a_small_mind_does_what_is_known_and_the_scripts_own_replies_stay_possible(seed: int) -> None:
    steps = Question("steps", CARD, NAMES, activity="kneading the dough", start=480, minutes=45, objects=("oven",))
    state = Question("state", CARD, NAMES, activity="baking bread", object="oven")
    fixed = _day(fixed=("18:00 going to the dance (Mill Green)",))
    again = replace(
        _day(doing="kneading", new="the stove is on fire", plan=("07:00 kneading dough (Mill Green)",)), task="replan"
    )
    for q in (_day(), fixed, again, steps, state):
        q = replace(q, seed=seed)
        schema = TASKS[q.task].schema(plain(q))
        assert satisfies(SCRIPT.answer(q), schema), q.task
        assert "enum" in json.dumps(schema) and TASKS[q.task].schema(q) != schema
    strange = {"plan": [{"start": f"{n:02}:00", "activity": "florping", "place": "Mill Green"} for n in range(8, 11)]}
    assert satisfies(strange, TASKS["plan"].schema(_day())) and not satisfies(strange, TASKS["plan"].schema(plain(_day())))


def test_news_stands_once_in_a_prompt() -> None:
    news = "Ann Vale is hosting a quiz at Mill Green on Friday at 7 pm"
    q = replace(_talk(), tell=news, memories=(news,))
    told = replace(q, ideas=("Guess what? I'm hosting a quiz at Mill Green on Friday at 7 pm.",))
    assert plain(told).tell == ""
    assert plain(replace(q, ideas=("Hello, Ben.",))).tell == "I'm hosting a quiz at Mill Green on Friday at 7 pm"


@pytest.mark.parametrize(
    "task, label", [("say", "Could say"), ("answer", "Could say"), ("state", "Could be"), ("plan", "Could do")]
)
def test_a_prompt_names_them_by_what_they_are_for(task: str, label: str) -> None:
    q = Question(task, CARD, NAMES, object="oven", activity="baking", talking_with=("Ben Cole",), ideas=("hot", "cold"))
    assert f'{label}: "hot", "cold"' in render(q).user.splitlines()
    assert label not in render(replace(q, ideas=())).user
