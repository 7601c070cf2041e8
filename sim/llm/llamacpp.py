"""``LlamaModel``: any instruct GGUF through llama.cpp, in this process. Requests become jobs, finished jobs become replies.

A vocabulary that holds pointer tokens gets names as pointers (``pointers``); every other model gets plain text.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import re
import sys
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from threading import Condition
from typing import Any

import numpy as np

from sim.llm.base import Generate, Generated, ModelError, ModelInfo, Prompt, Score, Scored, Usage
from sim.llm.batcher import Batcher
from sim.llm.chat_template import read_template
from sim.llm.decoder import ContextSize, Decoder
from sim.llm.early_end import max_end_growth, max_end_length
from sim.llm.grammar import Grammars
from sim.llm.jobs import GenerateJob, GenerateSettings, ScoreJob, TextJob
from sim.llm.lesson import Lesson, Speller
from sim.llm.library import default_threads, usable_cores
from sim.llm.memory_plan import GIB, Demand, MemoryPlan, Needs, free_memory, physical_cores, plan, smaller
from sim.llm.pointers import POINTER, Pointers, pointer_limits
from sim.llm.prefix_cache import PrefixCache
from sim.llm.prompt_lookup import NGRAM_SIZES
from sim.llm.thinking import MARKS, THOUGHT_ONLY, THOUGHT_TOO_LONG, clean_reply, split_thoughts
from sim.llm.truncation import truncate
from sim.llm.weights import Weights

LARGE_MODEL = 100_000_000
"""Parameters from which a model on the processor reads on all physical cores, and keeps every prompt. In a small model the
threads wait for each other more than they compute, and reading a few tokens again costs no more than keeping them."""
MAX_DRAFT = 8
"""The most draft tokens decoded along with the next token of a reply (measured in MEASURED.md)."""
MAX_DRAFT_LARGE = 3
"""The same for a large model on a processor. There a call of four tokens costs nearly three calls of one token, so only drafts
that are mostly right are worth it."""
DRAFT_AFTER_LARGE = 4
"""For a large model on a processor: known tokens in a row after which a draft is made."""


@dataclass
class _Pending:
    """One request with its jobs (a score on a recurrent model has one per option) and what its reply needs."""

    request: Generate | Score
    jobs: list[TextJob]
    pointers: Pointers | None
    dropped: int


class _Turn:
    """Lets one of the asking threads at a time compute for all, and no thread once the model is ``closing``."""

    def __init__(self) -> None:
        self._changed, self._taken, self.closing = Condition(), False, False

    def take(self, unless: Callable[[], bool]) -> bool:
        """Wait for the turn; False if ``unless`` has come true meanwhile, or the model is closing."""
        with self._changed:
            self._changed.wait_for(lambda: unless() or self.closing or not self._taken)
            taken = not (unless() or self.closing)
            self._taken = self._taken or taken
            return taken

    def give_back(self) -> None:
        with self._changed:
            self._taken = False
            self._changed.notify_all()

    def tell(self) -> None:
        """Wake the waiting threads."""
        with self._changed:
            self._changed.notify_all()

    def close(self) -> None:
        """Wait until no thread computes. A computing thread stops at its next step."""
        with self._changed:
            self.closing = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._taken)


@dataclass(eq=False)
class _AskedBatch:
    """What one call of ``ask`` waits for."""

    requests: Sequence[Generate | Score]
    began: float
    pending: list[_Pending] = field(default_factory=list)
    prepared: bool = False
    error: Exception | None = None

    @property
    def jobs(self) -> list[TextJob]:
        return [job for one in self.pending for job in one.jobs]

    @property
    def done(self) -> bool:
        return self.error is not None or (self.prepared and all(job.done for job in self.jobs))


OPENINGS = (b"{", b"[", b"<")
"""Signs with which a free text may begin besides letters and digits: objects, lists, marks of thought."""


class LlamaModel:
    """A GGUF file as a ``base.Model``. Batches from several threads are computed together: one of the threads computes for all,
    and new ones join at its next step. ``askers`` threads at a time make full use of it. ``close`` is called at exit, and may
    be called before."""

    def __init__(
        self,
        path: Path,
        *,
        gpu_layers: int | None = 0,
        threads: int | None = None,
        context: int | None = None,
        lanes: int | None = None,
        guided: bool = False,
        adapter: Path | None = None,
        room: int | None = None,
        demand: Callable[[int], Demand] = lambda _: Demand(),
    ) -> None:
        """``gpu_layers`` None: as many as there is room for. ``context`` and ``lanes`` None: as memory allows, within ``room``
        bytes, and as much as the ``demand`` on a model of so many parameters. ``adapter`` is a GGUF that was taught beside the
        weights."""
        self._weights = weights = Weights(path, gpu_layers, adapter)
        if gpu_layers and not weights.gpu_layers:
            print("This build of llama.cpp has no GPU: --gpu-layers does nothing, the processor computes.", file=sys.stderr)
        try:
            start = weights.start_text
            end = weights.pieces[weights.end_tokens[0]].decode("utf-8", "replace") if weights.end_tokens else ""
            self._template = read_template(weights.template, path.name, start, end)
            self._template_has_start = bool(start) and self._template.before.startswith(start)
            self._large = weights.parameters >= LARGE_MODEL and not weights.gpu_layers
            plans = partial(plan, context=context, lanes=lanes, room=room, demand=demand(weights.parameters))
            self._decoder, planned = self._allocated(threads or default_threads(), plans)
            self.context = min(context or planned.context, planned.context, weights.trained_context or planned.context)
        except ModelError:
            weights.close()
            raise
        self.teacher: Callable[[Generate], str] | None = None
        """For benchmarks: gives the text that a written reply is to be; None lets the model write."""
        self._token_ids = {piece.decode("utf-8", "replace"): token for token, piece in enumerate(weights.pieces)}
        self._limits = pointer_limits(self._token_ids)
        self._has_pointers = self._limits["P"] > 0
        self._prepare_vocabulary()
        self._batcher = Batcher(self._decoder, PrefixCache(self.context, planned.kept, weights.recurrent, self._large))
        self.timings, self.progress = self._batcher.timings, self._batcher.progress
        name = f"{path.stem}+{adapter.stem}" if adapter else path.stem
        details = self._details() | ({"adapter": adapter.name} if adapter else {})
        self.info = ModelInfo(name, pair_digest(path, adapter), guided, self.context, details)
        self.askers = self._decoder.size.slots
        self._turn, self._inbox = _Turn(), deque[_AskedBatch]()
        self._asking: list[_AskedBatch] = []
        self._finalizer = weakref.finalize(self, _close, self._turn, self._decoder, weights)
        atexit.register(self._finalizer)

    def _allocated(self, threads: int, plans: Callable[[Needs, int], MemoryPlan]) -> tuple[Decoder, MemoryPlan]:
        """The largest context that can be allocated, and its plan. Raises ``ModelError`` where not even the smallest can."""
        weights, free = self._weights, free_memory()
        needs = replace(weights.needs, trained=weights.trained_context)
        reading = max(threads, physical_cores(usable=usable_cores())) if self._large else threads
        error: ModelError | None = None
        for tried in smaller(plans(needs, free)):
            try:
                size = ContextSize(tried.context, tried.lanes, 512, threads, weights.gpu_layers != 0, reading)
                decoder = Decoder(weights, size)
            except ModelError as refused:
                error = refused
                continue
            self.memory = tried.describe(needs, free)
            return decoder, tried
        raise ModelError(f"{error} {free / GIB:.1f} GiB are free; a smaller model or a smaller quantisation would fit.")

    @cached_property
    def _speller(self) -> Speller:
        return Speller(self._weights.pieces, self._weights.control, self._weights.end_tokens)

    @cached_property
    def _turn_end(self) -> int | None:
        """The token that ends a reply: what the chat template writes there, or the usual one."""
        ends, written = self._weights.end_tokens, self._weights.tokenize(self._template.again, special=True)[:1]
        return written[0] if written and written[0] in ends else ends[0] if ends else None

    def _details(self) -> dict[str, str]:
        size = self._decoder.size
        return {
            "engine": "llama.cpp",
            "shape": self._weights.describe(),
            "parameters": str(self._weights.parameters),
            "threads": str(size.threads),
            "lanes": f"{size.slots} of {size.context}",
            "gpu layers": str(self._weights.gpu_layers),
            "names": "pointers" if self._has_pointers else "plain",
        }

    def _prepare_vocabulary(self) -> None:
        """Find the tokens that free text, JSON and replies with pointers may hold, and the chat template's special marks."""
        weights = self._weights
        pointers = (text for text in self._token_ids if self._has_pointers and POINTER.fullmatch(text))
        self._pointer_ids = {text: self._token_ids[text] for text in pointers}
        self._grammars = Grammars(weights)
        self._text_tokens = ~weights.control
        self._text_tokens[list(weights.end_tokens)] = True
        begins = [any(chr(byte).isalnum() or byte > 127 for byte in piece) or piece[:1] in OPENINGS for piece in weights.pieces]
        self._first_tokens = np.array(begins, np.bool_)
        self._first_tokens[list(weights.end_tokens)] = False
        # A thought within a string of a JSON reply could not be told from the reply.
        marks = (mark for one in MARKS for mark in (one.opening, one.closing))
        self._json_tokens = self._text_tokens.copy()
        self._json_tokens[[self._token_ids[mark] for mark in marks if mark in self._token_ids]] = False
        self._text_without_bracket = self._text_tokens.copy()
        if self._has_pointers:
            # A pointer spelled letter by letter would escape the check, so no other token may hold its bracket.
            self._text_without_bracket &= np.array([b"<" not in piece for piece in weights.pieces])
            self._text_without_bracket[list(weights.end_tokens)] = True
        special = [text for text, token in self._token_ids.items() if weights.control[token] and len(text) > 2]
        self._special_marks = re.compile("|".join(map(re.escape, special))) if special else re.compile(r"(?!)")

    def ask(self, requests: Sequence[Generate | Score]) -> list[Generated | Scored]:
        """Answer one batch. A request that cannot be asked at all comes back with a ``problem``."""
        if self._turn.closing:
            raise ModelError("The model has been closed.")
        batch = _AskedBatch(requests, time.perf_counter())
        self._inbox.append(batch)
        if self._turn.take(unless=lambda: batch.done):
            try:
                while not batch.done:
                    self._step()
            finally:
                self._leave(batch)
        if batch.error is not None:
            raise batch.error
        if not batch.done:
            raise ModelError("The model has been closed.")
        share = (time.perf_counter() - batch.began) / max(1, len(requests))
        return [self._reply(one, share) for one in batch.pending]

    def _step(self) -> None:
        """Prepare what was asked meanwhile, compute one step for all, and wake those whose replies are complete."""
        if self._turn.closing:
            raise ModelError("The model has been closed.")
        while self._inbox:
            batch = self._inbox.popleft()
            self._asking.append(batch)
            try:
                batch.pending = [self._prepare(request) for request in batch.requests]
            except Exception as error:  # raised on the thread that asked
                batch.error = error
                continue
            batch.prepared = True
            self._batcher.add(batch.jobs)
        self._batcher.step()
        if any(batch.done for batch in self._asking):
            self._asking = [batch for batch in self._asking if not batch.done]
            self._turn.tell()

    def _leave(self, batch: _AskedBatch) -> None:
        """Let another thread compute; requests that were not answered are dropped."""
        if batch in self._inbox:
            self._inbox.remove(batch)
        self._asking = [other for other in self._asking if other is not batch]
        self._batcher.drop([job for job in batch.jobs if not job.done])
        self._turn.give_back()

    def _prepare(self, request: Generate | Score) -> _Pending:
        if isinstance(request, Score):
            return self._prepare_score(request)
        schema, wanted = request.schema, max(1, request.max_tokens)
        asked = self._prepare_generate(request, min(max(wanted, max_end_length(schema)), self.context // 3))
        (job,) = asked.jobs
        assert isinstance(job, GenerateJob)
        if job.shortest_length <= self.context - len(job.prompt):
            return asked
        # Even the shortest reply needs more than a third of the context.
        reserve = min(job.shortest_length + max_end_growth(schema), self.context * 3 // 4)
        return self._prepare_generate(request, reserve)

    def _prepare_generate(self, request: Generate, reserve: int) -> _Pending:
        """The job of a written reply, with ``reserve`` tokens of the context kept free for it."""
        schema, wanted = request.schema, max(1, request.max_tokens)
        tokens, pointers, dropped = truncate(request.prompt, self.context - reserve, self._encode)
        prompt, room = np.array(tokens, np.int32), self.context - len(tokens)
        allowed = self._allowed_tokens(pointers, schema)
        grammar, problem = None, ""
        try:
            grammar = self._grammars.start(self._encode_schema(schema, pointers), allowed) if schema else None
        except (ModelError, ValueError) as error:
            problem = f"error: {error}"
        settings = GenerateSettings(
            allowed=allowed,
            end_tokens=frozenset(self._weights.end_tokens),
            limit=min(max(wanted, len(grammar.shortest_reply) if grammar else 0), room),
            max_end_growth=max_end_growth(schema),
            temperature=request.temperature,
            seed=request.seed,
            max_draft=0 if self._weights.recurrent else min(MAX_DRAFT, MAX_DRAFT_LARGE) if self._large else MAX_DRAFT,
            draft_after=DRAFT_AFTER_LARGE if self._large else NGRAM_SIZES[-1],
            lesson=Lesson(self.teacher(request), self._speller) if self.teacher else None,
            first=self._first_tokens,
        )
        job = GenerateJob(prompt, grammar, settings)
        if problem:
            job.fail(problem)
        return _Pending(request, [job], pointers, dropped)

    def _prepare_score(self, request: Score) -> _Pending:
        longest = max([len(self._weights.tokenize_continuation(text)) for text in request.options] + [1])
        reserve = min(self.context // 2, longest + 16)
        tokens, pointers, dropped = truncate(request.prompt, self.context - reserve, self._encode)
        prompt = np.array(tokens, np.int32)
        options = [self._option(text, pointers)[: self.context - len(tokens)] for text in request.options]
        end = self._turn_end if request.complete else None
        if self._weights.recurrent:  # a recurrent model cannot go back to a branch: each option reads the prompt anew
            return _Pending(request, [ScoreJob(prompt, [option], end) for option in options], pointers, dropped)
        return _Pending(request, [ScoreJob(prompt, options, end, request.head_starts)] if options else [], pointers, dropped)

    def _encode(self, prompt: Prompt) -> tuple[list[int], Pointers | None]:
        """The chat as tokens. Special marks that stand in the messages are broken up, so that they stay text."""
        pointers = Pointers(prompt.names, self._limits) if self._has_pointers else None
        messages = (prompt.system, prompt.user, *prompt.turns)
        system, user, *turns = (self._special_marks.sub(_break_up, text) for text in messages)
        if pointers:
            system, user, *turns = (pointers.encode(text) for text in (system, user, *turns))
        text = self._template.render(system, user, turns)
        return self._weights.tokenize(text, special=True, add_start=not self._template_has_start), pointers

    def _option(self, text: str, pointers: Pointers | None) -> list[int]:
        return self._weights.tokenize_continuation(pointers.encode_json(text) if pointers else text)

    def _encode_schema(self, schema: str, pointers: Pointers | None) -> str:
        return json.dumps(pointers.encode_schema(json.loads(schema))) if pointers else schema

    def _allowed_tokens(self, pointers: Pointers | None, schema: str) -> Any:
        """The tokens that a reply may hold: all text, but only those pointers that stand in the prompt."""
        if not pointers:
            return self._json_tokens if schema else self._text_tokens
        if "<" in schema:  # an enumeration holds a bracket; its grammar keeps pointers out
            allowed = self._text_tokens.copy()
            allowed[list(self._pointer_ids.values())] = False
        else:
            allowed = self._text_without_bracket.copy()
        allowed[[self._pointer_ids[text] for text in pointers.issued]] = True
        return allowed

    def _reply(self, asked: _Pending, seconds: float) -> Generated | Scored:
        request, jobs = asked.request, asked.jobs
        problem = next((job.problem for job in jobs if job.problem), "")
        usage = Usage(
            sum(len(job.prompt) for job in jobs),
            sum(job.reused for job in jobs),
            sum(job.generated for job in jobs),
            asked.dropped,
            seconds,
            sum(job.ended_early for job in jobs),
        )
        if isinstance(request, Score):
            results = [job.result() for job in jobs if isinstance(job, ScoreJob)]
            logprobs = tuple(value for values, _ in results for value in values)
            return Scored(logprobs, tuple(count for _, counts in results for count in counts), problem, usage)
        return replace(self._generated(asked, problem), usage=usage)

    def _generated(self, asked: _Pending, problem: str) -> Generated:
        (job,), request = asked.jobs, asked.request
        assert isinstance(job, GenerateJob) and isinstance(request, Generate)
        text = b"".join(self._weights.pieces[token] for token in job.reply).decode("utf-8", "replace")
        if request.schema:
            return Generated(asked.pointers.decode_json(text, json.loads(request.schema)) if asked.pointers else text, problem)
        text = asked.pointers.decode(text) if asked.pointers else text
        said = clean_reply(text)
        if not said and split_thoughts(text)[0]:
            problem = THOUGHT_TOO_LONG if problem == "truncated" else problem or THOUGHT_ONLY
        return Generated(said, problem)

    def close(self) -> None:
        self._finalizer()


def _close(turn: _Turn, decoder: Decoder, weights: Weights) -> None:
    turn.close()  # freeing what another thread computes with would end the process
    decoder.close()
    weights.close()


def _break_up(match: re.Match[str]) -> str:
    return f"{match.group(0)[0]} {match.group(0)[1:]}"


def pair_digest(path: Path, adapter: Path | None) -> str:
    """The digest of a model with its adapter; without one, that of the file."""
    if not adapter:
        return file_digest(path)
    return hashlib.blake2b(f"{file_digest(path)}\n{file_digest(adapter)}".encode(), digest_size=16).hexdigest()


def file_digest(path: Path) -> str:
    """blake2b of the file, 32 hex digits."""
    digest = hashlib.blake2b(digest_size=16)
    with path.open("rb") as file:
        while block := file.read(2**22):
            digest.update(block)
    return digest.hexdigest()
