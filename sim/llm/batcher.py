"""Continuous batching: many jobs in one context, joining when there is room and leaving when they finish.

Each step is one llama.cpp call: a piece of the first long run (a prompt, an option) by itself, and when there is none left,
the short ones of neighbouring lanes side by side, so that replies are written together. Everything that decides who goes when
is a function of the requests, so a batch runs the same way each time.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.llm.base import ModelError
from sim.llm.decoder import Decoder, Run
from sim.llm.jobs import Job
from sim.llm.prefix import WORTHWHILE, PrefixStore, State


@dataclass
class Clock:
    """Seconds of wall time inside llama.cpp, with what it answered (logits, grammars), and in all; and calls of it."""

    decoding: float = 0.0
    feeding: float = 0.0
    total: float = 0.0
    calls: int = 0


class Batcher:
    """Runs jobs to their end over one decoder and one prefix store."""

    def __init__(self, decoder: Decoder, store: PrefixStore) -> None:
        self._decoder, self._store = decoder, store
        self.clock = Clock()

    def run(self, jobs: Sequence[Job]) -> None:
        """Answer all ``jobs``; a job that needs more than ``decoder.size.context`` tokens is refused by the decoder."""
        began = time.perf_counter()
        self._waiting = [(job, self._store.note(job.prompt)) for job in jobs if not job.done]
        self._active: list[Job] = []
        self._saving: dict[Job, int] = {}  # beginnings to be saved, in tokens, when their job has decoded them
        self._changed = True  # whether somebody may be let in who could not be before
        try:
            while self._waiting or self._active:
                if self._changed:
                    self._admit()
                self._step()
        finally:
            for job in list(self._active):
                self._retire(job)
            self.clock.total += time.perf_counter() - began

    def _admit(self) -> None:
        """Let waiting jobs in, first come first served, while there are free lanes."""
        self._changed = False
        taken = {job.lane for job in self._active}
        free = [lane for lane in range(self._decoder.size.lanes) if lane not in taken]
        for job, row in list(self._waiting):
            if not free:
                break
            reused, state, held = self._store.match(job.prompt)
            if any(_begins(job, saving, count) and count >= reused + WORTHWHILE for saving, count in self._saving.items()):
                continue  # its beginning is being computed for another: wait for that
            self._waiting.remove((job, row))
            self._begin(job, row, free.pop(0), (reused, state, held))

    def _begin(self, job: Job, row: int, lane: int, found: tuple[int, State, int]) -> None:
        reused, state, held = found
        if not (reused and self._decoder.restore(lane, state, held)):
            reused = 0
        job.start(lane, reused)
        self._active.append(job)
        count = self._store.worth(job.prompt, row, reused)
        if count:
            self._saving[job] = count
            job.todo[:1] = job.todo[0].split(count - reused)

    def _compact(self) -> None:
        """Move the last lanes into gaps: llama.cpp computes lanes together only while their numbers are consecutive."""
        lanes = {job.lane: job for job in self._active}
        gaps = (lane for lane in range(len(lanes)) if lane not in lanes)
        for gap, last in zip(gaps, [lane for lane in sorted(lanes, reverse=True) if lane >= len(lanes)], strict=True):
            if self._decoder.move(last, gap):
                lanes[last].moved(gap)
        self._active.sort(key=lambda job: job.lane)

    def _step(self) -> None:
        """One call, what the jobs make of it, and the leaving of those that are done."""
        chosen = self._choose()
        began = time.perf_counter()
        try:
            logits = self._decoder.decode([run for _, run in chosen])
        except (ModelError, ValueError) as error:
            for job, _ in chosen:
                self._saving.pop(job, 0)
                job.fail(f"error: {error}")
            chosen = []
        decoded = time.perf_counter()
        self.clock.decoding += decoded - began
        self.clock.calls += 1
        at = 0
        for job, run in chosen:
            if run.wanted:
                job.feed(logits[at : at + run.wanted])
            at += run.wanted
        self.clock.feeding += time.perf_counter() - decoded
        self._save()
        for job in [job for job in self._active if job.done]:
            self._retire(job)

    def _choose(self) -> list[tuple[Job, Run]]:
        """The next call."""
        for job in self._active:
            if len(job.todo[0].tokens) > self._decoder.alone:
                return [(job, self._piece(job))]
        self._compact()
        return self._side_by_side()

    def _piece(self, job: Job) -> Run:
        """As much of a long run as one call should hold."""
        run = job.todo.pop(0)
        length = self._decoder.piece(run.start, len(run.tokens))
        return self._cut(job, run, min(length, self._decoder.outputs + len(run.tokens) - run.wanted))

    def _side_by_side(self) -> list[tuple[Job, Run]]:
        """So many tokens of each of so many neighbours: llama.cpp would compute any other shape in several graphs."""
        jobs, length = _rectangle(self._active)
        length = min(length, max(1, self._decoder.size.batch // len(jobs)))
        if sum(_wanted(job.todo[0], length) for job in jobs) > self._decoder.outputs:
            length = max(1, self._decoder.outputs // len(jobs))
        return [(job, self._cut(job, job.todo.pop(0), length)) for job in jobs]

    def _cut(self, job: Job, run: Run, most: int) -> Run:
        """The first ``most`` tokens of ``run``; the rest goes back to its job."""
        if most < len(run.tokens):
            run, rest = run.split(most)
            job.todo.insert(0, rest)
        return run

    def _save(self) -> None:
        """Keep the beginnings that their lanes hold by now, and nothing after them."""
        for job, count in list(self._saving.items()):
            if job.todo and job.todo[0].start == count:
                del self._saving[job]
                self._changed = True
                self._store.keep(job.prompt[:count], self._decoder.save(job.lane))

    def _retire(self, job: Job) -> None:
        self._decoder.cut(job.lane)
        self._saving.pop(job, 0)
        self._active.remove(job)
        self._changed = True


def _begins(job: Job, other: Job, count: int) -> bool:
    """Whether ``job`` begins with the first ``count`` tokens of ``other``, and goes on after them."""
    return len(job.prompt) > count and bool(np.array_equal(job.prompt[:count], other.prompt[:count]))


def _rectangle(jobs: Sequence[Job]) -> tuple[Sequence[Job], int]:
    """Neighbours among ``jobs`` and a length that all their runs have, with the most tokens in all."""
    best, shape = 0, (0, 1, 1)
    for first in range(len(jobs)):
        length = len(jobs[first].todo[0].tokens)
        for end in range(first + 1, len(jobs) + 1):
            length = min(length, len(jobs[end - 1].todo[0].tokens))
            if (end - first) * length > best:
                best, shape = (end - first) * length, (first, end, length)
    return jobs[shape[0] : shape[1]], shape[2]


def _wanted(run: Run, length: int) -> int:
    """Of how many of a run's first tokens logits are wanted."""
    return max(0, min(length, len(run.tokens)) - (len(run.tokens) - run.wanted))
