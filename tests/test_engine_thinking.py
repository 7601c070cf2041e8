"""Thought that takes game time: replies count at their deadlines, however fast they come, and runs depend on replies alone."""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from loopback import Reply, lively, serving
from town import ROOT

from sim import Town
from sim.answer.protocol import ModelTrouble
from sim.answer.scripted.everyday import MORNINGS
from sim.engine.child_process import UNSEEN
from sim.engine.deliberation import BACKGROUND, FIRST, OTHERS, QUIET, SECONDS, last_quiet, next_quiet, quiet
from sim.engine.run import Abandoned
from sim.engine.verify import verify
from sim.llm import open_model
from sim.llm.server_settings import ServerSettings
from sim.record.read import Run
from sim.record.store import RunStore

SCENARIOS = ROOT / "scenarios"
SIM = (sys.executable, str(ROOT / "run_sim.py"))


def hashes(path: Path) -> list[Any]:
    """Of the ticks in which anything happened: a pause writes an empty one."""
    with sqlite3.connect(path) as sql:
        return sql.execute("SELECT min(tick), hash FROM ticks GROUP BY hash ORDER BY 1").fetchall()


def events(path: Path, *kinds: str) -> list[dict[str, Any]]:
    marks = ",".join("?" * len(kinds))
    with sqlite3.connect(path) as sql:
        found = sql.execute(f"SELECT tick, kind, key, data FROM events WHERE kind IN ({marks}) ORDER BY id", kinds).fetchall()
    return [{"tick": tick, "kind": kind, "key": key, **json.loads(data)} for tick, kind, key, data in found]


@contextmanager
def town(
    folder: Path, url: str, name: str, until: str = "08:00", scenario: str = "first_morning", **rules: Any
) -> Iterator[Town]:
    """A town that a server on loopback thinks for."""
    model = open_model(url, settings=ServerSettings(timeout=20))
    path = SCENARIOS / f"{scenario}.yaml"
    made = Town.load(path, model=model, embedder="hash", until=until, run=folder / f"{name}.sqlite", helper="fake", **rules)
    try:
        yield made
    finally:
        made.close()
        model.close()


def delayed(seconds: float, seed: int = 0) -> Any:
    """The lively answers, each after a random while."""
    dice, lock = random.Random(seed), threading.Lock()

    def answer(body: dict[str, Any]) -> Reply:
        with lock:
            wait = dice.random() * seconds
        time.sleep(wait)
        return lively(body)

    return answer


def test_quiet_ticks_come_every_quarter_of_an_hour_and_not_on_it() -> None:
    ticks = [tick for tick in range(400) if quiet(tick)]
    assert ticks == [0, FIRST, FIRST + QUIET, FIRST + 2 * QUIET, FIRST + 3 * QUIET]
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
    said = events(tmp_path / "quick.sqlite", "say")
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
        until = min(next_quiet(since), since + (BACKGROUND if task in UNSEEN else SECONDS.get(task, OTHERS)) // 10)
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
            done[slug] = one.due
            submit(one)

        deliberation.replies.submit = noted  # type: ignore[method-assign]
        made.run()
    first = {}
    for said in events(tmp_path / "answers.sqlite", "say"):
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
    second = [plan for plan in events(path, "plan") if plan["why"] == "morning" and plan["tick"] > 5000]
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
    taken = {(row["key"], row["tick"]) for row in events(path, "step") if not row["routine"]}
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
    assert any(calm < row["tick"] <= calm + QUIET for row in events(path, "reflect") if row["key"] == slug)


def test_pointless_thoughts_are_dropped_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "dropped.sqlite"
    with Town.load(SCENARIOS / "two_days.yaml", model="fake", until="11:00", run=path, thinking=True) as made:
        made.run()
        assert made.engine.deliberation is not None
        counted = made.engine.deliberation.dropped
    dropped = events(tmp_path / "dropped.sqlite", "dropped")
    assert dropped and sum(counted.values()) == len(dropped)
    assert {row["task"] for row in dropped} <= {"react", "steps", "say", "plan", "replan"}
    assert verify(tmp_path / "dropped.sqlite").tick is None


def test_wherever_a_run_stops_it_goes_on_the_same(tmp_path: Path) -> None:
    with serving(delayed(0.01)) as server:
        with town(tmp_path, server.url, "whole", until="08:20") as made:
            made.run()
        for tick in (7, 120, 391):
            path = tmp_path / f"cut{tick}.sqlite"
            with town(tmp_path, server.url, path.stem) as made:
                made.run(ticks=tick - made.tick)
            asked = len(server.bodies)
            with Town.open(path, model=open_model(server.url), embedder="hash") as made:
                made.run("08:20")
            again = len(server.bodies) - asked
            assert hashes(path) == hashes(tmp_path / "whole.sqlite"), tick
            with Run(path) as run:
                answered = len(run.questions(None, tick + 1, run.last_tick, 10_000))
            left_open = len(events(path, "dropped")) + 6
            assert again <= answered + left_open, "what had been answered is not asked again"
    assert verify(path).tick is None


def test_killed_in_the_middle_of_a_question_it_goes_on_the_same(tmp_path: Path) -> None:
    words = ["--headless", "--embedder", "hash", "--helper", "fake", "--saves", str(tmp_path)]
    scenario = str(SCENARIOS / "first_morning.yaml")
    with serving(delayed(0.05, 3)) as server:
        run = [*SIM, "run", scenario, "--model", server.url, *words, "--until", "07:45"]
        subprocess.run([*run, "--name", "whole"], check=True, capture_output=True)
        process = subprocess.Popen([*run, "--name", "killed"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        dice, kills = random.Random(5), 0
        for _ in range(3):
            before = len(server.bodies)
            while process.poll() is None and len(server.bodies) < before + dice.randint(3, 9):
                time.sleep(0.005)
            if process.poll() is not None:
                break
            process.kill()
            process.wait()
            kills += 1
            go_on = [*SIM, "resume", "killed", *words, "--until", "07:45"]
            process = subprocess.Popen(go_on, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        _, said = process.communicate(timeout=120)
    assert process.returncode == 0, (said or b"").decode()
    assert kills >= 2
    assert hashes(tmp_path / "killed.sqlite") == hashes(tmp_path / "whole.sqlite")


def test_what_was_answered_before_a_kill_is_not_asked_again(tmp_path: Path) -> None:
    """One slow reply holds the town while others have come that count later, or in a tick that is never written."""
    words = ["--headless", "--embedder", "hash", "--helper", "fake", "--saves", str(tmp_path)]
    asked: list[tuple[str, float]] = []
    hang, release = threading.Event(), threading.Event()

    def answer(body: dict[str, Any]) -> Reply:
        text = json.dumps(body["messages"])
        if hang.is_set() and not release.is_set() and len(asked) % 4 == 3:
            asked.append((text, float("inf")))
            release.wait(30)
            return lively(body)
        asked.append((text, time.monotonic()))
        return lively(body)

    with serving(answer) as server:
        run = [
            *SIM,
            "run",
            str(SCENARIOS / "two_days.yaml"),
            "--model",
            server.url,
            *words,
            "--until",
            "06:30",
            "--name",
            "held",
        ]
        hang.set()
        process = subprocess.Popen([*run, "--until", "06:30"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        seen = -1
        while len(asked) > seen or not asked:  # until nothing more is asked: the town is held by the replies that hang
            seen = len(asked)
            time.sleep(2.0)
        killed = time.monotonic()
        process.kill()
        process.wait()
        release.set()
        first = {text for text, at in asked if at < killed - 0.5}
        count = len(asked)
        subprocess.run([*SIM, "resume", "held", *words, "--until", "06:30"], check=True, capture_output=True)
        again = [text for text, _ in asked[count:]]
    with sqlite3.connect(tmp_path / "held.sqlite") as sql:
        written = sql.execute("SELECT count(*) FROM early").fetchone()[0]
    assert len(first) > 10 and len(again) > 10
    assert not [text for text in again if text in first], "what had been answered is not asked again"
    assert any(at == float("inf") for _, at in asked) and written <= 30
    assert verify(tmp_path / "held.sqlite").tick is None


def test_a_fork_begins_where_nobody_was_thinking(tmp_path: Path) -> None:
    with serving(lively) as server:
        with town(tmp_path, server.url, "parent", until="08:20") as made:
            made.run()
        with Town.open(tmp_path / "parent.sqlite", model=open_model(server.url), embedder="hash") as made:
            forked = made.fork(tmp_path / "fork.sqlite", at="08:05", whisper={"nora": "The lanterns are in the attic"})
            with forked:
                assert quiet(forked.tick) and "07:52" <= forked.time.strftime("%H:%M") <= "08:05"
                forked.run("08:30")
    verdict = verify(tmp_path / "fork.sqlite")
    assert verdict.tick is None, verdict.why
    with Run(tmp_path / "fork.sqlite") as run:
        assert any("lanterns are in the attic" in memory.text for memory in run.memories("nora", run.last_tick, limit=500))


def test_an_interview_is_answered_while_others_think(tmp_path: Path) -> None:
    with serving(delayed(0.05)) as server, town(tmp_path, server.url, "asked", until="08:00") as made:
        made.run(ticks=5)
        assert made.engine.deliberation is not None and made.engine.deliberation.open
        assert made["nora"].interview("How did you sleep?")
        made.run()
    assert verify(tmp_path / "asked.sqlite").tick is None


def test_what_answering_raises_stops_the_town_at_its_last_whole_tick(tmp_path: Path) -> None:
    left = iter(range(3))

    def dying(body: dict[str, Any]) -> Reply:
        return lively(body) if next(left, None) is not None else (500, b"no")

    with (
        serving(dying) as server,
        town(tmp_path, server.url, "dying", until="10:00", scenario="two_days") as made,
        pytest.raises(ModelTrouble),
    ):
        made.run()
    with serving(lively) as server, Town.open(tmp_path / "dying.sqlite", model=open_model(server.url)) as made:
        stood = made.tick
        made.run("06:30")
        assert made.tick > stood
    assert verify(tmp_path / "dying.sqlite").tick is None


def test_a_stop_does_not_wait_for_replies(tmp_path: Path) -> None:
    release = threading.Event()

    def hanging(body: dict[str, Any]) -> Reply:
        release.wait(30)
        return lively(body)

    with serving(hanging) as server, town(tmp_path, server.url, "stopped") as made:

        def give_up() -> None:
            if made.engine.tick >= 0 and server.bodies:
                raise Abandoned

        made.engine.rounds.waiting = give_up
        began = time.monotonic()
        with pytest.raises(Abandoned):
            made.run()
        assert time.monotonic() - began < 20
        release.set()
    store = RunStore.open(tmp_path / "stopped.sqlite")
    assert store.last_tick >= 1
    store.close()


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


def test_who_thinks_about_what_and_since_when_is_told(tmp_path: Path) -> None:
    with serving(delayed(0.01)) as server, town(tmp_path, server.url, "told", until="08:00") as made:
        made.run(ticks=4)
        told = made.engine.pondering()
    assert {(slug, since) for slug, task, since in told if task == "plan"} == {("nora", 20), ("ilya", 20), ("tess", 20)}
