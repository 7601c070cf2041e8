"""Renders a chat template in a process of its own, so that a template can neither run forever nor harm the program.

Run as a script by ``chat_template``: JSON comes on standard input (``source``, and ``variants``, each the variables of one try)
and goes to standard output (``text`` or ``problem`` of each). Time, memory and length of the text are bounded. Knows no room of
this program.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import sys
from typing import Any, NoReturn

import jinja2
from jinja2.ext import Extension, loopcontrols
from jinja2.nodes import Node
from jinja2.parser import Parser
from jinja2.sandbox import ImmutableSandboxedEnvironment

MAX_CPU_SECONDS = 2
"""Seconds of processor time that rendering may take."""
MAX_MEMORY_BYTES = 1 << 30
"""Bytes of memory that rendering may take."""
MAX_RENDERED = 1 << 20
"""The most characters of a rendered text."""
_FIXED_DATE = dt.datetime(2024, 7, 26)
"""The date for templates that print today's date: nothing in a run may depend on the wall clock."""


class _Generation(Extension):
    """The tag ``generation``, by which templates mark what is learned in training. Its content is rendered as it is."""

    tags = {"generation"}

    def parse(self, parser: Parser) -> list[Node]:
        next(parser.stream)
        return list(parser.parse_statements(("name:endgeneration",), drop_needle=True))


_NO_TOOLS: tuple[dict[str, Any], ...] = (
    {"tools": None},
    {"tools": [], "functions": []},
    {"tools": [], "functions": "[]"},
)
"""Ways to tell a template that there are no tools, in the order they are tried: most ask whether there are any, some go through
the list at once, some want it as JSON text."""


def render(source: str, variables: dict[str, Any]) -> dict[str, str]:
    """The ``text``, or the last ``problem`` of those that the ways to say "no tools" end in."""
    for none in _NO_TOOLS:
        rendered = _rendered(source, none | variables)
        if "text" in rendered:
            break
    return rendered


def _rendered(source: str, variables: dict[str, Any]) -> dict[str, str]:
    """Templates are written for transformers, which sets what they read: here there are no documents."""
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols, _Generation])
    known: dict[str, Any] = {
        "raise_exception": _raise,
        "strftime_now": lambda form: _FIXED_DATE.strftime(form),
        "date_string": _FIXED_DATE.strftime("%d %b %Y"),
        "datetime": _FIXED_DATE.strftime("%d %b %Y"),
        "add_generation_prompt": True,
        "documents": None,
    }
    try:
        text = environment.from_string(source).render(known | variables)
    except MemoryError:
        return {"problem": "it needs too much memory"}
    except Exception as error:  # a template may raise anything; what it says is shown
        return {"problem": str(error).splitlines()[0][:120] if str(error) else type(error).__name__}
    return {"text": text} if len(text) <= MAX_RENDERED else {"problem": f"it writes {len(text)} characters"}


def _raise(message: str) -> NoReturn:
    raise jinja2.TemplateError(message)


def _bounded() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):  # no such limits on Windows: there the caller's clock ends it
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_SECONDS, MAX_CPU_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    _bounded()
    json.dump([render(asked["source"], variables) for variables in asked["variants"]], sys.stdout)
