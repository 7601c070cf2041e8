"""What a mind can do, as one object per resident: perceive, plan, react, talk, reflect, and the order of it all.

An own mind is a subclass that overrides some of it and may call the rest through ``super()``. Every method but ``perceive``
is a generator that yields questions and is sent replies; one that asks nothing may be a plain method. None changes the world:
they decide with ``thought.do``, and what they keep is the memory stream and ``thought.state``. Called by ``cognition`` and
the engine; knows nothing of models or files.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from sim.dice import derive
from sim.mind.cognition import think
from sim.mind.converse import speak
from sim.mind.mind import Percept, Thinking
from sim.mind.perceive import perceive
from sim.mind.plan import plan_day, replan
from sim.mind.react import react
from sim.mind.scene import recollection, scene_of
from sim.mind.thought import Thought
from sim.prompts import Asking
from sim.types import Memory
from sim.world.state import Talk


class Faculties:
    """The built-in mind. Subclass it for an own one; ``name`` is what runs record it by."""

    part: ClassVar[str] = "mind"
    name: str = ""

    def think(self, thought: Thought, told: Sequence[Percept] = ()) -> Thinking:
        """One resident's tick: wake, plan, talk, notice, react, carry on. ``told`` comes from outside, already remembered."""
        return think(thought, told)

    def perceive(self, thought: Thought) -> Sequence[Percept]:
        """Keep what is new in sight as observations; returns it, nearest first."""
        return perceive(thought)

    def plan(self, thought: Thought) -> Thinking:
        """Set ``thought.state.blocks`` for the day that begins, until and including the night."""
        return plan_day(thought)

    def replan(self, thought: Thought, new: str, reason: str) -> Thinking:
        """Change the rest of the day after ``new``, a sentence."""
        return replan(thought, new, reason)

    def react(self, thought: Thought, percepts: Sequence[Percept]) -> Thinking:
        """Go on, talk, wait or plan anew, given what was just noticed."""
        return react(thought, percepts)

    def talk(self, thought: Thought, talk: Talk) -> Thinking:
        """Say the resident's next line (``thought.do("say", text=..., end=False)``), or leave."""
        return speak(thought, talk)

    def reflect(self, thought: Thought) -> Asking[Sequence[Memory]]:
        """Add to the stream what can be concluded now; returns the new memories. Called once the importance budget is full."""
        mind, now = thought.mind, thought.world.clock.now_text(thought.at)
        seed = derive(thought.seed, thought.tick, mind.slug, "reflect")
        scene = scene_of(thought) if thought.full else None
        dated = partial(recollection, thought)
        return mind.stream.reflecting(
            mind.card, mind.names, thought.at, seed, now, scene=scene, dated=dated, setting=thought.setting
        )


USUAL = Faculties()
"""The built-in mind of everybody who has no own one."""
