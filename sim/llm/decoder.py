"""One llama.cpp context: chunks of tokens in many slots go in, logits come out; slots are truncated, saved, restored and moved.
A single token is computed on as many threads as are faster just then.

A slot is a llama.cpp sequence with a KV cache of its own. In a shared cache every token is compared with the tokens of all
sequences, which costs a small model most of its time (MEASURED.md). Every number is checked here, because llama.cpp ends the
process for a wrong one. Knows nothing of requests; the batcher calls it.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.llm.base import ModelError
from sim.llm.library import library
from sim.llm.weights import Weights

Tokens = NDArray[np.int32]
Logits = NDArray[np.float32]
State = NDArray[np.uint8]

SOLO_TOKENS = 16
"""On a processor, a chunk of more tokens than this gains nothing from company: llama.cpp computes slots of different lengths as
one graph per length, and lets all of them attend to as many cells as the longest."""
KV_BLOCK = 256
"""llama.cpp rounds the cells that it attends to up to a multiple of this, so tokens before a multiple are cheaper in a call of
their own."""
MIN_PIECE = 32
"""A chunk is only cut at such a multiple if both sides have this many tokens; fewer do not pay for another graph."""
TRY_EVERY = 32
"""Calls of one token after which the number of threads that was slower is tried again."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive ``tokens`` for ``slot`` from position ``start``. Logits are wanted of the last ``outputs`` tokens. Whatever
    the slot holds from ``start`` on is removed first."""

    tokens: Tokens
    start: int
    slot: int
    outputs: int

    def split(self, count: int) -> tuple[Chunk, Chunk]:
        """The first ``count`` tokens and the rest, as two chunks."""
        rest = len(self.tokens) - count
        first = Chunk(self.tokens[:count], self.start, self.slot, max(0, self.outputs - rest))
        return first, Chunk(self.tokens[count:], self.start + count, self.slot, min(self.outputs, rest))


@dataclass(frozen=True, slots=True)
class ContextSize:
    """``slots`` sequences of ``context`` tokens each, at most ``batch`` tokens a call. A call of several tokens runs on
    ``reading`` threads, one of a single token on these or on ``threads``, whatever is faster just then. ``flash``: use flash
    attention. It costs time on a CPU and saves time on a GPU."""

    context: int
    slots: int
    batch: int
    threads: int
    flash: bool
    reading: int = 0
    """0: as many as ``threads``."""


class Faster:
    """Which of two numbers of threads to use for a call of a single token. All cores are faster than all cores but one, until
    another program wants a core. Therefore both numbers are timed while the model works. The logits are the same."""

    def __init__(self, fewer: int, more: int) -> None:
        self._seconds = {more: 0.0, fewer: 0.0}
        self._calls = 0

    def next(self) -> int:
        """The number that was faster the last time, and now and then the other number. A number never tried comes first."""
        self._calls += 1
        by_speed = sorted(self._seconds, key=self._seconds.__getitem__)
        return by_speed[-1 if self._calls % TRY_EVERY == 0 else 0]

    def took(self, threads: int, seconds: float) -> None:
        """Learn from a call."""
        self._seconds[threads] = seconds


class Decoder:
    """Owns the C context. Not thread-safe. ``close`` may be called twice."""

    def __init__(self, weights: Weights, size: ContextSize) -> None:
        self._lib = library()
        self.size, self.vocab = size, weights.size
        self._lengths = [0] * size.slots
        self._context = self._lib.llama_init_from_model(weights.handle, self._params(size))
        if not self._context:
            raise ModelError(
                f"There is no memory for {size.slots} times {size.context} tokens of {weights.path.name}: try --context 1024."
            )
        if weights.adapter:
            self._put_on(weights)
        self._memory = self._lib.llama_get_memory(self._context)
        self._writing = Faster(size.threads, size.reading) if size.reading > size.threads else None
        self._allocate(size)
        self.max_outputs = max(32, min(size.batch, 2**25 // self.vocab))
        """The most tokens a call whose logits are wanted. Bounds the logits buffer to 128 MiB."""
        self.solo_above = size.batch if size.flash else SOLO_TOKENS
        """A chunk of more tokens than this has a call for itself. A GPU computes long chunks side by side too."""

    def _put_on(self, weights: Weights) -> None:
        """Compute with the adapter from now on, at its full strength."""
        adapters = (self._lib.llama_adapter_lora_p_ctypes * 1)(weights.adapter)
        if self._lib.llama_set_adapters_lora(self._context, adapters, 1, (ctypes.c_float * 1)(1.0)):
            self.close()
            raise ModelError(f"llama.cpp cannot compute {weights.path.name} with its adapter; give the model alone.")

    def _params(self, size: ContextSize) -> Any:
        lib = self._lib
        params = lib.llama_context_default_params()
        params.n_ctx, params.n_seq_max, params.kv_unified = size.slots * size.context, size.slots, False
        params.n_batch, params.n_ubatch = size.batch, min(512, size.batch)
        params.n_threads, params.n_threads_batch = size.threads, size.reading or size.threads
        params.flash_attn_type = lib.LLAMA_FLASH_ATTN_TYPE_ENABLED if size.flash else lib.LLAMA_FLASH_ATTN_TYPE_DISABLED
        params.swa_full = True  # sliding-window layers keep all positions, or no slot could go back to a branch
        params.no_perf = True
        return params

    def _allocate(self, size: ContextSize) -> None:
        """Allocate the batch: numpy arrays that C sees through pointers. The arrays live as long as this object."""
        count = size.batch
        self._tokens, self._positions = np.zeros(count, np.int32), np.zeros(count, np.int32)
        self._seq_counts, self._output_flags = np.ones(count, np.int32), np.zeros(count, np.int8)
        self._seq_ids = np.zeros(count, np.int32)
        self._seq_id_pointers = self._seq_ids.ctypes.data + np.arange(count, dtype=np.uint64) * self._seq_ids.itemsize
        batch = self._batch = self._lib.llama_batch()
        types = dict(self._lib.llama_batch._fields_)
        for name, array in (
            ("token", self._tokens),
            ("pos", self._positions),
            ("n_seq_id", self._seq_counts),
            ("logits", self._output_flags),
        ):
            setattr(batch, name, ctypes.cast(array.ctypes.data, types[name]))
        batch.seq_id = ctypes.cast(self._seq_id_pointers.ctypes.data, types["seq_id"])

    def decode(self, chunks: Sequence[Chunk]) -> Logits:
        """Logits of all wanted tokens in order, shape (n, vocab): a view that the next call overwrites. Takes at most
        ``size.batch`` tokens, ``max_outputs`` of them wanted. Raises ``ModelError`` where llama.cpp refuses, ``ValueError`` for
        a chunk that does not fit."""
        count, outputs = self._fill_batch(chunks)
        self._batch.n_tokens = count
        code = self._call() if count > 1 or self._writing is None else self._timed(self._writing)
        if code:
            for slot in {chunk.slot: None for chunk in chunks}:
                self._lib.llama_memory_seq_rm(self._memory, slot, -1, -1)
                self._lengths[slot] = 0
            raise ModelError(f"llama.cpp could not decode {count} tokens (code {code}); a smaller --context may help.")
        if not outputs:
            return np.empty((0, self.vocab), np.float32)
        pointer = self._lib.llama_get_logits(self._context)
        if not pointer:
            raise ModelError("llama.cpp returned no logits; the model file may not be a text generator.")
        return np.ctypeslib.as_array(pointer, (outputs, self.vocab))

    def _call(self) -> int:
        return int(self._lib.llama_decode(self._context, self._batch))

    def _timed(self, writing: Faster) -> int:
        threads, began = writing.next(), time.perf_counter()
        self._lib.llama_set_n_threads(self._context, threads, self.size.reading)
        code = self._call()
        writing.took(threads, time.perf_counter() - began)
        return code

    def piece_length(self, start: int, length: int) -> int:
        """How many first tokens of a chunk of ``length`` tokens from position ``start`` are best computed in one call."""
        before = KV_BLOCK - start % KV_BLOCK
        while before < MIN_PIECE:
            before += KV_BLOCK
        return min(self.size.batch, before if length - before >= MIN_PIECE else length)

    def _fill_batch(self, chunks: Sequence[Chunk]) -> tuple[int, int]:
        at = outputs = 0
        for chunk in chunks:
            end = at + len(chunk.tokens)
            self._check_slot(chunk.slot)
            if (
                end > self.size.batch
                or not 0 <= chunk.outputs <= len(chunk.tokens)
                or not 0 <= chunk.start <= self._lengths[chunk.slot]
            ):
                raise ValueError(f"chunk of {len(chunk.tokens)} tokens at {chunk.start} does not fit")
            if chunk.start + len(chunk.tokens) > self.size.context:
                raise ValueError(f"slot {chunk.slot} would hold {chunk.start + len(chunk.tokens)} tokens")
            self.truncate(chunk.slot, chunk.start)
            self._tokens[at:end] = chunk.tokens
            self._positions[at:end] = np.arange(chunk.start, chunk.start + end - at)
            self._seq_ids[at:end] = chunk.slot
            self._output_flags[at:end] = 0
            self._output_flags[end - chunk.outputs : end] = 1
            self._lengths[chunk.slot] = chunk.start + len(chunk.tokens)
            at, outputs = end, outputs + chunk.outputs
        if not at:
            raise ValueError("an empty batch")
        if int(self._tokens[:at].min()) < 0 or int(self._tokens[:at].max()) >= self.vocab:
            raise ValueError("token outside the vocabulary")
        return at, outputs

    def _check_slot(self, slot: int) -> None:
        if not 0 <= slot < self.size.slots:
            raise ValueError(f"slot {slot} outside 0..{self.size.slots - 1}")

    def truncate(self, slot: int, count: int = 0) -> None:
        """Remove what ``slot`` holds from position ``count`` on. Recurrent models can only remove everything."""
        self._check_slot(slot)
        if self._lengths[slot] > count:
            if not self._lib.llama_memory_seq_rm(self._memory, slot, count, -1):
                raise ModelError("This model cannot go back within a text (it is a recurrent one).")
            self._lengths[slot] = count

    def length(self, slot: int) -> int:
        """How many tokens ``slot`` holds."""
        self._check_slot(slot)
        return self._lengths[slot]

    def save(self, slot: int) -> State:
        """The KV cache of ``slot``, as bytes that ``restore`` takes."""
        self._check_slot(slot)
        size = int(self._lib.llama_state_seq_get_size(self._context, slot))
        state = np.empty(size, np.uint8)
        written = int(self._lib.llama_state_seq_get_data(self._context, _bytes(state), size, slot))
        return state[:written]

    def restore(self, slot: int, state: State, count: int) -> bool:
        """Replace what ``slot`` holds by a saved state of ``count`` tokens; False where the state does not fit."""
        self.truncate(slot)
        if int(self._lib.llama_state_seq_set_data(self._context, _bytes(state), len(state), slot)) != len(state):
            return False
        self._lengths[slot] = count
        return True

    def move(self, source: int, target: int) -> bool:
        """Move what ``source`` holds to ``target``; False, with nothing done, where it does not fit."""
        moved = self.restore(target, self.save(source), self._lengths[source])
        if moved:
            self.truncate(source)
        return moved

    def close(self) -> None:
        if self._context:
            self._lib.llama_free(self._context)
            self._context = None


def _bytes(state: State) -> Any:
    """A numpy array as a C pointer, without a copy."""
    return ctypes.cast(state.ctypes.data, ctypes.POINTER(ctypes.c_uint8))
