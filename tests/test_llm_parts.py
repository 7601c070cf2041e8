"""Prompt truncation, prefix cache and sampling: the parts that need no model."""

from __future__ import annotations

import numpy as np

from sim.llm import Prompt
from sim.llm.prefix_cache import PrefixCache
from sim.llm.sampling import log_sum_exp, random_generator, sample
from sim.llm.truncation import truncate


def _words(prompt: Prompt) -> tuple[list[int], str]:
    words = f"{prompt.system} {prompt.user}".split()
    return [_number(word) for word in words], prompt.user


def _number(word: str) -> int:
    return sum(map(ord, word))


def test_the_least_important_lines_go_first_and_are_counted() -> None:
    prompt = Prompt("be Ada", "Now:\n- one two\n- three four\nAsk", droppable=("- three four", "- one two"))
    tokens, user, dropped = truncate(prompt, 7, _words)
    assert (user, dropped, len(tokens)) == ("Now:\n- one two\nAsk", 1, 7)


def test_a_prompt_without_droppable_lines_loses_its_middle() -> None:
    prompt = Prompt("be Ada", "first " + "word " * 300 + "last")
    tokens, user, dropped = truncate(prompt, 60, _words)
    assert len(tokens) <= 60 and dropped == 0
    assert user.startswith("first") and user.endswith("last")


def test_a_very_long_system_message_is_cut_too() -> None:
    tokens, _, _ = truncate(Prompt("you " * 5000, "ask"), 50, _words)
    assert 0 < len(tokens) <= 50


def test_a_prefix_of_two_prompts_is_kept_and_served_to_the_third() -> None:
    cache = PrefixCache(width=100)
    card = np.arange(40, dtype=np.int32)
    asked = [np.concatenate([card, np.full(10, 100 + n, np.int32)]) for n in range(3)]
    assert cache.lengths_to_keep(asked[0], cache.record(asked[0]), 0) == []
    assert cache.lengths_to_keep(asked[1], cache.record(asked[1]), 0) == [40]
    state = np.arange(5, dtype=np.uint8)
    cache.add(card, state)
    assert cache.match(asked[2]) == (40, state, 40)
    assert cache.match(card) == (39, state, 40), "one token must be left to compute"


def test_the_cache_removes_the_least_recently_used_prefix() -> None:
    cache = PrefixCache(width=64, max_bytes=25)
    beginnings = [np.full(20, n, np.int32) for n in range(3)]
    for beginning in beginnings[:2]:
        cache.add(beginning, np.zeros(10, np.uint8))
    longer = [np.append(beginning, np.int32(99)) for beginning in beginnings]
    assert cache.match(longer[0])[0] == 20
    cache.add(beginnings[2], np.zeros(10, np.uint8))
    assert [cache.match(tokens)[0] for tokens in longer] == [20, 0, 20]
    assert cache.held == 20


def test_sampling_is_repeatable_masked_and_greedy_at_zero() -> None:
    logits = np.array([5.0, 1.0, 4.5, 4.9], np.float32)
    allowed = np.array([False, True, True, True])
    assert sample(logits, allowed, 0.0, random_generator(1)) == 3
    drawn = [sample(logits, allowed, 1.0, random_generator(seed)) for seed in range(200)]
    assert drawn == [sample(logits, allowed, 1.0, random_generator(seed)) for seed in range(200)]
    assert set(drawn) == {2, 3}, "token 1 is below the floor, token 0 is not allowed"
    assert sample(logits, np.zeros(4, bool), 1.0, random_generator(1)) == -1


def test_log_sum_exp_is_exact() -> None:
    rows = np.random.default_rng(0).normal(0, 30, (50, 333)).astype(np.float32)
    exact = np.array([np.logaddexp.reduce(row.astype(np.float64)) for row in rows])
    assert np.allclose(log_sum_exp(rows, block=1000), exact, atol=1e-4)
