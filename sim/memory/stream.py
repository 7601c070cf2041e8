"""``MemoryStream``: everything one person perceived, said, planned and concluded, and how it is retrieved.

Usable alone: ``from sim.memory import MemoryStream``. ``base_stream`` stores and retrieves. Here is what asks a model: as
generators of questions for towns (``rating``, ``reflecting``), and at once for whoever gives an ``llm`` (``remember``,
``rate``, ``reflect``, ``merge``); and the one file that a stream is saved as.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from sim.llm.base import Names
from sim.memory import compress, reflect, stream_file
from sim.memory.answering import Llm, LlmAnswerer
from sim.memory.base_stream import BaseStream
from sim.memory.embed import Embedder, open_embedder
from sim.memory.locking import locked
from sim.memory.metadata import Metadata, checked, combined
from sim.memory.moments import Clock, Moment
from sim.memory.presets import Preset
from sim.memory.reflect import Thinker, drive
from sim.prompts import Asking, Card, Setting
from sim.prompts.scene import Recollection, Scene
from sim.types import Hit, Memory, MemoryKind

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")


class MemoryStream(BaseStream):
    """Memories numbered from 0, with exact retrieval by recency, importance and relevance over a FAISS index, and an importance
    budget that triggers reflection. Threads may share one.

    ``preset`` is a name or a Preset; ``overrides`` replace its fields. ``embedder``: an ``Embedder``, or a name for
    ``open_embedder`` (``"minilm"``); by default the hashing one, which needs no model. ``llm`` rates and reflects: a function
    from a prompt to a reply, a model, or a model's name. With ``reflects`` it does so whenever enough has happened. ``judge``
    rates by rule what is added without an importance. ``whose`` memories these are (a name or a Card) stands in prompts.
    ``clock`` tells the present moment (default: the computer's), ``start`` the date of second 0 (default: 1970), ``seed`` makes
    questions repeatable, ``count_tokens`` counts for ``max_tokens``. Raises ValueError for settings that make no sense.
    """

    def __init__(
        self,
        preset: str | Preset = "park",
        embedder: Embedder | str | None = None,
        judge: Callable[[str], float] | None = None,
        llm: Llm | None = None,
        *,
        reflects: bool = False,
        whose: str | Card = "",
        clock: Clock | None = None,
        start: dt.datetime | None = None,
        seed: int = 0,
        count_tokens: Callable[[str], int] | None = None,
        **overrides: Any,
    ) -> None:
        opened = open_embedder(embedder) if isinstance(embedder, str) else embedder
        super().__init__(preset, opened, judge, clock, start, count_tokens, **overrides)
        self.answer = LlmAnswerer(llm)
        self.reflects, self.seed = reflects, seed
        self.card = whose if isinstance(whose, Card) else Card(whose or "the person", whose.partition(" ")[0] or "the person")

    # -- at once ------------------------------------------------------------------------------------------------------

    @locked
    def remember(
        self,
        text: str,
        at: Moment | None = None,
        importance: float | None = None,
        kind: MemoryKind = "observation",
        *,
        source: str = "",
        evidence: Sequence[int] = (),
        expires: Moment | None = None,
        metadata: Metadata | None = None,
        user: str = "",
        session: str = "",
    ) -> Memory:
        """Store a memory, rated by the ``llm`` where there is one and no ``importance`` is given (else it stays unrated), and
        reflect where that is due and wanted. ``user`` and ``session`` become metadata. Raises ValueError, and ``LlmError``
        where the model's reply is of no use: the memory is then kept, unrated."""
        noted = combined(metadata, user, session)
        memory = self.add(text, kind, at, importance, evidence, expires, source, metadata=noted)
        self._think(memory.at)
        return self[memory.n]

    @locked
    def add_many(self, rows: Iterable[str | Mapping[str, Any]], at: Moment | None = None) -> list[Memory]:
        """Store many: texts, or the arguments of ``remember`` as dicts. They are rated ten to a question. Nothing is stored
        where a row is refused (ValueError names it)."""
        moment, size = self.timeline.seconds(at), len(self._memories)
        for i, row in enumerate(rows):
            try:
                self._add_row({"text": row} if isinstance(row, str) else dict(row), moment)
            except (TypeError, ValueError) as error:
                for n in range(size, len(self._memories)):
                    self.remove(n)
                raise ValueError(f"row {i}: {error}") from None
        made = range(size, len(self._memories))
        self._think(max((self[n].at for n in made), default=moment))
        return [self[n] for n in made]

    def rate(self, n: int | None = None, importance: float | None = None) -> int:
        """Set a memory's importance; without arguments, have the ``llm`` rate all that is unrated. Returns how many."""
        if n is not None and importance is not None:
            self.set_importance(n, importance)
            return 1
        if n is not None or importance is not None:
            raise ValueError("to set an importance give n and importance; to have all rated give neither")
        return self.run(reflect.rating(self, self.thinker()))

    def reflect(self, about: str = "", at: Moment | None = None) -> list[Memory]:
        """Have the ``llm`` conclude something now, ``about`` one thing or what recent memories raise; what is unrated is rated
        first. Returns the new reflections, with their evidence."""
        with self.lock:
            self.run(reflect.rating(self, self.thinker(at)))
            return self._reflect(self.timeline.seconds(at), about)

    def run(self, steps: Asking[T]) -> T:
        """Run what asks questions, such as the functions of ``npc`` and ``llm_stream``, to its end with the ``llm``."""
        with self.lock:
            return drive(steps, self.answer)

    def thinker(self, at: Moment | None = None) -> Thinker:
        """Who is asked, at a moment, for such functions."""
        names, seed = Names((self.card.name, self.card.first)), self.seed + len(self._memories)
        return Thinker(self.card, names, self.timeline.seconds(at), seed)

    @locked
    def update(
        self, n: int, text: str | None = None, importance: float | None = None, metadata: Metadata | None = None
    ) -> Memory:
        """Correct a memory; returns it as it is then. A new ``text`` gets a new number, with time, kind, importance, evidence
        and metadata of the old one, which is removed: a number always stands for the same words. ``metadata`` is added to what
        was there, a None takes a name away. Raises ValueError and IndexError; nothing is changed then."""
        old = self[n]
        noted = {**self.metadata(n), **checked(metadata)}
        noted = {name: value for name, value in noted.items() if value is not None or name not in (metadata or {})}
        if text is not None and text != old.text:
            own = None if old.importance is None else self.preset.own(old.importance)
            made = self.add(text, old.kind, old.at, own if importance is None else importance, old.evidence, old.expires,
                            old.source, counts=False)  # fmt: skip
            self.remove(n)
            n = made.n
        elif importance is not None:
            self.set_importance(n, importance)
        self._metadata.set(n, noted)
        self._changes.noted.append((n, noted))
        return self[n]

    @locked
    def forget(self, rule: compress.Forgetting = compress.FORGETTING, at: Moment | None = None) -> list[int]:
        """Remove what matters little, is old and was seldom found; returns the numbers."""
        return compress.forget(self, self.timeline.seconds(at), rule)

    @locked
    def tier(self, idle: int = compress.IDLE, at: Moment | None = None) -> list[int]:
        """Move what was not retrieved for ``idle`` seconds to cold storage; returns the numbers."""
        return compress.tier(self, self.timeline.seconds(at), idle)

    @locked
    def merge(self, rule: compress.Merging = compress.MERGING, at: Moment | None = None) -> list[Memory]:
        """Have the ``llm`` merge similar old memories; returns the summaries."""
        return self.run(compress.merging(self, self.thinker(at), rule))

    def format(self, hits: Iterable[Hit | Memory], template: str = "- {text}") -> str:
        """Hits or memories as lines for a prompt. ``template`` may name text, n, kind, source, importance, date, and of hits
        score. Raises ValueError for another name."""
        lines = []
        for hit in hits:
            memory = hit.memory if isinstance(hit, Hit) else hit
            names = {"text": memory.text, "n": memory.n, "kind": memory.kind, "source": memory.source}
            rated = self.preset.unrated if memory.importance is None else self.preset.own(memory.importance)
            names |= {"importance": f"{rated:g}", "date": f"{self.timeline.date(memory.at):%Y-%m-%d %H:%M}"}
            names |= {"score": f"{hit.score:.3f}"} if isinstance(hit, Hit) else {}
            try:
                lines.append(template.format(**names))
            except (KeyError, IndexError, AttributeError) as error:
                raise ValueError(f"template {template!r} names {error}; there are {', '.join(names)}") from None
        return "\n".join(lines)

    def frame(self, hits: Sequence[Hit] | None = None) -> pd.DataFrame:
        """All memories, or some hits, as a DataFrame with the column names of seed document 002. Needs pandas."""
        from sim.memory.dataframes import hits_frame, memory_frame

        return memory_frame(self, self.timeline.start) if hits is None else hits_frame(hits)

    # -- one file -----------------------------------------------------------------------------------------------------

    @locked
    def save(self, path: str | Path) -> None:
        """Write everything but the ``llm`` into one file (JSON lines; vectors, metadata and the preset's numbers included). The
        file is replaced in one step."""
        stream_file.write(self, Path(path))

    @classmethod
    def load(cls, path: str | Path, embedder: Embedder | str | None = None, **settings: Any) -> Self:
        """The stream that ``save`` wrote. ``embedder``: the one it was made with, by default opened by its name; another one
        raises ``EmbedderError``. ``settings`` are those of a new stream (``llm``, ``clock`` ...) and fields of the preset, such
        as ``terms``, which no file can hold. Raises ``ImportProblem`` for a file that cannot be read."""
        stored = stream_file.read(Path(path))
        opened = open_embedder(embedder or stored.embedder) if isinstance(embedder, str | None) else embedder
        return stream_file.restored(cls, stored, opened, Path(path), settings)

    # -- as questions -------------------------------------------------------------------------------------------------

    def rating(self, card: Card, names: Names, at: int, seed: int, now: str = "", scene: Scene | None = None) -> Asking[int]:
        """Ask for the importance of every unrated memory, ten at a time; returns how many were rated. ``now`` and ``scene`` are
        shown in the questions."""
        return reflect.rating(self, Thinker(card, names, at, seed, now, scene))

    def reflecting(
        self,
        card: Card,
        names: Names,
        at: int,
        seed: int,
        now: str = "",
        anchor: str = "",
        scene: Scene | None = None,
        dated: Callable[[Memory], Recollection] | None = None,
        setting: Setting | None = None,
    ) -> Asking[list[Memory]]:
        """Ask what can be concluded and keep it with its evidence; returns the new reflections. ``now``, ``scene`` and when a
        memory is from (``dated``) are shown in the questions, ``setting`` goes with them; ``anchor`` is the one focal point
        instead of asking for some."""
        return reflect.reflecting(self, Thinker(card, names, at, seed, now, scene, dated, setting or Setting()), anchor)

    # -- inside -------------------------------------------------------------------------------------------------------

    def _think(self, at: int) -> None:
        """Rate what is new, where there is a model, and reflect where that is due and wanted."""
        if self.answer:
            self.run(reflect.rating(self, self.thinker(at)))
        if self.reflects and self.due() and self.is_window_new():
            self._reflect(at)

    def _reflect(self, at: int, about: str = "") -> list[Memory]:
        """Reflect; where the model fails the budget stays as it was."""
        before = self._budget, self._spent
        try:
            return self.run(reflect.reflecting(self, self.thinker(at), about))
        except Exception:
            self._budget, self._spent = before
            raise

    def _add_row(self, row: dict[str, Any], at: int) -> None:
        noted = combined(row.pop("metadata", None), row.pop("user", ""), row.pop("session", ""))
        self.add(**{"at": at, **row, "metadata": noted})


class NullStream(MemoryStream):
    """A ``MemoryStream`` that keeps nothing, for towns whose residents perceive, plan and walk but remember nothing."""

    keeps = False

    def add(self, text: str, kind: MemoryKind = "observation", at: Moment | None = None, *_: Any, **__: Any) -> Memory:
        """The memory that was told, with number -1. It is not kept."""
        moment = self.timeline.seconds(at)
        return Memory(-1, text, kind, moment, moment)

    def retrieve(self, *_: Any, **__: Any) -> list[Hit]:
        """Always []."""
        return []
