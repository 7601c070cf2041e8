"""One llama.cpp context: runs of tokens in many lanes go in, logits come out, lanes are copied, cut, saved and restored.

A lane is a sequence id; a cell is room for one token, shared by all lanes that hold it. Every number is checked here,
because llama.cpp answers a wrong one by ending the process. Knows nothing of requests.
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


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive ``tokens`` from position ``start``, held by all of ``lanes``; logits are wanted of the last ``wanted``."""

    tokens: Tokens
    start: int
    lanes: tuple[int, ...]
    wanted: int

    def split(self, count: int) -> tuple[Run, Run]:
        """The first ``count`` tokens, and the rest."""
        rest = len(self.tokens) - count
        first = Run(self.tokens[:count], self.start, self.lanes, max(0, self.wanted - rest))
        return first, Run(self.tokens[count:], self.start + count, self.lanes, min(self.wanted, rest))


@dataclass(frozen=True, slots=True)
class Size:
    """``cells`` tokens in all, ``lanes`` sequences (one more is kept for copies), ``batch`` tokens a call on ``threads``.

    ``flash`` is flash attention: it skips the cells of other lanes, so it wins where many short prompts are read at once
    and loses where many sequences are written on from long prompts (figures in README.md).
    """

    cells: int
    lanes: int
    batch: int
    threads: int
    flash: bool


class Decoder:
    """Owns the C context. Not thread-safe; ``close`` may be called twice."""

    def __init__(self, weights: Weights, size: Size) -> None:
        self._lib = library()
        self.size, self.vocab = size, weights.size
        self.scratch = size.lanes
        self._context = self._lib.llama_init_from_model(weights.handle, self._params(size))
        if not self._context:
            raise ModelError(f"There is no memory for {size.cells} tokens of {weights.path.name}: try --context 1024.")
        self._memory = self._lib.llama_get_memory(self._context)
        self._allocate(size)
        self.outputs = max(32, min(size.batch, 2**25 // self.vocab))
        """Most tokens a call whose logits are wanted: bounds their buffer to 128 MiB."""

    def _params(self, size: Size) -> Any:
        lib = self._lib
        params = lib.llama_context_default_params()
        params.n_ctx, params.n_seq_max, params.kv_unified = size.cells, size.lanes + 1, True
        params.n_batch, params.n_ubatch = size.batch, min(256 if size.flash else 512, size.batch)
        params.n_threads = params.n_threads_batch = size.threads
        params.flash_attn_type = lib.LLAMA_FLASH_ATTN_TYPE_ENABLED if size.flash else lib.LLAMA_FLASH_ATTN_TYPE_DISABLED
        params.no_perf = True
        return params

    def _allocate(self, size: Size) -> None:
        """The batch's arrays: numpy's memory, seen by C through pointers that stay as long as this object."""
        count = size.batch
        self._token, self._pos = np.zeros(count, np.int32), np.zeros(count, np.int32)
        self._holders, self._wanted = np.zeros(count, np.int32), np.zeros(count, np.int8)
        self._lanes = np.zeros((count, size.lanes + 1), np.int32)
        self._rows = self._lanes.ctypes.data + np.arange(count, dtype=np.uint64) * self._lanes.strides[0]
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
            raise ModelError(f"llama.cpp could not decode {count} tokens (code {code}); a smaller --context may help.")
        if not wanted:
            return np.empty((0, self.vocab), np.float32)
        pointer = self._lib.llama_get_logits(self._context)
        if not pointer:
            raise ModelError("llama.cpp returned no logits; the model file may not be a text generator.")
        return np.ctypeslib.as_array(pointer, (wanted, self.vocab))

    def _fill(self, runs: Sequence[Run]) -> tuple[int, int]:
        at = wanted = 0
        for run in runs:
            end = at + len(run.tokens)
            if end > self.size.batch or not run.lanes or not 0 <= run.wanted <= len(run.tokens):
                raise ValueError(f"run of {len(run.tokens)} tokens does not fit the batch of {self.size.batch}")
            self._token[at:end] = run.tokens
            self._pos[at:end] = np.arange(run.start, run.start + end - at)
            self._holders[at:end] = len(run.lanes)
            self._lanes[at:end, : len(run.lanes)] = run.lanes
            self._wanted[at:end] = 0
            self._wanted[end - run.wanted : end] = 1
            self._check(*run.lanes)
            at, wanted = end, wanted + run.wanted
        if not at or wanted > self.size.batch:
            raise ValueError(f"a batch of {at} tokens with {wanted} outputs")
        if int(self._token[:at].min()) < 0 or int(self._token[:at].max()) >= self.vocab:
            raise ValueError("token outside the vocabulary")
        return at, wanted

    def _check(self, *lanes: int) -> None:
        if min(lanes) < 0 or max(lanes) > self.scratch:
            raise ValueError(f"lanes {lanes} outside 0..{self.scratch}")

    def copy(self, source: int, target: int, count: int) -> None:
        """Let ``target`` hold the first ``count`` tokens of ``source`` too; no tokens are computed or moved."""
        self._check(source, target)
        self._lib.llama_memory_seq_cp(self._memory, source, target, 0, count)

    def cut(self, lane: int, count: int = 0) -> bool:
        """Forget what ``lane`` holds from position ``count`` on; False where the model cannot (recurrent ones)."""
        self._check(lane)
        return bool(self._lib.llama_memory_seq_rm(self._memory, lane, count, -1))

    def save(self, lane: int, count: int) -> bytes:
        """The state of the first ``count`` tokens of ``lane``, about ``count`` times the model's bytes a token."""
        self.copy(lane, self.scratch, count)
        size = int(self._lib.llama_state_seq_get_size(self._context, self.scratch))
        buffer = (ctypes.c_uint8 * size)()
        written = int(self._lib.llama_state_seq_get_data(self._context, buffer, size, self.scratch))
        self.cut(self.scratch)
        return bytes(memoryview(buffer)[:written])

    def restore(self, lane: int, state: bytes) -> bool:
        """Put a saved state into an empty lane; False where there is no room."""
        self._check(lane)
        buffer = (ctypes.c_uint8 * len(state)).from_buffer_copy(state)
        return int(self._lib.llama_state_seq_set_data(self._context, buffer, len(state), lane)) == len(state)

    def close(self) -> None:
        if self._context:
            self._lib.llama_free(self._context)
            self._context = None
