"""The frozen ``Scenario``: everything a run starts from. ``load`` builds it; this module knows nothing of files or YAML.

Times of day are minutes after midnight; moments are game seconds since ``start``.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sim.types import Address, Matter


@dataclass(frozen=True, slots=True)
class Look:
    """How a resident is drawn: indices into the sprite layers, modulo the number of sprites."""

    skin: int = 0
    hair: int = 0
    hair_colour: int = 0
    shirt: int = 0
    trousers: int = 0
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Resident:
    """A person. Each sentence of ``background`` also becomes a memory from before the start."""

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
    """Minutes after midnight, 0 to 1440; on the next day if not later than ``wakes``."""
    relationships: Mapping[str, str]
    """Slug of another resident -> a few words, such as ``old friend``. Strangers are absent."""
    memories: tuple[str, ...]
    look: Look
    start_at: Address
    """Where they are when the run begins (default: home)."""
    mind: str = ""
    """The name of an own mind that is installed (``sim.parts``); "" for the built-in one."""


@dataclass(frozen=True, slots=True)
class News:
    """A news item, whose diffusion is measured. ``text`` is a sentence in the third person without a full stop; ``knows`` are
    the slugs of those who know it at the start. A memory that contains all ``signs`` counts as knowing the news (default: the
    host's first name and the longest distinctive word of ``text``)."""

    id: str
    text: str
    knows: tuple[str, ...]
    signs: tuple[str, ...]
    importance: int = 8
    host: str = ""
    place: Address | None = None
    at: int | None = None
    """When the announced event begins, in game seconds since the start; None if there is none."""
    lasts: int = 7200
    spread: bool = True
    """Whether those who know it at the start want to tell it."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An external event at a moment. ``kind`` is ``say`` (perceived by everybody within ``where``), ``object`` (an object's
    state), ``weather`` (the whole town), ``whisper`` (a thought of one resident), ``arrive`` (``who`` is not in town before and
    enters at ``where`` or at home) or ``leave`` (``who`` leaves town). ``lasts`` is in game seconds; 0 means for good."""

    at: int
    kind: str
    text: str
    where: Address | None = None
    who: str = ""
    lasts: int = 0


class Alias(NamedTuple):
    """What people call an object of a place: ``Alias("corner table", "writing desk")``."""

    name: str
    object: str
    """The object's name on the map; the place may have several of that name, in different rooms."""


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
    """How many of the last percepts are not perceived again."""
    hearing: int = 5
    """Tiles within which talk is overheard, in the same arena."""
    listeners: int = 12
    """The most residents who overhear a line, nearest first."""
    reflection: int = 150
    """The importance budget: the sum of importance after which a resident reflects."""
    chat_cooldown: int = 9000
    """Game seconds before the same two residents talk again without a reason."""
    talks_a_day: int = 2
    """Talks of the same two after which a further meeting on that day is a nod. Where few live, they need more."""
    chat_turns: int = 10
    """Utterances after which a talk is ended."""
    utterance: int = 20
    """Game seconds a turn of talk takes; a long line takes longer (``spoken``)."""
    needs: bool = False
    routine: bool = True
    """Whether the decomposition of a plan block is reused under the same conditions instead of asking again."""
    preset: str = "park"
    """How memories are scored, retrieved and reflected on: a preset of the memory stream."""
    memory_weights: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """The weights of recency, importance and relevance in retrieval."""
    reflect: bool = True
    """Whether residents reflect; this and the next two are switched off for ablations."""
    plan: bool = True
    """Whether residents plan their days; without it a day is one block at the workplace or at home."""
    observe: bool = True
    """Whether what is perceived and done is remembered."""
    react: bool = True
    """Whether residents react to percepts; without it nobody starts a talk, waits or changes their plan."""
    prompts: str = ""
    """How questions are put to the model: ``brief``, ``full``, or "" for what suits the model."""
    thoughts: bool = True
    """Whether a private thought comes before speech and decisions; the full register alone asks for it."""
    share: str = ""
    """What the model answers and what its helper does: ``all``, ``words`` or ``talk``, then maybe rows such as
    ``rate=model``; "" for what suits the model."""
    attention_budget: int = 0
    """Questions that the model answers per game hour; the helper answers what goes beyond. 0: as many as there are."""
    thinking: bool | None = None
    """Whether thought takes game time: the town goes on while replies are being written. None: for every model that writes
    freely."""
    takeover: bool = False
    """Whether the helper takes over where the model fails; otherwise the run pauses, saved."""
    note_again: int = 2700
    """Game seconds before another observation of the same person is kept."""
    routine_days: int = 7
    """Days for which doing the same again is no memory of its own."""
    carry_on: bool = True
    """Whether people carry on while they think a talk over, where thought takes time."""
    opening: bool = True
    """Whether who decides to speak with somebody finds the first words in the same reply, in the full register."""
    spoken: bool = True
    """Whether a turn of talk takes as long as its line takes to say, where thought takes time."""
    words_fade: int = 14400
    """Game seconds after which the words of a talk are no longer recalled, while what was learned and agreed stays; 0:
    never."""
    memory: bool = True
    """Whether there is memory at all: storing, rating, retrieval, reflection. Off for towns of thousands."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """Everything a run starts from. ``text`` is the YAML for the run file."""

    id: str
    name: str
    description: str
    map: str
    """The absolute path of the map file."""
    start: dt.datetime
    until: int
    """Game seconds at which a run ends by default."""
    seed: int
    residents: tuple[Resident, ...]
    news: tuple[News, ...] = ()
    happenings: tuple[Happening, ...] = ()
    matters: tuple[Matter, ...] = ()
    """What the scenario has words for (answers by rule alone)."""
    norms: Mapping[Address, Mapping[str, Any]] = field(default_factory=dict)
    """Place -> ``opens``, ``closes`` (minutes), ``capacity``, ``owner``, ``only`` (slugs)."""
    aliases: Mapping[Address, tuple[Alias, ...]] = field(default_factory=dict)
    """Sector -> what people call its objects, where the map has other names (``aliases.object_aliases`` resolves them)."""
    rules: Rules = Rules()
    language: str = "en"
    """The language that the town is set in: an ISO 639-1 code, maybe with a region (``pt-BR``)."""
    setting: str = ""
    """What everybody knows of the place and its time, in a sentence or two; full prompts tell it."""
    parts: tuple[str, ...] = ()
    """Names of installed parts that the town is lived with (``sim.parts``)."""
    text: str = ""
    path: str = ""

    def resident(self, slug: str) -> Resident:
        """The resident with this slug. Raises KeyError."""
        for resident in self.residents:
            if resident.slug == slug:
                return resident
        raise KeyError(slug)
