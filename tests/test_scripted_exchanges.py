"""The banks' small conversations: anybody may hold them from beginning to end, and they are begun only by whom they suit."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from scripted_questions import NOW, names

from sim.answer.scripted import Script
from sim.answer.scripted.english.banks import Exchange, open_banks
from sim.answer.scripted.english.phrases import chat, meeting
from sim.answer.scripted.exchanges import PARTIES, PLACES
from sim.prompts import Card, Setting
from sim.prompts.tasks.say import Say
from sim.scenario import load

MARA, TOM, PIA = PEOPLE = "Mara Lind", "Tom Reed", "Pia Holm"
EXCHANGES = open_banks().exchanges
WITH_THREADS = tuple(open_banks().exchange_named.values())
BONDS = {
    "any": "{other} is a neighbour",
    "fond": "{other} is {me}'s old friend",
    "cool": "{other} is a rival of {me}",
    "stranger": "{me} does not know {other} yet",
    "newcomer": "{me} does not know {other} yet",
    "couple": "{other} is {me}'s spouse",
    "sibling": "{other} is {me}'s sister",
    "child": "{other} is {me}'s daughter",
    "parent": "{other} is {me}'s mother",
}
BONDS["all"] = BONDS["any"]


def ask(
    people: tuple[str, ...], seed: int, bond: str, conversation: tuple[tuple[str, str], ...], trade: str = "", at: str = ""
) -> Say:
    me, *others = people
    background = (f"{me} moved here in spring",) if bond == "newcomer" else ()
    card = Card(me, me.split(" ")[0], 40, (), background, "", 420, 1320)
    return Say(
        card=card, names=names(me), seed=seed, now=NOW, talking_with=tuple(others), at=at, setting=Setting(occupation=trade),
        relationship=BONDS.get(bond, BONDS["any"]).format(me=me, other=others[0]), conversation=conversation, turns_left=12,
    )  # fmt: skip


def said(script: Script, exchange: Exchange) -> list[str]:
    """The talk that comes of somebody's saying the first line."""
    people = PEOPLE[: exchange.people]
    lines = [(name, "Hello.") for name in people] + [(people[0], exchange.turns[0])]
    for i in range(1, len(exchange.turns)):
        at = i % len(people)
        me = (*people[at:], *people[:at])
        lines.append((me[0], script.answer(ask(me, i, exchange.bond, tuple(lines))).say))
    return [line for _, line in lines[len(people) :]]


@pytest.mark.parametrize("part", range(8))
def test_an_exchange_once_begun_is_held_to_its_end(script: Script, part: int) -> None:
    broken = {exchange.about: said(script, exchange) for exchange in WITH_THREADS[part::8]}
    assert {about: lines for about, lines in broken.items() if lines != list(open_banks().exchange_named[about].turns)} == {}


def test_lines_stand_in_one_exchange_only_and_name_nobody_and_no_year() -> None:
    lines = [line for exchange in WITH_THREADS for line in exchange.turns]
    assert len(set(lines)) == len(lines)
    assert len({exchange.about for exchange in EXCHANGES}) == len(EXCHANGES) >= 1300
    assert not [line for line in lines if re.search(r"[{}]|\b\d{4}\b", line) or len(line) > 170]
    deeds = [exchange.deed for exchange in WITH_THREADS if exchange.deed]
    assert len(set(deeds)) == len(deeds) > 700 and not [deed for deed in deeds if re.search(r"\b(?:he|she|they|I)\b", deed)]
    trades = {occupation.name for occupation in open_banks().occupations}
    for exchange in EXCHANGES:
        assert exchange.bond in BONDS and ":" not in exchange.about and len(exchange.turns) > 1, exchange
        assert exchange.trade in ("", *trades) and exchange.place in ("", *PLACES, *PARTIES) and exchange.people in (2, 3), (
            exchange
        )
        assert exchange.tone in ("", *chat.AFTER), exchange
        assert bool(exchange.trait) == bool(exchange.deed), exchange
        assert exchange.key % exchange.people == 0 and exchange.key < len(exchange.turns) and len(exchange.deed) < 68, exchange


@pytest.mark.parametrize("path", sorted(Path("scenarios").glob("*.yaml")), ids=lambda path: path.stem)
def test_a_shipped_scenarios_own_matters_are_in_words_of_their_own(path: Path) -> None:
    every = open_banks().with_matters(load(path).matters).exchange_named.values()
    lines = [line for exchange in every for line in exchange.turns]
    assert [line for line, times in Counter(lines).items() if times > 1] == []


@pytest.mark.parametrize("bond", sorted(BONDS))
def test_everybody_begins_only_what_suits_how_they_stand(script: Script, bond: str) -> None:
    greeting = ((MARA, "Hello, Tom."), (TOM, "Hello, Mara."))
    wanted = {"any", "fond"} if bond in ("couple", "sibling", "child", "parent", "fond", "all") else set()
    wanted |= {"stranger"} if bond == "newcomer" else set()
    begun = {exchange for seed in range(80) for exchange in begins(script, ask((MARA, TOM), seed, bond, greeting))}
    assert bond in {exchange.bond for exchange in begun} | {"all"}
    assert {exchange.bond for exchange in begun} <= {bond, "all", *wanted, *({"any"} if bond == "all" else ())}
    assert not [exchange for exchange in begun if exchange.trade or exchange.place or exchange.people > 2]


def begins(script: Script, question: Say, most: int = 4) -> set[Exchange]:
    """The exchanges that what one might say now begins, by the ``most`` fitting lines."""
    lines = [reply.say for reply in script.propose(question, most)]
    return {exchange for exchange in WITH_THREADS for line in lines if line.endswith(exchange.turns[0])}


def test_work_is_spoken_of_by_whom_it_is_of(script: Script) -> None:
    asked = ((TOM, "Hello, Mara."), (MARA, "Hello, Tom."), (TOM, "How is work?"))
    of_work = {e for seed in range(120) for e in begins(script, ask((MARA, TOM), seed, "any", asked, "baker"), 1)}
    assert len(of_work) >= 5 and {exchange.trade for exchange in of_work} == {"baker"}


def test_where_one_is_is_spoken_of_there_and_nowhere_else(script: Script) -> None:
    greeting = ((MARA, "Hello, Tom."), (TOM, "Hello, Mara."))
    for at, kind in (("The Fox and Lantern", "pub"), ("Alder Park", "outdoors"), ("The Blue Teapot", "cafe")):
        begun = {e for seed in range(80) for e in begins(script, ask((MARA, TOM), seed, "any", greeting, at=at))}
        assert {e.place for e in begun if e.place} == {kind}


def test_nobody_walks_off_in_the_middle_and_nobody_breaks_in(script: Script) -> None:
    exchange = next(one for one in EXCHANGES if one.people == 2 and one.bond == "any" and len(one.turns) > 3)
    begun = ((TOM, "Hello."), (MARA, "Hello."), (TOM, exchange.turns[0]))
    assert [reply.say for reply in script.propose(ask((MARA, TOM), 1, "any", begun), 6)] == [exchange.turns[1]]
    joining = script.answer(ask((PIA, TOM, MARA), 1, "any", begun))
    assert joining.say in meeting.TOO_MANY and joining.end


def test_three_talk_as_three(script: Script) -> None:
    greeting = ((MARA, "Hello, you two."), (TOM, "Hello."), (PIA, "Hello, you two."))
    begun = {e for seed in range(30) for e in begins(script, ask((MARA, TOM, PIA), seed, "any", greeting))}
    assert {exchange.people for exchange in begun} == {3}


def test_a_line_of_an_exchange_out_of_its_place_does_not_call_for_the_next(script: Script) -> None:
    exchange = next(exchange for exchange in EXCHANGES if len(exchange.turns) > 2)
    answer = script.answer(ask((TOM, MARA), 1, "any", ((MARA, exchange.turns[1]),))).say
    assert exchange.turns[2] not in answer


@pytest.mark.parametrize(
    "world, strange",
    [
        ("A village long ago, without clocks or engines, by a river", r"telephone|\btrain|\bcar\b|coffee|newspaper|camera"),
        ("A station in space, far from home", r"\bstreet|\brain|\bpond|\bgoat|\bchurch|\bbus\b"),
    ],
)
def test_nobody_speaks_of_what_their_world_has_not(script: Script, world: str, strange: str) -> None:
    greeting = ((MARA, "Hello, Tom."), (TOM, "Hello, Mara."))
    questions = [ask((MARA, TOM), seed, "any", greeting) for seed in range(120)]
    here = {e for q in questions for e in begins(script, replace(q, setting=Setting(world=world)))}
    anywhere = {e for q in questions for e in begins(script, q)}
    assert len(here) > 30 and not [e for e in here if any(re.search(strange, line) for line in e.turns)]
    assert any(re.search(strange, line) for e in anywhere for line in e.turns)
