"""What a small town passes on, and how little people repeat themselves while they do: lived, not only asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripted_questions import NOW, names
from town import SCENARIO, events, live, start, stop, write_town

from sim.answer.scripted import Script
from sim.answer.scripted.english.phrases import news_lines
from sim.language.text import sentences
from sim.prompts import Card, Setting, Telling
from sim.prompts.tasks.say import Say

SUPPER = "Ana Silva is giving a lantern supper at the Green on Saturday at 6 pm"
NEWS = ("A sickness has come to Genoa on a ship", "Rats have got into the grain store", "Bread costs twice as much")


@pytest.mark.parametrize("news", NEWS)
def test_news_that_announces_no_gathering_spreads_too(news: str, tmp_path: Path) -> None:
    path = write_town(tmp_path)
    plain = (
        SCENARIO.replace(SUPPER, news).replace("planning a lantern supper", "trying a new bun").replace("host: ana\n    ", "")
    )
    path.write_text(
        plain.replace("    place: Green\n    at: Saturday 18:00\n", "").replace("[lantern, supper]", f"[{news.split()[1]}]")
    )
    learned = 0
    for seed in range(3):
        store, engine = start(path, tmp_path / f"{seed}.sqlite", seed=seed, embedder="none")
        live(engine, 1500)
        stop(store, engine)
        found = [data["text"] for _, key, data in events(tmp_path / f"{seed}.sqlite", "learn") if key == "ben"]
        learned += news in found
    assert learned >= 2


def say(conversation: tuple[tuple[str, str], ...], seed: int, me: str = "Mara Lind", said: tuple[str, ...] = ()) -> str:
    others = tuple(dict.fromkeys(who for who, _ in conversation if who != me)) or ("Tom Reed",)
    card = Card(me, me.split(" ")[0], 40, ("friendly",), (), f"{me} is painting the shop")
    q = Say(
        card=card, names=names(me), seed=seed, now=NOW, talking_with=others, conversation=conversation,
        setting=Setting(occupation="baker"), telling=Telling(said=said),
    )  # fmt: skip
    return Script().answer(q).say


def test_a_reaction_is_used_once_in_a_talk_of_several() -> None:
    told = ("Edith Okafor", "Did you hear? Jonas Berg is giving a supper at Mill Green on Saturday at 6 pm.")
    for seed in range(25):
        opener = (*news_lines.GOOD, *news_lines.PLAIN)[seed % len((*news_lines.GOOD, *news_lines.PLAIN))]
        line = say((told, ("Tom Reed", opener)), seed)
        assert opener not in line and sentences(opener)[0] not in line


def test_what_was_said_today_is_not_said_again_to_the_next() -> None:
    asked, said = (("Tom Reed", "What are you busy with at the moment?"),), []
    for seed in range(12):
        said.append(say(asked, seed, said=tuple(said)))
    assert sum("painting the shop" in line for line in said) <= 1
    assert len(set(said)) == len(said)
    assert sum("painting the shop" in say(asked, seed) for seed in range(12)) > 2, "it would be said again"


def test_who_is_greeted_by_name_by_a_stranger_greets_back_without_an_introduction() -> None:
    for seed in range(10):
        assert "I'm Mara" not in say((("Tom Reed", "Good evening, Mara."),), seed)


def test_in_company_only_who_is_asked_answers() -> None:
    asked = ("Tom Reed", "What are you painting there, Edith?")
    talk = (("Edith Okafor", "Hello, Mara."), ("Mara Lind", "Hello, Edith."), asked)
    for seed in range(10):
        line = say(talk, seed)
        assert "painting the shop" not in line and "don't know" not in line
