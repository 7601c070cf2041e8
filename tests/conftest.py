"""What the tests of several files ask for by name."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def no_screen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The window opens on SDL's dummy driver, with settings of the test's own."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
