"""The frozen ``Scenario``: everything a run starts from. ``load`` builds it; this module knows nothing of files or YAML.

Times of day are minutes after midnight; moments are game seconds since ``start``.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BeforeValidator, Field

from sim.language.verbs import pronoun_in
from sim.types import Address, Matter, Speech, Undertaking
from sim.world.clock import DAY, Clock

Weight = Annotated[float, Field(ge=0, le=100)]
Weights = Annotated[tuple[Weight, Weight, Weight], BeforeValidator(lambda it: tuple(it) if isinstance(it, list) else it)]


LAST_IMPORTED = -7200
"""The latest game second of an imported memory."""
UNTOLD = re.compile(r"\b(?:told nobody|(?:has|have) not told)\b")
"""Sentences of a resident's past that say that something is a secret."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a resident is drawn: indices into the sprite layers, modulo the number of sprites."""

    skin: int = 0
    hair: int = 0
    hair_colour: int = 0
    shirt: int = 0
    trousers: int = 0
    extra: int = 0


RememberedKind = Literal["observation", "reflection", "utterance", "summary"]


@dataclass(frozen=True, slots=True)
class Remembered:
    """An imported memory of another life: its text byte for byte, and as it was rated there, ``importance`` 0 to 10, None to
    have it rated. ``evidence`` are the places of earlier ones in the list of all.

    ``created``, ``accessed`` (last retrieved) and ``expires`` are seconds on the clock of that life; a ``dated`` one begins at
    the midnight before its first memory, another counts time steps. None: unknown, for ``accessed`` as created."""

    text: str
    kind: RememberedKind = "observation"
    importance: float | None = None
    created: int | None = None
    accessed: int | None = None
    expires: int | None = None
    evidence: tuple[int, ...] = ()
    dated: bool = False


@dataclass(frozen=True, slots=True)
class Resident:
    """A person. Each sentence of ``background``, which tells the facts too, is also a memory from before the start."""

    slug: str
    name: str
    first: str
    age: int
    traits: tuple[str, ...]
    background: tuple[str, ...]
    currently: str
    home: Address
    """Where the resident lives: a sector, or an arena in it (their own room)."""
    work: Address | None
    """Where the resident works or studies; None for nowhere."""
    occupation: str
    """A few words, such as ``cafe owner``; the scripted mind finds its bank of activities by them."""
    wakes: int
    """Minutes after midnight, 0 to 1439."""
    sleeps: int
    """Minutes after midnight, 0 to 1440; on the next day if not later than ``wakes``."""
    relationships: Mapping[str, str]
    """Slug of another resident -> a few words, such as ``old friend``. Strangers are absent."""
    memories: tuple[str, ...]
    """Sentences from before the start."""
    look: Look
    start_at: Address
    """Where the resident is when the run begins (default: home)."""
    mind: str = ""
    """The name of an own mind that is installed (``sim.parts``); "" for the built-in one."""
    remembered: tuple[Remembered, ...] = ()
    """Imported memories of another life, in the order in which they were made."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What else is known of the resident, under names of its own (plain data); ``background`` tells it."""
    known_places: tuple[Address, ...] = ()
    """The sectors known at the start, besides home and work; () for what the town's rule says."""
    speech: Speech = Speech()
    day: tuple[Undertaking, ...] = ()
    """What the resident does for a living (used by answers by rule alone)."""

    @property
    def pronoun(self) -> str:
        """``she``, ``he`` or ``they``, as the background calls the resident; ``""`` where it has no pronoun."""
        return pronoun_in(self.background)

    @property
    def dated(self) -> bool:
        """Whether the imported memories have dates."""
        return bool(self.remembered) and self.remembered[0].dated

    def moved_by(self, clock: Clock) -> int:
        """By how many game seconds imported memories are moved so that all of them, and their last retrievals, lie before the
        start: whole days where they are dated, so that the time of day stays."""
        times = (time for one in self.remembered for time in (one.created, one.accessed) if time is not None)
        moved = LAST_IMPORTED - max(times, default=0)
        midnight = clock.at(1, 0)
        return midnight + (moved - midnight) // DAY * DAY if self.dated else moved

    @property
    def untold(self) -> tuple[str, ...]:
        """The sentences of the past that the resident has told nobody."""
        past = (*self.background, *self.memories, *(one.text for one in self.remembered))
        return tuple(sentence for sentence in past if UNTOLD.search(sentence))


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
    """Whether the residents who know it at the start want to tell it."""
    known_as: str = ""
    """The sentence that these residents remember: all that a mind knows of the news."""


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


def _range(least: int, most: int | None, description: str) -> Any:
    """A whole number within bounds, both included (None: no upper one)."""
    return Field(ge=least, le=most, description=description)


def _said(description: str) -> Any:
    return Field(description=description)


@dataclass(frozen=True, slots=True)
class Rules:
    """The constants of the simulation, with what a scenario file may set them to; defaults follow Park et al. and their shipped
    personas, but for how memories are found (``preset``). ``schema.RulesModel`` is made of them."""

    tick: Annotated[int, _range(1, 3600, "Game seconds per tick.")] = 10
    walk: Annotated[int, _range(1, 100, "Tiles per tick.")] = 1
    vision: Annotated[int, _range(0, 200, "Tiles seen, within the same room.")] = 8
    """Measured as the larger of |dx| and |dy|."""
    attention: Annotated[int, _range(1, 100, "Things perceived at once, nearest first.")] = 8
    hearing: Annotated[int, _range(0, 200, "Tiles within which talk is overheard, in the same room.")] = 5
    listeners: Annotated[int, _range(0, 1000, "How many overhear a line at most, nearest first.")] = 12
    reflection: Annotated[int | None, _range(1, None, "Importance after which a resident reflects; default the preset's.")] = (
        None
    )
    chat_cooldown: Annotated[int, _range(0, None, "Game seconds before the same two talk again.")] = 9000
    """Holds where neither has a reason to talk."""
    talks_a_day: Annotated[int, _range(1, 100, "Talks of the same two in a day; then they nod.")] = 2
    """Small towns need more."""
    chat_turns: Annotated[int, _range(2, 100, "Utterances after which a talk ends.")] = 10
    utterance: Annotated[int, _range(1, 3600, "Game seconds a turn of talk takes.")] = 20
    """A long line takes longer where thought takes time."""
    needs: Annotated[bool, _said("Whether hunger and tiredness count.")] = False
    routine: Annotated[bool, _said("Whether steps of a plan seen before are reused.")] = True
    """Under the same conditions, instead of asking again."""
    preset: Annotated[
        Literal["town", "park", "streams", "agents-lab", "llm-stream", "genagents", "npc"],
        _said("How memories are scored and reflected on: this project's numbers, or those of a published system."),
    ] = "town"
    memory_weights: Annotated[Weights | None, _said("What recency, importance and relevance weigh; default the preset's.")] = (
        None
    )
    reflect: Annotated[bool, _said("Whether residents reflect.")] = True
    """This and the next two are switched off for ablations."""
    plan: Annotated[bool, _said("Whether residents plan their days.")] = True
    """Without it a day is one block at the workplace or at home."""
    observe: Annotated[bool, _said("Whether what is perceived and done is remembered.")] = True
    react: Annotated[bool, _said("Whether what is noticed is considered: talks, waits, changes of plan.")] = True
    """Without it nobody starts a talk, waits or changes their plan."""
    prompts: Annotated[
        Literal["", "brief", "full"], _said("How models are asked: brief, full, or empty for what suits the model.")
    ] = ""
    thoughts: Annotated[bool, _said("Whether capable models think privately before they speak or decide.")] = True
    share: Annotated[
        str, Field(max_length=400, description="Settled when a run begins; write `minds:` beside `rules:` instead.")
    ] = ""
    """What the model answers and what its helper does: ``all``, ``words`` or ``talk``, then maybe rows such as
    ``rate=model``; "" for what suits the model."""
    attention_budget: Annotated[int, _range(0, None, "Questions that the model answers per game hour; 0 for all of them.")] = 0
    """The helper answers what goes beyond."""
    thinking: Annotated[
        bool | None, _said("Whether the town goes on while its people think; default for models that write freely.")
    ] = None
    takeover: Annotated[bool, _said("Whether the helper takes over where the model fails.")] = False
    """Otherwise the run pauses, saved."""
    words_fade: Annotated[
        int, _range(0, None, "Game seconds after which the words of a talk fade, not what was learned; 0: never.")
    ] = 14400
    memory: Annotated[bool, _said("Whether anything at all is remembered; off for towns of thousands.")] = True


GONE_RULES = {
    "retention": "the last 8 things perceived are not perceived anew",
    "note_again": "the same person is remembered anew after 45 minutes",
    "routine_days": "doing the same again is not remembered for 7 days",
    "carry_on": "people carry on while they think a talk over",
    "opening": "in the full register the first words are found with the decision to speak",
    "spoken": "a long line takes longer to say where thought takes time",
}
"""Rules of earlier programs -> what holds now. Scenarios stored in runs may still have them; they mean nothing there."""


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
    """The scenario's own matters (used by answers by rule alone)."""
    norms: Mapping[Address, Mapping[str, Any]] = field(default_factory=dict)
    """Place -> ``opens``, ``closes`` (minutes), ``capacity``, ``owner``, ``only`` (slugs)."""
    aliases: Mapping[Address, tuple[Alias, ...]] = field(default_factory=dict)
    """Sector -> what people call its objects, where the map has other names (``aliases.object_aliases`` resolves them)."""
    rules: Rules = Rules()
    language: str = "en"
    """The language that the town is set in: an ISO 639-1 code, maybe with a region (``pt-BR``)."""
    setting: str = ""
    """What all residents know of the place and its time, in a sentence or two; full prompts tell it."""
    acquainted: bool = False
    """Whether all residents know each other by sight and name, without a tie."""
    lacks: tuple[str, ...] = ()
    """Nouns for what does not exist in this world."""
    parts: tuple[str, ...] = ()
    """Names of installed parts that the town is lived with (``sim.parts``)."""
    text: str = ""
    path: str = ""
    folders: tuple[str, ...] = ()
    """The folders of those who are imported, where it was read from files."""

    @property
    def told(self) -> str:
        """What capable models are told of the world: the setting, and what does not exist in it."""
        missing = f"There is no {', no '.join(self.lacks)}." if self.lacks else ""
        return f"{self.setting} {missing}".strip()

    def resident(self, slug: str) -> Resident:
        """The resident with this slug. Raises KeyError."""
        for resident in self.residents:
            if resident.slug == slug:
                return resident
        raise KeyError(slug)
