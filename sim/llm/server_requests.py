"""Writes what an OpenAI-compatible server is asked, without the parts that this server refuses. No network.

A request has parts that some servers do not take: another role than the user's, settings that their model does not know, the
newer schema format. ``refused_part`` reads from a server's complaint which part to leave out or to write another way.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sim.llm.base import Prompt
from sim.llm.thinking import LOW_EFFORT, NO_EFFORT, SWITCHES

Part = str
"""One of the names below."""
SYSTEM_ROLE: Part = "system role"
"""Left out: the system text stands before the user's text in one user message."""
ROOM: Part = "room for thoughts"
TEMPLATE_SWITCHES: Part = "chat_template_kwargs"
NO_THINKING: Part = "reasoning_effort none"
"""Left out: the effort is low instead."""
EFFORT: Part = "reasoning_effort"
JSON_SCHEMA: Part = "json_schema"
"""Left out: the schema is written the older way."""
MAX_TOKENS: Part = "max_tokens"
"""Left out: it is called ``max_completion_tokens``."""
LOGPROBS: Part = "logprobs"
TEMPERATURE: Part = "temperature"
SEED: Part = "seed"

_NAMED_BY: dict[Part, str] = {
    SYSTEM_ROLE: r"\broles?\b|system (message|prompt)",
    ROOM: r"context (length|size|window)",
    TEMPLATE_SWITCHES: r"chat_template_kwargs|enable_thinking",
    NO_THINKING: r"reasoning.effort",
    EFFORT: r"reasoning.effort",
    JSON_SCHEMA: r"response_format|json_schema",
    MAX_TOKENS: r"max_completion_tokens",
    LOGPROBS: r"logprobs",
    TEMPERATURE: r"temperature",
    SEED: r"\bseed\b",
}
"""By what words a complaint names a part."""
_FIRST_SUSPECTS = (TEMPLATE_SWITCHES, EFFORT, JSON_SCHEMA)
"""What is left out, in this order, after a complaint that names nothing: what fewest servers know comes first."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to a server: ``schema`` is JSON schema as data, None for free text. ``letters``: the probabilities of the
    first token are wanted."""

    prompt: Prompt
    tokens: int
    temperature: float = 0.0
    seed: int = 0
    schema: Any = None
    letters: bool = False


def write_body(model: str, asked: Asked, room: int, left_out: frozenset[Part]) -> dict[str, Any]:
    """The body of a chat completion. ``room`` are tokens for thoughts, beside those of the reply."""
    tokens = max(1, asked.tokens) + (0 if ROOM in left_out else room)
    body: dict[str, Any] = {"model": model, "messages": _messages(asked.prompt, SYSTEM_ROLE not in left_out)}
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
    if asked.schema is not None:
        body["response_format"] = _format(asked.schema, JSON_SCHEMA not in left_out)
    return body


def _messages(prompt: Prompt, system_role: bool) -> list[dict[str, str]]:
    if not system_role:
        return [{"role": "user", "content": f"{prompt.system}\n\n{prompt.user}"}]
    return [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}]


def _format(schema: Any, newer: bool) -> dict[str, Any]:
    if not newer:
        return {"type": "json_object", "schema": schema}
    return {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema, "strict": True}}


def refused_part(code: int, text: str, asked: Asked, room: int, left_out: frozenset[Part]) -> Part | None:
    """The part to leave out after an answer of status ``code`` that says ``text``; None where leaving out more is pointless."""
    if code not in (400, 422, 500):
        return None
    there = {JSON_SCHEMA: asked.schema is not None, LOGPROBS: asked.letters, ROOM: room > 0}
    parts = [part for part in _NAMED_BY if part not in left_out and there.get(part, True)]
    named = [part for part in parts if re.search(_NAMED_BY[part], text, re.IGNORECASE)]
    if named:
        return named[0]
    if re.search(_NAMED_BY[ROOM], text, re.IGNORECASE) or (code == 500 and "validation error" not in text):
        return None  # too long a prompt, or a server in trouble; llama-cpp-python's answers 500 to what it does not know
    return next((part for part in _FIRST_SUSPECTS if part in parts), None)
