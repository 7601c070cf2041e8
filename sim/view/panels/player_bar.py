"""The bar of a played resident: their name, a line to say or an activity to do, a hint. Shown only while a resident is played.

The town still takes the mouse while the user types. Enter sends, Ctrl Enter sends a goodbye, Esc leaves the line.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

import pygame

from sim.view.context import ViewContext
from sim.view.keys import CTRL
from sim.view.panels.feed import describe
from sim.view.player import Player
from sim.view.style import ACCENT, FAINT, LIVE, MUTED, TEXT, VERMILION, Colour
from sim.view.widgets import boxes
from sim.view.widgets.flow import Chip, Flow, Zone
from sim.view.widgets.panel import Panel
from sim.view.widgets.textbox import TextBox

REFUSAL_MINUTES = 3
"""Game minutes for which a refusal is shown at least."""
REFUSAL_SECONDS = 4
"""Real seconds, at the window's speed, for which a refusal is shown at least."""
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)


class PlayerBar(Panel):
    """``mode`` is what Enter does with the line: ``say`` or ``do``."""

    opaque = True

    def __init__(self, context: ViewContext, player: Player) -> None:
        super().__init__(context.renderer)
        self.context, self.player = context, player
        self.mode, self.goodbye = "say", False
        self.box = TextBox("", entered=self._enter)
        self._heard = ""
        self._refused: tuple[int, str] | None = None
        """Tick and text of the town's last refusal."""

    def open(self, mode: str) -> None:
        """Begin a line to ``say`` or ``do``."""
        self.mode = mode
        self.box.focus()

    def close(self) -> None:
        """Empty the line: nobody is played any more."""
        if self.box.focused:
            self.box.focus(False)
        self.box.text, self.box.caret, self.goodbye = "", 0, False

    def has_keyboard(self) -> bool:
        return self.visible and self.box.focused

    def refresh(self) -> None:
        """Fetch the last line of the present talk, and the last refusal."""
        state = self.player.state()
        self._refused = self._refusal()
        self._heard = ""
        if state is not None and state.talk:
            now = self.context.playback.shown_tick
            said = self.context.run.events(0, now, ("say",), state.talk, limit=1, newest_first=True)
            if said:
                self._heard = f"{self._name(str(said[0].data.get('who', '')))}: “{said[0].data.get('text', '')}”"

    def _refusal(self) -> tuple[int, str] | None:
        if self.player.slug is None:
            return None
        now = self.context.playback.shown_tick
        found = self.context.run.events(0, now, ("refuse",), self.player.slug, limit=1, newest_first=True)
        text = f"{self.context.scene.name(self.player.slug)} {describe(found[0], self.context)}." if found else ""
        return (found[0].tick, text) if found else None

    def _name(self, slug: str) -> str:
        return "You" if slug == self.player.slug else self.context.scene.name(slug)

    def preferred_height(self) -> int:
        return self.renderer.px(104) + self.renderer.line_height("small")

    def key(self) -> Hashable:
        box = (self.box.text, self.box.caret, self.box.focused)
        return self.player.slug, self.mode, self.goodbye, box, self._hint(), self._line_hint()

    def _hint(self) -> tuple[str, Colour]:
        """What to do next, in a line."""
        player, name = self.player, self.context.scene.name
        state = player.state()
        if self.context.status.phase == "paused":
            return "The town is paused: press Space to let it go on.", ACCENT
        if player.waiting is not None:
            return f"Walking up to {name(player.partner or '')} to say it ...", ACCENT
        since = self.context.now - self._refused[0] * self.context.run.meta.tick_seconds if self._refused else -1
        if self._refused and 0 <= since < 60 * max(REFUSAL_MINUTES, REFUSAL_SECONDS * self.context.playback.speed):
            return self._refused[1], VERMILION
        if self._heard:
            return self._heard, TEXT
        if state is not None and state.talk:
            return "In a talk. Ctrl Enter says goodbye.", MUTED
        return "Click the ground to walk, a person to talk to, a thing to use it.", FAINT

    def _line_hint(self) -> str:
        player = self.player
        if self.mode == "do":
            thing = player.thing.split(":")[-1].strip()
            return f"What you do with the {thing}" if thing else "What you do, as: sweeping the step"
        state = player.state()
        talk = next((t for t in self.context.scene.state.talks if state is not None and t.id == state.talk), None)
        others = [self.context.scene.name(p) for p in talk.people if p != player.slug] if talk else []
        if others:
            return f"Say something to {' and '.join(others)}"
        return f"Say something to {self.context.scene.name(player.partner) if player.partner else 'whoever is nearest'}"

    def paint(self, flow: Flow) -> None:
        d, renderer, px, to = self.context, self.renderer, self.renderer.px, flow.to
        slug = self.player.slug or ""
        box = pygame.Rect(px(12), px(10), px(34), px(34))
        to.blit(boxes.box(box.size, px(9), (*LIVE, 70)), box.topleft)
        d.sprites.draw_portrait(to, slug, box, px(2), box.y - px(1))
        left, right = box.right + px(10), self._buttons(flow)
        info = d.scene.info.get(slug)
        names = (f"You are {info.name}", f"You are {info.first}", info.first) if info else (slug,)
        name = next((n for n in names if renderer.width(n, "head") <= right - left - px(8)), names[-1])
        renderer.draw(to, renderer.truncate(name, "head", right - left - px(8)), (left, px(16)), "head", LIVE)
        line = pygame.Rect(px(12), px(52), self.rect.width - px(24), px(34))
        self.box.hint = self._line_hint()
        self.box.draw(to, renderer, line)
        self.zones.append(Zone(line, self.box.focus, "line"))
        hint, colour = self._hint()
        hint = renderer.truncate(hint, "small", self.rect.width - px(28))
        renderer.draw(to, hint, (px(14), line.bottom + px(5)), "small", colour)

    def _buttons(self, flow: Flow) -> int:
        """Paint the buttons at the right end; returns where they begin."""
        chips = [
            Chip("Say (Y)", partial(self.open, "say"), self.mode == "say"),
            Chip("Do (U)", partial(self.open, "do"), self.mode == "do"),
            Chip("Give back (P)", self.player.release),
        ]
        if self.mode == "say":
            chips.insert(0, Chip("goodbye", self._toggle, self.goodbye))
        wide = sum(self.renderer.width(chip.label, "small") + self.renderer.px(23) for chip in chips)
        flow.x, flow.y, flow.width = self.rect.width - self.renderer.px(8) - wide, self.renderer.px(14), wide
        flow.chips(chips)
        return self.rect.width - self.renderer.px(8) - wide

    def _toggle(self) -> None:
        self.goodbye = not self.goodbye

    def _enter(self, text: str) -> None:
        if self.mode == "do":
            self.player.do(text)
        else:
            self.player.speak(text, self.goodbye)
        self.goodbye = False
        self.box.set("")

    def event(self, event: pygame.event.Event, mouse: tuple[int, int]) -> bool:
        """Typing into the line; clicks."""
        if not self.visible:
            return False
        if event.type == pygame.KEYDOWN and self.box.focused and event.key in ENTER and event.mod & CTRL:
            self.goodbye = self.mode == "say"
        if self.box.event(event):
            return True
        return super().event(event, mouse)
