"""The vocabulary of a guided mind: byte-level BPE with single digits, chat marks, and pointers as tokens of their own.

llama.cpp cuts text the same way where a model's file says ``smollm`` (tests compare 10,000 strings). The command
``python -m sim.training tokenizer`` learns a vocabulary of composed text. Knows nothing of weights.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from sim.llm.pointers import POINTER
from sim.training.compose import examples
from sim.training.example import LIMITS, encode

MARKS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
"""Begin of a text (and padding), begin and end of a turn: the first ids, in this order."""
POINTERS = tuple(f"<{kind}{number}>" for kind, count in LIMITS.items() for number in range(count))
NORMAL, CONTROL, USER_DEFINED = 1, 3, 4
"""GGUF's token types: text, marks that text never becomes, and tokens that are found in text whole."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a GGUF keeps: token texts in byte-level letters, their types, and merges ``"left right"``, first ones first."""

    tokens: tuple[str, ...]
    types: tuple[int, ...]
    merges: tuple[str, ...]

    def reader(self) -> Any:
        """A ``tokenizers.Tokenizer`` that reads and writes text with it."""
        from tokenizers import AddedToken, Tokenizer, models

        ids = {token: number for number, token in enumerate(self.tokens)}
        pairs = [(left, right) for left, _, right in (merge.partition(" ") for merge in self.merges)]
        reader = _prepared(Tokenizer(models.BPE(vocab=ids, merges=pairs)))
        kinds = list(zip(self.tokens, self.types, strict=True))
        reader.add_special_tokens([token for token, kind in kinds if kind == CONTROL])
        reader.add_tokens([AddedToken(token, normalized=False) for token, kind in kinds if kind == USER_DEFINED])
        return reader

    def save(self, path: Path) -> None:
        """Write a tokenizer ``.json`` that ``tokenizers`` and ``read_vocabulary`` read."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.reader().save(str(path))


def _prepared(reader: Any) -> Any:
    """Single digits, then the byte-level pattern: what llama.cpp calls ``smollm``."""
    from tokenizers import decoders, pre_tokenizers

    cuts = [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    reader.pre_tokenizer, reader.decoder = pre_tokenizers.Sequence(cuts), decoders.ByteLevel()
    return reader


def learn(texts: Iterable[str], size: int) -> Vocabulary:
    """A vocabulary of ``size`` tokens out of ``texts``: marks, bytes, merges, then the pointers, which are cut out before."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    reader = _prepared(Tokenizer(models.BPE()))
    least = len(MARKS) + 256 + len(POINTERS)
    if size < least:
        raise ValueError(f"a vocabulary of {size} is too small: marks, bytes and pointers alone are {least}")
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=size - len(POINTERS), special_tokens=list(MARKS), initial_alphabet=alphabet, show_progress=False
    )
    reader.train_from_iterator((part for text in texts for part in POINTER.split(text) if part), trainer)
    return from_json(json.loads(reader.to_str()))


def from_json(data: Any) -> Vocabulary:
    """The vocabulary in the JSON of a trained ``tokenizers`` file, with the pointers that it lacks added at its end."""
    numbered = sorted(data["model"]["vocab"].items(), key=lambda pair: int(pair[1]))
    known = {token: NORMAL for token, _ in numbered}
    known |= {added["content"]: CONTROL if added["special"] else USER_DEFINED for added in data["added_tokens"]}
    known |= {pointer: USER_DEFINED for pointer in POINTERS}
    merges = [merge if isinstance(merge, str) else " ".join(merge) for merge in data["model"]["merges"]]
    return Vocabulary(tuple(known), tuple(known.values()), tuple(merges))


SIZE = 4224
"""Tokens of the shipped vocabulary."""


def composed_texts(seed: int, count: int) -> Iterator[str]:
    """The three texts of ``count`` composed examples."""
    for example in islice(examples(seed), count):
        yield from encode(example)


def main(argv: list[str]) -> int:
    """``python -m sim.training tokenizer``."""
    parser = argparse.ArgumentParser(prog="python -m sim.training tokenizer", description="Train a vocabulary.")
    parser.add_argument("--out", type=Path, required=True, help="the tokenizer .json to write")
    parser.add_argument("--size", type=int, default=SIZE, help="tokens in all (%(default)s)")
    parser.add_argument("--count", type=int, default=20_000, help="composed examples to learn from (%(default)s)")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    vocabulary = learn(composed_texts(args.seed, args.count), args.size)
    vocabulary.save(args.out)
    reader, texts = vocabulary.reader(), list(composed_texts(args.seed + 1, 200))
    tokens = sum(len(reader.encode(text).ids) for text in texts)
    print(f"{args.out}: {len(vocabulary.tokens)} tokens, {sum(map(len, texts)) / tokens:.2f} letters a token")
    return 0
