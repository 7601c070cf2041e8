"""The script's words as the replies of a model in the full register, which reads the prompts and writes them: what that costs.

The script knows brief questions alone, so a decision to speak is given its first words here, and every reply a thought as long
as those of large models.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from sim.answer.protocol import Answer, finish, write_reply, write_schema
from sim.answer.scripted import Script
from sim.answer.scripted.news_to_tell import whom, with_news
from sim.answer.written import Free
from sim.llm.base import Generate, Model
from sim.prompts import Question, render
from sim.prompts.question import TalkQuestion
from sim.prompts.schema import Schema
from sim.prompts.tasks.react import React
from sim.prompts.tasks.say import Say

THOUGHT = "I would rather have this settled before noon, and yet I keep listening for what they are not saying to me today."
"""As long as those of a large language model that was asked prompt by prompt (25 tokens)."""


def reply_in_full(script: Script, q: Question[Any], mode: str) -> Answer:
    """The script's answer to ``q``."""
    reply = script.answer(q.in_brief())
    if isinstance(q, React) and q.opens and reply.choice == "talk":
        reply = replace(reply, words=script.answer(_first_words(q, reply.whom or whom(q.seen))).say)
    return finish(q, Answer(reply, render(q), write_schema(q.schema()), mode))


def _first_words(q: React, other: str) -> Say:
    """The question for the first line of the talk that a reaction begins."""
    known = {field.name: getattr(q, field.name) for field in fields(TalkQuestion)}
    return Say(**{**known, "scene": None, "talking_with": (other,), "conversation": (), "turns_left": 10, "purpose": "say"})


class Words:
    """Answers with the script's words. While ``asking``, ``model`` is asked the same, free, and told by ``lesson`` what to
    write. ``asked`` counts its questions."""

    mode = "free"
    prompts = "full"

    def __init__(self, model: Model | None) -> None:
        self.model, self.script, self.lessons = model, Script(), dict[tuple[str, str], str]()
        self.free, self.asking, self.asked = Free(model) if model else None, False, 0

    def lesson(self, request: Generate) -> str:
        """What the model is to write."""
        return self.lessons[request.prompt.system, request.prompt.user]

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        answers = [reply_in_full(self.script, q, self.mode) for q in questions]
        if self.asking:
            self.asked += len(questions)
            for q, answer in zip(questions, answers, strict=True):
                reply = whole(json.loads(write_reply(answer.reply)), q.schema())
                prompt = render(q if q.full else with_news(q, self.script.banks))
                self.lessons[prompt.system, prompt.user] = json.dumps(reply, ensure_ascii=False)
            self.ask(questions)
        return answers

    def ask(self, questions: Sequence[Question[Any]]) -> None:
        """Have the model answer."""
        if self.free:
            self.free.answer(questions)


def whole(value: Any, schema: Schema) -> Any:
    """A reply with the members that the script leaves out: a thought as long as large models write them, else the least."""
    if schema.get("type") == "object":
        known = value if isinstance(value, dict) else {}
        return {
            name: THOUGHT if name == "thought" else whole(known.get(name), part) for name, part in schema["properties"].items()
        }
    if schema.get("type") == "array":
        rows = list(value or ())[: schema["maxItems"]]
        return [whole(row, schema["items"]) for row in rows]
    if "enum" in schema:
        return value if value in schema["enum"] else schema["enum"][-1]
    if schema["type"] == "integer":
        return min(schema["maximum"], max(schema["minimum"], value or 0))
    if schema["type"] == "boolean":
        return bool(value)
    text = (value or "")[: schema.get("maxLength", 400)].replace('"', "'")
    return text or ("nothing" if schema.get("minLength") else "")
