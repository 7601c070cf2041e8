"""The stream of examples: repeatable, mixed by the table, and written as the bundled model reads it."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import lru_cache
from itertools import islice
from pathlib import Path

import pytest

from sim.answer.scripted.dice import Dice
from sim.llm.base import Names
from sim.prompts import Card, to_json
from sim.prompts.tasks.questions import AskFocalPoints
from sim.prompts.tasks.state import DescribeState, ObjectState
from sim.training import compose
from sim.training.example import Example, as_row, encode, prompt_text
from sim.training.situations import lived_towns
from sim.training.situations.data_split import PartBanks, held_out
from sim.training.situations.lived_towns import script_of

ROUND = 300


@pytest.fixture(autouse=True)
def short_days(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds around a morning instead of a day."""
    monkeypatch.setattr(lived_towns, "DAY", 5 * 3600)
    monkeypatch.setattr(compose, "ROUND", ROUND)


@lru_cache(maxsize=2)
def _round(part: str) -> tuple[Example, ...]:
    return tuple(islice(compose.examples(4, part), ROUND - 10))


def test_the_stream_is_mixed_by_the_table() -> None:
    tasks = Counter(example.task for example in _round("train"))
    lines = tasks.pop("learn")  # a line in place of the talk it is of
    assert 0.5 < lines / (lines + tasks["recap"]) < 0.9
    tasks["recap"] += lines
    assert set(tasks) == set(compose.TRAINING_SHARES)
    total = sum(compose.TRAINING_SHARES.values())
    for task, share in compose.TRAINING_SHARES.items():
        assert tasks[task] == pytest.approx(ROUND * share / total, rel=0.25, abs=8), task
    sources = Counter(example.source for example in _round("train"))
    assert min(sources["town"], sources["random"]) > ROUND / 8


def test_the_same_seed_gives_the_same_examples_in_whole_rounds_too_and_another_gives_others() -> None:
    again = compose.one_round(4, 0)
    assert again[: ROUND - 10] == list(_round("train")) and len(again) <= ROUND + len(compose.TRAINING_SHARES)
    assert compose.one_round(4, 1)[:5] != again[:5]
    assert [as_row(e) for e in islice(compose.examples(5), 50)] != [as_row(e) for e in again[:50]]


def test_only_gold_is_yielded() -> None:
    assert [compose.problems(example) for example in _round("train") if compose.problems(example)] == []


def test_held_out_people_are_never_met_in_training() -> None:
    first = {part: {e.question.card.first for e in _round(part)} for part in ("train", "held-out")}
    assert not any(held_out(name) for name in first["train"])
    assert all(held_out(name) for name in first["held-out"])


def test_texts_are_the_towns_own_with_names_as_pointers() -> None:
    for example in _round("train"):
        system, user, reply = encode(example)
        assert system.startswith("You are <P0>") and user.startswith("Task: ")
        names = [full for full, _ in example.question.names.people[:9] if " " in full]
        assert not any(name in system + user + reply for name in names)
        assert set(re.findall(r"<[PpLDTS]\d+>", reply)) <= set(re.findall(r"<[PpLDTS]\d+>", system + user)) | {
            p.lower() for p in re.findall(r"<P\d+>", system + user)
        }
        assert not isinstance(json.loads(reply), dict) and "JSON:" not in user, "in shorthand"


def test_an_example_is_one_chat() -> None:
    mara = ("Mara Lind", "Mara")
    question = DescribeState(card=Card(*mara), names=Names(mara, (mara,)), activity="baking for <P7>", object="oven")
    system, user, reply = encode(Example(question, ObjectState("hot for Mara Lind"), "random"))
    prompt = prompt_text(system, user)
    assert prompt.startswith("<|im_start|>system\nYou are <P0>.<|im_end|>\n<|im_start|>user\nTask: ")
    assert prompt.endswith("<|im_end|>\n<|im_start|>assistant\n") and "<P7>" not in prompt
    assert reply == '{"state": "hot for <P0>"}'


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(ValueError, match="train and held-out"):
        next(compose.examples(0, "exam"))


def test_the_command_writes_lines_and_says_how_fast(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "examples.jsonl"
    assert compose.main(["--count", "40", "--seed", "2", "--out", str(out)]) == 0
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 40 and set(rows[0]) == {"task", "source", "system", "user", "reply"}
    assert "tokens per second of one core" in capsys.readouterr().out


def test_a_day_of_memories_is_shown_whole_or_as_far_as_a_small_context_holds() -> None:
    line = "Mara Lind is wiping the counter and humming along with the radio"
    mara = ("Mara Lind", "Mara")
    question = AskFocalPoints(card=Card(*mara), names=Names(mara, (mara,)), memories=(line,) * 80)
    script = script_of(PartBanks("train"))
    sizes = set()
    for seed in range(8):
        asked, reply = compose._shortened(question, script.answer(question), Dice(seed, "fit"), script)
        sizes.add(len(asked.memories))
        assert len(to_json(reply)["questions"]) == 3
    assert len(sizes) == 2 and max(sizes) == 80 and min(sizes) * len(line) <= compose.LONGEST


@pytest.mark.parametrize("wrong", [["--count", "0"], ["--part", "exam"], ["--out", "nowhere/at/all.jsonl"]])
def test_bad_arguments_are_named(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        compose.main(wrong)
    assert ended.value.code == 2 and wrong[0] in capsys.readouterr().err
