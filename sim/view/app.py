"""The entry point of the window: ``watch`` shows a run file, or a town that is running.

Called by the command line, snapshots, benchmarks and tests. Initialises nothing of pygame before a window is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from sim.parts import installed
from sim.view.home import Home
from sim.view.link import Link, Workshop
from sim.view.screens import Opened, Screens
from sim.view.states.loading import LoadingState
from sim.view.states.start import StartState
from sim.view.window import NoDisplay, Script, State, Window

__all__ = ["NoDisplay", "edit", "watch"]


def watch(
    run_path: str | None,
    link: Link | None = None,
    *,
    speed: float = 1.0,
    size: tuple[int, int] | None = None,
    max_frames: int | None = None,
    script: Script | None = None,
    tabs: Sequence[type] = (),
    title: bool = False,
    home: Home | None = None,
    workshop: Workshop | None = None,
    beside: str | None = None,
) -> int:
    """Open the window; returns when it is closed: 0, or 1 when the run could not be shown.

    With ``run_path`` alone a recording is played. With ``link`` a live town is watched; its status names the run file as soon
    as there is one. ``speed`` is in game minutes per real second. ``max_frames`` and ``script`` are for tests: frames are then
    drawn without waiting. ``tabs`` are own tabs of the inspector, shown before installed ones. With
    ``title`` a live town waits behind its title card until a key is pressed. With ``home`` the menu leads to the start screen,
    and with ``home`` alone the window begins there. With ``workshop`` a fork of the run can be edited. ``beside`` is
    another run of the same town to play in step. Raises NoDisplay with a one-line reason where no window can be opened."""
    screens = _screens(tabs, workshop)
    loading = LoadingState(run_path, link, speed, screens, title)
    loading.beside = (beside, -1) if beside else None

    def first(window: Window) -> State:
        loading.back = StartState(home, window, screens) if home else None
        return loading if run_path or link or loading.back is None else loading.back

    _show("Town", size, first, max_frames, script)
    return 1 if loading.problem else 0


def edit(
    path: Path,
    workshop: Workshop,
    *,
    size: tuple[int, int] | None = None,
    max_frames: int | None = None,
    script: Script | None = None,
) -> int:
    """Open the window on the scenario in the file ``path``; returns 0 when it is closed. The rest is as in ``watch``. Raises
    ScenarioError where the file is no scenario, MapError where its map cannot be read."""
    from sim.view.edit.open import edit_scenario

    screens = _screens((), workshop)
    _show(f"Edit: {path.name}", size, lambda window: edit_scenario(window, path, workshop, screens), max_frames, script)
    return 0


def _screens(tabs: Sequence[type], workshop: Workshop | None) -> Screens:
    return Screens(_main, (*tabs, *installed("tab").values()), workshop)


def _main(window: Window, opened: Opened) -> State:
    from sim.view.states.main import open_main  # imported late, so that the loading screen is drawn first

    return open_main(window, opened)


def _show(
    title: str, size: tuple[int, int] | None, first: Callable[[Window], State], frames: int | None, script: Script | None
) -> None:
    """A window that begins with the state ``first``, until it is closed."""
    window = Window(title, size)
    try:
        window.states.append(first(window))
        window.loop(frames, script)
    finally:
        window.close()
