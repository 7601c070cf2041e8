"""What the answers of a small mind are made of: a question is answered in rounds of requests, those of all residents at once.

An answer is a generator: it yields requests and is resumed with their results, until it returns a ``Worded`` reply.
``together`` runs many of them in step, so that a model always has one batch. Knows no kind of question.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

from sim.dice import derive
from sim.llm.base import Generate, Generated, Model, Prompt, Score, Scored, Usage
from sim.prompts import Reply
from sim.prompts.chat import Chat

FAILED = "not asked"
Request = Generate | Score
Result = Generated | Scored


@dataclass(frozen=True, slots=True)
class Worded:
    """A reply, the prompt that is recorded with it, and whether its words are the ``model``'s own. ``drafts`` are what was
    written, and ``refused`` why each of them was not taken ("" for one that could have been)."""

    reply: Reply
    prompt: Prompt
    model: bool
    drafts: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


Answering = Generator[list[Request], list[Result], Worded]


def together(model: Model, answers: Sequence[Answering]) -> list[tuple[Worded, Usage]]:
    """All answers, in their order, each with what it cost. Raises ``ModelError``."""
    done: dict[int, Worded] = {}
    costs = [Usage() for _ in answers]
    waiting: dict[int, list[Request]] = {}
    for n, answer in enumerate(answers):
        _go_on(answer, n, None, waiting, done)
    while waiting:
        order = sorted(waiting)
        results = model.ask([request for n in order for request in waiting[n]])
        at, asked, waiting = 0, waiting, {}
        for n in order:
            own = results[at : at + len(asked[n])]
            at += len(asked[n])
            costs[n] = sum((result.usage for result in own), costs[n])
            _go_on(answers[n], n, own, waiting, done)
    return [(done[n], costs[n]) for n in range(len(answers))]


def _go_on(
    answer: Answering, n: int, results: list[Result] | None, waiting: dict[int, list[Request]], done: dict[int, Worded]
) -> None:
    """Resume one answer until it waits for requests, or is done."""
    try:
        requests = next(answer) if results is None else answer.send(results)
        while not requests:
            requests = answer.send([])
        waiting[n] = requests
    except StopIteration as end:
        done[n] = end.value


def as_prompt(chat: Chat) -> Prompt:
    """A chat as a model is asked it."""
    return Prompt(chat.system, chat.turns[-1], turns=chat.turns[:-1])


def as_recorded(chat: Chat) -> Prompt:
    """A chat as runs record it: the turns in one text."""
    said = (f"{'> ' if n % 2 else ''}{turn}" for n, turn in enumerate(chat.turns))
    return Prompt(chat.system, "\n".join(said))


def drafting(chat: Chat, count: int, seed: int, tokens: int, warmth: float) -> list[Request]:
    """Requests for so many drafts of one reply."""
    prompt = as_prompt(chat)
    return [Generate(prompt, "", tokens, warmth, derive(seed, "draft", n) % 2**31) for n in range(count)]


def texts(results: Sequence[Result]) -> list[str]:
    """What was written: the first line of each, in single blanks; "" for what failed."""
    written = (result.text if isinstance(result, Generated) else "" for result in results)
    lines = (next((line for line in text.splitlines() if line.strip()), "") for text in written)
    return [" ".join(line.split()) for line in lines]


def drafts_of(results: Sequence[Result]) -> list[str]:
    """What was written, and the first sentence of each alone; each draft once."""
    return list(dict.fromkeys(part for text in texts(results) for part in _parts(text)))


def _parts(draft: str) -> Iterator[str]:
    draft = draft.strip().strip("'\"")
    yield draft
    first = re.match(r".{8,}?[.!?](?= [A-Z'])", draft)
    if first:
        yield first[0]


def means(result: Result) -> list[float]:
    """The mean log-probability per token of each option; [] where scoring failed."""
    if not isinstance(result, Scored) or result.problem:
        return []
    return [total / max(1, count) for total, count in zip(result.logprobs, result.lengths, strict=True)]


def unasked(answer: Answering) -> Worded:
    """What an answer comes to where every request fails: its prompt is what would be recorded."""
    results: list[Result] | None = None
    try:
        while True:
            requests = next(answer) if results is None else answer.send(results)
            results = [
                Generated("", FAILED) if isinstance(request, Generate) else Scored((), (), FAILED) for request in requests
            ]
    except StopIteration as end:
        worded: Worded = end.value
        return worded
