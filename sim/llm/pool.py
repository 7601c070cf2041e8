"""``ModelPool``: several models that answer one run together, such as servers on two machines.

Whoever is free takes the next request, so the quicker one answers more. A member that dies is left out, its requests go to the
others, and it is tried again after a pause. Replies come back in order; which member gave them changes nothing beyond the
members' own differences. Knows words, nothing of towns.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from threading import Condition, Lock, Thread
from typing import Any

from sim.llm.base import Generate, Generated, Model, ModelError, ModelInfo, Score, Scored
from sim.llm.worker_pool import POLL_INTERVAL

SEPARATOR = " + "
"""Stands between the models of a pool where they are named."""
PAUSE = 30.0
"""Seconds for which a member that died is left out."""
_DEAD = re.compile(r"timeout|gone|server: (?!4(?!01|03|04|29))")
"""Problems of a member, and not of one request: no answer, no entry, too many requests, or an error of its own."""
Reply = Generated | Scored


def _do_nothing(*_: Any) -> None:
    """Neither wait nor say anything."""


@dataclass(slots=True)
class _Member:
    """``lanes``: requests at a time, 0 for a share of the batch. ``out_until``: when it is tried again after it died."""

    model: Model
    lanes: int
    out_until: float = 0.0
    out: bool = False
    answered: int = 0


@dataclass(slots=True)
class _Batch:
    """Requests under way: the numbers of those that nobody has, who has tried each, and the replies so far."""

    requests: Sequence[Generate | Score]
    todo: list[int]
    tried: list[set[int]]
    replies: dict[int, Reply] = field(default_factory=dict)
    error: BaseException | None = None
    changed: Condition = field(default_factory=Condition)

    @property
    def over(self) -> bool:
        return self.error is not None or len(self.replies) == len(self.requests)


class ModelPool:
    """``models`` as one ``base.Model``. ``lanes`` says how many requests each takes at a time (0: a file, which takes a share
    of the batch). ``on_wait`` is called while replies are outstanding, on the asking thread; what it raises ends the asking.
    ``say`` gets a line when a member is left out or back. Raises ``ModelError`` for members that cannot answer together."""

    def __init__(
        self,
        models: Sequence[Model],
        lanes: Sequence[int],
        on_wait: Callable[[], None] = _do_nothing,
        say: Callable[[str], None] = _do_nothing,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._members = [_Member(model, count) for model, count in zip(models, lanes, strict=True)]
        self._on_wait, self._say, self._clock, self._lock = on_wait, say, clock, Lock()
        self.info = _info([model.info for model in models])
        if len({model.info.context for model in models}) > 1:
            told = ", ".join(f"{model.info.name} {model.info.context}" for model in models)
            say(f"The models have contexts of different length ({told}): the shortest holds for all.")

    @property
    def answered(self) -> tuple[int, ...]:
        """Replies that each member has given."""
        return tuple(member.answered for member in self._members)

    def ask(self, requests: Sequence[Generate | Score]) -> list[Reply]:
        """Answer one batch. A request whose member dies is given to another; when none is left, its problem comes back."""
        for member in self._members:
            member.out = self._clock() < member.out_until
        batch = _Batch(requests, list(range(len(requests))), [set() for _ in requests])
        for number in self._order_of_lanes(len(requests)):
            Thread(target=self._work, args=(batch, number), name="asking", daemon=True).start()
        try:
            while not batch.over:
                with batch.changed:
                    batch.changed.wait(POLL_INTERVAL)
                self._on_wait()
        except BaseException as error:
            batch.error = error
            raise
        if batch.error is not None:
            raise batch.error
        return [batch.replies[i] for i in range(len(requests))]

    def _order_of_lanes(self, most: int) -> list[int]:
        """The members of the lanes that are opened: one of each, then a second of each, the one with the least to do first."""
        lanes = [
            (lane, member.answered, number)
            for number, member in enumerate(self._members)
            for lane in range(min(most, max(1, member.lanes)))
        ]
        return [number for _, _, number in sorted(lanes)]

    def _work(self, batch: _Batch, number: int) -> None:
        """One lane of a member: take what is free and answer it, until the batch is over."""
        member = self._members[number]
        while True:
            with batch.changed:
                while not (taken := self._take(batch, number)) and not batch.over:
                    batch.changed.wait(POLL_INTERVAL)
            if not taken:
                return
            try:
                replies = member.model.ask([batch.requests[i] for i in taken])
            except ModelError as error:
                replies = [_failed(batch.requests[i], f"gone: {error}") for i in taken]
            except BaseException as error:  # raised again on the asking thread
                batch.error = error
                return
            with batch.changed:
                for i, reply in zip(taken, replies, strict=True):
                    self._settle(batch, i, number, reply)
                batch.changed.notify_all()

    def _take(self, batch: _Batch, number: int) -> list[int]:
        """The requests that a lane takes next; none for a member that is left out while others are there."""
        member = self._members[number]
        if batch.over or (member.out and not all(other.out for other in self._members)):
            return []
        free = [i for i in batch.todo if number not in batch.tried[i]]
        taken = free[: 1 if member.lanes else -(-len(batch.requests) // len(self._members))]
        batch.todo = [i for i in batch.todo if i not in taken]
        return taken

    def _settle(self, batch: _Batch, i: int, number: int, reply: Reply) -> None:
        """Keep a reply, or give the request to another where its member has died."""
        member = self._members[number]
        batch.tried[i].add(number)
        dead = bool(_DEAD.match(reply.problem))
        with self._lock:
            if dead:
                self._leave_out(member, reply.problem)
            elif member.out_until:
                member.out, member.out_until = False, 0.0
                self._say(f"{member.model.info.name} answers again.")
            member.answered += not dead
        left = [n for n, other in enumerate(self._members) if n not in batch.tried[i] and not other.out]
        if dead and left:
            batch.todo.append(i)
        else:
            batch.replies[i] = reply

    def _leave_out(self, member: _Member, problem: str) -> None:
        if not member.out:
            others = sum(not other.out for other in self._members) - 1
            told = f"the other {others} go on" if others > 1 else "the other goes on" if others else "no other is left"
            self._say(f"{member.model.info.name} is left out for {PAUSE:.0f} s ({problem}); {told}.")
        member.out, member.out_until = True, self._clock() + PAUSE

    def close(self) -> None:
        for member in self._members:
            member.model.close()


def _failed(request: Generate | Score, problem: str) -> Reply:
    """The reply of a model that is gone."""
    if isinstance(request, Generate):
        return Generated("", problem)
    return Scored(tuple(0.0 for _ in request.options), tuple(1 for _ in request.options), problem, relative=True)


def _info(infos: Sequence[ModelInfo]) -> ModelInfo:
    """One description of all members."""
    if len({info.details.get("names", "plain") for info in infos}) > 1 or len({info.guided for info in infos}) > 1:
        raise ModelError(
            "The bundled mind is asked in another way than large models, so they cannot answer together. "
            "Name the large ones with --model and the bundled mind with --helper."
        )
    digests = dict.fromkeys(info.digest for info in infos)
    digest = infos[0].digest if len(digests) == 1 else blake2b("\n".join(digests).encode(), digest_size=16).hexdigest()
    name = SEPARATOR.join(info.details.get("url", info.name) for info in infos)
    details = {**infos[0].details, "models": str(len(infos))}
    return replace(infos[0], name=name, digest=digest, context=min(info.context for info in infos), details=details)
