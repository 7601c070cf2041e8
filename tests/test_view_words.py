"""What window and help say is plain English: words that readers stumbled over do not come back."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.cli.parser import VERBS, build, parse

ROOT = Path(__file__).resolve().parents[1]
STUMBLED_OVER = re.compile(r"poignant|utterances?\b|lives one|, chosen|on purpose|of it served|their own again", re.I)
DATA = ("utterance",)
"""Names of kinds in run files, which are no words of the window."""


def texts() -> Iterator[tuple[str, str]]:
    """(file, text) of every text of the window and of the start screen's offers, without docstrings."""
    for path in [*sorted((ROOT / "sim" / "view").rglob("*.py")), ROOT / "sim" / "cli" / "start.py"]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
                yield path.name, node.value


def test_the_window_says_nothing_that_readers_stumbled_over() -> None:
    found = [(file, text) for file, text in texts() if text not in DATA and STUMBLED_OVER.search(text)]
    assert not found and len(list(texts())) > 500


@pytest.mark.parametrize("verb", ["", *VERBS])
def test_the_help_says_nothing_that_readers_stumbled_over(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse([*([verb] if verb else []), "--help"])
    told = capsys.readouterr().out
    assert told and not STUMBLED_OVER.search(told)
    assert build().prog in told
