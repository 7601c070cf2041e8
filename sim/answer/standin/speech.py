"""The stand-in's lines: an intent and its facts put into a plain template.

The intent says what is said, the facts are the speaker's own memories, and the template only joins them. Knows one question at
a time; what was said in the talk already is not said again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.answer.standin.person import Person, spoken
from sim.answer.standin.templates import DOUBTFUL, LINES, QUOTED
from sim.dice import derive
from sim.prompts.question import Question, TalkQuestion
from sim.prompts.tasks.say import Say, Utterance
from sim.types import Fact, Intent

NEAR_BEST = 0.75
"""An intent of at least this part of the highest weight may be taken, by luck of the seed."""
LEAD_IN = 4
"""Every so many lines of a resident begin with one of their own sayings."""
SMALL = ("The", "A", "An", "My", "Your", "You", "It", "There", "Somebody", "Nobody", "Half", "Every", "Some", "No", "One", "Our")
"""First words of a memory that have a small letter within a sentence."""


def say(q: Say) -> Utterance:
    """The next line: the weightiest intent, or one nearly as weighty."""
    intent = taken(q.intents, q.seed) or Intent("leave", (), "")
    return Speaker(q).line(intent)


def taken(intents: Sequence[Intent], seed: int) -> Intent | None:
    """One of the weightiest intents, by luck of the seed."""
    best = max((intent.weight for intent in intents), default=0.0)
    able = [intent for intent in intents if intent.weight >= NEAR_BEST * best]
    return able[derive(seed, "intent") % len(able)] if able else None


def person(q: Question[object], name: str) -> Person:
    """Somebody by their full name, with the first name where it is theirs alone."""
    pairs = (*q.names.people, q.names.me)
    firsts = {full: first for full, first in pairs}
    alone = sum(first == firsts.get(name) for first in firsts.values()) == 1
    return Person(name, firsts.get(name, "") if alone else "", q.names.called.get(name, ""))


def own_words(q: Question[object], text: str, to: str = "", own: bool = True) -> str | None:
    """A memory as who is asked says it to ``to`` (a full name, "" for an outsider); None where the persons are in doubt."""
    if not q.english:
        return text
    others = tuple(person(q, name) for name, _ in q.names.people if name not in (q.card.name, to) and _occurs(name, text))
    me, you = person(q, q.card.name), person(q, to) if to else Person("\0")
    return spoken(text, me, you, others, own)


def _occurs(name: str, text: str) -> bool:
    return any(part in text for part in name.split())


def within(fact: str) -> str:
    """A sentence as it stands behind a colon."""
    first = fact.split(" ", 1)[0]
    return fact[:1].lower() + fact[1:] if first in SMALL else fact


@dataclass(slots=True)
class Speaker:
    """One line being found."""

    q: Say

    def line(self, intent: Intent) -> Utterance:
        """The whole utterance for an intent: its words, whether it ends the talk, and the facts that it tells."""
        q = self.q
        facts = [fact for n in intent.facts if (fact := self._fact(n)) is not None]
        key = self._situation(intent, facts)
        voiced = facts[:1] if "{fact" in LINES[key][0] else []
        if key.startswith("decline") and voiced:
            voiced = facts[1:2]
        words = self._worded(key, voiced[0] if voiced else None, intent, facts)
        numbers = {fact.n: i for i, fact in enumerate(q.facts, 1)}
        # what a question or a yes is about is named as well, so that whoever hears it knows
        told = voiced or (facts[:1] if intent.act in ("ask", "accept", "promise", "decline") else [])
        return Utterance(words, intent.act == "leave", intent.act, tuple(numbers[f.n] for f in told if f.n in numbers))

    def _fact(self, n: int) -> Fact | None:
        return next((fact for fact in (*self.q.facts, *self.q.heard) if fact.n == n), None)

    def _situation(self, intent: Intent, facts: list[Fact]) -> str:
        """The key of the templates for an intent."""
        q, fact = self.q, facts[0] if facts else None
        cold = " cold" if q.cold else ""
        begun, teller = bool(q.conversation), fact is not None and self._teller(fact)
        match intent.act:
            case "decline":
                reason = facts[1] if len(facts) > 1 else None
                return "decline" if reason is None else f"decline {'cold' if self._about_host(facts) else 'taken'}"
            case "tell" if fact and fact.gathering:
                return "tell gathering"
            case "tell" if fact and self._is_about_listener(fact):
                return "tell of you" if teller else f"tell between{cold}"
            case "tell" if fact:
                return "tell heard" if teller else "tell own" if self._is_mine(fact) else "tell"
            case "ask" if fact and q.acted in ("tell", "answer") and fact in q.heard:
                third = next((slug for slug in fact.about if slug != intent.to), "")
                return "ask teller" if intent.to in fact.about else "ask of other" if third else "ask"
            case "ask":
                return "ask after"
            case "answer":
                return self._answering(intent, facts)
            case "refuse":
                return "refuse" if q.cold else "refuse secret"
            case "small talk" if fact:
                return "small talk seen too" if fact in q.heard else "small talk seen"
            case "small talk":
                return "small talk back" if begun else "small talk"
            case "leave":
                return f"leave answered{cold}" if q.goodbye or q.leaving else f"leave{cold}"
        return intent.act

    def _answering(self, intent: Intent, facts: list[Fact]) -> str:
        """The key for an answer: with a memory of one's own, or about the one fact that was told or asked after."""
        q = self.q
        if not facts:
            return f"answer no{' cold' if q.cold else ''}" if q.acted in ("decline", "refuse") else "answer nothing"
        fact = facts[0]
        if len(facts) > 1:
            return "answer own" if self._is_mine(fact) else "answer heard" if self._teller(fact) else "answer known"
        if fact.gathering:
            return "promised already"
        if q.acted == "ask":
            if not self._is_mine(fact) and self._teller(fact):
                return "answer source"
            return "answer of me" if self._is_mine(fact) and not self._said_by_me(fact) else "answer same"
        if self._is_mine(fact):
            return "answer told of me"
        return "answer new" if self._teller(fact) in q.talking_with else "answer known already"

    def _worded(self, key: str, fact: Fact | None, intent: Intent, facts: list[Fact]) -> str:
        """A template that was not used in this talk, filled."""
        q = self.q
        said = [line for name, line in q.conversation or () if name == q.card.name] + list(q.telling.said[-40:])
        told = self._told(fact) if fact else ""
        if not q.english:
            return told[:400] or "..."
        parts = {
            "fact": told[:1].upper() + told[1:], "fact_": within(told), "you": _first(q.talking_with), "who": self._who(intent, facts),
            "doing": self._doing(),
        }  # fmt: skip
        lines = [template.format(**parts) for template in LINES[key]]
        begin = derive(q.seed, "template")
        ordered = [lines[(begin + i) % len(lines)] for i in range(len(lines))]
        words = next((line for line in ordered if not any(line in before for before in said)), ordered[0])
        words = f"{self._before(intent)}{words}"
        limit = 400 if q.full else 220
        return words if len(words) <= limit else f"{(told or words)[: limit - 1]}."

    def _before(self, intent: Intent) -> str:
        """What goes before the line: a greeting that is the speaker's own, or that the last line was taken in."""
        q, speech = self.q, self.q.setting.speech
        if q.cold or not q.full:
            return ""
        if not q.conversation:
            greets = speech.greets
            return f"{greets[derive(q.seed, 'greet') % len(greets)].format(you=_first(q.talking_with))} " if greets else ""
        if intent.act in ("tell", "ask") and intent.act != "answer" and q.acted in ("tell", "answer") and not self._follows(intent):
            lines = LINES["taken"]
            return f"{lines[derive(q.seed, 'taken') % len(lines)]} "
        if speech.says and intent.act in ("tell", "answer") and derive(q.seed, "saying") % LEAD_IN == 0:
            return f"{speech.says[derive(q.seed, 'says') % len(speech.says)]} "
        return ""

    def _follows(self, intent: Intent) -> bool:
        """Whether an intent is about what the last line told."""
        return any(fact.n in intent.facts for fact in self.q.heard)

    def _told(self, fact: Fact) -> str:
        """A fact in the speaker's mouth; as it stands where that is in doubt."""
        q, teller = self.q, self._teller(fact)
        text = fact.text.rstrip(".")
        words = own_words(q, text, (*q.talking_with, "")[0], own=not teller)
        if words is not None:
            return words
        if teller:
            return QUOTED.format(fact=text)
        return DOUBTFUL[derive(q.seed, "doubt") % len(DOUBTFUL)].format(fact=text)

    def _teller(self, fact: Fact) -> str:
        """The full name of whoever told the speaker a fact; "" where it is the speaker's own."""
        return self.q.persons.get(fact.source, ("", ""))[0]

    def _is_mine(self, fact: Fact) -> bool:
        """Whether the speaker is a part of a fact, or it is their own concern."""
        name, first = self.q.card.name, self.q.card.first
        return name in fact.text or first in fact.text.replace("'s ", " ").replace(",", " ").split()

    def _is_about_listener(self, fact: Fact) -> bool:
        names = [self.q.persons[slug][0] for slug in fact.about if slug in self.q.persons]
        return bool(self.q.talking_with) and self.q.talking_with[0] in names

    def _about_host(self, facts: list[Fact]) -> bool:
        gathering = facts[0].gathering
        return gathering is not None and gathering.host in facts[1].about

    def _said_by_me(self, fact: Fact) -> bool:
        text = self._told(fact)
        return any(name == self.q.card.name and within(text)[1:] in line for name, line in self.q.conversation or ())

    def _who(self, intent: Intent, facts: list[Fact]) -> str:
        """The first name of whom a template speaks: who told a fact, or another whom it names."""
        q = self.q
        if facts and intent.act in ("tell", "answer") and (teller := self._teller(facts[0])):
            return _first((teller,), q)
        third = next((slug for fact in facts for slug in fact.about if slug != intent.to and slug in q.persons), "")
        return q.persons[third][1] if third else "anybody"

    def _doing(self) -> str:
        doing = self.q.doing.rstrip(".") or "about my work"
        return doing if not doing.startswith("walking to ") or " " in doing else "on my way"


def _first(names: Sequence[str], q: TalkQuestion[object] | None = None) -> str:
    """The first name of the first of these full names."""
    name = names[0] if names else ""
    called = dict(q.names.people) if q else {}
    return called.get(name, "") or name.split(" ", 1)[0]
