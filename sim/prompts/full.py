"""The full register: a question as two messages for a reader who is clever and knows nothing of the town.

First what never changes (how to answer, the town: the same bytes for all residents), then the person, the task and the reply's
form, then memories in the order of time, the moment, the hour, and last one line that asks. What changes least stands first, so
that a model's cache serves most of a prompt again. With a budget, each section is told within its share (``WIDE``,
``NARROW``), each part as its priority allows (``parts.fit``). Knows no kind of question; each says in its own module what it
asks (``request``) and what a good reply holds (``members``).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

from sim.llm.base import Prompt
from sim.prompts.brief import card_parts, lines_of
from sim.prompts.parts import Bullets, Fitted, Line, Part, Text, fit, least_cost
from sim.prompts.question import Question
from sim.prompts.scene import Scene, Town
from sim.prompts.schema import Schema

HOW = """\
You live one resident's life in a simulated town, one moment at a time. Every message tells what this resident knows right now \
and asks for one thing. Your reply is what they really do, say or think, and the others will live with it."""
HOW_IN_SHORT = "You live one resident's life in a simulated town. Your reply is what they really do, say or think."
MANNER = (
    """\
Be this person: their age, work, past, temper and way of speaking. They have moods, wishes, doubts and secrets of their own. \
They may disagree, refuse, tease, hold something back or change the subject. Nobody has to be polite or of one opinion.""",
    """\
Be concrete: this thing, this person, this hour. Take up what is shown here; what is not shown, they do not know. Small \
details of their own life may be added; no new people, places or events of the town.""",
    "Use own words, plain and spoken. Never say, do or think again what was said, done or thought before; move things on.",
)
IN_JSON = "- Reply with the one JSON object that is asked for and nothing else."
IN_PLAIN = "- Reply with what is asked for and nothing else."
ESSENTIAL = 330
"""Tokens of what is never left out, about: how to answer, the card, the task, the last line of a talk, the cue."""
WIDE = {"town": 0.46, "person": 0.56, "today": 0.64, "task": 0.75, "memories": 0.83, "moment": 0.88, "asked": 1.0}
"""The sections of a prompt, each with the share of all that may be left out that it and the sections before it may take. What a
section does not take is for those behind it, and none depends on what is behind it: so the beginning of a resident's prompts is
the same whatever is asked."""
NARROW = {"town": 0.06, "person": 0.32, "today": 0.44, "task": 0.62, "memories": 0.74, "moment": 0.80, "asked": 1.0}
"""The same in a budget below ``WIDE_FROM`` tokens: what is remembered and said comes before the town."""
WIDE_FROM = 1200
SYSTEM = ("town", "person", "today")
"""The sections of the system message; the others are the user message's."""
SPARED = ("memories", "moment", "asked")
"""The sections that lose lines where the context overflows all the same: never the task."""
RULES = 50.0
REQUEST = 60.0
MEMBERS = 100.0


def render(q: Question[Any], budget: float = inf, plain: bool = False) -> Prompt:
    """Both messages within ``budget`` tokens; ``plain``: a reply that is a single text is asked for as such, not in JSON."""
    sections, shares = sections_of(q, q.scene, plain), WIDE if budget >= WIDE_FROM else NARROW  # type: ignore[arg-type]
    least = {name: least_cost(parts) for name, parts in sections.items()}
    told, extra = dict[str, Fitted](), 0
    for name, parts in sections.items():
        room = shares[name] * (budget - ESSENTIAL)
        if name not in SYSTEM:
            room = min(room, budget - sum(least.values()))
        told[name] = fit(parts, least[name] + room - extra)
        extra += told[name].cost - least[name]
    system, user = (
        "\n".join(line for name in told if (name in SYSTEM) == first for line in told[name].lines) for first in (True, False)
    )
    spare = sorted((row for name in SPARED for row in told[name].spare), key=lambda row: row[0])
    return Prompt(system, user, q.names, tuple(line for _, line in spare))


def sections_of(q: Question[Any], scene: Scene, plain: bool = False) -> dict[str, list[Part]]:
    """What a prompt tells, by section."""
    card = list(card_parts(q.card))
    lasting = list(scene.person.lasting())
    own = "\n".join(lines_of([*card, *lasting]))
    return {
        "town": [*how(scene.town, plain), Text(""), *scene.town.parts(own), Text("")],
        "person": [*card, *lasting],
        "today": list(scene.person.today(q.now[-5:])),
        "task": [*task(q, plain), *q.choices(), Text("")],
        "memories": [q.remembered(scene)],
        "moment": list(q.moment(scene)),
        "asked": [*q.circumstances(), *q.subject(), hour(q, scene), Text(""), Text(q.cue())],
    }


def how(town: Town, plain: bool = False) -> Iterator[Part]:
    """How to answer."""
    yield Text(HOW, HOW_IN_SHORT, priority=RULES)
    yield Bullets("", MANNER, priority=RULES)
    yield Text(IN_PLAIN if plain else IN_JSON)
    if town.language != "English":
        yield Text(f"- Everything in {town.language}: speech, thoughts, activities, memories, plans. Names stay as they are.")


def task(q: Question[Any], plain: bool = False) -> Iterator[Part]:
    """What is asked, and the form of a reply."""
    members = q.members()
    if plain and q.words:
        yield Text(f"Task: {q.in_short()}")
        yield Text(f"Reply in plain text, on one line: {members.get(q.words, 'the text')}, and nothing else.")
    else:
        yield Text(f"Task: {q.request()}", f"Task: {q.in_short()}", priority=REQUEST)
        yield Text(f"Reply with JSON: {sketch(q.schema())}")
        best = sorted(range(len(members)), key=lambda i: list(members)[i] == "thought")
        explained = tuple(f"{name}: {what}" for name, what in members.items())
        yield Bullets("", explained, priority=MEMBERS, best=tuple(best))


def town_text(town: Town) -> str:
    """How to answer, and the town."""
    return "\n".join(lines_of([*how(town), Text(""), *town.parts()]))


def hour(q: Question[Any], scene: Scene) -> Line:
    """Day and hour: the last line before the cue, for every minute it is another one."""
    return Line("Now", f"{q.now} (tomorrow is {scene.moment.tomorrow})" if scene.moment.tomorrow else q.now)


def sketch(schema: Schema) -> str:
    """A reply's form in one line: ``{"say": "...", "end": true or false}``; the same whatever there is to choose from."""
    if "enum" in schema:
        return '"..."' if isinstance(schema["enum"][0], str) else "number"
    if schema["type"] == "object":
        return "{" + ", ".join(f'"{name}": {sketch(part)}' for name, part in schema["properties"].items()) + "}"
    if schema["type"] == "array":
        return f"[{sketch(schema['items'])}, ...]"
    if schema["type"] in ("integer", "number"):
        return "number"
    if schema["type"] == "boolean":
        return "true or false"
    return '"HH:MM"' if "pattern" in schema else '"..."'
