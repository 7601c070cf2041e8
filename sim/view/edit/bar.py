"""The bar of the editor: what is edited, and the buttons with their keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from sim.view.edit.editor import Editor
from sim.view.keys import CTRL, SHIFT
from sim.view.style import ACCENT, FAINT, MUTED, TEXT
from sim.view.text_renderer import TextRenderer
from sim.view.widgets import boxes
from sim.view.widgets.flow import Flow, Zone
from sim.view.widgets.panel import Panel

KEYS = (
    ("Undo", "Ctrl Z", "undo"), ("Redo", "Ctrl Y", "redo"), ("Try an hour", "Ctrl T", "try"),
    ("Keep as a run", "Ctrl G", "keep"), ("Save", "Ctrl S", "save"), ("Save as", "Ctrl Shift S", "save_as"),
    ("Close", "Esc", "leave"),
)  # fmt: skip
"""The buttons of the bar: label, key, action; ``keep`` in a fork alone."""


class Bar(Panel):
    """The title, a line ``about`` what is edited, and the buttons, whose actions ``do`` performs."""

    opaque = True

    def __init__(self, renderer: TextRenderer, editor: Editor, do: Callable[[str], object], about: Callable[[], str]) -> None:
        super().__init__(renderer)
        self.editor, self.do, self.about = editor, do, about

    def key(self) -> tuple[object, ...]:
        return self.editor.version, self.editor.doc.changed

    def paint(self, flow: Flow) -> None:
        renderer, px, doc = self.renderer, self.renderer.px, self.editor.doc
        x = self.rect.width - px(10)
        for label, key, act in reversed(KEYS):
            if act == "keep" and self.editor.fork is None:
                continue
            wide = max(renderer.width(label, "label"), renderer.width(key, "mini")) + px(18)
            rect = pygame.Rect(x - wide, px(6), wide, self.rect.height - px(12))
            flow.to.blit(boxes.box(rect.size, px(8), (255, 255, 255, 14)), rect.topleft)
            colour = ACCENT if act == "try" or (act == "save" and doc.changed) else MUTED
            renderer.draw(flow.to, label, (rect.centerx, rect.y + px(2)), "label", colour, "centre")
            renderer.draw(flow.to, key, (rect.centerx, rect.bottom - px(17)), "mini", FAINT, "centre")
            self.zones.append(Zone(rect, partial(self.do, act), act))
            x -= wide + px(6)
        room = x - px(24)
        head = renderer.truncate(f"Edit: {doc.get(('name',)) or '?'}", "head", room)
        renderer.draw(flow.to, head, (px(16), px(6)), "head", TEXT)
        renderer.draw(flow.to, renderer.truncate(self.about(), "tiny", room), (px(16), px(29)), "tiny", FAINT)


def asked(event: pygame.event.Event) -> str:
    """The action of ``KEYS`` that a key asks for, also while something is typed; "" for none."""
    shift = "Shift " if event.mod & SHIFT else ""
    pressed = f"Ctrl {shift}{pygame.key.name(event.key).upper()}" if event.mod & CTRL else ""
    return next((act for _, key, act in (*KEYS, ("", "Ctrl Shift Z", "redo")) if key == pressed), "")
