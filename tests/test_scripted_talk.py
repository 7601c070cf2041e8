"""Talks between scripted minds: news gets across to the letter, people answer, promise, decline and say goodbye."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import pytest
from scripted_questions import NOW, names

from sim.answer.scripted import Script
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.initiatives import proposals
from sim.answer.scripted.said_sentences import repeats
from sim.answer.scripted.talk import Talk
from sim.language.time_and_place import near_by, read_now, resolved
from sim.prompts import Card, TalkQuestion
from sim.prompts.tasks.recap import SummariseTalk, TalkSummary
from sim.prompts.tasks.say import Say

Q = TypeVar("Q", bound=TalkQuestion[Any])
MARA, TOM, EDITH = "Mara Lind", "Tom Reed", "Edith Okafor"
TRAITS = {MARA: ("friendly", "energetic"), TOM: ("shy", "practical"), EDITH: ("witty", "curious")}
SUPPER = "Mara Lind is giving a lantern supper at Mill Green on Saturday at 6 pm"
NEWS = (
    SUPPER,
    "The old bridge will be closed on Monday",
    "A travelling circus camps on the common until Sunday, and the elephants walk through town on Saturday at 11 am",
    "Sam Moore is running for mayor in the May election",
    "Tom Reed's father died last night",
    "St. Bride's Chapel holds a concert on May 12 at 7:30 pm",
    "The Fox and Lantern is to be sold to a hotel company",
    "There will be a power cut in the whole valley tonight from 8 to 10 pm",
)


def ask(kind: type[Q], who: str, seed: int, **fields: Any) -> Q:
    card = Card(who, who.split(" ")[0], 40, TRAITS[who], (f"{who} has lived here for years",), "", 420, 1320)
    return kind(card=card, names=names(who), seed=seed, now=NOW, **fields)


def talk(
    script: Script, people: tuple[str, ...], memories: dict[str, tuple[str, ...]], seed: int, most: int = 14
) -> list[tuple[str, str, bool]]:
    """Lines as (who, line, end) until everybody has said goodbye."""
    lines: list[tuple[str, str, bool]] = []
    gone: set[str] = set()
    while len(lines) < most and len(gone) < len(people):
        for who in people:
            if who not in gone and len(lines) < most:
                others = tuple(other for other in people if other != who)
                said = script.answer(
                    ask(
                        Say, who, seed * 100 + len(lines), talking_with=others,
                        relationship=f"{others[0]} is {who}'s old friend",
                        memories=memories.get(who, ()), conversation=tuple((name, line) for name, line, _ in lines),
                        turns_left=most - len(lines), doing="having a coffee", at="Mill Green",
                    )
                )  # fmt: skip
                lines.append((who, said.say, said.end))
                if said.end:
                    gone.add(who)
    return lines


def recap(script: Script, who: str, lines: list[tuple[str, str, bool]], seed: int = 1) -> TalkSummary:
    return script.answer(ask(SummariseTalk, who, seed, conversation=tuple((name, line) for name, line, _ in lines)))


@pytest.mark.parametrize("news", NEWS)
def test_news_of_any_wording_is_told_and_learned_to_the_letter(script: Script, news: str) -> None:
    learned = 0
    for seed in range(6):
        lines = talk(script, (EDITH, TOM) if "Tom" not in news else (EDITH, MARA), {EDITH: (news, "the stove is idle")}, seed)
        noted = recap(script, lines[1][0], lines).learned
        wanted = news.replace("tonight", "on Friday evening")
        learned += wanted in noted
        assert recap(script, EDITH, lines).learned == ()
    assert learned >= 5


def test_ones_own_news_comes_back_in_the_third_person(script: Script) -> None:
    found = 0
    for seed in range(8):
        lines = talk(script, (MARA, TOM), {MARA: (SUPPER,)}, seed)
        assert any("I'm giving a lantern supper at Mill Green" in line and "tomorrow at 6 pm" in line for _, line, _ in lines)
        found += SUPPER in recap(script, TOM, lines).learned
    assert found == 8


def test_what_was_heard_names_its_source_and_travels_on(script: Script) -> None:
    lines = talk(script, (TOM, EDITH), {TOM: (f"{MARA} told {TOM} that {SUPPER}",)}, 3)
    assert SUPPER in recap(script, EDITH, lines).learned


def test_invitations_are_accepted_declined_and_left_open(script: Script) -> None:
    promises = [recap(script, TOM, talk(script, (MARA, TOM), {MARA: (SUPPER,)}, seed)).intends for seed in range(40)]
    assert "Tom Reed plans to go to the lantern supper at Mill Green on Saturday at 6 pm" in promises
    assert 4 <= promises.count("") <= 36


def test_who_is_promised_elsewhere_declines(script: Script) -> None:
    engaged = ("Tom Reed plans to meet Lia Santos at Town Hall on Saturday at 6 pm",)
    for seed in range(10):
        lines = talk(script, (MARA, TOM), {MARA: (SUPPER,), TOM: engaged}, seed)
        assert "lantern" not in recap(script, TOM, lines).intends


def test_nobody_proposes_to_meet_at_an_hour_that_is_taken(script: Script) -> None:
    hours: set[str] = set()
    lines = ((TOM, "Morning, Mara."), (MARA, "Morning, Tom."), (TOM, "How are you?"))
    told: dict[str, Any] = {"talking_with": (TOM,), "relationship": "Tom Reed is Mara Lind's old friend", "at": "Mill Green"}
    for seed in range(3000):
        q = ask(Say, MARA, seed, memories=(SUPPER,), conversation=lines, **told)
        proposed = " ".join(proposals(Talk(q, script.banks), Dice(seed, "talk")))
        hours |= set(re.findall(r"tomorrow at (\w+(?: [ap]m)?)", proposed))
    assert hours == {"10 am", "11 am", "noon", "3 pm", "4 pm"}


def test_no_line_is_said_twice_and_everybody_says_goodbye(script: Script) -> None:
    for seed in range(25):
        people = (MARA, TOM, EDITH)[: 2 + seed % 2]
        lines = talk(script, people, {MARA: (SUPPER,), EDITH: (NEWS[1],)}, seed, most=16)
        for i, (_, line, _) in enumerate(lines):
            before = frozenset(
                " ".join("".join(c if c.isalnum() else " " for c in said.lower()).split()) for _, said, _ in lines[:i]
            )
            assert not repeats(line, before), line
        assert {who for who, _, end in lines if end} == set(people)
        assert len(lines) <= 16


def test_a_talk_ends_within_the_turns_that_are_left(script: Script) -> None:
    for seed in range(10):
        lines = talk(script, (MARA, TOM), {}, seed, most=5)
        assert len(lines) <= 5 and lines[-1][2]


def test_questions_are_answered_from_memory_or_not_at_all(script: Script) -> None:
    told = ((EDITH, "Did you hear? There is a concert at Town Hall."), (TOM, "I had no idea. When is it?"))
    knows = ask(
        Say, EDITH, 1, talking_with=(TOM,), conversation=told, memories=("The concert is at Town Hall on Sunday at 8 pm",)
    )
    assert "Sunday at 8 pm" in script.answer(knows).say
    ignorant = script.answer(ask(Say, EDITH, 1, talking_with=(TOM,), conversation=told)).say
    assert not any(word in ignorant for word in ("Sunday", "pm", "Monday"))


def test_a_recap_of_strange_lines_keeps_facts_and_leaves_small_talk(script: Script) -> None:
    lines = [
        (TOM, "Well, I hear Sam Moore is opening a new bakery at Town Hall on Thursday!", False),
        (EDITH, "My knee told me about this rain two days before the radio did.", False),
        (TOM, "You're coming to see it, right?", False),
    ]
    noted = recap(script, EDITH, lines)
    assert any("Sam Moore is opening a new bakery at Town Hall on Thursday" in fact for fact in noted.learned)
    assert len(noted.learned) == 1 and TOM in noted.summary and EDITH in noted.summary


def test_a_day_near_by_is_called_by_its_nearness_and_comes_back_as_a_weekday(script: Script) -> None:
    friday = read_now("Friday, May 8, 2026, 09:05")
    for kept, said in (
        ("a supper on Friday evening", "a supper this evening"),
        ("a supper on Saturday at 6 pm", "a supper tomorrow at 6 pm"),
        ("a supper on Saturday evening", "a supper tomorrow evening"),
        ("a supper on Sunday at noon", "a supper on Sunday at noon"),
        ("a fair on Fridays", "a fair on Fridays"),
        ("short of flowers for Saturday", "short of flowers for tomorrow"),
    ):
        assert near_by(kept, friday) == said
        assert resolved(said, friday) == kept
