"""What everybody sees, worked out in one pass, is what each would see looking around alone; what they saw last is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.bench import crowd as bench
from sim.engine.perception_log import MAX_INCREMENTS, PerceptionLog, last_perceptions
from sim.engine.tick import Engine
from sim.mind.perceive import describe, describe_thing
from sim.mind.state import RETENTION, MindState, mark_of
from sim.scenario.model import Rules
from sim.world.state import Body

RULES = Rules(memory=False, react=False, vision=6, attention=5)


class _Head:
    """A mind of which only the state counts."""

    def __init__(self) -> None:
        self.state = MindState(retained=np.zeros(RETENTION, np.int64))


def _around(engine: Engine, body: Body) -> list[tuple[int, int, str]]:
    """(distance, order, words) of all that one resident has within sight, nearest first."""
    world, (x, y), found = engine.world, body.tile, list[tuple[int, int, str]]()
    for other in world.rows:
        away = max(abs(other.tile[0] - x), abs(other.tile[1] - y))
        if other is not body and not other.away and other.arena == body.arena and other.activity and away <= RULES.vision:
            found.append((away, len(found), describe(world, other)))
    for address, thing in world.things_in(world.where(body)):
        away = min(max(abs(tx - x), abs(ty - y)) for tx, ty in world.object_tiles(address))
        if thing.by != body.slug and away <= RULES.vision:
            found.append((away, len(found), describe_thing(world, address)))
    return sorted(found)


def test_one_pass_over_the_town_sees_what_each_would_see_alone(tmp_path: Path) -> None:
    store, engine = bench.settle(80, tmp_path / "crowd.sqlite", RULES)
    bench_rows, things, people = np.arange(80), 0, 0
    for _ in range(400):
        engine.step()
        if engine.tick % 40:
            continue
        perception = engine.activation.perception
        retained = [set(row.tolist()) for row in perception.retained]
        new = perception.new_percepts(bench_rows)
        for row, body in enumerate(engine.world.rows):
            nearest = _around(engine, body)[: RULES.attention]
            expected = [(away, text) for away, _, text in nearest if mark_of(text) not in retained[row]]
            [seen] = perception.in_words(new, np.array([row]))
            assert [(percept.distance, percept.text) for percept in seen] == expected, f"{body.slug} at tick {engine.tick}"
            things += sum(percept.kind == "object" for percept in seen)
            people += sum(percept.kind == "person" for percept in seen)
    store.close()
    assert things > 20 and people > 20


def test_a_town_is_the_same_where_those_who_heed_nothing_think_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends, thought = list[bytes](), list[int]()
    for spares in (True, False):
        store, engine = bench.settle(80, tmp_path / f"{spares}.sqlite", Rules(talks_a_day=2))
        engine.activation.spares, active = spares, engine.activation.active
        thought.append(0)

        def counted(*given: Any, ask: Any = active) -> dict[str, Any]:
            found: dict[str, Any] = ask(*given)
            thought[-1] += len(found)
            return found

        monkeypatch.setattr(engine.activation, "active", counted)
        for _ in range(700):
            engine.step()
        ends.append(engine.recorder.hash)
        store.close()
    assert ends[0] == ends[1] and 0 < thought[0] < thought[1] * 3 / 4


def test_what_was_seen_last_is_the_same_from_additions_as_from_heads() -> None:
    log, file, minds = PerceptionLog(), dict[str, Any](), {slug: _Head() for slug in ("ana", "ben", "cal")}
    file |= log.parts(0, 0, minds, (), whole=True)  # type: ignore[arg-type]
    whole = 0
    for tick in range(1, 3 * MAX_INCREMENTS):
        observers = [slug for i, slug in enumerate(minds) if tick % (i + 2) == 0]
        for slug in observers:
            minds[slug].state.retain([mark_of(f"{slug} {tick} {n}") for n in range(tick % 3 + 1)])
            minds[slug].state.noted["dan"] = tick * 10
        parts = json.loads(json.dumps(log.parts(tick, tick * 10, minds, observers, whole=False)))  # type: ignore[arg-type]
        file |= parts
        whole += "seen:0" in parts
        assert last_perceptions(file) == {slug: head.state.perception() for slug, head in minds.items()}, f"tick {tick}"
        if tick % 50 == 0:  # a run that goes on from its file
            log = PerceptionLog()
            log.loaded(file)
    assert whole >= 2


def test_runs_that_kept_words_instead_of_marks_are_understood() -> None:
    states = {"sight:ana": {"retained": ["Ben is singing"], "noted": {"ben": 20}}}
    assert last_perceptions(states) == {"ana": {"retained": [mark_of("Ben is singing")], "noted": {"ben": 20}}}
