"""What shipped scenarios ask and live, held to what was recorded: brief prompts, shorthand, replies and hashes, byte for byte.

``RECORDED`` was written by the program as it was before questions were typed. What changes it changes what the bundled mind was
trained on: change it only together with a new mind.
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
        "ticks": 1800, "questions": 101, "life": "59ad30746fdd286d", "brief": "a639b9b4f19b74de",
        "shorthand": "5971c5b5f5a70139", "replies": "0249faa25a4b1ada",
    },
    "hollin_feast": {
        "ticks": 1200, "questions": 66, "life": "b3e211f235eff7fc", "brief": "ff3dc518d5564195",
        "shorthand": "40b89dd61209cf12", "replies": "5b2e8cfffba6d0ae",
    },
    "rumour": {
        "ticks": 400, "questions": 286, "life": "76d166e39e59ce86", "brief": "e08d5429770eded1",
        "shorthand": "50e19ab3706b498e", "replies": "632ff46e050d705a",
    },
    "tern_station": {
        "ticks": 1200, "questions": 179, "life": "73e8e3380a03a983", "brief": "5172f71dc1051af5",
        "shorthand": "c59324da5c0a0bfa", "replies": "b898e50dccb8214c",
    },
    "two_days": {
        "ticks": 600, "questions": 340, "life": "050025246e5fd37c", "brief": "27e59ba260b85a79",
        "shorthand": "6864a2bcac7b57e5", "replies": "995dacdd570718e9",
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
