"""A run that stops, dies or is forked goes on as if nothing had been; its record re-runs to the same hashes."""

from __future__ import annotations

import json
import random
import sqlite3
from pathlib import Path

import pytest
from town import content, go_on, live, lived, rows, start, stop, write_town

from sim.engine.edit import Edit, fork_run
from sim.engine.tick import Engine
from sim.engine.verify import verify
from sim.record import seal
from sim.record.read import Run
from sim.types import Command

TICKS = 900
WHISPER = {300: [Command("whisper", {"who": "ben", "text": "Ben Okoye ought to visit the sea"})]}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A morning in one go, with a whisper in it."""
    return lived(tmp_path_factory.mktemp("whole") / "whole.sqlite", TICKS, WHISPER)


def test_stopping_and_resuming_changes_nothing(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "parts.sqlite"
    store, engine = start(write_town(tmp_path), path)
    for ticks in (1, 130, 169, 1, 250, 349):
        live(engine, ticks, WHISPER)
        stop(store, engine)
        store, engine = go_on(path)
    store.close()
    assert content(path) == content(whole)


def test_a_run_goes_on_the_same_from_any_tick_it_wrote(whole: Path, tmp_path: Path) -> None:
    written = [tick for (tick,) in rows(whole, "SELECT tick FROM ticks WHERE tick > 0 AND tick < 899")]
    for tick in random.Random(8).sample(written, 8):
        path = tmp_path / f"at{tick}.sqlite"
        fork_run(whole, tick, path, Edit())
        store, engine = go_on(path)
        live(engine, TICKS - tick, WHISPER)
        stop(store, engine)
        assert content(path) == content(whole), f"forked at tick {tick}"


def test_a_resumed_mind_knows_in_which_order_things_came(tmp_path: Path) -> None:
    """Prompts name people in the order in which they were met."""
    path = tmp_path / "order.sqlite"
    store, engine = start(write_town(tmp_path), path)
    live(engine, TICKS, WHISPER)
    before = _minds(engine)
    stop(store, engine)
    store, engine = go_on(path)
    assert _minds(engine) == before
    store.close()


def test_a_mind_resumed_twice_knows_what_it_came_to_know_in_between(tmp_path: Path) -> None:
    path = tmp_path / "twice.sqlite"
    store, engine = start(write_town(tmp_path), path)
    live(engine, 300)
    stop(store, engine)
    store, engine = go_on(path)
    for kept in (engine.minds["ben"].state.met, engine.minds["ben"].state.considered):
        kept["ana"] += 10
    live(engine, 300)
    before = _minds(engine)
    stop(store, engine)
    store, engine = go_on(path)
    assert _minds(engine) == before
    store.close()


def _minds(engine: Engine) -> dict[str, str]:
    return {slug: json.dumps(mind.state.to_json()) for slug, mind in engine.minds.items()}


def test_verify_lives_the_run_again_from_its_replies(whole: Path) -> None:
    verdict = verify(whole)
    assert (verdict.tick, verdict.ticks) == (None, TICKS + 1)


def test_verify_names_the_first_tick_and_resident_that_differ(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "forged.sqlite"
    path.write_bytes(whole.read_bytes())
    with sqlite3.connect(path) as sql:
        number, tick = sql.execute(
            "SELECT id, id >> 20 FROM events WHERE kind = 'act' AND key = 'ben' AND id >> 20 > 99"
        ).fetchone()
        sql.execute("UPDATE events SET data = replace(data, 'activity', 'activitx') WHERE id = ?", (number,))
        hash = sql.execute("SELECT hash FROM ticks WHERE tick = ?", (tick,)).fetchone()[0]
        sql.execute("UPDATE ticks SET hash = ? WHERE tick = ?", (bytes(len(hash)), tick))
    verdict = verify(path)
    assert (verdict.tick, verdict.resident) == (tick, "ben")


def test_a_fork_with_an_edit_lives_on_differently_and_verifies(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "edited.sqlite"
    with Run(whole) as run:
        gone = run.memories("ana", 200, limit=1)[0].n
    edit = Edit((("ana", "Ana Silva should close the Cafe at once and go home"),), (("ana", gone),))
    fork_run(whole, 200, path, edit)
    store, engine = go_on(path)
    live(engine, 200)
    stop(store, engine)
    with Run(path) as run:
        texts = [memory.text for memory in run.memories("ana", 400, limit=1000)]
        assert "Ana Silva should close the Cafe at once and go home" in texts
        assert gone not in [memory.n for memory in run.memories("ana", 400, limit=1000)]
        assert run.meta.parent is not None and run.meta.parent["tick"] == 200
    assert verify(path).tick is None


def test_an_interview_leaves_no_trace(whole: Path, tmp_path: Path) -> None:
    from sim.engine.run import ask

    path = tmp_path / "asked.sqlite"
    path.write_bytes(whole.read_bytes())
    store, engine = go_on(path)
    answer = ask(engine, store, "ana", "Are you planning a supper?")
    number = ask(engine, store, "ana", "How friendly are people here?", scale=(1, 5))
    choice = ask(engine, store, "ben", "Tea or coffee?", options=("tea", "coffee"))
    assert answer and 1 <= int(number) <= 5 and choice in ("tea", "coffee")
    live(engine, 100)
    stop(store, engine)
    plain = tmp_path / "plain.sqlite"
    plain.write_bytes(whole.read_bytes())
    store, engine = go_on(plain)
    live(engine, 100)
    stop(store, engine)
    assert content(path) == content(plain)
    with Run(path) as run:
        assert [row.resident for row in run.interviews()] == ["ana", "ana", "ben"]


def test_a_run_keeps_the_rules_it_began_with(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    path.write_bytes(whole.read_bytes())
    with sqlite3.connect(path) as sql:
        sql.execute("UPDATE meta SET value = replace(value, '\"chat_turns\":10', '\"chat_turns\":7') WHERE key = 'model'")
        seal.unseal(sql)
    store, engine = go_on(path)
    store.close()
    assert engine.scenario.rules.chat_turns == 7
