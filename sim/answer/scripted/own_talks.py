"""Answers to questions about the talks of today and yesterday: with whom one last spoke, what somebody said, who told it.

Reads what the question carries of them (``AnswerOpen.talked`` and ``tellers``). Knows no plan and no retrieval.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sim.answer.scripted.english.grammatical_person import mentions
from sim.answer.scripted.own_words import as_answer, of_tie
from sim.language.text import NAME, clip, join, stems, unique
from sim.prompts.tasks.answer import AnswerOpen

_PEOPLE = rf"{NAME}(?:, {NAME})*(?: and {NAME})?"
_TALK = re.compile(
    rf"^(?P<me>{NAME}) (?:talked|had a short talk) with (?P<who>{_PEOPLE})(?: at [^.]+?)??(?: about (?P<what>[^.]+))?"
    r"(?:\. (?P<rest>.+))?$",
    re.DOTALL,
)
_TALKED = re.compile(rf"^(?P<me>{NAME}) and (?P<who>{_PEOPLE}) talked(?: about (?P<what>[^.]+))?(?P<rest>)$")
_DID = re.compile(rf"^(?P<who>{NAME}) (?:told|promised|asked|invited|would not promise|said (?:no )?to) (?P<whom>{NAME})\b")
"""Memories of a talk that hold one thing done in it."""
_SPOKE = r"(?:talk\w*|sp(?:eak|eaking|oke|oken)|chat\w*|convers\w*|meet|met|see|seen|run into)"
_WHO = re.compile(
    rf"\bwhom?\b.*\b(?:you|your)\b.*\b{_SPOKE}\b|\bwho (?:came|was the last|have you been)\b.*\b(?:you|with)\b", re.I
)
_WHETHER = re.compile(rf"^(?:have|did) you\b.*\b{_SPOKE}\b(?: (?:to|with))? (?!anybody|anyone|somebody|someone)", re.I)
_ANYBODY = re.compile(rf"^(?:have|did) you\b.*\b{_SPOKE}\b.*\b(?:anybody|anyone|somebody|someone)\b", re.I)
_WHAT = re.compile(rf"^(?:and |so )?what (?:did|have|has|was)\b.*\b(?:{_SPOKE}|told|tell|say|said|discuss\w*)\b", re.I)
_TELLS = re.compile(r"^whom? (?:have|did) you (?:\w+ )?(?:told|tell)\b", re.I)
_DATED = re.compile(r"\b(?:today|yesterday|this (?:morning|afternoon|evening)|tonight|at (?:lunch|breakfast|supper))\b", re.I)
_ASKING = stems("talk talked speak spoke say said tell told mention answer reply discuss what when about today yesterday lunch")
"""Words that ask for a talk, and say nothing of what it was about."""
_NOT_NOW = re.compile(r"\b(?:last (?:week|night|year)|years? ago|usually|like to|will|going to|plan\w*)\b", re.I)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A talk as it is remembered: with whom (full names), of what ("" for nothing in particular), and what was said in it."""

    who: tuple[str, ...]
    what: str
    rest: str


def of_own_talks(q: AnswerOpen) -> list[str]:
    """Answers out of the talks of today, or of yesterday where those are meant; none where the question asks for none."""
    if _NOT_NOW.search(q.question):
        return []
    if teller := _who_told(q):
        return [teller]
    talks = talks_of(q, 1 if re.search(r"\byesterday\b", q.question, re.I) else 0)
    named = [full for full, first in q.names.people if full != q.card.name and mentions(q.question, full, first)]
    whom = [talk for talk in talks if set(named) & set(talk.who)]
    if _TELLS.match(q.question):
        return _listeners(q)
    if _WHO.search(q.question):
        return _with_whom(q, talks)
    if named and _WHETHER.search(q.question):
        return _whether(q, named, whom)
    if _ANYBODY.search(q.question):
        return _with_whom(q, talks)
    if _WHAT.search(q.question) and (named or talks):
        if not named:
            return [as_told(q, talk) for talk in reversed(talks) if talk.what or talk.rest][:2]
        if not _DATED.search(q.question):
            whom = [talk for ago in (1, 0) for talk in talks_of(q, ago) if set(named) & set(talk.who)]
        return _what_was_said(q, named, whom)
    return []


def _what_was_said(q: AnswerOpen, named: list[str], whom: list[Spoken]) -> list[str]:
    """The talk with them that has most of the question's words, and of those the one in which whom is asked for spoke."""
    if not whom:
        return [] if any(name in memory for name in named for memory in q.memories) else [_not(q, named).removeprefix("No, ")]
    words = stems(q.question) - _ASKING - stems(" ".join(named))
    speaker = q.card.name if re.search(r"\bdid you\b", q.question, re.I) else named[0]
    kept = [talk for talk in whom if talk.what or talk.rest] or whom
    best = max(reversed(kept), key=lambda talk: (len(words & stems(f"{talk.what} {talk.rest}")), talk.rest.startswith(speaker)))
    about = words & stems(f"{best.what} {best.rest}")
    if words and not about and re.search(r"\babout\b|\bwhen you\b", q.question, re.I):
        return [f"I don't remember that. {as_told(q, best)}"]
    answer = "I don't remember the answer. " if about and speaker != q.card.name and best.rest.startswith(q.card.name) else ""
    return [f"{answer}{as_told(q, best)}"]


def _whether(q: AnswerOpen, named: list[str], whom: list[Spoken]) -> list[str]:
    """Whether one has met them: on the day that is asked about, else ever, by talks and ties."""
    if whom or _DATED.search(q.question):
        return [f"Yes. {as_told(q, whom[-1])}"] if whom else [_not(q, named)]
    before = [talk for talk in talks_of(q, 1) if set(named) & set(talk.who)]
    ties = [of_tie(tie, q) for name, tie in q.ties if name in named]
    known = [f"Yes. {as_told(q, talk)}" for talk in before[-1:]] or [f"Yes. {tie}" for tie in ties]
    remembered = [
        f"Yes. {as_answer(text, q)}" for text in q.memories if (one := _spoken(text, q)) and set(named) & set(one.who)
    ]
    return (known or remembered)[:1]


def _listeners(q: AnswerOpen) -> list[str]:
    """Those whom one has told what is asked about."""
    words = stems(q.question) - _ASKING
    own = re.compile(rf"^(?:{re.escape(q.card.name)}|{re.escape(q.first)}) told (?P<who>{_PEOPLE}) (?:that|about) (?P<what>.+)")
    found = [own.match(text) for text in (*(text for _, text in q.talked), *q.memories)]
    names = [match["who"] for match in found if match and words <= stems(match["what"])]
    return [f"I have told {join(tuple(unique(names)))}."] if names else ["Nobody that I remember."]


def _with_whom(q: AnswerOpen, talks: list[Spoken]) -> list[str]:
    if not talks:
        return [_not(q, ["anybody"])] if q.here else []
    if re.search(r"\blast\b", q.question, re.I):
        return [as_told(q, talks[-1], "last ")]
    if re.search(r"\b(?:what about|about what)\b", q.question, re.I):
        told = [as_told(q, talk) for talk in reversed(talks) if talk.what or talk.rest]
        return [" ".join(told[:2]) if len(" ".join(told[:2])) <= 290 else told[0]] if told else [as_told(q, talks[-1])]
    return with_whom(q, 1 if _day(q) == "yesterday" else 0)


def with_whom(q: AnswerOpen, ago: int) -> list[str]:
    """Everybody with whom one talked on a day."""
    everybody = unique([name for talk in talks_of(q, ago) for name in talk.who])
    return (
        [f"I {'talked' if ago else 'have talked'} with {join(everybody)} {'yesterday' if ago else 'today'}."]
        if everybody
        else []
    )


def _not(q: AnswerOpen, names: list[str]) -> str:
    """That one has not talked with them, by the names that the question has: a stranger's surname is not given away."""
    firsts = dict(q.names.people)
    asked = tuple(name if name in q.question else firsts.get(name, name) for name in names)
    did = "didn't talk" if _day(q) == "yesterday" else "haven't talked"
    return f"{'' if names == ['anybody'] else 'No, '}I {did} with {join(asked)} {_day(q)}."


def _day(q: AnswerOpen) -> str:
    return "yesterday" if re.search(r"\byesterday\b", q.question, re.I) else "today"


def _who_told(q: AnswerOpen) -> str:
    """``Who told you about the party?``: by the retrieved memory that has most of the question's words; ``""`` for none."""
    match = _TOLD.search(q.question)
    words = stems(match["what"]) if match else frozenset()
    told = [(len(words & stems(memory)), teller, memory) for memory, teller in q.tellers if words & stems(memory)]
    if not told:
        return ""
    _, teller, memory = max(told, key=lambda one: one[0])
    return f"{teller} told me. {as_answer(memory, q)}"


_TOLD = re.compile(
    r"\b(?:who (?:told|informed) you|from wh(?:om|ere) (?:did|have) you|wh(?:o|ere) did you (?:hear|learn)|"
    r"how (?:do|did) you (?:know|learn|hear|find out))\b(?P<what>.*)",
    re.I,
)


def as_told(q: AnswerOpen, talk: Spoken, when: str = "") -> str:
    """A talk as one tells of it."""
    about = f" about {talk.what}" if talk.what else ""
    rest = f" {as_answer(talk.rest, q)}" if talk.rest else ""
    return clip(f"I {when}talked with {join(talk.who)}{about}.{rest}", 290)


def _spoken(text: str, q: AnswerOpen) -> Spoken | None:
    """A memory of a talk, taken apart; None where it is of another kind."""
    me = (q.card.name, q.first)
    match = _TALK.match(text.rstrip(".")) or _TALKED.match(text.rstrip("."))
    if match and match["me"] in me:
        return Spoken(tuple(re.split(r", | and ", match["who"])), match["what"] or "", (match["rest"] or "").strip())
    did = _DID.match(text)
    if did and (did["who"] in me or did["whom"].removesuffix("'s") in me):
        return Spoken((did["whom"].removesuffix("'s") if did["who"] in me else did["who"],), "", text)
    return None


def talks_of(q: AnswerOpen, ago: int) -> list[Spoken]:
    """The talks of a day, oldest first."""
    return [found for days, text in q.talked if days == ago and (found := _spoken(text, q))]


def latest(q: AnswerOpen) -> str:
    """What was said in the last talk of today that one has anything to tell of, as one tells it; ``""`` for none."""
    talks = [talk for talk in talks_of(q, 0) if talk.what or talk.rest]
    return as_told(q, talks[-1], "last ") if talks else ""


def last_with(q: AnswerOpen, who: str) -> str:
    """The last talk of today or yesterday with somebody, as one tells it; ``""`` for none."""
    talks = [talk for ago in (1, 0) for talk in talks_of(q, ago) if who in talk.who]
    return as_told(q, talks[-1], "last ") if talks else ""
