"""Identity update: a resident's summary of themselves and current concern, rewritten from memory every morning.

Called by ``cognition``. Source: Park et al. 2023 section 3.3.1 and appendix A (core characteristics, occupation, feeling about
progress), and the daily revision of the current concern in the reference implementation.
"""

from __future__ import annotations

from sim.mind.mind import Thinking
from sim.mind.thought import Thought
from sim.prompts import ask
from sim.prompts.tasks.focus import UpdateFocus
from sim.prompts.tasks.identity import UpdateIdentity
from sim.prompts.tasks.summary import SummariseSelf

LATELY = 2
"""Conclusions, and talks, among what the present concern is rewritten from."""


def update_identity(thought: Thought) -> Thinking:
    """Ask both questions before the day is planned; the prompt's card shows the answers from then on."""
    first, state = thought.mind.resident.first, thought.state
    if thought.full:
        yield from _at_once(thought)
        return
    about = thought.recall(
        f"{first}'s core characteristics; {first}'s occupation; how {first} feels about recent progress", "self", 10
    )
    summary = yield from ask(SummariseSelf(**thought.asking("self"), memories=about))
    asked = f"what {first} is working on, worries about or looks forward to"
    promised = (promise.text for promise in state.commitments if promise.state == "open")
    known = (
        *promised,
        *thought.recall(asked, "self", LATELY, ("reflection",)),
        *thought.recall(asked, "self", LATELY, ("summary",)),
        *thought.recall(asked, "self", 8),
    )
    concern = yield from ask(UpdateFocus(**thought.asking("self"), memories=tuple(dict.fromkeys(known))))
    state.summary, state.currently = summary.summary, concern.currently
    thought.do("self", summary=state.summary, currently=state.currently)


def _at_once(thought: Thought) -> Thinking:
    """Both as one question, in the full register."""
    first, state = thought.mind.resident.first, thought.state
    concerns = f"what {first} works on, worries about or looks forward to"
    queries = (f"who {first} is", f"how {first} feels about recent progress", concerns)
    memories = thought.recall_each(queries, "self", 6)
    reply = yield from ask(UpdateIdentity(memories=memories, **thought.asking("self")))
    state.summary, state.currently = reply.summary, reply.currently
    thought.do("self", summary=state.summary, currently=state.currently)
