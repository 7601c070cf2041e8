"""One request while it is being answered: which tokens it wants decoded next, and what it makes of their logits.

Two kinds: ``ScoreJob`` decodes its options as far as they are wanted; ``WriteJob`` draws token after token under a grammar.
The batcher runs them; they know neither it nor llama.cpp.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from sim.llm.decoder import Run
from sim.llm.grammar import Grammar
from sim.llm.option_tree import Logits, Tree
from sim.llm.prompt_lookup import Lookup
from sim.llm.sampling import choose, dice

Tokens = NDArray[np.int32]

PIECE = 48
"""Tokens of an option with a head start that are decoded before it is asked again whether it can still win."""


@dataclass(eq=False)
class Job(ABC):
    """What the batcher sees. It has one lane from ``start`` until ``done``, and one run of ``todo`` is decoded at a time."""

    prompt: Tokens
    reused: int = 0
    generated: int = 0
    lane: int = -1
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

    @abstractmethod
    def feed(self, logits: Logits) -> None:
        """Take the next wanted logits, in order: shape (n, vocab)."""

    def fail(self, problem: str) -> None:
        self.problem, self.done, self.todo = problem, True, []


class ScoreJob(Job):
    """Options, decoded one after the other in one lane, which goes back to where the next one branches off.

    With head starts the next one is always the one that may still reach most, and what can no longer win is given up: known
    log-probabilities only fall.
    """

    def __init__(self, prompt: Tokens, options: Sequence[Sequence[int]], end: int | None, ahead: Sequence[float] = ()) -> None:
        """``end`` is the token that ends a reply; None where options are only beginnings. ``ahead`` as in ``base.Score``."""
        super().__init__(prompt)
        self.tree = Tree(options, end)
        self._options, self._ahead = [np.array(option, np.int32) for option in options], ahead
        self._left = sorted(range(len(options)), key=lambda number: tuple(options[number]))  # neighbours share most
        self._now = self._pick()
        self._lane = self._options[self._now]  # what the lane holds after the prompt
        self._coming = [0, *self.tree.nodes[self._now]]  # the nodes whose logits come next
        self._best = -np.inf  # what the best option reached of those that are known to their ends

    def start(self, lane: int, reused: int) -> None:
        """The prompt and the first option are one run."""
        super().start(lane, reused)
        tokens = np.concatenate([self.todo[0].tokens, self._lane])
        self.todo = [Run(tokens, reused, lane, len(self._coming))]

    def feed(self, logits: Logits) -> None:
        count = len(logits)
        self.tree.read(self._coming[:count], logits)
        self._coming = self._coming[count:]
        self.generated += count
        if self._coming and self._may_win(self._now):
            return
        if self._coming:  # given up: the lane holds only a part of it
            self._lane = self._lane[: len(self._lane) - len(self._coming)]
        else:
            self._best = max(self._best, self._most(self._now))
        self.todo = self._next()
        self.done = not self.todo

    def _next(self) -> list[Run]:
        """What to decode of the next option that has anything new and may win; nothing when all is known."""
        while self._left and self._may_win(number := self._pick()):
            tokens, nodes = self._options[number], self.tree.nodes[number]
            new = [node for node in nodes if not self.tree.known[node]]
            if new:
                at, self._now, self._lane, self._coming = _shared(tokens, self._lane), number, tokens, new
                run = Run(tokens[at:], len(self.prompt) + at, self.lane, len(new))
                return _pieces(run) if self._ahead else [run]
            self._best = max(self._best, self._most(number))
        return []

    def _pick(self) -> int:
        """The next option: the one that may reach most."""
        number = max(self._left, key=self._most) if self._ahead else self._left[0]
        self._left.remove(number)
        return number

    def _most(self, number: int) -> float:
        """What an option reaches at most: its head start and its known log-probability per token."""
        return self._ahead[number] + self.tree.sum(number) / max(1, self.tree.length(number)) if self._ahead else 0.0

    def _may_win(self, number: int) -> bool:
        return not self._ahead or self._most(number) > self._best

    def result(self) -> tuple[tuple[float, ...], tuple[int, ...]]:
        """Summed log-probabilities and token counts, end included, per option."""
        numbers = range(len(self._options))
        return tuple(self.tree.sum(n) for n in numbers), tuple(self.tree.length(n) for n in numbers)


def _shared(a: Tokens, b: Tokens) -> int:
    """How many first tokens are the same."""
    length = min(len(a), len(b))
    differing = np.flatnonzero(a[:length] != b[:length])
    return int(differing[0]) if len(differing) else length


def _pieces(run: Run) -> list[Run]:
    """A long run in pieces, after each of which it may be given up."""
    pieces = list[Run]()
    while len(run.tokens) >= 2 * PIECE:
        piece, run = run.split(PIECE)
        pieces.append(piece)
    return [*pieces, run]


@dataclass(frozen=True, slots=True)
class Writing:
    """How a reply is written: ``allowed`` tokens where no grammar rules, ``ends`` that end it, at most ``limit`` tokens.

    ``leap`` is by how many tokens the end of a reply under its grammar can grow at most; ``guesses`` are decoded ahead at most.
    """

    allowed: NDArray[np.bool_]
    ends: frozenset[int]
    limit: int
    leap: int
    temperature: float
    seed: int
    guesses: int = 0


class WriteJob(Job):
    """A reply drawn token by token; tokens that the grammar forces are appended without being drawn.

    What may follow is guessed and decoded along; each token is drawn as ever from the logits after those before it, and the
    first that was not guessed ends what the guess is good for. So guesses save calls and change no reply, but for what a
    processor rounds otherwise where it computes several tokens at once (README).

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
        self._lookup = Lookup(prompt)
        self._guessed: list[int] = []  # in the lane, or on their way there, after the reply
        self._sure = 0  # logits to come that are after forced tokens: nothing is drawn from them
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
        self._lookup.add(tokens)
        self.generated += len(tokens)

    def feed(self, logits: Logits) -> None:
        """Draw a token after each, as long as they were guessed; what was not is decoded next, with a new guess."""
        for row in logits:
            if self._sure:
                self._sure -= 1
                continue
            tokens = self._draw(row)
            if self.done:
                return
            known = _shared(np.array(tokens, np.int32), np.array(self._guessed, np.int32))
            self._guessed = self._guessed[known:]
            if known < len(tokens):
                return self._send(len(tokens) - known)
            self._sure = known - 1

    def _draw(self, logits: Logits) -> list[int]:
        """The next token and what it forces, appended to the reply; or the reply is done."""
        writing, grammar = self._writing, self._grammar
        token = choose(logits, grammar.mask() if grammar else writing.allowed, writing.temperature, self._dice)
        if token >= 0 and token in writing.ends:
            self.done = True
            return []
        tokens = [] if token < 0 else self._take(grammar, token) if grammar else [token]
        if not tokens:
            self.fail("refused")
            return []
        self._append(tokens)
        if grammar and grammar.finished:
            self.done = True
        elif len(self.reply) >= writing.limit:
            self._stop(grammar)
        return tokens

    def _send(self, missing: int) -> None:
        """Decode the last tokens of the reply that the lane does not hold, at least ``missing``, and a guess."""
        end = len(self.prompt) + len(self.reply)
        start = min([end - missing, *(run.start for run in self.todo)])  # a rest of the last run was never decoded
        guess = self._lookup.guess(min(self._writing.guesses, self._writing.limit - len(self.reply)))
        self._guessed = guess[: self._grammar.follows(guess)] if self._grammar else guess
        run = np.array([*self.reply[start - end :], *self._guessed], np.int32)
        self.todo = [Run(run, start, self.lane, len(self._guessed) + 1)]

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
