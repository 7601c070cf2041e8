"""One request while it is being answered: which tokens it wants decoded next, and what it makes of their logits.

Two kinds: ``ScoreJob`` lays its options out as a tree and needs one pass; ``WriteJob`` draws token after token under a
grammar. The batcher runs them; they know neither it nor llama.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sim.llm.decoder import Run
from sim.llm.grammar import Grammar
from sim.llm.sampling import choose, dice, log_normalisers

Tokens = NDArray[np.int32]
Logits = NDArray[np.float32]


@dataclass(eq=False)
class Job:
    """What the batcher sees. ``width`` lanes and ``cells`` tokens of room are held from ``start`` until ``done``."""

    prompt: Tokens
    width: int = 1
    cells: int = 0
    reused: int = 0
    generated: int = 0
    row: int = 0
    """This prompt's row in the prefix store's history."""
    lanes: tuple[int, ...] = ()
    todo: list[Run] = field(default_factory=list)
    done: bool = False
    problem: str = ""

    def start(self, lanes: Sequence[int], reused: int) -> None:
        """Begin in ``lanes``, whose cells already hold the first ``reused`` tokens of the prompt."""
        self.lanes, self.reused = tuple(lanes), reused
        self.todo = [Run(self.prompt[reused:], reused, self.lanes, 1)]

    def feed(self, logits: Logits) -> None:
        """Take the next wanted logits, in order: shape (n, vocab)."""
        raise NotImplementedError

    def fail(self, problem: str) -> None:
        self.problem, self.done, self.todo = problem, True, []


class ScoreJob(Job):
    """Options as a token tree whose root is the prompt's last token: what options share is decoded once.

    Node 0 is the root; every other node is a token some option holds. An edge is a token whose probability is wanted: it
    leads from a node to a node, or to the end of a reply. A node's lanes are those of the options that pass through it.
    """

    def __init__(self, prompt: Tokens, options: Sequence[Sequence[int]], end: int) -> None:
        nodes: list[tuple[int, int]] = [(-1, -1)]  # (token, parent)
        edges: dict[tuple[int, int], int] = {}  # (parent, token) -> edge
        children: dict[tuple[int, int], int] = {}  # (parent, token) -> node
        self.paths: list[list[int]] = []
        passing: list[list[int]] = [[]]
        for number, option in enumerate(options):
            at, path = 0, []
            for token in option:
                path.append(edges.setdefault((at, token), len(edges)))
                if (at, token) not in children:
                    children[at, token] = len(nodes)
                    nodes.append((token, at))
                    passing.append([])
                at = children[at, token]
                passing[at].append(number)
            path.append(edges.setdefault((at, end), len(edges)))
            self.paths.append(path)
        super().__init__(prompt, width=len(options), cells=len(prompt) + len(nodes))
        self.generated = len(nodes) - 1
        self._tokens = np.array([token for token, _ in nodes], np.int32)
        self._depth = _depths([parent for _, parent in nodes])
        self._passing = passing
        order = sorted(range(len(edges)), key=list(edges).__getitem__)
        ordered = sorted(edges)
        self._parents = np.array([parent for parent, _ in ordered], np.int64)
        self._next = np.array([token for _, token in ordered], np.int64)
        self._slots = np.array(order, np.int64)
        self._values = np.zeros(len(edges), np.float64)
        self._fed = 0

    def start(self, lanes: Sequence[int], reused: int) -> None:
        super().start(lanes, reused)
        first = 1
        for node in range(2, len(self._tokens) + 1):
            if node == len(self._tokens) or not self._continues(node):
                tokens = self._tokens[first:node]
                held = tuple(lanes[option] for option in self._passing[first])
                self.todo.append(Run(tokens, len(self.prompt) + self._depth[first] - 1, held, len(tokens)))
                first = node

    def _continues(self, node: int) -> bool:
        """Whether ``node`` directly follows the one before it, in the same lanes."""
        return self._depth[node] == self._depth[node - 1] + 1 and self._passing[node] == self._passing[node - 1]

    def feed(self, logits: Logits) -> None:
        first, last = self._fed, self._fed + len(logits)
        low, high = np.searchsorted(self._parents, (first, last))
        rows = self._parents[low:high] - first
        values = logits[rows, self._next[low:high]] - log_normalisers(logits)[rows]
        self._values[self._slots[low:high]] = values
        self._fed = last
        self.done = last == len(self._tokens)

    def result(self) -> tuple[tuple[float, ...], tuple[int, ...]]:
        """Summed log-probabilities and token counts, end included, per option."""
        return tuple(float(self._values[path].sum()) for path in self.paths), tuple(len(path) for path in self.paths)


def _depths(parents: Sequence[int]) -> list[int]:
    """Depth of every node of a tree whose parents come before their children; the root (parent -1) has 0."""
    depths: list[int] = []
    for parent in parents:
        depths.append(0 if parent < 0 else depths[parent] + 1)
    return depths


@dataclass(frozen=True, slots=True)
class Writing:
    """How a reply is written: ``allowed`` tokens where no grammar rules, ``ends`` that end it, at most ``limit`` tokens."""

    allowed: NDArray[np.bool_]
    ends: frozenset[int]
    limit: int
    temperature: float
    seed: int


class WriteJob(Job):
    """A reply drawn token by token; tokens that the grammar forces are appended without being drawn."""

    def __init__(self, prompt: Tokens, grammar: Grammar | None, writing: Writing) -> None:
        super().__init__(prompt, cells=len(prompt) + writing.limit)
        self.reply: list[int] = []
        self._grammar, self._writing, self._dice = grammar, writing, dice(writing.seed)

    def start(self, lanes: Sequence[int], reused: int) -> None:
        super().start(lanes, reused)
        if self._grammar and (forced := self._grammar.forced()[: self._writing.limit - 1]):
            self._append(forced)
            last = self.todo.pop()
            self.todo.append(Run(np.concatenate([last.tokens, np.array(forced, np.int32)]), last.start, self.lanes, 1))

    def _append(self, tokens: Sequence[int]) -> None:
        self.reply += tokens
        self.generated += len(tokens)

    def feed(self, logits: Logits) -> None:
        """Draw one token, add what it forces, and ask for their logits; or finish."""
        writing, grammar = self._writing, self._grammar
        token = choose(logits[-1], grammar.mask() if grammar else writing.allowed, writing.temperature, self._dice)
        if token < 0:
            return self.fail("refused")
        if token in writing.ends:
            self.done = True
            return None
        tokens = [token]
        if grammar:
            if not grammar.take(token):
                return self.fail("refused")
            tokens += grammar.forced()
        start = len(self.prompt) + len(self.reply)
        self._append(tokens)
        if grammar and grammar.finished:
            self.done = True
        elif len(self.reply) >= writing.limit:
            self.fail("truncated")
        else:
            self.todo = [Run(np.array(tokens, np.int32), start, self.lanes, 1)]
