"""Any instruct GGUF behind the two-method interface: requests become jobs, the batcher runs them, replies come back as text.

A vocabulary that holds pointer tokens gets names as pointers (``pointers``); every other model plain text.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import re
import sys
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from sim.llm.base import Generate, Generated, ModelError, ModelInfo, Prompt, Score, Scored, Usage
from sim.llm.batcher import Batcher
from sim.llm.decoder import Decoder, Size
from sim.llm.early_end import leap, reach
from sim.llm.grammar import Grammars
from sim.llm.jobs import Job, ScoreJob, WriteJob, Writing
from sim.llm.native import Weights
from sim.llm.pointers import POINTER, Pointers, limits_of
from sim.llm.prefix import PrefixStore
from sim.llm.template import read_template
from sim.llm.truncation import fit

LANES = 16
"""Sequences at once: beyond sixteen, two cores gain nothing."""
ROOM = 2**30
"""Bytes of attention memory at most; a model that needs more per token gets fewer lanes, at least four."""
GUESSES = 8
"""Tokens of a reply that are guessed and decoded ahead at most (figures in README.md)."""
LONGEST = 4096
"""Positions per sequence unless asked for more: prompts are a tenth of that, and memory is what a laptop lacks."""


def threads_for(cores: int) -> int:
    """All cores but one (with all of them, one busy neighbour stalls llama.cpp's spinning threads), at most 16."""
    return max(1, min(16, cores - 1))


def usable_cores() -> int:
    """Cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


@dataclass
class _Asked:
    """One request on its way: its jobs (a score with many options has several) and what its reply needs."""

    request: Generate | Score
    jobs: list[Job]
    pointers: Pointers | None
    dropped: int


class LlamaModel:
    """See ``sim.llm.base.Model``. Batches from several threads take turns; ``close`` is called at exit, and may be before."""

    def __init__(
        self, path: Path, *, gpu_layers: int = 0, threads: int | None = None, context: int | None = None, guided: bool = False
    ) -> None:
        self._weights = weights = Weights(path, gpu_layers)
        if gpu_layers and not weights.gpu_layers:
            print("This build of llama.cpp has no GPU: --gpu-layers does nothing, the processor computes.", file=sys.stderr)
        try:
            begin, end = weights.begin_text, weights.pieces[weights.ends[0]].decode("utf-8", "replace") if weights.ends else ""
            self._template = read_template(weights.template, path.name, begin, end)
            self._begins_itself = bool(begin) and self._template.before.startswith(begin)
            self.context = min(context or LONGEST, weights.trained_context or LONGEST)
            self._decoder = Decoder(weights, self._size(threads or threads_for(usable_cores()), weights.gpu_layers != 0))
        except ModelError:
            weights.close()
            raise
        self._texts = {piece.decode("utf-8", "replace"): token for token, piece in enumerate(weights.pieces)}
        self._limits = limits_of(self._texts)
        self._pointing = self._limits["P"] > 0
        self._prepare_vocabulary()
        store = PrefixStore(self.context, whole=weights.recurrent)
        self._batcher = Batcher(self._decoder, store)
        self.info = ModelInfo(path.stem, digest_of(path), guided, self.context, self._details())
        self._lock = Lock()  # an interview may ask from another thread
        self._closing = weakref.finalize(self, _close, self._decoder, weights)
        atexit.register(self._closing)

    def _size(self, threads: int, flash: bool) -> Size:
        """As many lanes as ``ROOM`` holds."""
        number = {key: int(self._weights.meta(f"{self._weights.meta('general.architecture')}.{key}") or 0) for key in _SHAPE}
        heads, layers, width = (number[key] or 1 for key in ("attention.head_count", "block_count", "embedding_length"))
        key_heads = number["attention.head_count_kv"] or heads
        cell = layers * key_heads * (number["attention.key_length"] or width // heads) * 2 * 2
        context = -(-self.context // 256) * 256
        return Size(context, max(4, min(LANES, ROOM // max(1, cell * context))), 512, threads, flash)

    def _details(self) -> dict[str, str]:
        size = self._decoder.size
        return {
            "engine": "llama.cpp",
            "shape": self._weights.describe(),
            "threads": str(size.threads),
            "gpu layers": str(self._weights.gpu_layers),
            "names": "pointers" if self._pointing else "plain",
        }

    def _prepare_vocabulary(self) -> None:
        """What free text may hold, what else a reply with pointers may hold, and the marks to break up."""
        weights = self._weights
        self._pointer_ids = {text: token for text, token in self._texts.items() if self._pointing and POINTER.fullmatch(text)}
        self._grammars = Grammars(weights)
        self._text = ~weights.control
        self._text[list(weights.ends)] = True
        self._sayable = self._text.copy()
        if self._pointing:
            # A pointer spelled out letter by letter would escape the check, so the bracket goes with the pointers.
            self._sayable &= np.array([b"<" not in piece for piece in weights.pieces])
            self._sayable[list(weights.ends)] = True
        marks = [text for text, token in self._texts.items() if weights.control[token] and len(text) > 2]
        self._marks = re.compile("|".join(map(re.escape, marks))) if marks else re.compile(r"(?!)")

    def ask(self, requests: Sequence[Generate | Score]) -> list[Generated | Scored]:
        """One batch. A request that cannot be asked at all comes back with a ``problem``."""
        if not self._closing.alive:
            raise ModelError("The model has been closed.")
        with self._lock:
            began = time.perf_counter()
            asked = [self._prepare(request) for request in requests]
            self._batcher.run([job for one in asked for job in one.jobs])
            share = (time.perf_counter() - began) / max(1, len(asked))
            return [self._reply(one, share) for one in asked]

    def _prepare(self, request: Generate | Score) -> _Asked:
        if isinstance(request, Score):
            return self._prepare_score(request)
        shape, wanted = request.schema, max(1, request.max_tokens)
        asked = self._prepare_writing(request, min(max(wanted, reach(shape)), self.context // 3))
        (job,) = asked.jobs
        if isinstance(job, WriteJob) and job.shortest > self.context - len(job.prompt):  # the shape needs more than a third
            asked = self._prepare_writing(request, min(job.shortest + leap(shape), self.context * 3 // 4))
        return asked

    def _prepare_writing(self, request: Generate, reserve: int) -> _Asked:
        """With ``reserve`` tokens kept free for the reply."""
        shape, wanted = request.schema, max(1, request.max_tokens)
        tokens, pointers, dropped = fit(request.prompt, self.context - reserve, self._encode)
        prompt, room = np.array(tokens, np.int32), self.context - len(tokens)
        allowed = self._allowed(pointers, shape)
        ends, limit = frozenset(self._weights.ends), min(wanted, room)
        guesses = 0 if self._weights.recurrent else GUESSES
        writing = Writing(allowed, ends, limit, leap(shape), request.temperature, request.seed, guesses)
        try:
            grammar = self._grammars.begin(self._schema(shape, pointers), allowed) if shape else None
        except (ModelError, ValueError) as error:
            job = WriteJob(prompt, None, writing)
            job.fail(f"error: {error}")
            return _Asked(request, [job], pointers, dropped)
        if grammar:  # never fewer tokens than the shortest reply needs, in this vocabulary
            writing = replace(writing, limit=min(max(wanted, len(grammar.shortest)), room))
        job = WriteJob(prompt, grammar, writing)
        return _Asked(request, [job], pointers, dropped)

    def _prepare_score(self, request: Score) -> _Asked:
        longest = self.context // 2
        room = self.context - min(longest, max([len(self._weights.continuation(text)) for text in request.options] + [1]) + 16)
        tokens, pointers, dropped = fit(request.prompt, room, self._encode)
        prompt = np.array(tokens, np.int32)
        options = [self._option(text, pointers)[: self.context - len(tokens)] for text in request.options]
        end = self._weights.ends[0] if request.whole and self._weights.ends else None
        if self._weights.recurrent:  # no going back to a branch: each option reads the prompt anew
            return _Asked(request, [ScoreJob(prompt, [option], end) for option in options], pointers, dropped)
        return _Asked(request, [ScoreJob(prompt, options, end, request.ahead)] if options else [], pointers, dropped)

    def _encode(self, prompt: Prompt) -> tuple[list[int], Pointers | None]:
        """The chat as tokens. Chat marks that stand in the messages are broken up, so that they stay text."""
        pointers = Pointers(prompt.names, self._limits) if self._pointing else None
        system, user = (self._marks.sub(_broken, text) for text in (prompt.system, prompt.user))
        if pointers:
            system, user = pointers.encode(system), pointers.encode(user)
        text = self._template.render(system, user)
        return self._weights.tokenize(text, special=True, begin=not self._begins_itself), pointers

    def _option(self, text: str, pointers: Pointers | None) -> list[int]:
        return self._weights.continuation(pointers.encode_json(text) if pointers else text)

    def _schema(self, schema: str, pointers: Pointers | None) -> str:
        return json.dumps(pointers.encode_schema(json.loads(schema))) if pointers else schema

    def _allowed(self, pointers: Pointers | None, schema: str) -> Any:
        """The tokens a reply may hold: all text, but of the pointers only those that stand in the prompt."""
        if not pointers:
            return self._text
        if "<" in schema:  # an enumeration spells a bracket out; its grammar guards it
            allowed = self._text.copy()
            allowed[list(self._pointer_ids.values())] = False
        else:
            allowed = self._sayable.copy()
        allowed[[self._pointer_ids[text] for text in pointers.standing]] = True
        return allowed

    def _reply(self, asked: _Asked, seconds: float) -> Generated | Scored:
        request, jobs = asked.request, asked.jobs
        problem = next((job.problem for job in jobs if job.problem), "")
        usage = Usage(
            sum(len(job.prompt) for job in jobs),
            sum(job.reused for job in jobs),
            sum(job.generated for job in jobs),
            asked.dropped,
            seconds,
            sum(job.wound for job in jobs),
        )
        if isinstance(request, Score):
            results = [job.result() for job in jobs if isinstance(job, ScoreJob)]
            logprobs = tuple(value for values, _ in results for value in values)
            return Scored(logprobs, tuple(count for _, counts in results for count in counts), problem, usage)
        return replace(self._written(asked), problem=problem, usage=usage)

    def _written(self, asked: _Asked) -> Generated:
        (job,), request = asked.jobs, asked.request
        assert isinstance(job, WriteJob) and isinstance(request, Generate)
        text = b"".join(self._weights.pieces[token] for token in job.reply).decode("utf-8", "replace")
        if request.schema:
            return Generated(asked.pointers.decode_json(text, json.loads(request.schema)) if asked.pointers else text)
        return Generated(clean(asked.pointers.decode(text) if asked.pointers else text))

    @property
    def clock(self) -> Any:
        """Wall seconds inside llama.cpp and in all, since the model was opened (``batcher.Clock``)."""
        return self._batcher.clock

    def close(self) -> None:
        self._closing()


_SHAPE = ("block_count", "embedding_length", "attention.head_count", "attention.head_count_kv", "attention.key_length")


def _close(decoder: Decoder, weights: Weights) -> None:
    decoder.close()
    weights.close()


def _broken(match: re.Match[str]) -> str:
    return f"{match.group(0)[0]} {match.group(0)[1:]}"


def clean(text: str) -> str:
    """Free text without thoughts and without control characters."""
    spoken = re.sub(r"<think>.*?(</think>|$)", "", text, flags=re.DOTALL)
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", "", spoken).strip()


def digest_of(path: Path) -> str:
    """blake2b of the file, 32 hex digits."""
    digest = hashlib.blake2b(digest_size=16)
    with path.open("rb") as file:
        while block := file.read(2**22):
            digest.update(block)
    return digest.hexdigest()
