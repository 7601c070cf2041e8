"""The banks of phrases hold every line that the code names, and nothing that it does not."""

from __future__ import annotations

import re
from pathlib import Path

from sim.language import phrases
from sim.language.phrases import Moment

SIM = Path(__file__).resolve().parents[1] / "sim"
MOMENTS = {name: value for name, value in vars(phrases).items() if isinstance(value, Moment)}


def test_the_banks_hold_what_the_code_names() -> None:
    code = "\n".join(path.read_text("utf-8") for path in sorted(SIM.rglob("*.py")))
    named = {name: set(re.findall(rf"\b{name}\.([A-Z_]{{3,}})\b", code)) for name in MOMENTS}
    assert named["chat"] and named == {name: set(vars(moment)) for name, moment in MOMENTS.items()}
