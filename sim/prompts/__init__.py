"""Every question a mind can ask: its fields, text, reply shape, repair and fallback, as data and pure functions.

``question`` holds the typed question, ``render`` turns it into the two messages of the protocol, ``tasks`` says per task how
a reply looks, what mends it and what stands in when there is none, ``shorthand`` how a small mind writes it. Used by memory,
mind, engine and training alike; knows nothing of models.
"""

from sim.prompts.question import Card, Question, Reply
from sim.prompts.tasks import TASKS, Task

__all__ = ["TASKS", "Card", "Question", "Reply", "Task"]
