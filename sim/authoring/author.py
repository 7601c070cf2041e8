"""Has a model write a town: asks for one portion after the other, reports progress, and stores what was written.

Replies are stored by their question, so that the same town asked for again goes on where it stopped. Knows nothing of what is
asked.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path

from sim.authoring.portions import Portion
from sim.authoring.writing import Writing
from sim.llm.base import Generate, Generated, Model, ModelError, Prompt
from sim.record.atomic_write import atomic_files

TEMPERATURE = 0.8


class Kept:
    """Replies by question, in a file that exists only while a town is unfinished. The replies of a portion are stored together
    once one of them was accepted, so that another attempt does not begin with failed replies."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.replies: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}

    def add(self, replies: Mapping[str, str]) -> None:
        self.replies |= replies
        with atomic_files(self.path) as draft:
            draft(self.path).write_text(json.dumps(self.replies, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)


def author(model: Model, writing: Writing, kept: Kept, tell: Callable[[str], None]) -> str:
    """The scenario's YAML. ``tell`` gets the title of each portion before it is written. Raises NotWritten, ScenarioError and
    ModelError; the portions that were written until then are in ``kept``."""
    steps = writing.all()
    portion = next(steps)
    fresh = dict[str, str]()
    while True:
        question = hashlib.blake2b(f"{portion.system}\n{portion.user}".encode(), digest_size=12).hexdigest()
        if question not in kept.replies:
            tell(portion.title)
            fresh[question] = _written(model, portion, writing.brief.seed + len(fresh))
        try:
            following = steps.send(kept.replies.get(question) or fresh[question])
        except StopIteration as ended:
            kept.remove()
            return str(ended.value)
        if following.title != portion.title and fresh:
            kept.add(fresh)
            fresh = {}
        portion = following


def _written(model: Model, portion: Portion, seed: int) -> str:
    prompt = Prompt(portion.system, portion.user)
    (reply,) = model.ask([Generate(prompt, json.dumps(portion.schema), portion.tokens, TEMPERATURE, seed)])
    assert isinstance(reply, Generated)
    if reply.problem and not reply.text:
        raise ModelError(f"{model.info.name} did not write {portion.title}: {reply.problem}")
    return reply.text
