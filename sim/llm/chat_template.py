"""A model's own chat template, split once into the text before, between and after the two messages.

Thinking is switched off where the template has a switch, and thoughts are closed that it opens. Models without a system role,
or whose user and assistant must take turns from the first message on, get one user message. Knows nothing of tokens.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

from sim.llm.base import ModelError
from sim.llm.thinking import NO_EFFORT, SWITCHES, close_thinking

_RENDERING = Path(__file__).with_name("template_rendering.py")
_PATIENCE = 30.0
"""Seconds after which the rendering is given up, where the system bounds it by nothing better."""
_SYSTEM = "\ue000system\ue001"
"""Stands for the system message while the template is rendered; no template holds it."""
_USER = "\ue000user\ue001"
"""Stands for the user message."""


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
    marks = {"bos_token": start, "eos_token": end, **SWITCHES}
    variants = [{"messages": messages, **marks, **effort} for messages, effort in product((both, joined), efforts)]
    problem = ""
    for rendered in _render(source, json.dumps(variants)):
        if "problem" in rendered:
            problem = rendered["problem"]
            continue
        before, found, rest = rendered["text"].partition(_SYSTEM)
        between, also, after = rest.partition(_USER)
        if found and also:
            return ChatTemplate(before, between, close_thinking(after, source))
        problem = "it leaves out a message"
    raise ModelError(f"{name}: its chat template cannot be used ({problem}). Take another build of the model.")


@lru_cache(maxsize=64)
def _render(source: str, variants: str) -> tuple[dict[str, str], ...]:
    """The ``text`` or the ``problem`` of each variant, from a process that is ended where it takes too long."""
    asked = f'{{"source": {json.dumps(source)}, "variants": {variants}}}'
    try:
        words = [sys.executable, "-P", str(_RENDERING)]
        done = subprocess.run(words, input=asked, capture_output=True, text=True, encoding="utf-8", timeout=_PATIENCE)
        return tuple(json.loads(done.stdout))
    except (subprocess.TimeoutExpired, ValueError):
        return ({"problem": "rendering it takes too long or too much memory"},)
