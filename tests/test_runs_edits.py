"""Forks with an edit: a plan changed, a party moved, a memory taken away; whoever is meant lives on by it, and it verifies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from town import events, go_on, live, lived, rows, stop

from sim.engine.build import stored_scenario
from sim.engine.draft import EditError
from sim.engine.edit import Edit, fork_run
from sim.engine.verify import verify
from sim.record.read import Run
from sim.record.verify import verify_hashes
from sim.scenario.yaml_writer import put

TICKS = 700


@pytest.fixture(scope="module")
def morning(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two hours in which Ana tells Ben of the supper."""
    path = lived(tmp_path_factory.mktemp("morning") / "morning.sqlite", TICKS)
    assert events(path, "learn")
    return path


def lived_on(source: Path, target: Path, edit: Edit, ticks: int) -> Path:
    """A fork with the edit at the last tick, so many ticks later; it must verify both ways."""
    fork_run(source, TICKS, target, edit)
    store, engine = go_on(target)
    live(engine, ticks)
    stop(store, engine)
    assert verify(target).tick is None
    assert verify_hashes(target).bad_tick is None
    return target


def texts(path: Path, slug: str, tick: int) -> list[str]:
    with Run(path) as run:
        return [memory.text for memory in run.memories(slug, tick, limit=-1)]


def test_a_changed_plan_is_followed_and_kept_in_mind(morning: Path, tmp_path: Path) -> None:
    edit = Edit(plans=(("ben", "09:10 feeding the birds @ Green; 09:40 writing letters @ Ben's house"),))
    path = lived_on(morning, tmp_path / "plan.sqlite", edit, 350)
    planned = [data for tick, key, data in events(path, "plan") if key == "ben" and data["why"] == "edit"]
    assert [block["activity"] for block in planned[0]["blocks"]][-3:] == ["feeding the birds", "writing letters", "sleeping"]
    done = [(tick, data["address"]) for tick, key, data in events(path, "act") if key == "ben" and tick > TICKS]
    assert any(780 <= tick < 960 and "Green" in address for tick, address in done)
    assert any(tick >= 960 and "Ben's house" in address for tick, address in done)
    assert any("09:10 feeding the birds" in text for text in texts(path, "ben", TICKS))


def test_what_is_planned_for_after_bedtime_is_a_promise(morning: Path, tmp_path: Path) -> None:
    path = lived_on(morning, tmp_path / "late.sqlite", Edit(plans=(("ben", "08:50 fishing @ Green"),)), 20)
    (promised,) = [data for tick, key, data in events(path, "intend") if tick == TICKS]
    assert promised["at"] == 110 * 60 + 86400 and promised["place"] == "Green"
    with Run(path) as run:
        assert [c["activity"] for c in run.states(TICKS)["mind:ben"]["commitments"]][-1] == "fishing"


def test_a_moved_party_is_moved_in_the_scenario_and_in_every_head(morning: Path, tmp_path: Path) -> None:
    path = lived_on(morning, tmp_path / "moved.sqlite", Edit(moved=(("supper", "Sunday 20:30 @ Cafe"),)), 200)
    with Run(path) as run:
        scenario, _ = stored_scenario(run)
        states = run.states(TICKS)
        note = [event.data["text"] for event in run.events(TICKS, TICKS, ("run",))]
    (news,) = scenario.news
    assert news.text == "Ana Silva is giving a lantern supper at the Cafe on Sunday at 8:30 pm"
    assert (news.at, news.place) == (2 * 86400 + 13 * 3600 + 1800, ("Town", "Cafe"))
    assert note == ["supper is now on Sunday at 8:30 pm at Cafe"]
    for slug in ("ana", "ben"):
        told = [text for text in texts(path, slug, TICKS) if "lantern" in text and "upper" in text and " at " in text]
        assert told and not any("Saturday" in text or "6 pm" in text or "Green" in text for text in told), told
        kept = [c for c in states[f"mind:{slug}"].get("commitments", ()) if "supper" in c["text"]]
        assert all((c["at"], c["place"]) == (news.at, "Cafe") for c in kept)
    before = texts(morning, "ben", TICKS)
    assert any("Saturday" in text for text in before) and texts(path, "ben", TICKS - 1) == texts(morning, "ben", TICKS - 1)


def test_a_fork_goes_on_with_an_edited_scenario(morning: Path, tmp_path: Path) -> None:
    with Run(morning) as run:
        text = run.scenario_text
    for path, value in (
        (("residents", "ben", "age"), 51),
        (("residents", "ben", "currently"), "Ben means to give the novel up"),
        (("residents", "ben", "relationships", "ana"), "his creditor"),
        (("residents", "ana", "background"), "Ana Silva runs the Cafe. She hates rain."),
        (("norms", "Cafe"), {"opens": "09:05", "closes": "09:30"}),
        (("events",), [{"at": "09:00", "whisper": "Ben Okoye ought to sing", "to": "ben"}]),
        (("news", 1), {"id": "flood", "text": "The river will flood the Green on Sunday", "knows": ["ben"]}),
    ):
        text = put(text, path, value)
    path = lived_on(morning, tmp_path / "edited.sqlite", Edit(scenario=text), 60)
    with Run(path) as run:
        scenario, _ = stored_scenario(run)
        relation = run.states(TICKS)["mind:ben"]["relations"]["ana"]
        (ben,) = [one for one in run.residents if one.slug == "ben"]
    assert scenario.resident("ben").age == ben.age == 51 and relation == "Ana Silva is Ben's creditor"
    ana, ben_knows = texts(path, "ana", TICKS), texts(path, "ben", TICKS)
    assert "Ana Silva hates rain" in ana and "Ana Silva likes rain" not in ana
    assert {"Ben means to give the novel up", "The river will flood the Green on Sunday"} <= set(ben_knows)
    assert "Ben is reading a long novel" not in ben_knows
    assert [data["who"] for tick, _, data in events(path, "happening") if data["kind"] == "whisper" and tick == 720] == ["ben"]


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("residents", "ben", "home"), "Cafe", "Ben Okoye's home cannot change"),
        (("residents", "cleo"), {"name": "Cleo", "age": 3, "home": "Cafe"}, "nobody can be added"),
        (("events",), [{"at": "07:30", "say": "A bell rings"}], "what has happened"),
        (("news", 0, "importance"), 2, "news that people know already"),
        (("residents", "ben", "age"), "old", "must be a whole number"),
    ],
)
def test_what_a_fork_cannot_change_is_refused(
    path: tuple[str | int, ...], value: Any, told: str, morning: Path, tmp_path: Path
) -> None:
    with Run(morning) as run:
        text = put(run.scenario_text, path, value)
    with pytest.raises(EditError, match=told):
        fork_run(morning, TICKS, tmp_path / "bad.sqlite", Edit(scenario=text))


def test_rewritten_memories_keep_their_times_ratings_and_evidence(morning: Path, tmp_path: Path) -> None:
    path = tmp_path / "moved.sqlite"
    fork_run(morning, TICKS, path, Edit(moved=(("supper", "@ Cafe"),)))
    with Run(morning) as old, Run(path) as new:
        for slug in ("ana", "ben"):
            gone = [n for (n,) in rows(path, f"SELECT n FROM removals WHERE resident = '{slug}' AND tick = {TICKS} ORDER BY n")]
            first = old.next_memory(slug, TICKS)
            assert gone and new.next_memory(slug, TICKS) == first + len(gone)
            for n, fresh in zip(gone, range(first, first + len(gone)), strict=True):
                a, b = old.memory(slug, n, TICKS), new.memory(slug, fresh, TICKS)
                assert (a.kind, a.at, a.accessed, a.importance, a.evidence, a.source) == (
                    *(b.kind, b.at, b.accessed, b.importance, b.evidence, b.source),
                )
                assert "Green" in a.text and "Cafe" in b.text


def test_a_forgotten_number_is_not_used_again(morning: Path, tmp_path: Path) -> None:
    with Run(morning) as run:
        newest = run.next_memory("ben", TICKS) - 1
    fork_run(morning, TICKS, tmp_path / "once.sqlite", Edit(forgotten=(("ben", newest),)))
    fork_run(tmp_path / "once.sqlite", TICKS, tmp_path / "twice.sqlite", Edit(whispers=(("ben", "Ben Okoye ought to sing"),)))
    with Run(tmp_path / "twice.sqlite") as run:
        assert run.memory("ben", newest + 1, TICKS).text == "Ben Okoye ought to sing"
    assert verify(tmp_path / "twice.sqlite").tick is None


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (Edit(moved=(("feast", "Sunday 20:00"),)), "no news 'feast'; there are supper"),
        (Edit(moved=(("supper", "soon @ Cafe"),)), "soon"),
        (Edit(moved=(("supper", "Sunday 20:00 @ Caffe"),)), "did you mean 'Cafe'"),
        (Edit(moved=(("supper", "@"),)), "is not read; write --move"),
        (Edit(plans=(("ben", "fishing"),)), "'fishing' is not read; write --plan"),
        (Edit(plans=(("ben", " ; "),)), "nothing planned"),
        (Edit(plans=(("ben", "25:00 fishing @ Green"),)), "25:00"),
        (Edit(plans=(("ben", "10:00 fishing @ Sea"),)), "no place 'Sea'"),
    ],
)
def test_an_edit_that_makes_no_sense_is_named_and_leaves_no_file(edit: Edit, told: str, morning: Path, tmp_path: Path) -> None:
    with pytest.raises(EditError, match=told.replace("?", r"\?")):
        fork_run(morning, TICKS, tmp_path / "bad.sqlite", edit)
    assert list(tmp_path.iterdir()) == []
