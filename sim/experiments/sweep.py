"""Experiment: a sweep over scenarios, seeds and settings, run in parallel here or on a Ray cluster.

Every town's result is a file (``results/LABEL.json``), written atomically when the town is done. The tables are made from these
files, so that an interrupted sweep continues, and a failed town does not affect the others.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sim.analysis.diffusion import knowers
from sim.analysis.evaluate import CHECKS, evaluate_context
from sim.analysis.network import acquaintance_graph, density, talk_graph
from sim.analysis.run_context import RunContext, open_context
from sim.experiments.compare import write_comparison
from sim.experiments.job import JobResult
from sim.experiments.options import Options
from sim.experiments.report import ReportPage
from sim.experiments.towns import MeasuredTown, TownsFailed, each_town
from sim.record.atomic_write import atomic_files


def run(options: Options) -> list[dict[str, Any]]:
    """Run, measure and report; a result per town. Raises ``TownsFailed`` at the end if a job failed; the other towns are in the
    report."""
    folder = options.out / "results"
    done: list[tuple[MeasuredTown, dict[str, Any]]] = []
    failed: list[JobResult] = []
    for town in each_town(options):
        if isinstance(town, JobResult):
            failed.append(town)
        else:
            done.append((town, {**town.about, **town_result(town, folder)}))
    done.sort(key=lambda pair: (options.settings.index(pair[0].overrides), pair[0].label))
    report = ReportPage(options, "A sweep", [town for town, _ in done])
    results = [result for _, result in done]
    report.say(f"{len(done)} towns.")
    write_comparison(report, results)
    if failed:
        rows = [{"town": result.job.label, "problem": result.problem} for result in failed]
        report.table("failed", rows, "Towns that could not be lived")
    report.save()
    if failed:
        raise TownsFailed("\n".join(f"{result.job.label}: {result.problem}" for result in failed))
    return results


def town_result(town: MeasuredTown, folder: Path) -> dict[str, Any]:
    """A town's measures, from its result file in ``folder`` if that belongs to this run."""
    path = folder / f"{town.label}.json"
    with open_context(town.path) as context:
        digest = context.run.hash_at(context.last_tick).hex()
        if path.exists():
            saved: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            if saved.get("hash") == digest:
                return saved
        result = {"hash": digest, **measures(context)}
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
        "talks per resident and 24 game hours": len(context.run.talks(None, 0, context.last_tick)) / people / days,
        "calls per resident and 24 game hours": calls / people / days,
    }
