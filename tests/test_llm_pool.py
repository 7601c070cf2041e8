"""Several models that answer together: servers on loopback that are quick, slow, or die in the middle of a town."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import Loopback, Reply, fitting, serving
from town import write_town

from sim.cli.main import main
from sim.llm import ModelError, open_model
from sim.llm.base import Generate, Generated, Prompt, Score, Scored
from sim.llm.pool import PAUSE, ModelPool
from sim.llm.server import ServerModel
from sim.llm.server_settings import ServerSettings

QUICK = ServerSettings(max_concurrent=4, timeout=2, attempts=1)
SCHEMA = json.dumps({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]})
REQUESTS = [Generate(Prompt("s", str(n)), SCHEMA) for n in range(24)]


def echo(body: dict[str, Any]) -> Reply:
    """A reply that says which question it is for."""
    text = json.dumps({"n": int(body["messages"][1]["content"])})
    return 200, json.dumps({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]}).encode()


def pooled(servers: list[Loopback], **settings: Any) -> ModelPool:
    return ModelPool([ServerModel(server.url, settings=QUICK) for server in servers], [4] * len(servers), **settings)


def numbers(replies: list[Any]) -> list[int]:
    return [json.loads(reply.text)["n"] for reply in replies if isinstance(reply, Generated) and not reply.problem]


def test_who_is_free_takes_the_next_and_replies_keep_their_order() -> None:
    def slow(body: dict[str, Any]) -> Reply:
        time.sleep(0.2)
        return echo(body)

    with serving(echo) as one, serving(slow) as other:
        pool = pooled([one, other])
        assert numbers(pool.ask(REQUESTS)) == list(range(24))
        assert sum(pool.answered) == 24 and pool.answered[0] > pool.answered[1] > 0
        assert pool.info.name == f"{one.url} + {other.url}" and pool.info.details["models"] == "2"
        (scored,) = pool.ask([Score(Prompt("s", "1"), ("yes", "no"))])
        assert isinstance(scored, Scored) and len(scored.logprobs) == 2
        pool.close()


@pytest.mark.parametrize("count", [2, 3])
def test_one_that_dies_is_left_out_said_once_and_tried_again(count: int) -> None:
    dead, said, now = threading.Event(), list[str](), [0.0]

    def dying(body: dict[str, Any]) -> Reply:
        return (500, b"oh") if dead.is_set() else echo(body)

    servers = [serving(dying), *(serving(echo) for _ in range(count - 1))]
    opened = [server.__enter__() for server in servers]
    pool = pooled(opened, say=said.append, clock=lambda: now[0])
    assert numbers(pool.ask(REQUESTS)) == list(range(24)) and not said
    dead.set()
    assert numbers(pool.ask(REQUESTS)) == list(range(24))
    assert len(said) == 1 and "is left out for 30 s (server: 500)" in said[0]
    asked = len(opened[0].bodies)
    assert numbers(pool.ask(REQUESTS)) == list(range(24)) and len(opened[0].bodies) == asked, "left alone"
    dead.clear()
    now[0] += PAUSE
    assert numbers(pool.ask(REQUESTS)) == list(range(24)) and len(opened[0].bodies) > asked
    assert len(said) == 2 and said[1].endswith("answers again.")
    for server in servers:
        server.__exit__(None, None, None)


def test_a_problem_of_one_request_is_no_problem_of_the_server() -> None:
    def picky(body: dict[str, Any]) -> Reply:
        return (400, b"not that one") if body["messages"][1]["content"] == "7" else echo(body)

    said: list[str] = []
    with serving(picky) as one, serving(picky) as other:
        replies = pooled([one, other], say=said.append).ask(REQUESTS)
    assert [i for i, reply in enumerate(replies) if reply.problem] == [7] and not said


def test_when_all_die_their_problems_come_back() -> None:
    with serving(lambda _: (500, b"oh")) as one, serving(lambda _: (503, b"no")) as other:
        replies = pooled([one, other]).ask(REQUESTS)
    assert len(replies) == 24 and all(reply.problem.startswith("server: 50") for reply in replies)


def test_what_waiting_raises_ends_the_asking() -> None:
    released = threading.Event()

    def hang(_: dict[str, Any]) -> Reply:
        released.wait(30)
        return 500, b""

    def stop() -> None:
        raise KeyboardInterrupt

    with serving(hang) as one, serving(hang) as other:
        with pytest.raises(KeyboardInterrupt):
            pooled([one, other], on_wait=stop).ask(REQUESTS)
        released.set()


def test_contexts_of_different_length_are_said_and_the_shortest_holds() -> None:
    said: list[str] = []
    with serving(echo) as one, serving(echo) as other:
        one.listed, other.listed = {"max_model_len": 4000}, {"max_model_len": 2000}
        assert pooled([one, other], say=said.append).info.context == 2000
    assert len(said) == 1 and "4000" in said[0] and "2000" in said[0]


def test_the_bundled_mind_does_not_stand_beside_a_server() -> None:
    with serving(echo) as server, pytest.raises(ModelError, match="--helper"):
        open_model(f"bundled + {server.url}")


def problems(path: Path) -> set[str]:
    return {problem for (problem,) in sqlite3.connect(path).execute("SELECT DISTINCT problem FROM questions")}


def hashes(path: Path) -> list[Any]:
    return sqlite3.connect(path).execute("SELECT tick, hash FROM ticks ORDER BY tick").fetchall()


@pytest.fixture
def lived(tmp_path: Path) -> Callable[..., tuple[int, Path]]:
    town = str(write_town(tmp_path))

    def live(name: str, urls: list[str], *more: str) -> tuple[int, Path]:
        named = [word for url in urls for word in ("--model", url)]
        words = ["run", town, "--headless", "--embedder", "hash", "--saves", str(tmp_path), "--name", name, "--timeout", "5"]
        return main([*words, *named, *(more or ("--ticks", "120"))]), tmp_path / f"{name}.sqlite"

    return live


def test_a_town_of_two_servers_is_the_town_of_one_and_is_resumed_with_both(lived: Callable[..., tuple[int, Path]]) -> None:
    with serving(fitting) as one, serving(fitting) as other:
        code, alone = lived("alone", [f"{one.url}#toy"])
        both_code, both = lived("both", [f"{one.url}#toy", f"{other.url}#toy"])
        assert code == both_code == 0 and hashes(alone) == hashes(both)
        assert one.bodies and other.bodies
        before = len(other.bodies)
        assert main(["resume", str(both), "--headless", "--ticks", "1500"]) == 0
        assert len(other.bodies) > before


def test_a_server_that_dies_in_the_middle_of_a_town_costs_no_question(
    lived: Callable[..., tuple[int, Path]], capsys: pytest.CaptureFixture[str]
) -> None:
    left = iter(range(1))

    def dying(body: dict[str, Any]) -> Reply:
        return fitting(body) if next(left, None) is not None else (503, b"out of memory")

    with serving(fitting) as one, serving(dying) as other:
        code, path = lived("dying", [f"{one.url}#toy", f"{other.url}#toy"])
    told = capsys.readouterr().err
    assert code == 0 and told.count("is left out") == 1 and "the other goes on" in told
    assert not any("server" in problem for problem in problems(path))


def test_when_all_servers_die_the_run_pauses_saved_and_goes_on_with_others(
    lived: Callable[..., tuple[int, Path]], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sim.answer.protocol.Failures.LIMIT", 5)
    with serving(lambda _: (401, b"no")) as one, serving(lambda _: (401, b"no")) as other:
        code, path = lived("dead", [f"{one.url}#toy", f"{other.url}#toy"])
    told = capsys.readouterr().err
    assert code == 3 and "Paused" in told and "Go on:" in told
    with serving(fitting) as one, serving(fitting) as other:
        urls = [word for url in (one.url, other.url) for word in ("--model", url)]
        assert main(["resume", str(path), *urls, "--headless", "--ticks", "60"]) == 0
