"""From a model to the way of answering that suits it: the only place that asks what kind of model there is."""

from __future__ import annotations

from typing import Any

from sim.answer.protocol import Answerer
from sim.answer.script_door import open_door
from sim.answer.small import SmallMind
from sim.answer.written import Free
from sim.llm.base import Model

CAPABLE = 2_700_000_000
"""Parameters from which a model keeps to forms and makes use of long prompts: those called 3B have 2.8 billion or more."""
SMALL = "small"
TALKS = 80_000_000
"""Parameters from which a model may have learned to follow instructions at all."""


def open_answerer(model: Model | None, guided: bool | None = None, script: Any = None, style: str = "") -> Answerer:
    """The script where there is no model; otherwise the model, guided by the script or free.

    ``guided`` None: as the model's own property says. ``style``: one of ``register.STYLES``; "" for what suits the model.
    """
    if model is None:
        return open_door().scripted(script)
    if model.info.guided if guided is None else guided:
        return open_door().guided(model, script)
    if is_tiny(model):
        return open_door().in_portions(model)
    asked = style or style_of(model)
    return SmallMind(model) if asked == SMALL and _parameters(model) >= TALKS else Free(model, asked)


def style_of(model: Model) -> str:
    """The style that suits a model's size; a server's, which is not known, is taken for that of a capable one."""
    return SMALL if 0 < _parameters(model) < CAPABLE else "full"


def _parameters(model: Model) -> int:
    return int(model.info.details.get("parameters", 0))


def is_tiny(model: Model) -> bool:
    """Whether a model is of our own making: such models read names as pointers."""
    return model.info.details.get("names") == "pointers"
