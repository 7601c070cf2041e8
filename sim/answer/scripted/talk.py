"""A conversation as its next speaker sees it: what was said, told, asked and promised so far. Built anew for every line.

Knows nothing of what to say next.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import Any

from sim.answer.scripted.conclusions import answers_to
from sim.answer.scripted.dialogue_acts import ANSWERS, act_of, acts_in
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.concerns import wants_of
from sim.answer.scripted.english.gatherings import Gathering, gathering_of, is_about, is_host
from sim.answer.scripted.english.grammatical_person import in_full, in_own_mouth, is_doubtful, mentions, ones_own, said_to
from sim.answer.scripted.english.news import NEWS_SOURCE
from sim.answer.scripted.english.phrases import meeting, news_lines
from sim.answer.scripted.english.poignancy import HOSTING
from sim.answer.scripted.english.presumptions import out_of_place, presumed, unfounded
from sim.answer.scripted.english.same_topic import same_topic
from sim.answer.scripted.english.statements import asked_to_confirm, confirmed, statements_in
from sim.answer.scripted.known_news import News, known_news, seen_lately
from sim.answer.scripted.opinions import TO_FAMILY, TO_HOLDER, at_stake, held
from sim.answer.scripted.relationship_words import COOL, FOND, MARRIED, STRANGER, the_tie
from sim.answer.scripted.said_sentences import parts_said
from sim.answer.scripted.secrecy import is_kept, known_secrets
from sim.answer.scripted.telling import tells, told_before, told_to, was_asked, wavers
from sim.language.text import NAME, bare, sentence_keys, stems
from sim.language.time_and_place import Now, near_by, read_now, resolved
from sim.language.verbs import pronoun_in
from sim.prompts import SaidInTown, TalkQuestion

_PARENTS = tuple(
    (name, re.compile(rf"(?:(?:her|his|their)|.+ is {NAME}'s) (?:\w+ )?{tie}\b(?!-| of\b)", re.I))
    for name, tie in (("Mum", "mother"), ("Dad", "father"), ("Gran", "grandmother"), ("Grandad", "grandfather"))
)
"""How parents are addressed, with how a tie begins that makes them so."""
_MATTERS = ("exchange", "topic", "ask_", "invite", "accept", "decline", "unsure", "meet", "confirm", "doing")
"""Acts with which a talk is about something."""
_TOLD_AS = {
    stake: tuple(frame.partition("{")[0].strip() for frame in frames)
    for stake, frames in (
        (TO_HOLDER, (*news_lines.TELL_OWN_OFFICE, *news_lines.TELL_FAMILY_OFFICE)),
        (TO_FAMILY, news_lines.TELL_HOME),
    )
}
"""How one is heard to tell of an office that is one's own, or that is sought in one's own house."""
LONGEST = 9
"""Lines after which a talk is brought to an end when nobody says how many are left."""


@dataclass(frozen=True)
class Talk:
    """One reading of a question of talk. ``other`` is who is spoken to; ``others`` all of them."""

    q: TalkQuestion[Any]
    banks: Banks

    @cached_property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """(who, line) of all but those who only looked in."""
        return tuple(line for line in self.q.conversation or () if line[1] not in meeting.TOO_MANY)

    @cached_property
    def others(self) -> tuple[str, ...]:
        heard = tuple(dict.fromkeys(who for who, _ in self.lines if who != self.me))
        return tuple(dict.fromkeys((*self.q.talking_with, *heard)))

    @property
    def me(self) -> str:
        return self.q.card.name

    @property
    def other(self) -> str:
        """The one answered: who spoke last, else the one spoken to first."""
        last = next((who for who, _ in reversed(self.lines) if who != self.me), "")
        return last or (self.others[0] if self.others else "")

    @property
    def you(self) -> str:
        """How the others are addressed: parents as such."""
        if len(self.others) > 1:
            return "you two" if len(self.others) == 2 else "everybody"
        return next((name for name, tie in _PARENTS if tie.match(the_tie(self.q.relationship))), self.first(self.other))

    @cached_property
    def at_home(self) -> bool:
        """Whether one is at home, and not at work there."""
        home, work = self.q.setting.home, self.q.setting.work
        return bool(home) and self.q.at == home != work

    @cached_property
    def now(self) -> Now:
        return read_now(self.q.now)

    def mine_now(self, statement: str) -> str:
        """A statement as one says it oneself, today, to whom it names."""
        me, other = (self.me, self.q.first), (self.other, self.first(self.other))
        to_them = said_to(statement, me, other, self.pronoun) if self.names_the_other(statement) else ""
        said = to_them or in_own_mouth(statement, *me, self.pronoun)
        said = ones_own(said, self.pronoun) if said == statement and self._is_own(statement) else said
        return near_by(said, self.now)

    def _is_own(self, statement: str) -> bool:
        return statement in self.q.card.concerns or statement in {text.rstrip(". ") for text in self.q.telling.own}

    def names_the_other(self, statement: str) -> bool:
        """Whether a statement names the only one spoken to."""
        return len(self.others) == 1 and mentions(statement, self.other, self.first(self.other))

    def first(self, name: str) -> str:
        """How those who know somebody call them: by the first name that the scenario says."""
        return dict(self.q.names.people).get(name) or name.split(" ")[0]

    @cached_property
    def pronoun(self) -> str:
        """How one is called: ``she``, ``he``, ``they``, or ``""`` where the card does not show it."""
        return pronoun_in(self.q.card.background)

    @cached_property
    def said(self) -> frozenset[str]:
        """All lines so far and their sentences, small, for not saying anything twice."""
        return frozenset(bare(line) for _, line in self.lines)

    @cached_property
    def _lately(self) -> Counter[str]:
        """How often one has said each sentence on other occasions (``Telling.said``)."""
        return Counter(chain.from_iterable(map(sentence_keys, self.q.telling.said)))

    @cached_property
    def _spoken(self) -> frozenset[str]:
        return parts_said(self.lines)

    def wear(self, line: str) -> tuple[bool, int, bool]:
        """Whether a sentence of a line was said in this talk by anybody, how often one has said one of it before, and whether
        anybody in town has."""
        parts, lately = sentence_keys(line), self._lately
        often = 0 if lately.keys().isdisjoint(parts) else max(map(lately.__getitem__, parts))
        return not self._spoken.isdisjoint(parts), often, self._in_town(parts)

    def worn(self, line: str) -> bool:
        """Whether anything of a line was said before."""
        return self.used(sentence_keys(line))

    def used(self, parts: Sequence[str]) -> bool:
        """Whether any of these sentences, bare, was said in this talk, by oneself on other occasions, or by anybody in town."""
        return self._in_town(parts) or not self._spoken.isdisjoint(parts) or not self._lately.keys().isdisjoint(parts)

    def _in_town(self, parts: Sequence[str]) -> bool:
        town = self.q.telling.town
        return town.holds_any(parts) if isinstance(town, SaidInTown) else any(part in town for part in parts)

    def begun(self, turns: Sequence[str]) -> bool:
        """Whether anybody in town, or oneself, has held a talk of these turns: its beginning was said."""
        return any(not self._lately.keys().isdisjoint(parts) or self._in_town(parts) for parts in map(sentence_keys, turns[:2]))

    def ago(self, line: str) -> int:
        """Game seconds since a line was said in town; a day where that is not known."""
        town = self.q.telling.town
        return max(map(town.ago, sentence_keys(line)), default=0) if isinstance(town, SaidInTown) else 86400

    def unworn(self, lines: Iterable[str]) -> list[str]:
        """The lines that are true of oneself, in their order, but those said before last: least often, and not in this talk,
        first."""
        every = list(lines)
        return sorted([line for line in every if self.true_of_me(line)] or every, key=self.wear)

    def true_of_me(self, line: str) -> bool:
        """Whether a line presumes nothing of its speaker, and of the world, that is not so."""
        return self.true_here(line) and self.founded(line)

    def founded(self, line: str) -> bool:
        """Whether a line presumes nothing of its speaker that is not so."""
        return not presumed(line) or not unfounded(line, self._about_me, self.q.card.age)

    def true_here(self, line: str) -> bool:
        """Whether there is in this world what a line speaks of."""
        return not out_of_place(line, self.q.setting.world, self.q.setting.lacks)

    @cached_property
    def _about_me(self) -> tuple[str, ...]:
        """What is known of oneself: card, trade, places, and the one spoken to."""
        card, q = self.q.card, self.q
        return (*card.background, card.currently, q.setting.occupation, q.relationship, *q.names.places)

    @cached_property
    def mine(self) -> tuple[str, ...]:
        return tuple(line for who, line in self.lines if who == self.me)

    @cached_property
    def fresh(self) -> tuple[tuple[str, str], ...]:
        """What was said since one's own last line, as (who, line)."""
        at = max((i for i, (who, _) in enumerate(self.lines) if who == self.me), default=-1)
        return self.lines[at + 1 :]

    @cached_property
    def last(self) -> str:
        """The line that calls for an answer: the last one since one's own; in company, out of an exchange, rather an
        invitation or what is said to one's own, the last question, then a line that names oneself, and no goodbye, nor what
        was asked of somebody else; or a view."""
        newest = self.fresh[-1][1] if self.fresh else ""
        if len(self.others) < 2 or held(newest) or act_of(newest, self.banks).startswith("exchange:"):
            return newest
        lines = [line for _, line in self.fresh if act_of(line, self.banks) != "farewell"]
        open_ = [line for who, line in self.fresh if line in lines and not self._put_to_another(who, line)]
        invited = [line for line in lines if act_of(line, self.banks) == "invite"]
        asked = [line for line in open_ if line.endswith("?")]
        named = [line for line in lines if mentions(line, self.me, self.q.card.first)]
        answered = [line for line in lines if act_of(line, self.banks) in ANSWERS] if self.did("invite", self.me) else []
        return (invited or asked or answered or named or open_ or [""])[-1]

    def _put_to_another(self, who: str, line: str) -> bool:
        """Whether a question names one of the others."""
        return line.endswith("?") and any(mentions(line, name, self.first(name)) for name in self.others if name != who)

    @property
    def turns_left(self) -> int:
        """Lines that may still be said, this one included."""
        left = self.q.turns_left
        return left if left is not None else max(1, LONGEST + len(self.others) - len(self.lines))

    @cached_property
    def statements(self) -> tuple[tuple[str, str], ...]:
        """(who, statement) for all that was told or confirmed so far, with weekdays for ``today`` and ``tomorrow``."""
        called = self.q.names.called
        asked = ((who, confirmed(line, answer, who, called.get(who, ""))) for (_, line), (who, answer) in pairwise(self.lines))
        return (*self._told(self.lines), *((who, resolved(text, self.now)) for who, text in asked if text))

    @cached_property
    def heard(self) -> tuple[tuple[str, str], ...]:
        """(who, statement) for what was told since one's own last line."""
        return self._told(self.fresh)

    def _told(self, lines: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        return tuple((who, text) for who, line in lines for text in self.told_in(line, who))

    def told_in(self, line: str, who: str) -> tuple[str, ...]:
        """The statements of somebody in a line, with full names and weekdays."""
        to, called = self._listener(who), self.q.names.called.get
        found = statements_in(line, who, to, self.banks, (called(who, ""), called(to, "")))
        return tuple(resolved(in_full(text, self._people), self.now) for text in found)

    @cached_property
    def _people(self) -> tuple[tuple[str, str], ...]:
        """(full name, first name) of those whom one can call by their first name: nobody else has it."""
        every = dict((self.q.names.me, *self.q.names.people))
        times = Counter(every.values())
        return tuple((name, first) for name, first in every.items() if times[first] == 1 and first[:1].isupper())

    def familiar(self, statement: str) -> str:
        """A statement as it is told to whom one knows: its subject by their first name, where that is clear."""
        names = () if self.stranger else self._people
        return next((first + statement.removeprefix(name) for name, first in names if is_about(statement, name)), statement)

    def _listener(self, speaker: str) -> str:
        people = [name for name in (self.me, *self.others) if name != speaker]
        return people[0] if len(people) == 1 else ""

    @cached_property
    def news(self) -> tuple[News, ...]:
        """What one tells the other: they do not know it yet, as far as one can see, and one is willing."""
        asked = self.act == "ask_news"
        return tuple(item for item in self._untold if tells(self.q, item, asked))

    @cached_property
    def _known_news(self) -> Sequence[News]:
        known = known_news(self.q, self.banks, self.q.telling.sources)
        known, seen = [item for item in known if item.text not in self.q.telling.happened], seen_lately(self.q)
        return [*seen, *(item for item in known if not any(same_topic(item.text, one.text) for one in seen))]

    @cached_property
    def _untold(self) -> tuple[News, ...]:
        open_ = (item for item in self._known_news if item.source or not is_kept(self.q, item.text))
        return self.unheard((*open_, *known_secrets(self.q, self.banks, self.q.telling.sources)))

    def unheard(self, items: Iterable[News]) -> tuple[News, ...]:
        """Those that the other does not know yet, as far as one can see, and that were not spoken of here."""
        return tuple(item for item in items if not self._known(item) and self._speakable(item))

    def _known(self, item: News) -> bool:
        """Told in this talk by anybody, come from the other, about the other, told them before (one's own gathering: every
        one of them), or of a life they share."""
        if any(same_topic(item.text, statement) for _, statement in self.statements):
            return True
        if item.source in self.others or any(is_about(item.text, name) for name in self.others):
            return True
        if MARRIED.search(self.q.relationship) and is_about(item.text, self.me) and not gathering_of(item.text):
            return True
        if is_host(item.text, self.me):
            return all(was_asked(self.q, name, item.text) and not wavers(self.q, name, item.text) for name in self.others)
        if set(self.others) & set(told_to(self.q, item.text)):
            return True
        return any(told_before(memory, item.text, self.other) for memory in self.q.memories)

    def _told_by_other(self, text: str) -> bool:
        return any(told_before(memory, text, self.me) for memory in self.q.memories if memory.startswith(self.other))

    def _speakable(self, item: News) -> bool:
        """Whether it was not said here, and shows whose it is where it is one's own."""
        own = not item.source and (is_about(item.text, self.me) or is_about(item.text, self.q.first))
        doubtful = own and is_doubtful(self.mine_now(item.text), self.pronoun)
        return not doubtful and not any(stems(item.text) <= stems(line) for _, line in self.lines)

    @cached_property
    def about_other(self) -> tuple[News, ...]:
        """News of the other's own that came from somebody else, and that they have not spoken of here."""
        names = tuple(self.others)
        if MARRIED.search(self.q.relationship):
            return ()  # what they are up to needs no asking
        items = [
            item
            for item in self._known_news
            if any(is_about(item.text, name) for name in names)
            and item.source
            and item.source not in names
            and not self._told_by_other(item.text)
            and not set(names) & set(told_to(self.q, item.text))
            and not self.always_knew(item.text)
            and not any(wants_of(item.text, name, self.first(name)) for name in names)
            and (HOSTING.search(item.text) or gathering_of(item.text))  # else it is for them to speak of
        ]
        said = (*(text for _, text in self.statements), *filter(None, (asked_to_confirm(line) for _, line in self.lines)))
        return tuple(item for item in items if not any(same_topic(item.text, text) for text in said))

    def always_knew(self, text: str) -> bool:
        """Whether one's card says so, or a memory that nobody had to tell one."""
        sources = self.q.telling.sources
        own = [memory for memory in self.q.memories if sources.get(memory) == NEWS_SOURCE]
        return any(same_topic(text, known) for known in (*own, *self.q.card.concerns, *self.q.card.background) if known)

    def of_the_house(self, text: str) -> bool:
        """Whether it is about whom one is married to."""
        who = re.match(NAME, text)
        return who is not None and f"married to {self.first(who[0])}" in " ".join(self._about_me)

    @cached_property
    def stake(self) -> str:
        """How one is concerned in an office that was said to be sought, or else whoever told of it: one of ``opinions.STAKES``,
        or ``""``."""
        own = next(filter(None, (at_stake(self.q, text) for _, text in reversed(self.statements))), "")
        heard = " ".join(line for who, line in self.lines if who != self.me)
        return own or next((stake for stake, heads in _TOLD_AS.items() if any(head in heard for head in heads)), "")

    @cached_property
    def occasion(self) -> tuple[str, str, Gathering] | None:
        """(who told it, statement, occasion) of the gathering spoken of last, with what was said of it before."""
        for who, statement in reversed(self.statements):
            occasion = gathering_of(statement, self.q.names.places)
            if occasion:
                return who, statement, occasion
        return None

    @cached_property
    def act(self) -> str:
        """What the last line does."""
        return act_of(self.last, self.banks) if self.last else ""

    @cached_property
    def left(self) -> bool:
        """Whether somebody has said goodbye since one's own last line."""
        return any(act_of(line, self.banks) == "farewell" for _, line in self.fresh)

    @cached_property
    def stranger(self) -> bool:
        return bool(STRANGER.search(self.q.relationship))

    @cached_property
    def fond(self) -> bool:
        return bool(FOND.search(self.q.relationship))

    @cached_property
    def cool(self) -> bool:
        return bool(COOL.search(self.q.relationship))

    @cached_property
    def acts(self) -> tuple[tuple[str, str], ...]:
        """(who, act) of every piece of the talk."""
        return tuple((who, act) for who, line in self.lines for act in acts_in(line, self.banks))

    @property
    def just_begun(self) -> bool:
        """Whether there was nothing yet but greetings."""
        concluded = any(answers_to(line) for _, line in self.lines)
        return not (self.statements or concluded or any(map(self.did, _MATTERS)))

    def did(self, act: str, who: str = "") -> bool:
        """Whether somebody (or ``who``) has done something here already; ``topic`` stands for any topic."""
        return any(known.startswith(act) and who in ("", name) for name, known in self.acts)
