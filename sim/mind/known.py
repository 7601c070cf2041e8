"""What a resident knows beside their memories, as sentences: who they are, how they stand with others, what they do today.

Each is a sentence in the third person with full names, as memories are. Asks nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sim.mind.thought import Thought
from sim.world.clock import clock_text

_DEED = re.compile(r"^(?:has|had|is|was|does|did|knows|knew|can|cannot|would|will|[a-z]+(?:s|ed))(?:n't)? ", re.I)
"""How a tie begins that says what the resident does: ``owes him money``, ``has not spoken to her since``."""
_NO_DEED = re.compile(r"^(?:his|boss|lies|always|this|us|glass|mistress|princess|hostess) ", re.I)
_QUALITY = re.compile(
    r"^(?:like|almost|nearly|once|too|very|still|now|not|\w+ (?:with|about|at|of|to|over|by|for|on|in)) ", re.I
)
_FORMS = {"she": ("she", "her", "her"), "he": ("he", "him", "his"), "they": ("they", "them", "their")}
_OWNED = re.compile(r"^(?:an? |the |his |her |their |my |one |[A-Z])")


def known_of_self(thought: Thought) -> Iterator[str]:
    """The card, without the background, whose sentences are memories: age, living, home, present concern."""
    resident, name = thought.mind.resident, thought.name
    if resident.occupation:
        yield f"{name} is {_with_article(resident.occupation)} for a living"
    if resident.age:
        yield f"{name} is {resident.age} years old"
    yield f"{name} lives at {resident.home[1]}"
    if thought.concern:
        yield thought.concern.rstrip(". ")


def known_ties(thought: Thought) -> Iterator[str]:
    """How the resident stands with everybody they have a tie to."""
    for slug, tie in thought.mind.resident.relationships.items():
        if slug in thought.mind.people and tie.strip():
            me = (thought.name, thought.mind.resident.pronoun)
            yield tie_sentence(me, thought.mind.people[slug], tie.rstrip(". "))


def tie_sentence(me: tuple[str, str], other: tuple[str, str], tie: str) -> str:
    """A tie as a sentence: ``an old friend`` as ``Ben Hale is an old friend``, ``owes him money`` as ``Ann Reed owes Ben Hale
    money``; where the other is not spoken of in it, they stand before it. ``me`` is a full name and a pronoun."""
    name, pronoun = me
    full, first = other
    begins, _, rest = tie.partition(" ")
    if begins.casefold() in _FORMS and rest:  # ``he tells her class about the sea``
        if begins.casefold() != pronoun:
            return f"{full} {rest}"
        tie = rest
    if not _DEED.match(tie) or _NO_DEED.match(tie):
        tie = _named(tie, name, pronoun)
        return f"{full} is {tie}" if _OWNED.match(tie) or _QUALITY.match(tie) else f"{full} is {_with_article(tie)}"
    named, count = re.subn(r"\b(?:him|her|them)\b(?= |$|,)(?! [a-z]+(?:'s)? (?:of|and)\b)", full, tie, count=1)
    if not count:  # ``laughs at his fine speech``
        named, count = re.subn(r"\b(?:his|her|their)\b(?= [a-z])", f"{full}'s", tie, count=1)
    return f"{name} {named}" if count or full in tie or first in tie else f"{name} {tie} (this is about {full})"


def _named(tie: str, name: str, pronoun: str) -> str:
    """A tie with the resident's name for their pronouns, where it says what the other is: ``whom she half brought up``."""
    subject, thing, owned = _FORMS.get(pronoun, ("", "", ""))
    if not subject:
        return tie
    tie = re.sub(rf"\b{subject}\b", name, tie)
    if thing == owned:  # ``her cradle`` is owned, ``makes her laugh`` and ``to her`` are not
        tie = re.sub(r"(?<!makes )(?<!lets )(?<!to )\bher(?= [a-z])", f"{name}'s", tie)
        return re.sub(r"\bher\b", name, tie)
    return re.sub(rf"\b{thing}\b", name, re.sub(rf"\b{owned}\b", f"{name}'s", tie))


def known_of_today(thought: Thought) -> Iterator[str]:
    """Today's plan, and what is done now."""
    clock, name = thought.world.clock, thought.name
    body = thought.body
    if body.activity and not body.away:
        yield f"{name} is {body.activity} at {thought.world.where(body)[:2][-1]} now"
    for block in thought.state.blocks:
        when = clock_text(clock.minutes(block.start))
        tense = "was" if block.end <= thought.at else "is" if block.start <= thought.at else "will be"
        yield f"{name} {tense} {block.activity} at {block.place[:2][-1]} at {when} today"


def _with_article(words: str) -> str:
    return words if _OWNED.match(words) else f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"
