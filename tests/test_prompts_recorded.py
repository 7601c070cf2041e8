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
        "ticks": 1800, "questions": 125, "life": "6c2a20899de12f1f", "brief": "1a444aaf46e7809e",
        "shorthand": "c8e365ef3d772822", "replies": "ccb46e7d7dbd37e6",
    },
    "hollin_feast": {
        "ticks": 1200, "questions": 66, "life": "ea8efaaf4f55cfb6", "brief": "e2c8b51a768efe37",
        "shorthand": "dd63e991cf1e3add", "replies": "c69a776f668d062f",
    },
    "rumour": {
        "ticks": 400, "questions": 283, "life": "94020deec6c7a4fd", "brief": "fc0366c8f9c2f47f",
        "shorthand": "46e8c42bd68ba54c", "replies": "4774b7136a5d9b59",
    },
    "tern_station": {
        "ticks": 1200, "questions": 154, "life": "ebdca29720be714a", "brief": "02c9dc320e03b2e7",
        "shorthand": "bba2a830a3346728", "replies": "71e8e39feaaa00bf",
    },
    "two_days": {
        "ticks": 600, "questions": 355, "life": "e405c78d9badd545", "brief": "c3ba9299fe99eb04",
        "shorthand": "d151e2389f42f2f0", "replies": "75f4ccfccaca1e31",
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
