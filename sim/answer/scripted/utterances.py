"""Answers ``say``: first an answer to the last line, then an initiative, then goodbye.

A resident answers before starting something new, tells news once, promises or declines, and ends a talk when nothing is left
to say. Every goodbye has ``end`` true; whoever has not said goodbye yet should get one more turn. No line is said twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sim.answer.scripted import greetings, initiatives
from sim.answer.scripted.answers import answer, doing
from sim.answer.scripted.commitments import RETIRING
from sim.answer.scripted.dialogue_acts import act_of
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.news import same_news
from sim.answer.scripted.english.phrases import meeting, news_lines
from sim.answer.scripted.exchange_course import between_two, leaves_the_answer, next_line, of_a_thread, parting_line, weighs
from sim.answer.scripted.hosts import asks_later, hosting, to_be_asked
from sim.answer.scripted.occasions import part_in_party
from sim.answer.scripted.reactions import BUSY
from sim.answer.scripted.said_sentences import parts_said, repeats, sentence_said
from sim.answer.scripted.speech_habits import in_own_voice
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.upshots import came_to
from sim.answer.scripted.voice import plain
from sim.language.text import clip, tidy
from sim.prompts.tasks.say import Say, Utterance

LONGEST = 220
BUSY_REFUSES, COOL_REFUSES, SHY_REFUSES = 0.6, 0.4, 0.1
"""How likely who is spoken to says that it is not the moment: in the middle of something, on bad terms, shy of a stranger."""
NOTHING_LEFT = {0: 0.0, 1: 0.0, 2: 0.25, 3: 0.5, 4: 0.75, 5: 0.9}
"""How likely a resident with nothing to tell says goodbye, by how many lines they have said; 1 from six on."""
AT_ITS_END = 0.8
"""How likely one says goodbye when a small conversation has come to its end; after a matter that goes on one always does."""


def say(q: Say, banks: Banks, dice: Dice) -> Iterator[Utterance]:
    """Lines that stand in the memories (said on another occasion) come last."""
    talk = Talk(q, banks)
    said = parts_said(talk.lines)
    remembered = " ".join(q.memories)
    stale: list[Utterance] = []
    for parts, end in _turns(talk, dice):
        kept = [part for part in parts if any(map(str.isalnum, part))]
        if not kept or sentence_said(kept[0], said):
            continue
        line = compose([part for part in kept if not sentence_said(part, said)])
        if not repeats(line, talk.said):
            own = in_own_voice(talk, line, dice.fork("voice"))
            line = own if len(own) <= LONGEST else line
            reply = Utterance(line, end or leaves_the_answer(line, banks))
            if line in remembered:
                stale.append(reply)
            else:
                yield reply
    yield from stale


def compose(parts: Sequence[str]) -> str:
    """The parts as one line; the last ones go where they do not fit."""
    kept = list(parts)
    while len(kept) > 1 and len(" ".join(kept)) > LONGEST:
        kept.pop()
    return clip(tidy(" ".join(kept)), LONGEST) if kept else ""


def _turns(talk: Talk, dice: Dice) -> Iterator[tuple[list[str], bool]]:
    """(parts of a line, whether it ends the talk), most fitting first; a goodbye among them, but where an answer is owed."""
    if not talk.lines:
        yield from _open(talk, dice)
    elif _too_many(talk):
        for line in plain(talk, meeting.TOO_MANY, dice):
            yield [line], True
    elif asks_later(talk):
        yield [plain(talk, news_lines.ASK_LATER, dice)[0], next_line(talk)], False
        return
    elif host := to_be_asked(talk):
        yield from (([text], False) for text in _asked_at_last(talk, host, dice))
    elif line := parting_line(talk):
        yield [line], True
        return
    elif _unwelcome(talk, dice.fork("welcome")):
        busy = doing(talk, meeting.NOT_NOW_DOING, dice) if BUSY.search(talk.q.doing) else []
        for line in busy or plain(talk, meeting.NOT_NOW, dice):
            yield [line], True
    elif _closing(talk):
        yield from _close(talk, dice)
    elif first := _first(talk, dice):
        yield from (([bridge, text], False) for bridge, text in first)
        return
    elif owed := _owed(talk, dice):
        yield from (([text], False) for text in owed)
        return
    else:
        yield from _go_on(talk, dice)
    for line in greetings.farewells(talk, dice):
        yield [line], True


def _first(talk: Talk, dice: Dice) -> list[tuple[str, str]]:
    """What one came to say, where the other has begun on something small before one could; with what puts that off."""
    begun = talk.act.startswith("exchange:") and not talk.did("exchange", talk.me)
    wanted = initiatives.came_for(talk, dice) if begun and not talk.statements else []
    bridges = plain(talk, news_lines.FIRST_THIS, dice)
    return [(bridges[i % len(bridges)], line) for i, line in enumerate(wanted)]


def _owed(talk: Talk, dice: Dice) -> list[str]:
    """What alone can be said now: the next line of an exchange that has begun, or a yes or a no to an invitation. Nobody walks
    off instead, or speaks of something else."""
    if talk.act.startswith("exchange:") and (line := next_line(talk)):
        return [line]
    invited = talk.act == "invite" and len(talk.others) == 1
    return [text for text, _ in answer(talk, dice) if text] if invited else []


def _asked_at_last(talk: Talk, host: str, dice: Dice) -> list[str]:
    """What goes on with what the company speaks of, and then makes the host ask."""
    if line := next_line(talk) if talk.act.startswith("exchange:") else "":
        return [line]
    if host == talk.me:
        return initiatives.tell(talk, dice)
    over = talk.act.startswith("exchange:")  # else somebody has asked already
    return plain(talk, news_lines.ASK_NOW if over else news_lines.ASK_NOW_TOO, dice, who=talk.first(host))


def _unwelcome(talk: Talk, dice: Dice) -> bool:
    """Whether somebody who was spoken to would rather not talk: busy, on bad terms, or shy of a stranger."""
    if talk.mine or len(talk.others) > 1 or (talk.fond and talk.last.endswith("?")):
        return False
    if talk.act == "invite" or talk.heard or talk.act.startswith("exchange:") or part_in_party(talk):
        return False  # that wants an answer, and a party talk
    shy = talk.stranger and any(trait in RETIRING for trait in talk.q.card.traits)
    return dice.chance(max(BUSY_REFUSES * bool(BUSY.search(talk.q.doing)), COOL_REFUSES * talk.cool, SHY_REFUSES * shy))


def _too_many(talk: Talk) -> bool:
    """Whether three talk already, whom one has joined; or two, who are in the middle of something."""
    speakers = len({who for who, _ in talk.lines})
    return not talk.mine and (speakers > 2 or (speakers == 2 and between_two(talk)))


def _closing(talk: Talk) -> bool:
    """The others have said goodbye, or there is only room left for goodbyes."""
    rest = len(talk.others) - sum(act_of(line, talk.banks) == "farewell" for _, line in talk.lines)
    return (talk.left and rest < 1) or talk.turns_left <= max(2, min(3, len(talk.others) + 1))


def _open(talk: Talk, dice: Dice) -> Iterator[tuple[list[str], bool]]:
    hellos = greetings.greetings(talk, dice)
    first = talk.stranger or (len(talk.others) > 1 and not hosting(talk))  # then one greets, and no more
    news = [] if first else initiatives.tell(talk, dice)
    came_for = [] if first else initiatives.came_for(talk, dice)
    more = news if hosting(talk) else came_for or initiatives.concluded(talk, dice) or news
    for i, greeting in enumerate(hellos):
        yield ([greeting, more[i % len(more)]] if more else [greeting]), False


def _close(talk: Talk, dice: Dice) -> Iterator[tuple[list[str], bool]]:
    """Answer what was asked in the same breath, then goodbye."""
    owes = talk.fresh and (not talk.left or talk.act == "invite")
    answered = answer(talk, dice.fork("closing")) if owes else []
    short = next((text for text, _ in answered if text and len(text) < 90 and not text.endswith("?")), "")
    for line in greetings.farewells(talk, dice):
        yield [short, line], True


def _go_on(talk: Talk, dice: Dice) -> Iterator[tuple[list[str], bool]]:
    if not talk.mine and not talk.stranger and talk.act.startswith(("greet", "ask_")):  # what one came for comes first
        hello = greetings.greetings(talk, dice)
        for i, line in enumerate(initiatives.came_for(talk, dice)):
            yield [hello[i % len(hello)], line], False
    answers = answer(talk, dice)
    own = initiatives.initiatives(talk, dice)
    over = talk.act.startswith("exchange:") and not answers[0][1]
    settled = talk.act == "react" and bool(came_to(talk))
    likely = max((1 if of_a_thread(talk) else AT_ITS_END) * over, settled, NOTHING_LEFT.get(len(talk.mine), 1.0))
    asked = talk.last.endswith("?") or talk.act.startswith(("ask_", "accept", "decline", "unsure"))
    leaving = (settled or not talk.news) and not any(full for _, full in answers[:1]) and dice.chance(likely)
    if leaving and not asked:
        for text, _ in answers[:2] or [("", False)]:
            yield [text, greetings.farewells(talk, dice)[0]], True
    for i, (text, full) in enumerate(answers):
        fitting = [line for line in own if not same_news(line, text)] if text and not full else own
        own_line = fitting[i % len(fitting)] if fitting and not full else ""
        if own_line and talk.act == "greet" and text and not talk.stranger and weighs(own_line, talk):
            text = plain(talk, meeting.GREET_HOUR[greetings.hour(talk)], dice)[0]  # no flourish before what is sad
        yield [text, own_line], False
    for text in own:
        yield [text], False
    if len(talk.others) > 1 and not talk.mine:
        for line in greetings.greetings(talk, dice):
            yield [line], False
