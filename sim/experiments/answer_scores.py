"""Lexical scores of interview answers: right, grounded, answered, coherent with the plan, repetitive, consistent.

They need no human, and can be compared only between the conditions of one experiment.
"""

from __future__ import annotations

from sim.analysis.claims import Knowledge, knowledge_of
from sim.analysis.lexical import IGNORANCE, claims, content_words, ngrams
from sim.analysis.run_context import RunContext
from sim.experiments.ablation_questions import WITH_TRUTH, AblationQuestion

BELIEVABILITY = "believability"
SCORES = {
    BELIEVABILITY: "share of the true answer where the run holds it; elsewhere 0 for no answer, else what is grounded",
    "foresight": "questions about an hour of today: share of the telling words of what is planned for it",
    "agreement": "questions about what was agreed with somebody: share of the telling words of the agreement",
    "insight": "questions about somebody of whom one has concluded something: share of the telling words that are new in it",
    "grounded": "share of an answer's claims that a memory or the card holds",
    "answered": "1 unless the answer only says that one does not know",
    "plan coherence": "questions about plans: the largest share of a planned stretch's telling words in the answer",
    "repetition": "share of 4 words in a row that the resident has used in an earlier answer (lower is better)",
    "consistency": "telling words that two answers to the same question share, of all in either",
}
"""Score -> what it is, for the report."""
NGRAM = 4


class Scorer:
    """Scores the answers of a town under a condition, in the order in which they were given (for repetition)."""

    def __init__(self, context: RunContext) -> None:
        self.context = context
        self._known: dict[str, Knowledge] = {}
        self._used: dict[str, set[tuple[str, ...]]] = {}
        self._plans: dict[str, list[frozenset[str]]] = {}

    def scores(self, asked: AblationQuestion, answer: str, others: list[str]) -> dict[str, float | None]:
        """Every score of ``SCORES``; None if it does not apply. ``others`` are repeated answers to the same question."""
        grounded = self._grounded(asked.resident, answer)
        answered = 0.0 if IGNORANCE.search(answer) and not claims(answer) else 1.0
        right = _right(asked, answer) if asked.category in WITH_TRUTH else None
        return {
            BELIEVABILITY: right if right is not None else answered * (1.0 if grounded is None else grounded),
            **{name: right if asked.category == name else None for name in WITH_TRUTH},
            "grounded": grounded,
            "answered": answered,
            "plan coherence": self._coherence(asked.resident, answer) if asked.category == "plans" else None,
            "repetition": self._repetition(asked.resident, answer),
            "consistency": _same(answer, others),
        }

    def _grounded(self, slug: str, answer: str) -> float | None:
        if slug not in self._known:
            memories = self.context.memories[slug]
            self._known[slug] = knowledge_of(self.context.residents[slug], (memory.text for memory in memories))
        made = claims(answer)
        return sum(not self._known[slug].unsupported(claim) for claim in made) / len(made) if made else None

    def _coherence(self, slug: str, answer: str) -> float | None:
        if slug not in self._plans:
            blocks = self.context.run.plan(slug, self.context.last_tick)
            self._plans[slug] = [words for block in blocks if (words := content_words(block.activity))]
        said = content_words(answer)
        return max((len(words & said) / len(words) for words in self._plans[slug]), default=None)

    def _repetition(self, slug: str, answer: str) -> float | None:
        found, used = ngrams(answer, NGRAM), self._used.setdefault(slug, set())
        again = sum(gram in used for gram in found) / len(found) if found else None
        used.update(found)
        return again


def _right(asked: AblationQuestion, answer: str) -> float:
    return len(asked.truth & content_words(answer)) / len(asked.truth)


def _same(answer: str, others: list[str]) -> float | None:
    """The mean Jaccard overlap of content words; two answers without any are equal if their texts are."""
    if not others:
        return None
    return sum(_jaccard(answer, other) for other in others) / len(others)


def _jaccard(a: str, b: str) -> float:
    first, second = content_words(a), content_words(b)
    return len(first & second) / len(first | second) if first | second else float(a == b)
