"""Answers to questions about one's own day: where one is, where one will be at six, the last thing before bed, this evening.

Reads today's plan and what one does now, which the question carries, and the hours and places of the card. Knows no memories.
"""

from __future__ import annotations

import re
from dataclasses import replace

from sim.answer.scripted.own_talks import with_whom
from sim.answer.scripted.own_words import of_card
from sim.language.text import NAME, as_clause, sentences, stems
from sim.language.time_and_place import read_now
from sim.prompts.planning import clock
from sim.prompts.tasks.answer import AnswerOpen, PlannedHour

_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: n for n, word in enumerate(_WORDS, 1)}
_HOUR = re.compile(
    r"\b(?:at|by|around|about|until|till|towards|after|before) (?:about )?(?P<part>(?:half|(?:a )?quarter) (?:past|to) )?"
    rf"(?P<hour>\d{{1,2}}|{'|'.join(_NUMBERS)})"
    r"(?:[:.](?P<minute>\d\d))? ?"
    r"(?P<half>[ap]\.?m\b|(?:in the|this) (?:morning|afternoon|evening)|tonight)?|\b(?P<word>noon|midday|midnight)\b",
    re.I,
)
_ASKS_SELF = re.compile(r"\b(?:you|your|yours|you're|you'll)\b", re.I)
_PLANS = re.compile(
    r"\b(?:where|what|when|how)\b.*\b(?:will|are|do|does|did|were|is|going to|plans?|planned|have|having|spend|eat|thing)\b|"
    r"\bwhat have you\b|\bplans? for\b|\bdoing anything\b|\bgoing anywhere\b|"
    r"\bare you (?:free|busy)\b|\bhow (?:was|is|has|did)\b.*\byour\b",
)
_NO_OWN = re.compile(
    r"\b(?:you (?:know|think|hear|heard|feel|remember)|about|happened|(?:told|said to|asked) you|tell (?:me|you)|say to you)\b"
)
_DATE = re.compile(r"^what(?:'s| is)? (?:the )?(?:day|date)\b(?: is it)?(?: today)?\W*$|^what (?:day|date) is (?:it|today)\b")
_TIME = re.compile(r"^what time is it\b|^what(?:'s| is) the time\b")
_HERE = re.compile(r"^(?:where are you going|why are you (?:at|in|here|there|standing|sitting))\b")
_WENT = re.compile(r"^why (?:did|were|are|will) you (?:go|going|at|in|visit)\b")
_THEN = re.compile(r"\b(?:after (?:this|that)|next|then)\W*$")
_BED = re.compile(r"^(?:when|what time|at what time)\b.*\b(?P<what>sleep|bed|get up|wake up)\b")
_NOW = re.compile(
    r"^(?:(?:and|so|but|hello|hi),? )*(?:what are you (?:doing|up to|busy with)|where are you)"
    r"(?:,? (?:right now|just now|now|at the moment|at present|at this moment|currently|here|there))?\W*$"
)
_TIMES = {
    r"\b(?:this|your|the) morning\b": (300, 720),
    r"\b(?:this|your|the) afternoon\b": (720, 1080),
    r"\b(?:this|your|the) evening\b|\btonight\b": (1020, 1440),
}
_MEALS = {
    "breakfast": r"\bbreakfast|getting up\b|getting ready for (?:the day|work)|waking up|washing",
    "lunch": r"\blunch",
    "supper": r"\b(?:supper|dinner)",
    "dinner": r"\b(?:supper|dinner)",
}
_REST = re.compile(
    r"\b(?:will|plans?|planned|going to|are you (?:free|busy))\b.*\b(?:today|your day|rest of the day|later|next)\b"
)
_DAY_SO_FAR = re.compile(
    r"\bhow (?:was|is|has|did)\b.*\byour day\b|\bwhat (?:have you|did you) (?:done|do)\b.*\b(?:today|so far)\b"
)
_AT_WORK = re.compile(r"\b(?:when|what time|how long)\b.*\b(?:work|open|close|shut)\b")
_AFTER = re.compile(r"\b(?P<side>after|before) (?P<what>work|breakfast|lunch|supper|dinner)\b")
_PAST = re.compile(r"\b(?:did|were|was|have you|has your)\b")
_SERVES = re.compile(r"\b(?:serving|selling|rush)\b")
"""A meal that is for guests."""
_SLEEPS = re.compile(r"^sleep")
SEVERAL, LONGEST = 3, 290
"""Entries told in one answer, and its characters."""


def of_own_day(q: AnswerOpen) -> list[str]:
    """Answers out of today's plan and one's habits; none where the question asks for neither."""
    low = q.question.lower()
    if q.here and _NOW.match(low):
        return [f"I'm {_where(q.here, q)}, {_doing(q.here)}."]
    if _DATE.search(low):
        return [f"It's {q.now.rpartition(',')[0]}."] if q.now else []
    if _TIME.search(low):
        return [f"It's {clock(read_now(q.now).minutes)}."]
    if q.here and _HERE.match(low):
        return [f"I'm {_where(q.here, q)}, {_doing(q.here)}."]
    if _WENT.match(low):
        return [_sentence(entry, q) for entry in q.day if stems(entry.place) and stems(entry.place) <= stems(q.question)][:1]
    if not _ASKS_SELF.search(low) or not _PLANS.search(low) or _NO_OWN.search(low):
        return []
    if re.search(r"\byesterday\b|\blast night\b", low):
        return [_yesterday(q)]
    awake = [entry for entry in q.day if not _SLEEPS.match(entry.activity)]
    if "tomorrow" in low:
        return [_tomorrow(q)]
    if re.search(r"\blast thing you (?:do|did)\b|\bbefore (?:bed|you (?:go to (?:bed|sleep)|sleep))", low):
        bed = f"I go to bed at {clock(q.card.sleeps)}."
        return [f"{_sentence(awake[-1], q)} Then {as_clause(bed)}." if awake else bed]
    if (rest := _BED.search(low)) and not re.search(r"\bdid you (?:go|sleep)", low):
        wakes = rest["what"] in ("get up", "wake up")
        if wakes and "did you" in low and awake:
            return [f"I got up at {clock(awake[0].minutes)}."]
        return [f"I get up at {clock(q.card.wakes)}." if wakes else f"I go to bed at {clock(q.card.sleeps)}."]
    if _THEN.search(low):
        later = [entry for entry in q.day if _into_day(entry.minutes, q) > _into_day(read_now(q.now).minutes, q)]
        return [_sentence(entry, q) for entry in later[:1]]
    if re.search(r"\bfirst thing\b", low):
        up = f"I get up at {clock(q.card.wakes)}."
        return [f"{up} {_sentence(awake[0], q)}" if awake else up]
    if beside := _beside(low, awake, q):
        return [_sentence(beside, q)]
    for meal, words in _MEALS.items():
        if re.search(rf"\b{meal}\b", low):
            found = [entry for entry in awake if re.search(words, entry.activity) and not _SERVES.search(entry.activity)]
            return [_sentence(entry, q) for entry in found[:1]] or [_no_meal(meal, awake, q)]
    minutes = _asked_hour(q)
    if minutes is not None:
        return [at_hour(minutes, q)]
    now = _into_day(read_now(q.now).minutes, q)
    for words, (begin, end) in _TIMES.items():
        if re.search(words, low):
            under_way = _current(begin, q)
            found = [entry for entry in awake if begin <= entry.minutes < end] or ([under_way] if under_way else [])
            return _listed(found, q)
    if living := re.search(r"\bwhere do you (live|work|sleep)\b", low):
        place = q.setting.work if living[1] == "work" else q.setting.home
        return [f"I {living[1]} at {place}."] if place else []
    if _AT_WORK.search(low):
        return [_work_hours(awake, q)]
    if deed := re.match(r"what (?:have|did) you (?!do\b|done\b|had\b|have\b)(\w+) (?:today|so far|this )", low):
        done = [e for e in awake if stems(deed[1]) <= stems(e.activity) and _into_day(e.minutes, q) <= now]
        return _listed(done, q)
    if _DAY_SO_FAR.search(low):
        return _listed([entry for entry in awake if _into_day(entry.minutes, q) <= now][-SEVERAL:], q)
    return _listed([entry for entry in awake if _into_day(entry.minutes, q) >= now - 30], q) if _REST.search(low) else []


def _beside(low: str, awake: list[PlannedHour], q: AnswerOpen) -> PlannedHour | None:
    """What one does after or before work or a meal."""
    match = _AFTER.search(low)
    if match is None:
        return None
    words = _MEALS.get(match["what"], "")
    found = [
        i
        for i, entry in enumerate(awake)
        if (re.search(words, entry.activity) and not _SERVES.search(entry.activity) if words else _works(entry, q))
    ]
    beside = awake[found[-1] + 1 :][:1] if match["side"] == "after" and found else awake[: found[0]][-1:] if found else []
    return beside[0] if beside else None


def _works(entry: PlannedHour, q: AnswerOpen) -> bool:
    return bool(q.setting.work) and entry.place == q.setting.work


def _work_hours(awake: list[PlannedHour], q: AnswerOpen) -> str:
    """From when to when one is at work today; who works at home has no such hours."""
    place = q.setting.work
    if not place or place == q.setting.home:
        return f"I live and work at {place}." if place else "I have no place of work."
    found = [i for i, entry in enumerate(awake) if _works(entry, q)]
    if not found:
        return f"I'm not at {place} today."
    end = awake[found[-1] + 1].minutes if found[-1] + 1 < len(awake) else q.card.sleeps
    return f"I'm at {q.setting.work} from {clock(awake[found[0]].minutes)} to {clock(end)} today."


def _no_meal(meal: str, awake: list[PlannedHour], q: AnswerOpen) -> str:
    """One may have had breakfast before the plan of the day begins."""
    early = meal == "breakfast" and awake and awake[0].minutes > q.card.wakes
    return (
        f"That was before {clock(awake[0].minutes)}, and I don't remember it."
        if early
        else f"I haven't planned any {meal} today."
    )


def _listed(found: list[PlannedHour], q: AnswerOpen) -> list[str]:
    """As many entries as a short answer has room for."""
    told = [_sentence(entry, q) for entry in found]
    while told and len(" ".join(told)) > LONGEST:
        told.pop()
    return [" ".join(told[:SEVERAL])] if told else []


def _asked_hour(q: AnswerOpen) -> int | None:
    """The time of day that is asked about, in minutes: a bare hour is the one to come, or of what was the last one."""
    match = _HOUR.search(q.question)
    if match is None:
        return None
    if match["word"]:
        return 0 if match["word"].lower() == "midnight" else 720
    hour = _NUMBERS.get(match["hour"].lower()) or int(match["hour"])
    minutes, half = (hour % 24 * 60 + _part(match["part"]) + int(match["minute"] or 0)) % 1440, (match["half"] or "").lower()
    if half == "tonight" and hour == 12:
        return minutes % 720
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
    """What the plan has for a time of day."""
    begun = [entry for entry in q.day if _into_day(entry.minutes, q) <= _into_day(minutes, q)]
    return begun[-1] if begun else None


def _into_day(minutes: int, q: AnswerOpen) -> int:
    """Minutes since the day began: what comes after midnight ends it."""
    return (minutes - (q.day[0].minutes if q.day else 0)) % 1440


def at_hour(minutes: int, q: AnswerOpen) -> str:
    """Where one is or was at a time of day, and doing what."""
    entry = _current(minutes, q)
    asleep = (minutes - q.card.sleeps) % 1440 < (q.card.wakes - q.card.sleeps) % 1440
    if not asleep and entry and _SLEEPS.match(entry.activity) and _PAST.search(q.question.lower()):
        return f"I don't remember what I did at {clock(minutes)}."
    if asleep or (entry and _SLEEPS.match(entry.activity)):
        return f"At {clock(minutes)} I'm asleep, I hope: from {clock(q.card.sleeps)} to {clock(q.card.wakes)}."
    if entry is None:
        return f"I haven't planned {clock(minutes)} yet."
    return _sentence(replace(entry, minutes=minutes), q)


def _where(entry: PlannedHour, q: AnswerOpen) -> str:
    return "at home" if entry.place == q.setting.home else f"at {entry.place}"


def _doing(entry: PlannedHour) -> str:
    """The activity in the first person; where nobody is named in it, ``her first coffee`` is one's own."""
    return entry.activity if re.search(NAME, entry.activity) else re.sub(r"\b(?:her|his|their)\b", "my", entry.activity)


def _sentence(entry: PlannedHour, q: AnswerOpen) -> str:
    """An entry as one tells it: as past where its hour is over and the question is of the past."""
    past = _into_day(entry.minutes, q) < _into_day(read_now(q.now).minutes, q) and _PAST.search(q.question.lower())
    verb = "I was" if past else "I'm"
    return f"At {clock(entry.minutes)} {verb} {_where(entry, q)}, {_doing(entry)}."


def _yesterday(q: AnswerOpen) -> str:
    """Plans of days that are over are not kept: what is left of them are the talks."""
    return " ".join(["I don't remember yesterday hour by hour.", *with_whom(q, 1)])


def _tomorrow(q: AnswerOpen) -> str:
    """Habits: nobody plans a day before it begins."""
    work = f" Then there's work at {q.setting.work}, as on most days." if q.setting.work else ""
    concern = "".join(f" {of_card(text, q)}" for text in sentences(q.card.currently))
    return f"I'll get up at {clock(q.card.wakes)}.{work}{concern}"
