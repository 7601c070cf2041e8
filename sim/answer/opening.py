"""From a model to the way of answering that suits it: the only place that asks what kind of model there is."""

from __future__ import annotations

from sim.answer import small
from sim.answer.by_script import Scripted
from sim.answer.free import Free
from sim.answer.guided import Guided
from sim.answer.protocol import Answerer
from sim.answer.register import JSON
from sim.answer.scripted import Script
from sim.llm.base import Model


def open_answerer(model: Model | None, guided: bool | None = None, script: Script | None = None) -> Answerer:
    """The script where there is no model; otherwise the model, guided by the script or free.

    ``guided`` None: as the model's own property says.
    """
    script = script or Script()
    if model is None:
        return Scripted(script)
    guided = model.info.guided if guided is None else guided
    if small.is_small(model):
        return Guided(script, model, small.SHORTHAND) if guided else small.FreeInPortions(model)
    return Guided(script, model, JSON) if guided else Free(model)
