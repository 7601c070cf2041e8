"""The run that ships: whole, small, finished, and with something to see, on its own and in no need of a model."""

from __future__ import annotations

from sim.cli.saved_runs import SHIPPED_RUN
from sim.record.read import Run
from sim.record.verify import verify_hashes


def test_the_shipped_run_is_whole_and_shows_how_news_spreads() -> None:
    assert SHIPPED_RUN.stat().st_size < 3_000_000 and verify_hashes(SHIPPED_RUN).bad_tick is None
    with Run(SHIPPED_RUN) as run:
        assert (run.meta.status, run.meta.model["mode"]) == ("finished", "guided")
        assert run.map_text and run.scenario_text and run.images
        assert run.talks(None, 0, run.last_tick) and run.events(0, run.last_tick, ("learn",))
        assert run.questions(None, 0, run.last_tick, 1) and run.vectors(run.meta.embedder)
