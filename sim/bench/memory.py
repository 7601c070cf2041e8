"""What the memory stream costs: retrieval against two baselines, adding, restoring, bytes; ratios within one run, one thread.

``python -m sim.bench memory``. The query's embedding is excluded everywhere. The baselines do the same job on the same data and
return the same hits: one matrix-vector product over float32 and three-factor scoring of everything in numpy, and a loop over
the memories with an ndarray cosine each, as the code published with Park et al. does it.
"""

from __future__ import annotations

import argparse
import datetime as dt
import gc
import os
import subprocess
import sys
import time
import tracemalloc
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


class Made:
    """An embedder whose texts are numbers of made-up vectors: topics with noise, as sentence models give them."""

    name, dim = "made", DIM

    def __init__(self, size: int) -> None:
        dice = np.random.default_rng(7)
        topics = dice.standard_normal((TOPICS, DIM), np.float32)
        self.rows = topics[dice.integers(0, TOPICS, size + 64)]
        self.rows += 1.2 * dice.standard_normal(self.rows.shape, np.float32)
        self.rows /= np.linalg.norm(self.rows, axis=1, keepdims=True)
        self.rows = self.rows.astype(np.float16).astype(np.float32)

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self.rows[[int(text) for text in texts]]


@dataclass(frozen=True)
class Town:
    """The same memories for everybody."""

    embedder: Made
    memories: list[Memory]

    @classmethod
    def of(cls, size: int) -> Town:
        dice = np.random.default_rng(size)
        moments = np.sort(dice.integers(0, NOW, size)).tolist()
        ratings = np.minimum(10, 1 + dice.poisson(2.5, size)).astype(float).tolist()
        rows = zip(moments, ratings, strict=True)
        return cls(Made(size), [Memory(n, str(n), "observation", at, at, value) for n, (at, value) in enumerate(rows)])

    def queries(self, count: int) -> list[str]:
        return [str(len(self.memories) + i) for i in range(count)]


class Matvec:
    """Score everything in numpy: one product, three columns, min-max, partition.

    It touches its last accesses and makes the same hits, in the plain way, which is nearly half of its time at 1,000. What it
    does not do: cosines in float64, ties to the older, last access in the memories it shows, recording."""

    def __init__(self, town: Town) -> None:
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


class Loop:
    """One memory after the other, with dictionaries by id in between: sort by last access, one loop per component, three
    normalisations, one loop to sum, a sort of everything, and the last access of the best."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.nodes = {f"node_{memory.n}": memory for memory in town.memories}
        self.vectors = {memory.text: town.embedder.rows[memory.n] for memory in town.memories}
        self.accessed = {key: dt.datetime(2023, 2, 13) + dt.timedelta(seconds=m.accessed) for key, m in self.nodes.items()}

    def retrieve(self, query: str, at: int) -> list[Memory]:
        asked = self.town.embedder.embed([query])[0]
        now = dt.datetime(2023, 2, 13) + dt.timedelta(seconds=at)
        keys = [key for _, key in sorted((self.accessed[key], key) for key in self.nodes)]
        recency, importance, relevance = {}, {}, {}
        for key in keys:
            recency[key] = 0.995 ** ((now - self.accessed[key]).total_seconds() / 3600)
        for key in keys:
            importance[key] = self.nodes[key].importance or 0.0
        for key in keys:
            vector = self.vectors[self.nodes[key].text]
            relevance[key] = float(np.dot(vector, asked) / (np.linalg.norm(vector) * np.linalg.norm(asked)))
        parts = [self._normal(part) for part in (recency, importance, relevance)]
        score = {}
        for key in keys:
            score[key] = parts[0][key] + parts[1][key] + parts[2][key]
        best = dict(sorted(score.items(), key=lambda item: item[1], reverse=True)[:K])
        for key in best:
            self.accessed[key] = now
        return [self.nodes[key] for key in best]

    @staticmethod
    def _normal(values: dict[str, float]) -> dict[str, float]:
        low, high = min(values.values()), max(values.values())
        for key, value in values.items():
            values[key] = (value - low) / (high - low)
        return values


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


def retrieval(size: int, loop: bool) -> str:
    """One line: milliseconds per retrieval and the ratios."""
    town = Town.of(size)
    stream = MemoryStream.restore("park", town.embedder, town.memories, {}, missed=0)
    plain = Matvec(town)
    asked = iter(town.queries(64) * 40)
    agree = [h.memory.n for h in stream.retrieve(town.queries(1)[0], NOW, K)] == [
        h.memory.n for h in plain.retrieve(town.queries(1)[0], NOW)
    ]
    times = 200 if size <= 1000 else 60 if size <= 10000 else 25
    ours, numpy = best_of(times, lambda: stream.retrieve(next(asked), NOW, K), lambda: plain.retrieve(next(asked), NOW))
    line = (
        f"{size:>7} memories: {ours * 1e3:7.3f} ms a retrieval, numpy {numpy * 1e3:7.3f} ms = {numpy / ours:5.2f} times as long"
    )
    if loop:
        slow = Loop(town)
        (looped,) = best_of(3, lambda: slow.retrieve(town.queries(1)[0], NOW))
        line += f", loop {looped * 1e3:8.1f} ms = {looped / ours:5.0f} times"
    return line + f"; same ranking: {'yes' if agree else 'NO'}"


def keeping(size: int) -> list[str]:
    """Lines on adding, restoring and bytes."""
    town = Town.of(size)
    stream = MemoryStream("park", town.embedder)
    start = time.thread_time()
    for memory in town.memories:
        stream.add(memory.text, "observation", memory.at, memory.importance)
    adding = time.thread_time() - start
    stream.retrieve("0", NOW)
    start = time.thread_time()
    again = MemoryStream.restore("park", town.embedder, town.memories, {})
    bare = time.thread_time() - start
    again.retrieve("0", NOW)
    ready = time.thread_time() - start
    return [
        f"{size:>7} memories: adding {adding / size * 1e6:.1f} us each; restored in {bare:.2f} s, searched {ready:.2f} s after",
        f"{size:>7} memories: {_bytes(min(size, 20000)):.0f} bytes each, vector and text of 60 letters included",
    ]


def _bytes(size: int) -> float:
    """Measured bytes per memory of a stream that was filled and searched, its own objects only."""
    town = Town.of(size)
    gc.collect()
    tracemalloc.start()
    stream = MemoryStream("park", town.embedder)
    for memory in town.memories:
        stream.add(memory.text.rjust(60), "observation", memory.at, memory.importance)
    for at in range(0, size, 500):
        stream.drain()
        stream.retrieve(str(at), NOW)
    stream.drain()
    gc.collect()
    python = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    # FAISS allocates where tracemalloc cannot see it: a float32 and, in all but small streams, a byte per dimension and an id.
    return python / size + 4 * DIM + DIM + 8


def main(argv: list[str]) -> int:
    """Print the table; ``--quick`` leaves out 100,000 memories."""
    parser = argparse.ArgumentParser(prog="sim.bench memory", description="What remembering costs, as ratios within one run.")
    parser.add_argument("--quick", action="store_true", help="only 1,000 and 10,000 memories")
    quick = parser.parse_args(argv).quick
    if os.environ.get("OMP_NUM_THREADS") != "1":  # numpy reads it when it is imported, which is now too late
        command = [sys.executable, "-m", "sim.bench", "memory", *argv]
        return subprocess.run(command, env=os.environ | {"OMP_NUM_THREADS": "1"}, check=False).returncode
    for size, loop in ((1000, True), (10000, True)) if quick else ((1000, True), (10000, True), (100000, False)):
        print(retrieval(size, loop), flush=True)
    for line in keeping(10000 if quick else 100000):
        print(line, flush=True)
    return 0
