"""``say``: the next line of a talk. Source: Park et al. 2023, section 4.3.2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from sim.prompts.parts import Conversation, Line, Numbered, Part
from sim.prompts.question import MEMORY, Considered, TalkQuestion, acquaintances
from sim.prompts.records import LineDone
from sim.prompts.scene import Scene, by_time
from sim.prompts.schema import BOOLEAN, Schema, array, number, one_of, record_of, text
from sim.types import ACTS, Fact, Intent

ENDING = 3
"""Lines left from which a talk comes to its end."""
_CITING = {
    "act": f"what the line does above all: one of {', '.join(ACTS)}; empty where it is none of them",
    "told": "the numbers of those memories that the line tells, in whatever words; empty for none",
}
"""What a reply says of its own line."""
IN_TALK = 600.0
"""The priority of what a talk is about: before all memories that it brings to mind."""
MEANT = 2
"""Facts that intents rest on which stay whatever the budget."""
_GOODBYES = ("I should get on. See you soon.", "I have to go now.", "Until later, then.", "Take care.", "Goodbye.")


@dataclass(frozen=True, slots=True)
class Utterance(Considered):
    """A line; ``end``: the speaker means to leave after it. ``act`` is what the line does (one of ``ACTS``), ``told`` are the
    numbers, from 1, of those of the question's ``facts`` that it tells; "" and () where whoever answered did not say."""

    say: str
    end: bool
    act: str = ""
    told: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Say(TalkQuestion[Utterance]):
    """Say the next line.

    In the full register: ``occasion`` is how the talk began, ``partners`` what the speaker knows and feels of each of the
    others and when they last spoke with each other, ``brought`` the memories that the last line brings to mind. These and the
    mood stand right before the talk, for they change with every line; all above them a model has mostly read for the line
    before.
    """

    task = "say"
    reply = Utterance
    shape = '{"say": "...", "end": true or false}'
    temperature = 0.7
    max_tokens = 110
    full_tokens = 420
    words = "say"

    occasion: str = ""
    partners: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ()
    """Full names of those who take leave."""
    brought: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    """What the speaker could tell: the memories shown, and those that the intents rest on."""
    heard: tuple[Fact, ...] = ()
    """What the last line told the speaker, as they remember it now."""
    acted: str = ""
    """What the last line did (one of ``ACTS``); "" where nobody said."""
    intents: tuple[Intent, ...] = ()
    """What the speaker may do with this line, the weightiest first."""
    cold: bool = False
    """Whether the tie to the one spoken to forbids small talk."""
    done: tuple[LineDone, ...] = ()
    """What each line of ``conversation`` did, as data; the prompt does not show it."""

    def in_brief(self) -> Self:
        return replace(self, scene=None, memories=tuple(dict.fromkeys((*self.memories, *self.brought))), brought=())

    def instruction(self) -> str:
        whom = self.talking_with[0].split(" ", 1)[0] if self.talking_with else "the others"
        return f"Say {self.first}'s next line to {whom}."

    def request(self) -> str:
        return (
            f"Write {self.first}'s next line in a talk. A good line answers or turns what was just said (or opens with what "
            f"brought them here), in {self.first}'s own manner, and brings something of their own: a question that matters "
            "to them, a memory, news, an opinion, a joke, a worry, a refusal. It has one to three sentences as people speak "
            "them. Do not sum up the talk, do not repeat a line or a thought of it, do not agree for the sake of agreeing. "
            "A talk may be short: leave when there is nothing more to say."
        )

    def in_short(self) -> str:
        return (
            f"Write {self.first}'s next line in a talk, one to three spoken sentences: answer or turn what was just said, and "
            "bring something of their own."
        )

    def in_words(self, words: str) -> Utterance:
        """With an end where this is the last line, or an answer to a goodbye."""
        return Utterance(words, self.goodbye or (self.turns_left or 1) <= 1)

    def cue(self) -> str:
        whom = " and ".join(name.split(" ", 1)[0] for name in self.talking_with) or "the others"
        left = self.turns_left or 1
        ending = " This is the last line: end it." if left <= 1 else " Bring the talk to its end." if left <= ENDING else ""
        if self.goodbye:
            ending = f" {self._leaving()} ending the talk: answer that, and end it too unless something cannot wait."
        elif self.leaving:
            ending += f" {self._leaving()} taking leave; the others stay."
        return f"Now say {self.first}'s next line to {whom}.{ending}"

    def _leaving(self) -> str:
        names = [name.split(" ", 1)[0] for name in self.leaving] or ["The other"]
        return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'}"

    def members(self) -> Mapping[str, str]:
        return {
            **self.thought_of("what goes through the mind before speaking: what they want of this talk, what they hold back"),
            "say": "the spoken words alone, at most 400 characters, without quotation marks or stage directions",
            "end": f"true if the talk ends here for {self.first}: with a goodbye where somebody goes, without one where all "
            "stay in the room and work on",
            **(_CITING if self.cites else {}),
        }

    def moment(self, scene: Scene) -> Iterator[Part]:
        """Without the mood, which stands below."""
        yield from replace(scene.moment, feeling="").parts()

    def circumstances(self) -> Iterator[Part]:
        if self.scene is None:
            yield from TalkQuestion.circumstances(self)
            return
        shown = {*self.memories, *self.brought}
        more = (*self.brought, *(fact.text for fact in self.facts if fact.text not in shown))
        yield from acquaintances("Talking with", self.partners or self.talking_with)
        yield Line("Feeling", self.scene.moment.feeling, priority=IN_TALK)
        yield self._cited("More memories", more, range(len(more)), self.scene, 2 * MEMORY, 0)
        yield Line("This talk", self.occasion, priority=IN_TALK)

    def subject(self) -> Iterator[Part]:
        if not self.full:
            yield from TalkQuestion.subject(self)
            return
        yield Conversation("The talk so far", self.conversation, priority=10 * IN_TALK, must=3)

    @property
    def cites(self) -> bool:
        """Whether a reply says what its line does and which facts it tells, which are then numbered: in the full register."""
        return self.full and bool(self.facts)

    def remembered(self, scene: Scene) -> Numbered:
        """The memories, those that are facts with their numbers; what an intent rests on stays."""
        label = "Memories that come to mind, in order of time"
        return self._cited(label, self.memories, self._from_best(), scene, MEMORY, 1)

    def _cited(
        self, label: str, memories: Sequence[str], best: Sequence[int], scene: Scene, priority: float, must: int
    ) -> Numbered:
        numbers = {fact.text: n for n, fact in enumerate(self.facts, 1)}
        due = {n for intent in self.intents for n in intent.facts}
        needed = {fact.text for fact in self.facts if fact.n in due}
        first = [*best[:must], *sorted(best[must:], key=lambda i: memories[i] not in needed)]
        lines, places = scene.ranked(memories, first)
        shown = tuple(numbers.get(text, 0) for text in by_time(memories, scene.recalled))
        must += min(MEANT, sum(text in needed for text in memories))
        return Numbered(label, lines, shown, priority=priority, best=places, must=must)

    def schema(self) -> Schema:
        cited = {"act": one_of(ACTS, empty=True), "told": array(number(1, len(self.facts)), len(self.facts), 0)}
        said = {"say": text(400 if self.full else 220), "end": BOOLEAN}
        return record_of(Utterance, **self.thinking(), **said, **(cited if self.cites else {}))

    def fallback(self) -> Utterance:
        """A goodbye that has not been said yet."""
        said = {line for _, line in self.conversation or ()}
        return Utterance(next((line for line in _GOODBYES if line not in said), _GOODBYES[-1]), True)


QUESTION = Say
