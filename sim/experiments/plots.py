"""Plots by matplotlib, without a screen: diffusion curves and trees, acquaintance graphs, bars with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from typing import Any

from sim.analysis.extras import library
from sim.experiments.columns import described
from sim.experiments.stats import mean_stats
from sim.record.atomic_write import atomic_files

INK = "#2b2b33"
PALE = "#b9bdc9"
ACCENT = "#c0562f"
DPI = 130


FORMATS: Mapping[str, Mapping[str, None]] = {"png": {"Software": None}, "pdf": {"CreationDate": None}, "svg": {"Date": None}}
"""Every picture's formats, with what would make the same picture another file."""


def _pyplot() -> Any:
    """Matplotlib without a screen. Texts of vector pictures stay texts."""
    library("matplotlib").use("Agg")
    plt = library("matplotlib.pyplot")
    plt.rcParams["text.parse_math"] = False  # a name may hold two dollar signs
    plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "town", "pdf.fonttype": 42})
    return plt


def _save(figure: Any, path: Path) -> None:
    """``path`` (PNG) and the same picture beside it as PDF and SVG."""
    with atomic_files(path) as draft:
        for form, metadata in FORMATS.items():
            figure.savefig(draft(path.with_suffix(f".{form}")), dpi=DPI, format=form, metadata=dict(metadata))


@contextmanager
def figure_axes(path: Path, width: float = 7.0, height: float = 4.2) -> Iterator[Any]:
    """Matplotlib axes to draw on; the figure is saved to ``path`` afterwards."""
    plt = _pyplot()
    figure, axes = plt.subplots(figsize=(width, height), layout="constrained")
    try:
        yield axes
        _save(figure, path)
    finally:
        plt.close(figure)


def curves(
    path: Path, found: Mapping[str, Sequence[tuple[float, float]]], title: str, paper: tuple[float, float] | None = None
) -> None:
    """The share of residents who know against game hours, one step line per run; ``paper`` is the paper's (start, end)."""
    with figure_axes(path) as axes:
        for label, points in found.items():
            axes.step([x for x, _ in points], [y for _, y in points], where="post", label=label, linewidth=1.5)
        if paper is not None:
            axes.axhline(paper[1], color=PALE, linestyle="--", linewidth=1, label=f"paper's end ({paper[1]:.0%})")
        axes.set(
            xlabel="game hours since the start",
            ylabel="share of residents who know",
            ylim=(0, 1.02),
            title=f"{title} (n = {len(found)} towns)",
        )
        if len(found) <= 12:
            axes.legend(frameon=False, fontsize=8)


def spread_tree(path: Path, graph: Any, labels: Mapping[str, str], hours: float, title: str) -> None:
    """Who told whom: time runs to the right, and a line leads from each source to each resident they told. ``hours`` are game
    hours per tick."""
    order = {slug: i for i, slug in enumerate(_by_branch(graph))}
    at = {slug: graph.nodes[slug].get("tick", 0) * hours for slug in graph}
    with figure_axes(path, 9.0, max(2.4, 0.27 * len(order) + 1)) as axes:
        for teller, hearer in graph.edges:
            x, y = at[hearer], order[teller]
            axes.plot([min(at[teller], x), x, x], [y, y, order[hearer]], color=PALE, linewidth=1, zorder=1)
        for slug, row in order.items():
            first = graph.nodes[slug].get("how") == "start"
            axes.plot(at[slug], row, "o", color=ACCENT if first else INK, markersize=5, zorder=2)
            place = {"textcoords": "offset points", "va": "center", "ha": "right", "fontsize": 8}
            axes.annotate(labels.get(slug, slug), (at[slug], row), (-6, 0), **place)
        axes.invert_yaxis()
        axes.set(xlabel="game hours since the start", title=f"{title} (n = {len(order)} residents)", yticks=[])
        axes.margins(x=0.12)


def _by_branch(graph: Any) -> list[str]:
    """The nodes in depth-first order from the roots, so that branches stay together."""
    networkx = library("networkx")
    order: list[str] = []
    for root in [node for node in graph if graph.in_degree(node) == 0]:
        order += [node for node in networkx.dfs_preorder_nodes(graph, root) if node not in order]
    return order + [node for node in graph if node not in order]


def acquaintance(path: Path, graph: Any, labels: Mapping[str, str], title: str) -> None:
    """A graph of who knows whom, with all residents on a circle, so that two moments can be compared."""
    networkx = library("networkx")
    places = networkx.circular_layout(sorted(graph))
    with figure_axes(path, 6.0, 6.0) as axes:
        networkx.draw_networkx_edges(graph, places, ax=axes, edge_color=PALE, width=0.8)
        networkx.draw_networkx_nodes(graph, places, ax=axes, node_size=60, node_color=ACCENT)
        around = {slug: (1.12 * x, 1.12 * y) for slug, (x, y) in places.items()}
        networkx.draw_networkx_labels(graph, around, labels=dict(labels), ax=axes, font_size=7)
        axes.set_title(f"{title} (n = {len(graph)} residents)")
        axes.set_axis_off()
        axes.margins(0.12)


def bars(
    path: Path,
    rows: Sequence[tuple[str, float, float | None, float | None, int]],
    title: str,
    label: str,
    paper: Sequence[float] = (),
) -> None:
    """Horizontal bars with their intervals; rows are (name, value, low, high, n). ``paper`` are the paper's values, if any."""
    with figure_axes(path, 7.5, max(2.2, 0.42 * len(rows) + 1)) as axes:
        for i, (_, value, low, high, _) in enumerate(rows):
            axes.barh(i, value, color=PALE)
            if low is not None and high is not None:
                axes.plot([low, high], [i, i], color=INK, linewidth=1.5)
        if paper:
            axes.plot(paper, range(len(paper)), "D", color=ACCENT, markersize=5, linestyle="", label="paper")
            axes.legend(frameon=False, fontsize=8)
        axes.set(yticks=range(len(rows)), xlabel=label, title=title)
        axes.set_yticklabels([f"{name} (n = {n})" for name, *_, n in rows])
        axes.invert_yaxis()


def paired(path: Path, panels: Mapping[str, Sequence[Sequence[float | None]]], settings: Sequence[str]) -> None:
    """A panel per measure: a line per pair of towns over the settings, and the settings' means with their 95 % interval."""
    plt = _pyplot()
    columns = min(4, len(panels))
    rows = ceil(len(panels) / columns)
    figure, grid = plt.subplots(rows, columns, figsize=(3.1 * columns, 2.5 * rows), layout="constrained", squeeze=False)
    for axes, (title, lines) in zip(grid.flat, panels.items(), strict=False):
        for line in lines:
            axes.plot(range(len(settings)), [float("nan") if y is None else y for y in line], color=PALE, linewidth=0.9)
        for x in range(len(settings)):
            about = described(title.removesuffix(" *"))
            stats = mean_stats([y for line in lines if (y := line[x]) is not None], about.low, about.high)
            axes.plot(x, stats["mean"], "o", color=ACCENT, markersize=4)
            if stats["low"] is not None:
                axes.plot([x, x], [stats["low"], stats["high"]], color=INK, linewidth=1.5)
        axes.set_title(f"{title} (n = {len(lines)})", fontsize=8)
        axes.set_xticks(
            range(len(settings)), [text[:24] for text in settings], fontsize=7, rotation=0 if len(settings) < 3 else 20
        )
        axes.tick_params(axis="y", labelsize=7)
        axes.margins(x=0.3)
    for axes in list(grid.flat)[len(panels) :]:
        axes.set_axis_off()
    _save(figure, path)
    plt.close(figure)
