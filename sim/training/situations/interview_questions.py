"""What an interviewer asks: about news, people, things nobody has heard of, oneself, cases, tastes, by choice and by number.

An ``Ask`` is a question with its options or scale. Draws from the banks' interviews and from what is going on in a town.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.answer.scripted.dice import Dice
from sim.language.text import SLOT, fill
from sim.training.situations.data_split import PartBanks
from sim.training.situations.names import person, word
from sim.training.situations.news import Setup, Tiding, gathering, occasion_name

OF_NEWS = (
    "Do you know about the {what}?", "Have you heard about the {what}?", "When is the {what}?", "Where is the {what}?",
    "What do you know about the {what}?", "Who is behind the {what}?", "Will there be a {what}?", "Tell me about the {what}.",
    "Do you know when the {what} is?", "Where will the {what} take place?", "What can you tell me about the {what}?",
    "Is there a {what} soon?",
)  # fmt: skip
OF_HOST = (
    "What is {host} up to?", "Have you heard any news about {host}?", "Is {host} planning anything?",
    "What have you heard of {host}?",
)  # fmt: skip
OF_PLACE = ("What is happening at {place}?", "Is anything going on at {place}?", "Have you heard anything about {place}?")
OF_ALL = (
    "What is new in town?", "Have you heard any news lately?", "What did you do today?", "What have you been up to?",
    "Is anything happening soon?", "What did you hear today?",
)  # fmt: skip
OF_PERSON = (
    "Do you know {who}?", "Who is {who}?", "What do you think of {who}?", "Do you trust {who}?", "Tell me about {who}.",
    "Have you met {who}?", "What is {who} like?", "Do you like {who}?", "When did you last talk with {who}?",
)  # fmt: skip
YES_OR_NO = (
    "Do you know about the {what}?", "Have you heard about the {what}?", "Are you aware of the {what}?", "Do you know {who}?",
)  # fmt: skip
SCALES = ((1, 5), (1, 7), (1, 10), (0, 10), (0, 100))


@dataclass(frozen=True, slots=True)
class Ask:
    """An open question; one of ``options`` where there are any; a number where there is a ``scale``."""

    question: str
    options: tuple[str, ...] = ()
    scale: tuple[int, int] | None = None

    @property
    def task(self) -> str:
        return "answer_choice" if self.options else "answer_scale" if self.scale else "answer"


def asks(setup: Setup, told: Sequence[Tiding], banks: PartBanks, dice: Dice, count: int) -> list[Ask]:
    """``count`` questions of all sorts, open ones mostly."""
    return [_ask(setup, told, banks, dice) for _ in range(count)]


def _ask(setup: Setup, told: Sequence[Tiding], banks: PartBanks, dice: Dice) -> Ask:
    kind = dice.below(20)
    if kind < 6 and told:
        return Ask(about_news(dice.pick(told), dice))
    if kind < 9:
        return Ask(about_nothing(setup, dice))
    if kind < 11:
        return Ask(dice.pick(OF_PERSON).format(who=dice.pick(setup.people)[0]))
    if kind < 12:
        return Ask(dice.pick(OF_ALL))
    if kind < 15:
        return Ask(of_banks(setup, banks, dice))
    return choice(setup, told, banks, dice) if kind < 18 else scale(banks, dice)


def about_news(tiding: Tiding, dice: Dice) -> str:
    """A question that somebody who has heard of it can answer."""
    kind = dice.below(10)
    if kind < 2 and tiding.host:
        return dice.pick(OF_HOST).format(host=tiding.host)
    if kind < 3 and tiding.place:
        return dice.pick(OF_PLACE).format(place=tiding.place)
    return fill(dice.pick(OF_NEWS), {"what": tiding.what})


def about_nothing(setup: Setup, dice: Dice) -> str:
    """A question about an occasion, a thing or a person that there is not: nobody can know."""
    kind = dice.below(4)
    if kind == 0:
        return dice.pick(OF_PERSON).format(who=stranger(setup, dice))
    if kind == 1:
        return fill(dice.pick(OF_NEWS), {"what": gathering(setup, dice).what})
    if kind == 2:
        return fill(dice.pick(OF_NEWS), {"what": occasion_name(dice, setup.part)})
    return fill(dice.pick(OF_NEWS), {"what": f"{word(dice, setup.part)} {dice.pick(('stone', 'machine', 'clock', 'robbery'))}"})


def stranger(setup: Setup, dice: Dice) -> str:
    """Somebody who does not live here and shares no name with anybody who does."""
    taken = {word for full, _ in setup.people for word in full.split(" ")}
    while taken & set((name := person(dice, setup.part)[0]).split(" ")):
        pass
    return name


def of_banks(setup: Setup, banks: PartBanks, dice: Dice) -> str:
    """One of the hand-written questions: oneself, a case, a relation, a memory."""
    section = dice.pick(("self", "self", "hypothetical", "relation", "memory"))
    rows = banks.asked[section]
    return _filled(str(dice.pick(rows)["q"]), setup, banks, dice)


def choice(setup: Setup, told: Sequence[Tiding], banks: PartBanks, dice: Dice) -> Ask:
    """Options of the banks, or yes and no to whether something is known."""
    if dice.chance(0.5):
        tiding = dice.pick(told) if told and dice.chance(0.5) else gathering(setup, dice)
        who = dice.pick(setup.people)[0] if dice.chance(0.5) else stranger(setup, dice)
        question = fill(dice.pick(YES_OR_NO), {"what": tiding.what, "who": who})
        return Ask(question, ("yes", "no") if dice.chance(0.7) else ("no", "yes"))
    row = dice.pick(banks.asked["choice"])
    return Ask(_filled(str(row["q"]), setup, banks, dice), tuple(dice.order([str(option) for option in row["options"]])))


def scale(banks: PartBanks, dice: Dice) -> Ask:
    """How much somebody agrees."""
    row = dice.pick(banks.asked["opinion_scale"])
    return Ask(str(row["q"]), scale=dice.pick(SCALES))


def _filled(text: str, setup: Setup, banks: PartBanks, dice: Dice) -> str:
    values = {
        "other": dice.pick(setup.people)[0],
        "place": dice.pick(setup.places),
        "topic": dice.pick(banks.topic_names),
    }
    return fill(text, {name: values.get(name, dice.pick(setup.places)) for name in SLOT.findall(text)} | values)
