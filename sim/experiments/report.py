"""The report of an experiment: tables (CSV and Parquet), pictures, and the page ``report.md``.

The page states its provenance: model, seeds, run hashes, the digest of the program's code, and the command to repeat it.
"""

from __future__ import annotations

import importlib.metadata
import platform
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sim.analysis.extras import EXTRAS, library
from sim.engine.code_version import digest
from sim.experiments.columns import column, described
from sim.experiments.options import Options
from sim.experiments.towns import MeasuredTown
from sim.record.atomic_write import atomic_files
from sim.record.export.diary import escape
from sim.record.export.tables import no_formula
from sim.record.read import Run
from sim.version import VERSION

MARKUP = "\\`[]<>"
"""Signs that begin code, links and HTML in a page; they are escaped in texts of a run, which may come from anybody."""
SHOWN_ROWS = 40
"""Rows of a table on the page; the files have all rows."""


class ReportPage:
    """Collects the page and writes tables and pictures into ``tables`` and ``pictures`` in ``folder``."""

    def __init__(self, options: Options, title: str, towns: Sequence[MeasuredTown]) -> None:
        self.options, self.folder = options, options.out
        self.lines = [f"# {escape(title, MARKUP)}", ""]
        self.towns = towns
        self._columns: dict[str, list[str]] = {}
        """Table -> its columns."""

    def _folder(self, name: str) -> Path:
        """A folder of the report, made when something is written: an experiment that is refused leaves nothing."""
        (self.folder / name).mkdir(parents=True, exist_ok=True)
        return self.folder / name

    def say(self, text: str) -> None:
        """Add a paragraph, if there is any text; its own code and links stand, HTML does not."""
        self.lines += [re.sub(r"[<>]", r"\\\g<0>", text), ""] if text else []

    def head(self, text: str) -> None:
        """Add a heading."""
        self.lines += [f"## {escape(text, MARKUP)}", ""]

    def table(
        self, name: str, rows: Sequence[Mapping[str, Any]], caption: str, columns: Sequence[str] = (), shown: int = SHOWN_ROWS
    ) -> None:
        """Write a table to files and add its first rows to the page."""
        write_table(self._folder("tables") / name, rows)
        self._columns[name] = list(dict.fromkeys(key for row in rows for key in row))
        self.say(f"{caption} (`tables/{name}.csv`, `.parquet`; {len(rows)} rows)")
        if rows and shown:
            keys = list(columns or rows[0])
            self.lines += ["| " + " | ".join(keys) + " |", "|" + "---|" * len(keys)]
            self.lines += [_table_row([row.get(key) for key in keys]) for row in rows[:shown]]
            self.lines.append("")

    def picture(self, name: str, caption: str) -> Path:
        """Add a picture to the page; returns the path to draw it to. It stands there as PDF and SVG too."""
        told = escape(caption, MARKUP)
        vectors = f"([PDF](pictures/{name}.pdf), [SVG](pictures/{name}.svg))"
        self.lines += [f"![{told}](pictures/{name}.png)", "", f"*{told}* {vectors}", ""]
        return self._folder("pictures") / f"{name}.png"

    def finish(self, results: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Add the last table, a row per town, and write the page; returns the results."""
        self.table("results", results, "Every town", shown=0)
        self.save()
        return results

    def save(self) -> Path:
        """Write the page with its provenance at the end, and the data dictionary of its tables."""
        path = self.folder / "report.md"
        told = {name: column(name) or described(name) for names in self._columns.values() for name in names}
        dictionary = [
            {"table": table, "column": name, "unit": told[name].unit, "meaning": told[name].meaning}
            for table, names in self._columns.items()
            for name in names
        ]
        if dictionary:
            write_table(self._folder("tables") / "dictionary", dictionary)
            self.say(f"What every column holds, and its unit: `tables/dictionary.csv` ({len(dictionary)} columns).")
        with atomic_files(path) as draft:
            draft(path).write_text("\n".join([*self.lines, *self._provenance()]) + "\n", encoding="utf-8")
        print(f"Report: {path}")
        return path

    def _provenance(self) -> list[str]:
        lines = [
            "## How this was made",
            "",
            "| run | scenario | seed | changed | model | embedder | ticks | hash |",
            "|---|---|---|---|---|---|---|---|",
        ]
        for town in self.towns:
            with Run(town.path) as run:
                meta, last = run.meta, run.last_tick
                model = f"{meta.model.get('name', '')} {str(meta.model.get('digest', ''))[:12]} ({meta.model.get('mode', '')})"
                changed = ", ".join(f"{key}={value}" for key, value in town.overrides) or town.condition or "-"
                about = (meta.name, meta.scenario_name, meta.seed, changed, model, meta.embedder)
                lines.append(_table_row((*about, last, run.hash_at(last).hex()[:16])))
        return [
            *lines,
            "",
            f"{self._answering()}Version {VERSION}, code {digest()}, Python {platform.python_version()}, {_libraries()}.",
            "",
            f"Again: `{self.options.command}` (what is already lived and answered is not done twice; remove "
            f"`{self.folder.name}/` to start over).",
        ]

    def _answering(self) -> str:
        """A sentence on who answered the interviews, if there were any."""
        who = self.options.model or "each run's own model"
        return f"Interviews were answered by {who}. " if self.options.answers.exists() else ""


def write_table(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write ``path.csv`` and ``path.parquet`` atomically."""
    library("pyarrow")
    frame = library("pandas").DataFrame(list(rows))
    with atomic_files(path) as draft:
        frame.to_parquet(draft(path.with_suffix(".parquet")), index=False)
        frame.map(no_formula).to_csv(draft(path.with_suffix(".csv")), index=False)


def _table_row(values: Sequence[Any]) -> str:
    return "| " + " | ".join(map(_cell, values)) + " |"


def _cell(value: Any) -> str:
    """A value as a Markdown table cell: floats with three digits, no line breaks."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.3f}"
    return escape(str(value).replace("|", "/"), MARKUP)


def _libraries() -> str:
    found = []
    for name in (*EXTRAS, "numpy", "faiss-cpu", "llama-cpp-python"):
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return ", ".join(found)
