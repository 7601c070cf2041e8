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
        "ticks": 1800, "questions": 103, "life": "084ffa9a6de990f9", "brief": "dea0ef55a6362a50",
        "shorthand": "45edb6545c100814", "replies": "4abf5c6d2d1f0c6c",
    },
    "hollin_feast": {
        "ticks": 1200, "questions": 68, "life": "eb3bffe231974c47", "brief": "3cfa66b9622cd190",
        "shorthand": "d5ad2588b4671eb9", "replies": "efaf6b68ed9c9c9e",
    },
    "rumour": {
        "ticks": 400, "questions": 240, "life": "f75b3210435b9966", "brief": "b1735f062824d84a",
        "shorthand": "d3be686cfb3eb3d5", "replies": "497b06a035fb8f1f",
    },
    "tern_station": {
        "ticks": 1200, "questions": 74, "life": "3d6b2bbfd65585f0", "brief": "6964424a9fb8bcc5",
        "shorthand": "a8e7890ab04ef5e2", "replies": "227cf1e346010f98",
    },
    "two_days": {
        "ticks": 600, "questions": 317, "life": "ebcf24efc7a8a004", "brief": "0cc45aacf280cc22",
        "shorthand": "c88e520c9ce75508", "replies": "71eb85e3ef74e919",
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
