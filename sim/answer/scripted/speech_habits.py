"""How somebody is heard in any line: the sentences and greetings of theirs that the scenario has (``speech:``).

Knows what a line does, not what it says. What is of one's own trade or matter is in one's voice already, and what is grave,
promised or told stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sim.answer.scripted.dialogue_acts import act_of, acts_in
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.news import PRIVATE
from sim.answer.scripted.english.phrases import news_lines
from sim.answer.scripted.exchange_course import of_whom, weighs
from sim.answer.scripted.occasions import part_in_party
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.timely import of_the_hour
from sim.language.text import fill

HEARD = 0.33
"""How likely a line that could be anybody's begins with a sentence of its speaker's; once in a talk."""
RESTS = 6
"""Lines of one's own in which a sentence of one's own does not come again."""
FEWEST = 4
"""Words of a line that bears a sentence before it."""
_ANYBODYS = ("exchange", "ask_work", "ask_doing", "ask_news", "question", "other", "remark", "react", "topic", "work")

_GREETS = re.compile(r"(?:Ah|Oh|Hello|Hi|Hey|Good|Morning|Afternoon|Evening|Me)\b|[^.!?]* again\b")
"""How a line begins that greets."""


def in_own_voice(talk: Talk, line: str, dice: Dice) -> str:
    """A line with a sentence of its speaker's before it that was not said lately; mostly the line as it is."""
    speech = talk.q.setting.speech
    asks = line.endswith("?")
    if asks and not line.partition(".")[0].endswith("?"):
        return line  # an answer comes first
    lately = " ".join(talk.q.telling.said[-RESTS:])
    own = [one for one in (speech.asks if asks else speech.says) if one not in lately]
    used = (*speech.asks, *speech.says)
    if not own or any(one in said for said in talk.mine for one in used) or not _fits(talk, line) or not dice.chance(HEARD):
        return line
    return f"{dice.pick(own)} {line}"


def _fits(talk: Talk, line: str) -> bool:
    """Whether a line replies, could be anybody's, and is no grave, told or promised one, nor an answer to such."""
    opens = not talk.lines or act_of(talk.lines[-1][1], talk.banks) == "greet"
    if opens or not act_of(line, talk.banks).startswith(_ANYBODYS) or talk.told_in(line, talk.me) or PRIVATE.search(line):
        return False
    fixed = _GREETS.match(line) or line.startswith((*news_lines.ASK_LATER, *news_lines.TOLD_TWICE))
    if fixed or len(line.split()) < FEWEST or part_in_party(talk):
        return False
    if {"greet", "invite", "accept", "decline", "unsure", "confirm"} & set(acts_in(line, talk.banks)) or talk.heard:
        return False
    grave = any(weighs(said, talk) for said in (line, *(said for _, said in talk.lines)))
    return of_whom(line, talk.banks) != "speaker" and not grave and talk.act not in ("invite", "confirm")


def own_greetings(talk: Talk, dice: Dice) -> Sequence[str]:
    """One's own greetings, rather those that one has not said lately."""
    lately = " ".join(talk.q.telling.said)
    lines = dice.order([one for one in talk.q.setting.speech.greets if of_the_hour(one, talk.now.minutes)])
    said = sorted(lines, key=lambda one: lately.rfind(max(one.split("{you}"), key=len).strip()))
    lines = [fill(one, {"you": talk.you}) for one in said]
    return [line for line in lines if not talk.told_in(line, talk.me)]
