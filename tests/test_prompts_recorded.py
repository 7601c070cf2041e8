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
        "ticks": 1800, "questions": 217, "life": "5345baa4b6628674", "brief": "c7cf5b4d84171a29",
        "shorthand": "1ef0988ff81a495c", "replies": "74f2bda6015b0a1d",
    },
    "hollin_feast": {
        "ticks": 1200, "questions": 132, "life": "3987d959e6423496", "brief": "9ec9a944db1f94fb",
        "shorthand": "d5b65b94dda46cf4", "replies": "d767c30bd3b65818",
    },
    "rumour": {
        "ticks": 400, "questions": 246, "life": "ae55270f80936754", "brief": "af37229841abfe64",
        "shorthand": "8b4f9898a02343ae", "replies": "233983ecd6d39e69",
    },
    "tern_station": {
        "ticks": 1200, "questions": 335, "life": "c9b373903281aa18", "brief": "97c1ffca288618ca",
        "shorthand": "a70f5d0e27e17b2b", "replies": "5d8def67517ddaba",
    },
    "two_days": {
        "ticks": 600, "questions": 302, "life": "2acae20430f3973e", "brief": "7bd6a061294ae730",
        "shorthand": "fbc8738f5bf7e5e3", "replies": "ebede898b1542c82",
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
