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
from sim.llm.chat_template import clean_reply


def read_reply(answer: Mapping[str, Any], as_json: bool, usage: Usage) -> Generated:
    """The first choice's text, or a ``problem``."""
    try:
        choice = answer["choices"][0]
        text = clean_reply(_text(choice["message"], as_json))
        cut = choice.get("finish_reason") == "length"
    except (LookupError, TypeError, AttributeError):
        return Generated("", "server: no reply in the answer", usage)
    if cut:
        return Generated(text, "truncated", usage)
    if as_json and parse_json(text) is None:
        return Generated(text, "server: invalid JSON", usage)
    return Generated(text, "" if text else "refused", usage)


def _text(message: Mapping[str, Any], as_json: bool) -> str:
    """The text of ``content``, which is text, nothing, or a list of parts. Some servers file the whole reply under the model's
    thoughts when thinking is switched off. JSON is taken from there, but never free text, which may be a thought."""
    content = message.get("content")
    if isinstance(content, list):
        content = "".join(part.get("text") or "" for part in content)
    if content or not as_json:
        return content or ""
    thought = message.get("reasoning_content") or message.get("reasoning") or ""
    return thought if isinstance(thought, str) and isinstance(parse_json(clean_reply(thought)), dict) else ""


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
