"""What is drawn on the town: bubbles that find their place, names of places, rain that keeps out of houses, lit rooms, people
who stand apart, breathe and look at each other."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pygame
import pytest
from view_driver import WindowDriver, drive
from view_sample import LINES, MAP, TALK_TICK, short_run, write_run

from sim.cli.main import main
from sim.record.read import Run
from sim.record.store import TickRecord
from sim.record.town_state import ResidentState, TalkState
from sim.types import Event, is_blank
from sim.view import talk_card
from sim.view.context import ViewContext
from sim.view.export import headless
from sim.view.map_renderer import PLAIN_GROUND, PLAIN_PLACE, PLAIN_WALL, MapRenderer
from sim.view.object_index import ObjectIndex
from sim.view.playback import SPEEDS, Playback
from sim.view.precipitation import RAIN, SNOW, STORM, PrecipitationRenderer, precipitation_for
from sim.view.roofs import Roofs
from sim.view.scene import AFTER_TALK, Figure, ShownScene, ShownSpeech, _face_partners, _spread_out
from sim.view.speech_bubbles import MAX_PER_TALK, choose, lines
from sim.view.sprites import LOW, Sprites
from sim.view.style import VOID, Style
from sim.view.text_renderer import TextRenderer
from sim.view.window import MIN_SURFACE
from sim.world.tilemap import TileMap
from sim.world.tmj_writer import map_doc, map_object

pytestmark = pytest.mark.usefixtures("no_screen")


@pytest.fixture
def run(tmp_path: Path) -> Path:
    path = tmp_path / "x.sqlite"
    write_run(path, ticks=140)
    return path


@pytest.fixture(scope="module")
def roofs() -> Roofs:
    return Roofs(TileMap.load(MAP))


def _figure(slug: str, x: float, y: float, talk: str = "") -> Figure:
    return Figure(slug, x, y, "down", 0, ResidentState(x, y, x, y, talk=talk))


def test_a_bubble_lies_on_no_other_and_on_a_face_only_where_nothing_else_is_left() -> None:
    first, second, face = pygame.Rect(100, 250, 120, 50), pygame.Rect(230, 250, 120, 50), pygame.Rect(110, 260, 10, 10)
    assert choose([first, second], [], [], []) == first
    assert choose([first, second], [first], [], []) == second
    assert choose([first, second], [], [face], []) == second
    assert choose([first, second], [], [], [face]) == second
    assert choose([first], [], [], [face]) == choose([first], [], [face], []) == first
    assert choose([first, second], [], [second], [face]) == first
    assert choose([first, second], [pygame.Rect(0, 0, 900, 900)], [], []) is None


def test_of_every_talk_only_the_last_lines_are_shown_and_one_is_the_newest() -> None:
    said = [ShownSpeech(f"r{i}", "Hm.", f"talk {i % 2}", i, 0.0) for i in range(8)]
    shown = lines(said)
    assert [speech.tick for speech, _ in shown] == [7, 6, 5, 4]
    assert [fresh for _, fresh in shown] == [True, True, False, False]
    assert len(shown) == 2 * MAX_PER_TALK


def test_bubbles_of_a_talk_do_not_overlap_keep_their_place_and_lead_to_the_speaker(run: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        driver.main.context.auto_camera = False
        yield from driver.look(TALK_TICK + 4)
        shown = driver.main.town._bubbles.shown
        assert shown
        before = [bubble.rect.copy() for bubble in shown]
        assert not any(a.colliderect(b) for i, a in enumerate(before) for b in before[:i])
        kept = driver.main.town._bubbles._kept
        yield from driver.wait()
        # The camera may move; the bubble keeps its place beside the speaker.
        assert driver.main.town._bubbles._kept == kept is not driver.main.town._bubbles._kept
        driver.main.town.draw(driver.window.surface)
        assert driver.main.town.who(driver.main.town._bubbles.shown[0].rect.center) == shown[0].who

    assert drive(run, act) == 0


@pytest.mark.parametrize("speed", SPEEDS)
def test_bubbles_end_with_their_talk_at_any_speed(run: Path, speed: float) -> None:
    with Run(run) as read:
        scene, playback = ShownScene(read, ObjectIndex(TileMap.load(MAP))), Playback(10, speed)
        playback.last = read.last_tick
        heard = {}
        for tick in range(TALK_TICK - 2, TALK_TICK + 20):
            playback.seek(tick)
            scene.update(playback)
            heard[tick] = [speech.text for speech in scene.speech]
    ended = TALK_TICK + 12
    assert heard[TALK_TICK + 9][-1] == LINES[-1] and not heard[TALK_TICK - 1]
    assert not [tick for tick, texts in heard.items() if texts and tick > ended + AFTER_TALK]


def test_a_house_has_a_roof_a_first_row_and_rooms_and_a_street_has_not(roofs: Roofs) -> None:
    places = {item.name: item for item in TileMap.load(MAP).objects if item.cls == "sector"}
    assert roofs.top(places["Finch Lane"]) is None and roofs.top(places["The Green"]) is None
    for name in ("Nora's cottage", "The Copper Finch"):
        top = roofs.top(places[name])
        assert top is not None and places[name].y <= top < places[name].y + places[name].h
    rooms = {room.name for room in roofs.rooms}
    assert "kitchen" in rooms and not rooms & {"lawn", "garden", "pond bank"}
    kitchen = next(room for room in roofs.rooms if room.name == "kitchen")
    assert roofs.room(*kitchen.centre) is kitchen and roofs.over(*kitchen.centre)
    assert not roofs.over(-5, 3) and not roofs.over(3, 4000)


@pytest.mark.parametrize(
    ("weather", "falls"), [("a short shower of rain", RAIN), ("Snow", SNOW), ("a rain storm", STORM), ("fog", None), ("", None)]
)
def test_the_words_of_the_weather_say_what_falls(weather: str, falls: object) -> None:
    assert precipitation_for(weather) is falls


def test_it_rains_out_of_doors_only_and_the_same_at_the_same_moment(roofs: Roofs) -> None:
    rain = PrecipitationRenderer(roofs, (16, 16))
    high, wide = roofs.covered.shape
    pictures = []
    for now in (5000, 5000, 5300):
        to = pygame.Surface((wide * 16, high * 16))
        rain.draw(to, SNOW, to.get_rect(), (0, 0), 1, now)
        pictures.append(pygame.image.tobytes(to, "RGB"))
        flakes = pygame.mask.from_threshold(to, SNOW.colour, (1, 1, 1))
        assert flakes.count() > 200
        # A flake is two pixels wide: one that begins outside may reach a pixel in.
        assert not any(flakes.get_at((x * 16 + 8, y * 16 + 8)) for y in range(high) for x in range(wide) if roofs.covered[y, x])
    assert pictures[0] == pictures[1] != pictures[2]


def test_a_room_with_somebody_awake_in_it_is_lit_and_no_other(run: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        picture, scene = driver.main.town.world, driver.main.context.scene
        room = next(room for room in picture.roofs.rooms if room.name == "kitchen")
        x, y = room.centre
        awake = _figure("r0", x - 0.5, y - 0.5)
        scene.figures = (awake,)
        picture._lit.clear()
        lit = picture._rooms(1.0)
        assert [(rect.x, rect.y, level) for rect, level in lit] == [(round(room.x * 16), round(room.y * 16), 1.0)]
        scene.figures = ()
        levels = [picture._rooms(1.0) for _ in range(60)]
        assert 0 < levels[0][0][1] < 1 and levels[-1] == []

    assert drive(run, act) == 0


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 12])
def test_people_on_one_tile_stand_apart_and_near_it(count: int) -> None:
    moved = _spread_out([_figure(f"r{i}", 5, 5) for i in range(count)])
    spots = [(f.x, f.y) for f in moved]
    assert len(set(spots)) == count
    assert all(abs(x - 5) < 1 and abs(y - 5) < 1.01 for x, y in spots)


def test_whoever_stands_and_talks_looks_at_the_other() -> None:
    figures = [_figure("a", 3, 3, "t"), _figure("b", 5, 3, "t"), _figure("c", 5, 6)]
    turned = _face_partners(figures, [TalkState("t", ("a", "b"), "", 0)])
    assert [f.facing for f in turned] == ["right", "left", "down"]


def test_a_breath_moves_the_head_by_one_pixel_and_not_the_feet(run: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        sprites: Sprites = driver.main.context.sprites
        tall, low = sprites.figure("r0", "down", 0, 1), sprites.figure("r0", "down", 0, 1, LOW)
        assert low.get_bounding_rect().top == tall.get_bounding_rect().top + 1
        feet = (0, 19, 16, 5)
        assert pygame.image.tobytes(low.subsurface(feet), "RGBA") == pygame.image.tobytes(tall.subsurface(feet), "RGBA")

    assert drive(run, act) == 0


def test_a_held_town_stands_still_and_a_playing_one_lives(run: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        context = driver.main.context
        context.playback.playing = False
        yield from driver.wait()
        held = context.seconds
        yield from driver.wait(10)
        assert context.seconds == held
        context.playback.playing = True
        yield from driver.wait(10)
        assert context.seconds > held

    assert drive(run, act) == 0


def test_what_somebody_does_is_first_of_all_the_talk_they_are_in(run: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.look(TALK_TICK + 4)
        scene = driver.main.context.scene
        one, other = scene.state.talks[0].people[:2]
        assert scene.doing(one) == (f"talking with {scene.name(other)}", "talk")
        assert (one, *scene.doing(one)) in driver.main.panels.roster._doing
        assert scene.doing("nobody") == ("out of town", "")

    assert drive(run, act) == 0


def test_the_small_map_is_darker_at_night(run: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        day = sum(driver.main.panels.minimap._light())
        driver.main.context.playback.tick = float(8 * 360)
        assert sum(driver.main.panels.minimap._light()) > day
        driver.main.context.playback.tick = float(16 * 360)
        assert sum(driver.main.panels.minimap._light()) < day

    assert drive(run, act) == 0


@pytest.mark.parametrize("size", [(1, 1), (60, 40), (300, 900), (2000, 90)])
def test_a_window_made_far_too_small_is_drawn_and_grows_again(run: Path, size: tuple[int, int]) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        driver.main.context.select("r0")
        for wanted in (size, (900, 600)):
            pygame.display.set_mode(wanted, pygame.RESIZABLE)
            pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=wanted, w=wanted[0], h=wanted[1]))
            yield from driver.wait(20)
            assert driver.window.size == (max(wanted[0], MIN_SURFACE[0]), max(wanted[1], MIN_SURFACE[1]))

    assert drive(run, act) == 0


def test_a_card_of_a_talk_is_drawn_from_the_command_line_and_by_a_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, card, picture = short_run(tmp_path), tmp_path / "card.png", tmp_path / "town.png"
    words = ["show", str(path), "--card", str(card), "--picture", str(picture)]
    assert main([*words, "--at", f"tick {TALK_TICK + 10}"]) == 0 and "card.png" in capsys.readouterr().out
    drawn, town = pygame.image.load(card), pygame.image.load(picture)
    assert drawn.get_width() == talk_card.SIZE and drawn.get_height() > talk_card.PICTURE + 100
    assert town.get_size() == (768, 576), "the whole map"
    below = {
        tuple(drawn.get_at((x, y)))[:3] for x in range(30, 900, 2) for y in range(talk_card.PICTURE, drawn.get_height(), 2)
    }
    assert len(below) > 10, "the lines stand below the picture"
    moving = tmp_path / "card.gif"
    assert main(["show", str(path), "--card", str(moving), "--at", f"tick {TALK_TICK + 10}"]) == 0
    assert moving.read_bytes()[:6] == b"GIF89a" and moving.read_bytes().count(b"\x21\xf9\x04") == 5, "a frame for every line"
    assert pygame.image.load(moving).get_size() == drawn.get_size()
    assert main(["show", str(path), "--card", str(tmp_path / "none.png"), "--at", "tick 1"]) == 2
    assert "nobody has said anything by then" in capsys.readouterr().err and not (tmp_path / "none.png").exists()

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        driver.main.context.seek(TALK_TICK + 6)
        yield from driver.press(pygame.K_F9)
        for _ in range(2500):
            if driver.main.context.toast.startswith("Saved"):
                break
            time.sleep(0.005)
            yield
        assert (path.parent / "cards" / f"{path.stem}-{TALK_TICK + 6}-card.png").stat().st_size > 20_000

    assert drive(path, act) == 0


def test_the_picture_of_a_run_without_talk_shows_somebody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[ViewContext] = []
    monkeypatch.setattr(talk_card.TownRenderer, "draw", lambda self, *_, **__: drawn.append(self.context))
    write_run(tmp_path / "quiet.sqlite", ticks=60)
    with headless((168, 105)):
        talk_card.draw_moment(tmp_path / "quiet.sqlite", (168, 105))
    seen = drawn[0].camera.visible()
    spots = [drawn[0].world_pixel(figure.x + 0.5, figure.y + 0.5) for figure in drawn[0].scene.figures]
    assert any(seen.collidepoint(spot) for spot in spots) and not drawn[0].labels


def test_a_long_name_is_broken_at_its_signs() -> None:
    pygame.font.init()
    renderer = TextRenderer(Style())
    lines = renderer.wrap("first_morning-20261126-021218", "head", renderer.width("first_morning-20261126-0212", "head"))
    assert lines == ("first_morning-20261126-", "021218")
    assert "".join(renderer.wrap("a" * 99, "head", 100)) == "a" * 99


def test_words_of_any_script_stay_within_their_line() -> None:
    pygame.font.init()
    renderer, dice = TextRenderer(Style()), random.Random(3)
    signs = "abcdef ghij klm \u0300\u0489\u0e01\u0e38\u0b95\u4f60\u597d\u05d0\u0627\u30fc \u2603\U0001f600mW"
    for text in ("".join(dice.choices(signs, k=90)) for _ in range(60)):
        lines = renderer.wrap(text, "body", 150)
        assert not [line for line in lines if len(line) > 1 and renderer.width(line, "body") > 150]
        assert "".join(lines).replace(" ", "") == "".join(text.split())


def test_no_word_stands_alone_that_has_room_on_the_line_before_or_after() -> None:
    """The lines are measured as they are drawn, not as the sum of their words."""
    pygame.font.init()
    renderer, dice = TextRenderer(Style()), random.Random(5)
    words = "once, and I can't unsay it AV To. 'Yes' 17:30 Wallace; of Tyne - 你好, Väinö's WAVY (fir) l'été"
    for role in ("small", "body", "tiny"):
        for text in (" ".join(dice.choices(words.split(), k=40)) for _ in range(40)):
            lines = renderer.wrap(text, role, 190)
            assert max(renderer.width(line, role) for line in lines) <= 190 and " ".join(lines) == text
            longer = [f"{line} {after.split()[0]}" for line, after in pairwise(lines)]
            assert min(renderer.width(line, role) for line in longer) > 190


def test_text_without_a_visible_character_is_drawn_as_nothing() -> None:
    pygame.font.init()
    renderer, page = TextRenderer(Style()), pygame.Surface((40, 40))
    unseen = [chr(n) for n in (*range(0xD800), *range(0xE000, 0x20000), *range(0xE0000, 0xE1000)) if is_blank(chr(n))]
    for letter in unseen:
        renderer.draw(page, letter, (0, 0), "body", (255, 255, 255))
    assert renderer.width("\u200b\u2060", "body") == 0 and len(unseen) > 500
    assert is_blank("") and is_blank(" \u200d\ufe0f\u3164\n") and not is_blank("\u200bא") and not is_blank("👩\u200d🚀")


def test_a_run_in_which_nothing_visible_was_said_is_shown(tmp_path: Path) -> None:
    store = write_run(tmp_path / "unseen.sqlite", ticks=20, close=False)
    said = {"who": "r0", "to": ["r1"], "text": "\u200d", "heard": []}
    happened = {"kind": "say", "text": "\u200b", "where": "", "who": ""}
    store.commit(TickRecord(21, 210, [Event(21, 1, "happening", "", happened), Event(21, 2, "say", "t1", said)]))
    store.close("finished")

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.look(21, "r0")
        assert [line.text for line in driver.main.panels.feed.lines][:1] == ["“\u200d”"]
        assert not driver.main.context.scene.speech

    assert drive(tmp_path / "unseen.sqlite", act) == 0


def test_a_map_without_a_picture_is_drawn_in_plain_colours() -> None:
    walls = np.zeros((8, 8), np.int64)
    walls[2, 2:6] = 1
    doc = map_doc("Bare", walls, [map_object(1, "Hut", "sector", (2, 3, 4, 3))])
    with headless((64, 64)) as surface:
        renderer = MapRenderer(TileMap.parse(json.dumps(doc), name="bare"), {})
        picture = renderer.small(128, 128)
        renderer.draw(surface, (32, 32), 1, surface.get_rect(), over=False)
        assert VOID not in {surface.get_at(at)[:3] for at in ((2, 2), (60, 2), (40, 40))}, "the ground goes on"
    seen = {tuple(picture.get_at((16 * x + 8, 16 * y + 8)))[:3] for x in range(8) for y in range(8)}
    assert seen == {PLAIN_GROUND, PLAIN_PLACE, PLAIN_WALL}
