"""Checks ``unknown`` and ``answered``: whether a resident admits not knowing, and answers what a memory tells.

A question of fact (who, where, when, have you heard) can be answered when a memory or the card has its content words. When none
has more than a third of them, the only true answer is not to know; in between there is no verdict. Whoever is asked about
somebody whom nothing in the prompt names does not know them.
"""

from __future__ import annotations

import re
from typing import Any

from sim.answer.scripted.interview_memories import OF_FACT
from sim.language.text import FULL_NAME, overlap, stems
from sim.prompts import Question, Reply
from sim.prompts.tasks.answer import AnswerOpen, OpenAnswer
from sim.prompts.tasks.answer_choice import AnswerChoice, ChosenAnswer
from sim.training.checks.facts import known_names, people_in, places_in
from sim.training.checks.verdict import Verdict, judged

Interview = AnswerOpen | AnswerChoice
OWN = re.compile(
    r"\b(?:your|yourself|did you last|"
    r"you (?:like|feel|think|want|prefer|live|work|grow|get up|go to bed|do|born|from|sleep|trust))\b",
    re.I,
)
"""Questions about oneself: the card and one's taste answer them."""
ADMITS = re.compile(
    r"\b(?:(?:do not|don['\u2019]t|didn['\u2019]t|did not|wouldn['\u2019]t|cannot|can['\u2019]t|couldn['\u2019]t|could not) "
    r"(?:\w+ )?(?:know|say|tell|remember|recall|think (?:so|I))|"
    r"(?:have not|haven['\u2019]t|hadn['\u2019]t|never) (?:\w+ )?(?:heard|met|been told|seen|come across)|"
    r"no idea|not (?:sure|aware|that I know)|"
    r"nobody (?:has told|told|tells) me|news to me|(?:wish|if) I knew|only be guessing|know nothing|nothing (?:about|of)|"
    r"means nothing|unfamiliar|beats me|haven['\u2019]t the (?:faintest|foggiest)|search me|"
    r"no one (?:has told|told|tells) me|who is (?:that|he|she)\b|first (?:I['\u2019]ve|time I) hear)",
    re.I,
)
"""How people say that they do not know."""
LITTLE = 0.34
"""Share of a question's content words up to which a text that has them is about something else."""
USED = 0.3
"""Overlap of an answer with the memory it should rest on."""
_YES = stems("yes no well")
_ASKED = stems(
    """
    know heard hear tell remember happen happened think anything aware going lately please recently today something who when
    where what which time day place start begin held called anybody anyone there true many much new town take soon last night
    talk behind met organise organize week morning afternoon evening
    """
)


def unknown(q: Question[Any], reply: Reply) -> Verdict | None:
    """One case per question of fact that nothing in the prompt answers: the reply must say so."""
    if not isinstance(q, Interview) or not _open(q) or not (_stranger(q) or (_factual(q) and _held(q) <= LITTLE)):
        return None
    if isinstance(reply, ChosenAnswer):
        return judged("" if reply.answer.lower() == "no" else "says yes to what nothing tells")
    said = reply.answer if isinstance(reply, OpenAnswer) else ""
    return judged("" if ADMITS.search(said) or re.match(r"No\b(?! one)", said) else f"{q.question!r} is answered: {said!r}")


def answered(q: Question[Any], reply: Reply) -> Verdict | None:
    """One case per question of fact whose words one memory has: the reply must use that memory."""
    if not (isinstance(q, AnswerOpen) and isinstance(reply, OpenAnswer)) or not _factual(q) or _held(q) < 1:
        return None
    known = [text for text in _sources(q) if _words(q) <= stems(text)]
    used = any(overlap(stems(reply.answer) - _YES, stems(text)) >= USED for text in known)
    return judged("" if used else f"{q.question!r} (known: {known[0]!r}): {reply.answer!r}")


def _open(q: Interview) -> bool:
    """Whether not knowing is among the answers: any text, or yes and no."""
    return isinstance(q, AnswerOpen) or {option.lower() for option in q.among} == {"yes", "no"}


def _stranger(q: Interview) -> bool:
    """Whether the question is about people whom nothing else in the prompt names."""
    asked = people_in(q.question, known_names(q)) - {q.card.name}
    loose = {name for name in FULL_NAME.findall(q.question[1:]) if not places_in(name, known_names(q))} if not asked else set()
    firsts = {name.split(" ")[0] for name in (*asked, *loose)}
    known = " ".join(_sources(q))
    return bool(firsts) and not any(first in known for first in firsts)


def _factual(q: Interview) -> bool:
    return bool(OF_FACT.match(q.question.strip())) and not OWN.search(q.question.strip()) and bool(_words(q))


def _words(q: Interview) -> frozenset[str]:
    """The words of the question that could be known of."""
    return stems(q.question) - _ASKED - stems(q.card.name)


def _sources(q: Interview) -> tuple[str, ...]:
    """All that could tell: memories, card, and the moment."""
    texts = (*q.memories, *q.card.background, q.card.currently, q.doing, q.at)
    return tuple(text for text in texts if text) or ("",)


def _held(q: Interview) -> float:
    """The largest share of the question's words that one source has, 0 to 1."""
    words = _words(q)
    return max(len(words & stems(text)) for text in _sources(q)) / len(words)
