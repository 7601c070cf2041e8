"""Models and servers that fail: garbage, hangs, slow or broken connections, wrong answers. Each becomes a problem, in time."""

from __future__ import annotations

import gzip
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from make_gguf import make_random_gguf

from sim.bench.server_faults import read_request
from sim.llm import Generate, Generated, ModelError, Prompt, Score, Scored, open_model
from sim.llm.server import ServerModel
from sim.llm.server_settings import ServerSettings
from sim.prompts.check import satisfies
from sim.prompts.schema import array, one_of, record, text

PROMPT = Prompt("You are Ada.", "Task: choose")
SCHEMA = json.dumps(record(choice=one_of(["talk", "wait"])))
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n"


@pytest.fixture
def wire() -> Iterator[Callable[[Callable[[socket.socket], None]], str]]:
    """Starts a raw server: the function gets each connection after its request was read; returns the URL."""
    listeners: list[socket.socket] = []

    def start(behave: Callable[[socket.socket], None]) -> str:
        listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        listeners.append(listener)
        threading.Thread(target=_serve, args=(listener, behave), daemon=True).start()
        return f"http://127.0.0.1:{listener.getsockname()[1]}/v1#toy"

    yield start
    for listener in listeners:
        listener.close()


def _serve(listener: socket.socket, behave: Callable[[socket.socket], None]) -> None:
    def one(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            read_request(connection)
            behave(connection)

    with suppress(OSError):
        while True:
            threading.Thread(target=one, args=(listener.accept()[0],), daemon=True).start()


def _send(connection: socket.socket, body: bytes) -> None:
    """A complete answer."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body)


def _closes_at_once(_: socket.socket) -> None:
    """Nothing is said."""


def _breaks_off(connection: socket.socket) -> None:
    connection.sendall(HEAD + b'{"choices": [{"message": {"content": "{\\"cho')


def _hangs(connection: socket.socket) -> None:
    time.sleep(60)


def _trickles(connection: socket.socket) -> None:
    """Each byte comes in time, the whole never does."""
    connection.sendall(HEAD)
    for _ in range(40):
        connection.sendall(b" ")
        time.sleep(0.05)


def _babbles(connection: socket.socket) -> None:
    """More than anybody asked for, without end."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in range(2000):
        connection.sendall(b"10000\r\n" + b"x" * 65536 + b"\r\n")


def _nests(connection: socket.socket) -> None:
    """JSON that no parser can hold."""
    _send(connection, b"[" * 200_000)


def _is_no_http(connection: socket.socket) -> None:
    connection.sendall(b"SSH-2.0-nothing for you\r\n")


@pytest.mark.parametrize(
    ("behave", "problem"),
    [
        (_closes_at_once, "server: "),
        (_breaks_off, "server: "),
        (_is_no_http, "server: "),
        (_hangs, "timeout"),
        (_trickles, "timeout"),
        (_babbles, "server: "),
        (_nests, "server: not JSON"),
    ],
)
def test_a_broken_connection_is_a_problem_within_the_timeout(wire: Any, behave: Any, problem: str) -> None:
    model = ServerModel(wire(behave), settings=ServerSettings(timeout=0.3, attempts=2, retry_wait=0.01))
    began = time.perf_counter()
    replies = model.ask([Generate(PROMPT, SCHEMA), Score(PROMPT, ("yes", "no")), Generate(PROMPT)])
    assert time.perf_counter() - began < 60
    assert all(reply.problem.startswith(problem) for reply in replies), replies
    assert isinstance(replies[1], Scored) and len(replies[1].logprobs) == 2
    model.close()


def test_a_server_that_is_started_anew_is_waited_for_and_one_that_stays_away_only_once(wire: Any) -> None:
    good = json.dumps({"choices": [{"message": {"content": '{"choice": "wait"}'}, "finish_reason": "stop"}]}).encode()
    asked, said = [0], list[str]()

    def behave(connection: socket.socket) -> None:
        asked[0] += 1
        if not 8 <= asked[0] <= 10:
            return connection.sendall(b"HTTP/1.1 503 Loading model\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
        return _send(connection, good)

    model = ServerModel(wire(behave), settings=ServerSettings(retry_wait=0.0, say=said.append))
    assert [model.ask([Generate(PROMPT, SCHEMA)])[0].problem for _ in range(6)] == ["", "", "", *["server: 503"] * 3]
    assert asked == [10 + model._settings.attempts + 2], "12 times while it may come back, then once each"
    assert said == ["toy does not answer (server: 503). It is asked again for a minute or so."] * 2
    model.close()


def test_a_packed_answer_is_not_unpacked(wire: Any) -> None:
    def behave(connection: socket.socket) -> None:
        bomb = gzip.compress(bytes(2**26))
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(bomb) + bomb)

    url = wire(behave)
    model = ServerModel(url, settings=ServerSettings(attempts=1))
    assert model.ask([Generate(PROMPT, SCHEMA)])[0].problem.endswith("is packed, which was not asked for")
    model.close()
    with pytest.raises(ModelError, match="No server answers"):
        ServerModel(url.partition("#")[0])


@pytest.mark.parametrize("url", ["http://[", "http://a b c:x/v1", "http://\u2603:99999999/v1"])
def test_an_invalid_url_is_refused_in_words(url: str) -> None:
    with pytest.raises(ModelError, match="http://"):
        open_model(url)


def test_one_bad_request_among_many_does_not_hold_up_the_others(wire: Any) -> None:
    served = iter(range(10**6))

    def behave(connection: socket.socket) -> None:
        if next(served) in (7, 23, 39):  # what is asked a second time comes later than these
            return _hangs(connection)
        body = json.dumps({"choices": [{"message": {"content": '{"choice": "wait"}'}, "finish_reason": "stop"}]}).encode()
        _send(connection, body)
        return None

    model = ServerModel(wire(behave), settings=ServerSettings(timeout=4, attempts=3, retry_wait=0.01))
    replies = model.ask([Generate(PROMPT, SCHEMA)] * 64)
    assert [reply.problem for reply in replies] == [""] * 64
    model.close()


def test_the_ceiling_holds_when_many_ask_at_once(wire: Any) -> None:
    def behave(connection: socket.socket) -> None:
        usage = {"prompt_tokens": 90, "completion_tokens": 10}
        body = json.dumps({"choices": [{"message": {"content": "fine"}}], "usage": usage}).encode()
        time.sleep(0.02)
        _send(connection, body)

    settings = ServerSettings(max_concurrent=8, token_ceiling=1000)
    model = ServerModel(wire(behave), settings=settings)
    replies = model.ask([Generate(PROMPT, "", 10)] * 60)
    refused = [reply for reply in replies if reply.problem == "refused: the token ceiling is reached"]
    assert len(refused) >= 60 - 18 and settings.spending.tokens <= 1000 + 8 * 100, "at most what was under way comes on top"
    model.close()


def test_random_weights_end_in_time_and_within_their_schema(tmp_path: Path) -> None:
    model = open_model(str(make_random_gguf(tmp_path / "toy.gguf")), threads=1)
    schema = record(items=array(record(what=text(400), why=text(400)), 50, 1))
    heats = (0.0, 0.5, 1.0, 9.0)
    wild = [Generate(PROMPT, json.dumps(schema), 100, heat, seed) for seed, heat in enumerate(heats)]
    began = time.perf_counter()
    *replies, endless = model.ask([*wild, Generate(PROMPT, "", 300, 0.0)])
    assert time.perf_counter() - began < 20
    for reply in replies:
        assert isinstance(reply, Generated) and not reply.problem
        assert satisfies(json.loads(reply.text), schema) and reply.usage.generated <= 100
    assert any(reply.usage.ended_early for reply in replies)
    assert endless.problem in ("", "truncated") and endless.usage.generated <= 300
    model.close()
