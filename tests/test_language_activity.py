"""Activities in words, and the lines of the phrase banks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sim.answer.scripted.english import phrases
from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.english.phrases import Moment
from sim.language.activity import gerund, in_progress


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("brew coffee", "brewing coffee"),
        ("Brew coffee and set the table", "brewing coffee and setting the table"),
        ("Nora brews coffee", "brewing coffee"),
        ("Nora Fennick is brewing coffee.", "brewing coffee"),
        ("I'm mending the door", "mending the door"),
        ("to open the cafe", "opening the cafe"),
        ("checks the roof", "checking the roof"),
        ("quietly read a letter", "quietly reading a letter"),
        ("lunch with Tess", "having lunch with Tess"),
        ("TV", "busy with TV"),
        ("early start on the cradle", "busy with early start on the cradle"),
        ("errands in town with Ben", "busy with errands in town with Ben"),
        ("bring the honey and sing a song", "bringing the honey and singing a song"),
        ("asleep", "asleep"),
        ("at the counter", "at the counter"),
        ("seated at the corner table", "seated at the corner table"),
        ("Carrying boards", "carrying boards"),
        ("open up, unlock the door", "opening up, unlocking the door"),
        ("", ""),
    ],
)
def test_an_activity_follows_is(written: str, meant: str) -> None:
    assert in_progress(written, "Nora Fennick") == meant
    assert in_progress(meant, "Nora Fennick") == meant, "what is in its form stays"


def test_verbs_take_their_ending() -> None:
    made = {"go": "going", "make": "making", "meet": "meeting", "tie": "tying", "prep": "prepping", "begin": "beginning"}
    assert {verb: gerund(verb) for verb in made} == made


SIM = Path(__file__).resolve().parents[1] / "sim"
MOMENTS = {name: value for name, value in vars(phrases).items() if isinstance(value, Moment)}


def test_the_banks_hold_what_the_code_names() -> None:
    code = "\n".join(path.read_text("utf-8") for path in sorted((SIM / "answer" / "scripted").rglob("*.py")))
    named = {name: set(re.findall(rf"\b{name}\.([A-Z_]{{3,}})\b", code)) for name in MOMENTS}
    assert named["chat"] and named == {name: set(vars(moment)) for name, moment in MOMENTS.items()}


def test_what_the_banks_have_people_do_follows_is() -> None:
    done = [work.activity for occupation in open_banks().occupations for work in occupation.blocks]
    done += [step.activity for occupation in open_banks().occupations for work in occupation.blocks for step in work.steps]
    assert len(done) > 1000 and not [activity for activity in done if in_progress(activity) != activity]
