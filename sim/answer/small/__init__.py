"""The small real mind: a language model below some three billion parameters that chooses first and then writes.

The page beside this file says how the room works. The door is ``SmallMind``.
"""

from sim.answer.small.mind import MODE, SmallMind, possible_prompts

__all__ = ["MODE", "SmallMind", "possible_prompts"]
