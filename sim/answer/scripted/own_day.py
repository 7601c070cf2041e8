"""Answers to questions about one's own day: where one will be at six, the last thing before bed, supper, this evening.

Reads today's plan, which the question carries, and the hours and places of the card. Knows no memories.
"""

from __future__ import annotations

import re

from sim.answer.scripted.self_answers import in_own_words
from sim.language.text import as_clause, capital
from sim.language.time_and_place import read_now
from sim.prompts.planning import clock
from sim.prompts.tasks.answer import AnswerOpen, PlannedHour

_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: n for n, word in enumerate(_WORDS, 1)}
_HOUR = re.compile(
    r"\b(?:at|by|around|about|until|till|towards|after|before) (?:about )?(?P<part>(?:half|(?:a )?quarter) (?:past|to) )?"
    rf"(?P<hour>\d{{1,2}}|{'|'.join(_NUMBERS)})"
    r"(?:[:.](?P<minute>\d\d))? ?(?P<half>[ap]\.?m\b|in the (?:morning|afternoon|evening))?|\b(?P<word>noon|midday|midnight)\b",
    re.I,
)
_ASKS_SELF = re.compile(r"\b(?:you|your|yours|you're|you'll)\b", re.I)
_PLANS = re.compile(
    r"\b(?:where|what|when|how)\b.*\b(?:will|are|do|does|did|were|is|going to|plans?|planned|have|having|spend|eat|thing)\b",
    re.I,
)
_NO_OWN = re.compile(r"\b(?:you (?:know|think|hear|heard|feel|remember)|about|happened|tell me)\b", re.I)
_TIMES = {"this morning": (300, 720), "this afternoon": (720, 1080), "this evening": (1050, 1440), "tonight": (1050, 1440)}
_MEALS = {
    "breakfast": r"\bbreakfast|getting (?:up|ready)|waking up|washing",
    "lunch": r"\blunch",
    "supper": r"\b(?:supper|dinner)",
    "dinner": r"\b(?:supper|dinner)",
}
_REST = re.compile(r"\b(?:will|plans?|planned|going to)\b.*\b(?:today|your day|rest of the day|later|next)\b")
_SERVES = re.compile(r"\b(?:serving|selling|rush)\b")
"""A meal that is for guests."""
_SLEEPS = re.compile(r"^sleep")


def of_own_day(q: AnswerOpen) -> list[str]:
    """Answers out of today's plan and one's habits; none where the question asks for neither."""
    low = q.question.lower()
    if not _ASKS_SELF.search(low) or not _PLANS.search(low) or _NO_OWN.search(low):
        return []
    awake = [entry for entry in q.day if not _SLEEPS.match(entry.activity)]
    if "tomorrow" in low:
        return [_tomorrow(q)]
    if re.search(r"\blast thing\b|\bbefore (?:bed|you (?:go to (?:bed|sleep)|sleep))", low):
        bed = f"I go to bed at {clock(q.card.sleeps)}."
        return [f"{_sentence(awake[-1], q)} Then {as_clause(bed)}" if awake else bed]
    if re.search(r"\bfirst thing\b", low):
        up = f"I get up at {clock(q.card.wakes)}."
        return [f"{up} {_sentence(awake[0], q)}" if awake else up]
    for meal, words in _MEALS.items():
        if re.search(rf"\b{meal}\b", low):
            found = [entry for entry in awake if re.search(words, entry.activity) and not _SERVES.search(entry.activity)]
            return [_was(entry, q) for entry in found[:1]] or [f"I haven't planned any {meal} today."]
    minutes = _asked_hour(q)
    if minutes is not None:
        return [_at(minutes, q)]
    for words, (begin, end) in _TIMES.items():
        if words in low:
            under_way = _current(begin, q)
            found = [entry for entry in awake if begin <= entry.minutes < end] or ([under_way] if under_way else [])
            return [" ".join(_sentence(entry, q) for entry in found[:3])] if found else []
    if re.search(r"\bwhere do you (?:live|work)\b", low):
        place = q.setting.home if "live" in low else q.setting.work
        return [f"I {'live' if 'live' in low else 'work'} at {place}."] if place else []
    if _REST.search(low):
        now = read_now(q.now).minutes
        return [" ".join(_sentence(entry, q) for entry in awake if entry.minutes >= now - 30)[:290].rpartition(".")[0] + "."]
    return []


def _asked_hour(q: AnswerOpen) -> int | None:
    """The time of day that is asked about, in minutes: a bare hour is the one to come, or of what was the last one."""
    match = _HOUR.search(q.question)
    if match is None:
        return None
    if match["word"]:
        return 0 if match["word"].lower() == "midnight" else 720
    hour = _NUMBERS.get(match["hour"].lower()) or int(match["hour"])
    minutes, half = (hour % 24 * 60 + _part(match["part"]) + int(match["minute"] or 0)) % 1440, (match["half"] or "").lower()
    if half:
        return minutes % 720 + (720 if half.startswith("p") or "morning" not in half and not half.startswith("a") else 0)
    now, past = read_now(q.now).minutes, re.search(r"\b(?:were|did|was)\b", q.question, re.I)
    if hour > 12 or match["hour"].startswith("0") or (len(match["hour"]) == 2 and match["minute"]):
        return minutes
    fitting = [one for one in (minutes % 720, minutes % 720 + 720) if (one <= now if past else one >= now)]
    return (fitting[-1] if past else fitting[0]) if fitting else minutes % 720 + 720


def _part(words: str | None) -> int:
    """``half past `` -> 30; minutes."""
    minutes = 30 if words and words.startswith("half") else 15 if words else 0
    return -minutes if words and words.endswith("to ") else minutes


def _current(minutes: int, q: AnswerOpen) -> PlannedHour | None:
    """What the plan has for a time of day; what comes after midnight ends the day."""
    dawn = q.day[0].minutes if q.day else 0
    begun = [entry for entry in q.day if (entry.minutes - dawn) % 1440 <= (minutes - dawn) % 1440]
    return begun[-1] if begun else None


def _at(minutes: int, q: AnswerOpen) -> str:
    entry = _current(minutes, q)
    asleep = (minutes - q.card.sleeps) % 1440 < (q.card.wakes - q.card.sleeps) % 1440
    if asleep or (entry and _SLEEPS.match(entry.activity)):
        return f"At {clock(minutes)} I'm asleep, I hope: from {clock(q.card.sleeps)} to {clock(q.card.wakes)}."
    if entry is None:
        return f"I haven't planned {clock(minutes)} yet."
    return f"At {clock(minutes)} I'm {_where(entry, q)}, {entry.activity}."


def _where(entry: PlannedHour, q: AnswerOpen) -> str:
    return "at home" if entry.place == q.setting.home else f"at {entry.place}"


def _sentence(entry: PlannedHour, q: AnswerOpen) -> str:
    return capital(f"at {clock(entry.minutes)} I'm {_where(entry, q)}, {entry.activity}.")


def _was(entry: PlannedHour, q: AnswerOpen) -> str:
    """An entry as one tells it: as past where its hour is."""
    past = entry.minutes < read_now(q.now).minutes and re.search(r"\bdid\b", q.question, re.I)
    return _sentence(entry, q).replace(" I'm ", " I was ", 1) if past else _sentence(entry, q)


def _tomorrow(q: AnswerOpen) -> str:
    """Habits: nobody plans a day before it begins."""
    work = f" Then there's work at {q.setting.work}, as on most days." if q.setting.work else ""
    concern = f" {in_own_words(q.card.currently, q)}." if q.card.currently else ""
    return f"I'll get up at {clock(q.card.wakes)}.{work}{concern}"
