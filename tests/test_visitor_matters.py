"""What a visitor does is taken up: whispers, happenings, typed words and added memories come up in talk and in interviews."""

from __future__ import annotations

import re

import pytest

from sim import Town
from sim.bench import asked

WHISPER = "Tess Okoro is leaving Wrenfield on Sunday"


def lived(until: str) -> Town:
    return Town.load("scenarios/first_morning.yaml", model="standin", seed=5).run(until=until)


def texts(town: Town, who: str) -> list[str]:
    return [memory.text for memory in town[who].memory]


@pytest.mark.parametrize("whom", ["nora", "ilya"])
def test_a_whisper_comes_up_in_the_next_talk_and_in_an_interview(whom: str) -> None:
    other = {"nora": "ilya", "ilya": "nora"}[whom]
    with lived("08:00") as town:
        town[whom].whisper(WHISPER)
        town.run(until="09:30")
        said = [row.text for row in town.talks.itertuples() if row.who == whom]
        assert any("leaving Wrenfield on Sunday" in line for line in said)
        heard = next(memory for memory in town[other].memory if memory.text == WHISPER)
        assert heard.source == whom
        assert (heard.importance or 0) >= 5, "grave enough to be passed on"
        assert "leaving Wrenfield" in town[whom].interview("Is anybody leaving Wrenfield?")
        assert "leaving Wrenfield" in town[other].interview("What do you know about Tess leaving?")


def test_a_whisper_that_says_you_is_told_as_ones_own() -> None:
    with lived("08:00") as town:
        town["nora"].whisper("You must tell Ilya today that his chapter is good")
        town.run(until="09:30")
        assert any("I must tell you today that your chapter is good" in row.text for row in town.talks.itertuples())


def test_whom_a_whisper_is_about_is_asked_about_it() -> None:
    with lived("07:20") as town:
        town["nora"].whisper(WHISPER)
        town.run(until="12:00")
        assert any(row.who != "tess" and "you are leaving Wrenfield" in row.text for row in town.talks.itertuples())


def test_a_happening_is_spoken_of_by_who_was_there() -> None:
    with lived("08:00") as town:
        town.happening("smoke is rising from the roof of Larch and Oak")
        town.run(until="10:00")
        assert any("smoke" in row.text.lower() for row in town.talks.itertuples())


def test_what_a_played_resident_says_is_a_fact_that_goes_on() -> None:
    with lived("08:05") as town:
        town["ilya"].command("become")
        town["ilya"].command("go", to=town["nora"].place)
        town.run(until="08:15")
        town["ilya"].command("speak", text="The bridge at Marrow Mill has fallen into the river.")
        town.run(until="08:20")
        fact = "The bridge at Marrow Mill has fallen into the river"
        assert fact in texts(town, "nora")
        town["ilya"].command("release")
        town.run(until="12:00")
        assert fact in texts(town, "tess")


def test_a_memory_added_from_python_is_spoken_of() -> None:
    with lived("08:00") as town:
        town["nora"].memory.add("Nora Fennick saw a fox carry off the last of the eggs")
        town.run(until="10:00")
        assert any("fox" in row.text and row.who == "nora" for row in town.talks.itertuples())


@pytest.mark.parametrize("scenario", sorted(asked.questions()))
def test_plain_questions_are_answered_from_card_ties_plan_and_memories(scenario: str) -> None:
    found = list(asked.ask(scenario, "standin"))
    wrong = [(one.who, one.question, one.answered) for one in found if not one.right]
    assert len(wrong) <= 6 * len(found) // 20, wrong
    subjects = [one.answered for one in found if re.search(r"\bme (?:will|would|is|am|was|has|had)\b", one.answered)]
    assert not subjects, "nobody calls themselves me as a subject"
