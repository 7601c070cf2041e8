"""The interface to language models: ``Model`` with two methods, and the requests and replies that pass through it.

Imports nothing of ours. ``LlamaModel`` and ``ServerModel`` implement it; ``sim/answer`` decides which question is asked how.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Names:
    """The proper names that may occur in a prompt and its reply, for models that read names as pointer tokens. ``me`` and
    ``people`` are (full name, first name) pairs; ``me`` is the resident who thinks. ``phrases`` are sentences and activities
    that the prompt quotes and that a reply may repeat word for word. ``called`` (full name -> ``she`` or ``he``, where
    that is known) and ``small`` (full names of small children) stand in no prompt."""

    me: tuple[str, str] = ("", "")
    people: tuple[tuple[str, str], ...] = ()
    places: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    called: Mapping[str, str] = field(default_factory=dict, hash=False)
    small: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """A system and a user message. What changes least should come first, so that prefixes can be reused. ``droppable`` are
    lines of ``user``, without newlines, that may be left out when the context overflows, least important first. ``turns`` are
    the earlier messages of a chat, user and assistant in turn, an even number; the first of them go when the context
    overflows."""

    system: str
    user: str
    names: Names = Names()
    droppable: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Generate:
    """A request for a written reply to ``prompt``: JSON that satisfies ``schema`` (JSON-schema text; ``""`` for free text).
    ``temperature`` 0 is greedy. The same ``seed`` samples the same reply."""

    prompt: Prompt
    schema: str = ""
    max_tokens: int = 256
    temperature: float = 0.7
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Score:
    """A request for the probability of each of ``options`` as the reply to ``prompt``.

    Options are complete reply texts, JSON or not. With ``complete=False`` they are only beginnings of replies, and the end of
    the reply is not scored. ``head_starts``, one per option, ask for the winner alone: the option with the highest sum of head
    start and mean log-probability per token. A model may then stop scoring an option that cannot win any more. The
    log-probability that it reports for such an option is too high, and still loses.
    """

    prompt: Prompt
    options: tuple[str, ...]
    complete: bool = True
    head_starts: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and seconds of one request. ``reused`` of the ``prompt`` tokens came from the prefix cache."""

    prompt: int = 0
    reused: int = 0
    generated: int = 0
    dropped: int = 0
    """Droppable lines that were left out to make the prompt fit."""
    seconds: float = 0.0
    ended_early: int = 0
    """1 where the reply was ended early because its tokens ran out. Such a reply is complete and valid."""

    def __add__(self, other: Usage) -> Usage:
        """The sums, field by field."""
        return Usage(*(getattr(self, part.name) + getattr(other, part.name) for part in fields(self)))


@dataclass(frozen=True, slots=True)
class Generated:
    """A written reply. ``problem`` is empty, or says in a few words why ``text`` cannot be used: ``"truncated"``,
    ``"timeout"``, ``"refused"``, ``"server: ..."``; each but the last may go on with why, after a colon."""

    text: str
    problem: str = ""
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class Scored:
    """The reply to a ``Score``: ``logprobs[i]`` is the summed natural-log probability of option i, ``lengths[i]`` its number of
    tokens. ``relative``: the numbers only compare the options of this request; those of two requests cannot be compared."""

    logprobs: tuple[float, ...]
    lengths: tuple[int, ...]
    problem: str = ""
    usage: Usage = Usage()
    relative: bool = False


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """What a run records about its model. ``digest`` identifies the weights: blake2b of the file, or the name that a server
    gives. ``guided``: True for small models that choose among proposals, False for models that write in their own words."""

    name: str
    digest: str
    guided: bool
    context: int
    details: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Progress:
    """What a model is at: ``unread`` tokens of prompts, ``written`` tokens of replies that are not complete; and how many
    tokens a second it has read and written until now, 0 where it has not been measured yet."""

    unread: int = 0
    written: int = 0
    reads: float = 0.0
    writes: float = 0.0

    def seconds(self, tokens: float) -> float | None:
        """How long the prompts and so many more tokens of replies take; None where a speed is not known yet."""
        if not self.writes or (self.unread and not self.reads):
            return None
        return (self.unread / self.reads if self.unread else 0.0) + tokens / self.writes


_NO_ANSWER = re.compile(r"gone|timeout: |refused: the token ceiling|server: (?!invalid JSON|4(?!01|03|04|29))")


def no_answer(problem: str) -> bool:
    """Whether a ``problem`` says that there is no model to ask any more: its server is gone or refuses everything, or the
    tokens that it may cost are spent. Other problems are of one reply: empty, refused, cut off, of another shape, late."""
    return bool(_NO_ANSWER.match(problem))


class ModelError(Exception):
    """The model cannot be loaded or used. The message says what, where and what to do. Exit code 3."""


class Model(Protocol):
    """Answers requests in batches. ``ask`` returns one reply per request, in order. A bad reply is a ``problem`` of that reply,
    never an exception. ``ask`` raises ``ModelError`` when the model itself is gone."""

    info: ModelInfo

    def ask(self, requests: Sequence[Generate | Score]) -> list[Generated | Scored]: ...

    def close(self) -> None: ...
