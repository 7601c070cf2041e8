"""The two-method interface to language models, and the requests and replies that pass through it.

Knows words, not towns: imports nothing of ours. The bundled mind, any GGUF, a server and a cassette all stand behind
``Model``; who asks for what is decided in ``sim/answer/answering.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Names:
    """The proper names that may occur in a prompt and its reply, for models that read names as pointer tokens.

    ``me`` and ``people`` are (full name, first name) pairs, the thinker first; ``places`` are place names. ``phrases`` stand in
    the prompt in quotation marks, to be said or done as they are.
    """

    me: tuple[str, str] = ("", "")
    people: tuple[tuple[str, str], ...] = ()
    places: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """A system and a user message, laid out so that what changes least comes first.

    ``droppable`` are lines of ``user`` (each including no newline) that may be left out when the context overflows, least
    important first.
    """

    system: str
    user: str
    names: Names = Names()
    droppable: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Generate:
    """Write a reply to ``prompt``: JSON that satisfies ``schema`` (JSON-schema text; ``""`` for free text).

    ``temperature`` 0 is greedy. ``seed`` makes sampling repeatable.
    """

    prompt: Prompt
    schema: str = ""
    max_tokens: int = 256
    temperature: float = 0.7
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Score:
    """How likely is each of ``options`` as the whole reply to ``prompt``? Options are complete reply texts (JSON or not)
    and share their prompt and often a prefix; the model decodes what is shared once. ``whole`` False: they are beginnings of
    replies, so that the reply ends there is not asked.

    ``ahead`` are head starts, one per option: only the option is wanted whose mean log-probability per token and head start
    add up to most. A model may then give up any option that cannot win any more: its log-probability is what was known of
    it, which is too high, and still loses."""

    prompt: Prompt
    options: tuple[str, ...]
    whole: bool = True
    ahead: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and seconds of one request. ``reused`` of the ``prompt`` tokens were copied, not computed."""

    prompt: int = 0
    reused: int = 0
    generated: int = 0
    dropped: int = 0
    """Droppable lines left out to make the prompt fit."""
    seconds: float = 0.0
    wound: int = 0
    """1 where the reply was wound up because its tokens ran out: whole and valid, but ended early."""

    def __add__(self, other: Usage) -> Usage:
        """Member by member."""
        return Usage(*(getattr(self, part.name) + getattr(other, part.name) for part in fields(self)))


@dataclass(frozen=True, slots=True)
class Generated:
    """A reply. ``problem`` is empty, or says in a few words why ``text`` cannot be used: ``"truncated"``, ``"timeout"``,
    ``"refused"``, ``"server: ..."``."""

    text: str
    problem: str = ""
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class Scored:
    """``logprobs[i]`` is the summed natural-log probability of option i, ``lengths[i]`` its number of tokens.

    ``relative``: they only say how the options of this request compare, so those of two requests do not."""

    logprobs: tuple[float, ...]
    lengths: tuple[int, ...]
    problem: str = ""
    usage: Usage = Usage()
    relative: bool = False


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """What a run records of its model. ``digest`` identifies the weights (blake2b of the file, or the server's word).
    ``guided``: small models choose among proposals; large ones write (False)."""

    name: str
    digest: str
    guided: bool
    context: int
    details: dict[str, str] = field(default_factory=dict)


class ModelError(Exception):
    """The model cannot be loaded or used; the message says what, where and what to do. Exit code 3."""


class Model(Protocol):
    """Answers batches. ``ask`` returns one reply per request, in order, and never raises for a bad reply (that is a
    ``problem``); it raises ``ModelError`` when the model itself is gone."""

    info: ModelInfo

    def ask(self, requests: Sequence[Generate | Score]) -> list[Generated | Scored]: ...

    def close(self) -> None: ...
