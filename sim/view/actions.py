"""What each action of ``keys.py`` does on the main screen. The actions of time are ``TimeActions``.

Knows neither keys nor pixels.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sim.view import news_walk
from sim.view.beside import Beside
from sim.view.capture import GifRecorder, screenshot
from sim.view.context import ViewContext
from sim.view.focus import KeyboardFocus
from sim.view.keys import DIRECTIONS
from sim.view.layout import Panels
from sim.view.night_skip import NightSkip
from sim.view.player import Player
from sim.view.screens import Screens
from sim.view.states.causes import CausesState
from sim.view.states.evening import EveningState
from sim.view.states.help import HelpState
from sim.view.states.loading import LoadingState
from sim.view.states.menu import MenuState
from sim.view.states.search import SearchState
from sim.view.states.send_command import SendCommandState
from sim.view.states.social_graph import SocialGraphState
from sim.view.time_actions import TimeActions
from sim.view.widgets.panel import Panel
from sim.view.window import Pop, Push, Reset, Result, Window

NOBODY = "Select a resident first: click somebody, or press ]."
ONE_TOWN = "There is one town here; `replay A --beside B` shows two."


class Actions:
    """``do`` performs an action by its name."""

    def __init__(
        self,
        window: Window,
        context: ViewContext,
        screens: Screens,
        panels: Panels,
        player: Player,
        night_skip: NightSkip,
        beside: Beside | None,
    ) -> None:
        self.window, self.context, self.screens, self.panels, self.player = window, context, screens, panels, player
        self.beside = beside
        self.time = TimeActions(context, panels.timeline, night_skip)
        self.recorder = GifRecorder(context)
        self.focus = KeyboardFocus(panels.all)
        self._by_name = self.time.by_name() | self._town() | self._look() | self._speak() | self._window()

    def do(self, act: str) -> Result:
        """Perform the action of this name; returns what becomes of the window's states. Held directions are no actions."""
        return None if act in DIRECTIONS else self._by_name[act]()

    def _town(self) -> dict[str, Callable[[], Result]]:
        return {
            "zoom_in": partial(self._zoom, 1), "zoom_out": partial(self._zoom, -1),
            "next_resident": partial(self._select, 1), "previous_resident": partial(self._select, -1),
            "next_difference": self._next_difference, "swap_towns": self._swap_towns,
            "follow": self._follow, "auto_camera": self._auto_camera, "labels": partial(_toggle, self.context, "labels"),
        }  # fmt: skip

    def _look(self) -> dict[str, Callable[[], Result]]:
        context, panels = self.context, self.panels
        tabs = {f"tab{n}": partial(panels.inspector.show, n - 1) for n in range(1, 7)}
        return {
            **tabs,
            "search": lambda: Push(SearchState(context)), "graph": lambda: Push(SocialGraphState(context)), "why": self._why,
            "evening": lambda: Push(EveningState(context)),
            "news": partial(news_walk.follow_next, context), "story": partial(news_walk.walk, context),
            "minimap": partial(_toggle, panels.minimap),
            "roster": partial(self._toggle_list, panels.roster), "feed": partial(self._toggle_list, panels.feed),
            "focus_next": partial(self.focus.step, 1), "focus_previous": partial(self.focus.step, -1), "press": self._press,
        }  # fmt: skip

    def _speak(self) -> dict[str, Callable[[], Result]]:
        commands = {kind: partial(self._send_command, kind) for kind in ("interview", "whisper", "happening")}
        return commands | {
            "edit": self._edit,
            "play": self._play,
            "speak": partial(self._line, "say"),
            "use": partial(self._line, "do"),
        }

    def _window(self) -> dict[str, Callable[[], Result]]:
        notify, run = self.context.notify, self.context.run
        return {
            "larger": partial(self._resize_text, 1), "smaller": partial(self._resize_text, -1),
            "full_screen": self.window.full_screen, "record": self.recorder.press,
            "screenshot": lambda: notify(screenshot(self.window.surface, run.path, self.context.playback.shown_tick)),
            "card": partial(self.recorder.card, "png"), "moving_card": partial(self.recorder.card, "gif"),
            "help": lambda: Push(HelpState(self.context.renderer)), "escape": self._escape,
            "replay": self._replay, "start_screen": self._start_screen,
        }  # fmt: skip

    def _zoom(self, steps: int) -> None:
        mouse = self.window.mouse
        self.context.camera.zoom_by(steps, mouse if mouse[0] >= 0 and not self.context.following else None)

    def _follow(self) -> None:
        context = self.context
        if context.following:
            context.release_camera("F let go of them")
        elif context.selected is None:
            self._select(1)
        else:
            context.select(context.selected)

    def _auto_camera(self) -> None:
        """Let the camera find what happens by itself, or hold it."""
        context = self.context
        if context.auto_camera:
            context.release_camera("C held it")
        else:
            context.following, context.auto_camera = False, True
            context.notify("The camera looks for what happens")

    def _next_difference(self) -> None:
        """Go to the next tick at which a resident begins to differ from the other town for a while, and look at them."""
        context, beside = self.context, self.beside
        tick = beside.comparison.next(context.playback.shown_tick) if beside is not None else None
        if beside is None or tick is None:
            context.notify("Nobody begins to differ after this." if beside is not None else ONE_TOWN)
            return
        before = beside.comparison.differing(tick - 1)
        begin = [slug for slug in beside.comparison.differing(tick) if slug not in before]
        context.seek(tick)
        context.scene.update(context.playback)
        context.center_on(begin[0])
        context.notify(f"From now on another way: {', '.join(map(context.scene.name, begin))}")

    def _swap_towns(self) -> Result:
        """Change the sides of the two towns, at the same tick: the panels show the one at the left."""
        context, beside = self.context, self.beside
        if beside is None:
            context.notify(ONE_TOWN)
            return None
        loading = LoadingState(str(beside.other.run.path), None, context.playback.speed, self.screens, back=context.back)
        loading.beside = (str(context.run.path), context.playback.shown_tick)
        return Reset(loading)

    def _select(self, step: int) -> None:
        context = self.context
        order = list(context.scene.info)
        if not order:
            return
        index = (order.index(context.selected) + step) % len(order) if context.selected in order else (0 if step > 0 else -1)
        context.select(order[index])
        context.center_on(order[index])

    def _play(self) -> None:
        """Take over the selected resident; a second time, give them back."""
        context, player = self.context, self.player
        if context.link is None:
            context.notify("This is a recording: only in a running town can one be a resident.")
        elif player.slug is not None and context.selected in (player.slug, None):
            player.release()
        elif context.selected is None:
            context.notify(NOBODY)
        else:
            player.become(context.selected)

    def _edit(self) -> Result:
        """Edit a fork at this moment; from a trial go back to the editor."""
        context = self.context
        if context.trial:
            return Pop()
        if self.screens.workshop is None:
            context.notify("Nothing can be edited here: open the run with `replay` or `run`.")
            return None
        from sim.view.edit.open import edit_fork  # what a window that only shows a town does without

        return edit_fork(self.window, context, self.screens.workshop, self.screens)

    def _line(self, mode: str) -> None:
        if self.player.slug is None:
            self.context.notify("Become a resident first: select one, then P.")
        else:
            self.panels.player_bar.open(mode)

    def _why(self) -> Result:
        context = self.context
        if context.selected is not None:
            return Push(CausesState(context, context.selected))
        context.notify(NOBODY)
        return None

    def _send_command(self, kind: str) -> Result:
        context = self.context
        if kind != "happening" and context.selected is None:
            context.notify(NOBODY)
        elif kind == "interview" or context.link is not None:
            return Push(SendCommandState(context, kind))
        else:
            context.send(kind)
        return None

    def _toggle_list(self, panel: Panel) -> None:
        if self.panels.crowded:
            self.context.notify("There is no room for it beside the panel at the right: Esc closes that.")
        else:
            _toggle(panel)

    def _press(self) -> None:
        """Press the focused zone; without one, begin a line of the played resident."""
        if not self.focus.press() and self.player.slug is not None:
            self._line("say")

    def _resize_text(self, steps: int) -> None:
        if not self.window.resize_text(steps):
            self.context.notify("This window is too small for larger text.")

    def _escape(self) -> Result:
        """Close the first that is open: focus, notice, followed news; then give the played resident back; then close the
        inspector; then go back from a trial to the editor, or open the menu."""
        context = self.context
        if self.focus.clear():
            return None
        if self.panels.notice.visible:
            self.panels.notice.dismiss()
        elif context.news.telling is not None:
            news_walk.leave(context)
        elif context.news.story is not None:
            news_walk.stop(context)
        elif self.player.slug is not None:
            self.player.release()
        elif context.selected is not None:
            context.select(None)
        else:
            return Pop() if context.trial else Push(MenuState(context))
        return None

    def _replay(self) -> Result:
        """Play the run from its beginning, as a recording."""
        context = self.context
        return Reset(LoadingState(str(context.run.path), None, 1.0, self.screens, back=context.back))

    def _start_screen(self) -> Result:
        return Reset(self.context.back) if self.context.back is not None else None


def _toggle(thing: Panel | ViewContext, name: str = "visible") -> None:
    setattr(thing, name, not getattr(thing, name))
