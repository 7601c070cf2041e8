"""LLM memory stream (seed document 002) over our stream: insights as numbered text with citations, and its two steps of
reflection.

Preset ``llm-stream``. Where the document leaves something open: nothing is retrieved twice, citations name memories of the
stream (its own example cites rows of one retrieval), and a filter is parsed, not evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sim.memory.reflect import Insight, Thinker, condensing
from sim.memory.stream import MemoryStream
from sim.prompts import Asking, ask
from sim.prompts.tasks.insights import InferInsights
from sim.prompts.tasks.questions import AskFocalPoints

Insights = list[tuple[str, list[int]]]

_LINE = re.compile(r"^\s*(?:\d+\s*[.)]|[-*\u2022])\s*(.*?)\s*[\[(【]([\d\s,;、，`]+)[\])】]\s*\.?\s*$")


def parse_insights(text: str) -> Insights:
    """Lines such as ``1. insight [7, 52]`` as (insight, cited numbers). Lines without citations are left out; each number is
    kept once."""
    found = []
    for line in text.splitlines():
        match = _LINE.match(line)
        cited = [int(n) for n in dict.fromkeys(re.findall(r"\d+", match.group(2)))] if match else []
        if match and match.group(1) and cited:
            found.append((match.group(1), cited))
    return found


def write_insights(insights: Sequence[tuple[str, Sequence[int]]]) -> str:
    """The text that ``parse_insights`` reads."""
    return "\n".join(f"{i}. {text} [{', '.join(map(str, cited))}]" for i, (text, cited) in enumerate(insights, 1))


def condense_insights(thinker: Thinker, text: str) -> Asking[str]:
    """A numbered list condensed to at most five insights, citations kept."""
    shown = [Insight(words, tuple(cited)) for words, cited in parse_insights(text)]
    if not shown:
        return ""
    condensed = yield from condensing(thinker, shown)
    return write_insights([(insight.text, insight.because) for insight in condensed])


def generate_insight(
    stream: MemoryStream, thinker: Thinker, context_window: int = 15, threshold: float = 3.0
) -> Asking[tuple[list[str], list[Insights]] | None]:
    """The questions, and per question its condensed insights; None while the importance of the last ``context_window`` memories
    is below ``threshold``."""
    recent = stream.recent(context_window)
    if not recent or stream.preset.own(sum(memory.importance or 0.0 for memory in recent)) < threshold:
        return None
    who = thinker.asking("focal points", 0)
    reply = yield from ask(AskFocalPoints(**who, memories=tuple(m.text for m in recent), count=3))
    questions = list(dict.fromkeys(reply.questions))
    insights = []
    for index, question in enumerate(questions):
        insights.append((yield from _answered(stream, thinker, index, question)))
    return questions, insights


def generate_reflection(stream: MemoryStream, insights: Sequence[Insights], at: int) -> MemoryStream:
    """Store every insight as a reflection with its evidence, unrated, so that ``rating`` asks for its importance."""
    for found in insights:
        for text, cited in found:
            stream.add(text, "reflection", at, evidence=[n for n in cited if n in stream])
    return stream


def _answered(stream: MemoryStream, thinker: Thinker, index: int, question: str) -> Asking[Insights]:
    """One question's insights, from the memories whose relevance to it is above one half."""
    hits = stream.retrieve(question, thinker.at, purpose="insights", where="relevance > 0.5")
    if not hits:
        return []
    texts = tuple(hit.memory.text for hit in hits)
    who = thinker.asking("insights", index)
    reply = yield from ask(InferInsights(**who, statements=texts, question=question, count=5))
    numbers = [hit.memory.n for hit in hits]
    found = [
        Insight(row.insight, tuple(numbers[i - 1] for i in row.because if 1 <= i <= len(numbers))) for row in reply.insights
    ]
    condensed = yield from condensing(thinker, found)
    return [(insight.text, list(insight.because)) for insight in condensed]
