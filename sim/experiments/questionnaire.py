"""A questionnaire as a YAML file: questions answered by a text, a choice or a number, and people's own answers to compare with.

People's answers stand in the file, or in a CSV file beside it (``answers: people.csv``): a row per person with the column
``resident`` and a column per question. Knows the file, not who is asked or how.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from sim.experiments.options import ExperimentError
from sim.scenario.problems import ProblemReport, ScenarioError, dotted
from sim.scenario.validation import wanted
from sim.scenario.yaml_reader import read_yaml

Answer = str | int | float


class Item(BaseModel):
    """One question. ``choice`` are the answers to choose among, ``scale`` the lowest and the highest number, with decimals
    where one of them is written with some (``[0.0, 1.0]``); with neither the answer is a text."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(pattern=r"^\w[\w-]*$")
    text: str = Field(min_length=1)
    choice: tuple[str, ...] = ()
    scale: tuple[int, int] | tuple[float, float] | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Item:
        if self.choice and self.scale:
            raise ValueError("has both choice and scale; write one of them")
        if len(self.choice) == 1 or len(set(self.choice)) != len(self.choice):
            raise ValueError("choice needs at least two different answers")
        if self.scale and self.scale[0] >= self.scale[1]:
            raise ValueError("scale is written [lowest, highest], such as [1, 10]")
        return self

    def share(self, answer: Answer) -> float:
        """Where a number stands on the scale, from 0 to 1."""
        low, high = self.scale or (0, 1)
        return (float(answer) - low) / (high - low)

    def check(self, answer: Answer) -> None:
        """Raises ValueError for what cannot be an answer."""
        if self.choice and str(answer) not in self.choice:
            raise ValueError(f"{answer!r} is none of {', '.join(self.choice)}")
        if self.scale:
            try:
                fits = 0 <= self.share(answer) <= 1
            except ValueError:
                fits = False
            if not fits:
                raise ValueError(f"{answer!r} is no number from {self.scale[0]} to {self.scale[1]}")


class Questionnaire(BaseModel):
    """``answers`` are people's own answers by resident's slug, ``again`` the answers of the same people asked a second time:
    how far people agree with themselves is the measure for residents."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = "A poll"
    questions: tuple[Item, ...]
    answers: dict[str, dict[str, Answer]] = {}
    again: dict[str, dict[str, Answer]] = {}

    @model_validator(mode="after")
    def _answers_fit(self) -> Questionnaire:
        items = {item.id: item for item in self.questions}
        if not items:
            raise ValueError("needs at least one question")
        if len(items) != len(self.questions):
            raise ValueError("two questions have the same id")
        if len({item.text for item in self.questions}) != len(self.questions):
            raise ValueError("two questions have the same text")
        for given in (self.answers, self.again):
            for who, answers in given.items():
                for name, answer in answers.items():
                    if name not in items:
                        raise ValueError(f"{who} answers {name!r}, which is no question; there are {', '.join(items)}")
                    try:
                        items[name].check(answer)
                    except ValueError as error:
                        raise ValueError(f"{who} answers {name} with {error}") from None
        return self


def read_questionnaire(path: Path | None) -> Questionnaire:
    """The questionnaire in the file ``path``. Raises ``ExperimentError`` that says what to mend."""
    if path is None:
        raise ExperimentError("A poll needs --questions FILE, such as scenarios/questionnaires/mayor.yaml.")
    try:
        document = read_yaml(_text(path), str(path), "name: and questions:")
    except ScenarioError as error:
        raise ExperimentError("\n".join(error.problems)) from None
    data, report = document.data, ProblemReport(str(path), document.marks, document.keys)
    data |= {key: _from_csv(path.parent / data[key]) for key in ("answers", "again") if isinstance(data.get(key), str)}
    try:
        return Questionnaire.model_validate(data)
    except ValidationError as error:
        for one in error.errors():
            report.add(one["loc"], _told(one))
    raise ExperimentError("\n".join(f"{problem.mark}: {problem.message}" for problem in report.found))


def _told(error: Any) -> str:
    """One of pydantic's errors in words."""
    name, kind = dotted(error["loc"]) or "the questionnaire", error["type"]
    if kind == "value_error":
        return f"{name}: {error['msg'].removeprefix('Value error, ')}"
    if kind in ("missing", "extra_forbidden"):
        return f"{name} is {'missing' if kind == 'missing' else 'an unknown key'}"
    return f"{name} {wanted(kind, error.get('ctx', {}), error.get('input'))}"


def _text(path: Path) -> str:
    """A file as text. Raises ``ExperimentError``."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ExperimentError(f"{path}: cannot be read ({error.strerror or error}).") from None
    except UnicodeDecodeError:
        raise ExperimentError(f"{path}: is not a text in UTF-8; save it as UTF-8.") from None


def _from_csv(path: Path) -> Mapping[str, Mapping[str, Any]]:
    """Person -> question -> answer; an empty cell is no answer. Raises ``ExperimentError``."""
    try:
        rows = list(csv.DictReader(io.StringIO(_text(path), newline="")))
    except csv.Error as error:
        raise ExperimentError(f"{path}: is not a CSV file ({error}).") from None
    if rows and "resident" not in rows[0]:
        raise ExperimentError(f"{path}: needs a column `resident` with the residents' slugs, and one per question.")
    if any(None in row for row in rows):
        raise ExperimentError(f"{path}: a row has more cells than the first one has names.")
    return {str(row.pop("resident")): {key: text for key, text in row.items() if text} for row in rows}
