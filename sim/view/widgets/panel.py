"""The base of every panel: a translucent box that is repainted only when what it shows has changed.

``key()`` is everything the picture depends on; ``paint()`` draws it. Hovering and keyboard focus are drawn on top each frame
and cost no repaint. Queries belong into ``refresh()``, which the main screen calls a few times a second, one panel per frame,
and never into ``paint()``.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

import pygame

from sim.view.keys import explain
from sim.view.style import ACCENT, PANEL, PANEL_EDGE
from sim.view.text_renderer import TextRenderer
from sim.view.widgets import boxes
from sim.view.widgets.flow import Flow, Zone
from sim.view.widgets.tooltip import tooltip

LARGE_WINDOW = 3_500_000
"""Window pixels from which on panels are opaque."""


class Panel:
    """A box of the window. ``rect`` is in window pixels, ``zones`` in pixels of the panel."""

    scrolls = False
    """Whether the content may be longer than the panel."""
    drags = False
    """Whether ``drag`` is called."""
    frameless = False
    """Whether it has no box of its own."""
    tooltips: Mapping[str, str] = {}
    """Name of a zone -> the action of ``keys.py`` that its tooltip explains: for buttons without words."""
    opaque = False
    """Whether it may lie on other panels and therefore hides what is below."""

    def __init__(self, renderer: TextRenderer) -> None:
        self.renderer = renderer
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.zones: list[Zone] = []
        self.focus: int | None = None
        self.scroll = 0.0
        self.content = 0
        self.visible = True
        self.dragging = False
        self._picture: pygame.Surface | None = None
        self._solid: pygame.Surface | None = None
        self._key: Hashable = None

    # -- what a panel fills in ------------------------------------------------------------------------------------------
    def key(self) -> Hashable:
        """What the picture depends on, beside size, scroll and text size."""
        return None

    def refresh(self) -> None:
        """Fetch what is to be shown; called a few times a second."""

    def paint(self, flow: Flow) -> None:
        """Draw the content."""

    def drag(self, at: tuple[int, int]) -> None:
        """The pointer is pressed at this window position where no zone is, and moved: only where ``drags``."""

    def area(self) -> pygame.Rect:
        """The rectangle the flow writes in, in pixels of the panel."""
        pad = self.renderer.px(14)
        return pygame.Rect(pad, pad, self.rect.width - 2 * pad, self.rect.height - 2 * pad)

    def height_at(self, width: int) -> int:
        """Pixels of height of the content at this width."""
        flow = Flow(pygame.Surface((1, 1)), self.renderer, pygame.Rect(0, -100_000, width, 1), 0)
        self.paint(flow)
        return flow.height

    # -- what all panels do ---------------------------------------------------------------------------------------------
    def full_height(self) -> int:
        """Height in pixels that shows all of the content, as of the last painting."""
        return max(self.renderer.px(120), self.content + 2 * self.renderer.px(14))

    def draw(self, to: pygame.Surface, mouse: tuple[int, int]) -> None:
        """Draw the panel; ``mouse`` in window pixels."""
        if not self.visible or self.rect.width < 1 or self.rect.height < 1:
            return
        key = (self.rect.size, round(self.scroll), self.renderer.style.scale, self.key())
        if self._picture is None or key != self._key:
            self._repaint()
            self._key = key
        assert self._picture is not None
        px = self.renderer.px
        if not self.frameless:
            blur = min(px(boxes.BLUR), boxes.MAX_BLUR)
            to.blit(boxes.shadow(self.rect.size, px(10), blur), (self.rect.x - blur, self.rect.y - blur + blur // 5))
        self._put(to)
        self._draw_hover(to, mouse)
        self._draw_bar(to)

    def _put(self, to: pygame.Surface) -> None:
        """Blit the picture; in a large window its middle without translucency, which takes a third of the time."""
        assert self._picture is not None
        if self._solid is None:
            to.blit(self._picture, self.rect.topleft)
            return
        x, y, (wide, high), edge = *self.rect.topleft, self.rect.size, self.renderer.px(10)
        to.blit(self._solid, (x, y + edge), (0, edge, wide, high - 2 * edge))
        for top in (0, high - edge):
            to.blit(self._solid, (x + edge, y + top), (edge, top, wide - 2 * edge, edge))
            for left in (0, wide - edge):
                to.blit(self._picture, (x + left, y + top), (left, top, edge, edge))

    def _repaint(self) -> None:
        if self.frameless:
            picture = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        else:
            picture = boxes.box(self.rect.size, self.renderer.px(10), PANEL, PANEL_EDGE).copy()
        flow = Flow(picture, self.renderer, self.area(), self.scroll)
        self.zones = []
        self.paint(flow)
        self.zones += flow.zones
        self.content = flow.height
        self._picture = picture
        shown = pygame.display.get_surface()
        large = shown is not None and shown.get_width() * shown.get_height() >= LARGE_WINDOW
        opaque = (large or self.opaque) and not self.frameless and min(self.rect.size) > 3 * self.renderer.px(10)
        self._solid = picture.convert() if opaque else None
        self.scroll = min(self.scroll, max(0.0, self.content - self.area().height))

    def _draw_hover(self, to: pygame.Surface, mouse: tuple[int, int]) -> None:
        if self.focus is not None and self.focus < len(self.zones):
            rect = self.zones[self.focus].rect.move(self.rect.topleft)
            to.blit(boxes.box(rect.size, self.renderer.px(7), (*ACCENT, 26), (*ACCENT, 220)), rect.topleft)
        hovered = self.zone_at(mouse)
        if hovered:
            rect = hovered.rect.move(self.rect.topleft).clip(self.rect)
            to.blit(boxes.box(rect.size, self.renderer.px(7), (255, 255, 255, 13)), rect.topleft)

    def buttons(self) -> list[pygame.Rect]:
        """What can be clicked, in window pixels."""
        placed = (zone.rect.move(self.rect.topleft).clip(self.rect) for zone in self.zones if self.visible)
        return [rect for rect in placed if rect.width and rect.height]

    def kept_clear(self) -> list[pygame.Rect]:
        """What a tooltip should not cover, in window pixels: the buttons, and what a subclass adds."""
        return self.buttons()

    def draw_tooltip(self, to: pygame.Surface, mouse: tuple[int, int], clear: Sequence[pygame.Rect] = ()) -> pygame.Rect | None:
        """Explain the button under the pointer and its key, or show the whole of a text that is cut; drawn after all panels,
        off what is kept ``clear``. Returns the tooltip's rectangle; None where there is none."""
        hovered = self.zone_at(mouse)
        text = (explain(self.tooltips.get(hovered.name, "")) or hovered.tip) if hovered else ""
        if hovered is None or not text:
            return None
        about = hovered.rect.move(self.rect.topleft).clip(self.rect)
        return tooltip(to, self.renderer, text, about, clear or self.kept_clear())

    def _draw_bar(self, to: pygame.Surface) -> None:
        """The scroll bar, only where there is something to scroll."""
        area = self.area()
        if not self.scrolls or self.content <= area.height:
            return
        high = max(self.renderer.px(24), area.height * area.height // self.content)
        at = self.rect.y + area.y + round((area.height - high) * self.scroll / max(1, self.content - area.height))
        bar = pygame.Rect(self.rect.right - self.renderer.px(7), at, self.renderer.px(4), high)
        to.blit(boxes.box(bar.size, self.renderer.px(2), (255, 255, 255, 60)), bar.topleft)

    def zone_at(self, at: tuple[int, int]) -> Zone | None:
        """The clickable part at a window position: the last one drawn there."""
        if not self.visible or not self.rect.collidepoint(at):
            return None
        local = (at[0] - self.rect.x, at[1] - self.rect.y)
        return next((z for z in reversed(self.zones) if z.rect.collidepoint(local)), None)

    def event(self, event: pygame.event.Event, mouse: tuple[int, int]) -> bool:
        """Whether the panel used the event; ``mouse`` is where the pointer is, in window pixels."""
        if not self.visible:
            return False
        if self.drags and self._dragged(event):
            return True
        if event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(mouse):
            self.scroll_by(-event.y * self.renderer.px(48))
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and self.rect.collidepoint(event.pos):
            zone = self.zone_at(event.pos)
            if zone and event.button == 1:
                zone.act()
                self.invalidate()
            return True
        return False

    def _dragged(self, event: pygame.event.Event) -> bool:
        """Press and drag; whether the event was part of it."""
        down = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos)
        if (down and not self.zone_at(event.pos)) or (event.type == pygame.MOUSEMOTION and self.dragging):
            self.dragging = True
            self.drag(event.pos)
            return True
        ended = event.type == pygame.MOUSEBUTTONUP and self.dragging
        self.dragging = self.dragging and not ended
        return ended

    def scroll_by(self, pixels: float) -> None:
        """Scroll the content by so many pixels, within its length."""
        if self.scrolls:
            self.scroll = max(0.0, min(self.scroll + pixels, float(self.content - self.area().height)))

    def invalidate(self) -> None:
        """Repaint at the next frame."""
        self._key = None
