"""Answers to questions about a gathering: whether one goes or went, who else, who invited one, how it was.

Reads what one answered and was answered, today's plan, whom one saw there and the talks. Nobody is said to come, or to have
come, without their own word or somebody's sight of them; what is over is told as past.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sim.answer.scripted.english.gatherings import Gathering, gathering_of, is_host
from sim.answer.scripted.english.grammatical_person import mentions
from sim.answer.scripted.english.news import split_teller
from sim.answer.scripted.own_day import at_hour
from sim.answer.scripted.own_talks import Spoken, as_told, talks_of
from sim.answer.scripted.own_words import as_answer
from sim.language.text import NAME, TIMETABLE, clip, join, stems, unique
from sim.language.time_and_place import is_today, read_now
from sim.prompts.planning import clock
from sim.prompts.tasks.answer import AnswerOpen, PlannedHour
from sim.world.clock import WEEKDAYS

_ANSWERED = r"(?P<how>said no to|promised|would not promise) (?P<whom>{name})"
_THERE = re.compile(
    rf"^(?P<who>{NAME}) is (?!giving|planning|holding|looking|getting|going|thinking|preparing|running)\w+ing\b"
)
"""Somebody seen at a gathering, not on the way to it."""
_GOING = re.compile(r"\byou\b.*\b(?:go|going|gone|come|coming|attend\w*|be|been|at|join\w*|there)\b|^were you\b", re.I)
_OF_PAST = re.compile(
    r"^(?:did|were|was|have|has|how (?:did|was|were)|who (?:was|were|came|went)|whom? did|how many .*\bcame)\b", re.I
)
_HOW = re.compile(
    r"\benjoy\w*\b|\blike the\b|\blike it\b|(?:^|[.?!] )how (?:did|was|were|is)\b|\b(?:nice|fun|good time)\b", re.I
)
_WHO = re.compile(r"^(?:who|how many)\b.*\b(?:come|comes|coming|came|promised|go|goes|going|went|attend\w*|there|at)\b", re.I)
_WITH = re.compile(r"^whom?\b.*\byou\b.*\b(?:talk|speak|spoken|meet|met|see|seen)\b", re.I)
_WHY_NOT = re.compile(r"^why\b.*(?:n't\b|\bnot\b|\bsa(?:y|id) no\b)", re.I)
SHOWN = 8
"""The most people named in one answer."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """The gathering asked about: its words, what is known of it, when it is or was, and today's entry of it."""

    words: frozenset[str]
    known: str
    gathering: Gathering
    begun: bool
    """Whether its hour has come."""
    today: bool
    entry: PlannedHour | None
    there: bool
    """Whether one is or was there."""


def of_occasions(q: AnswerOpen) -> list[str]:
    """Answers about the gathering that a question names; none where it names none that one knows of."""
    if re.search(r"\binvit", q.question, re.I) and (answer := _invited(q)):
        return [answer]
    asked = None if re.match(r"(?:did|do|have) you (?:\w+ )?(?:know|hear|heard)\b", q.question, re.I) else _asked(q)
    if asked is None:
        return []
    low, named = q.question.lower(), [n for n, first in q.names.people if n != q.card.name and mentions(q.question, n, first)]
    who = next(
        (n for n in named if re.match(rf"(?:and |so )?(?:is|did|will|was|has|does|would) {n.split(' ')[0]}\b", low, re.I)), ""
    )
    if who:
        return _of_other(q, asked, who)
    if _WHY_NOT.search(q.question):
        return [] if asked.begun else [_why_not(q, asked)]
    if match := re.match(r"(when|where|at what time|what (?:day|time))\b(?!.*\byou\b)", low):
        is_ = "It was" if asked.begun else "It's"
        if match[1] == "where":
            return [f"{is_} at {asked.gathering.place}."] if asked.gathering.place else []
        return [f"{is_} {asked.gathering.when()}."] if asked.gathering.when() else []
    if _WHO.search(q.question):
        return _who_comes(q, asked)
    if re.match(r"who (?:has )?(?:said no|refused|declined)\b", low):
        refused = (one["who"] for one in _answers(q, asked.words) if one["how"] == "said no to")
        no = unique([who for who in refused if who != q.card.name])
        return [f"{join(_firsts(no))} said no." if no else "Nobody that I know of."]
    goes, how = bool(_GOING.search(q.question)), bool(_HOW.search(q.question))
    if asked.begun and _WITH.search(q.question):
        return [f"I talked there with {join(_firsts(_talkers(q, asked)))}."] if _talkers(q, asked) else [_nobody(asked)]
    if asked.begun and asked.there and _DID.match(q.question):
        return [_attended(q, asked)]
    if asked.begun and how:
        return [_how(q, asked)]
    if not asked.begun and (goes or how) and _OF_PAST.search(q.question) and not low.startswith("have you"):
        return [f"Not yet. It's {asked.gathering.when()}."]
    return [_whether(q, asked)] if goes and re.match(_CLOSED, low) else []


_CLOSED = r"(?:and |so |well,? )?(?:are|will|would|did|do|were|have)\b"


def _asked(q: AnswerOpen) -> _Asked | None:
    """The gathering of a question, if one knows of it."""
    found, now = gathering_of(q.question, q.names.places), read_now(q.now)
    words = stems(found.what) - stems(" ".join(name for name, _ in q.names.people)) if found else frozenset()
    for text in unique([*q.memories, *(text for _, text in q.talked), *q.card.concerns]):
        known = split_teller(text, q.card.name)[0]
        gathering = None if TIMETABLE in text else gathering_of(known, q.names.places)
        if gathering and gathering.day and (words <= stems(gathering.what) if words else _is_meant(known, gathering, q)):
            break
    else:
        if found is None:
            return None
        answered = next(iter(_answers(q, words)), None) if words else None
        if answered is None:
            return None
        known, gathering = answered.string, found
    words = words | (stems(gathering.what) - stems(" ".join(name for name, _ in q.names.people)))
    today = is_today(gathering.day, now)
    ago = (now.weekday - WEEKDAYS.index(gathering.day)) % 7 if gathering.day in WEEKDAYS else 0
    begun = (today and 0 <= gathering.minutes <= now.minutes) or ago in (1, 2)
    entry = next(
        (e for e in q.day if today and words <= stems(e.activity) and not re.match(r"(?:getting|preparing)", e.activity)), None
    )
    seen = any(re.match(rf"(?:{re.escape(q.card.name)}|{q.first})$", who) for who in _seen(q, words))
    return _Asked(words, known, gathering, begun, today, entry, begun and (entry is not None or seen))


def _is_meant(known: str, gathering: Gathering, q: AnswerOpen) -> bool:
    """Whether a question means a gathering that it calls by its noun (``the show``), or, once it has begun, by nothing."""
    noun = re.escape(gathering.what.split(" ")[-1])
    if re.search(rf"\b(?:the|that|your|her|his|their|\w+'s) (?:\w+ )?{noun}\b", q.question, re.I):
        return True
    did, now = _DID.match(q.question), read_now(q.now)
    begun = is_today(gathering.day, now) and 0 <= gathering.minutes <= now.minutes
    shown = did is not None and is_host(known, q.card.name) and stems(did["what"]) <= stems(known)
    return begun and (shown or _OF_WHAT_WAS.match(q.question) is not None)


_DID = re.compile(r"did you (?:do|show|give|hold|perform|try) (?P<what>.+)", re.I)
_OF_WHAT_WAS = re.compile(r"(?:who (?:all )?(?:came|was there)|how (?:was|did) it(?: go)?)\W*$", re.I)


def _seen(q: AnswerOpen, words: frozenset[str]) -> list[str]:
    """Who was seen at it."""
    seen = [_THERE.match(text) for text in q.memories if words <= stems(text)]
    return unique([match["who"] for match in seen if match])


def _answers(q: AnswerOpen, words: frozenset[str], who: str = NAME, whom: str = NAME) -> list[re.Match[str]]:
    """What ``who`` answered ``whom`` on it, the last first; yes and no before what was left open."""
    pattern = re.compile(rf"^(?P<who>{who}) {_ANSWERED.format(name=whom)}\b")
    texts = unique([*(text for _, text in reversed(q.talked)), *q.memories])
    found = [match for text in texts if words <= stems(text) and (match := pattern.match(text))]
    return sorted(found, key=lambda match: match["how"] == "would not promise")


def _own(q: AnswerOpen, words: frozenset[str]) -> re.Match[str] | None:
    return next(iter(_answers(q, words, re.escape(q.card.name))), None)


def _invited(q: AnswerOpen) -> str:
    """Who asked one to come, and what one said."""
    asked = _asked(q)
    words = asked.words if asked else frozenset[str]()
    if re.search(r"\byou\b.* invited?\b(?!.*\byou\b)", re.sub(r"^\w+", "", q.question), re.I):  # whom one has asked oneself
        answered = unique([match["who"] for match in _answers(q, words, whom=re.escape(q.card.name))])
        return f"I have asked {join(_firsts(answered))}." if answered else ""
    own = _own(q, words)
    if asked and own is None and re.match(r"who\b", q.question, re.I):
        texts = [*((text, who) for text, who in q.tellers), *(split_teller(text, q.card.name) for _, text in q.talked)]
        teller = next((who for text, who in texts if who and asked.words <= stems(text)), "")
        going = _whether(q, asked) if re.search(r"\bare you (?:going|coming)\b", q.question, re.I) else ""
        return f"{teller} told me of it. {going}".strip() if teller else ""
    if own is None or (gathering_of(q.question) and asked is None):
        return ""
    host, said = own["whom"].removesuffix("'s"), as_answer(own.string, q)
    if re.match(r"what did you (?:say|answer|reply)\b", q.question, re.I):
        return said
    named = [n for n, first in q.names.people if n != q.card.name and mentions(q.question, n, first)]
    if named and host not in named:
        return ""
    return f"{'Yes. ' if re.match(r'(?:did|have|has|were)', q.question, re.I) else ''}{host} invited me. {said}"


def _whether(q: AnswerOpen, asked: _Asked) -> str:
    """Whether one goes or went."""
    own = _own(q, asked.words)
    said = as_answer(own.string, q) if own else ""
    if asked.begun:
        if asked.there:
            return f"Yes. {_attended(q, asked)}"
        instead = at_hour(asked.gathering.minutes, q) if asked.today and q.day and asked.gathering.minutes >= 0 else ""
        return " ".join(filter(None, ["No.", said if own and own["how"] == "said no to" else "", instead]))
    planned = f" At {clock(asked.entry.minutes)} I'm at {asked.entry.place}, {asked.entry.activity}." if asked.entry else ""
    if is_host(asked.known, q.card.name) or is_host(asked.known, q.first):
        return f"Yes. {as_answer(asked.known, q)}"
    if own and own["how"] != "would not promise":
        return f"{'No' if own['how'] == 'said no to' else 'Yes'}. {said}"
    plans = f"{q.card.name} plans to go to "
    if meant := next((text for text in q.memories if text.startswith(plans) and asked.words <= stems(text)), ""):
        return f"Yes. {as_answer(meant, q)}"
    if planned:
        return f"I haven't promised, but I mean to.{planned}" if own else f"Yes.{planned}"
    return f"I haven't made up my mind. {said or as_answer(asked.known, q)}"


def _attended(q: AnswerOpen, asked: _Asked) -> str:
    what, entry = asked.gathering.what, asked.entry
    if entry is None:
        return f"I was at {what}."
    now = read_now(q.now).minutes
    ends = next((e.minutes for e in q.day if entry.minutes < e.minutes <= now), None)
    doing = f"hosting {what}" if entry.activity.startswith("hosting") else f"at {what}"
    till = f"to {clock(ends)}" if ends is not None else "on"
    return f"I was {doing} at {entry.place} from {clock(entry.minutes)} {till}."


def _why_not(q: AnswerOpen, asked: _Asked) -> str:
    own = _own(q, asked.words)
    if own is None or own["how"] != "said no to":
        return _whether(q, asked).removeprefix("Yes. ")
    return f"{as_answer(own.string, q)} {at_hour(asked.gathering.minutes, q) if asked.today and q.day else ''}".strip()


def _of_other(q: AnswerOpen, asked: _Asked, who: str) -> list[str]:
    """Whether somebody else comes or came: by their word, or by one's eyes."""
    said = next(iter(_answers(q, asked.words, re.escape(who))), None)
    if asked.begun and not re.search(r"\b(?:say|promise)\b", q.question):
        if who in _seen(q, asked.words) or who in _talkers(q, asked):
            return [f"Yes. I saw {who} there."]
        seen = "Not that I saw." if asked.there else "I couldn't say."
        return [f"{seen} {as_answer(said.string, q)}" if said else seen]
    if said is None:
        return [f"I couldn't say. {who} has not told me."]
    yes = {"said no to": "No. ", "promised": "Yes. "}.get(said["how"], "")
    return [f"{yes}{as_answer(said.string, q)}"]


def _who_comes(q: AnswerOpen, asked: _Asked) -> list[str]:
    if asked.begun and not re.search(r"\bpromised\b", q.question):
        if not asked.there:
            return ["I couldn't say, I wasn't there."]
        met = _firsts(unique([*(who for who in _seen(q, asked.words) if who != q.card.name), *_talkers(q, asked)]))
        first = "I didn't count. " if q.question.lower().startswith("how many") else ""
        return [f"{first}I remember {join(met)}." if met else f"{first}{_nobody(asked)}"]
    came = unique(
        [match["who"] for match in _answers(q, asked.words) if match["how"] == "promised" and match["who"] != q.card.name]
    )
    return [f"{join(_firsts(came))} promised to come." if came else "I couldn't say who is coming."]


def _nobody(asked: _Asked) -> str:
    return "I don't remember who was there." if asked.there else "I wasn't there."


def _talkers(q: AnswerOpen, asked: _Asked) -> list[str]:
    """With whom one talked there, as far as what was talked of shows it."""
    return unique([name for talk in _talks_there(q, asked) for name in talk.who])


def _talks_there(q: AnswerOpen, asked: _Asked) -> list[Spoken]:
    if not (asked.there and asked.today):
        return []
    noun = re.escape(asked.gathering.what.split(" ")[-1])
    return [talk for talk in talks_of(q, 0) if re.search(rf"\b(?:{noun}|party|host|guests?)\b", talk.what)]


def _how(q: AnswerOpen, asked: _Asked) -> str:
    if not asked.there:
        own = _own(q, asked.words)
        return f"I wasn't there. {as_answer(own.string, q) if own else ''}".strip()
    enjoyed = any(
        re.match(rf"{re.escape(q.card.name)} is enjoying ", text) and asked.words <= stems(text) for text in q.memories
    )
    begin = f"I enjoyed it. {_attended(q, asked)}" if enjoyed else _attended(q, asked)
    told = f"Yes, {begin}" if enjoyed and re.match(r"(?:did|have|was)\b", q.question, re.I) else begin
    more = next((as_told(q, talk) for talk in reversed(_talks_there(q, asked))), "")
    return clip(f"{told} {more}".strip(), 290) if len(begin) + len(more) < 285 else told


def _firsts(names: list[str]) -> tuple[str, ...]:
    """As many names as an answer has room for."""
    return tuple(names[:SHOWN])
