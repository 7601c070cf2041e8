"""Copying drills: nothing in a reply that its prompt does not say, nothing that can be guessed, and only replies count."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
from training_sample import SHIPPED, write_rows

from sim.answer.scripted.dice import Dice
from sim.training.drills import COPY, drills
from sim.training.gguf_file import read_gguf
from sim.training.stream import Recipe, Source
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
