"""The camera that finds what happens by itself: to talk, to the crowd, and out of its hands as soon as somebody moves it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from view_driver import WindowDriver, drive
from view_sample import TALK_TICK, short_run

from sim.view.auto_camera import MAX_STAY, MIN_STAY, AutoCamera

pytestmark = pytest.mark.usefixtures("no_screen")


def _away(driver: WindowDriver, people: tuple[str, ...]) -> float:
    """World pixels between the middle of the view and the middle of these people."""
    context = driver.main.context
    figures = [figure for figure in context.scene.figures if figure.slug in people]
    x = sum((f.x + 0.5) * context.tilemap.tile_width for f in figures) / len(figures)
    y = sum((f.y + 0.5) * context.tilemap.tile_height for f in figures) / len(figures)
    return math.hypot(context.camera.x - x, context.camera.y - y)


def _talk(driver: WindowDriver) -> tuple[str, ...]:
    return driver.main.context.scene.state.talks[0].people


def test_the_camera_goes_to_where_people_talk(tmp_path: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.look_away(TALK_TICK + 4)
        context = driver.main.context
        yield from driver.wait(420)
        assert driver.main.auto_camera.talk == context.scene.state.talks[0].id
        assert _away(driver, _talk(driver)) < 2 * context.tilemap.tile_width

    assert drive(short_run(tmp_path), act) == 0


def test_looking_into_somebody_or_moving_the_camera_holds_it_and_c_lets_it_go(tmp_path: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        context = driver.main.context
        assert context.auto_camera
        context.select("r0")
        assert not context.auto_camera
        yield from driver.press(pygame.K_c)
        assert context.auto_camera
        context.camera.zoom = 12
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(640, 400), button=2))
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(700, 430), rel=(60, 30), buttons=(0, 1, 0)))
        yield from driver.wait()
        assert not context.auto_camera
        before = (context.camera.x, context.camera.y)
        yield from driver.wait(60)
        assert (context.camera.x, context.camera.y) == before

    assert drive(short_run(tmp_path), act) == 0


def test_whoever_is_selected_is_followed_and_the_camera_says_when_it_follows_nobody_and_why(tmp_path: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.look_away(TALK_TICK)
        context = driver.main.context
        driver.main.hint.update(60)  # it stands where the note will
        assert context.camera_note() == "" and context.auto_camera
        yield from driver.click_on("r1")
        assert context.following and context.selected == "r1" and context.camera_note() == ""
        yield from driver.press(pygame.K_RIGHTBRACKET)
        assert context.following and context.selected == "r2"
        context.camera.zoom = 12
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(640, 400), button=2))
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(700, 430), rel=(60, 30), buttons=(0, 1, 0)))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(700, 430), button=2))
        yield from driver.wait(60)
        assert context.camera_note() == "The camera follows nobody: you moved it (F: Ines, C: by itself)"
        assert context.camera_rect.width > 0
        yield from driver.press(pygame.K_f)
        assert context.following and context.camera_note() == ""
        yield from driver.press(pygame.K_f)
        assert context.camera_note().startswith("The camera follows nobody: F let go of them")
        yield from driver.press(pygame.K_ESCAPE)
        assert context.camera_note() == "The camera follows nobody: nobody is selected (C: by itself)"
        yield from driver.press(pygame.K_c)
        assert context.camera_note() == "" and not context.camera_rect.width

    assert drive(short_run(tmp_path), act) == 0


def test_of_two_talks_each_has_its_turn(tmp_path: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        auto_camera = AutoCamera(driver.main.context)
        chosen = []
        for _ in range(4):
            auto_camera._choose({"a": ("r0", "r1"), "b": ("r2", "r3")})
            chosen.append(auto_camera.talk)
            auto_camera._seen[auto_camera.talk] = auto_camera._seen.get(auto_camera.talk, 0.0) + MAX_STAY
        assert chosen == ["a", "b", "a", "b"]
        auto_camera._choose({})
        assert auto_camera.talk == "" and auto_camera._stayed < MIN_STAY

    assert drive(short_run(tmp_path), act) == 0
