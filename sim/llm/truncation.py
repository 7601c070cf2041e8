"""Making a prompt fit its context: droppable lines go first, then the middle of the user text, then, at worst, of the tokens.

Pure; the caller says how a prompt becomes tokens.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TypeVar

from sim.llm.base import Prompt

State = TypeVar("State")
Encode = Callable[[Prompt], tuple[Sequence[int], State]]
"""Tokens of a prompt, and whatever the caller wants to keep of the encoding that was used."""


def fit(prompt: Prompt, room: int, encode: Encode[State]) -> tuple[list[int], State, int]:
    """(tokens, state, lines dropped): at most ``room`` tokens, the beginning and the end always kept."""
    tokens, state = encode(prompt)
    dropped = 0
    for line in prompt.droppable:
        if len(tokens) <= room:
            break
        shorter = _without(prompt.user, line)
        if shorter != prompt.user:
            prompt = dataclasses.replace(prompt, user=shorter)
            tokens, state = encode(prompt)
            dropped += 1
    for part in ("user", "system"):
        for _ in range(6):
            if len(tokens) <= room:
                break
            prompt = _thinner(prompt, part, len(tokens) - room, len(tokens))
            tokens, state = encode(prompt)
    if len(tokens) > room:
        tokens = [*tokens[: room // 2], *tokens[len(tokens) - (room - room // 2) :]]
    return list(tokens), state, dropped


def _without(text: str, line: str) -> str:
    """``text`` without the first line that reads ``line``; the same text where there is none."""
    lines = text.split("\n")
    if line in lines:
        lines.remove(line)
    return "\n".join(lines)


def _thinner(prompt: Prompt, part: str, excess: int, total: int) -> Prompt:
    """Cut the middle out of a message: as many characters as the excess tokens stand for, and a tenth more."""
    text: str = getattr(prompt, part)
    characters = len(prompt.system) + len(prompt.user)
    gone = min(len(text) - 40, int(characters * excess / total * 1.1) + 16)
    if gone <= 0:
        return prompt
    head = (len(text) - gone) * 2 // 5
    cut = f"{text[:head]} ... {text[head + gone :]}"
    return dataclasses.replace(prompt, user=cut) if part == "user" else dataclasses.replace(prompt, system=cut)
