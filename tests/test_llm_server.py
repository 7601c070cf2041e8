"""Servers on loopback: correct ones, faulty ones, llama-cpp-python's own, and a model hub."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from loopback import Reply, free_port
from make_gguf import NO_SYSTEM, make_random_gguf
from patience import until
from town import ROOT, write_town

from sim.llm import Generate, Generated, ModelError, Prompt, Score, Scored, open_model
from sim.llm.amx_safe_server import switch_layouts_off
from sim.llm.library import describe_build, library
from sim.llm.presets import PRESETS, list_presets, preset_path, pull
from sim.llm.server import ServerModel
from sim.llm.server_replies import retry_after
from sim.llm.server_settings import ServerSettings
from sim.llm.thinking import THOUGHT_ONLY
from sim.record.read import Run

PROMPT = Prompt("You are Ada.", "Task: choose")
SCHEMA = json.dumps({"type": "object", "properties": {"choice": {"enum": ["talk", "wait"]}}, "required": ["choice"]})
QUICK = ServerSettings(timeout=60, attempts=3, retry_wait=0.01)


def _said(text: str, **more: Any) -> Reply:
    choice = {"message": {"content": text}, "finish_reason": "stop", **more}
    usage = {"prompt_tokens": 20, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 8}}
    return 200, json.dumps({"choices": [choice], "usage": usage}).encode()


def _thought(content: Any, reasoning: str) -> Reply:
    choice = {"message": {"content": content, "reasoning_content": reasoning}, "finish_reason": "stop"}
    details = {"cached_tokens": "many"}
    return 200, json.dumps({"choices": [choice], "usage": {"prompt_tokens_details": details}}).encode()


@pytest.mark.parametrize(
    ("listed", "properties", "context"),
    [
        ({"max_model_len": 4096}, None, 4096),
        ({"max_context_length": 32768, "loaded_context_length": 6000}, None, 6000),
        ({}, {"default_generation_settings": {"n_ctx": 2048}}, 2048),
        ({"max_model_len": "many"}, {"default_generation_settings": []}, 8192),
        ({}, None, 8192),
    ],
)
def test_the_context_is_what_the_server_says_of_itself(
    loopback: Any, listed: dict[str, Any], properties: dict[str, Any] | None, context: int
) -> None:
    server = loopback(lambda _: _said("{}"))
    server.listed, server.properties = listed, properties
    for url in (server.url, f"{server.url}#toy"):
        assert ServerModel(url, settings=QUICK).info.context == context
    assert ServerModel(server.url, settings=QUICK, context=1234).info.context == 1234


def test_a_server_that_takes_no_form_of_reply_gets_the_schema_in_the_prompt(loopback: Any) -> None:
    """The last rung: the reply is checked, and asked for once more with what was wrong."""

    def chatty(body: dict[str, Any]) -> Reply:
        if "response_format" in body:
            return 400, json.dumps({"error": {"message": "this model takes no such parameter"}}).encode()
        text = body["messages"][1]["content"]
        assert "JSON schema" in text and json.dumps(json.loads(SCHEMA), separators=(",", ":")) in text
        if "hopeless" in text:
            return _said("I would rather not.")
        told = "An earlier reply cannot be used, because it lacks choice" in text
        said = '{"choice": "talk"}' if told else '{"other": 1}'
        return _said(f"Of course!\n```json\n{said}\n```\nAnything else?")

    server = loopback(chatty)
    model = ServerModel(server.url, settings=QUICK)
    first = model.ask([Generate(Prompt("s", "easy"), SCHEMA)])[0]
    assert isinstance(first, Generated) and json.loads(first.text) == {"choice": "talk"} and not first.problem
    asked = len(server.bodies)
    model.ask([Generate(Prompt("s", "easy"), SCHEMA)])
    assert len(server.bodies) == asked + 2, "what is refused is remembered, and asked again once"
    assert model.ask([Generate(Prompt("s", "hopeless"), SCHEMA)])[0].problem == "server: invalid JSON"
    model.close()


def test_requests_go_out_together_and_come_back_in_order(loopback: Any) -> None:
    together = threading.Barrier(12, timeout=60)

    def slow(body: dict[str, Any]) -> Reply:
        together.wait()  # nobody is answered before all have asked
        return _said(json.dumps({"choice": body["messages"][1]["content"]}))

    server = loopback(slow)
    model = ServerModel(server.url, settings=QUICK)
    replies = model.ask([Generate(Prompt("s", str(n)), SCHEMA) for n in range(12)])
    assert [json.loads(r.text)["choice"] for r in replies if isinstance(r, Generated)] == [str(n) for n in range(12)]
    assert (replies[0].usage.prompt, replies[0].usage.reused, replies[0].usage.generated) == (20, 8, 5)
    assert server.bodies[0]["response_format"]["json_schema"]["schema"] == json.loads(SCHEMA)
    model.close()


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (lambda _: (500, b"oh"), "server: 500"),
        (lambda _: (429, b"slow down"), "server: 429"),
        (lambda _: (404, b"no such model"), "server: 404 no such model"),
        (lambda _: (200, b"<html>"), "server: not JSON"),
        (lambda _: (200, b"[]"), "server: not an object"),
        (lambda _: (200, b'{"choices": []}'), "server: no reply in the answer"),
        (lambda _: (200, b'{"choices": [null], "usage": [1]}'), "server: no reply in the answer"),
        (lambda _: (200, b'{"choices": [{"message": {"content": 7}}]}'), "server: no reply in the answer"),
        (lambda _: (307, b"", {"Location": "http://127.0.0.1:9/v2"}), "server: 307 it has moved to http://127.0.0.1:9/v2"),
        (lambda _: (429, b"", {"Retry-After": "3600"}), "server: 429 (come back in 3600 s)"),
        (lambda _: _thought(None, "Let me think about it"), THOUGHT_ONLY),
        (lambda _: _said("I think not"), "server: invalid JSON"),
        (lambda _: _said('{"choice": "ta', finish_reason="length"), "truncated"),
        (lambda _: _said(""), "server: invalid JSON"),
    ],
)
def test_what_a_server_does_wrong_becomes_a_problem(loopback: Any, answer: Any, problem: str) -> None:
    model = ServerModel(loopback(answer).url, settings=QUICK)
    assert [reply.problem for reply in model.ask([Generate(PROMPT, SCHEMA)])] == [problem]
    scored = model.ask([Score(PROMPT, ("a", "b"))])[0]
    assert isinstance(scored, Scored) and scored.problem and len(scored.logprobs) == 2
    model.close()


def test_a_reply_is_found_where_servers_put_it(loopback: Any) -> None:
    wait = '{"choice": "wait"}'
    bodies = [_thought(None, wait), _thought("", f"<think></think>{wait}"), _thought([{"type": "text", "text": wait}], "Hm.")]
    model = ServerModel(loopback(lambda _: bodies.pop(0)).url, settings=QUICK)
    replies = [model.ask([Generate(PROMPT, SCHEMA)])[0] for _ in range(3)]
    assert [(r.text, r.problem) for r in replies if isinstance(r, Generated)] == [(wait, "")] * 3
    assert all(reply.usage.reused == 0 for reply in replies), "counts that are no numbers count nothing"
    bodies.append(_thought(None, "I wonder what she means."))
    bodies.append(_thought(None, "I still wonder."))
    assert model.ask([Generate(PROMPT)])[0].problem == THOUGHT_ONLY, "a thought is not said aloud"
    model.close()


@pytest.mark.parametrize("dated", [False, True])
def test_retry_after_is_honoured(loopback: Any, dated: bool) -> None:
    named = {"Retry-After": "Sun, 06 Nov 1994 08:49:38 GMT"} if dated else {"Retry-After": "1"}
    moods = [(503, b"", named), _said('{"choice": "wait"}')]
    times: list[float] = []

    def answer(_: dict[str, Any]) -> Reply:
        times.append(time.monotonic())
        return moods.pop(0)

    model = ServerModel(loopback(answer).url, settings=ServerSettings(timeout=5, attempts=2, retry_wait=0.01))
    (reply,) = model.ask([Generate(PROMPT, SCHEMA)])
    assert not reply.problem and len(times) == 2
    assert dated or times[1] - times[0] >= 1, "a date long gone means at once"
    model.close()


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, 0),
        ({"retry-after": "7"}, 7),
        ({"retry-after": "-3"}, 0),
        ({"retry-after": "soon"}, 0),
        ({"retry-after": "Sun, 06 Nov 1994 08:49:57 GMT", "date": "Sun, 06 Nov 1994 08:49:37 GMT"}, 20),
        ({"retry-after": "Sun, 06 Nov 1994 08:49:37 GMT", "date": "Sun, 06 Nov 1994 08:50:00 GMT"}, 0),
    ],
)
def test_retry_after_is_read_in_seconds_and_as_a_date(headers: dict[str, str], seconds: float) -> None:
    assert retry_after(headers) == seconds


def test_a_server_that_hangs_times_out_and_one_that_recovers_is_retried(loopback: Any) -> None:
    moods = iter([(503, b""), (429, b""), _said('{"choice": "wait"}')])
    model = ServerModel(loopback(lambda _: next(moods)).url, settings=QUICK)
    (reply,) = model.ask([Generate(PROMPT, SCHEMA)])
    assert isinstance(reply, Generated) and (reply.text, reply.problem) == ('{"choice": "wait"}', "")
    model.close()

    def hang(_: dict[str, Any]) -> Reply:
        time.sleep(1)
        return 200, b"{}"

    hanging = ServerModel(loopback(hang).url, settings=ServerSettings(timeout=0.15, attempts=2, retry_wait=0.01))
    assert hanging.ask([Generate(PROMPT)])[0].problem.startswith("timeout")
    hanging.close()


def test_the_token_ceiling_stops_asking(loopback: Any) -> None:
    server = loopback(lambda _: _said("fine"))
    model = open_model(server.url, settings=ServerSettings(token_ceiling=40))
    problems = [model.ask([Generate(PROMPT)])[0].problem for _ in range(3)]
    assert problems == ["", "", "refused: the token ceiling is reached"] and len(server.bodies) == 2
    model.close()


def test_options_are_scored_by_their_letters_where_probabilities_are_told(loopback: Any) -> None:
    top = [{"token": " B", "logprob": -0.1}, {"token": "A", "logprob": -2.5}, {"token": "x", "logprob": -9}]
    model = ServerModel(loopback(lambda _: _said("B", logprobs={"content": [{"top_logprobs": top}]})).url, settings=QUICK)
    (scored,) = model.ask([Score(PROMPT, ("one", "two", "three"))])
    assert isinstance(scored, Scored) and scored.logprobs == (-2.5, -0.1, -30.0)
    model.close()


@pytest.mark.parametrize("top", [None, [], [{"token": "Well", "logprob": -0.1}, {"token": "I", "logprob": -2.0}]])
def test_options_are_named_where_probabilities_are_not_told_or_name_no_letter(loopback: Any, top: Any) -> None:
    told = {"logprobs": {"content": [{"top_logprobs": top}]}} if top is not None else {}

    def named(body: dict[str, Any]) -> Reply:
        return _said(json.dumps({"reply": "two"})) if "response_format" in body else _said("B", **told)

    server = loopback(named)
    model = ServerModel(server.url, settings=QUICK)
    for _ in range(2):
        (scored,) = model.ask([Score(PROMPT, ("one", "two"))])
        assert isinstance(scored, Scored) and scored.logprobs == (-30.0, 0.0) and not scored.problem
    assert len(server.bodies) == 3, "letters are not tried twice on a server that does not tell"
    model.close()


def test_servers_that_are_not_there_or_are_something_else_are_refused_in_words(loopback: Any) -> None:
    port = free_port()
    with pytest.raises(ModelError, match="No server answers"):
        open_model(f"http://127.0.0.1:{port}/v1")
    assert open_model(f"{loopback(lambda _: (200, b'')).url}#chosen").info.name == "chosen"


def test_llama_cpps_own_server_plays_a_town(tmp_path: Path) -> None:
    # it answers 500 to a system message
    path = make_random_gguf(tmp_path / "toy.gguf", context=16384, template=NO_SYSTEM)
    port = free_port()
    command = [sys.executable, "-m", "sim.llm.amx_safe_server", "--model", str(path), "--port", str(port), "--n_ctx", "16384"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=ROOT)
    try:
        _until_up(f"http://127.0.0.1:{port}/v1/models", server)
        model = open_model(f"http://127.0.0.1:{port}/v1")
        replies = model.ask([Generate(PROMPT, SCHEMA, 40), Score(PROMPT, ("yes", "no"))])
        assert isinstance(replies[0], Generated) and not replies[0].problem
        assert json.loads(replies[0].text)["choice"] in ("talk", "wait")
        assert isinstance(replies[1], Scored) and len(replies[1].logprobs) == 2 and not replies[1].problem
        model.close()
        _live_a_little(f"http://127.0.0.1:{port}/v1", tmp_path)
    finally:
        server.terminate()
        server.communicate()


def test_on_a_processor_with_amx_doctor_says_what_dies_and_how_to_start_a_server_that_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lib = library()
    monkeypatch.setattr(lib, "llama_model_default_params", lib.llama_model_default_params)  # restored behind the test
    assert lib.llama_model_default_params().use_extra_bufts
    switch_layouts_off(lib)
    assert not lib.llama_model_default_params().use_extra_bufts
    for features, dies in ((b"AVX2 = 1 | AMX_INT8 = 1 | ", True), (b"AVX2 = 1 | ", False)):
        monkeypatch.setattr(lib, "llama_print_system_info", lambda told=features: told)
        told = describe_build()["amx"]  # a row of doctor's
        assert ("illegal instruction" in told) == ("python -m sim.llm.amx_safe_server --model FILE" in told) == dies


def _live_a_little(url: str, folder: Path) -> None:
    command = [sys.executable, "run_sim.py", "run", str(write_town(folder)), "--headless", "--ticks", "60", "--model", url]
    ended = subprocess.run(
        [*command, "--embedder", "hash", "--saves", str(folder), "--name", "lived"], cwd=ROOT, capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stderr
    with Run(folder / "lived.sqlite") as run:
        counters = run.counters()
        assert run.last_tick == 60
    assert sum(row.calls for row in counters) > 2 and sum(row.generated_tokens for row in counters) > 0


def _until_up(url: str, server: subprocess.Popen[bytes]) -> None:
    def up() -> bool:
        if server.poll() is not None:
            raise AssertionError(server.communicate()[1].decode()[-500:])
        with suppress(httpx.HTTPError):
            return httpx.get(url).status_code == 200
        return False

    until(up)


def test_a_preset_that_is_not_here_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(ModelError, match="models pull nano"):
        preset_path("nano")
    assert [preset.name for preset, here in list_presets() if not here] == list(PRESETS)
    with pytest.raises(ModelError, match="Presets: nano"):
        pull("giant")


def test_pulling_without_a_network_says_so_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    lines: list[str] = []
    with pytest.raises(ModelError, match="Is there a network"):
        pull("nano", lines.append)
    assert "230 MB" in lines[0] and "Apache-2.0" in lines[0]


def test_a_preset_is_pulled_once_and_then_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = make_random_gguf(tmp_path / "hub.gguf").read_bytes()
    asked: list[str] = []

    class Hub(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:  # noqa: N802
            self.do_GET(body=False)

        def do_GET(self, body: bool = True) -> None:  # noqa: N802
            asked.append(self.path)
            found = "/resolve/main/SmolLM2" in self.path or self.path == "/"
            self.send_response(200 if found else 404)
            for name, value in (("ETag", '"abc"'), ("X-Repo-Commit", "c" * 40), ("Content-Length", str(len(content)))):
                self.send_header(name, value if found else "0")
            if not found:
                self.send_header("X-Error-Code", "RepoNotFound")
            self.end_headers()
            if body and found:
                self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:
            """Quiet."""

    hub = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    threading.Thread(target=hub.serve_forever, daemon=True).start()
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{hub.server_address[1]}")
    try:
        path = pull("nano", lambda _: None)
        requests = len(asked)
        assert path.read_bytes() == content and pull("nano") == path and len(asked) == requests
        with pytest.raises(ModelError, match="does not have Qwen"):
            pull("tiny", lambda _: None)
        model = open_model("nano", threads=1)
        assert not model.info.guided
        model.close()
    finally:
        hub.shutdown()
        hub.server_close()
