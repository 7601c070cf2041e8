"""What there is to tell: shown to whoever speaks, once, and never to those who know it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sim.answer.by_script import Scripted
from sim.answer.opening import open_answerer
from sim.answer.recorded import possible_prompts
from sim.answer.scripted import Script
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.english.news import news_of_oneself
from sim.answer.scripted.english.phrases import news_lines
from sim.answer.scripted.initiatives import tell
from sim.answer.scripted.news_to_tell import with_news
from sim.answer.scripted.talk import Talk
from sim.llm.base import Names
from sim.llm.llamacpp import LlamaModel
from sim.prompts import Card, Question, Telling
from sim.prompts.brief import render
from sim.prompts.tasks.answer import AnswerOpen
from sim.prompts.tasks.react import React
from sim.prompts.tasks.recap import SummariseTalk
from sim.prompts.tasks.say import Say
from sim.types import Memory

PEOPLE = (("Ben Cole", "Ben"), ("Dua Khan", "Dua"))
OWN = "Ann Vale is hosting a lantern supper at Mill Green on Friday at 6 pm"
STANDS = "Cem Aydin is standing for mayor"
HEARD = "Dua Khan told Ann Vale that Cem Aydin is holding a quiz at Mill Green on Friday at 3 pm"


ANN: dict[str, Any] = {
    "card": Card("Ann Vale", "Ann", 30),
    "names": Names(("Ann Vale", "Ann"), (*PEOPLE, ("Cem Aydin", "Cem")), ("Mill Green",)),
    "now": "Monday, May 4, 2026, 09:00",
}
BEN: dict[str, Any] = {"talking_with": ("Ben Cole",), "conversation": (("Ben Cole", "I'm cold."),)}


def _say(*memories: str, talk: tuple[tuple[str, str], ...] = (), **more: Any) -> Say:
    return Say(**ANN, memories=memories, talking_with=("Ben Cole",), conversation=talk, **more)


def test_whoever_meets_somebody_is_shown_what_there_is_to_tell() -> None:
    seen = React(**ANN, memories=(OWN,), seen="Ben Cole is sitting on the bench")
    assert _told(seen) == OWN and render(with_news(seen, open_banks())).user.endswith(f"\nCould tell of oneself: {OWN}")
    told = "Ann Vale told Ben Cole about their lantern supper at Mill Green on Friday at 6 pm"
    assert not _told(replace(seen, memories=(OWN, told))) and not _told(replace(seen, seen="the stove is burning"))
    assert with_news(seen, open_banks()).talking_with == (), "nobody talks yet"


def _told(q: Say | React) -> str:
    return with_news(q, open_banks()).tell


def test_news_is_shown_with_who_told_it_and_stands_at_the_end() -> None:
    assert _told(_say(OWN)) == OWN
    assert _told(_say(HEARD)) == "Cem Aydin is holding a quiz at Mill Green on Friday at 3 pm (from Dua Khan)"
    assert render(with_news(_say(OWN), open_banks())).user.endswith(f"\nCould tell of oneself: {OWN}")
    assert "Could tell" not in render(_say(OWN)).user


@pytest.mark.parametrize(
    "q",
    [
        _say("Ann Vale is sewing", "the lamp is off"),
        _say(HEARD.replace("Dua Khan", "Ben Cole")),
        _say(OWN, talk=(("Ann Vale", "Guess what? I'm hosting a lantern supper at Mill Green on Friday at 6 pm."),)),
        _say(OWN, telling=Telling(told={OWN: ["Ben Cole"]})),
        _say(OWN, f"Ann Vale told Ben Cole that {OWN.replace('Ann Vale', 'they').replace('is', 'are', 1)}"),
    ],
)
def test_nothing_is_shown_where_there_is_none_or_it_is_known(q: Say) -> None:
    assert _told(q) == ""


@pytest.mark.parametrize(
    ("memories", "told", "knew"),
    [((), {}, False), ((f"Dua Khan told Ann Vale that {STANDS}",), {}, True), ((), {STANDS: ["Ben Cole", "Dua Khan"]}, True)],
)
def test_what_one_has_heard_already_is_answered_so(memories: tuple[str, ...], told: dict[str, list[str]], knew: bool) -> None:
    for seed in range(8):
        q = _say(*memories, talk=(("Ben Cole", f"I've just heard that {STANDS}."),), telling=Telling(told=told), seed=seed)
        assert Script().answer(q).say.startswith(news_lines.KNEW_BEFORE) is knew


def test_whoever_has_told_many_does_not_say_that_they_have_told_few() -> None:
    selling = "Ann Vale is selling the bakery"
    for told, few in ((["Dua Khan"], True), (["Dua Khan", "Cem Aydin", "Eva Lund"], False)):
        telling = Telling(told={selling: told}, sources={selling: "news"})
        qs = [_say(selling, talk=BEN["conversation"], telling=telling, seed=seed) for seed in range(60)]
        assert any("many people yet" in line for q in qs for line in tell(Talk(q, open_banks()), Dice(q.seed, ""))) is few


def test_nothing_is_shown_to_whoever_sums_a_talk_up() -> None:
    q = SummariseTalk(**ANN, **BEN, memories=(OWN,))
    assert with_news(q, open_banks()) == q


@pytest.mark.parametrize("mode", ["free", "guided"])
def test_whoever_speaks_is_shown_it_a_small_mind_as_its_own_words(mind: LlamaModel, mode: str) -> None:
    (answer,) = open_answerer(mind, guided=mode == "guided").answer([_say(OWN)])
    shown = answer.prompt.user.splitlines()[-1]
    assert shown.startswith("Could say: ") and "I'm hosting a lantern supper at Mill Green on Friday at 6 pm" in shown


@pytest.mark.parametrize(
    "q",
    [
        Say(**ANN, **BEN, memories=(OWN, HEARD)),
        SummariseTalk(**ANN, **BEN, memories=(OWN, HEARD)),
        AnswerOpen(**ANN, memories=(OWN, HEARD)),
        React(**ANN, **BEN, memories=(OWN, HEARD)),
    ],
    ids=lambda q: q.task,
)
def test_every_way_of_showing_a_question_is_known_to_whoever_verifies_the_run(mind: LlamaModel, q: Question[Any]) -> None:
    ways = list(possible_prompts(q, "free"))
    for who in (open_answerer(mind, guided=False), open_answerer(mind, guided=True), Scripted(Script())):
        (answer,) = who.answer([q])
        assert answer.prompt in ways


def test_what_one_has_to_tell_of_oneself_is_at_hand_whatever_comes_to_mind() -> None:
    def known(n: int, text: str, source: str, at: int = -1) -> Memory:
        return Memory(n, text, "observation", at, at, 5.0, (), None, source, 0)

    supper = known(1, "Nora Fennick is giving a supper", "news")
    others = [known(2, "Ilya Brandt is leaving", "news"), known(3, "Nora Fennick bakes", "backstory"), known(4, "x", "", 5)]
    assert news_of_oneself([supper, *others, known(5, "Nora Fennick is late", "news", 9)], "Nora Fennick") == [supper]
