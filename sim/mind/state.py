"""What a resident has in mind besides memories: today's plan, the step in hand, what was just noticed, whom they met.

Plain data that turns into JSON and back, so that a run can go on from it. Knows nothing of how any of it comes about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.types import Block, Step, read_address, write_address

PERCEPTION = ("retained", "noted")
"""What every look around may change: small, and kept apart from the rest, which changes seldom."""
STORED_APART = (*PERCEPTION, "fresh", "blocks", "steps", "routines", "known_places", "habits_changed")
MOST_KEPT = 400
"""Most routines and noticed things kept; the oldest go first."""


def mark_of(text: str) -> int:
    """The number that stands for a percept's words among those retained: 48 bits, never 0."""
    return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big") or 1


@dataclass(frozen=True, slots=True)
class Commitment:
    """Something promised: what, when (game seconds) and where. ``state`` is ``open``, ``kept`` or ``given up``."""

    text: str
    activity: str
    at: int
    place: str
    state: str = "open"


@dataclass(slots=True)
class MindState:
    """All of it. Times are game seconds."""

    day: int = 0
    """The day that ``blocks`` are for; 0 before the first plan."""
    blocks: list[Block] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    step: int = -1
    """Index into ``steps`` of the one in hand; -1 for none."""
    going: bool = False
    """On the way to the step's target."""
    pause_until: int = 0
    """Waiting, by one's own decision, until then."""
    wake_at: int = 0
    asleep: bool = False
    retained: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64), compare=False)
    """What was perceived last, as marks, newest last, zeros before the first: a row of the town's table (``sight.py``)."""
    fresh: list[int] = field(default_factory=list)
    """The marks of what was perceived since this was last written."""
    noted: dict[str, int] = field(default_factory=dict)
    """Slug -> when something they did was last remembered."""
    considered: dict[str, int] = field(default_factory=dict)
    """What a reaction was considered to, and when."""
    met: dict[str, int] = field(default_factory=dict)
    """Slug -> when the last talk with them ended."""
    relations: dict[str, str] = field(default_factory=dict)
    """Slug -> what is known and felt, in a sentence."""
    related: dict[str, int] = field(default_factory=dict)
    """Slug -> when that sentence was last thought over."""
    commitments: list[Commitment] = field(default_factory=list)
    known_places: list[str] = field(default_factory=list)
    """Sectors and arenas seen or known from the start, in order."""
    routines: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    habits_changed: bool = True
    """Whether places or routines changed since they were last written: they are large, and kept apart."""
    player: bool = False
    """A person has taken the resident over: they perceive and remember, but what they do comes from commands."""
    handed_back: bool = False
    """The person has let go: what is left of the day is planned anew."""
    talk: str = ""
    talk_people: list[str] = field(default_factory=list)
    talk_memories: list[int] = field(default_factory=list)
    """The utterances of the talk in hand, by n."""
    talk_lines: list[tuple[str, str]] = field(default_factory=list)
    """The same as (slug, words)."""
    told: dict[str, list[str]] = field(default_factory=dict)
    """What one has told others, and the names of those who were told."""
    currently: str = ""
    """Overrides the scenario's concern once life has changed it."""
    summary: str = ""
    """Who the resident is by now, in their own view; refreshed every morning."""
    yesterday: str = ""
    needs: dict[str, float] = field(default_factory=dict)
    """Energy, hunger and company from 0 (nothing left) to 1; empty where the scenario has no needs."""
    needs_at: int = 0
    mood: str = ""
    stream: dict[str, Any] = field(default_factory=dict)
    """The memory stream's own small state (its budget)."""

    def to_json(self) -> dict[str, Any]:
        """Plain JSON data of all but sight and habits."""
        return self.without_plan() | self.plan()

    def without_plan(self) -> dict[str, Any]:
        """The same without the plan; what is empty is left out."""
        data = {name: value for name in _OWN if (value := getattr(self, name))}
        if self.commitments:
            data["commitments"] = [asdict(c) for c in self.commitments]
        if self.talk_lines:
            data["talk_lines"] = [list(line) for line in self.talk_lines]
        return data | {"step": self.step}

    def plan(self) -> dict[str, Any]:
        """Today's blocks and this hour's steps: larger than all else, and changed once an hour."""
        return {
            "blocks": [[b.start, b.end, b.activity, write_address(b.place)] for b in self.blocks],
            "steps": [[s.start, s.end, s.activity, write_address(s.target), s.state, s.icon] for s in self.steps],
        }

    def perception(self) -> dict[str, Any]:
        """What was seen last."""
        return {"retained": self.retained[self.retained > 0].tolist(), "noted": self.noted}

    def retain(self, marks: Sequence[int]) -> None:
        """Retain what was just perceived; the oldest goes."""
        self.fresh += marks
        every = np.concatenate([self.retained, np.array(marks, np.int64)])
        self.retained[:] = every[len(every) - len(self.retained) :]

    def habits(self) -> dict[str, Any]:
        """What changes seldom: routines and known places."""
        return {"routines": dict(self.routines), "known_places": list(self.known_places)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], habits: Mapping[str, Any], perception: Mapping[str, Any]) -> MindState:
        """The inverse of ``to_json``, ``habits`` and ``sight``."""
        every = {**data, **perception, "retained": np.array(perception.get("retained", ()), np.int64)}
        state = cls(**{f.name: every[f.name] for f in fields(cls) if f.name in every}, **habits, habits_changed=False)
        state.blocks = [Block(start, end, activity, read_address(place)) for start, end, activity, place in data["blocks"]]
        state.steps = [Step(a, b, what, read_address(target), how, icon) for a, b, what, target, how, icon in data["steps"]]
        state.commitments = [Commitment(**row) for row in data.get("commitments", ())]
        state.talk_lines = [(who, text) for who, text in data.get("talk_lines", ())]
        return state

    def evict_oldest(self) -> None:
        """Let the oldest of what only saves work go, so that the state stays small over many days."""
        for kept in (self.considered, self.routines, self.told):
            for key in list(kept)[: max(0, len(kept) - MOST_KEPT)]:
                del kept[key]
                self.habits_changed = True


_OWN = tuple(f.name for f in fields(MindState) if f.name not in STORED_APART)
