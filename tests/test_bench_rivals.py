"""The comparison with other systems' retrieval runs on any file of LoCoMo's form, with their libraries or without."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sim.bench.rivals import main, read
from sim.memory import PRESETS


@pytest.fixture
def talks(tmp_path: Path) -> Path:
    lines = ("I bought a canoe", "The lantern fair is on Friday", "My sister lives in Oslo", "I am allergic to nuts")
    turns = [{"speaker": "Ann", "dia_id": f"D1:{n}", "text": line} for n, line in enumerate(lines, 1)]
    asked = [{"question": "When is the lantern fair?", "evidence": ["D1:2"]}, {"question": "Who knows?", "evidence": []}]
    path = tmp_path / "talks.json"
    one = {"conversation": {"session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": turns}, "qa": asked}
    path.write_text(json.dumps([one]))
    return path


def test_memories_of_the_example_town_stand_between(talks: Path) -> None:
    life = read(talks, 30, 5)
    assert len(life.rows) == 30 and [at for _, at in life.rows] == sorted(at for _, at in life.rows)
    (one,) = life.questions
    assert [life.rows[n][0] for n in one.right] == ["Ann said: The lantern fair is on Friday"]


def test_every_system_is_measured_on_the_same_memories(talks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(talks), "--sizes", "30", "--embedder", "hash"]) == 0
    said = capsys.readouterr().out
    for name in (*PRESETS, "relevance alone", "LangChain", "genagents' own loop"):
        assert f"\n  {name}" in said
    assert "relevance alone        100.0" in said
