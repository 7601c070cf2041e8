"""One llama.cpp context: runs of tokens in many lanes go in, logits come out; lanes are cut, saved, restored and moved.

A lane is a sequence with attention memory of its own: in a shared memory every token is compared with everybody's, which
costs a small model most of its time (figures in README.md). Every number is checked here, because llama.cpp answers a wrong
one by ending the process. Knows nothing of requests.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.llm.base import ModelError
from sim.llm.native import Weights, library

Tokens = NDArray[np.int32]
Logits = NDArray[np.float32]
State = NDArray[np.uint8]

LONG = 16
"""Tokens of a run on a processor above which it gains nothing from company: lanes of different lengths are cut into a graph
per length, and all of them attend to as many cells as the longest."""
GRAIN = 256
"""Cells that llama.cpp attends to are a multiple of this, so the tokens before a multiple are cheaper by themselves."""
APART = 32
"""Tokens on each side that a cut at such a multiple must have to be worth a graph more."""


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive ``tokens`` of ``lane`` from position ``start``; logits are wanted of the last ``wanted``.

    What the lane holds from ``start`` on is forgotten first.
    """

    tokens: Tokens
    start: int
    lane: int
    wanted: int

    def split(self, count: int) -> tuple[Run, Run]:
        """The first ``count`` tokens, and the rest."""
        rest = len(self.tokens) - count
        first = Run(self.tokens[:count], self.start, self.lane, max(0, self.wanted - rest))
        return first, Run(self.tokens[count:], self.start + count, self.lane, min(self.wanted, rest))


@dataclass(frozen=True, slots=True)
class Size:
    """``lanes`` sequences of ``context`` tokens each, at most ``batch`` tokens a call, on ``threads`` threads.

    ``flash`` is flash attention: on a CPU it only costs time, on a GPU it saves it.
    """

    context: int
    lanes: int
    batch: int
    threads: int
    flash: bool


class Decoder:
    """Owns the C context. Not thread-safe; ``close`` may be called twice."""

    def __init__(self, weights: Weights, size: Size) -> None:
        self._lib = library()
        self.size, self.vocab = size, weights.size
        self._held = [0] * size.lanes
        self._context = self._lib.llama_init_from_model(weights.handle, self._params(size))
        if not self._context:
            raise ModelError(
                f"There is no memory for {size.lanes} times {size.context} tokens of {weights.path.name}: try --context 1024."
            )
        self._memory = self._lib.llama_get_memory(self._context)
        self._allocate(size)
        self.outputs = max(32, min(size.batch, 2**25 // self.vocab))
        """Most tokens a call whose logits are wanted: bounds their buffer to 128 MiB."""
        self.alone = size.batch if size.flash else LONG
        """A run of more tokens than this has a call for itself (a GPU computes long ones side by side too)."""

    def _params(self, size: Size) -> Any:
        lib = self._lib
        params = lib.llama_context_default_params()
        params.n_ctx, params.n_seq_max, params.kv_unified = size.lanes * size.context, size.lanes, False
        params.n_batch, params.n_ubatch = size.batch, min(512, size.batch)
        params.n_threads = params.n_threads_batch = size.threads
        params.flash_attn_type = lib.LLAMA_FLASH_ATTN_TYPE_ENABLED if size.flash else lib.LLAMA_FLASH_ATTN_TYPE_DISABLED
        params.swa_full = True  # sliding-window layers keep everything, or no lane could go back to a branch
        params.no_perf = True
        return params

    def _allocate(self, size: Size) -> None:
        """The batch's arrays: numpy's memory, seen by C through pointers that stay as long as this object."""
        count = size.batch
        self._token, self._pos = np.zeros(count, np.int32), np.zeros(count, np.int32)
        self._holders, self._wanted = np.ones(count, np.int32), np.zeros(count, np.int8)
        self._lanes = np.zeros(count, np.int32)
        self._rows = self._lanes.ctypes.data + np.arange(count, dtype=np.uint64) * self._lanes.itemsize
        batch = self._batch = self._lib.llama_batch()
        types = dict(self._lib.llama_batch._fields_)
        for name, array in (("token", self._token), ("pos", self._pos), ("n_seq_id", self._holders), ("logits", self._wanted)):
            setattr(batch, name, ctypes.cast(array.ctypes.data, types[name]))
        batch.seq_id = ctypes.cast(self._rows.ctypes.data, types["seq_id"])

    def decode(self, runs: Sequence[Run]) -> Logits:
        """Logits of all wanted tokens in order, shape (n, vocab): a view that the next call overwrites.

        At most ``size.batch`` tokens and ``outputs`` wanted ones. Raises ``ModelError`` where llama.cpp refuses.
        """
        count, wanted = self._fill(runs)
        self._batch.n_tokens = count
        code = self._lib.llama_decode(self._context, self._batch)
        if code:
            for lane in {run.lane: None for run in runs}:
                self._lib.llama_memory_seq_rm(self._memory, lane, -1, -1)
                self._held[lane] = 0
            raise ModelError(f"llama.cpp could not decode {count} tokens (code {code}); a smaller --context may help.")
        if not wanted:
            return np.empty((0, self.vocab), np.float32)
        pointer = self._lib.llama_get_logits(self._context)
        if not pointer:
            raise ModelError("llama.cpp returned no logits; the model file may not be a text generator.")
        return np.ctypeslib.as_array(pointer, (wanted, self.vocab))

    def piece(self, start: int, length: int) -> int:
        """How many first tokens of a run of ``length`` tokens from position ``start`` are best computed in one call."""
        before = GRAIN - start % GRAIN
        while before < APART:
            before += GRAIN
        return min(self.size.batch, before if length - before >= APART else length)

    def _fill(self, runs: Sequence[Run]) -> tuple[int, int]:
        at = wanted = 0
        for run in runs:
            end = at + len(run.tokens)
            self._check(run.lane)
            if end > self.size.batch or not 0 <= run.wanted <= len(run.tokens) or not 0 <= run.start <= self._held[run.lane]:
                raise ValueError(f"run of {len(run.tokens)} tokens at {run.start} does not fit")
            if run.start + len(run.tokens) > self.size.context:
                raise ValueError(f"lane {run.lane} would hold {run.start + len(run.tokens)} tokens")
            self.cut(run.lane, run.start)
            self._token[at:end] = run.tokens
            self._pos[at:end] = np.arange(run.start, run.start + end - at)
            self._lanes[at:end] = run.lane
            self._wanted[at:end] = 0
            self._wanted[end - run.wanted : end] = 1
            self._held[run.lane] = run.start + len(run.tokens)
            at, wanted = end, wanted + run.wanted
        if not at:
            raise ValueError("an empty batch")
        if int(self._token[:at].min()) < 0 or int(self._token[:at].max()) >= self.vocab:
            raise ValueError("token outside the vocabulary")
        return at, wanted

    def _check(self, lane: int) -> None:
        if not 0 <= lane < self.size.lanes:
            raise ValueError(f"lane {lane} outside 0..{self.size.lanes - 1}")

    def cut(self, lane: int, count: int = 0) -> None:
        """Forget what ``lane`` holds from position ``count`` on. Recurrent models can only forget everything."""
        self._check(lane)
        if self._held[lane] > count:
            if not self._lib.llama_memory_seq_rm(self._memory, lane, count, -1):
                raise ModelError("This model cannot go back within a text (it is a recurrent one).")
            self._held[lane] = count

    def save(self, lane: int) -> State:
        """The state of all that ``lane`` holds."""
        self._check(lane)
        size = int(self._lib.llama_state_seq_get_size(self._context, lane))
        state = np.empty(size, np.uint8)
        written = int(self._lib.llama_state_seq_get_data(self._context, _bytes(state), size, lane))
        return state[:written]

    def restore(self, lane: int, state: State, count: int) -> bool:
        """Put a saved state of ``count`` tokens into a lane in place of what it holds; False where it does not fit."""
        self.cut(lane)
        if int(self._lib.llama_state_seq_set_data(self._context, _bytes(state), len(state), lane)) != len(state):
            return False
        self._held[lane] = count
        return True

    def move(self, source: int, target: int) -> bool:
        """Let ``target`` hold what ``source`` holds, and ``source`` nothing; False (and nothing done) where it does not fit."""
        moved = self.restore(target, self.save(source), self._held[source])
        if moved:
            self.cut(source)
        return moved

    def close(self) -> None:
        if self._context:
            self._lib.llama_free(self._context)
            self._context = None


def _bytes(state: State) -> Any:
    """numpy's memory as C sees it; nothing is copied."""
    return ctypes.cast(state.ctypes.data, ctypes.POINTER(ctypes.c_uint8))
