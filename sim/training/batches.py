"""Examples as batches: whole texts packed into rows of a fixed number of tokens, and which of their tokens count in the loss.

Packing looks ahead for the text that fills a row best, so hardly a token is padding, and every row has the same size, so that
compiled code fits all. Knows nothing of processes (``stream``) or models.
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
LOOK = 64
"""Texts that a row is filled from; with 64, under half a percent is padding."""
COUNTED = 0.4
"""Share of the positions whose loss is computed: all of the replies, filled up with some of the prompts'."""
PADDING = "(padding)"
USUAL = 60
"""Tokens of a reply that count in full: a reply n times as long counts only sqrt(n) times as much, each token of it less, so
that the few of a rating or a choice are not drowned by those of a day's plan."""
JUDGED = {"rate": 4.0, "react": 4.0, "insights": 1.5, "condense": 1.5, "learn": 1.5}
"""How much more the replies of some tasks count: what matters in them is a digit or a word, and there are few of those. (A
straight line through the words of 6,000 rated events ranks held-out ones with a correlation of 0.92; a mind that had read
25,000 ratings, each with the weight of any word, did so with 0.47.)"""


@dataclass(frozen=True, slots=True)
class Text:
    """One example in tokens: ``ids`` from the begin mark to the end of the turn, the reply from ``reply`` on."""

    task: str
    ids: NDArray[np.int32]
    reply: int


@dataclass(frozen=True, slots=True)
class Batch:
    """``tokens`` (n,) and for the ``counted`` positions (k,) the ``targets``, the ``weights`` and which are ``replies``.

    ``spans`` cut the row into texts, ``tasks`` names each.
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
        """Tokens that are not padding."""
        return sum(end - begin for (begin, end), task in zip(self.spans, self.tasks, strict=True) if task != PADDING)


def texts_of(rows: Iterable[Row], reader: Any, longest: int) -> Iterator[Text]:
    """The rows in tokens of ``reader`` (a ``tokenizers.Tokenizer``); those of more than ``longest`` positions are left out."""
    for task, system, user, reply in rows:
        prompt = [0, *reader.encode(prompt_text(system, user)).ids]
        ids = np.array(prompt + reader.encode(reply + END).ids, np.int32)
        if len(ids) <= longest + 1:
            yield Text(task, ids, len(prompt))


def packed(texts: Iterable[Text], size: int, seed: int, prompts: float) -> Iterator[Batch]:
    """Rows of ``size`` tokens in random order of the texts; what does not fill a last row is left out.

    ``prompts`` is the weight of a prompt's token in the loss. The same for the same texts and seed.
    """
    chance = dice("training", "pack", seed)
    given, row, used = list(texts), list[Text](), 0
    waiting = [given[place] for place in chance.permutation(len(given))]
    while waiting:
        best = _best(waiting, size - used)
        if best is None:
            yield _batch(row, size, chance, prompts)
            row, used = [], 0
            if _best(waiting, size) is None:
                return
            continue
        row.append(waiting.pop(best))
        used += len(row[-1].ids) - 1


def _best(waiting: list[Text], room: int) -> int | None:
    """The next text while there is plenty of room; the longest that fits among the next ones when it runs out."""
    if room >= 2 * max(len(text.ids) for text in waiting[:LOOK]):
        return 0
    fitting = [(len(text.ids), -place) for place, text in enumerate(waiting[:LOOK]) if len(text.ids) - 1 <= room]
    return -max(fitting)[1] if fitting else None


def _batch(row: list[Text], size: int, chance: np.random.Generator, prompts: float) -> Batch:
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
        worth[begin + text.reply - 1 : end] = JUDGED.get(text.task, 1.0) * (USUAL / (len(text.ids) - text.reply)) ** 0.5
        spans.append((begin, end))
        begin = end
    tasks = [text.task for text in row]
    if begin < size:
        spans.append((begin, size))
        tasks.append(PADDING)
    counted, weights = _counted(kinds, worth, chance, prompts)
    return Batch(tokens, spans, tasks, counted, follow[counted], weights, kinds[counted] == 2)


def _counted(kinds: NDArray[np.int8], worth: NDArray[np.float32], chance: np.random.Generator, prompts: float) -> Any:
    """Positions and weights: the replies', and prompts' at random with a weight that makes up for those left out."""
    count = round(len(kinds) * COUNTED)
    replies, others = (chance.permutation(np.flatnonzero(kinds == kind)) for kind in (2, 1))
    replies = replies[:count]
    some = others[: count - len(replies)]
    idle = np.flatnonzero(kinds == 0)[: count - len(replies) - len(some)]
    share = prompts * len(others) / max(1, len(some))
    places = np.concatenate((replies, some, idle))
    weights = np.concatenate((worth[replies], np.full(len(some), share, np.float32), np.zeros(len(idle), np.float32)))
    order = np.argsort(places, kind="stable")
    return places[order].astype(np.int32), weights[order]
