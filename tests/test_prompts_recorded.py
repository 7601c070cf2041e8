"""What shipped scenarios ask and live, held to what was recorded: brief prompts, shorthand, replies and hashes, byte for byte.

``RECORDED`` holds what the script says, too: where its words or lives change, the digests are written anew. Where they change
and nothing of that kind was meant, the form of prompts has changed, which the guided mind was trained on. They were recorded
with the preset ``park``, and are lived with it.
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
from sim.answer.tiny import SHORTHAND
from sim.llm.base import Prompt
from sim.prompts import Question
from sim.prompts.schema import Schema

RECORDED: dict[str, dict[str, Any]] = {
    "first_morning": {
        "ticks": 1800, "questions": 242, "life": "99dc98cfe3585d5a", "brief": "eec8cf80b6b93a78",
        "shorthand": "71a41effecd9637e", "replies": "f67f319ce1c68123",
    },
    "hollin_feast": {
        "ticks": 1200, "questions": 115, "life": "bc4c8b7c9bbbd4ab", "brief": "52286d0354e96dc6",
        "shorthand": "8e383d26e4886e5e", "replies": "bed3e922cbbe6361",
    },
    "rumour": {
        "ticks": 400, "questions": 250, "life": "9c5c2c716f807401", "brief": "259cbcfaeb1595a6",
        "shorthand": "104a2c7d9f410fd4", "replies": "a72d67891727f0fd",
    },
    "tern_station": {
        "ticks": 1200, "questions": 323, "life": "541c0ebd2a3172e8", "brief": "d1c9aba93143186f",
        "shorthand": "70db01f9e8be074a", "replies": "b6fa27f79969c587",
    },
    "two_days": {
        "ticks": 600, "questions": 262, "life": "dc90522cb5214009", "brief": "0fb6fe2b6ea20410",
        "shorthand": "fec447073f0143e6", "replies": "6914e20412c19767",
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
    store, engine = start(ROOT / "scenarios" / f"{name}.yaml", tmp_path / "run.sqlite", answerer=watched, preset="park")
    live(engine, recorded["ticks"])
    engine.recorder.finish(engine)
    found = {register: digest.hexdigest() for register, digest in watched.digests.items()}
    store.close()
    assert {"ticks": recorded["ticks"], "questions": watched.asked, "life": store.hash.hex()[:16], **found} == recorded
