"""A server instead of the process: any OpenAI-compatible one, many requests at a time, behind the same two methods.

llama-server, vLLM, Ollama, LM Studio. What a server does wrong (hangs, drops, 429, 5xx, bad JSON) becomes a reply's
``problem``; only a server that cannot be reached at all when it is opened is a ModelError.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import Any

import httpx

from sim.llm.base import Generate, Generated, ModelError, ModelInfo, Prompt, Score, Scored, Usage
from sim.llm.llamacpp import clean

CERTAIN, NEVER = 0.0, -30.0
"""Log-probabilities of the option that a server named, and of the others."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How to treat a server. Seconds; ``wait`` doubles with every attempt; ``ceiling`` is in tokens (None: no limit)."""

    concurrent: int = 16
    timeout: float = 120.0
    connect: float = 10.0
    attempts: int = 4
    wait: float = 0.5
    ceiling: int | None = None


class ServerModel:
    """See ``sim.llm.base.Model``. Replies come back in order, however the server interleaves them."""

    def __init__(
        self, url: str, *, guided: bool = False, context: int = 8192, manners: Manners | None = None, key: str = ""
    ) -> None:
        """``url`` ends in ``/v1``, with ``#name`` to choose among the models of a server."""
        base, _, name = url.partition("#")
        self._manners = manners = manners or Manners()
        self._spent, self._lock = 0, Lock()
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        timeout = httpx.Timeout(manners.timeout, connect=manners.connect)
        self._client = httpx.Client(base_url=base.rstrip("/") + "/", headers=headers, timeout=timeout)
        self._name = name or self._first_model(base)
        self._pool = ThreadPoolExecutor(max_workers=manners.concurrent, thread_name_prefix="asking")
        self._closed = False
        self.info = ModelInfo(self._name, f"server:{self._name}", guided, context, {"engine": "server", "url": base})

    def _first_model(self, base: str) -> str:
        try:
            answer = self._client.get("models")
            answer.raise_for_status()
            return str(answer.json()["data"][0]["id"])
        except httpx.HTTPStatusError as error:
            code = error.response.status_code
            raise ModelError(
                f"{base} answered {code}, so it is no OpenAI-compatible server. Its URL usually ends in /v1."
            ) from error
        except httpx.HTTPError as error:
            raise ModelError(f"No server answers at {base} ({type(error).__name__}). Is it running?") from error
        except (ValueError, LookupError, TypeError) as error:
            raise ModelError(f"{base} lists no models. Name one: --model {base}#NAME") from error

    def ask(self, requests: Sequence[Generate | Score]) -> list[Generated | Scored]:
        """One batch, at most ``concurrent`` at a time."""
        if self._closed:
            raise ModelError("The model has been closed.")
        return list(self._pool.map(self._one, requests))

    def _one(self, request: Generate | Score) -> Generated | Scored:
        if isinstance(request, Score):
            return self._score(request)
        return self._generate(request)

    def _generate(self, request: Generate) -> Generated:
        body = self._body(request.prompt, request.max_tokens, request.temperature, request.seed)
        if request.schema:
            body["response_format"] = _response_format(json.loads(request.schema))
        return self._complete(body, bool(request.schema))

    def _score(self, request: Score) -> Scored:
        """The server names one option under an enumeration; that one counts as certain."""
        wrapped = {
            "type": "object",
            "properties": {"reply": {"enum": list(request.options)}},
            "required": ["reply"],
            "additionalProperties": False,
        }
        lines = "\n".join(f"- {option}" for option in request.options)
        asked = f'{request.prompt.user}\nReply with one of these, as {{"reply": "..."}}:\n{lines}'
        prompt = Prompt(request.prompt.system, asked)
        body = self._body(prompt, 64 + max(map(len, request.options), default=0), 0.0, 0)
        body["response_format"] = _response_format(wrapped)
        reply = self._complete(body, True)
        lengths = tuple(max(1, len(option) // 4) for option in request.options)
        chosen = _member(reply.text, "reply")
        if reply.problem or chosen not in request.options:
            flat = tuple(CERTAIN for _ in request.options)
            return Scored(flat, lengths, reply.problem or "refused", reply.usage)
        return Scored(tuple(CERTAIN if o == chosen else NEVER for o in request.options), lengths, "", reply.usage)

    def _body(self, prompt: Prompt, tokens: int, temperature: float, seed: int) -> dict[str, Any]:
        messages = [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}]
        return {
            "model": self._name,
            "messages": messages,
            "max_tokens": tokens,
            "temperature": temperature,
            "seed": seed % 2**31,
            "chat_template_kwargs": {"enable_thinking": False},
        }

    def _complete(self, body: dict[str, Any], as_json: bool) -> Generated:
        """One chat completion with retries; every failure is a ``problem``."""
        began = time.perf_counter()
        problem = ""
        for attempt in range(self._manners.attempts):
            if self._over_ceiling():
                return Generated("", "refused: the token ceiling is reached", _usage({}, began))
            if attempt:
                time.sleep(self._manners.wait * 2 ** (attempt - 1))
            answer, problem, final = self._post(body)
            if answer is not None:
                return self._read(answer, as_json, began)
            if final:
                break
        return Generated("", problem, _usage({}, began))

    def _post(self, body: dict[str, Any]) -> tuple[Mapping[str, Any] | None, str, bool]:
        """(answer, problem, whether trying again is pointless)."""
        try:
            response = self._client.post("chat/completions", json=body)
        except httpx.TimeoutException:
            return None, "timeout", False
        except httpx.HTTPError as error:
            return None, f"server: {type(error).__name__}", False
        code = response.status_code
        if code == 429 or code >= 500:
            return None, f"server: {code}", False
        if code == 400 and body.pop("chat_template_kwargs", None):
            return None, f"server: {code}", False  # a stranger to our extra field: once more without it
        if code >= 400:
            return None, f"server: {code} {' '.join(response.text.split())[:80]}", True
        try:
            answer = response.json()
        except ValueError:
            return None, "server: not JSON", False
        return (answer, "", False) if isinstance(answer, dict) else (None, "server: not an object", False)

    def _read(self, answer: Mapping[str, Any], as_json: bool, began: float) -> Generated:
        usage = _usage(answer.get("usage"), began)
        with self._lock:
            self._spent += usage.prompt + usage.generated
        try:
            choice = answer["choices"][0]
            text = clean(choice["message"]["content"] or "")
        except (LookupError, TypeError):
            return Generated("", "server: no reply in the answer", usage)
        if choice.get("finish_reason") == "length":
            return Generated(text, "truncated", usage)
        if as_json and not _is_json(text):
            return Generated(text, "server: invalid JSON", usage)
        return Generated(text, "" if text else "refused", usage)

    def _over_ceiling(self) -> bool:
        with self._lock:
            return self._manners.ceiling is not None and self._spent >= self._manners.ceiling

    @property
    def spent(self) -> int:
        """Tokens that the server says it has read and written for us."""
        return self._spent

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._client.close()


def _response_format(schema: Any) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema, "strict": True}}


def _usage(data: Any, began: float) -> Usage:
    known = data if isinstance(data, dict) else {}
    details = known.get("prompt_tokens_details") or {}
    reused = details.get("cached_tokens") or 0 if isinstance(details, dict) else 0
    seconds = time.perf_counter() - began
    return Usage(_count(known, "prompt_tokens"), int(reused), _count(known, "completion_tokens"), 0, seconds)


def _count(data: Mapping[str, Any], name: str) -> int:
    value = data.get(name)
    return value if isinstance(value, int) else 0


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _member(text: str, name: str) -> Any:
    try:
        return json.loads(text)[name]
    except (ValueError, LookupError, TypeError):
        return None
