"""Every question a mind can ask: one module per kind in ``tasks``, with its fields, typed reply, schema, wording and fallback.

``question`` is the base of all kinds, ``records`` what they share, ``brief`` turns a question into the two messages of a
prompt. Memory, mind, engine, answer and training use this room. It knows nothing of models, and nothing of who answers.
"""

from sim.prompts.question import Asking, Question, Reply, TalkQuestion, ask, ask_all, parse, to_json
from sim.prompts.records import Card, SaidInTown, Setting, Telling
from sim.prompts.register import render
from sim.prompts.tasks import TASKS

__all__ = [
    "TASKS", "Asking", "Card", "Question", "Reply", "SaidInTown", "Setting", "TalkQuestion", "Telling", "ask", "ask_all",
    "parse", "render", "to_json",
]  # fmt: skip
