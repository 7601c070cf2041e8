"""Sweep: any scenarios, seeds and settings, lived in parallel here or on a Ray cluster, measured as each finishes.

Every town's result is a file of its own (``results/LABEL.json``), written whole when the town is done; the tables are made from
those files, so an interrupted sweep goes on where it was and a failed town costs only itself.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from sim.analysis.evaluate import CHECKS, evaluated
from sim.analysis.network import density, known, talked
from sim.analysis.setting import Setting, opened
from sim.analysis.spread import knowers
from sim.experiments import pictures
from sim.experiments.options import Options
from sim.experiments.pool import Lived
from sim.experiments.report import Report
from sim.experiments.stats import of_mean
from sim.experiments.towns import Town, each_town


def run(options: Options) -> int:
    """Live, measure and report; 1 when some town could not be lived (the others are in the report)."""
    folder = options.out / "results"
    folder.mkdir(parents=True, exist_ok=True)
    done: list[tuple[Town, dict[str, Any]]] = []
    failed: list[Lived] = []
    for town in each_town(options):
        if isinstance(town, Lived):
            failed.append(town)
        else:
            done.append((town, _result(town, folder)))
    done.sort(key=lambda pair: pair[0].label)
    report = Report(options, "A sweep", [town for town, _ in done])
    _summarise(report, [result for _, result in done], failed)
    report.save()
    for lived in failed:
        print(f"{lived.job.label}: {lived.problem}", file=sys.stderr)
    return 1 if failed else 0


def _result(town: Town, folder: Path) -> dict[str, Any]:
    """A town's measures, from its result file where there is one for this very run."""
    path = folder / f"{town.label}.json"
    with opened(town.path) as setting:
        digest = setting.run.hash_at(setting.last).hex()
        if path.exists():
            kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            if kept.get("hash") == digest:
                return kept
        result = {**_what(town), "hash": digest, **measures(setting)}
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(result, ensure_ascii=False, indent=1), encoding="utf-8")
    partial.replace(path)
    return result


def _what(town: Town) -> dict[str, Any]:
    return {
        "town": town.label,
        "seed": town.seed,
        "settings": ", ".join(f"{key}={value}" for key, value in town.setting) or "as written",
    }


def measures(setting: Setting) -> dict[str, Any]:
    """One number per measure: what ``evaluate`` says, failures by check, spread of news, acquaintance, calls to the model."""
    found = evaluated(setting)
    people = len(setting.people)
    days = max(1e-9, setting.end / 86400)
    calls = sum(counter.calls for counter in setting.run.counters())
    return {
        **{row.name: row.value for row in found.rows},
        **{f"failures: {check}": len(found.of(check)) for check in CHECKS},
        **{f"knows {news.id}": len(knowers(setting, news)) / people for news in setting.scenario.news},
        "density by memory": density(known(setting, setting.last)),
        "density by talk": density(talked(setting, setting.last)),
        "talks per resident and day": len(setting.run.talks(None, 0, setting.last)) / people / days,
        "calls per resident and day": calls / people / days,
    }


def _summarise(report: Report, results: list[dict[str, Any]], failed: list[Lived]) -> None:
    names = [
        key for key in dict.fromkeys(k for result in results for k in result) if key not in ("town", "seed", "settings", "hash")
    ]
    summary = []
    for settings in dict.fromkeys(result["settings"] for result in results):
        mine = [result for result in results if result["settings"] == settings]
        for name in names:
            values = [float(result[name]) for result in mine if result.get(name) is not None]
            summary.append({"settings": settings, "measure": name, **of_mean(values)})
    report.say(f"{len(results)} towns; every value below is a mean over towns of one setting, with Student's 95 % interval.")
    report.table("summary", summary, "Measures by setting", shown=len(summary))
    report.table("results", results, "Every town", shown=0)
    for name in ("plans kept", "repeated phrases"):
        drawn = [
            (r["settings"], r["mean"], r["low"], r["high"]) for r in summary if r["measure"] == name and r["mean"] is not None
        ]
        if drawn:
            pictures.bars(report.picture(name.replace(" ", "-"), name), drawn, name, name)
    if failed:
        report.table(
            "failed", [{"town": lived.job.label, "problem": lived.problem} for lived in failed], "Towns that could not be lived"
        )
