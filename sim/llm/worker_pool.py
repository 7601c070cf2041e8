"""Many at work at once, and somebody who waits for them but need not: threads that hold up neither an impatient asker nor the
end of the program. Knows nothing of servers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")
LOOK = 0.1
"""Seconds between two calls of ``waiting``."""


def run_in_threads(work: Callable[[A], B], jobs: Sequence[A], hands: int, waiting: Callable[[], None]) -> list[B]:
    """``work`` of every job, in their order, at most ``hands`` at a time. What ``work`` or ``waiting`` raises is raised at
    once; jobs under way are then left to themselves, and nobody begins another."""
    todo, done = SimpleQueue[tuple[int, A]](), SimpleQueue[tuple[int, B | BaseException]]()
    for job in enumerate(jobs):
        todo.put(job)
    for _ in range(min(hands, len(jobs))):
        Thread(target=_work, args=(work, todo, done), name="asking", daemon=True).start()
    results: dict[int, B] = {}
    try:
        while len(results) < len(jobs):
            number, result = _next(done, waiting)
            if isinstance(result, BaseException):
                raise result
            results[number] = result
    finally:
        _empty(todo)
    return [results[number] for number in range(len(jobs))]


def _work(
    work: Callable[[A], B], todo: SimpleQueue[tuple[int, A]], done: SimpleQueue[tuple[int, B | BaseException]]
) -> None:
    """Job after job, until there is none."""
    with suppress(Empty):
        while True:
            number, job = todo.get_nowait()
            try:
                done.put((number, work(job)))
            except BaseException as error:  # raised where it was asked for
                done.put((number, error))


def _next(done: SimpleQueue[tuple[int, B | BaseException]], waiting: Callable[[], None]) -> tuple[int, B | BaseException]:
    while True:
        with suppress(Empty):
            return done.get(timeout=LOOK)
        waiting()


def _empty(todo: SimpleQueue[tuple[int, A]]) -> None:
    with suppress(Empty):
        while True:
            todo.get_nowait()
