"""What one takes away from a talk (``recap``), or from a line of it (``learn``): a summary with all names, what others told,
what one promised."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from sim.answer.scripted.asked_after import summary
from sim.answer.scripted.comments import ERRAND
from sim.answer.scripted.conclusions import deed_told
from sim.answer.scripted.dialogue_acts import accepts, act_of, acts_in, declines
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.gatherings import Gathering, gathering_of, is_about, is_host
from sim.answer.scripted.english.news import same_news
from sim.answer.scripted.english.phrases import chat, news_lines
from sim.answer.scripted.english.statements import chunks, exchange_shown_by
from sim.answer.scripted.english.third_person import third_person
from sim.answer.scripted.opinions import held, is_matter, matter
from sim.answer.scripted.relationship_words import without_titles
from sim.answer.scripted.talk import Talk
from sim.language.text import as_clause, clip, join, sentences, unique
from sim.language.time_and_place import clock_in, day_in, nearest_place, place_in, place_written, resolved
from sim.prompts import TalkQuestion
from sim.prompts.tasks.learn import Learned, LearnFromLine
from sim.prompts.tasks.recap import SummariseTalk, TalkSummary

TOPICS = {
    "ask_work": "work",
    "work": "work",
    "doing": "what they were doing",
    "ask_doing": "what they were doing",
    "weather_sunny": "the weather",
    "weather_rain": "the weather",
    "food": "food",
    "remark": "the town",
}
"""What a talk was about, by the acts in it."""
_KNEW = (
    *news_lines.KNEW, *news_lines.KNEW_GOING, *news_lines.KNEW_REFUSED, *news_lines.KNEW_BEFORE, *news_lines.KNEW_MINE,
)  # fmt: skip
"""How an answer begins to what one has heard of already."""
_MEET = re.compile(r"\b(?:meet|meeting) at (?P<place>.+?) tomorrow at (?P<time>.+?)\?")


def recap(q: SummariseTalk, banks: Banks, dice: Dice) -> Iterator[TalkSummary]:
    talk = Talk(q, banks)
    learned = learnings(talk)
    intends = intention(talk)
    for text in _summaries(talk, learned):
        yield TalkSummary(tuple(learned), clip(intends, 160), clip(text, 200))


def learn(q: LearnFromLine, banks: Banks, dice: Dice) -> Iterator[Learned]:
    """What a recap notes of a single line."""
    yield Learned(tuple(learnings(Talk(q, banks))))


def learnings(talk: Talk) -> list[str]:
    """Up to three statements that others made, each once, days made absolute; never what one said oneself."""
    own = [statement for who, statement in talk.statements if who == talk.me]
    known = _known_already(talk)
    kept: list[str] = []
    for who, statement in talk.statements:
        if who == talk.me or statement in known or len(statement) > 160:
            continue
        if not any(same_news(statement, other) for other in (*own, *kept)):
            kept.append(statement)
    told = _views(talk)
    return [*kept[: 3 - len(told)], *told]


def _views(talk: Talk) -> list[str]:
    """The first view that somebody else held of a matter of the town, as a statement."""
    for i, (who, line) in enumerate(talk.lines):
        way = held(line) if who != talk.me else ""
        statements = Talk(_until(talk.q, i + 1), talk.banks).statements if way else ()
        found = next((text for _, text in reversed(statements) if is_matter(text)), "")
        if found and not found.startswith(who):
            return [f"{who} is {way} {matter(found)}"]
    return []


def _known_already(talk: Talk) -> set[str]:
    """What others told and one answered with having heard of it."""
    found: set[str] = set()
    for (who, line), (name, answer) in pairwise(talk.lines):
        if name == talk.me != who and answer.startswith(_KNEW):
            found.update(talk.told_in(line, who))
    return found


def intention(talk: Talk) -> str:
    """The promise one made: to come to what was told of, or to meet; ``""`` for none."""
    for i, (who, line) in enumerate(talk.lines):
        if who != talk.me or not accepts(line, talk.banks) or declines(line, talk.banks):
            continue
        before = Talk(_until(talk.q, i), talk.banks)
        proposal = next(
            (_MEET.search(text) for name, text in reversed(talk.lines[:i]) if name != talk.me and _MEET.search(text)), None
        )
        if proposal:
            return _meeting(talk, before.other or talk.other, proposal)
        found = before.occasion
        offered = _offer(talk, i)
        if offered and not found:
            return offered
        if found and found[2].phrase() != found[2].what and not (found[0] == talk.me and found[1].startswith(talk.me)):
            return resolved(f"{talk.me} plans to go to {_placed(found[2], talk.q).phrase()}", talk.now)
    return _own_proposal(talk)


def _placed(occasion: Gathering, q: TalkQuestion[Any]) -> Gathering:
    """With the place by the name that the town has for it, so that a plan finds it."""
    return replace(occasion, place=nearest_place(occasion.place, q.names.places) or occasion.place)


_OFFER = re.compile(
    r"\b(?:meet|join|shall we|how about|let's|would you like|we could|come (?:over|by|along|to)|are you free)\b", re.I
)


def _offer(talk: Talk, i: int) -> str:
    """A meeting proposed in the line before, in anybody's words, with place, day or hour."""
    who, line = talk.lines[i - 1] if i else ("", "")
    place = place_in(line, talk.q.names.places) or place_written(line)
    day, time = day_in(line), clock_in(line)[0]
    if who in ("", talk.me) or not _OFFER.search(line) or not (place or time):
        return ""
    occasion = Gathering("", place, day, time)
    return resolved(f"{talk.me} plans to meet {who}{occasion.phrase()}", talk.now)


def _own_proposal(talk: Talk) -> str:
    """One proposed to meet and the other agreed."""
    for i, (who, line) in enumerate(talk.lines[:-1]):
        proposal = _MEET.search(line)
        name, answer = talk.lines[i + 1]
        if who == talk.me and proposal and name != talk.me and accepts(answer, talk.banks):
            return _meeting(talk, name, proposal)
    return ""


def _meeting(talk: Talk, other: str, proposal: re.Match[str]) -> str:
    return resolved(f"{talk.me} plans to meet {other} at {proposal['place']} tomorrow at {proposal['time']}", talk.now)


def _until(q: TalkQuestion[Any], i: int) -> TalkQuestion[Any]:
    """The question as it was before line ``i``."""
    return replace(q, conversation=(q.conversation or ())[:i])


def _summaries(talk: Talk, learned: list[str]) -> list[str]:
    others = [name for name in talk.others if name in {who for who, _ in talk.lines}] or list(talk.others)
    people = join(others) or "somebody"
    own = [statement for who, statement in talk.statements if who == talk.me]
    out = []
    told = [text for text in learned if text not in _views(talk)]
    if told:
        teller = next(
            (who for who, text in talk.statements if same_news(text, told[0])),
            others[0] if others else "Somebody",
        )
        out.append(told_that(teller, [talk.me, *(name for name in others if name != teller)], told[0]))
    if own:
        out.append(told_that(talk.me, others, own[0]))
    out += _concerns(talk)
    answered = _answers_given(talk)
    out = [*answered, *summary(talk), *(text for text in out if not any(same_news(one, text) for one in answered))]
    both = [f"{out[0]}, and {out[1]}"] if len(out) > 1 and len(f"{out[0]}, and {out[1]}") <= 200 else []
    plain = _plain(talk, people)
    goes_on = not answered and deed_told(plain[0])[1] in talk.banks.thread_by_deed
    return unique([*plain, *both, *out] if goes_on else [*both, *out, *plain])


def _concerns(talk: Talk) -> list[str]:
    """What was told of what is on somebody's mind, where the other asked on or wished well."""
    comments = (one.turns[0] for kind in ("concern", "worry") for one in talk.banks.comments[kind])
    asks = (*comments, *chat.CONCERN_HEARD, *chat.WORRY_HEARD)
    pairs = [pair for pair in pairwise(talk.lines) if not talk.told_in(pair[0][1], pair[0][0])]  # else it is told already
    told = ((who, line, name) for (who, line), (name, answer) in pairs if answer.endswith(asks))
    of = {name: talk.q.names.called.get(name, "") for name in (talk.me, *talk.others)}
    return [
        told_that(who, [name], third_person(sentences(line)[-1].rstrip("."), who, of.get(who, ""))) for who, line, name in told
    ]


def told_that(teller: str, hearers: list[str], statement: str) -> str:
    """``Mara Lind told Tom Reed about the supper ...`` or ``... that Mara is moving``, which nobody reads as of two."""
    whom = join(hearers) or "somebody"
    occasion = gathering_of(statement)
    if occasion and is_host(statement, teller):
        return f"{teller} told {whom} about {re.sub('^the ', 'their ', occasion.phrase())}"
    first = without_titles(teller).split(" ")[0]
    own = is_about(statement, teller) and not first[:1].islower()  # but for those called ``van der Meer``
    said = statement.replace(teller, first, 1) if own else statement
    return f"{teller} told {whom} that {as_clause(said)}"


def _answers_given(talk: Talk) -> list[str]:
    """What one answered to an invitation, so that one stays by it, or what one's own was answered by each of the others."""
    found: dict[str, str] = {}
    for i, (host, asked) in enumerate(talk.lines):
        occasion = Talk(_until(talk.q, i + 1), talk.banks).occasion if act_of(asked, talk.banks) == "invite" else None
        for who, line in talk.lines[i + 1 :]:
            if who == host:
                break
            if occasion is None or who in found or talk.me not in (who, host):
                continue
            if declines(line, talk.banks):
                found[who] = f"{who} said no to {host}'s invitation to {occasion[2].what}"
            elif accepts(line, talk.banks):
                found[who] = f"{who} promised {host} to come to {occasion[2].what}"
            elif "unsure" in acts_in(line, talk.banks) or len(talk.others) < 2:
                found[who] = f"{who} would not promise {host} to come to {occasion[2].what}"
    return list(found.values())


def _telling(talk: Talk) -> list[str]:
    """What one told of a matter of one's own that goes on, what the others did by their own words, with the words; else what
    they said of themselves, or at least thought; most telling first."""
    said = [
        (who, part, exchange_shown_by(part, talk.banks))
        for who, line in talk.lines
        if who != talk.me
        for part, act in chunks(line, talk.banks)
        if act.startswith(_PERSONAL)
    ]
    said = [one for one in said if one[2] or (len(one[1].split()) >= TELLING and not one[1].endswith("?"))]
    best = sorted(said, key=lambda one: (not one[2], not _OF_ONESELF.search(one[1]), -len(one[1])))
    mine = (part for who, line in talk.lines if who == talk.me for part, _ in chunks(line, talk.banks))
    deeds = (one.deed for one in (exchange_shown_by(part, talk.banks) for part in mine) if one)
    lines = [f"{talk.me} {deed}" for deed in deeds if deed in talk.banks.thread_by_deed]
    for who, line, shown in best[:2]:
        lines += [f'{who} {shown.deed}: "{line}"', f"{who} {shown.deed}"] if shown else [f'{who} said: "{line}"']
    return lines


TELLING = 5
"""Words of a line that may be remembered as it was said."""
_PERSONAL = ("topic", "exchange", "work", "ask_work", "small_talk", "about_self", "joke")
_OF_ONESELF = re.compile(r"\b(?:I|my|me|I'm|I've|I'd|I'll)\b")


def _plain(talk: Talk, people: str) -> list[str]:
    """Who talked with whom, and about what, in several wordings."""
    named = dict.fromkeys(topic for topic in (_topic(line, talk.banks) for _, line in talk.lines) if topic)
    about = ([topic for topic in named if topic not in TOPICS.values()] or list(named))[:2]
    topic = f" about {join(about)}" if about else ""
    short = f" about {about[0]}" if len(about) > 1 else ""
    told = [(said, subject) for said in _telling(talk) for subject in (topic, short, "")]
    quoted = [f"{talk.me} talked with {people}{subject}. {said}" for said, subject in told]
    where = f" at {talk.q.at}" if talk.q.at else ""
    return [
        *(text for text in quoted if len(text) <= 200),
        *(() if topic else (f"{talk.me} had a short talk with {people}{where}",)),
        f"{talk.me} talked with {people}{topic}",
        f"{talk.me} and {people} talked{topic}" if topic else f"{talk.me} had a short talk with {people}",
        f"{talk.me} talked with {people}{short}",
    ]


def _topic(line: str, banks: Banks) -> str:
    act = act_of(line, banks)
    if act.startswith(("topic:", "exchange:")):
        named = act.split(":")[1]
        news = banks.exchange_named[named].news if act.startswith("exchange:") else ""
        return "" if news and not news.startswith(ERRAND) else named  # else it is about what was told
    return TOPICS.get(act, "")
