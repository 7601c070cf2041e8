"""Nights in which everybody sleeps: lived tick by tick, shown in seconds, told of, and switched off by a key."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from town import events, start, stop, write_town
from view_driver import FakeLink, WindowDriver, drive

from sim.engine.run import Control, run
from sim.engine.tick import Engine
from sim.types import Command, RunStatus
from sim.view import prefs

pytestmark = pytest.mark.usefixtures("no_screen")

BELL = "  - {at: day 2 02:00, say: The bells ring for no reason.}\n"


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run from 22:00 to 07:00 with a bell at 02:00, when everybody sleeps."""
    folder = tmp_path_factory.mktemp("night")
    scenario = _at_night(folder)
    store, engine = start(scenario, folder / "night.sqlite")
    while engine.at < 9 * 3600:
        engine.step()
    stop(store, engine)
    return folder / "night.sqlite"


def _at_night(folder: Path) -> Path:
    path = write_town(folder)
    text = path.read_text().replace("08 07:00", "08 22:00").replace('until: "12:00"', "until: day 2 12:00")
    path.write_text(text + "events:\n" + BELL)
    return path


def _asleep_and_awake(path: Path) -> tuple[int, int]:
    """The tick at which the last one falls asleep, and the first at which somebody wakes."""
    acts = events(path, "act")
    return max(t for t, _, data in acts if data["asleep"] and t < 2000), min(
        t for t, _, data in acts if not data["asleep"] and t > 2000
    )


def test_a_sleeping_town_hurries_and_keeps_its_pace_when_somebody_is_awake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = _Clock()
    monkeypatch.setattr(time, "monotonic", clock.monotonic)
    monkeypatch.setattr(time, "sleep", clock.sleep)
    took: dict[bool, float] = {}
    for skip in (True, False):
        store, engine = start(_at_night(tmp_path), tmp_path / f"{skip}.sqlite")
        control = Control(speed=10.0)
        control.take(Command("skip", {"on": skip}))
        seen: list[bool] = []

        def watch(engine: Engine, paused: bool, control: Control = control, seen: list[bool] = seen) -> None:
            seen.append(control.skipping)

        before = clock.now
        assert run(engine, store, 9 * 3600, control, watch).status == "finished"
        took[skip] = clock.now - before
        store.close("finished")
        assert any(seen) == skip
    assert took[False] == pytest.approx(54, abs=1)  # nine hours at ten minutes a second
    asleep, awake = _asleep_and_awake(tmp_path / "True.sqlite")
    slow = (asleep + 3240 - awake) / 60  # ticks lived at their pace: until the last one sleeps, after the first wakes
    assert slow + 3 <= took[True] <= slow + 2 * 3 + 2  # and three seconds after falling asleep and after the bell
    assert events(tmp_path / "True.sqlite", "act") == events(tmp_path / "False.sqlite", "act")


class _Clock:
    """Wall time that passes only while somebody sleeps."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_a_recording_hurries_through_the_night_stops_at_the_bell_and_says_so(night: Path) -> None:
    asleep, awake = _asleep_and_awake(night)

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        context = driver.main.context
        context.seek(asleep + 20)
        context.playback.playing = True
        yield from driver.wait(70)
        assert context.skipping and "Everybody sleeps" in context.toast
        for _ in range(300):
            yield
            if context.playback.shown_tick >= 1440:
                break
        assert context.playback.shown_tick == 1440 and context.scene.state.residents  # the bell: not a tick further
        yield from driver.wait(2)
        assert not context.skipping
        context.seek(1500)
        context.playback.playing = True
        yield from driver.wait(30)
        assert context.skipping
        for _ in range(600):
            yield
            if context.playback.shown_tick >= awake:
                break
        assert awake <= context.playback.shown_tick < awake + 20
        yield from driver.wait(2)
        assert not context.skipping

    assert drive(night, act) == 0


def test_a_key_switches_it_off_for_good_and_a_running_town_is_told(night: Path) -> None:
    link = FakeLink(RunStatus("running", "", str(night), 1200, 1.0, skipping=True))

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(5)
        context = driver.main.context
        assert context.skipping and "J: live" in context.toast and link.sent == []
        yield from driver.press(pygame.K_j)
        assert [(c.kind, dict(c.data)) for c in link.sent] == [("skip", {"on": False})]

    assert drive(None, act, link) == 0
    assert prefs.read()["skip"] is False

    def later(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        driver.main.context.seek(1500)
        driver.main.context.playback.playing = True
        yield from driver.wait(30)
        assert not driver.main.context.skipping and driver.main.context.playback.shown_tick < 1520

    assert drive(night, later) == 0
