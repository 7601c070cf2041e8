"""Items of teaching: reading, packing, checking, and the examples made of them."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path

import pytest
from teaching_sample import INTERVIEW, ITEMS, RATING, TALK

from sim.prompts import chat
from sim.prompts.chat import Line, Person, Scene
from sim.teaching.check import check
from sim.teaching.examples import examples, of_item
from sim.teaching.items import DATA, DataError, aside, read_items, split, write_items
from sim.teaching.names import called, renamed

ME = Person("Toivo Lappi", "Toivo", "her lodger", "coiling a rope")
SHE = Person("Aune Saari", "Aune", "his landlady", "weighing fish")
SCENE = Scene(
    ME,
    "Toivo Lappi is 40.",
    "Skerrow.",
    "Friday",
    "harbour",
    "drizzle",
    (SHE,),
    tuple(TALK["people"]["Toivo Lappi"]["memories"]),
)


def test_a_resident_is_shown_as_you_and_those_present_by_first_name() -> None:
    assert chat.shown("Toivo Lappi owes Aune Saari 12 marks.", ME, (SHE,)) == "You (Toivo) owes Aune 12 marks."
    assert chat.shown("The cat sleeps on Toivo's coat.", ME) == "The cat sleeps on your (Toivo's) coat."


def test_a_cue_tells_the_facts_in_full_and_a_choice_only_labels() -> None:
    assert chat.cue(SCENE, "tell", [2]) == "[tell 2: You (Toivo) owes Aune 12 marks for the room.]"
    assert chat.cue(SCENE, "ask", []) == "[ask]"
    assert chat.choice([chat.label("tell", (2,)), "leave"]) == "[choose: tell 2, leave]"


def test_what_is_asked_in_a_talk_begins_with_what_was_asked_before() -> None:
    said = [Line("Aune Saari", "You're wet."), Line("Toivo Lappi", "I fell in.", "tell", (1,)), Line("Aune Saari", "Again?")]
    first = chat.next_line(SCENE, said[:1], chat.cue(SCENE, "tell", (1,), "Aune Saari"))
    second = chat.next_line(SCENE, said, chat.SUM_UP)
    assert second.system == first.system
    assert second.turns[:2] == (*first.turns, "I fell in.")
    assert second.turns[2] == "Aune: Again?\n[sum up]"
    assert chat.next_line(SCENE, (), "[ask]").turns == ("(nobody has spoken yet)\n[ask]",)


def test_every_kind_of_item_becomes_an_example_whose_replies_are_the_items_own() -> None:
    for seed in range(6):
        for example in examples(ITEMS, seed):
            assert len(example.turns) % 2 == 0 and example.turns
            assert "{" not in example.system
            assert all("[" in user or example.kind in ("day", "rating") for user in example.turns[::2])
    kinds = {example.kind for seed in range(12) for example in examples(ITEMS, seed)}
    assert kinds == {"talk", "choice", "interview", "day", "reflection", "reaction", "rating"}


def test_the_same_seed_gives_the_same_example_and_another_seed_another() -> None:
    assert examples(ITEMS, 3) == examples(ITEMS, 3)
    assert examples(ITEMS, 3) != examples(ITEMS, 4)


def test_a_line_is_asked_with_the_facts_that_it_rests_on() -> None:
    for seed in range(8):
        for example in of_item("talks", TALK, seed):
            for user, reply in zip(example.turns[::2], example.turns[1::2], strict=True):
                if reply.startswith("On Tuesday I fell in"):
                    assert 'I fell in on Tuesday, May 5, in front of the foreman."]' in user


def test_names_are_replaced_everywhere_or_not_at_all() -> None:
    other = renamed(TALK, random.Random(1))
    text = json.dumps(other, ensure_ascii=False)
    assert other != TALK and "Toivo" not in text and "Saari" not in text
    assert {line[0] for line in other["talk"]} == set(other["people"])
    assert renamed(RATING, random.Random(1)) == RATING
    assert [called(name) for name in ("Father Rieder", "Ines Okafor", "Pilo")] == ["Father Rieder", "Ines", "Pilo"]


def test_good_items_pass_the_check() -> None:
    assert check(ITEMS) == []


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("On Thursday I fell in, before the foreman.", "Thursday"),
        ("I fell in on May 8, before the foreman.", ""),
        ("I fell in on June 5, before the foreman.", "June 5"),
        ("It was 13 marks and no more.", "13"),
        ("I met the bishop of Uppsala there.", "Uppsala"),
        ('He said "wet" to me.', "quotes"),
    ],
)
def test_what_stands_nowhere_is_found(line: str, word: str) -> None:
    bad = copy.deepcopy(TALK)
    bad["talk"][1][1] = line
    found = check({"talks": [bad]})
    assert any(word in problem and "line 2" in problem for problem in found) if word else found == []


def test_phrases_used_too_often_and_shipped_names_are_found() -> None:
    talk = copy.deepcopy(TALK)
    talk["talk"] = [[name, "I'll say it just once more, Toivo.", act, []] for name, _, act, _ in talk["talk"]]
    assert any("4 times" in problem for problem in check({"talks": [talk]}))
    known = copy.deepcopy(INTERVIEW)
    known["ties"].append("Nora Fennick: a guest")
    assert any("Nora Fennick" in problem for problem in check({"interviews": [known]}))


def test_a_broken_item_is_a_problem_and_no_traceback() -> None:
    assert any("not of the form" in problem for problem in check({"talks": [{"town": "X"}]}))


def test_packed_items_are_the_same_items(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    raw.mkdir()
    for kind, found in ITEMS.items():
        (raw / f"{kind}_a.jsonl").write_text("".join(json.dumps(item) + "\n" for item in found), encoding="utf-8")
    paths = write_items(read_items([raw]), tmp_path / "packed")
    assert {path.name for path in paths} == {f"{kind}.jsonl.xz" for kind in ITEMS}
    assert read_items([tmp_path / "packed"]) == ITEMS
    with pytest.raises(DataError, match="line 1"):
        (raw / "talks_a.jsonl").write_text("{oops\n")
        read_items([raw])
    with pytest.raises(DataError, match="no file or folder"):
        read_items([tmp_path / "nowhere"])


def test_places_are_kept_aside_whole() -> None:
    towns = [{"town": f"Place {n}, a village."} for n in range(200)]
    taught, kept = split({"talks": towns})
    assert len(taught["talks"]) + len(kept["talks"]) == 200 and 20 <= len(kept["talks"]) <= 60
    assert all(aside({"town": f"{item['town'].split(',')[0]}, in another year"}) for item in kept["talks"])


def test_what_ships_is_small_and_can_be_read() -> None:
    files = list(DATA.glob("*.jsonl.xz"))
    assert files and sum(file.stat().st_size for file in files) < 3_000_000
    shipped = read_items([DATA])
    assert len(shipped["talks"]) >= 400
    assert not [problem for problem in check(shipped) if "shipped scenario" in problem or "not of the form" in problem]
