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
        "ticks": 1800, "questions": 255, "life": "7f8a0cffc3f54fd8", "brief": "93391b9519a80fd4",
        "shorthand": "8b9a0fba73622578", "replies": "d221b5c5a9fee876",
    },
    "hollin_feast": {
        "ticks": 1200, "questions": 115, "life": "5cc7543c490ded2a", "brief": "5e00097828ee759a",
        "shorthand": "004d601222bb75d9", "replies": "55271928e03663dc",
    },
    "rumour": {
        "ticks": 400, "questions": 258, "life": "2db24ebbd1ddda56", "brief": "74fb7a2b42b08ad9",
        "shorthand": "89b4d62b5252060e", "replies": "acd3bc3a5fa6aba7",
    },
    "tern_station": {
        "ticks": 1200, "questions": 333, "life": "86840493b19cbb64", "brief": "dcc4be022855b572",
        "shorthand": "1da89b110748f48e", "replies": "07680f47d23b737b",
    },
    "two_days": {
        "ticks": 600, "questions": 262, "life": "276be6c618e71ffb", "brief": "9fc9fcdfceef6875",
        "shorthand": "bf8f6c27fcaff10d", "replies": "fdb1ca98fd5620c9",
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
