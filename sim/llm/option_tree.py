"""The options of a score as a token trie: a shared prefix is stored once, and every wanted probability is one edge.

Pure; knows neither slots nor models. ``jobs.ScoreJob`` decides which nodes are decoded, and passes their logits on.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sim.llm.sampling import log_sum_exp

Logits = NDArray[np.float32]


class OptionTree:
    """A trie of token sequences. Node 0 is the prompt's last token; every other node is a token of some option. An edge leads
    from a node to a child, or to the end of a reply. Its log-probability is 0 until it is known, so a sum over known and
    unknown edges is never too low."""

    def __init__(self, options: Sequence[Sequence[int]], end: int | None) -> None:
        """``end`` is the token that ends a reply; None where options are only beginnings."""
        self.known = [False]
        """Per node: whether its logits were set."""
        self.nodes: list[list[int]] = [[] for _ in options]
        """Per option: the nodes of its tokens, in order."""
        self._paths: list[list[int]] = [[] for _ in options]
        self._leads: list[list[tuple[int, int]]] = [[]]  # per node: (edge, token) of its outgoing edges
        self._edges = dict[tuple[int, int], int]()
        self._children = dict[tuple[int, int], int]()
        for number, option in enumerate(options):
            self._insert(number, [int(token) for token in option], end)
        self._logprobs = np.zeros(len(self._edges), np.float64)

    def _insert(self, number: int, tokens: list[int], end: int | None) -> None:
        at = 0
        for token in tokens:
            self._paths[number].append(self._edge_of(at, token))
            if (at, token) not in self._children:
                self._children[at, token] = len(self.known)
                self.known.append(False)
                self._leads.append([])
            at = self._children[at, token]
            self.nodes[number].append(at)
        if end is not None:
            self._paths[number].append(self._edge_of(at, end))

    def _edge_of(self, at: int, token: int) -> int:
        if (at, token) not in self._edges:
            self._leads[at].append((len(self._edges), token))
            self._edges[at, token] = len(self._edges)
        return self._edges[at, token]

    def set_logits(self, nodes: Sequence[int], logits: Logits) -> None:
        """Fill in the edges that leave ``nodes``, given the nodes' logits: shape (len(nodes), vocab)."""
        found = [(row, edge, token) for row, node in enumerate(nodes) for edge, token in self._leads[node]]
        for node in nodes:
            self.known[node] = True
        if found:
            rows, edges, tokens = np.array(found, np.int64).T
            self._logprobs[edges] = logits[rows, tokens] - log_sum_exp(logits)[rows]

    def logprob(self, number: int) -> float:
        """The log-probability of an option as far as it is known, and so an upper bound. Rounded to 1e-6: numpy's exponentials
        differ in the last bits with a row's place in its array."""
        return round(float(self._logprobs[self._paths[number]].sum()), 6)

    def length(self, number: int) -> int:
        """Tokens of an option, its end token included where it has one."""
        return len(self._paths[number])
