"""What an experiment leaves: tables (CSV and Parquet), pictures, and a page that says what was measured, with whom and how.

``Report`` collects; ``save`` writes ``report.md``. Every page states model, seeds, run hashes, the digest of the program's
code and the command that makes it again.
"""

from __future__ import annotations

import importlib.metadata
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sim import __version__
from sim.analysis.extras import EXTRAS, library
from sim.engine.code_version import digest
from sim.experiments.options import Options
from sim.experiments.towns import Town
from sim.record.read import Run

SHOWN = 40
"""Rows of a table that the page shows; the files have all."""


class Report:
    """One experiment's page. ``folder`` is the experiment's; tables go to ``tables``, pictures to ``pictures``."""

    def __init__(self, options: Options, title: str, towns: Sequence[Town]) -> None:
        self.options, self.folder = options, options.out
        self.lines = [f"# {title}", ""]
        self.towns = towns
        for name in ("tables", "pictures"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)

    def say(self, text: str) -> None:
        """A paragraph."""
        self.lines += [text, ""]

    def head(self, text: str) -> None:
        """A heading."""
        self.lines += [f"## {text}", ""]

    def table(
        self, name: str, rows: Sequence[Mapping[str, Any]], caption: str, columns: Sequence[str] = (), shown: int = SHOWN
    ) -> None:
        """Write a table to files and show its first rows."""
        write_table(self.folder / "tables" / name, rows)
        self.say(f"{caption} (`tables/{name}.csv`, `.parquet`; {len(rows)} rows)")
        if rows and shown:
            keys = list(columns or rows[0])
            self.lines += ["| " + " | ".join(keys) + " |", "|" + "---|" * len(keys)]
            self.lines += ["| " + " | ".join(cell(row.get(key)) for key in keys) + " |" for row in rows[:shown]]
            self.lines.append("")

    def picture(self, name: str, caption: str) -> Path:
        """Show a picture; returns where to draw it."""
        self.lines += [f"![{caption}](pictures/{name}.png)", "", f"*{caption}*", ""]
        return self.folder / "pictures" / f"{name}.png"

    def save(self) -> Path:
        """Write the page, its provenance at the end."""
        path = self.folder / "report.md"
        path.write_text("\n".join([*self.lines, *self._provenance()]) + "\n", encoding="utf-8")
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
                changed = ", ".join(f"{key}={value}" for key, value in town.setting) or town.condition or "-"
                cells = (
                    meta.name,
                    meta.scenario_name,
                    meta.seed,
                    changed,
                    model,
                    meta.embedder,
                    last,
                    run.hash_at(last).hex()[:16],
                )
                lines.append("| " + " | ".join(cell(value) for value in cells) + " |")
        return [
            *lines,
            "",
            f"{self._answering()}Version {__version__}, code {digest()}, Python {platform.python_version()}, {_libraries()}.",
            "",
            f"Again: `{self.options.command}` (what is already lived and answered is not done twice; remove "
            f"`{self.folder.name}/` to start over).",
        ]

    def _answering(self) -> str:
        """Who answered the interviews, if there were any."""
        who = self.options.model or "each run's own model"
        return f"Interviews were answered by {who}. " if (self.folder / "answers.jsonl").exists() else ""


def write_table(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """``path.csv`` and ``path.parquet``; nothing is left half written."""
    library("pyarrow")
    frame = library("pandas").DataFrame(list(rows))
    for suffix, write in ((".csv", frame.to_csv), (".parquet", frame.to_parquet)):
        partial = path.with_suffix(".partial")
        write(partial, index=False)
        partial.replace(path.with_suffix(suffix))


def cell(value: Any) -> str:
    """A value as a table cell: shares and scores with three digits, no line breaks."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.3f}"
    return str(value).replace("|", "/").replace("\n", " ")


def _libraries() -> str:
    found = []
    for name in (*EXTRAS, "numpy", "faiss-cpu", "llama-cpp-python"):
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return ", ".join(found)
