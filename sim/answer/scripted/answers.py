"""Answers to the last line of a talk: a reaction to news, an answer from what is known, yes, no or perhaps to an invitation.

``answer`` gives (text, full) pairs, best first: ``full`` when the text is a turn by itself and nothing new should follow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from sim.answer.scripted.asked_after import last_word, standing
from sim.answer.scripted.comments import (
    BOTH,
    TOUCHED,
    called_as,
    clash,
    comments,
    goes,
    has_part,
    known_as,
    of_concern,
    shuns,
    touches,
)
from sim.answer.scripted.commitments import refused, willing
from sim.answer.scripted.conclusions import answers_to
from sim.answer.scripted.dialogue_acts import accepts, act_of, asks_how, declines
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.concerns import GLAD, SAD
from sim.answer.scripted.english.gatherings import PARTY, Gathering, gathering_of, is_host, sort_of
from sim.answer.scripted.english.news import PRIVATE, overheard, same_news, split_teller
from sim.answer.scripted.english.phrases import asking, chat, inviting, meeting, news_lines
from sim.answer.scripted.english.phrases.opinions import THE_SAME
from sim.answer.scripted.english.poignancy import poignancy
from sim.answer.scripted.english.same_topic import same_topic
from sim.answer.scripted.english.statements import asked_to_confirm
from sim.answer.scripted.exchange_course import heard_out, next_line
from sim.answer.scripted.exchanges import instead_of_news, of_oneself, taken_up
from sim.answer.scripted.follow_up_answers import detail, remembered
from sim.answer.scripted.greetings import greetings, introductions
from sim.answer.scripted.hosts import named_as_asked
from sim.answer.scripted.initiatives import tell
from sim.answer.scripted.invited import to_invitation
from sim.answer.scripted.opinions import SEEKS, called, held, is_matter, replies, said, stance
from sim.answer.scripted.own_news import LOOKS_TO
from sim.answer.scripted.relationship_words import KIN
from sim.answer.scripted.secrecy import is_kept
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.telling import told_to
from sim.answer.scripted.timely import timely
from sim.answer.scripted.topics import topic_of
from sim.answer.scripted.voice import plain
from sim.language.text import FULL_NAME, PERSON, as_clause, capital, overlap, stems

Answers = list[tuple[str, bool]]
_IDLE = re.compile(
    r"\b(?:talking|sleeping|walking|going|waiting|waking|saying|greeting|getting|taking a|spending time|resting|sitting|"
    r"listening|looking for)\b"
)
"""Nothing that one would name when asked what one does."""
ASKS_ON = 0.95
"""How likely one asks what somebody means to do about what they have told of themselves."""
_THANKS = (*inviting.TOLD_PROMISE, *inviting.TOLD_DECLINE, *inviting.TOLD_UNSURE, *inviting.TOLD_AGAIN)
"""What a host says to an answer, after which there is nothing to say."""


def answer(talk: Talk, dice: Dice) -> Answers:
    """Ways to answer the last line; ``("", False)`` where it calls for nothing."""
    if not talk.last:
        return [("", False)]
    handler = _HANDLERS.get(talk.act)
    if talk.stranger and not talk.mine and not talk.act.startswith("exchange:") and len(talk.lines) < len(talk.others) + 1:
        return _to_greeting(talk, dice)
    if talk.act != "farewell" and (concluded := answers_to(talk.last)):
        return _full(talk.unworn(dice.order(list(concluded))))
    if talk.mine and answers_to(talk.mine[-1]):
        return [("", False)]
    if talk.act.startswith("exchange:") and (line := next_line(talk)):
        return [(line, True)]
    if held(talk.last) and any(is_matter(text) for _, text in talk.statements):
        return _to_view(talk, dice)
    if talk.act.startswith("exchange:"):
        return _full(plain(talk, heard_out(talk), dice), False)
    if talk.act == "invite" or (talk.act not in ("confirm", "farewell") and talk.heard):
        return _to_news(talk, dice)
    if handler:
        return handler(talk, dice)
    if talk.act.startswith("topic:"):
        return _to_topic(talk, dice)
    return _to_question(talk, dice) if "?" in talk.last and talk.act != "react" else _to_remark(talk, dice)


def _full(lines: list[str], full: bool = True) -> Answers:
    return [(line, full) for line in lines] or [("", False)]


def _to_greeting(talk: Talk, dice: Dice) -> Answers:
    if talk.mine:
        return [("", False)]
    if talk.stranger:
        back = introductions(talk, meeting.GREET_BACK_STRANGER, dice)
        news = _to_news(talk, dice) if talk.heard else [("", False)]
        return [(f"{line} {news[i % len(news)][0]}".strip(), bool(talk.heard)) for i, line in enumerate(back)]
    if len(talk.others) > 1 and len(talk.lines) > 1:
        new = any(talk.first(who) in line for who, line in talk.lines)  # else one greeting back is enough for all
        return _full(plain(talk, meeting.GREET_BOTH, dice) if new and not talk.stranger else [], False)
    well = dice.pick(chat.HOW_ARE_YOU[:2]) if asks_how(talk.last) else ""
    usual = greetings(talk, dice)
    own = [line for line in usual if not line.endswith("?")]
    silent = [("", False)] if talk.q.telling.today and not well else []  # the second time one greeting is enough
    return [*silent, *((f"{line} {well}".strip(), False) for line in own)]


def _to_news(talk: Talk, dice: Dice) -> Answers:
    """A reaction; with an invitation or a gathering also yes, no or perhaps; with gaps a question."""
    if talk.act == "invite" and not talk.heard:
        return _full(to_invitation(talk, dice))
    who, statement = talk.heard[-1]
    memories = [split_teller(memory, talk.me) for memory in talk.q.memories]
    known = {text: teller for text, teller in memories if same_topic(statement, text)}
    knew = bool(known) or talk.always_knew(statement) or not {*talk.others} >= {*told_to(talk.q, statement)}
    if PRIVATE.search(statement):
        keep = news_lines.KEEP_AND_ASK if dice.chance(ASKS_ON) and not talk.mine else news_lines.KEEP
        return _full(plain(talk, news_lines.KNEW_SECRET if known else keep, dice), False)
    if touches(talk, statement) and (comment := comments(talk, TOUCHED, dice)):
        return _full(comment)
    if not gathering_of(statement) and has_part(talk, who, statement) and (comment := comments(talk, BOTH, dice)):
        return _full(comment)
    if is_matter(statement) and not any(map(held, talk.mine)):
        own = stance(talk.q, statement)
        comment = comments(talk, called(statement, own, who), dice)
        views = comment or talk.unworn(said(statement, own, dice, who))
        if knew or (not comment and dice.chance(0.4)):
            heard = dice.pick(news_lines.KNEW_BEFORE if knew else news_lines.PLAIN)
            return _full([f"{heard} {line}" for line in views])
        return _full(views)
    if named_as_asked(talk):
        return _full(plain(talk, news_lines.TOLD_TWICE, dice), False)
    if known and talk.act == "invite":
        told = (split_teller(memory, talk.me) for memory in talk.q.memories if not overheard(memory))
        again = not talk.stranger and any(teller == who and text in known for text, teller in told)
        return _full(to_invitation(talk, dice, again))
    if known and refused(talk.me, talk.q.memories, statement):
        return _full(plain(talk, news_lines.KNEW_REFUSED, dice))
    if knew:
        mine = any(is_host(text, talk.me) for text in known)
        always = news_lines.KNEW_ALWAYS if talk.always_knew(statement) else _knew(talk, statement)
        lines = plain(talk, news_lines.KNEW_MINE if mine else always, dice)
        near = mine or talk.of_the_house(statement)
        if not near and (comment := comments(talk, known_as(talk, statement), dice)):
            return _full(comment)
        asks = gathering_of(statement, talk.q.names.places) and not mine and who not in statement and len(talk.others) < 2
        return _full([f"{line} {dice.pick(news_lines.ASK_GOING)}" for line in lines] if asks else lines, bool(asks))
    reaction = talk.unworn(dice.order(_reactions(talk, statement)))
    occasion = gathering_of(statement, talk.q.names.places)
    if occasion and who in statement and talk.act == "invite":
        return _full(to_invitation(talk, dice))
    if comment := comments(talk, called_as(talk, who, statement), dice):
        return _full(comment)
    asked = "" if any(line.endswith("?") for _, line in talk.fresh) else _gap(statement, occasion, who, dice)
    if not occasion and who in statement and dice.chance(ASKS_ON):
        return _full([f"{line} {dice.pick(news_lines.ASK_THEN)}" for line in reaction])
    if asked and dice.chance(0.7):
        return _full([f"{line} {asked}" for line in reaction])
    drawn = 0.5 * willing(talk.q.card.traits) * (not shuns(talk, statement))
    if occasion and who not in statement and dice.chance(drawn) and not clash(talk, occasion):
        return _full([f"{line} {dice.pick(inviting.ACCEPT_OTHER)}" for line in reaction])
    if occasion and who not in statement and not asked:
        return _full([f"{line} {dice.pick(news_lines.ASK_GOING)}" for line in reaction])
    return _full(reaction, False)


def _knew(talk: Talk, statement: str) -> tuple[str, ...]:
    """What one says to what one has heard: to an occasion that one has promised to come to, that one will."""
    return news_lines.KNEW_GOING if goes(talk, statement) else news_lines.KNEW


def _to_view(talk: Talk, dice: Dice) -> Answers:
    """Whether one thinks the same of the matter spoken of, and what oneself thinks; once in a talk. Nothing where the other has
    just agreed."""
    if talk.last.startswith(THE_SAME):
        return [("", False)]
    statement = next(text for _, text in reversed(talk.statements) if is_matter(text))
    own = next(filter(None, map(held, talk.mine)), "") or stance(talk.q, statement)
    lines = talk.unworn(replies(statement, own, held(talk.last), talk.me, dice))
    if statement.startswith(talk.me) or any(map(held, talk.mine)):
        return _full(lines, False)
    views = talk.unworn(said(statement, own, dice))
    return _full([f"{line} {views[i % len(views)]}" for i, line in enumerate(lines)])


def _reactions(talk: Talk, statement: str) -> list[str]:
    """Glad, sorry or merely surprised, by what it is; the banks' own for grave news."""
    seeks = SEEKS.search(statement)
    if seeks and talk.me not in statement and re.search(rf"\b{re.escape(seeks[1])}\b", talk.q.setting.occupation, re.I):
        return list(news_lines.RIVAL)
    grave = poignancy(statement, talk.me, talk.banks) >= 7
    if SAD.search(statement):
        return list(news_lines.BAD if grave else (*news_lines.PLAIN[:4], *news_lines.MILD))
    if GLAD.search(statement):
        return list(news_lines.GOOD)
    return list(news_lines.PLAIN)


def _gap(statement: str, occasion: Gathering | None, who: str, dice: Dice) -> str:
    """A question about what was left out."""
    if occasion and not occasion.place:
        return dice.pick(asking.ASK_WHERE)
    if occasion and not occasion.time and not occasion.day:
        return dice.pick(asking.ASK_WHEN)
    if occasion and not (
        FULL_NAME.search(statement) or re.match(rf"(?!The ){PERSON} (?:is|are|has|will|holds|gives|hosts)\b", statement)
    ):
        return dice.pick(asking.ASK_WHO)
    return dice.pick(asking.ASK_MORE) if not occasion and dice.chance(0.25) and who not in statement else ""


def _to_meeting(talk: Talk, dice: Dice) -> Answers:
    yes, no = plain(talk, inviting.MEET_YES, dice)[0], plain(talk, inviting.MEET_NO, dice)[0]
    return _full([yes, no] if dice.chance(willing(talk.q.card.traits)) else [no, yes])


def _to_confirm(talk: Talk, dice: Dice) -> Answers:
    """``Is it true that you ...?``: yes where a memory or the card holds it, with what the question did not have, or from whom
    one has it."""
    asked = asked_to_confirm(talk.last)
    for memory in (*talk.q.memories, *talk.q.card.concerns):
        text, teller = split_teller(memory, talk.me)
        if memory and same_news(text.replace(talk.me, "you"), asked):
            if is_matter(text) and (comment := comments(talk, "confirmed", dice)):
                return _full(comment)
            mine, more = capital(talk.mine_now(text)).rstrip("."), ""
            if gathering_of(text) and mine.startswith("I"):
                more = dice.pick(inviting.INVITE_TO.get(sort_of(text), inviting.INVITE))
            elif not stems(mine) <= stems(asked):
                more = f"{mine}."
            elif teller and teller not in talk.others:
                more = plain(talk, asking.ANSWER_SOURCE, dice, who=talk.first(teller))[0]
            return _full([f"{line} {more}".strip() for line in talk.unworn(dice.order(news_lines.CONFIRMED))], bool(more))
    return _full(plain(talk, news_lines.NOT_CONFIRMED, dice), False)


def _to_promise(talk: Talk, dice: Dice) -> Answers:
    """What the one who invited says to yes, no and perhaps."""
    if talk.occasion and talk.occasion[0] != talk.me and len(talk.others) > 1:
        return [("", False)]  # that was for whoever invited
    if talk.last.endswith((*inviting.AGAIN_ACCEPT, *inviting.AGAIN_DECLINE)):
        return _full(plain(talk, inviting.TOLD_AGAIN, dice), False)
    table, earnest = (
        (inviting.TOLD_DECLINE, inviting.TOLD_DECLINE_TO)
        if declines(talk.last, talk.banks)
        else (inviting.TOLD_PROMISE, inviting.TOLD_PROMISE_TO)
        if accepts(talk.last, talk.banks)
        else (inviting.TOLD_UNSURE, inviting.TOLD_UNSURE_TO)
    )
    sort = sort_of(talk.occasion[1]) if talk.occasion else PARTY
    return _full(plain(talk, earnest.get(sort, table), dice), False)


def _to_ask_news(talk: Talk, dice: Dice) -> Answers:
    news = tell(talk, dice)
    if not news and not taken_up(talk):
        none = [line for line in dice.order(news_lines.OWN_NEWS) if talk.true_here(line)]
        news = [f"{none[0]} {line}" for line in of_oneself(talk, dice)]
    return _full(news) if news else _full(plain(talk, news_lines.NO_NEWS, dice), False)


def _to_ask_doing(talk: Talk, dice: Dice) -> Answers:
    return _of_oneself(talk, dice, [*_concern(talk), *doing(talk, chat.ANSWER_DOING, dice)])


def _to_ask_work(talk: Talk, dice: Dice) -> Answers:
    return _of_oneself(talk, dice, _concern(talk))


CONCERN_FIRST = 0.3
"""How likely one speaks of what one has in mind before one speaks of work."""


def _of_oneself(talk: Talk, dice: Dice, concern: list[str]) -> Answers:
    """A line about oneself that a small conversation follows, what one has in mind, or nothing new; next
    to nothing before news, or before what is to be taken up."""
    if talk.news or taken_up(talk):
        how = re.search(r"\bhow\b", talk.last, re.I)
        return _full(plain(talk, chat.WELL if how else chat.NOTHING, dice), False)
    stories = [] if talk.did("exchange") else [(line, True) for line in of_oneself(talk, dice)]
    own = [(line, True) for line in concern if not talk.worn(line)]
    first = [*own, *stories] if dice.chance(CONCERN_FIRST) else [*stories, *own]
    return [*first, *_full(_nothing_new(talk, dice))]


def _nothing_new(talk: Talk, dice: Dice) -> list[str]:
    """That there is nothing new; whoever asked is asked in turn."""
    lines = plain(talk, chat.WELL if re.search(r"\bhow\b", talk.last, re.I) else chat.SAME, dice)
    asked = talk.did("ask_work", talk.me) or talk.did("exchange") or len(talk.others) > 1 or KIN.search(talk.q.relationship)
    if asked and (begun := instead_of_news(talk, dice)):
        return [f"{line} {begun[0]}" for line in lines]
    return lines if asked else [f"{line} {dice.pick(chat.ASK_BACK)}" for line in lines]


def doing(talk: Talk, lines: Sequence[str], dice: Dice) -> list[str]:
    """Lines that say what one is doing; none where that is nothing to speak of."""
    away = not talk.q.doing or _IDLE.search(talk.q.doing)
    return [] if away else plain(talk, lines, dice, doing=as_clause(talk.q.doing))[:2]


def _concern(talk: Talk) -> list[str]:
    """What one is busy with, in the first person; no gathering, no secret, nor what was said here or to them before;
    nothing to a stranger."""
    concern = next(iter(talk.q.card.concerns), "")
    if talk.stranger or gathering_of(concern, talk.q.names.places) or LOOKS_TO.search(concern) or SEEKS.search(concern):
        return []  # that is for inviting, or for telling as news
    own = capital(talk.mine_now(concern))
    said = any(overlap(stems(own), stems(line)) > 0.6 for _, line in talk.lines)
    said = said or any(same_topic(concern, text) for _, text in talk.statements)
    before = any(talk.other in memory and overlap(stems(concern), stems(memory)) > 0.6 for memory in talk.q.memories)
    secret = is_kept(talk.q, concern) or re.search(r"\b(?:hide|he|she|him|his|her|do not say)\b", own)  # she may be oneself
    return [] if own == concern or len(own) > 200 or said or before or secret else [f"{_as_spoken(own)}."]


def _as_spoken(text: str) -> str:
    """With the short forms of speech: ``I've had``, ``don't know``."""
    for written, spoken in (("I have had ", "I've had "), (" do not ", " don't "), (" cannot ", " can't ")):
        text = text.replace(written, spoken)
    return text


def _to_thanks(talk: Talk, dice: Dice) -> Answers:
    return [("", False)] if len(talk.last) > 60 else _full(plain(talk, chat.THANKED, dice), False)


def _to_topic(talk: Talk, dice: Dice) -> Answers:
    _, name, act = talk.act.split(":")
    topic = talk.banks.topics[name]
    if act == "reply":
        return _full(plain(talk, chat.NOD, dice), False) if dice.chance(0.6) else [("", False)]
    lines = talk.unworn(dice.order(topic["say"] if act == "ask" else topic["reply"]))
    return _full([line for line in lines if timely(line, talk.now.minutes)][:4] or lines[:4])


def _to_remark(talk: Talk, dice: Dice) -> Answers:
    """A nod; good wishes for what somebody is busy with; nothing for a mere reaction."""
    if talk.act == "react" or talk.last.endswith(_THANKS):
        return [("", False)]
    if talk.mine and act_of(talk.mine[-1], talk.banks) in ("ask_work", "ask_doing") and talk.act in ("other", "work"):
        kind = of_concern(talk.last)
        comment = comments(talk, kind, dice)
        return _full(comment or plain(talk, chat.WORRY_HEARD if kind == "worry" else chat.CONCERN_HEARD, dice))
    if talk.act == "doing":
        return _full(plain(talk, chat.BUSY, dice), False)
    if talk.act == "joke":
        return _full(plain(talk, chat.LAUGH, dice), False)
    if talk.last.endswith((*news_lines.GOING, *news_lines.PERHAPS_GOING)):
        goes_too = talk.last.endswith(news_lines.GOING)
        return _full(plain(talk, news_lines.HEARD_GOING if goes_too else news_lines.HEARD_PERHAPS, dice))
    topic = topic_of(talk.last, talk)
    if topic and dice.chance(0.5):
        return _full(talk.unworn(dice.order(talk.banks.topics[topic]["reply"]))[:3])
    return _full(plain(talk, chat.NOD, dice), False)


def _to_question(talk: Talk, dice: Dice) -> Answers:
    """From the talk and the memories; else an honest I-don't-know."""
    if asks_how(talk.last):
        return _full(plain(talk, chat.HOW_ARE_YOU, dice), False)
    if talk.last.endswith((*news_lines.KEEP_AND_ASK, *news_lines.ASK_THEN)):
        then = news_lines.KEPT_ASKER if talk.last.endswith(news_lines.KEEP_AND_ASK) else news_lines.NOT_DECIDED
        return _full(plain(talk, then, dice), False)
    if talk.last.endswith(news_lines.ASK_GOING) and talk.occasion:
        return _full(plain(talk, news_lines.GOING if goes(talk, talk.occasion[1]) else news_lines.PERHAPS_GOING, dice), False)
    if talk.last.endswith(asking.ASK_MORE):
        return _full(plain(talk, asking.ALL_I_KNOW, dice), False)
    found = detail(talk, dice) or remembered(talk)
    if found:
        return _full(found)
    topic = topic_of(talk.last, talk)
    if topic:
        return _full(talk.unworn(dice.order(talk.banks.topics[topic]["say"]))[:3])
    wh = re.match(
        r"^(?:.*[.!] )?(?:where|when|who|what time|what day|do you know|have you heard|is there|how did)\b", talk.last, re.I
    )
    return _full(plain(talk, asking.DONT_KNOW if wh else asking.OTHER_ANSWERS, dice), False)


_HANDLERS: dict[str, Callable[[Talk, Dice], Answers]] = {
    "greet": _to_greeting,
    "meet": _to_meeting,
    "confirm": _to_confirm,
    "accept": _to_promise,
    "decline": _to_promise,
    "unsure": _to_promise,
    "ask_news": _to_ask_news,
    "ask_doing": _to_ask_doing,
    "ask_work": _to_ask_work,
    "ask_after": lambda talk, dice: _full(standing(talk, dice)),
    "stands": lambda talk, dice: _full(last_word(talk, dice)) if talk.did("ask_after", talk.me) else [("", False)],
    "thank": _to_thanks,
}
