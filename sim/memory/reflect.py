"""Asking what a memory is worth and what follows from many: the generators behind ``MemoryStream.rating`` and ``.reflect``.

Each yields typed questions and is resumed with replies; whoever drives it decides who answers. Reflection after Park et al.
2023, section 4.2: focal points from recent memories, retrieval for each, insights that cite statements, reflections that stand
in the stream like everything else. Knows nothing of models, files or clocks.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict, TypeVar

from sim.llm.base import Names
from sim.memory.base_stream import BaseStream
from sim.prompts import Asking, Card, Question, Reply, Setting, ask, ask_all
from sim.prompts.scene import Recollection, Scene
from sim.prompts.tasks.condense import CondenseInsights
from sim.prompts.tasks.insights import NOTHING, InferInsights
from sim.prompts.tasks.questions import AskFocalPoints
from sim.prompts.tasks.rate import Rate
from sim.types import Hit, Memory

T = TypeVar("T")

BATCH = 10
"""Events per rating question, as in seed document 000."""
CONDENSED = 5
OWN_DEEDS = 4
"""The most of the resident's own everyday deeds among the statements of a capable mind."""
OVERHEARD = 3
"""The most overheard lines among them."""
SAME = 4
"""Of two statements of one moment the shorter falls away where at most one of so many of its words is missing in the longer."""
ROUTINE = 3.0
"""Importance up to which what was seen or done is routine."""


class Who(TypedDict):
    """The fields of a question that say who is asked, when and what for."""

    card: Card
    names: Names
    purpose: str
    seed: int
    now: str
    scene: Scene | None
    setting: Setting


@dataclass(frozen=True, slots=True)
class Thinker:
    """Who reflects, when, and the seed that their questions derive theirs from."""

    card: Card
    names: Names
    at: int
    seed: int
    now: str = ""
    scene: Scene | None = None
    """What the full register tells besides; None in the brief one."""
    dated: Callable[[Memory], Recollection] | None = None
    """When and whence a memory came, as the full register tells it."""
    setting: Setting = Setting()

    def asking(self, purpose: str, index: int, memories: Sequence[Memory] = ()) -> Who:
        """What every question begins with, with a seed of its own; ``memories`` are those that it shows."""
        seed, scene = subseed(self.seed, purpose, index), self.scene
        if scene is not None and self.dated is not None:
            scene = replace(scene, recalled={memory.text: self.dated(memory) for memory in memories})
        return {
            "card": self.card, "names": self.names, "purpose": purpose, "seed": seed, "now": self.now, "scene": scene,
            "setting": self.setting,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Insight:
    """``because``: the n of the memories it rests on. ``importance`` 0: still to be rated."""

    text: str
    because: tuple[int, ...]
    importance: int = 0


def drive(steps: Asking[T], answer: Callable[[Question[Any]], Reply]) -> T:
    """Run a generator of questions to its end with one function that answers them: the stream without an engine."""
    reply: Any = None
    while True:
        try:
            asked = steps.send(reply)
        except StopIteration as end:
            made: T = end.value
            return made
        reply = tuple(map(answer, asked)) if isinstance(asked, tuple) else answer(asked)


def subseed(seed: int, purpose: str, index: int) -> int:
    """A seed from 0 to 2**63 - 1 that follows from its parts alone."""
    text = f"{seed}\x1f{purpose}\x1f{index}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 1


def rating(stream: BaseStream, thinker: Thinker) -> Asking[int]:
    """Rate what is unrated, ten memories a question."""
    waiting = stream.unrated()
    texts = [memory.text for memory in waiting]
    ratings = yield from rate_texts(thinker, texts)
    for memory, value in zip(waiting, ratings, strict=True):
        if memory.n in stream:
            stream.set_importance(memory.n, stream.preset.own(value))
    return len(waiting)


def rate_texts(thinker: Thinker, texts: Sequence[str]) -> Asking[list[float]]:
    """One importance per text, from 1 to 10. Raises ValueError where the reply has others, or another number of them."""
    ratings: list[float] = []
    for start in range(0, len(texts), BATCH):
        batch = tuple(texts[start : start + BATCH])
        reply = yield from ask(Rate(**thinker.asking("importance", start // BATCH), events=batch))
        if len(reply.ratings) != len(batch) or not all(1 <= value <= 10 for value in reply.ratings):
            raise ValueError(f"{len(batch)} ratings from 1 to 10 were asked for, and {reply.ratings!r} came")
        ratings += map(float, reply.ratings)
    return ratings


def reflecting(stream: BaseStream, thinker: Thinker, anchor: str = "") -> Asking[list[Memory]]:
    """Focal points, retrieval, insights, reflections. An empty stream has nothing to ask about."""
    stream.spend()
    if not len(stream):
        return []
    points = [anchor] if anchor else (yield from _focal_points(stream, thinker))
    found = yield from _insights(stream, thinker, points)
    if stream.preset.condense and found:
        found = yield from condensing(thinker, found)
    return (yield from _keep(stream, thinker, found))


def _focal_points(stream: BaseStream, thinker: Thinker) -> Asking[list[str]]:
    """The most salient questions that the recent memories can answer; one empty question where none are asked for."""
    preset = stream.preset
    if not preset.questions:
        return [""]
    recent = _shown(thinker, _standing(stream.recent(preset.window, preset.kinds), thinker.at))
    if not recent:
        return []
    # A window of a hundred overflows a small context: what matters least goes first, the older one of two that matter equally.
    spare = tuple(sorted(range(len(recent)), key=lambda i: recent[i].importance or 0.0))
    texts = tuple(memory.text for memory in recent)
    who = thinker.asking("focal points", 0, recent)
    reply = yield from ask(AskFocalPoints(**who, memories=texts, spare=spare, count=preset.questions))
    return list(dict.fromkeys(reply.questions[: preset.questions]))


def _insights(stream: BaseStream, thinker: Thinker, points: Sequence[str]) -> Asking[list[Insight]]:
    """What the memories about each focal point let the resident infer, with the memories behind each insight."""
    preset = stream.preset
    near = [_statements(stream, thinker.at, point) for point in points]
    shown = {i: _shown(thinker, memories) for i, memories in enumerate(near) if memories}
    if thinker.scene:  # all are shown what was found for any: a model has read it when the second question comes
        shown = dict.fromkeys(shown, _in_time(_told_once({m.n: m for found in shown.values() for m in found}.values())))
    questions = [
        InferInsights(
            **thinker.asking("insights", index, statements),
            statements=tuple(memory.text for memory in statements),
            nearest=_ranks([*near[index], *statements], statements) if thinker.scene else (),
            question=points[index],
            count=preset.insights,
            besides=tuple(other for other in points if other != points[index]) if thinker.scene else (),
        )
        for index, statements in shown.items()
    ]
    replies = yield from ask_all(questions)
    return [
        Insight(row.insight, _evidence(preset.evidence, row.because, near[index], statements), row.importance)
        for (index, statements), reply in zip(shown.items(), replies, strict=True)
        for row in reply.insights[: preset.insights]
    ]


def _ranks(near: Sequence[Memory], shown: Sequence[Memory]) -> tuple[int, ...]:
    """The places in ``shown`` of the memories ``near``, the nearest first."""
    return tuple(dict.fromkeys(shown.index(memory) for memory in near if memory in shown))


def _statements(stream: BaseStream, at: int, point: str) -> list[Memory]:
    """The memories an insight may rest on, below the deepest level that may be built upon."""
    preset = stream.preset
    k = preset.k if preset.reflect_k is None else preset.reflect_k
    if point:
        hits: list[Hit] = stream.retrieve(point, at, k, purpose="reflection", where=preset.reflect_where)
        found = [hit.memory for hit in hits]
    else:
        found = _standing(stream.recent(preset.window, preset.kinds), at)
    return [memory for memory in found if preset.depth is None or memory.depth < preset.depth]


def _shown(thinker: Thinker, memories: list[Memory]) -> list[Memory]:
    """The memories that a question shows, in the full register in order of time and without what came since, words that
    another of them quotes, as overhearing does, sums up or says more fully, plans of a whole day, and routine but the
    weightiest of the resident's own deeds and what came of them; few of the lines that were overheard."""
    if thinker.scene is None:
        return memories
    plan = f"{thinker.card.name}'s plan for "
    heard = {memory.text.partition(" overheard ")[2].replace(" say to ", " said to ", 1) for memory in memories}
    summed = {n for memory in memories if memory.kind == "summary" for n in memory.evidence}
    past = [m for m in memories if m.at <= thinker.at and m.text not in heard and m.n not in summed]
    mine = [m for m in past if m.text.startswith(f"{thinker.card.name} ") and _routine(m)]
    own = [m for m in mine if m.text.startswith(f"{thinker.card.name} is ")]
    overheard = [m for m in past if " overheard " in m.text]
    left_out = {m.n for m in (*_lightest(own, OWN_DEEDS), *_lightest(overheard, OVERHEARD))}
    deeds = {m.n for m in mine}
    telling = [m for m in past if not m.text.startswith(plan) and (m.n in deeds or not _routine(m)) and m.n not in left_out]
    return _in_time(_told_once(telling) or past)


def _in_time(memories: Iterable[Memory]) -> list[Memory]:
    return sorted(memories, key=lambda memory: (memory.at, memory.n))


def _told_once(memories: Iterable[Memory]) -> list[Memory]:
    """Without what another of the same moment says more fully: one talk leaves an appointment as a fact, a promise and a part
    of its summary, and three statements that say the same look like three reasons."""
    kept = list[Memory]()
    for memory in sorted(memories, key=lambda memory: (-len(_words(memory.text)), memory.n)):
        if not any(memory.at == other.at and _says_it_too(other.text, memory.text) for other in kept):
            kept.append(memory)
    return kept


def _says_it_too(longer: str, text: str) -> bool:
    """Whether ``longer`` has nearly all words of ``text`` and every name: a secret may be one word more."""
    words, names = _words(text), re.findall(r"[A-Z]\w+", text)
    return len(words - _words(longer)) <= len(words) // SAME and all(name in longer for name in names)


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in plain(text).split() if len(word) > 2)


def _lightest(memories: Sequence[Memory], shown: int) -> Sequence[Memory]:
    """All but the ``shown`` weightiest, the latest of those that weigh the same."""
    return sorted(memories, key=lambda memory: (-(memory.importance or 0.0), -memory.n))[shown:]


def _routine(memory: Memory) -> bool:
    """Whether a memory is everyday doings, the resident's own or those of others, and no words."""
    sight = memory.kind == "observation" and not memory.source and not memory.text.endswith("'")
    return sight and memory.importance is not None and memory.importance <= ROUTINE


def _evidence(rule: str, because: Sequence[int], near: Sequence[Memory], statements: Sequence[Memory]) -> tuple[int, ...]:
    """What was found ``near``, or the ``statements`` cited, numbered from 1; numbers that were not shown are no evidence."""
    if rule == "none":
        return ()
    if rule == "retrieved":
        return tuple(memory.n for memory in near)
    return tuple(dict.fromkeys(statements[i - 1].n for i in because if 1 <= i <= len(statements)))


def condensing(thinker: Thinker, found: Sequence[Insight]) -> Asking[list[Insight]]:
    """At most five insights out of many, citations kept. What a condensed insight cites must have been cited before."""
    shown = tuple((insight.text, insight.because) for insight in found)
    reply = yield from ask(CondenseInsights(**thinker.asking("insights", len(found)), insights=shown))
    known = {n for insight in found for n in insight.because}
    return [
        Insight(row.insight, tuple(dict.fromkeys(n for n in row.because if n in known)), row.importance)
        for row in reply.insights[:CONDENSED]
    ]


def _keep(stream: BaseStream, thinker: Thinker, found: Sequence[Insight]) -> Asking[list[Memory]]:
    """Store insights as reflections with an importance; one that repeats a standing one refreshes that instead.

    They are no reason to reflect again: every system empties its budget after it has stored them.
    """
    fresh: list[Insight] = []
    words: set[str] = set()
    for insight in found:
        same = plain(insight.text)
        if insight.text == NOTHING or same in words or refresh_standing(stream, insight.text, thinker.at):
            continue
        words.add(same)
        fresh.append(insight)
    unrated = [insight for insight in fresh if not insight.importance]
    rated = iter((yield from rate_texts(thinker, [insight.text for insight in unrated])))
    ratings = [float(insight.importance) or next(rated) for insight in fresh]
    lasts, own = stream.preset.lasts, stream.preset.own
    expires = None if lasts is None else thinker.at + lasts
    return [
        stream.add(insight.text, "reflection", thinker.at, own(value), insight.because, expires, counts=False)
        for insight, value in zip(fresh, ratings, strict=True)
    ]


def refresh_standing(stream: BaseStream, text: str, at: int) -> bool:
    """Touch the standing reflection that says the same, if there is one.

    It is recorded as a retrieval with the purpose ``refresh``, so that its last access survives like any other.
    """
    limit = stream.preset.duplicate
    if limit is None or not stream.has("reflection"):
        return False
    near = stream.retrieve(text, at, 1, (0.0, 0.0, 1.0), ("reflection",), touch=False, cold=True)
    same = [hit for hit in near if hit.relevance >= limit and alike(hit.memory.text, text)]
    if not stream.embedder.dim:
        same = _same_words(stream, text, at)
    if not same:
        return False
    stream.record(text, at, "refresh", same)
    return True


def plain(text: str) -> str:
    """Words alone, for comparing."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def alike(one: str, other: str) -> bool:
    """Whether two texts use the words they share in the same order: vectors take `Mara trusts Ivo` for `Ivo trusts Mara`."""
    first, second = plain(one).split(), plain(other).split()
    return [word for word in first if word in second] == [word for word in second if word in first]


def _same_words(stream: BaseStream, text: str, at: int) -> list[Hit]:
    """Without vectors, the same insight is the one in the same words."""
    words = plain(text)
    same = [memory for memory in stream if memory.kind == "reflection" and plain(memory.text) == words]
    standing = _standing(same, at)[:1]
    return [Hit(memory, 0.0, memory.importance or 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0) for memory in standing]


def _standing(memories: Sequence[Memory], at: int) -> list[Memory]:
    return [memory for memory in memories if memory.expires is None or memory.expires > at]
