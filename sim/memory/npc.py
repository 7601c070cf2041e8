"""Long-term memory of a game's characters (seed document 004): prose to observations, talk, recall by several queries,
missions.

Whatever needs a model is a generator of questions; ``npc_store`` keeps the streams. Preset ``npc``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sim.memory.reflect import Thinker, rating, reflecting
from sim.memory.stream import MemoryStream
from sim.prompts import Asking, ask
from sim.prompts.tasks.answer import AnswerOpen
from sim.prompts.tasks.observe import Observe
from sim.prompts.tasks.queries import WriteQueries
from sim.types import Hit, Memory

PIECE_LENGTH = 1200
"""Characters of prose per question: what a small context holds beside its instructions."""


@dataclass(frozen=True)
class Companion:
    """A character on a mission: their stream and who they are."""

    stream: MemoryStream
    thinker: Thinker


def dialogue_text(speaker: str, listener: str, message: str) -> str:
    """How a line of dialogue is remembered."""
    return f"{speaker} said to {listener}: {message}"


def converse(stream: MemoryStream, exchanges: Sequence[tuple[str, str, str]], at: int) -> list[Memory]:
    """Store (speaker, listener, message) rows. They are observations here, as in the document, and get rated."""
    return [stream.add(dialogue_text(*exchange), "observation", at) for exchange in exchanges]


def perceive(thinker: Thinker, prose: str) -> Asking[list[str]]:
    """A backstory or narrative as the observations that this character makes of it."""
    found: list[str] = []
    for index, piece in enumerate(pieces(prose)):
        reply = yield from ask(Observe(**thinker.asking("perspective", index), text=piece))
        found += [text.strip() for text in reply.observations if text.strip()]
    return list(dict.fromkeys(found))


def live_through(stream: MemoryStream, thinker: Thinker, prose: str, source: str = "") -> Asking[list[Memory]]:
    """Store a narrative from the character's perspective, rate it, and reflect when that is due."""
    texts = yield from perceive(thinker, prose)
    made = [stream.add(text, "observation", thinker.at, source=source) for text in texts]
    yield from rate_and_reflect(stream, thinker)
    return [stream[memory.n] for memory in made]


def backstory(stream: MemoryStream, thinker: Thinker, prose: str) -> Asking[list[Memory]]:
    """Store what happened to them before the game."""
    return (yield from live_through(stream, thinker, prose, "backstory"))


def rate_and_reflect(stream: MemoryStream, thinker: Thinker) -> Asking[list[Memory]]:
    """Rate what is new and reflect if it is due; returns the new reflections."""
    yield from rating(stream, replace(thinker, now=""))
    if not stream.due():
        return []
    return (yield from reflecting(stream, thinker))


def recall(stream: MemoryStream, thinker: Thinker, brief: str, count: int = 3, k: int = 5) -> Asking[list[Hit]]:
    """Retrieve with several queries made from one brief and unite the hits: each memory once, with its best hit. A whole brief
    is a poor query, because it is about everything at once."""
    reply = yield from ask(WriteQueries(**thinker.asking("recall", 0), text=brief, count=count))
    best: dict[int, Hit] = {}
    for query in dict.fromkeys(reply.queries[:count]):
        for hit in stream.retrieve(query, thinker.at, k, purpose="recall"):
            if hit.memory.n not in best or hit.score > best[hit.memory.n].score:
                best[hit.memory.n] = hit
    united = sorted(best.values(), key=lambda hit: (-hit.score, hit.memory.n))
    return [replace(hit, rank=rank) for rank, hit in enumerate(united)]


def mission(companions: Mapping[str, Companion], brief: str) -> Asking[tuple[str, dict[str, list[Memory]]]]:
    """Send companions on an errand. Each one recalls what bears on it and tells their part; the parts make one narrative, which
    each one stores from their own perspective. Returns the narrative and what each one stored."""
    parts: list[str] = []
    for companion in companions.values():
        hits = yield from recall(companion.stream, companion.thinker, brief)
        known = tuple(hit.memory.text for hit in hits)
        asked = f"You were away on this errand: {brief} What happened, and what was your part in it?"
        who = companion.thinker.asking("mission", len(parts))
        reply = yield from ask(AnswerOpen(**who, question=asked, memories=known, text=" ".join(parts), about=brief))
        parts.append(f"{companion.thinker.card.name}: {reply.answer}")
    narrative = "\n".join(parts)
    kept = {}
    for name, companion in companions.items():
        kept[name] = yield from live_through(companion.stream, companion.thinker, narrative)
    return narrative, kept


def pieces(prose: str) -> list[str]:
    """Prose in pieces of at most ``PIECE_LENGTH`` characters, cut between sentences where there are any."""
    made: list[str] = []
    for sentence in re.split(r"(?<=[.!?。！？])\s*|\n+", prose.strip()):
        for part in (sentence[i : i + PIECE_LENGTH] for i in range(0, len(sentence), PIECE_LENGTH)):
            if made and len(made[-1]) + len(part) < PIECE_LENGTH:
                made[-1] += f" {part}"
            else:
                made.append(part)
    return [piece for piece in made if piece.strip()]
