"""A score's options as a tree of tokens: what they share is one node, and every probability that is wanted is one edge.

Pure; knows neither lanes nor models. ``jobs.ScoreJob`` decides which nodes are decoded, and brings their logits.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sim.llm.sampling import log_normalisers

Logits = NDArray[np.float32]


class Tree:
    """Node 0 is the prompt's last token; every other node is a token that some option holds. An edge leads from a node to a
    node, or to the end of a reply; its log-probability is 0 until it is known, so a sum is at most what it will be."""

    def __init__(self, options: Sequence[Sequence[int]], end: int | None) -> None:
        """``end`` is the token that ends a reply; None where options are only beginnings."""
        self.known = [False]
        """Which nodes' logits were read."""
        self.nodes: list[list[int]] = [[] for _ in options]
        """The nodes of each option's tokens, in order."""
        self._paths: list[list[int]] = [[] for _ in options]
        self._from: list[list[tuple[int, int]]] = [[]]  # per node: (edge, token) of all that leads on
        self._edges = dict[tuple[int, int], int]()
        self._after = dict[tuple[int, int], int]()
        for number, option in enumerate(options):
            self._plant(number, [int(token) for token in option], end)
        self._values = np.zeros(len(self._edges), np.float64)

    def _plant(self, number: int, tokens: list[int], end: int | None) -> None:
        at = 0
        for token in tokens:
            self._paths[number].append(self._edge(at, token))
            if (at, token) not in self._after:
                self._after[at, token] = len(self.known)
                self.known.append(False)
                self._from.append([])
            at = self._after[at, token]
            self.nodes[number].append(at)
        if end is not None:
            self._paths[number].append(self._edge(at, end))

    def _edge(self, at: int, token: int) -> int:
        if (at, token) not in self._edges:
            self._from[at].append((len(self._edges), token))
            self._edges[at, token] = len(self._edges)
        return self._edges[at, token]

    def read(self, nodes: Sequence[int], logits: Logits) -> None:
        """Learn what leads on from ``nodes``, given their logits: shape (len(nodes), vocab)."""
        found = [(row, edge, token) for row, node in enumerate(nodes) for edge, token in self._from[node]]
        for node in nodes:
            self.known[node] = True
        if found:
            rows, edges, tokens = np.array(found, np.int64).T
            self._values[edges] = logits[rows, tokens] - log_normalisers(logits)[rows]

    def sum(self, number: int) -> float:
        """The log-probability of an option as far as it is known: at least what it is.

        Rounded to 1e-6: numpy's exponentials differ in the last bits with a row's place in its array.
        """
        return round(float(self._values[self._paths[number]].sum()), 6)

    def length(self, number: int) -> int:
        """Tokens of an option, its end included where it has one."""
        return len(self._paths[number])
