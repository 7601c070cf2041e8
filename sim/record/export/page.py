"""Export: one HTML page that plays the run offline in any browser, with the map, its images and all data inside.

This module collects the data; ``page/`` has the page's own program. All text of the run enters the page as deflated, base64
JSON and is shown through text nodes only, so that nothing in a run can become code.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sim.record.evening import days, evening
from sim.record.export.map_data import map_data
from sim.record.export.tables import Draft
from sim.record.news_story import NewsStory, as_tree, difference, news_items, title
from sim.record.read import Run
from sim.record.rows import short_names

PAGE = Path(__file__).parent / "page"
MAX_MEMORIES = 20_000
"""The most memories in a page, shared equally by the residents; the newest are taken."""


def write_page(run: Run, path: Path, draft: Draft) -> list[Path]:
    """Write the page to ``path``; ``.html`` is added if it has no suffix and is no folder."""
    path = path if path.suffix or path.is_dir() else path.with_suffix(".html")
    draft(path).write_text(page(run), encoding="utf-8")
    return [path]


def page(run: Run) -> str:
    """The page as HTML text."""
    packed = zlib.compress(json.dumps(data(run), ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode(), 9)
    parts = {
        "/*STYLE*/": (PAGE / "town.css").read_text(encoding="utf-8"),
        "/*SCRIPT*/": "".join((PAGE / name).read_text(encoding="utf-8") for name in ("playback.js", "drawing.js", "app.js")),
        "%DATA%": base64.b64encode(packed).decode(),
    }
    text = (PAGE / "town.html").read_text(encoding="utf-8")
    for mark, content in parts.items():
        text = text.replace(mark, content, 1)
    return text


def data(run: Run) -> dict[str, Any]:
    """The data of the page. Times are ticks; lists per resident are in the order of ``residents``."""
    meta, each = run.meta, [resident.slug for resident in run.residents]
    return {
        "name": meta.name,
        "scenario": meta.scenario_name,
        "start": meta.start.replace(tzinfo=None).isoformat(),
        "seconds": meta.tick_seconds,
        "last": max(run.last_tick, 0),
        "map": map_data(run),
        "residents": [_resident(run, slug) for slug in each],
        "moves": [[_move(e.tick, e.data) for e in run.events(0, run.last_tick, ("move",), slug)] for slug in each],
        "acts": [[_act(e.tick, e.data) for e in run.events(0, run.last_tick, ("act",), slug)] for slug in each],
        "memories": [_memories(run, slug, MAX_MEMORIES // max(len(each), 1)) for slug in each],
        "lines": list(_lines(run)),
        "news": list(_news(run)),
        "evenings": list(_evenings(run)),
        "stories": list(_stories(run)),
    }


def _resident(run: Run, slug: str) -> dict[str, Any]:
    who = run.resident(slug)
    about = ", ".join(part for part in (str(who.age or ""), who.occupation, *who.traits) if part)
    return {"slug": slug, "name": who.name, "first": who.first, "about": about, "look": dict(who.look)}


def _move(tick: int, data: Any) -> list[Any]:
    return [tick, float(data.get("speed", 1)), [[float(x), float(y)] for x, y in data["path"]]]


def _act(tick: int, data: Any) -> list[Any]:
    place = str(data.get("address", "")).split(":")
    return [tick, str(data.get("activity", "")), ", ".join(place[1:]), bool(data.get("asleep")), str(data.get("facing", ""))]


def _memories(run: Run, slug: str, most: int) -> list[list[Any]]:
    memories = run.memories(slug, run.last_tick, limit=most)
    return [[run.memory_tick(slug, m.n), m.kind, m.importance or 0, m.text] for m in reversed(memories)]


def _lines(run: Run) -> Iterator[list[Any]]:
    """[tick, slug, text] of every utterance."""
    for event in run.events(0, run.last_tick, ("say", "aloud")):
        yield [event.tick, str(event.data.get("who") or event.key), str(event.data.get("text", ""))]


def _news(run: Run) -> Iterator[list[Any]]:
    """[tick, slug or "", text] of everything learned and of external events."""
    for event in run.events(0, run.last_tick, ("learn", "happening")):
        told = f"learns: {event.data.get('text', '')}" if event.kind == "learn" else str(event.data.get("text", ""))
        yield [event.tick, event.key, told]


def _evenings(run: Run) -> Iterator[list[Any]]:
    """[first tick, last tick, [title, [[tick, slug or "", text], ...]] of every section] of each day that tells of anything."""
    for day in days(run):
        told = evening(run, day)
        sections = [
            [one.title, [[line.tick, next(iter(line.who), ""), line.text] for line in one.lines]] for one in told.sections
        ]
        yield [told.since, told.until, sections]


def _stories(run: Run) -> Iterator[list[Any]]:
    """[text, [[tick, title, words, difference, how many know, depth, teller or "", learned], ...] in order of time,
    their order as a tree] of each piece of news."""
    names = short_names(run.residents)
    for item in news_items(run):
        tellings, rows = NewsStory(run, item).read().tellings, []
        for told in tellings:
            change = difference(told) if told.left_out or told.new or not told.words else ""
            head = title(told, lambda slug: names.get(slug, slug))
            rows.append([told.tick, head, told.core, change, told.known, told.depth, told.teller, list(told.learned)])
        yield [item.text, rows, as_tree(tellings)]
