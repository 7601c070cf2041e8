"""What each action of ``keys.py`` does on the main screen, found by name: ``follow`` -> ``Actions.follow``.

The actions of time are ``TimeActions``. Knows neither keys nor pixels.
"""

from __future__ import annotations

from sim.view.capture import Recorder, screenshot
from sim.view.context import ViewContext
from sim.view.focus import Focus
from sim.view.layout import Panels
from sim.view.night_skip import NightSkip
from sim.view.playback import PRESETS
from sim.view.player import Player
from sim.view.states.causes import CausesState
from sim.view.states.help import HelpState
from sim.view.states.search import SearchState
from sim.view.states.send_command import SendCommandState
from sim.view.states.social_graph import SocialGraphState
from sim.view.time_actions import TimeActions
from sim.view.widgets.panel import Panel
from sim.view.window import Push, Result, Window


class Actions:
    """The actions of the main screen. ``do`` performs one by its name."""

    def __init__(self, window: Window, context: ViewContext, panels: Panels, player: Player, night_skip: NightSkip) -> None:
        self.window, self.context, self.panels, self.player = window, context, panels, player
        self.time = TimeActions(context, panels.timeline, night_skip)
        self.recorder = Recorder(context)
        self.focus = Focus(panels.all)

    def do(self, act: str) -> Result:
        """Perform the action of this name; returns what becomes of the window's states."""
        if act.startswith("speed"):
            self.time.set_speed(PRESETS[int(act[-1])])
            return None
        if act.startswith("tab") and act[-1].isdigit():
            self.panels.inspector.show(int(act[-1]) - 1)
            return None
        method = getattr(self, act, None) or getattr(self.time, act, None)
        result: Result = method() if method else None
        return result

    # -- town -----------------------------------------------------------------------------------------------------------
    def zoom_in(self) -> None:
        """Zoom in on the pointer."""
        self._zoom(1)

    def zoom_out(self) -> None:
        """Zoom out."""
        self._zoom(-1)

    def _zoom(self, steps: int) -> None:
        mouse = self.window.mouse
        self.context.camera.zoom_by(steps, mouse if mouse[0] >= 0 and not self.context.following else None)

    def follow(self) -> None:
        """Follow the selected resident with the camera, or stop following."""
        context = self.context
        if context.selected is None:
            self._person(1)
        context.following = not context.following
        context.notify(f"Following {context.scene.name(context.selected or '')}" if context.following else "Not following")

    def auto_camera(self) -> None:
        """Let the camera find what happens by itself, or hold it."""
        context = self.context
        context.auto_camera = not context.auto_camera
        if context.auto_camera:
            context.following = False
        context.notify("The camera looks for what happens" if context.auto_camera else "The camera stays")

    def next_resident(self) -> None:
        """Select the next resident."""
        self._person(1)

    def previous_resident(self) -> None:
        """Select the resident before."""
        self._person(-1)

    def _person(self, step: int) -> None:
        context = self.context
        order = list(context.scene.info)
        if not order:
            return
        index = (order.index(context.selected) + step) % len(order) if context.selected in order else (0 if step > 0 else -1)
        context.select(order[index], follow=context.following)
        context.center_on(order[index])

    # -- look and speak -------------------------------------------------------------------------------------------------
    def search(self) -> Result:
        """Open the search."""
        return Push(SearchState(self.context))

    def graph(self) -> Result:
        """Open the social graph."""
        return Push(SocialGraphState(self.context))

    def news(self) -> None:
        """Follow the next piece of news; after the last, none."""
        self.panels.news_spread.follow_next()

    def interview(self) -> Result:
        """Interview the selected resident."""
        return self._ask("interview")

    def whisper(self) -> Result:
        """Whisper to the selected resident."""
        return self._ask("whisper")

    def happening(self) -> Result:
        """Let something happen."""
        return self._ask("happening")

    def play(self) -> None:
        """Take over the selected resident; a second time, give them back."""
        context, player = self.context, self.player
        if context.link is None:
            context.notify("This is a recording: only in a running town can one be a resident.")
        elif player.slug is not None and context.selected in (player.slug, None):
            player.release()
        elif context.selected is None:
            context.notify("Select a resident first.")
        else:
            player.become(context.selected)

    def speak(self) -> None:
        """Type something that the played resident says."""
        self._line("say")

    def use(self) -> None:
        """Type something that the played resident does."""
        self._line("do")

    def _line(self, mode: str) -> None:
        if self.player.slug is None:
            self.context.notify("Become a resident first: select one, then P.")
        else:
            self.panels.player_bar.open(mode)

    def why(self) -> Result:
        """Open the causes of what the selected resident does."""
        if self.context.selected is None:
            self.context.notify("Select a resident first.")
            return None
        return Push(CausesState(self.context, self.context.selected))

    def _ask(self, kind: str) -> Result:
        context = self.context
        if kind != "happening" and context.selected is None:
            context.notify("Select a resident first.")
            return None
        if context.link is None and kind != "interview":
            context.send(kind)
            return None
        return Push(SendCommandState(context, kind))

    def labels(self) -> None:
        """Show or hide the names of residents and places."""
        self.context.labels = not self.context.labels

    # -- panels ---------------------------------------------------------------------------------------------------------
    def roster(self) -> None:
        """Show or hide the list of residents."""
        self._list(self.panels.roster)

    def feed(self) -> None:
        """Show or hide the feed."""
        self._list(self.panels.feed)

    def _list(self, panel: Panel) -> None:
        if self.panels.crowded:
            self.context.notify("There is no room for it beside the inspector: Esc closes that.")
        else:
            panel.visible = not panel.visible

    def minimap(self) -> None:
        """Show or hide the small map."""
        self.panels.minimap.visible = not self.panels.minimap.visible

    def focus_next(self) -> None:
        """Focus the next zone."""
        self.focus.step(1)

    def focus_previous(self) -> None:
        """Focus the zone before."""
        self.focus.step(-1)

    def press(self) -> None:
        """Press the focused zone; without one, begin a line of the played resident."""
        if not self.focus.press() and self.player.slug is not None:
            self.speak()

    # -- window ---------------------------------------------------------------------------------------------------------
    def larger(self) -> None:
        """Larger text."""
        if not self.window.resize_text(1):
            self.context.notify("This window is too small for larger text.")

    def smaller(self) -> None:
        """Smaller text."""
        self.window.resize_text(-1)

    def full_screen(self) -> None:
        """Switch full screen on or off."""
        self.window.full_screen()

    def screenshot(self) -> None:
        """Save a screenshot beside the run file."""
        self.context.notify(screenshot(self.window.surface, self.context.run.path, self.context.playback.shown_tick))

    def record(self) -> None:
        """Begin or end the recording of a GIF."""
        self.recorder.press()

    def help(self) -> Result:
        """Open the list of keys."""
        return Push(HelpState(self.context.renderer))

    def escape(self) -> None:
        """Close the first that is open: focus, notice, followed news; then give the played resident back; then close the
        inspector."""
        context = self.context
        if self.focus.clear():
            return
        if self.panels.notice.visible:
            self.panels.notice.dismiss()
        elif context.knows is not None:
            self.panels.news_spread.stop()
        elif self.player.slug is not None:
            self.player.release()
        elif context.selected is not None:
            context.select(None)
