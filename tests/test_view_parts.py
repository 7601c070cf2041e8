"""The window's parts that need no window: playback, camera, light, keys, GIFs, headless export."""

from __future__ import annotations

import importlib.util
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageSequence
from view_sample import TALK_TICK, short_run, write_run

from sim.view import fonts, lighting, style, text_renderer
from sim.view.camera import ZOOMS, Camera
from sim.view.export import ExportError, export_video
from sim.view.gif import write_gif
from sim.view.graph_layout import capacity, into_slots, spread
from sim.view.keys import BINDINGS, GROUPS, act_for
from sim.view.playback import Playback
from sim.view.states.help import COLUMNS


def test_a_playing_cursor_keeps_its_speed_and_stops_at_the_end() -> None:
    playback = Playback(tick_seconds=10, speed=1.0)
    for _ in range(60):
        playback.advance(1 / 60, last=100)
    assert playback.tick == pytest.approx(6.0)
    playback.advance(60, last=100)
    assert playback.shown_tick == 100 and not playback.playing


@settings(deadline=None)
@given(st.lists(st.integers(0, 40), max_size=60), st.sampled_from([0.0, 0.2, 1.0, 25.0]))
def test_a_live_cursor_never_leaves_what_is_recorded_nor_goes_back(growth: list[int], speed: float) -> None:
    playback, last, before = Playback(10, speed, live=True), 0, 0.0
    for more in growth:
        last += more
        playback.advance(1 / 60, last)
        assert before <= playback.tick <= last
        before = playback.tick
    for _ in range(300):
        playback.advance(1 / 60, last)
    assert playback.tick >= last - 2


def test_a_live_cursor_moves_evenly_though_ticks_come_in_bursts() -> None:
    playback, steps = Playback(10, 1.0, live=True), []
    for frame in range(600):
        before = playback.tick
        playback.advance(1 / 60, last=frame // 20 * 2)
        steps.append(playback.tick - before)
    late = steps[200:]
    assert min(late) > 0.02 and max(late) < 0.2 and sum(late) == pytest.approx(40, abs=2)


@settings(deadline=None)
@given(st.integers(0, len(ZOOMS) - 1), st.integers(-3, 3), st.tuples(st.integers(300, 980), st.integers(200, 600)))
def test_zooming_keeps_the_pixel_under_the_pointer(index: int, steps: int, at: tuple[int, int]) -> None:
    camera = Camera((16000, 16000))
    camera.frame(pygame.Rect(0, 0, 1280, 800), pygame.Rect(0, 0, 1280, 800))
    camera.zoom = ZOOMS[index]
    camera.look(8000, 8000)
    before = camera.to_world(at)
    camera.zoom_by(steps, at)
    after = camera.to_world(at)
    # The picture moves in whole window pixels.
    assert max(abs(before[0] - after[0]), abs(before[1] - after[1])) <= 1.5


def test_nights_are_darker_than_days_and_the_light_never_jumps() -> None:
    levels = [sum(lighting.sky_colour(minute)) for minute in range(1440)]
    assert levels[0] < levels[720] / 2
    assert max(abs(a - b) for a, b in zip(levels, levels[1:] + levels[:1], strict=True)) <= 8


def test_every_key_does_one_thing_and_is_in_the_help() -> None:
    taken = [(key, bool(b.mod & pygame.KMOD_CTRL), bool(b.mod & pygame.KMOD_SHIFT)) for b in BINDINGS for key in b.keys]
    assert len(taken) == len(set(taken))
    assert {group for column in COLUMNS for group in column} == set(GROUPS)
    for binding in BINDINGS:
        mod = binding.mod and (pygame.KMOD_LCTRL if binding.mod & pygame.KMOD_CTRL else pygame.KMOD_LSHIFT)
        event = pygame.event.Event(pygame.KEYDOWN, key=binding.keys[0], mod=mod, unicode="")
        assert act_for(event) == binding.act


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 4), st.tuples(st.integers(1, 90), st.integers(1, 90)))
def test_a_gif_is_read_back_as_it_was_drawn(
    tmp_path_factory: pytest.TempPathFactory, seed: int, shades: int, size: tuple[int, int]
) -> None:
    draw = np.random.default_rng(seed)
    first, second = ((draw.integers(0, 2**shades, (size[1], size[0], 3)) * 8).astype(np.uint8) for _ in range(2))
    path = tmp_path_factory.mktemp("gif") / "x.gif"
    write_gif(path, [first, second], [first, first, second], [0.1, 0.2, 0.3])
    once = path.read_bytes()
    write_gif(path, [first, second], [first, first, second], [0.1, 0.2, 0.3])
    assert path.read_bytes() == once, "the same bytes run after run"
    back, shown = gif_frames(path)
    assert back[0].shape == (size[1], size[0], 3) and sum(shown) == 600
    if len(np.unique(np.concatenate([first, second]).reshape(-1, 3), axis=0)) <= 255:
        assert (back[0] == first).all() and (back[-1] == second).all()


def gif_frames(path: Path) -> tuple[list[npt.NDArray[np.uint8]], list[int]]:
    """The frames (RGB) and the milliseconds that each is shown; equal frames that follow each other are one."""
    with Image.open(path) as image:
        found = [(np.asarray(frame.convert("RGB")), int(frame.info["duration"])) for frame in ImageSequence.Iterator(image)]
    return [frame for frame, _ in found], [shown for _, shown in found]


def test_an_exported_gif_has_every_frame_in_its_place_and_time(tmp_path: Path) -> None:
    run = short_run(tmp_path)
    out = export_video(run, tmp_path / "talk.gif", TALK_TICK - 4, TALK_TICK + 2, size=(320, 200), fps=10)
    frames, shown = gif_frames(out)
    # Six ticks of ten seconds at a game minute a second are a second: eleven frames of a tenth.
    assert sum(shown) == 1100 and {frame.shape for frame in frames} == {(200, 320, 3)}
    frames = [frame for frame, milliseconds in zip(frames, shown, strict=True) for _ in range(milliseconds // 100)]
    folder = export_video(run, tmp_path / "talk", TALK_TICK - 4, TALK_TICK + 2, size=(320, 200), fps=10)
    for frame, picture in zip(frames, sorted(folder.iterdir()), strict=True):
        with Image.open(picture) as image:
            drawn = np.asarray(image.convert("RGB")).astype(int)
        assert np.abs(frame.astype(int) - drawn).mean() < 3, "the colours of the pictures, or near them"


def test_a_gif_too_large_for_the_memory_is_refused_before_it_is_drawn(tmp_path: Path) -> None:
    run = short_run(tmp_path)
    with pytest.raises(ExportError, match="a GIF cannot hold 2,401 frames of this size; choose a shorter part or .mp4"):
        export_video(run, tmp_path / "x.gif", 0, 6, size=(1200, 800), fps=2400)
    assert not (tmp_path / "x.gif").exists()


def test_an_exported_video_plays_where_the_extra_is_installed(tmp_path: Path) -> None:
    run = tmp_path / "r.sqlite"
    write_run(run, ticks=30)
    out = tmp_path / "walk.mp4"
    if importlib.util.find_spec("imageio_ffmpeg") is None:
        with pytest.raises(ExportError, match="needs the extra 'video'"):
            export_video(run, out, 0, 6, size=(160, 96), fps=10)
        return
    import imageio_ffmpeg

    export_video(run, out, 0, 6, size=(160, 96), fps=10)
    assert out.read_bytes()[4:8] == b"ftyp"
    frames = imageio_ffmpeg.read_frames(str(out))
    assert next(frames)["size"] == (160, 96) and len(list(frames)) == 11


def test_a_stretch_is_exported_without_a_screen(tmp_path: Path, no_screen: None) -> None:
    run = short_run(tmp_path)
    out = export_video(run, tmp_path / "talk.gif", TALK_TICK, TALK_TICK + 6, size=(320, 200), fps=5, follow="r0")
    picture = pygame.image.load(str(out))
    assert picture.get_size() == (320, 200) and not pygame.display.get_init()
    folder = export_video(run, tmp_path / "frames", 0, 3, size=(320, 200), fps=5)
    assert [p.name for p in sorted(folder.iterdir())] == ["00000.png", "00001.png", "00002.png"]
    whole = export_video(run, tmp_path / "whole", size=(160, 100), fps=1)
    assert len(list(whole.iterdir())) == 24
    with pytest.raises(ExportError, match="nobody is called 'zoe'"):
        export_video(run, tmp_path / "x.gif", 0, 3, follow="zoe")
    with pytest.raises(ExportError, match="make 0 frames"):
        export_video(run, tmp_path / "x.gif", 9, 3)


HEBREW = "שרה"


@pytest.mark.parametrize(
    "held, found",
    [
        ({"own": "שרה", "a": "שרה"}, "own"),
        ({"own": "", "a": "ש", "b": "שר", "c": "שרה", "d": "שרה"}, "c"),
        ({"own": "ש", "a": "ר", "b": ""}, "own"),
        ({"own": ""}, "own"),
    ],
)
def test_a_script_that_our_font_lacks_is_written_in_the_first_font_that_has_most_of_it(
    held: dict[str, str], found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "_system_fonts", lambda: tuple(name for name in held if name != "own"))
    monkeypatch.setattr(fonts, "_glyph_count", lambda path, letters: len(set(letters) & set(held[path])))
    monkeypatch.setattr(fonts, "_CACHE", {})
    assert fonts.font_with("".join(sorted(HEBREW)), "own") == found
    monkeypatch.setattr(fonts, "_glyph_count", lambda path, letters: pytest.fail("looked for twice"))
    assert fonts.font_with(HEBREW[0], "own") == found


def test_a_text_in_another_script_is_no_higher_and_ours_stays_for_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.font.init()
    other = str(Path(pygame.__file__).parent / pygame.font.get_default_font())
    monkeypatch.setattr(style, "font_with", lambda letters, own: other)
    looks = style.Style(1.5)
    for role in style.ROLES:
        own, foreign = looks.font(role), looks.font_for(f"{HEBREW} waits", role)
        assert looks.font_for("Zoë, Ωmega, Привет", role) is own is not foreign
        assert foreign.get_height() <= own.get_height() and foreign is looks.font_for(HEBREW, role)
    assert fonts.letters_of(f"Ann {HEBREW}{HEBREW} Привет") == "".join(sorted(HEBREW)) and not fonts.letters_of("Ann")


def test_a_character_that_no_font_has_is_known_for_one() -> None:
    pygame.font.init()
    assert (fonts._glyph_count(None, "AB\ufffe"), fonts._glyph_count("no such file.ttf", "A")) == (2, 0)


def test_no_font_is_kept_beyond_its_window() -> None:
    """A font that outlives ``pygame.font`` ends the process when it is used."""
    pictures = []
    for _ in range(2):
        pygame.font.init()
        made = text_renderer.TextRenderer(style.Style()).line(f"{HEBREW} ☕", "body", style.TEXT)
        pictures.append((made.get_size(), pygame.image.tobytes(made, "RGBA")))
        pygame.font.quit()
    pygame.font.init()
    assert pictures[0] == pictures[1] and any(pictures[0][1])


@settings(deadline=None)
@given(st.integers(0, 12), st.integers(1, 9), st.integers(1, 9), st.integers(0, 99))
def test_in_the_social_graph_everybody_has_a_slot_of_their_own(count: int, columns: int, rows: int, seed: int) -> None:
    dice = np.random.default_rng(seed)
    edges = [(a, b, 1.0) for a in range(count) for b in range(a) if dice.random() < 0.3]
    points = spread(min(count, capacity(columns, rows)), [e for e in edges if max(e[:2]) < capacity(columns, rows)])
    slots = into_slots(points, columns, rows)
    assert len(set(slots)) == len(points) and all(0 < x < 1 and 0 < y < 1 for x, y in slots)


def test_what_draws_without_a_screen_ends_when_it_is_told_to() -> None:
    program = "import os, signal, sim.view.export as it\nwith it.headless((8, 8)): os.kill(os.getpid(), signal.SIGTERM)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60).returncode == -signal.SIGTERM
