"""A pinned corpus of hostile inputs, class by class: read or refused in a line or two, within a limit of memory and of work.

Both are counted, not timed: the most bytes that Python holds at a time, and the calls it makes; in a run also the steps of
SQLite. The limits leave room above what was counted; without a bound the inputs would go far beyond them.
"""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

import pytest
from hostile_inputs import CORPUS, MAPS, REPLIES, RUNS, SCENARIOS, write_run

from sim.llm.base import Usage
from sim.llm.server_replies import read_reply
from sim.prompts.coerce import Unusable, coerced, read_object
from sim.prompts.schema import Schema
from sim.record import connection
from sim.record.catalogue import summarize_run
from sim.record.errors import RunError
from sim.record.export import write
from sim.record.read import Run
from sim.scenario import ScenarioError, load_text
from sim.scenario.composition import find_map
from sim.world.tilemap import MapError, TileMap

MIB = 2**20
LIMITS = {
    "scenarios": (48 * MIB, 1_500_000),
    "maps": (4 * MIB, 2_000),
    "replies": (20 * MIB, 5_000),
    "runs": (100 * MIB, 50_000),
}
"""Class -> the most bytes held at a time, and the most calls of Python."""
SQL_STEPS = 2_000_000
"""The most instructions of SQLite for everything that a reader asks of a run."""
LONGEST_LINE = 600
PINNED = {
    "scenarios": "47fb3ff1ec2dc329",
    "maps": "cc445e345859133c",
    "replies": "07ab2119b5aa07dd",
    "runs": "7244c0b0f3daa61e",
}
"""Class -> the digest of its inputs; a change of the corpus is a change of this line."""
SCHEMA: Schema = {
    "type": "object",
    "properties": {"choice": {"enum": ["talk", "go on", "stay"]}, "reason": {"type": "string", "maxLength": 200}},
    "required": ["choice", "reason"],
}


def bounded(kind: str, read: Callable[[], object], *refusals: type[Exception]) -> str:
    """Read an input within the limits of its class; what it was refused with, or ""."""
    calls, told = [0], ""

    def count(*_: object) -> None:
        calls[0] += 1

    tracemalloc.start()
    sys.setprofile(count)
    try:
        read()
    except refusals as refusal:
        told = str(refusal)
    finally:
        sys.setprofile(None)
        held = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert held <= LIMITS[kind][0] and calls[0] <= LIMITS[kind][1], f"{held:,} bytes, {calls[0]:,} calls"
    assert all(len(line) <= LONGEST_LINE for line in told.splitlines())
    return told


@pytest.mark.parametrize("kind", CORPUS)
def test_the_corpus_is_the_pinned_one(kind: str) -> None:
    digest = blake2b(digest_size=8)
    for name, text in CORPUS[kind].items():
        digest.update(f"{name}\0{text}\0".encode())
    assert digest.hexdigest() == PINNED[kind]


@pytest.fixture(scope="module")
def town() -> TileMap:
    return TileMap.load(find_map("first_morning"))


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_hostile_scenario_is_refused_within_its_limits(name: str, town: TileMap) -> None:
    told = bounded("scenarios", lambda: load_text(SCENARIOS[name], town, "hostile"), ScenarioError)
    assert told.startswith("hostile:") and len(told.splitlines()) <= 101


@pytest.mark.parametrize("name", MAPS)
def test_a_hostile_map_is_refused_within_its_limits(name: str) -> None:
    assert bounded("maps", lambda: TileMap.parse(MAPS[name]), MapError)


@pytest.mark.parametrize("name", REPLIES)
def test_a_hostile_reply_is_read_or_refused_within_its_limits(name: str) -> None:
    def read() -> None:
        answer = {"choices": [{"message": {"content": REPLIES[name]}, "finish_reason": "stop"}]}
        reply = coerced(read_object(read_reply(answer, True, Usage()).text), SCHEMA)
        assert reply["choice"] in ("talk", "go on", "stay") and len(reply["reason"]) <= 200

    bounded("replies", read, ValueError, Unusable)


@pytest.mark.parametrize("name", RUNS)
def test_a_hostile_run_is_read_or_refused_within_its_limits(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, thousands = write_run(name, tmp_path / "hostile.sqlite"), [0]

    def step() -> int:
        thousands[0] += 1
        return 0

    monkeypatch.setattr(connection.TimedConnection, "enforce_timeout", lambda sql: sql.set_progress_handler(step, 1000))

    def read() -> None:
        assert summarize_run(path).path == path
        with Run(path) as run:
            last = run.last_tick
            asked: list[Callable[[], object]] = [
                *(run.find_gaps, lambda: run.state(last), lambda: run.memories("mara", last), lambda: run.find("stove", last)),
                *(lambda: write(run, "html", tmp_path / "page.html"), lambda: write(run, "diary", tmp_path / "diary")),
            ]
            for ask in asked:
                try:
                    ask()
                except RunError as refusal:
                    assert str(path) in str(refusal) and len(str(refusal)) <= LONGEST_LINE

    bounded("runs", read, RunError)
    assert thousands[0] * 1000 <= SQL_STEPS
