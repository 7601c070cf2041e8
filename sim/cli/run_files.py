"""export, fork, diff, verify, compact: what is done with saved runs as documents."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sim.cli.errors import FAILED, UsageError
from sim.cli.saved_runs import moment, open_run, quoted, read_path, resident_of, run_path, shown
from sim.engine.verify import verify
from sim.record.catalogue import resolve_run
from sim.record.compact import compact
from sim.record.diff import diff
from sim.record.read import Run
from sim.record.seal import find_damage
from sim.record.shipped import folder_of
from sim.record.verify import verify_hashes
from sim.scenario.composition import scenario_text
from sim.town import Town
from sim.types import is_blank
from sim.world.clock import Clock


def export_command(args: argparse.Namespace) -> int:
    """Write a run in another format."""
    from sim.record import export

    path = read_path(args.run, args.saves)
    open_run(path).close()
    if args.news is not None:
        from sim.view.export import export_story

        made = [export_story(path, args.to or _place(path, args, ".gif"), args.news)]
    elif args.form == "video":
        from sim.view.export import export_video

        made = [export_video(path, args.to or _place(path, args, ".gif"))]
    elif args.form == "genagents":
        from sim.analysis.agent_folders import export_agents

        made = export_agents(path, Path(args.to or _place(path, args)))
    else:
        made = export.export(path, args.form, args.to or _place(path, args))
    _tell(args, {"written": [str(item) for item in made]}, "\n".join(f"Wrote {shown(item)}" for item in made))
    return 0


def fork_command(args: argparse.Namespace) -> int:
    """A new run from a tick of another."""
    path = read_path(args.run, args.saves)
    with open_run(path) as run:
        tick = moment(run, args.at)
        whispers = [(resident_of(run, who), text) for who, text in map(_pair, args.whisper)]
        forgotten = [(resident_of(run, who), _number(n)) for who, n in map(_pair, args.forget)]
        plans = [(resident_of(run, who), text) for who, text in map(_pair, args.plan)]
    target, moved = run_path(args.saves, args.name), [_pair(text, "NEWS:WHEN") for text in args.move]
    scenario = scenario_text(Path(args.scenario)) if args.scenario else ""
    edits: dict[str, Any] = {"whisper": whispers, "forget": forgotten, "plan": plans, "move": moved, "scenario": scenario}
    with Town.open(path) as town:
        town.fork(target, at=f"tick {tick}", **edits).close()
    _tell(args, {"run": str(target), "tick": tick}, f"Wrote {shown(target)}. Go on: python run_sim.py resume {quoted(target)}")
    return 0


def diff_command(args: argparse.Namespace) -> int:
    """Where two runs part, and who learned what differently."""
    with Run(read_path(args.run, args.saves)) as a, Run(read_path(args.other, args.saves)) as b:
        found, shared_end = diff(a, b), min(a.last_tick, b.last_tick)
        clock = Clock(a.meta.start)
        names = {info.slug: info.name for info in a.residents}
        seconds = a.meta.tick_seconds
    if args.json:
        print(json.dumps(asdict(found), ensure_ascii=False, default=str))
        return 0
    if found.first_tick is None:
        print(f"The same, over the {found.common_ticks} ticks that both have.")
        return 0
    print(f"They part at {clock.now_text(found.first_tick * seconds)} (tick {found.first_tick}).")
    for slug, (tick, _, _) in found.diverged.items():
        print(f"  {names.get(slug, slug)}: {clock.now_text(tick * seconds)}")
    not_yet = f"not by {clock.now_text(shared_end * seconds)}, where the comparison ends"
    for row in found.learned:
        print(f"  {names.get(row.resident, row.resident)} learned: {row.text}")
        for which, side in ((a.path.stem, row.a), (b.path.stem, row.b)):
            print(f"    {which}: {f'{clock.now_text(side[0] * seconds)} from {side[1]}' if side else not_yet}")
    return 0


def verify_command(args: argparse.Namespace) -> int:
    """Live a run again from its recorded replies, or only recompute its hashes; 1 when it differs."""
    path = read_path(args.run, args.saves)
    if args.hashes:
        return _verify_hashes(args, path)
    verdict = verify(path)
    words = f"{path}: {verdict.ticks} ticks, all the same."
    if verdict.tick is not None:
        who = f", {verdict.resident}" if verdict.resident else ""
        words = (
            f"{path}: differs first at tick {verdict.tick}{who}: {verdict.why}. {verdict.ticks} ticks before it are the same."
        )
    _tell(args, asdict(verdict), words)
    return 0 if verdict.tick is None else FAILED


def _verify_hashes(args: argparse.Namespace, path: Path) -> int:
    """Check that the rows are those that were written; does not re-run the town."""
    damage = find_damage(path)
    found = verify_hashes(path)
    words = f"{path}: {found.ticks} written ticks, all hashes agree."
    if found.bad_tick is not None:
        words = f"{path}: the hash of tick {found.bad_tick} does not agree with what is stored. {found.ticks} before it do."
    if damage:
        words += f"\nThe file is damaged since it was closed: {damage.text()}."
    told = {"ticks": found.ticks, "tick": found.bad_tick, "hash": found.hash.hex(), "damage": damage.text() if damage else ""}
    _tell(args, told, words)
    return 0 if found.bad_tick is None and not damage else FAILED


def compact_command(args: argparse.Namespace) -> int:
    """Rewrite a run file without empty pages, and without the data that the user drops."""
    path = resolve_run(args.run, args.saves)
    before, after = compact(path, args.drop)
    _tell(args, {"before": before, "after": after}, f"{path}: {before / 2**20:.1f} MiB before, {after / 2**20:.1f} MiB now.")
    return 0


def _tell(args: argparse.Namespace, data: object, words: str) -> None:
    print(json.dumps(data, ensure_ascii=False) if args.json else words)


def _place(path: Path, args: argparse.Namespace, suffix: str = "") -> Path:
    """Where an export goes by default: beside the run, or with the saved runs where that ships; tables and diaries in a folder
    of their own."""
    ending = suffix or (".html" if args.form == "html" else f"-{args.form}")
    return folder_of(path, Path(args.saves)) / f"{path.stem}{ending}"


def _pair(text: str, form: str = "WHO:TEXT") -> tuple[str, str]:
    who, colon, rest = text.partition(":")
    if not colon or is_blank(rest):
        raise UsageError(f"{text!r}: write {form}.")
    return who.strip(), rest.strip()


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 18:
        raise UsageError(f"--forget {text!r}: a memory is named by its number, as the inspector and exports show it.")
    return int(text)
