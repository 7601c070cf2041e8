"""A text box: one line of text to type into."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from sim.types import JOINERS, is_blank
from sim.view.style import ACCENT, FAINT, FIELD, TEXT
from sim.view.text_renderer import TextRenderer
from sim.view.widgets import boxes

KEPT = (*JOINERS, "\u3000")
"""Characters of names that are typed and count as unprintable: joiners, and the wide blank."""
MARKED = (104, 84, 48)
ERASING = (pygame.K_BACKSPACE, pygame.K_DELETE)
EDITING = (*ERASING, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END)
ROLE = "body"


class TextBox:
    """``changed`` is called after every edit, ``entered`` on Enter. The box takes keys only while ``focused``."""

    limit = 400
    """Most characters."""

    def __init__(
        self, hint: str, changed: Callable[[str], object] | None = None, entered: Callable[[str], object] | None = None
    ):
        self.hint, self.changed, self.entered = hint, changed, entered
        self.text, self.caret, self.focused = "", 0, False
        self.marked = (0, 0)
        """The letters from and to which the next letter replaces, as when a field is entered; two equal numbers for none."""

    def focus(self, on: bool = True) -> None:
        """Take the keyboard, or leave it."""
        self.focused = on
        if pygame.display.get_init() and pygame.display.get_surface():
            (pygame.key.start_text_input if on else pygame.key.stop_text_input)()

    def set(self, text: str) -> None:
        """Set the text and put the caret behind it."""
        self.text, self.caret, self.marked = text[: self.limit], len(text[: self.limit]), (0, 0)
        self._tell_change()

    def event(self, event: pygame.event.Event) -> bool:
        """Whether the box used the event."""
        if not self.focused:
            return False
        typed = event.type == pygame.TEXTINPUT
        if typed or (event.type == pygame.KEYDOWN and event.key in EDITING):
            (start, end), self.marked = self.marked, (0, 0)
            if start < end and (typed or event.key in ERASING):
                self.text, self.caret = self.text[:start] + self.text[end:], start
                if not typed:
                    self._tell_change()
                    return True
        if typed:
            self._insert(event.text)
            return True
        return event.type == pygame.KEYDOWN and self._key(event)

    def _tell_change(self) -> None:
        if self.changed:
            self.changed(self.text)

    def _insert(self, text: str) -> None:
        clean = "".join(c for c in text if c.isprintable() or c in KEPT)[: self.limit - len(self.text)]
        self.text = self.text[: self.caret] + clean + self.text[self.caret :]
        self.caret += len(clean)
        self._tell_change()

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
            return bool(event.unicode and (event.unicode.isprintable() or event.unicode in KEPT))
        return True

    def _erase(self, event: pygame.event.Event) -> None:
        if event.mod & pygame.KMOD_CTRL:
            self.text, self.caret = self.text[self.caret :], 0
        elif event.key == pygame.K_BACKSPACE and self.caret:
            self.text, self.caret = self.text[: self.caret - 1] + self.text[self.caret :], self.caret - 1
        elif event.key == pygame.K_DELETE:
            self.text = self.text[: self.caret] + self.text[self.caret + 1 :]
        self._tell_change()

    def draw_marked(self, to: pygame.Surface, renderer: TextRenderer, line: pygame.Rect, start: int, end: int) -> None:
        """Lay a colour under what is marked of the letters ``start`` to ``end``, which stand in ``line``."""
        first, last = max(start, self.marked[0]), min(end, self.marked[1])
        if first < last:
            left, wide = (renderer.width(self.text[a:b], ROLE) for a, b in ((start, first), (first, last)))
            pygame.draw.rect(to, MARKED, pygame.Rect(line.x + left, line.y, wide, line.height))

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
            line = pygame.Rect(inner.x - shift, y, 0, renderer.line_height(ROLE))
            self.draw_marked(to, renderer, line, 0, len(self.text))
            renderer.draw(to, self.text, line.topleft, "body", TEXT)
        elif not self.focused or self.hint:
            renderer.draw(to, self.hint, (inner.x, y), "body", FAINT)
        if self.focused:
            x, px = inner.x + before - shift, renderer.px
            pygame.draw.line(to, ACCENT, (x, rect.y + px(7)), (x, rect.bottom - px(8)), max(1, px(1)))
        to.set_clip(old)
