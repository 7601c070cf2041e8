"""Small minds (language models of our own making): how they are asked, and how their replies are completed.

The door: ``SHORTHAND`` is the register it is asked in, ``FreeInPortions`` how it answers free.
The page beside this file says how the room works. Nothing outside ``sim.answer`` and ``sim.training`` knows this room.
"""

from sim.answer.tiny.free import FreeInPortions
from sim.answer.tiny.register import SHORTHAND

__all__ = ["SHORTHAND", "FreeInPortions"]
