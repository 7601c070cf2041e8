"""Who knows what from whom, who knows whom."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from analysis_sample import write_run

from sim.analysis import network
from sim.analysis.diffusion import knowers, share_over_time, spread_graph, tree_text
from sim.analysis.intervals import activities, stays
from sim.analysis.run_context import RunContext, open_context


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunContext]:
    with open_context(write_run(tmp_path_factory.mktemp("made"))) as context:
        yield context


def test_news_is_traced_from_its_host_to_the_last_who_heard(made: RunContext) -> None:
    found = knowers(made, made.scenario.news[0])
    told = [(knower.slug, knower.tick, knower.how, knower.source) for knower in found]
    assert told == [("ana", 0, "start", ""), ("ben", 123, "told", "ana"), ("cas", 136, "told", "ben")]
    assert found[2].talk == "t2"
    assert share_over_time(made, found) == [(0, 1), (123, 2), (136, 3), (1740, 3)]


def test_hearing_a_line_of_talk_is_not_yet_knowing(made: RunContext) -> None:
    heard = [memory for memory in made.memories_at("ben", 122) if "lantern" in memory.text]
    assert [memory.kind for memory in heard] == ["utterance"]


def test_the_tree_runs_from_teller_to_hearer(made: RunContext) -> None:
    found = knowers(made, made.scenario.news[0])
    assert list(spread_graph(found).edges()) == [("ana", "ben"), ("ben", "cas")]
    assert [line.index(line.strip()) for line in tree_text(found, made)] == [0, 2, 4]


def test_acquaintance_grows_with_what_is_heard(made: RunContext) -> None:
    first, last = (network.density(network.acquaintance_graph(made, tick)) for tick in (0, made.last_tick))
    assert first == pytest.approx(1 / 3), "only Ana and Ben know each other at the start"
    assert last == pytest.approx(2 / 3)
    assert sorted(network.talk_graph(made, made.last_tick).edges()) == [("ana", "ben"), ("ben", "cas")]
    assert network.known_residents(made, "cas", made.last_tick) == ["ana", "ben"]
    assert "ana" not in network.known_residents(made, "cas", 100)


def test_where_everybody_was_has_no_gaps(made: RunContext) -> None:
    for found in stays(made).values():
        assert found[0].start == 0 and found[-1].end == made.last_tick + 1
        assert all(a.end == b.start for a, b in zip(found, found[1:], strict=False))
    for found in activities(made).values():
        assert all(a.end == b.start for a, b in zip(found, found[1:], strict=False))
    assert [(s.start, s.end, s.arena[-1]) for s in stays(made)["cas"]][1:3] == [(30, 62, "Cafe"), (62, 75, "bathroom")]
