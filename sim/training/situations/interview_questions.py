"""Interview questions: about news, people, things that do not exist, oneself, imagined cases and tastes.

They are drawn from the content banks and from what is going on in a town. Knows nothing of who answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.answer.scripted.dice import Dice
from sim.language.text import SLOT, fill
from sim.training.situations.data_split import PartBanks, listed
from sim.training.situations.names import person, word
from sim.training.situations.news import NewsItem, Setup, gathering, occasion_name

OF_NEWS, OF_HOST, OF_PLACE = listed("of_news"), listed("of_host"), listed("of_place")
OF_ALL, OF_PERSON, YES_OR_NO = listed("of_all"), listed("of_person"), listed("yes_or_no")
SCALES = ((1, 5), (1, 7), (1, 10), (0, 10), (0, 100))


@dataclass(frozen=True, slots=True)
class InterviewQuestion:
    """An open question; a choice where there are ``options``; to be answered by a number where there is a ``scale``."""

    question: str
    options: tuple[str, ...] = ()
    scale: tuple[int, int] | None = None


def draw_question(setup: Setup, told: Sequence[NewsItem], banks: PartBanks, dice: Dice) -> InterviewQuestion:
    """A question of any sort, most often an open one."""
    kind = dice.below(20)
    if kind < 6 and told:
        return InterviewQuestion(about_news(dice.pick(told), dice))
    if kind < 9:
        return InterviewQuestion(about_nothing(setup, dice))
    if kind < 11:
        return InterviewQuestion(dice.pick(OF_PERSON).format(who=dice.pick(setup.people)[0]))
    if kind < 12:
        return InterviewQuestion(dice.pick(OF_ALL))
    if kind < 15:
        return InterviewQuestion(of_banks(setup, banks, dice))
    return choice(setup, told, banks, dice) if kind < 18 else scale(banks, dice)


def about_news(item: NewsItem, dice: Dice) -> str:
    """A question that whoever has heard this news can answer."""
    kind = dice.below(10)
    if kind < 2 and item.host:
        return dice.pick(OF_HOST).format(host=item.host)
    if kind < 3 and item.place:
        return dice.pick(OF_PLACE).format(place=item.place)
    return fill(dice.pick(OF_NEWS), {"what": item.what})


def about_nothing(setup: Setup, dice: Dice) -> str:
    """A question about an occasion, a thing or a person that does not exist: nobody can know the answer."""
    kind = dice.below(4)
    if kind == 0:
        return dice.pick(OF_PERSON).format(who=stranger(setup, dice))
    if kind == 1:
        return fill(dice.pick(OF_NEWS), {"what": gathering(setup, dice).what})
    if kind == 2:
        return fill(dice.pick(OF_NEWS), {"what": occasion_name(dice, setup.part)})
    return fill(dice.pick(OF_NEWS), {"what": f"{word(dice, setup.part)} {dice.pick(('stone', 'machine', 'clock', 'robbery'))}"})


def stranger(setup: Setup, dice: Dice) -> str:
    """The name of somebody who does not live here; it shares no word with the names of those who do."""
    taken = {word for full, _ in setup.people for word in full.split(" ")}
    while taken & set((name := person(dice, setup.part)[0]).split(" ")):
        pass
    return name


def of_banks(setup: Setup, banks: PartBanks, dice: Dice) -> str:
    """A question of the banks: about oneself, an imagined case, a relation or a memory."""
    section = dice.pick(("self", "self", "hypothetical", "relation", "memory"))
    rows = banks.asked[section]
    return _filled(str(dice.pick(rows)["q"]), setup, banks, dice)


def choice(setup: Setup, told: Sequence[NewsItem], banks: PartBanks, dice: Dice) -> InterviewQuestion:
    """A choice: a question of the banks, or whether something is known (yes or no)."""
    if dice.chance(0.5):
        item = dice.pick(told) if told and dice.chance(0.5) else gathering(setup, dice)
        who = dice.pick(setup.people)[0] if dice.chance(0.5) else stranger(setup, dice)
        question = fill(dice.pick(YES_OR_NO), {"what": item.what, "who": who})
        return InterviewQuestion(question, ("yes", "no") if dice.chance(0.7) else ("no", "yes"))
    row = dice.pick(banks.asked["choice"])
    question = _filled(str(row["q"]), setup, banks, dice)
    return InterviewQuestion(question, tuple(dice.order([str(option) for option in row["options"]])))


def scale(banks: PartBanks, dice: Dice) -> InterviewQuestion:
    """How much somebody agrees with a statement, as a number."""
    row = dice.pick(banks.asked["opinion_scale"])
    return InterviewQuestion(str(row["q"]), scale=dice.pick(SCALES))


def _filled(text: str, setup: Setup, banks: PartBanks, dice: Dice) -> str:
    values = {
        "other": dice.pick(setup.people)[0],
        "place": dice.pick(setup.places),
        "topic": dice.pick(banks.topic_names),
    }
    return fill(text, {name: values.get(name, dice.pick(setup.places)) for name in SLOT.findall(text)} | values)
