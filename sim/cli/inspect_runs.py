"""list, show, search, interview, evaluate, experiment: what runs hold.

Data goes to standard output, all else to standard error.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sim import experiments
from sim.analysis.routine import routine_savings
from sim.cli.errors import UsageError, model_trouble
from sim.cli.saved_runs import moment, open_run, read_path, resident_of, shown, time_kept
from sim.record.atomic_write import atomic_files
from sim.record.catalogue import list_runs
from sim.record.errors import RunError
from sim.record.evening import evening, to_text
from sim.record.read import Run
from sim.record.rows import Counter, short_names
from sim.world.clock import Clock

SHOWN_FACTS = (
    "name", "scenario", "status", "lived", "model", "mode", "style", "helper", "minds", "prompts", "thinking", "seed", "ticks",
    "memories", "talks", "reflections",
)  # fmt: skip
"""What ``show`` says of a run first."""


def list_command(args: argparse.Namespace) -> int:
    """What the start screen shows, in words; with ``--json`` the saved runs, newest first. Runs that cannot be read have their
    problem."""
    if Path(args.saves).is_file():
        raise UsageError(f"--saves {args.saves}: is a file; name the folder of saved runs.")
    if args.json:
        runs = list_runs(args.saves)
        print(json.dumps([{**asdict(run), "condition": run.condition} for run in runs], default=str, ensure_ascii=False))
        return 0
    from sim.cli.start import told

    for line in told(args.saves):
        print(line)
    return 0


def show_command(args: argparse.Namespace) -> int:
    """What a run holds; with ``--day`` the evening page of that day, with ``--picture`` or ``--card`` a file of it."""
    if args.picture or args.card:
        return _drawn(args)
    if args.day is not None:
        return _evening(args)
    with open_run(read_path(args.run, args.saves)) as run:
        facts = _facts(run)
        counters, reused, trouble = run.counters(), routine_savings(run), run.trouble()
    if args.json:
        data = {**facts, "counters": [asdict(row) for row in counters], "routine": asdict(reused), "trouble": asdict(trouble)}
        print(json.dumps(data, default=str, ensure_ascii=False))
        return 0
    for key in SHOWN_FACTS:
        print(f"{key:12} {facts[key]}")
    print("\nResidents")
    for resident in facts["residents"]:
        print(f"  {resident['name']:24} {resident['age']:>3}  {resident['occupation']:20} {resident['activity']}")
    print("\nWho learned what")
    for row in facts["learned"] or ["  nothing yet"]:
        print(row if isinstance(row, str) else f"  {row['when']}  {row['who']} from {row['from']}: {row['text']}")
    print("\nCalls to the model, per resident and game day (a day begun counts whole)")
    _print_counters(counters)
    for line in model_trouble(trouble).splitlines():
        print(f"  {line}")
    print(
        f"  saved by routine: {reused.calls} calls, {reused.per_day:.1f} per resident and day "
        f"({reused.calls} of {reused.stretches} stretches of a day were known already)"
    )
    return 0


def _drawn(args: argparse.Namespace) -> int:
    """The town, or a talk in it, as PNG files."""
    from sim.town.notebook import picture
    from sim.view.talk_card import write_card

    path = read_path(args.run, args.saves)
    with open_run(path) as run:
        tick, last, names = moment(run, args.at), run.last_tick, short_names(run.residents)
    if args.picture:
        png = picture(path, last if tick is None else tick, None)
        with atomic_files(Path(args.picture), "Choose another place for the picture.") as draft:
            draft(Path(args.picture)).write_bytes(png)
        print(f"Saved {shown(args.picture)}")
    if args.card:
        talk = write_card(path, args.card, tick)
        print(f"Saved {shown(args.card)}: {' and '.join(names[slug] for slug in talk.people)}, {len(talk.lines)} lines")
    return 0


def _evening(args: argparse.Namespace) -> int:
    with open_run(read_path(args.run, args.saves)) as run:
        page = evening(run, args.day)
        print(json.dumps(asdict(page), default=str, ensure_ascii=False) if args.json else to_text(run, page))
    return 0


def search_command(args: argparse.Namespace) -> int:
    """Memories and lines of talk that hold all the words."""
    with open_run(read_path(args.run, args.saves)) as run:
        found = run.find(" ".join(args.words), run.last_tick)
        clock = Clock(run.meta.start)
        rows = [{**asdict(item), "when": clock.now_text(item.tick * run.meta.tick_seconds)} for item in found]
    if args.json:
        print(json.dumps(rows, ensure_ascii=False))
        return 0
    for row in rows:
        print(f"{row['when']}  {row['resident']} ({row['kind']}): {row['text']}")
    if not rows:
        print("Nothing found.")
    return 0


def interview_command(args: argparse.Namespace) -> int:
    """Ask a resident of a saved run; nothing in the run changes but a side table."""
    from sim.llm.base import ModelError
    from sim.town import Town

    options, scale = _options(args.options), _scale(args.scale)
    path = read_path(args.run, args.saves)
    with time_kept(path):
        with open_run(path) as run:
            slug, tick = resident_of(run, args.resident), moment(run, args.at)
        at = None if tick is None else f"tick {tick}"
        with Town.open(path, at=at, model=args.model, style=args.style or "") as town:
            try:
                answer = town[slug].interview(args.question, options, scale)
            except ModelError as error:
                if args.model is None:
                    error.add_note("That mind lived the run. Another can answer: --model bundled, a .gguf file or a URL.")
                raise
            with Run(town.path) as run:
                data = run.interviews(slug)[-1].data
    told = {"resident": slug, "question": args.question, "answer": answer, "data": data}
    print(json.dumps(told, ensure_ascii=False) if args.json else answer)
    return 0


def evaluate_command(args: argparse.Namespace) -> int:
    """How believable a run was; every failure with where to look."""
    from sim.analysis.evaluate import evaluate

    if args.sheet:
        return _sheets(args)
    found = evaluate(read_path(args.run, args.saves))
    print(json.dumps(asdict(found), ensure_ascii=False, default=str) if args.json else found.to_text())
    return 0


def _sheets(args: argparse.Namespace) -> int:
    """Draw samples for readers to judge, or add up what readers have judged."""
    from sim.analysis.run_context import open_context
    from sim.analysis.sheet import BLANK_FORM, KEY_FILE, add_up, write_sheets
    from sim.analysis.sheet import to_text as judged

    folder = Path(args.sheet)
    if (folder / KEY_FILE).exists():
        rows = add_up(folder)
        if not rows:
            raise RunError(f"{folder}: there is no answers_NAME.csv yet; every reader fills in a copy of {BLANK_FORM}")
        print(json.dumps([asdict(row) for row in rows]) if args.json else judged(rows))
        return 0
    with open_context(read_path(args.run, args.saves)) as context:
        drawn = write_sheets(context, folder, args.items)
    print(", ".join(f"{count} {name}" for name, count in drawn.items()) + f" are in {folder}.")
    form = f"a copy of {BLANK_FORM} as answers_NAME.csv, without {KEY_FILE} or the run"
    print(f"Every reader fills in {form}; then say the same again.")
    return 0


def experiment_command(args: argparse.Namespace) -> int:
    """Live and measure; tables, pictures and a report."""
    return experiments.main(args.name, args)


def _facts(run: Run) -> dict[str, Any]:
    """What ``show`` tells, as data."""
    meta, last = run.meta, run.last_tick
    clock, state = Clock(meta.start), run.state(max(0, last))
    names = {info.slug: info.name for info in run.residents}
    learned = [
        {
            "when": clock.now_text(event.tick * meta.tick_seconds),
            "who": names.get(event.key, event.key),
            "from": names.get(str(event.data.get("from")), event.data.get("from")),
            "text": event.data.get("text"),
        }
        for event in run.events(0, last, ("learn",))
    ]
    residents = [
        {"slug": i.slug, "name": i.name, "age": i.age, "occupation": i.occupation, "activity": _doing(state, i.slug)}
        for i in run.residents
    ]
    return {
        "name": meta.name,
        "file": str(run.path),
        "scenario": meta.scenario_name,
        "status": f"{meta.status} {meta.status_text}".strip(),
        "lived": f"{clock.now_text(0)} to {clock.now_text(max(0, last) * meta.tick_seconds)}",
        "model": meta.model.get("name", ""),
        "mode": meta.model.get("mode", ""),
        "style": meta.model.get("style", ""),
        "helper": str(dict(meta.model.get("helper") or {}).get("name", "none")),
        "minds": str(dict(meta.model.get("rules") or {}).get("share") or "all"),
        "prompts": str(dict(meta.model.get("rules") or {}).get("prompts") or "brief"),
        "thinking": _thinking(run),
        "embedder": meta.embedder,
        "seed": meta.seed,
        "ticks": last,
        "memories": sum(run.count_memories(slug, last) for slug in names),
        "talks": sum(event.data.get("phase") == "start" for event in run.events(0, last, ("talk",))),
        "reflections": len(run.events(0, last, ("reflect",))),
        "residents": residents,
        "learned": learned,
    }


def _thinking(run: Run) -> str:
    """How residents think in a run (in step or while the town goes on), and how many thoughts became pointless meanwhile."""
    if not dict(run.meta.model.get("rules") or {}).get("thinking"):
        return "in step"
    dropped = len(run.events(0, max(0, run.last_tick), ("dropped",)))
    return f"while the town goes on; {dropped} thoughts became pointless and were dropped"


def _doing(state: Any, slug: str) -> str:
    resident = state.residents.get(slug)
    return resident.activity if resident else ""


def _print_counters(counters: Sequence[Counter]) -> None:
    """Print a row per task (and per way of answering, where there were several), summed over residents, with calls per resident
    and day."""
    if not counters:
        print("  none")
        return
    lives = max(1, len({(c.resident, c.day) for c in counters}))
    heads = ("calls", "per day", "prompt", "reused", "written", "seconds", "fallback", "repair", "wound up")
    widths = (7, 9, 10, 8, 9, 9, 9, 8, 10)
    print(f"  {'task':22}" + "".join(f"{head:>{width}}" for head, width in zip(heads, widths, strict=True)))
    modes = list(dict.fromkeys(c.mode for c in counters))
    kinds = list(dict.fromkeys((c.task, c.mode) for c in counters))
    parts = [("all", mode) for mode in modes] if len(modes) > 1 else []
    for task, mode in [*kinds, *parts, ("all", "")]:
        rows = [c for c in counters if task in (c.task, "all") and mode in (c.mode, "")]
        calls, prompt = sum(c.calls for c in rows), sum(c.prompt_tokens for c in rows)
        reused = sum(c.reused_tokens for c in rows)
        share = f"{100 * reused / prompt:.0f} %" if prompt else "-"
        print(
            f"  {f'{task} {mode}' if len(modes) > 1 else task:22}{calls:>7}{calls / lives:>9.1f}{prompt:>10}{share:>8}"
            f"{sum(c.generated_tokens for c in rows):>9}{sum(c.seconds for c in rows):>9.1f}"
            f"{sum(c.fallbacks for c in rows):>9}{sum(c.repairs for c in rows):>8}"
            f"{sum(c.wound for c in rows):>10}"
        )


def _options(text: str | None) -> tuple[str, ...]:
    found = tuple(part.strip() for part in (text or "").split(";") if part.strip())
    if text is not None and len(set(found)) < 2:
        raise UsageError(f"--options {text!r}: write two or more with ; between them, such as 'yes;no'.")
    return found


def _scale(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    low, _, high = text.partition("-")
    if not (low.isdigit() and high.isdigit() and int(low) < int(high)):
        raise UsageError(f"--scale {text!r}: write LOW-HIGH, such as 1-10.")
    return int(low), int(high)
