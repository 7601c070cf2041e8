"""Comparisons of settings: every measure of every setting against the first one, pairwise over towns of one scenario and seed.

A result is one town's measures: ``town``, ``pair``, ``seed``, ``settings``, and a number for each measure; towns of one pair
differ in their settings alone. Knows nothing of what was measured.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sim.experiments import plots
from sim.experiments.columns import described
from sim.experiments.options import Options, settings_text
from sim.experiments.report import ReportPage
from sim.experiments.stats import adjusted, mean_stats, paired_stats
from sim.experiments.towns import TownsFailed, towns

FEW_PAIRS = 5
"""Below this number of pairs of towns a comparison says that they are few."""
Result = Mapping[str, Any]
ABOUT = ("town", "pair", "seed", "settings", "hash")
"""The keys of a result that are no measures."""
MAX_PANELS = 24
"""The most measures drawn in a picture: those that differ most."""


def run_and_compare(run: Callable[[Options], list[dict[str, Any]]], options: Options) -> int:
    """Run an experiment. Where several settings are named, run it once for each in a folder of its own, and compare them.
    Returns the exit code. Raises errors with messages for users."""
    try:
        if len(options.settings) == 1 or options.name == "sweep":  # a sweep compares by itself
            run(options)
            return 0
        found = towns(options)
        report = ReportPage(options, f"{options.name}: {len(options.settings)} settings", found)
        results: list[dict[str, Any]] = []
        for overrides in options.settings:
            folder = re.sub(r"[^\w.=]+", "-", settings_text(overrides))
            part = replace(options, settings=(overrides,), out=options.out / folder, lived_in=options.runs)
            report.lines.append(f"- [{settings_text(overrides)}]({folder}/report.md)")
            results += run(part)
    except TownsFailed as error:
        print(error, file=sys.stderr)
        return 1
    report.say(f"\n{len(results)} towns. Every value below is a mean over towns of one setting.")
    write_comparison(report, results)
    report.save()
    return 0


def write_comparison(report: ReportPage, results: Sequence[Result]) -> None:
    """The measures by setting, the settings against the first one, and every town's result as a table."""
    rows = by_setting(results)
    compare(report, results)
    report.head("Every measure")
    report.table("summary", rows, "Measures by setting, mean over `count` towns with its 95 % interval", shown=len(rows))
    report.table("results", results, "Every town", shown=0)


def settings_of(rows: Sequence[Result]) -> list[str]:
    """The settings, in the order in which they were named."""
    return list(dict.fromkeys(str(row["settings"]) for row in rows))


def measures_of(results: Sequence[Result]) -> list[str]:
    """The names of all measures."""
    return [name for name in dict.fromkeys(key for result in results for key in result) if name not in ABOUT]


def values(results: Sequence[Result], settings: str, measure: str) -> list[float]:
    """The values of a measure in the towns of a setting that have it."""
    mine = [result.get(measure) for result in results if result["settings"] == settings]
    return [float(value) for value in mine if value is not None]


def by_setting(results: Sequence[Result]) -> list[dict[str, Any]]:
    """A row per setting and measure: the mean over towns with its 95 % interval, within the measure's bounds."""
    return [
        {"settings": settings, "measure": name, **_mean(name, values(results, settings, name)), "unit": described(name).unit}
        for settings in settings_of(results)
        for name in measures_of(results)
    ]


def _mean(name: str, found: Sequence[float]) -> dict[str, Any]:
    return mean_stats(found, described(name).low, described(name).high)


def compare(report: ReportPage, results: Sequence[Result]) -> None:
    """The settings against the first one: a table, and a picture of the measures that differ most. Nothing for one setting."""
    first, *others = settings_of(results) or [""]
    if not others:
        return
    report.head(f"Against {first}")
    rows = [row for settings in others for row in _differences(results, first, settings)]
    pairs = max((row["count"] for row in rows), default=0)
    if pairs < FEW_PAIRS:
        report.say(
            f"**{pairs} pairs of towns are few**: below {FEW_PAIRS} a t-test rests on differences being normal; "
            "take more seeds."
        )
    for row, p in zip(rows, adjusted([row["p"] for row in rows]), strict=True):
        row["p_adjusted"] = p
    largest: dict[str, float] = {}
    for row in rows:
        largest[row["measure"]] = max(largest.get(row["measure"], 0.0), abs(row["effect"] or 0.0))
    drawn = sorted((name for name in largest if largest[name]), key=lambda name: -largest[name])[:MAX_PANELS]
    if drawn:
        sure = {row["measure"] for row in rows if row["p_adjusted"] is not None and row["p_adjusted"] < 0.05}
        panels = {f"{name} *" if name in sure else name: _lines(results, name) for name in drawn}
        caption = "one line per seed, means with 95 % intervals beside it; *: differs with p < .05 after adjustment"
        plots.paired(report.picture("differences", caption), panels, [first, *others])
    caption = (
        "Mean difference between `count` towns of the same seed, with its 95 % interval; effect: in standard deviations of the "
        f"difference; p of the paired t-test, adjusted over all rows (Benjamini-Hochberg); `first`: the mean under {first}; "
        "`differ`: pairs that differ at all"
    )
    changed = [row for row in rows if row["differ"]]
    report.table("differences", [*changed, *(row for row in rows if not row["differ"])], caption, shown=len(changed))
    if len(changed) < len(rows):
        report.say(f"{len(rows) - len(changed)} of {len(rows)} measures are the same in every pair; only the files list them.")


def _differences(results: Sequence[Result], first: str, settings: str) -> list[dict[str, Any]]:
    base = {result["pair"]: result for result in results if result["settings"] == first}
    pairs = [(result, base[result["pair"]]) for result in results if result["settings"] == settings and result["pair"] in base]
    rows = []
    for name in measures_of(results):
        known = [(float(a[name]), float(b[name])) for a, b in pairs if a.get(name) is not None and b.get(name) is not None]
        before = sum(b for _, b in known) / len(known) if known else None
        stats = paired_stats([a - b for a, b in known], described(name).widest)
        rows.append(
            {
                "settings": settings,
                "measure": name,
                "first": before,
                **stats,
                "differ": sum(a != b for a, b in known),
                "unit": described(name).unit,
            }
        )
    return rows


def _lines(results: Sequence[Result], measure: str) -> list[list[float | None]]:
    """Per pair the measure's value under every setting, None where there is none."""
    found = {(result["pair"], result["settings"]): result.get(measure) for result in results}
    pairs = dict.fromkeys(result["pair"] for result in results)
    return [[found.get((pair, settings)) for settings in settings_of(results)] for pair in pairs]
