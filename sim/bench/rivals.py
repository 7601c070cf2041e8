"""Our retrieval beside LangChain's time-weighted retriever and genagents' own: recall and time on the same memories at once.

``python -m sim.bench rivals LOCOMO.json``. Each turn of a conversation is one memory at its date; asked is a day after the last
one, without touching; found is the share of a question's evidence among the first ten. Embedding is excluded. LangChain itself
is used where it is installed (``langchain-classic``, ``langchain-community``), its formula otherwise; genagents' loop is
written as its repository has it. Up to the number wanted, memories of the example town stand between.
"""

from __future__ import annotations

import argparse
import datetime as dt
import importlib
import json
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from sim.memory import PRESETS, CachedEmbedder, MemoryStream, open_embedder
from sim.record.read import Run

K = 10
DAY = 86400
EXAMPLE = Path(__file__).resolve().parents[2] / "assets" / "example.sqlite"
Search = Callable[[str], Sequence[int]]
"""From a question to the numbers of the memories found."""


@dataclass(frozen=True)
class Asked:
    """A question and the numbers of the memories that answer it."""

    text: str
    right: frozenset[int]


@dataclass(frozen=True)
class Life:
    """Memories in order of time (text, second), and what is asked of them at ``end``."""

    rows: list[tuple[str, int]]
    questions: list[Asked]

    @property
    def end(self) -> int:
        return self.rows[-1][1] + DAY


def read(path: Path, size: int, asked: int) -> Life:
    """``size`` memories: whole conversations of a file in LoCoMo's form, filled up with memories of the example town."""
    told: list[tuple[int, str, str]] = []
    questions: list[tuple[str, list[str]]] = []
    for number, one in enumerate(json.loads(path.read_text(encoding="utf-8"))):
        turns = list(_turns(number, one["conversation"]))
        if len(told) + len(turns) > size:
            continue
        told += turns
        questions += [(row["question"], [f"{number} {n}" for n in row["evidence"]]) for row in one["qa"] if row.get("evidence")]
    first, last = min(told)[0], max(told)[0]
    spare = size - len(told)
    told += [(first + i * (last - first) // max(1, spare), "", text) for i, text in enumerate(_fillers(spare))]
    told.sort()
    numbers = {name: n for n, (_, name, _) in enumerate(told)}
    known = [Asked(text, frozenset(numbers[n] for n in right)) for text, right in questions if all(n in numbers for n in right)]
    every = max(1, len(known) // asked)
    return Life([(text, at) for at, _, text in told], known[::every][:asked])


def _turns(number: int, talk: dict[str, Any]) -> Any:
    """(second, name, text) of every turn."""
    for key in [key for key in talk if key.startswith("session_") and not key.endswith("date_time")]:
        date = dt.datetime.strptime(talk[f"{key}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=dt.UTC)
        for i, turn in enumerate(talk[key]):
            shared = f" (shares {turn['blip_caption']})" if turn.get("blip_caption") else ""
            said = f"{turn['speaker']} said: {turn['text']}{shared}"
            yield int(date.timestamp()) + 30 * i, f"{number} {turn['dia_id']}", said


def _fillers(count: int) -> list[str]:
    """Memories of the example town, told of one day after the other."""
    with Run(EXAMPLE) as run:
        texts = [m.text for one in run.residents for m in run.memories(one.slug, run.last_tick, limit=-1)]
    return [f"{text} (day {i // len(texts)})" for i, text in enumerate(islice(cycle(texts), count))]


def ours(life: Life, embedder: CachedEmbedder, preset: str, weights: Any) -> Search:
    stream = MemoryStream(preset, embedder)
    for text, at in life.rows:
        stream.add(text, at=at)
    return lambda query: [hit.memory.n for hit in stream.retrieve(query, life.end, K, weights, touch=False)]


def genagents(life: Life, embedder: CachedEmbedder) -> Search:
    """Its loop: three dicts of scores, each normalised, the best taken and sorted by time."""
    vectors = {n: row.tolist() for n, row in enumerate(embedder.embed([text for text, _ in life.rows]))}
    steps = {n: n for n in vectors}

    def normalised(scores: dict[int, float]) -> dict[int, float]:
        low, high = min(scores.values()), max(scores.values())
        return {n: (score - low) / (high - low) if high > low else 0.5 for n, score in scores.items()}

    def cosine(a: list[float], b: list[float]) -> float:
        return float(np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b)))

    def search(query: str) -> list[int]:
        asked, last = embedder.embed([query])[0].tolist(), max(steps.values())
        recency = normalised({n: 0.99 ** (last - step) for n, step in steps.items()})
        importance = normalised(dict.fromkeys(steps, 50.0))
        relevance = normalised({n: cosine(vector, asked) for n, vector in vectors.items()})
        total = {n: 0 * recency[n] + 1 * relevance[n] + 0.5 * importance[n] for n in steps}
        return sorted(sorted(total, key=lambda n: total[n], reverse=True)[:K])

    return search


def langchain(life: Life, embedder: CachedEmbedder) -> tuple[str, Search]:
    """LangChain's retriever over its FAISS store, or its formula: the hundred nearest and the last ten, each scored by recency
    (0.99 an hour) and relevance."""
    try:
        return "LangChain", _langchain(life, embedder)
    except ImportError:
        return "LangChain's formula", _langchain_formula(life, embedder)


def _langchain_formula(life: Life, embedder: CachedEmbedder) -> Search:
    vectors = embedder.embed([text for text, _ in life.rows])
    hours = np.array([(life.end - at) / 3600 for _, at in life.rows])

    def search(query: str) -> list[int]:
        far = np.sqrt(np.square(vectors - embedder.embed([query])[0]).sum(axis=1))
        near = 1 - far**2 / np.sqrt(2)
        score = {n: 0.99 ** hours[n] for n in range(len(hours) - K, len(hours))}
        score |= {int(n): 0.99 ** hours[n] + near[n] for n in np.argsort(far)[:100]}
        return sorted(score, key=lambda n: -score[n])[:K]

    return search


def _langchain(life: Life, embedder: CachedEmbedder) -> Search:
    core = importlib.import_module("langchain_core.embeddings")
    documents = importlib.import_module("langchain_core.documents")
    faiss = importlib.import_module("langchain_community.vectorstores").FAISS
    store = importlib.import_module("langchain_community.docstore").InMemoryDocstore
    kind = importlib.import_module("langchain_classic.retrievers").TimeWeightedVectorStoreRetriever
    module = importlib.import_module(kind.__module__)

    class Given(core.Embeddings):  # type: ignore[misc, name-defined]
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return [row.tolist() for row in embedder.embed(texts)]

        def embed_query(self, text: str) -> list[float]:
            made: list[float] = embedder.embed([text])[0].tolist()
            return made

    class Now(dt.datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return dt.datetime.fromtimestamp(life.end)

    index = importlib.import_module("faiss").IndexFlatL2(embedder.dim)
    retriever = kind(vectorstore=faiss(Given(), index, store({}), {}), decay_rate=0.01, k=K)
    moments = [dt.datetime.fromtimestamp(at) for _, at in life.rows]
    noted = [{"last_accessed_at": at, "created_at": at, "n": n} for n, at in enumerate(moments)]
    told = zip(life.rows, noted, strict=True)
    retriever.add_documents([documents.Document(text, metadata=one) for (text, _), one in told])
    vars(module)["datetime"] = SimpleNamespace(datetime=Now)
    warnings.filterwarnings("ignore", "Relevance scores must be")

    def search(query: str) -> list[int]:
        found = [document.metadata["n"] for document in retriever.invoke(query)]
        for n in found:
            retriever.memory_stream[n].metadata["last_accessed_at"] = moments[n]
        return found

    return search


def measure(search: Search, life: Life) -> tuple[float, float]:
    """Mean share of evidence found, and milliseconds of the median question."""
    shares, times = [], []
    search(life.questions[0].text)
    for one in life.questions:
        begin = time.process_time()
        found = search(one.text)
        times.append(time.process_time() - begin)
        shares.append(len(one.right & set(found)) / len(one.right))
    return float(np.mean(shares)), 1000 * float(np.median(times))


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m sim.bench rivals", description=__doc__)
    parser.add_argument("file", type=Path, help="conversations in LoCoMo's form")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 10000], metavar="N")
    parser.add_argument("--questions", type=int, default=200, metavar="N")
    parser.add_argument("--embedder", default="minilm")
    asked = parser.parse_args(argv)
    embedder = CachedEmbedder(open_embedder(asked.embedder))
    for size in asked.sizes:
        life = read(asked.file, size, asked.questions)
        embedder.prefetch([text for text, _ in life.rows] + [one.text for one in life.questions])
        print(f"{size} memories, {len(life.questions)} questions: recall at {K}, milliseconds of a question")
        searches = [*((name, ours(life, embedder, name, None)) for name in PRESETS)]
        searches += [("relevance alone", ours(life, embedder, "park", (0, 0, 1))), langchain(life, embedder)]
        for name, search in [*searches, ("genagents' own loop", genagents(life, embedder))]:
            share, milliseconds = measure(search, life)
            print(f"  {name:22} {100 * share:5.1f} {milliseconds:8.2f}", flush=True)
    return 0
