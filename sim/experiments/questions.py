"""The interview of the ablation: five questions in each of the paper's five categories, in words of our own.

``{known}`` is somebody the resident knows from the start, ``{other}`` anybody else; both are drawn by resident and seed, so
that every condition asks the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.analysis.setting import Setting
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
class Posed:
    """A question as one resident gets it."""

    resident: str
    category: str
    question: str


def posed(setting: Setting, slug: str) -> list[Posed]:
    """All questions for one resident, names filled in."""
    resident = setting.people[slug]
    everybody = [other for other in setting.people if other != slug]
    friends = [other for other in everybody if other in resident.relationships] or everybody
    strangers = [other for other in everybody if other not in friends] or everybody
    names = {"known": _drawn(setting, slug, "known", friends), "other": _drawn(setting, slug, "other", strangers)}
    return [
        Posed(slug, category, question.format(**names)) for category, questions in CATEGORIES.items() for question in questions
    ]


def _drawn(setting: Setting, slug: str, purpose: str, among: list[str]) -> str:
    if not among:
        return setting.name(slug)
    return setting.name(among[int(dice(setting.scenario.seed, slug, purpose).integers(len(among)))])
