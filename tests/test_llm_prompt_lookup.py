"""Draft tokens from the prompt: where they come from, that they change no reply, and that they save calls."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from sim.llm import llamacpp
from sim.llm.base import Generate, Generated, Names, Prompt
from sim.llm.llamacpp import LlamaModel
from sim.llm.prompt_lookup import PromptLookup
from sim.llm.trial import TOWN_MIND

SCHEMA = json.dumps({"type": "array", "items": {"type": "string", "minLength": 1, "maxLength": 160}, "maxItems": 3})
NEWS = "is moving a whole cellar of glass and candles into the old lighthouse"


def _tokens(*numbers: int) -> np.ndarray:
    return np.array(numbers, np.int32)


@pytest.mark.parametrize(
    "prompt, reply, most, guessed",
    [
        ((1, 2, 3, 4, 5), (1, 2), 8, [3, 4, 5, 1, 2]),
        ((1, 2, 3, 4, 5), (1, 2), 2, [3, 4]),
        ((1, 2, 3, 9, 2, 3, 4), (2, 3), 1, [4]),
        ((7, 1, 2, 3, 4, 8, 1, 2, 3, 5), (7, 1, 2, 3), 1, [4]),
        ((1, 2, 3), (5,), 8, []),
        ((1, 2, 3), (1, 2), 0, []),
        ((), (), 8, []),
    ],
)
def test_the_draft_is_what_followed_the_same_tokens_before(
    prompt: tuple[int, ...], reply: tuple[int, ...], most: int, guessed: list[int]
) -> None:
    lookup = PromptLookup(_tokens(*prompt))
    for token in reply:
        lookup.add([token])
    assert lookup.draft(most) == guessed


def test_a_sure_draft_follows_only_as_many_known_tokens_as_it_was_told() -> None:
    known = _tokens(1, 2, 3, 4, 5, 6)
    for reply, free, sure in (((2, 3), [4, 5], []), ((3, 4, 5), [6, 3], []), ((1, 2, 3, 4), [5, 6], [5, 6])):
        for least, guessed in ((2, free), (4, sure)):
            lookup = PromptLookup(known, least)
            lookup.add(reply)
            assert lookup.draft(2) == guessed


def test_a_reply_may_be_longer_than_its_prompt() -> None:
    lookup = PromptLookup(_tokens(1, 2))
    lookup.add(list(range(3, 500)))
    lookup.add([1, 2])
    assert lookup.draft(3) == [3, 4, 5]


def _asked(count: int, warmth: float) -> list[Generate]:
    names = Names(("Ann Vale", "Ann"), (("Ben Cole", "Ben"),))
    asked = "Task: learn\nNow: Monday, February 13, 07:{:02}\nConversation:\nBen Cole: Ben Cole has some news: Ben Cole {}."
    lines = (asked.format(number, NEWS) for number in range(count))
    prompts = [Prompt("You are Ann Vale.", line, names) for line in lines]
    return [Generate(prompt, SCHEMA, 90, warmth, seed) for seed, prompt in enumerate(prompts)]


def _written(monkeypatch: pytest.MonkeyPatch, drafts: int, asked: list[Generate]) -> tuple[list[str], int]:
    """The replies with that many draft tokens, and the calls of llama.cpp."""
    monkeypatch.setattr(llamacpp, "MAX_DRAFT", drafts)
    model = LlamaModel(TOWN_MIND, threads=1)
    try:
        replies = [reply for reply in model.ask(asked) if isinstance(reply, Generated)]
        return [reply.text for reply in replies], model.timings.calls
    finally:
        model.close()


@pytest.mark.parametrize("count, warmth", [(1, 0.0), (3, 0.7), (20, 0.4)])
def test_drafts_change_no_reply_and_save_calls(monkeypatch: pytest.MonkeyPatch, count: int, warmth: float) -> None:
    plain, calls = _written(monkeypatch, 0, _asked(count, warmth))
    for drafts in (1, 8, 40):
        texts, fewer = _written(monkeypatch, drafts, _asked(count, warmth))
        assert texts == plain and all(NEWS in text for text in texts) and (drafts == 1 or fewer < calls)


@pytest.mark.parametrize("schema, most", [(SCHEMA, 24), ("", 12)])
def test_drafts_stay_within_the_token_limit(monkeypatch: pytest.MonkeyPatch, schema: str, most: int) -> None:
    asked = [replace(one, schema=schema, max_tokens=most) for one in _asked(4, 0.4)]
    assert _written(monkeypatch, 8, asked)[0] == _written(monkeypatch, 0, asked)[0]
