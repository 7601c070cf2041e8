"""Routine costs no question the second time, by a rule that a scenario can switch off; what it saved is counted and shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from town import live, start, stop, write_town

from sim.analysis.routine import routine_savings
from sim.cli.main import main
from sim.record.read import Run


def lived(folder: Path, rules: str) -> Path:
    folder.mkdir()
    scenario = write_town(folder)
    scenario.write_text(scenario.read_text() + rules)
    path = folder / "days.sqlite"
    store, engine = start(scenario, path)
    live(engine, 30 * 360)
    stop(store, engine)
    return path


def test_what_was_done_before_costs_no_call_unless_the_scenario_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = {}
    for name, rules in (("on", ""), ("off", "rules: {routine: false}\n")):
        path = lived(tmp_path / name, rules)
        with Run(path) as run:
            found = routine_savings(run)
            asked[name] = sum(row.calls for row in run.counters() if row.task == "steps")
        assert asked[name] + found.calls == found.stretches, "every stretch was asked about or known"
        assert (found.calls > 0) == (name == "on") and found.per_day <= found.calls
        assert main(["show", str(path)]) == 0
        assert f"saved by routine: {found.calls} calls, {found.per_day:.1f} per resident and day" in capsys.readouterr().out
    assert asked["on"] < asked["off"]
