"""Pointers that are newer than a model: rows for them at the end of its vocabulary, so that its training can go on.

A new pointer's row begins near the mean of the known pointers, with a code of its own for the copying circuit.
"""

from __future__ import annotations

from dataclasses import replace

import torch
import torch.nn.functional as F

from sim.training.copying import CHANNELS, CODE, LOUDNESS, set_constant
from sim.training.gguf_file import ModelFile
from sim.training.model import EMBEDDING
from sim.training.vocabulary import POINTERS, USER_DEFINED, Vocabulary

TRIED = 4096
"""Random codes that are tried for each; the one farthest from all others is taken."""
SPREAD = 0.3
"""How far new rows lie from the mean of the known ones, as a share of how far those do."""


def with_pointers(file: ModelFile, seed: int = 0) -> ModelFile:
    """``file`` with every pointer of today's protocol in its vocabulary; itself where none is missing."""
    known, old = file.vocabulary, file.weights[EMBEDDING]
    missing = [pointer for pointer in POINTERS if pointer not in known.tokens]
    if not missing:
        return file
    tokens, types = (*known.tokens, *missing), (*known.types, *[USER_DEFINED] * len(missing))
    shape = replace(file.shape, vocabulary=len(tokens))
    there = [known.tokens.index(pointer) for pointer in POINTERS if pointer in known.tokens]
    rows = torch.cat((old, _near(old[there] if there else old, len(missing), seed)))
    if shape.copying:
        own = shape.width - CHANNELS
        codes = slice(own + 2, own + 2 + CODE)
        rows[len(old) :, own:] = 0
        rows[len(old) :, codes] = LOUDNESS * _apart(F.normalize(old[1:, codes], dim=1), len(missing), seed)
        set_constant(rows, shape)
    return ModelFile(shape, {**file.weights, EMBEDDING: rows}, Vocabulary(tokens, types, known.merges))


def _near(known: torch.Tensor, count: int, seed: int) -> torch.Tensor:
    """``count`` random rows around the mean of the ``known`` ones."""
    noise = torch.randn((count, known.shape[1]), generator=torch.Generator().manual_seed(seed))
    return known.mean(0) + SPREAD * known.std(0) * noise


def _apart(codes: torch.Tensor, count: int, seed: int) -> torch.Tensor:
    """``count`` unit vectors, each the best of ``TRIED`` in distance from ``codes`` and from those before it."""
    rng, found = torch.Generator().manual_seed(seed), codes
    for _ in range(count):
        tried = F.normalize(torch.randn((TRIED, CODE), generator=rng), dim=1)
        best = int((tried @ found.T).max(1).values.argmin())
        found = torch.cat((found, tried[best : best + 1]))
    return found[len(codes) :]
