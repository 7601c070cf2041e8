"""``StandIn``, the answerer: each kind of question by the function that answers it, and what is recorded as its prompt."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sim.answer.protocol import Answer, finish
from sim.answer.standin import days, interviews, speech, thoughts
from sim.llm.base import Prompt, Usage
from sim.prompts import Question

MODE = "standin"
ANSWERS: Mapping[str, Callable[[Any], Any]] = {
    "say": speech.say, "react": thoughts.react, "takeaway": thoughts.take_away, "recap": thoughts.recap,
    "plan": days.plan_day, "replan": days.replan, "steps": days.steps, "icon": days.icon, "place": days.thing,
    "state": days.state,
    "rate": thoughts.rate, "questions": thoughts.focal_points, "insights": thoughts.insights, "condense": thoughts.condense,
    "identity": thoughts.identity, "summary": thoughts.summary, "focus": thoughts.focus, "relation": thoughts.relation,
    "answer": interviews.answer, "answer_choice": interviews.choice, "answer_scale": interviews.scale,
}  # fmt: skip
"""Kind of question -> what answers it. The others (``observe``, ``merge``, ``learn``, ``queries``) are answered by the rule
that the kind itself has (``Question.fallback``)."""
SHOWN_MEMORIES = 6
"""Memories that the recorded prompt names."""


class StandIn:
    """The stand-in's reply to every question."""

    mode = MODE
    prompts = "full"
    alone = True
    """It answers everything itself: no helper answers beside it."""

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        return [self._one(question) for question in questions]

    def _one(self, q: Question[Any]) -> Answer:
        started = time.perf_counter()
        found = ANSWERS.get(q.task)
        reply = found(q) if found else q.fallback()
        return finish(q, Answer(reply, shown(q), "{}", MODE, usage=Usage(seconds=time.perf_counter() - started)))


def shown(q: Question[Any]) -> Prompt:
    """What is recorded as the prompt, so that a re-run can be compared: who is asked what, and the data that decides."""
    rows = [
        f"{q.task} {q.now}".strip(),
        *(f"intent {i.act} {i.facts} {i.to} {i.weight:.2f}" for i in getattr(q, "intents", ())),
    ]
    rows += [f"fact {fact.n} {fact.text}" for fact in getattr(q, "facts", ())]
    rows += [
        f"memory {text}" for text in (*q.memories[:SHOWN_MEMORIES], *getattr(q, "events", ()), *getattr(q, "statements", ()))
    ]
    rows += [f"{name} {value}" for name in ("seen", "activity", "question", "fixed") if (value := getattr(q, name, ""))]
    return Prompt(f"The stand-in answers for {q.card.name}.", "\n".join(rows))
