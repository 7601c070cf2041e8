"""What the script would reply to a question of the full register: benches have models read such prompts and write such replies.

The script knows brief questions alone, so a decision to speak is given its first words here.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from sim.answer.protocol import Answer, finish, write_schema
from sim.answer.scripted import Script
from sim.answer.scripted.news_to_tell import whom
from sim.prompts import Question, render
from sim.prompts.question import TalkQuestion
from sim.prompts.tasks.react import React
from sim.prompts.tasks.say import Say


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
