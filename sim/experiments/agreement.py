"""How well residents' answers agree with those of the people they stand for, beside how well people agree with themselves.

As in Park et al. 2024, "Generative agent simulations of 1,000 people": accuracy of choices; correlation and mean absolute error
of numbers; and accuracy and correlation divided by what the same person reaches when asked a second time. Numbers are scaled to
0 to 1 by their question's scale, so that a person's answers to several questions can be correlated.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

from sim.experiments.questionnaire import Answer, Item

Answers = Mapping[str, Mapping[str, Answer]]
"""Person -> question -> answer."""
Row = dict[str, str | float | int | None]
NORMALISED = ", normalised"
"""Ends the names of the measures that are divided by a person's agreement with themselves."""
BOUNDS = {"accuracy": (0.0, 1.0), "correlation": (-1.0, 1.0), "error": (0.0, 1.0)}
"""Measure -> the least and the most that it can be, for each person. A normalised one has no most."""
Pair = tuple[Item, Answer, Answer]


def by_person(items: Sequence[Item], found: Answers, people: Answers, again: Answers) -> list[Row]:
    """A row per person who was asked and has answers: agreement, agreement of the person with themselves, and the ratio."""
    rows: list[Row] = []
    for who, own in people.items():
        if who not in found:
            continue
        ours, theirs = _scores(_pairs(items, found[who], own)), _scores(_pairs(items, again.get(who, {}), own))
        row: Row = {"person": who}
        for name, value in ours.items():
            best = theirs[name]
            row |= {name: value, f"{name}, again": best}
            if name != "error":
                row[f"{name}{NORMALISED}"] = value / best if value is not None and best else None
        rows.append(row)
    return rows


def left_out(people: Sequence[Row], name: str) -> str:
    """Who is not in the mean of a measure, and why: ``ben (no second answers)``."""
    plain = name.removesuffix(NORMALISED)
    found = {}
    for row in people:
        if row[name] is not None:
            found[str(row["person"])] = ""
        elif row[plain] is None:
            found.setdefault(str(row["person"]), "no such answers, or they do not vary")
        elif name != plain:
            again = row[f"{plain}, again"]
            found.setdefault(str(row["person"]), "no second answers" if again is None else "never agrees with themselves")
        else:
            found.setdefault(str(row["person"]), "no second answers, or they do not vary")
    return "; ".join(f"{who} ({why})" for who, why in found.items() if why)


def agreement(items: Sequence[Item], found: Answers, people: Answers, again: Answers) -> list[Row]:
    """A row per closed question that was answered on both sides, over people."""
    rows: list[Row] = []
    for item in items:
        both = [pair for who, own in people.items() for pair in _pairs([item], found.get(who, {}), own)]
        twice = [pair for who, own in people.items() for pair in _pairs([item], again.get(who, {}), own)]
        if both:
            best = {f"{name}, again": value for name, value in _scores(twice).items()}
            rows.append({"question": item.id, "people": len(both), **_scores(both), **best})
    return rows


def _pairs(items: Sequence[Item], a: Mapping[str, Answer], b: Mapping[str, Answer]) -> list[Pair]:
    closed = [item for item in items if item.choice or item.scale]
    return [(item, a[item.id], b[item.id]) for item in closed if item.id in a and item.id in b]


def _scores(pairs: Sequence[Pair]) -> dict[str, float | None]:
    chosen = [str(a) == str(b) for item, a, b in pairs if item.choice]
    numbers = [(item.share(a), item.share(b)) for item, a, b in pairs if item.scale]
    return {
        "accuracy": sum(chosen) / len(chosen) if chosen else None,
        "correlation": _correlation(numbers),
        "error": sum(abs(a - b) for a, b in numbers) / len(numbers) if numbers else None,
    }


def _correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's; None for fewer than two pairs, or where either side does not vary."""
    if len(pairs) < 2 or any(len({pair[side] for pair in pairs}) < 2 for side in (0, 1)):
        return None
    return statistics.correlation(*zip(*pairs, strict=True))
