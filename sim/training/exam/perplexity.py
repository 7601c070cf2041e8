"""How likely a model finds the reference replies: perplexity per token, and bits per character, which compares vocabularies."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sim.answer.guided import Guided
from sim.answer.opening import open_answerer
from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.news_to_tell import with_news
from sim.llm.base import Model, Score, Scored
from sim.training.exam.run_exam import BATCH
from sim.training.exam.statistics import Row, per_unit
from sim.training.example import Example

RULE = "a gold reply, its end counted as a token"


def perplexity(model: Model, examples: Sequence[Example]) -> list[Row]:
    """Two rows over the replies of ``examples``; without a value where the model cannot score."""
    who = open_answerer(model, guided=True)
    assert isinstance(who, Guided)
    register, banks = who.register, open_banks()
    scored: list[tuple[float, int, int]] = []
    for at in range(0, len(examples), BATCH):
        shown = [(register.show(with_news(e.question, banks)), e.reply) for e in examples[at : at + BATCH]]
        asked = [Score(register.prompt(question), (register.write(question, reply),)) for question, reply in shown]
        for request, reply in zip(asked, model.ask(asked), strict=True):
            if isinstance(reply, Scored) and not reply.problem and reply.lengths[0] > 1:
                scored.append((-reply.logprobs[0], reply.lengths[0], len(request.options[0])))
    return rows(scored)


def rows(scored: Sequence[tuple[float, int, int]]) -> list[Row]:
    """From (nats, tokens, characters) of each reply."""
    if not scored:
        return [Row("perplexity of gold replies", None, 0, unit="", rule=RULE)]
    nats = [n for n, _, _ in scored]
    tokens, characters = per_unit(nats, [t for _, t, _ in scored]), per_unit(nats, [c for _, _, c in scored])
    low, high = math.exp(tokens[1]), math.exp(tokens[2])
    bits = [value / math.log(2) for value in characters]
    return [
        Row("perplexity of gold replies", math.exp(tokens[0]), len(scored), low, high, "", None, RULE),
        Row("  bits per character of them", bits[0], len(scored), bits[1], bits[2], "", None, RULE),
    ]
