"""Metrics of conversation: sentences said before in town, phrases repeated or taken over from others, declined invitations.

Acts are read where lines record them (``sim.types.ACTS``); of older runs and the scripted mind's the rules are lexical. Every
metric states its rule.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.analysis.lexical import SENTENCE, ngrams, phrase_pattern, words
from sim.analysis.metrics import Failure, Metric, proportion
from sim.analysis.run_context import RunContext
from sim.record.rows import StoredTalk

PHRASE_WORDS = 5
"""The length of a phrase, in words."""
MIN_LINE_WORDS = 6
"""The fewest words of a line whose repetition is a failure; greetings may recur."""
INVITES = phrase_pattern(
    """will you come / do come / come along / join (?:us|me) / would you like to (?:come|join|go) / (?:you're|you are) invited
    / i invite you / i'd like to invite / can you come / you should come / care to join / hope you(?:'ll| will| can)? come
    / want you to come"""
)
DECLINES = phrase_pattern(
    """can't (?:make|come) / cannot (?:make|come) / won't be able / not (?:this time|for me) / isn't for me / no good for me
    / another time / have to (?:miss|pass|decline) / must decline / i(?:'d| would) rather not / no,? (?:thank|sorry|i)
    / not coming / don't want to / (?:have to|must) say no / can't,? this time / aren't for me / please go (?:on )?without me"""
)
ACCEPTS = phrase_pattern(
    """i'll (?:be there|come|go) / i will (?:be there|come) / count me in / i'd love to / i would love to / with pleasure
    / wouldn't miss / see you there / of course i / gladly / good idea / yes,? (?:please|i|of course)
    / sounds (?:good|great|lovely)"""
)
ANSWERED = {"accept": "yes", "promise": "yes", "decline": "no", "refuse": "no"}
"""What a line does -> how it answers an invitation."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A line by which ``host`` invites ``guest``. ``answer`` is ``yes``, ``no`` or ``open`` (postponed or ignored)."""

    tick: int
    talk: str
    host: str
    guest: str
    text: str
    reply: str
    answer: str


def conversation_metrics(context: RunContext) -> tuple[list[Metric], list[Failure]]:
    """Metrics on repetition and refusal; lines repeated word for word as failures."""
    talks = context.run.talks(None, 0, context.last_tick)
    invited = invitations(talks)
    answers = {(it.host, it.guest): it.answer for it in invited if it.answer != "open"}
    left_open = len({(it.host, it.guest) for it in invited} - answers.keys())
    rule = f"of the people invited who said yes or no, each counted once; {left_open} others left it open"
    declined = proportion("invitations declined", list(answers.values()).count("no"), len(answers), rule)
    return [_said_before(talks), _repeated(talks), _parroted(talks), declined], _same_lines(talks)


def _said_before(talks: list[StoredTalk]) -> Metric:
    """The share of sentences that anybody has said before."""
    said: set[tuple[str, ...]] = set()
    again = count = 0
    for _, _, text in sorted(line for talk in talks for line in talk.lines):
        for sentence in (tuple(words(part)) for part in SENTENCE.split(text)):
            if len(sentence) >= PHRASE_WORDS:
                again, count = again + (sentence in said), count + 1
                said.add(sentence)
    rule = f"sentences of {PHRASE_WORDS} words or more that anybody in town has said before"
    return proportion("said before in town", again, count, rule)


def _repeated(talks: list[StoredTalk]) -> Metric:
    """The share of phrases that the speaker has used in an earlier line."""
    used: dict[str, set[tuple[str, ...]]] = {}
    again = count = 0
    for _, who, text in sorted(line for talk in talks for line in talk.lines):
        known, found = used.setdefault(who, set()), ngrams(text, PHRASE_WORDS)
        again += sum(gram in known for gram in found)
        count += len(found)
        known.update(found)
    rule = f"{PHRASE_WORDS} words in a row that the speaker has used before, of all in talk"
    return proportion("repeated phrases", again, count, rule)


def _parroted(talks: list[StoredTalk]) -> Metric:
    """The share of phrases that another speaker has used earlier in the same talk."""
    again = count = 0
    for talk in talks:
        said: dict[str, set[tuple[str, ...]]] = {}
        for _, who, text in talk.lines:
            found = ngrams(text, PHRASE_WORDS)
            others = [phrases for speaker, phrases in said.items() if speaker != who]
            again += sum(any(gram in phrases for phrases in others) for gram in found)
            count += len(found)
            said.setdefault(who, set()).update(found)
    rule = f"{PHRASE_WORDS} words in a row that another has used earlier in the same talk"
    return proportion("parroted phrases", again, count, rule)


def _same_lines(talks: list[StoredTalk]) -> list[Failure]:
    """Long lines that a speaker says a second time within one talk."""
    found = []
    for talk in talks:
        seen: set[tuple[str, str]] = set()
        for tick, who, text in talk.lines:
            plain = " ".join(words(text))
            if (who, plain) in seen and plain.count(" ") + 1 >= MIN_LINE_WORDS:
                found.append(Failure("repeated line", tick, who, f"says again in talk {talk.id}: {text}"))
            seen.add((who, plain))
    return found


def invitations(talks: list[StoredTalk]) -> list[Invitation]:
    """Every line that invites, with the first reply of each other participant before its speaker speaks again. What a line does
    is read from its recorded act, or else from its words."""
    found = []
    for talk in talks:
        acts = talk.acts if any(talk.acts) else tuple(_act_by_words(text) for _, _, text in talk.lines)
        for i, (tick, who, text) in enumerate(talk.lines):
            if acts[i] != "invite":
                continue
            first: dict[str, tuple[str, str]] = {}
            for (_, guest, said), act in zip(talk.lines[i + 1 :], acts[i + 1 :], strict=True):
                if guest == who:
                    break
                answer = ANSWERED.get(act, "open") if any(talk.acts) else classify_answer(said)
                first.setdefault(guest, (said, answer))
            found += [Invitation(tick, talk.id, who, guest, text, *reply) for guest, reply in first.items()]
    return found


def _act_by_words(text: str) -> str:
    return "invite" if INVITES.search(text.replace("\u2019", "'")) else ""


def classify_answer(reply: str) -> str:
    """``no``, ``yes`` or ``open``. A refusal counts before an acceptance (``I'd love to, but I can't come``)."""
    plain = reply.replace("\u2019", "'")
    return "no" if DECLINES.search(plain) else "yes" if ACCEPTS.search(plain) else "open"
