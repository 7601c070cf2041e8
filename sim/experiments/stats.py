"""The statistics that experiments share, all scipy's: intervals of means and shares, tests over conditions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.analysis.extras import library
from sim.analysis.scores import interval_of

RESAMPLES = 2000
"""Of a bootstrap; the seed is fixed, so that the same data give the same interval."""


def of_share(hits: int, count: int) -> dict[str, Any]:
    """``share``, ``low``, ``high`` (Wilson's 95 %), ``count``."""
    if count == 0:
        return {"share": None, "low": None, "high": None, "count": 0}
    interval = library("scipy.stats").binomtest(hits, count).proportion_ci(method="wilson")
    return {"share": hits / count, "low": float(interval.low), "high": float(interval.high), "count": count}


def of_mean(values: Sequence[float]) -> dict[str, Any]:
    """``mean``, ``low``, ``high`` (Student's 95 %; None below two values), ``count``."""
    low, high = interval_of(values)
    return {"mean": sum(values) / len(values) if values else None, "low": low, "high": high, "count": len(values)}


def bootstrap(values: Sequence[float]) -> tuple[float | None, float | None]:
    """The 95 % bootstrap interval of a mean (percentiles); None where there are fewer than two different values."""
    if len(set(values)) < 2:
        return None, None
    numpy, stats = library("numpy"), library("scipy.stats")
    result = stats.bootstrap(
        (numpy.asarray(values, float),), numpy.mean, n_resamples=RESAMPLES, method="percentile", rng=numpy.random.default_rng(1)
    )
    return float(result.confidence_interval.low), float(result.confidence_interval.high)


def kruskal(groups: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """Kruskal-Wallis over conditions: ``H``, ``df``, ``p``; None where all values are equal or a group is empty."""
    filled = [list(values) for values in groups.values() if values]
    if len(filled) < 2 or len({value for values in filled for value in values}) < 2:
        return {"H": None, "df": len(filled) - 1, "p": None}
    result = library("scipy.stats").kruskal(*filled)
    return {"H": float(result.statistic), "df": len(filled) - 1, "p": float(result.pvalue)}


def against(reference: Sequence[float], groups: Mapping[str, Sequence[float]]) -> list[dict[str, Any]]:
    """Every group against the reference, pair by pair (Wilcoxon's signed ranks), p adjusted by Benjamini and Hochberg.

    Values are paired by position; a group of another length or without any difference gets no p.
    """
    stats = library("scipy.stats")
    rows = []
    for name, values in groups.items():
        paired = len(values) == len(reference) and any(a != b for a, b in zip(values, reference, strict=True))
        p = float(stats.wilcoxon(values, reference, zero_method="zsplit").pvalue) if paired else None
        difference = sum(values) / len(values) - sum(reference) / len(reference) if values and reference else None
        rows.append({"condition": name, "difference": difference, "p": p})
    tested = [row for row in rows if row["p"] is not None]
    adjusted = stats.false_discovery_control([row["p"] for row in tested]) if tested else []
    for row, value in zip(tested, adjusted, strict=True):
        row["p_adjusted"] = float(value)
    return [{**row, "p_adjusted": row.get("p_adjusted")} for row in rows]
