"""Export: a diary per resident in Markdown (activities, talks word for word, reflections), and an evening page per day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from sim.record.evening import Evening, days, evening
from sim.record.export.tables import Draft
from sim.record.read import Run
from sim.record.rows import ResidentInfo, StoredTalk, short_names
from sim.types import Event

_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Control characters, and marks that change the direction of writing."""
Entry = tuple[int, int, str]
"""(tick, order within it, Markdown line)."""


def write_diaries(run: Run, folder: Path, draft: Draft) -> list[Path]:
    """Write one ``NN-name.md`` per resident (NN is their number in the scenario) and one page per day into ``folder``."""
    paths = []
    for number, resident in enumerate(run.residents, 1):
        path = folder / f"{number:02d}-{_file_name(resident.slug)}.md"
        draft(path).write_text(diary(run, resident), encoding="utf-8")
        paths.append(path)
    return [*paths, *_write_evenings(run, folder, draft)]


def _write_evenings(run: Run, folder: Path, draft: Draft) -> Iterator[Path]:
    """One ``evening-N.md`` for each day that has anything to tell."""
    for day in days(run):
        page = evening(run, day)
        if page.sections:
            path = folder / f"evening-{day}.md"
            draft(path).write_text(evening_page(run, page), encoding="utf-8")
            yield path


def evening_page(run: Run, page: Evening) -> str:
    """The evening page of a day as Markdown."""
    lines = [f"# {page.date:%A, %B} {page.date.day}, {page.date.year}", "", f"*{escape(run.meta.scenario_name)}*", ""]
    for section in page.sections:
        lines += [f"## {section.title}", ""]
        lines += [f"- **{run.moment(line.tick):%H:%M}** {escape(line.text)}" for line in section.lines]
        lines.append("")
    return "\n".join(lines)


def diary(run: Run, resident: ResidentInfo) -> str:
    """The diary of one resident as Markdown."""
    lines = [f"# {escape(resident.name)}", ""]
    about = ", ".join(part for part in (str(resident.age or ""), resident.occupation, *resident.traits) if part)
    lines += [f"*{escape(about)}*", ""] if about else []
    entries = sorted([*_activities(run, resident.slug), *_talks(run, resident.slug), *_thoughts(run, resident.slug)])
    for day, todays in groupby(entries, key=lambda entry: run.moment(entry[0]).date()):
        lines += [f"## {day:%A, %B} {day.day}, {day.year}", ""]
        lines += [f"- **{run.moment(tick):%H:%M}** {text}" for tick, _, text in todays]
        lines.append("")
    return "\n".join(lines)


def escape(text: str, signs: str = "\\`*_[]<>#|~&") -> str:
    """``text`` on one line, escaped for Markdown and for HTML inside it."""
    flat = _UNSEEN.sub(lambda found: f"U+{ord(found[0]):04X}", " ".join(text.split()))
    return "".join("\\" + c if c in signs else c for c in flat)


def _file_name(slug: str) -> str:
    """A slug as part of a file name, without characters that could leave the folder."""
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "_" for c in slug)[:60]


def _activities(run: Run, slug: str) -> Iterator[Entry]:
    """What the resident did and where; the same activity twice in a row is one entry."""
    last = ""
    for event in run.events(0, run.last_tick, ("act",), slug):
        text = _activity(event)
        if text != last:
            yield event.tick, 0, text
        last = text


def _activity(event: Event) -> str:
    place = " › ".join(escape(part) for part in str(event.data.get("address", "")).split(":")[1:])
    return escape(str(event.data.get("activity", ""))) + (f" — *{place}*" if place else "")


def _talks(run: Run, slug: str) -> Iterator[Entry]:
    names = short_names(run.residents)
    for talk in run.talks(slug, 0, run.last_tick):
        yield talk.start_tick, 1, _conversation(talk, slug, names)


def _conversation(talk: StoredTalk, slug: str, names: dict[str, str]) -> str:
    others = " and ".join(escape(names.get(one, one)) for one in talk.people if one != slug) or "nobody"
    lines = [f"  > {escape(names.get(who, who))}: {escape(text)}  " for _, who, text in talk.lines]
    return "\n".join([f"talked with {others}:", "", *lines, ""]) if lines else f"met {others}"


def _thoughts(run: Run, slug: str) -> Iterator[Entry]:
    for memory in run.memories(slug, run.last_tick, kinds=("reflection", "summary"), limit=-1):
        because = f" (because of {len(memory.evidence)} memories)" if memory.evidence else ""
        yield run.memory_tick(slug, memory.n), 2, f"*{escape(memory.text)}{because}*"
