"""What the tests of several files ask for by name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from sim.llm.llamacpp import LlamaModel


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

    model = open_model("bundled", threads=1)
    assert isinstance(model, LlamaModel)
    yield model
    model.close()
