"""A server that fails in the middle of a town's hour and recovers: ``python -m sim.bench server_faults [--down 30]``.

Every fault gets a server of its own on loopback and a headless run of the first hour of ``two_days`` with it, several at a
time, since they mostly wait. After some good answers the server does one thing wrong for ``--down`` seconds; then it answers
well again. Prints for each fault how the run ended, how many questions fell back, how long it took, and what was said.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sim.record.errors import RunError
from sim.record.read import Run

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = ROOT / "scenarios" / "two_days.yaml"
AT_ONCE = 6
GOOD_FIRST = 60
"""Questions that are answered well before the fault begins."""


def chosen(schema: dict[str, Any], dice: random.Random) -> Any:
    """A reply in the shape of ``schema`` that looks chosen: residents talk where they may, and say goodbye after a while."""
    if "enum" in schema:
        return "talk" if "talk" in schema["enum"] else dice.choice(schema["enum"][:3])
    kind = schema.get("type")
    if kind == "object":
        clock = f"{dice.randint(7, 9):02}:{dice.choice((10, 25, 40, 55))}"
        return {name: clock if name == "start" else chosen(one, dice) for name, one in schema["properties"].items()}
    if kind == "array":
        return [chosen(schema["items"], dice) for _ in range(max(1, schema.get("minItems", 1)))]
    if kind in ("integer", "number"):
        return dice.randint(schema.get("minimum", 1), min(schema.get("maximum", 9), 9))
    return dice.random() < 0.3 if kind == "boolean" else f"words {dice.randint(1, 9)} of the day"


def _head(status: str, length: int | None, *more: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", "Content-Type: application/json", "Connection: close", *more]
    return "\r\n".join([*lines, *([f"Content-Length: {length}"] if length is not None else []), "", ""]).encode()


def _answer(connection: socket.socket, status: str, body: bytes, *more: str) -> None:
    connection.sendall(_head(status, len(body), *more) + body)


def reply_of(content: str) -> bytes:
    usage = {"prompt_tokens": 400, "completion_tokens": 20}
    return json.dumps({"choices": [{"message": {"content": content}, "finish_reason": "stop"}], "usage": usage}).encode()


def _good(asked: dict[str, Any]) -> bytes:
    """An answer that follows from the prompt alone, so that the same prompt gets the same."""
    dice = random.Random("".join(message["content"] for message in asked["messages"]))
    form = asked.get("response_format")
    return reply_of(json.dumps(chosen(form["json_schema"]["schema"], dice)) if form else "Good morning.")


def _breaks_off(connection: socket.socket) -> None:
    connection.sendall(_head("200 OK", 4000) + b'{"choices": [{"message": {"content": "{')


BOMB = gzip.compress(bytes(2**28))


def _bomb(connection: socket.socket) -> None:
    _answer(connection, "200 OK", BOMB, "Content-Encoding: gzip")


def _endless(connection: socket.socket) -> None:
    connection.sendall(_head("200 OK", None))
    while True:
        connection.sendall(b" " * 2**16)


def _drips(connection: socket.socket) -> None:
    connection.sendall(_head("200 OK", 4000))
    while True:
        connection.sendall(b" ")
        time.sleep(0.5)


FAULTS: dict[str, Callable[[socket.socket], None]] = {
    "none": lambda _: None,
    "the connection is dropped": lambda _: None,
    "the answer breaks off": _breaks_off,
    "500": lambda to: _answer(to, "500 Internal Server Error", b'{"error": "out of memory"}'),
    "503": lambda to: _answer(to, "503 Service Unavailable", b'{"error": "Loading model"}'),
    "429": lambda to: _answer(to, "429 Too Many Requests", b"{}"),
    "429, Retry-After: 5": lambda to: _answer(to, "429 Too Many Requests", b"{}", "Retry-After: 5"),
    "429, Retry-After: 3600": lambda to: _answer(to, "429 Too Many Requests", b"{}", "Retry-After: 3600"),
    "401 in the middle": lambda to: _answer(to, "401 Unauthorized", b'{"error": "key expired"}'),
    "not JSON": lambda to: _answer(to, "200 OK", b"<html>Bad gateway</html>"),
    "JSON of another shape": lambda to: _answer(to, "200 OK", b'{"result": []}'),
    "a reply that is no JSON": lambda to: _answer(to, "200 OK", reply_of("Sure! Here is what you asked for.")),
    "a reply of another schema": lambda to: _answer(to, "200 OK", reply_of('{"colour": "blue"}')),
    "redirected": lambda to: _answer(to, "302 Found", b"", "Location: http://127.0.0.1:9/login"),
    "a compressed bomb": _bomb,
    "an answer without end": _endless,
    "a byte now and then": _drips,
    "no answer at all": lambda _: time.sleep(3600),
}


@dataclass(slots=True)
class Server:
    """An OpenAI-compatible server that fails from ``GOOD_FIRST`` questions on, for ``down`` seconds."""

    fault: Callable[[socket.socket], None]
    down: float
    good: Callable[[dict[str, Any]], bytes] = _good
    listed: dict[str, Any] = field(default_factory=dict)
    """What its list of models says of its one model, besides the name."""
    url: str = ""
    asked: int = 0
    _fails_until: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def start(self) -> Server:
        listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
        threading.Thread(target=self._listen, args=(listener,), daemon=True).start()
        return self

    def _listen(self, listener: socket.socket) -> None:
        while True:
            threading.Thread(target=self._serve, args=(listener.accept()[0],), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            path, body = read_request(connection)
            if not body:
                found = {"data": [{"id": "toy", **self.listed}]} if path.endswith("/models") else {}
                _answer(connection, "200 OK" if found else "404 Not Found", json.dumps(found).encode())
            elif self._fails():
                self.fault(connection)
            else:
                _answer(connection, "200 OK", self.good(json.loads(body)))

    def _fails(self) -> bool:
        with self._lock:
            self.asked += 1
            if self.asked == GOOD_FIRST + 1:
                self._fails_until = time.monotonic() + self.down
        return self.asked > GOOD_FIRST and time.monotonic() < self._fails_until


def read_request(connection: socket.socket) -> tuple[str, bytes]:
    """The path and the body of a request."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(2**16) or b"\r\n\r\n"
    head, _, body = data.partition(b"\r\n\r\n")
    length = int((re.findall(rb"(?i)content-length: (\d+)", head) or [0])[0])
    while len(body) < length:
        body += connection.recv(2**16)
    return (head.split() or [b""] * 2)[1].decode(), body


@dataclass(frozen=True, slots=True)
class Hour:
    """How an hour with a fault went: ``code`` and ``said`` of the program, ``reached`` in game minutes."""

    fault: str
    code: int
    reached: float
    asked: int
    fell_back: int
    seconds: float
    said: str


def main(argv: Sequence[str]) -> int:
    """Live the hour with every fault, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m sim.bench server_faults", description=__doc__)
    parser.add_argument("--down", type=float, default=30.0, help="seconds for which a server fails")
    parser.add_argument("--until", default="07:00")
    parser.add_argument("--only", default="", help="faults whose names hold this")
    options = parser.parse_args(argv)
    names = [name for name in FAULTS if options.only in name]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as threads:
        hours = threads.map(lambda name: live_with(Path(folder), name, options.down, options.until), names)
        print("| fault | exit code | game minutes | fell back | seconds | said |\n|---|---|---|---|---|---|")
        for hour in hours:
            row = (hour.code, f"{hour.reached:.0f}", f"{hour.fell_back} of {hour.asked}", f"{hour.seconds:.0f}", hour.said)
            print(f"| {hour.fault} |", " | ".join(map(str, row)), "|", flush=True)
    return 0


def live_with(folder: Path, name: str, down: float, until: str) -> Hour:
    """The hour of one fault."""
    server = Server(FAULTS[name], down if name != "none" else 0).start()
    path = folder / f"{re.sub('[^a-z0-9]+', '-', name.lower())}.sqlite"
    words = ["run", str(SCENARIO), "--model", server.url, "--name", path.stem, "--saves", str(folder)]
    began = time.monotonic()
    command = [sys.executable, str(ROOT / "run_sim.py"), *words, "--headless", "--embedder", "hash", "--until", until]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    seconds = time.monotonic() - began
    lines = [
        line for line in done.stderr.splitlines() if not re.search(r"ticks/s$|^(Saved|Watch it|Go on|Waiting for)\b", line)
    ]
    try:
        with Run(path) as run:
            trouble, reached = run.trouble(0), run.last_tick * run.meta.tick_seconds / 60
    except RunError as error:
        return Hour(name, done.returncode, 0, 0, 0, seconds, f"{error} {done.stderr}")
    return Hour(name, done.returncode, reached, trouble.asked, trouble.fallbacks, seconds, " / ".join(lines))
