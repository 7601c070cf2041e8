"""Mind state: what a mind holds besides its memory stream (plan, current step, last percepts, relationships, talk ...).

Plain data with conversion to and from JSON, so that a run can be resumed. The other modules of this room change it.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.types import Block, Step, read_address, write_address

RETENTION = 8
"""Things perceived last, which are not perceived anew, as in Park et al.'s shipped personas."""
PERCEPTION = ("retained", "noted")
"""Fields that every perception may change; stored apart from the rest, which changes seldom."""
GROWING: Mapping[str, tuple[str, ...]] = {
    "ties": ("relations", "met", "talks", "related", "closeness"),
    "told": ("told", "shared"),
    "considered": ("considered",),
    "done": ("remembered", "deeds"),
}
"""Kinds of states, and the fields that each holds: what grows from day to day, and is written only where it changed."""
STORED_APART = (
    *PERCEPTION, "fresh", "blocks", "earlier", "steps", "routines", "known_places", "habits_changed",
    *(name for names in GROWING.values() for name in names),
)  # fmt: skip
SPOKEN_OF = 9000
"""Game seconds in which one speaks of what happened."""
MOST_KEPT = 400
"""Most entries kept per cache (``evict_oldest``)."""


def mark_of(text: str) -> int:
    """The mark of a percept: a 48-bit hash of its text, never 0."""
    return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big") or 1


@dataclass(frozen=True, slots=True)
class Commitment:
    """A commitment: what, when (game seconds) and where (a sector's name). ``state``: ``open``, ``kept``, ``given up``
    or ``settled`` (a talk has fulfilled, cancelled or replaced it). A capable mind's may have no hour: ``at`` is 0 then."""

    text: str
    activity: str
    at: int
    place: str
    state: str = "open"
    lasts: int = 0
    """Game seconds that it takes; 0 where nobody said."""
    since: int = 0
    """When one without an hour was made."""


@dataclass(slots=True)
class MindState:
    """The state of one mind. Times are game seconds. Field names are keys in run files."""

    day: int = 0
    """The day that ``blocks`` are for; 0 before the first plan."""
    blocks: list[Block] = field(default_factory=list)
    earlier: list[tuple[int, str, str]] = field(default_factory=list)
    """Start, activity and place of what was planned for today before the plan was last changed, as far as its hour had come."""
    steps: list[Step] = field(default_factory=list)
    step: int = -1
    """Index into ``steps`` of the current one; -1 for none."""
    going: bool = False
    """Whether the resident is walking to the step's target."""
    pause_until: int = 0
    """End of a wait that the resident decided on."""
    wake_at: int = 0
    asleep: bool = False
    retained: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64), compare=False)
    """Marks of the last percepts, newest last, padded with zeros: a row of the town's table (``town_perception``)."""
    fresh: list[int] = field(default_factory=list)
    """Marks retained since the last write."""
    noted: dict[str, int] = field(default_factory=dict)
    """Slug -> when an observation of them was last kept, the newest last."""
    considered: dict[str, int] = field(default_factory=dict)
    """Key of a percept (or a felt need) -> when a reaction to it was last considered."""
    met: dict[str, int] = field(default_factory=dict)
    """Slug -> when the last talk with them ended."""
    talks: dict[str, list[int]] = field(default_factory=dict)
    """Slug -> the day of the last talk with them, and the talks of that day."""
    relations: dict[str, str] = field(default_factory=dict)
    """Slug -> the relationship in a sentence."""
    related: dict[str, int] = field(default_factory=dict)
    """Slug -> when that sentence was last rewritten."""
    commitments: list[Commitment] = field(default_factory=list)
    known_places: list[str] = field(default_factory=list)
    """Addresses of sectors known at first or entered since, in order."""
    routines: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    deeds: dict[str, int] = field(default_factory=dict)
    """What is done once a day at most and was begun today -> the day."""
    foreseen: dict[str, Any] = field(default_factory=dict)
    """Steps asked for ahead: what their stretch is ``for``, its ``start`` and ``minutes``, and the ``rows`` of the reply."""
    steps_for: str = ""
    """The activity and place of the block that the steps were made for; "" in runs from before this was kept."""
    steps_since: int = 0
    """When a capable mind's steps began at first: they move when the resident is late."""
    remembered: dict[str, int] = field(default_factory=dict)
    """What the resident did -> the day on which it was remembered last: the same again is routine."""
    habits_changed: bool = True
    """Whether places or routines changed since the last write; they are large and stored apart."""
    player: bool = False
    """Whether a person plays the resident: they perceive and remember, but their actions come from commands."""
    handed_back: bool = False
    """Whether the person has released the resident: the rest of the day must be planned anew."""
    talk: str = ""
    talk_people: list[str] = field(default_factory=list)
    talk_memories: list[int] = field(default_factory=list)
    """The n of the current talk's utterances."""
    talk_lines: list[tuple[str, str]] = field(default_factory=list)
    """The same utterances as (slug, words)."""
    wanted: str = ""
    """What a capable mind began or joined the present talk for; "" where others came to it."""
    told: dict[str, list[str]] = field(default_factory=dict)
    """Statement -> full names of those whom the resident told it, or who told them."""
    shared: dict[str, list[int]] = field(default_factory=dict)
    """Slug -> numbers of own memories that the two have told each other."""
    just_told: list[int] = field(default_factory=list)
    """Numbers of own memories that the last line of the talk told, new or known before."""
    talk_done: list[tuple[str, str, list[int]]] = field(default_factory=list)
    """What each line of the current talk did: whose it was, its act, and the numbers of own memories that it told."""
    happened: dict[str, list[Any]] = field(default_factory=dict)
    """What happened where the resident was -> when, and the full names of those there with whom they have not spoken of it."""
    currently: str = ""
    """The current concern; "" while it is still the scenario's."""
    summary: str = ""
    """The resident's summary of themselves, rewritten every morning."""
    yesterday: str = ""
    needs: dict[str, float] = field(default_factory=dict)
    """Energy, hunger and company from 0 (nothing left) to 1; empty where the scenario has no needs."""
    needs_at: int = 0
    mood: str = ""
    feeling: str = ""
    """What a talk or an event left in the resident's mood, in a few words, and since when (``felt_at``)."""
    felt_at: int = 0
    closeness: dict[str, int] = field(default_factory=dict)
    """Slug -> the sum of what talks changed in the tie with them, -10 to 10."""
    thought: str = ""
    """The last private thought, and when it was had (``thought_at``)."""
    thought_at: int = 0
    resolved: str = ""
    """What reflections have led one to do, each in a line, until the plan is changed for it."""
    heard: list[str] = field(default_factory=list)
    """What was said aloud in the room since the resident last perceived."""
    stream: dict[str, Any] = field(default_factory=dict)
    """The memory stream's own state (its importance budget)."""

    def to_json(self) -> dict[str, Any]:
        """JSON data of all but perception and habits."""
        grown = {name: value for part in self.grown().values() for name, value in part.items()}
        return self.momentary() | grown | self.plan()

    def momentary(self) -> dict[str, Any]:
        """JSON data of ``to_json`` without what is stored apart; empty fields are left out."""
        data = {name: value for name in _OWN if (value := getattr(self, name))}
        if self.commitments:
            data["commitments"] = [_without_zeros(asdict(c), "lasts", "since") for c in self.commitments]
        if self.talk_lines:
            data["talk_lines"] = [list(line) for line in self.talk_lines]
        if self.talk_done:
            data["talk_done"] = [list(one) for one in self.talk_done]
        return data | {"step": self.step}

    def grown(self) -> dict[str, dict[str, Any]]:
        """JSON data of what grows, by kind of state (``GROWING``): the mind's own, no copies."""
        return {kind: {name: kept for name in names if (kept := getattr(self, name))} for kind, names in GROWING.items()}

    def plan(self) -> dict[str, Any]:
        """JSON data of today's blocks and the current steps: changed about once an hour."""
        return {
            "blocks": [[b.start, b.end, b.activity, write_address(b.place), *([b.why] if b.why else [])] for b in self.blocks],
            "steps": [
                [s.start, s.end, s.activity, write_address(s.target), s.state, s.icon, *_filled(s.person, s.topic, s.result)]
                for s in self.steps
            ],
            **({"earlier": [list(row) for row in self.earlier]} if self.earlier else {}),
        }

    def perception(self) -> dict[str, Any]:
        """JSON data of the last percepts."""
        return {"retained": self.retained[self.retained > 0].tolist(), "noted": self.noted}

    def retain(self, marks: Sequence[int]) -> None:
        """Retain the marks of new percepts; the oldest are dropped."""
        self.fresh += marks
        every = np.concatenate([self.retained, np.array(marks, np.int64)])
        self.retained[:] = every[len(every) - len(self.retained) :]

    def habits(self) -> dict[str, Any]:
        """JSON data of what changes seldom: routines and known places."""
        return {"routines": dict(self.routines), "known_places": list(self.known_places)}

    @classmethod
    def stored(cls, states: Mapping[str, Any], slug: str, perception: Mapping[str, Any]) -> MindState:
        """A resident's mind state from the states of a run. What the mind's own state holds counts before what is stored apart:
        an edit writes all of it there."""
        parts = [states.get(f"{kind}:{slug}", {}) for kind in ("plan", *GROWING, "mind")]
        return cls.from_json(dict(ChainMap(*reversed(parts))), states.get(f"habits:{slug}", {}), perception)

    @classmethod
    def from_json(cls, data: Mapping[str, Any], habits: Mapping[str, Any], perception: Mapping[str, Any]) -> MindState:
        """The inverse of ``to_json``, ``habits`` and ``perception``."""
        every = {**data, **perception, "retained": np.array(perception.get("retained", ()), np.int64)}
        state = cls(**{f.name: every[f.name] for f in fields(cls) if f.name in every}, **habits, habits_changed=False)
        state.blocks = [Block(a, b, what, read_address(place), *why) for a, b, what, place, *why in data["blocks"]]
        state.earlier = [(at, activity, place) for at, activity, place in data.get("earlier", ())]
        state.steps = [Step(a, b, what, read_address(target), *rest) for a, b, what, target, *rest in data["steps"]]
        state.commitments = [Commitment(**row) for row in data.get("commitments", ())]
        state.talk_lines = [(who, text) for who, text in data.get("talk_lines", ())]
        state.talk_done = [(who, act, told) for who, act, told in data.get("talk_done", ())]
        return state

    def spoken_since(self, step: Step) -> bool:
        """Whether the resident has spoken with whom a step seeks out since the steps were made."""
        return bool(step.person) and self.met.get(step.person, -1) >= (self.steps_since or self.steps[0].start)

    def note_happening(self, text: str, at: int, others: list[str]) -> None:
        """Note what happened where the resident was with these ``others``, as a sentence."""
        said = text.rstrip(".")
        self.happened[said[:1].upper() + said[1:]] = [at, others]

    def happened_lately(self, at: int) -> dict[str, list[str]]:
        """What happened in the last hours where the resident was -> with whom they have not spoken of it."""
        return {text: names for text, (then, names) in self.happened.items() if at - then < SPOKEN_OF}

    def evict_oldest(self) -> None:
        """Drop the oldest entries of caches beyond ``MOST_KEPT``, so that the state stays small over many days."""
        for kept in (self.considered, self.routines, self.told, self.happened):
            for key in list(kept)[: max(0, len(kept) - MOST_KEPT)]:
                del kept[key]
                self.habits_changed = True


def _filled(*texts: str) -> list[str]:
    """The texts up to the last one that is not empty."""
    return list(texts[: max((i for i, text in enumerate(texts, 1) if text), default=0)])


def _without_zeros(data: dict[str, Any], *names: str) -> dict[str, Any]:
    """Without those members of these that hold 0."""
    return {name: value for name, value in data.items() if value or name not in names}


_OWN = tuple(f.name for f in fields(MindState) if f.name not in STORED_APART)
