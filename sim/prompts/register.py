"""A question in words, in its own register: full where a scene comes with it, else brief."""

from __future__ import annotations

from typing import Any

from sim.llm.base import Prompt
from sim.prompts import brief, full
from sim.prompts.question import Question


def render(q: Question[Any]) -> Prompt:
    """The two messages of a prompt."""
    return full.render(q) if q.full else brief.render(q)
