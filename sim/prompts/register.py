"""A question in words, in its own register: full where a scene comes with it, else brief."""

from __future__ import annotations

from math import inf
from typing import Any

from sim.llm.base import Prompt
from sim.prompts import brief, full
from sim.prompts.question import Question


def render(q: Question[Any], budget: float = inf, plain: bool = False) -> Prompt:
    """The two messages of a prompt, in the full register within ``budget`` tokens (``parts.cost``). ``plain``: where a reply is
    a single text, the text alone is asked for."""
    return full.render(q, budget, plain) if q.full else brief.render(q, plain)
