"""Exports of a run: tables (JSONL, CSV, Parquet), a diary per resident (Markdown), a page that plays the run (HTML).

    export(run_path, "html", out)        # -> the paths written

Every export reads through ``sim.record.read`` and writes only the given file or into the given folder.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sim.record.atomic_write import atomic_files
from sim.record.errors import DECODE_ERRORS, RunError, describe_error
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
"""Format -> its writer. ``html`` writes one file, the others write into a folder."""


def export(run_path: str | Path, form: str, out: str | Path) -> list[Path]:
    """Export a run as ``form`` to ``out`` (a folder; for ``html`` a file); returns the paths written. Raises ``RunError``."""
    if form not in FORMATS:
        raise RunError(f"{form}: there is no such export; choose among {', '.join(FORMATS)}")
    with Run(run_path) as run:
        return write(run, form, Path(out))


def write(run: Run, form: str, out: Path) -> list[Path]:
    """As ``export``, for an open run. Either all files are written or none."""
    try:
        with atomic_files(out, "Choose another place with --to.") as draft:
            return FORMATS[form](run, out, draft)
    except DECODE_ERRORS as error:
        raise RunError(f"{run.path}: {describe_error(error)}") from error
