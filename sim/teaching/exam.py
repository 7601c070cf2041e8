"""Counts what can be counted of a mind that writes, for any GGUF, on places that were kept aside: some five minutes on two
cores.

Each question is asked through our own decoder, as a town asks it: the reply that the data has is scored (loss), and one reply
is written, without choosing among several. Whether a talk makes sense is for readers; what is counted here is what a rule can
see."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace

import sim.prompts.chat as chat
from sim.answer.small.checks import ungrounded
from sim.llm.base import Generate, Generated, Model, Prompt, Score, Scored
from sim.llm.loading import open_model
from sim.teaching.examples import Example, examples
from sim.teaching.items import Items, split

ASKED = 90  # questions of an exam
SPOKEN = ("talk", "interview", "reaction")
"""The kinds whose replies are said aloud."""
ROW = 4  # words in a row that repeat what was said
SHORTEST = 2  # words of a line
LONGEST = 40
TEMPERATURE = 0.7
MOST_WRITTEN = 64
_CUE = re.compile(r"\[([a-z ]+?)(?: \d+)*: (.*)\]$")
_CHOICE = re.compile(r"\[choose: (.*)\]$")
_MARK = re.compile(r"\d+(?:[.:,]\d+)*|[A-Z][\w’'-]*[a-z]")


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of the exam with the ``reply`` of the data, and what was ``written`` instead."""

    kind: str
    prompt: Prompt
    reply: str
    written: str = ""
    loss: float = 0.0
    tokens: int = 0


@dataclass
class Figures:
    """The result. ``loss`` per token by kind; the shares are of lines that could be counted (``lines`` were said aloud)."""

    model: str
    digest: str
    asked: int = 0
    loss: dict[str, float] = field(default_factory=dict)
    lines: int = 0
    told: float = 0.0
    """Of lines that were to tell names, days or numbers: those that have them all."""
    told_of: int = 0
    invented: float = 0.0
    parroted: float = 0.0
    own_name: float = 0.0
    odd_length: float = 0.0
    clean: float = 0.0
    """Lines with none of these."""
    words: float = 0.0
    choices_right: float = 0.0
    choices_of: int = 0
    rating_error: float = 0.0
    ratings_of: int = 0
    seconds: float = 0.0
    written: list[dict[str, str]] = field(default_factory=list)


def examine(spec: str, items: Items, minutes: float = 5.0, threads: int | None = None) -> Figures:
    """Examine the model that ``spec`` names; stops after ``minutes`` with what was asked until then."""
    began, asked = time.monotonic(), list[Asked]()
    with closing(open_model(spec, threads=threads, context=2048)) as model:
        for one in _questions(examples(split(items)[1], 0)):
            if time.monotonic() - began > minutes * 60:
                break
            asked.append(_ask(model, one, len(asked)))
        figures = Figures(model.info.name, model.info.digest, len(asked), seconds=time.monotonic() - began)
    _count(figures, asked)
    return figures


def _ask(model: Model, one: Asked, seed: int) -> Asked:
    """The question with its loss, and what was chosen or written."""
    labels = _labels(one)
    if labels:
        (scored,) = model.ask([Score(one.prompt, labels)])
        assert isinstance(scored, Scored)
        best, at = max(range(len(labels)), key=lambda n: scored.logprobs[n]), labels.index(one.reply)
        return replace(one, written=labels[best], loss=-scored.logprobs[at], tokens=scored.lengths[at])
    write = Generate(one.prompt, max_tokens=MOST_WRITTEN, temperature=TEMPERATURE, seed=seed)
    known, written = model.ask([Score(one.prompt, (one.reply,)), write])
    assert isinstance(known, Scored) and isinstance(written, Generated)
    text = " ".join(written.text.split())
    return replace(one, written=text, loss=-known.logprobs[0], tokens=known.lengths[0])


def _questions(found: Sequence[Example]) -> list[Asked]:
    """One reply of each example, kinds in turn, half of them talk; of every other example one that has names or numbers to
    tell."""
    by_kind: dict[str, list[Asked]] = {}
    for number, example in enumerate(found):
        last = len(example.turns) // 2 - 1
        telling = [n for n in range(last + 1) if to_be_told(*example.turns[2 * n : 2 * n + 2])]
        turn = last if example.kind == "choice" else telling[0] if telling and number % 2 else number % (last + 1)
        user, reply = example.turns[2 * turn : 2 * turn + 2]
        by_kind.setdefault(example.kind, []).append(
            Asked(example.kind, Prompt(example.system, user, turns=example.turns[: 2 * turn]), reply)
        )
    shares = {"talk": 7, "interview": 2, "choice": 2}
    order = [kind for kind in sorted(by_kind) for _ in range(shares.get(kind, 1))]
    questions = list[Asked]()
    while len(questions) < ASKED and any(by_kind.values()):
        questions += [by_kind[kind].pop() for kind in order if by_kind[kind]]
    return questions[:ASKED]


def _labels(one: Asked) -> tuple[str, ...]:
    """The replies that are chosen among; () where the reply is written."""
    if one.kind == "rating":
        return tuple(str(rate) for rate in range(1, 11))
    found = _CHOICE.search(one.prompt.user)
    return tuple(found[1].split(", ")) if found else ()


def _count(figures: Figures, asked: Sequence[Asked]) -> None:
    for kind in sorted({one.kind for one in asked}):
        own = [one for one in asked if one.kind == kind]
        figures.loss[kind] = sum(one.loss for one in own) / max(1, sum(one.tokens for one in own))
    figures.loss["all"] = sum(one.loss for one in asked) / max(1, sum(one.tokens for one in asked))
    choices = [one for one in asked if _labels(one) and one.kind != "rating"]
    figures.choices_of, figures.choices_right = len(choices), _share([one.written == one.reply for one in choices])
    errors = [abs(int(one.written) - int(one.reply)) for one in asked if one.kind == "rating"]
    figures.ratings_of, figures.rating_error = len(errors), sum(errors) / max(1, len(errors))
    lines = [one for one in asked if one.kind in SPOKEN and not _labels(one) and chat.SUM_UP not in one.prompt.user]
    faults = [faults_of(one.written, one.prompt) for one in lines]
    told = [
        (wanted, all(mark in one.written for mark in wanted))
        for one in lines
        if (wanted := to_be_told(one.prompt.user, one.reply))
    ]
    figures.lines, figures.told_of, figures.told = len(lines), len(told), _share([done for _, done in told])
    for name in ("invented", "parroted", "own_name", "odd_length"):
        setattr(figures, name, _share([name in found for found in faults]))
    figures.clean = _share([not found for found in faults])
    figures.words = sum(len(one.written.split()) for one in lines) / max(1, len(lines))
    figures.written = [{"kind": one.kind, "asked": one.prompt.user, "data": one.reply, "written": one.written} for one in asked]


def to_be_told(user: str, reply: str) -> list[str]:
    """The names, days and numbers of the facts in a cue that the data's own reply has, word for word."""
    found = _CUE.search(user)
    return (
        [mark for mark in dict.fromkeys(_MARK.findall(found[2])) if re.search(rf"\b{re.escape(mark)}\b", reply)]
        if found
        else []
    )


def faults_of(line: str, prompt: Prompt) -> list[str]:
    """``invented`` (a name, day or number that stands nowhere in the prompt), ``parroted`` (words in a row of the talk, or
    twice the same), ``own_name`` and ``odd_length``."""
    talk = [re.sub(r"\[.*\]", "", turn) for turn in (*prompt.turns, prompt.user)]
    first = re.search(r"You are ([^.]+)\.", prompt.system)
    name = first[1].split()[0] if first else ""
    own = _rows(line)
    faults = {
        "invented": bool(ungrounded(line, [prompt.system, prompt.user, *prompt.turns])),
        "parroted": len(own) > len(set(own)) or bool(set(own) & {row for turn in talk for row in _rows(turn)}),
        "own_name": bool(name and re.search(rf"\b{re.escape(name)}\b", line)),
        "odd_length": not SHORTEST <= len(line.split()) <= LONGEST,
    }
    return [fault for fault, found in faults.items() if found]


def _rows(text: str) -> list[tuple[str, ...]]:
    words = re.findall(r"[\w’']+", text.casefold())
    return [tuple(words[at : at + ROW]) for at in range(len(words) - ROW + 1)]


def _share(found: Sequence[bool]) -> float:
    return sum(found) / max(1, len(found))


def as_table(figures: Figures, as_json: bool = False) -> str:
    """What is printed."""
    if as_json:
        return json.dumps({name: getattr(figures, name) for name in figures.__dataclass_fields__}, ensure_ascii=False, indent=1)
    rows = [(f"loss, {kind}", f"{loss:.3f}") for kind, loss in figures.loss.items()]
    rows += [
        (f"tells what was chosen, of {figures.told_of}", f"{figures.told:.0%}"),
        (f"invents a name, day or number, of {figures.lines} lines", f"{figures.invented:.0%}"),
        (f"repeats {ROW} words of the talk", f"{figures.parroted:.0%}"),
        ("says its own name", f"{figures.own_name:.0%}"),
        (f"is not {SHORTEST} to {LONGEST} words long", f"{figures.odd_length:.0%}"),
        ("none of these four", f"{figures.clean:.0%}"),
        ("words a line", f"{figures.words:.1f}"),
        (f"choices as in the data, of {figures.choices_of}", f"{figures.choices_right:.0%}"),
        (f"ratings off by, of {figures.ratings_of}", f"{figures.rating_error:.1f}"),
        (f"seconds, {figures.asked} questions", f"{figures.seconds:.0f}"),
    ]
    width = max(len(name) for name, _ in rows)
    return "\n".join([f"{figures.model} ({figures.digest})", *(f"{name:{width}}  {value}" for name, value in rows)])
