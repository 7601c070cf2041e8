"""Experiment: a sweep over scenarios, seeds and settings, run in parallel here or on a Ray cluster.

Every town's result is a file (``results/LABEL.json``), written atomically when the town is done. The tables are made from these
files, so that an interrupted sweep continues, and a failed town does not affect the others. Settings are compared with the
first, pairwise over seeds.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sim.analysis.diffusion import knowers
from sim.analysis.evaluate import CHECKS, evaluate_context
from sim.analysis.network import acquaintance_graph, density, talk_graph
from sim.analysis.run_context import RunContext, open_context
from sim.experiments import plots
from sim.experiments.job import JobResult
from sim.experiments.options import Options
from sim.experiments.report import Report
from sim.experiments.stats import mean_stats
from sim.experiments.towns import Town, each_town
from sim.record.atomic_write import atomic_files


def run(options: Options) -> int:
    """Run, measure and report. Returns 1 if a job failed; the other towns are in the report."""
    folder = options.out / "results"
    folder.mkdir(parents=True, exist_ok=True)
    done: list[tuple[Town, dict[str, Any]]] = []
    failed: list[JobResult] = []
    for town in each_town(options):
        if isinstance(town, JobResult):
            failed.append(town)
        else:
            done.append((town, _result(town, folder)))
    done.sort(key=lambda pair: pair[0].label)
    report = Report(options, "A sweep", [town for town, _ in done])
    _summarise(report, [result for _, result in done], failed)
    report.save()
    for result in failed:
        print(f"{result.job.label}: {result.problem}", file=sys.stderr)
    return 1 if failed else 0


def _result(town: Town, folder: Path) -> dict[str, Any]:
    """A town's measures, from its result file if that is of this very run."""
    path = folder / f"{town.label}.json"
    with open_context(town.path) as context:
        digest = context.run.hash_at(context.last_tick).hex()
        if path.exists():
            saved: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            if saved.get("hash") == digest:
                return saved
        settings = ", ".join(f"{key}={value}" for key, value in town.overrides) or "as written"
        result = {"town": town.label, "seed": town.seed, "settings": settings, "hash": digest, **measures(context)}
    with atomic_files(path) as draft:
        draft(path).write_text(json.dumps(result, ensure_ascii=False, indent=1), encoding="utf-8")
    return result


def measures(context: RunContext) -> dict[str, Any]:
    """One number per measure: the metrics and failures of ``evaluate``, diffusion, acquaintance, calls to the model."""
    found = evaluate_context(context)
    people = len(context.residents)
    days = max(1e-9, context.end / 86400)
    calls = sum(counter.calls for counter in context.run.counters())
    return {
        **{row.name: row.value for row in found.rows},
        **{f"failures: {check}": len(found.of(check)) for check in CHECKS},
        **{f"knows {news.id}": len(knowers(context, news)) / people for news in context.scenario.news},
        "density by memory": density(acquaintance_graph(context, context.last_tick)),
        "density by talk": density(talk_graph(context, context.last_tick)),
        "talks per resident and day": len(context.run.talks(None, 0, context.last_tick)) / people / days,
        "calls per resident and day": calls / people / days,
    }


def differences(report: Report, results: Sequence[Mapping[str, Any]], reference: str) -> None:
    """Every measure of every setting against those of ``reference`` with the same seed: a table with the mean difference and
    its interval, and a picture per setting, in units of the reference's mean."""
    names = [name for name in results[0] if name not in ("town", "seed", "settings", "hash")]
    base = {result["seed"]: result for result in results if result["settings"] == reference}
    report.head(f"Against {reference}")
    rows = []
    for settings in dict.fromkeys(result["settings"] for result in results if result["settings"] != reference):
        drawn = []
        for name in names:
            pairs = [
                (float(result[name]), float(base[result["seed"]][name]))
                for result in results
                if result["settings"] == settings and result["seed"] in base
                if result.get(name) is not None and base[result["seed"]].get(name) is not None
            ]
            stats = mean_stats([ours - theirs for ours, theirs in pairs])
            before = sum(theirs for _, theirs in pairs) / len(pairs) if pairs else None
            differs = stats["low"] is not None and (stats["low"] > 0 or stats["high"] < 0)
            rows.append({"settings": settings, "measure": name, reference: before, **stats, "differs": differs})
            if before and stats["low"] is not None:
                drawn.append((name, stats["mean"] / before, stats["low"] / before, stats["high"] / before))
        if drawn:
            where = report.picture(f"against-{len(rows)}", f"{settings}: differences as shares of {reference}")
            plots.bars(where, drawn, settings, f"difference / {reference}")
    caption = "Mean difference between towns of the same seed, with Student's 95 % interval; differs: the interval is beside 0"
    report.table("differences", rows, caption, shown=len(rows))


def _summarise(report: Report, results: list[dict[str, Any]], failed: list[JobResult]) -> None:
    keys = dict.fromkeys(key for result in results for key in result)
    names = [key for key in keys if key not in ("town", "seed", "settings", "hash")]
    summary = []
    for settings in dict.fromkeys(result["settings"] for result in results):
        mine = [result for result in results if result["settings"] == settings]
        for name in names:
            values = [float(result[name]) for result in mine if result.get(name) is not None]
            summary.append({"settings": settings, "measure": name, **mean_stats(values)})
    report.say(f"{len(results)} towns; every value below is a mean over towns of one setting, with Student's 95 % interval.")
    report.table("summary", summary, "Measures by setting", shown=len(summary))
    report.table("results", results, "Every town", shown=0)
    for name in ("plans kept", "repeated phrases"):
        known = [row for row in summary if row["measure"] == name and row["mean"] is not None]
        drawn = [(row["settings"], row["mean"], row["low"], row["high"]) for row in known]
        if drawn:
            plots.bars(report.picture(name.replace(" ", "-"), name), drawn, name, name)
    if len(reference := list(dict.fromkeys(result["settings"] for result in results))) > 1:
        differences(report, results, reference[0])
    if failed:
        rows = [{"town": result.job.label, "problem": result.problem} for result in failed]
        report.table("failed", rows, "Towns that could not be lived")
