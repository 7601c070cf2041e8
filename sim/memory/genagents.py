"""genagents (seed document 003) with its own names: remember, reflect on an anchor, interviews, and its agent folders.

A folder holds ``memory_stream/nodes.json``, ``memory_stream/embeddings.json``, ``scratch.json`` and ``meta.json``. One of its
time steps is one game second here. Preset ``genagents``; any default can be overridden per call or when opening. Calls act at
once, with the agent's ``llm``; nothing is remembered unless it is asked for.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm  # type: ignore[import-untyped]

from sim.llm.base import Names
from sim.memory.answering import Llm
from sim.memory.base_stream import about_tokens
from sim.memory.embed import CachedEmbedder, Embedder, Vectors, open_embedder, to_unit_length
from sim.memory.import_json import SHOWN, ImportProblem, importance, listed, moment, read_json, write_json
from sim.memory.import_json import field as member
from sim.memory.presets import PRESETS
from sim.memory.reflect import Thinker, Who, drive, rate_texts, reflecting
from sim.memory.stream import MemoryStream
from sim.memory.survey import ROW_TOKENS, Item, Speak, Spoken, Survey, Surveyed, SurveyRow
from sim.memory.vector_index import quantise
from sim.prompts import Card
from sim.types import Memory, MemoryKind

OWN = PRESETS["genagents"]
MAX_BYTES = 256 * 2**20
"""The most bytes of a file of vectors; a larger one is not read."""
AT_ONCE = 10
"""Questions of a survey in one prompt to a function. A model gets one: its prompts share their beginning, which is computed
once, and its reply is held to the options."""
BATCH = 16
"""Prompts that are computed together, between two steps of the progress bar."""
ROOM = 200
"""Tokens kept free for the words around card, memories and questions."""
_CLOSED = ("first_name", "last_name", "age")


class GenerativeAgent:
    """A person: a memory stream, and the ``scratch``, a flat record of who they are. ``agent_folder`` is a folder of theirs or
    ours; without one the agent is new. ``embedder`` is an ``Embedder`` or a name; ``overrides`` are settings of the preset.
    A survey shows a progress bar in a terminal; with ``progress`` True everywhere, with False nowhere."""

    progress: bool | None = None

    def __init__(
        self,
        agent_folder: str | Path | None = None,
        llm: Llm | None = None,
        embedder: Embedder | str = "hash",
        keep_vectors: bool = False,
        progress: bool | None = None,
        **overrides: Any,
    ) -> None:
        self.progress = progress
        opened = open_embedder(embedder) if isinstance(embedder, str) else embedder
        self.scratch: dict[str, Any] = {}
        self.meta: dict[str, Any] = {}
        if agent_folder is None:
            self.stream = MemoryStream("genagents", opened, llm=llm, **overrides)
        else:
            self._open(Path(agent_folder), llm, opened, keep_vectors, overrides)

    @classmethod
    def of(cls, stream: MemoryStream, scratch: Mapping[str, Any], meta: Mapping[str, Any] | None = None) -> GenerativeAgent:
        """An agent with a stream that there is already."""
        made = cls.__new__(cls)
        made.stream, made.scratch, made.meta = stream, dict(scratch), dict(meta or {})
        return made

    @property
    def memory_stream(self) -> AgentMemory:
        """The memories under genagents' names."""
        return AgentMemory(self)

    def update_scratch(self, update: Mapping[str, Any]) -> None:
        """Add to who they are, or change it."""
        self.scratch.update(update)

    def get_fullname(self) -> str:
        """First and last name; "" for who has none."""
        return f"{self.scratch.get('first_name', '')} {self.scratch.get('last_name', '')}".strip()

    def get_self_description(self) -> str:
        """The scratch as text."""
        return str(self.scratch)

    def card(self) -> Card:
        """Who they are, for the questions."""
        first = str(self.scratch.get("first_name", "")) or "the participant"
        age = self.scratch.get("age", 0)
        facts = ((key, value) for key, value in self.scratch.items() if key not in _CLOSED and value != "")
        about = tuple(f"{key.replace('_', ' ')}: {value}" for key, value in facts)
        return Card(self.get_fullname() or first, first, age if isinstance(age, int) else 0, background=about)

    def remember(self, content: str, time_step: int = 0) -> Memory:
        """Store an observation with its importance."""
        with self.stream.lock:
            (rated,) = drive(rate_texts(self._thinker(time_step), [content]), self.stream.answer)
            return self.stream.add(content, "observation", time_step, self.stream.preset.own(rated))

    def reflect(
        self, anchor: str, reflection_count: int | None = None, retrieval_count: int | None = None, time_step: int = 0
    ) -> list[Memory]:
        """Reflections about an anchor, each citing everything that was retrieved for it. Counts: None for the preset's (5 and
        120)."""
        asked: dict[str, Any] = {"insights": reflection_count, "reflect_k": retrieval_count}
        with self.stream.lock:
            usual = self.stream.preset
            self.stream.preset = replace(usual, **{name: value for name, value in asked.items() if value is not None})
            try:
                return drive(reflecting(self.stream, self._thinker(time_step), anchor), self.stream.answer)
            finally:
                self.stream.preset = usual

    def categorical_resp(self, questions: Mapping[str, Sequence[str]]) -> dict[str, list[Any]]:
        """One of the options for each question: ``responses`` and ``reasonings``, in order. Memories are retrieved once, for
        all questions together; as many are shown as the model's context has room for."""
        return self._survey([Item(question, tuple(options)) for question, options in questions.items()])

    def numerical_resp(self, questions: Mapping[str, Sequence[float]], float_resp: bool = False) -> dict[str, list[Any]]:
        """A number within its range, (lowest, highest), for each question; whole numbers unless ``float_resp``."""
        items = []
        for question, between in questions.items():
            if len(between) != 2 or not between[0] < between[1]:
                raise ValueError(f"{question!r} has the range {between!r}; the lowest and the highest number are needed")
            items.append(Item(question, (), (between[0], between[1]), float_resp))
        return self._survey(items)

    def open_resp(self, questions: Sequence[str]) -> dict[str, list[Any]]:
        """An answer in their own words to each question."""
        return self._survey([Item(question) for question in questions])

    def utterance(self, curr_dialogue: Sequence[Sequence[str]], context: str = "") -> str:
        """The next line of a conversation, given as rows of name and line; ``context`` says what it is about."""
        rows = tuple((str(name), str(line)) for name, line in curr_dialogue)
        said = "\n".join(f"[{name}]: {line}" for name, line in rows)
        memories = self._recall(said or context)
        reply = self.stream.answer(Speak(**self._asking(), memories=memories, said=rows, about=context))
        assert isinstance(reply, Spoken)
        return reply.utterance

    def save(self, save_directory: str | Path) -> None:
        """Write the agent as a folder. Kinds that genagents does not have become observations, and what is unrated gets the
        preset's usual importance."""
        folder = Path(save_directory)
        write_json(folder / "memory_stream" / "nodes.json", [node.package() for node in self.memory_stream.seq_nodes])
        write_json(folder / "memory_stream" / "embeddings.json", self.memory_stream.embeddings)
        write_json(folder / "scratch.json", self.scratch)
        write_json(folder / "meta.json", self.meta)

    def _survey(self, items: Sequence[Item]) -> dict[str, list[Any]]:
        if not items:
            return {"responses": [], "reasonings": []}
        strict, context = self.stream.answer.constrained, self.stream.answer.context
        each = 1 if strict else AT_ONCE
        portions = [tuple(items[n : n + each]) for n in range(0, len(items), each)]
        longest = max(about_tokens(" ".join(item.shown() for item in portion)) for portion in portions)
        room = context - each * ROW_TOKENS - longest - about_tokens(self.get_self_description()) - ROOM if context else None
        memories = self._recall(" ".join(item.question for item in items), room)
        asked = [Survey(**self._asking(), memories=memories, items=portion, strict=strict) for portion in portions]
        rows: list[SurveyRow] = []
        hidden = None if self.progress is None else not self.progress  # tqdm: None shows it in a terminal
        with tqdm(total=len(items), unit="question", disable=hidden, delay=0 if self.progress else 1) as bar:
            for n in range(0, len(asked), BATCH):
                for reply in self.stream.answer.several(asked[n : n + BATCH]):
                    assert isinstance(reply, Surveyed)
                    rows += reply.answers
                bar.update(len(rows) - bar.n)
        values = [item.read(row.response) for item, row in zip(items, rows, strict=True)]
        return {"responses": values, "reasonings": [row.reasoning for row in rows]}

    def _recall(self, anchor: str, room: int | None = None) -> tuple[str, ...]:
        """The texts of the memories about ``anchor``, the best that have ``room`` (tokens). Interviews leave no trace in the
        stream."""
        room = None if room is None else max(1, room)
        return tuple(hit.memory.text for hit in self.stream.retrieve(anchor, 0, touch=False, max_tokens=room))

    def _asking(self) -> Who:
        return self._thinker(0).asking("interview", 0)

    def _thinker(self, at: int) -> Thinker:
        card = self.card()
        return Thinker(card, Names((card.name, card.first)), at, self.stream.seed + len(self.stream))

    def _open(self, folder: Path, llm: Llm | None, embedder: Embedder, keep_vectors: bool, overrides: dict[str, Any]) -> None:
        nodes = read_json(folder / "memory_stream" / "nodes.json", list)
        memories = _memories(nodes, folder / "memory_stream" / "nodes.json")
        cached = CachedEmbedder(embedder)
        if keep_vectors:
            cached.load(_vectors(folder / "memory_stream" / "embeddings.json", cached.dim))
        self.stream = MemoryStream.restore("genagents", cached, memories, {}, llm=llm, **overrides)
        self.scratch = read_json(folder / "scratch.json", dict, needed=False)
        self.meta = read_json(folder / "meta.json", dict, needed=False)


@dataclass(frozen=True, slots=True)
class ConceptNode:
    """A memory as genagents has it; ``importance`` from 0 to 100, ``pointer_id`` the nodes it rests on or None."""

    node_id: int
    node_type: str
    content: str
    importance: float
    created: int
    last_retrieved: int
    pointer_id: list[int] | None

    def package(self) -> dict[str, Any]:
        """The node as its file has it."""
        return asdict(self)


class AgentMemory:
    """An agent's stream under genagents' names. Node ids count from 0 in the order of making."""

    def __init__(self, agent: GenerativeAgent) -> None:
        self.agent = agent

    @property
    def seq_nodes(self) -> list[ConceptNode]:
        """All memories, oldest first."""
        places = self._places()
        return [self._node(memory, places) for memory in self.agent.stream]

    @property
    def id_to_node(self) -> dict[int, ConceptNode]:
        """All memories by id."""
        return {node.node_id: node for node in self.seq_nodes}

    @property
    def embeddings(self) -> dict[str, list[float]]:
        """The vector of every content."""
        stream = self.agent.stream
        return {memory.text: [float(x) for x in stream.vector(memory.n)] for memory in stream}

    def count_observations(self) -> int:
        """How many observations there are."""
        return sum(memory.kind != "reflection" for memory in self.agent.stream)

    def remember(self, content: str, time_step: int = 0) -> Memory:
        """As ``GenerativeAgent.remember``."""
        return self.agent.remember(content, time_step)

    def reflect(
        self, anchor: str, reflection_count: int | None = None, retrieval_count: int | None = None, time_step: int = 0
    ) -> list[Memory]:
        """As ``GenerativeAgent.reflect``."""
        return self.agent.reflect(anchor, reflection_count, retrieval_count, time_step)

    def retrieve(
        self,
        focal_points: Sequence[str],
        time_step: int = 0,
        n_count: int | None = None,
        curr_filter: str = "all",
        hp: Sequence[float] | None = None,
        stateless: bool = False,
    ) -> dict[str, list[ConceptNode]]:
        """For each focal point the best nodes, oldest first. ``hp``: weights of recency, relevance and importance, in this
        order. ``curr_filter``: all, observation or reflection. The retrieval is recorded unless ``stateless``; their code
        reads no last retrieval back, so the preset touches nothing. Raises ValueError for a single text in place of a list,
        and for another filter."""
        if isinstance(focal_points, str):
            raise ValueError(f"focal_points is the text {focal_points!r}; a list of texts is needed")
        if curr_filter not in _FILTERS:
            raise ValueError(f"curr_filter is {curr_filter!r}; there are {', '.join(_FILTERS)}")
        if hp is not None and len(hp) != 3:
            raise ValueError(f"hp is {hp!r}; weights of recency, relevance and importance are needed")
        weights = None if hp is None else (hp[0], hp[2], hp[1])
        found, places = {}, self._places()
        for point in focal_points:
            kinds, touch = _FILTERS[curr_filter], False if stateless else None
            hits = self.agent.stream.retrieve(point, time_step, n_count, weights, kinds, touch, "genagents")
            found[point] = [self._node(self.agent.stream[hit.memory.n], places) for hit in hits]
        return found

    def _node(self, memory: Memory, places: Mapping[int, int]) -> ConceptNode:
        preset = self.agent.stream.preset
        rated = preset.unrated if memory.importance is None else preset.own(memory.importance)
        kind = "reflection" if memory.kind == "reflection" else "observation"
        pointers = [places[n] for n in memory.evidence if n in places] or None
        whole = int(rated) if rated == int(rated) else rated
        return ConceptNode(places[memory.n], kind, memory.text, whole, memory.at, memory.accessed, pointers)

    def _places(self) -> dict[int, int]:
        return {memory.n: i for i, memory in enumerate(self.agent.stream)}


_FILTERS: Mapping[str, tuple[MemoryKind, ...] | None] = {
    "all": None,
    "observation": ("observation", "utterance", "plan", "summary"),
    "reflection": ("reflection",),
}


# -- folders --------------------------------------------------------------------------------------------------------------


def _memories(nodes: Sequence[Any], path: Path) -> list[Memory]:
    """Nodes as memories, numbered in the order of their ids. Pointers are renumbered; a pointer to a later or missing node is
    dropped."""
    where = [f"{path}, node {i}" for i in range(len(nodes))]
    ids = [member(node, "node_id", int, place) for node, place in zip(nodes, where, strict=True)]
    order = sorted(range(len(nodes)), key=lambda i: ids[i])
    numbers = {ids[i]: n for n, i in enumerate(order)}
    made: list[Memory] = []
    for i in order:
        made.append(_memory(nodes[i], made, numbers, where[i]))
    return made


def _memory(node: Any, before: Sequence[Memory], numbers: Mapping[int, int], where: str) -> Memory:
    """One node, given the memories before it and the number of every id."""
    kind = member(node, "node_type", str, where)
    if kind not in ("observation", "reflection"):
        raise ImportProblem(f"{where}: node_type {kind!r} is neither observation nor reflection")
    pointers = [numbers[p] for p in listed(node.get("pointer_id")) if isinstance(p, int) and p in numbers]
    evidence = tuple(n for n in pointers if n < len(before))
    depth = 1 + max((before[n].depth for n in evidence), default=0) if kind == "reflection" else 0
    created = moment(node, "created", where)
    accessed = created if node.get("last_retrieved") is None else moment(node, "last_retrieved", where)
    value, text = importance(node, "importance", OWN.top, where), member(node, "content", str, where)
    return Memory(len(before), text, kind, created, accessed, value, evidence, None, "", depth)


def vectors_of_model(folder: Path, name: str, dim: int, texts: Container[str]) -> list[tuple[str, bytes]]:
    """The stored vectors of those ``texts`` in an imported folder (genagents' or Stanford's), as unit float16 rows, where its
    ``meta.json`` names the model ``name`` and they have ``dim`` numbers. Everything else has to be embedded."""
    found = []
    try:
        stored = read_json(folder / "meta.json", dict, needed=False)
        paths = [folder / below / "embeddings.json" for below in ("memory_stream", "associative_memory")]
        for path in paths if stored.get("embedder") == name else ():
            told = read_json(path, dict, needed=False) if path.is_file() and path.stat().st_size <= MAX_BYTES else {}
            found += [(text, _vector(numbers, text)) for text, numbers in told.items() if text in texts]
    except (ImportProblem, OSError):
        return []
    return [(text, _row(vector)) for text, vector in found if vector.shape == (dim,) and to_unit_length(vector[None]).any()]


def _vectors(path: Path, dim: int) -> list[tuple[str, bytes]]:
    """The folder's embeddings as unit float16 rows."""
    rows = []
    for content, numbers in read_json(path, dict).items():
        vector = _vector(numbers, f"{path}, the vector of {content[:SHOWN]!r}")
        if vector.shape != (dim,):
            what = f"a vector has shape {vector.shape}, the embedder gives {dim}"
            raise ImportProblem(f"{path}: {what}: open with keep_vectors off")
        rows.append((content, _row(vector)))
    return rows


def _row(vector: Vectors) -> bytes:
    row: bytes = quantise(to_unit_length(vector[None]))[0].astype("<f2").tobytes()
    return row


def _vector(numbers: Any, where: str) -> Vectors:
    try:
        return np.asarray(numbers, np.float32)
    except (TypeError, ValueError, OverflowError):
        raise ImportProblem(f"{where} is no list of numbers: open with keep_vectors off") from None
