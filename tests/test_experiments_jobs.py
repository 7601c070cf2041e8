"""Towns lived for experiments: the same wherever and however often interrupted, and nothing lost when a worker dies."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from loopback import free_port
from town import ROOT, write_town

from sim import experiments
from sim.experiments import sweep
from sim.experiments.batch import batch_run
from sim.experiments.job import TownJob, is_done, make_job, run_job, run_path
from sim.experiments.options import ExperimentError, MindSpec, Options, read_options, read_seeds, read_settings
from sim.experiments.pool import run_jobs
from sim.experiments.towns import towns
from sim.parts import PartError
from sim.record.read import Run
from sim.scenario import ScenarioError

FAKE = MindSpec("fake")


def go(*words: str) -> int:
    """Run an experiment as the command line does; the exit code."""
    args = _parsed(words)
    return experiments.main(args.name, args)


def read(*words: str) -> Options:
    """Options as the command line would give them; the first word is the experiment."""
    args = _parsed(words)
    return read_options(args.name, args)


def _parsed(words: tuple[str, ...]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("--saves", default="saves")
    experiments.add_arguments(parser)
    return parser.parse_args(list(words))


def chain(path: Path) -> tuple[int, bytes]:
    with Run(path) as run:
        return run.last_tick, run.hash_at(run.last_tick)


@pytest.fixture(scope="module")
def scenario(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_town(tmp_path_factory.mktemp("scenario"))


@pytest.fixture(scope="module")
def undisturbed(scenario: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[int, bytes]:
    path = tmp_path_factory.mktemp("whole") / "whole.sqlite"
    run_job(make_job(str(scenario), None, (), FAKE, "18:00", None), path)
    return chain(path)


def test_a_job_stopped_halfway_goes_on_to_the_same_end(scenario: Path, undisturbed: tuple[int, bytes], tmp_path: Path) -> None:
    job, path = make_job(str(scenario), None, (), FAKE, "18:00", None), tmp_path / "a.sqlite"
    left = iter([True] * 300)
    run_job(job, path, lambda: next(left, False))
    assert not is_done(job, path) and chain(path)[0] == 301
    run_job(job, path)
    assert is_done(job, path) and chain(path) == undisturbed


def test_a_killed_worker_costs_nothing(scenario: Path, undisturbed: tuple[int, bytes], tmp_path: Path) -> None:
    job = make_job(str(scenario), None, (), FAKE, "18:00", None)
    killed: list[int] = []
    over = threading.Event()

    def kill() -> None:
        path = run_path(tmp_path, job)
        while not killed and not over.is_set():
            for child in multiprocessing.active_children():
                if path.exists() and path.stat().st_size > 100_000 and child.pid:
                    child.kill()
                    killed.append(child.pid)
            time.sleep(0.005)

    thread = threading.Thread(target=kill)
    thread.start()
    (lived,) = run_jobs([job], tmp_path, workers=1)
    over.set()
    thread.join()
    assert killed and lived.problem == ""
    assert chain(lived.path) == undisturbed


def test_a_batch_is_a_row_per_town_and_condition(scenario: Path, tmp_path: Path) -> None:
    how = {"model": "fake", "ticks": 60, "folder": tmp_path, "progress": False}
    mine = {"awake": lambda town: sum(not one.asleep for one in town.residents), "at": lambda town: town.tick}
    found = batch_run(scenario, {"rules.vision": [4, 8], "rules.plan": False}, (1, 2), measures=mine, **how)
    assert list(found[["rules.vision", "rules.plan", "seed"]].itertuples(index=False, name=None)) == [
        (4, False, 1), (4, False, 2), (8, False, 1), (8, False, 2)
    ]  # fmt: skip
    assert set(found["at"]) == {60} and set(found["problem"]) == {""} and "plans kept" in found and "hash" not in found
    lived = {path: path.stat().st_mtime_ns for path in (tmp_path / "runs").glob("*.sqlite")}
    again = batch_run(scenario, {"rules.vision": [4, 8], "rules.plan": False}, (1, 2), **how)
    assert again.equals(found.drop(columns=[*mine]))
    assert {path: path.stat().st_mtime_ns for path in lived} == lived, "not lived twice"
    moments = batch_run(str(scenario), seeds=[1], measures=mine, every="5 min", evaluate=False, **how)
    assert list(moments["tick"]) == [0, 30, 60] == list(moments["at"]) and "plans kept" not in moments
    with pytest.warns(UserWarning, match=r"none\.gguf"):
        broken = batch_run(scenario, seeds=[1], **{**how, "model": str(tmp_path / "none.gguf")})
    assert "none.gguf" in broken["problem"][0]
    with pytest.raises(PartError, match="the measure 'wrong'"):
        batch_run(scenario, seeds=[1], measures={"wrong": lambda town: town.nothing}, **how)


def test_a_batch_that_was_killed_goes_on(scenario: Path, undisturbed: tuple[int, bytes], tmp_path: Path) -> None:
    """The script has no ``if __name__``: its processes do not read it again."""
    script = tmp_path / "script.py"
    call = f"batch_run({str(scenario)!r}, model='fake', until='18:00', folder={str(tmp_path)!r}, processes=1)"
    script.write_text(f"from sim import batch_run\nprint({call}['run'][0])\n")
    program = subprocess.Popen([sys.executable, str(script)], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
    while not any(path.stat().st_size > 100_000 for path in (tmp_path / "runs").glob("*.sqlite")):
        assert program.poll() is None, "it ended before it could be killed"
        time.sleep(0.01)
    program.kill()
    program.wait()
    found = batch_run(scenario, model="fake", until="18:00", folder=tmp_path, processes=1, progress=False, evaluate=False)
    assert chain(Path(found["run"][0])) == undisturbed


def test_a_job_is_known_by_its_content(scenario: Path) -> None:
    def job(seed: int | None = None, **change: object) -> TownJob:
        return make_job(str(scenario), seed, tuple(change.items()), FAKE, "", 10)

    assert job().id == job(3).id, "3 is the scenario's own seed"
    assert len({job().id, job(4).id, job(**{"rules.vision": 4}).id}) == 3


def test_what_cannot_be_lived_is_reported_and_the_rest_is_there(
    scenario: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few = ("--ticks", "120", "--out", str(tmp_path))
    assert len(sweep.run(read("sweep", str(scenario), "--model", "fake", *few))) == 1
    assert len(list((tmp_path / "results").glob("*.json"))) == 1
    missing = ("sweep", str(scenario), "--model", str(tmp_path / "none.gguf"), *few)
    assert go(*missing) == 1
    assert "none.gguf" in capsys.readouterr().err
    assert len(list((tmp_path / "results").glob("*.json"))) == 1
    with pytest.raises(ExperimentError, match="run the same command again"):
        towns(read(*missing))


def test_a_sweep_goes_through_all_combinations_and_is_not_done_twice(scenario: Path, tmp_path: Path) -> None:
    words = (
        *("sweep", str(scenario), "--out", str(tmp_path)),
        *["--model", "fake", "--ticks", "400", "--seeds", "1-2", "--workers", "2"],
        *("--set", "rules.vision=4|8", "--set", "rules.reflect=false"),
    )
    assert go(*words) == 0
    runs = {path: path.stat().st_mtime_ns for path in (tmp_path / "runs").glob("*.sqlite")}
    page = (tmp_path / "report.md").read_text()
    assert len(runs) == 4
    assert "vision=4, reflect=false" in page and "## Against vision=4, reflect=false" in page
    assert "--set 'rules.vision=4|8'" in page and "plans kept" in page
    assert "**2 pairs of towns are few**" in page and "calls per resident and 24 game hours" in page
    assert go(*words) == 0
    assert {path: path.stat().st_mtime_ns for path in runs} == runs
    assert (tmp_path / "report.md").read_text() == page


def test_switches_take_away_what_they_say(scenario: Path, tmp_path: Path) -> None:
    def kinds(**rules: object) -> dict[str, int]:
        settings = (("rules.reflection", 20), *((f"rules.{key}", value) for key, value in rules.items()))
        job = make_job(str(scenario), None, settings, FAKE, "", 600)
        run_job(job, run_path(tmp_path, job))
        with Run(run_path(tmp_path, job)) as run:
            found = [
                memory for slug in ("ana", "ben") for memory in run.memories(slug, run.last_tick, limit=-1) if memory.at > 0
            ]
            reflections = len([row for row in run.questions(None, 0, run.last_tick, 5000) if row.task == "insights"])
        counts = dict.fromkeys(("observation", "plan"), 0) | {"reflection": reflections}
        for memory in found:
            counts[memory.kind] = counts.get(memory.kind, 0) + (memory.source == "")
        return counts

    full, thoughtless, planless, blind = kinds(), kinds(reflect=False), kinds(plan=False), kinds(observe=False)
    assert all(full[kind] > 0 for kind in ("observation", "plan", "reflection"))
    assert thoughtless["reflection"] == 0 and thoughtless["plan"] > 0
    assert planless["plan"] < full["plan"] and planless["observation"] > 0
    assert blind["observation"] == 0 and blind["plan"] > 0


def test_weights_reach_retrieval(scenario: Path, tmp_path: Path) -> None:
    job = make_job(str(scenario), None, (("rules.memory_weights", [0, 0, 1]),), FAKE, "", 5)
    run_job(job, run_path(tmp_path, job))
    with Run(run_path(tmp_path, job)) as run:
        hits = [hit for one in run.retrievals("ana", run.last_tick) for hit in one.retrieval.hits]
    assert hits and all(hit.score == pytest.approx(hit.norm_relevance, abs=2e-6) for hit in hits)


@pytest.mark.parametrize("weights", [[1, 1], [1, 1, -1], "1,1,1"])
def test_weights_that_make_no_sense_are_refused(scenario: Path, weights: object) -> None:
    with pytest.raises(ScenarioError, match="memory_weights"):
        make_job(str(scenario), None, (("rules.memory_weights", weights),), FAKE, "", 5)


def test_seeds_and_settings_are_read() -> None:
    assert read_seeds("1,2, 5-7,2") == (1, 2, 5, 6, 7)
    assert read_settings(["rules.plan=true|false", "seed=3"]) == (
        (("rules.plan", True), ("seed", 3)),
        (("rules.plan", False), ("seed", 3)),
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--seeds", "7-3"), "such as 1,2,5-8"),
        (("--seeds", "x"), "such as 1,2,5-8"),
        (("--set", "rules.vision"), "KEY=VALUE"),
        (("--set", "a={"), "YAML"),
        (("--ticks", "0"), "at least 1 tick"),
        (("--people", "0"), "at least 1 resident"),
    ],
)
def test_bad_arguments_get_a_message(words: tuple[str, str], message: str) -> None:
    with pytest.raises(ExperimentError, match=message):
        read("sweep", "town.yaml", *words)


def test_an_unknown_experiment_is_named() -> None:
    with pytest.raises(ExperimentError, match="There is no experiment 'alchemy'"):
        experiments.main("alchemy", argparse.Namespace())


def test_the_command_in_the_report_is_the_one_given() -> None:
    given = "sweep 'a town.yaml' --seeds 1,2 --set 'rules.vision=4|8' --ticks 9 --model fake --people 3"
    assert read(*shlex.split(given)).command == f"run_sim.py experiment {given}"


@pytest.fixture()
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Two Ray nodes on loopback, and the port for ``ray://`` addresses."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    utils = pytest.importorskip("ray.cluster_utils")
    port = free_port()
    memory = 80 * 2**20
    head = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": memory, "ray_client_server_port": port}
    made = utils.Cluster(initialize_head=True, head_node_args=head)
    yield made, made.add_node(num_cpus=1, object_store_memory=memory), port
    made.shutdown()


def test_a_ray_cluster_gives_the_same_runs_even_when_a_node_dies(cluster: Any, scenario: Path, tmp_path: Path) -> None:
    ray, second, port = cluster
    jobs = [make_job(str(scenario), seed, (), FAKE, "", 150) for seed in (1, 2, 3)]
    there = {}
    for lived in run_jobs(jobs, tmp_path / "there", 1, f"ray://127.0.0.1:{port}"):
        if not there:
            ray.remove_node(second, allow_graceful=False)
        there[lived.job.seed] = lived
    here = {lived.job.seed: lived for lived in run_jobs(jobs, tmp_path / "here", 2)}
    assert sorted(there) == [1, 2, 3] and not any(lived.problem for lived in there.values())
    assert {seed: chain(lived.path) for seed, lived in there.items()} == {
        seed: chain(lived.path) for seed, lived in here.items()
    }


def test_a_cluster_that_is_not_there_gets_a_message(scenario: Path, tmp_path: Path) -> None:
    pytest.importorskip("ray")
    with pytest.raises(ExperimentError, match="nobody listens there"):
        list(run_jobs([make_job(str(scenario), None, (), FAKE, "", 5)], tmp_path, 1, "127.0.0.1:9"))
