"""Whoever people are called: names of any script and spelling, namesakes, strangers, and who gives a gathering."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import pytest
from scripted_questions import NOW, PLACES

from sim.answer.scripted import Script
from sim.answer.scripted.english.gatherings import gathering_of, is_host
from sim.answer.scripted.english.grammatical_person import first_person, in_full, second_person
from sim.answer.scripted.english.news import split_teller
from sim.llm.base import Names
from sim.prompts import Card, Question
from sim.prompts.tasks.answer import AnswerOpen
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.recap import SummariseTalk
from sim.prompts.tasks.say import Say

NAMES = (
    "Ölund", "Ædric Møller", "Edda of Rosehip", "Sean O'Brien", "Ana de la Cruz", "Mary-Ann Lee", "田中", "Jan van der Meer",
    "van der Meer", "d'Artagnan Lupiac", "pixelfox", "night_owl",
)  # fmt: skip
Q = TypeVar("Q", bound=Question[Any])
SUNIL, NAMESAKE = "Sunil Berg", "Sunil Nalpru"


def question(kind: type[Q], who: str, seed: int = 1, others: tuple[str, ...] = (), **fields: Any) -> Q:
    people = tuple((name, name.split(" ")[0]) for name in others)
    names = Names((who, who.split(" ")[0]), people, PLACES)
    card = Card(who, who.split(" ")[0], 40, ("friendly",), (f"{who} is a baker",), "", 420, 1320)
    return kind(card=card, names=names, seed=seed, now=NOW, **fields)


@pytest.mark.parametrize("name", NAMES)
def test_news_of_anybody_goes_from_mouth_to_mouth_with_its_host(script: Script, name: str) -> None:
    news = f"{name} is giving a lantern supper at Mill Green on Saturday at 6 pm"
    for seed in range(5):
        first = {"talking_with": ("Tom Reed",), "relationship": "an old friend", "others": ("Tom Reed",), "memories": (news,)}
        line = script.answer(question(Say, name, seed, conversation=(("Tom Reed", "Any news?"),), **first)).say
        heard = script.answer(question(SummariseTalk, "Tom Reed", conversation=((name, line), ("Tom Reed", "Is that so?"))))
        assert heard.learned == (news,), line
        told = split_teller(f"{name} told Tom Reed that {news}", "Tom Reed")
        assert told == (news, name)
        second = {"talking_with": ("Lia Santos",), "relationship": "an old friend", "others": ("Lia Santos", name)}
        asked = (("Lia Santos", "Any news?"),)
        line = script.answer(question(Say, "Tom Reed", seed, conversation=asked, memories=(news,), **second)).say
        heard = script.answer(
            question(
                SummariseTalk, "Lia Santos", others=(name,), conversation=(("Tom Reed", line), ("Lia Santos", "Is that so?"))
            )
        )
        assert heard.learned == (news,), line
        assert "their" not in heard.summary and name in heard.summary


def test_a_namesake_is_somebody_else(script: Script) -> None:
    own = ("Sunil Berg is kneading dough", "Sunil Berg met Lia Santos at Mill Green")
    for others in ((NAMESAKE,), ()):
        for asked in (f"Have you met {NAMESAKE}?", f"Do you know {NAMESAKE}?", f"Who is {NAMESAKE}?"):
            answer = script.answer(question(AnswerOpen, SUNIL, others=others, question=asked, memories=own)).answer
            assert NAMESAKE in answer and not answer.startswith("Yes") and "dough" not in answer and "baker" not in answer
    known = question(AnswerOpen, SUNIL, question=f"Do you know {NAMESAKE}?", memories=(f"{NAMESAKE} is a fisherman", *own))
    assert script.answer(known).answer == f"Yes, I do. {NAMESAKE} is a fisherman."
    assert first_person(f"{NAMESAKE} is giving a supper", SUNIL, "Sunil") == f"{NAMESAKE} is giving a supper"
    assert first_person("Sunil is giving a supper", SUNIL, "Sunil") == "I'm giving a supper"


def test_who_is_known_by_a_title_speaks_of_themselves_by_the_given_name_too() -> None:
    for text in ("Benno is afraid", "Brother Benno is afraid", "Benno Karst is afraid"):
        assert first_person(text, "Benno Karst", "Brother Benno") == "I'm afraid"
        assert in_full(text, [("Benno Karst", "Brother Benno")]) == "Benno Karst is afraid"
    assert first_person("Benno Halm is afraid", "Benno Karst", "Brother Benno") == "Benno Halm is afraid"


def test_a_strangers_surname_is_not_given_away(script: Script) -> None:
    for asked in ("Do you know Pixel?", "Have you met Pixel?", "What do you think of Pixel?", "Where is Pixel?"):
        for reply in script.propose(question(AnswerOpen, SUNIL, others=("Pixel Ironfoot",), question=asked)):
            assert "Ironfoot" not in reply.answer
    full = question(AnswerOpen, SUNIL, others=("Pixel Ironfoot",), question="Do you know Pixel Ironfoot?")
    assert "Pixel Ironfoot" in script.answer(full).answer


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("Mara Lind is giving a lantern supper at Mill Green on Saturday at 6 pm", True),
        ("Mara Lind's supper is on Saturday", True),
        ("Mara Lind and Tom Reed are holding a dance on Saturday", True),
        ("Mara Lind has invited everybody to a birthday bash at Mill Green on Friday at 6 pm", True),
        ("Mara Lind plans to host a supper at Mill Green on Friday at 6 pm", True),
        ("Mara Lind is planning to go to the supper on Saturday", False),
        ("Mara Lind is thinking about going to the spring party at the Blue Teapot on Saturday at 5 pm", False),
        ("Mara Lind is preparing a cake for the party on Saturday", False),
        ("Mara Lind is giving a speech at the wedding on Saturday", False),
        ("Mara Lind was invited to the supper on Saturday", False),
        ("Mara Linden is giving a supper on Saturday", False),
    ],
)
def test_who_gives_a_gathering_and_who_only_goes(text: str, host: bool) -> None:
    assert gathering_of(text) and is_host(text, "Mara Lind") is host


def test_what_is_everybodys_own_does_not_become_the_tellers() -> None:
    told = "Tom Reed told Lia Santos that"
    assert split_teller(f"{told} everybody must bring their own chairs")[0] == "Everybody must bring their own chairs"
    assert split_teller(f"{told} their cat is lost")[0] == "Tom Reed's cat is lost"


def test_a_guest_plans_to_go_and_not_to_host(script: Script) -> None:
    party = "at Mill Green on Friday at 5 pm"
    memories = (f"Lia Santos is giving a spring party {party}",)
    q = question(PlanDay, SUNIL, memories=memories, places=PLACES, start=420, minutes=900)
    for concern in ("is thinking about going to", "is looking forward to"):
        card = Card(SUNIL, "Sunil", 40, ("friendly",), (), f"{SUNIL} {concern} the spring party {party}", 420, 1320)
        for seed in range(4):
            activities = [entry.activity for entry in script.answer(replace(q, card=card, seed=seed)).plan]
            assert "going to the spring party" in activities and not any("host" in text for text in activities)


@pytest.mark.parametrize(
    "statement, mine, yours",
    [
        ("left their sister in Lisbon", "I left my sister in Lisbon", "you left your sister in Lisbon"),
        ("is in their garden", "I'm in my garden", "you are in your garden"),
        ("gave the children their books", "I gave the children their books", "you gave the children their books"),
        ("seeks somebody who takes her out", "I seek somebody who takes me out", "you seek somebody who takes you out"),
        ("knows the man who left her", "I know the man who left her", "you know the man who left her"),
        ("wants no one to send her away", "I want no one to send me away", "you want no one to send you away"),
    ],
)
def test_what_is_ones_own_stays_so_in_every_person(statement: str, mine: str, yours: str) -> None:
    told = f"{SUNIL} {statement}"
    assert (first_person(told, SUNIL, "Sunil"), second_person(told, SUNIL, "Sunil")) == (mine, yours)
