"""The stage of composed questions: a made-up town at one moment, whose residents have cards and invented memories.

A ``Stage`` invents what somebody remembers, in the forms in which the town keeps memories: their past, what they saw, what they
were told and by whom, promises, talks. What is asked is decided by ``composed_questions`` and ``talks``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.relationship_sentences import relationship_sentence
from sim.language.text import as_clause, fill, fillable
from sim.llm.base import Names
from sim.prompts import Card, Question, Setting
from sim.scenario.model import Resident
from sim.training.situations.data_split import PartBanks
from sim.training.situations.news import NewsItem, Setup, invent_news
from sim.training.situations.scenarios import MadeScenario
from sim.world.clock import Clock

Q = TypeVar("Q", bound=Question[Any])
IDLE = ("idle", "empty", "off", "in use", "unoccupied", "humming", "spotless", "covered in dust", "set for two", "open")


class Stage:
    """The town of a ``MadeScenario`` with further news. All draws come from ``dice``, which callers replace."""

    def __init__(self, made: MadeScenario, banks: PartBanks, dice: Dice) -> None:
        self.made, self.banks, self.dice = made, banks, dice
        scenario = made.scenario
        self.residents = scenario.residents
        self.at = 60 * dice.between(0, 17 * 60)
        self.clock = Clock(scenario.start)
        self.places, self.venues = made.town.places, made.setup.places
        self.news = (*made.news, *invent_news(self.today(), dice, banks, 5))
        objects = dict.fromkeys(address[1] for address in made.town.objects)
        self.objects = {place: tuple(a[-1] for a in made.town.objects if a[1] == place) for place in objects}
        self.kinds = {a[1]: a[2] for a in made.town.objects if a[2] not in ("bedroom", "kitchen")}

    def today(self) -> Setup:
        """The people, places and day that news told now is about."""
        moment = self.clock.moment(self.at)
        return replace(self.made.setup, today=(moment.weekday(), moment.month, moment.day))

    @property
    def now(self) -> str:
        return self.clock.now_text(self.at)

    @property
    def minutes(self) -> int:
        return self.clock.minutes(self.at)

    def pair(self) -> tuple[Resident, Resident]:
        """The resident who is asked, and another one."""
        me, other = self.dice.some(self.residents, 2)
        return me, other

    def card(self, me: Resident) -> Card:
        return Card(me.name, me.first, me.age, me.traits, tuple(text.rstrip(". ") for text in me.background), me.currently,
                    me.wakes % 1440, me.sleeps % 1440)  # fmt: skip

    def names(self, me: Resident) -> Names:
        return Names((me.name, me.first), tuple((r.name, r.first) for r in self.residents), tuple(self.places))

    def question(self, kind: type[Q], me: Resident, **fields: Any) -> Q:
        """A question of this moment, as a mind of the town would ask it."""
        setting = Setting(me.occupation, me.home[1], me.work[1] if me.work else "", self.kinds)
        who = {"card": self.card(me), "names": self.names(me), "seed": self.dice.below(2**31), "now": self.now}
        return kind(**{**who, "setting": setting, **fields})

    def known_places(self, me: Resident) -> tuple[str, ...]:
        """The places a resident knows: home, work, all public places and some of the other homes."""
        first = [me.home[1], *([me.work[1]] if me.work else [])]
        homes = [place for place in self.places if place not in self.venues]
        unknown = self.dice.some(homes, self.dice.below(len(homes) + 1))
        others = [place for place in self.dice.order(self.places) if place not in unknown]
        return tuple(dict.fromkeys([*first, *others]))

    def relationship(self, me: Resident, other: Resident) -> str:
        """What a prompt says about somebody: the scenario's line, a later thought, or that they do not know each other."""
        if other.slug not in me.relationships and self.dice.chance(0.6):
            return f"{me.first} does not know {other.name} yet"
        if other.slug in me.relationships and self.dice.chance(0.6):
            return relationship_sentence(other.name, me.first, me.relationships[other.slug])
        return self.of_reflection("relationship", me, other) or f"{me.name} knows {other.name}"

    # Memories ------------------------------------------------------------------------------------------------------------

    def memories(
        self, me: Resident, count: int, news: Sequence[NewsItem] = (), about: Resident | None = None
    ) -> tuple[str, ...]:
        """``count`` different memories in random order, those of ``news`` among them; some of the others are of ``about``."""
        found = dict.fromkeys(self.heard(me, item) for item in news)
        for _ in range(3 * count):
            if len(found) >= count:
                break
            found[self.memory(me, about if about and self.dice.chance(0.4) else None)] = None
        found.pop("", None)
        return tuple(self.dice.order(list(found)))

    def memory(self, me: Resident, about: Resident | None = None) -> str:
        """One memory of a random sort; "" where the banks have no text for what was drawn."""
        dice = self.dice
        other = about or dice.pick([r for r in self.residents if r is not me])
        kind = dice.below(12)
        if kind < 3:
            return f"{me.name if dice.chance(0.5) else other.name} is {self.doing(me)}"
        if kind < 4:
            return f"the {dice.pick(self.made.town.objects)[-1]} is {dice.pick(IDLE)}"
        if kind < 6:
            return self.of_life(me, other)
        if kind < 7:
            return self.heard(me, dice.pick(self.news))
        if kind < 8:
            return f"{me.name} and {other.name} talked about {dice.pick(self.banks.topic_names)}"
        if kind < 9:
            return self.of_reflection("insight_relation", me, other)
        if kind < 10:
            return dice.pick(me.background) if me.background else ""
        return self.seen(other)

    def doing(self, me: Resident) -> str:
        """An activity of a few minutes."""
        dice, banks = self.dice, self.banks
        trade = dice.pick(banks.trades)[0]
        steps = dice.pick(trade.blocks).steps if dice.chance(0.6) else dice.pick(banks.pastimes).steps
        return dice.pick(steps).activity if steps else "resting"

    def seen(self, other: Resident) -> str:
        """An observation of somebody at work."""
        rows = [trade for trade, _ in self.banks.trades if trade.name == other.occupation] or [self.banks.trades[0][0]]
        values = {"name": other.name, "workplace": other.work[1] if other.work else ""}
        texts = fillable(rows[0].see, values)
        return fill(self.dice.pick(texts), values) if texts else f"{other.name} is busy"

    def of_life(self, me: Resident, other: Resident, level: int = 0) -> str:
        """A memory of the banks with poignancy ``level`` (1 to 10; 0: any ordinary one)."""
        dice = self.dice
        values = {"name": me.name, "other": other.name, "place": dice.pick(self.places), "time": "4 pm",
                  "topic": dice.pick(self.banks.topic_names)}  # fmt: skip
        return fill(dice.pick(self.banks.poignancy[level or dice.pick((2, 3, 3, 4, 4, 5, 5, 6, 7))]), values)

    def of_reflection(self, section: str, me: Resident, other: Resident) -> str:
        values = {"name": me.name, "other": other.name, "place": self.dice.pick(self.places),
                  "topic": self.dice.pick(self.banks.topic_names)}  # fmt: skip
        texts = fillable(self.banks.reflection[section], values)
        return fill(self.dice.pick(texts), values).rstrip(".") if texts else ""

    def heard(self, me: Resident, item: NewsItem) -> str:
        """News as a memory: the plain statement, or with the name of who told it."""
        dice = self.dice
        teller = dice.pick([r for r in self.residents if r is not me and r.name != item.host])
        if dice.chance(0.6) or item.text.startswith(me.name):
            return item.text
        return f"{teller.name} told {me.name} that {as_clause(item.text)}"

    def promise(self, me: Resident, item: NewsItem) -> str:
        """The intention to go to a gathering; "" where its text has no such form."""
        words = item.text.split(f" {item.what} ", 1)
        return f"{me.name} plans to go to the {item.what} {words[1]}" if len(words) > 1 else ""
