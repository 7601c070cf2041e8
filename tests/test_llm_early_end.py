"""Replies whose tokens run out: ended early under their grammar, complete and valid, and counted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from make_gguf import make_random_gguf

from sim.answer.tiny.shorthand import grammar, read, render
from sim.answer.tiny.shown import Shown
from sim.llm import Generate, Generated, Prompt, open_model
from sim.llm.early_end import ClosingTokens, max_end_growth, max_end_length
from sim.llm.llamacpp import LlamaModel
from sim.prompts import Card
from sim.prompts.check import satisfies
from sim.prompts.schema import BOOLEAN, CLOCK, array, number, one_of, record, text
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.recap import SummariseTalk

LONG = ("a very long option that takes many tokens to write", "another one that is hardly any shorter")
SHAPES: dict[str, dict[str, Any]] = {
    "one string": record(say=text(240)),
    "strings": record(focus=array(text(80), 3, 3)),
    "choices": record(choice=one_of(LONG), why=text(60, 0), sure=BOOLEAN),
    "a plan": record(plan=array(record(start=CLOCK, activity=text(60), place=one_of(LONG)), 8, 2)),
    "numbers": record(ratings=array(number(1, 100), 5, 5), of=number(0, 10**9)),
    "maybe nothing": record(learned=array(text(50), 9, 0), then=text(500, 30)),
}


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LlamaModel]:
    model = open_model(str(make_random_gguf(tmp_path_factory.mktemp("toy") / "toy.gguf")), threads=1)
    assert isinstance(model, LlamaModel)
    yield model
    model.close()


@pytest.mark.parametrize("name", SHAPES)
def test_a_reply_ends_within_its_tokens_wherever_they_run_out(toy: LlamaModel, name: str) -> None:
    schema = SHAPES[name]
    prompt = Prompt("You are Ada.", "Task: reply")
    budgets = [*range(1, 120, 7), 160, 240]
    replies = toy.ask([Generate(prompt, json.dumps(schema), tokens, 1.0, seed=tokens) for tokens in budgets])
    for budget, reply in zip(budgets, replies, strict=True):
        assert isinstance(reply, Generated) and not reply.problem
        assert satisfies(json.loads(reply.text), schema), reply.text
        assert reply.usage.generated <= max(budget, max_end_length(json.dumps(schema)))
    assert any(reply.usage.ended_early for reply in replies)


def test_a_reply_in_shorthand_ends_within_its_tokens_too(toy: LlamaModel) -> None:
    places = ("The Copper Kettle", "a place with a name that takes many tokens to write")
    plan = Shown(PlanDay(card=Card("Ada", "Ada"), places=places), LONG)
    learn = Shown(SummariseTalk(card=Card("Ada", "Ada")), LONG)
    asked = [(q, tokens) for q in (plan, learn) for tokens in (*range(1, 120, 7), 300)]
    replies = toy.ask([Generate(render(q), json.dumps(grammar(q)), tokens, 1.0, seed=tokens) for q, tokens in asked])
    for (q, _), reply in zip(asked, replies, strict=True):
        assert isinstance(reply, Generated) and not reply.problem
        assert read(q, reply.text) is not None, reply.text
    assert any(reply.usage.ended_early for reply in replies)


def test_a_reply_that_fits_is_the_same_with_more_room(toy: LlamaModel) -> None:
    schema = json.dumps(record(rating=number(1, 10)))
    requests = [Generate(Prompt("Ada", "rate"), schema, tokens, 0.7, 5) for tokens in (40, 400)]
    close, ample = toy.ask(requests)
    assert isinstance(close, Generated) and isinstance(ample, Generated)
    assert close.text == ample.text and close.usage.ended_early == ample.usage.ended_early == 0


def test_replies_that_were_ended_early_are_counted(toy: LlamaModel) -> None:
    replies = toy.ask([Generate(Prompt("Ada", "say"), json.dumps(record(say=text(240))), 30, seed=n) for n in range(3)])
    assert [reply.usage.ended_early for reply in replies] == [1, 1, 1]


def test_closing_tokens_come_first_and_the_shortest_other_token_last() -> None:
    pieces = [b"}", b'"', b"a", b"7", b"\xe2", b"long", b"longer", b'"}']
    closing = ClosingTokens(pieces, np.ones(len(pieces), bool))

    def first(*allowed: bytes) -> bytes:
        return pieces[closing.first(np.array([piece in allowed for piece in pieces]))]

    assert first(*pieces) == b'"' and first(b"}", b"7") == b"}" and first(b"a", b"}") == b"a"
    assert first(b"longer", b"long", b'"}') == b'"}'
    assert closing.first(np.zeros(len(pieces), bool)) == -1


def test_the_longest_end_of_a_schema_is_an_upper_bound() -> None:
    assert max_end_length(json.dumps(record(choice=one_of(LONG)))) >= len(json.dumps({"choice": LONG[0]}))
    assert max_end_length(json.dumps(array(record(a=text(9)), 9, 3))) >= len('[{"a": "x"}, {"a": "x"}, {"a": "x"}]')
    assert max_end_length("not json") == 0 == max_end_growth("not json") and max_end_length('{"type": "boolean"}') > 0


def test_a_reply_that_cannot_fit_the_context_is_truncated(tmp_path: Path) -> None:
    path = make_random_gguf(tmp_path / "small.gguf", context=256)
    model = open_model(str(path), threads=1, context=256)
    schema = record(**{f"member_with_a_long_name_{n}": text(9) for n in range(40)})
    (reply,) = model.ask([Generate(Prompt("Ada", "say"), json.dumps(schema), 60)])
    assert reply.problem == "truncated"
    model.close()


def test_the_end_grows_by_one_item_or_one_option_at_most() -> None:
    item = record(start=CLOCK, place=one_of(LONG))
    assert (
        max_end_growth(json.dumps(record(plan=array(item, 9, 9))))
        < 2 * max_end_length(json.dumps(item))
        < max_end_length(json.dumps(array(item, 9, 9)))
    )
    assert max_end_growth(json.dumps(record(place=one_of(LONG)))) >= len(LONG[0])
