"""Small questions and answers in the town's wording, names as pointers, and a tiny mind to learn them, for the tests."""

from __future__ import annotations

import json
from pathlib import Path

from sim.dice import dice
from sim.training.batches import Row
from sim.training.gguf_file import ModelFile, read_gguf, write_gguf
from sim.training.model import Shape, initial_weights

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = ROOT / "assets" / "mind" / "town-mind.gguf"
WORK = ("bakes bread at <L0>", "mends nets at <L1>", "keeps bees behind <L0>", "teaches sums at <L1>", "paints doors at <L2>")
NEWS = ("a supper", "a boat race", "a reading", "an election", "a concert")
MOODS = ("calm, curious", "grumpy, careful", "shy, loyal", "witty, brave")


def rows(count: int, seed: int = 0) -> list[Row]:
    """``count`` different questions: lines of talk and what is kept of a talk."""
    chance = dice("training sample", seed)
    made: list[Row] = []
    for number in range(count):
        work, news, mood = (str(chance.choice(words)) for words in (WORK, NEWS, MOODS))
        system = f"You are <P0>, age {20 + number % 60}. Traits: {mood}.\n<P0> {work}.\nCurrently: <P0> is planning {news}."
        if number % 2:
            memories = "".join(f"\n- <P1> {WORK[line % 5]} since 19{line:02d}" for line in range(number % 11))
            user = f"Task: Say the next line.\nNow: <D0>, 10:{number % 60:02d}\nMemories:\n- <P0> is giving {news}{memories}"
            reply = {"utterance": f"<p1>, come to {news} at <L0> on <D0>.", "end": False}
        else:
            user = f"Task: What did <p0> learn?\nConversation:\n<P1>: There is {news} at <L1> at <T0>.\n<P0>: Thank you, <p1>."
            reply = {"learned": [f"<P1> said that there is {news} at <L1> at <T0>"], "end": True}
        made.append(("recap" if number % 2 == 0 else "say", system, user, json.dumps(reply)))
    return made


def write_rows(path: Path, count: int) -> Path:
    """The rows as ``compose --out`` writes them."""
    keys = ("task", "system", "user", "reply")
    path.write_text("".join(json.dumps(dict(zip(keys, row, strict=True))) + "\n" for row in rows(count)), encoding="utf-8")
    return path


def write_tiny(path: Path) -> Path:
    """A mind of 0.2 million parameters with the shipped vocabulary and random weights."""
    vocabulary = read_gguf(SHIPPED).vocabulary
    shape = Shape(32, 2, 4, 2, 64, len(vocabulary.tokens), 256)
    write_gguf(path, ModelFile(shape, initial_weights(shape, 1), vocabulary), "F32")
    return path
