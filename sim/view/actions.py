"""What each action of ``keys.py`` does in the town's screen, by name: ``follow`` -> ``Actions.follow``; time in ``timing``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.view.capture import Recorder, screenshot
from sim.view.cursor import PRESETS
from sim.view.focus import Focus
from sim.view.screen import Push, Result
from sim.view.states.asking import Asking
from sim.view.states.graph import Graph
from sim.view.states.help import Help
from sim.view.states.search import Search
from sim.view.states.why import Why
from sim.view.timing import TimeActions
from sim.view.widgets.panel import Panel

if TYPE_CHECKING:
    from sim.view.states.watching import Watching


class Actions:
    """The verbs of the town's screen."""

    def __init__(self, watching: Watching) -> None:
        self.on = watching
        self.time = TimeActions(watching)
        self.recorder = Recorder(watching.desk)
        self.focus = Focus(watching.panels)

    def do(self, act: str) -> Result:
        """Do what this name stands for."""
        if act.startswith("speed"):
            self.time.set_speed(PRESETS[int(act[-1])])
            return None
        if act.startswith("tab") and act[-1].isdigit():
            self.on.inspector.show(int(act[-1]) - 1)
            return None
        method = getattr(self, act, None) or getattr(self.time, act, None)
        result: Result = method() if method else None
        return result

    # -- town -----------------------------------------------------------------------------------------------------------
    def zoom_in(self) -> None:
        """Closer, to the pointer."""
        self._zoom(1)

    def zoom_out(self) -> None:
        """Further away."""
        self._zoom(-1)

    def _zoom(self, steps: int) -> None:
        mouse = self.on.window.mouse
        self.on.desk.camera.zoom_by(steps, mouse if mouse[0] >= 0 and not self.on.desk.following else None)

    def follow(self) -> None:
        """The camera goes with the selected resident, or stays."""
        desk = self.on.desk
        if desk.selected is None:
            self._person(1)
        desk.following = not desk.following
        desk.say(f"Following {desk.scene.name(desk.selected or '')}" if desk.following else "Not following")

    def direct(self) -> None:
        """The camera goes where something happens, or stays."""
        desk = self.on.desk
        desk.directed = not desk.directed
        if desk.directed:
            desk.following = False
        desk.say("The camera looks for what happens" if desk.directed else "The camera stays")

    def person(self) -> None:
        """Select the next resident."""
        self._person(1)

    def person_back(self) -> None:
        """Select the one before."""
        self._person(-1)

    def _person(self, step: int) -> None:
        desk = self.on.desk
        order = list(desk.scene.info)
        if not order:
            return
        index = (order.index(desk.selected) + step) % len(order) if desk.selected in order else (0 if step > 0 else -1)
        desk.select(order[index], follow=desk.following)
        desk.show(order[index])

    # -- look and speak -------------------------------------------------------------------------------------------------
    def search(self) -> Result:
        """Search the town."""
        return Push(Search(self.on.desk))

    def graph(self) -> Result:
        """Who knows whom."""
        return Push(Graph(self.on.desk))

    def news(self) -> None:
        """Follow a piece of news, the next one, none."""
        self.on.spread.follow_next()

    def interview(self) -> Result:
        """Ask the selected resident."""
        return self._ask("interview")

    def whisper(self) -> Result:
        """Whisper to the selected resident."""
        return self._ask("whisper")

    def happening(self) -> Result:
        """Let something happen."""
        return self._ask("happening")

    def play(self) -> None:
        """Become the selected resident; again: give them back."""
        desk, play = self.on.desk, self.on.play
        if desk.link is None:
            desk.say("This is a recording: only in a running town can one be a resident.")
        elif play.mine is not None and desk.selected in (play.mine, None):
            play.release()
        elif desk.selected is None:
            desk.say("Select a resident first.")
        else:
            play.become(desk.selected)

    def speak(self) -> None:
        """A line of the played resident's."""
        self._line("say")

    def use(self) -> None:
        """Something the played resident does."""
        self._line("do")

    def _line(self, mode: str) -> None:
        if self.on.play.mine is None:
            self.on.desk.say("Become a resident first: select one, then P.")
        else:
            self.on.playbar.open(mode)

    def why(self) -> Result:
        """The chain behind what the selected resident does."""
        if self.on.desk.selected is None:
            self.on.desk.say("Select a resident first.")
            return None
        return Push(Why(self.on.desk, self.on.desk.selected))

    def _ask(self, kind: str) -> Result:
        desk = self.on.desk
        if kind != "happening" and desk.selected is None:
            desk.say("Select a resident first.")
            return None
        if desk.link is None and kind != "interview":
            desk.send(kind)
            return None
        return Push(Asking(desk, kind))

    def labels(self) -> None:
        """Names and places on or off."""
        self.on.desk.labels = not self.on.desk.labels

    # -- panels ---------------------------------------------------------------------------------------------------------
    def roster(self) -> None:
        """The residents on or off."""
        self._list(self.on.roster)

    def feed(self) -> None:
        """What happens, on or off."""
        self._list(self.on.feed)

    def _list(self, panel: Panel) -> None:
        if self.on.crowded:
            self.on.desk.say("There is no room for it beside the inspector: Esc closes that.")
        else:
            panel.visible = not panel.visible

    def minimap(self) -> None:
        """The small map on or off."""
        self.on.minimap.visible = not self.on.minimap.visible

    def tab(self) -> None:
        """Focus the next thing that can be pressed."""
        self.focus.step(1)

    def tab_back(self) -> None:
        """Focus the one before."""
        self.focus.step(-1)

    def press(self) -> None:
        """Press what has the focus; else the played resident begins to speak."""
        if not self.focus.press() and self.on.play.mine is not None:
            self.speak()

    # -- window ---------------------------------------------------------------------------------------------------------
    def larger(self) -> None:
        """Larger text."""
        if not self.on.window.resize_text(1):
            self.on.desk.say("This window is too small for larger text.")

    def smaller(self) -> None:
        """Smaller text."""
        self.on.window.resize_text(-1)

    def screen(self) -> None:
        """Full screen or back."""
        self.on.window.full_screen()

    def shot(self) -> None:
        """Save a picture beside the run."""
        self.on.desk.say(screenshot(self.on.window.surface, self.on.desk.run.path, self.on.desk.cursor.now))

    def record(self) -> None:
        """Begin or end a GIF."""
        self.recorder.press()

    def help(self) -> Result:
        """Every key."""
        return Push(Help(self.on.desk.ink))

    def escape(self) -> None:
        """Close what is open: the focus, the notice, the news; then the played resident is given back, then the inspector."""
        desk = self.on.desk
        if self.focus.clear():
            return
        if self.on.notice.visible:
            self.on.notice.dismiss()
        elif desk.knows is not None:
            self.on.spread.stop()
        elif self.on.play.mine is not None:
            self.on.play.release()
        elif desk.selected is not None:
            desk.select(None)
