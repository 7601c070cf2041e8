"""Views on matters of the town: who holds which, how they are said, remembered, moved and polled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from scripted_questions import names

from sim.answer.scripted import Script
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.phrases.opinions import AGAINST, FOR, TORN
from sim.answer.scripted.opinions import called, held, is_matter, matter, said, stance, wants
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.talk_summaries import learnings
from sim.prompts import Card, Question, Setting
from sim.prompts.tasks.answer import AnswerOpen
from sim.prompts.tasks.answer_choice import AnswerChoice
from sim.prompts.tasks.answer_scale import AnswerScale
from sim.prompts.tasks.recap import SummariseTalk
from sim.prompts.tasks.say import Say

MARA, TOM = "Mara Lind", "Tom Reed"
RUNS = "Ada Holm is running for mayor of Alder"


def asked(kind: type[Question[Any]] = Say, me: str = MARA, *memories: str, **fields: Any) -> Any:
    card = Card(me, me.split(" ")[0], 40, ("calm",), (), str(fields.pop("currently", "")), 420, 1320)
    return kind(card=card, names=names(me), memories=memories, **fields)


def test_matters_are_what_people_differ_over() -> None:
    assert is_matter(RUNS) and is_matter("Gus Tolland has had an offer for the Fox and Lantern")
    assert not is_matter("Mara Lind is giving a supper on Friday at 6 pm") and not is_matter("Tom Reed is cooking")
    assert matter(RUNS) == "Ada Holm's running for mayor of Alder"


def test_office_family_and_voices_decide() -> None:
    assert stance(asked(me="Ada Holm"), RUNS) == FOR
    holder = replace(asked(), setting=Setting(occupation="mayor"))
    assert stance(holder, RUNS) == AGAINST
    assert stance(asked(currently="Mara Lind is married to Ada Holm"), RUNS) == FOR
    views = {name: stance(asked(me=f"{name} Ross"), RUNS) for name in ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo", "Gil", "Hal")}
    assert len(set(views.values())) == 3, "people differ"
    for name, own in views.items():
        other = AGAINST if own == FOR else FOR
        voices = [f"{who} is {other} {matter(RUNS)}" for who in ("Tom Reed", "Ida Falk")]
        moved = stance(asked(Say, f"{name} Ross", *voices), RUNS)
        assert moved != own and (own == TORN or moved == TORN)
        assert stance(asked(Say, f"{name} Ross", *voices[:1]), RUNS) == own, "one voice is not enough"


def test_the_view_on_the_card_is_held() -> None:
    for me in ("Ann Ross", "Bo Ross", "Cy Ross"):
        for currently, way in (
            ("Ann is all for what Ada Holm is up to and says so to everybody", FOR),
            ("Ann is against what Ada Holm is up to and looks for somebody who agrees", AGAINST),
            ("Ann has promised Ada Holm to help and is sorry already", TORN),
        ):
            assert stance(asked(me=me, currently=currently), RUNS) == way


@pytest.mark.parametrize("way", [FOR, TORN, AGAINST])
def test_views_are_known_again_and_remembered(way: str) -> None:
    for line in said(RUNS, way, Dice(1, "x")):
        assert held(line) == way
        talk = ((MARA, f"Have you heard? {RUNS}."), (TOM, line))
        recap = SummariseTalk(card=Card(MARA, "Mara"), names=names(MARA), talking_with=(TOM,), conversation=talk)
        assert f"{TOM} is {way} {matter(RUNS)}" in learnings(Talk(recap, Script().banks))


def test_a_poll_gets_the_view_that_is_held_in_talks() -> None:
    script = Script()
    assert wants("Yes") == FOR and wants("I would not") == AGAINST and wants("undecided") == TORN and wants("blue") == ""
    for me in ("Ann Ross", "Bo Ross", "Cy Ross", "Dee Ross", "Eve Ross"):
        own = stance(asked(me=me), RUNS)
        chosen = asked(AnswerChoice, me, RUNS, question="Would you vote for Ada Holm?", among=("no", "undecided", "yes"))
        assert wants(script.answer(chosen).answer) == own
        number = script.answer(asked(AnswerScale, me, RUNS, question="Should Ada Holm be mayor?", range=(1, 9))).answer
        assert (number > 6) == (own == FOR) and (number < 4) == (own == AGAINST)
        opened = script.answer(asked(AnswerOpen, me, RUNS, question="What do you think of Ada Holm running for mayor?"))
        assert held(opened.answer) == own


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("Sol Reyes is running for mayor", "office"),
        ("Sol Reyes is building a house where the nets are dried", "public"),
        ("Sol Reyes is leaving the school in June", "leaving"),
    ],
)
def test_what_somebody_builds_is_not_answered_as_if_they_left(statement: str, kind: str) -> None:
    assert called(statement, FOR, "Sol Reyes") == f"{kind} yours {FOR}"


def test_one_holds_one_view_whatever_the_matter_was_called_when_it_was_told_and_however_one_is_asked(script: Script) -> None:
    questions = ("What do you think of Tom Reed running for mayor?", "Who should be mayor?", "Would you vote for Tom?")
    ways = set[str]()
    for me in ("Ann Ross", "Bo Ross", "Cy Ross", "Dee Ross", "Eve Ross"):
        found = {
            held(reply.answer)
            for told in ("Tom Reed is running for mayor of Alder", "Tom is running for mayor of Alder")
            for question in questions
            for reply in script.propose(asked(AnswerOpen, me, told, question=question, seed=3), 4)
        }
        assert len(found) == 1, (me, found)
        ways |= found
        yes = script.answer(asked(AnswerOpen, me, RUNS.replace("Ada Holm", "Tom Reed"), question=questions[2])).answer
        assert yes.startswith({FOR: "Yes. ", AGAINST: "No. "}.get(found.pop(), ""))
    assert len(ways) > 1 and "" not in ways, "no ignorance stands beside a view"
    unheard = script.answer(asked(AnswerOpen, MARA, "Tom Reed is cooking", question=questions[0])).answer
    assert any(word in unheard for word in ("heard", "news", "told")), "nobody has told her"
