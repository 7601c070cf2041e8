"""Shared frozen records: memories, retrieval hits, plan blocks and steps, actions, events and commands.

Every room uses them; this module imports nothing of the project.

Conventions, used everywhere
- Time is an ``int`` of game seconds since the scenario's start; negative before it. A tick is a number of seconds.
- A resident is its slug in the scenario (``"mara"``). A memory is (resident, n). A place is a tuple of names, outermost
  first: ``("Town", "Hobbs Cafe", "kitchen", "stove")``, written ``Town:Hobbs Cafe:kitchen:stove``.
- What happens is ordered by (tick, seq).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

Address = tuple[str, ...]
Tile = tuple[int, int]
"""(x, y), x to the right, y down, from 0."""

MemoryKind = Literal["observation", "utterance", "plan", "reflection", "summary"]

IMPORTED = "imported"
"""The source of a memory of another life, which a scenario imports."""
FROM_BEFORE = frozenset({"backstory", IMPORTED})
"""Sources of what a resident remembers from before the start."""


def write_address(address: Address) -> str:
    """``("Town", "Cafe")`` -> ``"Town:Cafe"``."""
    return ":".join(address)


def read_address(text: str) -> Address:
    """``"Town:Cafe"`` -> ``("Town", "Cafe")``; names are stripped of surrounding blanks."""
    return tuple(part.strip() for part in text.split(":"))


INVISIBLE_KINDS = frozenset(("Cc", "Cf", "Cn", "Mn", "Zl", "Zp", "Zs"))
"""Unicode categories whose characters alone show nothing: controls, zero-width and joining characters, marks, blanks."""
FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are drawn as nothing: the fillers of Hangul and the empty Braille pattern."""

JOINERS = "\u200c\u200d"
"""What joins and parts letters within words of some scripts, and parts of an emoji: a part of names."""


def is_blank(text: str) -> bool:
    """Whether a text has no visible character: empty, blanks, or zero-width characters alone."""
    return all(unicodedata.category(letter) in INVISIBLE_KINDS or letter in FILLERS for letter in text)


def news_signs(text: str, host_name: str) -> tuple[str, ...]:
    """The signs of news whose scenario names none: the host's first name and the longest other word of the text (the last of
    several). Weekdays are left out, and so are words in -ing, which occur in any text, unless there is nothing else."""
    plain = [*host_name.casefold().split(), "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    words = [word for word in re.findall(r"[^\W\d_]+", text) if word.casefold() not in plain]
    distinctive = [word for word in words if not word.endswith("ing")] or words
    longest = max(reversed(distinctive), key=len, default="")
    first = host_name.split()[0] if host_name else ""
    return tuple(part for part in (first, longest) if part and part in text)


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory of one resident.

    ``n`` counts from 0 within the resident's stream. ``importance`` is from 0 to 10 whatever the preset's own scale, None
    while unrated. ``evidence`` are the n of the memories this one rests on. ``source`` says who it came from: a resident's
    slug, ``""`` for the resident's own senses and thoughts, or ``"backstory"``, ``"imported"``, ``"whisper"``, ``"news"``.
    ``depth`` is 0 for what was perceived and 1 + the deepest evidence for what was inferred.
    """

    n: int
    text: str
    kind: MemoryKind
    at: int
    accessed: int
    importance: float | None = None
    evidence: tuple[int, ...] = ()
    expires: int | None = None
    source: str = ""
    depth: int = 0
    origin: tuple[str, int] | None = None
    """Of what came from another resident's memory: the slug of who knew it first, and the memory's n in their stream."""


Act = Literal[
    "tell", "ask", "answer", "invite", "accept", "decline", "promise", "refuse", "thank", "comfort", "small talk", "leave"
]  # fmt: skip
"""What a line of talk does."""
ACTS: tuple[str, ...] = get_args(Act)


@dataclass(frozen=True, slots=True)
class Gathering:
    """What a fact announces, as data: the host's slug, the place's sector by name, the moment (game seconds) and the length
    (seconds). ``name`` is what it is called (``a supper``); "" where the scenario does not say."""

    host: str
    place: str
    at: int
    lasts: int = 7200
    name: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A memory that its resident could tell: its number ``n`` in their stream and its sentence as it stands there.

    ``about`` are the slugs of those it names, ``at`` is when it was remembered, ``source`` from whom (as in ``Memory``),
    ``secret`` whether nobody is to know it.
    """

    n: int
    text: str
    about: tuple[str, ...] = ()
    at: int = 0
    source: str = ""
    importance: float = 0.0
    secret: bool = False
    gathering: Gathering | None = None


@dataclass(frozen=True, slots=True)
class Intent:
    """One thing that a resident may do or say now, decided from state alone; it knows no wording.

    ``act`` is an ``Act`` for a line of talk, a reaction's option for something seen, ``visit`` or ``do`` for a free hour.
    ``facts`` are the numbers of the resident's own memories that it rests on, the weightiest first; ``to`` is the slug of whom
    it is for ("" for nobody in particular), ``place`` a sector by name. ``weight`` is above 0; the highest is the likeliest.
    """

    act: str
    facts: tuple[int, ...] = ()
    to: str = ""
    weight: float = 1.0
    place: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """One candidate of a retrieval with the terms of its score.

    ``recency``, ``importance`` and ``relevance`` (the cosine) are raw; the ``norm_*`` are what was weighted and summed into
    ``score`` (min-max over the candidates, or the preset's own scale). ``rank`` counts from 0. ``taken`` is False for the next
    best candidates, which were not returned and are kept for display. Where words count, ``words`` is the share of the query's
    words that the memory has, and ``near`` what its neighbours in time added to ``norm_relevance`` (``memory/blend``).
    """

    memory: Memory
    recency: float
    importance: float
    relevance: float
    norm_recency: float
    norm_importance: float
    norm_relevance: float
    score: float
    rank: int
    taken: bool = True
    words: float = 0.0
    near: float = 0.0


@dataclass(frozen=True, slots=True)
class Retrieval:
    """One retrieval: query, game second, purpose, the hits (those not taken last), and whether it refreshed their last
    access."""

    query: str
    at: int
    purpose: str
    hits: tuple[Hit, ...]
    touched: bool = True


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a day's plan: ``start`` and ``end`` in game seconds, ``place`` a sector or arena address."""

    start: int
    end: int
    activity: str
    place: Address
    why: str = ""
    """What for, where the resident said so."""


@dataclass(frozen=True, slots=True)
class Step:
    """5 to 15 minutes of a block. ``start`` and ``end`` in game seconds; ``target`` is the address of the object used, or of
    the place where none is; ``state`` is the state the object is put into."""

    start: int
    end: int
    activity: str
    target: Address
    state: str = ""
    icon: str = "think"
    person: str = ""
    """The slug of whom the step seeks out to speak with; "" for nobody."""
    topic: str = ""
    """What they are to be asked or told, where that was said apart from the activity, which everybody sees."""
    result: str = ""
    """What is remembered as known or done when it ends, a sentence; "" for nothing."""


@dataclass(frozen=True, slots=True)
class Action:
    """A decision of a mind. ``kind`` as in the table in ``sim/engine/README.md``; ``data`` is plain JSON data."""

    kind: str
    who: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as it is recorded and shown. ``kind`` and ``data`` as in the table in ``sim/record/README.md``.

    ``seq`` counts from 0 within the tick. ``key`` names what changed (a resident's slug, an object's address, a talk's id), so
    that the state of anything at any tick is the last event of its kind and key.
    """

    tick: int
    seq: int
    kind: str
    key: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Command:
    """A person's command to a running town, recorded at the tick at which it applies: ``whisper``, ``happening``, ``go`` ..."""

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Exchanged:
    """The lines of a small talk, its speakers in turn. Line ``key`` shows what its speaker did, in few words: ``deed``."""

    turns: tuple[str, ...]
    key: int
    deed: str


GREETS = (
    r"(?:hi|hello|hey|ahoy|hail|welcome|greetings|well met|(?:good )?(?:morning|afternoon|evening)|good day|"
    r"peace(?= (?:be|to|and good)\b|,)|god (?:be with|bless|greet|keep) you|bless(?:ings|ed be| you))\b"
)
"""With which words a line begins that is heard as a greeting, in small letters."""


@dataclass(frozen=True, slots=True)
class Speech:
    """How somebody speaks: ``how`` in words; sentences of theirs before a question (``asks``) and before anything else
    (``says``); greetings of theirs, with ``{you}`` for the other's name."""

    how: str = ""
    asks: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    greets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Undertaking:
    """What somebody does about a matter of theirs, for an hour of a day, or as their work: an activity in -ing, what for, in
    which part of the day (``morning``, ``midday``, ``afternoon``, ``evening``, ``any``), at ``home``, at ``work``, at a place
    by its name or sort, there at a ``thing`` ("" for none in particular); ``who`` is looked for ("" for nobody)."""

    activity: str
    why: str
    when: str = "evening"
    at: str = "home"
    who: str = ""
    thing: str = ""


@dataclass(frozen=True, slots=True)
class Matter:
    """Something of a resident's that a scenario has words for: what they say of it ``first``, and ``again`` when the same
    listener asks how it went on; what the listener concludes from both (``insight``, with ``{a}`` for whose it is), says of it
    to them (``said``) and hears (``answers``), and would look for them with (``errand``); what they conclude of themselves
    (``own``, with ``{a}`` too). Whose it is ``does`` something
    about it on some days. ``about`` names it. ``bond`` is what the listener is to them (as in the banks' exchanges); ``to``
    names the listeners, where not everybody may hear of it. ``of`` and ``to`` are full names."""

    of: str
    about: str
    bond: str
    to: tuple[str, ...]
    first: Exchanged
    again: Exchanged
    insight: tuple[str, ...]
    said: tuple[str, ...]
    answers: tuple[str, ...]
    errand: str = ""
    own: str = ""
    does: tuple[Undertaking, ...] = ()


Phase = Literal["starting", "running", "thinking", "paused", "finished", "failed"]


@dataclass(frozen=True, slots=True)
class RunStatus:
    """The state of a live run, as its process reports it to the window.

    ``tick`` is the last one committed. ``speed`` is in game minutes per second (0: as fast as it can). ``thinking`` are the
    residents that the model works for. ``skipping``: whether a night is being skipped. ``holds``: the speed that the town can
    hold while the model is too slow for the one that was chosen; 0 while it keeps up. ``pondering`` says, where thought takes
    game time, who thinks about which kind of question. ``work`` says in words what a model is at and how long it will take; ""
    where no model works, or is done in a moment.
    """

    phase: Phase = "starting"
    text: str = ""
    run_path: str = ""
    tick: int = 0
    speed: float = 1.0
    thinking: tuple[str, ...] = ()
    skipping: bool = False
    holds: float = 0.0
    pondering: tuple[tuple[str, str], ...] = ()
    work: str = ""
