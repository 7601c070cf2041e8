"""An OpenAI-compatible server on loopback; the test decides its answers."""

from __future__ import annotations

import json
import random
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from sim.bench.server_faults import chosen

Reply = tuple[int, bytes] | tuple[int, bytes, dict[str, str]]
"""Status, body, headers."""


@dataclass
class Loopback:
    """A server whose ``answer`` makes the reply to a request body. ``bodies`` are the bodies it received."""

    answer: Callable[[dict[str, Any]], Reply]
    bodies: list[dict[str, Any]] = field(default_factory=list)
    url: str = ""
    listed: dict[str, Any] = field(default_factory=dict)
    """What its list of models says of its one model, besides the name."""
    properties: dict[str, Any] | None = None
    """Its page of properties, where it has one as llama-server does."""


Serve = Callable[[Callable[[dict[str, Any]], Reply]], Loopback]
"""Opens a server with these answers."""


@contextmanager
def serving(answer: Callable[[dict[str, Any]], Reply]) -> Iterator[Loopback]:
    """A server that runs while the context lasts."""
    state = Loopback(answer)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # noqa: N802
            if self.path == "/props" and state.properties is not None:
                self.reply(200, json.dumps(state.properties).encode())
            elif self.path == "/v1/models":
                self.reply(200, json.dumps({"data": [{"id": "toy", **state.listed}]}).encode())
            else:
                self.reply(404, b"")

        def do_POST(self) -> None:  # noqa: N802
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.bodies.append(body)
            self.reply(*state.answer(body))

        def reply(self, code: int, content: bytes, headers: dict[str, str] | None = None) -> None:
            self.send_response(code)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:
            """Quiet."""

    class Hall(ThreadingHTTPServer):
        request_queue_size = 128  # with five, a connection beyond them is tried again only after seconds

    server = Hall(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()  # stops within that many seconds
    state.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()


def free_port() -> int:
    """A port on loopback that nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def fitting(body: dict[str, Any]) -> Reply:
    """A correct answer: the smallest reply of the requested shape."""
    asked = body.get("response_format")
    content = json.dumps(_least(asked["json_schema"]["schema"])) if asked else "Good morning."
    choice = {"message": {"content": content}, "finish_reason": "stop"}
    return 200, json.dumps({"choices": [choice], "usage": {"prompt_tokens": 400, "completion_tokens": 20}}).encode()


def lively(body: dict[str, Any]) -> Reply:
    """A correct answer that looks chosen: what it holds follows from the prompt alone, so that the same prompt gets the same.
    Whoever may talk talks, and says goodbye after a while."""
    said = "".join(message["content"] for message in body["messages"])
    content = json.dumps(chosen(body["response_format"]["json_schema"]["schema"], random.Random(said)))
    return 200, json.dumps({"choices": [{"message": {"content": content}, "finish_reason": "stop"}], "usage": {}}).encode()


def _least(schema: dict[str, Any]) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    if kind == "object":
        return {name: _least(one) for name, one in schema["properties"].items()}
    if kind == "array":
        return [_least(schema["items"])] * max(1, schema.get("minItems", 1))
    return schema.get("minimum", 3) if kind in ("integer", "number") else kind == "boolean" or "a quiet word"


WRITTEN = tuple(f"{letter}nna Reed" for letter in "ABCDEFGHIJKL")
"""The people of a town that ``well`` writes."""


def well(body: dict[str, Any]) -> str:
    """A reply as a capable model would give it: of the shape asked for, with names of its own."""
    asked = body["response_format"]["json_schema"]["schema"]
    reply = _filled(asked, "reply")
    if "people" in reply:
        for one, name in zip(reply["people"], WRITTEN, strict=False):
            one["name"] = name
    return json.dumps(reply)


def _filled(schema: dict[str, Any], name: str) -> Any:
    if "enum" in schema:
        return "Friday" if "Friday" in schema["enum"] else schema["enum"][0]
    if schema["type"] == "object":
        return {key: _filled(part, key) for key, part in schema["properties"].items()}
    if schema["type"] == "array":
        return [_filled(schema["items"], name) for _ in range(schema["minItems"])]
    if schema["type"] == "integer":
        return {"year": 2026, "day": 1, "age": 40}.get(name, schema["minimum"])
    if "pattern" in schema:
        return {"wakes": "06:30", "sleeps": "22:00"}.get(name, "18:30")
    return {"name": "Anna Reed", "traits": "shy"}.get(name, "The mill has stood still for three days.")


def told(text: str) -> Reply:
    choice = {"message": {"content": text}, "finish_reason": "stop"}
    return 200, json.dumps({"choices": [choice], "usage": {"prompt_tokens": 400, "completion_tokens": 20}}).encode()
