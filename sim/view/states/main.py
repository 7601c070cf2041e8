"""The main screen: the town, the panels around it, and what keys and the mouse do there.

Each frame: read how far the run is, move the playback, look at its moment, let one panel fetch, draw. A panel fetches at most
every ``REFRESH`` seconds, and only one panel per frame, so that no frame waits for the run file twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pygame

from sim.record.read import RunError
from sim.view import news_walk, telling
from sim.view.actions import Actions
from sim.view.auto_camera import AutoCamera, largest_group
from sim.view.beside import Beside
from sim.view.camera import MapMouse
from sim.view.context import ViewContext, open_context
from sim.view.keys import act_for, held_direction
from sim.view.layout import NOWHERE, Panels
from sim.view.night_skip import NightSkip
from sim.view.panels.hint import Hint
from sim.view.panels.topbar import AT_WORK
from sim.view.player import Player
from sim.view.screens import Opened, Screens
from sim.view.states.title import TitleState
from sim.view.style import MUTED, PANEL_EDGE
from sim.view.town_renderer import TownRenderer
from sim.view.widgets import boxes
from sim.view.widgets.tooltip import message
from sim.view.window import Push, Result, State, Window

REFRESH = 0.15
PAN_SPEED = 620.0
"""Window pixels per second while a direction is held."""
CLOSEST_FIRST_ZOOM = 4
"""The closest zoom of the first view."""
ROOM_AROUND = 4
"""Tiles around the residents that are also in the first view."""
NOTE_PAPER = (19, 23, 31, 225)
NO_POINTER = (-1, -1)
WALK_HINT = "arrows: next, before; Space holds; Esc ends"


def open_main(window: Window, opened: Opened) -> MainState:
    """The main screen of a run; the factory that ``Screens.main`` is. Raises RunError or MapError."""
    context = open_context(opened.run, opened.link, window.renderer, opened.speed)
    context.tabs, context.back, context.trial = opened.screens.tabs, opened.back, opened.trial
    beside = Beside(context, *opened.beside) if opened.beside is not None else None
    main = MainState(context, window, opened.screens, beside)
    if opened.title:
        main.push(TitleState(context))
    return main


def too_slow(model: Mapping[str, Any]) -> str:
    """What to say where a town cannot keep up with its speed, by what the run file says of the mind: only what would help."""
    helps = ["--minds words", "--attention N"] if model.get("mode") == "free" else []
    if model.get("mode") in ("free", "small") and model.get("spec") != "bundled":
        slow = dict(model.get("details") or {}).get("gpu layers") == "0"
        helps.append("a smaller model")
        helps += ["a GPU"] if slow else []
    also = f", and when a run begins {', '.join(helps)}" if helps else ""
    return f"The town cannot keep up with this speed, so it goes slower. What helps: a lower speed (-){also}."


class MainState(State):
    """The town and its panels, over one open run; with ``beside`` another town at its right."""

    def __init__(self, context: ViewContext, window: Window, screens: Screens, beside: Beside | None = None) -> None:
        self.window, self.context, self.beside = window, context, beside
        self.town = TownRenderer(context)
        self.player = Player(context)
        self.panels = Panels(context, self.player, beside)
        self.night_skip = NightSkip(context, self.panels.timeline)
        self.hint = Hint(context.renderer)
        self.actions = Actions(window, context, screens, self.panels, self.player, self.night_skip, beside)
        self._left_at: tuple[int, int] | None = None
        """Where the pointer was below the last overlay: until it moves, it points at nothing."""
        context.do_action = self._request
        self.auto_camera = AutoCamera(context)
        self._requested: Result = None
        self.map_mouse = MapMouse(context.camera)
        self._due = [0.0] * len(self.panels.all)
        pygame.display.set_caption(context.run.meta.scenario_name)
        self._first_look()

    def _first_look(self) -> None:
        """Set the first view: live at the last tick, a recording at its first; every panel fetches once."""
        context = self.context
        context.playback.advance(0.0, self._last())
        if self.beside is not None:
            context.playback.seek(self.beside.begin)
        if context.playback.live:
            context.playback.tick = float(max(0, context.run.last_tick))
        context.scene.update(context.playback)
        self.panels.arrange(self.window.size)
        context.camera.fit()
        self._look_at_people()
        for panel in self.panels.all:
            panel.refresh()
        self.actions.time.load_bookmarks()

    def _look_at_people(self) -> None:
        """Begin with all residents in view, at most ``CLOSEST_FIRST_ZOOM`` close and never so far that none is recognised. In a
        town too large for that, begin where most residents are near each other."""
        context = self.context
        figures = context.scene.figures
        if not figures:
            return
        spots = [context.world_pixel(f.x + 0.5, f.y + 0.5) for f in figures]
        room, least = ROOM_AROUND * context.tilemap.tile_width, round(context.renderer.style.scale) + 1
        if not context.camera.fit_to(spots, room, least, CLOSEST_FIRST_ZOOM):
            context.camera.look(*spots[figures.index(largest_group(figures)[0])])

    def close(self) -> None:
        """Close the run file; a live town is asked to stop and save."""
        self.panels.player_bar.close()
        if self.context.link is not None and self.context.status.phase not in ("finished", "failed"):
            self.context.send("stop")
        self.context.asking.stop()
        self.context.run.close()
        if self.beside is not None:
            self.beside.other.run.close()

    # -- time -----------------------------------------------------------------------------------------------------------
    def update(self, window: Window, real: float) -> Result:
        context = self.context
        if context.link is not None:
            held, context.status = context.status.holds, context.link.status()
            if context.status.holds and not held and context.status.phase in AT_WORK and window.states[-1] is self:
                context.notify(too_slow(context.run.meta.model))
        self.panels.notice.update()  # also where nothing else can be read any more
        try:
            self.night_skip.update()
            self._advance(real)
            context.scene.update(context.playback)
            self._play(real)
            self.panels.arrange(self.window.size)
            self._fetch(window.seconds)
            news_walk.update(context, real)
            if self.beside is not None:
                self.beside.update(real)
            self.actions.recorder.update()
        except RunError as error:
            context.playback.playing = False
            context.notify(str(error))
        self._move_camera(real)
        if window.states[-1] is self:
            self.hint.update(real)
        context.toast_left = max(0.0, context.toast_left - real)
        return self._take()

    def _advance(self, real: float) -> None:
        """Advance the playback; say so when a recording has come to its end."""
        playback = self.context.playback
        played = playback.playing
        if self.context.status.phase != "paused" if playback.live else played:
            self.context.seconds += real
        playback.advance(real, self._last())
        if played and not playback.playing:
            self.context.notify("The recording ends here. Space plays it again.")

    def _last(self) -> int:
        """The last tick that can be shown."""
        last = self.context.run.refresh()
        return last if self.beside is None else self.beside.comparison.last

    def _play(self, real: float) -> None:
        """Update the played resident and who is marked as played."""
        self.player.update(real)
        self.context.player_slug, self.context.played = self.player.slug, self.player.shown()
        if self.player.slug is None and self.panels.player_bar.visible:
            self.panels.player_bar.close()
        self.panels.player_bar.visible = self.player.slug is not None

    def _fetch(self, now: float) -> None:
        """Let the panel that has waited longest fetch, if it is due."""
        shown = [i for i, panel in enumerate(self.panels.all) if panel.visible]
        index = min(shown, key=lambda i: self._due[i])
        if self._due[index] <= now:
            self.panels.all[index].refresh()
            self._due[index] = now + REFRESH

    def _move_camera(self, real: float) -> None:
        context = self.context
        free = self.window.states[-1] is self and not self.panels.has_keyboard() and context.news.at < 0
        dx, dy = held_direction() if free else (0, 0)
        if dx or dy:
            context.release_camera()
            context.camera.pan(dx * PAN_SPEED * real, dy * PAN_SPEED * real)
        elif context.following and context.selected:
            context.center_on(context.selected)
        self.auto_camera.update(real)
        context.camera.update(real)
        if self.beside is not None:
            self.beside.follow_camera(real)

    # -- events ---------------------------------------------------------------------------------------------------------
    def event(self, window: Window, event: pygame.event.Event) -> Result:
        """Offer the event to the panels from the top down, then to the keys, then to the town."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.hint.dismiss()
        try:
            if any(panel.event(event, window.mouse) for panel in reversed(self.panels.all)):
                return self._take()
            if event.type == pygame.KEYDOWN:
                act = act_for(event)
                if not self.panels.has_keyboard() and news_walk.do(self.context, act):
                    return None
                if self.panels.has_keyboard() and act not in ("screenshot", "help", "focus_next", "focus_previous"):
                    return None
                return self.actions.do(act) if act else None
            self._mouse(window, event)
        except RunError as error:
            self.context.notify(str(error))
        return self._take()

    def push(self, state: State) -> None:
        """Put a state on top with the next frame."""
        self._requested = Push(state)

    def _request(self, act: str) -> None:
        self._requested = self.actions.do(act)

    def _take(self) -> Result:
        requested, self._requested = self._requested, None
        return requested

    def _mouse(self, window: Window, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            over = any(panel.visible and panel.rect.collidepoint(event.pos) for panel in self.panels.all)
            for town, at in self._towns(event.pos):
                town.pointer = None if over else at
                town.hovered = town.who(at) if at is not None and not over else None
        if button := self.map_mouse.click(event, window.mouse):
            self._click(window, event.pos, button)
        elif event.type == pygame.MOUSEMOTION and self.map_mouse.dragging:
            self.context.release_camera()

    def _click(self, window: Window, at: tuple[int, int], button: int) -> None:
        """Select a resident. While a resident is played, a left click acts for them: walk, talk to somebody, use an object."""
        who = next((found for town, spot in self._towns(at) if spot is not None and (found := town.who(spot))), None)
        if self.player.slug is not None and button == 1 and who != self.player.slug:
            self._click_as_resident(at, who)
            return
        if who is None or button == 3 and self.player.slug is None:
            return
        self.context.select(who)

    def _towns(self, at: tuple[int, int]) -> Iterator[tuple[TownRenderer, tuple[int, int] | None]]:
        """Each town that is shown, and the window position ``at`` as its own; None in the other town's half."""
        beside = self.beside
        inside = beside.inside(at) if beside is not None else None
        yield self.town, at if inside is None else None
        if beside is not None:
            yield beside.town, inside

    def _click_as_resident(self, at: tuple[int, int], who: str | None) -> None:
        if who is not None:
            if self.player.approach(who):
                self.panels.player_bar.open("say")
            return
        x, y = self.context.tile_at(at)
        address = self.context.scene.objects.address(x, y)
        asked = self.player.walk_to(address) if address else self.player.walk(int(x // 1), int(y // 1))
        if asked:
            self.panels.player_bar.mode = "do" if address else "say"
            self.town.world.mark_goal((x, y) if address else (x // 1 + 0.5, y // 1 + 0.5))

    # -- drawing --------------------------------------------------------------------------------------------------------
    def draw(self, window: Window) -> None:
        self.town.draw(window.surface.subsurface(self.context.camera.view))
        if self.beside is not None:
            self.beside.draw(window.surface)
        if (news := self.context.news).story is not None and news.telling is not None:
            telling.draw_card(window.surface, self.context, news.story, news.at, self._uncovered(), WALK_HINT)
        top = window.states[-1] is self
        self.actions.focus.mark()
        if not top or window.mouse != self._left_at:
            self._left_at = None if top else window.mouse
        pointer = window.mouse if self._left_at is None else NO_POINTER
        for panel in self.panels.all:
            panel.draw(window.surface, pointer)
        if top and not self.panels.player_bar.visible:
            self.hint.draw(window.surface, self._uncovered())
        self._draw_camera_note(window, top)
        if self.context.toast_left > 0:
            below = self.panels.notice.rect.bottom if self.panels.notice.visible else self.panels.topbar.rect.bottom
            free = self.context.camera.free
            message(window.surface, window.renderer, self.context.toast, free, below + window.renderer.px(12))
        clear = [rect for panel in self.panels.all for rect in panel.kept_clear()] if top else []
        for panel in self.panels.all if top else ():
            panel.draw_tooltip(window.surface, pointer, clear)

    def _draw_camera_note(self, window: Window, top: bool) -> None:
        """Say that the camera follows nobody, at the lower left of the town; not over the first hint or a player's line, nor
        below an overlay."""
        context, renderer, px = self.context, window.renderer, window.renderer.px
        note = context.camera_note() if top and not (self.hint.left > 0 or self.panels.player_bar.visible) else ""
        free, context.camera_rect = self._uncovered(), NOWHERE.copy()
        if note:
            lines = renderer.wrap(note, "tiny", max(px(120), free.width - px(30)))
            wide, high = max(renderer.width(line, "tiny") for line in lines), len(lines) * renderer.line_height("tiny")
            rect = pygame.Rect(free.x + px(6), free.bottom - high - px(10), wide + px(16), high + px(4))
            window.surface.blit(boxes.box(rect.size, px(8), NOTE_PAPER, PANEL_EDGE), rect.topleft)
            renderer.draw_lines(window.surface, lines, (rect.x + px(8), rect.y + px(2)), "tiny", MUTED)
            context.camera_rect = rect

    def _uncovered(self) -> pygame.Rect:
        """The part of the town that no panel covers, left of the small map."""
        free = self.context.camera.free.copy()
        if self.panels.minimap.visible and self.panels.minimap.rect.width > 0:
            free.width = self.panels.minimap.rect.left - free.left
        return free
