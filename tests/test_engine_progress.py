"""What a model is at, in words: counted and measured, by token where the model knows them, else by earlier replies."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from loopback import Reply, lively, serving
from make_gguf import make_random_gguf
from thinking_towns import town

from sim.answer.protocol import Answer
from sim.engine.progress import Costs, UnderWay, describe
from sim.engine.replies import InBackground
from sim.llm.base import Generate, Progress, Prompt, Usage
from sim.llm.llamacpp import LlamaModel
from sim.prompts.records import Card
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.rate import Rate, Ratings

CARD = Card("Ada Stone", "Ada")
PLAN, RATE = PlanDay(card=CARD), Rate(card=CARD)


class Measured:
    """A model that says how far it has come."""

    askers = 4

    def __init__(self, progress: Progress) -> None:
        self.progress = lambda: progress


def answered(tokens: int, seconds: float = 10.0) -> Answer:
    return Answer(Ratings(()), Prompt("", ""), "", "free", usage=Usage(generated=tokens, seconds=seconds))


def test_plans_tokens_and_seconds_are_told_as_far_as_they_are_known() -> None:
    costs = Costs()
    costs.note(PLAN, answered(230))
    three = [UnderWay(PLAN, 5.0, 20, answered(220)), UnderWay(PLAN, 5.0, 20), UnderWay(PLAN, 5.0, 20)]
    model: Any = Measured(Progress(written=20, writes=11.0))
    assert describe(three, model, costs, True) == "1 of 3 plans, 240 of about 680 tokens, some 40 s more"
    model = Measured(Progress(unread=600, written=20, reads=20.0, writes=11.0))
    assert describe(three, model, costs, True).endswith("some 70 s more")
    assert describe(three, Measured(Progress(unread=600)), costs, True) == "1 of 3 plans, 220 of about 680 tokens, 5 s so far"  # type: ignore[arg-type]
    assert describe(three[:1], model, costs, True) == ""


def test_a_mind_without_tokens_is_told_by_how_long_its_replies_took() -> None:
    costs, server = Costs(), Measured(Progress())
    del server.progress
    three: list[UnderWay] = [UnderWay(PLAN, 4.0, 20) for _ in range(3)] + [UnderWay(RATE, 4.0, 44)]
    assert describe(three, server, costs, True) == "0 of 3 plans, 5 s so far", "nothing was measured yet"  # type: ignore[arg-type]
    costs.note(PLAN, answered(100, 60.0))
    assert describe(three, server, costs, True) == "0 of 3 plans, some 55 s more"  # type: ignore[arg-type]
    late = [UnderWay(PLAN, 90.0, 20)]
    assert describe(late, server, costs, True) == "1 plan, 2 min so far", "what took longer than usual is not guessed at"  # type: ignore[arg-type]
    assert describe(three, Measured(Progress(written=7, writes=1.0)), costs, False) == "0 of 3 plans, some 55 s more"  # type: ignore[arg-type]


def test_a_real_file_tells_what_it_has_read_and_written(tmp_path: Path) -> None:
    path = tmp_path / "mind.gguf"
    make_random_gguf(path)
    model = LlamaModel(path, threads=1)
    try:
        assert model.progress() == Progress()
        model.ask([Generate(Prompt("You are Ada.", "Say something. " * 40), "", 24, 1.0, seed) for seed in (1, 2)])
        after = model.progress()
    finally:
        model.close()
    assert after.unread == after.written == 0 and after.reads > 0 and after.writes > 0
    assert after.seconds(after.writes * 3) == pytest.approx(3.0)


def test_a_town_that_waits_says_how_many_plans_are_done(tmp_path: Path) -> None:
    let, first = threading.Event(), threading.Lock()

    def answer(body: dict[str, Any]) -> Reply:
        if not first.acquire(blocking=False):  # the first question is answered at once, the others when the test says so
            let.wait(20)
        return lively(body)

    with serving(answer) as server, town(tmp_path, server.url, "waiting") as made:
        made.run(ticks=2)
        engine = made.engine
        replies = engine.deliberation.replies if engine.deliberation is not None else None
        assert isinstance(replies, InBackground)
        before = engine.work()
        let.set()
        made.run(ticks=60)
    assert before.split(",")[0] in ("0 of 3 plans", "1 of 3 plans"), before
