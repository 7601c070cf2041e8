"""Experiment: an intervention. Every town is lived as it is, and once more from a fork with an addition: a thought, a piece of
news that a resident is told, an event.

The two share their past to the tick, so what differs afterwards comes of the intervention and of what followed from it.
Measures (and a poll at the end, where there is a questionnaire) are compared pairwise over seeds.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sim.analysis.run_context import RunContext, open_context
from sim.engine import code_version
from sim.experiments.compare import write_comparison
from sim.experiments.options import ExperimentError, MindSpec, Options
from sim.experiments.poll import poll_measures, poll_town
from sim.experiments.questionnaire import Questionnaire, read_questionnaire
from sim.experiments.report import ReportPage
from sim.experiments.seeding import SeededEvent, read_event
from sim.experiments.sweep import measures
from sim.experiments.towns import MeasuredTown, TownsFailed, towns
from sim.llm.base import ModelError
from sim.record.beside import compare
from sim.record.errors import RunError
from sim.record.read import Run
from sim.town import Town as LivedTown

OTHERWISE = "residents who act otherwise"
"""A measure of the result: their share."""
WITHOUT = "without"
"""Condition: the town as it is."""
WITH = "with"
"""Condition: the fork with the intervention."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is added to a fork of ``source`` from ``at`` on, and the run file of the fork. Each of ``events`` has a time."""

    source: Path
    target: Path
    at: str
    whispers: tuple[tuple[str, str], ...]
    told: tuple[tuple[str, str], ...]
    events: tuple[SeededEvent, ...]
    mind: MindSpec


def run(options: Options) -> list[dict[str, Any]]:
    """Live, fork, compare, write the report; a result per town: what the intervention adds to every measure. Raises
    ``ExperimentError``."""
    events = tuple(read_event(text) for text in options.events)
    if len(options.at) != 1 or not (options.whispers or options.told or events):
        raise ExperimentError(
            "An intervention needs one --at WHEN and a --whisper NAME=THOUGHT, a --tell NAME=NEWS or an --event TEXT."
        )
    asked = read_questionnaire(options.questions) if options.questions else None
    found = towns(replace(options, events=()))
    changes = [_change(town, events, options) for town in found]
    _live_all(changes, options.workers)
    pairs = [
        (town, _measured(town, asked, options), _measured(replace(town, path=change.target), asked, options))
        for town, change in zip(found, changes, strict=True)
    ]
    report = ReportPage(options, "What an intervention changes", found)
    words = [
        *(f"{who} is given the thought: {text}" for who, text in options.whispers),
        *(f"{who} is told the news {news}" for who, news in options.told),
        *(f"{event.at or options.at[0]}: {event.text}{f' ({event.where})' if event.where else ''}" for event in events),
    ]
    report.say(f"From {options.at[0]} on: {'; '.join(words)}. {len(found)} pairs of towns.")
    both = [
        {**town.about, "settings": name, **row}
        for town, *rows in pairs
        for name, row in zip((WITHOUT, WITH), rows, strict=True)
    ]
    reactions = [_reaction(town, change) for town, change in zip(found, changes, strict=True)]
    _say_reactions(report, reactions, [change.target for change in changes])
    write_comparison(report, both)
    results = [
        {**town.about, OTHERWISE: reaction[OTHERWISE], **_added(before, after)}
        for (town, before, after), reaction in zip(pairs, reactions, strict=True)
    ]
    return report.finish(results)


def _change(town: MeasuredTown, events: tuple[SeededEvent, ...], options: Options) -> Change:
    at = options.at[0]
    said = [at, options.whispers, options.told, options.events, options.model, options.embedder, options.mind.guided]
    text = json.dumps([*said, code_version.version()], ensure_ascii=False)
    digest = hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
    target = options.runs / f"{town.label}-{digest}.sqlite"
    timed = tuple(replace(event, at=event.at or at) for event in events)
    return Change(town.path, target, at, options.whispers, options.told, timed, options.mind)


def _live_all(changes: list[Change], workers: int) -> None:
    """Live the forks that are not lived yet. Raises ``TownsFailed`` with what went wrong."""
    left = [change for change in changes if not _is_done(change)]
    if not left:
        return
    left[0].target.parent.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        problems = [problem for problem in pool.map(_live, left) if problem]
    if problems:
        raise TownsFailed("\n".join([*problems, "The others are saved; run the same command again to go on."]))


def _is_done(change: Change) -> bool:
    """Whether the fork has been lived as far as its source."""
    try:
        with Run(change.target) as run, Run(change.source) as source:
            return run.meta.status == "finished" and run.last_tick >= source.last_tick
    except RunError:
        return False


def _live(change: Change) -> str:
    """Live a fork to its source's end; returns the problem, or ``""``."""
    try:
        change.target.unlink(missing_ok=True)
        with open_context(change.source) as context:
            whispers = [*((_slug(context, who), text) for who, text in change.whispers), *_told(context, change.told)]
        with LivedTown.open(change.source, model=change.mind.model or None, embedder=change.mind.embedder or None) as source:
            begin, end = source.game_second(change.at), source.at
            due = sorted(((source.game_second(one.at, begin), one) for one in change.events), key=lambda pair: pair[0])
            if due and due[-1][0] >= end:
                return f"--event {due[-1][1].text!r}: {change.source.stem} ends before {due[-1][1].at}."
            with source.fork(change.target, at=change.at, whisper=whispers) as town:
                for when, event in due:
                    town.run(ticks=max(0, (when - town.at) // town.seconds - 1))
                    town.happening(event.text, event.where)
                town.run(ticks=(end - town.at) // town.seconds)
    except (RunError, ModelError, ValueError) as error:
        return f"{change.source.stem}: {error}"
    print(f"{change.target.stem} is lived", file=sys.stderr)
    return ""


def _slug(context: RunContext, name: str) -> str:
    for slug, resident in context.residents.items():
        if name.casefold() in (slug.casefold(), resident.name.casefold()):
            return slug
    raise ValueError(f"nobody is called {name!r}; there are {', '.join(context.residents)}")


def _told(context: RunContext, told: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    """(slug, sentence) of news items by their id."""
    news = {item.id: item.text for item in context.scenario.news}
    for _, name in told:
        if name not in news:
            raise ValueError(f"there is no news {name!r}; there is {', '.join(news) or 'none'}")
    return [(_slug(context, who), news[name]) for who, name in told]


def _measured(town: MeasuredTown, asked: Questionnaire | None, options: Options) -> dict[str, Any]:
    with open_context(town.path) as context:
        found, last = measures(context), context.last_tick
    polled = poll_measures(poll_town(town, asked, [("end", last)], options).rows, asked) if asked else {}
    return {**found, **polled}


def _reaction(town: MeasuredTown, change: Change) -> dict[str, Any]:
    """Who acts or speaks otherwise in the fork than in its source, and since when."""
    with open_context(change.source) as context, Run(change.target) as fork:
        tick = int((fork.meta.parent or {})["tick"])
        spans = compare(context.run, fork).spans
        here, there = (_lines(run, tick) for run in (context.run, fork))
        spoke = [slug for slug in context.residents if here.get(slug) != there.get(slug)]
        others = list(dict.fromkeys([*(span.slug for span in spans), *spoke]))
        since = context.when(spans[0].since) if spans else ""
        about = {"town": town.label, "residents": len(context.residents), "act otherwise": len(others), "since": since}
        return {**about, "who": ", ".join(others), OTHERWISE: len(others) / max(1, len(context.residents))}


def _lines(run: Run, tick: int) -> dict[str, list[str]]:
    """Resident -> what they say from a tick on."""
    found: dict[str, list[str]] = {}
    for event in run.events(tick, run.last_tick, ("say", "aloud")):
        found.setdefault(str(event.data.get("who") or event.key), []).append(str(event.data.get("text", "")))
    return found


def _say_reactions(report: ReportPage, reactions: list[dict[str, Any]], forks: list[Path]) -> None:
    """Whether anybody reacted, in plain words: measures that are equal because nobody did are no result."""
    with Run(forks[0]) as run:
        model = run.meta.model
        mind = f"{model.get('name', '')} ({model.get('mode', '')})"
    moved = sum(bool(row["act otherwise"]) for row in reactions)
    who = f"{moved} of {len(reactions)} towns have somebody who acts or speaks otherwise than without it"
    if moved:
        report.say(f"{who}; the mind that played is {mind}.")
    else:
        report.say(
            f"**The mind that played, {mind}, did not react to what was changed**: {who}. Differences of 0 below say nothing "
            "of people; take a mind that can take it up (`--model FILE`), or another change."
        )
    shown = ("town", "residents", "act otherwise", "since", "who")
    report.table("reactions", reactions, "Residents who act or speak otherwise than in the town without it", shown)


def _added(before: dict[str, Any], after: dict[str, Any]) -> dict[str, float]:
    """The difference between with and without, per measure."""
    known = [name for name in before if before[name] is not None and after.get(name) is not None]
    return {name: float(after[name]) - float(before[name]) for name in known}
