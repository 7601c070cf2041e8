"""Recorded replies instead of a model: a run is lived again, bit for bit, without the weights that first lived it.

A reply is found by the digest of its request and by how many times that request has been asked before.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence

from sim.llm.base import Generate, Generated, Model, ModelError, ModelInfo, Score, Scored

Request = Generate | Score
Answer = Generated | Scored
Key = tuple[str, int]
"""(request digest, occurrence from 0)."""


class CassetteMiss(ModelError):
    """A question was asked that the recording does not hold: the run has left its recorded path."""


def request_digest(request: Request) -> str:
    """blake2b over canonical JSON of everything that the reply depends on: 32 hex digits."""
    data = {"kind": type(request).__name__, **dataclasses.asdict(request)}
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class Cassette:
    """Replays ``replies``; with a ``model``, asks it for what is missing and keeps the answer.

    ``replies`` maps a key to a reply, or is a sequence of (digest, reply) in the order in which they were given. ``played``
    is how many replies came from the recording. Raises ``CassetteMiss`` where there is neither recording nor model.
    """

    def __init__(self, model: Model | None = None, replies: Mapping[Key, Answer] | Iterable[tuple[str, Answer]] = ()) -> None:
        self._model = model
        self._asked: dict[str, int] = {}
        self.replies: dict[Key, Answer] = {}
        self.played = 0
        if isinstance(replies, Mapping):
            self.replies.update(replies)
        else:
            occurrences: dict[str, int] = {}
            for digest, reply in replies:
                number = occurrences[digest] = occurrences.get(digest, -1) + 1
                self.replies[digest, number] = reply
        self.info = model.info if model else ModelInfo("cassette", "", False, 2**20, {"engine": "recorded replies"})

    def ask(self, requests: Sequence[Request]) -> list[Answer]:
        """Recorded replies where there are any; the model gets the others as one batch."""
        keys = [self._key(request) for request in requests]
        missing = [(key, request) for key, request in zip(keys, requests, strict=True) if key not in self.replies]
        self.played += len(requests) - len(missing)
        if missing and not self._model:
            raise CassetteMiss(_miss(missing[0][1], missing[0][0]))
        if missing and self._model:
            answers = self._model.ask([request for _, request in missing])
            self.replies.update(zip((key for key, _ in missing), answers, strict=True))
        return [self.replies[key] for key in keys]

    def _key(self, request: Request) -> Key:
        digest = request_digest(request)
        number = self._asked[digest] = self._asked.get(digest, -1) + 1
        return digest, number

    def close(self) -> None:
        if self._model:
            self._model.close()


def _miss(request: Request, key: Key) -> str:
    task = next((line for line in request.prompt.user.splitlines() if line), "")[:80]
    return (
        f"The recording has no reply {key[1] + 1} to a question of {request.prompt.system[:40]!r} ({task}).\n"
        "The run has left its recorded path: the code, the scenario or the seed is not the one it was recorded with."
    )
