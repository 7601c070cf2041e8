"""One request while it is being answered: which tokens it wants decoded next, and what it makes of their logits.

Two kinds: ``ScoreJob`` lays its options out as a tree and needs one pass; ``WriteJob`` draws token after token under a
grammar. The batcher runs them; they know neither it nor llama.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from sim.llm.decoder import Run
from sim.llm.grammar import Grammar
from sim.llm.sampling import choose, dice, log_normalisers

Tokens = NDArray[np.int32]
Logits = NDArray[np.float32]


@dataclass(eq=False)
class Job:
    """What the batcher sees. It has one lane from ``start`` until ``done``, and one run of ``todo`` is decoded at a time."""

    prompt: Tokens
    reused: int = 0
    generated: int = 0
    lane: int = -1
    again: bool = False
    """The same prompt will be asked again soon, so all of it is worth keeping."""
    todo: list[Run] = field(default_factory=list)
    done: bool = False
    problem: str = ""
    wound: int = 0
    """1 when a written reply had to be wound up."""

    def start(self, lane: int, reused: int) -> None:
        """Begin in ``lane``, which already holds the first ``reused`` tokens of the prompt."""
        self.lane, self.reused = lane, reused
        self.todo = [Run(self.prompt[reused:], reused, lane, 1)]

    def moved(self, lane: int) -> None:
        """Go on in another lane."""
        self.lane, self.todo = lane, [replace(run, lane=lane) for run in self.todo]

    def feed(self, logits: Logits) -> None:
        """Take the next wanted logits, in order: shape (n, vocab)."""
        raise NotImplementedError

    def fail(self, problem: str) -> None:
        self.problem, self.done, self.todo = problem, True, []


class ScoreJob(Job):
    """Options as a token tree whose root is the prompt's last token: what options share is decoded once.

    The tree is walked depth first in one lane, which goes back to the branch before each next option. Node 0 is the root;
    every other node is a token that some option holds. An edge is a token whose probability is wanted: it leads from a node
    to a node, or to the end of a reply.
    """

    def __init__(self, prompt: Tokens, options: Sequence[Sequence[int]], end: int | None) -> None:
        """``end`` is the token that ends a reply; None where options are only beginnings."""
        super().__init__(prompt)
        tokens, edges, nodes = [-1], dict[tuple[int, int], int](), dict[tuple[int, int], int]()
        self._branches: list[tuple[int, int, int]] = []  # (first node, end node, depth of the first)
        self.paths: list[list[int]] = [[] for _ in options]
        for number in sorted(range(len(options)), key=lambda n: tuple(options[n])):
            at, first, shared = 0, len(tokens), 0
            for token in options[number]:
                self.paths[number].append(edges.setdefault((at, token), len(edges)))
                if (at, token) in nodes:
                    shared += 1
                else:
                    nodes[at, token] = len(tokens)
                    tokens.append(token)
                at = nodes[at, token]
            if end is not None:
                self.paths[number].append(edges.setdefault((at, end), len(edges)))
            if len(tokens) > first:
                self._branches.append((first, len(tokens), shared))
        self.generated = len(tokens) - 1
        self._tokens = np.array(tokens, np.int32)
        self._slots = np.array([edges[edge] for edge in sorted(edges)], np.int64)
        self._parents, self._next = np.array(sorted(edges), np.int64).reshape(-1, 2).T
        self._values = np.zeros(len(edges), np.float64)
        self._fed = 0

    def start(self, lane: int, reused: int) -> None:
        """The prompt and the first option are one run."""
        super().start(lane, reused)
        for first, end, depth in self._branches:
            tokens, position = self._tokens[first:end], len(self.prompt) + depth
            if first == 1:
                head = self.todo.pop()
                self.todo.append(Run(np.concatenate([head.tokens, tokens]), head.start, lane, 1 + len(tokens)))
            else:
                self.todo.append(Run(tokens, position, lane, len(tokens)))

    def feed(self, logits: Logits) -> None:
        first, last = self._fed, self._fed + len(logits)
        low, high = np.searchsorted(self._parents, (first, last))
        rows = self._parents[low:high] - first
        values = logits[rows, self._next[low:high]] - log_normalisers(logits)[rows]
        self._values[self._slots[low:high]] = values
        self._fed = last
        self.done = last == len(self._tokens)

    def result(self) -> tuple[tuple[float, ...], tuple[int, ...]]:
        """Summed log-probabilities and token counts, end included, per option.

        Rounded to 1e-6: numpy's exponentials differ in the last bits with a row's place in its array.
        """
        sums = tuple(round(float(self._values[path].sum()), 6) for path in self.paths)
        return sums, tuple(len(path) for path in self.paths)


@dataclass(frozen=True, slots=True)
class Writing:
    """How a reply is written: ``allowed`` tokens where no grammar rules, ``ends`` that end it, at most ``limit`` tokens.

    ``leap`` is by how many tokens the end of a reply under its grammar can grow at most.
    """

    allowed: NDArray[np.bool_]
    ends: frozenset[int]
    limit: int
    leap: int
    temperature: float
    seed: int


class WriteJob(Job):
    """A reply drawn token by token; tokens that the grammar forces are appended without being drawn.

    Under a grammar a token is taken only while the reply can still be ended within its limit after it; else the reply is
    wound up: the next token of its shortest end is taken instead.
    """

    def __init__(self, prompt: Tokens, grammar: Grammar | None, writing: Writing) -> None:
        super().__init__(prompt)
        self.reply: list[int] = []
        self.shortest = len(grammar.shortest) if grammar else 0
        """Tokens that the shortest reply under the grammar has."""
        self._grammar, self._writing, self._dice = grammar, writing, dice(writing.seed)
        self._ample = writing.leap + (len(grammar.shortest) if grammar else 0)  # with more tokens left, nothing can go wrong
        self._forced = grammar.forced() if grammar else []
        self._append(self._forced)
        if len(self._forced) >= writing.limit:
            self._stop(grammar)

    def start(self, lane: int, reused: int) -> None:
        super().start(lane, reused)
        last = self.todo.pop()
        self.todo.append(Run(np.concatenate([last.tokens, np.array(self._forced, np.int32)]), last.start, lane, 1))

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
        tokens = self._take(grammar, token) if grammar else [token]
        if not tokens:
            return self.fail("refused")
        start = len(self.prompt) + len(self.reply)
        self._append(tokens)
        if grammar and grammar.finished:
            self.done = True
        elif len(self.reply) >= writing.limit:
            self._stop(grammar)
        else:
            self.todo = [Run(np.array(tokens, np.int32), start, self.lane, 1)]

    def _take(self, grammar: Grammar, token: int) -> list[int]:
        """``token``, or the one that winds the reply up, and what it forces; empty where the grammar refuses."""
        left, end = self._writing.limit - len(self.reply), tuple[int, ...]()
        if left <= self._ample:
            end = grammar.ending()
            self._ample = len(end) + self._writing.leap
        if not grammar.take(token):
            return []
        if end and token != end[0] and len(end) <= left <= self._ample and len(grammar.ending()) >= left:
            grammar.back()
            token, self.wound = end[0], 1
            grammar.take(token)
        return [token, *grammar.forced()]

    def _stop(self, grammar: Grammar | None) -> None:
        """No tokens are left: fine where the reply could end here."""
        if grammar and grammar.complete:
            self.done = True
        else:
            self.fail("truncated")
