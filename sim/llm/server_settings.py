"""How to treat a server. No more than data, so that the command line can import it without loading an HTTP client."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from sim.llm.base import ModelError

KEY_VARIABLE = "SIM_API_KEY"
"""Environment variable with the server's key, where it wants one."""

CEILING_VARIABLE = "SIM_TOKEN_CEILING"
"""Environment variable with the most tokens that servers may read and write in a run; unset: no limit."""


def token_ceiling() -> int | None:
    """What ``CEILING_VARIABLE`` says. Raises ModelError where that is no whole number above 0."""
    said = os.environ.get(CEILING_VARIABLE, "").strip()
    if said and not (said.isdecimal() and int(said[:18]) > 0):
        raise ModelError(f"{CEILING_VARIABLE} is {said!r}; set it to a number of tokens, or unset it")
    return int(said[:18]) if said else None


def _do_nothing() -> None:
    """Keep waiting."""


class Spending:
    """Tokens that servers say they have read and written."""

    def __init__(self) -> None:
        self.tokens, self._lock = 0, Lock()

    def add(self, tokens: int) -> None:
        with self._lock:
            self.tokens += tokens


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Limits in seconds, attempts and tokens.

    ``timeout`` limits one attempt, and also all pauses between the attempts of one question together. ``retry_wait`` is the
    first pause; it doubles with every attempt up to eight seconds, and is longer where the server asks for it: a server that
    is started anew is waited for, about a minute in all. ``token_ceiling``: no question is asked beyond this many tokens
    (None: no limit; by default what the environment says). ``thinking_tokens`` are added to the tokens of every reply of a
    model that was seen to think although told not to; its thoughts are thrown away. ``on_wait`` is called several times a
    second, on the asking thread, while replies are outstanding; what it raises ends the asking. ``say`` gets a line when a
    server is waited for, or one of several models left out or back. ``spending`` is shared by all models that are opened with
    these settings: the ceiling is theirs together.
    """

    max_concurrent: int = 16
    timeout: float = 120.0
    attempts: int = 12
    retry_wait: float = 0.5
    token_ceiling: int | None = field(default_factory=token_ceiling)
    thinking_tokens: int = 2048
    on_wait: Callable[[], None] = _do_nothing
    say: Callable[[str], None] = lambda _: None
    spending: Spending = field(default_factory=Spending)
