"""The full register: a question as two messages for a reader who is clever and knows nothing of the town.

First what never changes (how to answer, the town: the same bytes for all residents), then the person, the task and the reply's
form, then memories in the order of time, the moment, the hour, and last one line that asks. What changes least stands first, so
that a model's cache serves most of a prompt again. Knows no kind of question; each says in its own module what it asks
(``request``) and what a good reply holds (``members``).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sim.llm.base import Prompt
from sim.prompts.brief import card_text, lines_of
from sim.prompts.parts import Bullets, Line
from sim.prompts.question import Question
from sim.prompts.scene import Scene, Town
from sim.prompts.schema import Schema

HOW = """\
You live one resident's life in a simulated town, one moment at a time. Every message tells what this resident knows right now \
and asks for one thing. Your reply is what they really do, say or think, and the others will live with it.
- Be this person: their age, work, past, temper and way of speaking. They have moods, wishes, doubts and secrets of their own. \
They may disagree, refuse, tease, hold something back or change the subject. Nobody has to be polite or of one opinion.
- Be concrete: this thing, this person, this hour. Take up what is shown here; what is not shown, they do not know. Small \
details of their own life may be added; no new people, places or events of the town.
- Use own words, plain and spoken. Never say, do or think again what was said, done or thought before; move things on.
- Reply with the one JSON object that is asked for and nothing else."""


def render(q: Question[Any]) -> Prompt:
    """Both messages, with the lines that may be dropped when the context overflows: what lies furthest from the task first."""
    scene: Scene = q.scene  # type: ignore[assignment]
    user = [
        f"Task: {q.request()}",
        f"Reply with JSON: {sketch(q.schema())}",
        *(f"- {name}: {what}" for name, what in q.members().items()),
        *lines_of(q.choices()),
        "",
        *lines_of([Bullets("Memories that come to mind, in order of time", scene.in_order(q.memories)), *q.moment(scene)]),
        *lines_of([*q.circumstances(), *q.subject(), hour(q, scene)]),
        "",
        q.cue(),
    ]
    return Prompt(f"{town_text(scene.town)}\n\n{person_text(q, scene)}", "\n".join(user), q.names, droppable(q, scene))


@lru_cache(maxsize=8)
def town_text(town: Town) -> str:
    """How to answer, and the town."""
    language = [] if town.language == "English" else [
        f"- Everything in {town.language}: speech, thoughts, activities, memories, plans. Names stay as they are."
    ]  # fmt: skip
    return "\n".join([HOW, *language, "", *lines_of(town.parts())])


def person_text(q: Question[Any], scene: Scene) -> str:
    """Who is asked."""
    return "\n".join([card_text(q.card), *lines_of(scene.person.parts())])


def hour(q: Question[Any], scene: Scene) -> Line:
    """Day and hour: the last line before the cue, for every minute it is another one."""
    return Line("Now", f"{q.now} (tomorrow is {scene.moment.tomorrow})" if scene.moment.tomorrow else q.now)


def droppable(q: Question[Any], scene: Scene) -> tuple[str, ...]:
    """What happened lately, then the memories from the least relevant on; then what the kind can spare."""
    lately = () if q.looks_back else tuple(f"- {text}" for text in scene.moment.lately)
    order = q.spare or range(len(q.memories) - 1, -1, -1)
    texts = [q.memories[i] for i in order]
    lines = [f"- {scene.line(text)}" for text in texts]
    brief = q.recalled().items()
    return (*lately, *lines[:-1], *(line for line in q.droppable() if line not in brief))


def sketch(schema: Schema) -> str:
    """A reply's form in one line: ``{"say": "...", "end": true or false}``; the same whatever there is to choose from."""
    if "enum" in schema:
        return '"..."' if isinstance(schema["enum"][0], str) else "number"
    if schema["type"] == "object":
        return "{" + ", ".join(f'"{name}": {sketch(part)}' for name, part in schema["properties"].items()) + "}"
    if schema["type"] == "array":
        return f"[{sketch(schema['items'])}, ...]"
    if schema["type"] == "integer":
        return "number"
    if schema["type"] == "boolean":
        return "true or false"
    return '"HH:MM"' if "pattern" in schema else '"..."'
