"""Several models that answer together: servers on loopback that are quick, slow, or die."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from loopback import Loopback, Reply, serving
from patience import PATIENCE, until
from town import ROOT

from sim.engine.backend import open_backend
from sim.llm import ModelError, open_model
from sim.llm.base import Generate, Generated, ModelInfo, Prompt, Score, Scored
from sim.llm.loading import join_specs, split_specs
from sim.llm.pool import FILE_SHARE, PAUSE, ModelPool
from sim.llm.server import ServerModel
from sim.llm.server_settings import ServerSettings
from sim.llm.trial import TOWN_MIND

QUICK = ServerSettings(max_concurrent=4, timeout=60, attempts=1)
SCHEMA = json.dumps({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]})
REQUESTS = [Generate(Prompt("s", str(n)), SCHEMA) for n in range(24)]


def echo(body: dict[str, Any]) -> Reply:
    """A reply that says which question it is for."""
    text = json.dumps({"n": int(body["messages"][1]["content"])})
    return 200, json.dumps({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]}).encode()


def pooled(servers: list[Loopback], **settings: Any) -> ModelPool:
    return ModelPool([ServerModel(server.url, settings=QUICK) for server in servers], [4] * len(servers), **settings)


class Member:
    """A model whose replies, and when they come, are decided by the test."""

    def __init__(self, name: str, answer: Callable[[str], str]) -> None:
        """``answer`` makes the problem of a reply ("" for a good one) from the question."""
        self.info = ModelInfo(name, name, False, 4096)
        self.answer, self.batches = answer, list[int]()

    def ask(self, requests: Sequence[Generate | Score]) -> list[Generated | Scored]:
        self.batches.append(len(requests))
        return [Generated("well", self.answer(request.prompt.user)) for request in requests]

    def close(self) -> None:
        """Nothing to free."""


def patience() -> Callable[[], None]:
    """A wait that gives up: a pool that hangs fails its test."""
    deadline = time.monotonic() + PATIENCE

    def wait() -> None:
        assert time.monotonic() < deadline, "the pool hangs"

    return wait


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
        assert pool.info.name == f"{one.url}#toy + {other.url}#toy"
        assert pool.info.details["models"] == "2" and pool.info.details["model 2"] == f"{other.url}#toy, context 8192"
        (scored,) = pool.ask([Score(Prompt("s", "1"), ("yes", "no"))])
        assert isinstance(scored, Scored) and len(scored.logprobs) == 2
        pool.close()


@pytest.mark.parametrize("count", [2, 3])
def test_one_that_dies_is_left_out_said_once_and_tried_again(count: int) -> None:
    dead, said, now = threading.Event(), list[str](), [0.0]

    def dying(body: dict[str, Any]) -> Reply:
        return (500, b"oh") if dead.is_set() else echo(body)

    with ExitStack() as stack:
        opened = [stack.enter_context(serving(answer)) for answer in [dying, *[echo] * (count - 1)]]
        pool = pooled(opened, say=said.append, clock=lambda: now[0])
        assert numbers(pool.ask(REQUESTS)) == list(range(24)) and not said
        dead.set()
        assert numbers(pool.ask(REQUESTS)) == list(range(24))
        assert len(said) == 1 and said[0].startswith(f"{opened[0].url}#toy is left out (server: 500)")
        asked = len(opened[0].bodies)
        assert numbers(pool.ask(REQUESTS)) == list(range(24)) and len(opened[0].bodies) == asked, "left alone"
        dead.clear()
        now[0] += PAUSE
        assert numbers(pool.ask(REQUESTS)) == list(range(24))
        until(lambda: len(said) == 2)
        assert said[1].endswith("answers again.")
        back = len(opened[0].bodies)
        assert numbers(pool.ask(REQUESTS)) == list(range(24)) and len(opened[0].bodies) > back > asked


def test_one_that_stays_dead_is_said_once_and_tried_ever_more_rarely() -> None:
    said, now = list[str](), [0.0]
    dead, good = Member("dead", lambda _: "server: cannot be reached"), Member("good", lambda _: "")
    pool = ModelPool([dead, good], [4, 4], say=said.append, clock=lambda: now[0])
    while now[0] < 600:
        before = len(threading.enumerate())
        assert not any(reply.problem for reply in pool.ask(REQUESTS))
        until(lambda before=before: len(threading.enumerate()) <= before)  # type: ignore[misc]
        now[0] += 5
    assert len(said) == 1 and len(dead.batches) < 12


def test_nobody_waits_for_the_trial_of_one_that_hangs() -> None:
    now, released, hanging = [0.0], threading.Event(), threading.Event()

    def hang(_: str) -> str:
        if hanging.is_set():
            released.wait(20)
        return "timeout"

    pool = ModelPool([Member("hung", hang), Member("good", lambda _: "")], [4, 4], patience(), clock=lambda: now[0])
    pool.ask(REQUESTS)
    hanging.set()
    for _ in range(3):
        now[0] += PAUSE
        assert not any(reply.problem for reply in pool.ask(REQUESTS))
    assert not released.is_set()
    released.set()


def test_a_question_that_nobody_is_left_for_does_not_hang() -> None:
    """One member fails the first question and answers others; the other then dies while it has that question."""

    def moody(question: str) -> str:
        time.sleep(0 if question == "0" else 0.1)
        return "timeout" if question == "0" else ""

    def dying(_: str) -> str:
        time.sleep(0.3)
        return "server: 500"

    replies = ModelPool([Member("moody", moody), Member("dying", dying)], [2, 1], patience()).ask(REQUESTS)
    assert [i for i, reply in enumerate(replies) if reply.problem] == [0]


def test_replies_that_were_under_way_do_not_bring_a_member_back() -> None:
    said, asked = list[str](), iter(range(10**6))

    def moody(_: str) -> str:
        good = next(asked) % 3 > 0
        time.sleep(0.2 if good else 0.02)
        return "" if good else "timeout"

    def steady(_: str) -> str:
        time.sleep(0.02)  # so that every lane of the moody one gets a question
        return ""

    pool = ModelPool([Member("moody", moody), Member("steady", steady)], [4, 4], patience(), said.append)
    for _ in range(5):
        assert not any(reply.problem for reply in pool.ask(REQUESTS))
    assert len(said) == 1


def test_when_all_are_started_anew_at_once_they_are_waited_for() -> None:
    left = iter(range(3))

    def restarting(body: dict[str, Any]) -> Reply:
        return (503, b"Loading model") if next(left, None) is not None else echo(body)

    with serving(restarting) as one, serving(restarting) as other:
        settings = ServerSettings(attempts=1, on_wait=patience())
        pool = open_model(f"{one.url}#toy + {other.url}#toy", settings=settings)
        assert numbers(pool.ask(REQUESTS[:1])) == [0] and len(one.bodies) + len(other.bodies) == 4
        pool.close()


def test_one_in_its_pause_is_asked_before_a_question_is_lost() -> None:
    dead = {"one"}

    def member(name: str) -> Member:
        def answer(_: str) -> str:
            time.sleep(0.01)
            return "server: 503" if name in dead else ""

        return Member(name, answer)

    pool = ModelPool([member("one"), member("other")], [2, 2], patience(), clock=lambda: 0.0)
    assert not any(reply.problem for reply in pool.ask(REQUESTS))
    dead.symmetric_difference_update({"one", "other"})
    assert not any(reply.problem for reply in pool.ask(REQUESTS))


def test_a_slow_file_takes_small_shares_and_leaves_the_rest_to_a_server() -> None:
    def slow(_: str) -> str:
        until(lambda: len(server.batches) == 96 - FILE_SHARE)
        return ""

    file, server = Member("file", slow), Member("server", lambda _: "")
    pool = ModelPool([file, server], [0, 4], patience())
    assert len(pool.ask(REQUESTS * 4)) == 96
    assert file.batches == [FILE_SHARE] and set(server.batches) == {1} and sum(server.batches) == 96 - FILE_SHARE


_TWO_FILES = """
import sys
from sim.llm import Generate, Prompt, open_model
from sim.llm.server_settings import ServerSettings

def stop():
    raise KeyboardInterrupt

model = open_model("town-mind + town-mind", settings=ServerSettings(on_wait=stop))
requests = [Generate(Prompt("You are Ada.", f"Tell of {i}. " * 60), max_tokens=300) for i in range(32)]
try:
    model.ask(requests)
except KeyboardInterrupt:
    if sys.argv[1] == "close":
        model.close()
    print("stopped")
"""


@pytest.mark.parametrize("how", ["close", "leave"])
def test_two_files_that_are_stopped_while_they_compute_end_cleanly(how: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _TWO_FILES, how], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert ended.returncode == 0 and "stopped" in ended.stdout, ended.stderr


def test_two_files_share_a_batch() -> None:
    pool = open_model("town-mind + town-mind")
    assert isinstance(pool, ModelPool) and pool.info.guided and pool.info.name == "town-mind + town-mind"
    scores = [Score(Prompt("You are Ada.", f"Say yes or no to {n}."), ("yes", "no")) for n in range(20)]
    alone = open_model("town-mind")
    both, one = pool.ask(scores), alone.ask(scores)
    assert all(pool.answered) and sum(pool.answered) == 20
    for left, right in zip(both, one, strict=True):
        assert isinstance(left, Scored) and isinstance(right, Scored)
        assert left.logprobs == pytest.approx(right.logprobs, abs=1e-2)
    pool.close()
    alone.close()


def test_a_problem_of_one_request_is_no_problem_of_the_server() -> None:
    def picky(body: dict[str, Any]) -> Reply:
        return (400, b"not that one") if body["messages"][1]["content"].split("\n")[0] == "7" else echo(body)

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
        open_model(f"town-mind + {server.url}")


def test_names_are_joined_and_split_again(tmp_path: Path) -> None:
    assert split_specs(join_specs(["bundled"])) == ["bundled"]
    assert split_specs(join_specs(["http://a/v1", "http://b/v1#x"])) == ["http://a/v1", "http://b/v1#x"]
    path = tmp_path / "mine + yours"
    path.mkdir()
    odd = str(shutil.copy(TOWN_MIND, path / "mind.gguf"))
    assert split_specs(join_specs([odd])) == [odd]
    open_model(odd).close()
    with pytest.raises(ModelError, match="named alone"):
        join_specs([odd, "http://a/v1"])


@pytest.mark.parametrize("alone", ["fake", "part:mine"])
def test_the_script_and_own_answerers_answer_alone(alone: str) -> None:
    with pytest.raises(ModelError, match=f"{alone} answers alone.*--helper"):
        open_backend(f"http://127.0.0.1:9/v1#toy + {alone}")
