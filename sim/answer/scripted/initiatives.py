"""Lines that a speaker begins with, unasked: greeting, telling news, asking, a remark, a proposal, goodbye.

Each function gives complete sentences, best first. Knows the talk so far, not whose turn it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sim.answer.scripted.asked_after import to_ask_after, told_by_other
from sim.answer.scripted.comments import ERRAND, answered, comments
from sim.answer.scripted.conclusions import answers_to, lines_on
from sim.answer.scripted.dialogue_acts import acts_in, asks_how
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.deeds import LOOKING_FOR, looked_for
from sim.answer.scripted.english.gatherings import gathering_of, is_host, sort_of
from sim.answer.scripted.english.grammatical_person import first_person, second_person
from sim.answer.scripted.english.happenings import kind_of
from sim.answer.scripted.english.news import LEAST
from sim.answer.scripted.english.phrases import chat, inviting, news_lines
from sim.answer.scripted.english.phrases.conclusions import CONCLUSIONS
from sim.answer.scripted.exchange_course import of_a_thread
from sim.answer.scripted.exchanges import about_matters, on_matter, openings, taken_up
from sim.answer.scripted.hosts import asked_before, hosting, invitation
from sim.answer.scripted.known_news import News
from sim.answer.scripted.occasions import part_in_party
from sim.answer.scripted.opinions import HOLDER, at_stake
from sim.answer.scripted.own_matters import SERIOUS
from sim.answer.scripted.own_news import on_ones_mind, seen_together, wishes
from sim.answer.scripted.relationship_words import KIN
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.telling import is_over, tells, told_to, wavers
from sim.answer.scripted.timely import of_the_hour
from sim.answer.scripted.topics import topics
from sim.answer.scripted.voice import own_words, plain
from sim.language.text import SLOT, as_clause, capital, fill, unique
from sim.language.time_and_place import clock_in, day_in, near_by, nearest_place, split_when
from sim.world.clock import WEEKDAYS

HOUSEHOLD = re.compile(r"house|home|apartment|flat|room|cottage|'s\b", re.I)
"""Places where people live."""
LATELY = 12
"""How many of one's own lines make the last few talks."""
ACTED_ON = 0.9
"""How likely one says what one has concluded, where there is something."""
OWED = "with an answer"
"""What for one looks for somebody who has asked one something."""
AGAIN = 0.3
"""How likely one tells again of what one has told somebody else."""
FEW = 2
"""Up to so many one has not told many people."""
UNASKED, UNASKED_BY = 0.7, 0.1
"""How likely who was greeted begins a small conversation at once, rather than ask how things are; by a stranger."""


def tell(talk: Talk, dice: Dice) -> list[str]:
    """News that the other does not know, in a frame that recaps recover; the weightiest first."""
    return [line for item in talk.news[:3] for line in telling(talk, item, dice)[:2]]


def telling(talk: Talk, item: News, dice: Dice) -> list[str]:
    own = first_person(item.text, talk.me, talk.q.first) != item.text
    mine = talk.familiar(talk.mine_now(item.text))
    frames = dice.order(_frames(talk, item, own, dice))
    who = item.text.split(" ")[0] if _of_home(talk, item) else asked_before(talk, item) or talk.familiar(item.source)
    said = mine if item.text[:1].islower() else capital(mine)
    lines = sorted(framed(frames, said, who), key=lambda line: talk.wear(_lead(line, said)))
    if is_host(item.text, talk.me):
        invitations = talk.unworn(dice.order(invitation(talk, sort_of(item.text))))
        lines = [f"{line} {invitations[0]}" for line in lines]
    return [line for line in lines if len(line) <= 215] or [said + "."]


def _lead(line: str, said: str) -> str:
    """What leads up to a statement: only that wears out, for the news itself must be said again to the next one."""
    return line.partition(split_when(said)[0] or as_clause(said))[0].partition(said)[0]


def _frames(talk: Talk, item: News, own: bool, dice: Dice) -> Sequence[str]:
    """How it is told: as one's own, in confidence, as overheard, as heard from somebody, or as what is going round."""
    if item.secret:
        return news_lines.CONFIDE
    if is_host(item.text, talk.me):
        if asked_before(talk, item):
            return news_lines.TELL_INVITING_SOME
        if len(talk.others) < 2 and wavers(talk.q, talk.other, item.text):
            return news_lines.TELL_INVITING_AGAIN
        if (sort := sort_of(item.text)) in news_lines.TELL_INVITING_TO:
            return news_lines.TELL_INVITING_TO[sort]
        own_way = own_words(news_lines.TELL_INVITING_AS, talk.q.card.traits) if len(talk.others) < 2 else ()
        return news_lines.TELL_INVITING_STRANGER if talk.stranger else (*own_way, *news_lines.TELL_INVITING)
    if own and talk.stranger:
        return news_lines.TELL_MINE_STRANGER
    if item in wishes(talk):
        return news_lines.TELL_WISH
    if item in on_ones_mind(talk):
        return news_lines.TELL_MIND
    if own:
        few = news_lines.TELL_SELF_FEW if len(told_to(talk.q, item.text)) <= FEW else ()
        return (*own_words(news_lines.TELL_MINE_AS, talk.q.card.traits), *news_lines.TELL_SELF, *few)
    if stake := at_stake(talk.q, item.text):
        return news_lines.TELL_OWN_OFFICE if stake == HOLDER else news_lines.TELL_FAMILY_OFFICE
    if talk.always_knew(item.text):
        home = [frame for frame in news_lines.TELL_HOME if "{who}" in frame] if talk.stranger else news_lines.TELL_HOME
        return home if _of_home(talk, item) else news_lines.TELL_KNOWN
    named = item.source and item.source not in (talk.me, *talk.others) and item.source not in item.text
    if item.overheard and named:
        return news_lines.TELL_OVERHEARD
    if named and dice.chance(0.4):
        return news_lines.TELL_SOURCE
    if item.text in talk.q.telling.happened:
        return news_lines.HAPPENED_ELSEWHERE
    own_way = own_words(news_lines.TELL_AS, talk.q.card.traits)
    return news_lines.TELL_STRANGER if talk.stranger else (*own_way, *news_lines.TELL_OTHER)


def _of_home(talk: Talk, item: News) -> bool:
    """Whether it is about whom one is married to, and known from them."""
    return talk.of_the_house(item.text) and talk.always_knew(item.text)


def framed(frames: Sequence[str], said: str, who: str = "") -> list[str]:
    """A statement in each of the frames that it has what they want for. Without the tidying that ``fill`` does: the statement
    must come through to the letter."""
    head, when = split_when(said)
    values = {"S": said, "s": as_clause(said), "who": who, "Head": head, "when": when, "date": when.removeprefix("on ")}
    small = said[:1].islower()  # a user name: it would get a capital at the beginning of a sentence
    dated = when and gathering_of(said)  # else the day is over, or it is nobody's to keep free
    fit = (
        frame for frame in frames if not (small and re.search(r"\{(?:S|Head)\}", frame)) and (dated or "{Head}" not in frame)
    )
    return [SLOT.sub(lambda slot: values[slot[1]], frame) for frame in fit]


def confirm(talk: Talk, dice: Dice) -> list[str]:
    """Asking the other about their own news that one has heard of."""
    lines = []
    for item in (item for item in talk.about_other[:2] if not is_over(talk.q, item.text)):
        name = talk.other
        said = near_by(second_person(item.text, name, talk.first(name)), talk.now)
        if said != near_by(item.text, talk.now):
            asked = framed(dice.order(news_lines.CONFIRM), capital(said))
            lines += [line.replace(" you are ", " you're ", 1) for line in asked]
    return talk.unworn(line for line in lines if len(line) <= 215)


def initiatives(talk: Talk, dice: Dice) -> list[str]:
    """What to bring up next: news first, then the other's news; then, where there was nothing but greetings, a small
    conversation, a question or a topic; a proposal."""
    announced = talk.did("invite") or len(talk.others) > 1  # then there is no telling what one has merely heard
    news = [] if announced and not hosting(talk) else tell(talk, dice)
    asked = [] if announced else confirm(talk, dice)  # in company nobody knows who is asked
    thought = concluded(talk, dice)
    if thought and talk.lines and not hosting(talk) and dice.chance(ACTED_ON):
        return [*thought, *news, *asked]
    if news or asked:
        return [*news, *asked] if dice.chance(0.7) else [*asked, *news]
    if not talk.just_begun:
        return proposals(talk, dice)
    if own := came_for(talk, dice) or has_happened(talk, dice) or about_matters(talk, dice) or on_mind(talk, dice):
        return own
    greeted = not talk.stranger or {*talk.others} <= {who for who, _ in talk.lines}
    begun = openings(talk, dice) if greeted or len(talk.others) < 2 else []
    if len(talk.others) > 1:
        return begun
    asked = [] if begun and KIN.search(talk.q.relationship) else questions(talk, dice)
    unasked = part_in_party(talk) or dice.chance(UNASKED_BY if talk.stranger else UNASKED)
    first, then = (begun, asked) if begun and unasked else (asked, begun)
    return [*first, *then, *topics(talk, dice), *proposals(talk, dice)]


SPOKEN_OF = 0.6
"""How likely two who were there speak of what has happened."""


def has_happened(talk: Talk, dice: Dice) -> list[str]:
    """What happened where both were, and what one says to it."""
    for text in seen_together(talk):
        kind = kind_of(text)
        if Dice(talk.q.telling.pair or 0, f"happened|{text}").chance(SPOKEN_OF) and not talk.stranger:
            frames = dice.order(news_lines.HAPPENED_WEATHER if kind == "weather" else news_lines.HAPPENED)
            leads = framed(sorted(frames, key=lambda frame: talk.wear(frame.partition("{")[0])), text)
            return [f"{leads[i % len(leads)]} {line}" for i, line in enumerate(comments(talk, f"happened {kind}", dice)[:3])]
    return []


def on_mind(talk: Talk, dice: Dice) -> list[str]:
    """What is on one's own mind by card and scenario and the other has not been told, in one's own words: first what one has
    told nobody lately, seldom the same again."""
    items = [item for item in talk.unheard(on_ones_mind(talk)) if tells(talk.q, item)]
    said = {item: talk.worn(f"{capital(talk.mine_now(item.text))}.") for item in items}
    item = min(items, key=lambda item: said[item], default=None)
    return telling(talk, item, dice)[:2] if item and (not said[item] or dice.chance(AGAIN)) else []


def _wished(talk: Talk, dice: Dice) -> list[str]:
    """What one wants of the other and has not told them yet."""
    item = next(iter(talk.unheard(wishes(talk))), None)
    came = bool(looked_for(talk.q.doing, talk.others))
    return telling(talk, item, dice)[:2] if item and (came or talk.just_begun) else []


def concluded(talk: Talk, dice: Dice) -> list[str]:
    """What one takes up of the other's matters, wants of them, or has concluded of them, said to them; once in a talk."""
    if talk.did("ask_after"):
        return []
    if due := taken_up(talk):
        return dice.order(due)
    if wanted := _wished(talk, dice):
        return wanted
    if talk.stranger or len(talk.others) > 1 or talk.did("exchange") or any(answers_to(line) for _, line in talk.lines):
        return []
    own = [line for line in talk.unworn(dice.order(_on_conclusions(talk))) if len(line) <= 215]
    return own[:3] or to_ask_after(talk, dice)


def _on_conclusions(talk: Talk) -> list[str]:
    """What one says to the other of what one has concluded; nothing of what one has spoken of in any words."""
    found = lines_on(talk.q.memories, talk.me, talk.other)
    return [line for lines in found if not any(map(talk.worn, lines)) for line in lines]


def came_for(talk: Talk, dice: Dice) -> list[str]:
    """What one has been looking for the other to say, in the first line that one has for it."""
    who = looked_for(talk.q.doing, talk.others)
    said = talk.did("exchange") or talk.statements or any(map(answers_to, talk.mine))
    if not who or len(talk.others) > 1:
        return []
    errand = talk.q.doing.removeprefix(f"{LOOKING_FOR} {who} ")
    if errand == SERIOUS:
        return _wished(talk, dice)
    if said:
        return []
    if errand == OWED:
        return comments(talk, f"{ERRAND} {errand} {answered(talk)}", dice)
    if errand.startswith("to speak of "):
        return on_matter(errand.removeprefix("to speak of "), talk)
    if errand.startswith("to tell that "):
        return telling(talk, News(_in_full(errand.removeprefix("to tell that "), talk), "", LEAST), dice)
    return comments(talk, f"{ERRAND} {errand}", dice) or _wanted(errand, talk, dice) or concluded(talk, dice)


def _in_full(clipped: str, talk: Talk) -> str:
    """What an errand has to tell, as the statement says it that the errand comes from."""
    begins = clipped[:ERRAND_KEEPS]
    known = (text[text.index(begins) :] for text in (*talk.q.card.concerns, *talk.q.memories) if begins in text)
    said = _PUT_OFF.sub("", next(known, clipped).rstrip("."))
    return capital(re.sub(r"^(?:she|he|they)\b", talk.me, said) if talk.pronoun else said)


_PUT_OFF = re.compile(r",? (?:and|but) (?:puts|has not|does not|cannot|never|keeps|waits|is afraid|is not)\b.*$")
"""What a statement adds of one's courage to say it."""


def _wanted(errand: str, talk: Talk, dice: Dice) -> list[str]:
    """What one wants of the other in general words, as a statement has it: ``I want to ask you about the letter``."""
    wants = _WANTS.fullmatch(errand)
    known = " ".join((*talk.q.card.concerns, *talk.q.card.background, *talk.q.memories))
    asked = [f"{wants['verb']} {name}{wants['rest']}" for name in (talk.other, talk.first(talk.other))] if wants else []
    if wants is None or _PRONOUN.search(wants["rest"]) or not any(text in known for text in asked):
        return []
    verb = {"visit": "see", "tell": "speak with"}.get(wants["verb"], wants["verb"])
    return [fill(line, {"what": f"{verb} you{wants['rest']}"}) for line in dice.order(CONCLUSIONS[ERRAND].said)]


ERRAND_KEEPS = 30
"""Letters of an errand that tell which statement it comes from: it may be shortened behind them."""
_WANTS = re.compile(r"to (?P<verb>ask|tell|see|visit|thank|speak with|talk with|warn|help|invite)(?P<rest>(?: .+)?)")
_PRONOUN = re.compile(r"\b(?:he|she|they|him|her|his|their|them)\b")


def thinks_of(talk: Talk) -> bool:
    """Whether there is something of the other's to take up, or that one wants or has concluded of them."""
    return bool(taken_up(talk) or talk.unheard(wishes(talk)) or told_by_other(talk) or _on_conclusions(talk))


def _asked_lately(talk: Talk) -> bool:
    """Whether one has asked for news in one's last few talks."""
    return any("ask_news" in acts_in(line, talk.banks) for line in talk.q.telling.said[-LATELY:])


def questions(talk: Talk, dice: Dice) -> list[str]:
    """About the other's doings and concerns, or whether they have news: one such question in a talk, whoever asks it."""
    if any(talk.did(act) for act in ("ask_work", "ask_doing", "ask_news")) or any(asks_how(line) for _, line in talk.lines):
        return []
    doing = any(talk.did(act, name) for act in ("work", "doing", "remark") for name in talk.others)
    at_home = _AT_HOME.search(" ".join(line for _, line in talk.fresh)) or talk.other in talk.q.names.small
    kin = KIN.search(talk.q.relationship)
    every = chat.ASK_KIN if kin else chat.ASK_STRANGER if talk.stranger else chat.ASK_CONCERN
    asking = [line for line in every if not (at_home and "work" in line) and of_the_hour(line, talk.now.minutes)]
    lines = [] if doing else plain(talk, asking, dice)[:3]
    told = any(name in talk.others for name, _ in talk.statements)
    news = [] if told or talk.stranger or _asked_lately(talk) else plain(talk, news_lines.ASK_NEWS, dice)[:2]
    return dice.order(lines) + news if dice.chance(0.7) else news + lines


_AT_HOME = re.compile(r"\b(?:retired|stay-at-home|our house|my children|used to|student|stud(?:y|ies|ying)|lectures)\b")
"""How those introduce themselves who are not asked about work."""


def proposals(talk: Talk, dice: Dice) -> list[str]:
    """Meeting again tomorrow, among people who like each other, where both know the place: one that the prompt shows; at an
    hour for which nothing is known yet."""
    if not talk.fond or len(talk.others) > 1 or KIN.search(talk.q.relationship) or of_a_thread(talk):
        return []
    shown = " ".join((talk.q.at, talk.q.relationship, *talk.q.memories, *(line for _, line in talk.lines)))
    near = (talk.q.at, *talk.q.names.places) if talk.q.at in talk.q.names.places else talk.q.names.places
    places = [place for place in near if place and place in shown and not HOUSEHOLD.search(place)]
    if not places or not dice.chance(0.08) or not talk.mine or talk.statements:
        return []
    if any("tomorrow" in line for _, line in talk.lines):
        return []
    place = nearest_place(dice.pick(unique(places)[:4]), places)
    times = ("noon", "3 pm", "6 pm", "7 pm") if _PUB.search(place) else ("10 am", "11 am", "noon", "3 pm", "4 pm", "6 pm")
    hours = [time for time in times if not _taken(talk, clock_in(time)[1])]
    if not hours:
        return []
    time = dice.pick(hours)
    return plain(talk, inviting.MEET, dice, place=place, time=time)[:1]


_PUB = re.compile(r"\b(?:pub|inn|tavern|bar|arms|lantern|ladle|fox|crown)\b", re.I)
"""Names of places that open at noon."""


def _taken(talk: Talk, minutes: int) -> bool:
    """Whether something that the speaker knows of is on tomorrow within an hour and a half of that."""
    tomorrow = WEEKDAYS[(talk.now.weekday + 1) % 7]
    known = (*talk.q.memories, *talk.q.card.concerns, *(line for _, line in talk.lines))
    return any(day_in(text) in (tomorrow, "tomorrow") and abs(clock_in(text)[1] - minutes) < 90 for text in known)
