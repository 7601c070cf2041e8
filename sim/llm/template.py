"""A model's own chat template, split once into what stands before, between and after the two messages.

Thinking is switched off where the template knows how, and its marks are closed where it does not. Imports jinja2 only when
used. Knows nothing of tokens.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any, NoReturn

import jinja2
from jinja2.ext import loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment

from sim.llm.base import ModelError

_SYSTEM, _USER = "\ue000system\ue001", "\ue000user\ue001"
_FAILURES = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""What a template that makes no sense may raise besides its own errors."""
_TODAY = dt.datetime(2024, 7, 26)
"""Templates that print today's date get this one: nothing in a run may depend on the wall clock."""


@dataclass(frozen=True, slots=True)
class ChatTemplate:
    """``before`` system ``between`` user ``after``: the whole prompt text, up to where the reply begins."""

    before: str
    between: str
    after: str

    def render(self, system: str, user: str) -> str:
        return f"{self.before}{system}{self.between}{user}{self.after}"


def read_template(source: str, name: str, begin: str = "", end: str = "") -> ChatTemplate:
    """Split the jinja2 text ``source``; ``begin`` and ``end`` are the model's start and end marks, ``name`` is for messages.

    Models that know no system message get it at the head of the user message. Raises ``ModelError`` where there is no
    template or it cannot be used.
    """
    if not source.strip():
        raise ModelError(f"{name} has no chat template, so it is not an instruct model. Take one whose name says instruct.")
    system = f"{_SYSTEM}\n/no_think" if "/no_think" in source else _SYSTEM  # such a template reads its switch from the text
    both = [{"role": "system", "content": system}, {"role": "user", "content": _USER}]
    joined = [{"role": "user", "content": f"{system}\n\n{_USER}"}]
    problem = ""
    for messages in (both, joined):
        try:
            text = _render(source, messages, begin, end)
        except (jinja2.TemplateError, *_FAILURES) as error:
            problem = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
            continue
        before, found, rest = text.partition(_SYSTEM)
        between, also, after = rest.partition(_USER)
        if found and also:
            return ChatTemplate(before, between, _closed(after))
        problem = "it leaves out a message"
    raise ModelError(f"{name}: its chat template cannot be used ({problem}). Take another build of the model.")


def _render(source: str, messages: list[dict[str, str]], begin: str, end: str) -> str:
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols])
    known: dict[str, Any] = {
        "raise_exception": _refuse,
        "strftime_now": lambda form: _TODAY.strftime(form),
        "date_string": _TODAY.strftime("%d %b %Y"),
        "bos_token": begin,
        "eos_token": end,
        "add_generation_prompt": True,
        "enable_thinking": False,
        "thinking": False,
        "reasoning_effort": "low",
    }
    return environment.from_string(source).render(messages=messages, **known)


def _refuse(message: str) -> NoReturn:
    raise jinja2.TemplateError(message)


def _closed(after: str) -> str:
    """Close thinking that the template opened."""
    for opening, closing in (("<think>", "</think>"), ("<|thinking|>", "<|/thinking|>")):
        if after.rstrip().endswith(opening):
            return f"{after.rstrip()}\n\n{closing}\n\n"
    return after
