"""Every number of a memory stream in one place, and one named preset per published system.

A ``Preset`` is frozen; ``MemoryStream(name, field=value)`` overrides any field. Where a source contradicts itself, the choice
is explained at the row and in ``README.md``. Knows neither how scores are computed (``scoring``) nor how reflection asks
(``reflect``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Literal, get_args, get_origin, get_type_hints

from sim.memory import checks, filters
from sim.memory.checks import TOP
from sim.memory.terms import Term
from sim.types import MemoryKind

HOUR = 3600
"""Game seconds."""
NEVER = math.inf
MAX_NEAR = 8
MAX_RATE = 700
"""exp(-700) is about the smallest number there is."""
MAX_DECAY_RATE = 1e30
"""The largest rate of decay a second: float32 must hold it."""
MIN_RECENCY = 1e-280
"""Recency below this is 0; with the paper's decay that is after fifteen years. Doubles lose their digits soon after."""
PAPER_DECAY = 0.995
"""Per game hour since the last access (Park et al. 2023, section 4.1)."""

Weights = tuple[float, float, float]
"""(recency, importance, relevance)."""
Normal = Literal["minmax", "fixed"]
Reranker = Callable[[str, Sequence[str]], Sequence[float]]
"""From a query and the texts of memories to a score for each."""


@dataclass(frozen=True, slots=True)
class Preset:
    """How a stream scores, what it returns, and when and how it reflects. The defaults are Park et al. as published."""

    part: ClassVar[str] = "preset"
    name: str = "park"

    weights: Weights = (1.0, 1.0, 1.0)
    decay: float = PAPER_DECAY
    """What recency is multiplied by per unit of time since the last access; in (0, 1]."""
    unit: float = HOUR
    """Game seconds per unit of decay."""
    reference: Literal["now", "latest"] = "now"
    """The moment from which time since last access is measured: the retrieval, or the latest access among the candidates."""
    normal: tuple[Normal, Normal, Normal] = ("minmax", "minmax", "minmax")
    """Per component: min-max over the candidates, or a fixed scale (recency and relevance unchanged)."""
    top: float = TOP
    """The highest importance on this system's own scale, the lowest being 0. ``scale``, ``unrated`` and ``threshold`` are on
    it, and what is given to a stream and its ``budget()``; stored is always 0 to ``TOP``."""
    scale: tuple[float, float] = (1.0, 10.0)
    """The importances that a fixed scale maps to 0 and to 1."""
    constant: float = 0.0
    """What min-max gives when all candidates are equal (0 / 0 elsewhere)."""
    unrated: float = 1.0
    """The importance that an unrated memory is scored with."""

    words: float = 0.0
    """How much of relevance is the share of the query's words that a memory has; the rest is its cosine (``blend``). From 0 to
    1. With 0 the next four say nothing; above 0 relevance needs the rule ``fixed``."""
    near: tuple[float, ...] = ()
    """What the better of the memories one before and one after adds to relevance, as a factor of its own; then the better of
    those two before and two after, and so on."""
    near_seconds: int = 900
    """Game seconds that such neighbours are apart at most."""
    stems: bool = True
    """Whether words are compared as English ones: by their stems, and without stop words."""
    calendar: Callable[[int], str] | None = None
    """What a game second is called, such as ``Friday 8 May 2026 evening``: words that a memory made then is found by, too."""

    rerank: Reranker | None = None
    """Scores the ``reranked`` best once more, by a slower and better rule, such as ``embed.open_reranker``. Its score replaces
    theirs."""
    reranked: int = 50

    k: int = 30
    order: Literal["score", "chronological"] = "score"
    touch: bool = True
    """Whether a retrieval refreshes the last access of what it returns."""
    terms: tuple[Term, ...] = ()
    """Further components of the score, for retrievals that give no weights of their own; with any, every memory is scored in
    full."""
    kinds: tuple[MemoryKind, ...] | None = None
    """The kinds that a retrieval considers unless told otherwise; None: all."""
    cold_every: int = 0
    """Every n-th retrieval looks into cold storage too; 0: only when told."""
    missed: int = 5
    """How many of the next best memories are recorded with a retrieval, for display."""

    trigger: Literal["budget", "window"] = "budget"
    """``budget``: importance since the last reflection, which resets it. ``window``: importance of the last ``window``
    memories, never reset."""
    threshold: float = 150.0
    counted: tuple[MemoryKind, ...] = ("observation", "summary")
    """Kinds that fill the budget once rated."""
    backstory: bool = False
    """Whether memories from the backstory fill the budget."""
    window: int = 100
    """How many recent memories the focal points are drawn from."""
    questions: int = 3
    """Focal points; 0: the recent memories themselves are the statements."""
    insights: int = 5
    """The most insights per focal point."""
    reflect_k: int | None = None
    """Memories retrieved per focal point; None: ``k``."""
    reflect_where: str = ""
    """A filter expression for them, as in ``filters``."""
    condense: bool = False
    """Whether all insights are condensed to at most five before they are stored."""
    evidence: Literal["cited", "retrieved", "none"] = "cited"
    depth: int | None = None
    """The highest level of reflection (observations are level 0); None: no limit."""
    duplicate: float | None = 0.95
    """The cosine from which an insight repeats an existing reflection, which is then refreshed; None: repeated insights are
    stored again."""
    lasts: int | None = None
    """Game seconds after which a reflection expires; None: never."""

    def stored(self, importance: float) -> float:
        """An importance on this system's own scale as it is stored."""
        return importance if self.top == TOP else importance * TOP / self.top

    def own(self, importance: float) -> float:
        """A stored importance on this system's own scale."""
        return importance if self.top == TOP else round(importance * self.top / TOP, 9)

    def on_scale(self, top: float = TOP) -> Preset:
        """The same system with importance given from 0 to ``top``, as residents of a town rate it."""
        if top == self.top:
            return self
        low, high = (self.stored(one) * top / TOP for one in self.scale)
        unrated, threshold = (self.stored(one) * top / TOP for one in (self.unrated, self.threshold))
        return replace(self, top=top, scale=(low, high), unrated=unrated, threshold=threshold)


_ROWS = (
    Preset("park"),
    # Our own, for towns of weeks: words and vectors find what was asked, recency and importance decide between equals.
    Preset(
        "town",
        weights=(0.03, 0.07, 1.0),
        normal=("fixed", "fixed", "fixed"),
        words=0.6,
        near=(0.3, 0.15),
        threshold=45.0,  # the paper's 150 is for its crowded days: a town of four lived two days without a reflection
    ),
    # 000: formula exp(-lambda * hours). Its code sets lambda = 0.995, a half-life of 42 minutes, against its own table and the
    # paper; lambda = -ln 0.995 makes formula and paper agree. `rate=` sets any other lambda of its table.
    Preset(
        "streams",
        normal=("fixed", "fixed", "fixed"),
        k=10,
        evidence="retrieved",
        counted=("observation", "reflection", "plan", "summary"),
        backstory=True,
        depth=2,
        duplicate=None,
    ),
    # 001: importance / 10 before min-max cancels out, so the fixed scale only matters with other normalisations.
    Preset(
        "agents-lab",
        decay=0.99,
        scale=(0.0, 10.0),
        k=5,
        threshold=30.0,
        counted=("observation", "reflection", "plan", "summary"),
        backstory=True,
        window=20,
        questions=0,
        insights=3,
        evidence="none",
        duplicate=None,
    ),
    # 002: importance is rating / 10 and not normalised; the trigger sums the last n and is never reset.
    Preset(
        "llm-stream",
        decay=0.99,
        unit=1,
        normal=("minmax", "fixed", "minmax"),
        top=1.0,
        scale=(0.0, 1.0),
        unrated=0.1,
        k=5,
        trigger="window",
        threshold=3.0,
        counted=("observation", "reflection", "plan", "summary"),
        backstory=True,
        window=15,
        reflect_where="relevance > 0.5",
        condense=True,
        duplicate=None,
    ),
    # 003: one time step is one game second here; equal values normalise to the middle; nothing reflects by itself.
    Preset(
        "genagents",
        weights=(0.0, 0.5, 1.0),
        decay=0.99,
        unit=1,
        reference="latest",
        top=100.0,
        scale=(0.0, 100.0),
        constant=0.5,
        unrated=25.0,
        k=120,
        order="chronological",
        touch=False,
        threshold=NEVER,
        backstory=True,
        evidence="retrieved",
        duplicate=None,
    ),
    # 004 names its parts (significance, time, similarity) but no numbers; these are LangChain's, on which it builds.
    Preset(
        "npc",
        weights=(1.0, 0.15, 1.0),
        decay=0.99,
        normal=("fixed", "fixed", "fixed"),
        scale=(0.0, 10.0),
        k=15,
        reflect_k=30,
        backstory=True,
    ),
)

PRESETS: Mapping[str, Preset] = {row.name: row for row in _ROWS}
"""Every preset by name."""


_CHOICES = {name: get_args(kind) for name, kind in get_type_hints(Preset).items() if get_origin(kind) is Literal}
_COUNTS = ("k", "reranked", "near_seconds", "missed", "cold_every", "window", "questions", "insights", "reflect_k")


def open_preset(preset: str | Preset, overrides: Mapping[str, Any]) -> Preset:
    """A preset by name or value, with fields replaced. ``rate`` (lambda per unit, as in exp(-lambda t)) may be given instead of
    ``decay``. Raises ValueError for an unknown name or field and for values that cannot be scored with."""
    base = preset if isinstance(preset, Preset) else PRESETS.get(preset)
    if base is None:
        raise ValueError(f"memory preset {preset!r} is unknown; there are {', '.join(PRESETS)}")
    changes = dict(overrides)
    if "rate" in changes:
        changes["decay"] = _decay(changes.pop("rate"))
    known = [field.name for field in fields(Preset)]
    unknown = [name for name in changes if name not in known]
    if unknown:
        raise ValueError(f"memory setting {unknown[0]!r} is unknown; there are rate, {', '.join(known)}")
    made = replace(base, **changes)
    _check(made)
    return made


def _decay(rate: float) -> float:
    """exp(-rate); ``_check`` checks the result."""
    if not isinstance(rate, int | float) or not 0 <= rate < MAX_RATE:
        raise ValueError(f"rate is {rate!r}; a number from 0 to {MAX_RATE} is needed")
    return math.exp(-rate)


def _check(preset: Preset) -> None:
    """Check every field of a preset."""
    checks.weights(preset.weights)
    for name in ("decay", "unit", "threshold", "constant", "unrated", "duplicate", "top"):
        _number(name, getattr(preset, name))
    if not 0 < preset.decay <= 1:
        raise ValueError(f"decay is {preset.decay!r}; it must lie in (0, 1]")
    if not preset.unit > 0 or -math.log(preset.decay) > MAX_DECAY_RATE * preset.unit:
        raise ValueError(f"unit is {preset.unit!r}; it must be a positive number of seconds")
    if not 0 < preset.top <= checks.MAX_NUMBER:
        raise ValueError(f"top is {preset.top!r}; the highest importance must lie above 0, a million at most")
    if not 0 <= preset.scale[0] < preset.scale[1] <= preset.top:
        raise ValueError(f"scale is {preset.scale!r}; two rising numbers from 0 to {preset.top:g} are needed")
    checks.importance(preset.unrated, preset.top, "what is unrated")
    for name in _COUNTS:
        if name == "reflect_k" and preset.reflect_k is None:
            continue
        if checks.whole_number(getattr(preset, name), name) < 0:
            raise ValueError(f"{name} is {getattr(preset, name)!r}; at least 0 is needed")
    for name, words in _CHOICES.items():
        _one_of(name, getattr(preset, name), words)
    if not 0 <= preset.words <= 1 or (preset.words and preset.normal[2] != "fixed"):
        raise ValueError(f"words is {preset.words!r}; from 0 to 1, and relevance on a fixed scale, is needed")
    if len(preset.near) > MAX_NEAR or not all(0 <= weight <= 1 for weight in preset.near):
        raise ValueError(f"near is {preset.near!r}; up to {MAX_NEAR} numbers from 0 to 1 are needed")
    for rule in preset.normal:
        _one_of("normal", rule, get_args(Normal))
    checks.known_kinds(preset.counted, "counted")
    if preset.kinds is not None:
        checks.known_kinds(preset.kinds)
    if preset.reflect_where:
        filters.parse(preset.reflect_where)


def _number(name: str, value: Any) -> None:
    """Refuse what is no number. Infinity is a threshold that is never reached."""
    if value is None and name == "duplicate":
        return
    if not isinstance(value, int | float) or math.isnan(value) or (math.isinf(value) and name != "threshold"):
        raise ValueError(f"{name} is {value!r}; a number is needed")


def _one_of(name: str, value: Any, words: Collection[str]) -> None:
    if value not in words:
        raise ValueError(f"{name} has {value!r}; there are {', '.join(words)}")
