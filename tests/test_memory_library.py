"""The stream used alone: with a language model, a clock and dates, metadata, one file, threads; and the README's examples."""

from __future__ import annotations

import datetime as dt
import json
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sim.memory import PRESETS, EmbedderError, HashingEmbedder, ImportProblem, LlmError, MemoryStream, Term
from sim.memory.compress import DAY, Forgetting

README = Path(__file__).parents[1] / "sim" / "memory" / "README.md"


def toy(importance: int = 6) -> Callable[[str], str]:
    """A model by rule: rates everything alike, asks one question, concludes one thing."""

    def llm(prompt: str) -> str:
        asked.append(prompt)
        if '"ratings"' in prompt:
            events = re.findall(r"^\d+\. ", prompt.partition("Events")[2], re.M)
            return json.dumps({"ratings": [importance] * len(events)})
        if '"questions"' in prompt:
            return 'Sure! {"questions": ["What does Mara care about?", "What does Mara do at dusk?", "Why?"]}'
        if '"insights"' in prompt:
            return json.dumps({"insights": [{"because": [1, 2], "insight": "Mara lives for music"}]})
        return json.dumps({"memory": "Mara played a lot"})

    asked: list[str] = []
    llm.asked = asked  # type: ignore[attr-defined]
    return llm


def test_remembering_rates_at_once_and_reflects_when_due_and_wanted() -> None:
    stream = MemoryStream("park", llm=toy(), reflects=True, whose="Mara Bell", threshold=12)
    assert stream.remember("Mara tunes a violin").importance == 6
    assert len(stream) == 1
    stream.remember("Mara plays at dusk")
    assert [memory.kind for memory in stream] == ["observation", "observation", "reflection"]
    assert stream[2].evidence == (0, 1) and stream.budget() == 0
    assert "Mara Bell" in stream.answer._llm.asked[0]  # type: ignore[union-attr]


def test_reflection_and_rating_on_request() -> None:
    stream = MemoryStream("park", llm=toy())
    stream.add("Mara tunes a violin")
    stream.add("Mara plays at dusk")
    assert stream.rate() == 2 and stream[0].importance == 6
    stream.rate(0, 9)
    assert stream[0].importance == 9
    assert [memory.text for memory in stream.reflect()] == ["Mara lives for music"]
    assert stream.reflect("music") == [], "it stands already"
    with pytest.raises(ValueError, match="neither"):
        stream.rate(0)


def test_without_a_model_what_needs_one_is_refused_and_all_else_works() -> None:
    stream = MemoryStream("park")
    assert stream.remember("a quarrel").importance is None
    for call in (stream.rate, stream.reflect):
        with pytest.raises(LlmError, match="no llm"):
            call()


@pytest.mark.parametrize("said", ["I cannot rate that", '{"ratings": []}', "", "{", 7])
def test_a_reply_of_no_use_is_an_error_and_never_a_rating(said: Any) -> None:
    stream = MemoryStream("park", llm=lambda _: said)
    with pytest.raises(LlmError):
        stream.remember("a quarrel")
    assert [memory.importance for memory in stream] == [None] and len(stream.unrated()) == 1


def test_a_reflection_that_fails_is_still_due() -> None:
    stream = MemoryStream("park", llm=lambda _: '{"ratings": [10]}', reflects=True, threshold=5)
    with pytest.raises(LlmError, match="questions"):
        stream.remember("a death")
    assert (stream[0].importance, stream.budget(), stream.due()) == (10, 10, True)


def test_a_reply_that_is_only_the_number_will_do() -> None:
    assert MemoryStream("park", llm=lambda _: "7").remember("a quarrel").importance == 7


def test_a_model_may_be_named() -> None:
    stream = MemoryStream("park", llm="town-mind", whose="Mara Bell")
    assert 1 <= (stream.remember("Mara Bell lost her violin").importance or 0) <= 10


def test_many_at_once_are_rated_ten_to_a_question_and_stored_all_or_none() -> None:
    llm = toy()
    stream = MemoryStream("park", llm=llm)
    rows: list[Any] = [f"thing {n}" for n in range(12)] + [{"text": "a plan", "kind": "plan", "at": 5, "user": "ann"}]
    made = stream.add_many(rows)
    assert len(made) == 13 and {memory.importance for memory in made} == {6} and made[12].at == 5
    assert len(llm.asked) == 2 and stream.metadata(12) == {"user": "ann"}  # type: ignore[attr-defined]
    for bad, problem in (({"text": "x", "kind": "dream"}, "row 1: .*dream"), ({"words": "x"}, "row 1"), ({"text": 3}, "row 1")):
        with pytest.raises(ValueError, match=problem):
            stream.add_many(["good", bad])
        assert len(stream) == 13


# -- time ---------------------------------------------------------------------------------------------------------------


def test_moments_are_seconds_dates_or_now() -> None:
    noon = dt.datetime(2026, 5, 4, 12, tzinfo=dt.UTC)
    now = [noon]
    stream = MemoryStream("park", clock=lambda: now[0], start=dt.datetime(2026, 5, 4, tzinfo=dt.UTC))
    assert stream.add("now").at == 12 * 3600
    assert stream.add("before", at=noon - dt.timedelta(hours=2)).at == 10 * 3600
    assert stream.add("seconds", at=60, expires=noon).expires == 12 * 3600
    now[0] += dt.timedelta(hours=1)
    hits = stream.retrieve("now", k=1)
    assert (hits[0].memory.text, stream[0].accessed) == ("now", 13 * 3600)
    assert stream.format(hits, "[{date}] {text}") == "[2026-05-04 12:00] now"


def test_the_clock_is_the_computers_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.memory.moments.wall_clock", lambda: 1_800_000_000.7)
    assert MemoryStream("park").add("now").at == 1_800_000_000


# -- finding ------------------------------------------------------------------------------------------------------------


def test_only_memories_that_carry_the_metadata_are_found() -> None:
    stream = MemoryStream("park")
    stream.remember("tea at four", user="ann", session="mon", metadata={"topic": "tea", "cups": 2})
    stream.remember("tea at five", user="bo", metadata={"topic": "tea"})
    stream.remember("the boat", user="ann")
    stream.remember("unsigned tea")

    def found(**how: Any) -> set[str]:
        return {hit.memory.text for hit in stream.retrieve("tea", **how)}

    assert found(user="ann") == {"tea at four", "the boat"} and found(user="ann", session="mon") == {"tea at four"}
    assert found(metadata={"topic": "tea", "user": ["bo", "cy"]}) == {"tea at five"}
    assert found(metadata={"cups": 3}) == set() and len(found()) == 4
    assert found(user="ann", where="text == 'the boat'") == {"the boat"}
    for wrong in ({"topic": {"a": 1}}, {3: "x"}, ["topic"]):
        with pytest.raises(ValueError, match="metadata"):
            stream.retrieve("tea", metadata=wrong)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="metadata"):
            stream.remember("x", metadata=wrong)  # type: ignore[arg-type]
    assert len(stream) == 4


def test_as_many_are_returned_as_have_room() -> None:
    stream = MemoryStream("park", weights=(0, 0, 1))
    for n in range(9):
        stream.add(f"tea number {n} " + "x" * 80)
    assert len(stream.retrieve("tea", max_tokens=60)) == 2
    assert len(stream.retrieve("tea", max_tokens=1)) == 1, "the best one always"
    counted = MemoryStream("park", count_tokens=lambda text: len(text.split()))
    counted.add_many(["one two three", "one two", "one"])
    assert len(counted.retrieve("one", max_tokens=5)) == 2
    assert [hit.taken for hit in counted.drain().retrievals[-1].hits] == [True, True, False]


def test_hits_as_lines_for_a_prompt() -> None:
    stream = MemoryStream("genagents")
    stream.add("a quarrel", importance=80, source="ivo")
    line = stream.format(stream.retrieve("quarrel"), "{n} {kind} {source} {importance}: {text}")
    assert line == "0 observation ivo 80: a quarrel" and stream.format(stream) == "- a quarrel"
    with pytest.raises(ValueError, match="mood"):
        stream.format(stream, "{mood}")


def test_a_corrected_memory_is_found_by_its_new_words_under_a_new_number() -> None:
    stream = MemoryStream("park")
    old = stream.remember("Ivo has a cat", importance=4, at=9, user="ann")
    new = stream.update(old.n, "Ivo has a dog")
    assert (new.n, new.at, new.importance, stream.metadata(new.n)) == (1, 9, 4, {"user": "ann"})
    assert [hit.memory.text for hit in stream.retrieve("dog", k=9)] == ["Ivo has a dog"]
    assert stream.update(1, importance=8, metadata={"user": None, "pet": True}).importance == 8
    assert stream.metadata(1) == {"pet": True} and stream.budget() == 4
    with pytest.raises(IndexError):
        stream.update(0, "x")


def test_forgetting_tiering_and_merging_are_calls() -> None:
    stream = MemoryStream("park", llm=toy())
    stream.add_many([{"text": "sweeping the yard", "importance": 1} for _ in range(3)] + [{"text": "a death", "importance": 9}])
    (summary,) = stream.merge(at=2 * DAY)
    assert summary.text == "Mara played a lot" and summary.evidence == (0, 1, 2)
    assert stream.tier(at=40 * DAY) == [3, 4]
    stream.add("dull", importance=1)
    assert stream.forget(Forgetting(age=0, idle=0)) == [5]


def test_frames() -> None:
    stream = MemoryStream("llm-stream")
    stream.add("a quarrel", importance=0.8)
    assert stream.frame().importance.tolist() == [0.8]
    assert stream.frame(stream.retrieve("quarrel")).columns.tolist()[0] == "description"


# -- one file -----------------------------------------------------------------------------------------------------------


class Loud(Term):
    name = "loud"

    def score(self, memory: Any, query: str, at: int) -> float:
        return float(memory.text.isupper())


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_stream_is_one_file_for_every_preset(preset: str, tmp_path: Path) -> None:
    stream = MemoryStream(preset, HashingEmbedder(32), k=4)
    top = stream.preset.top
    for n in range(9):
        stream.remember(f"thing {n} \ud83d", at=n * 3600, importance=n * top / 10 if n else None, user=f"u{n % 2}")
    stream.remember("so it is", at=99, kind="reflection", evidence=(1, 2), expires=10**6)
    stream.remove(3)
    stream.set_cold(4)
    stream.retrieve("thing 5", 10 * 3600)
    stream.save(tmp_path / "a" / "stream.jsonl")
    again = MemoryStream.load(tmp_path / "a" / "stream.jsonl", HashingEmbedder(32))
    assert [m.n for m in again] == [m.n for m in stream] and again.state() == stream.state()
    assert again.preset == stream.preset and again.unrated()[0].n == 0
    for one, other in zip(stream, again, strict=True):
        assert (one.at, one.accessed, one.importance, one.evidence, one.expires, one.depth) == (
            other.at, other.accessed, other.importance, other.evidence, other.expires, other.depth,
        )  # fmt: skip
        assert (stream.uses(one.n), stream.metadata(one.n)) == (again.uses(one.n), again.metadata(one.n))
        assert stream.vector(one.n).tolist() == again.vector(one.n).tolist()
    how = {"at": 20 * 3600, "user": "u1"}
    assert [(h.memory.n, h.score) for h in again.retrieve("thing 7", **how)] == [
        (h.memory.n, h.score) for h in stream.retrieve("thing 7", **how)
    ]
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["stream.jsonl"]


def test_a_file_names_its_embedder_and_its_terms(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    MemoryStream("park", "hash:64", terms=(Loud(),)).save(path)
    with pytest.raises(ValueError, match=r"made with terms.*load\(path, terms=\.\.\.\)"):
        MemoryStream.load(path)
    assert MemoryStream.load(path, terms=(Loud(),), llm=toy()).embedder.dim == 64
    with pytest.raises(EmbedderError, match=r"'hash:64'.*'hash:32'"):
        MemoryStream.load(path, "hash:32", terms=(Loud(),))
    whole = path.read_text()
    for text, problem in (("{", "no header"), (whole.replace('"format": 2', '"format": 9'), "format 9"), ("{}\n", "line 1")):
        path.write_text(text)
        with pytest.raises(ImportProblem, match=problem):
            MemoryStream.load(path)
    with pytest.raises(ImportProblem, match="no such file"):
        MemoryStream.load(tmp_path / "none")


def test_threads_may_share_a_stream() -> None:
    stream, wrong = MemoryStream("park", HashingEmbedder(16)), list[Exception]()

    def work(name: int) -> None:
        try:
            for n in range(60):
                made = stream.remember(f"thing {name} {n}", importance=3, user=str(name))
                stream.retrieve(f"thing {name}", k=3)
                if n % 3 == 0:
                    stream.update(made.n, f"other {name} {n}")
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [] and len(stream) == 360 and len({memory.n for memory in stream}) == 360


def test_a_stream_that_nobody_drains_does_not_grow_with_every_retrieval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.memory.base_stream.PENDING", 10)
    stream = MemoryStream("park")
    stream.add("x")
    for at in range(50):
        stream.retrieve("x", at)
    assert len(stream.drain().retrievals) <= 10 and stream.uses(0) == 50


def blocks() -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.S | re.M)


def test_the_examples_of_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    space: dict[str, Any] = {}
    assert len(blocks()) >= 5
    for block in blocks():
        exec(compile(block, str(README), "exec"), space)
