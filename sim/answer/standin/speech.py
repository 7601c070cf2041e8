"""The stand-in's lines: an intent and its facts put into a plain template.

The intent says what is said, the facts are the speaker's own memories, and the template only joins them. Knows one question at
a time; what was said in the talk already is not said again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sim.answer.standin.templates import DOUBTFUL, KIN, LINES
from sim.dice import derive
from sim.prompts.question import Question, TalkQuestion
from sim.prompts.spoken import Person, spoken
from sim.prompts.tasks.say import Say, Utterance
from sim.types import Fact, Intent

NEAR_BEST = 0.75
"""An intent of at least this part of the highest weight may be taken, by luck of the seed."""
WEIGHTY = 5.5
"""Importance from which what is between two is no light matter."""
SMALL_TALK = 1
"""Lines of small talk by one speaker in a talk."""
OTHERS_TURN = 4
"""Lines of a talk until which whoever did not begin it may bring a matter of their own."""
LEAD_IN = 4
"""Every so many lines of a resident begin with one of their own sayings."""
SMALL = (
    "The",
    "A",
    "An",
    "My",
    "Your",
    "You",
    "It",
    "There",
    "Somebody",
    "Nobody",
    "Half",
    "Every",
    "Some",
    "No",
    "One",
    "Our",
)
"""First words of a memory that have a small letter within a sentence."""
_PLACE = re.compile(r" \([^()]*\)$")
"""The place at the end of a happening."""


def say(q: Say) -> Utterance:
    """The next line: the weightiest intent that can be put into words, or one nearly as weighty."""
    speaker, leaving = Speaker(q), Intent("leave", (), "")
    left = [intent for intent in q.intents if speaker.can_say(intent)]
    return speaker.line(taken(left, q.seed) or leaving)


def taken(intents: Sequence[Intent], seed: int) -> Intent | None:
    """One of the weightiest intents, by luck of the seed."""
    best = max((intent.weight for intent in intents), default=0.0)
    able = [intent for intent in intents if intent.weight >= NEAR_BEST * best]
    return able[derive(seed, "intent") % len(able)] if able else None


def person(q: Question[Any], name: str) -> Person:
    """Somebody by their full name, with the first name where it is theirs alone."""
    pairs = (*q.names.people, q.names.me)
    firsts = {full: first for full, first in pairs}
    alone = sum(first == firsts.get(name) for first in firsts.values()) == 1
    return Person(name, firsts.get(name, "") if alone else "", q.names.called.get(name, ""))


def own_words(q: Question[Any], text: str, to: str = "", own: bool = True) -> str | None:
    """A memory as who is asked says it to ``to`` (a full name, "" for an outsider); None where the persons are in doubt."""
    if not q.english:
        return text
    others = tuple(person(q, name) for name, _ in q.names.people if name not in (q.card.name, to) and _occurs(name, text))
    me, you = person(q, q.card.name), person(q, to) if to else Person("\0")
    return spoken(text, me, you, others, own)


def bare(text: str) -> str:
    """A memory without its full stop, and without the place that a happening carries."""
    return _PLACE.sub("", text.rstrip("."))


def addressed(text: str, name: str) -> str:
    """A whisper to somebody (``You must tell Ann``) with their name: ``Ben Hale must tell Ann``."""
    for before, after in (("are", "is"), ("'re", " is"), ("have", "has"), ("'ve", " has"), ("were", "was"), ("do", "does")):
        text = re.sub(rf"\byou(?: |(?='))({re.escape(before)})\b", f"{name} {after.strip()}", text, flags=re.I)
    text = re.sub(r"\byour\b", f"{name}'s", text, flags=re.I)
    return re.sub(r"\byou\b", name, text, flags=re.I)


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

    def can_say(self, intent: Intent) -> bool:
        """Whether an intent has words: not where its fact does not show who is meant, nor small talk for a second time, nor a
        second matter of the speaker's in one talk."""
        q, fact = self.q, self._fact(intent.facts[0]) if intent.facts else None
        said = [name for name, _ in q.conversation or ()]
        if intent.act == "small talk" and fact is None:
            return said.count(q.card.name) < SMALL_TALK
        if intent.act not in ("tell", "ask") or fact is None or fact in q.heard:
            return True
        if fact.source == "whisper":
            return True
        new = fact.gathering is not None or not said or (said[0] != q.card.name and len(said) <= OTHERS_TURN)
        return new and self._said(fact) is not None and not self._of_listeners_kin(fact)

    def _of_listeners_kin(self, fact: Fact) -> bool:
        """Whether a fact calls the listener by what they are to the speaker (``his mother``): no way to speak to them."""
        tie = set(re.findall(r"\w+", self.q.relationship.casefold()))
        return bool(KIN & tie & set(re.findall(r"\w+", fact.text.casefold())))

    def line(self, intent: Intent) -> Utterance:
        """The whole utterance for an intent: its words, whether it ends the talk, and the facts that it tells."""
        q = self.q
        facts = [fact for n in intent.facts if (fact := self._fact(n)) is not None]
        if intent.act == "answer" and len(facts) > 1 and self._said(facts[0]) is None:
            facts = facts[1:]
        key = self._situation(intent, facts)
        voiced = facts[:1] if "{fact" in LINES[key][0] else []
        if key.startswith("decline") and voiced:
            voiced = facts[1:2]
        words = self._worded(key, voiced[0] if voiced else None, intent, facts)
        numbers = {fact.n: i for i, fact in enumerate(q.facts, 1)}
        # what a question or a yes is about is named as well, so that whoever hears it knows
        told = voiced or (facts[:1] if intent.act in ("ask", "accept", "promise", "decline") else [])
        act = (
            "ask"
            if key.startswith("react") and words.endswith("?")
            else "small talk"
            if key.startswith("greet")
            else intent.act
        )
        return Utterance(words, act == "leave", act, tuple(numbers[f.n] for f in told if f.n in numbers))

    def _fact(self, n: int) -> Fact | None:
        return next((fact for fact in (*self.q.facts, *self.q.heard) if fact.n == n), None)

    def _situation(self, intent: Intent, facts: list[Fact]) -> str:
        """The key of the templates for an intent."""
        q, fact = self.q, facts[0] if facts else None
        cold, begun = " cold" if q.cold else "", bool(q.conversation)
        match intent.act:
            case "decline":
                if len(facts) < 2:
                    return "decline"
                third = fact and fact.gathering and fact.gathering.host != intent.to
                return "decline taken" if not self._about_host(facts) else f"decline cold{' third' * bool(third)}"
            case "tell" if fact and fact.gathering:
                return "tell gathering"
            case "tell" if fact and self._names_listener(fact):
                light = " light" if not self._weighs(fact) else ""
                return "tell of you" if self._teller(fact) else f"tell between{cold or light}"
            case "tell" if fact and q.goodbye:
                return "tell parting"
            case "tell" if fact:
                kind = "tell own" if self._is_mine(fact) else "tell"
                return "tell heard" if self._teller(fact) else f"{kind} more" if begun else kind
            case "ask" if fact and fact in q.heard:
                third = any(slug != intent.to for slug in fact.about)
                other = "ask of other" if self._weighs(fact) else "ask of other light"
                named = intent.to in fact.about
                theirs = named and (self._weighs(fact) or (not third and self._is_of(fact, intent.to)))
                return "ask teller" if theirs else other if third else "ask"
            case "ask":
                return "ask after" if fact and self._weighs(fact) else "ask after light"
            case "answer" if len(facts) > 1:
                return self._answering_with(facts[0], facts[1], intent)
            case "answer":
                return self._answering(fact, cold, intent.to)
            case "refuse":
                return "refuse" if q.cold else "refuse secret"
            case "small talk" if fact:
                return "small talk seen too" if fact in q.heard else "small talk seen"
            case "small talk":
                return "small talk back" if begun else "small talk"
            case "leave" if not begun:
                return f"greet{cold}"
            case "leave":
                return f"leave answered{cold}" if q.goodbye or q.leaving else f"leave{cold}"
        return intent.act

    def _answering_with(self, own: Fact, heard: Fact, intent: Intent) -> str:
        """The key for an answer with a memory of the speaker's: whom it is about, and whence it is."""
        if self._teller(own):
            return "answer heard"
        if self._is_mine(own):
            return "answer between" if self._names_listener(own) else f"answer own{' asked' * (self.q.acted == 'ask')}"
        if self._names_listener(own):
            return "answer you"
        return "answer other" if set(own.about) & set(heard.about) - {intent.to} else "answer known"

    def _answering(self, fact: Fact | None, cold: str, to: str) -> str:
        """The key for an answer about the one fact that was told or asked after."""
        q = self.q
        if fact is None:
            return f"answer no{cold}" if q.acted in ("decline", "refuse") else "answer unknown"
        teller, mine, third = self._teller(fact), self._is_mine(fact), any(slug != to for slug in fact.about)
        if fact.gathering:
            return "promised already"
        if q.acted == "ask":
            own = "answer of me" if fact in q.heard else "answer open" if third else "answer same"
            return own if mine else "answer source" if teller else "answer unknown"
        if mine and not teller:
            return "answer of me"
        if mine:
            light = " light" if not self._weighs(fact) else ""
            return f"answer told of me{light}" if self._names_listener(fact) else "answer said of me"
        if teller not in q.talking_with:
            return "answer known already"
        if third:
            return "react third"
        return "react theirs" if to in fact.about and self._weighs(fact) else "answer new"

    def _worded(self, key: str, fact: Fact | None, intent: Intent, facts: list[Fact]) -> str:
        """A template that was not used in this talk, filled."""
        q = self.q
        said = [line for name, line in q.conversation or () if name == q.card.name] + list(q.telling.said[-40:])
        told = self.told(fact) if fact else ""
        if not q.english:
            return told[:400] or "..."
        parts = {
            "fact": told[:1].upper() + told[1:], "fact_": within(told), "you": _first(q.talking_with),
            "who": self._who(intent, facts), "doing": self._doing(),
        }  # fmt: skip
        before = self._before(intent)
        named = parts["you"] in before
        begin, templates = derive(q.seed, "template"), LINES[key]
        ordered = [templates[(begin + i) % len(templates)] for i in range(len(templates))]
        fresh = (template for template in ordered if not any(_frame(template) in before for before in said))
        words = _unnamed(next(fresh, ordered[0]), named).format(**parts)
        words = f"{before}{words}"
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
        topic = intent.act in ("tell", "ask") and not any(fact.n in intent.facts for fact in q.heard)
        if topic and q.heard and q.acted in ("tell", "answer") and derive(q.seed, "taken") % 2:
            lines = LINES["taken"]
            return f"{lines[derive(q.seed, 'taken') % len(lines)]} "
        if speech.says and intent.act in ("tell", "answer") and derive(q.seed, "saying") % LEAD_IN == 0:
            return f"{speech.says[derive(q.seed, 'says') % len(speech.says)]} "
        return ""

    def told(self, fact: Fact) -> str:
        """A fact in the speaker's mouth, without the place that a happening carries; as it stands where that is in doubt."""
        text = bare(fact.text)
        return self._said(fact) or DOUBTFUL[derive(self.q.seed, "doubt") % len(DOUBTFUL)].format(fact=text)

    def _said(self, fact: Fact) -> str | None:
        """The same; None where it does not show who is meant."""
        q, text = self.q, bare(fact.text)
        text = addressed(text, q.card.name) if fact.source == "whisper" else text
        return own_words(q, text, (*q.talking_with, "")[0], own=not self._teller(fact))

    def _teller(self, fact: Fact) -> str:
        """The full name of whoever told the speaker a fact; "" where it is the speaker's own."""
        return self.q.persons.get(fact.source, ("", ""))[0]

    def _is_mine(self, fact: Fact) -> bool:
        """Whether the speaker is a part of a fact, or it is their own concern."""
        name, first = self.q.card.name, self.q.card.first
        return name in fact.text or first in fact.text.replace("'s ", " ").replace(",", " ").split()

    def _names_listener(self, fact: Fact) -> bool:
        names = [self.q.persons[slug][0] for slug in fact.about if slug in self.q.persons]
        return bool(self.q.talking_with) and self.q.talking_with[0] in names

    def _weighs(self, fact: Fact) -> bool:
        """Whether a fact is no light matter; what nobody has rated yet may be grave, and what was heard was rated down."""
        return not fact.importance or fact.importance + bool(self._teller(fact)) >= WEIGHTY

    def _is_of(self, fact: Fact, slug: str) -> bool:
        """Whether somebody does what a fact says."""
        return slug in fact.about and fact.text.startswith(self.q.persons.get(slug, ("\0", "\0")))

    def _about_host(self, facts: list[Fact]) -> bool:
        gathering = facts[0].gathering
        return gathering is not None and gathering.host in facts[1].about

    def _who(self, intent: Intent, facts: list[Fact]) -> str:
        """The first name of whom a template speaks: who told a fact, or another whom it names."""
        q = self.q
        teller = self._teller(facts[0]) if facts and intent.act in ("tell", "answer") else ""
        if teller and teller not in q.talking_with[:1]:
            return _first((teller,), q)
        shared = [slug for slug in facts[0].about if slug in facts[-1].about] if len(facts) > 1 else []
        every = [*shared, *(slug for fact in facts for slug in fact.about)]
        third = next((slug for slug in every if slug != intent.to and slug in q.persons), "")
        return q.persons[third][1] if third else "anybody"

    def _doing(self) -> str:
        """What the speaker does, where that says more than that they are on their way."""
        doing = self.q.doing.rstrip(".")
        return "on my way" if not doing or doing.startswith(("walking", "looking for", "waiting")) else doing


def _frame(template: str) -> str:
    """What is the same in every line of a template: its longest stretch without slots."""
    return max(re.split(r"\{\w+\}", template), key=len).strip(" .,:")


def _unnamed(template: str, named: bool) -> str:
    """A template without the listener's name, where it was said already."""
    bare = template.replace(", {you}", "").replace("{you}, ", "") if named else template
    return bare[:1].upper() + bare[1:] if bare[:1] != "{" else bare


def _first(names: Sequence[str], q: TalkQuestion[Any] | None = None) -> str:
    """The first name of the first of these full names."""
    name = names[0] if names else ""
    called = dict(q.names.people) if q else {}
    return called.get(name, "") or name.split(" ", 1)[0]
