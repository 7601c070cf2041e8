"""``insights``: what statements let the resident infer, each insight citing those behind it. Source: Park et al. 2023,
section 4.2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from sim.prompts.parts import Bullets, Line, Numbered, Part
from sim.prompts.question import Considered, Question
from sim.prompts.schema import Schema, array, number, record, record_of, text

USUAL = 5
"""The insights of a reply that ``max_tokens`` has room for."""
STATEMENTS = 1000.0
"""The priority of statements: all memories but the best go before them."""
NOTHING = "nothing new adds up"
"""The insight of whoever has none; it is not kept."""


@dataclass(frozen=True, slots=True)
class InsightRow:
    """An insight and the numbers of the statements that it rests on."""

    because: tuple[int, ...]
    insight: str
    importance: int = 0
    """1 to 10, in the full register; 0 where it is rated apart."""


@dataclass(frozen=True, slots=True)
class Insights(Considered):
    """Insights, the most important first. ``changes_plan``: what the resident will do today because of them, "" for
    nothing."""

    insights: tuple[InsightRow, ...]
    changes_plan: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class InferInsights(Question[Insights]):
    """Infer up to ``count`` insights from ``statements`` (numbered from 1), for the focal point ``question``."""

    task = "insights"
    reply = Insights
    shape = '{"insights": [{"because": [1, 2], "insight": "..."}, ...]}'
    max_tokens = 320
    full_tokens = 700
    looks_back = True

    statements: tuple[str, ...] = ()
    question: str = ""
    count: int = 3
    besides: tuple[str, ...] = ()
    """In the full register: the other focal points of this reflection, asked in the same round."""
    nearest: tuple[int, ...] = ()
    """The same: which of the statements, in order of time there, are the most relevant; the first one is that most."""

    @property
    def tokens(self) -> int:
        """Room for as many insights as are asked for, beyond the usual five."""
        return (self.full_tokens if self.full else self.max_tokens) * max(USUAL, self.count) // USUAL

    def instruction(self) -> str:
        if self.count > 1:
            return f"Infer up to {self.count} high-level insights and cite the statements behind each."
        return "Infer one high-level insight and cite the statements behind it."

    def request(self) -> str:
        many = f"up to {self.count} high-level insights" if self.count > 1 else "one high-level insight"
        return (
            f"Infer {many} that {self.first} draws from numbered statements. Each lays two or more statements of different "
            "moments or people side by side and says what shows only then: what somebody does again and again, does here "
            "and not there, says and does otherwise, or does since something happened. Name the persons and the thing or "
            "deed that shows it, then what follows for whom: what to expect, ask, do or leave. Each follows from the "
            "statements that it cites and from nothing else: a reader who sees these alone must agree to every part of it, "
            "so cite all that it uses. A motive that nobody has named is told as what seems so, and only where two "
            "statements point to it. Not a summary, compliment, saying or image, nothing that holds of everybody in town, "
            "nothing that was concluded before. One that holds is better than three. What not to do: from one talk, where "
            "Ann promises Ben a ladder, infer that Ben can rely on Ann; a promise is kept or not only later."
        )

    def cue(self) -> str:
        about = f" about this question: {self.question}" if self.question else "."
        return f"Now infer what {self.first} can conclude from the statements{about}"

    def members(self) -> Mapping[str, str]:
        return {
            **self.thought_of("what strikes them when they look back on this"),
            "because": "the numbers of all statements that it uses, two to five; those of one minute are mostly of one talk, "
            "and what they say alike is one reason",
            "insight": f"one sentence in the third person that names {self.first} or whom it is about, at most 240 characters",
            "importance": "how much it matters to them, from 1 (mundane) to 10 (life-changing)",
            "changes_plan": f"what {self.first} will do today because of this and today's plan does not have yet, a sentence "
            "with whom or what and when; mostly empty",
        }

    def subject(self) -> Iterator[Part]:
        yield Numbered("Statements", self._shown(), priority=STATEMENTS, best=self.nearest, must=1)
        yield Line("Question", "" if self.full else self.question)
        yield Bullets(
            "Asked apart, so leave to their own turn what answers these", self.besides if self.full else (), priority=50
        )

    def droppable(self) -> tuple[str, ...]:
        """Statements go after all memories, the least relevant first; the most relevant one stays."""
        items = Numbered("", self._shown()).items()
        return (*Question.droppable(self), *(items[i] for i in reversed((self.nearest or range(len(items)))[1:])))

    def _shown(self) -> tuple[str, ...]:
        """The statements, in the full register with when they are from."""
        return tuple(map(self.scene.line, self.statements)) if self.scene else self.statements

    def schema(self) -> Schema:
        numbers = range(1, max(1, len(self.statements)) + 1)
        schema = insights_schema(numbers, max(1, self.count), self.full, self.thinking())
        return record(**schema["properties"], changes_plan=text(200, 0)) if self.full else schema

    def resolution(self, reply: Insights) -> str:
        """What the resident does because of a reply, in the resident's own words; in brief all that is new, each in a line,
        for which the plan is looked through once more; ``""`` for nothing."""
        if self.full:
            return " ".join(reply.changes_plan.split())
        return "\n".join(row.insight for row in reply.insights if row.insight not in (NOTHING, *self.statements))

    def repair(self, reply: Insights) -> Insights:
        return merged(reply)

    def fallback(self) -> Insights:
        """The first statement, kept as it is."""
        text = self.statements[0] if self.statements else f"{self.card.name} lives from day to day"
        return Insights((InsightRow((1,), text[:160]),))


def insights_schema(
    numbers: range | list[int], most: int, full: bool = False, thinking: Mapping[str, Schema] | None = None
) -> Schema:
    """Up to ``most`` insights that cite some of ``numbers``; in the ``full`` register longer ones, with their importance."""
    cited, rated = array({"enum": list(numbers)}, min(10, len(numbers))), {"importance": number(1, 10)} if full else {}
    row = record_of(InsightRow, because=cited, insight=text(240 if full else 160), **rated)
    return record_of(Insights, **thinking or {}, insights=array(row, most))


def merged(reply: Insights) -> Insights:
    """Each citation once, and no insight twice."""
    kept: dict[str, InsightRow] = {}
    for row in reply.insights:
        because = dict.fromkeys((*(kept[row.insight].because if row.insight in kept else ()), *row.because))
        kept[row.insight] = replace(kept.get(row.insight, row), because=tuple(because))
    return replace(reply, insights=tuple(kept.values()))


QUESTION = InferInsights
