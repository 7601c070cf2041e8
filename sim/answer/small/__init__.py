"""Small minds (language models of our own making): how they are asked, and how their replies are completed.

The door: ``is_small`` tells such a model, ``SHORTHAND`` is the register it is asked in, ``FreeInPortions`` how it answers free.
The page beside this file says how the room works. Nothing outside ``sim.answer`` and ``sim.training`` knows this room.
"""

from sim.answer.small.free import FreeInPortions
from sim.answer.small.register import SHORTHAND
from sim.llm.base import Model

__all__ = ["SHORTHAND", "FreeInPortions", "is_small"]


def is_small(model: Model) -> bool:
    """Whether a model is of our own making: such models read names as pointers."""
    return model.info.details.get("names") == "pointers"
