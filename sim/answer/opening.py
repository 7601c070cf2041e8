"""From a model to the way of answering that suits it: the only place that asks what kind of model there is."""

from __future__ import annotations

from typing import Any

from sim.answer.free import Free
from sim.answer.protocol import Answerer
from sim.answer.script_door import open_door
from sim.llm.base import Model


def open_answerer(model: Model | None, guided: bool | None = None, script: Any = None) -> Answerer:
    """The script where there is no model; otherwise the model, guided by the script or free.

    ``guided`` None: as the model's own property says.
    """
    if model is None:
        return open_door().scripted(script)
    if model.info.guided if guided is None else guided:
        return open_door().guided(model, script)
    return open_door().in_portions(model) if is_small(model) else Free(model)


def is_small(model: Model) -> bool:
    """Whether a model is of our own making: such models read names as pointers."""
    return model.info.details.get("names") == "pointers"
