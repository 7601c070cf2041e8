"""Batches: whole texts packed into rows of a fixed number of tokens, and the weight of each token in the loss.

Packing looks ahead for the text that fills a row best, so hardly a token is padding. All rows have the same size, so compiled
code runs for every batch. Knows nothing of processes (``stream``) or models.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.dice import dice
from sim.training.drills import COPY
from sim.training.example import END, prompt_text

Row = tuple[str, str, str, str]
"""Task, system message, user message and reply, names as pointers."""
LOOKAHEAD = 64
"""Texts among which the one that fills a row best is sought; with 64, less than half a percent is padding."""
LOSS_SHARE = 0.4
"""Share of the positions whose loss is computed: those of all replies, and some of the prompts."""
PADDING = "(padding)"
FULL_WEIGHT = 60
"""Tokens of a reply of weight 1. A reply n times as long counts sqrt(n) times as much, each of its tokens less, so that the few
tokens of a rating or a choice are not drowned by those of a day's plan."""
TASK_WEIGHTS = {"rate": 4.0, "react": 4.0, "insights": 1.5, "condense": 1.5, "learn": 1.5}
"""Factor for the replies of some kinds: what matters in them is a single digit or word. (A linear model of the words of 6,000
rated events ranks held-out ones with a correlation of 0.92; a mind that had read 25,000 ratings, each with the weight of any
word, ranked them with 0.47.)"""


@dataclass(frozen=True, slots=True)
class Text:
    """One example in tokens: ``ids`` from the begin mark to the end of the turn; ``ids[reply:]`` is the reply."""

    task: str
    ids: NDArray[np.int32]
    reply: int


@dataclass(frozen=True, slots=True)
class Batch:
    """One row: ``tokens`` (n,), and for the ``counted`` positions (k,) ``targets``, ``weights`` and which are ``replies``.

    ``spans`` cut the row into texts; ``tasks`` has the kind of question of each.
    """

    tokens: NDArray[np.int32]
    spans: list[tuple[int, int]]
    tasks: list[str]
    counted: NDArray[np.int32]
    targets: NDArray[np.int32]
    weights: NDArray[np.float32]
    replies: NDArray[np.bool_]

    @property
    def real(self) -> int:
        """The number of tokens that are not padding."""
        return sum(end - begin for (begin, end), task in zip(self.spans, self.tasks, strict=True) if task != PADDING)


def tokenized(rows: Iterable[Row], reader: Any, longest: int) -> Iterator[Text]:
    """The rows in tokens of ``reader`` (a ``tokenizers.Tokenizer``), without those of more than ``longest`` positions."""
    for task, system, user, reply in rows:
        prompt = [0, *reader.encode(prompt_text(system, user)).ids]
        ids = np.array(prompt + reader.encode(reply + END).ids, np.int32)
        if len(ids) <= longest + 1:
            yield Text(task, ids, len(prompt))


def pack(texts: Iterable[Text], size: int, seed: int, prompts: float) -> Iterator[Batch]:
    """Batches of ``size`` tokens from the texts in random order; texts that do not fill a last row are left out.

    ``prompts`` is the weight of a prompt's token in the loss. The same texts and seed give the same batches.
    """
    rng = dice("training", "pack", seed)
    known, row, used = list(texts), list[Text](), 0
    waiting = [known[place] for place in rng.permutation(len(known))]
    while waiting:
        best = _best(waiting, size - used)
        if best is None:
            yield _batch(row, size, rng, prompts)
            row, used = [], 0
            if _best(waiting, size) is None:
                return
            continue
        row.append(waiting.pop(best))
        used += len(row[-1].ids) - 1


def _best(waiting: list[Text], room: int) -> int | None:
    """Which text comes next: the first while there is plenty of room, then the longest that fits among the next ones."""
    if room >= 2 * max(len(text.ids) for text in waiting[:LOOKAHEAD]):
        return 0
    fitting = [(len(text.ids), -place) for place, text in enumerate(waiting[:LOOKAHEAD]) if len(text.ids) - 1 <= room]
    return -max(fitting)[1] if fitting else None


def _batch(row: list[Text], size: int, rng: np.random.Generator, prompts: float) -> Batch:
    tokens, follow = np.zeros(size, np.int32), np.zeros(size, np.int32)
    kinds = np.zeros(size, np.int8)  # 0 padding and a drill's prompt, 1 prompt, 2 reply
    worth = np.zeros(size, np.float32)  # of a reply's token
    spans: list[tuple[int, int]] = []
    begin = 0
    for text in row:
        end = begin + len(text.ids) - 1
        tokens[begin:end], follow[begin:end] = text.ids[:-1], text.ids[1:]
        kinds[begin:end] = 0 if text.task == COPY else 1
        kinds[begin + text.reply - 1 : end] = 2
        by_length = (FULL_WEIGHT / (len(text.ids) - text.reply)) ** 0.5
        worth[begin + text.reply - 1 : end] = TASK_WEIGHTS.get(text.task, 1.0) * by_length
        spans.append((begin, end))
        begin = end
    tasks = [text.task for text in row]
    if begin < size:
        spans.append((begin, size))
        tasks.append(PADDING)
    counted, weights = _counted(kinds, worth, rng, prompts)
    return Batch(tokens, spans, tasks, counted, follow[counted], weights, kinds[counted] == 2)


def _counted(kinds: NDArray[np.int8], worth: NDArray[np.float32], rng: np.random.Generator, prompts: float) -> Any:
    """Positions and weights: those of replies, and a random part of the prompts' with weights that make up for the rest."""
    count = round(len(kinds) * LOSS_SHARE)
    replies, others = (rng.permutation(np.flatnonzero(kinds == kind)) for kind in (2, 1))
    replies = replies[:count]
    some = others[: count - len(replies)]
    idle = np.flatnonzero(kinds == 0)[: count - len(replies) - len(some)]
    share = prompts * len(others) / max(1, len(some))
    places = np.concatenate((replies, some, idle))
    weights = np.concatenate((worth[replies], np.full(len(some), share, np.float32), np.zeros(len(idle), np.float32)))
    order = np.argsort(places, kind="stable")
    return places[order].astype(np.int32), weights[order]
