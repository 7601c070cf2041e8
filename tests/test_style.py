"""The whole project is clean under ruff and mypy --strict, as pyproject.toml sets them up."""

from __future__ import annotations

import subprocess
import sys

from town import ROOT


def _complaints(*words: str) -> str:
    """What a checker says; "" when it has nothing to say."""
    done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, timeout=900)
    return "" if done.returncode == 0 else done.stdout[-4000:] + done.stderr[-2000:]


def test_ruff_has_nothing_to_say() -> None:
    assert _complaints("ruff", "check", "sim", "tests", "assets", "run_sim.py") == ""


def test_types_are_right() -> None:
    assert _complaints("mypy") == ""
