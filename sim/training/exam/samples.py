"""A page of samples: prompts, the candidate's replies, the script's replies, and what the checks find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.answer.protocol import Answer, write_reply
from sim.prompts.brief import render
from sim.training.checks import problems
from sim.training.exam.talks import Talk
from sim.training.example import Example

TALKS = 3
"""Whole talks at the end of the page."""


def page(
    title: str,
    examples: Sequence[Example],
    answers: Mapping[str, Sequence[Answer]],
    talks: Mapping[str, Sequence[Talk]],
    count: int,
) -> str:
    """Markdown: ``count`` samples over all kinds of questions in turn, then a few whole talks of each mode."""
    parts = [f"# {title}", *(_sample(i, examples[i], answers) for i in spread(examples, count))]
    parts += [_talk(mode, talk) for mode, played in talks.items() for talk in played[:TALKS]]
    return "\n\n".join(parts) + "\n"


def spread(examples: Sequence[Example], count: int) -> list[int]:
    """The numbers of ``count`` examples, one of each kind in turn, sorted by kind."""
    left: dict[str, list[int]] = {}
    for i, example in enumerate(examples):
        left.setdefault(example.task, []).append(i)
    found: list[int] = []
    while len(found) < min(count, len(examples)):
        found += [numbers.pop(0) for numbers in left.values() if numbers]
    return sorted(found[:count], key=lambda i: (examples[i].task, i))


def _sample(i: int, example: Example, answers: Mapping[str, Sequence[Answer]]) -> str:
    prompt = render(example.question)
    lines = [f"## {example.task} ({i + 1})", *(f"    {line}" for line in f"{prompt.system}\n{prompt.user}".split("\n")), ""]
    for mode, given in answers.items():
        faults = problems(example.question, given[i].reply)
        lines.append(f"- **{mode}**: {_plain(write_reply(given[i].reply))}{_faults(faults)}")
    if all(given[i].reply != example.reply for given in answers.values()):
        lines.append(f"- script: {_plain(write_reply(example.reply))}{_faults(problems(example.question, example.reply))}")
    return "\n".join(lines)


def _faults(faults: Sequence[str]) -> str:
    return "".join(f"\n  - ✗ {_plain(fault)}" for fault in faults)


def _plain(text: str) -> str:
    """The text with Markdown's signs escaped."""
    return "".join(f"\\{c}" if c in "*_`<>#[]" else c for c in text)


def _talk(mode: str, talk: Talk) -> str:
    names = " and ".join(question.card.name for question in talk.speakers)
    return "\n".join([f"## A talk, {mode}: {names}", *(f"- {name}: {_plain(line)}" for name, line in talk.lines)])
