"""A memory stream refuses arguments that it cannot use, with a message, and stays unchanged."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from sim.memory import HashingEmbedder, MemoryStream
from sim.memory.embed import Vectors


def small() -> MemoryStream:
    stream = MemoryStream("park", HashingEmbedder(16))
    for n in range(4):
        stream.add(f"thing {n}", at=n, importance=n + 1)
    stream.retrieve("thing", 9)
    stream.drain()
    return stream


@pytest.mark.parametrize(
    ("how", "problem"),
    [
        ({"weights": (-1, 0, 1)}, "weights"),
        ({"weights": (math.nan, 0, 1)}, "weights"),
        ({"weights": (1, 1)}, "weights"),
        ({"weights": "abc"}, "weights"),
        ({"weights": (1e300, 1, 1)}, "million"),
        ({"k": 2.5}, "k is 2.5"),
        ({"at": math.nan}, "at is nan"),
        ({"at": 10**30}, "at is 1000"),
        ({"kinds": ("dream",)}, "dream"),
        ({"kinds": "observation"}, "kinds"),
        ({"where": "relevance >"}, "filter"),
    ],
)
def test_a_retrieval_that_makes_no_sense_is_refused_and_touches_nothing(how: dict[str, Any], problem: str) -> None:
    stream = small()
    with pytest.raises(ValueError, match=problem):
        stream.retrieve("thing", **({"at": 20} | how))
    assert not stream.drain() and {memory.accessed for memory in stream} == {9}


@pytest.mark.parametrize(
    ("how", "problem"),
    [
        ({"kind": "dream"}, "dream"),
        ({"at": 1.5}, "at is 1.5"),
        ({"at": 10**30}, "2\\*\\*60"),
        ({"importance": math.inf}, "finite"),
        ({"importance": math.nan}, "finite"),
        ({"evidence": (1.0,)}, "evidence"),
        ({"evidence": (-1,)}, "evidence"),
        ({"evidence": (5,)}, "evidence"),
    ],
)
def test_a_memory_that_makes_no_sense_is_refused_before_it_is_kept(how: dict[str, Any], problem: str) -> None:
    stream = small()
    with pytest.raises(ValueError, match=problem):
        stream.add("a thing", **how)
    assert len(stream) == 4 and not stream.drain() and len(stream.retrieve("thing", 30)) == 4


@pytest.mark.parametrize(
    "setting",
    [
        {"k": -3}, {"missed": -5}, {"decay": 0}, {"decay": math.nan}, {"unit": 0},
        {"unit": 1e-320, "decay": 0.5}, {"scale": (5, 5)}, {"weights": (1, -1, 1)}, {"weights": (1, math.nan, 1)},
        {"normal": ("x", "fixed", "fixed")}, {"order": "random"},
        {"trigger": "x"}, {"threshold": math.nan}, {"rate": -1}, {"rate": "a"}, {"weights": None}, {"window": -2},
        {"questions": -1}, {"evidence": "x"}, {"reference": "x"}, {"constant": math.nan}, {"unrated": math.inf},
        {"cold_every": -1}, {"counted": ("dream",)}, {"kinds": ("dream",)}, {"reflect_where": "bogus("},
        {"duplicate": math.nan}, {"colour": 3},
    ],
)  # fmt: skip
def test_a_setting_that_makes_no_sense_is_refused_by_name(setting: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(setting))}|bogus"):
        MemoryStream("park", HashingEmbedder(16), **setting)


def test_an_embedder_of_another_width_is_named() -> None:
    class Wide:
        name, dim = "wide", 4

        def embed(self, texts: Sequence[str]) -> Vectors:
            return np.zeros((len(texts), 7), np.float32)

    with pytest.raises(ValueError, match="wide.*7"):
        MemoryStream("park", Wide()).retrieve("thing", 0)
