"""Watching the town: the map, the panels around it, and what keys and the mouse do there.

Each frame: read how far the run is, move the cursor, look at its moment, let one panel fetch, draw. No panel fetches more
often than ``REFRESH`` seconds, and only one per frame, so that no frame waits for the file twice.
"""

from __future__ import annotations

import pygame

from sim.record.read import RunError
from sim.view.actions import Actions
from sim.view.context import Desk
from sim.view.director import Director
from sim.view.keys import act_for, held_direction
from sim.view.layout import arrange
from sim.view.night import Night
from sim.view.panels.feed import Feed
from sim.view.panels.hint import Hint
from sim.view.panels.inspector import Inspector
from sim.view.panels.minimap import MiniMap
from sim.view.panels.notice import Notice
from sim.view.panels.playbar import PlayBar
from sim.view.panels.roster import Roster
from sim.view.panels.spread import SpreadPanel
from sim.view.panels.timeline import Timeline
from sim.view.panels.topbar import TopBar
from sim.view.play import Play
from sim.view.screen import Result, State
from sim.view.style import INK
from sim.view.town import Town
from sim.view.widgets import frame
from sim.view.widgets.panel import Panel
from sim.view.window import Window

REFRESH = 0.15
PAN_SPEED = 620.0
"""Window pixels per second while a direction is held."""
CLICK = 5
"""Pixels the pointer may move between press and release of a click."""
CLOSEST, ROOM = 4, 4
"""The closest zoom to begin with, and the tiles around residents that are then in view."""
NEAR = 18
"""Tiles within which residents count as near each other."""
DOUBLE = 0.4
"""Seconds between the two clicks of a double click."""


class Watching(State):
    """The town and its panels over one desk."""

    def __init__(self, desk: Desk, window: Window) -> None:
        self.desk = desk
        self.town = Town(desk)
        self.inspector, self.roster, self.feed = Inspector(desk), Roster(desk), Feed(desk)
        self.timeline, self.minimap, self.spread = Timeline(desk), MiniMap(desk), SpreadPanel(desk)
        self.topbar = TopBar(desk, lambda act: self._wish(act))
        self.play, self.night = Play(desk), Night(desk, self.timeline)
        self.playbar, self.notice = PlayBar(desk, self.play), Notice(desk)
        self.panels: tuple[Panel, ...] = (
            *(self.topbar, self.roster, self.feed, self.spread, self.inspector, self.minimap, self.timeline),
            *(self.playbar, self.notice),
        )
        self.crowded = False
        """Whether the inspector leaves the lists at the left no room."""
        self.hint = Hint(desk.ink)
        desk.act = self._wish
        self.actions = Actions(self)
        self.director = Director(desk)
        self._wished: Result = None
        self._pressed: tuple[int, int] | None = None
        self._dragged = False
        self._clicked: tuple[float, str] = (-1.0, "")
        self._due = [0.0] * len(self.panels)
        self.window = window
        window.name(desk.run.meta.scenario_name)
        self._first_look()

    def _first_look(self) -> None:
        """Where the window opens: live at the last tick, a recording at its first; everything fetched once."""
        desk = self.desk
        desk.cursor.advance(0.0, desk.run.last_tick)
        if desk.cursor.live:
            desk.cursor.tick = float(max(0, desk.run.last_tick))
        desk.scene.update(desk.cursor)
        arrange(self)
        desk.camera.fit()
        self._look_at_people()
        for panel in self.panels:
            panel.refresh()
        self.actions.time.load_bookmarks()

    def _look_at_people(self) -> None:
        """Begin with everybody in view, not closer than ``CLOSEST`` and not so far that nobody is recognised; where the town
        is too large for that, where most are near each other."""
        desk, tilemap = self.desk, self.desk.pictures.map
        figures = desk.scene.figures
        if not figures:
            return
        spots = [((f.x + 0.5) * tilemap.tile_width, (f.y + 0.5) * tilemap.tile_height) for f in figures]
        if desk.camera.fit_to(spots, ROOM * tilemap.tile_width, round(desk.ink.style.scale) + 1, CLOSEST):
            return
        near = [sum(abs(a.x - b.x) + abs(a.y - b.y) < NEAR for b in figures) for a in figures]
        desk.camera.look(*spots[near.index(max(near))])

    def close(self) -> None:
        """Let go of the file; a live town is asked to stop and save."""
        self.playbar.close()
        if self.desk.link is not None and self.desk.status.phase not in ("finished", "failed"):
            self.desk.send("stop")
        self.desk.run.close()

    # -- time -----------------------------------------------------------------------------------------------------------
    def update(self, window: Window, real: float) -> Result:
        """One frame of time."""
        desk = self.desk
        if desk.link is not None:
            desk.status = desk.link.status()
        try:
            self.night.update()
            self._advance(real)
            desk.scene.update(desk.cursor)
            self._play(real)
            self.notice.look()
            arrange(self)
            self._fetch(window.seconds)
            self.spread.step()
            self.actions.recorder.look()
        except RunError as error:
            desk.cursor.playing = False
            desk.say(str(error))
        self._move_camera(real)
        self.hint.update(real)
        desk.toast_left = max(0.0, desk.toast_left - real)
        wished, self._wished = self._wished, None
        return wished

    def _advance(self, real: float) -> None:
        """Move the cursor; says so when a recording has come to its end."""
        cursor = self.desk.cursor
        played = cursor.playing
        if self.desk.status.phase != "paused" if cursor.live else played:
            self.desk.seconds += real
        cursor.advance(real, self.desk.run.refresh())
        if played and not cursor.playing:
            self.desk.say("The recording ends here. Space plays it again.")

    def _play(self, real: float) -> None:
        """Let the played resident go on, and show who is played."""
        self.play.update(real)
        self.desk.mine, self.desk.played = self.play.mine, self.play.shown()
        if self.play.mine is None and self.playbar.visible:
            self.playbar.close()
        self.playbar.visible = self.play.mine is not None

    def _fetch(self, now: float) -> None:
        """Let the panel that has waited longest fetch, if it is due."""
        shown = [i for i, panel in enumerate(self.panels) if panel.visible]
        index = min(shown, key=lambda i: self._due[i])
        if self._due[index] <= now:
            self.panels[index].refresh()
            self._due[index] = now + REFRESH

    def _move_camera(self, real: float) -> None:
        desk = self.desk
        dx, dy = held_direction() if not self.typing() else (0, 0)
        if dx or dy:
            desk.following = desk.directed = False
            desk.camera.pan(dx * PAN_SPEED * real, dy * PAN_SPEED * real)
        elif desk.following and desk.selected:
            desk.show(desk.selected)
        self.director.update(real)
        desk.camera.update(real)

    def typing(self) -> bool:
        """Whether a text box has the keyboard."""
        return self.playbar.busy() or (self.inspector.visible and self.inspector.tab.busy())

    # -- events ---------------------------------------------------------------------------------------------------------
    def event(self, window: Window, event: pygame.event.Event) -> Result:
        """Panels from the top down, then keys, then the town."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.hint.dismiss()
        try:
            if any(panel.event(event, window.mouse) for panel in reversed(self.panels)):
                return self._take()
            if event.type == pygame.KEYDOWN:
                act = act_for(event)
                if self.typing() and act not in ("shot", "help", "tab", "tab_back"):
                    return None
                return self.actions.do(act) if act else None
            self._mouse(window, event)
        except RunError as error:
            self.desk.say(str(error))
        return self._take()

    def _wish(self, act: str) -> None:
        self._wished = self.actions.do(act)

    def _take(self) -> Result:
        wished, self._wished = self._wished, None
        return wished

    def _mouse(self, window: Window, event: pygame.event.Event) -> None:
        camera = self.desk.camera
        if event.type == pygame.MOUSEWHEEL and event.y:
            camera.zoom_by(1 if event.y > 0 else -1, window.mouse)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 2, 3):
            self._pressed, self._dragged = event.pos, False
        elif event.type == pygame.MOUSEMOTION:
            self._hover(event)
        elif event.type == pygame.MOUSEBUTTONUP and self._pressed is not None:
            if not self._dragged and event.button in (1, 3):
                self._click(window, event.pos, event.button)
            self._pressed = None

    def _hover(self, event: pygame.event.Event) -> None:
        if self._pressed is not None:
            far = abs(event.pos[0] - self._pressed[0]) + abs(event.pos[1] - self._pressed[1])
            self._dragged = self._dragged or far > CLICK
            if self._dragged:
                self.desk.following = self.desk.directed = False
                self.desk.camera.pan(-event.rel[0], -event.rel[1])
        over = any(panel.visible and panel.rect.collidepoint(event.pos) for panel in self.panels)
        self.town.pointer = None if over else event.pos
        self.town.hovered = None if over else self.town.who(event.pos)

    def _click(self, window: Window, at: tuple[int, int], button: int) -> None:
        """Look into somebody; while somebody is played a left click is theirs: walk, turn to a person, use a thing."""
        who = self.town.who(at)
        if self.play.mine is not None and button == 1 and who != self.play.mine:
            self._click_as_resident(at, who)
            return
        if who is None or button == 3 and self.play.mine is None:
            return
        again = self._clicked == (self._clicked[0], who) and window.seconds - self._clicked[0] < DOUBLE
        self._clicked = (window.seconds, who)
        self.desk.select(who, follow=again)

    def _click_as_resident(self, at: tuple[int, int], who: str | None) -> None:
        if who is not None:
            if self.play.approach(who):
                self.playbar.open("say")
            return
        tilemap = self.desk.pictures.map
        x, y = self.desk.camera.to_world(at)
        x, y = x / tilemap.tile_width, y / tilemap.tile_height
        address = self.desk.scene.address(x, y)
        asked = self.play.walk_to(address) if address else self.play.walk(int(x // 1), int(y // 1))
        if asked:
            self.playbar.mode = "do" if address else "say"
            self.town.picture.point((x, y) if address else (x // 1 + 0.5, y // 1 + 0.5))

    # -- drawing --------------------------------------------------------------------------------------------------------
    def draw(self, window: Window) -> None:
        """The town, the panels, a word to the person at the window."""
        self.town.draw(window.surface)
        top = window.states[-1] is self
        for panel in self.panels:
            panel.draw(window.surface, window.mouse if top else (-1, -1))
        if top and not self.playbar.visible:
            self.hint.draw(window.surface, self._open_ground())
        self._messages(window)
        for panel in self.panels if top else ():
            panel.draw_tip(window.surface, window.mouse)

    def _open_ground(self) -> pygame.Rect:
        """What no panel covers, left of the small map."""
        free = self.desk.camera.free.copy()
        if self.minimap.visible and self.minimap.rect.width > 0:
            free.width = self.minimap.rect.left - free.left
        return free

    def _messages(self, window: Window) -> None:
        """What was just said to the person at the window."""
        if self.desk.toast_left > 0:
            below = self.notice.rect.bottom if self.notice.visible else self.topbar.rect.bottom
            self._message(window, self.desk.toast, below + self.desk.ink.px(12))

    def _message(self, window: Window, text: str, y: int) -> None:
        ink, px, to = self.desk.ink, self.desk.ink.px, window.surface
        free = self.desk.camera.free
        wrapped = ink.wrap(text, "body", min(px(560), to.get_width() - px(80), max(free.width - px(56), px(240))))
        wide = max(ink.width(line, "body") for line in wrapped) + px(36)
        rect = pygame.Rect(0, y, wide, ink.style.line("body") * len(wrapped) + px(18))
        rect.centerx = free.centerx
        rect.clamp_ip(to.get_rect())
        frame.panel(to, rect, px(10), px(8))
        for i, line in enumerate(wrapped):
            ink.put(to, line, (rect.centerx, rect.y + px(9) + i * ink.style.line("body")), "body", INK, "centre")
