"""A questionnaire as a YAML file: questions answered by a text, a choice or a number, and people's own answers to compare with.

Knows the file and how well two sets of answers agree, not who is asked or how.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from sim.experiments.options import ExperimentError

Answers = Mapping[str, Mapping[str, str | int | float]]
"""Resident -> question -> answer."""


class Item(BaseModel):
    """One question. ``choice`` are the answers to choose among, ``scale`` the lowest and the highest number; with neither the
    answer is a text."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(min_length=1)
    text: str = Field(min_length=1)
    choice: tuple[str, ...] = ()
    scale: tuple[int, int] | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Item:
        if self.choice and self.scale:
            raise ValueError("has both choice and scale; write one of them")
        if len(self.choice) == 1 or len(set(self.choice)) != len(self.choice):
            raise ValueError("choice needs at least two different answers")
        if self.scale and self.scale[0] >= self.scale[1]:
            raise ValueError("scale is written [lowest, highest], such as [1, 10]")
        return self


class Questionnaire(BaseModel):
    """``answers`` are people's own, ``again`` those of the same people asked a second time: how far people agree with
    themselves is what a model can be measured by."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = "A poll"
    questions: tuple[Item, ...] = Field(min_length=1)
    answers: dict[str, dict[str, str | int | float]] = {}
    again: dict[str, dict[str, str | int | float]] = {}

    @model_validator(mode="after")
    def _names(self) -> Questionnaire:
        ids = [item.id for item in self.questions]
        if len(set(ids)) != len(ids):
            raise ValueError("two questions have the same id")
        for given in (self.answers, self.again):
            for who, answers in given.items():
                if unknown := [name for name in answers if name not in ids]:
                    raise ValueError(f"{who} answers {unknown[0]!r}, which is no question; there are {', '.join(ids)}")
        return self


def read_questionnaire(path: Path | None) -> Questionnaire:
    """Raises ``ExperimentError`` that says what to mend."""
    if path is None:
        raise ExperimentError("A poll needs --questions FILE, such as scenarios/questionnaires/mayor.yaml.")
    try:
        return Questionnaire.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        raise ExperimentError(f"{path}: cannot be read ({error}).") from None
    except yaml.YAMLError as error:
        raise ExperimentError(f"{path}: not readable as YAML: {' '.join(str(error).split())}") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the questionnaire"
        raise ExperimentError(f"{path}: {where}: {first['msg'].removeprefix('Value error, ')}.") from None


def agreement(items: Sequence[Item], found: Answers, people: Answers) -> list[dict[str, str | float | int | None]]:
    """How well answers agree with people's, a row per question that both answered: the share of equal choices, or Pearson's
    correlation and the mean absolute error of numbers."""
    rows: list[dict[str, str | float | int | None]] = []
    for item in items:
        pairs = [(found[who][item.id], own[item.id]) for who, own in people.items() if item.id in own and who in found]
        if not pairs or not (item.choice or item.scale):
            continue
        equal = correlation = error = None
        if item.choice:
            equal = sum(str(a) == str(b) for a, b in pairs) / len(pairs)
        else:
            ours, theirs = [float(a) for a, _ in pairs], [float(b) for _, b in pairs]
            correlation = _pearson(ours, theirs)
            error = sum(abs(a - b) for a, b in zip(ours, theirs, strict=True)) / len(pairs)
        rows.append({"question": item.id, "people": len(pairs), "equal": equal, "correlation": correlation, "error": error})
    return rows


def _pearson(a: Sequence[float], b: Sequence[float]) -> float | None:
    """None where either does not vary."""
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    along = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True))
    spread: float = (sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)) ** 0.5
    return along / spread if spread else None
