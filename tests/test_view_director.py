"""The camera that finds what happens by itself: to talk, to the crowd, and out of its hands as soon as somebody moves it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from view_hand import Hand, drive
from view_sample import TALK_TICK, short_run

from sim.view.director import ENOUGH, STAY, Director

pytestmark = pytest.mark.usefixtures("no_screen")


def _away(hand: Hand, people: tuple[str, ...]) -> float:
    """World pixels between the middle of the view and the middle of these people."""
    desk = hand.town.desk
    figures = [figure for figure in desk.scene.figures if figure.slug in people]
    x = sum((f.x + 0.5) * desk.pictures.map.tile_width for f in figures) / len(figures)
    y = sum((f.y + 0.5) * desk.pictures.map.tile_height for f in figures) / len(figures)
    return math.hypot(desk.camera.x - x, desk.camera.y - y)


def _talk(hand: Hand) -> tuple[str, ...]:
    return hand.town.desk.scene.state.talks[0].people


def test_the_camera_goes_to_where_people_talk(tmp_path: Path) -> None:
    def act(hand: Hand) -> Iterator[None]:
        yield from hand.look_away(TALK_TICK + 4)
        desk = hand.town.desk
        yield from hand.wait()
        far = _away(hand, _talk(hand))
        yield from hand.wait(420)
        assert hand.town.director.what == desk.scene.state.talks[0].id
        assert _away(hand, _talk(hand)) < far / 4

    assert drive(short_run(tmp_path), act) == 0


def test_looking_into_somebody_or_moving_the_camera_holds_it_and_c_lets_it_go(tmp_path: Path) -> None:
    def act(hand: Hand) -> Iterator[None]:
        yield from hand.wait()
        desk = hand.town.desk
        assert desk.directed
        desk.select("r0")
        assert not desk.directed
        yield from hand.press(pygame.K_c)
        assert desk.directed
        desk.camera.zoom = 12
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(640, 400), button=2))
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(700, 430), rel=(60, 30), buttons=(0, 1, 0)))
        yield from hand.wait()
        assert not desk.directed
        before = (desk.camera.x, desk.camera.y)
        yield from hand.wait(60)
        assert (desk.camera.x, desk.camera.y) == before

    assert drive(short_run(tmp_path), act) == 0


def test_of_two_talks_each_has_its_turn(tmp_path: Path) -> None:
    def act(hand: Hand) -> Iterator[None]:
        yield from hand.wait()
        director = Director(hand.town.desk)
        chosen = []
        for _ in range(4):
            director._choose({"a": ("r0", "r1"), "b": ("r2", "r3")})
            chosen.append(director.what)
            director._seen[director.what] = director._seen.get(director.what, 0.0) + ENOUGH
        assert chosen == ["a", "b", "a", "b"]
        director._choose({})
        assert director.what == "" and director._here < STAY

    assert drive(short_run(tmp_path), act) == 0
