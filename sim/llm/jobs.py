"""One request while it is being answered: which tokens it wants decoded next, and what it does with their logits.

``ScoreJob`` decodes its options as far as needed. ``GenerateJob`` samples token after token, under a grammar if there is one.
The batcher runs jobs; jobs know neither the batcher nor llama.cpp.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from sim.llm.decoder import Chunk
from sim.llm.grammar import Grammar
from sim.llm.lesson import Lesson
from sim.llm.option_tree import Logits, OptionTree
from sim.llm.prompt_lookup import NGRAM_SIZES, PromptLookup
from sim.llm.sampling import random_generator, sample

Tokens = NDArray[np.int32]

PRUNE_INTERVAL = 48
"""With head starts, an option is decoded this many tokens at a time; in between it is checked whether the option can still
win."""


@dataclass(eq=False)
class TextJob(ABC):
    """What the batcher sees. A job holds one slot from ``start`` until ``done``; one chunk of ``todo`` is decoded at a time."""

    prompt: Tokens
    reused: int = 0
    generated: int = 0
    slot: int = -1
    todo: list[Chunk] = field(default_factory=list)
    done: bool = False
    problem: str = ""
    ended_early: int = 0
    """1 when a written reply was ended early."""

    def start(self, slot: int, reused: int) -> None:
        """Begin in ``slot``, which already holds the first ``reused`` tokens of the prompt."""
        self.slot, self.reused = slot, reused
        self.todo = [Chunk(self.prompt[reused:], reused, slot, 1)]

    def moved_to(self, slot: int) -> None:
        """Go on in another slot."""
        self.slot, self.todo = slot, [replace(chunk, slot=slot) for chunk in self.todo]

    @abstractmethod
    def feed(self, logits: Logits) -> None:
        """Take the next wanted logits, in order: shape (n, vocab)."""

    def fail(self, problem: str) -> None:
        self.problem, self.done, self.todo = problem, True, []


class ScoreJob(TextJob):
    """Scores options one after the other in one slot, which goes back to where the next option branches off. With head starts,
    the next option is always the one with the highest upper bound, and an option that can no longer win is given up: its known
    log-probability only falls."""

    def __init__(
        self, prompt: Tokens, options: Sequence[Sequence[int]], end: int | None, head_starts: Sequence[float] = ()
    ) -> None:
        """``end`` is the token that ends a reply; None where options are only beginnings. ``head_starts`` as in
        ``base.Score``."""
        super().__init__(prompt)
        self.tree = OptionTree(options, end)
        self._options, self._head_starts = [np.array(option, np.int32) for option in options], head_starts
        # Sorted neighbours share the longest prefixes.
        self._remaining = sorted(range(len(options)), key=lambda number: tuple(options[number]))
        self._current = self._pop_next()
        self._in_slot = self._options[self._current]  # what the slot holds after the prompt
        self._awaited = [0, *self.tree.nodes[self._current]]  # the nodes whose logits come next
        self._best = -np.inf  # the best final value of an option so far

    def start(self, slot: int, reused: int) -> None:
        """The prompt and the first option are one chunk."""
        super().start(slot, reused)
        tokens = np.concatenate([self.todo[0].tokens, self._in_slot])
        self.todo = [Chunk(tokens, reused, slot, len(self._awaited))]

    def feed(self, logits: Logits) -> None:
        count = len(logits)
        self.tree.set_logits(self._awaited[:count], logits)
        self._awaited = self._awaited[count:]
        self.generated += count
        if self._awaited and self._may_win(self._current):
            return
        if self._awaited:  # given up: the slot holds only a part of it
            self._in_slot = self._in_slot[: len(self._in_slot) - len(self._awaited)]
        else:
            self._best = max(self._best, self._upper_bound(self._current))
        self.todo = self._next_chunks()
        self.done = not self.todo

    def _next_chunks(self) -> list[Chunk]:
        """The chunks of the next option that has unknown tokens and may win; [] when there is none."""
        while self._remaining and self._may_win(number := self._pop_next()):
            tokens, nodes = self._options[number], self.tree.nodes[number]
            new = [node for node in nodes if not self.tree.known[node]]
            if new:
                at, self._current, self._in_slot, self._awaited = common_length(tokens, self._in_slot), number, tokens, new
                chunk = Chunk(tokens[at:], len(self.prompt) + at, self.slot, len(new))
                return _pieces_of(chunk) if self._head_starts else [chunk]
            self._best = max(self._best, self._upper_bound(number))
        return []

    def _pop_next(self) -> int:
        """The next option: with head starts the one with the highest upper bound."""
        number = max(self._remaining, key=self._upper_bound) if self._head_starts else self._remaining[0]
        self._remaining.remove(number)
        return number

    def _upper_bound(self, number: int) -> float:
        """The most an option can reach: its head start and its known log-probability per token."""
        if not self._head_starts:
            return 0.0
        return self._head_starts[number] + self.tree.logprob(number) / max(1, self.tree.length(number))

    def _may_win(self, number: int) -> bool:
        return not self._head_starts or self._upper_bound(number) > self._best

    def result(self) -> tuple[tuple[float, ...], tuple[int, ...]]:
        """Summed log-probabilities and token counts per option, the end token included."""
        numbers = range(len(self._options))
        return tuple(self.tree.logprob(n) for n in numbers), tuple(self.tree.length(n) for n in numbers)


def common_length(a: Tokens, b: Tokens) -> int:
    """How many first tokens of ``a`` and ``b`` are the same."""
    length = min(len(a), len(b))
    differing = np.flatnonzero(a[:length] != b[:length])
    return int(differing[0]) if len(differing) else length


def _pieces_of(chunk: Chunk) -> list[Chunk]:
    """A long chunk in pieces; after each the option may be given up."""
    pieces = list[Chunk]()
    while len(chunk.tokens) >= 2 * PRUNE_INTERVAL:
        piece, chunk = chunk.split(PRUNE_INTERVAL)
        pieces.append(piece)
    return [*pieces, chunk]


@dataclass(frozen=True, slots=True)
class GenerateSettings:
    """How a reply is written: at most ``limit`` tokens, ``end_tokens`` end it, ``allowed`` (bool, shape (vocab,)) limits it
    where there is no grammar. ``max_end_growth``: by how many tokens the shortest end under the grammar can grow with one
    token. ``max_draft``: the most draft tokens decoded along with the next one; ``draft_after``: after how many known ones."""

    allowed: NDArray[np.bool_]
    end_tokens: frozenset[int]
    limit: int
    max_end_growth: int
    temperature: float
    seed: int
    max_draft: int = 0
    draft_after: int = NGRAM_SIZES[-1]
    lesson: Lesson | None = None
    """The reply that is written whatever the model would choose; None for the model's own."""
    first: NDArray[np.bool_] | None = None
    """The tokens with which a free text may begin, so that none is empty; None for any."""


class GenerateJob(TextJob):
    """Samples a reply token by token. Tokens that the grammar forces are appended without sampling.

    Draft tokens (``prompt_lookup``) are decoded along with the next token. Each token is still sampled from its own logits, and
    the first token that differs from the draft ends the use of the draft. So drafts save calls and change no reply, except
    where a processor rounds otherwise when it computes several tokens at once (MEASURED.md).

    Under a grammar, a token is taken only while the reply can still be ended within its limit. Otherwise the reply is ended
    early: the next token of its shortest end is taken instead.
    """

    def __init__(self, prompt: Tokens, grammar: Grammar | None, settings: GenerateSettings) -> None:
        super().__init__(prompt)
        self.reply: list[int] = []
        self.shortest_length = len(grammar.shortest_reply) if grammar else 0
        """Tokens of the shortest reply under the grammar."""
        self._grammar, self._settings, self._random = grammar, settings, random_generator(settings.seed)
        self._watch_from = settings.max_end_growth + self.shortest_length  # with more tokens left, any token may be taken
        self._lookup = PromptLookup(prompt, settings.draft_after)
        self._draft: list[int] = []  # draft tokens in the slot, or to be decoded, after the reply
        self._skip = 0  # coming logits that belong to forced tokens: nothing is sampled from them
        self._forced = grammar.consume_forced() if grammar else []
        self._append(self._forced)
        if len(self._forced) >= settings.limit:
            self._out_of_tokens(grammar)

    def start(self, slot: int, reused: int) -> None:
        super().start(slot, reused)
        last = self.todo.pop()
        self.todo.append(Chunk(np.concatenate([last.tokens, np.array(self._forced, np.int32)]), last.start, slot, 1))

    def _append(self, tokens: Sequence[int]) -> None:
        self.reply += tokens
        self._lookup.add(tokens)
        self.generated += len(tokens)

    def feed(self, logits: Logits) -> None:
        """Sample a token from each row as long as the draft was right; then decode what the draft did not foresee, with a new
        draft."""
        for row in logits:
            if self._skip:
                self._skip -= 1
                continue
            tokens = self._sample(row)
            if self.done:
                return
            known = common_length(np.array(tokens, np.int32), np.array(self._draft, np.int32))
            self._draft = self._draft[known:]
            if known < len(tokens):
                return self._schedule(len(tokens) - known)
            self._skip = known - 1

    def _sample(self, logits: Logits) -> list[int]:
        """The next token and the tokens that it forces, appended to the reply; or [] and the job is done."""
        settings, grammar = self._settings, self._grammar
        allowed, lesson = grammar.mask() if grammar else settings.allowed, settings.lesson
        if not grammar and not self.reply and settings.first is not None:
            allowed = allowed & settings.first
        token = sample(logits, allowed, settings.temperature, self._random)
        if lesson:  # after sampling, so that a taught token costs what any token costs
            token = lesson.next(self.reply, allowed)
        if token >= 0 and token in settings.end_tokens:
            self.done = True
            return []
        tokens = [] if token < 0 else self._accept(grammar, token) if grammar else [token]
        if not tokens:
            self.fail("refused")
            return []
        self._append(tokens)
        if grammar and grammar.finished:
            self.done = True
        elif len(self.reply) >= settings.limit:
            self._out_of_tokens(grammar)
        return tokens

    def _schedule(self, missing: int) -> None:
        """Decode the last tokens of the reply that the slot does not hold, at least ``missing``, and a draft."""
        end = len(self.prompt) + len(self.reply)
        start = min([end - missing, *(chunk.start for chunk in self.todo)])  # a rest of the last chunk was never decoded
        draft = self._lookup.draft(min(self._settings.max_draft, self._settings.limit - len(self.reply)))
        self._draft = draft[: self._grammar.count_valid(draft)] if self._grammar else draft
        chunk = np.array([*self.reply[start - end :], *self._draft], np.int32)
        self.todo = [Chunk(chunk, start, self.slot, len(self._draft) + 1)]

    def _accept(self, grammar: Grammar, token: int) -> list[int]:
        """``token``, or the token that ends the reply early, and what it forces; empty where the grammar refuses."""
        left, end = self._settings.limit - len(self.reply), tuple[int, ...]()
        if left <= self._watch_from:
            end = grammar.shortest_end()
            self._watch_from = len(end) + self._settings.max_end_growth
        if not grammar.consume(token):
            return []
        if end and token != end[0] and len(end) <= left <= self._watch_from and len(grammar.shortest_end()) >= left:
            grammar.rollback()
            token, self.ended_early = end[0], 1
            grammar.consume(token)
        return [token, *grammar.consume_forced()]

    def _out_of_tokens(self, grammar: Grammar | None) -> None:
        """No tokens are left: the job is done if the reply could end here, and failed otherwise."""
        if grammar and grammar.can_end:
            self.done = True
        else:
            self.fail("truncated")
