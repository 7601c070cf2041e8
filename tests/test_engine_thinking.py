"""Thought that takes game time: replies count at their deadlines, however fast they come, and runs depend on replies alone."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

from loopback import Reply, lively, serving
from thinking_towns import SCENARIOS, delayed, hashes, town
from town import happened

from sim import Town
from sim.answer.scripted.everyday import MORNINGS
from sim.engine.child_process import UNSEEN
from sim.engine.deliberation import (
    BACKGROUND_SECONDS,
    FIRST_QUIET,
    OTHER_SECONDS,
    QUIET,
    REPLY_SECONDS,
    last_quiet,
    next_quiet,
    quiet,
)
from sim.engine.verify import verify
from sim.record.read import Run


def test_quiet_ticks_come_every_quarter_of_an_hour_and_not_on_it() -> None:
    ticks = [tick for tick in range(400) if quiet(tick)]
    assert ticks == [0, FIRST_QUIET, FIRST_QUIET + QUIET, FIRST_QUIET + 2 * QUIET, FIRST_QUIET + 3 * QUIET]
    assert not any(tick * 10 % 900 == 0 for tick in ticks[1:])
    for tick in range(1, 400):
        assert last_quiet(tick) == max(one for one in ticks if one <= tick)
        assert next_quiet(tick) > tick and quiet(next_quiet(tick)) and next_quiet(tick) - tick <= QUIET


def test_models_that_write_freely_think_by_default_and_the_script_does_not(tmp_path: Path) -> None:
    with serving(lively) as server, town(tmp_path, server.url, "free", until="07:10") as made:
        assert made.engine.scenario.rules.thinking and made.engine.deliberation is not None
    with Town.load(SCENARIOS / "first_morning.yaml", model="fake", embedder="hash") as made:
        assert made.engine.scenario.rules.thinking is False and made.engine.deliberation is None
    with serving(lively) as server, town(tmp_path, server.url, "off", until="07:10", thinking=False) as made:
        assert made.engine.deliberation is None


def test_a_run_depends_on_replies_alone_and_is_lived_again(tmp_path: Path) -> None:
    for name, seconds in (("quick", 0.0), ("slow", 0.04)):
        with serving(delayed(seconds, len(name))) as server, town(tmp_path, server.url, name, "07:00", "two_days") as made:
            made.run()
    assert hashes(tmp_path / "quick.sqlite") == hashes(tmp_path / "slow.sqlite")
    said = happened(tmp_path / "quick.sqlite", "say")
    assert len(said) > 5
    verdict = verify(tmp_path / "quick.sqlite")
    assert verdict.tick is None and verdict.ticks > 300, verdict.why


def test_replies_take_effect_at_their_deadlines(tmp_path: Path) -> None:
    begun: list[tuple[str, str, int, int, int, int]] = []
    with serving(lively) as server, town(tmp_path, server.url, "deadlines", "07:15", "two_days") as made:
        deliberation = made.engine.deliberation
        assert deliberation is not None
        submit = deliberation.replies.submit

        def noted(one: Any) -> None:
            talk = made.engine.world.talks.get(one.thought.body.talk)
            turn = max(-(-talk.due // 10), one.thought.body.arrives) if talk else -1
            begun.append((one.slug, one.questions[0].task, one.begun, one.due, turn, one.needed))
            submit(one)

        deliberation.replies.submit = noted  # type: ignore[method-assign]
        while made.at < made.until:
            made.step()
            thinking = [one.slug for one in deliberation.open if not one.background]
            assert len(thinking) == len(set(thinking)), "nobody thinks two thoughts at once"
            assert not (quiet(made.tick) and deliberation.open)
    assert {task for _, task, *_ in begun} >= {"plan", "steps", "react", "say", "takeaway"}
    for _, task, since, due, turn, needed in begun:
        seconds = BACKGROUND_SECONDS if task in UNSEEN else REPLY_SECONDS.get(task, OTHER_SECONDS)
        until = min(next_quiet(since), since + seconds // 10)
        if needed:
            assert task == "steps" and due == min(next_quiet(since), needed)
        elif task == "say":
            assert since < due <= max(since + 1, min(next_quiet(since), turn))
        else:
            assert due == max(since + 1, until), task
    with Run(tmp_path / "deadlines.sqlite") as run:
        rows = run.questions(None, 0, run.last_tick, 10_000)
    due_at = {(who, task, due) for who, task, _, due, *_ in begun}
    assert all(quiet(row.tick) or (row.resident, row.task, row.tick) in due_at for row in rows)


def test_who_is_spoken_to_thinks_of_an_answer_from_that_moment_on(tmp_path: Path) -> None:
    """Also where the first line was known already, and is said without a question; whoever thinks of something else then, as of
    a new plan, does so when that is done."""
    asked: dict[tuple[str, int], int] = {}
    done, free = dict[str, int](), dict[str, int]()
    with serving(lively) as server, town(tmp_path, server.url, "answers", "07:00", "two_days") as made:
        deliberation, talks = made.engine.deliberation, made.engine.world.talks
        assert deliberation is not None
        submit = deliberation.replies.submit

        def noted(one: Any) -> None:
            slug, talk = one.thought.mind.slug, one.thought.body.talk
            if one.questions[0].task == "say" and talk:
                asked[talk, len(talks[talk].lines)] = one.begun
                free.setdefault(talk, done.get(slug, 0) + 1 if done.get(slug, 0) < one.begun else 0)
            done[slug] = one.begun if quiet(one.begun) else one.due  # all thoughts end in a quiet tick
            submit(one)

        deliberation.replies.submit = noted  # type: ignore[method-assign]
        made.run()
    first = {}
    for said in happened(tmp_path / "answers.sqlite", "say"):
        first.setdefault(said["key"], said["tick"])
    opened = [talk for talk in first if (talk, 0) not in asked and (talk, 1) in asked]
    assert opened and all(asked[talk, 1] == max(first[talk], free[talk]) for talk in opened)
    assert any(asked[talk, 1] == first[talk] for talk in opened)


def test_the_town_goes_on_while_it_thinks_and_many_questions_are_under_way(tmp_path: Path) -> None:
    under_way, most, lock = [0], [0], threading.Lock()

    def answer(body: dict[str, Any]) -> Reply:
        with lock:
            under_way[0] += 1
            most[0] = max(most[0], under_way[0])
        time.sleep(0.02)
        with lock:
            under_way[0] -= 1
        return lively(body)

    moved = 0
    with serving(answer) as server, town(tmp_path, server.url, "busy", until="08:00", scenario="two_days") as made:
        deliberation = made.engine.deliberation
        assert deliberation is not None
        while made.at < made.until:
            made.step()
            thinking = [one.slug for one in deliberation.open if not one.background]
            moved += sum(made.engine.world.bodies[slug].walking for slug in thinking)
    assert most[0] >= 5, "several of 25 think at once"
    assert moved, "somebody walks on while thinking"


def test_a_day_whose_plan_takes_minutes_begins_with_getting_up(tmp_path: Path) -> None:
    path = tmp_path / "early.sqlite"
    with Town.load(SCENARIOS / "first_morning.yaml", model="fake", until="day 2 08:00", run=path, thinking=True) as made:
        made.run()
    second = [plan for plan in happened(path, "plan") if plan["why"] == "morning" and plan["tick"] > 5000]
    assert {plan["key"] for plan in second} == {"nora", "ilya", "tess"}
    for plan in second:
        up, now = plan["blocks"][0], plan["tick"] * 10
        assert up["activity"] in MORNINGS and up["start"] < now <= up["start"] + 600 < up["end"]


def test_steps_are_asked_ahead_and_begun_in_time(tmp_path: Path) -> None:
    path, ahead = tmp_path / "ahead.sqlite", list[tuple[str, int]]()
    with Town.load(SCENARIOS / "two_days.yaml", model="fake", until="09:00", run=path, thinking=True) as made:
        deliberation = made.engine.deliberation
        assert deliberation is not None
        begin = deliberation.begin

        def noted(thought: Any, *args: Any, needed: int = 0, **rest: Any) -> Any:
            one = begin(thought, *args, needed=needed, **rest)
            if needed and not one.over:
                ahead.append((one.slug, needed))
            return one

        deliberation.begin = noted  # type: ignore[method-assign]
        made.run()
    taken = {(row["key"], row["tick"]) for row in happened(path, "step") if not row["routine"]}
    assert len(set(ahead) & taken) > len(ahead) / 2 > 10
    assert verify(path).tick is None


def test_who_has_much_to_reflect_on_does_so_within_the_quarter_of_an_hour_in_which_it_was_rated(tmp_path: Path) -> None:
    path = tmp_path / "reflects.sqlite"
    with Town.load(SCENARIOS / "two_days.yaml", model="fake", run=path, thinking=True) as made:
        made.run("08:00")
        slug, mind = next(iter(made.engine.minds.items()))
        for n in range(20):
            mind.stream.add(f"The river has carried away pier {n}", "observation", made.engine.at, 9.0)
        mind.stream.add("The ferry has been moored by the boathouse", "observation", made.engine.at)
        calm = next_quiet(made.engine.tick)
        made.run(ticks=calm + QUIET - made.engine.tick)
    assert any(calm < row["tick"] <= calm + QUIET for row in happened(path, "reflect") if row["key"] == slug)


def test_pointless_thoughts_are_dropped_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "dropped.sqlite"
    with Town.load(SCENARIOS / "two_days.yaml", model="fake", until="11:00", run=path, thinking=True) as made:
        made.run()
        assert made.engine.deliberation is not None
        counted = made.engine.deliberation.dropped
    dropped = happened(tmp_path / "dropped.sqlite", "dropped")
    assert dropped and sum(counted.values()) == len(dropped)
    assert {row["task"] for row in dropped} <= {"react", "steps", "say", "plan", "replan"}
    assert verify(tmp_path / "dropped.sqlite").tick is None


def test_an_interview_is_answered_while_others_think(tmp_path: Path) -> None:
    with serving(delayed(0.05)) as server, town(tmp_path, server.url, "asked", until="08:00") as made:
        made.run(ticks=5)
        assert made.engine.deliberation is not None and made.engine.deliberation.open
        assert made["nora"].interview("How did you sleep?")
        made.run()
    assert verify(tmp_path / "asked.sqlite").tick is None


def test_a_slow_model_slows_the_town_before_it_stops_it(tmp_path: Path) -> None:
    with serving(delayed(0.0)) as server, town(tmp_path, server.url, "slower", until="08:00") as made:
        engine = made.engine
        assert engine.deliberation is not None
        replies = engine.deliberation.replies
        assert engine.slower() == 0.0
        made.run(ticks=3)
        replies.seconds = 30.0  # type: ignore[attr-defined]
        made.run(ticks=1)
        with serving(delayed(0.0)):
            found = engine.slower()
        assert 0.0 <= found <= 30.0


def test_who_thinks_about_what_is_told(tmp_path: Path) -> None:
    with serving(delayed(0.01)) as server, town(tmp_path, server.url, "told", until="08:00") as made:
        made.run(ticks=4)
        told = made.engine.pondering()
    assert {slug for slug, task in told if task == "plan"} == {"nora", "ilya", "tess"}
