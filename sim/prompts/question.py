"""The typed question: who is asked, what is shown to them, and what they may answer with.

A mind yields a ``Question`` and is resumed with a ``Reply``. The fields are exactly what the prompt shows, so a scripted
mind, a test and a trained model all answer from the same facts. Rendering is in ``render``; replies are in ``tasks``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sim.llm.base import Names

Reply = Mapping[str, Any]
"""A parsed reply: the JSON object that the task's shape describes."""


@dataclass(frozen=True, slots=True)
class Card:
    """Who the resident is: the system message. It changes seldom, so it is computed once and reused.

    ``background`` are whole sentences without a full stop; ``wakes`` and ``sleeps`` are minutes after midnight, the same
    where they do not matter.
    """

    name: str
    first: str
    age: int = 0
    traits: tuple[str, ...] = ()
    background: tuple[str, ...] = ()
    currently: str = ""
    wakes: int = 420
    sleeps: int = 1320


@dataclass(frozen=True, slots=True)
class Question:
    """One call. Every field but ``task`` and ``card`` is optional and becomes one labelled line (or list) of the prompt.

    ``options``, ``places``, ``objects``, ``people`` and the numbered ``events`` / ``statements`` are also the enumerations
    that a reply may use. ``minutes`` bounds a plan or a decomposition. ``names`` serve models that read names as pointers.
    ``purpose`` says in a word what the answer is for (shown by the inspector, not by the prompt). ``seed`` makes the answer
    repeatable: derive it with ``sim.dice`` from (run seed, tick, resident, purpose).
    """

    task: str
    card: Card
    names: Names = Names()
    purpose: str = ""
    seed: int = 0
    now: str = ""
    """``Monday, February 13, 2023, 09:05``."""
    yesterday: str = ""
    at: str = ""
    doing: str = ""
    seen: str = ""
    plan: tuple[str, ...] = ()
    """``09:00 serving the breakfast rush (The Copper Kettle)`` lines."""
    fixed: tuple[str, ...] = ()
    """Lines of the same form that a plan has to hold: promises, and what one gives oneself."""
    open: tuple[str, ...] = ()
    """Lines of the same form for what others give today, where one may go."""
    new: str = ""
    talking_with: tuple[str, ...] = ()
    """Full names, the one spoken to first."""
    relationship: str = ""
    memories: tuple[str, ...] = ()
    spare: tuple[int, ...] = ()
    """Which ``memories`` go first, by index, when the context overflows; () for the last one first."""
    conversation: tuple[tuple[str, str], ...] | None = None
    """(full name, line) in order; ``()`` shows ``(not started)``, None shows nothing."""
    tell: str = ""
    """News that whoever is spoken to has not been told yet, as far as one knows, and that one would tell."""
    ideas: tuple[str, ...] = ()
    """What one could say, do or write: knowledge that a small mind has not. Lines of talk and answers may be made of anything,
    days and steps of nothing but these, ``usual`` things and what is known; other replies are one or some of these."""
    usual: tuple[str, ...] = ()
    """What everybody does and nobody has to be shown; never shown."""
    short: bool = False
    """Whether it is asked and answered in shorthand (``shorthand``)."""
    noted: tuple[str, ...] | None = None
    """What was learned of a talk's single lines: what a recap has learned, never shown. None where nobody looked."""
    events: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()
    insights: tuple[tuple[str, tuple[int, ...]], ...] = ()
    text: str = ""
    question: str = ""
    about: str = ""
    options: tuple[str, ...] = ()
    range: tuple[int, int] | None = None
    range_words: tuple[str, str] = ("not at all", "completely")
    places: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    activity: str = ""
    """The block being broken down, or what is done with ``object``."""
    object: str = ""
    start: int = 0
    """Minutes after midnight at which the plan or block begins."""
    minutes: int = 0
    count: int = 3
    """How many questions, insights or queries are wanted."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Whatever a task needs beyond this, as plain data; never shown."""

    @property
    def first(self) -> str:
        return self.card.first
