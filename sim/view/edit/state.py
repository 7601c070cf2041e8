"""The editor's screen: the town on its map, lists at the left, the form at the right, the timeline below.

Keyboard: Tab and arrows go through the items, Enter uses one, Ctrl 1 to 5 choose a list; the keys of ``KEYS`` do the rest.
Saving and trying are done by a ``Workshop``, which knows files and processes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pygame

from sim.record.errors import RunError
from sim.scenario.edited import EditedScenario
from sim.types import Tile
from sim.view.camera import MapMouse
from sim.view.edit.bar import Bar, asked
from sim.view.edit.editor import Editor, Fork
from sim.view.edit.forms import Forms
from sim.view.edit.lists import TABS, Lists
from sim.view.edit.menu import Menu
from sim.view.edit.questions import LeaveState, SaveAsState
from sim.view.edit.strip import Strip
from sim.view.edit.town import EditedTown
from sim.view.keys import CTRL, act_for, held_direction
from sim.view.link import Trial, Workshop
from sim.view.screens import Screens
from sim.view.states.loading import LoadingState
from sim.view.style import TEXT, VERMILION
from sim.view.widgets import boxes
from sim.view.widgets.panel import Panel
from sim.view.widgets.tooltip import message
from sim.view.window import Pop, Push, Quit, Replace, Reset, Result, State, Window

BAR_HEIGHT = 52
"""Pixels at 100 %; so are the next four."""
STRIP_HEIGHT = 66
LIST_WIDTH = 300
FORM_WIDTH = 400
GAP = 8
PAN_SPEED = 620.0
"""Window pixels per second while a direction is held."""
TELL_SECONDS = 8.0
"""Real seconds for which a message is shown."""


class EditState(State):
    """Edits ``doc``; with ``fork`` what can be changed of a run at a tick, where ``spots`` are the tiles of the people then."""

    def __init__(
        self,
        window: Window,
        doc: EditedScenario,
        workshop: Workshop,
        screens: Screens,
        fork: Fork | None = None,
        spots: Mapping[str, Tile] | None = None,
    ) -> None:
        self.window, self.workshop, self.screens = window, workshop, screens
        self.editor = Editor(doc, self.tell, fork)
        self.lists, self.forms = Lists(self.editor), Forms(self.editor)
        self.lists.when = max(0, fork.at + 3600 - fork.at % 900 if fork else 3600)
        version: Callable[[], object] = lambda: (self.editor.version, self.lists.tab, self.lists.when)  # noqa: E731
        self.list = Menu(window.renderer, self.lists.listed, version)
        self.form = Menu(window.renderer, self.forms.form, lambda: self.editor.version)
        self.strip = Strip(window.renderer, self.editor, self.lists)
        self.bar = Bar(window.renderer, self.editor, self.do, self.about)
        self.menus = (self.list, self.form)
        self.panels: tuple[Panel, ...] = (self.bar, self.list, self.form, self.strip)
        self.town = EditedTown(self.editor, self.forms, window.renderer, spots or {})
        self._subject = self.editor.subject
        self._told, self._left = "", 0.0
        self._next: Result = None
        self.map_mouse = MapMouse(self.town.camera)
        self._trial: Trial | None = None
        self.kept = ""
        """The run file of the fork that was kept last."""
        self.saved_in = workshop.place(str(doc.path))
        self.tell("Click a person or a place, or use Tab and the arrows; Enter opens a field, and again takes what you wrote.")
        first = next(iter(doc.residents), None)
        if first:
            self.editor.select("person", first)
        self._arrange()
        self.town.update()
        self.town.camera.fit()
        tile = doc.places.tilemap.tile_width
        people = [(float(x * tile), float(y * tile)) for x, y in self.town.people.values()]
        if people and not self.town.camera.fit_to(people, 5 * tile, 1, 4):
            self.town.camera.look(*people[0])

    def about(self) -> str:
        """A line that says what is edited."""
        doc, fork = self.editor.doc, self.editor.fork
        if fork is None:
            return f"{doc.path.name}, {'not saved' if doc.changed else 'as saved'}"
        if self.kept and not doc.changed:
            return f"kept: python run_sim.py resume {self.kept}"
        return f"a fork (a new run) from {self.editor.written_moment(fork.at)} on; names, homes and the past stay as they were"

    def tell(self, text: str) -> None:
        """Show a message for a few seconds."""
        self._told, self._left = text, TELL_SECONDS

    # -- actions ----------------------------------------------------------------------------------------------------------

    def do(self, act: str) -> None:
        """Perform an action of ``KEYS``."""
        self._commit()
        acts: dict[str, Callable[[], object]] = {
            "undo": self.editor.undo, "redo": partial(self.editor.undo, again=True), "try": self._try, "keep": self._keep,
            "save": self.save, "save_as": self._save_as, "leave": self._leave,
        }  # fmt: skip
        acts[act]()

    def _commit(self) -> None:
        for menu in self.menus:
            menu.commit()

    def _good(self, why: str) -> bool:
        wrong = len(self.editor.doc.problems)
        if wrong:
            self.tell(f"{wrong} mistake{'s' if wrong > 1 else ''} to mend first, {why}: they stand beside their fields.")
        return not wrong

    def _try(self) -> None:
        if self._good("before it can be lived"):
            fork = self.editor.fork
            if fork is None:
                self._trial = self.workshop.begin(self.editor.doc.text, str(self.editor.doc.path))
            else:
                self._trial = self.workshop.fork(fork.run, fork.tick, self.editor.doc.text)
            self._next = Push(TrialState(self._trial, self.screens))

    def _keep(self) -> None:
        """Write the fork as a run to go on with."""
        fork = self.editor.fork
        if fork is not None and self._good("before it can go on"):
            try:
                self.kept = self.workshop.keep(fork.run, fork.tick, self.editor.doc.text)
            except (OSError, RunError) as error:
                self.tell(f"Not saved: {error}")
                return
            self.editor.doc.saved()
            self.editor.version += 1
            self.tell(f"The fork is a run of its own: python run_sim.py resume {self.kept}")

    def save(self, name: str = "") -> bool:
        """Save the scenario, in the file ``name`` if there is one. A scenario with mistakes is saved too, with a warning."""
        doc = self.editor.doc
        try:
            self.saved_in = self.workshop.save(doc.text, name or self.saved_in)
        except (OSError, RunError) as error:  # nothing is lost: the text is still here
            self.tell(f"Not saved: {error}")
            return False
        doc.saved()
        self.editor.version += 1
        wrong = f", with {len(doc.problems)} mistakes in it" if doc.problems else ""
        self.tell(f"Saved in {self.saved_in}{wrong}")
        return True

    def _save_as(self) -> None:
        self._next = Push(SaveAsState(self.saved_in, self.save))

    def _leave(self) -> None:
        changed = self.editor.doc.changed
        self._next = Push(self._ask_whether_to_save(partial(self.do, "leave"))) if changed else self.left()

    def leaving(self) -> Result:
        self._commit()
        asked = any(isinstance(state, LeaveState) for state in self.window.states)
        return Push(self._ask_whether_to_save(None)) if self.editor.doc.changed and not asked else Quit()

    def _ask_whether_to_save(self, leave: Callable[[], object] | None) -> LeaveState:
        return LeaveState(self.window.renderer, self.save, self.editor.doc.saved, leave)

    def close(self) -> None:
        if self._trial is not None:
            self._trial.stop()

    def left(self) -> Result:
        """What becomes of the window when the editor is left: back to the town it was opened from, or the end."""
        return Pop() if len(self.window.states) > 1 and self.window.states[0] is not self else Quit()

    # -- frames -----------------------------------------------------------------------------------------------------------

    def update(self, window: Window, real: float) -> Result:
        if window.states[-1] is self and self._trial is not None:
            self._trial.stop()
            self._trial = None
            self.tell("Back from the trial: nothing of it is kept.")
        self._arrange()
        self.town.update()
        if self.editor.subject != self._subject:
            self._selected()
        self._left -= real
        if all(menu.open is None for menu in self.menus) and window.states[-1] is self and not pygame.key.get_mods() & CTRL:
            dx, dy = _dragging_keys()
            if dx or dy:
                self.town.camera.pan(dx * PAN_SPEED * real, dy * PAN_SPEED * real)
        self.town.camera.update(real)
        requested, self._next = self._next, None
        return requested

    def _selected(self) -> None:
        """Another subject: the form begins anew, and the map and the lists show it."""
        self._subject = self.editor.subject
        kind, key = self._subject
        had_cursor = any(menu.cursor is not None for menu in self.menus)
        self.form.close()
        self.form.cursor, self.form.scroll = None, 0.0
        shown = {"person": "People", "place": "Places", "news": "Timeline", "event": "Timeline", "matter": "Matters"}
        self.lists.tab = TABS.index(shown[kind]) if kind in shown else self.lists.tab
        if kind in ("person", "place"):
            self.town.center_on(self._subject)
        if had_cursor:
            self._to(self.form)

    def _arrange(self) -> None:
        px, (width, high) = self.window.renderer.px, self.window.size
        gap = px(GAP)
        self.bar.rect = pygame.Rect(gap, gap, width - 2 * gap, px(BAR_HEIGHT))
        self.strip.rect = pygame.Rect(gap, high - gap - px(STRIP_HEIGHT), width - 2 * gap, px(STRIP_HEIGHT))
        top, bottom = self.bar.rect.bottom + gap, self.strip.rect.top - gap
        left, right = min(px(LIST_WIDTH), width // 4), min(px(FORM_WIDTH), width * 2 // 5)
        self.list.rect = pygame.Rect(gap, top, left, bottom - top)
        self.form.rect = pygame.Rect(width - gap - right, top, right, bottom - top)
        free = pygame.Rect(self.list.rect.right + gap, top, self.form.rect.left - self.list.rect.right - 2 * gap, bottom - top)
        self.town.camera.frame(pygame.Rect((0, 0), self.window.size), free)

    def draw(self, window: Window) -> None:
        to, top = window.surface, window.states[-1] is self
        self.town.draw(to)
        for panel in self.panels:
            panel.draw(to, window.mouse if top else (-1, -1))
        if self.editor.subject[0] == "person" and self.editor.subject[1] in self.town.people:
            self._portrait(to, self.editor.subject[1])
        if self._left > 0:
            free, colour = self.town.camera.free, VERMILION if self._told.startswith("Not saved") else TEXT
            message(to, window.renderer, self._told, free, free.bottom - window.renderer.px(10), colour, above=True)

    def _portrait(self, to: pygame.Surface, slug: str) -> None:
        """The selected person beside the form, as they look now."""
        px = self.window.renderer.px
        picture = self.town.figure(slug, max(2, round(4 * self.window.renderer.style.scale)))
        rect = picture.get_rect().inflate(px(20), px(14))
        rect.topright = (self.form.rect.left - px(GAP), self.form.rect.top)
        boxes.panel(to, rect, px(10), px(8))
        to.blit(picture, picture.get_rect(center=rect.center))

    # -- events -----------------------------------------------------------------------------------------------------------

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        if event.type == pygame.KEYDOWN and (act := asked(event)):
            self.do(act)
        elif event.type in (pygame.KEYDOWN, pygame.TEXTINPUT):
            if not any(menu.typed(event) for menu in self.menus) and event.type == pygame.KEYDOWN:
                self._key(event)
        elif self._clicked_elsewhere(event) or any(panel.event(event, window.mouse) for panel in reversed(self.panels)):
            pass
        elif self.map_mouse.click(event, window.mouse) == 1:
            self._click(event.pos)
        requested, self._next = self._next, None
        return requested

    def _clicked_elsewhere(self, event: pygame.event.Event) -> bool:
        """A click beside the panel of an open field: the map may fill the field; otherwise what is typed is taken first."""
        menu = next((menu for menu in self.menus if menu.open is not None), None)
        if menu is None or event.type != pygame.MOUSEBUTTONDOWN or event.button != 1 or menu.rect.collidepoint(event.pos):
            return False
        over = any(panel.rect.collidepoint(event.pos) for panel in self.panels)
        if menu.open is not None and menu.open.place and not over:
            inner = menu.open.name.endswith(("home", "start_at"))
            tile = self.town.tile(event.pos)
            place = self.editor.object_at(tile) if menu.open.name.endswith(".object") else self.editor.place_at(tile, inner)
            if place is not None:
                menu.take(self.editor.doc.places.short(place.address))
            return True
        menu.commit()
        return False

    def _key(self, event: pygame.event.Event) -> None:
        act = act_for(event)
        steps = {"focus_next": 1, "focus_previous": -1}
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            self._step(1 if event.key == pygame.K_DOWN else -1, False)
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._sideways(1 if event.key == pygame.K_RIGHT else -1)
        elif act in steps:
            self._step(steps[act], True)
        elif act == "press":
            self._press()
        elif act == "escape":
            self.do("leave")
        elif act in ("next_resident", "previous_resident"):
            self._next_person(1 if act == "next_resident" else -1)
        elif act.startswith("tab") and int(act[3:]) <= len(TABS):
            self._show_list(int(act[3:]) - 1)
        elif act in ("zoom_in", "zoom_out"):
            self.town.camera.zoom_by(1 if act == "zoom_in" else -1)
        elif act in ("larger", "smaller"):
            self.window.resize_text(1 if act == "larger" else -1)

    def _active(self) -> Menu:
        """The menu that has the cursor; the list where neither menu has it."""
        return self.form if self.form.cursor is not None else self.list

    def _step(self, by: int, on: bool) -> None:
        """Move the cursor; behind the end, with ``on``, into the other menu."""
        menu = self._active()
        if menu.move(by) or not on:
            return
        other = self.form if menu is self.list else self.list
        menu.cursor = other.cursor = None
        menu.invalidate()
        other.move(by)

    def _press(self) -> None:
        menu = self._active()
        if menu.cursor is not None:
            menu.press(menu.cursor)

    def _to(self, menu: Menu) -> None:
        """Give a menu the cursor."""
        for other in self.menus:
            if other is not menu:
                other.cursor = None
                other.invalidate()
        if menu.cursor is None:
            menu.move(1)

    def _sideways(self, by: int) -> None:
        """Step through a choice; where the cursor is on no choice, go to the menu at that side."""
        menu = self._active()
        if menu.cursor is None or not menu.step(menu.cursor, by):
            self._to(self.form if by > 0 else self.list)

    def _show_list(self, tab: int) -> None:
        self.lists.show(tab)
        self.list.cursor = 0  # the tabs themselves
        self._to(self.list)
        self.list.move(1)

    def _next_person(self, by: int) -> None:
        order = list(self.editor.doc.residents)
        kind, key = self.editor.subject
        at = order.index(key) + by if kind == "person" and key in order else 0
        if order:
            self.editor.select("person", order[at % len(order)])

    def _click(self, at: tuple[int, int]) -> None:
        """Select the person there, else the place; a second click on a place its room."""
        slug = self.town.who(at)
        if slug is not None:
            self.editor.select("person", slug)
            return
        tile = self.town.tile(at)
        place, room = self.editor.place_at(tile, False), self.editor.place_at(tile, True)
        if place is not None and room is not None:
            again = self.editor.subject == ("place", place.address)
            self.editor.select("place", room.address if again else place.address)


class TrialState(LoadingState):
    """As ``LoadingState``, but the editor stays below, and Escape goes back to it."""

    trial = True
    way_out = "Esc goes back to the editor"

    def __init__(self, trial: Trial, screens: Screens) -> None:
        super().__init__(None, trial, 1.0, screens)

    def update(self, window: Window, real: float) -> Result:
        result = super().update(window, real)
        return Replace(result.state) if isinstance(result, Reset) else result

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        return Pop() if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE else None


def _dragging_keys() -> tuple[int, int]:
    """Where held letters pan the map; the arrows go through the items."""
    pressed = pygame.key.get_pressed()
    if any(pressed[key] for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN)):
        return 0, 0
    return held_direction()
