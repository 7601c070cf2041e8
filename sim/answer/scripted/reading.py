"""English as the scripted mind's town reads it by rule: what was stated, who is sought, what a deed is worth."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.english.deeds import INVITES, LOOKING_FOR, between_deeds, done_once, everybodys, looked_for
from sim.answer.scripted.english.gatherings import gathering_of, is_host, unasked_guests
from sim.answer.scripted.english.news import kept_news, news_of_oneself, split_teller
from sim.answer.scripted.english.poignancy import poignancy
from sim.answer.scripted.english.presumptions import not_yet
from sim.answer.scripted.english.same_topic import same_gathering, same_topic
from sim.answer.scripted.english.statements import statements_in
from sim.answer.scripted.relationship_sentences import relationship_sentence
from sim.language.activity import intended
from sim.language.text import sentence_keys
from sim.language.time_and_place import read_now, resolved
from sim.prompts.reading import Reading
from sim.types import Matter, Memory

NOTABLE = 5
"""Words of a sentence that a town remembers as said: shorter ones are anybody's."""
_MEANS = re.compile(r"\b(?:plans|wants|intends|hopes|promised|means|has promised) to (\w+.*)")

_NO_TO = re.compile(r" said no to .+ invitation to (?:the |an? )?(?P<what>[^.,]+)")
_MEAL = re.compile(r"\b(?:breakfast|lunch|dinner|supper|eat|eating|meal)\b", re.IGNORECASE)
_HOLDS = re.compile(r"is (?:hosting|giving|holding|throwing|organi[sz]ing|planning|putting on|having) (an? .+)")
_GATHERING = re.compile(r"(?:hosting|attending) (?:an?|the) (?P<what>.+?)(?: (?:of|for) (?:his|her|their)\b.*)?$")
_ATTENDS = re.compile(r"(?:going to|attending|joining|hosting|getting everything ready) ")
_AT_ITS_HOUR = re.compile(rf"\b(?:lunch|supper|dinner|bed|sleeping)\b|^{_ATTENDS.pattern}|^{LOOKING_FOR} ")


class English(Reading):
    """Reads English."""

    def statements(
        self, line: str, speaker: str, listener: str, called: tuple[str, str], matters: Sequence[Matter], now: str
    ) -> Sequence[str]:
        facts = statements_in(line, speaker, listener, open_banks().with_matters(tuple(matters)), called)
        return [resolved(fact, read_now(now)) for fact in facts]

    def sentences_said(self, line: str) -> Sequence[str]:
        return [sentence for sentence in sentence_keys(line) if sentence.count(" ") >= NOTABLE - 1]

    def same_matter(self, fact: str, memory: str, name: str) -> bool:
        return same_topic(fact, split_teller(memory, name)[0] if name else memory)

    def importance(self, text: str, name: str) -> float:
        return float(poignancy(text, name, open_banks()))

    def everyday(self, seen: str) -> bool:
        return everybodys(seen)

    def between_deeds(self, activity: str) -> bool:
        return between_deeds(f"is {activity}")

    def done_once(self, activity: str) -> bool:
        return done_once(activity)

    def looked_for(self, activity: str, names: Iterable[str]) -> str:
        return looked_for(activity, names)

    def invites(self, activity: str) -> bool:
        return INVITES in activity

    def attends(self, activity: str) -> bool:
        return _ATTENDS.match(activity) is not None

    def gathering_at(self, activity: str) -> str:
        found = _GATHERING.match(activity)
        return found["what"] if found else ""

    def at_its_hour(self, activity: str) -> bool:
        return _AT_ITS_HOUR.search(activity) is not None

    def declined(self, summary: str, name: str) -> str:
        found = _NO_TO.match(summary.removeprefix(name))
        return found["what"] if found else ""

    def is_meal(self, activity: str) -> bool:
        return _MEAL.search(activity) is not None

    def gives(self, text: str, name: str = "") -> str:
        if name and not text.startswith(f"{name} "):
            return ""
        found = _HOLDS.match(text.removeprefix(f"{name} ")) if name else _HOLDS.search(text)
        return found[1] if found else ""

    def unasked(
        self, memories: Sequence[Memory], name: str, known: Sequence[str], to_come: Callable[[str], bool]
    ) -> tuple[str, Sequence[str]]:
        told = (memory.text for memory in news_of_oneself(memories, name) if is_host(memory.text, name))
        ahead = next((text for text in told if to_come(text)), "")
        occasion = gathering_of(ahead)
        if occasion is None:
            return "", ()
        spoken_of = " ".join(m.text for m in memories if m.at >= 0 and same_gathering(ahead, m.text))
        return occasion.what, [one for one in known if one not in spoken_of]

    def guests_to_ask(self, name: str, guests: Sequence[str], what: str) -> str:
        return unasked_guests(name, guests, what)

    def own_news(self, memories: Iterable[Memory], name: str) -> Sequence[Memory]:
        return news_of_oneself(memories, name)

    def kept_news(self, memories: Iterable[Memory]) -> tuple[str, ...]:
        return kept_news(memories)

    def meant(self, intention: str, places: Sequence[str]) -> str:
        match = _MEANS.search(intention)
        return intended(match[1].rstrip(". "), places) if match else "keeping a promise"

    def relationship(self, name: str, first: str, how: str, pronoun: str) -> str:
        return relationship_sentence(name, first, how, pronoun)

    def lacks(self, year: int) -> tuple[str, ...]:
        return not_yet(year)


ENGLISH = English()
