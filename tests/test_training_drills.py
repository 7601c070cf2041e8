"""Copying drills, and examples in unfamiliar words."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
from training_sample import SHIPPED, write_rows
from training_sample import rows as sample

from sim.answer.scripted.dice import Dice
from sim.training.batches import Row
from sim.training.drills import COPY, drills
from sim.training.gguf_file import read_gguf
from sim.training.stream import Recipe, Source
from sim.training.unfamiliar_words import with_unfamiliar_words
from sim.training.vocabulary import NORMAL, Vocabulary

VOCABULARY = read_gguf(SHIPPED).vocabulary


def test_a_reply_says_again_exactly_what_stands_in_the_prompt() -> None:
    echoes = statements = 0
    for task, _, user, reply in drills(VOCABULARY, Dice(3, "test"), 80):
        assert task == COPY
        if not reply.startswith("{"):
            assert reply == user.splitlines()[1] and len(reply.split()) > 5
            echoes += 1
            continue
        known = re.findall(r"^- (.+)$", user, re.M)
        asked, lines = re.findall(r"<P\d+>", user.splitlines()[0]), json.loads(reply)["lines"]
        assert len(lines) == len(asked)
        assert all(line in known and who in line for who, line in zip(asked, lines, strict=True))
        statements += 1
    assert echoes > 20 and statements > 20


def test_drills_are_the_same_for_the_same_dice_and_no_two_are_alike() -> None:
    first, again = (list(drills(VOCABULARY, Dice(4, "test"), 30)) for _ in range(2))
    assert first == again
    assert len({reply for _, _, _, reply in first}) == 30


def test_a_vocabulary_without_words_makes_no_drills() -> None:
    assert list(drills(Vocabulary(("1", "2"), (NORMAL, NORMAL), ()), Dice(1, "test"), 5)) == []


def test_a_recipe_mixes_drills_in_and_counts_only_their_replies(tmp_path: Path) -> None:
    source = Source(1, str(write_rows(tmp_path / "rows.jsonl", 40)))
    without, mixed = (list(Recipe(source, VOCABULARY, 2048, 1024, 0.35, share, 0.0).batches(0)) for share in (0.0, 1.0))
    assert COPY not in {task for batch in without for task in batch.tasks}
    drilled = 0
    for batch in mixed:
        for (begin, end), task in zip(batch.spans, batch.tasks, strict=True):
            if task != COPY:
                continue
            inside = (batch.counted >= begin) & (batch.counted < end) & (batch.weights > 0)
            assistant = int(np.flatnonzero(batch.tokens[begin:end] == VOCABULARY.tokens.index("<|im_start|>"))[-1])
            assert inside.any() and batch.counted[inside].min() > begin + assistant, "a prompt of noise teaches nothing"
            drilled += 1
    assert drilled > 10


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
