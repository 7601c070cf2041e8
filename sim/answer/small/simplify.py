"""A question told plainly: everybody in the person in which the reply will speak of them, and nothing that only distracts.

A small mind of our own repeats what its prompt says, word for word, and cannot tell who of three speakers ``I`` is. So a line
that may teach it something is told in the third person; in a talk and an interview it is told of itself in the first and what
others say in the third. What is asked in an interview is put beside what bears on it; who speaks sees
those gatherings that are to be told or spoken of, and who plans a day sees them as entries of a plan, not among the memories.
A few memories and the last lines of a talk are enough, and a name where it does not matter who one is; of whom one meets it
is told what decides (``reactions.sized_up``), what it cannot know is put beside (``ideas``), and all of it in shorthand.
Its training shows the same. Pure functions; knows nothing of models, nor of dealing a question out (``portions``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sim.answer.scripted.interviews import OF_FACT, asked_for
from sim.answer.scripted.meeting import tells_of, with_news
from sim.answer.scripted.reactions import sized_up
from sim.answer.scripted.reflections import CITED, findings
from sim.answer.small.suggestions import USUAL, ideas
from sim.language.banks import open_banks
from sim.language.hearing import SPEAKING
from sim.language.occasions import occasion_of
from sim.language.persons import first_person, third_person
from sim.language.same_subject import same_matter
from sim.language.text import FULL_NAME, TIMETABLE, sentences, stems
from sim.prompts import Question
from sim.prompts.question import Card

SPOKEN = ("say", "answer")
PLANNED = ("plan", "replan")
HOURS = ("age", "wakes", "sleeps")
NAMED = ("rate", "recap", "learn", "observe", "queries", "merge", "steps", "state", "icon", "place", "say", "insights",
         "questions", "condense", "relation", "summary", "focus")  # fmt: skip
CARD: Mapping[str, tuple[str, ...]] = {**dict.fromkeys(NAMED, ()), "react": ("traits",), "plan": HOURS, "replan": HOURS}
"""What matters of who one is, besides the name, by task; in others all of it."""
TIMELESS = frozenset({"react", "insights", "questions", "condense", "relation", "focus", "summary", "steps", "answer_choice",
                      "answer_scale", "recap", "merge", "observe", "queries"})  # fmt: skip
"""Tasks to which it does not matter what time it is."""
TOLD = ("observe", "queries", "merge", "recap")
"""Tasks whose matter stands in what is shown of the script's proposals."""
REST = 3
"""Memories beside a question that none of them bears on."""
LINES = 4
"""Lines of a talk that whoever speaks is shown at most, the last ones: what there is to say takes account of all."""
SHOWN = {"say": 2, "plan": 0, "replan": 0, "relation": 3, "summary": 0, "focus": 3, "questions": 0,
         "answer_choice": 4, "answer_scale": 4}  # fmt: skip
"""Memories that a task shows at most, those first that name whom it is about; a timetable is longer than all of them."""


def plain(q: Question) -> Question:
    """``q`` as a small mind is shown it."""
    q = replace(to_the_point(_with_ideas(q)), short=True)
    q = sized_up(q) if q.task == "react" else q
    q = replace(q, card=_card(q)) if q.task in CARD else q
    q = replace(q, now="") if q.task in TIMELESS else q
    if q.task == "condense":
        q = replace(q, insights=tuple((text, because[:CITED]) for text, because in findings(q)))
    q = replace(q, text="", conversation=None, memories=(), spare=()) if q.task in TOLD else q
    if q.task == "learn":
        return replace(q, conversation=_retold(q, ""))
    return _spoken(q) if q.task in SPOKEN else q


def _card(q: Question) -> Card:
    known = {part: getattr(q.card, part) for part in CARD[q.task]}
    return Card(q.card.name, q.card.first, **{"wakes": 0, "sleeps": 0, **known})


def _with_ideas(q: Question) -> Question:
    """With what one could say or do, and without news to tell that stands there already."""
    if q.task == "answer" and (_of_fact(q) or _near(q)):
        return replace(q, ideas=())
    could = q.ideas or ideas(to_the_point(q) if q.task == "answer" else q)
    tell = "" if any(tells_of(q, idea) for idea in could if q.tell) else q.tell
    return replace(q, ideas=could, tell=tell, usual=USUAL.get(q.task, ()))


def to_the_point(q: Question) -> Question:
    """Without the memories that only tempt: gatherings that are nobody's business here, and beside an interview's question what
    has no word of it: beside one of fact, or about somebody, nothing else, beside others a few."""
    if q.task == "answer":
        near = _near(q)
        rest = () if _of_fact(q) else tuple(filter(_quiet, q.memories))[:REST]
        return replace(q, memories=near or rest, spare=()) if asked_for(q) else q
    if q.task == "say":
        heard = [q.tell, *q.ideas, *(line for _, line in q.conversation or ())]
        q = replace(q, memories=tuple(m for m in q.memories if _quiet(m) or _concerns(m, heard, q.talking_with)))
    if q.task in PLANNED:
        q = replace(q, memories=tuple(filter(_quiet, q.memories)))
    return replace(q, memories=_foremost(q), spare=()) if q.task in SHOWN else q


def _foremost(q: Question) -> tuple[str, ...]:
    """As many memories as the task shows, in their order: of whom it is about, then the first ones; no timetables."""
    told = " ".join((*q.talking_with, q.about, q.seen, q.new, q.question))
    people = [full for full, _ in q.names.people if full != q.card.name and full in told]
    memories = [text for text in q.memories if TIMETABLE not in text]
    order = sorted(range(len(memories)), key=lambda i: (not any(name in memories[i] for name in people), i))
    return tuple(memories[i] for i in sorted(order[: SHOWN[q.task]]))


def _near(q: Question) -> tuple[str, ...]:
    """The memories that share a word with what an interview asks."""
    asked = asked_for(q)
    return tuple(text for text in q.memories if stems(text) & asked)


def _of_fact(q: Question) -> bool:
    return bool(OF_FACT.match(q.question.strip()) or FULL_NAME.search(q.question[1:]))


def _quiet(text: str) -> bool:
    """Whether a memory announces nothing."""
    return occasion_of(text) is None


def _concerns(text: str, heard: Sequence[str], people: Sequence[str]) -> bool:
    """Whether an announcement has been spoken of, is to be told, or names whom one speaks to."""
    return any(name in text for name in people) or any(same_matter(text, other) for other in heard if other)


def ways_to_show(q: Question) -> Iterator[Question]:
    """How a question may have been shown, by who was asked: the script, a model, a small mind."""
    told = with_news(q, open_banks())
    yield from (told, plain(told), q)


def retold(line: str, speaker: str) -> str:
    """A line of talk with its speaker by name: ``I'm giving a party`` -> ``Ann Vale is giving a party``."""
    return " ".join(": ".join(_named(clause, speaker) for clause in part.split(": ")) for part in sentences(line))


def _named(clause: str, speaker: str) -> str:
    """Each clause for itself, so that it has the name and not ``they``."""
    return third_person(clause, speaker) if SPEAKING.search(clause) else clause


def _retold(q: Question, keeps: str) -> tuple[tuple[str, str], ...] | None:
    """The conversation, all but the lines of ``keeps`` in the third person."""
    return q.conversation and tuple((who, line if who == keeps else retold(line, who)) for who, line in q.conversation)


def _spoken(q: Question) -> Question:
    background = tuple(_mine(text, q) for text in q.card.background)
    card = replace(q.card, background=background, currently=_mine(q.card.currently, q))
    memories, relationship = tuple(_mine(text, q) for text in q.memories), _mine(q.relationship, q)
    talk = _retold(q, q.card.name)
    talk = talk and talk[-LINES:]
    return replace(q, card=card, memories=memories, relationship=relationship, conversation=talk, tell=_mine(q.tell, q))


def _mine(text: str, q: Question) -> str:
    return first_person(text, q.card.name, q.first)
