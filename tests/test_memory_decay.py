"""Exact recency: not rounded at any age, and the same bits on every processor."""

from __future__ import annotations

from decimal import Context, Decimal

import numpy as np
import pytest

from sim.memory import MemoryStream
from sim.memory.decay import Decay
from sim.memory.embed import NoEmbedder

HOUR, DAY, YEAR = 3600, 86400, 365 * 86400
AGES = (0, 1, 2, 4095, 4096, 4097, HOUR, DAY + 1, 2**24 - 1, 2**24, YEAR, 10 * YEAR + 5, 2**36 + 77)
FINE = Context(prec=60)


@pytest.mark.parametrize(("decay", "unit"), [(0.995, HOUR), (0.99, HOUR), (0.99, 1), (1.0, 1), (0.5, 0.25), (1e-9, 1e7)])
def test_a_power_is_off_by_no_more_than_its_last_places_at_any_age(decay: float, unit: float) -> None:
    fading = Decay(decay, unit)
    for age in AGES:
        expected = float(FINE.power(Decimal(decay), FINE.divide(Decimal(age), Decimal(unit))))
        assert fading.power(age) == pytest.approx(expected if expected >= 1e-280 else 0.0, rel=2e-15, abs=0)


@pytest.mark.parametrize(("decay", "unit"), [(0.995, HOUR), (0.99, 1), (1.0, 1)])
def test_one_power_and_many_agree_to_the_last_bit(decay: float, unit: float) -> None:
    ages = np.concatenate([np.array(AGES), np.random.default_rng(2).integers(0, 2**30, 500)])
    fading = Decay(decay, unit)
    assert fading.powers(ages, int(ages.max())).tolist() == [fading.power(int(age)) for age in ages]


def test_powers_have_the_same_bits_on_every_processor() -> None:
    bits = [Decay(0.995, HOUR).power(age).hex() for age in (1, DAY + 1, YEAR)]
    assert bits == ["0x1.ffffd1479e1eep-1", "0x1.c5f7498042286p-1", "0x1.921cab38ff1cep-64"]


@pytest.mark.parametrize("age", [0, DAY, YEAR, 12 * YEAR])
def test_memories_seconds_apart_score_as_the_formula_says_however_old_they_are(age: int) -> None:
    stream = MemoryStream("park", NoEmbedder(), weights=(1, 0, 0))
    for at in (0, 1, 3, 10):
        stream.add("a knock", at=at)
    base = Decimal("0.995") ** (Decimal(1) / Decimal(HOUR))
    expected = [(base ** (10 - at) - base**10) / (1 - base**10) for at in (10, 3, 1, 0)]
    hits = stream.retrieve("knock", 10 + age, touch=False)
    assert [hit.score for hit in hits] == pytest.approx([float(value) for value in expected], abs=1e-9)


def test_recency_below_the_minimum_is_zero() -> None:
    stream = MemoryStream("park", NoEmbedder())
    stream.add("one", at=0)
    stream.add("two", at=YEAR)
    assert [(hit.memory.n, hit.recency, hit.score) for hit in stream.retrieve("one", 40 * YEAR, touch=False)] == [
        (0, 0.0, 0.0),
        (1, 0.0, 0.0),
    ]
