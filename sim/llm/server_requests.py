"""Writes what an OpenAI-compatible server is asked, without the parts that this server refuses. No network.

A request has parts that some servers do not take: another role than the user's, settings that their model does not know, the
newer schema format. ``refused_part`` reads from a server's complaint which part to leave out or to write another way.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from sim.llm.base import Prompt
from sim.llm.thinking import LOW_EFFORT, NO_EFFORT, SWITCHES

MAX_QUOTED = 600
"""Characters of a wrong reply that are quoted to the server."""
MAX_SEARCHED = 20_000
"""Characters of a reply that are searched for a JSON object."""
Part = str
"""One of the names below."""
SYSTEM_ROLE: Part = "system role"
"""Left out: the system text stands before the user's text in one user message."""
THOUGHT_ROOM: Part = "room for thoughts"
TEMPLATE_SWITCHES: Part = "chat_template_kwargs"
NO_THINKING: Part = "reasoning_effort none"
"""Left out: the effort is low instead."""
EFFORT: Part = "reasoning_effort"
JSON_SCHEMA: Part = "json_schema"
"""Left out: the schema is written the older way."""
RESPONSE_FORMAT: Part = "response_format"
"""Left out, the last rung: the schema stands in the prompt, and the reply is checked."""
MAX_TOKENS: Part = "max_tokens"
"""Left out: it is called ``max_completion_tokens``."""
LOGPROBS: Part = "logprobs"
TEMPERATURE: Part = "temperature"
SEED: Part = "seed"

_NAMED_BY: dict[Part, str] = {
    SYSTEM_ROLE: r"\broles?\b|system (message|prompt)",
    THOUGHT_ROOM: r"context (length|size|window)",
    TEMPLATE_SWITCHES: r"chat_template_kwargs|enable_thinking",
    NO_THINKING: r"reasoning.effort",
    EFFORT: r"reasoning.effort",
    JSON_SCHEMA: r"response_format|json_schema",
    RESPONSE_FORMAT: r"response_format|json_schema|json_object|grammar|structured",
    MAX_TOKENS: r"max_completion_tokens",
    LOGPROBS: r"logprobs",
    TEMPERATURE: r"temperature",
    SEED: r"\bseed\b",
}
"""By what words a complaint names a part."""
_FIRST_SUSPECTS = (TEMPLATE_SWITCHES, EFFORT, JSON_SCHEMA, RESPONSE_FORMAT)
"""What is left out, in this order, after a complaint that names nothing: what fewest servers know comes first."""


@dataclass(frozen=True, slots=True)
class ServerQuestion:
    """A question to a server: ``schema`` is JSON schema as data, None for free text. ``letters``: the probabilities of the
    first token are wanted. ``wrong`` is an unusable reply and why it is unusable; it is quoted beside the schema."""

    prompt: Prompt
    tokens: int
    temperature: float = 0.0
    seed: int = 0
    schema: Any = None
    letters: bool = False
    wrong: tuple[str, str] | None = None


def write_body(model: str, asked: ServerQuestion, room: int, left_out: frozenset[Part]) -> dict[str, Any]:
    """The body of a chat completion. ``room`` are tokens for thoughts, beside those of the reply."""
    tokens = max(1, asked.tokens) + (0 if THOUGHT_ROOM in left_out else room)
    prompt = _with_schema(asked) if asked.wrong or RESPONSE_FORMAT in left_out else asked.prompt
    body: dict[str, Any] = {"model": model, "messages": _messages(prompt, SYSTEM_ROLE not in left_out)}
    body["max_completion_tokens" if MAX_TOKENS in left_out else "max_tokens"] = tokens
    effort = LOW_EFFORT if NO_THINKING in left_out else NO_EFFORT
    optional = (
        (TEMPERATURE, {"temperature": max(0.0, asked.temperature)}),
        (SEED, {"seed": asked.seed % 2**31}),
        (TEMPLATE_SWITCHES, {"chat_template_kwargs": SWITCHES}),
        (EFFORT, {"reasoning_effort": effort}),
        (LOGPROBS, {"logprobs": True, "top_logprobs": 20} if asked.letters else {}),
    )
    for part, members in optional:
        if part not in left_out:
            body |= members
    if asked.schema is not None and RESPONSE_FORMAT not in left_out:
        body["response_format"] = _format(asked.schema, JSON_SCHEMA not in left_out)
    return body


def _with_schema(asked: ServerQuestion) -> Prompt:
    """The prompt of a server that takes no form of reply, or does not keep to it."""
    if asked.schema is None:
        return asked.prompt
    schema = json.dumps(asked.schema, ensure_ascii=False, separators=(",", ":"))
    user = f"{asked.prompt.user}\n\nReply with one JSON object alone, in the form of this JSON schema:\n{schema}"
    if asked.wrong:
        reply, why = asked.wrong
        user += f"\n\nAn earlier reply cannot be used, because {why}:\n{reply[:MAX_QUOTED]}\n"
        user += "Reply again with the JSON object alone."
    return replace(asked.prompt, user=user)


def what_is_wrong(reply: str, schema: Any) -> str:
    """Why a reply is not what ``schema`` asks for, as far as its outermost members tell; "" where it is."""
    *_, data = _object_in(reply)
    if data is None:
        return "it is no JSON object"
    missing = [name for name in schema.get("required", ()) if name not in data]
    return f"it lacks {', '.join(missing)}" if missing else ""


def object_text(reply: str) -> str:
    """The JSON object in a reply that says more, as it stands there; the reply itself where there is none."""
    begin, end, _ = _object_in(reply)
    return reply[begin:end] or reply


def _object_in(reply: str) -> tuple[int, int, dict[str, Any] | None]:
    """(start, end, data) of the first JSON object in a text, which may have fences and explanations around it."""
    decoder = json.JSONDecoder()
    for found in re.finditer(r"\{", reply[:MAX_SEARCHED]):
        with suppress(ValueError, RecursionError):
            data, end = decoder.raw_decode(reply, found.start())
            if isinstance(data, dict):
                return found.start(), end, data
    return 0, 0, None


def _messages(prompt: Prompt, system_role: bool) -> list[dict[str, str]]:
    first, *others = (*prompt.turns, prompt.user)
    roles = ("assistant", "user") * (len(others) // 2)
    rest = [{"role": role, "content": text} for role, text in zip(roles, others, strict=True)]
    if not system_role:
        return [{"role": "user", "content": f"{prompt.system}\n\n{first}"}, *rest]
    return [{"role": "system", "content": prompt.system}, {"role": "user", "content": first}, *rest]


def _format(schema: Any, newer: bool) -> dict[str, Any]:
    if not newer:
        return {"type": "json_object", "schema": schema}
    return {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema, "strict": True}}


def refused_part(code: int, text: str, asked: ServerQuestion, room: int, left_out: frozenset[Part]) -> Part | None:
    """The part to leave out after an answer of status ``code`` that says ``text``; None where leaving out more is pointless."""
    if code not in (400, 422, 500):
        return None
    formed = asked.schema is not None
    there = {
        JSON_SCHEMA: formed,
        RESPONSE_FORMAT: formed and JSON_SCHEMA in left_out,
        LOGPROBS: asked.letters,
        THOUGHT_ROOM: room > 0,
    }
    parts = [part for part in _NAMED_BY if part not in left_out and there.get(part, True)]
    named = [part for part in parts if re.search(_NAMED_BY[part], text, re.IGNORECASE)]
    if named:
        return named[0]
    if re.search(_NAMED_BY[THOUGHT_ROOM], text, re.IGNORECASE) or (code == 500 and "validation error" not in text):
        return None  # too long a prompt, or a server in trouble; llama-cpp-python's answers 500 to what it does not know
    return next((part for part in _FIRST_SUSPECTS if part in parts), None)
