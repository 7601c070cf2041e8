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
        "ticks": 1800, "questions": 243, "life": "f17cb6a17be92def", "brief": "1499c331451f1ddb",
        "shorthand": "2aa6c268523fce2e", "replies": "de3a527e791581b7",
    },
    "hollin_feast": {
        "ticks": 1200, "questions": 116, "life": "f3d162ae60401610", "brief": "47b8838b359b62a3",
        "shorthand": "1f505b393ef62bd6", "replies": "86cd68a18ec0a017",
    },
    "rumour": {
        "ticks": 400, "questions": 255, "life": "79441c2684e63999", "brief": "ca95089c231190d2",
        "shorthand": "9c1491599da3c8fa", "replies": "1eb1b9cc1f6086ba",
    },
    "tern_station": {
        "ticks": 1200, "questions": 310, "life": "2e868f3ec31bd9e8", "brief": "361d0a0931433dcd",
        "shorthand": "6295c1a64fd7f5ff", "replies": "21c887d1af0a4e18",
    },
    "two_days": {
        "ticks": 600, "questions": 278, "life": "2def6134d4a02f8d", "brief": "8b9f8832949b28c1",
        "shorthand": "e6a52893f3ba48a8", "replies": "54ee573526f48ccc",
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
