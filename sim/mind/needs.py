"""Needs: energy, hunger and company, which fall over time and are satisfied by activities, and the mood that follows.

Arithmetic without questions of its own. A bad mood is added to the card's current concern; hunger and tiredness are reasons to
replan. Switched on by ``Rules.needs``. Rates per waking hour follow AgentSociety's needs (0.15, 0.08, 0.1); energy falls so
that a usual waking day of sixteen hours leaves a quarter of it.
"""

from __future__ import annotations

from sim.mind.mind import Thinking
from sim.mind.plan import bed_time
from sim.mind.thought import Thought

HOUR = 3600
FALL = {"energy": 1 / 22, "hunger": 0.15, "company": 0.06}
"""Decrease per waking hour; ``hunger`` 1 is sated."""
SLEEP = 1 / 8
"""Energy gained per hour asleep."""
FILLED = {"food": ("hunger", 0.7), "cook": ("hunger", 0.1), "drink": ("hunger", 0.1), "coffee": ("energy", 0.08)}
"""Icon of an activity -> the need it satisfies, and by how much when it begins."""
REST = {"rest": ("energy", 0.1), "sleep": ("energy", 0.2), "party": ("company", 0.4), "talk": ("company", 0.2)}
LOW = 0.2
AGAIN = 2 * HOUR
"""Game seconds before the same need is acted on again."""
SOON = {"hunger": 3600, "energy": 2 * HOUR}
"""Game seconds ahead: a meal or bedtime planned within them is no reason to replan."""
WORDS = {"energy": "very tired", "hunger": "very hungry", "company": "lonely"}
MOODS = ((0.7, "cheerful"), (0.5, "content"), (0.35, "restless"), (0.0, "low"))


def update_needs(thought: Thought) -> None:
    """Update the needs for the time since the last update, and report a changed mood."""
    state = thought.state
    if not thought.rules.needs:
        return
    if not state.needs:
        state.needs, state.needs_at, state.mood = {"energy": 0.9, "hunger": 0.5, "company": 0.6}, thought.at, ""
    hours = (thought.at - state.needs_at) / HOUR
    state.needs_at = thought.at
    for need, rate in FALL.items():
        change = hours * SLEEP if state.asleep and need == "energy" else -hours * rate * (0.4 if state.asleep else 1)
        _change(state.needs, need, change)
    if thought.body.talk:
        _change(state.needs, "company", hours * 2)
    _report_mood(thought)


def satisfy_needs(thought: Thought, icon: str) -> None:
    """Satisfy the need that a beginning activity serves, by its ``icon``."""
    need = {**FILLED, **REST}.get(icon)
    if need and thought.state.needs:
        _change(thought.state.needs, *need)
        _report_mood(thought)


def feeling(thought: Thought) -> str:
    """The lowest need in words (``very hungry``), or ""."""
    low = [(level, need) for need, level in thought.state.needs.items() if level < LOW]
    return WORDS[min(low)[1]] if low else ""


def replan_for_needs(thought: Thought) -> Thinking:
    """Replan for hunger or tiredness that the plan does not serve soon, at most every ``AGAIN`` seconds per need."""
    state, felt = thought.state, feeling(thought)
    if felt not in (WORDS["hunger"], WORDS["energy"]) or thought.body.talk:
        return
    if thought.at - state.considered.get(felt, -AGAIN) < AGAIN:
        return
    if _planned_soon(thought, felt):
        return
    state.considered[felt] = thought.at
    text = f"{thought.name} feels {felt}"
    thought.mind.stream.add(text, "observation", thought.at)
    yield from thought.mind.faculties.replan(thought, text, f"{thought.mind.resident.first} is {felt}")


def _planned_soon(thought: Thought, felt: str) -> bool:
    """Whether the plan serves the need soon: a meal now or within an hour, bedtime within two."""
    if felt == WORDS["energy"]:
        return bed_time(thought) - thought.at <= SOON["energy"]
    ahead = (block for block in thought.state.blocks if block.end > thought.at and block.start <= thought.at + SOON["hunger"])
    return any(thought.mind.reading.is_meal(block.activity) for block in ahead)


def _report_mood(thought: Thought) -> None:
    state = thought.state
    level = sum(state.needs.values()) / len(state.needs)
    mood = next(word for least, word in MOODS if level >= least)
    if mood != state.mood:
        state.mood = mood
        thought.do("needs", **{need: round(value, 3) for need, value in state.needs.items()}, mood=mood)


def _change(needs: dict[str, float], need: str, by: float) -> None:
    needs[need] = round(min(1.0, max(0.0, needs[need] + by)), 6)
