"""Towns whose people think while time goes on, with a server on loopback that thinks for them."""

from __future__ import annotations

import random
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from loopback import Reply, lively
from town import ROOT

from sim import Town
from sim.llm import open_model
from sim.llm.server_settings import ServerSettings

SCENARIOS = ROOT / "scenarios"


def hashes(path: Path) -> list[Any]:
    """Of the ticks in which anything happened: a pause writes an empty one."""
    with sqlite3.connect(path) as sql:
        return sql.execute("SELECT min(tick), hash FROM ticks GROUP BY hash ORDER BY 1").fetchall()


@contextmanager
def town(
    folder: Path, url: str, name: str, until: str = "08:00", scenario: str = "first_morning", timeout: float = 20, **rules: Any
) -> Iterator[Town]:
    """A town that a server on loopback thinks for; ``timeout`` bounds the pauses between attempts, too."""
    model = open_model(url, settings=ServerSettings(timeout=timeout))
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
