"""What shipped scenarios ask and live, held to what was recorded: brief prompts, shorthand, replies and hashes, byte for byte.

``RECORDED`` holds what the script says, too: where its words or lives change, the digests are written anew. Where they change
and nothing of that kind was meant, the form of prompts has changed, which the bundled mind was trained on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from town import ROOT, live, start

from sim.answer.by_script import Scripted
from sim.answer.protocol import Answer, write_reply, write_schema
from sim.answer.register import JSON
from sim.answer.scripted import Script
from sim.answer.scripted.news_to_tell import with_news
from sim.answer.small import SHORTHAND
from sim.llm.base import Prompt
from sim.prompts import Question
from sim.prompts.schema import Schema

RECORDED: dict[str, dict[str, Any]] = {
    "first_morning": {
        "ticks": 1800, "questions": 226, "life": "86dcaec775d8c77f", "brief": "7af7579dc4c179af",
        "shorthand": "a1bb2298b818e60e", "replies": "87221be71da79719",
    },
    "hollin_feast": {
        "ticks": 1200, "questions": 138, "life": "202dda5fdea50c9e", "brief": "07a11968e0bfa798",
        "shorthand": "6dc8e03b962af80d", "replies": "9833518c9dcbaf3e",
    },
    "rumour": {
        "ticks": 400, "questions": 237, "life": "c2ee70a34c35fe47", "brief": "db86635d15127316",
        "shorthand": "f10f33cbd3fa4b29", "replies": "6cb9c85ab32ce3a6",
    },
    "tern_station": {
        "ticks": 1200, "questions": 327, "life": "771e6051e3a0fb0a", "brief": "0dea2db8fec4b2e4",
        "shorthand": "ed474c5a019f0663", "replies": "8e5c3ae2aaa45420",
    },
    "two_days": {
        "ticks": 600, "questions": 336, "life": "40075b723bdedfaa", "brief": "599ba085e342c25c",
        "shorthand": "fa81beac32e63edf", "replies": "035f5b7a8309e610",
    },
}  # fmt: skip
"""Scenario -> ticks lived, questions asked, the run's hash, and digests of both registers' prompts and of the replies."""


class Watched(Scripted):
    """The script, with digests of what it was asked and what it said."""

    def __init__(self, script: Script) -> None:
        super().__init__(script)
        self.asked = 0
        self.digests = {name: hashlib.blake2b(digest_size=8) for name in ("brief", "shorthand", "replies")}

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        answers = super().answer(questions)
        for question, answer in zip(questions, answers, strict=True):
            self.asked += 1
            told = with_news(question, self.script.banks)
            shown = SHORTHAND.show(told)
            self._note("brief", JSON.prompt(told), JSON.grammar(told))
            self._note("shorthand", SHORTHAND.prompt(shown), SHORTHAND.grammar(shown))
            self.digests["replies"].update(write_reply(answer.reply).encode())
        return answers

    def _note(self, register: str, prompt: Prompt, schema: Schema) -> None:
        text = "\x1f".join((prompt.system, prompt.user, write_schema(schema), *prompt.droppable))
        self.digests[register].update(text.encode())


@pytest.mark.parametrize("name", RECORDED)
def test_prompts_replies_and_hashes_are_those_recorded(name: str, tmp_path: Path) -> None:
    recorded, watched = RECORDED[name], Watched(Script())
    store, engine = start(ROOT / "scenarios" / f"{name}.yaml", tmp_path / "run.sqlite", answerer=watched)
    live(engine, recorded["ticks"])
    engine.recorder.finish(engine)
    found = {register: digest.hexdigest() for register, digest in watched.digests.items()}
    store.close()
    assert {"ticks": recorded["ticks"], "questions": watched.asked, "life": store.hash.hex()[:16], **found} == recorded
