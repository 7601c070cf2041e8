"""Where a talk stands in a small conversation of the banks: the line that comes next, whether it ends, what is said after it.

Knows not who may begin one (``exchanges`` does).
"""

from __future__ import annotations

from sim.answer.scripted.dialogue_acts import act_of
from sim.answer.scripted.english.banks import ONCE_MORE, Banks, Exchange
from sim.answer.scripted.english.phrases import chat
from sim.answer.scripted.talk import Talk


def next_line(talk: Talk) -> str:
    """What the last line, said in its place in an exchange, calls for; ``""`` where the exchange is over or was never begun."""
    exchange, i = _place_in(talk)
    begun = i == 0 or any(line.endswith(exchange.turns[i - 1]) for _, line in talk.lines[:-1])
    return exchange.turns[i + 1] if begun and i + 1 < len(exchange.turns) else ""


def lines_to_come(talk: Talk) -> int:
    """How many lines the exchange still has that the last line is one of; 0 where it is over or none was begun."""
    if not (talk.act.startswith("exchange:") and next_line(talk)):
        return 0
    exchange, i = _place_in(talk)
    return len(exchange.turns) - i - 1


def between_two(talk: Talk) -> bool:
    """Whether the last line is one of an exchange of two that goes on."""
    return talk.act.startswith("exchange:") and _place_in(talk)[0].people == 2 and bool(next_line(talk))


def parting_line(talk: Talk) -> str:
    """The next line of an exchange that the talk ends with, each saying one more and no goodbye; ``""`` where it does not."""
    line = next_line(talk) if talk.act.startswith("exchange:") else ""
    exchange, i = _place_in(talk) if line else (None, 0)
    if exchange is None or exchange.turns[-1].endswith("?"):
        return ""
    left = len(exchange.turns) - i - 1
    return line if left == exchange.people or (talk.q.goodbye and left < exchange.people) else ""


def leaves_the_answer(line: str, banks: Banks) -> bool:
    """Whether a line is what one says of somebody's matter, whose answer is the last word on it."""
    act = act_of(line, banks)
    exchange = banks.exchange_named[act.split(":")[1]] if act.startswith("exchange:") else None
    return exchange is not None and exchange.about.endswith(ONCE_MORE) and line.endswith(exchange.turns[-2])


def heard_out(talk: Talk) -> tuple[str, ...]:
    """Lines for whoever has heard the last line of a matter that goes on, or of a story from the one whose work it was of; ()
    for anybody else."""
    exchange, i = _place_in(talk)
    if thread := talk.banks.thread_by_deed.get(exchange.deed):
        heard = (i % 2 == 0) == (exchange is thread.first)
        return chat.AFTER_THREAD[f"{'first' if exchange is thread.first else 'again'} {'heard' if heard else 'told'}"]
    return chat.AFTER[exchange.tone] if exchange.trade and exchange.tone and i % exchange.people == 0 and i else ()


def of_whom(line: str, banks: Banks) -> str:
    """``speaker`` where a line of an exchange is of its speaker's own trade or matter, ``other`` where it is of the other's,
    ``""`` where it could be anybody's, or stands in none."""
    act = act_of(line, banks)
    if not act.startswith("exchange:"):
        return ""
    _, name, at = act.split(":")
    exchange = banks.exchange_named[name]
    begun = next((name.removesuffix(f" {later}") for later in (*ONCE_MORE, "again") if name.endswith(later)), name)
    if banks.exchange_named.get(begun, exchange).of:
        return "speaker"  # a scenario's matter is written for these two
    return "" if not exchange.trade else "other" if int(at) % exchange.people else "speaker"


def weighs(line: str, talk: Talk) -> bool:
    """Whether a line begins a small conversation on something sad or worrying."""
    act = act_of(line, talk.banks)
    return act.startswith("exchange:") and talk.banks.exchange_named[act.split(":")[1]].tone in ("sad", "worried")


def of_a_thread(talk: Talk) -> bool:
    """Whether this talk was on a matter that goes on."""
    names = (act.split(":")[1] for _, act in talk.acts if act.startswith("exchange:"))
    found = (talk.banks.exchange_named[name] for name in names)
    return any(one.deed in talk.banks.thread_by_deed or one.about.endswith(ONCE_MORE) for one in found)


def _place_in(talk: Talk) -> tuple[Exchange, int]:
    name, at = talk.act.split(":")[1:]
    return talk.banks.exchange_named[name], int(at)
