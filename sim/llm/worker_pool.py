"""A pool of daemon threads for one batch. Neither a caller that gives up nor the end of the program waits for them.

``concurrent.futures`` would join its threads at exit. ``server`` uses this; knows nothing of servers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")
POLL_INTERVAL = 0.1
"""Seconds between two calls of ``on_wait``."""


def run_in_threads(work: Callable[[A], B], jobs: Sequence[A], threads: int, on_wait: Callable[[], None]) -> list[B]:
    """The results of ``work`` for every job, in order, on at most ``threads`` threads. What ``work`` or ``on_wait`` raises is
    raised at once. Jobs under way are then left to themselves, and no other job begins."""
    todo, done = deque(enumerate(jobs)), SimpleQueue[tuple[int, B | BaseException]]()
    for _ in range(min(threads, len(jobs))):
        Thread(target=_work, args=(work, todo, done), name="asking", daemon=True).start()
    results: dict[int, B] = {}
    try:
        while len(results) < len(jobs):
            number, result = _next_result(done, on_wait)
            if isinstance(result, BaseException):
                raise result
            results[number] = result
    finally:
        todo.clear()
    return [results[number] for number in range(len(jobs))]


def _work(work: Callable[[A], B], todo: deque[tuple[int, A]], done: SimpleQueue[tuple[int, B | BaseException]]) -> None:
    """Do job after job until there is none."""
    with suppress(IndexError):
        while True:
            number, job = todo.popleft()
            try:
                done.put((number, work(job)))
            except BaseException as error:  # raised again on the calling thread
                done.put((number, error))


def _next_result(
    done: SimpleQueue[tuple[int, B | BaseException]], on_wait: Callable[[], None]
) -> tuple[int, B | BaseException]:
    while True:
        with suppress(Empty):
            return done.get(timeout=POLL_INTERVAL)
        on_wait()
