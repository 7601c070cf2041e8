"""Continuous batching: many jobs in one context, joining when there is room and leaving when they finish.

Each step is one llama.cpp call: first the tokens of replies being written, then chunks of prompts and options, in the order
of arrival. Everything that decides who goes when is a function of the requests, so a batch runs the same way each time.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.llm.base import ModelError
from sim.llm.decoder import Decoder, Run
from sim.llm.jobs import Job
from sim.llm.prefix import WORTHWHILE, PrefixStore


@dataclass
class Clock:
    """Seconds of wall time inside llama.cpp and in all, and calls of it."""

    decoding: float = 0.0
    total: float = 0.0
    calls: int = 0


@dataclass
class _Saving:
    """A prompt beginning that is to be saved once ``job`` has decoded it."""

    job: Job
    count: int


class Batcher:
    """Runs jobs to their end over one decoder and one prefix store."""

    def __init__(self, decoder: Decoder, store: PrefixStore) -> None:
        self._decoder, self._store = decoder, store
        self.clock = Clock()

    def run(self, jobs: Sequence[Job]) -> None:
        """Answer all ``jobs``; each needs at most ``decoder.size.lanes`` lanes and half of its cells."""
        began = time.perf_counter()
        self._waiting, self._active, self._saving = list(jobs), list[Job](), list[_Saving]()
        self._free = list(range(self._decoder.size.lanes))
        self._room = self._decoder.size.cells
        for job in jobs:
            job.row = self._store.note(job.prompt)
        try:
            while self._waiting or self._active:
                self._admit()
                self._step()
        finally:
            for job in list(self._active):
                self._retire(job)
            self.clock.total += time.perf_counter() - began

    def _admit(self) -> None:
        """Let waiting jobs in, first come first served, while lanes, cells and the next call have room for them."""
        pending = sum(len(run.tokens) for job in self._active for run in job.todo)
        for job in list(self._waiting):
            if pending >= self._decoder.size.batch or job.width > len(self._free) or job.cells > self._room:
                break
            reused, state = self._store.match(job.prompt)
            if any(self._shared(job, saving) >= reused + WORTHWHILE for saving in self._saving):
                continue  # its beginning is being computed for another: wait for that
            self._waiting.remove(job)
            self._begin(job, reused, state)
            pending += sum(len(run.tokens) for run in job.todo)

    def _shared(self, job: Job, saving: _Saving) -> int:
        beginning = saving.job.prompt[: saving.count]
        if len(job.prompt) <= len(beginning) or not np.array_equal(job.prompt[: len(beginning)], beginning):
            return 0
        return saving.count

    def _begin(self, job: Job, reused: int, state: bytes) -> None:
        lanes = [self._free.pop(0) for _ in range(job.width)]
        self._room -= job.cells
        if reused and self._decoder.restore(lanes[0], state):
            if not self._store.whole:
                self._decoder.cut(lanes[0], reused)
            for lane in lanes[1:]:
                self._decoder.copy(lanes[0], lane, reused)
        else:
            reused = 0
        job.start(lanes, reused)
        self._active.append(job)
        if count := self._store.worth(job.prompt, job.row, reused):
            self._saving.append(_Saving(job, count))

    def _step(self) -> None:
        """One call, what the jobs make of it, and the leaving of those that are done."""
        chosen = self._choose()
        began = time.perf_counter()
        try:
            logits = self._decoder.decode([run for _, run in chosen])
        except ModelError as error:
            for job in {id(job): job for job, _ in chosen}.values():
                job.fail(f"error: {error}")
            logits = None
        self.clock.decoding += time.perf_counter() - began
        self.clock.calls += 1
        at = 0
        for job, run in chosen:
            if logits is not None and run.wanted:
                job.feed(logits[at : at + run.wanted])
            at += run.wanted
        self._save()
        for job in [job for job in self._active if job.done]:
            self._retire(job)

    def _choose(self) -> list[tuple[Job, Run]]:
        """The next call's runs: replies being written first, then prompts, cut to what a call can hold."""
        tokens, outputs = self._decoder.size.batch, self._decoder.outputs
        chosen: list[tuple[Job, Run]] = []
        for job in sorted(self._active, key=lambda job: sum(len(run.tokens) for run in job.todo) > WORTHWHILE):
            while job.todo and tokens and outputs:
                run = job.todo.pop(0)
                count = min(len(run.tokens), tokens)
                if run.wanted and count - (len(run.tokens) - run.wanted) > outputs:
                    count = len(run.tokens) - run.wanted + outputs
                if count < len(run.tokens):
                    run, rest = run.split(count)
                    job.todo.insert(0, rest)
                chosen.append((job, run))
                tokens, outputs = tokens - len(run.tokens), outputs - run.wanted
        return chosen

    def _save(self) -> None:
        """Keep the beginnings that have been decoded by now."""
        for saving in list(self._saving):
            job, count = saving.job, saving.count
            if not job.todo or job.todo[0].start >= count:
                self._saving.remove(saving)
                if not job.problem.startswith("error"):
                    self._store.keep(job.prompt[:count], self._decoder.save(job.lanes[0], count))

    def _retire(self, job: Job) -> None:
        for lane in job.lanes:
            self._decoder.cut(lane)
        self._free = sorted([*self._free, *job.lanes])
        self._room += job.cells
        self._active.remove(job)
