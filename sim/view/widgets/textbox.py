"""A text box: one line of text to type into."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from sim.types import is_blank
from sim.view.style import ACCENT, FAINT, FIELD, TEXT
from sim.view.text_renderer import TextRenderer
from sim.view.widgets import boxes


class TextBox:
    """``changed`` is called after every edit, ``entered`` on Enter. The box takes keys only while ``focused``."""

    limit = 400
    """Most characters."""

    def __init__(
        self, hint: str, changed: Callable[[str], object] | None = None, entered: Callable[[str], object] | None = None
    ):
        self.hint, self.changed, self.entered = hint, changed, entered
        self.text, self.caret, self.focused = "", 0, False

    def focus(self, on: bool = True) -> None:
        """Take the keyboard, or leave it."""
        self.focused = on
        if pygame.display.get_init() and pygame.display.get_surface():
            (pygame.key.start_text_input if on else pygame.key.stop_text_input)()

    def set(self, text: str) -> None:
        """Set the text and put the caret behind it."""
        self.text, self.caret = text[: self.limit], len(text[: self.limit])
        if self.changed:
            self.changed(self.text)

    def event(self, event: pygame.event.Event) -> bool:
        """Whether the box used the event."""
        if not self.focused:
            return False
        if event.type == pygame.TEXTINPUT:
            self._insert(event.text)
            return True
        return event.type == pygame.KEYDOWN and self._key(event)

    def _insert(self, text: str) -> None:
        clean = "".join(c for c in text if c.isprintable())[: self.limit - len(self.text)]
        self.text = self.text[: self.caret] + clean + self.text[self.caret :]
        self.caret += len(clean)
        if self.changed:
            self.changed(self.text)

    def _key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self.focus(False)
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if self.entered:
                self.entered("" if is_blank(self.text) else self.text)
        elif event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self._erase(event)
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.caret = max(0, min(len(self.text), self.caret + (1 if event.key == pygame.K_RIGHT else -1)))
        elif event.key in (pygame.K_HOME, pygame.K_END):
            self.caret = 0 if event.key == pygame.K_HOME else len(self.text)
        else:
            # A key that makes a letter must not also act as a shortcut; the rest (F12, Tab) may.
            return bool(event.unicode and event.unicode.isprintable())
        return True

    def _erase(self, event: pygame.event.Event) -> None:
        if event.mod & pygame.KMOD_CTRL:
            self.text, self.caret = self.text[self.caret :], 0
        elif event.key == pygame.K_BACKSPACE and self.caret:
            self.text, self.caret = self.text[: self.caret - 1] + self.text[self.caret :], self.caret - 1
        elif event.key == pygame.K_DELETE:
            self.text = self.text[: self.caret] + self.text[self.caret + 1 :]
        if self.changed:
            self.changed(self.text)

    def draw(self, to: pygame.Surface, renderer: TextRenderer, rect: pygame.Rect) -> None:
        """Draw the box, its text scrolled so that the caret is visible."""
        edge = (*ACCENT, 170) if self.focused else (255, 255, 255, 26)
        to.blit(boxes.box(rect.size, renderer.px(7), (*FIELD, 220), edge), rect.topleft)
        inner = rect.inflate(-renderer.px(18), -renderer.px(4))
        y = rect.centery - renderer.line_height("body") // 2
        before = renderer.width(self.text[: self.caret], "body")
        shift = max(0, before - inner.width + renderer.px(4))
        old = to.get_clip()
        to.set_clip(inner.clip(old))
        if self.text:
            renderer.draw(to, self.text, (inner.x - shift, y), "body", TEXT)
        elif not self.focused or self.hint:
            renderer.draw(to, self.hint, (inner.x, y), "body", FAINT)
        if self.focused:
            x, px = inner.x + before - shift, renderer.px
            pygame.draw.line(to, ACCENT, (x, rect.y + px(7)), (x, rect.bottom - px(8)), max(1, px(1)))
        to.set_clip(old)
