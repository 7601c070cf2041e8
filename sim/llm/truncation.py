"""Truncates a prompt to fit the context: first droppable lines, then the first turns, then the middle of the user text, then of
the system text.

Pure; the caller says how a prompt becomes tokens.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TypeVar

from sim.llm.base import Prompt

State = TypeVar("State")
Encode = Callable[[Prompt], tuple[Sequence[int], State]]
"""A function from a prompt to its tokens and whatever the caller wants to keep of that encoding."""


def truncate(prompt: Prompt, max_tokens: int, encode: Encode[State]) -> tuple[list[int], State, int]:
    """(tokens, state, lines dropped): at most ``max_tokens`` tokens; the beginning and the end are always kept."""
    tokens, state = encode(prompt)
    dropped = 0
    for line in prompt.droppable:
        if len(tokens) <= max_tokens:
            break
        shorter = _without_line(prompt.user, line)
        if shorter != prompt.user:
            prompt = dataclasses.replace(prompt, user=shorter)
            tokens, state = encode(prompt)
            dropped += 1
    while len(tokens) > max_tokens and prompt.turns:
        prompt = dataclasses.replace(prompt, turns=prompt.turns[2:])
        tokens, state = encode(prompt)
    for part in ("user", "system"):
        for _ in range(6):
            if len(tokens) <= max_tokens:
                break
            prompt = _cut_middle(prompt, part, len(tokens) - max_tokens, len(tokens))
            tokens, state = encode(prompt)
    if len(tokens) > max_tokens:
        tokens = [*tokens[: max_tokens // 2], *tokens[len(tokens) - (max_tokens - max_tokens // 2) :]]
    return list(tokens), state, dropped


def _without_line(text: str, line: str) -> str:
    """``text`` without the first line that equals ``line``; the same text where there is none."""
    lines = text.split("\n")
    if line in lines:
        lines.remove(line)
    return "\n".join(lines)


def _cut_middle(prompt: Prompt, part: str, excess: int, total: int) -> Prompt:
    """Cut the middle out of a message: as many characters as the excess tokens stand for, and a tenth more."""
    text: str = getattr(prompt, part)
    characters = len(prompt.system) + len(prompt.user)
    gone = min(len(text) - 40, int(characters * excess / total * 1.1) + 16)
    if gone <= 0:
        return prompt
    head = (len(text) - gone) * 2 // 5
    cut = f"{text[:head]} ... {text[head + gone :]}"
    return dataclasses.replace(prompt, user=cut) if part == "user" else dataclasses.replace(prompt, system=cut)
