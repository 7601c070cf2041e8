"""What bears on a visitor's question beside memories: the card, ties and the day, as sentences in order of how much they do."""

from __future__ import annotations

import pytest

from sim.memory import open_embedder
from sim.memory.bearing import bearing
from sim.mind.known import tie_sentence

ANN, BEN = ("Ann Reed", "she"), ("Ben Hale", "Ben")


@pytest.mark.parametrize(
    ("tie", "sentence"),
    [
        ("old friend", "Ben Hale is an old friend"),
        ("her brother", "Ben Hale is Ann Reed's brother"),
        ("neighbour whom she half brought up", "Ben Hale is a neighbour whom Ann Reed half brought up"),
        ("quiet neighbour who makes her laugh", "Ben Hale is a quiet neighbour who makes Ann Reed laugh"),
        ("like an uncle to her", "Ben Hale is like an uncle to Ann Reed"),
        ("owes him money", "Ann Reed owes Ben Hale money"),
        ("has not spoken to him since the fire", "Ann Reed has not spoken to Ben Hale since the fire"),
        ("laughs at his speech", "Ann Reed laughs at Ben Hale's speech"),
        ("angry with him", "Ben Hale is angry with him"),
        ("keeps silent", "Ann Reed keeps silent (this is about Ben Hale)"),
    ],
)
def test_a_tie_is_a_sentence_with_both_names_where_it_shows_who_is_meant(tie: str, sentence: str) -> None:
    assert tie_sentence(ANN, BEN, tie) == sentence


def test_what_answers_a_question_bears_more_on_it_than_what_does_not() -> None:
    texts = ["Ann Reed is a sailmaker for a living", "Ann Reed's husband Olaf died at sea in March", "The tide is low"]
    scores = bearing(open_embedder("minilm"), "Do you miss Olaf", texts)
    assert max(scores) == scores[1] and min(scores) == scores[2] and bearing(open_embedder("hash"), "Olaf", []) == []
