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
        "ticks": 1800, "questions": 219, "life": "bf3bccd87f3b2635", "brief": "3863117432893102",
        "shorthand": "d43f144407644a7c", "replies": "852c40651d6ea457",
    },
    "hollin_feast": {
        "ticks": 1200, "questions": 122, "life": "54e81533bd0c873d", "brief": "9bf991c4f690a036",
        "shorthand": "07d4a74c1b27c3e8", "replies": "68a20c3c42bdd950",
    },
    "rumour": {
        "ticks": 400, "questions": 244, "life": "022257785fb3951e", "brief": "10d8411213ded490",
        "shorthand": "af3dc6e3a381f763", "replies": "f5153c36aa01bae9",
    },
    "tern_station": {
        "ticks": 1200, "questions": 320, "life": "df2e1fb356d13991", "brief": "a72e94c56f0126fa",
        "shorthand": "c43c69414d60fc98", "replies": "717f2a35a7e9ba3f",
    },
    "two_days": {
        "ticks": 600, "questions": 316, "life": "7ef9ba1207c63822", "brief": "1b511d059354d360",
        "shorthand": "13e859ee47c7b496", "replies": "fa22c663a4b61449",
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
