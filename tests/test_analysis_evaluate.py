"""What ``evaluate`` measures in a run whose truth is known."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from analysis_sample import Story, write_run

from sim.analysis import extras, metrics
from sim.analysis.conversation import classify_answer
from sim.analysis.evaluate import Evaluation, evaluate
from sim.analysis.extras import MissingExtra, library
from sim.analysis.intervals import Stay
from sim.analysis.lexical import claims, content_words
from sim.analysis.place_rules import overcrowded
from sim.analysis.run_context import open_context
from sim.record.acted_on import planned_on
from sim.record.errors import RunError
from sim.record.read import Run


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Evaluation:
    return evaluate(write_run(tmp_path_factory.mktemp("made")))


def value(found: Evaluation, name: str) -> tuple[float | None, int]:
    row = next(row for row in found.rows if row.name == name)
    return row.value, row.count


def test_every_failure_is_found_once_with_where_to_look(made: Evaluation) -> None:
    found = {(f.check, f.resident, f.tick) for f in made.failures if f.check not in ("meal missed", "awake at night")}
    assert found == {
        ("closed shop", "cas", 30),
        ("crowded bathroom", "cas", 62),
        ("forgotten promise", "cas", 360),
        ("invented fact", "ben", 130),
        ("answer unsupported", "cas", 500),
        ("repeated line", "cas", 134),
        ("wrong place", "cas", 1000),
        ("wrong place", "cas", 1101),
    }
    assert made.moments[62] == "day 1 08:02"


def test_who_walks_through_a_room_does_not_crowd_it(tmp_path: Path) -> None:
    bath = ("Town", "Ana's house", "bathroom")
    with open_context(write_run(tmp_path)) as context:
        inside = {"ana": (Stay(10, 20, bath, 10),)}
        assert not overcrowded(context, {**inside, "ben": (Stay(12, 18, bath, 0),)})
        assert [failure.resident for failure in overcrowded(context, {**inside, "ben": (Stay(12, 18, bath, 6),)})] == ["ben"]


def test_invented_facts_say_what_is_wrong(made: Evaluation) -> None:
    (wrong_day,), (uncle,) = made.of("invented fact"), made.of("answer unsupported")
    assert "with Sunday" in wrong_day.text
    assert "knows nothing of Klaus" in uncle.text, "what somebody was asked afterwards is no fault of the town's life"
    assert value(made, "claims supported") == (0.5, 2)


def test_shares_are_counted_as_their_rules_say(made: Evaluation) -> None:
    assert value(made, "invitations declined") == (0.0, 1), "Cas answers only later, so that invitation stays open"
    assert value(made, "plans kept") == (0.5, 2), "at the cafe as planned, and still there when the Green was planned"
    assert value(made, "commitments kept") == (0.5, 2)
    assert value(made, "doors respected") == (0.0, 1)
    asleep, minutes = value(made, "asleep at night")
    assert minutes == 3 * 450 and asleep == pytest.approx(2 / 3, abs=0.01)
    eaten, meals = value(made, "meals eaten")
    assert meals == 3 * 3 and eaten == pytest.approx(6 / 9), "the first breakfast had begun before the run"
    assert [f.resident for f in made.of("meal missed")] == ["cas"] * 3
    assert [f.resident for f in made.of("awake at night")] == ["cas"]


def test_intervals_hold_the_value(made: Evaluation) -> None:
    bounded = [row for row in made.rows if row.value is not None]
    assert bounded
    for row in bounded:
        assert row.low is not None and row.high is not None and row.low <= row.value <= row.high


def test_the_text_names_every_check_and_says_how_to_look(made: Evaluation) -> None:
    text = made.to_text(shown=1)
    assert "crowded bathroom       1" in text
    assert "day 1 08:02  cas: came into Ana's house:bathroom" in text
    assert "and 2 more" in text
    assert "replay made" in text


def test_shares_have_intervals_without_scipy_and_means_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "is_installed", lambda _: False)
    row = metrics.proportion("x", 1, 4, "")
    assert (row.value, row.low, row.high) == (0.25, pytest.approx(0.04559, abs=1e-5), pytest.approx(0.69936, abs=1e-5))
    assert metrics.mean_interval([1.0, 2.0]) == (None, None)


def test_a_missing_library_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(extras.EXTRAS, "no_such_library", "analysis")
    with pytest.raises(MissingExtra, match=r"pip install 'town-sim\[analysis\]'"):
        library("no_such_library.stats")


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("I'd love to, but I can\u2019t make it.", "no"),
        ("Oh, how lovely! Count me in.", "yes"),
        ("Maybe. Don't count on me yet.", "open"),
    ],
)
def test_answers_to_invitations_are_told_apart(reply: str, answer: str) -> None:
    assert classify_answer(reply) == answer


def test_only_statements_of_fact_are_claims() -> None:
    others = "Do you know him well enough? I think the bridge is ugly. I'm fine. I couldn't say who paid."
    text = f"Tom Reed mended the old bridge. {others}"
    assert claims(text) == ["Tom Reed mended the old bridge."]
    assert content_words("running runs") == {"run"}


def test_files_that_are_no_sound_run_get_a_message(tmp_path: Path) -> None:
    (tmp_path / "letter.sqlite").write_text("Dear Ana")
    with pytest.raises(RunError, match="letter.sqlite"):
        evaluate(tmp_path / "letter.sqlite")
    path = write_run(tmp_path)
    with sqlite3.connect(path) as sql:
        sql.execute("UPDATE events SET data = '{}' WHERE kind = 'plan'")
    with pytest.raises(RunError, match="not a run as this program writes it"):
        evaluate(path)


def test_an_evaluation_does_not_change_the_run(tmp_path: Path) -> None:
    path = write_run(tmp_path)
    before = path.read_bytes()
    first = evaluate(path)
    assert path.read_bytes() == before
    assert evaluate(path) == first


@pytest.mark.parametrize("lived", [True, False])
def test_a_plan_that_a_conclusion_changed_counts_where_it_was_lived(tmp_path: Path, lived: bool) -> None:
    told, day = Story(), {"start": 0, "end": 7200, "activity": "baking", "place": "Town:Cafe"}
    later = {**day, "start": 3600, "end": 5400}
    told.note(0, "plan", "ana", blocks=[day], why="morning", reason="")
    for tick, text, done in (
        (10, "Ben Okoye hides a bad knee", "looking for Ben Okoye with a stick"),
        (12, "Ana Silva misses being asked to dance", "waltzing with a chair"),
    ):
        told.remember(tick, "ana", text, "reflection")
        told.note(tick, "plan", "ana", blocks=[day, {**later, "activity": done}], why="react", reason=text)
    if lived:
        told.talk(70, "t1", [("ana", "How is the knee?"), ("ben", "Which knee?")])
        told.do(80, "ana", "waltzing with a chair", "Town:Cafe")
    with Run(write_run(tmp_path, told)) as run:
        found = [(done, insight.text) for tick in (0, 10, 12) for done, insight in planned_on(run, "ana", tick)]
    both = [
        ("looking for Ben Okoye with a stick", "Ben Okoye hides a bad knee"),
        ("waltzing with a chair", "Ana Silva misses being asked to dance"),
    ]
    assert found == (both if lived else [])
