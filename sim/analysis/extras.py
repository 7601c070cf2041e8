"""Optional libraries, imported on first use; the message for a missing one names the extra that installs it."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from sim.record.errors import RunError

EXTRAS = {
    "pandas": "analysis",
    "pyarrow": "analysis",
    "scipy": "analysis",
    "networkx": "analysis",
    "matplotlib": "analysis",
    "ray": "cluster",
}
"""Library -> the extra of ``town-sim`` that installs it."""


class MissingExtra(RunError):
    """An optional library is not installed; the message says how to install it."""


def library(name: str) -> Any:
    """The module ``name`` (such as ``scipy.stats``), typed as Any. Raises ``MissingExtra``."""
    root = name.split(".")[0]
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise MissingExtra(f"This needs {root}, which is not installed: pip install 'town-sim[{EXTRAS[root]}]'") from error


def is_installed(name: str) -> bool:
    """Whether a library is installed."""
    return importlib.util.find_spec(name) is not None
