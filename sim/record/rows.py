"""The frozen records that are written to and read from a run file. Knows no SQL; imports only ``sim.types``."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from sim.types import Event, Memory, Retrieval

Status = Literal["running", "paused", "finished", "interrupted", "failed"]
STATUSES: tuple[str, ...] = get_args(Status)


@dataclass(frozen=True, slots=True)
class RunHeader:
    """What a run starts from. ``start`` is an ISO date and time, ``until`` game seconds, ``model`` a ModelInfo as plain data.

    ``files`` are (kind, name) -> content: one ``scenario`` (YAML), one ``map`` (TMJ), the ``image`` files of the map.
    ``residents`` are (slug, data) in scenario order; the keys of data are the fields of ``ResidentInfo``.
    """

    name: str
    scenario_id: str
    scenario_name: str
    seed: int
    tick_seconds: int
    start: str
    until: int
    model: Mapping[str, Any] = field(default_factory=dict)
    embedder: str = ""
    version: str = ""
    files: Mapping[tuple[str, str], bytes] = field(default_factory=dict)
    residents: Sequence[tuple[str, Mapping[str, Any]]] = ()


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """One question to the model and its reply (JSON text). ``mode``: scripted, guided, free, routine.

    ``candidates``: what a guided model chose among, any JSON-able value, or None. ``seconds`` is wall time. ``wound`` counts
    the parts of the reply that were ended early because their tokens ran out.
    """

    resident: str
    task: str
    purpose: str
    system: str
    user: str
    schema: str
    mode: str
    reply: str
    candidates: Any = None
    problem: str = ""
    fallback: bool = False
    repaired: bool = False
    prompt_tokens: int = 0
    reused_tokens: int = 0
    generated_tokens: int = 0
    seconds: float = 0.0
    wound: int = 0


@dataclass(frozen=True, slots=True)
class TickRecord:
    """All rows that one tick adds, written in one transaction.

    ``rated`` are (slug, n, importance) of memories rated now; ``removed`` (slug, n); ``vectors`` (text, embedder, float16
    bytes); ``states`` key -> JSON-able, what the engine needs to resume. ``glances`` are retrievals that did not update last
    access.
    """

    tick: int
    at: int
    events: Sequence[Event] = ()
    memories: Sequence[tuple[str, Memory]] = ()
    rated: Sequence[tuple[str, int, float]] = ()
    removed: Sequence[tuple[str, int]] = ()
    retrievals: Sequence[tuple[str, Retrieval]] = ()
    glances: Sequence[tuple[str, Retrieval]] = ()
    questions: Sequence[QuestionRow] = ()
    vectors: Sequence[tuple[str, str, bytes]] = ()
    states: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RunMeta:
    """The metadata of a run. ``start`` is a calendar moment, ``until`` game seconds, ``created`` ISO wall time, ``parent`` a
    fork's ``name``, ``tick`` and ``hash`` (hex)."""

    name: str
    scenario_id: str
    scenario_name: str
    seed: int
    tick_seconds: int
    start: dt.datetime
    until: int
    model: Mapping[str, Any]
    embedder: str
    version: str
    status: str
    status_text: str
    created: str
    parent: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class ResidentInfo:
    """A resident as in the scenario. ``wakes`` and ``sleeps`` are minutes after midnight; places are written addresses."""

    slug: str
    name: str
    first: str
    age: int = 0
    traits: tuple[str, ...] = ()
    background: tuple[str, ...] = ()
    currently: str = ""
    home: str = ""
    work: str = ""
    occupation: str = ""
    wakes: int = 420
    sleeps: int = 1320
    look: Mapping[str, int] = field(default_factory=dict)
    relationships: Mapping[str, str] = field(default_factory=dict)
    speech: str = ""
    """How the resident speaks, in a few words."""


def listed(names: Sequence[str]) -> str:
    """``Ann, Bo and Cy``."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def short_names(residents: Sequence[ResidentInfo]) -> dict[str, str]:
    """The first name by slug; the whole name where two residents share the first."""
    first = [resident.first for resident in residents]
    return {one.slug: one.first if first.count(one.first) == 1 else one.name for one in residents}


@dataclass(frozen=True, slots=True)
class StoredRetrieval:
    """A retrieval with its id."""

    id: int
    tick: int
    retrieval: Retrieval


@dataclass(frozen=True, slots=True)
class StoredQuestion:
    """A question and its outcome, without its texts."""

    id: int
    tick: int
    seq: int
    resident: str
    task: str
    purpose: str
    mode: str
    problem: str
    fallback: bool
    repaired: bool
    prompt_tokens: int
    reused_tokens: int
    generated_tokens: int
    seconds: float


@dataclass(frozen=True, slots=True)
class FullQuestion:
    """A question with its texts; ``candidates`` is JSON data or None."""

    row: StoredQuestion
    system: str
    user: str
    schema: str
    reply: str
    candidates: Any


@dataclass(frozen=True, slots=True)
class StoredTalk:
    """A conversation: ``lines`` are (tick, slug, text), ``acts`` what each line does (``sim.types.ACTS``; "" if unknown).
    ``end_tick`` is None while it goes on."""

    id: str
    people: tuple[str, ...]
    place: str
    start_tick: int
    end_tick: int | None
    lines: tuple[tuple[int, str, str], ...]
    acts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredInterview:
    id: int
    tick: int
    resident: str
    question: str
    answer: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Bookmark:
    id: int
    tick: int
    label: str


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A search result: ``kind`` is a memory kind, or ``say`` for a line of talk (then ``n`` is -1)."""

    tick: int
    resident: str
    kind: str
    n: int
    text: str
    talk: str = ""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Of ``asked`` questions ``fallbacks`` were answered by a fallback. ``problem`` is the most frequent reason, with its count
    ``times``."""

    asked: int
    fallbacks: int
    problem: str
    times: int


@dataclass(frozen=True, slots=True)
class Counter:
    """The costs of one task, way of answering, resident and game day (from 1), summed. ``seconds`` is wall time; ``wound`` as
    in ``QuestionRow``."""

    task: str
    mode: str
    resident: str
    day: int
    calls: int
    prompt_tokens: int
    reused_tokens: int
    generated_tokens: int
    seconds: float
    fallbacks: int
    repairs: int
    problems: int
    wound: int
