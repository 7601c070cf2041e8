"""The game-day bench: every way lives the same life and writes the same words; a lesson costs what an own reply does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sim.bench import game_day
from sim.bench.game_day import SHAPES, WAYS, Figures, Taught, live, way, whole
from sim.bench.random_gguf import make_random_gguf
from sim.llm import open_model
from sim.llm.base import Generate, Generated, Prompt
from sim.llm.llamacpp import LlamaModel
from sim.llm.loading import BUNDLED

SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {"say": {"type": "string", "maxLength": 60}, "end": {"type": "boolean"}},
        "required": ["say", "end"],
        "additionalProperties": False,
    }
)


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bench") / "toy.gguf"
    return make_random_gguf(path, context=8192, words_of=BUNDLED, **SHAPES["toy"])


def test_a_lesson_costs_what_the_models_own_reply_costs(toy: Path) -> None:
    request = Generate(Prompt("You are Ada.", "Say a line."), SCHEMA, 60, temperature=0.0)
    found = []
    for lesson in ("", "own"):
        model = open_model(str(toy))
        assert isinstance(model, LlamaModel)
        if lesson:
            model.teacher = lambda _: found[0][0]
        (reply,) = model.ask([request])
        assert isinstance(reply, Generated) and not reply.problem
        found.append((reply.text, reply.usage.prompt, model.timings.calls > 0))
        model.close()
    assert found[0] == found[1]


def test_any_reply_can_be_taught_and_comes_back_word_for_word(toy: Path) -> None:
    text = json.dumps({"say": "Eleven years with nobody at the door?", "end": True})
    model = open_model(str(toy))
    assert isinstance(model, LlamaModel)
    model.teacher = lambda _: text
    replies = model.ask([Generate(Prompt("You are Ada.", f"Say line {n}."), SCHEMA, 60, seed=n) for n in range(5)])
    assert [reply.text for reply in replies if isinstance(reply, Generated)] == [text] * 5
    model.close()


def test_what_the_script_leaves_out_is_filled_in() -> None:
    schema = {
        "type": "object",
        "properties": {
            "thought": {"type": "string", "maxLength": 300},
            "say": {"type": "string", "minLength": 1, "maxLength": 5},
            "closer": {"type": "integer", "minimum": -3, "maximum": 3},
            "place": {"enum": ["Mill", ""]},
            "rows": {"type": "array", "items": {"type": "boolean"}, "maxItems": 2},
        },
    }
    made = whole({"say": 'a "word"', "rows": [1, 0, 1]}, schema)
    assert made == {"thought": game_day.THOUGHT, "say": "a 'wo", "closer": 0, "place": "", "rows": [True, False]}


@pytest.mark.parametrize("name", sorted({*WAYS} - {"talk", "without-drafts"}))
def test_every_way_lives_the_same_minutes(name: str, toy: Path) -> None:
    with way(name, toy) as taught:
        figures = live(taught, "07:00", 1.0)
    assert isinstance(taught, Taught) and isinstance(figures, Figures)
    assert figures.minutes == 1 and figures.questions and figures.usage.generated > 20
    # In the brief register four first questions of different kinds begin with nothing in common that is long enough to keep.
    assert (figures.usage.reused > 0) == (name not in ("without-prefix", "brief"))
    assert "%" in game_day.row(name, figures, figures)
