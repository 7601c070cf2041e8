"""The memory plan of a local model: the length of its contexts, how many run side by side, and how many prefixes are kept.

From facts about the model and the machine to a ``MemoryPlan``, and from a plan that could not be allocated to smaller ones. The
lengths of prompts that it plans for were measured. Allocates nothing; knows no llama.cpp.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

GIB = 2**30
MIB = 2**20
MAX_LANES = 16
"""The most sequences decoded at once. Two cores gain nothing from more than sixteen."""
MAX_CONTEXT = 6144
"""Positions per lane that are wanted: a full prompt takes 2,000 to 3,000 tokens, a plan writes up to 1,100, a reflection over a
hundred memories reads 4,000."""
LEAST_CONTEXT = 1024
"""The fewest positions per lane. Here prompts lose their least important lines."""
ENOUGH_LANES = 8
"""Lanes from which contexts are as long as wanted; with fewer lanes, shorter contexts make room for more lanes."""
SHORTER_CONTEXT = 4096
"""The shorter context that is tried first: a full prompt and its reply fit."""
RESERVED_BYTES = GIB
"""Bytes left to the machine."""
MODEL_SHARE = 0.6
"""The share of the remaining bytes, beside the file itself, that a model may take."""
KEPT_PREFIXES = 512
"""Prefixes worth keeping: the town, each resident, each kind of question, the last prompts."""
TOKENS_PER_PREFIX = 512
"""Tokens that a prefix usually has beside those that it shares with others."""
MIN_KEPT_BYTES = 256 * MIB
ASSUMED_FREE_BYTES = 4 * GIB
"""Free bytes assumed where a system does not say."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What a model takes: bytes of its file, bytes of the cache for each position, and the context that it was trained for."""

    file: int
    cell: int
    trained: int = 0


@dataclass(frozen=True, slots=True)
class Demand:
    """What a town can make use of: ``requests`` answered side by side, ``context`` positions for each, and so many beginnings
    of prompts that are worth keeping."""

    requests: int = MAX_LANES
    context: int = MAX_CONTEXT
    prefixes: int = KEPT_PREFIXES


_SHAPE = ("block_count", "embedding_length", "attention.head_count", "attention.head_count_kv", "attention.key_length")


def needs_of(file: int, family: str, numbers: Mapping[str, float]) -> Needs:
    """What a file of so many bytes needs, whose metadata of its ``family`` (such as ``llama.block_count``) hold ``numbers``."""
    layers, width, heads, key_heads, key_length = (int(numbers.get(f"{family}.{name}", 0)) for name in _SHAPE)
    key_length = key_length or (width or 1) // (heads or 1)
    return Needs(file, (layers or 1) * (key_heads or heads or 1) * key_length * 2 * 2)


def what_is_missing(needs: Needs, free: int) -> str:
    """The arithmetic of a model that cannot fit, before it is loaded; "" for a model that fits."""
    cache = LEAST_CONTEXT * needs.cell
    if needs.file + cache <= free:
        return ""
    shortest = f"{LEAST_CONTEXT} tokens of {needs.cell / 1024:.1f} KiB"
    return (
        f"its weights take {needs.file / GIB:.2f} GiB and its shortest context ({shortest}) {cache / GIB:.2f} GiB, "
        f"{(needs.file + cache) / GIB:.2f} GiB together, and {free / GIB:.2f} GiB are free"
    )


@dataclass(frozen=True, slots=True)
class MemoryPlan:
    """``lanes`` sequences of ``context`` positions each, and ``kept`` bytes for beginnings of prompts."""

    context: int
    lanes: int
    kept: int

    def describe(self, needs: Needs, free: int) -> str:
        """The plan in two lines."""
        kept = self.kept // max(1, needs.cell * TOKENS_PER_PREFIX)
        return (
            f"{self.lanes} lanes of {self.context} tokens and room for about {kept} beginnings of prompts: "
            f"{(self.lanes * self.context * needs.cell + self.kept) / GIB:.1f} GiB beside the file's {needs.file / GIB:.1f}, "
            f"of {free / GIB:.1f} GiB free.\n"
            "--context N changes that: a longer context shortens fewer prompts, a shorter one has room for more lanes."
        )


def plan(
    needs: Needs,
    free: int,
    context: int | None = None,
    lanes: int | None = None,
    room: int | None = None,
    demand: Demand = Demand(),
) -> MemoryPlan:
    """The plan for a machine with ``free`` bytes, of which at most ``room`` are taken beside the file, and no more than
    ``demand`` can use. ``context`` and ``lanes`` are taken as given."""
    budget = max(0, int((free - RESERVED_BYTES - needs.file) * MODEL_SHARE))
    budget = min(budget, room or budget)
    most = min(context or demand.context, needs.trained or MAX_CONTEXT)
    length = _rounded(most)
    fitting = min(demand.requests, _fitting(budget // 2, needs.cell, length))
    if context is None and fitting < min(ENOUGH_LANES, demand.requests) and most > SHORTER_CONTEXT:
        length = _rounded(SHORTER_CONTEXT)
        fitting = min(demand.requests, _fitting(budget // 2, needs.cell, length))
    count = lanes or fitting
    left = max(0, budget - count * length * needs.cell)
    return MemoryPlan(length, count, max(MIN_KEPT_BYTES, min(left, demand.prefixes * TOKENS_PER_PREFIX * needs.cell)))


def smaller(wanted: MemoryPlan) -> Iterator[MemoryPlan]:
    """``wanted``, then plans that need less and less: fewer lanes first, then shorter contexts."""
    current = wanted
    yield current
    while current.lanes > 1 or current.context > LEAST_CONTEXT:
        if current.lanes > 1:
            current = replace(current, lanes=current.lanes // 2, kept=max(64 * MIB, current.kept // 2))
        else:
            current = replace(current, context=max(LEAST_CONTEXT, _rounded(current.context // 2)))
        yield current


def _fitting(budget: int, cell: int, length: int) -> int:
    return max(1, min(MAX_LANES, budget // max(1, cell * length)))


def _rounded(context: int) -> int:
    """The next multiple of 256, which is what llama.cpp computes anyway."""
    return -(-context // 256) * 256


def free_memory(root: Path = Path("/")) -> int:
    """Bytes that this process can still take: what the system has available, or less where a container allows less."""
    groups = root / "sys/fs/cgroup"
    version_2 = _left(groups / "memory.max", groups / "memory.current")
    version_1 = _left(groups / "memory/memory.limit_in_bytes", groups / "memory/memory.usage_in_bytes")
    return max(0, min(left for left in (_available(root), version_2, version_1) if left is not None))


def _available(root: Path) -> int:
    try:
        rows = (root / "proc/meminfo").read_text().splitlines()
        return next(int(row.split()[1]) * 1024 for row in rows if row.startswith("MemAvailable:"))
    except (OSError, ValueError, StopIteration):
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):
        return ASSUMED_FREE_BYTES


def _left(limit: Path, used: Path) -> int | None:
    """What a control group has left; None where there is no limit."""
    try:
        return int(limit.read_text()) - int(used.read_text())
    except (OSError, ValueError):
        return None


def physical_cores(root: Path = Path("/"), usable: int | None = None) -> int:
    """Cores without their hyperthreads, at most as many as this process may use."""
    try:
        text = (root / "proc/cpuinfo").read_text()
    except OSError:
        text = ""
    ids = set[tuple[str, str]]()
    for block in text.split("\n\n"):
        rows = {key.strip(): value.strip() for key, _, value in (row.partition(":") for row in block.splitlines())}
        if "core id" in rows:
            ids.add((rows.get("physical id", ""), rows["core id"]))
    most = usable or os.cpu_count() or 1
    return max(1, min(len(ids) or most, most))
