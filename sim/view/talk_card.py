"""A card to share: a moment of talk, the speakers in their place above, what they say below; one picture, or a GIF in which the
lines appear one after another.

Drawn from the run file without a screen, for ``show RUN --card``: the window has that done in a process of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pygame

from sim.record.atomic_write import atomic_files
from sim.record.read import Run
from sim.record.rows import StoredTalk
from sim.view import formatting
from sim.view.context import ViewContext
from sim.view.gif import write_gif
from sim.view.offscreen import ExportError, headless, opened
from sim.view.png import write_png
from sim.view.style import MUTED, TEXT
from sim.view.town_renderer import TownRenderer

SIZE = 960
"""Pixels of the card's width."""
PICTURE = 400
"""Pixels of the height of the card's picture."""
EDGE = 36
"""Pixels of the card's margin."""
ZOOM = 3
LINES = 16
"""The most lines of talk on a card: all but the longest talks fit."""
MAX_LETTERS = 600
"""The most characters of a line on a card: more than residents say, and a picture can hold them."""
LETTERS_PER_SECOND = 30
"""How fast a moving card is read."""
LAST_SECONDS = 3
"""Seconds for which the end of a moving card stays."""
GROUND = (19, 23, 31)


def write_card(run_path: str | Path, out: str | Path, tick: int | None = None) -> StoredTalk:
    """Draw the talk that is on at ``tick``, or the last before it, to the file ``out``, GIF by its name or else PNG; without
    ``tick`` the longest of the run. Returns the talk. Raises ``RunError`` where nobody has talked or the town cannot be
    drawn."""
    with headless((SIZE, PICTURE)) as surface, Run(run_path) as run:
        talk = _talk(run, tick)
        context = opened(run, 1.5)
        lines = lines_shown(talk, tick)

        def card(said: int) -> pygame.Surface:
            _draw_town(context, surface, talk.people, lines[said - 1][0])
            return _card(context, surface, talk, lines, said)

        with atomic_files(Path(out), "Choose another place for the card.") as draft:
            if Path(out).suffix.lower() == ".gif":
                _save_gif(draft(Path(out)), [(card(i + 1), line[2]) for i, line in enumerate(lines)])
            else:
                write_png(card(len(lines)), draft(Path(out)))
    return talk


def _save_gif(path: Path, cards: Sequence[tuple[pygame.Surface, str]]) -> None:
    """Show each card for as long as its line takes to read, the last card longer."""
    frames = [np.ascontiguousarray(pygame.surfarray.array3d(card).swapaxes(0, 1)) for card, _ in cards]
    counts = [2 + len(text) // LETTERS_PER_SECOND for _, text in cards]
    counts[-1] += LAST_SECONDS
    write_gif(path, frames, frames, counts)


def draw_moment(run_path: str | Path, size: tuple[int, int]) -> pygame.Surface:
    """The speakers of a run's longest talk in their place; where nobody talked, a resident at the run's end. Needs a display.
    Raises ``RunError`` or ``MapError``."""
    surface = pygame.Surface(size).convert()
    with Run(run_path) as run:
        context = opened(run)
        context.labels = False
        try:
            talk = _talk(run, None)
            people, tick = talk.people, lines_shown(talk, None)[-1][0]
        except ExportError:
            people, tick = (), max(0, run.last_tick)
        _draw_town(context, surface, people, tick, 2)
    return surface


def _talk(run: Run, tick: int | None) -> StoredTalk:
    talks = [talk for talk in run.talks(None, 0, run.last_tick if tick is None else tick) if talk.lines]
    if not talks:
        raise ExportError(f"{run.path}: nobody has said anything {'in this run' if tick is None else 'by then'}.")
    return max(talks, key=lambda talk: len(talk.lines)) if tick is None else talks[-1]


def lines_shown(talk: StoredTalk, tick: int | None) -> tuple[tuple[int, str, str], ...]:
    """The lines said by ``tick``; without it the whole talk. Of a long talk the last lines, or without ``tick`` the first."""
    said = talk.lines if tick is None else tuple(line for line in talk.lines if line[0] <= tick) or talk.lines[:1]
    shown = said[:LINES] if tick is None else said[-LINES:]
    return tuple((when, who, text if len(text) <= MAX_LETTERS else f"{text[:MAX_LETTERS]} …") for when, who, text in shown)


def _draw_town(context: ViewContext, surface: pygame.Surface, people: Sequence[str], tick: int, zoom: int = ZOOM) -> None:
    """Draw ``people`` in their place at that moment; without people the first resident in town."""
    context.playback.advance(0.0, context.run.last_tick)
    context.playback.seek(float(tick))
    context.scene.update(context.playback)
    camera = context.camera
    camera.frame(surface.get_rect(), surface.get_rect())
    camera.fit()
    camera.zoom = max(camera.zoom, zoom)
    found = [figure for figure in map(context.scene.figure, people) if figure is not None] or context.scene.figures[:1]
    if found:
        count = len(found)
        middle = (sum(figure.x for figure in found) / count + 0.5, sum(figure.y for figure in found) / count + 0.5)
        camera.look(*context.world_pixel(*middle))
    TownRenderer(context).draw(surface, bubbles=False)


def _card(
    context: ViewContext, town: pygame.Surface, talk: StoredTalk, lines: tuple[tuple[int, str, str], ...], shown: int
) -> pygame.Surface:
    """The card: the picture, the first ``shown`` of the lines (with room for all), and where and when the talk was."""
    renderer, width = context.renderer, SIZE - 2 * EDGE
    body, small = renderer.line_height("body"), renderer.line_height("small")
    said = [(who, renderer.wrap(text, "body", width)) for _, who, text in lines]
    height = PICTURE + EDGE + sum(small + body * len(rows) + 12 for _, rows in said) + small + EDGE
    card = pygame.Surface((SIZE, height))
    card.fill(GROUND)
    card.blit(town, (0, 0))
    y = PICTURE + EDGE // 2
    for number, (who, rows) in enumerate(said):
        if number < shown:
            renderer.draw(card, context.scene.info[who].name, (EDGE, y), "small", context.colour(who))
            renderer.draw_lines(card, rows, (EDGE, y + small), "body", TEXT)
        y += small + body * len(rows) + 12
    at = lines[-1][0] * context.run.meta.tick_seconds
    when = f"{formatting.date(context.start, at)}, {formatting.clock(context.start, at)}"
    place = talk.place.split(":")[:2][-1]
    cut = f"{len(lines)} of {len(talk.lines)} lines" if len(lines) < len(talk.lines) else ""
    about = " · ".join(filter(None, (place, when, context.run.meta.scenario_name, cut)))
    renderer.draw(card, renderer.truncate(about, "small", width), (EDGE, y + EDGE // 4), "small", MUTED)
    return card
