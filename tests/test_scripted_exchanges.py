"""The banks' small conversations: anybody may hold them from beginning to end, and they are begun only by whom they suit."""

from __future__ import annotations

import re

import pytest
from scripted_questions import NOW, names

from sim.answer.scripted import Script
from sim.language.banks import Exchange, open_banks
from sim.prompts import Card
from sim.prompts.tasks.say import Say

MARA, TOM = "Mara Lind", "Tom Reed"
EXCHANGES = open_banks().exchanges
BONDS = {
    "any": "{other} is a neighbour",
    "fond": "{other} is {me}'s old friend",
    "cool": "{other} is a rival of {me}",
    "stranger": "{me} does not know {other} yet",
    "couple": "{other} is married to {me}, a good spouse",
    "sibling": "{other} is {me}'s sister",
    "child": "{other} is {me}'s daughter",
    "parent": "{other} is {me}'s mother",
}


@pytest.fixture(scope="module")
def script() -> Script:
    return Script()


def ask(me: str, other: str, seed: int, bond: str, conversation: tuple[tuple[str, str], ...]) -> Say:
    card = Card(me, me.split(" ")[0], 40, (), (), "", 420, 1320)
    return Say(
        card=card, names=names(me), seed=seed, now=NOW, talking_with=(other,),
        relationship=BONDS[bond].format(me=me, other=other), conversation=conversation, turns_left=12,
    )  # fmt: skip


def said(script: Script, exchange: Exchange) -> list[str]:
    """The talk that comes of somebody's saying the first line."""
    lines = [(MARA, "Hello, Tom."), (TOM, "Hello, Mara."), (MARA, exchange.turns[0])]
    for i in range(1, len(exchange.turns)):
        me, other = (TOM, MARA) if i % 2 else (MARA, TOM)
        lines.append((me, script.answer(ask(me, other, i, exchange.bond, tuple(lines))).say))
    return [line for _, line in lines[2:]]


@pytest.mark.parametrize("exchange", EXCHANGES, ids=lambda exchange: exchange.about)
def test_an_exchange_once_begun_is_held_to_its_end(script: Script, exchange: Exchange) -> None:
    assert said(script, exchange) == list(exchange.turns)


def test_lines_stand_in_one_exchange_only_and_name_nobody_and_no_year() -> None:
    lines = [line for exchange in EXCHANGES for line in exchange.turns]
    assert len(set(lines)) == len(lines)
    assert len({exchange.about for exchange in EXCHANGES}) == len(EXCHANGES)
    assert not [line for line in lines if re.search(r"[{}]|\b\d{4}\b", line) or len(line) > 170]
    assert all(exchange.bond in BONDS and ":" not in exchange.about and len(exchange.turns) > 1 for exchange in EXCHANGES)


@pytest.mark.parametrize("bond", BONDS)
def test_everybody_begins_only_what_suits_how_they_stand(script: Script, bond: str) -> None:
    greeting = ((MARA, "Hello, Tom."), (TOM, "Hello, Mara."))
    wanted = {bond, "any", "fond"} if bond in ("couple", "sibling", "child", "parent", "fond") else {bond}
    begun: set[str] = set()
    for seed in range(80):
        for reply in script.propose(ask(MARA, TOM, seed, bond, greeting), 4):
            begun |= {exchange.bond for exchange in EXCHANGES if reply.say.endswith(exchange.turns[0])}
    assert bond in begun
    assert begun <= wanted


def test_a_line_of_an_exchange_out_of_its_place_does_not_call_for_the_next(script: Script) -> None:
    exchange = next(exchange for exchange in EXCHANGES if len(exchange.turns) > 2)
    answer = script.answer(ask(TOM, MARA, 1, "any", ((MARA, exchange.turns[1]),))).say
    assert exchange.turns[2] not in answer
