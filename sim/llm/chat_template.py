"""A model's own chat template, split once into the text before, between and after the two messages, and before another turn.

Thinking is switched off where the template has a switch, and thoughts are closed that it opens. Models without a system role,
or whose user and assistant must take turns from the first message on, get one user message. Knows nothing of tokens.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
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
_REPLY = "\ue000reply\ue001"
"""Stands for the first reply of a talk in turns."""
_NEXT = "\ue000next\ue001"
"""Stands for the message after it."""


@dataclass(frozen=True, slots=True)
class ChatTemplate:
    """``before`` system ``between`` user ``after``: the whole prompt text, up to where the reply begins. ``again`` stands
    between a reply and the next user message; "" where the template takes no second turn."""

    before: str
    between: str
    after: str
    again: str = ""

    def render(self, system: str, user: str, turns: Sequence[str] = ()) -> str:
        """The prompt text. ``turns`` are earlier messages, user and assistant in turn; a template that takes one turn only gets
        them as lines of the user message."""
        if not self.again:
            return f"{self.before}{system}{self.between}{chr(10).join([*turns, user])}{self.after}"
        past = "".join(f"{said}{self.after}{reply}{self.again}" for said, reply in zip(turns[::2], turns[1::2], strict=True))
        return f"{self.before}{system}{self.between}{past}{user}{self.after}"


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
    more = [{"role": "assistant", "content": _REPLY}, {"role": "user", "content": _NEXT}]
    longer = [{**one, "messages": [*one["messages"], *more]} for one in variants]
    rendering = _render(source, json.dumps([*variants, *longer]))
    problem = ""
    for rendered, chatted in zip(rendering[: len(variants)], rendering[len(variants) :] or rendering, strict=False):
        if "problem" in rendered:
            problem = rendered["problem"]
            continue
        before, found, rest = rendered["text"].partition(_SYSTEM)
        between, also, after = rest.partition(_USER)
        if found and also:
            again, taken, _ = chatted.get("text", "").partition(_REPLY)[2].partition(_NEXT)
            again = again if taken and _SYSTEM not in again else ""  # some move the system message to the last turn
            return ChatTemplate(before, between, close_thinking(after, source), again)
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
