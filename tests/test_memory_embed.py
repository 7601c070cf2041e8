"""Embedders and the cache: unit rows, no download, one batch, the same numbers after a restart."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from sim.memory import CachedEmbedder, EmbedderError, HashingEmbedder, MemoryStream, open_embedder
from sim.memory.embed import Vectors


class Counting:
    name, dim = "counting", 4

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        return np.array([[len(text), 1, 1 / 3, 0] for text in texts], np.float32)


def test_hashing_gives_unit_rows_and_similar_rows_for_shared_words() -> None:
    embedder = open_embedder("hash:128")
    rows = embedder.embed(["the lantern fair", "Lantern fairs!", "a cold stove", ""])
    assert rows.shape == (4, 128) and rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1, 1, 0], abs=1e-6)
    assert rows[0] @ rows[1] > 0.5 > 0.2 > abs(rows[0] @ rows[2])
    assert (embedder.embed(["the lantern fair"]) == HashingEmbedder(128).embed(["the lantern fair"])).all()


def test_the_none_embedder_gives_every_memory_relevance_0() -> None:
    stream = MemoryStream("park", open_embedder("none"))
    stream.add("a", importance=3)
    stream.add("b", importance=9)
    hits = stream.retrieve("b", 0)
    assert [(hit.memory.text, hit.relevance) for hit in hits] == [("b", 0.0), ("a", 0.0)]


def test_the_bundled_model_finds_meaning_offline() -> None:
    embedder = open_embedder("minilm")
    rows = embedder.embed(["she tuned her violin", "he practised the cello", "the soup is burning", ""])
    assert rows.shape == (4, 384) and np.linalg.norm(rows, axis=1) == pytest.approx([1, 1, 1, 0], abs=1e-5)
    assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.1


@pytest.mark.parametrize("name", ["hash:many", "hash:0", "no such thing", "/no/such/folder"])
def test_an_unknown_embedder_is_refused_by_name(name: str) -> None:
    with pytest.raises(EmbedderError, match=name.split(":")[0].strip("/").split("/")[0]):
        open_embedder(name)


def test_a_folder_without_a_model_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(EmbedderError, match=tmp_path.name):
        open_embedder(str(tmp_path))


def test_importing_the_memory_imports_no_model_library() -> None:
    code = "import sys, sim.memory; print(sorted({'torch', 'sentence_transformers', 'pandas'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_cache_asks_once_per_text_and_in_one_batch() -> None:
    inner = Counting()
    cache = CachedEmbedder(inner)
    cache.prefetch(["a", "bb", "a"])
    cache.embed(["bb", "a", "ccc"])
    assert inner.asked == [["a", "bb"], ["ccc"]]
    assert [text for text, _ in cache.drain()] == ["a", "bb", "ccc"] and cache.drain() == []


def test_a_restored_cache_gives_the_very_same_numbers_without_asking() -> None:
    cache = CachedEmbedder(Counting())
    before = cache.embed(["a", "bb"])
    rows = [(text, vector.astype("<f2").tobytes()) for text, vector in cache.drain()]
    silent = Counting()
    again = CachedEmbedder(silent)
    again.load(rows)
    assert (again.embed(["a", "bb"]) == before).all() and silent.asked == [] and again.drain() == []
    assert before[0, 2] == np.float32(np.float16(1 / 3))


def test_vectors_of_another_embedder_are_refused() -> None:
    with pytest.raises(EmbedderError, match="3 numbers"):
        CachedEmbedder(Counting()).load([("a", np.zeros(3, "<f2").tobytes())])


def test_a_vector_with_infinities_has_relevance_0() -> None:
    class Broken(Counting):
        def embed(self, texts: Sequence[str]) -> Vectors:
            return np.array([[np.inf, 0, 0, 0] if text == "bad" else [1, 0, 0, 0] for text in texts], np.float32)

    stream = MemoryStream("park", Broken())
    for text in ("bad", "good"):
        stream.add(text)
    assert [(hit.memory.text, hit.relevance) for hit in stream.retrieve("q", 0)] == [("good", 1.0), ("bad", 0.0)]
