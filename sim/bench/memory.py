"""What retrieval from the memory stream costs against a baseline: ratios within one run, one thread.

``python -m sim.bench memory``. The query's embedding is excluded everywhere. The baseline does the same job on the same data
and returns the same hits: one matrix-vector product over float32 and three-factor scoring of everything in numpy.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from sim.memory import MemoryStream
from sim.memory.embed import Vectors
from sim.types import Hit, Memory

DIM = 384
TOPICS = 200
HOURS = 24 * 14
K = 30
NOW = HOURS * 3600


WORDS_PER_TEXT = 12
"""Words of a memory and of a query. They are drawn as in language: the n-th word 1 / n times as often as the first."""
VOCABULARY = 20000
"""Different words."""


class Made:
    """An embedder whose texts begin with the number of a made-up vector: topics with noise, as sentence models give them."""

    name = "made"
    dim = DIM

    def __init__(self, size: int) -> None:
        dice = np.random.default_rng(7)
        topics = dice.standard_normal((TOPICS, DIM), np.float32)
        self.rows = topics[dice.integers(0, TOPICS, size + 64)]
        self.rows += 1.2 * dice.standard_normal(self.rows.shape, np.float32)
        self.rows /= np.linalg.norm(self.rows, axis=1, keepdims=True)
        self.rows = self.rows.astype(np.float16).astype(np.float32)

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self.rows[[int(text.partition(" ")[0]) for text in texts]]


@dataclass(frozen=True)
class MemoryTown:
    """A town whose residents all have the same memories."""

    embedder: Made
    memories: list[Memory]
    asked: list[str]

    @classmethod
    def of(cls, size: int) -> MemoryTown:
        dice = np.random.default_rng(size)
        moments = np.sort(dice.integers(0, NOW, size)).tolist()
        ratings = np.minimum(10, 1 + dice.poisson(2.5, size)).astype(float).tolist()
        words = np.minimum(dice.zipf(1.3, (size + 64, WORDS_PER_TEXT)), VOCABULARY).tolist()
        texts = [f"{n} {' '.join(map(_word, row))}" for n, row in enumerate(words)]
        rows = zip(texts, moments, ratings, strict=False)
        return cls(
            Made(size),
            [Memory(n, text, "observation", at, at, value) for n, (text, at, value) in enumerate(rows)],
            texts[size:],
        )

    def queries(self, count: int) -> list[str]:
        return self.asked[:count]


def _word(number: int) -> str:
    """A word of letters."""
    return "w" + "".join(chr(ord("a") + int(digit)) for digit in str(number))


class Matvec:
    """Score everything in numpy: one product, three columns, min-max, partition.

    It touches its last accesses and makes the same hits, in the plain way, which is nearly half of its time at 1,000. What it
    does not do: cosines in float64, ties to the older, last access in the memories it shows, recording."""

    def __init__(self, town: MemoryTown) -> None:
        self.town = town
        size = len(town.memories)
        self.matrix = np.ascontiguousarray(town.embedder.rows[:size])
        self.accessed = np.array([m.accessed for m in town.memories], np.float64)
        self.importance = np.array([m.importance for m in town.memories], np.float64)

    def retrieve(self, query: str, at: int) -> list[Hit]:
        raw = (
            np.power(0.995, (at - self.accessed) / 3600.0),
            self.importance,
            (self.matrix @ self.town.embedder.embed([query])[0]).astype(np.float64),
        )
        normal = [(column - column.min()) / (column.max() - column.min()) for column in raw]
        score = normal[0] + normal[1] + normal[2]
        top = np.argpartition(-score, K)[:K]
        top = top[np.argsort(-score[top])]
        self.accessed[top] = at
        columns = [column[top].tolist() for column in (*raw, *normal, score)]
        table = zip(top.tolist(), *columns, strict=True)
        return [Hit(self.town.memories[n], a, b, c, d, e, f, s, i) for i, (n, a, b, c, d, e, f, s) in enumerate(table)]


def best_of(times: int, *jobs: Callable[[], object]) -> list[float]:
    """Processor seconds of each job: the fastest eighth's slowest, taking turns in every order, so that a busy moment hits all
    of them and nobody always finds the caches as the same other one left them."""
    orders = list(permutations(range(len(jobs))))
    spent: list[list[float]] = [[] for _ in jobs]
    for turn in range(times):
        for i in orders[turn % len(orders)]:
            start = time.thread_time()
            jobs[i]()
            spent[i].append(time.thread_time() - start)
    return [sorted(seconds)[len(seconds) // 8] for seconds in spent]


def retrieval(size: int) -> str:
    """One line: milliseconds per retrieval and the ratios."""
    town = MemoryTown.of(size)
    stream, ours_too = (MemoryStream.restore(preset, town.embedder, town.memories, {}, missed=0) for preset in ("park", "town"))
    plain = Matvec(town)
    asked = iter(town.queries(64) * 40)
    agree = [h.memory.n for h in stream.retrieve(town.queries(1)[0], NOW, K)] == [
        h.memory.n for h in plain.retrieve(town.queries(1)[0], NOW)
    ]
    times = 200 if size <= 1000 else 60 if size <= 10000 else 25
    park, town_, numpy = best_of(
        times,
        lambda: stream.retrieve(next(asked), NOW, K),
        lambda: ours_too.retrieve(next(asked), NOW, K),
        lambda: plain.retrieve(next(asked), NOW),
    )
    ratio = f"numpy {numpy * 1e3:7.3f} ms = {numpy / park:5.2f} times as long"
    words = f"with words {town_ * 1e3:7.3f} ms = {town_ / park:4.2f} times"
    return f"{size:>7} memories: {park * 1e3:7.3f} ms a retrieval, {words}; {ratio}; same ranking: {'yes' if agree else 'NO'}"


def main(argv: list[str]) -> int:
    """Print the table; ``--quick`` leaves out 100,000 memories, ``--million`` adds 1,000,000."""
    parser = argparse.ArgumentParser(prog="sim.bench memory", description="What retrieval costs, as ratios within one run.")
    parser.add_argument("--quick", action="store_true", help="only 1,000 and 10,000 memories")
    parser.add_argument("--million", action="store_true", help="1,000,000 too; takes some minutes and 8 GB")
    args = parser.parse_args(argv)
    if os.environ.get("OMP_NUM_THREADS") != "1":  # numpy reads it when it is imported, which is now too late
        command = [sys.executable, "-m", "sim.bench", "memory", *argv]
        return subprocess.run(command, env=os.environ | {"OMP_NUM_THREADS": "1"}, check=False).returncode
    sizes = [1000, 10000, *([] if args.quick else [100000]), *([1000000] if args.million else [])]
    for size in sizes:
        print(retrieval(size), flush=True)
    return 0
