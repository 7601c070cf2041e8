"""Long-term memory of characters: prose to memories, recall by several queries, missions, and saves that survive a crash."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from memory_reference import fallback

from sim.llm.base import Names
from sim.memory import CachedEmbedder, EmbedderError, HashingEmbedder, MemoryStream, StoreConflict, drive
from sim.memory.import_json import ImportProblem
from sim.memory.npc import PIECE_LENGTH, Companion, backstory, converse, dialogue_text, mission, perceive, pieces, recall
from sim.memory.npc_store import QUERIES, NpcStore
from sim.memory.reflect import Thinker
from sim.prompts import Card, Question, Reply
from sim.prompts.tasks.answer import AnswerOpen, OpenAnswer
from sim.prompts.tasks.observe import Observations, Observe
from sim.prompts.tasks.queries import Queries, WriteQueries


def thinker(name: str, at: int = 0) -> Thinker:
    return Thinker(Card(name, name), Names(), at, 1)


def test_talk_is_kept_as_who_said_what_to_whom() -> None:
    stream = MemoryStream("npc", HashingEmbedder())
    converse(stream, [("Kim", "Odo", "The bridge is out"), ("Odo", "Kim", "Then we swim")], 60)
    assert [memory.text for memory in stream] == [
        "Kim said to Odo: The bridge is out",
        dialogue_text("Odo", "Kim", "Then we swim"),
    ]
    assert len(stream.unrated()) == 2


def test_a_backstory_becomes_rated_observations_and_reflections_when_due() -> None:
    stream = MemoryStream("npc", HashingEmbedder(), threshold=8)
    made = drive(
        backstory(stream, thinker("Odo"), "Odo grew up in a mill. He lost two fingers there! He never went back."), fallback
    )
    assert [memory.text for memory in made] == ["Odo grew up in a mill", "He lost two fingers there", "He never went back"]
    assert {memory.source for memory in made} == {"backstory"} and all(memory.importance == 4 for memory in made)
    assert any(memory.kind == "reflection" for memory in stream) and stream.budget() == 0


def test_long_prose_is_cut_between_sentences() -> None:
    prose = " ".join(f"Sentence {i} tells of the mill." for i in range(120)) + " " + "x" * 3000
    parts = pieces(prose)
    assert max(map(len, parts)) <= PIECE_LENGTH and "".join(parts).replace(" ", "") == prose.replace(" ", "")
    asked: list[Any] = []
    drive(perceive(thinker("Odo"), prose), lambda q: asked.append(q) or fallback(q))  # type: ignore[func-returns-value]
    assert [question.text for question in asked] == parts
    assert pieces("  ") == []


def test_one_brief_becomes_several_searches_whose_results_are_united() -> None:
    stream = MemoryStream("npc", HashingEmbedder())
    for text in ("Odo knows the mill road", "Odo fears wolves", "Odo likes soup", "wolves live by the mill road"):
        stream.add(text, importance=5)

    def answer(question: Question[Any]) -> Reply:
        assert isinstance(question, WriteQueries)
        assert (question.text, question.count) == ("Scout the mill.", 2)
        return Queries(("mill road", "wolves"))

    hits = drive(recall(stream, thinker("Odo", 9), "Scout the mill.", 2, 2), answer)
    assert {hit.memory.n for hit in hits} == {0, 1, 3} and [hit.rank for hit in hits] == [0, 1, 2]
    assert [found.query for found in stream.drain().retrievals] == ["mill road", "wolves"]


def test_a_mission_uses_what_companions_know_and_each_keeps_their_own_view() -> None:
    team = {}
    for name in ("Kim", "Odo"):
        team[name] = Companion(MemoryStream("npc", HashingEmbedder()), thinker(name, 50))
        team[name].stream.add(f"{name} knows the bridge", importance=5)

    def answer(question: Question[Any]) -> Reply:
        if isinstance(question, AnswerOpen):
            return OpenAnswer(f"I crossed the bridge because I knew it: {question.memories[0]}.")
        if isinstance(question, Observe):
            return Observations((f"{question.card.name} remembers: {question.text[:30]}",))
        return fallback(question)

    narrative, kept = drive(mission(team, "Cross the bridge."), answer)
    assert "Kim: I crossed" in narrative and "Odo knows the bridge" in narrative
    assert {name: memory.text for name, (memory,) in kept.items()} == {
        name: f"{name} remembers: {narrative[:30]}" for name in ("Kim", "Odo")
    }
    assert all(memory.at == 50 and memory.importance is not None for (memory,) in kept.values())


def test_a_base_is_copied_on_first_use_and_saves_do_not_touch_each_other(tmp_path: Path) -> None:
    store = NpcStore(tmp_path, HashingEmbedder())
    base = store.base("Odo")
    base.stream.add("Odo grew up in a mill", importance=7)
    base.commit()
    one, two = store.open("quest", "ann", "slot 1", "Odo"), store.open("quest", "ann", "slot 2", "Odo")
    one.stream.add("Ann said to Odo: hello", importance=3)
    one.commit()
    assert [len(store.open("quest", "ann", slot, "Odo").stream) for slot in ("slot 1", "slot 2")] == [2, 1]
    assert len(two.stream) == len(store.base("Odo").stream) == 1


def test_increments_last_access_and_the_budget_are_still_there_next_time(tmp_path: Path) -> None:
    store = NpcStore(tmp_path, HashingEmbedder())
    odo = store.open("quest", "ann", "1", "Odo")
    odo.stream.add("a quarrel", importance=9)
    late = odo.stream.add("a kiss")
    odo.commit()
    odo.stream.rate(late.n, 6)
    odo.stream.retrieve("kiss", 500, k=1)
    odo.stream.remove(0)
    odo.commit()
    again = store.open("quest", "ann", "1", "Odo").stream
    assert list(again) == list(odo.stream) and again[1].accessed == 500
    assert (again.budget(), again.add("new").n) == (15, 2)


def test_vectors_are_not_computed_twice(tmp_path: Path) -> None:
    class Counting(HashingEmbedder):
        asked = 0

        def embed(self, texts):  # type: ignore[no-untyped-def]
            self.asked += len(texts)
            return super().embed(texts)

    store = NpcStore(tmp_path, Counting())
    odo = store.open("quest", "ann", "1", "Odo")
    odo.stream.add("a quarrel")
    odo.stream.retrieve("quarrel", 1)
    odo.commit()
    fresh = Counting()
    NpcStore(tmp_path, fresh).open("quest", "ann", "1", "Odo").stream.retrieve("quarrel", 2)
    assert fresh.asked == 0
    assert isinstance(odo.stream.embedder, CachedEmbedder)


def test_a_commit_cut_short_by_a_crash_is_dropped_and_nothing_else(tmp_path: Path) -> None:
    store = NpcStore(tmp_path, HashingEmbedder())
    odo = store.open("quest", "ann", "1", "Odo")
    for text in ("one", "two", "three"):
        odo.stream.add(text, importance=2)
        odo.commit()
    whole = odo.path.read_bytes()
    ends = [i + 1 for i, byte in enumerate(whole) if byte == 10]
    for cut in range(0, len(whole), 7):
        odo.path.write_bytes(whole[:cut])
        again = store.open("quest", "ann", "1", "Odo")
        assert len(again.stream) == sum(end <= cut for end in ends)
        again.stream.add("after")
        again.commit()
        assert "after" in {memory.text for memory in store.open("quest", "ann", "1", "Odo").stream}


def test_a_damaged_file_is_named_and_a_name_cannot_lead_elsewhere(tmp_path: Path) -> None:
    store = NpcStore(tmp_path, HashingEmbedder())
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "Odo.jsonl").write_text("{nonsense\n")
    with pytest.raises(ImportProblem, match=r"Odo\.jsonl, line 1"):
        store.base("Odo")
    for name in ("../Odo", "a/b", "", ".."):
        with pytest.raises(ValueError, match="cannot name a file"):
            store.base(name)


def test_who_commits_after_somebody_else_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    store = NpcStore(tmp_path, HashingEmbedder())
    one, two = store.open("quest", "ann", "1", "Odo"), store.open("quest", "ann", "1", "Odo")
    one.stream.add("a quarrel", importance=3)
    two.stream.add("a kiss", importance=3)
    one.commit()
    with pytest.raises(StoreConflict, match=r"'Odo' was changed.*open it again"):
        two.commit()
    again = store.open("quest", "ann", "1", "Odo")
    assert [memory.text for memory in again.stream] == ["a quarrel"]
    assert [memory.text for memory in two.stream.drain().added] == ["a kiss"], "what was refused can be done again"
    one.stream.add("peace", importance=2)
    one.commit()
    assert [memory.n for memory in store.open("quest", "ann", "1", "Odo").stream] == [0, 1]


def test_a_file_keeps_few_vectors_of_queries(tmp_path: Path) -> None:
    store = NpcStore(tmp_path, HashingEmbedder())
    odo = store.open("quest", "ann", "1", "Odo")
    odo.stream.add("a quarrel", importance=3)
    for n in range(500):
        odo.stream.retrieve(f"question {n}", n, 1)
        if n % 50 == 49:
            odo.commit()
    assert isinstance(odo.stream.embedder, CachedEmbedder)
    assert len(odo.stream.embedder.texts()) <= 1 + 2 * QUERIES
    assert odo.path.read_text().count("question ") == QUERIES and odo.path.stat().st_size < 100_000
    again = store.open("quest", "ann", "1", "Odo")
    assert (again.stream.uses(0), again.stream[0].accessed) == (500, 499)
    again.stream.retrieve("one more", 600)
    again.commit()
    assert "one more" not in odo.path.read_text()


def test_a_character_names_the_embedder_it_was_made_with(tmp_path: Path) -> None:
    for place in ("base", "saves"):
        odo = NpcStore(tmp_path, HashingEmbedder(64)).base("Odo")
        if place == "base":
            odo.stream.add("a quarrel")
            odo.commit()
        with pytest.raises(EmbedderError, match=r"'hash:64'.*'hash:256'"):
            NpcStore(tmp_path, HashingEmbedder()).base("Odo")
        with pytest.raises(EmbedderError, match=r"'hash:64'.*'hash:256'"):
            NpcStore(tmp_path, HashingEmbedder()).open("quest", "ann", "1", "Odo")


def test_a_save_is_copied_with_all_its_characters(tmp_path: Path) -> None:
    store = NpcStore(tmp_path, HashingEmbedder())
    for name in ("Odo", "Kim"):
        one = store.open("quest", "ann", "1", name)
        one.stream.remember(f"{name} rests", user="ann", importance=3)
        one.commit()
    store.copy_save("quest", "ann", "1", "2")
    store.copy_save("quest", "ann", "1", "1", to_user="bo")
    for user, save in (("ann", "2"), ("bo", "1")):
        kim = store.open("quest", user, save, "Kim")
        assert [memory.text for memory in kim.stream] == ["Kim rests"] and kim.stream.metadata(0) == {"user": "ann"}
        kim.stream.update(0, metadata={"seen": True})
        kim.commit()
        assert store.open("quest", user, save, "Kim").stream.metadata(0) == {"user": "ann", "seen": True}
    assert store.open("quest", "ann", "1", "Kim").stream.metadata(0) == {"user": "ann"}
    for save, to, problem in (("9", "3", "no save '9'"), ("1", "2", "already"), ("1", "../x", "cannot name")):
        with pytest.raises(ValueError, match=problem):
            store.copy_save("quest", "ann", save, to)


def test_files_without_a_header_are_still_read(tmp_path: Path) -> None:
    line = {
        "added": [[0, "a quarrel", "observation", 5, 7.0, [], None, "", 0]], "rated": [], "touched": [[60, [0]]], "removed": [],
        "vectors": {}, "state": {"budget": 7.0, "next": 1, "retrievals": 1, "cold": []},
    }  # fmt: skip
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "Odo.jsonl").write_text(json.dumps(line) + "\n")
    odo = NpcStore(tmp_path, HashingEmbedder()).base("Odo")
    assert (odo.stream[0].accessed, odo.stream[0].importance, odo.stream.uses(0), odo.stream.budget()) == (60, 7.0, 1, 7.0)
    odo.stream.add("a kiss")
    odo.commit()
    assert len(NpcStore(tmp_path, HashingEmbedder()).base("Odo").stream) == 2
