"""``sim.bench recall``: LoCoMo's format and plain JSONL are read, and recall is counted right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sim.bench import recall
from sim.memory import HashingEmbedder

SAMPLE = Path(__file__).parent / "recall_sample.jsonl"
LOCOMO = [
    {
        "conversation": {
            "session_2": [{"speaker": "Bo", "dia_id": "D2:1", "text": "The soup is cold."}],
            "session_2_date_time": "8:00 am on 3 May, 2024",
            "session_1": [
                {"speaker": "Al", "dia_id": "D1:1", "text": "Look!", "blip_caption": "a red kite", "query": "kite"},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "How high?"},
            ],
            "session_1_date_time": "7:30 pm on 1 May, 2024",
        },
        "qa": [
            {"question": "What colour was the kite?", "evidence": ["D1:1"], "category": 4},
            {"question": "Was it warm?", "evidence": ["D:2:1; D1:2"], "category": 1},
            {"question": "Nothing says it", "evidence": [], "category": 5},
        ],
    }
]


def test_turns_of_locomo_become_memories_at_the_date_of_their_session(tmp_path: Path) -> None:
    path = tmp_path / "talk.json"
    path.write_text(json.dumps(LOCOMO))
    (stream,) = recall.read(path)
    assert [one.text for one in stream.told] == [
        "Al said: Look! (shares a red kite)",
        "Bo said: How high?",
        "Bo said: The soup is cold.",
    ]
    assert [one.at.isoformat() for one in stream.told] == ["2024-05-01T19:30:00"] * 2 + ["2024-05-03T08:00:00"]
    assert [(one.about, sorted(one.right)) for one in stream.asked] == [("single-hop", [0]), ("multi-hop", [1, 2])]


def test_the_sample_prints_every_preset_and_town_finds_most(capsys: pytest.CaptureFixture[str]) -> None:
    assert recall.main([str(SAMPLE), "--embedder", "hash", "--json"]) == 0
    found = {line["preset"]: line["@10"] for line in json.loads(capsys.readouterr().out)}
    assert found["town"] >= 70 > 40 > found["park"]
    assert recall.main([str(SAMPLE), "--embedder", "none", "--preset", "town"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 2 and said[0].split() == ["preset", "about", "@1", "@5", "@10", "@30", "questions"]


def test_recall_is_the_share_of_the_right_memories() -> None:
    streams = recall._plain(
        '{"question": "red kite", "right": ["a", "b"], "about": "x"}\n'
        '{"id": "b", "text": "the soup", "at": 60}\n{"id": "a", "text": "a red kite", "at": 30}\n\n'
    )
    (row,) = recall.recall(streams, "town", HashingEmbedder())
    assert row == {"about": "x", "@1": 0.5, "@5": 1.0, "@10": 1.0, "@30": 1.0}


@pytest.mark.parametrize(
    ("text", "told"),
    [("no", "line 1"), ('{"texts": 1}', "line 1"), ('{"text": "a"}\n{"question": "b", "right": ["c"]}', "no right memory")],
)
def test_what_cannot_be_read_is_told(text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text(text)
    with pytest.raises(SystemExit):
        recall.main([str(path)])
    assert told in capsys.readouterr().err
