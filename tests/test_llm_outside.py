"""The same weights through our loader and behind a server: they say the same, and the same town comes of it.

A server gets its questions one by one, so the loader is asked so too: asked together, prompts are read in other pieces, and a
processor may round those otherwise. The small mind's own way (``answer/small``) cannot go over a server, because it weighs
drafts by the log-probabilities of texts that it gives, which no chat completion tells. So its drafts are compared alone, and
the town is lived as by a capable model, whose questions are all written under a schema, with a seed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from loopback import Reply, serving
from town import FIRST_MORNING, HASHES, rows

from sim import Town
from sim.answer.small.asking import drafting
from sim.engine.backend import model_backend
from sim.llm import Generate, Generated, Prompt, Score, Scored, open_model
from sim.llm.base import Model
from sim.llm.llamacpp import LlamaModel
from sim.llm.server import ServerModel
from sim.llm.server_settings import ServerSettings
from sim.prompts.chat import Chat

CONTEXT = 2048
ONE_AT_A_TIME = ServerSettings(max_concurrent=1, timeout=600)


class OneByOne:
    """A model that is asked every question alone."""

    def __init__(self, model: LlamaModel) -> None:
        self.inner, self.info = model, model.info

    def ask(self, requests: Sequence[Generate | Score]) -> list[Generated | Scored]:
        return [reply for request in requests for reply in self.inner.ask([request])]

    def close(self) -> None:
        self.inner.close()


@pytest.fixture
def opened() -> Iterator[Callable[[], LlamaModel]]:
    """Opens the weights of the small real mind, each time as if for the first time."""
    models: list[LlamaModel] = []

    def open_again() -> LlamaModel:
        model = open_model("bundled", context=CONTEXT, lanes=1)
        assert isinstance(model, LlamaModel)
        models.append(model)
        return model

    yield open_again
    for model in models:
        model.close()


def engine(model: LlamaModel) -> Callable[[dict[str, Any]], Reply]:
    """The answers of a server that has ``model`` for its engine."""

    def answer(body: dict[str, Any]) -> Reply:
        system, *turns, user = (message["content"] for message in body["messages"])
        form = body.get("response_format")
        schema = json.dumps(form["json_schema"]["schema"], ensure_ascii=False) if form else ""
        prompt = Prompt(system, user, turns=tuple(turns))
        (reply,) = model.ask([Generate(prompt, schema, body["max_tokens"], body["temperature"], body["seed"])])
        end = {"": "stop", "truncated": "length"}[reply.problem]
        usage = {"prompt_tokens": reply.usage.prompt, "completion_tokens": reply.usage.generated}
        choice = {"message": {"content": reply.text}, "finish_reason": end}  # type: ignore[union-attr]
        return 200, json.dumps({"choices": [choice], "usage": usage}).encode()

    return answer


def lived(model: Model, path: Path) -> list[tuple[Any, ...]]:
    """Five game minutes of the first morning, in which three days are planned. Returns what happened, as hashes of ticks. Steps
    and ratings are left to the stand-in, and prompts are brief, to save minutes of processor time."""
    backend = model_backend(model, "the same weights", "hash", style="full")
    rules = {"prompts": "brief", "share": "all steps=helper rate=helper"}
    with Town.load(FIRST_MORNING, model=backend, run=path, until="07:05", **rules) as town:
        town.run()
    asked = rows(path, "SELECT mode, problem, fallback FROM questions WHERE task = 'plan'")
    assert asked == [("free", "", 0)] * 3, "no fallback, and nothing went wrong"
    return rows(path, HASHES)


def test_five_minutes_of_a_town_are_the_same_through_our_loader_and_behind_a_server(
    opened: Callable[[], LlamaModel], tmp_path: Path
) -> None:
    ours = lived(OneByOne(opened()), tmp_path / "ours.sqlite")
    with serving(engine(opened())) as server:
        server.listed = {"max_model_len": CONTEXT}
        model = ServerModel(server.url, settings=ONE_AT_A_TIME)
        theirs = lived(model, tmp_path / "theirs.sqlite")
        model.close()
    assert ours == theirs and ours[-1][0] == 30
    replies = "SELECT task, resident, reply FROM questions ORDER BY id"
    assert rows(tmp_path / "ours.sqlite", replies) == rows(tmp_path / "theirs.sqlite", replies)
    assert len(server.bodies) == 3 and all({"seed", "temperature", "response_format"} <= set(body) for body in server.bodies)


def test_drafts_of_a_small_mind_are_the_same_behind_a_server(opened: Callable[[], LlamaModel]) -> None:
    """Several wordings of one line in a talk of turns, told apart by their seeds alone."""
    talk = Chat("You are Nora Fennick, who owns the cafe.", ("Good morning, Nora.", "Morning, Tess.", "What is new?"))
    drafts = drafting(talk, 3, 7, 24, 0.9)
    ours = [reply.text for reply in OneByOne(opened()).ask(drafts)]  # type: ignore[union-attr]
    with serving(engine(opened())) as server:
        model = ServerModel(server.url, settings=ONE_AT_A_TIME)
        assert [reply.text for reply in model.ask(drafts)] == ours and len(set(ours)) == 3  # type: ignore[union-attr]
        model.close()
