"""What residents say in the moments that matter: a bank of lines for each moment (``assets/banks/phrases``).

Other banks give colour; these lines carry facts, so they say nothing beyond their slots. ``{S}`` is a statement as a sentence,
``{s}`` the same inside a sentence, ``{who}`` a person, ``{what}`` an occasion, ``{you}`` the one spoken to. ``purposes`` says
what the lines do in a talk.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.answer.scripted.english.banks import open_banks

Lines = tuple[str, ...]


def read(moment: str) -> dict[str, Any]:
    """The tables of a bank of phrases by name; lists are tuples."""
    return dict(_frozen(open_banks().raw(f"phrases/{moment}")))


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _frozen(inner) for key, inner in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


class Moment:
    """The lines of one moment by their names in the bank: ``chat.SAME``."""

    GREET_HOUR: Mapping[str, Lines]
    GREET_KIN: Mapping[str, Lines]
    """By the time of day."""
    GREETINGS: Mapping[str, Lines]
    """By trait."""
    TELL_MINE_AS: Mapping[str, Lines]
    TELL_AS: Mapping[str, Lines]
    TELL_INVITING_AS: Mapping[str, Lines]
    INVITE_AS: Mapping[str, Lines]
    """By trait."""
    INVITE_TO: Mapping[str, Lines]
    ACCEPT_TO: Mapping[str, Lines]
    DECLINE_TO: Mapping[str, Lines]
    UNSURE_TO: Mapping[str, Lines]
    TOLD_PROMISE_TO: Mapping[str, Lines]
    TOLD_DECLINE_TO: Mapping[str, Lines]
    TOLD_UNSURE_TO: Mapping[str, Lines]
    TELL_INVITING_TO: Mapping[str, Lines]
    """By the sort of the gathering, where it is no feast."""
    FAREWELL_AFTER: Mapping[str, Lines]
    """By what the talk came to, for whoever goes first."""
    AFTER: Mapping[str, Lines]
    """By how the one who spoke feels about it."""
    BRIDGE: Mapping[str, Lines]
    """What leads up to something that would come out of nothing: a question, a remark, an answer."""
    AFTER_THREAD: Mapping[str, Lines]
    """By which talk on a matter it was, and whether one heard the last of it or told it."""

    def __init__(self, name: str) -> None:
        vars(self).update(read(name))

    def __getattr__(self, name: str) -> Lines:
        raise AttributeError(f"there are no lines {name} in this bank of phrases")


news_lines = Moment("news_lines")
"""Telling news, asking whether it is true, reacting to it, asking for some. Recaps recover statements from the frames of
``TELL_*`` exactly; a new frame belongs in its table, not in code."""
asking = Moment("asking")
"""Questions about what was told and their answers: where, when, who, from whom; and not knowing."""
asked_after = Moment("asked_after")
"""Asking after what somebody has told of themselves, how it stands, and what is said to that."""
chat = Moment("chat")
"""Small talk: how somebody is, what they do, answers to a remark, a joke or thanks. The banks hold the talk itself."""
inviting = Moment("inviting")
"""Inviting, yes, no, perhaps, the host's answer to that, being asked again, meeting again."""
meeting = Moment("meeting")
"""Greeting, first meeting, having no time, goodbye."""
manners = Moment("manners")
"""Greetings and goodbyes by trait, for whom one knows. A goodbye asks nothing, a greeting wants no more than a greeting."""
