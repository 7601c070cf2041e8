"""Whether a reply fits: its schema and repair (``fits``), and for a model's own words also sense and grounding (``passes``).

Grounded means that every proper name, day and clock time stands in the prompt. Knows the schema subset of
``sim/prompts/shapes.py``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from sim.answer.scripted.acts import act_of
from sim.answer.scripted.fluency import fluent, spelled
from sim.answer.scripted.talk import keys
from sim.language.banks import Banks
from sim.language.statements import chunks
from sim.language.text import WORD, expression, overlap, sentences, stems
from sim.prompts import TASKS, Question, Reply
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
_LINE = frozenset({"say", "recap", "answer", "insights", "summary", "relation", "focus", "merge"})
DOING = frozenset({"plan", "replan", "steps", "state"})
"""Tasks whose replies are made of what is done, in words that there are."""
OFTEN = 2
"""How often a plan, or the steps of a stretch, may hold the same."""
SAID = 0.8
"""Share of a fact's telling words that a talk must have held."""
WHOLE = 5
"""Words from which a sentence is more than a turn of phrase: it is not said twice in a talk."""
PARROT = 0.8
"""Likeness to a line of the talk from which a new one is a parroting of it."""


def fits(q: Question, reply: Reply) -> bool:
    """Whether the reply satisfies the task's schema and needs no repair."""
    return TASKS[q.task].sound(q, reply)


def passes(q: Question, reply: Reply, banks: Banks) -> bool:
    """The checks for a model's own words: fitting, grounded, sensible, not said before and no parroting."""
    if not fits(q, reply):
        return False
    texts = [text for text in _texts(reply) if text]
    if not all(_sensible(text) and grounded(text, q) for text in texts):
        return False
    if q.task == "say":
        line = str(reply["say"])
        fresh = _new_in_talk(line, q) and not _worn(line, q)
        return (
            fresh and _of_one_mind(line, q, banks) and not _takes_over(line, q) and fluent(line, _shown(q), _called(q), banks)
        )
    if q.task == "answer":
        return not _takes_over(str(reply["answer"]), q)
    if q.task in ("recap", "learn"):
        return all(_was_said(str(fact), q) for fact in reply["learned"])
    if q.task == "insights":
        return all(_rests(entry, q) for entry in reply["insights"])
    if q.task in DOING:
        return _varied(reply) and all(spelled(text, _known(q).lower(), _called(q), banks) for text in texts)
    return True


def _varied(reply: Reply) -> bool:
    """Nothing is done more than twice a day, or in a stretch of it."""
    done = Counter(row["activity"] for row in (*reply.get("plan", ()), *reply.get("steps", ())))
    return max(done.values(), default=0) <= OFTEN


def _shown(q: Question) -> list[str]:
    """What the prompt shows that a line may take up."""
    return [*q.memories, *(line for _, line in q.conversation or ()), q.card.currently, *q.card.background, q.doing]


def _called(q: Question) -> list[str]:
    """Every name a line may hold."""
    return [*q.names.me, *(name for pair in q.names.people for name in pair), *q.names.places]


def _texts(value: Any) -> Iterable[str]:
    """Every string of a reply that is not a clock time."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in ("start", "place", "object", "icon"):
                yield from _texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _texts(inner)


def _sensible(text: str) -> bool:
    """No slots or markup left, no word thrice in a row, no doubled name, more words than repetitions."""
    if re.search(r"[{}<>\[\]|\\]|\.\.\.\.|\?\?|  ", text) or re.search(r"\b(\w+)(?: \1\b){1,}", text, re.I):
        return False
    words = [word.lower() for word in WORD.findall(text)]
    return bool(words) and len(set(words)) * 2 >= len(words)


def grounded(text: str, q: Question) -> bool:
    """Every name, day and time of the text stands in the prompt, and no name grows out of another word."""
    known = _known(q)
    if any(expression(rf"\w{re.escape(name)}").search(text) for name in _called(q) if name[:1].isupper()):
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


def _known(q: Question) -> str:
    """All that the prompt shows, as one text."""
    card = q.card
    names = [part for pair in (q.names.me, *q.names.people) for part in pair]
    talk = [part for pair in q.conversation or () for part in pair]
    found = [text for text, _ in q.insights]
    mine = (card.name, card.first, *card.background, card.currently, *names, *q.names.places)
    day = (q.now, q.yesterday, q.at, q.doing, q.seen, *q.plan, *q.fixed, *q.open, q.new)
    now = (*day, *q.talking_with, q.relationship, *q.memories, *talk)
    asked = (*q.events, *q.statements, *found, q.text, q.question, q.about, *q.options, *q.places, *q.objects)
    return "\n".join((*mine, *now, *asked, q.activity, q.object))


def _was_said(fact: str, q: Question) -> bool:
    """Whether the others said it: their lines hold its words, and name whomever it names or are said by them."""
    lines = [(who, line) for who, line in q.conversation or () if who != q.card.name]
    said = " ".join(f"{who} {line}" for who, line in lines)
    named = [full for full, first in q.names.people if full in fact and full not in said and first not in said]
    words = stems(fact) - stems(" ".join(WEEKDAYS))
    return not named and bool(words) and len(words & stems(f"{said} {q.card.name}")) >= SAID * len(words)


def _rests(entry: Mapping[str, Any], q: Question) -> bool:
    """Whether an insight has something of each statement that it cites, and all others whom it names are in them."""
    insight, cited = str(entry["insight"]), [q.statements[n - 1] for n in entry["because"]]
    named = [full for full, _ in (q.names.me, *q.names.people) if full in insight]
    others = [full for full in named if full != q.card.name]
    words = stems(insight) - stems(" ".join(named))
    near = all(any(full in text for full in others or named) or words & stems(text) for text in cited)
    return near and all(any(full in text for text in cited) for full in others)


def _worn(line: str, q: Question) -> bool:
    """Whether a whole sentence of a line was said in this talk, by anybody, or half of its words are sentences that one said on
    other occasions (``extra["said"]``)."""
    here = {key for _, said in q.conversation or () for key in keys(said)}
    before = here.union(*(keys(said) for said in q.extra.get("said", ())))
    parts = list(zip(sentences(line), keys(line), strict=True))
    again = any(key in here and len(part.split()) >= WHOLE for part, key in parts)
    return again or sum(len(key) for _, key in parts if key in before) * 2 >= sum(len(key) for _, key in parts) > 0


def _of_one_mind(line: str, q: Question, banks: Banks) -> bool:
    """Whether a line greets once at most, besides giving one's name, and says one of yes, no and perhaps."""
    done = [act_of(text, banks) for text, _ in chunks(line, banks) if q.first not in text]
    return done.count("greet") <= 1 and len({"accept", "decline", "unsure"} & set(done)) <= 1


def _takes_over(line: str, q: Question) -> bool:
    """Whether the line calls one's own what, as far as one knows, somebody else gives."""
    mine = [text for text in (*q.memories, q.card.currently, *q.card.background) if text.startswith((q.card.name, q.first))]
    mine += [said for who, said in q.conversation or () if who == q.card.name]
    others = [text for text in q.memories if text not in mine]
    others += [said for who, said in q.conversation or () if who != q.card.name]
    for called in _MINE.findall(line):
        what = stems(_WHERE.split(called)[0])
        if any(what <= stems(text) for text in others) and not any(what <= stems(text) for text in mine):
            return True
    return False


def _new_in_talk(line: str, q: Question) -> bool:
    """Not said, nearly said, or merely handed back, nor anything in it twice; long enough to mean something, and not another's
    words about oneself."""
    if len(set(keys(line))) < len(keys(line)):
        return False
    words = stems(line)
    for _, earlier in q.conversation or ():
        if line.strip().lower() == earlier.strip().lower():
            return False
        if min(len(words), len(stems(earlier))) >= 3 and overlap(words, stems(earlier)) >= PARROT:
            return False
    if re.match(rf"^(?:{re.escape(q.card.name)}|{re.escape(q.first)}) ?:", line):
        return False
    return 2 <= len(line.split()) <= 45
