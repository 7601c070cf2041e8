"""The start screen: towns with pictures, saved runs with a moment of theirs, a new town, and who plays the residents.

What there is comes from a ``Home``. Pictures are drawn one a frame and kept while the window is open. All of it can be clicked;
the arrows and Tab move, Enter presses. Knows neither scenarios nor models.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from pathlib import Path
from threading import Thread

import pygame

from sim.record.read import RunError
from sim.view.focus import KeyboardFocus
from sim.view.home import Home, HomeError, MindOffer, Offer, RunOffer, TownOffer
from sim.view.keys import act_for
from sim.view.link import Link
from sim.view.map_renderer import MapRenderer
from sim.view.screens import Screens
from sim.view.states.loading import LoadingState, draw_evening
from sim.view.states.written_town import WrittenTownState
from sim.view.style import ACCENT, BLUE, FAINT, GREEN, MUTED, TEXT, VERMILION
from sim.view.talk_card import draw_moment
from sim.view.text_renderer import TextRenderer
from sim.view.widgets.flow import Chip, Flow
from sim.view.widgets.panel import Panel
from sim.view.window import Push, Quit, Reset, Result, State, Window
from sim.world.tilemap import MapError, TileMap

PICTURE = (168, 105)
"""Pixels of a picture at 100 %."""
MARGIN = 14
"""Pixels at 100 %; so are the next four."""
HEAD_HEIGHT = 84
FOOT_HEIGHT = 30
SIDE_WIDTH = 330
"""The width of the right panel."""
MIN_COLUMN_WIDTH = 380
"""The least width of a column of towns or runs."""
TEXT_WIDTH = 190
"""Pixels at 100 % that a text needs beside a picture."""
PEOPLE = (4, 8, 12, 20)
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
OTHER_MIND = "It played the town with which this window began."
SETTLE = 0.5
"""Seconds between looks at towns that are being saved."""


class Offers(Panel):
    """Towns and saved runs: side by side where there is room, else one below the other."""

    scrolls = True

    def __init__(self, state: StartState, renderer: TextRenderer) -> None:
        super().__init__(renderer)
        self.state = state

    def key(self) -> Hashable:
        return self.state.loaded, len(self.state.pictures)

    def paint(self, flow: Flow) -> None:
        left, top, wide = flow.x, flow.y, flow.width
        columns = 2 if wide >= 2 * self.renderer.px(MIN_COLUMN_WIDTH) else 1
        gap = self.renderer.px(14)
        flow.width = (wide - gap * (columns - 1)) // columns
        self._towns(flow)
        lower = flow.y
        if columns == 2:
            flow.x, flow.y = left + flow.width + gap, top
        self._runs(flow)
        flow.x, flow.y, flow.width = left, max(lower, flow.y), wide

    def _towns(self, flow: Flow) -> None:
        state = self.state
        flow.heading("Towns", "a click starts one" if state.loaded else "looking ...")
        editable = state.screens.workshop is not None
        for town in state.towns:
            more = Chip("Edit it", partial(state.edit, town), name=f"edit {town.file}") if editable else None
            act, edge = (partial(state.live, town), GREEN) if town.map else (None, VERMILION)
            with flow.card(act, edge, f"town {town.file}"):
                self._beside(flow, town, town.about, more)

    def _runs(self, flow: Flow) -> None:
        state = self.state
        flow.heading("Saved runs", "a click plays one" if state.runs else "")
        for run in state.runs:
            more = Chip("Continue it", partial(state.resume, run), name=f"resume {run.file}") if run.resumable else None
            act, edge = (None, VERMILION) if run.problem else (partial(state.watch, run), BLUE)
            with flow.card(act, edge, f"run {run.file}"):
                self._beside(flow, run, run.problem or run.about, more)

    def _beside(self, flow: Flow, offer: Offer, about: str, more: Chip | None) -> None:
        """A picture, and what it shows at its right, or below it where there is little room."""
        picture, size, px = self.state.pictures.get(offer.file), self.state.picture_size, self.renderer.px
        left, top, wide = flow.x, flow.y, flow.width
        if picture is not None and flow.seen(top, top + size[1]):
            flow.do(partial(flow.to.blit, picture, (left, top)))
        if wide - size[0] >= px(TEXT_WIDTH):
            flow.x, flow.width = left + size[0] + px(12), wide - size[0] - px(12)
        else:
            flow.y += size[1] + px(4)
        flow.text(offer.title, "head", TEXT)
        flow.text(offer.facts, "tiny", ACCENT)
        flow.gap(3)
        flow.text(about, "small", MUTED)
        flow.x, flow.y, flow.width = left, max(flow.y, top + size[1] + px(2)), wide
        if more is not None:
            flow.gap(4)
            flow.chips([more])


class Choices(Panel):
    """A new town to make, and who plays the residents."""

    scrolls = True

    def __init__(self, state: StartState, renderer: TextRenderer) -> None:
        super().__init__(renderer)
        self.state = state
        self.world, self.people, self.seed, self.most = state.home.worlds[0], 12, 1, max(PEOPLE)
        """World, people and seed of the new town, and the most people for whom that world has beds."""

    def key(self) -> Hashable:
        return self.world, self.people, self.seed, self.most, self.state.mind, self.state.minds

    def paint(self, flow: Flow) -> None:
        flow.heading("A new town", "every seed gives another")
        flow.chips([self._chip(world.capitalize(), "world", world) for world in self.state.home.worlds])
        counts = sorted({min(count, self.most) for count in PEOPLE})
        flow.chips([self._chip(f"{count} people" if count == counts[0] else str(count), "people", count) for count in counts])
        less, more = self._chip("-", "seed", max(1, self.seed - 1)), self._chip("+", "seed", self.seed + 1)
        flow.chips([self._chip(f"Seed {self.seed}", "seed", self.seed), less, more])
        with flow.card(partial(self.state.new, self.world, self.people, self.seed), GREEN, "new"):
            flow.text("Make it and start it", "label", TEXT)
        with flow.card(partial(self.state.write, self.people, self.seed), GREEN, "write"):
            flow.text("Have one written ...", "label", TEXT)
            flow.text("You say what it is about; a capable mind writes it.", "small", MUTED)
        flow.heading("Who plays the residents", "" if self.state.minds_known else "looking ...")
        for mind in self.state.minds:
            chosen = mind.spec == self.state.mind
            with flow.card(partial(self.state.choose, mind), ACCENT if chosen else None, f"mind {mind.spec}"):
                flow.text(f"{mind.title} (selected)" if chosen else mind.title, "label", TEXT if chosen else MUTED)
                flow.text(mind.about, "small", MUTED)
        flow.text(self.state.home.better_mind, "small", FAINT)

    def _chip(self, label: str, what: str, value: object) -> Chip:
        return Chip(label, partial(self._set, what, value), label not in "-+" and getattr(self, what) == value)

    def _set(self, what: str, value: object) -> None:
        setattr(self, what, value)
        if what == "world":
            self.most = self.state.home.room_for(self.world)
            self.people = min(self.people, self.most)


class StartState(State):
    """Shown without a run, and again when a town is left with Escape."""

    def __init__(self, home: Home, window: Window, screens: Screens) -> None:
        self.home, self.renderer, self.screens = home, window.renderer, screens
        self.window = window
        self.towns: tuple[TownOffer, ...] = ()
        self.runs: tuple[RunOffer, ...] = ()
        self.minds: tuple[MindOffer, ...] = ()
        self.minds_known = False
        self.mind = home.mind
        self.pictures: dict[str, pygame.Surface] = {}
        self.loaded = 0
        """How often the lists were read."""
        self.problem = ""
        self.picture_size = (0, 0)
        self.panels: tuple[Panel, Panel] = (Offers(self, self.renderer), Choices(self, self.renderer))
        self.focus = KeyboardFocus(self.panels)
        self._due, self._drawn, self._stale, self._looking = 0.0, False, True, False
        self._next: Result = None

    # -- what is there --------------------------------------------------------------------------------------------------
    def update(self, window: Window, real: float) -> Result:
        """The first frame is drawn before anything slow; then the lists are read, then a picture is drawn a frame."""
        self._due -= real
        if self._due <= 0:
            self._due = SETTLE
            self._stale = self.home.settle() or self._stale
        if self._drawn and self._stale:
            self._read()
        elif self._drawn:
            self._draw_a_picture()
        chosen, self._next = self._next, None
        return chosen

    def _read(self) -> None:
        self.towns, self.runs, self._stale = tuple(self.home.towns()), tuple(self.home.runs()), False
        self.loaded += 1
        if not self._looking:
            self._looking = True
            Thread(target=self._find_minds, daemon=True).start()

    def _find_minds(self) -> None:
        found = tuple(self.home.minds())
        other = () if self.mind in [mind.spec for mind in found] else (MindOffer(self.mind, self.mind, OTHER_MIND),)
        self.minds = (*other, *found)
        self.minds_known = True

    def _draw_a_picture(self) -> None:
        size = (self.renderer.px(PICTURE[0]), self.renderer.px(PICTURE[1]))
        if size != self.picture_size:
            self.pictures, self.picture_size = {}, size
        maps = {town.file: town.map for town in self.towns if town.map}
        files = [town.file for town in self.towns] + [run.file for run in self.runs]
        file = next((file for file in files if file not in self.pictures), None)
        if file is None:
            return
        try:
            shown = maps.get(file)
            self.pictures[file] = _map_picture(shown, size) if shown else draw_moment(file, size)
        except (RunError, MapError, OSError):
            self.pictures[file] = pygame.Surface(size)  # what cannot be drawn
            self.pictures[file].fill((30, 35, 45))

    # -- what can be done -----------------------------------------------------------------------------------------------
    def live(self, town: TownOffer) -> None:
        """Live a town with the chosen mind."""
        self._begin(lambda: self.home.live(town.file, self.mind), title=True)

    def edit(self, town: TownOffer) -> None:
        """Edit a town, also a town that cannot be lived yet."""
        from sim.scenario import ScenarioError  # what nobody needs who lives a town
        from sim.view.edit.open import edit_scenario

        if self.screens.workshop is not None:
            try:
                self._next = Push(edit_scenario(self.window, Path(town.file), self.screens.workshop, self.screens))
                self.close()
            except (ScenarioError, MapError) as error:
                self.problem = str(error).partition("\n")[0]

    def resume(self, run: RunOffer) -> None:
        """Go on with a run."""
        self._begin(lambda: self.home.resume(run.file))

    def watch(self, run: RunOffer) -> None:
        """Play a run."""
        self._next = Reset(LoadingState(run.file, None, 1.0, self.screens, back=self))

    def new(self, world: str, people: int, seed: int) -> None:
        """Make a town and live it."""
        self._begin(lambda: self.home.live(self.home.new(world, people, seed).file, self.mind), title=True)

    def write(self, people: int, seed: int) -> None:
        """Ask what a town is about, and have the chosen mind write it."""
        self._next = Push(WrittenTownState(self.home, self.mind, people, seed, self.live))

    def choose(self, mind: MindOffer) -> None:
        """Have the next town played by ``mind``."""
        self.mind = mind.spec

    def _begin(self, begin: Callable[[], Link], title: bool = False) -> None:
        try:
            self._next = Reset(LoadingState(None, begin(), 1.0, self.screens, title, self))
        except HomeError as error:
            self.problem = str(error)

    def close(self) -> None:
        """Another state takes the window, or the editor lies on top; when this one comes back, it looks again."""
        self._stale, self._drawn = True, False

    # -- keys and mouse -------------------------------------------------------------------------------------------------
    def event(self, window: Window, event: pygame.event.Event) -> Result:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.problem = ""
        if any(panel.event(event, window.mouse) for panel in self.panels):
            self.focus.clear()
        elif event.type == pygame.KEYDOWN:
            return self._key(window, act_for(event))
        return None

    def _key(self, window: Window, act: str) -> Result:
        if act in ARROWS:
            self._move(*ARROWS[act])
        elif act in ("focus_next", "focus_previous"):
            self.focus.step(1 if act == "focus_next" else -1)
        elif act == "press":
            self.focus.press()
        elif act in ("larger", "smaller"):
            window.resize_text(1 if act == "larger" else -1)
        elif act == "full_screen":
            window.full_screen()
        elif act == "escape":
            return Quit()
        return None

    def _move(self, dx: int, dy: int) -> None:
        """The nearest thing in a direction, up and down in the same panel; where there is none, the list scrolls."""
        spots = {spot: zone.rect.move(spot[0].rect.topleft) for spot, zone in self.focus.spots().items()}
        if self.focus.at not in spots:
            self.focus.step(1)
            return
        at = spots[self.focus.at]

        def far(rect: pygame.Rect) -> int:
            """How far a thing lies in that direction; a distance aside counts four times. -1 for what does not lie there."""
            gaps = {(1, 0): rect.left - at.right, (-1, 0): at.left - rect.right, (0, 1): rect.top - at.bottom}
            gap = gaps.get((dx, dy), at.top - rect.bottom)
            aside = abs(rect.centery - at.centery) if dx else max(0, at.left - rect.right, rect.left - at.right)
            return max(0, gap) + 4 * aside if gap > -self.renderer.px(4) else -1

        reached = [spot for spot, rect in spots.items() if far(rect) >= 0 and (dx or spot[0] is self.focus.at[0])]
        if reached:
            self.focus.go(min(reached, key=lambda spot: far(spots[spot])))
        elif dy:
            self.focus.at[0].scroll_by(dy * self.renderer.px(120))

    # -- drawing --------------------------------------------------------------------------------------------------------
    def draw(self, window: Window) -> None:
        to, renderer, px = window.surface, self.renderer, self.renderer.px
        draw_evening(to, window.seconds)
        wide, high = to.get_size()
        gap = px(MARGIN)
        renderer.draw(to, "A town of generative agents", (2 * gap, px(12)), "big", TEXT)
        line = renderer.truncate(self.problem or "Choose a town to start, or a saved run to watch.", "body", wide - 4 * gap)
        renderer.draw(to, line, (2 * gap, px(54)), "body", VERMILION if self.problem else MUTED)
        top, bottom = px(HEAD_HEIGHT), high - px(FOOT_HEIGHT)
        side = min(px(SIDE_WIDTH), wide * 2 // 5)
        offers, choices = self.panels
        offers.rect = pygame.Rect(gap, top, wide - side - 3 * gap, bottom - top)
        choices.rect = pygame.Rect(wide - side - gap, top, side, bottom - top)
        self.focus.mark()
        for panel in self.panels:
            panel.draw(to, window.mouse)
        hint = "Arrows or Tab choose, Enter begins, Esc closes the window"
        renderer.draw(to, hint, (wide - 2 * gap, bottom + px(6)), "small", MUTED, "right")
        self._drawn = True


def _map_picture(file: object, size: tuple[int, int]) -> pygame.Surface:
    """The middle of a map, as much as fills the picture."""
    renderer = MapRenderer(TileMap.load(str(file)), {})
    share = max(size[0] / renderer.size[0], size[1] / renderer.size[1])
    whole = renderer.small(round(renderer.size[0] * share) + 1, round(renderer.size[1] * share) + 1)
    left, top = (whole.get_width() - size[0]) // 2, (whole.get_height() - size[1]) // 2
    return whole.subsurface((left, top, *size)).copy()
