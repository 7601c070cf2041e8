"""Reads what an OpenAI-compatible server answered: replies, token counts, and when to ask again. No network.

Every shape that a server was seen to send instead of the documented one ends here as a reply or a problem.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from sim.llm.base import Generated, Usage
from sim.llm.thinking import THOUGHT_ONLY, THOUGHT_TOO_LONG, clean_reply, split_thoughts


def read_reply(answer: Mapping[str, Any], as_json: bool, usage: Usage, thinks: bool = False) -> Generated:
    """The first choice's text without thoughts, or a ``problem``. ``thinks``: whether the model was seen to think before. Some
    servers file the whole reply under the model's thoughts when thinking is switched off. JSON is taken from there unless the
    model thinks, but never free text, which may be a thought."""
    try:
        choice = answer["choices"][0]
        message, cut = choice["message"], _is_cut(choice)
        text = _content(message) or (_misfiled(message) if as_json and not thinks else "")
        text = text if as_json and parse_json(text) is not None else clean_reply(text)
    except (LookupError, TypeError, AttributeError):
        return Generated("", "server: no reply in the answer", usage)
    if not text and has_thoughts(answer, as_json):
        return Generated("", THOUGHT_TOO_LONG if cut else THOUGHT_ONLY, usage)
    if cut:
        return Generated(text, "truncated", usage)
    if as_json and parse_json(text) is None:
        return Generated(text, "server: invalid JSON", usage)
    return Generated(text, "" if text else "refused", usage)


def has_thoughts(answer: Mapping[str, Any], as_json: bool) -> bool:
    """Whether the model thought before its reply: the server counts the tokens, files the thoughts apart, or leaves them in the
    text. Where JSON was asked for, a beginning that is none is a thought too, if nothing but the limit ended it."""
    usage = answer.get("usage")
    details = usage.get("completion_tokens_details") if isinstance(usage, dict) else None
    if isinstance(details, dict) and _token_count(details, "reasoning_tokens"):
        return True
    try:
        choice = answer["choices"][0]
        message = choice["message"]
        text, apart = _content(message), _reasoning(message).strip()
        aloud = as_json and _is_cut(choice) and not text.lstrip().startswith(("{", "["))
        marked = parse_json(text) is None and bool(split_thoughts(text)[0])
        return bool(apart and not _misfiled(message)) or bool(text and aloud) or marked
    except (LookupError, TypeError, AttributeError):
        return False


def _is_cut(choice: Mapping[str, Any]) -> bool:
    return choice.get("finish_reason") == "length"


def _content(message: Mapping[str, Any]) -> str:
    """The text of ``content``, which is text, nothing, or a list of parts."""
    content = message.get("content")
    if isinstance(content, list):
        content = "".join(part.get("text") or "" for part in content)
    return content or ""


def _reasoning(message: Mapping[str, Any]) -> str:
    """What the server files under the model's thoughts: a member of its own, or parts of ``content``."""
    content = message.get("content")
    parts = [part["thinking"] for part in content if "thinking" in part] if isinstance(content, list) else []
    thought = message.get("reasoning_content") or message.get("reasoning") or "".join(map(str, parts))
    return thought if isinstance(thought, str) else ""


def _misfiled(message: Mapping[str, Any]) -> str:
    """A JSON reply that the server filed under the model's thoughts, so that ``content`` is empty."""
    thought = _reasoning(message)
    return thought if not _content(message) and isinstance(parse_json(clean_reply(thought)), dict) else ""


def read_usage(data: Any, began: float) -> Usage:
    """Token counts as the server tells them, 0 where it does not. ``began`` is a ``time.perf_counter``."""
    known = data if isinstance(data, dict) else {}
    details = known.get("prompt_tokens_details")
    reused = _token_count(details if isinstance(details, dict) else {}, "cached_tokens")
    return Usage(
        _token_count(known, "prompt_tokens"), reused, _token_count(known, "completion_tokens"), 0, time.perf_counter() - began
    )


def _token_count(data: Mapping[str, Any], name: str) -> int:
    value = data.get(name)
    return max(0, value) if isinstance(value, int) else 0


def retry_after(headers: Mapping[str, str]) -> float:
    """The seconds from now that ``Retry-After`` asks for; 0 where there is none or it makes no sense (RFC 9110, section
    10.2.3). A date is counted from the answer's own ``Date``, so that a wrong clock does no harm."""
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        then = parsedate_to_datetime(text).timestamp()
        now = parsedate_to_datetime(headers["date"]).timestamp() if "date" in headers else time.time()
    except (ValueError, TypeError, IndexError, OverflowError):
        return 0.0
    return max(0.0, then - now)


def parse_json(text: str) -> Any:
    """JSON as data; None for text that is not JSON or nested too deeply."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def member(text: str, name: str) -> Any:
    """One member of a JSON object; None where there is none."""
    data = parse_json(text)
    return data.get(name) if isinstance(data, dict) else None
