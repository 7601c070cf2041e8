"""Reads what an OpenAI-compatible server answered: replies, token counts, and when to ask again. No network.

Every shape that a server was seen to send instead of the documented one ends here as a reply or a problem.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from sim.llm.base import Generated, Usage
from sim.llm.thinking import THOUGHT_ONLY, THOUGHT_TOO_LONG, clean_reply, split_thoughts

_CONTEXTS = ("max_model_len", "loaded_context_length", "max_context_length", "context_length")
"""Members of an entry in a list of models that hold its context: vLLM's, LM Studio's, and what others use."""
_MOST_TOKENS = 2**31
_BYTE_ORDER_MARK = "\ufeff"


def read_reply(answer: Mapping[str, Any], as_json: bool, usage: Usage, thinks: bool = False) -> Generated:
    """The first choice's text without thoughts, or a ``problem``; whether it is the JSON that was asked for is not looked at.
    ``thinks``: whether the model was seen to think before. Some servers file the whole reply under the model's thoughts when
    thinking is switched off, or as the call of a tool. JSON is taken from there unless the model thinks, but never free text,
    which may be a thought. A reply at whose end the tokens ran out counts as complete if it is a JSON object."""
    try:
        choice = answer["choices"][0]
        message, cut = choice["message"], _is_cut(choice)
        text = _content(message) or (_misfiled(message) if as_json and not thinks else "")
        whole = as_json and isinstance(parse_json(text), dict)
        text = text if as_json and parse_json(text) is not None else clean_reply(text)
        refused = message.get("refusal") or choice.get("finish_reason") == "content_filter"
    except (LookupError, TypeError, AttributeError):
        return Generated("", "server: no reply in the answer", usage)
    if not text and refused:
        return Generated("", "refused", usage)
    if not text and has_thoughts(answer, as_json):
        return Generated("", THOUGHT_TOO_LONG if cut else THOUGHT_ONLY, usage)
    if cut and not whole:
        return Generated(text, "truncated", usage)
    return Generated(text, "" if text or as_json else "refused", usage)


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
    """The text of ``content``, which is text, nothing, an object, or a list of parts."""
    content = message.get("content")
    if isinstance(content, dict):
        return json.dumps(content)
    if isinstance(content, list):
        content = "".join(part if isinstance(part, str) else str(part.get("text") or "") for part in content if part)
    return content.lstrip(_BYTE_ORDER_MARK) if content else ""


def _reasoning(message: Mapping[str, Any]) -> str:
    """What the server files under the model's thoughts: a member of its own, or parts of ``content``."""
    content = message.get("content")
    listed = content if isinstance(content, list) else []
    parts = [part["thinking"] for part in listed if isinstance(part, dict) and "thinking" in part]
    thought = message.get("reasoning_content") or message.get("reasoning") or "".join(map(str, parts))
    return thought if isinstance(thought, str) else ""


def _misfiled(message: Mapping[str, Any]) -> str:
    """A JSON reply that the server filed under the model's thoughts, or as a tool that it calls, so that ``content`` is
    empty."""
    calls = message.get("tool_calls")
    called = calls[0]["function"]["arguments"] if isinstance(calls, list) and calls else ""
    texts = [text for text in (_reasoning(message), called) if isinstance(text, str)]
    found = [text for text in texts if isinstance(parse_json(clean_reply(text)), dict)]
    return found[0] if found and not _content(message) else ""


def stated_error(answer: Mapping[str, Any]) -> tuple[int, str]:
    """(code, words) of an error in an answer that came as a success, 0 where it has no code; words "" where there is none."""
    choices = answer.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else {}
    error = first.get("error") if isinstance(first, dict) and choices else answer.get("error")
    known = error if isinstance(error, dict) else {"message": error or ""}
    code = known.get("code")
    return code if isinstance(code, int) else 0, in_short(str(known.get("message") or known if error else ""))


def in_short(text: str) -> str:
    """The beginning of what a server says, as one line without control characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text[:400]).split())[:80]


def model_names(text: str) -> list[str]:
    """The names in a server's list of models, writing models before embedders; [] where the text is no such list."""
    names = [entry["id"] for entry in _listed(text) if isinstance(entry.get("id"), str)]
    usable = [name for name in names if name.strip() and name.isprintable()]
    return sorted(usable, key=lambda name: "embed" in name.lower() or "rerank" in name.lower())


def stated_context(text: str, name: str) -> int:
    """The length of context that a list of models states for the model ``name``; 0 where it says nothing."""
    mine: Mapping[str, Any] = next((entry for entry in _listed(text) if entry.get("id") == name), {})
    return min((length for member in _CONTEXTS if (length := _token_count(mine, member))), default=0)


def properties_context(text: str) -> int:
    """The length of context on llama-server's page of properties; 0 where it says nothing."""
    settings = member(text, "default_generation_settings")
    return _token_count(settings, "n_ctx") if isinstance(settings, dict) else 0


def _listed(text: str) -> list[dict[str, Any]]:
    data = member(text, "data")
    return [entry for entry in data if isinstance(entry, dict)] if isinstance(data, list) else []


def read_usage(data: Any, began: float) -> Usage:
    """Token counts as the server tells them, 0 where it does not. ``began`` is a ``time.perf_counter``."""
    known = data if isinstance(data, dict) else {}
    details = known.get("prompt_tokens_details")
    reused = _token_count(details if isinstance(details, dict) else {}, "cached_tokens")
    return Usage(
        _token_count(known, "prompt_tokens"), reused, _token_count(known, "completion_tokens"), 0, time.perf_counter() - began
    )


def _token_count(data: Mapping[str, Any], name: str) -> int:
    """A number of tokens; 0 for anything else, and for a number that no model can have."""
    value = data.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < _MOST_TOKENS else 0


def retry_after(headers: Mapping[str, str]) -> float:
    """The seconds from now that ``Retry-After`` asks for; 0 where there is none or it makes no sense (RFC 9110, section
    10.2.3). A date is counted from the answer's own ``Date``, so that a wrong clock does no harm."""
    text = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]+(\.[0-9]+)?", text):
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
