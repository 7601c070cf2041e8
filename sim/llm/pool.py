"""``ModelPool``: several models that answer one run together, such as servers on two machines.

A free member takes the next request, so a quicker member answers more. A member that dies is left out and its requests go to
the others. It is tried again after a pause, beside the batch and not within it. Replies come back in order; which member gave
them changes nothing beyond the members' own differences. Knows words, nothing of towns.
"""

from __future__ import annotations

import atexit
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
"""Seconds after which a member that died is tried again; twice as many after every further failure."""
LONGEST_PAUSE = 480.0
"""The most seconds of a pause."""
FILE_SHARE = 8
"""Requests that a file takes at a time: enough to be decoded together, few enough that a slow file does not hold the batch."""
_DEAD = re.compile(r"timeout|gone|server: (?!4(?!01|03|04|29))")
"""Problems of a member, and not of one request: no answer, no entry, too many requests, or an error of its own."""
_MAY_COME_BACK = re.compile(r"server: (cannot be reached|broke off|not JSON|429|5)")
"""Problems of a server that is started anew just now."""
LAST_PATIENCE = 60.0
"""Seconds for which the last member that could answer a request is asked again, as a server alone is."""
LONGEST_WAIT = 8.0
"""The most seconds between two of these attempts."""
Reply = Generated | Scored


def _do_nothing(*_: Any) -> None:
    """Neither wait nor say anything."""


@dataclass(slots=True)
class _Member:
    """``lanes``: requests at a time, 0 for a share of the batch. ``out``: it died, and is tried again at ``next_try``."""

    model: Model
    lanes: int
    answered: int = 0
    out: bool = False
    pause: float = PAUSE
    next_try: float = 0.0
    probing: bool = False
    decoding: Lock = field(default_factory=Lock)
    """Held while a file computes, because it must not be closed then."""

    @property
    def name(self) -> str:
        return _name(self.model.info)


@dataclass(slots=True)
class _PoolBatch:
    """Requests under way: the numbers of those that no member has taken, which members have tried each, the replies so far."""

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
    ``say`` gets a line when a member is left out or back, possibly on another thread. ``clock`` gives seconds. ``patience`` are
    seconds for which a request is asked again that all have failed. Raises ``ModelError`` for members that cannot answer
    together."""

    def __init__(
        self,
        models: Sequence[Model],
        lanes: Sequence[int],
        on_wait: Callable[[], None] = _do_nothing,
        say: Callable[[str], None] = _do_nothing,
        clock: Callable[[], float] = time.monotonic,
        patience: float = 0.0,
    ) -> None:
        self._members = [_Member(model, count) for model, count in zip(models, lanes, strict=True)]
        self._on_wait, self._say, self._clock, self._lock = on_wait, say, clock, Lock()
        self._closed, self._patience = False, patience
        self.info = _info([model.info for model in models])
        if len({model.info.context for model in models}) > 1:
            told = ", ".join(f"{member.name} {member.model.info.context}" for member in self._members)
            say(f"The models have contexts of different length ({told}): the shortest holds for all.")
        atexit.register(self.close)  # before the files close themselves: one of them may still compute

    @property
    def answered(self) -> tuple[int, ...]:
        """Replies that each member has given."""
        return tuple(member.answered for member in self._members)

    @property
    def memory(self) -> str:
        """What the files among the members planned to take, a paragraph each."""
        planned = ((member.name, getattr(member.model, "memory", "")) for member in self._members)
        return "\n".join(f"{name}: {plan}" for name, plan in planned if plan)

    def ask(self, requests: Sequence[Generate | Score]) -> list[Reply]:
        """Answer one batch. A request whose member dies is given to another; its problem comes back when all have failed."""
        batch = _PoolBatch(requests, list(range(len(requests))), [set() for _ in requests])
        for number in self._order_of_lanes(len(requests)):
            Thread(target=self._work, args=(batch, number), name="asking", daemon=True).start()
        self._probe_again(requests)
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

    def _work(self, batch: _PoolBatch, number: int) -> None:
        """One lane of a member: take what is free and answer it, until the batch is over."""
        member = self._members[number]
        while True:
            with batch.changed:
                while not (taken := self._take(batch, number)) and not batch.over:
                    batch.changed.wait(POLL_INTERVAL)
                was_out = member.out
            if not taken:
                return
            try:
                replies = self._replies(member, [batch.requests[i] for i in taken])
                replies = [self._insisted(batch, i, member, reply) for i, reply in zip(taken, replies, strict=True)]
            except BaseException as error:  # raised again on the asking thread
                batch.error = error
                return
            with batch.changed:
                if batch.error is not None:
                    return
                for i, reply in zip(taken, replies, strict=True):
                    self._note(member, reply, was_out)
                    self._settle(batch, i, number, reply)
                batch.changed.notify_all()

    def _take(self, batch: _PoolBatch, number: int) -> list[int]:
        """The requests that a lane takes next. A member that is left out takes only what no other can answer any more."""
        if batch.over:
            return []
        member = self._members[number]
        untried = [i for i in batch.todo if number not in batch.tried[i]]
        free = [i for i in untried if not self._has_another(batch, i)] if member.out else untried
        taken = free[: 1 if member.lanes else min(FILE_SHARE, -(-len(batch.requests) // len(self._members)))]
        batch.todo = [i for i in batch.todo if i not in taken]
        return taken

    def _has_another(self, batch: _PoolBatch, i: int) -> bool:
        """Whether a member that is not left out has yet to try a request."""
        return any(not member.out and number not in batch.tried[i] for number, member in enumerate(self._members))

    def _settle(self, batch: _PoolBatch, i: int, number: int, reply: Reply) -> None:
        """Keep a reply, or give the request to another where its member has died and another has not tried it."""
        batch.tried[i].add(number)
        if _DEAD.match(reply.problem) and len(batch.tried[i]) < len(self._members):
            batch.todo.append(i)
        else:
            batch.replies[i] = reply

    def _replies(self, member: _Member, requests: Sequence[Generate | Score]) -> list[Reply]:
        """What a member answers; a problem for each request where it is gone."""
        try:
            if member.lanes:
                return member.model.ask(requests)
            with member.decoding:
                return member.model.ask(requests)
        except ModelError as error:
            return [_failed(request, f"gone: {error}") for request in requests]

    def _insisted(self, batch: _PoolBatch, i: int, member: _Member, reply: Reply) -> Reply:
        """The reply to a request; where every other member has failed it, this one is asked again until it is back."""
        pause, left = 1.0, self._patience if len(batch.tried[i]) == len(self._members) - 1 else 0.0
        while _MAY_COME_BACK.match(reply.problem) and pause <= left and batch.error is None:
            time.sleep(pause)
            pause, left = min(2 * pause, LONGEST_WAIT), left - pause
            (reply,) = self._replies(member, [batch.requests[i]])
        return reply

    def _probe_again(self, requests: Sequence[Generate | Score]) -> None:
        """Try each member whose pause is over with one request, beside the batch, so that no reply waits for a dead server."""
        for member in self._members:
            if requests and member.out and not member.probing and self._clock() >= member.next_try:
                member.probing = True
                Thread(target=self._probe, args=(member, requests[0]), name="probing", daemon=True).start()

    def _probe(self, member: _Member, request: Generate | Score) -> None:
        """Ask, note whether an answer came, and throw the answer away: another member answers the request."""
        try:
            (reply,) = self._replies(member, [request])
        except Exception as error:  # whatever it is, the member is not back; its own batch will raise it
            reply = _failed(request, f"gone: {error}")
        self._note(member, reply, was_out=True)
        member.probing = False

    def _note(self, member: _Member, reply: Reply, was_out: bool) -> None:
        """Leave a member out that has died; take one back that was out when it was asked, and has answered."""
        with self._lock:
            if self._closed:
                return
            if _DEAD.match(reply.problem):
                self._leave_out(member, reply.problem)
                return
            member.answered += 1
            if member.out and was_out:
                member.out = False
                self._say(f"{member.name} answers again.")

    def _leave_out(self, member: _Member, problem: str) -> None:
        """Leave a member out. It is reported once, however often the member fails until it is back."""
        now = self._clock()
        if not member.out:
            member.out, member.pause, member.next_try = True, PAUSE, now + PAUSE
            others = sum(not other.out for other in self._members)
            told = f"the other {others} go on" if others > 1 else "the other goes on" if others else "no other is left"
            self._say(f"{member.name} is left out ({problem}) and tried again from time to time; {told}.")
        elif now >= member.next_try:
            member.pause = min(2 * member.pause, LONGEST_PAUSE)
            member.next_try = now + member.pause

    def close(self) -> None:
        """Close all members. Waits for files that still compute for a call of ``ask`` that was given up, because freeing them
        would end the process."""
        with self._lock:
            self._closed = True
        atexit.unregister(self.close)
        for member in self._members:
            if member.decoding.locked():
                self._say(f"Waiting for {member.name} to end the replies that it has begun ...")
            with member.decoding:
                member.model.close()


def _failed(request: Generate | Score, problem: str) -> Reply:
    """The reply of a model that is gone."""
    if isinstance(request, Generate):
        return Generated("", problem)
    return Scored(tuple(0.0 for _ in request.options), tuple(1 for _ in request.options), problem, relative=True)


def _name(info: ModelInfo) -> str:
    """What tells a member from the others: two servers often serve the same model."""
    url = info.details.get("url")
    return f"{url}#{info.name}" if url else info.name


def _info(infos: Sequence[ModelInfo]) -> ModelInfo:
    """One description of all members."""
    if len({info.details.get("names", "plain") for info in infos}) > 1 or len({info.guided for info in infos}) > 1:
        raise ModelError(
            "The guided mind is asked in another way than large models, so they cannot answer together. "
            "Name the large ones with --model and the guided mind with --helper."
        )
    digests = dict.fromkeys(info.digest for info in infos)
    digest = infos[0].digest if len(digests) == 1 else blake2b("\n".join(digests).encode(), digest_size=16).hexdigest()
    name, context = SEPARATOR.join(map(_name, infos)), min(info.context for info in infos)
    return replace(infos[0], name=name, digest=digest, context=context, details=_details(infos))


def _details(infos: Sequence[ModelInfo]) -> dict[str, str]:
    """What holds for every member, the parameters of the smallest, and each member with its context."""
    common = {key: told for key, told in infos[0].details.items() if all(info.details.get(key) == told for info in infos)}
    if all("parameters" in info.details for info in infos):
        common["parameters"] = str(min(int(info.details["parameters"]) for info in infos))
    members = {f"model {n}": f"{_name(info)}, context {info.context}" for n, info in enumerate(infos, 1)}
    return {**common, "models": str(len(infos)), **members}
