"""Reading a run: the town and the residents' memories as they were at any tick."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from made_up_run import MadeUpTown, header
from record_sample import NEWS, beginning, ending, talk, write_story

from sim.record.read import Run, RunError
from sim.record.store import RunStore, checkpoint_wal
from sim.record.town_state import TownState
from sim.types import Block


@pytest.fixture
def story(tmp_path: Path) -> Iterator[Run]:
    write_story(tmp_path / "story.sqlite")
    with Run(tmp_path / "story.sqlite") as run:
        yield run


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Some hours of a made-up town of eight."""
    path = tmp_path_factory.mktemp("busy") / "busy.sqlite"
    town = MadeUpTown(8, seed=3)
    store = RunStore.create(path, header(town))
    for record in town.records(900):
        store.commit(record)
    store.close("finished")
    with Run(path) as run:
        yield run


def test_the_header_comes_back(story: Run) -> None:
    meta = story.meta
    assert (meta.name, meta.seed, meta.tick_seconds, meta.status, meta.start.hour) == ("story", 7, 10, "finished", 7)
    assert [resident.slug for resident in story.residents] == ["mara", "ben"]
    assert story.resident("ben").look == {"hair": 2}
    assert (story.scenario_text, story.map_name, story.map_text) == ("name: A Story\n", "town.tmj", "{}")
    assert story.images == {"tiles.png": b"\x89PNG"}
    with pytest.raises(RunError, match="mara, ben"):
        story.resident("nobody")


def test_a_walk_is_followed_tile_by_tile(story: Run) -> None:
    walk = [story.state(tick).residents["mara"] for tick in range(7)]
    assert [(at.x, at.y) for at in walk] == [(1, 1), (2, 1), (3, 1), (3, 2), (3, 3), (3, 3), (3, 3)]
    assert [(at.next_x, at.next_y) for at in walk[:4]] == [(at.x, at.y) for at in walk[1:5]]
    assert [at.facing for at in walk] == ["right", "right", "down", "down", "left", "left", "left"]
    assert [at.walking for at in walk] == [True] * 4 + [False] * 3


def test_the_town_at_a_tick(story: Run) -> None:
    before, during, after = story.state(5), story.state(6), story.state(9)
    assert before.talks == () and before.weather == "" and before.residents["ben"].talk == ""
    assert [(t.id, t.people, t.since) for t in during.talks] == [("t1", ("ben", "mara"), 6)]
    assert during.residents["ben"].talk == "t1" and during.weather == "rain"
    assert after.talks == ()
    assert after.objects == {"Town:Cafe:stove": ("hot", "ben")}


def test_small_steps_and_jumps_give_the_same_state(busy: Run) -> None:
    def fresh(tick: int) -> TownState:
        with Run(busy.path) as run:
            return run.state(tick)

    dice = random.Random(1)
    tick = 0
    for _ in range(40):
        tick = max(0, min(tick + dice.choice([1, 1, 2, 7, 40, 400, -1, -30]), busy.last_tick))
        assert busy.state(tick) == fresh(tick)


def test_memories_are_as_they_were(story: Run) -> None:
    assert [(m.n, m.importance, m.accessed) for m in story.memories("mara", 5)] == [(1, None, 0), (0, 4.0, -100)]
    assert [(m.n, m.importance, m.accessed) for m in story.memories("mara", 8)] == [(2, 8.0, 60), (1, 2.0, 0), (0, 4.0, 60)]
    assert [m.n for m in story.memories("mara", 9)] == [2, 0]
    assert story.memory("mara", 1, 9).text == "the stove is hot"  # forgotten, but not unheard of
    assert story.memory("mara", 2, 9).evidence == (0, 1)
    assert [story.count_memories("mara", tick) for tick in (0, 6, 9)] == [2, 3, 2]
    assert story.memory_tick("mara", 2) == 6
    assert [story.next_memory("mara", tick) for tick in (0, 9)] == [2, 3]
    with pytest.raises(RunError, match="no memory 99"):
        story.memory("mara", 99, 9)


def test_memories_are_narrowed_and_sorted(story: Run) -> None:
    def ns(**how: object) -> list[int]:
        return [m.n for m in story.memories("mara", 8, **how)]  # type: ignore[arg-type]

    assert ns(words="CAFÉ likes") == [0]
    assert ns(words='"supper on saturday"') == [2]
    assert ns(words="supper stove") == []
    assert ns(kinds=("observation",)) == [1, 0]
    assert ns(least=4) == [2, 0]
    assert ns(person="ben") == [2]
    assert ns(day=1) == [2, 1, 0] and ns(day=2) == []
    assert ns(sort="importance") == [2, 0, 1]
    assert ns(sort="used") == [2, 0, 1]


def test_what_was_recalled_and_asked_comes_back_whole(story: Run) -> None:
    (stored,) = story.retrievals("mara", 9)
    (hit,) = stored.retrieval.hits
    assert (stored.tick, stored.retrieval.query, stored.retrieval.purpose) == (6, "who is Ben", "talk")
    assert (hit.recency, hit.relevance, hit.norm_importance, hit.score) == (0.995, 0.123456, 0.333333, 1.833333)
    assert hit.memory.text == "Mara likes the café"
    assert story.retrievals("mara", 5) == []
    (row,) = story.questions(None, 0, 9)
    asked = story.question(row.id)
    assert (asked.user, asked.reply, asked.candidates) == ("Seen: Ben " * 50, '{"choice":"talk"}', [["a", -1.5]])
    (counter,) = story.counters()
    assert (counter.task, counter.resident, counter.day, counter.calls) == ("react", "mara", 1, 1)


def test_talks_plans_relations_and_news(story: Run) -> None:
    (talk,) = story.talks("mara", 0, 9)
    assert (talk.people, talk.start_tick, talk.end_tick) == (("ben", "mara"), 6, 9)
    assert talk.lines == ((6, "ben", NEWS + ". Do come!"),)
    assert story.talks("mara", 0, 5) == [] and story.talks(None, 0, 7)[0].end_tick is None
    assert story.plan("mara", 3) == (Block(0, 600, "breakfast", ("Town", "Cafe")),)
    assert (story.relations("mara", 5), story.relations("mara", 6)) == ({"ben": "neighbour"}, {"ben": "a friend"})
    assert [event.data["from"] for event in story.events(0, 9, ("learn",), "mara")] == ["ben"]
    assert [(found.tick, found.resident, found.kind) for found in story.find("supper saturday", 9)] == [
        (6, "ben", "say"),
        (6, "mara", "utterance"),
    ]


def test_events_are_chosen_by_kind_key_and_tick(busy: Run) -> None:
    every = busy.events(0, busy.last_tick)
    assert every == sorted(every, key=lambda event: (event.tick, event.seq))
    said = [event for event in every if event.kind == "say"]
    assert busy.events(0, busy.last_tick, ("say",)) == said
    assert busy.events(100, 110, ("say",)) == [event for event in said if 100 <= event.tick <= 110]
    assert busy.events(0, 500, ("say",), limit=3, newest_first=True) == [e for e in said if e.tick <= 500][:-4:-1]
    assert busy.events(0, busy.last_tick, key=said[0].key)[0].key == said[0].key
    assert busy.marks(("say",), after_tick=600) == [(e.tick, e.kind, e.key) for e in said if e.tick > 600]


def test_a_live_run_is_read_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "live.sqlite"
    store = RunStore.create(path, header(MadeUpTown(2)))
    with Run(path) as run:
        assert run.refresh() == -1 and run.state(0).residents == {}
        store.commit(beginning())
        assert run.last_tick == -1 and run.refresh() == 0
        assert run.state(0).residents["mara"].walking
        store.commit(talk())
        store.set_status("paused", "the disk is full")
        run.add_bookmark(6, "the news")
        assert run.refresh() == 6 and run.state(6).weather == "rain"
        assert (run.meta.status, run.meta.status_text) == ("paused", "the disk is full")
        store.commit(ending())
        assert [(mark.tick, mark.label) for mark in run.bookmarks()] == [(6, "the news")]
        store.add_interview(9, "mara", "What do you know?", NEWS)
        assert [one.answer for one in run.interviews("mara")] == [NEWS]
        store.close("finished")
        assert run.refresh() == 9 and run.meta.status == "finished"
        assert run.state(9).talks == ()
    checkpoint_wal(path)
    assert [file.name for file in tmp_path.iterdir()] == ["live.sqlite"]
