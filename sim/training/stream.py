"""The endless stream of batches, composed by worker processes beside the training, and how to go on in the middle of it.

Worker w of W composes the pieces w, w + W, w + 2W ...; batches are taken from the workers in turn. So the settings alone decide
which batch comes when, and a position is a pair of numbers for each worker. Knows nothing of models.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import queue
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.answer.scripted.dice import Dice
from sim.dice import derive, dice
from sim.training.batches import Batch, Row, pack, tokenized
from sim.training.compose import one_round
from sim.training.drills import drills
from sim.training.example import encode
from sim.training.unfamiliar_words import with_unfamiliar_words
from sim.training.vocabulary import Vocabulary

PIECE = 1000
"""Lines of a file that are shuffled and packed together; a piece of composed examples is a round (``compose.one_round``)."""
AHEAD = 48
"""Batches that each worker keeps ready."""
Position = tuple[int, int]
"""The number of pieces that a worker has finished, and of batches taken from its present one."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where examples come from: composed as they are needed, or read again and again from a file that ``compose --out``
    wrote."""

    seed: int
    file: str = ""

    def rows(self, piece: int) -> Iterator[Row]:
        """The examples of one piece."""
        if self.file:
            return self._read(piece)
        return ((one.task, *encode(one)) for one in one_round(self.seed, piece))

    def _read(self, piece: int) -> Iterator[Row]:
        """A piece of the file's lines; each round through the file shuffles them anew."""
        with open(self.file, "rb") as file:
            begins = [0, *(file.tell() for _ in iter(file.readline, b""))][:-1]
            per_round = -(-len(begins) // PIECE)
            number, part = divmod(piece, per_round)
            order = dice("training", self.seed, "file", number).permutation(len(begins))
            for line in order[part * PIECE : (part + 1) * PIECE]:
                file.seek(begins[line])
                row = json.loads(file.readline())
                yield row["task"], row["system"], row["user"], row["reply"]


@dataclass(frozen=True, slots=True)
class Recipe:
    """What batches are made of: all that a worker is told."""

    source: Source
    vocabulary: Vocabulary
    size: int
    longest: int
    prompts: float
    drills: float
    strange: float

    def batches(self, piece: int) -> Iterator[Batch]:
        """The batches of one piece: its examples, a share of them in unfamiliar words, and ``drills`` copying drills for
        each."""
        rows = list(self.source.rows(piece))
        rows = list(with_unfamiliar_words(rows, Dice(self.source.seed, f"strange {piece}"), self.strange))
        rows += drills(self.vocabulary, Dice(self.source.seed, f"drills {piece}"), round(self.drills * len(rows)))
        texts = tokenized(rows, self.vocabulary.reader(), self.longest)
        return pack(texts, self.size, derive(self.source.seed, piece), self.prompts)


class Stream:
    """Batches from one worker for each of ``positions``, from where it stood. ``close`` ends the workers."""

    def __init__(self, recipe: Recipe, positions: list[Position]) -> None:
        self.positions = list(positions)
        context = multiprocessing.get_context("spawn")
        self._queues = [context.Queue(AHEAD) for _ in positions]
        self._workers = []
        for number, (position, ready) in enumerate(zip(positions, self._queues, strict=True)):
            task = (recipe, number, len(positions), position, ready)
            self._workers.append(context.Process(target=_compose, args=task, daemon=True))
            self._workers[-1].start()

    def take(self, turn: int) -> Batch:
        """The batch of step ``turn``; steps are taken in order. Raises ``RuntimeError`` when a worker has ended."""
        number = turn % len(self._workers)
        while True:
            try:
                batch, self.positions[number] = self._queues[number].get(timeout=5)
            except queue.Empty:
                if not self._workers[number].is_alive():
                    raise RuntimeError("a composing process has ended; what it said stands above") from None
                continue
            return batch  # type: ignore[no-any-return]

    def close(self) -> None:
        """End the workers at once; they hold nothing that must be kept."""
        for worker in self._workers:
            worker.terminate()
            worker.join()


def _compose(recipe: Recipe, number: int, of: int, position: Position, ready: Any) -> None:
    """A worker: puts batches into ``ready`` until its parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent saves first, then ends this one
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    round_, taken = position
    while True:
        for index, batch in enumerate(recipe.batches(number + round_ * of)):
            if index >= taken and not _put(ready, (batch, (round_, index + 1))):
                return
        round_, taken = round_ + 1, 0


def _put(ready: Any, made: tuple[Batch, Position]) -> bool:
    """Put when there is room; False once the parent is gone, even by kill -9."""
    parent = multiprocessing.parent_process()
    while parent is None or parent.is_alive():
        with contextlib.suppress(queue.Full):
            ready.put(made, timeout=2)
            return True
    ready.cancel_join_thread()
    return False


def file_problem(path: Path) -> str:
    """Why ``path`` cannot be trained on; "" when it can."""
    try:
        with path.open(encoding="utf-8") as file:
            row = json.loads(file.readline())
    except (OSError, ValueError) as error:
        return f"{path} cannot be read as examples ({error}); write it with: python -m sim.training compose --out {path}"
    lacking = [key for key in ("task", "system", "user", "reply") if not isinstance(row, dict) or key not in row]
    return f"{path}: line 1 lacks {', '.join(lacking)}; write it with: python -m sim.training compose --out" if lacking else ""
