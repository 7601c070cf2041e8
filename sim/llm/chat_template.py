"""A model's own chat template, split once into the text before, between and after the two messages.

Thinking is switched off where the template has a switch, and thoughts are closed that it opens. Models without a system role,
or whose user and assistant must take turns from the first message on, get one user message. Knows nothing of tokens.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from itertools import product
from typing import Any, NoReturn

import jinja2
from jinja2.ext import Extension, loopcontrols
from jinja2.nodes import Node
from jinja2.parser import Parser
from jinja2.sandbox import ImmutableSandboxedEnvironment

from sim.llm.base import ModelError
from sim.llm.thinking import NO_EFFORT, SWITCHES, close_thinking

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
    Where the template refuses or leaves out a system message, it stands at the head of the user message. Raises ``ModelError``
    where there is no template or it cannot be used."""
    if not source.strip():
        raise ModelError(f"{name} has no chat template, so it is not an instruct model. Take one whose name says instruct.")
    system = f"{_SYSTEM}\n/no_think" if "/no_think" in source else _SYSTEM  # such a template looks for its switch in the text
    both = [{"role": "system", "content": system}, {"role": "user", "content": _USER}]
    joined = [{"role": "user", "content": f"{system}\n\n{_USER}"}]
    efforts: tuple[dict[str, Any], ...] = ({"reasoning_effort": NO_EFFORT}, {})  # some templates refuse what they do not know
    problem = ""
    for messages, effort in product((both, joined), efforts):
        try:
            text = _render(source, messages, {"bos_token": start, "eos_token": end, **effort})
        except (jinja2.TemplateError, *_FAILURES) as error:
            problem = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
            continue
        before, found, rest = text.partition(_SYSTEM)
        between, also, after = rest.partition(_USER)
        if found and also:
            return ChatTemplate(before, between, close_thinking(after, source))
        problem = "it leaves out a message"
    raise ModelError(f"{name}: its chat template cannot be used ({problem}). Take another build of the model.")


class _Generation(Extension):
    """The tag ``generation``, by which templates mark what is learned in training. Its content is rendered as it is."""

    tags = {"generation"}

    def parse(self, parser: Parser) -> list[Node]:
        next(parser.stream)
        return list(parser.parse_statements(("name:endgeneration",), drop_needle=True))


def _render(source: str, messages: list[dict[str, str]], more: dict[str, Any]) -> str:
    """The prompt of ``messages``. Templates are written for transformers, which sets what they read: here there are no tools
    and no documents."""
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols, _Generation])
    known: dict[str, Any] = {
        "raise_exception": _raise,
        "strftime_now": lambda form: _FIXED_DATE.strftime(form),
        "date_string": _FIXED_DATE.strftime("%d %b %Y"),
        "add_generation_prompt": True,
        "tools": None,
        "documents": None,
        **SWITCHES,
    }
    return environment.from_string(source).render(messages=messages, **known, **more)


def _raise(message: str) -> NoReturn:
    raise jinja2.TemplateError(message)
