"""What a prompt shows and what a reply says, as plain text for the checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sim.prompts import Question, Reply, TalkQuestion, to_json
from sim.prompts.brief import render

CHOSEN = frozenset({"start", "place", "object", "icon", "choice", "minutes", "because", "ratings", "end"})
"""Members of replies that are enumerations or numbers: no words of the writer's own."""
CHOICES = frozenset({"answer_choice", "answer_scale", "place", "icon", "rate"})
"""Kinds whose whole reply is chosen."""


def shown(q: Question[Any], suggestions: Sequence[str] = ()) -> str:
    """The whole prompt: the card, then the question, then what is suggested beside it."""
    prompt = render(q)
    return "\n".join((prompt.system, prompt.user, *suggestions))


def conversation(q: Question[Any]) -> tuple[tuple[str, str], ...]:
    """What was said, as (full name, line); () where the question is of no talk."""
    return q.conversation or () if isinstance(q, TalkQuestion) else ()


def written(q: Question[Any], reply: Reply) -> tuple[str, ...]:
    """The texts of a reply in the writer's own words, in order."""
    return () if q.task in CHOICES else tuple(text for text in _texts(to_json(reply)) if text.strip())


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in CHOSEN:
                yield from _texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _texts(inner)


def full_names(q: Question[Any]) -> tuple[str, ...]:
    """Everybody whose name the question knows, the thinker first."""
    listeners = q.talking_with if isinstance(q, TalkQuestion) else ()
    named = (q.card.name, *(full for full, _ in q.names.people), *listeners, *(who for who, _ in conversation(q)))
    return tuple(dict.fromkeys(name for name in named if name))
