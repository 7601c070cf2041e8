"""genagents (seed document 003): remember, reflect on an anchor, interviews, and reading and writing its agent folders.

A folder holds ``memory_stream/nodes.json``, ``memory_stream/embeddings.json``, ``scratch.json`` and ``meta.json``. One of its
time steps is one game second here. Preset ``genagents``; any default can be overridden per call or when opening.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from sim.llm.base import Names
from sim.memory.embed import CachedEmbedder, Embedder, Vectors, to_unit_length
from sim.memory.import_json import SHOWN, ImportProblem, importance, moment, read_json, write_json
from sim.memory.import_json import field as member
from sim.memory.presets import PRESETS, Preset
from sim.memory.reflect import Thinker, Who, rate_texts, reflecting
from sim.memory.stream import MemoryStream
from sim.memory.vector_index import quantise
from sim.prompts import Asking, Card, ask
from sim.prompts.tasks.answer import AnswerOpen
from sim.prompts.tasks.answer_choice import AnswerChoice
from sim.prompts.tasks.answer_scale import AnswerScale
from sim.types import Memory

OWN = PRESETS["genagents"]


@dataclass
class Agent:
    """A stream with the person's scratch (a flat record of who they are) and the folder's meta data."""

    stream: MemoryStream
    scratch: dict[str, Any] = field(default_factory=dict)
    meta: dict[str, Any] = field(default_factory=dict)
    seed: int = 0

    def card(self) -> Card:
        """Who they are, for the questions."""
        first = str(self.scratch.get("first_name", "")) or "the participant"
        name = f"{first} {self.scratch.get('last_name', '')}".strip()
        age = self.scratch.get("age", 0)
        known = ("first_name", "last_name", "age")
        facts = ((key, value) for key, value in self.scratch.items() if key not in known and value != "")
        about = tuple(f"{key.replace('_', ' ')}: {value}" for key, value in facts)
        return Card(name, first, age if isinstance(age, int) else 0, background=about)

    def remember(self, content: str, time_step: int = 0) -> Asking[Memory]:
        """Store an observation with its importance."""
        ratings = yield from rate_texts(self._thinker(time_step), [content])
        return self.stream.add(content, "observation", time_step, OWN.own(ratings[0]))

    def reflect(
        self, anchor: str, reflection_count: int | None = None, retrieval_count: int | None = None, time_step: int = 0
    ) -> Asking[list[Memory]]:
        """Reflections about an anchor, each citing everything that was retrieved for it."""
        usual = self.stream.preset
        asked: dict[str, Any] = {"insights": reflection_count, "reflect_k": retrieval_count}
        self.stream.preset = replace(usual, **{name: value for name, value in asked.items() if value is not None})
        try:
            return (yield from reflecting(self.stream, self._thinker(time_step), anchor))
        finally:
            self.stream.preset = usual

    def categorical(self, questions: Mapping[str, Sequence[str]]) -> Asking[dict[str, str]]:
        """One of the options for each question. Memories are retrieved once, for all questions together."""
        memories, answers = self._recall(" ".join(questions)), {}
        for i, (question, options) in enumerate(questions.items()):
            asked = AnswerChoice(**self._asking(i), memories=memories, question=question, among=tuple(options))
            answers[question] = (yield from ask(asked)).answer
        return answers

    def numerical(self, questions: Mapping[str, tuple[int, int]]) -> Asking[dict[str, int]]:
        """A number within its range for each question."""
        memories, answers = self._recall(" ".join(questions)), {}
        for i, (question, between) in enumerate(questions.items()):
            asked = AnswerScale(**self._asking(i), memories=memories, question=question, range=between)
            answers[question] = (yield from ask(asked)).answer
        return answers

    def utterance(self, dialogue: Sequence[tuple[str, str]], context: str = "") -> Asking[str]:
        """The next line of a conversation or open interview."""
        said = "\n".join(f"[{name}]: {line}" for name, line in dialogue)
        last = dialogue[-1][1] if dialogue else context
        before, memories = tuple(dialogue[:-1]) or None, self._recall(said or context)
        who = self._asking(len(dialogue))
        asked = AnswerOpen(**who, memories=memories, question=last, about=context, conversation=before)
        return (yield from ask(asked)).answer

    def _recall(self, anchor: str) -> tuple[str, ...]:
        """The texts of the memories about ``anchor``. Interviews leave no trace in the stream."""
        return tuple(hit.memory.text for hit in self.stream.retrieve(anchor, 0, touch=False))

    def _asking(self, index: int) -> Who:
        return self._thinker(0).asking("interview", index)

    def _thinker(self, at: int) -> Thinker:
        card = self.card()
        return Thinker(card, Names((card.name, card.first)), at, self.seed + len(self.stream))


def open_agent(folder: str | Path, embedder: Embedder, keep_vectors: bool = False, **overrides: Any) -> Agent:
    """An agent folder as an Agent. Raises ImportProblem. ``keep_vectors`` searches with the folder's own embeddings.
    ``embedder`` must then be the model that made them, because queries are embedded with it. Otherwise every text is embedded
    again."""
    folder = Path(folder)
    nodes = read_json(folder / "memory_stream" / "nodes.json", list)
    memories = _memories(nodes, folder / "memory_stream" / "nodes.json")
    cached = CachedEmbedder(embedder)
    if keep_vectors:
        cached.load(_vectors(folder / "memory_stream" / "embeddings.json", cached.dim))
    stream = MemoryStream.restore("genagents", cached, memories, {}, **overrides)
    scratch = read_json(folder / "scratch.json", dict, needed=False)
    return Agent(stream, scratch, read_json(folder / "meta.json", dict, needed=False))


def save_agent(agent: Agent, folder: str | Path) -> None:
    """Write the agent as a folder. Kinds that genagents does not have become observations."""
    folder, stream = Path(folder), agent.stream
    places = {memory.n: i for i, memory in enumerate(stream)}
    write_json(folder / "memory_stream" / "nodes.json", [_node(memory, stream.preset, places) for memory in stream])
    vectors = {memory.text: [float(x) for x in stream.vector(memory.n)] for memory in stream}
    write_json(folder / "memory_stream" / "embeddings.json", vectors)
    write_json(folder / "scratch.json", agent.scratch)
    write_json(folder / "meta.json", agent.meta)


def _node(memory: Memory, preset: Preset, places: Mapping[int, int]) -> dict[str, Any]:
    importance = preset.unrated if memory.importance is None else preset.own(memory.importance)
    return {
        "node_id": places[memory.n],
        "node_type": "reflection" if memory.kind == "reflection" else "observation",
        "content": memory.text,
        "importance": int(importance) if importance == int(importance) else importance,
        "created": memory.at,
        "last_retrieved": memory.accessed,
        "pointer_id": [places[n] for n in memory.evidence if n in places] or None,
    }


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
    cited = node.get("pointer_id")
    pointers = [numbers[p] for p in cited if isinstance(p, int) and p in numbers] if isinstance(cited, list) else []
    evidence = tuple(n for n in pointers if n < len(before))
    depth = 1 + max((before[n].depth for n in evidence), default=0) if kind == "reflection" else 0
    created = moment(node, "created", where)
    accessed = created if node.get("last_retrieved") is None else moment(node, "last_retrieved", where)
    value, text = importance(node, "importance", OWN.top, where), member(node, "content", str, where)
    return Memory(len(before), text, kind, created, accessed, value, evidence, None, "", depth)


def _vectors(path: Path, dim: int) -> list[tuple[str, bytes]]:
    """The folder's embeddings as unit float16 rows."""
    rows = []
    for text, numbers in read_json(path, dict).items():
        vector = _vector(numbers, f"{path}, the vector of {text[:SHOWN]!r}")
        if vector.shape != (dim,):
            what = f"a vector has shape {vector.shape}, the embedder gives {dim}"
            raise ImportProblem(f"{path}: {what}: open with keep_vectors off")
        rows.append((text, quantise(to_unit_length(vector[None]))[0].astype("<f2").tobytes()))
    return rows


def _vector(numbers: Any, where: str) -> Vectors:
    try:
        return np.asarray(numbers, np.float32)
    except (TypeError, ValueError, OverflowError):
        raise ImportProblem(f"{where} is no list of numbers: open with keep_vectors off") from None
