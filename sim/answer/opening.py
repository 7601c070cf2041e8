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
    parameters = int(model.info.details.get("parameters", 0))
    return SmallMind(model) if is_small(parameters, style) else Free(model, style or style_of(parameters))


def style_of(parameters: int) -> str:
    """The style that suits a model's size; a server's, which is not known, is taken for that of a capable one."""
    return SMALL if 0 < parameters < CAPABLE else "full"


def is_small(parameters: int, style: str = "") -> bool:
    """Whether a model of so many parameters is asked as a small mind, in a ``style`` or in what suits it."""
    return (style or style_of(parameters)) == SMALL and parameters >= TALKS


def is_tiny(model: Model) -> bool:
    """Whether a model is of our own making: such models read names as pointers."""
    return model.info.details.get("names") == "pointers"
