"""``answer_scale``: an interviewer's question that a number answers. Source: seed document 003."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sim.prompts.parts import Line, Part
from sim.prompts.question import Considered, Question
from sim.prompts.schema import Schema, number, record_of

MOST = 101
"""Numbers that a model chooses among; one of a wider range is written."""


@dataclass(frozen=True, slots=True)
class ScaleAnswer(Considered):
    """A number of the scale, whole if its ends are."""

    answer: int | float


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerScale(Question[ScaleAnswer]):
    """Answer ``question`` with a number of ``range``, (low, high) (None: 1 to 10), with decimals where one of the two is a
    ``float``; ``range_words`` say what the two mean."""

    task = "answer_scale"
    reply = ScaleAnswer
    shape = '{"answer": number}'
    temperature = 0.0
    max_tokens = 12

    question: str = ""
    range: tuple[float, float] | None = None
    range_words: tuple[str, str] = ("not at all", "completely")

    def instruction(self) -> str:
        return f"Give the number {self.first} would give."

    def members(self) -> Mapping[str, str]:
        return self.thought_of("why")

    def subject(self) -> Iterator[Part]:
        yield Line("Question", self.question)
        if self.range is not None:
            (low, high), words, more = self.range, self.range_words, "" if self.whole else ", with decimals"
            yield Line("Range", f"{low} ({words[0]}) to {high} ({words[1]}){more}")

    def schema(self) -> Schema:
        return record_of(ScaleAnswer, **self.thinking(), answer=number(*self.scale()))

    def options(self) -> tuple[int, ...]:
        low, high = self.scale()
        return tuple(int(low) + n for n in range(int(high - low) + 1)) if self.whole and high - low < MOST else ()

    def scale(self) -> tuple[float, float]:
        """The lowest and the highest answer."""
        return self.range or (1, 10)

    @property
    def whole(self) -> bool:
        """Whether the answer is a whole number."""
        return all(isinstance(end, int) for end in self.scale())

    def fallback(self) -> ScaleAnswer:
        return ScaleAnswer(sum(self.scale()) // 2 if self.whole else sum(self.scale()) / 2)


QUESTION = AnswerScale
