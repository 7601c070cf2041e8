"""The interview questions of the ablation: five in each of the paper's five categories, in our own words.

``{known}`` is a resident with whom one has a relationship from the start, ``{other}`` any other. Both are drawn by resident and
seed, so that every condition asks the same questions.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.analysis.run_context import RunContext
from sim.dice import dice

CATEGORIES: dict[str, tuple[str, ...]] = {
    "self-knowledge": (
        "Who are you, in a few sentences?",
        "What do you do for a living?",
        "What does an ordinary day of yours look like?",
        "What are you working on at the moment?",
        "How would the people here describe you?",
    ),
    "memory": (
        "Who is {known}?",
        "What have you heard about {other}?",
        "Whom did you talk with today, and what about?",
        "Is anything being prepared in town that you know of?",
        "What is the last thing that surprised you?",
    ),
    "plans": (
        "What do you do at noon today?",
        "Where will you be at six this evening?",
        "What is the last thing you do before going to bed?",
        "What are your plans for tomorrow morning?",
        "Have you promised anybody anything?",
    ),
    "reactions": (
        "You smell smoke in your kitchen. What do you do?",
        "The door of the place you are going to is locked. What now?",
        "{known} does not turn up although you had arranged to meet. What do you do?",
        "A stranger asks you for a bed for the night. What do you say?",
        "{other} asks you to lend them money. How do you answer?",
    ),
    "reflections": (
        "What do you value most in {known}?",
        "Whom would you like to know better, and why?",
        "What has given you courage lately?",
        "What present would suit {known}?",
        "What have you learnt about yourself these days?",
    ),
}


@dataclass(frozen=True, slots=True)
class AblationQuestion:
    """A question to one resident."""

    resident: str
    category: str
    question: str


def questions_for(context: RunContext, slug: str) -> list[AblationQuestion]:
    """All questions to one resident, with the names filled in."""
    resident = context.residents[slug]
    everybody = [other for other in context.residents if other != slug]
    friends = [other for other in everybody if other in resident.relationships] or everybody
    strangers = [other for other in everybody if other not in friends] or everybody
    names = {"known": _drawn(context, slug, "known", friends), "other": _drawn(context, slug, "other", strangers)}
    texts = [(category, text.format(**names)) for category, questions in CATEGORIES.items() for text in questions]
    return [AblationQuestion(slug, category, text) for category, text in texts]


def _drawn(context: RunContext, slug: str, purpose: str, among: list[str]) -> str:
    if not among:
        return context.name(slug)
    return context.name(among[int(dice(context.scenario.seed, slug, purpose).integers(len(among)))])
