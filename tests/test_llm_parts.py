"""The parts of llama.cpp's side: prompts that are cut, masks, choices by their probabilities."""

from __future__ import annotations

import json
import math
from collections import Counter

import numpy as np
import pytest

from sim.answer.choice import PRIOR, head_starts, reach
from sim.llm import Prompt, Score, Scored
from sim.llm.batcher import largest_rectangle
from sim.llm.decoder import Chunk
from sim.llm.jobs import ScoreJob
from sim.llm.llamacpp import LlamaModel
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


PROMPT = Prompt(
    "You are Ada Stone, age 44.\nSleeps from 22:00 to 05:00.",
    'Task: Say Ada\'s next line to Ben.\nJSON: {"say": "...", "end": true or false}\nConversation: (not started)',
)
WORDS = ("Good morning.", "I was at the harbour all night and saw nobody.", "Table seven purple under.", "How did you sleep?")
OPTIONS = tuple(json.dumps({"say": " ".join([line] * 6), "end": False}) for line in WORDS)


@pytest.mark.parametrize("temperature", [0.3, 0.7])
def test_gumbel_head_starts_choose_options_with_the_softmax_probabilities(temperature: float) -> None:
    means, count = (-0.9, -0.4, -0.2), 4000
    won = Counter(
        int(np.argmax([a + mean for a, mean in zip(head_starts(3, temperature, seed), means, strict=True)]))
        for seed in range(count)
    )
    weights = [math.exp((mean + place * math.log(PRIOR)) / temperature) for place, mean in enumerate(means)]
    for place, weight in enumerate(weights):
        assert won[place] / count == pytest.approx(weight / sum(weights), abs=0.03)


def test_head_starts_without_temperature_are_fixed_and_do_not_depend_on_the_number_of_options() -> None:
    assert head_starts(3, 0.0, 5) == tuple(place * math.log(PRIOR) for place in range(3))
    assert head_starts(5, 0.7, 5)[:4] == head_starts(4, 0.7, 5)


def test_giving_up_losing_options_keeps_the_winner_and_saves_tokens(mind: LlamaModel) -> None:
    (full,) = mind.ask([Score(PROMPT, OPTIONS)])
    assert isinstance(full, Scored)
    winners, computed = set(), 0
    for seed in range(12):
        starts = head_starts(len(OPTIONS), 1.5, seed)
        (scored,) = mind.ask([Score(PROMPT, OPTIONS, head_starts=starts)])
        assert isinstance(scored, Scored) and scored.lengths == full.lengths
        expected, found = reach(full, starts), reach(scored, starts)
        assert found.index(max(found)) == expected.index(max(expected))
        assert all(value > exact - 0.02 for value, exact in zip(found, expected, strict=True)), "never less than the truth"
        winners.add(found.index(max(found)))
        computed += scored.usage.generated
    assert len(winners) > 1 and computed < 12 * full.usage.generated * 0.8


def test_head_starts_work_with_equal_options_and_options_that_begin_each_other(mind: LlamaModel) -> None:
    options = ('{"say": "Hi', '{"say": "Hi", "end": true}', '{"say": "Hi', "")
    (full,) = mind.ask([Score(PROMPT, options)])
    (scored,) = mind.ask([Score(PROMPT, options, head_starts=(0.0, 0.1, 0.2, -9.0))])
    assert isinstance(full, Scored) and isinstance(scored, Scored)
    found, expected = (reach(reply, (0.0, 0.1, 0.2, -9.0)) for reply in (scored, full))
    assert found.index(max(found)) == expected.index(max(expected))


def test_long_chunks_are_cut_at_multiples_of_the_kv_block(mind: LlamaModel) -> None:
    runs = {(160, 150): 96, (0, 600): 256, (240, 310): 272, (160, 110): 110, (300, 100): 100}
    assert {run: mind._decoder.piece_length(*run) for run in runs} == runs


@pytest.mark.parametrize(
    ("lengths", "chosen"),
    [((1, 1, 1), (0, 3, 1)), ((1, 5, 1), (1, 2, 5)), ((2, 2, 1, 1), (0, 2, 2)), ((1, 3, 4, 1), (1, 3, 3))],
)
def test_the_largest_rectangle_of_neighbouring_chunks_is_chosen(lengths: tuple[int, ...], chosen: tuple[int, int, int]) -> None:
    jobs = [ScoreJob(np.arange(4, dtype=np.int32), [[1]], None) for _ in lengths]
    for slot, (job, length) in enumerate(zip(jobs, lengths, strict=True)):
        job.todo = [Chunk(np.arange(length, dtype=np.int32), 4, slot, 1)]
    first, end, length = chosen
    assert largest_rectangle(jobs) == (jobs[first:end], length)
