"""Asking a resident something from outside the town: open, by choice or by number, without leaving a trace.

Retrieval here never refreshes last access and nothing is kept, so that an interview changes no run. The memories shown are
what the answer may rest on. Source: Park et al. 2023 section 3.1.2; open, categorical and numerical as in genagents.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from sim.mind.thought import Thought
from sim.prompts import Question, Reply
from sim.types import Hit

SHOWN = 10
"""Memories an answer may rest on."""


@dataclass(frozen=True, slots=True)
class Interview:
    """What was answered, and the retrieval behind it."""

    answer: str
    hits: tuple[Hit, ...]


def interview(
    thought: Thought,
    question: str,
    options: tuple[str, ...] = (),
    scale: tuple[int, int] | None = None,
) -> Generator[Question, Reply, Interview]:
    """An open answer; one of ``options`` where there are any; a number where there is a ``scale`` (low, high)."""
    hits = thought.mind.stream.retrieve(question, thought.at, k=SHOWN, touch=False, purpose="interview")
    task = "answer_choice" if options else "answer_scale" if scale else "answer"
    memories = tuple(dict.fromkeys(hit.memory.text for hit in hits))
    reply = yield from thought.ask(task, "interview", memories=memories, question=question, options=options, range=scale)
    return Interview(str(reply["answer"]), tuple(hits))
