"""Scores of interview answers that need no human: grounded, answered, coherent with the plan, repeated, consistent.

All lexical, each with its rule below, each comparable only between conditions of one experiment.
"""

from __future__ import annotations

from sim.analysis.claims import Knowledge, knowledge
from sim.analysis.setting import Setting
from sim.analysis.words import IGNORANT, claims, grams, telling
from sim.experiments.questions import Posed

SCORES = {
    "grounded": "share of an answer's claims that a memory or the card holds",
    "answered": "1 unless the answer only says that one does not know",
    "plan coherence": "questions about plans: the largest share of a planned stretch's telling words in the answer",
    "repetition": "share of 4 words in a row that the resident has used in an earlier answer (lower is better)",
    "consistency": "telling words that two answers to the same question share, of all in either",
}
"""Score -> what it is, for the report."""
WORDS = 4


class Scorer:
    """Scores the answers of one town under one condition, in the order in which they are given (repetition needs it)."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._known: dict[str, Knowledge] = {}
        self._used: dict[str, set[tuple[str, ...]]] = {}
        self._plans: dict[str, list[frozenset[str]]] = {}

    def scores(self, asked: Posed, answer: str, others: list[str]) -> dict[str, float | None]:
        """Every score of ``SCORES``; None where it does not apply. ``others`` are answers to the same question again."""
        return {
            "grounded": self._grounded(asked.resident, answer),
            "answered": 0.0 if IGNORANT.search(answer) and not claims(answer) else 1.0,
            "plan coherence": self._coherence(asked.resident, answer) if asked.category == "plans" else None,
            "repetition": self._repetition(asked.resident, answer),
            "consistency": _same(answer, others),
        }

    def _grounded(self, slug: str, answer: str) -> float | None:
        if slug not in self._known:
            memories = self.setting.memories[slug]
            self._known[slug] = knowledge(self.setting.people[slug], (memory.text for memory in memories))
        made = claims(answer)
        return sum(self._known[slug].supports(claim) for claim in made) / len(made) if made else None

    def _coherence(self, slug: str, answer: str) -> float | None:
        if slug not in self._plans:
            blocks = self.setting.run.plan(slug, self.setting.last)
            self._plans[slug] = [words for block in blocks if (words := telling(block.activity))]
        said = telling(answer)
        return max((len(words & said) / len(words) for words in self._plans[slug]), default=None)

    def _repetition(self, slug: str, answer: str) -> float | None:
        found, used = grams(answer, WORDS), self._used.setdefault(slug, set())
        again = sum(gram in used for gram in found) / len(found) if found else None
        used.update(found)
        return again


def _same(answer: str, others: list[str]) -> float | None:
    """The mean overlap of telling words (Jaccard); two answers without any are the same if their text is."""
    if not others:
        return None
    return sum(_jaccard(answer, other) for other in others) / len(others)


def _jaccard(a: str, b: str) -> float:
    first, second = telling(a), telling(b)
    return len(first & second) / len(first | second) if first | second else float(a == b)
