"""The same town whatever machine and habits it is lived on: hash seed, time zone, locale, umask and number of cores."""

from __future__ import annotations

from surroundings import HABITS, lived
from town import FIRST_MORNING


def test_a_town_is_the_same_in_other_surroundings() -> None:
    ends = [end for end, _ in lived(FIRST_MORNING, "07:40", HABITS)]
    assert len(ends) == 3 and len(ends[0]) > 64 and len(set(ends)) == 1
