"""What the window costs: ``python -m sim.bench window [--run RUN] [--frames N] [--screen]``.

Prints milliseconds of CPU per frame with 100 made-up residents in view, at two window sizes, and per seek to a random moment
with each tab open: of a made-up run of two days and 25 residents, or of ``--run``. Drawn on SDL's dummy driver, or with
``--screen`` in a real window. The first frames, which fill the caches, are left out. ``after`` is the worst of the frames after
a seek, in which the panels follow one by one.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from sim.bench.record import MadeUpTown, write
from sim.record.read import Run
from sim.record.store import TickRecord
from sim.view.app import watch
from sim.view.states.main import MainState
from sim.view.window import NoDisplay, Window
from sim.world.tilemap import TileMap

MAP = Path(__file__).resolve().parents[2] / "assets" / "maps" / "alderbrook.tmj"
SIZES = ((1280, 800), (3840, 2160))
WARM = 90
"""Frames before measuring."""
BLOCK = (12, 8, 48, 34)
"""Tiles (x, y, width, height) that the made-up residents stay in, so that all are in view."""
SEEKS = 40
AFTER = 12
"""Frames in which every panel has fetched anew."""
TABS = ("Now", "Memories", "Reflections", "Talks", "People", "Model")


class Crowd(MadeUpTown):
    """A made-up town whose residents stay within ``BLOCK``."""

    def _events(self, record: TickRecord, slug: str) -> None:
        super()._events(record, slug)
        left, top, wide, high = BLOCK
        for event in record.events:
            if event.kind == "move":
                event.data["path"][:] = [[left + _fold(x, wide), top + _fold(y, high)] for x, y in event.data["path"]]


def _fold(value: int, size: int) -> int:
    """Back and forth between 0 and ``size``."""
    return size - abs(value % (2 * size) - size)


def write_on_map(path: Path, town: MadeUpTown, ticks: int) -> None:
    """A run of a made-up town on a real map."""
    tilemap = TileMap.load(MAP)
    files = {("scenario", "bench.yaml"): b"name: bench\n", ("map", MAP.name): tilemap.text.encode()}
    write(path, town, ticks, files | {("image", name): data for name, data in tilemap.files().items()})


def frames(path: Path, size: tuple[int, int], count: int, prepare: Callable[[MainState], object]) -> list[float]:
    """Milliseconds of CPU of each frame while the run plays."""
    spent: list[float] = []
    begun = [0.0]

    def script(window: Window, frame: int) -> None:
        now = time.process_time()
        if frame > WARM:
            spent.append((now - begun[0]) * 1000)
        if frame == WARM // 3:
            prepare(_town(window))
        begun[0] = now

    watch(str(path), size=size, max_frames=count + WARM, script=script)
    return spent


def _town(window: Window) -> MainState:
    return next(state for state in window.states if isinstance(state, MainState))


def _open_up(town: MainState) -> None:
    """Somebody followed and looked into, everybody around."""
    town.context.select(next(iter(town.context.scene.info)), follow=True)
    town.context.playback.playing = True


def seeks(path: Path, tab: int) -> tuple[list[float], float]:
    """Milliseconds of CPU of each frame that first shows the town at a random moment, and the worst of the frames after it, in
    which the panels follow one by one."""
    spent: list[float] = []
    later = [0.0]
    dice = random.Random(tab)

    def frame(window: Window) -> float:
        begun = time.process_time()
        window.frame(1 / 60)
        return (time.process_time() - begun) * 1000

    def script(window: Window, number: int) -> None:
        if number < WARM // 3:
            return
        town = _town(window)
        if number == WARM // 3:
            town.context.select(next(iter(town.context.scene.info)))
            town.panels.inspector.show(tab)
            return
        town.context.playback.playing = False
        town.context.playback.seek(dice.randrange(town.context.run.last_tick))
        spent.append(frame(window))
        later[0] = max(later[0], *(frame(window) for _ in range(AFTER)))

    watch(str(path), size=SIZES[0], max_frames=WARM // 3 + 1 + SEEKS, script=script)
    return spent, later[0]


def _row(what: str, spent: list[float], after: float | None = None) -> None:
    ordered = sorted(spent)
    last = "" if after is None else f" {after:8.1f}"
    print(f"{what:44} {statistics.median(ordered):8.1f} {ordered[len(ordered) * 95 // 100]:8.1f} {ordered[-1]:8.1f}{last}")


def measure(folder: Path, run: Path | None, count: int) -> None:
    """Print both tables."""
    crowd = folder / "crowd.sqlite"
    write_on_map(crowd, Crowd(100, asking=False), 900)
    print(f"{'CPU per frame, 100 residents (ms)':44} {'median':>8} {'95 %':>8} {'worst':>8}")
    for size in SIZES:
        name = f"{size[0]}x{size[1]}"
        _row(f"{name}, the town", frames(crowd, size, count, lambda town: None))
        _row(f"{name}, following one, looking into them", frames(crowd, size, count, _open_up))
    days = run or folder / "days.sqlite"
    if run is None:
        write_on_map(days, MadeUpTown(25), 17280)
    with Run(days) as opened:
        about = f"{len(opened.residents)} residents, {opened.last_tick} ticks"
    print(f"\n{f'CPU per seek, {about} (ms)':44} {'median':>8} {'95 %':>8} {'worst':>8} {'after':>8}")
    for tab, name in enumerate(TABS):
        _row(f"{name} open", *seeks(days, tab))


def main(argv: list[str]) -> int:
    """Measure and print; 0, or 1 where ``--screen`` finds none."""
    parser = argparse.ArgumentParser(prog="python -m sim.bench window")
    parser.add_argument("--run", type=Path, help="seek in this run instead of a made-up one")
    parser.add_argument("--frames", type=int, default=240)
    parser.add_argument("--screen", action="store_true", help="a real window instead of SDL's dummy driver")
    args = parser.parse_args(argv)
    if not args.screen:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = folder
        try:
            measure(Path(folder), args.run, args.frames)
        except NoDisplay as reason:
            print(reason, file=sys.stderr)
            return 1
    return 0
