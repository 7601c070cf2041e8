"""A model's own chat template, split once into the text before, between and after the two messages.

Thinking is switched off where the template has a switch, and thinking marks are closed where it has none. Knows nothing of
tokens.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from typing import Any, NoReturn

import jinja2
from jinja2.ext import loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment

from sim.llm.base import ModelError

_SYSTEM, _USER = "\ue000system\ue001", "\ue000user\ue001"
_FAILURES = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""What a broken template may raise besides jinja2's own errors."""
_FIXED_DATE = dt.datetime(2024, 7, 26)
"""The date for templates that print today's date: nothing in a run may depend on the wall clock."""


@dataclass(frozen=True, slots=True)
class ChatTemplate:
    """``before`` system ``between`` user ``after``: the whole prompt text, up to where the reply begins."""

    before: str
    between: str
    after: str

    def render(self, system: str, user: str) -> str:
        return f"{self.before}{system}{self.between}{user}{self.after}"


def read_template(source: str, name: str, start: str = "", end: str = "") -> ChatTemplate:
    """Split the jinja2 text ``source``. ``start`` and ``end`` are the model's start and end marks; ``name`` is for messages.
    Models without a system role get the system message at the head of the user message. Raises ``ModelError`` where there is no
    template or it cannot be used."""
    if not source.strip():
        raise ModelError(f"{name} has no chat template, so it is not an instruct model. Take one whose name says instruct.")
    system = f"{_SYSTEM}\n/no_think" if "/no_think" in source else _SYSTEM  # such a template looks for its switch in the text
    both = [{"role": "system", "content": system}, {"role": "user", "content": _USER}]
    joined = [{"role": "user", "content": f"{system}\n\n{_USER}"}]
    problem = ""
    for messages in (both, joined):
        try:
            text = _render(source, messages, start, end)
        except (jinja2.TemplateError, *_FAILURES) as error:
            problem = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
            continue
        before, found, rest = text.partition(_SYSTEM)
        between, also, after = rest.partition(_USER)
        if found and also:
            return ChatTemplate(before, between, _close_thinking(after))
        problem = "it leaves out a message"
    raise ModelError(f"{name}: its chat template cannot be used ({problem}). Take another build of the model.")


def _render(source: str, messages: list[dict[str, str]], start: str, end: str) -> str:
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols])
    known: dict[str, Any] = {
        "raise_exception": _raise,
        "strftime_now": lambda form: _FIXED_DATE.strftime(form),
        "date_string": _FIXED_DATE.strftime("%d %b %Y"),
        "bos_token": start,
        "eos_token": end,
        "add_generation_prompt": True,
        "enable_thinking": False,
        "thinking": False,
        "reasoning_effort": "low",
    }
    return environment.from_string(source).render(messages=messages, **known)


def _raise(message: str) -> NoReturn:
    raise jinja2.TemplateError(message)


def _close_thinking(after: str) -> str:
    """Close thinking that the template opened."""
    for opening, closing in (("<think>", "</think>"), ("<|thinking|>", "<|/thinking|>")):
        if after.rstrip().endswith(opening):
            return f"{after.rstrip()}\n\n{closing}\n\n"
    return after


def clean_reply(text: str) -> str:
    """Free text without thoughts and without control characters."""
    spoken = re.sub(r"<think>.*?(</think>|$)", "", text, flags=re.DOTALL)
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", "", spoken).strip()
