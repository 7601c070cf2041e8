"""``ServerModel``: any OpenAI-compatible server (llama-server, vLLM, Ollama, LM Studio), many requests at a time.

What a server does wrong (hangs, drops, 429, 5xx, bad JSON) becomes a reply's ``problem``. Only a server that cannot be reached
when it is opened raises ``ModelError``.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

import httpx

from sim.llm.base import Generate, Generated, ModelError, ModelInfo, Prompt, Score, Scored, Usage
from sim.llm.server_connection import CONNECT_TIMEOUT, Connection
from sim.llm.server_replies import (
    has_thoughts,
    in_short,
    member,
    model_names,
    parse_json,
    properties_context,
    read_reply,
    read_usage,
    retry_after,
    stated_context,
    stated_error,
)
from sim.llm.server_requests import (
    RESPONSE_FORMAT,
    Part,
    ServerQuestion,
    object_text,
    refused_part,
    what_is_wrong,
    write_body,
)
from sim.llm.server_settings import KEY_VARIABLE, ServerSettings
from sim.llm.worker_pool import run_in_threads

LOGPROB_NAMED = 0.0
"""Log-probability of the option that a server named."""
LOGPROB_OTHERS = -30.0
"""Log-probability of the other options."""
_LIST_TIMEOUT = 30.0
"""Seconds in which a server must list its models."""
_LONGEST_PAUSE = 8.0
"""The most seconds between two attempts, unless the server asks for more."""
_REPORTED_AFTER = 4
"""Attempts after which the user is told that the server does not answer."""
_TIMEOUT = "timeout"
_SILENT = "timeout: the server has answered nothing at all meanwhile"
_CONNECTION_ERRORS: dict[type[Exception], str] = {
    httpx.ConnectError: "cannot be reached",
    httpx.ReadError: "broke off",
    httpx.WriteError: "broke off",
    httpx.RemoteProtocolError: "broke off",
    httpx.DecodingError: "its answer has no end, or is packed, which was not asked for",
}
"""Connection errors in words."""
ASSUMED_CONTEXT = 8192
"""Tokens of context where a server does not say how many it has."""
_LETTERS = "ABCDEFGHIJKLMNOPQRST"


@dataclass(frozen=True, slots=True)
class _Failure:
    """An attempt that brought no answer. ``final``: trying again is pointless; ``retry_wait``: seconds that the server asks to
    wait; ``code`` and ``text``: its status and what it says."""

    problem: str
    final: bool = False
    retry_wait: float = 0.0
    code: int = 0
    text: str = ""


class ServerModel:
    """A server as a ``base.Model``. Replies come back in order, however the server interleaves them. ``askers`` threads at a
    time make full use of it."""

    def __init__(
        self, url: str, *, guided: bool = False, context: int = 0, settings: ServerSettings | None = None, key: str = ""
    ) -> None:
        """``url`` ends in ``/v1``, with ``#name`` to choose among the models of a server. ``context`` is in tokens; 0:
        what the server says of itself, or ``ASSUMED_CONTEXT``."""
        base, _, name = url.partition("#")
        self._settings = settings = settings or ServerSettings()
        self._lock, self.askers = Lock(), settings.max_concurrent
        self._gives_logprobs = True  # whether the server returns token probabilities
        self._answers = 0  # answers until now
        self._gave_up = False  # whether the last question was given up: the next ones are not waited for as long
        self._told = False  # whether it was said that the server does not answer
        self._left_out = frozenset[Part]()  # what the server refuses in a request
        self._takes_form = False  # whether a form of reply was ever accepted
        self._thinks = False  # whether the model was seen to think, although it was told not to
        self._connection = Connection(base, key)
        self._name = name or self._first_model(base)
        context = context or self._stated_context(base) or ASSUMED_CONTEXT
        self.info = ModelInfo(self._name, f"server:{self._name}", guided, context, {"engine": "server", "url": base})

    def _first_model(self, base: str) -> str:
        try:
            code, text, _ = self._connection.fetch("GET", "models", min(_LIST_TIMEOUT, self._settings.timeout))
        except httpx.HTTPError as error:
            raise ModelError(f"No server answers at {base} ({type(error).__name__}). Is it running?") from error
        if code in (401, 403):
            raise ModelError(f"{base} wants a key ({code}). Put it into the environment variable {KEY_VARIABLE}.")
        if code != 200:
            raise ModelError(f"{base} answered {code}, so it is no OpenAI-compatible server. Its URL usually ends in /v1.")
        if names := model_names(text):
            return names[0]
        raise ModelError(f"{base} lists no models. Name one: --model {base}#NAME")

    def _stated_context(self, base: str) -> int:
        """The length of context that the server states: in its list of models (vLLM and others), or on the page of its
        properties (llama-server); 0 where it says nothing."""
        with suppress(httpx.HTTPError):
            listed = self._connection.fetch("GET", "models", min(_LIST_TIMEOUT, self._settings.timeout))[1]
            page = f"{base.rstrip('/').removesuffix('/v1')}/props"
            return stated_context(listed, self._name) or properties_context(
                self._connection.fetch("GET", page, CONNECT_TIMEOUT)[1]
            )
        return 0

    def ask(self, requests: Sequence[Generate | Score]) -> list[Generated | Scored]:
        """Answer one batch, at most ``max_concurrent`` requests at a time. What ``on_wait`` raises is raised here."""
        if self._connection.closed:
            raise ModelError("The model has been closed.")
        return run_in_threads(self._ask_one, requests, self._settings.max_concurrent, self._settings.on_wait)

    def _ask_one(self, request: Generate | Score) -> Generated | Scored:
        if isinstance(request, Generate):
            schema = json.loads(request.schema) if request.schema else None
            return self._complete(ServerQuestion(request.prompt, request.max_tokens, request.temperature, request.seed, schema))
        scored = None
        if self._gives_logprobs and not self._thinks and 0 < len(request.options) <= len(_LETTERS):
            scored = self._score_by_letters(request)
        return scored or self._score_by_name(request)

    def _score_by_letters(self, request: Score) -> Scored | None:
        """Ask for one token, whose likeliest alternatives include some of the letters; None where they do not, or where the
        token belongs to a thought."""
        listed = "\n".join(f"{letter}) {option}" for letter, option in zip(_LETTERS, request.options, strict=False))
        asked = f"{request.prompt.user}\nWhich reply fits best? Answer with its letter.\n{listed}"
        answer, problem, usage = self._request(ServerQuestion(Prompt(request.prompt.system, asked), 1, letters=True))
        if problem:
            return Scored(*_equal_scores(request.options), problem, usage)
        if self._thinks:
            return None
        try:
            top = (answer["choices"][0]["logprobs"] or {})["content"][0]["top_logprobs"]
            found_last_first = ((entry["token"].strip(), float(entry["logprob"])) for entry in reversed(top))
            likely = {token: min(LOGPROB_NAMED, max(LOGPROB_OTHERS, logprob)) for token, logprob in found_last_first}
        except (LookupError, TypeError, ValueError, OverflowError, AttributeError):
            self._gives_logprobs = False
            return None
        found = [likely.get(letter, LOGPROB_OTHERS) for letter, _ in zip(_LETTERS, request.options, strict=False)]
        # A server that names none of the letters once never will, and is not asked in this way again.
        self._gives_logprobs = max(found) > LOGPROB_OTHERS
        return Scored(tuple(found), tuple(1 for _ in found), "", usage, relative=True) if self._gives_logprobs else None

    def _score_by_name(self, request: Score) -> Scored:
        """Let the server name one option under an enumeration; that option counts as certain."""
        wrapped = {
            "type": "object",
            "properties": {"reply": {"enum": list(request.options)}},
            "required": ["reply"],
            "additionalProperties": False,
        }
        lines = "\n".join(f"- {option}" for option in request.options)
        user = f'{request.prompt.user}\nReply with one of these, as {{"reply": "..."}}:\n{lines}'
        tokens = 64 + max(map(len, request.options), default=0)
        reply = self._complete(ServerQuestion(Prompt(request.prompt.system, user), tokens, schema=wrapped))
        chosen = member(reply.text, "reply")
        if reply.problem or chosen not in request.options:
            return Scored(*_equal_scores(request.options), reply.problem or "refused", reply.usage)
        logprobs = tuple(LOGPROB_NAMED if option == chosen else LOGPROB_OTHERS for option in request.options)
        return Scored(logprobs, tuple(1 for _ in logprobs), "", reply.usage, relative=True)

    def _complete(self, asked: ServerQuestion) -> Generated:
        """One chat completion; every failure is a ``problem``. A reply that fails because the model thinks, which was not known
        when it was asked, is asked for again with room for thoughts."""
        knew, as_json = self._thinks, asked.schema is not None
        answer, problem, usage = self._request(asked)
        if problem:
            return Generated("", problem, usage)
        reply = read_reply(answer, as_json, usage, self._thinks)
        if as_json and not reply.problem:
            reply = self._checked(asked, reply)
        if not reply.problem or knew or not self._thinks:
            return reply
        again = self._complete(asked)
        return replace(again, usage=usage + again.usage)

    def _checked(self, asked: ServerQuestion, reply: Generated) -> Generated:
        """The JSON object of a reply. Where there is none, or members are missing, the server is asked once more and told what
        was wrong: some servers ignore or refuse the schema of the reply. The second reply may be any JSON."""
        wrong, text = what_is_wrong(reply.text, asked.schema), object_text(reply.text)
        if not wrong or (asked.wrong is not None and parse_json(text) is not None):
            return replace(reply, text=text)
        if asked.wrong is not None:
            return replace(reply, problem="server: invalid JSON")
        again = self._complete(replace(asked, wrong=(reply.text, wrong)))
        return replace(again, usage=reply.usage + again.usage)

    def _request(self, asked: ServerQuestion) -> tuple[Mapping[str, Any], str, Usage]:
        """(the server's answer, "", usage), or ({}, problem, usage)."""
        began = time.perf_counter()
        answer, problem = self._post_with_retries(asked)
        usage = read_usage(answer.get("usage"), began)
        self._settings.spending.add(usage.prompt + usage.generated)
        if has_thoughts(answer, asked.schema is not None):
            self._thinks = True
        return answer, problem, usage

    def _post_with_retries(self, asked: ServerQuestion) -> tuple[Mapping[str, Any], str]:
        """(the server's answer, "") after as many attempts as needed, or ({}, problem). After a timeout a question is asked
        once more. Where the question before was given up, there is one attempt, because a whole town would wait each time."""
        time_left, failure, timeouts, answers = self._settings.timeout, _Failure(""), 0, 0
        for attempt in range(1 if self._gave_up else self._settings.attempts):
            if self._over_ceiling():
                return {}, "refused: the token ceiling is reached"
            if attempt:
                pause = max(min(self._settings.retry_wait * 2 ** (attempt - 1), _LONGEST_PAUSE), failure.retry_wait)
                if pause > time_left:
                    return {}, f"{failure.problem} (come back in {pause:.0f} s)" if failure.retry_wait else failure.problem
                self._tell(attempt, failure)
                time_left -= pause
                time.sleep(pause)
            answers = self._answers
            answer = self._post_accepted(asked)
            if not isinstance(answer, _Failure):
                self._answers += 1
                self._gave_up = self._told = False
                return answer, ""
            failure, timeouts = answer, timeouts + (answer.problem == _TIMEOUT)
            if failure.final or timeouts > 1:
                break
        self._gave_up = not failure.final
        return {}, _SILENT if failure.problem == _TIMEOUT and self._answers == answers else failure.problem

    def _tell(self, attempt: int, failure: _Failure) -> None:
        """Say once that the server is waited for, however many questions are."""
        with self._lock:
            tell, self._told = attempt >= _REPORTED_AFTER and not self._told, self._told or attempt >= _REPORTED_AFTER
        if tell:
            self._settings.say(f"{self._name} does not answer ({failure.problem}). It is asked again for a minute or so.")

    def _post_accepted(self, asked: ServerQuestion) -> Mapping[str, Any] | _Failure:
        """One attempt. A part of the request that the server refuses is left out, and the rest asked at once. Once the server
        answers, what was left out is remembered."""
        left_out = self._left_out
        while True:
            room = self._settings.thinking_tokens if self._thinks else 0
            answer = self._post(write_body(self._name, asked, room, left_out))
            if not isinstance(answer, _Failure):
                with self._lock:
                    self._left_out |= left_out
                    self._takes_form |= asked.schema is not None and RESPONSE_FORMAT not in left_out
                return answer
            part = refused_part(answer.code, answer.text, asked, room, left_out)
            if part is None or (part == RESPONSE_FORMAT and self._takes_form):
                return answer
            left_out |= {part}

    def _post(self, body: dict[str, Any]) -> Mapping[str, Any] | _Failure:
        try:
            code, text, headers = self._connection.fetch("POST", "chat/completions", self._settings.timeout, body)
        except httpx.TimeoutException:
            return _Failure(_TIMEOUT)
        except httpx.HTTPError as error:
            return _Failure(f"server: {_CONNECTION_ERRORS.get(type(error), type(error).__name__)}")
        if code == 429 or code >= 500:
            return _Failure(f"server: {code}", retry_wait=retry_after(headers), code=code, text=text)
        if 300 <= code < 400:
            return _Failure(f"server: {code} it has moved to {in_short(headers.get('location', 'nowhere'))}", final=True)
        if code >= 400:
            return _Failure(f"server: {code} {in_short(text)}", final=True, code=code, text=text)
        answer = parse_json(text)
        if answer is None:
            return _Failure("server: not JSON")
        if not isinstance(answer, dict):
            return _Failure("server: not an object")
        code, words = stated_error(answer)
        if words:
            return _Failure(f"server: {code or ''} {words}".replace("  ", " "), code=code, text=words)
        return answer if answer.get("choices") else _Failure("server: no reply in the answer")

    def _over_ceiling(self) -> bool:
        ceiling = self._settings.token_ceiling
        return ceiling is not None and self._settings.spending.tokens >= ceiling

    def close(self) -> None:
        self._connection.close()


def _equal_scores(options: Sequence[str]) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """Scores by which every option is as likely as the others."""
    return tuple(LOGPROB_NAMED for _ in options), tuple(1 for _ in options)
