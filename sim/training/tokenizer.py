"""The command that trains a vocabulary on composed text: ``python -m sim.training tokenizer``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from sim.training.compose import examples
from sim.training.example import encode
from sim.training.vocabulary import learn

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
