"""An own way of answering: a parrot repeats what was said to it and takes the first option it is offered."""

from __future__ import annotations

from typing import Any

from sim import OwnAnswerer, Town
from sim.prompts import Question, Reply
from sim.prompts.tasks.react import React
from sim.prompts.tasks.say import Say, Utterance


class Parrot(OwnAnswerer):
    """Questions to which it has no reply are answered by their fallback, and counted."""

    name = mode = "parrot"

    def reply(self, question: Question[Any]) -> Reply | None:
        if isinstance(question, React):
            return question.chosen("talk" if "talk" in question.options() else question.options()[0])
        if isinstance(question, Say):
            lines = question.conversation or ()
            return Utterance(lines[-1][1] if lines else f"Hello, I am {question.first}.", end=len(lines) > 4)
        return None


def main() -> Town:
    """A morning among parrots; put a call to any service into ``reply`` instead (``self.prompt`` is what to send)."""
    return Town.load("scenarios/first_morning.yaml", model=Parrot(), embedder="hash").run()


if __name__ == "__main__":
    print(main().talks[["who", "text"]])
