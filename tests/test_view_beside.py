"""Two towns beside each other in one window: in step, with what differs marked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from analysis_sample import write_run
from view_driver import WindowDriver, drive

from sim import Town
from sim.cli.main import main
from sim.record.beside import compare
from sim.record.read import Run

pytestmark = pytest.mark.usefixtures("no_screen")


@pytest.fixture(scope="module")
def towns(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A short morning, and a fork of it in which one resident goes elsewhere at ten past seven."""
    folder = tmp_path_factory.mktemp("beside")
    first, second = folder / "first.sqlite", folder / "second.sqlite"
    with Town.load("scenarios/first_morning.yaml", model="fake", embedder="none", run=first) as town:
        town.run(until="07:25")
        with town.fork(second, at="tick 30", plan={"ilya": "07:10 feeding the ducks @ The Green"}) as fork:
            fork.run(until="07:25")
    return first, second


def test_two_towns_are_the_same_until_they_part(towns: tuple[Path, Path]) -> None:
    with Run(towns[0]) as a, Run(towns[1]) as b:
        found = compare(a, b)
        assert found.first == 30 and found.last == min(a.last_tick, b.last_tick)
        apart = next(span for span in found.spans if span.slug == "ilya")
        assert apart.since >= 30 and "ilya" in found.differing(apart.since) and not found.differing(29)
        assert found.next(-1) == min(found.divergences) and found.next(found.last) is None
        assert compare(a, a).first is None and not compare(a, a).spans


def test_both_are_shown_at_one_tick_and_keys_go_where_they_differ(towns: tuple[Path, Path]) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        context, beside = driver.main.context, driver.main.beside
        assert beside is not None and context.playback.shown_tick < beside.comparison.divergences[0]
        context.playback.playing = False
        yield from driver.press(pygame.K_j, pygame.KMOD_LSHIFT)
        yield from driver.wait(30)
        tick = beside.comparison.divergences[0]
        assert context.scene.state.tick == beside.other.scene.state.tick == context.playback.shown_tick == tick
        assert "ilya" in context.differing == beside.other.differing
        slug, here, there = next(row for row in driver.main.panels.differences.rows if row[0] == "ilya")
        assert here != there and "walking to The Green" in there
        yield from driver.wait(60)
        for shown in (context, beside.other):
            ilya = shown.scene.figure("ilya")
            assert ilya is not None and shown.camera.visible().collidepoint(shown.world_pixel(ilya.x, ilya.y)), (
                "each is in view"
            )
        context.release_camera()
        yield from driver.wait(30)
        assert context.camera.zoom == beside.other.camera.zoom and abs(context.camera.x - beside.other.camera.x) < 8
        yield from driver.press(pygame.K_k)
        yield from driver.wait(10)
        assert set(beside.other.news.knows) >= {"nora"}
        figure = beside.other.scene.figure("ilya")
        assert figure is not None
        x, y = beside.town.feet(figure)
        yield from driver.click((x + beside.left, y - 6 * context.camera.zoom))
        assert context.selected == beside.other.selected == "ilya"
        yield from driver.press(pygame.K_b, pygame.KMOD_LSHIFT)
        yield from driver.wait(10)
        swapped = driver.main.context
        assert swapped.run.path == towns[1] and swapped.playback.shown_tick == tick and not swapped.playback.playing

    for size in ((1024, 640), (1920, 1080)):
        assert drive(towns[0], act, beside=towns[1], size=size) == 0


def test_runs_of_other_towns_are_refused_in_a_line(
    towns: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for other, why in ((str(write_run(tmp_path)), "are not of one town: they have other maps"), ("nowhere", "nowhere")):
        assert main(["replay", str(towns[0]), "--beside", other]) == 2
        told = capsys.readouterr().err
        assert why in told and "Traceback" not in told
