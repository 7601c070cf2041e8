"""Shorthand: how a question and its reply are written for a small mind, which pays for every token.

A prompt has no shape, year or instruction that another line says already. An object is the list of its members, an object of
one member that member alone, and what can be known without asking is left out: ``{"say": "Hello.", "end": false}`` is
``["Hello.", false]``. Phrases that a reply can point at are quoted. Pure functions; knows nothing of models.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sim.answer.tiny.shown import Shown
from sim.llm.base import Names, Prompt
from sim.prompts import Question, Reply, parse, to_json
from sim.prompts.brief import card_text, lines_of
from sim.prompts.check import satisfies
from sim.prompts.parts import Line, Part, Rows, in_json
from sim.prompts.planning import PlanQuestion
from sim.prompts.schema import Schema, array, record
from sim.prompts.tasks.condense import CondenseInsights
from sim.prompts.tasks.insights import InsightRow, Insights
from sim.prompts.tasks.react import React
from sim.prompts.tasks.recap import SummariseTalk, TalkSummary
from sim.prompts.tasks.steps import Decompose, Decomposition, StepRow

KNOWN: Mapping[str, tuple[str, ...]] = {
    "steps": ("object", "state", "icon", "minutes"),
    "react": ("reason",),
    "condense": ("because",),
    "recap": ("learned", "intends"),
}
"""By kind: members that are left out of a reply, wherever they stand; ``read`` and ``decomposition`` put them in."""
SAYS_MORE = frozenset({"steps", "state", "insights"})
"""Kinds whose instruction says what no other line does; of the others the prompt has only the name."""
LEFT_OUT = {"react": "Options", "icon": "Options", "steps": "Objects"}
"""By kind: a fact that is always the same, or that a reply does not name."""
COULD = {"plan": "Could do", "replan": "Could do", "steps": "Could do", "say": "Could say", "answer": "Could say",
         "state": "Could be"}  # fmt: skip
"""What suggestions are called, where they are not of writing."""
_YEAR = re.compile(r", \d{1,4}(?=, \d\d:\d\d$)")


def render(shown: Shown) -> Prompt:
    """Both messages."""
    q = shown.question
    asked = q.instruction() if q.task in SAYS_MORE else q.task
    lines = [f"Task: {asked}", *lines_of(_facts(shown))]
    return Prompt(card_text(q.card), "\n".join(lines), _names(shown), q.droppable())


def _facts(shown: Shown) -> Iterator[Part]:
    """The question's facts, some shorter, with the suggestions among them: in a plan first, so that the rows after them are of
    pointers, as in a reply; otherwise before what there is to tell."""
    q = shown.question
    plan = isinstance(q, PlanQuestion)
    could = Line(COULD.get(q.task, "Could write"), in_json(_phrases(shown) if plan else shown.suggestions))
    waiting = True
    for fact in q.parts():
        if waiting and (fact.label == "Plan" if plan else fact.label.startswith("Could tell")):
            yield could
            waiting = False
        if fact.label != LEFT_OUT.get(q.task):
            yield _shorter(fact)
    if waiting:
        yield could


def _shorter(fact: Part) -> Part:
    if isinstance(fact, Rows):
        return Line(fact.label, in_json([list(row.values()) for row in fact.rows]))
    return Line(fact.label, _YEAR.sub("", fact.text)) if isinstance(fact, Line) and fact.label == "Now" else fact


def _names(shown: Shown) -> Names:
    """What is quoted can be pointed at as well."""
    phrases = _phrases(shown)
    return replace(shown.question.names, phrases=phrases) if phrases else shown.question.names


def _phrases(shown: Shown) -> tuple[str, ...]:
    q = shown.question
    told = [entry.activity for entry in q.told()] if isinstance(q, PlanQuestion) else []
    insights = [text for text, _ in q.insights] if isinstance(q, CondenseInsights) else []
    return tuple(dict.fromkeys((*shown.suggestions, *told, *insights)))


def write(shown: Shown, reply: Reply) -> str:
    """The text of a reply."""
    return json.dumps(_listed(to_json(shown.question.as_asked(reply)), KNOWN.get(shown.question.task, ())), ensure_ascii=False)


def read(shown: Shown, text: str) -> Reply | None:
    """The reply in ``text``, what was left out filled in plainly; None where the text is not what was asked for."""
    wanted = _asked(shown)
    try:
        value: Any = _named(json.loads(text), wanted)
    except (ValueError, RecursionError):
        return None
    return _completed(shown.question, value) if satisfies(value, wanted) else None


def grammar(shown: Shown) -> Schema:
    """The schema of that text."""
    return _lists(_asked(shown))


def option_texts(q: Question[Any]) -> tuple[str, ...]:
    """The texts of a choice's options."""
    return tuple(json.dumps(value, ensure_ascii=False) for value in q.options())


def _completed(q: Question[Any], value: Mapping[str, Any]) -> Reply:
    """Steps as long as each other, insights with what they cite among those given, a reaction with its reason."""
    if isinstance(q, Decompose):
        return q.repair(Decomposition(tuple(StepRow(row["activity"], "", "", "", 1) for row in value["steps"])))
    if isinstance(q, CondenseInsights):
        known = dict(q.insights)
        rows = [row["insight"] for row in value["insights"]]
        return Insights(tuple(InsightRow(tuple(known.get(text, ())) or (1,), text) for text in rows))
    if isinstance(q, SummariseTalk):
        return TalkSummary((), "", value["summary"])
    if isinstance(q, React):
        return q.chosen(value["choice"])
    reply: Reply = parse(q, value)
    return reply


def _asked(shown: Shown) -> Schema:
    """The schema of a reply as it is read."""
    return _without(shown.schema(), KNOWN.get(shown.question.task, ()))


def _without(schema: Schema, left_out: tuple[str, ...]) -> Schema:
    if schema.get("type") == "object":
        return record(**{name: _without(part, left_out) for name, part in schema["properties"].items() if name not in left_out})
    if schema.get("type") == "array":
        return {**schema, "items": _without(schema["items"], left_out)}
    return schema


def _lists(schema: Schema) -> Schema:
    if schema.get("type") == "object":
        parts = [_lists(part) for part in schema["properties"].values()]
        if len(parts) == 1:
            return parts[0]
        return {"type": "array", "prefixItems": parts, "items": False, "minItems": len(parts), "maxItems": len(parts)}
    if schema.get("type") == "array":
        return array(_lists(schema["items"]), schema["maxItems"], schema["minItems"])
    return schema


def _listed(value: Any, left_out: tuple[str, ...]) -> Any:
    if isinstance(value, Mapping):
        parts = [_listed(part, left_out) for name, part in value.items() if name not in left_out]
        return parts[0] if len(parts) == 1 else parts
    if isinstance(value, (list, tuple)):
        return [_listed(part, left_out) for part in value]
    return value


def _named(value: Any, schema: Schema) -> Any:
    """``value`` with its members' names again. Raises ``ValueError`` where it has not as many."""
    if schema.get("type") == "object":
        members = schema["properties"]
        parts = [value] if len(members) == 1 else value
        if not isinstance(parts, list):
            raise ValueError("not a list")
        return {name: _named(part, inner) for (name, inner), part in zip(members.items(), parts, strict=True)}
    if schema.get("type") == "array" and isinstance(value, list):
        return [_named(part, schema["items"]) for part in value]
    return value
