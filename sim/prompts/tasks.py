"""The table of tasks: per task its instruction, the shape of its reply, the one repair it has and what stands in for it.

A ``Task`` is data plus five pure functions of the question. ``instruction`` and ``shape`` are shown; ``schema`` is the
grammar; ``repair`` mends what no grammar can see (times out of order, minutes that do not fit) and must return a reply that
satisfies the schema; ``fallback`` answers by rule when there is no usable reply. ``options`` lists the replies of a task that
is a choice, so that a model's probabilities can decide; ``complete`` adds to a reply what was not scored, or not asked for in
shorthand; ``order`` is that of a reply whose parts may be written in any. Temperatures and lengths stand here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sim.prompts import fallbacks, repairs
from sim.prompts.check import satisfies
from sim.prompts.question import Question, Reply
from sim.prompts.shapes import BOOLEAN, CLOCK, Schema, array, number, one_of, record, text

ICONS = (
    "sleep", "wake", "wash", "food", "cook", "drink", "coffee", "work", "computer", "read", "write", "study", "teach",
    "talk", "phone", "music", "paint", "film", "game", "sport", "walk", "ride", "shop", "money", "clean", "garden",
    "pet", "child", "health", "pray", "party", "love", "angry", "sad", "happy", "think", "plan", "repair", "carry",
    "rest", "travel", "night", "idea", "wait",
)  # fmt: skip
"""The icon atlas in order: 44 names, the first is index 0 in ``assets/icons/icons.png``."""

REACTIONS = ("continue", "talk", "wait", "replan")

STEP_SHAPE = '{"activity": "...", "object": "...", "state": "...", "icon": "...", "minutes": 5}'


def _no_options(_: Question) -> tuple[Reply, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Task:
    """One row of the table. ``temperature`` 0 means the most likely; ``max_tokens`` bounds a written reply."""

    name: str
    instruction: Callable[[Question], str]
    shape: str
    schema: Callable[[Question], Schema]
    fallback: Callable[[Question], Reply]
    repair: Callable[[Question, Mapping[str, Any]], Reply] = repairs.keep
    options: Callable[[Question], tuple[Reply, ...]] = _no_options
    complete: Callable[[Question, Reply], Reply] = repairs.keep
    order: Callable[[Question, Mapping[str, Any]], Reply] = repairs.keep
    temperature: float = 0.3
    max_tokens: int = 160

    def sound(self, q: Question, reply: Mapping[str, Any]) -> bool:
        """Whether a reply satisfies the schema and needs no repair."""
        if not satisfies(reply, self.schema(q)):
            return False
        ordered = self.order(q, reply)
        return self.repair(q, ordered) == ordered


def _done(q: Question) -> Schema:
    """What may be done: anything, or with ideas and what is usual only what is known."""
    told = (row["activity"] for row in repairs.told(q))
    known = dict.fromkeys((*q.ideas, *q.usual, *told, *filter(None, [q.doing])))
    return one_of(tuple(known)) if q.ideas or q.usual else text(80)


def _plan_schema(q: Question) -> Schema:
    entry = record(start=CLOCK, activity=_done(q), place=one_of(q.places))
    return record(plan=array(entry, 14, 3 if q.task == "plan" else 1))


def _steps_schema(q: Question) -> Schema:
    entry = record(
        activity=_done(q),
        object=one_of(q.objects, empty=True),
        state=text(40, 0),
        icon=one_of(ICONS),
        minutes=number(1, max(5, min(q.minutes or 60, 240))),
    )
    return record(steps=array(entry, 8))


def _insights_schema(q: Question) -> Schema:
    numbers = sorted({n for _, because in q.insights for n in because}) or list(range(1, max(1, len(q.statements)) + 1))
    cited = array({"enum": numbers}, min(10, len(numbers)))
    given = tuple(known for known, _ in q.insights) if q.short else ()
    most = min(5, len(given) or 5) if q.insights else max(1, min(5, q.count))
    return record(insights=array(record(because=cited, insight=one_of(given) if given else text(160)), most))


def _text(q: Question, longest: int) -> Schema:
    """Any text, or with ideas one of them."""
    return one_of(q.ideas) if q.ideas else text(longest)


def _texts(q: Question, longest: int, most: int, least: int = 1) -> Schema:
    """A list of such."""
    return array(_text(q, longest), max(least, min(most, len(q.ideas) or most)), least)


def _choices(member: str, values: Callable[[Question], tuple[str, ...]]) -> Callable[[Question], tuple[Reply, ...]]:
    return lambda q: tuple({member: value} for value in values(q))


def _scale(q: Question) -> tuple[int, int]:
    return q.range or (1, 10)


_ROWS = (
    Task(
        "rate",
        lambda q: (
            f"Rate how poignant each event is for {q.first}, from 1 (mundane, like brushing teeth) to 10 (life-changing, "
            "like a break-up)."
        ),
        '{"ratings": [1-10, ...]}',
        lambda q: record(ratings=array(number(1, 10), len(q.events), len(q.events))),
        fallbacks.rate,
        repairs.rate,
        temperature=0.0,
        max_tokens=60,
    ),
    Task(
        "plan",
        lambda q: f"Plan {q.first}'s day from waking up to going to bed{_fixed_first(q)}.",
        '{"plan": [{"start": "HH:MM", "activity": "...", "place": "..."}, ...]}',
        _plan_schema,
        fallbacks.plan,
        repairs.plan,
        order=repairs.in_order,
        temperature=0.7,
        max_tokens=640,
    ),
    Task(
        "replan",
        lambda q: f"Revise {q.first}'s plan from now on{_fixed_first(q)}.",
        '{"plan": [{"start": "HH:MM", "activity": "...", "place": "..."}, ...]}',
        _plan_schema,
        fallbacks.replan,
        repairs.plan,
        order=repairs.in_order,
        temperature=0.7,
        max_tokens=640,
    ),
    Task(
        "steps",
        lambda q: (
            f"Break down '{q.activity}' ({repairs.clock(q.start)} to {repairs.clock(q.start + q.minutes)}, "
            f"{q.minutes} minutes) into steps."
        ),
        '{"steps": [' + STEP_SHAPE + ", ...]}",
        _steps_schema,
        fallbacks.steps,
        repairs.steps,
        complete=fallbacks.timed,
        temperature=0.5,
        max_tokens=400,
    ),
    Task(
        "place",
        lambda q: f"Choose the object {q.first} uses.",
        '{"object": "..."}',
        lambda q: record(object=one_of(q.objects)),
        fallbacks.place,
        options=_choices("object", lambda q: q.objects),
        temperature=0.0,
        max_tokens=40,
    ),
    Task(
        "react",
        lambda q: f"Decide how {q.first} reacts: continue, talk, wait or replan.",
        '{"choice": "...", "reason": "..."}',
        lambda q: record(choice=one_of(q.options or REACTIONS), reason=text(100, 0)),
        fallbacks.react,
        options=_choices("choice", lambda q: q.options or REACTIONS),
        complete=fallbacks.reacted,
        temperature=0.3,
        max_tokens=60,
    ),
    Task(
        "say",
        lambda q: f"Say {q.first}'s next line to {_given(q.talking_with[0]) if q.talking_with else 'the others'}.",
        '{"say": "...", "end": true or false}',
        lambda q: record(say=text(220), end=BOOLEAN),
        fallbacks.say,
        temperature=0.7,
        max_tokens=110,
    ),
    Task(
        "recap",
        lambda q: f"Note what {q.first} takes away from this conversation.",
        '{"learned": ["...", ...], "intends": "...", "summary": "..."}',
        lambda q: record(learned=array(text(160), 3, 0), intends=text(160, 0), summary=_text(q, 200)),
        fallbacks.recap,
        max_tokens=220,
    ),
    Task(
        "learn",
        lambda q: f"Note what {q.first} learns from this line.",
        '{"learned": ["...", ...]}',
        lambda q: record(learned=array(text(160), 3, 0)),
        fallbacks.learn,
        max_tokens=140,
    ),
    Task(
        "questions",
        lambda q: f"Ask the {q.count} most salient high-level questions these memories can answer.",
        '{"questions": ["...", "...", "..."]}',
        lambda q: record(questions=_texts(q, 140, q.count, q.count)),
        fallbacks.questions,
        max_tokens=160,
    ),
    Task(
        "insights",
        lambda q: (
            f"Infer up to {q.count} high-level insights and cite the statements behind each."
            if q.count > 1
            else "Infer one high-level insight and cite the statements behind it."
        ),
        '{"insights": [{"because": [1, 2], "insight": "..."}, ...]}',
        _insights_schema,
        fallbacks.insights,
        repairs.insights,
        max_tokens=320,
    ),
    Task(
        "condense",
        lambda q: "Condense these insights into at most 5 and keep their citations.",
        '{"insights": [{"because": [1, 2], "insight": "..."}, ...]}',
        _insights_schema,
        fallbacks.condense,
        repairs.insights,
        complete=fallbacks.cited,
        max_tokens=320,
    ),
    Task(
        "observe",
        lambda q: f"List what {q.first} experiences in this text, one observation each.",
        '{"observations": ["...", ...]}',
        lambda q: record(observations=_texts(q, 200, 12)),
        fallbacks.observe,
        repairs.observe,
        max_tokens=320,
    ),
    Task(
        "answer",
        lambda q: f"Answer the interviewer as {q.first}.",
        '{"answer": "..."}',
        lambda q: record(answer=text(300)),
        fallbacks.answer,
        temperature=0.5,
        max_tokens=120,
    ),
    Task(
        "answer_choice",
        lambda q: f"Choose the option {q.first} would choose.",
        '{"answer": "..."}',
        lambda q: record(answer=one_of(q.options)),
        fallbacks.answer_choice,
        options=_choices("answer", lambda q: q.options),
        temperature=0.0,
        max_tokens=60,
    ),
    Task(
        "answer_scale",
        lambda q: f"Give the number {q.first} would give.",
        '{"answer": number}',
        lambda q: record(answer=number(*_scale(q))),
        fallbacks.answer_scale,
        options=lambda q: tuple({"answer": n} for n in range(_scale(q)[0], _scale(q)[1] + 1)),
        temperature=0.0,
        max_tokens=12,
    ),
    Task(
        "state",
        lambda q: f"Say what state the {q.object} is in while {q.first} is {q.activity}.",
        '{"state": "..."}',
        lambda q: record(state=_text(q, 40)),
        fallbacks.state,
        max_tokens=24,
    ),
    Task(
        "icon",
        lambda q: "Choose the icon for what is being done.",
        '{"icon": "..."}',
        lambda q: record(icon=one_of(q.options or ICONS)),
        fallbacks.icon,
        options=_choices("icon", lambda q: q.options or tuple(ICONS)),
        temperature=0.0,
        max_tokens=12,
    ),
    Task(
        "summary",
        lambda q: f"Summarise who {q.first} is in one or two sentences.",
        '{"summary": "..."}',
        lambda q: record(summary=_text(q, 240)),
        fallbacks.summary,
        max_tokens=90,
    ),
    Task(
        "relation",
        lambda q: f"Describe what {q.first} knows and feels about {q.about}.",
        '{"relationship": "..."}',
        lambda q: record(relationship=_text(q, 200)),
        fallbacks.relation,
        max_tokens=80,
    ),
    Task(
        "focus",
        lambda q: f"Update what {q.first} is currently focused on.",
        '{"currently": "..."}',
        lambda q: record(currently=_text(q, 200)),
        fallbacks.focus,
        max_tokens=80,
    ),
    Task(
        "queries",
        lambda q: f"Write {q.count} questions to search {q.first}'s memory with.",
        '{"queries": ["...", "...", "..."]}',
        lambda q: record(queries=_texts(q, 140, q.count, q.count)),
        fallbacks.queries,
        max_tokens=160,
    ),
    Task(
        "merge",
        lambda q: "Merge these memories into one sentence.",
        '{"memory": "..."}',
        lambda q: record(memory=_text(q, 240)),
        fallbacks.merge,
        max_tokens=90,
    ),
)

TASKS: Mapping[str, Task] = {row.name: row for row in _ROWS}
"""Every task by name; the order is the order of the protocol's documentation."""


def _fixed_first(q: Question) -> str:
    """What is fixed is written first: then nothing else has taken its hour."""
    return ", first what is fixed" if q.fixed else ""


def _given(name: str) -> str:
    """A person's first name."""
    return name.split(" ", 1)[0]
