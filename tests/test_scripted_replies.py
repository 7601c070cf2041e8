"""Every task: replies fit their schema, need no repair, differ, and are the same in every process."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from scripted_questions import ALL, random_question

from sim.answer.scripted import BanksError, Script
from sim.answer.scripted.furniture import find_object, useful
from sim.prompts import to_json
from sim.prompts.brief import render
from sim.prompts.check import satisfies

ROUNDS = 60


@pytest.mark.parametrize("task", ALL)
def test_all_proposals_fit_and_need_no_repair(task: str, script: Script) -> None:
    for seed in range(ROUNDS):
        question = random_question(task, seed, script)
        replies = script.propose(question, 4)
        assert 1 <= len(replies) <= 4
        assert len(set(replies)) == len(replies)
        for reply in replies:
            assert satisfies(to_json(question.as_asked(reply)), question.schema()), (task, seed, reply)
            assert question.repair(reply) == reply, (task, seed, reply)
            assert not re.search(r"\{\w+\}|  |\.\.(?!\.)", json.dumps(to_json(reply)).replace("\\u2026", "")), (
                task,
                seed,
                reply,
            )


@pytest.mark.parametrize("task", [task for task in ALL if task not in ("rate", "state", "observe", "learn", "insights")])
def test_there_is_something_to_choose_from(task: str, script: Script) -> None:
    counts = [len(script.propose(random_question(task, seed, script), 4)) for seed in range(ROUNDS)]
    assert sum(count > 1 for count in counts) > ROUNDS // 4


def test_answer_is_the_first_proposal(script: Script) -> None:
    for task in ALL:
        question = random_question(task, 1, script)
        assert script.answer(question) == script.propose(question, 4)[0]


def test_random_questions_render(script: Script) -> None:
    for task in ALL:
        assert render(random_question(task, 2, script)).user.startswith("Task: ")


def test_the_same_question_has_the_same_answers_in_another_process(script: Script) -> None:
    code = (
        "from scripted_questions import *\nscript = Script()\n"
        "print(repr([script.propose(random_question(task, s, script), 4) for task in ALL for s in range(3)]))"
    )
    here = repr([script.propose(random_question(task, s, script), 4) for task in ALL for s in range(3)])
    root = Path(__file__).resolve().parents[1]
    env = {**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": os.pathsep.join((str(root), str(root / "tests")))}
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, cwd=root, check=True)
    assert there.stdout.strip() == here


def test_a_missing_bank_is_named(tmp_path: Path) -> None:
    with pytest.raises(BanksError, match="poignancy.json"):
        Script(tmp_path).answer(random_question("rate", 1, Script()))


@pytest.mark.parametrize(
    "activity, thing",
    [
        ("eating breakfast", "kitchen table"),
        ("washing the dishes", "kitchen sink"),
        ("brushing teeth", "kitchen sink"),
        ("reading a book", "armchair"),
        ("wiping the kitchen counter", "kitchen counter"),
        ("singing", ""),
    ],
)
def test_of_several_things_that_serve_the_best_is_taken(activity: str, thing: str) -> None:
    assert useful(activity, ("kitchen counter", "bookshelf", "kitchen sink", "armchair", "kitchen table")) == thing


@pytest.mark.parametrize(
    "activity, things, thing",
    [
        ("eating", ("bed", "pool table", "paint table", "table"), "table"),
        ("eating", ("bed", "pool table", "couch"), ""),
        ("washing the dishes", ("bathroom sink", "washing machine", "stove", "sink"), "sink"),
        ("washing and dressing", ("washing machine", "bathroom sink", "shower"), "shower"),
        ("taping down the cables", ("beer tap", "bar counter"), ""),
        ("looping the hard bar until it is easy", ("bar counter", "bar"), ""),
        ("waiting for the water to warm up", ("waiting room chairs", "bathroom sink"), ""),
        ("reading a few pages in bed", ("hospital bed", "bed"), "bed"),
        ("writing a letter", ("letter boxes", "bed", "desk"), "desk"),
        ("watering the beans", ("bed", "bean rows"), "bean rows"),
        ("having a drink and talking with whoever is there", ("beer tap", "bar counter", "pool table"), "bar counter"),
    ],
)
def test_things_are_used_for_what_they_are_for(activity: str, things: tuple[str, ...], thing: str) -> None:
    assert useful(activity, things) == thing


@pytest.mark.parametrize(
    "wanted, things, thing",
    [
        ("flower bed", ("bed", "tulip bed"), "tulip bed"),
        ("garden bed", ("bed", "wardrobe"), ""),
        ("rice bowl", ("bathroom sink", "sink"), ""),
        ("writing desk", ("laser bench", "office desk"), "office desk"),
        ("oven", ("stove", "kettle"), "stove"),
        ("long table", ("pool table", "laser bench"), ""),
        ("shelf of medicines", ("shelf of tins", "bed"), "shelf of tins"),
    ],
)
def test_what_a_bank_names_is_found_by_its_kind(wanted: str, things: tuple[str, ...], thing: str) -> None:
    assert find_object(wanted, things) == thing
