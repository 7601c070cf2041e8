"""Continuous batching: many jobs share one llama.cpp context; a job joins when a slot is free and leaves when it is done.

Each step is one llama.cpp call. A long chunk (a prompt, an option) has a call for itself, piece by piece. When there is no long
chunk, the short chunks of neighbouring slots go side by side, so that replies are written together. The order depends on the
requests alone, so the same batch always runs the same way.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.llm.base import ModelError, Progress
from sim.llm.decoder import SOLO_TOKENS, Chunk, Decoder
from sim.llm.jobs import TextJob
from sim.llm.prefix_cache import MIN_SAVED, PrefixCache


@dataclass
class Timings:
    """Wall seconds since the model was opened, inside llama.cpp (``decoding``, of which ``reading`` for long chunks alone) and
    for sampling and grammars, and llama.cpp calls."""

    decoding: float = 0.0
    reading: float = 0.0
    sampling: float = 0.0
    calls: int = 0
    prompts: tuple[int, float] = (0, 0.0)
    """Tokens of prompts, and the seconds of the calls that read them."""
    replies: tuple[int, float] = (0, 0.0)
    """Tokens of replies, and the seconds of the calls that wrote nothing else."""


class Batcher:
    """Runs jobs to their end on one decoder, with one prefix cache. One thread at a time."""

    def __init__(self, decoder: Decoder, cache: PrefixCache) -> None:
        self._decoder, self._cache = decoder, cache
        self.timings = Timings()
        self._waiting: list[tuple[TextJob, int]] = []
        self._active: list[TextJob] = []
        self._to_save: dict[TextJob, list[int]] = {}  # lengths of prefixes to save once the job has decoded them
        self._may_admit = True  # whether a waiting job may get in that could not before

    def add(self, jobs: Sequence[TextJob]) -> None:
        """Queue ``jobs``. A job that needs more than ``decoder.size.context`` tokens will fail with a ``problem``."""
        self._waiting += [(job, self._cache.record(job.prompt)) for job in jobs if not job.done]
        self._may_admit = True

    def step(self) -> None:
        """Admit the jobs that there is room for, and make a call of llama.cpp; does nothing where no job is left."""
        if self._may_admit:
            self._admit_waiting()
        if self._active:
            self._step()

    def drop(self, jobs: Sequence[TextJob]) -> None:
        """Remove ``jobs`` whose caller no longer waits for them."""
        self._waiting = [(job, row) for job, row in self._waiting if job not in jobs]
        for job in [job for job in self._active if job in jobs]:
            self._release(job)

    def progress(self) -> Progress:
        """What is left of the jobs under way. May be called from another thread."""
        active, waiting = list(self._active), list(self._waiting)
        unread = sum(max(0, len(job.prompt) - chunk.start) for job in active for chunk in job.todo[:1])
        (read, reading), (wrote, writing) = self.timings.prompts, self.timings.replies
        return Progress(
            unread + sum(len(job.prompt) for job, _ in waiting),
            sum(job.generated for job in active),
            read / reading if reading else 0.0,
            wrote / writing if writing else 0.0,
        )

    def _admit_waiting(self) -> None:
        """Give free slots to waiting jobs, first come first served."""
        self._may_admit = False
        taken = {job.slot for job in self._active}
        free = [slot for slot in range(self._decoder.size.slots) if slot not in taken]
        for job, row in list(self._waiting):
            if not free:
                break
            enough = self._cache.known(job.prompt) + MIN_SAVED
            longer = ((other, count) for other, counts in self._to_save.items() for count in counts if count >= enough)
            if any(_shares_prefix(job, other, count) for other, count in longer):
                continue  # another job is computing this prefix: wait until it is cached
            self._waiting.remove((job, row))
            self._start(job, row, free.pop(0))

    def _start(self, job: TextJob, row: int, slot: int) -> None:
        reused, state, held = self._cache.match(job.prompt)
        if not (reused and self._decoder.restore(slot, state, held)):
            reused = 0
        job.start(slot, reused)
        self._active.append(job)
        counts = self._cache.lengths_to_keep(job.prompt, row, reused)
        if counts:
            self._to_save[job] = counts
        if counts and counts[0] < len(job.prompt):
            job.todo[:1] = job.todo[0].split(counts[0] - reused)

    def _close_gaps(self) -> None:
        """Move the jobs of the last slots into gaps: llama.cpp computes slots together only while their numbers are
        consecutive."""
        slots = {job.slot: job for job in self._active}
        gaps = (slot for slot in range(len(slots)) if slot not in slots)
        for gap, last in zip(gaps, [slot for slot in sorted(slots, reverse=True) if slot >= len(slots)], strict=True):
            if self._decoder.move(last, gap):
                slots[last].moved_to(gap)
        self._active.sort(key=lambda job: job.slot)

    def _step(self) -> None:
        """Make one call, give its logits to the jobs, and release the jobs that are done."""
        chosen = self._next_call()
        began = time.perf_counter()
        try:
            logits = self._decoder.decode([chunk for _, chunk in chosen])
        except (ModelError, ValueError) as error:
            for job, _ in chosen:
                self._to_save.pop(job, None)
                job.fail(f"error: {error}")
            chosen = []
        decoded = time.perf_counter()
        self.timings.decoding += decoded - began
        self.timings.reading += (decoded - began) * (len(chosen) == 1 and len(chosen[0][1].tokens) > SOLO_TOKENS)
        self.timings.calls += 1
        before, reads = sum(job.generated for job, _ in chosen), any(chunk.start < len(job.prompt) for job, chunk in chosen)
        at = 0
        for job, chunk in chosen:
            if chunk.outputs:
                job.feed(logits[at : at + chunk.outputs])
            at += chunk.outputs
        sampled = time.perf_counter()
        self.timings.sampling += sampled - decoded
        self._measure(chosen, sampled - began, before, reads)
        self._save_prefixes()
        for job in [job for job in self._active if job.done]:
            self._release(job)

    def _measure(self, chosen: Sequence[tuple[TextJob, Chunk]], seconds: float, before: int, reads: bool) -> None:
        """Learn how fast prompts are read and replies are written; ``before`` are the tokens written before this call."""
        timings = self.timings
        if reads:
            tokens, spent = timings.prompts
            timings.prompts = (tokens + sum(len(chunk.tokens) for _, chunk in chosen), spent + seconds)
        else:
            tokens, spent = timings.replies
            timings.replies = (tokens + sum(job.generated for job, _ in chosen) - before, spent + seconds)

    def _next_call(self) -> list[tuple[TextJob, Chunk]]:
        """The chunks of the next call, with their jobs."""
        for job in self._active:
            start, length, outputs = job.todo[0].start, len(job.todo[0].tokens), job.todo[0].outputs
            if length > self._decoder.solo_above:
                most = min(self._decoder.piece_length(start, length), self._decoder.max_outputs + length - outputs)
                return [(job, self._pop_chunk(job, most))]
        self._close_gaps()
        return self._chunks_side_by_side()

    def _chunks_side_by_side(self) -> list[tuple[TextJob, Chunk]]:
        """Chunks of equal length from neighbouring slots. llama.cpp would compute any other shape as several graphs."""
        jobs, length = largest_rectangle(self._active)
        length = min(length, max(1, self._decoder.size.batch // len(jobs)))
        if sum(job.todo[0].split(length)[0].outputs for job in jobs) > self._decoder.max_outputs:
            length = max(1, self._decoder.max_outputs // len(jobs))
        return [(job, self._pop_chunk(job, length)) for job in jobs]

    def _pop_chunk(self, job: TextJob, most: int) -> Chunk:
        """At most ``most`` tokens of the job's next chunk; the rest stays in ``todo``."""
        chunk = job.todo.pop(0)
        if most < len(chunk.tokens):
            chunk, rest = chunk.split(most)
            job.todo.insert(0, rest)
        return chunk

    def _save_prefixes(self) -> None:
        """Cache the prefixes that their slots hold by now."""
        for job, counts in list(self._to_save.items()):
            held = self._decoder.length(job.slot)
            if held < counts[0]:
                continue
            self._may_admit = True
            self._cache.add(job.prompt[: counts[0]], self._decoder.save(job.slot), held)
            del counts[0]
            if not counts:
                del self._to_save[job]

    def _release(self, job: TextJob) -> None:
        self._decoder.truncate(job.slot)
        self._to_save.pop(job, None)
        self._active.remove(job)
        self._may_admit = True


def _shares_prefix(job: TextJob, other: TextJob, count: int) -> bool:
    """Whether ``job``'s prompt starts with the first ``count`` tokens of ``other``'s and is longer than that."""
    return len(job.prompt) > count and bool(np.array_equal(job.prompt[:count], other.prompt[:count]))


def largest_rectangle(jobs: Sequence[TextJob]) -> tuple[Sequence[TextJob], int]:
    """The neighbouring jobs, and the length that all their next chunks have at least, with the largest product of the two."""
    best, shape = 0, (0, 1, 1)
    for first in range(len(jobs)):
        length = len(jobs[first].todo[0].tokens)
        for end in range(first + 1, len(jobs) + 1):
            length = min(length, len(jobs[end - 1].todo[0].tokens))
            if (end - first) * length > best:
                best, shape = (end - first) * length, (first, end, length)
    return jobs[shape[0] : shape[1]], shape[2]
