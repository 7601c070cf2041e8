"""The timeline: the whole run as a bar with days and nights, marks for events, and the playback position. Drag to seek.

The bar is repainted only when marks or the run's length have changed; the position is drawn on top.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial

import pygame

from sim.record.news_story import title
from sim.types import Event
from sim.view import formatting, lighting, news_walk
from sim.view.beside import Beside
from sim.view.context import ViewContext
from sim.view.style import ACCENT, FAINT, LIVE, MARK_COLOURS, TEXT, VERMILION
from sim.view.widgets import boxes
from sim.view.widgets.flow import Flow, Zone
from sim.view.widgets.panel import Panel
from sim.view.widgets.tooltip import tooltip

LANES: tuple[tuple[str, ...], ...] = (
    ("talk",), ("plan", "react", "promise"), ("reflect", "learn", "relation", "self"), ("happening", "command", "refuse"),
)  # fmt: skip
LANE_NAMES = (("talk", "talk"), ("plans", "plan"), ("minds", "reflect"), ("town", "happening"))
"""Name of each lane, in the words of the feed's filters, and the mark whose colour it has."""
GUTTER = 50
"""Pixels (at 100 %) for the lanes' names."""
NAME_HEIGHT = 24
"""Pixels (at 100 %) of height in which the name of a lane can be clicked, in lanes of at least ``LANE_ROOM``."""
LANE_ROOM = 18
"""Pixels (at 100 %) of a lane from which on names may reach beyond the bar."""
LANE_OF = {kind: i for i, kinds in enumerate(LANES) for kind in kinds}
LOWEST = 0.4
"""The height of a single mark, as a share of that of the most marks that stand at one place of their row."""
FILTERED_KINDS = ("plan", "react", "command")
"""Kinds of events of which only some are marked."""
LABEL_STEPS = (900, 1800, 3600, 7200, 10800, 21600, 43200, 86400)
"""Game seconds between two labels, smallest first."""
INTERESTING = ("talk", "plan", "promise", "reflect", "learn", "happening", "command")
MARK_NAMES = {
    "plan": "plan changed", "reflect": "reflection", "learn": "learned", "happening": "event", "relation": "relationship",
    "command": "played by a person", "react": "reaction", "refuse": "held up", "self": "who they are",
}  # fmt: skip
"""Kind of mark -> its name, where that is another word."""


def _is_marked(event: Event) -> bool:
    """Whether an event is marked. Morning plans, reactions that continue and a player's single commands are not: they would
    hide the rest."""
    if event.kind == "command":
        return event.data.get("kind") in ("become", "release")
    return event.data.get("why", event.data.get("choice")) not in ("morning", "continue", "nod")


class Timeline(Panel):
    """``marks`` are (tick, kind, key) of the run so far, oldest first."""

    drags = True

    def __init__(self, context: ViewContext, beside: Beside | None) -> None:
        super().__init__(context.renderer)
        self.context, self.beside = context, beside
        self.marks: list[tuple[int, str, str]] = []
        self.bookmarks: tuple[tuple[int, str], ...] = ()
        self._marked = -1
        self._end = 1

    def refresh(self) -> None:
        """Fetch new marks; a live run's bar grows in steps of a tenth."""
        last = self.context.run.last_tick
        if last > self._marked:
            kinds = tuple(kind for lane in LANES for kind in lane if kind not in FILTERED_KINDS)
            found = self.context.run.marks(kinds, self._marked)
            read = self.context.run.events(self._marked + 1, last, FILTERED_KINDS)
            found += [(e.tick, e.kind, e.key) for e in read if _is_marked(e)]
            self.marks += sorted(found)
            self._marked = last
        until = self.context.tick_of(self.context.run.meta.until)
        self._end = max(1, last, until if self.context.link is not None else 0)

    def key(self) -> Hashable:
        news = self.context.news
        told = (news.story.tellings if news.story else (), news.at)
        done = self.context.run.last_tick * 400 // self._end
        return len(self.marks), self._end, done, self.context.selected, self.bookmarks, told

    def bar(self) -> pygame.Rect:
        """The bar's rectangle in pixels of the panel."""
        px = self.renderer.px
        left = px(14 + GUTTER)
        return pygame.Rect(left, px(10), max(1, self.rect.width - left - px(16)), self.rect.height - px(32))

    def x_of(self, tick: float) -> int:
        """x of a tick, in pixels of the panel."""
        bar = self.bar()
        return bar.x + round(bar.width * tick / self._end)

    def tick_at(self, x: int) -> int:
        """The tick at a window x."""
        bar = self.bar()
        return round(max(0.0, min(1.0, (x - self.rect.x - bar.x) / bar.width)) * self._end)

    def paint(self, flow: Flow) -> None:
        bar = self.bar()
        self._shade(flow.to, bar)
        self._hours(flow.to, bar)
        self._names(flow.to, bar)
        lane_high, px = bar.height / len(LANES), self.renderer.px
        high = max(2, round(lane_high) - px(3))
        for mine in (False, True):
            spots = self._spots(bar, mine)
            most = [max((n for (_, at), (_, n) in spots.items() if at == lane), default=1) for lane in range(len(LANES))]
            for (x, lane), (kind, count) in spots.items():
                tall = high if mine else max(2, round(high * (LOWEST + (1 - LOWEST) * count / most[lane])))
                bottom = bar.y + round(lane * lane_high) + px(2) + high
                flow.to.fill(TEXT if mine else MARK_COLOURS[kind], (x, bottom - tall, px(3 if mine else 2), tall))
        for tick, _ in self.bookmarks:
            sign = self.renderer.glyph("flag", self.renderer.px(13), ACCENT)
            flow.to.blit(sign, (self.x_of(tick) - self.renderer.px(2), bar.y - self.renderer.px(6)))

        self._tellings(flow.to, bar)
        self._differences(flow.to, bar)

    def _differences(self, to: pygame.Surface, bar: pygame.Rect) -> None:
        """Beside another town: how many residents differ at each time, from the lower edge up, and the tick at which the towns
        part."""
        if (beside := self.beside) is None or beside.comparison.first is None:
            return
        end = self.x_of(beside.comparison.last)
        for x, count in enumerate(beside.comparison.counts(max(1, end - bar.x)), bar.x):
            high = round(bar.height * count / max(1, len(self.context.scene.info)))
            to.fill(VERMILION, (x, bar.bottom - high, 1, high))
        x = self.x_of(beside.comparison.first)
        pygame.draw.line(to, VERMILION, (x, bar.y), (x, bar.bottom), self.renderer.px(2))
        self.renderer.draw_glyph(to, "diamond", (x, bar.y + self.renderer.px(4)), self.renderer.px(13), VERMILION)

    def _names(self, to: pygame.Surface, bar: pygame.Rect) -> None:
        """The lanes' names; a click goes to the next mark of a lane."""
        px = self.renderer.px
        room = self.rect.height - 2 * px(4) if bar.height >= len(LANES) * px(LANE_ROOM) else bar.height
        high = min(px(NAME_HEIGHT), room // len(LANES))
        for lane, (name, kind) in enumerate(LANE_NAMES):
            spot = pygame.Rect(px(4), bar.centery + (lane - len(LANES) // 2) * high, bar.x - px(6), high)
            at = (bar.x - px(8), spot.centery - self.renderer.line_height("tiny") // 2)
            self.renderer.draw(to, name, at, "tiny", MARK_COLOURS[kind], "right")
            tip = f"To the next mark of this row: {name}"
            self.zones.append(Zone(spot, partial(self.jump, True, LANES[lane]), f"lane {name}", tip))

    def _tellings(self, to: pygame.Surface, bar: pygame.Rect) -> None:
        """The tellings of the news that is followed, each to be clicked; a larger mark for the one that is shown."""
        px, news = self.renderer.px, self.context.news
        for i, told in enumerate(news.story.tellings if news.story else ()):
            x, size = self.x_of(told.tick), px(17 if i == news.at else 12)
            pygame.draw.line(to, LIVE, (x, bar.y), (x, bar.bottom - 1), px(2))
            self.renderer.draw_glyph(to, "dot", (x, bar.bottom - px(6)), size, ACCENT if i == news.at else LIVE)
            spot = pygame.Rect(0, 0, px(13), bar.height)
            spot.center = (x, bar.centery)
            self.zones.append(Zone(spot, partial(news_walk.go, self.context, i), f"mark {i}"))

    def _spots(self, bar: pygame.Rect, mine: bool) -> dict[tuple[int, int], tuple[str, int]]:
        """(x, lane) -> kind of the first mark there, and the number of marks. With ``mine`` the marks of the selected resident;
        otherwise those of all residents, with talks as stretches from their first to their last mark."""
        found: dict[tuple[int, int], tuple[str, int]] = {}
        spans: dict[str, tuple[int, int]] = {}
        share, least = bar.width / self._end, self.renderer.px(2)
        for tick, kind, key in self.marks:
            if kind == "talk":
                spans[key] = (spans[key][0] if key in spans else tick, tick)
            elif not mine or key == self.context.selected:
                spot = bar.x + round(tick * share), LANE_OF[kind]
                first, count = found.get(spot, (kind, 0))
                found[spot] = (first, count + 1)
        for begin, end in () if mine else spans.values():
            left, right = bar.x + round(begin * share), bar.x + round(end * share)
            for x in range(left, max(right, left + least)):
                found[x, 0] = ("talk", found.get((x, 0), ("", 0))[1] + 1)
        return found

    def _shade(self, to: pygame.Surface, bar: pygame.Rect) -> None:
        """Draw the colour of the sky along the bar, dimmer for what is not simulated yet."""
        strip = pygame.Surface((96, 1))
        seconds = self.context.run.meta.tick_seconds
        for i in range(96):
            r, g, b = lighting.sky_colour(formatting.minutes(self.context.start, self._end * (i + 0.5) / 96 * seconds))
            strip.set_at((i, 0), (r * 72 // 255, g * 80 // 255, b * 92 // 255))
        to.blit(pygame.transform.smoothscale(strip, bar.size), bar.topleft)
        done = self.x_of(self.context.run.last_tick)
        if done < bar.right:
            to.blit(boxes.box((bar.right - done, bar.height), 0, (14, 17, 23, 190)), (done, bar.y))
        pygame.draw.rect(to, (60, 66, 78), bar, 1, border_radius=self.renderer.px(4))

    def _hours(self, to: pygame.Surface, bar: pygame.Rect) -> None:
        """Draw labels at round hours, as many as fit."""
        seconds = self.context.run.meta.tick_seconds
        total = self._end * seconds
        step = next((s for s in LABEL_STEPS if total / s * self.renderer.px(64) < bar.width), 172800)
        offset = (self.context.start.hour * 3600 + self.context.start.minute * 60 + self.context.start.second) % step
        at = (step - offset) % step
        while at <= total:
            x = self.x_of(at / seconds)
            pygame.draw.line(to, (92, 98, 110), (x, bar.bottom), (x, bar.bottom + self.renderer.px(3)))
            label = formatting.clock(self.context.start, at)
            if label == "00:00" or step >= 86400:
                label = f"day {formatting.day(self.context.start, at)}"
            if bar.x + self.renderer.px(12) < x < bar.right - self.renderer.px(16):
                self.renderer.draw(to, label, (x, bar.bottom + self.renderer.px(3)), "tiny", FAINT, "centre")
            at += step

    def draw(self, to: pygame.Surface, mouse: tuple[int, int]) -> None:
        """Draw the bar, the playback position, and a tooltip for what is under the pointer."""
        super().draw(to, mouse)
        if not self.visible:
            return
        bar, px = self.bar().move(self.rect.topleft), self.renderer.px
        x = self.rect.x + self.x_of(self.context.playback.tick)
        pygame.draw.line(to, ACCENT, (x, bar.y - px(3)), (x, bar.bottom + px(2)), max(2, px(2)))
        to.blit(self.renderer.glyph("pin", px(13), ACCENT), (x - px(13) // 2, bar.y - px(9)))
        if self.dragging or bar.collidepoint(mouse):
            self._tooltip(to, bar, mouse[0])

    def _tooltip(self, to: pygame.Surface, bar: pygame.Rect, x: int) -> None:
        tick = self.tick_at(x)
        text = self.context.day_and_time(tick)
        news, zone = self.context.news, self.zone_at((x, bar.centery)) if x >= bar.x else None
        if zone is not None and news.story is not None:
            told = news.story.tellings[int(zone.name.split()[-1])]
            text, tick = f"{self.context.day_and_time(told.tick)}: {title(told, self.context.scene.name)}", -self._end
        near = self.nearest(tick, self._end * 4 // max(1, bar.width))
        if near:
            who = f" ({self.context.scene.name(near[2])})" if near[2] in self.context.scene.info else ""
            text = f"{text}: {MARK_NAMES.get(near[1], near[1])}{who}"
        pin = pygame.Rect(x, bar.y - self.renderer.px(18), 1, bar.height + self.renderer.px(18))
        tooltip(to, self.renderer, text, pin, [self.rect, *self.buttons()])

    def nearest(self, tick: int, within: int) -> tuple[int, str, str] | None:
        """The mark nearest to a tick, if one is within so many ticks."""
        close = [m for m in self.marks if abs(m[0] - tick) <= max(1, within)]
        return min(close, key=lambda m: abs(m[0] - tick)) if close else None

    def jump(self, forward: bool, kinds: Sequence[str] = INTERESTING) -> None:
        """Go to the next or previous mark of these kinds or bookmark; for a talk, to its beginning."""
        now = self.context.playback.shown_tick
        begun: dict[str, tuple[int, str, str]] = {}
        for tick, kind, key in self.marks:
            if kind in kinds:
                begun.setdefault(key if kind == "talk" else f"{kind} {key} {tick}", (tick, kind, key))
        flags = self.bookmarks if kinds is INTERESTING else ()
        spots = sorted([*begun.values(), *((tick, "bookmark", label) for tick, label in flags)])
        ahead = [spot for spot in spots if spot[0] > now] if forward else [s for s in reversed(spots) if s[0] < now]
        if ahead:
            self._go(*ahead[0])
        else:
            self.context.notify("Nothing more of interest this way.")

    def _go(self, tick: int, kind: str, key: str) -> None:
        """Go to a mark, show what it is, and move the camera to the resident whom it is about."""
        context = self.context
        context.seek(tick)
        context.scene.update(context.playback)
        talk = next((t for t in context.scene.state.talks if t.id == key), None) if kind == "talk" else None
        people = talk.people if talk else (key,) if key in context.scene.info else ()
        if people:
            context.release_camera()
            context.center_on(people[0])
        at = formatting.clock(context.start, context.now)
        names = " and ".join(context.scene.name(p) for p in people)
        context.notify(f"{at}  {MARK_NAMES.get(kind, kind).capitalize()}{f': {names}' if names else ''}")

    def drag(self, at: tuple[int, int]) -> None:
        """Seek."""
        self.context.playback.seek(self.tick_at(at[0]))
