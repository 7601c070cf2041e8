"""Who a resident is by now: a summary and a current concern, drawn anew from memory every morning.

Source: Park et al. 2023 section 3.3.1 and appendix A (core characteristics, occupation, feeling about progress), and the
reference implementation's daily revision of what a resident is concerned with, for everybody by their own name.
"""

from __future__ import annotations

from sim.mind.thought import Thinking, Thought
from sim.prompts import ask
from sim.prompts.tasks.focus import UpdateFocus
from sim.prompts.tasks.summary import SummariseSelf


def update_identity(thought: Thought) -> Thinking:
    """Two questions, before the day is planned; what they answer is on the card from then on."""
    first, state = thought.mind.resident.first, thought.state
    about = thought.recall(
        f"{first}'s core characteristics; {first}'s occupation; how {first} feels about recent progress", "self", 10
    )
    summary = yield from ask(SummariseSelf(**thought.asking("self"), memories=about))
    concerns = thought.recall(f"what {first} is working on, worries about or looks forward to", "self", 8)
    concern = yield from ask(UpdateFocus(**thought.asking("self"), memories=concerns))
    state.summary, state.currently = summary.summary, concern.currently
    thought.do("self", summary=state.summary, currently=state.currently)
