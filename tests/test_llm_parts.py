"""Fitting prompts, prefix store, sampling, chat templates and cassettes: the parts that need no model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from make_gguf import CHATML

from sim.llm import Cassette, CassetteMiss, Generate, Generated, ModelError, Names, Prompt, Score, Scored, request_digest
from sim.llm.base import ModelInfo
from sim.llm.prefix import PrefixStore
from sim.llm.sampling import choose, dice, log_normalisers
from sim.llm.template import read_template
from sim.llm.truncation import fit


def _words(prompt: Prompt) -> tuple[list[int], str]:
    words = f"{prompt.system} {prompt.user}".split()
    return [_number(word) for word in words], prompt.user


def _number(word: str) -> int:
    return sum(map(ord, word))


def test_the_least_important_lines_go_first_and_are_counted() -> None:
    prompt = Prompt("be Ada", "Now:\n- one two\n- three four\nAsk", droppable=("- three four", "- one two"))
    tokens, user, dropped = fit(prompt, 7, _words)
    assert (user, dropped, len(tokens)) == ("Now:\n- one two\nAsk", 1, 7)


def test_a_prompt_without_droppable_lines_loses_its_middle() -> None:
    prompt = Prompt("be Ada", "first " + "word " * 300 + "last")
    tokens, user, dropped = fit(prompt, 60, _words)
    assert len(tokens) <= 60 and dropped == 0
    assert user.startswith("first") and user.endswith("last")


def test_even_a_monstrous_system_message_fits() -> None:
    tokens, _, _ = fit(Prompt("you " * 5000, "ask"), 50, _words)
    assert 0 < len(tokens) <= 50


def test_a_beginning_seen_twice_is_worth_keeping_and_served_the_third_time() -> None:
    store = PrefixStore(width=100)
    card = np.arange(40, dtype=np.int32)
    asked = [np.concatenate([card, np.full(10, 100 + n, np.int32)]) for n in range(3)]
    assert store.worth(asked[0], store.note(asked[0]), 0) == 0
    assert store.worth(asked[1], store.note(asked[1]), 0) == 40
    store.keep(card, b"state")
    assert store.match(asked[2]) == (40, b"state", 40)
    assert store.match(card) == (39, b"state", 40), "one token must be left to compute"


def test_the_store_forgets_what_was_not_used_for_longest() -> None:
    store = PrefixStore(width=64, limit=25)
    beginnings = [np.full(20, n, np.int32) for n in range(3)]
    for beginning in beginnings[:2]:
        store.keep(beginning, b"x" * 10)
    longer = [np.append(beginning, np.int32(99)) for beginning in beginnings]
    assert store.match(longer[0])[0] == 20
    store.keep(beginnings[2], b"x" * 10)
    assert [store.match(tokens)[0] for tokens in longer] == [20, 0, 20]
    assert store.held == 20


def test_sampling_is_repeatable_masked_and_greedy_at_zero() -> None:
    logits = np.array([5.0, 1.0, 4.5, 4.9], np.float32)
    allowed = np.array([False, True, True, True])
    assert choose(logits, allowed, 0.0, dice(1)) == 3
    drawn = [choose(logits, allowed, 1.0, dice(seed)) for seed in range(200)]
    assert drawn == [choose(logits, allowed, 1.0, dice(seed)) for seed in range(200)]
    assert set(drawn) == {2, 3}, "token 1 is below the floor, token 0 is not allowed"
    assert choose(logits, np.zeros(4, bool), 1.0, dice(1)) == -1


def test_normalisers_are_those_of_a_softmax() -> None:
    rows = np.random.default_rng(0).normal(0, 30, (50, 333)).astype(np.float32)
    exact = np.array([np.logaddexp.reduce(row.astype(np.float64)) for row in rows])
    assert np.allclose(log_normalisers(rows, block=1000), exact, atol=1e-4)


def test_templates_without_a_system_role_get_it_at_the_head_of_the_user_message() -> None:
    source = (
        "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system') }}{% endif %}"
        "<u>{{ m.content | trim }}</u>{% endfor %}<a>"
    )
    assert read_template(source, "m").render("S", "U") == "<u>S\n\nU</u><a>"
    assert read_template(CHATML, "m").render("S", "U").endswith("<|im_end|>\n<|im_start|>assistant\n")


def test_thinking_is_switched_off_or_closed() -> None:
    knows = "{% for m in messages %}{{ m.content }}{% endfor %}{% if not enable_thinking %}<think></think>{% endif %}"
    assert read_template(knows, "m").after == "<think></think>"
    stubborn = "{% for m in messages %}{{ m.content }}{% endfor %}<think>\n"
    assert read_template(stubborn, "m").after == "<think>\n\n</think>\n\n"


def test_a_template_that_reads_its_switch_from_the_system_message_gets_it_there() -> None:
    source = (
        "{% set s = messages[0].content %}{{ '[off]' if '/no_think' in s else '[on]' }}{{ s | replace('/no_think', '') }}|"
        "{{ messages[1].content }}|"
    )
    text = read_template(source, "m").render("You are Ada.", "Speak.")
    assert text.startswith("[off]You are Ada.") and text.endswith("|Speak.|")


@pytest.mark.parametrize("source", ["", "{{ nothing.at.all }}", "{% for %}", "no messages at all"])
def test_useless_templates_are_refused_in_words(source: str) -> None:
    with pytest.raises(ModelError, match=r"toy\.gguf"):
        read_template(source, "toy.gguf")


class _Counting:
    """A model that answers with how often it was asked."""

    info = ModelInfo("counting", "", False, 100)

    def __init__(self) -> None:
        self.asked = 0

    def ask(self, requests: Sequence[Generate | Score]) -> list[Generated | Scored]:
        self.asked += len(requests)
        return [Generated(f"{self.asked}") for _ in requests]

    def close(self) -> None:
        self.asked = -1


def test_a_cassette_replays_each_occurrence_and_names_what_it_lacks() -> None:
    request = Generate(Prompt("You are Ada.", "Task: speak\nNow: noon"))
    model = _Counting()
    recording = Cassette(model)
    first = [recording.ask([request])[0] for _ in range(2)]
    assert [reply.text for reply in first if isinstance(reply, Generated)] == ["1", "2"]
    replayed = Cassette(replies=[(digest, reply) for (digest, _), reply in recording.replies.items()])
    assert [replayed.ask([request])[0] for _ in range(2)] == first
    with pytest.raises(CassetteMiss, match="Task: speak"):
        replayed.ask([request])
    assert model.asked == 2 and replayed.played == 2


def test_digests_tell_every_field_apart() -> None:
    base = Generate(Prompt("s", "u", Names(("A B", "A"))), "{}", 10, 0.5, 1)
    others = [
        base,
        Generate(Prompt("s", "u", Names(("A C", "A"))), "{}", 10, 0.5, 1),
        Generate(base.prompt, "", 10, 0.5, 1),
        Generate(base.prompt, "{}", 10, 0.5, 2),
        Score(base.prompt, ("a",)),
        Score(base.prompt, ("a", "b")),
    ]
    assert len({request_digest(request) for request in others}) == 6
