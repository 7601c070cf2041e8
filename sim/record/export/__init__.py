"""A run in other forms: tables (JSONL, CSV, Parquet), a diary per resident (Markdown), a page that plays (HTML).

    export(run_path, "html", out)        # -> the paths written

Every export reads through ``sim.record.read`` and writes beside or below the given path, never elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sim.record.atomic_write import drafts
from sim.record.errors import MALFORMED, RunError, explain
from sim.record.export.diary import write_diaries
from sim.record.export.page import write_page
from sim.record.export.tables import Draft, write_csv, write_jsonl, write_parquet
from sim.record.read import Run

FORMATS: dict[str, Callable[[Run, Path, Draft], list[Path]]] = {
    "jsonl": write_jsonl,
    "csv": write_csv,
    "parquet": write_parquet,
    "diary": write_diaries,
    "html": write_page,
}
"""Format -> writer. ``html`` writes one file; the others write into a folder."""


def export(run_path: str | Path, form: str, out: str | Path) -> list[Path]:
    """Write a run as ``form`` to ``out`` (a folder; a file for ``html``). Raises ``RunError`` with a message."""
    if form not in FORMATS:
        raise RunError(f"{form}: there is no such export; choose among {', '.join(FORMATS)}")
    with Run(run_path) as run:
        return write(run, form, Path(out))


def write(run: Run, form: str, out: Path) -> list[Path]:
    """As ``export``, of a run that is open. All files come into being, or none."""
    try:
        with drafts(out, "Choose another place with --to.") as draft:
            return FORMATS[form](run, out, draft)
    except MALFORMED as error:
        raise RunError(f"{run.path}: {explain(error)}") from error
