"""Prompt simplification: everybody in the person in which the reply will speak of them, and nothing that distracts.

A small mind repeats what its prompt says, word for word, and cannot tell which of three speakers ``I`` is. So:
- A line that may teach it something is told in the third person. In a talk and an interview it is told of itself in the first
  person, and of what others say in the third.
- Beside an interview's question stand the memories that bear on it. Who speaks sees only the gatherings that are to be told or
  spoken of. Who plans a day sees gatherings as entries of a plan, not among the memories.
- A few memories and the last lines of a talk are shown, and only a name where it does not matter who one is. Of whom one meets
  the prompt says what decides (``reactions.sized_up``).
The training shows the same. Pure functions; knows nothing of models, nor of splitting a question up (``decomposition``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

from sim.answer.scripted.english.gatherings import gathering_of
from sim.answer.scripted.english.grammatical_person import first_person
from sim.answer.scripted.english.same_topic import same_topic
from sim.answer.scripted.english.statements import SPEAKING
from sim.answer.scripted.english.third_person import third_person
from sim.answer.scripted.interview_memories import OF_FACT, asked_for
from sim.answer.scripted.news_to_tell import tells_of
from sim.answer.scripted.reactions import sized_up
from sim.answer.scripted.reflections import CITED, findings
from sim.answer.tiny.shown import Shown
from sim.answer.tiny.suggestions import USUAL, suggestions
from sim.language.text import FULL_NAME, TIMETABLE, sentences, stems
from sim.prompts import Card, Question, TalkQuestion
from sim.prompts.planning import PlanQuestion
from sim.prompts.tasks.answer import AnswerOpen
from sim.prompts.tasks.answer_choice import AnswerChoice
from sim.prompts.tasks.answer_scale import AnswerScale
from sim.prompts.tasks.condense import CondenseInsights
from sim.prompts.tasks.learn import LearnFromLine
from sim.prompts.tasks.react import React
from sim.prompts.tasks.relation import DescribeRelationship
from sim.prompts.tasks.say import Say

Q = TypeVar("Q", bound=Question[Any])
HOURS = ("age", "wakes", "sleeps")
NAMED = ("rate", "recap", "learn", "observe", "queries", "merge", "steps", "state", "icon", "place", "say", "insights",
         "questions", "condense", "relation", "summary", "focus")  # fmt: skip
CARD: Mapping[str, tuple[str, ...]] = {**dict.fromkeys(NAMED, ()), "react": ("traits",), "plan": HOURS, "replan": HOURS}
"""What matters of who one is, besides the name, by kind; in others all of it."""
TIMELESS = frozenset({"react", "insights", "questions", "condense", "relation", "focus", "summary", "steps", "answer_choice",
                      "answer_scale", "recap", "merge", "observe", "queries"})  # fmt: skip
"""Kinds to which it does not matter what time it is."""
TOLD = ("observe", "queries", "merge", "recap")
"""Kinds whose matter stands in the suggestions."""
MATTER: Mapping[str, Any] = {"text": "", "conversation": None, "memories": (), "spare": ()}
"""The fields that hold it, and their empty values."""
REST = 3
"""Memories beside an interview's question that none of them bears on."""
LINES = 4
"""Lines of a talk that whoever speaks is shown at most, the last ones: the suggestions take account of all."""
SHOWN = {"say": 2, "plan": 0, "replan": 0, "relation": 3, "summary": 0, "focus": 3, "questions": 0,
         "answer_choice": 4, "answer_scale": 4}  # fmt: skip
"""Memories that a kind shows at most, those first that name whom it is about."""


def simplify(question: Question[Any], given: tuple[str, ...] = ()) -> Shown:
    """``question`` as a small mind is shown it, with the suggestions ``given``, or else the script's."""
    q, could = _with_suggestions(question, given)
    q = to_the_point(q, could)
    q = sized_up(q) if isinstance(q, React) else q
    q = replace(q, card=_card(q)) if q.task in CARD else q
    q = replace(q, now="") if q.task in TIMELESS else q
    if isinstance(q, CondenseInsights):
        q = replace(q, insights=tuple((text, because[:CITED]) for text, because in findings(q)))
    if q.task in TOLD:
        names = {part.name for part in fields(q)}
        q = replace(q, **{name: value for name, value in MATTER.items() if name in names})
    if isinstance(q, LearnFromLine):
        q = replace(q, conversation=_retold(q, ""))
    return Shown(_spoken(q) if isinstance(q, Say | AnswerOpen) else q, could, USUAL.get(q.task, ()))


def _card(q: Question[Any]) -> Card:
    known = {part: getattr(q.card, part) for part in CARD[q.task]}
    return Card(q.card.name, q.card.first, **{"wakes": 0, "sleeps": 0, **known})


def _with_suggestions(q: Q, given: tuple[str, ...]) -> tuple[Q, tuple[str, ...]]:
    """The question without news to tell that the suggestions hold already, and the suggestions."""
    if isinstance(q, AnswerOpen) and (_of_fact(q) or _near(q)):
        return q, ()
    could = given or suggestions(to_the_point(q) if isinstance(q, AnswerOpen) else q)
    if isinstance(q, Say | React) and q.tell and any(tells_of(q, text) for text in could):
        return replace(q, tell=""), could
    return q, could


def to_the_point(q: Q, could: Sequence[str] = ()) -> Q:
    """The question without the memories that only tempt: gatherings that are nobody's business here, and beside an interview's
    question what has no word of it. Beside a question of fact, or about somebody, nothing else stays, beside others a few."""
    if isinstance(q, AnswerOpen):
        near = _near(q)
        rest = () if _of_fact(q) else tuple(filter(_quiet, q.memories))[:REST]
        return replace(q, memories=near or rest, spare=()) if asked_for(q) else q
    if isinstance(q, Say):
        heard = [q.tell, *could, *(line for _, line in q.conversation or ())]
        q = replace(q, memories=tuple(m for m in q.memories if _quiet(m) or _concerns(m, heard, q.talking_with)))
    if isinstance(q, PlanQuestion):
        q = replace(q, memories=tuple(filter(_quiet, q.memories)))
    return replace(q, memories=_foremost(q), spare=()) if q.task in SHOWN else q


def _foremost(q: Question[Any]) -> tuple[str, ...]:
    """As many memories as the kind shows, in their order: of whom it is about, then the first ones; no timetables, which are
    longer than all others together."""
    about = _about(q)
    people = [full for full, _ in q.names.people if full != q.card.name and full in about]
    memories = [text for text in q.memories if TIMETABLE not in text]
    order = sorted(range(len(memories)), key=lambda i: (not any(name in memories[i] for name in people), i))
    return tuple(memories[i] for i in sorted(order[: SHOWN[q.task]]))


def _about(q: Question[Any]) -> str:
    """Where the question says whom it is about."""
    if isinstance(q, Say):
        return " ".join(q.talking_with)
    if isinstance(q, AnswerChoice | AnswerScale):
        return q.question
    if isinstance(q, PlanQuestion):
        return q.new
    return q.about if isinstance(q, DescribeRelationship) else ""


def _near(q: AnswerOpen) -> tuple[str, ...]:
    """The memories that share a word with what an interview asks."""
    asked = asked_for(q)
    return tuple(text for text in q.memories if stems(text) & asked)


def _of_fact(q: AnswerOpen) -> bool:
    return bool(OF_FACT.match(q.question.strip()) or FULL_NAME.search(q.question[1:]))


def _quiet(text: str) -> bool:
    """Whether a memory announces nothing."""
    return gathering_of(text) is None


def _concerns(text: str, heard: Sequence[str], people: Sequence[str]) -> bool:
    """Whether an announcement has been spoken of, is to be told, or names whom one speaks to."""
    return any(name in text for name in people) or any(same_topic(text, other) for other in heard if other)


def retold(line: str, speaker: str) -> str:
    """A line of talk with its speaker by name: ``I'm giving a party`` -> ``Ann Vale is giving a party``."""
    return " ".join(": ".join(_named(clause, speaker) for clause in part.split(": ")) for part in sentences(line))


def _named(clause: str, speaker: str) -> str:
    """Each clause for itself, so that it has the name and not ``they``."""
    return third_person(clause, speaker) if SPEAKING.search(clause) else clause


def _retold(q: TalkQuestion[Any] | AnswerOpen, keeps: str) -> tuple[tuple[str, str], ...] | None:
    """The conversation, all but the lines of ``keeps`` in the third person."""
    return q.conversation and tuple((who, line if who == keeps else retold(line, who)) for who, line in q.conversation)


def _spoken(q: Say | AnswerOpen) -> Say | AnswerOpen:
    """Oneself in the first person, others' lines in the third."""
    background = tuple(_mine(text, q) for text in q.card.background)
    card = replace(q.card, background=background, currently=_mine(q.card.currently, q))
    memories = tuple(_mine(text, q) for text in q.memories)
    talk = _retold(q, q.card.name)
    talk = talk and talk[-LINES:]
    if isinstance(q, AnswerOpen):
        return replace(q, card=card, memories=memories, conversation=talk)
    relationship, tell = _mine(q.relationship, q), _mine(q.tell, q)
    return replace(q, card=card, memories=memories, relationship=relationship, conversation=talk, tell=tell)


def _mine(text: str, q: Question[Any]) -> str:
    return first_person(text, q.card.name, q.first)
