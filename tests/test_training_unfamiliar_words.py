"""Strange words: the same answer in other words, in the prompt and in the reply alike."""

from __future__ import annotations

import json
import re

from training_sample import rows as sample

from sim.answer.scripted.dice import Dice
from sim.training.batches import Row
from sim.training.unfamiliar_words import with_unfamiliar_words

WORDS = """
    regatta quilting lighthouse marmalade accordion telescope beehives pottery carnival orchestra puppets chess archery juggling
    falconry lanterns pancakes bonfire sculpture knitting falcons gardening sledding theatre wrestling dominoes harvest minstrel
    parsnips rhubarb saxophone tapestry umbrella vinegar whistling xylophone yodelling zeppelin quarry ventriloquy
"""


def _rows() -> list[Row]:
    """Forty rows, each with a word of its own in prompt and reply, and with one that all hold."""
    return [
        (
            "recap",
            "You are <P0>, who collects stamps.",
            f'Task: Note it.\nJSON: {{"learned": ["..."]}}\nConversation:\n<P1>: See my {word}. It is the {word} at <L1>.',
            json.dumps({"learned": [f"<P1> has a {word} at <L1>"], "intends": "conversation"}),
        )
        for word in WORDS.split()
    ]


def _word(reply: str) -> str:
    found = re.search(r"has an? (\w+) at <L1>", reply)
    assert found, reply
    return found.group(1)


def test_what_prompt_and_reply_share_is_called_by_another_word_in_both() -> None:
    old = _rows()
    changed = 0
    for before, after in zip(old, with_unfamiliar_words(old, Dice(1, "test"), 1.0), strict=True):
        word = _word(after[3])
        if word != _word(before[3]):
            changed += 1
            assert f"the {word} at <L1>" in after[2] and _word(before[3]) not in after[2]
        assert json.loads(after[3])["intends"] == "conversation", "what most examples hold stays"
        assert after[1] == before[1], "and so does what no reply speaks of"
        assert after[2].count("<P1>") == 1 and "<L1>" in after[3]
    assert changed > 15


def test_the_same_dice_give_the_same_words_and_a_share_of_none_changes_nothing() -> None:
    old = sample(30)
    assert list(with_unfamiliar_words(old, Dice(2, "x"), 0.0)) == old
    assert list(with_unfamiliar_words(_rows(), Dice(2, "x"), 0.7)) == list(with_unfamiliar_words(_rows(), Dice(2, "x"), 0.7))
    assert list(with_unfamiliar_words(_rows(), Dice(2, "x"), 0.7)) != list(with_unfamiliar_words(_rows(), Dice(3, "x"), 0.7))


def test_what_is_asked_stays() -> None:
    row: Row = ("steps", "", "Task: Break down 'embroidering' into steps.\nSeen: a gondola", '["embroidering a gondola"]')
    found = {
        after[3] for seed in range(20) for after in list(with_unfamiliar_words([*_rows(), row], Dice(seed, "x"), 1.0))[-1:]
    }
    assert len(found) > 5 and all(json.loads(text)[0].startswith("embroidering a ") for text in found)


def test_two_forms_of_one_word_are_left_alone() -> None:
    row: Row = ("say", "", "<P1>: I garden. My garden, your gardening.", '{"utterance": "A garden, gardening!"}')
    assert list(with_unfamiliar_words([*_rows(), row], Dice(4, "x"), 1.0))[-1] == row
