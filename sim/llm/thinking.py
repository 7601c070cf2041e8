"""Models that think before they reply: how they are told not to, and how thoughts are told from the reply.

Pure functions on texts; knows neither templates nor servers. ``chat_template`` and the modules of servers use them.
"""

from __future__ import annotations

import re
from typing import NamedTuple

SWITCHES = {"enable_thinking": False, "thinking": False}
"""The variables by which chat templates leave thinking out, as the families that think call them."""
NO_EFFORT = "none"
"""Value of ``reasoning_effort``: no thinking."""
LOW_EFFORT = "low"
"""Value of ``reasoning_effort``: the least thinking of models that always think."""


class Marks(NamedTuple):
    """What stands before and after a thought. ``close`` is what ends a thought in a prompt where ``closing`` alone does not."""

    opening: str
    closing: str
    close: str = ""


MARKS = (
    Marks("<think>", "</think>"),
    Marks("<thinking>", "</thinking>"),
    Marks("<thought>", "</thought>"),
    Marks("<reasoning>", "</reasoning>"),
    Marks("<seed:think>", "</seed:think>"),
    Marks("<|thinking|>", "<|/thinking|>"),
    Marks("<|START_THINKING|>", "<|END_THINKING|>"),
    Marks("<|begin_of_thought|>", "<|end_of_thought|>"),
    Marks("[THINK]", "[/THINK]"),
    Marks("◁think▷", "◁/think▷"),
    Marks("<|channel>thought", "<channel|>"),
    Marks("<|channel|>analysis", "<|channel|>final<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"),
)
"""The marks of the model families that think."""
_CHANNELS = MARKS[-1]
_ASSISTANT = "<|start|>assistant"
"""How a prompt ends for models that choose a channel first, thoughts or reply."""
THOUGHT_ONLY = "refused: the model thought, but wrote no reply"
THOUGHT_TOO_LONG = "truncated: the model thought until its tokens ran out, and wrote no reply"
"""Problems of replies that consist of thoughts."""


def close_thinking(end: str, template: str) -> str:
    """``end``, the end of a prompt, with every thought closed that it opens. Models that choose a channel get the channel of
    the reply; ``template`` is the source that tells them."""
    for marks in MARKS:
        if end.rfind(marks.opening) > end.rfind(marks.closing):
            return f"{end.rstrip()}\n\n{marks.close or marks.closing}\n\n"
    if _CHANNELS.opening.removesuffix("analysis") in template and end.endswith(_ASSISTANT):
        return end + _CHANNELS.closing
    return end


def split_thoughts(text: str) -> tuple[str, str]:
    """(thoughts, reply). A thought that is not closed goes on to the end. A closing mark without an opening one closes a
    thought that began with the text, because the prompt opened it. Empty thoughts are no thoughts."""
    thoughts = list[str]()
    for marks in MARKS:
        if marks.opening in text or marks.closing in text:
            text = _take_out(marks, text, thoughts)
    return "".join(thoughts), text


def _take_out(marks: Marks, text: str, thoughts: list[str]) -> str:
    """``text`` without what stands between ``marks``, which is added to ``thoughts``."""

    def take(match: re.Match[str]) -> str:
        thought = match.group()
        empty = thought.endswith(marks.closing) and not thought.removeprefix(marks.opening)[: -len(marks.closing)].strip()
        if not empty:
            thoughts.append(thought)
        return ""

    opening, closing = re.escape(marks.opening), re.escape(marks.closing)
    rest = re.sub(rf"{opening}.*?({closing}|\Z)", take, text, flags=re.DOTALL)
    return re.sub(rf"\A.*{closing}", take, rest, flags=re.DOTALL)


def clean_reply(text: str) -> str:
    """Free text without thoughts and without control characters."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", "", split_thoughts(text)[1]).strip()
