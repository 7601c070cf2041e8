"""How somebody speaks (``speech:``): read and checked, told to capable models, heard in lines that could be anybody's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from scripted_questions import NOW, names

from sim.answer.scripted import Script
from sim.answer.scripted.dialogue_acts import act_of
from sim.answer.scripted.english.banks import open_banks
from sim.language.text import fill
from sim.prompts import Card, Setting, brief
from sim.prompts.full import render
from sim.prompts.scene import Person, Scene, Town
from sim.prompts.tasks.say import Say
from sim.scenario import ScenarioError, load
from sim.scenario.build import GREETING
from sim.types import Speech

SCENARIOS = Path(__file__).parent.parent / "scenarios"
BANKS, SCRIPT = open_banks(), Script()
SAILOR = Speech("few words, and those of a sailor", ("By your leave.",), ("Aye.", "Mark the log."), ("Ahoy, {you}.",))
_ANYBODYS = (one for one in BANKS.exchanges if one.people == 2 and one.bond == "any" and not (one.trade or one.place))
TALK = next(one.turns for one in _ANYBODYS if one.tone not in ("sad", "worried"))


def asked(seed: int, said: tuple[tuple[str, str], ...], speech: Speech = SAILOR) -> Say:
    return Say(
        card=Card("Mara Lind", "Mara", 40), names=names("Mara Lind"), seed=seed, now=NOW, talking_with=("Tom Reed",),
        conversation=said, turns_left=9, relationship="Tom Reed is a neighbour", setting=Setting("baker", speech=speech),
    )  # fmt: skip


def test_a_line_that_could_be_anybodys_begins_now_and_then_in_ones_own_voice_and_once_in_a_talk() -> None:
    begun = (("Mara Lind", "Hello."), ("Tom Reed", TALK[0]))
    lines = [SCRIPT.answer(asked(seed, begun)).say for seed in range(40)]
    own = SAILOR.asks if TALK[1].endswith("?") else SAILOR.says
    assert set(lines) == {TALK[1], *(f"{one} {TALK[1]}" for one in own)} and 10 < lines.count(TALK[1]) < 30
    again = (("Mara Lind", "Aye. Hello."), ("Tom Reed", TALK[0]))
    assert {SCRIPT.answer(asked(seed, again)).say for seed in range(20)} == {TALK[1]}
    assert {SCRIPT.answer(asked(seed, begun, Speech())).say for seed in range(20)} == {TALK[1]}


def test_what_is_promised_stays_as_it_is() -> None:
    invited = (("Tom Reed", "Hello. I'm giving a supper at Mill Green on Saturday at 6 pm. Will you come?"),)
    replies = [SCRIPT.answer(asked(seed, invited)).say for seed in range(30)]
    assert not [line for line in replies if line.startswith((*SAILOR.says, *SAILOR.asks))]


def test_own_greetings_are_said_and_all_that_ships_is_heard_as_what_it_is() -> None:
    lines = [SCRIPT.answer(asked(seed, ())).say for seed in range(20)]
    assert [line for line in lines if line.startswith("Ahoy, Tom.")] and {act_of(line, BANKS) for line in lines} == {"greet"}
    residents = load(SCENARIOS / "two_days.yaml").residents
    assert all(one.speech.how and one.speech.says and one.speech.asks for one in residents)
    greets = [fill(line, {"you": "Tom"}) for one in residents for line in one.speech.greets]
    assert greets and {act_of(line, BANKS) for line in greets} == {"greet"}
    assert {act_of(line, BANKS) for one in residents for line in (*one.speech.says, *one.speech.asks)} <= {"other", "react"}


def test_capable_models_are_told_how_somebody_speaks_and_the_brief_register_is_as_it_was() -> None:
    q = asked(1, ())
    assert "Speaks: few words" in render(replace(q, scene=Scene(Town("Millbrook", 1931), Person(speech=SAILOR.how)))).system
    assert "sailor" not in str(brief.render(q)) and "Aye" not in str(brief.render(q))


def test_a_greeting_that_nobody_would_hear_as_one_is_told(tmp_path: Path) -> None:
    text = (SCENARIOS / "first_morning.yaml").read_text()
    bad = text.replace("    home:", "    speech: {greets: ['Fair winds, {you}.']}\n    home:", 1)
    (tmp_path / "bad.yaml").write_text(
        bad.replace("map: first_morning", f"map: {SCENARIOS.parent / 'assets/maps/first_morning.tmj'}")
    )
    with pytest.raises(ScenarioError, match="greeting 'Fair winds, {you}.' begins with no word"):
        load(tmp_path / "bad.yaml")


@pytest.mark.parametrize("greeting", ["Peace be with you, Tom.", "God keep you, Tom.", "Well met, Tom.", "Greetings, Tom."])
def test_greetings_of_other_times_may_stand_in_a_scenario_and_are_heard_as_such(greeting: str) -> None:
    assert GREETING.match(greeting) and act_of(greeting, BANKS) == "greet"
    assert act_of("Peace and quiet is all that I want.", BANKS) != "greet" and act_of("God knows where.", BANKS) != "greet"
