"""The kinds of questions, one module each. A module defines its question and its reply, and names the question ``QUESTION``.

``TASKS`` is made from the modules: to add a kind, add a file. Knows nothing of who asks or answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from sim.prompts.question import Question

TASKS: Mapping[str, type[Question[Any]]] = {
    kind.task: kind for kind in (import_module(f"{__name__}.{module.name}").QUESTION for module in iter_modules(__path__))
}
"""Every kind of question by the name that runs record."""
