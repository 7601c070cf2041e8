"""The interview questions of the ablation: five in each of the paper's five categories, in our own words, and some whose true
answer the run holds.

``{known}`` is a resident with whom the asked resident has a relationship from the start, ``{other}`` any other. Both are drawn
by resident and seed, so that every condition asks the same questions. True answers are what today's plan says of an hour, what
was agreed with another resident, and what was concluded about another resident: each needs that part of memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from sim.analysis.lexical import content_words
from sim.analysis.run_context import RunContext
from sim.dice import dice

BANK = Path(__file__).resolve().parents[2] / "assets" / "banks" / "ablation.yaml"
CATEGORIES: dict[str, list[str]] = yaml.safe_load(BANK.read_text(encoding="utf-8"))
"""Category -> its questions."""
WITH_TRUTH = ("foresight", "agreement", "insight")
"""Categories of questions whose true answer the run holds."""
_AGREED = re.compile(r"\bplans to (?P<how>meet|go to|come to)\b")


@dataclass(frozen=True, slots=True)
class AblationQuestion:
    """A question to a resident. ``truth``: the telling words of the true answer; none where the run does not hold it."""

    resident: str
    category: str
    question: str
    truth: frozenset[str] = frozenset()


def questions_for(context: RunContext, slug: str) -> list[AblationQuestion]:
    """All questions to a resident, with the names filled in."""
    resident = context.residents[slug]
    everybody = [other for other in context.residents if other != slug]
    friends = [other for other in everybody if other in resident.relationships] or everybody
    strangers = [other for other in everybody if other not in friends] or everybody
    names = {"known": _drawn(context, slug, "known", friends), "other": _drawn(context, slug, "other", strangers)}
    texts = [(category, text.format(**names)) for category, questions in CATEGORIES.items() for text in questions]
    return [*(AblationQuestion(slug, category, text) for category, text in texts), *_with_truth(context, slug)]


def _with_truth(context: RunContext, slug: str) -> Iterator[AblationQuestion]:
    """Questions with a true answer: about two hours of the plan where residents plan, and about the last agreement and the last
    two conclusions about another resident, where there are any."""
    blocks = context.run.plan(slug, context.last_tick)[:-1] if context.scenario.rules.plan else []
    for i in dice(context.scenario.seed, slug, "foresight").permutation(len(blocks))[:2]:
        block, middle = blocks[int(i)], (blocks[int(i)].start + blocks[int(i)].end) // 2
        hour = middle if block.end - block.start < 7200 else middle // 3600 * 3600
        minutes = context.clock.minutes(hour)
        truth = content_words(block.activity)
        yield AblationQuestion(slug, "foresight", f"What do you do at {minutes // 60:02}:{minutes % 60:02} today?", truth)
    own = {content for word in context.residents[slug].name.split() for content in content_words(word)}
    memories = context.memories[slug]
    for memory in [m for m in memories if m.kind == "plan" and _AGREED.search(m.text)][-1:]:
        agreed, whom = _AGREED.search(memory.text), next((name for name in _others(context, slug) if name in memory.text), "")
        meets = agreed is not None and agreed["how"] == "meet"
        truth = content_words(memory.text) - content_words(f"{whom if meets else ''} plans to meet go come at on") - own
        if truth and (whom or not meets):
            asked = f"When and where do you plan to meet {whom}?" if meets else "What have you agreed to go to, when and where?"
            yield AblationQuestion(slug, "agreement", asked, truth)
    texts = {memory.n: memory.text for memory in memories}
    concluded = [m for m in memories if m.kind == "reflection"]
    about = [(m, next((name for name in _others(context, slug) if name in m.text), "")) for m in concluded]
    for memory, whom in [row for row in about if row[1]][-2:]:
        said = frozenset().union(*(content_words(texts.get(n, "")) for n in memory.evidence))
        truth = content_words(memory.text) - said - own
        if truth:
            yield AblationQuestion(slug, "insight", f"What do you think of {whom}?", truth)


def _others(context: RunContext, slug: str) -> list[str]:
    return [resident.name for other, resident in context.residents.items() if other != slug]


def _drawn(context: RunContext, slug: str, purpose: str, among: list[str]) -> str:
    if not among:
        return context.name(slug)
    return context.name(among[int(dice(context.scenario.seed, slug, purpose).integers(len(among)))])
