"""What all checks share: what prompts show and replies say as plain text, and verdicts: how many cases were right or wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sim.prompts import Question, Reply, TalkQuestion, to_json
from sim.prompts.brief import render


@dataclass(frozen=True, slots=True)
class Verdict:
    """``right`` is the number of cases that passed; ``wrong`` says of each other one what failed."""

    right: int
    wrong: tuple[str, ...] = ()

    @property
    def cases(self) -> int:
        return self.right + len(self.wrong)


Check = Callable[[Question[Any], Reply], Verdict | None]
"""A pure function of a question and a reply; None where the reply holds nothing that the check judges."""


def judged(wrong: str) -> Verdict:
    """One case: wrong for the reason given, right where there is none."""
    return Verdict(0, (wrong,)) if wrong else Verdict(1)


def counted(reasons: list[str]) -> Verdict | None:
    """Several cases, an empty reason for each that is right; None where there are none."""
    wrong = tuple(reason for reason in reasons if reason)
    return Verdict(len(reasons) - len(wrong), wrong) if reasons else None


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
