"""What people do to a town enters its record: it is verified with the rest, and a run stopped just after goes on the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from town import content, events, go_on, live, start, stop, write_town

from sim.engine.verify import verify
from sim.types import Command

TICKS = 260
COMMANDS = {
    60: [Command("whisper", {"who": "ben", "text": "Ben Okoye ought to visit the sea"})],
    90: [Command("happening", {"kind": "say", "text": "A dog barks on the Green", "where": ""})],
    100: [Command("happening", {"kind": "weather", "text": "rain"})],
    110: [Command("happening", {"kind": "object", "text": "broken", "where": "Town:Cafe:counter"})],
    120: [Command("become", {"who": "ana"})],
    125: [Command("go", {"who": "ana", "to": "Green"})],
    170: [Command("do", {"who": "ana", "activity": "looking at the sky"})],
    200: [Command("release", {"who": "ana"}), Command("fly", {"who": "ana"})],
}


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ruled")
    store, engine = start(write_town(folder), folder / "ruled.sqlite")
    live(engine, TICKS, COMMANDS)
    stop(store, engine)
    return folder / "ruled.sqlite"


def test_a_town_under_orders_verifies(ruled: Path) -> None:
    assert [data["kind"] for _, _, data in events(ruled, "command")][:3] == ["whisper", "happening", "happening"]
    assert [data["kind"] for _, _, data in events(ruled, "happening")] == ["whisper", "say", "weather", "object"]
    assert any(data["why"] == "player" for _, key, data in events(ruled, "act") if key == "ana")
    assert verify(ruled).tick is None


def test_stopping_after_any_order_changes_nothing(ruled: Path, tmp_path: Path) -> None:
    path = tmp_path / "parts.sqlite"
    store, engine = start(write_town(tmp_path), path)
    for tick in sorted(COMMANDS):
        live(engine, tick - engine.tick, COMMANDS)
        store.close()  # as a kill would leave it: nothing is written but what the ticks wrote
        store, engine = go_on(path)
        assert engine.tick == tick
    live(engine, TICKS - engine.tick, COMMANDS)
    stop(store, engine)
    assert content(path) == content(ruled)
