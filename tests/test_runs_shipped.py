"""The runs that ship: whole, small, finished, and with something to see, on their own and in no need of a model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sim.cli.main import main
from sim.cli.saved_runs import SHIPPED, SHIPPED_RUN
from sim.engine.verify import verify
from sim.record.read import Run
from sim.record.verify import verify_hashes


def test_the_shipped_run_is_whole_and_shows_how_news_spreads() -> None:
    assert SHIPPED_RUN.stat().st_size < 3_000_000 and verify_hashes(SHIPPED_RUN).bad_tick is None
    with Run(SHIPPED_RUN) as run:
        assert (run.meta.status, run.meta.model["mode"]) == ("finished", "guided")
        assert run.map_text and run.scenario_text and run.images
        assert run.talks(None, 0, run.last_tick) and run.events(0, run.last_tick, ("learn",))
        assert run.questions(None, 0, run.last_tick, 1) and run.vectors(run.meta.embedder)


def test_a_large_models_morning_ships_and_is_lived_again_tick_by_tick() -> None:
    path, _ = SHIPPED["capable_morning"]
    assert path.stat().st_size < 3_000_000
    found = verify(path)
    assert found.tick is None and found.ticks == 1801, found.why
    with Run(path) as run:
        assert (run.meta.status, run.meta.model["mode"], run.meta.model["rules"]["prompts"]) == ("finished", "free", "full")
        counters = run.counters()
        assert sum(row.calls for row in counters) > 60 and not any(row.fallbacks or row.repairs for row in counters)
        for kind in ("thought", "feel", "aloud", "learn", "intend"):
            assert run.events(0, run.last_tick, (kind,)), kind


def test_what_ships_is_listed_and_read_by_name_and_never_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saves = ["--saves", str(tmp_path)]
    assert main(["list", *saves]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in SHIPPED) and "large language model" in listed
    assert main(["show", "capable_morning", *saves, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["prompts"] == "full"
    for verb in ("resume", "compact"):
        assert main([verb, "capable_morning", *saves]) == 2, "what ships is not written"
        capsys.readouterr()
    before = SHIPPED["capable_morning"][0].read_bytes()
    assert main(["interview", "capable_morning", "nora", "Who are you?", "--model", "fake", *saves]) == 0, "a copy is asked"
    assert "I'm Nora Fennick" in capsys.readouterr().out, "a mind that answers in brief is asked in brief"
    assert SHIPPED["capable_morning"][0].read_bytes() == before and not list(tmp_path.iterdir())
