"""From a question to the two messages of the protocol: the card, then the task, its shape and the labelled lines.

The order is fixed: what changes least comes first, so that a model's cache serves it again. The words are the bundled
mind's protocol (its card tells how it was trained); any instruct model follows them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sim.llm.base import Names, Prompt
from sim.prompts.question import Card, Question
from sim.prompts.repairs import clock, rows, told
from sim.prompts.tasks import TASKS

ON_THE_CLOCK = frozenset({"plan", "replan"})
"""Tasks whose replies begin at ``HH:MM``; what is told there of appointments is written so too, to be taken over as it is."""
SAYS_MORE = frozenset({"steps", "state", "insights"})
"""Tasks whose instruction says what no other line does; in shorthand the others have only their name."""
BY_HEART = frozenset({"react", "icon"})
"""Tasks whose options are always the same: in shorthand they are not shown."""
_COULD = {"plan": "Could do", "replan": "Could do", "steps": "Could do", "say": "Could say", "answer": "Could say",
          "state": "Could be"}  # fmt: skip
"""What ideas are called, where they are not of writing."""
_OWN = re.compile(r"^(?: |I\b|[Mm]y\b|'s )")
"""How news of one's own goes on after one's name, or begins in the first person."""
_YEAR = re.compile(r", \d{1,4}(?=, \d\d:\d\d$)")
_HALF_DAY = re.compile(r"\b(1[0-2]|[1-9])(?::([0-5]\d))? (am|pm)\b")


def render_card(card: Card) -> str:
    """The system message; of somebody who is only named it says nothing else."""
    age = f", age {card.age}" if card.age else ""
    head = f"You are {card.name}{age}."
    if card.traits:
        head += f" Traits: {', '.join(card.traits)}."
    if not card.age and not card.traits and not card.background and not card.currently:
        return head
    lines = [head]
    if card.background:
        lines.append(" ".join(_sentence(text) for text in card.background))
    if card.currently:
        lines.append(f"Currently: {_sentence(card.currently)}")
    if card.sleeps != card.wakes:
        lines.append(f"Sleeps from {clock(card.sleeps)} to {clock(card.wakes)}.")
    return "\n".join(lines)


def render(question: Question) -> Prompt:
    """Both messages, with the lines of memories and statements marked as droppable, least important first.

    They stand in the order in which they were retrieved, so the last ones are dropped first, unless the question says which.
    The one that would go last stays.
    """
    task = TASKS[question.task]
    question = _on_the_clock(question) if question.task in ON_THE_CLOCK else question
    if question.short:
        asked = task.instruction(question) if task.name in SAYS_MORE else task.name
        lines = [f"Task: {asked}", *_labelled(replace(question, now=_YEAR.sub("", question.now)))]
    else:
        lines = [f"Task: {task.instruction(question)}", f"JSON: {task.shape}", *_labelled(question)]
    return Prompt(render_card(question.card), "\n".join(lines), _names(question), _droppable(question))


def _names(q: Question) -> Names:
    """In shorthand, what is quoted of doing, saying, writing and insights can be pointed at as well."""
    phrases = _phrases(q) if q.short else ()
    return replace(q.names, phrases=phrases) if phrases else q.names


def _phrases(q: Question) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*q.ideas, *(row["activity"] for row in told(q)), *(text for text, _ in q.insights))))


def _on_the_clock(q: Question) -> Question:
    """``6 pm`` as ``18:00`` in memories and in what is new or seen."""
    memories = tuple(_HALF_DAY.sub(_whole_day, text) for text in q.memories)
    return replace(q, memories=memories, seen=_HALF_DAY.sub(_whole_day, q.seen), new=_HALF_DAY.sub(_whole_day, q.new))


def _whole_day(found: re.Match[str]) -> str:
    hour, minute, half = found.groups()
    return clock((int(hour) % 12 + (12 if half == "pm" else 0)) * 60 + int(minute or 0))


def _droppable(q: Question) -> tuple[str, ...]:
    shown = _numbered(q.memories) if q.task == "questions" else [f"- {text}" for text in q.memories]
    order = q.spare or range(len(shown) - 1, -1, -1)
    memories = [shown[i] for i in order][:-1]
    return (*memories, *reversed(_numbered(q.statements)[1:]))


def _labelled(q: Question) -> list[str]:
    """The optional lines, in the protocol's order."""
    lines: list[str] = []

    def one(label: str, value: str) -> None:
        if value:
            lines.append(f"{label}: {value}")

    def many(label: str, values: tuple[str, ...]) -> None:
        if values:
            lines.append(f"{label}:")
            lines.extend(f"- {value}" for value in values)

    def numbered(label: str, values: tuple[str, ...]) -> None:
        if values:
            lines.append(f"{label}:")
            lines.extend(_numbered(values))

    one("Now", q.now)
    one("Yesterday", q.yesterday)
    one("At", q.at)
    one("Doing", q.doing or (q.activity if q.task in ("state", "icon") else ""))
    one("Seen", q.seen)
    in_rows = q.short and q.task in ON_THE_CLOCK
    one("Could do", _quoted(_phrases(q)) if in_rows else "")  # first, so that the rows after it are of pointers, as in a reply
    if q.task in ON_THE_CLOCK:
        one("Plan", _entries(q, q.plan))
    else:
        many("Plan", q.plan)
    one("New", q.new)
    one("Talking with", ", ".join(q.talking_with))
    one("Relationship", q.relationship)
    if q.task == "questions":
        numbered("Memories", q.memories)
    else:
        many("Memories", q.memories)
    if q.conversation is not None:
        lines.append("Conversation:" if q.conversation else "Conversation: (not started)")
        lines.extend(f"{name}: {line}" for name, line in q.conversation)
    numbered("Events", q.events)
    numbered("Statements", q.statements)
    one("Insights", _written(q, [{"because": list(because), "insight": text} for text, because in q.insights]))
    one("Text", q.text)
    one("Question", q.question)
    one("About", q.about)
    one("Options", "" if q.short and q.task in BY_HEART else "; ".join(q.options))
    if q.range is not None:
        low, high = q.range
        one("Range", f"{low} ({q.range_words[0]}) to {high} ({q.range_words[1]})")
    one("Places", "; ".join(q.places))
    if q.task == "place" or (q.task == "steps" and not q.short):
        one("Objects", "; ".join(q.objects) or "none")
    one("Object", q.object if q.task == "state" else "")
    one(_COULD.get(q.task, "Could write"), "" if in_rows else _quoted(q.ideas))
    one("Could tell of oneself" if _OWN.match(q.tell.removeprefix(q.card.name)) else "Could tell of others", q.tell)
    one("Could go to", _entries(q, q.open))
    one("Fixed", _entries(q, q.fixed))
    return lines


def _entries(q: Question, lines: Sequence[str]) -> str:
    """Lines of a plan just as they stand in a reply, to be taken over as they are."""
    return _written(q, rows(lines))


def _quoted(texts: Sequence[str]) -> str:
    return ", ".join(json.dumps(text, ensure_ascii=False) for text in texts)


def _written(q: Question, entries: Sequence[Mapping[str, object]]) -> str:
    """Entries as a reply has them."""
    shown = [list(entry.values()) if q.short else entry for entry in entries]
    return ", ".join(json.dumps(entry, ensure_ascii=False) for entry in shown)


def _numbered(values: tuple[str, ...]) -> list[str]:
    return [f"{i}. {value}" for i, value in enumerate(values, 1)]


def _sentence(text: str) -> str:
    return text.rstrip(". ") + "."
