"""Where the replies to open questions come from: ``AtOnce`` when they are due, ``InBackground`` while the town goes on.

Both give the same replies to the same questions. ``InBackground`` does not wait for replies that arrived before they are due.
Knows answerers, and of thoughts only what they asked and when it is due.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Condition, Thread
from typing import Any, Protocol

from sim.answer.protocol import Answer
from sim.engine.early import EarlyReplies
from sim.engine.rounds import Rounds
from sim.prompts import Question
from sim.record.errors import StoreError

POLL = 0.1
"""Seconds between two calls of ``Rounds.waiting`` while the town is held."""
IDLE_SECONDS = 20.0
"""Seconds without work after which a thread ends."""
MAX_BATCH = 32
"""The most questions that a single worker has answered as one batch."""
LEARNING_RATE = 0.2
"""Weight of the last reply in the mean of the seconds that replies take."""


class OpenQuestions(Protocol):
    """What a mind asked at once. ``mine`` says which questions the model answers, ``due`` is the tick at which the replies
    take effect."""

    @property
    def slug(self) -> str: ...

    @property
    def questions(self) -> tuple[Question[Any], ...]: ...

    @property
    def mine(self) -> Sequence[bool]: ...

    @property
    def due(self) -> int: ...


class Replies(Protocol):
    """Answers questions that stay open for a while."""

    def submit(self, asked: OpenQuestions) -> None:
        """Begin to answer."""

    def take(self, due: Sequence[OpenQuestions]) -> list[list[Answer]]:
        """The answers to the questions that are due, in order; waits for missing answers. Raises what answering raised."""

    def forget(self, asked: OpenQuestions) -> None:
        """These answers are no longer needed."""

    def state_of(self, asked: OpenQuestions) -> tuple[float, Sequence[Answer]]:
        """Real seconds since the questions were asked, and the answers if they are there already."""

    def wanted(self, tick: int) -> float:
        """Seconds that a tick should take so that the answers due next arrive in time; 0 where they are there."""

    def recorded(self) -> None:
        """The tick is written."""

    def close(self) -> None:
        """Begin no further question."""


@dataclass
class AtOnce:
    """Answers when a thought is due, in the order of effect. Used for records, and for minds that need no time."""

    rounds: Rounds

    def submit(self, asked: OpenQuestions) -> None: ...

    def forget(self, asked: OpenQuestions) -> None: ...

    def recorded(self) -> None: ...

    def close(self) -> None: ...

    def state_of(self, asked: OpenQuestions) -> tuple[float, Sequence[Answer]]:
        return 0.0, ()

    def wanted(self, tick: int) -> float:
        return 0.0

    def take(self, due: Sequence[OpenQuestions]) -> list[list[Answer]]:
        questions = [question for one in due for question in one.questions]
        answers = iter(self.rounds.answer_shared(questions, [own for one in due for own in one.mine]))
        return [[next(answers) for _ in one.questions] for one in due]


@dataclass(eq=False)
class _Job:
    """``done`` is the result: answers, or what answering raised."""

    asked: OpenQuestions
    number: int
    begun: float
    done: list[Answer] | BaseException | None = None
    kept: bool = False


@dataclass(eq=False)
class InBackground:
    """Answers on ``askers`` daemon threads; the questions due first are answered first. A single thread has all waiting
    questions answered as one batch. Replies that arrive before their tick are stored in ``early``, where there is a file."""

    rounds: Rounds
    askers: int
    early: EarlyReplies | None = None
    seconds: float = 0.0
    """Seconds that a reply takes, on average."""
    _jobs: dict[OpenQuestions, _Job] = field(default_factory=dict)
    _todo: list[_Job] = field(default_factory=list)
    _changed: Condition = field(default_factory=Condition)
    _threads: int = 0
    _free: int = 0
    _number: int = 0
    _closed: bool = False

    def submit(self, asked: OpenQuestions) -> None:
        known = self.early.find(asked.slug, asked.questions) if self.early else None
        with self._changed:
            self._number += 1
            job = self._jobs[asked] = _Job(asked, self._number, time.monotonic(), known)
            if known is not None:
                return
            self._todo.append(job)
            if self._free < len(self._todo) and self._threads < self.askers:
                self._threads += 1
                Thread(target=self._work, name="thinking", daemon=True).start()
            self._changed.notify_all()

    def take(self, due: Sequence[OpenQuestions]) -> list[list[Answer]]:
        jobs = [self._jobs[asked] for asked in due]
        while True:
            with self._changed:
                if all(job.done is not None for job in jobs):
                    break
                self._changed.wait(POLL)
                over = all(job.done is not None for job in jobs)
            if not over:
                self._keep()
                self.rounds.waiting()
        self._keep()
        for asked in due:
            self._let_go(asked)
        found: list[list[Answer]] = []
        for job in jobs:
            if isinstance(job.done, BaseException):
                raise job.done
            found.append(job.done or [])
        return found

    def forget(self, asked: OpenQuestions) -> None:
        with self._changed:
            job = self._let_go(asked)
            if job in self._todo:
                self._todo.remove(job)

    def recorded(self) -> None:
        self._keep(recorded=True)

    def _let_go(self, asked: OpenQuestions) -> _Job:
        if self.early:
            self.early.count(asked.slug, asked.questions)
        return self._jobs.pop(asked)

    def _keep(self, recorded: bool = False) -> None:
        """Store the replies that have arrived since the last call."""
        if self.early is None:
            return
        with self._changed:
            new = [job for job in self._jobs.values() if isinstance(job.done, list) and not job.kept]
        for job in new:
            self.early.come(job.asked.slug, job.asked.questions, job.done if isinstance(job.done, list) else [])
            job.kept = True
        self.early.write(recorded)

    def state_of(self, asked: OpenQuestions) -> tuple[float, Sequence[Answer]]:
        job = self._jobs[asked]
        return time.monotonic() - job.begun, job.done if isinstance(job.done, list) else ()

    def wanted(self, tick: int) -> float:
        now = time.monotonic()
        with self._changed:
            late = [
                (self.seconds - (now - job.begun)) / (job.asked.due - tick)
                for job in self._jobs.values()
                if job.done is None and job.asked.due > tick
            ]
        return max(0.0, *late) if late else 0.0

    def close(self) -> None:
        with suppress(StoreError):  # a full disk; what is not kept is asked again
            self._keep()
        with self._changed:
            self._closed = True
            self._todo.clear()
            self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._free += 1
                self._changed.wait_for(lambda: self._todo or self._closed, IDLE_SECONDS)
                self._free -= 1
                if self._closed or not self._todo:
                    self._threads -= 1
                    return
                self._todo.sort(key=lambda job: (job.asked.due, job.number))
                count = 1 if self.askers > 1 else MAX_BATCH
                jobs, self._todo = self._todo[:count], self._todo[count:]
            outcome = self._answered(jobs)
            with self._changed:
                for job, done in zip(jobs, outcome, strict=True):
                    took = time.monotonic() - job.begun
                    self.seconds += (took - self.seconds) * (LEARNING_RATE if self.seconds else 1.0)
                    job.done = done
                self._changed.notify_all()

    def _answered(self, jobs: Sequence[_Job]) -> Sequence[list[Answer] | BaseException]:
        """The answers to each job, or what answering them raised."""
        questions = [question for job in jobs for question in job.asked.questions]
        try:
            answers = iter(self.rounds.answer_shared(questions, [own for job in jobs for own in job.asked.mine]))
            return [[next(answers) for _ in job.asked.questions] for job in jobs]
        except BaseException as error:  # raised again where the replies are taken
            return [error for _ in jobs]
