"""One frozen Scenario: everything a run starts from. Built by ``load`` from YAML; knows nothing of files or YAML itself.

Times of day are minutes after midnight; moments are game seconds since ``start``.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sim.types import Address


@dataclass(frozen=True, slots=True)
class Look:
    """How a resident is drawn: indices into the sprite layers (taken modulo what the art has)."""

    skin: int = 0
    hair: int = 0
    hair_colour: int = 0
    shirt: int = 0
    trousers: int = 0
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Resident:
    """A person as the scenario has them. ``background`` is prose; each sentence also becomes a memory before the start."""

    slug: str
    name: str
    first: str
    age: int
    traits: tuple[str, ...]
    background: tuple[str, ...]
    currently: str
    home: Address
    """Where they live: a sector, or an arena in it (their own room)."""
    work: Address | None
    """Where they work or study, if anywhere."""
    occupation: str
    """A few words, ``cafe owner``; the scripted mind finds its bank of activities by it."""
    wakes: int
    """Minutes after midnight, 0 to 1439."""
    sleeps: int
    """Minutes after midnight, 0 to 1440; if not later than ``wakes``, those of the next day."""
    relationships: Mapping[str, str]
    """Slug of another resident -> a few words, ``old friend``. Strangers are absent."""
    memories: tuple[str, ...]
    look: Look
    start_at: Address
    """Where they are when the run begins (default: home)."""


@dataclass(frozen=True, slots=True)
class News:
    """Something worth telling. ``text`` is a full sentence in the third person without a full stop; ``knows`` are the slugs
    of those who know it at the start. ``signs``: words that must all occur in a memory for it to count as knowing the news
    (default: the host's first name and the longest telling word of ``text``)."""

    id: str
    text: str
    knows: tuple[str, ...]
    signs: tuple[str, ...]
    importance: int = 8
    host: str = ""
    place: Address | None = None
    at: int | None = None
    """When what the news announces begins, in game seconds since the start, if it is an event at a time."""
    lasts: int = 7200
    spread: bool = True
    """Whether those who know it at the start want it known."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An event at a moment: ``kind`` is ``say`` (perceived by everybody within ``where``), ``object`` (an object's state),
    ``weather`` (the whole town), ``whisper`` (one resident's inner voice), ``arrive`` (``who`` is not in town before it and
    comes in at ``where``, or at their home) or ``leave`` (``who`` is gone from then on). ``lasts`` is in game seconds, 0 for
    good."""

    at: int
    kind: str
    text: str
    where: Address | None = None
    who: str = ""
    lasts: int = 0


@dataclass(frozen=True, slots=True)
class Rules:
    """The constants of the simulation, each with its unit; defaults follow Park et al. and their shipped personas."""

    tick: int = 10
    """Game seconds per tick."""
    walk: int = 1
    """Tiles per tick."""
    vision: int = 8
    """Tiles, as the larger of |dx| and |dy|, within the same arena."""
    attention: int = 8
    """Things perceived at once, nearest first."""
    retention: int = 8
    """The last things perceived, which are not perceived anew."""
    hearing: int = 5
    """Tiles within which talk is overheard, in the same arena."""
    listeners: int = 12
    """How many overhear a line at most, nearest first: in a crowd nobody hears everybody."""
    reflection: int = 150
    """The importance budget."""
    chat_cooldown: int = 9000
    """Game seconds before the same two talk again without a reason."""
    chat_turns: int = 10
    """Utterances after which a talk is brought to an end."""
    utterance: int = 20
    """Game seconds a turn of talk takes."""
    needs: bool = False
    routine: bool = True
    """Whether plan steps seen before under the same conditions are reused without a call."""
    memory_weights: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """What recency, importance and relevance weigh in retrieval."""
    reflect: bool = True
    """Whether residents reflect; this and the next two are switched off for ablations."""
    plan: bool = True
    """Whether residents plan their days; without, a day is one stretch at the workplace, or at home."""
    observe: bool = True
    """Whether what is perceived and done is remembered."""
    react: bool = True
    """Whether what is noticed is considered; without, nobody starts a talk, waits or changes their plan because of it."""
    memory: bool = True
    """Whether anything at all is remembered, rated, looked up or reflected on; without, a town of thousands can be lived."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """All a run starts from. ``text`` is the YAML as it was read, kept in the run file."""

    id: str
    name: str
    description: str
    map: str
    """The map file as found, absolute."""
    start: dt.datetime
    until: int
    """Game seconds at which a run ends unless told otherwise."""
    seed: int
    residents: tuple[Resident, ...]
    news: tuple[News, ...] = ()
    happenings: tuple[Happening, ...] = ()
    norms: Mapping[Address, Mapping[str, Any]] = field(default_factory=dict)
    """Place -> ``opens``, ``closes`` (minutes), ``capacity``, ``owner``, ``only`` (slugs)."""
    rules: Rules = Rules()
    text: str = ""
    path: str = ""

    def resident(self, slug: str) -> Resident:
        """The resident with this slug; KeyError if there is none."""
        for resident in self.residents:
            if resident.slug == slug:
                return resident
        raise KeyError(slug)
