"""Whether a reply fits: its schema and repair (``fits``), and for a model's own words also sense and grounding (``passes``).

Grounded means that every proper name, day and clock time stands in the prompt.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from sim.answer.scripted.dialogue_acts import act_of
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.statements import chunks
from sim.answer.scripted.fluency import fluent, spelled
from sim.language.text import WORD, expression, overlap, sentence_keys, sentences, stems
from sim.prompts import Question, Reply, TalkQuestion
from sim.prompts.planning import DayPlan
from sim.prompts.question import R
from sim.prompts.tasks.answer import OpenAnswer
from sim.prompts.tasks.insights import InferInsights, InsightRow, Insights
from sim.prompts.tasks.learn import Learned
from sim.prompts.tasks.recap import TalkSummary
from sim.prompts.tasks.say import Say, Utterance
from sim.prompts.tasks.state import ObjectState
from sim.prompts.tasks.steps import Decomposition
from sim.world.clock import MONTHS, WEEKDAYS

_CAPITAL = re.compile(r"(?<![.!?:]\s)(?<![.!?:]['\"]\s)(?<!^)(?<!['\"\u201c])\b[A-Z][\w'\u2019-]*")
_TIME = re.compile(r"\b\d{1,2}(?::\d\d)?(?= ?[ap]m\b)|\b\d{1,2}:\d\d\b")
_FREE = frozenset(
    {
        "I",
        "I'm",
        "I've",
        "I'll",
        "I'd",
        "God",
        "Oh",
        "OK",
        "Mr",
        "Mrs",
        "Ms",
        "Dr",
        "Miss",
        "Sir",
        "Madam",
        "English",
        "Christmas",
        "Easter",
    }
)
_MINE = re.compile(
    r"\bI(?:'m| am) (?:hosting|giving|holding|throwing|organi[sz]ing|planning|putting on|having) an? ([^.!?]+)", re.IGNORECASE
)
_WHERE = re.compile(r" (?:at|on|in|this|next|today|tonight|tomorrow)\b")
_CHOSEN = frozenset({"start", "place", "object", "icon"})
"""Fields of replies whose texts are chosen, not written."""
_NO_GROUND = frozenset({"purpose", "setting", "telling", "tell", "traits", "range_words"})
"""Fields of questions that do not ground a text: they are not shown, state no facts, or only repeat a memory (``tell``)."""
OFTEN = 2
"""How often a plan, or the steps of a stretch, may hold the same."""
SAID = 0.8
"""Share of a fact's telling words that a talk must have held."""
WHOLE = 5
"""Words from which a sentence is more than a turn of phrase: it is not said twice in a talk."""
PARROT = 0.8
"""Likeness to a line of the talk from which a new one is a parroting of it."""


def passes(q: Question[R], reply: R, banks: Banks) -> bool:
    """The checks for a model's own words: fitting, grounded, sensible, not said before and no parroting."""
    if not q.sound(reply):
        return False
    texts = [text for text in _texts(reply, _CHOSEN) if text]
    known = _known(q)
    if not all(_sensible(text) and grounded(text, known, _called(q)) for text in texts):
        return False
    if isinstance(reply, (DayPlan, Decomposition, ObjectState)):
        return _varied(reply) and all(spelled(text, known.lower(), _called(q), banks) for text in texts)
    return _as_its_kind_wants(q, reply, banks)


def _as_its_kind_wants(q: Question[Any], reply: Reply, banks: Banks) -> bool:
    """The checks that only lines of talk, answers, what was learned and insights have to pass."""
    if isinstance(q, Say) and isinstance(reply, Utterance):
        line = reply.say
        fresh = _new_in_talk(line, q) and not _worn(line, q)
        return (
            fresh and _of_one_mind(line, q, banks) and not _takes_over(line, q) and fluent(line, _shown(q), _called(q), banks)
        )
    if isinstance(reply, OpenAnswer):
        return not _takes_over(reply.answer, q)
    if isinstance(q, TalkQuestion) and isinstance(reply, (TalkSummary, Learned)):
        return all(_was_said(fact, q) for fact in reply.learned)
    if isinstance(q, InferInsights) and isinstance(reply, Insights):
        return all(_rests(row, q) for row in reply.insights)
    return True


def _varied(reply: Reply) -> bool:
    """Nothing is done more than twice a day, or in a stretch of it."""
    rows = reply.plan if isinstance(reply, DayPlan) else reply.steps if isinstance(reply, Decomposition) else ()
    done = Counter(row.activity for row in rows)
    return max(done.values(), default=0) <= OFTEN


def _shown(q: Say) -> list[str]:
    """What the prompt shows that a line may take up."""
    return [*q.memories, *(line for _, line in _lines(q)), *q.card.concerns, *q.card.background, q.doing]


def _lines(q: Question[Any]) -> tuple[tuple[str, str], ...]:
    """The talk so far as (full name, line)."""
    return (q.conversation or ()) if isinstance(q, TalkQuestion) else ()


def _called(q: Question[Any]) -> list[str]:
    """Every name a line may hold."""
    return [*q.names.me, *(name for pair in q.names.people for name in pair), *q.names.places]


def _texts(value: object, left_out: frozenset[str]) -> Iterator[str]:
    """Every string in a question or a reply, but for those of the fields ``left_out``."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for inner in value:
            yield from _texts(inner, left_out)
    elif is_dataclass(value):
        for field in fields(value):
            if field.name not in left_out:
                yield from _texts(getattr(value, field.name), left_out)


def _sensible(text: str) -> bool:
    """No slots or markup left, no word thrice in a row, no doubled name, more words than repetitions."""
    if re.search(r"[{}<>\[\]|\\]|\.\.\.\.|\?\?|  ", text) or re.search(r"\b(\w+)(?: \1\b){1,}", text, re.I):
        return False
    words = [word.lower() for word in WORD.findall(text)]
    return bool(words) and len(set(words)) * 2 >= len(words)


def grounded(text: str, known: str, names: Iterable[str]) -> bool:
    """Every name, day and time of the text stands in what is ``known``, and no one of ``names`` grows out of another word."""
    if any(expression(rf"\w{re.escape(name)}").search(text) for name in names if name[:1].isupper()):
        return False
    low = known.lower()
    for word in _CAPITAL.findall(text):
        bare = re.sub(r"['\u2019]s?$", "", word)
        if word not in _FREE and bare not in _FREE and not re.search(rf"\b{re.escape(bare)}\b", known):
            return False
    for day in (*WEEKDAYS, *MONTHS[:4], *MONTHS[5:]):
        if re.search(rf"\b{day}\b", text) and day not in known:
            return False
    return all(time in low for time in _TIME.findall(text))


def _known(q: Question[Any]) -> str:
    """All that the prompt shows, as one text."""
    return "\n".join(_texts(q, _NO_GROUND))


def _was_said(fact: str, q: TalkQuestion[Any]) -> bool:
    """Whether the others said it: their lines hold its words, and name whomever it names or are said by them."""
    lines = [(who, line) for who, line in _lines(q) if who != q.card.name]
    said = " ".join(f"{who} {line}" for who, line in lines)
    named = [full for full, first in q.names.people if full in fact and full not in said and first not in said]
    words = stems(fact) - stems(" ".join(WEEKDAYS))
    return not named and bool(words) and len(words & stems(f"{said} {q.card.name}")) >= SAID * len(words)


def _rests(row: InsightRow, q: InferInsights) -> bool:
    """Whether an insight has something of each statement that it cites, and all others whom it names are in them."""
    insight, cited = row.insight, [q.statements[n - 1] for n in row.because]
    named = [full for full, _ in (q.names.me, *q.names.people) if full in insight]
    others = [full for full in named if full != q.card.name]
    words = stems(insight) - stems(" ".join(named))
    near = all(any(full in text for full in others or named) or words & stems(text) for text in cited)
    return near and all(any(full in text for text in cited) for full in others)


def _worn(line: str, q: Say) -> bool:
    """Whether a whole sentence of a line was said in this talk, by anybody, or half of its words are sentences that one said on
    other occasions (``Telling.said``)."""
    here = {key for _, said in _lines(q) for key in sentence_keys(said)}
    before = here.union(*(sentence_keys(said) for said in q.telling.said))
    parts = list(zip(sentences(line), sentence_keys(line), strict=True))
    again = any(key in here and len(part.split()) >= WHOLE for part, key in parts)
    return again or sum(len(key) for _, key in parts if key in before) * 2 >= sum(len(key) for _, key in parts) > 0


def _of_one_mind(line: str, q: Say, banks: Banks) -> bool:
    """Whether a line greets once at most, besides giving one's name, and says one of yes, no and perhaps."""
    done = [act_of(text, banks) for text, _ in chunks(line, banks) if q.first not in text]
    return done.count("greet") <= 1 and len({"accept", "decline", "unsure"} & set(done)) <= 1


def _takes_over(line: str, q: Question[Any]) -> bool:
    """Whether the line calls one's own what, as far as one knows, somebody else gives."""
    mine = [text for text in (*q.memories, *q.card.concerns, *q.card.background) if text.startswith((q.card.name, q.first))]
    mine += [said for who, said in _lines(q) if who == q.card.name]
    others = [text for text in q.memories if text not in mine]
    others += [said for who, said in _lines(q) if who != q.card.name]
    for called in _MINE.findall(line):
        what = stems(_WHERE.split(called)[0])
        if any(what <= stems(text) for text in others) and not any(what <= stems(text) for text in mine):
            return True
    return False


def _new_in_talk(line: str, q: Say) -> bool:
    """Not said, nearly said, or merely handed back, nor anything in it twice; long enough to mean something, and not another's
    words about oneself."""
    if len(set(sentence_keys(line))) < len(sentence_keys(line)):
        return False
    words = stems(line)
    for _, earlier in _lines(q):
        if line.strip().lower() == earlier.strip().lower():
            return False
        if min(len(words), len(stems(earlier))) >= 3 and overlap(words, stems(earlier)) >= PARROT:
            return False
    if re.match(rf"^(?:{re.escape(q.card.name)}|{re.escape(q.first)}) ?:", line):
        return False
    return 2 <= len(line.split()) <= 45
