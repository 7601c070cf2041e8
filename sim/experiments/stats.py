"""Statistics of the experiments, all by scipy: intervals of means and shares, and tests over conditions."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sim.analysis.extras import library
from sim.analysis.metrics import mean_interval, proportion_interval

RESAMPLES = 2000
"""Resamples of a bootstrap; its seed is fixed, so that the same data give the same interval."""


def share_stats(hits: int, count: int) -> dict[str, Any]:
    """``share``, ``low``, ``high`` (Wilson's 95 %), ``count``."""
    low, high = proportion_interval(hits, count)
    return {"share": hits / count if count else None, "low": low, "high": high, "count": count}


def by_cluster(rows: Sequence[Mapping[str, Any]], value: Callable[[Mapping[str, Any]], float]) -> tuple[str, list[float]]:
    """What the independent cases are, and the mean of each: ``towns``, or the ``residents`` of a single town. Answers of one
    resident, and residents of one town, are no independent cases."""
    over = "town" if len({row["town"] for row in rows}) > 1 else "resident"
    groups: dict[str, list[float]] = {}
    for row in rows:
        groups.setdefault(str(row[over]), []).append(value(row))
    return f"{over}s", [sum(found) / len(found) for found in groups.values()]


def verdict_stats(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """How many of all interview ``answers`` are ``hallucinated`` and ``missed``, and their ``share``: the mean ``over`` towns
    or residents, with the 95 % interval over ``count`` of them."""
    found = []
    for verdict in ("hallucinated", "missed"):
        over, shares = by_cluster(rows, lambda row, verdict=verdict: float(row["verdict"] == verdict))  # type: ignore[misc]
        hits = sum(row["verdict"] == verdict for row in rows)
        found.append({"verdict": verdict, "hits": hits, "answers": len(rows), **share_of(shares), "over": over})
    return found


def share_of(shares: Sequence[float]) -> dict[str, Any]:
    """``share``, ``low``, ``high``, ``count``: the mean of the shares of towns (or residents) with its interval over them."""
    stats = mean_stats(shares, 0, 1)
    return {"share": stats.pop("mean"), **stats}


def mean_stats(values: Sequence[float], low: float | None = None, high: float | None = None) -> dict[str, Any]:
    """``mean``, ``low``, ``high`` (95 %, ``mean_interval`` between the bounds of what is measured), ``count``."""
    start, end = mean_interval(values, low, high)
    return {"mean": sum(values) / len(values) if values else None, "low": start, "high": end, "count": len(values)}


def bootstrap(values: Sequence[float]) -> tuple[float | None, float | None]:
    """The 95 % bootstrap interval of a mean (percentiles); (None, None) for fewer than two different values."""
    if len(set(values)) < 2:
        return None, None
    numpy, stats = library("numpy"), library("scipy.stats")
    result = stats.bootstrap(
        (numpy.asarray(values, float),), numpy.mean, n_resamples=RESAMPLES, method="percentile", rng=numpy.random.default_rng(1)
    )
    return float(result.confidence_interval.low), float(result.confidence_interval.high)


def friedman(groups: Mapping[str, Mapping[Any, float]]) -> dict[str, Any]:
    """Friedman's test over conditions that each hold a value per block (such as a resident): ``chi2``, ``df``, ``p`` and
    ``blocks``, those with a value under every condition; None where fewer than three conditions or two blocks are left, or all
    values are equal."""
    blocks = [key for key in next(iter(groups.values()), {}) if all(key in values for values in groups.values())]
    columns = [[values[key] for key in blocks] for values in groups.values()]
    found = {"chi2": None, "df": len(columns) - 1, "p": None, "blocks": len(blocks)}
    if len(columns) < 3 or len(blocks) < 2 or all(column == columns[0] for column in columns):
        return found
    result = library("scipy.stats").friedmanchisquare(*columns)
    return {**found, "chi2": float(result.statistic), "p": float(result.pvalue)}


def paired_stats(differences: Sequence[float], widest: float | None = None) -> dict[str, Any]:
    """``mean``, ``low``, ``high`` (95 %), ``count``, ``effect`` (the mean in standard deviations) and ``p`` of the paired
    t-test; the last two are None where nothing varies. ``widest`` is the largest difference that there can be."""
    found = mean_stats(differences, None if widest is None else -widest, widest)
    spread = statistics.stdev(differences) if len(differences) > 1 else 0.0
    p = float(library("scipy.stats").ttest_1samp(differences, 0.0).pvalue) if spread else None
    return {**found, "effect": found["mean"] / spread if spread else None, "p": p}


def adjusted(ps: Sequence[float | None]) -> list[float | None]:
    """p-values adjusted by Benjamini and Hochberg; None stays None."""
    tested = [p for p in ps if p is not None]
    found = iter(library("scipy.stats").false_discovery_control(tested) if tested else ())
    return [None if p is None else float(next(found)) for p in ps]


def compare_to_reference(reference: Mapping[Any, float], groups: Mapping[str, Mapping[Any, float]]) -> list[dict[str, Any]]:
    """Every group against the reference, paired by key (such as a resident): the mean difference with its bootstrap interval,
    ``count`` pairs, and Wilcoxon's signed-rank test with p adjusted by Benjamini and Hochberg (none where nothing differs)."""
    stats = library("scipy.stats")
    rows: list[dict[str, Any]] = []
    for name, values in groups.items():
        paired = [value - reference[key] for key, value in values.items() if key in reference]
        low, high = bootstrap(paired)
        p = float(stats.wilcoxon(paired, zero_method="zsplit").pvalue) if any(paired) else None
        difference = sum(paired) / len(paired) if paired else None
        rows.append({"condition": name, "difference": difference, "low": low, "high": high, "count": len(paired), "p": p})
    return [{**row, "p_adjusted": p} for row, p in zip(rows, adjusted([row["p"] for row in rows]), strict=True)]
