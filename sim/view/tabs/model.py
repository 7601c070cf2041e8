"""The tab Model: every question of a resident's mind with its prompt, grammar, candidates and reply; and every retrieval."""

from __future__ import annotations

import json
from collections.abc import Hashable
from functools import partial
from typing import Any

from sim.record.rows import FullQuestion, StoredQuestion, StoredRetrieval
from sim.view.context import ViewContext
from sim.view.style import BLUE, FAINT, GREEN, MUTED, ORANGE, TEXT, VERMILION, Colour
from sim.view.tabs.cards import retrieval
from sim.view.tabs.tab import Tab
from sim.view.widgets.flow import Chip, Flow

MAX_ROWS = 60
MAX_BEHIND = 4
"""Retrievals of the same moment shown below a decision."""
MODES: dict[str, Colour] = {"free": GREEN, "guided": BLUE, "scripted": ORANGE, "routine": FAINT}
PARTS = ("reply", "user", "system", "schema", "candidates")


class ModelTab(Tab):
    """Decisions or retrievals up to the shown tick, newest first."""

    name = "Model"

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context)
        self.side = "decisions"
        self.questions: tuple[StoredQuestion, ...] = ()
        self.retrievals: tuple[StoredRetrieval, ...] = ()
        self.costs: tuple[tuple[str, int, int, int, int], ...] = ()
        self.full: FullQuestion | None = None
        self.behind: tuple[StoredRetrieval, ...] = ()
        """The retrievals of the same moment as the open decision."""

    def reset(self) -> None:
        super().reset()
        self.full, self.behind = None, ()

    def filters(self) -> Hashable:
        return self.side

    def fetch(self, tick: int) -> None:
        self.costs = tuple(self.context.run.costs(self.who, tick))
        if self.side == "decisions":
            found = self.context.run.questions(self.who, 0, tick, MAX_ROWS)
            self.questions = tuple(sorted(found, key=lambda q: (-q.tick, -q.seq)))
        else:
            self.retrievals = tuple(self.context.run.retrievals(self.who, tick, MAX_ROWS))

    def key(self) -> Hashable:
        found = tuple(q.id for q in self.questions) if self.side == "decisions" else tuple(r.id for r in self.retrievals)
        return self.who, self.side, found, self.opened

    def paint(self, flow: Flow) -> None:
        flow.chips([Chip(side, partial(self._side, side), side == self.side) for side in ("decisions", "retrievals")])
        if self.side == "decisions" and self.costs:
            flow.text(self._cost_in_words(), "tiny", FAINT)
            flow.gap(5)
        for question in self.questions if self.side == "decisions" else ():
            self._question(flow, question)
        for stored in self.retrievals if self.side == "retrievals" else ():
            self._retrieval(flow, stored)
        if not (self.questions if self.side == "decisions" else self.retrievals):
            flow.text("Nothing yet at this moment.", "small", FAINT)

    def _cost_in_words(self) -> str:
        """What all questions of the resident have cost so far, and who answered them."""
        asked, read, reused, written = map(sum, list(zip(*self.costs, strict=True))[1:])
        by = ", ".join(f"{count} {mode}" for mode, count, *_ in self.costs)
        again = f" ({reused / read:.0%} of them known from before)" if read else ""
        return f"{asked} questions ({by}); {read} tokens read{again}, {written} written"

    def _question(self, flow: Flow, q: StoredQuestion) -> None:
        d = self.context
        opened = q.id == self.opened
        with flow.card(lambda: self._open(q.id), VERMILION if q.fallback else MODES.get(q.mode, MUTED), f"question {q.id}"):
            flow.text(f"{d.day_and_time(q.tick)}  {q.mode}".upper(), "caps", FAINT)
            flow.text(f"{q.task}: {q.purpose}" if q.purpose and q.purpose != q.task else q.task, "label", TEXT, lines=2)
            if q.prompt_tokens or q.generated_tokens:
                tokens = f"{q.prompt_tokens} tokens in ({q.reused_tokens} reused), {q.generated_tokens} out, {q.seconds:.2f} s"
                flow.text(tokens, "tiny", FAINT)
            if q.problem:
                flow.text(q.problem, "small", VERMILION)
            if opened and self.full is not None:
                self._parts(flow)
        for stored in self.behind if opened else ():
            flow.heading(f"Retrieved for: {stored.retrieval.purpose}")
            retrieval(flow, self.context, self.who, stored.retrieval)

    def _parts(self, flow: Flow) -> None:
        for part in PARTS:
            text = getattr(self.full, part, None)
            if text:
                flow.heading({"user": "prompt", "schema": "grammar"}.get(part, part))
                flow.text(_pretty(text), "small", TEXT if part == "reply" else MUTED)

    def _retrieval(self, flow: Flow, stored: StoredRetrieval) -> None:
        d = self.context
        taken = sum(hit.taken for hit in stored.retrieval.hits)
        with flow.card(lambda: self._open(stored.id), BLUE, f"retrieval {stored.id}"):
            at = d.day_and_time(stored.tick)
            flow.text(f"{at}  {stored.retrieval.purpose}".upper(), "caps", FAINT)
            flow.text(stored.retrieval.query, "small", TEXT, lines=2)
            flow.text(f"{taken} memories taken", "tiny", FAINT)
        if stored.id == self.opened:
            retrieval(flow, d, self.who, stored.retrieval)

    def _side(self, side: str) -> None:
        self.side, self.opened = side, None
        self.refresh()

    def _open(self, number: int) -> None:
        self.toggle(number)
        self.full, self.behind = None, ()
        if self.opened is not None and self.side == "decisions":
            self.full = self.context.run.question(number)
            tick = self.full.row.tick
            self.behind = tuple(r for r in self.context.run.retrievals(self.who, tick, MAX_BEHIND) if r.tick == tick)


def _pretty(value: Any) -> str:
    """JSON indented for reading; other text as it is."""
    if not isinstance(value, str):
        return json.dumps(value, indent=1, ensure_ascii=False, default=str)
    try:
        return json.dumps(json.loads(value), indent=1, ensure_ascii=False)
    except ValueError:
        return value
