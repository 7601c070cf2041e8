"""The exam's results as one table for people, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from sim.training.exam.statistics import Row

Results = Mapping[str, Sequence[Row]]
"""The rows of each way of asking, all in the same order."""


def as_text(title: str, results: Results) -> str:
    """Measure, goal, and per way of asking: value, 95 % interval, n."""
    lines = [["measure", "goal", *(part for mode in results for part in (mode, "95 % interval", "n"))]]
    lines += [[name, goal, *(part for row in found for part in _cells(row))] for name, goal, found in _measures(results)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join([title, *("  ".join(_aligned(line, widths)).rstrip() for line in lines)])


def as_markdown(results: Results) -> str:
    """The same as a Markdown table for a model card."""
    lines = [f"| measure | goal | {' | '.join(results)} |", f"|---|---|{'---|' * len(results)}"]
    for name, goal, found in _measures(results):
        cells = [f"{a} ({b}), n {c}" if b else f"{a}, n {c}" for a, b, c in map(_cells, found)]
        lines.append(f"| {name.strip()} | {goal} | {' | '.join(cells)} |")
    return "\n".join(lines)


def as_json(head: Mapping[str, object], results: Results) -> str:
    """Everything, the rules of counting included."""
    rows = {mode: [{**asdict(row), "name": row.name.strip()} for row in found] for mode, found in results.items()}
    return json.dumps({**head, "results": rows}, indent=1, ensure_ascii=False)


def _measures(results: Results) -> Iterator[tuple[str, str, list[Row | None]]]:
    """(name, goal, row of each way of asking) of every measure."""
    by_name = [{row.name: row for row in rows} for rows in results.values()]
    for name in dict.fromkeys(name for rows in by_name for name in rows):
        found = [rows.get(name) for rows in by_name]
        yield name, next((_value(row.goal, row) for row in found if row and row.goal is not None), ""), found


def _cells(row: Row | None) -> tuple[str, str, str]:
    if row is None or row.value is None:
        return "-", "", str(row.n if row else 0)
    span = f"{_value(row.low, row)} to {_value(row.high, row)}" if row.low is not None and row.high is not None else ""
    return _value(row.value, row), span, str(row.n)


def _value(value: float | None, row: Row) -> str:
    if value is None:
        return ""
    return f"{value:.1%}" if row.unit == "%" else f"{value:.2f}{' ' if row.unit else ''}{row.unit}"


def _aligned(line: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [
        text.ljust(width) if i == 0 else text.rjust(width) for i, (text, width) in enumerate(zip(line, widths, strict=True))
    ]
