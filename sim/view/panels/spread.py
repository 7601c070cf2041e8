"""A piece of news on its way through the town: who knows it at the shown moment, since when, from whom."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from sim.view import times
from sim.view.context import Desk
from sim.view.news import Learned, Piece, Spread, piece_of, pieces
from sim.view.style import FAINT, INK, LIVE, SOFT
from sim.view.widgets.flow import Chip, Flow
from sim.view.widgets.panel import Panel


class SpreadPanel(Panel):
    """Shown while a piece of news is followed (``desk.knows`` is then set); K goes from one to the next."""

    scrolls = True

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.ink)
        self.desk = desk
        self.visible = False
        desk.trace = self.follow_text
        self.pieces: tuple[Piece, ...] | None = None
        self.index = -1
        self.spread: Spread | None = None

    def follow_next(self) -> None:
        """The next piece of news, or none after the last."""
        if self.pieces is None:
            self.pieces = pieces(self.desk.run)
        if not self.pieces:
            self.desk.say("The scenario of this run has no news to follow.")
            return
        self.index += 1
        if self.index >= len(self.pieces):
            self.stop()
            return
        self._follow(self.pieces[self.index])

    def follow_text(self, text: str) -> None:
        """What a memory says, by its most telling words."""
        names = frozenset(part for info in self.desk.scene.info.values() for part in info.name.split())
        self.index = -1
        self._follow(piece_of(text, names))

    def _follow(self, piece: Piece) -> None:
        self.spread, self.visible, self.scroll = Spread(self.desk.run, piece), True, 0.0
        self.desk.knows = {}

    def stop(self) -> None:
        """Follow nothing."""
        self.index, self.spread, self.visible, self.desk.knows = -1, None, False, None

    def step(self) -> None:
        """A small step of finding out, each frame while something is followed."""
        if self.spread is not None:
            self.spread.step()
            self.desk.knows = self.spread.at(self.desk.cursor.now)

    def key(self) -> Hashable:
        """Who knows it by now."""
        piece = self.spread.piece if self.spread else None
        return piece, tuple(self.desk.knows or ()), self.spread.learned if self.spread else ()

    def paint(self, flow: Flow) -> None:
        """The news, then those who know it in order."""
        if self.spread is None:
            return
        known = self.desk.knows or {}
        title = f"News {self.index + 1} of {len(self.pieces or ())}" if self.index >= 0 else "Who else knows"
        flow.heading(title, f"{len(known)} of {len(self.desk.scene.info)} know")
        flow.text(self.spread.piece.text, "small", INK, lines=4)
        flow.text(f"by the words: {', '.join(self.spread.piece.signs)}", "tiny", FAINT)
        flow.gap(5)
        flow.chips([Chip("next", self.follow_next), Chip("stop", self.stop)])
        for one in self.spread.learned:
            self._learned(flow, one, one.slug in known)

    def _learned(self, flow: Flow, one: Learned, already: bool) -> None:
        d = self.desk
        with flow.card(partial(d.seek, one.tick, one.slug), LIVE if already else None, f"learned {one.slug}"):
            origin = d.scene.name(one.source) if one.source in d.scene.info else one.source
            flow.text(f"{d.scene.name(one.slug)}{f' from {origin}' if origin else ''}", "label", INK if already else FAINT)
            when = times.short(d.start, one.tick * d.run.meta.tick_seconds)
            flow.text(when if already else f"will, {when}", "tiny", SOFT if already else FAINT)
