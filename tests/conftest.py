"""What the tests of several files ask for by name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from capable_minds import Live
    from loopback import Serve

    from sim import OwnAnswerer, Town
    from sim.answer.scripted import Script
    from sim.llm.llamacpp import LlamaModel
    from sim.scenario.model import Scenario


os.environ.setdefault("OMP_NUM_THREADS", "1")
"""Read when torch or faiss is first imported: files are tested side by side, and threads for all cores in each would only wait
for each other."""


@pytest.fixture(autouse=True)
def memories_of_no_moment_are_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams that are given no clock stand at second 0, so that tests need not name every moment."""
    monkeypatch.setattr("sim.memory.moments.wall_clock", lambda: 0.0)


@pytest.fixture
def no_screen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The window opens on SDL's dummy driver, with settings of the test's own."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture(scope="module")
def mind() -> Iterator[LlamaModel]:
    """The bundled model, the same for all tests of a file."""
    from sim.llm.llamacpp import LlamaModel
    from sim.llm.loading import open_model

    model = open_model("town-mind", threads=1)
    assert isinstance(model, LlamaModel)
    yield model
    model.close()


@pytest.fixture(scope="module")
def script() -> Script:
    """The scripted mind with the banks that ship."""
    from sim.answer.scripted import Script

    return Script()


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    """The scenario file of the tiny town in ``town.py``."""
    from town import write_town

    return write_town(tmp_path)


@pytest.fixture
def loopback() -> Iterator[Serve]:
    """Opens servers on loopback, which run as long as the test."""
    from loopback import serving

    with ExitStack() as servers:
        yield lambda answer: servers.enter_context(serving(answer))


@pytest.fixture
def story(tmp_path: Path) -> Path:
    """The run file of the story that ``record_sample`` writes."""
    from record_sample import write_story

    return write_story(tmp_path / "story.sqlite").path


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    """Lives towns of capable minds; they are closed after the test."""
    from capable_minds import SCENARIOS

    from sim import Town

    towns: list[Town] = []

    def town(answerer: OwnAnswerer, until: str = "09:00", scenario: Scenario | str = "first_morning", **rules: Any) -> Town:
        source = SCENARIOS / f"{scenario}.yaml" if isinstance(scenario, str) else scenario
        run = tmp_path / f"run{len(towns)}.sqlite"
        towns.append(Town.load(source, model=answerer, embedder="hash", until=until, run=run, **rules))
        return towns[-1].run()

    yield town
    for made in towns:
        made.close()
