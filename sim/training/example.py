"""One training example: a question, the script's reply, and both as the texts that a bundled model reads and writes.

The texts are made by the town's own code, so training shows exactly what a model will be asked. Knows nothing of where
questions come from (``compose``), or of tokens (``vocabulary``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sim.answer.protocol import write_reply
from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.news_to_tell import with_news
from sim.answer.tiny import shorthand
from sim.answer.tiny.shown import Shown
from sim.answer.tiny.simplify import simplify
from sim.llm.base import Prompt
from sim.llm.pointers import Limits, Pointers
from sim.prompts import Question, Reply
from sim.prompts.brief import render

LIMITS: Limits = {"P": 16, "p": 16, "L": 40, "D": 12, "T": 12, "S": 32}
"""Numbers of pointers in the bundled vocabulary: people, their first names, places, days, clock times, phrases."""
END = "<|im_end|>"


@dataclass(frozen=True, slots=True)
class Example:
    """A question and its reply. ``source`` is ``"town"`` (asked in a simulated town) or ``"random"`` (composed)."""

    question: Question[Any]
    reply: Reply
    source: str
    shown: Shown | None = None
    """The question with what is suggested, where it is put as to a small mind (``sim/answer/tiny``); without suggestions, the
    script's are taken. None where the prompt is the brief one and the reply JSON."""

    @property
    def task(self) -> str:
        return self.question.task


def encode(example: Example) -> tuple[str, str, str]:
    """The texts (system, user, reply) with names as pointers; the reply is one line of JSON."""
    prompt, reply = prompt_and_reply(example)
    pointers = Pointers(prompt.names, LIMITS)
    return pointers.encode(prompt.system), pointers.encode(prompt.user), pointers.encode_json(reply)


def prompt_and_reply(example: Example) -> tuple[Prompt, str]:
    """The prompt and the text of the reply, as the town's code writes them."""
    question = with_news(example.question, open_banks())
    if example.shown is None:
        return render(question), write_reply(example.reply)
    shown = simplify(question, example.shown.suggestions)
    return shorthand.render(shown), shorthand.write(shown, example.reply)


def prompt_text(system: str, user: str) -> str:
    """Both messages in the bundled model's chat template, up to the beginning of the reply."""
    return f"<|im_start|>system\n{system}{END}\n<|im_start|>user\n{user}{END}\n<|im_start|>assistant\n"


def as_row(example: Example) -> dict[str, Any]:
    """The example as one JSON line: task, source, and the three texts."""
    system, user, reply = encode(example)
    return {"task": example.task, "source": example.source, "system": system, "user": user, "reply": reply}
