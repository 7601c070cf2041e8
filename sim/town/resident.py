"""A resident of a town, seen from Python: what they do and plan, whom they know, their memory, and ways to reach them.

A view: it holds no state of its own and always shows the town's present tick. Made by ``town["nora"]``.
"""

from __future__ import annotations

import datetime as dt
import importlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from sim.town.notebook import card
from sim.types import Block, Hit, Memory, MemoryKind, Tile, write_address

if TYPE_CHECKING:
    import pandas as pd

    from sim.engine.tick import Engine
    from sim.memory import MemoryStream
    from sim.mind.mind import Mind
    from sim.world.state import Body


class TownOfResident(Protocol):
    """What a resident needs of the town: its engine, moments, commands and interviews."""

    @property
    def engine(self) -> Engine: ...

    @property
    def at(self) -> int: ...

    def moment(self, at: int) -> dt.datetime: ...

    def command(self, kind: str, /, **data: Any) -> None: ...

    def _ask(self, slug: str, question: str, options: tuple[str, ...], scale: tuple[float, float] | None) -> str: ...


class Resident:
    """``town["nora"]``. Times are game seconds since the scenario's start."""

    def __init__(self, town: TownOfResident, slug: str) -> None:
        self.town, self.slug = town, slug

    @property
    def _mind(self) -> Mind:
        return self.town.engine.minds[self.slug]

    @property
    def _body(self) -> Body:
        return self.town.engine.world.bodies[self.slug]

    @property
    def name(self) -> str:
        """Full name."""
        return self._mind.resident.name

    @property
    def first(self) -> str:
        """The name that friends use."""
        return self._mind.resident.first

    @property
    def age(self) -> int:
        """Years."""
        return self._mind.resident.age

    @property
    def occupation(self) -> str:
        """The occupation in a few words: ``cafe owner``."""
        return self._mind.resident.occupation

    @property
    def currently(self) -> str:
        """What is on the resident's mind these days."""
        return self._mind.state.currently or self._mind.resident.currently

    @property
    def doing(self) -> str:
        """The activity in hand: ``grinding beans``."""
        return self._body.activity

    @property
    def place(self) -> str:
        """The room that the resident is in, written out: ``Wrenfield:The Copper Finch:cafe``."""
        return write_address(self.town.engine.world.where(self._body))

    @property
    def tile(self) -> Tile:
        """(x, y) on the map, from 0."""
        return self._body.tile

    @property
    def asleep(self) -> bool:
        """Whether the resident sleeps."""
        return self._body.asleep

    @property
    def talking_with(self) -> tuple[str, ...]:
        """Slugs of the residents they talk with; () outside a talk."""
        talk = self.town.engine.world.talks.get(self._body.talk)
        return tuple(slug for slug in talk.people if slug != self.slug) if talk else ()

    @property
    def plan(self) -> tuple[Block, ...]:
        """Today's plan: blocks with ``start`` and ``end``, ``activity`` and ``place``. Empty before the first waking."""
        return tuple(self._mind.state.blocks)

    @property
    def relationships(self) -> dict[str, str]:
        """Slug of another resident -> what this resident knows and feels about them, in a sentence."""
        return dict(self._mind.state.relations)

    @property
    def memory(self) -> ResidentMemory:
        """The memory stream, at the town's present moment."""
        return ResidentMemory(self)

    def interview(self, question: str, options: Sequence[str] = (), scale: tuple[float, float] | None = None) -> str:
        """Ask from outside the town: an open answer, one of ``options``, or a number of ``scale`` (low, high) as text,
        whole where both ends are ``int``.

        Changes nothing but the run's list of interviews. Raises ``ModelError`` where the model is gone."""
        return self.town._ask(self.slug, question, tuple(options), scale)

    def whisper(self, text: str) -> None:
        """Put a thought into their head: in the next tick it is a memory, and they consider it."""
        self.town.command("whisper", who=self.slug, text=text)

    def command(self, kind: str, /, **data: Any) -> None:
        """Play this resident: ``become``, then ``go`` (``to`` or ``x`` and ``y``), ``do`` (``activity``), ``speak`` (``text``,
        ``end``), and at last ``release``. Each applies in the next tick."""
        self.town.command(kind, who=self.slug, **data)

    def __repr__(self) -> str:
        return f"<{self.name}, {self.doing or 'not in town yet'}>"

    def _repr_html_(self) -> str:
        about = f"{self.age}, {self.occupation}" if self.occupation else f"{self.age}"
        return card(self.name, about, self.doing, self.place, self.currently, list(self.memory.stream))


class ResidentMemory:
    """A resident's memory stream with the town's clock: looking into it leaves no trace in the town."""

    def __init__(self, resident: Resident) -> None:
        self._resident = resident

    @property
    def stream(self) -> MemoryStream:
        """The ``MemoryStream`` itself, to read. Whatever is changed in it directly is lost to ``verify``."""
        return self._resident._mind.stream

    def search(
        self,
        query: str,
        k: int = 10,
        *,
        weights: tuple[float, float, float] | None = None,
        kinds: Sequence[MemoryKind] | None = None,
        where: str = "",
    ) -> list[Hit]:
        """The ``k`` best memories for ``query`` now, best first, with the arithmetic behind each (recency, importance,
        relevance, score). ``weights`` are those of the three; ``where`` is a filter expression (``"importance > 0.5"``)."""
        at = self._resident.town.at
        return self.stream.retrieve(query, at, k, weights, kinds, touch=False, where=where)

    def add(self, text: str, kind: MemoryKind = "observation", importance: float | None = None) -> None:
        """Put down a memory in the next tick; ``importance`` from 0 to 10, None to have it rated like any other. Raises
        ValueError for an unknown kind and for an importance outside."""
        from sim.memory import checks

        checks.known_kinds((kind,), "kind")
        if importance is not None:
            checks.importance(importance, checks.TOP, "the memory")
        self._resident.town.command("remember", who=self._resident.slug, text=text, kind=kind, importance=importance)

    def reflections(self) -> list[Memory]:
        """The resident's reflections, oldest first."""
        return [memory for memory in self.stream if memory.kind == "reflection"]

    @property
    def frame(self) -> pd.DataFrame:
        """A row per memory, by number: ``kind``, ``text``, ``importance`` (1 to 10, none while unrated), ``time`` and
        ``accessed`` (dates), ``evidence`` (numbers), ``source``, ``depth``. Needs pandas."""
        moment = self._resident.town.moment
        rows = [
            {
                **{"n": m.n, "kind": m.kind, "text": m.text, "importance": m.importance, "time": moment(m.at)},
                **{"accessed": moment(m.accessed), "evidence": m.evidence, "source": m.source, "depth": m.depth},
            }
            for m in self.stream
        ]
        columns = ["n", "kind", "text", "importance", "time", "accessed", "evidence", "source", "depth"]
        return importlib.import_module("pandas").DataFrame(rows, columns=columns).set_index("n")

    def __len__(self) -> int:
        return len(self.stream)

    def __iter__(self) -> Iterator[Memory]:
        return iter(self.stream)

    def __getitem__(self, n: int) -> Memory:
        """Memory number ``n``. Raises IndexError where there is none."""
        return self.stream[n]

    def __repr__(self) -> str:
        return f"<{len(self)} memories of {self._resident.name}>"
