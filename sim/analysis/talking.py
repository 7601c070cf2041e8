"""How people talk: do they repeat themselves, do they parrot, do they ever say no.

Rules are lexical and stated in every row; they know English and nothing of who is talking.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.analysis.scores import Failure, Row, share
from sim.analysis.setting import Setting
from sim.analysis.words import any_of, grams, words
from sim.record.rows import Talk

PHRASE = 5
"""Words in a row that make a phrase."""
SAME_LINE = 6
"""Fewest words of a line whose repetition is a failure: greetings may recur."""
INVITES = any_of(
    """will you come / do come / come along / join (?:us|me) / would you like to (?:come|join|go) / (?:you're|you are) invited
    / i invite you / i'd like to invite / can you come / you should come / care to join / hope you(?:'ll| will| can)? come
    / want you to come"""
)
DECLINES = any_of(
    """can't (?:make|come) / cannot (?:make|come) / won't be able / not (?:this time|for me) / isn't for me / no good for me
    / another time / have to (?:miss|pass|decline) / must decline / i(?:'d| would) rather not / no,? (?:thank|sorry|i)
    / not coming / don't want to"""
)
ACCEPTS = any_of(
    """i'll (?:be there|come|go) / i will (?:be there|come) / count me in / i'd love to / i would love to / with pleasure
    / wouldn't miss / see you there / of course i / gladly / good idea / yes,? (?:please|i|of course)
    / sounds (?:good|great|lovely)"""
)


@dataclass(frozen=True, slots=True)
class Invitation:
    """Somebody asked ``guest`` to come; ``answer`` is ``yes``, ``no`` or ``open`` (put off, or not taken up)."""

    tick: int
    talk: str
    host: str
    guest: str
    text: str
    reply: str
    answer: str


def talk_rows(setting: Setting) -> tuple[list[Row], list[Failure]]:
    """Rows on repetition and refusal, and the lines that were said word for word before."""
    talks = setting.run.talks(None, 0, setting.last)
    invited = invitations(talks)
    settled = [invitation for invitation in invited if invitation.answer != "open"]
    refused = sum(invitation.answer == "no" for invitation in settled)
    rule = f"of the invitations that got a yes or a no in the next line; {len(invited) - len(settled)} others were left open"
    rows = [_repeated(talks), _parroted(talks), share("invitations declined", refused, len(settled), rule)]
    return rows, _same_lines(talks)


def _repeated(talks: list[Talk]) -> Row:
    """Phrases that a speaker has used in an earlier line."""
    used: dict[str, set[tuple[str, ...]]] = {}
    again = count = 0
    for _, who, text in sorted(line for talk in talks for line in talk.lines):
        known, found = used.setdefault(who, set()), grams(text, PHRASE)
        again += sum(gram in known for gram in found)
        count += len(found)
        known.update(found)
    return share("repeated phrases", again, count, f"{PHRASE} words in a row that the speaker has used before, of all in talk")


def _parroted(talks: list[Talk]) -> Row:
    """Phrases that another has used in the same talk before."""
    again = count = 0
    for talk in talks:
        said: dict[str, set[tuple[str, ...]]] = {}
        for _, who, text in talk.lines:
            found = grams(text, PHRASE)
            others = [phrases for speaker, phrases in said.items() if speaker != who]
            again += sum(any(gram in phrases for phrases in others) for gram in found)
            count += len(found)
            said.setdefault(who, set()).update(found)
    return share("parroted phrases", again, count, f"{PHRASE} words in a row that another has used earlier in the same talk")


def _same_lines(talks: list[Talk]) -> list[Failure]:
    """Long lines said a second time by the same person within one talk."""
    found = []
    for talk in talks:
        seen: set[tuple[str, str]] = set()
        for tick, who, text in talk.lines:
            plain = " ".join(words(text))
            if (who, plain) in seen and plain.count(" ") + 1 >= SAME_LINE:
                found.append(Failure("repeated line", tick, who, f"says again in talk {talk.id}: {text}"))
            seen.add((who, plain))
    return found


def invitations(talks: list[Talk]) -> list[Invitation]:
    """Every line that invites, with what the next line of somebody else in the talk made of it."""
    found = []
    for talk in talks:
        for i, (tick, who, text) in enumerate(talk.lines):
            if not INVITES.search(text.replace("\u2019", "'")):
                continue
            reply = next(((speaker, said) for _, speaker, said in talk.lines[i + 1 :] if speaker != who), None)
            if reply is not None:
                found.append(Invitation(tick, talk.id, who, reply[0], text, reply[1], answer_in(reply[1])))
    return found


def answer_in(reply: str) -> str:
    """``no``, ``yes`` or ``open``: a refusal counts before an acceptance (``I'd love to, but I can't come``)."""
    plain = reply.replace("\u2019", "'")
    return "no" if DECLINES.search(plain) else "yes" if ACCEPTS.search(plain) else "open"
