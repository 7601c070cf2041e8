"""Servers on loopback that speak HTTP or the protocol of completions in their own way, byte by byte."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from town import write_town

from sim.bench.server_faults import read_request
from sim.cli.main import main
from sim.llm import Generate, Generated, ModelError, Prompt, Score, Scored
from sim.llm.found_models import found_servers
from sim.llm.server import ServerModel
from sim.llm.server_settings import KEY_VARIABLE, ServerSettings

PROMPT = Prompt("You are Ada.", "Task: choose")
SCHEMA = json.dumps({"type": "object", "properties": {"choice": {"enum": ["talk", "wait"]}}, "required": ["choice"]})
QUICK = ServerSettings(timeout=60, attempts=1, retry_wait=0.01)
TALK = '{"choice": "talk"}'
Speak = Callable[[socket.socket, Any], None]
Odd = Callable[..., str]


@pytest.fixture
def odd() -> Iterator[Odd]:
    """A server that hands every question's socket and body to a function, and lists models as told; its URL."""
    listeners = list[socket.socket]()

    def serve(speak: Speak, listed: bytes | Speak = b'{"data": [{"id": "toy"}]}', host: str = "127.0.0.1") -> str:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, 0), family=family, backlog=16)
        listeners.append(listener)

        def answer(connection: socket.socket) -> None:
            with connection, suppress(OSError):
                _, body = read_request(connection)
                tell = listed if callable(listed) else says(http(listed))
                speak(connection, json.loads(body)) if body else tell(connection, None)

        def listen() -> None:
            with suppress(OSError):
                while True:
                    threading.Thread(target=answer, args=(listener.accept()[0],), daemon=True).start()

        threading.Thread(target=listen, daemon=True).start()
        return f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/v1"

    yield serve
    for listener in listeners:
        listener.close()


def http(body: bytes, *headers: str, first: str = "HTTP/1.1 200 OK", length: bool = True) -> bytes:
    lines = [first, *headers, "Connection: close", *([f"Content-Length: {len(body)}"] if length else [])]
    return "\r\n".join([*lines, "", ""]).encode() + body


def answer(message: Any, **choice: Any) -> bytes:
    return json.dumps({"choices": [{"message": message, "finish_reason": "stop", **choice}]}).encode()


def says(data: bytes) -> Speak:
    return lambda connection, _: connection.sendall(data)


def ask(url: str, schema: str = SCHEMA, timeout: float = 60) -> Generated:
    model = ServerModel(url, settings=replace(QUICK, timeout=timeout))
    (reply,) = model.ask([Generate(PROMPT, schema)])
    model.close()
    assert isinstance(reply, Generated)
    return reply


def _in_chunks(connection: socket.socket, _: Any) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    body = answer({"content": TALK}, note="é𝄞")
    for at in range(0, len(body), 3):
        connection.sendall(f"{len(body[at : at + 3]):x}\r\n".encode() + body[at : at + 3] + b"\r\n")
    connection.sendall(b"0\r\n\r\n")


GOOD = answer({"content": TALK})


@pytest.mark.parametrize(
    "speak",
    [
        _in_chunks,
        says(http(GOOD, first="HTTP/1.0 200 OK", length=False)),
        says(http(GOOD, length=False)),
        says(b"HTTP/1.1 100 Continue\r\n\r\n" + http(GOOD)),
        says(http(b"\xef\xbb\xbf" + GOOD)),
        says(http(GOOD, "Content-Encoding: Identity")),
        says(http(answer({"content": "\ufeff" + TALK}))),
        says(http(answer({"content": f"Sure!\n```json\n{TALK}\n```"}))),
        says(http(answer({"content": [{"type": "text", "text": TALK[:9]}, TALK[9:], None]}))),
        says(http(answer({"content": json.loads(TALK)}))),
        says(http(answer({"content": None, "tool_calls": [{"function": {"name": "reply", "arguments": TALK}}]}))),
        says(http(answer({"content": TALK + " \n" * 90}, finish_reason="length"))),
        says(http(json.dumps({"model": "other", "choices": json.loads(GOOD)["choices"] * 2}).encode())),
    ],
)
def test_a_reply_is_read_however_it_comes(odd: Odd, speak: Speak) -> None:
    reply = ask(odd(speak))
    assert (reply.text, reply.problem) == (TALK, "")


def test_a_server_on_ipv6_is_asked(odd: Odd) -> None:
    assert ask(odd(says(http(GOOD)), host="::1")).text == TALK


def _again_and_again(line: bytes) -> Speak:
    def speak(connection: socket.socket, _: Any) -> None:
        connection.sendall(b"" if line.startswith(b"HTTP") else b"HTTP/1.1 200 OK\r\n")
        while True:
            connection.sendall(line)
            time.sleep(0.05)

    return speak


@pytest.mark.parametrize("line", [b"x", b"X-More: yes\r\n", b"HTTP/1.1 100 Continue\r\n\r\n"])
def test_headers_without_end_are_given_up_in_time(odd: Odd, line: bytes) -> None:
    began = time.monotonic()
    assert ask(odd(_again_and_again(line)), timeout=0.5).problem.startswith("timeout")
    assert time.monotonic() - began < 30


def test_looking_for_servers_waits_for_none_that_drips(odd: Odd) -> None:
    """As the start screen does, at the usual ports."""
    esc = b'{"data": [{"id": "a\\u001b[31m"}, {"id": "toy"}]}'
    urls = [odd(says(b""), listed) for listed in (_again_and_again(b"X-More: yes\r\n"), esc)]
    began = time.monotonic()
    found = found_servers({int(url.split(":")[2].split("/")[0]): "some server" for url in urls})
    assert [one.spec for one in found] == [f"{urls[1]}#toy"] and time.monotonic() - began < 30


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (
            b'{"error": {"message": "The model\\u001b[31m is busy", "code": 503}}',
            "server: 503 The model [31m is busy",
        ),
        (b'{"error": "model not found"}', "server: model not found"),
        (b'{"choices": [{"error": {"code": 502, "message": "no upstream"}, "message": {}}]}', "server: 502 no upstream"),
        (answer({"content": None, "refusal": "I cannot help with that."}), "refused"),
        (answer({"content": ""}, finish_reason="content_filter"), "refused"),
        (b'{"choices": [{"message": null}]}', "server: no reply in the answer"),
        (answer({"content": TALK[:12]}, finish_reason="length"), "truncated"),
    ],
)
def test_an_answer_without_a_reply_says_why(odd: Odd, body: bytes, problem: str) -> None:
    assert ask(odd(says(http(body)))).problem == problem


def test_a_server_that_does_not_keep_to_the_form_is_asked_once_more_with_the_schema(odd: Odd) -> None:
    asked = list[str]()

    def chatty(connection: socket.socket, body: Any) -> None:
        asked.append(body["messages"][1]["content"])
        connection.sendall(http(answer({"content": TALK if "JSON schema" in asked[-1] else "I would like to talk."})))

    assert ask(odd(chatty)).text == TALK and len(asked) == 2


@pytest.mark.parametrize("odds", ["1" + "0" * 400, "NaN", "-Infinity"])
def test_probabilities_that_are_none_count_as_none(odd: Odd, odds: str) -> None:
    top = f'[{{"token": "B", "logprob": {odds}}}, {{"token": "A", "logprob": -1}}]'
    scored_so = f'{{"choices": [{{"message": {{"content": "A"}}, "logprobs": {{"content": [{{"top_logprobs": {top}}}]}}}}]}}'

    def speak(connection: socket.socket, body: Any) -> None:
        form = "response_format" in body
        connection.sendall(http(answer({"content": '{"reply": "one"}'}) if form else scored_so.encode()))

    model = ServerModel(odd(speak), settings=QUICK)
    (scored,) = model.ask([Score(PROMPT, ("one", "two"))])
    model.close()
    assert isinstance(scored, Scored) and not scored.problem and scored.logprobs[0] > scored.logprobs[1] == -30


@pytest.mark.parametrize(
    ("listed", "name"),
    [
        ([{"id": "text-embedding-nomic"}, {"id": "qwen3"}], "qwen3"),
        ([{"id": None}, {"id": ""}, {"id": "a\u001b[31m"}, "toy", {"id": "toy"}], "toy"),
        ([{"id": None}, "toy"], None),
        ({"toy": 1}, None),
    ],
)
def test_the_first_model_that_can_write_is_taken_from_the_list(odd: Odd, listed: Any, name: str | None) -> None:
    url = odd(says(http(GOOD)), json.dumps({"data": listed}).encode())
    assert ServerModel(f"{url}#mine", settings=QUICK).info.context == 8192
    if name:
        assert ServerModel(url, settings=QUICK).info.name == name
    else:
        with pytest.raises(ModelError, match="lists no models"):
            ServerModel(url, settings=QUICK)


@pytest.mark.parametrize("length", ["1e9", "true", "-5", "1" + "0" * 30])
def test_a_context_that_no_model_has_is_not_believed(odd: Odd, length: str) -> None:
    listed = f'{{"data": [{{"id": "toy", "max_model_len": {length}}}]}}'.encode()
    assert ServerModel(odd(says(http(GOOD)), listed), settings=QUICK).info.context == 8192


@pytest.mark.parametrize("url", ["http://.../v1", f"http://{'a' * 70}.b/v1#toy"])
def test_a_host_that_has_no_name_is_refused_in_words(url: str) -> None:
    with pytest.raises(ModelError, match="is not a URL"):
        ServerModel(url, settings=QUICK)


def test_a_key_may_end_in_a_newline_and_must_be_ascii(odd: Odd) -> None:
    url = odd(says(http(GOOD)))
    ServerModel(url, settings=QUICK, key="abc\n").close()
    with pytest.raises(ModelError, match=KEY_VARIABLE):
        ServerModel(url, settings=QUICK, key="schlüssel")


def test_servers_of_this_machine_are_asked_past_a_proxy(odd: Odd, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    assert ask(odd(says(http(GOOD)))).text == TALK
    monkeypatch.setenv("all_proxy", "socks9://127.0.0.1:9")
    monkeypatch.delenv("http_proxy")
    with pytest.raises(ModelError, match="a proxy or certificates"):
        ServerModel("http://192.0.2.1/v1", settings=QUICK)


def test_a_town_survives_counts_and_letters_that_no_file_can_hold(odd: Odd, tmp_path: Path) -> None:
    usage = {"prompt_tokens": 10**30, "completion_tokens": 2**63, "prompt_tokens_details": {"cached_tokens": 2**70}}

    def speak(connection: socket.socket, body: Any) -> None:
        shape = body["response_format"]["json_schema"]["schema"]
        message = {"content": json.dumps({name: "\ud800 good \x00 day" for name in shape["properties"]})}
        connection.sendall(http(json.dumps({"choices": [{"message": message}], "usage": usage}).encode()))

    words = ["run", str(write_town(tmp_path)), "--headless", "--ticks", "40", "--model", odd(speak), "--embedder", "hash"]
    assert main([*words, "--name", "odd", "--saves", str(tmp_path)]) == 0
    assert main(["verify", "odd", "--saves", str(tmp_path)]) == 0
