"""``react``: to go on, talk, wait or change the plan, when something new is seen. Source: Park et al. 2023, section 4.3.1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from sim.language.activity import in_progress
from sim.prompts.parts import Line, Part
from sim.prompts.question import Considered, TalkQuestion, acquaintances, news_to_tell
from sim.prompts.scene import Scene
from sim.prompts.schema import Schema, number, one_of, record_of, text
from sim.types import Fact, Intent

REACTIONS = ("continue", "talk", "wait", "replan")
MORE = {
    "continue": "go on with what is in hand",
    "talk": "go over and speak with whom they see",
    "wait": "stay and wait a few minutes to see what comes",
    "replan": "change the plan for the rest of the day",
    "look": "go and take a closer look",
    "help": "go over and lend a hand for a while",
    "avoid": "get out of their way for a while",
    "aloud": "say something aloud to whoever is in the room",
}
"""What each reaction of the full register means; the brief one has the first four."""
_OPENING = "talk: the first words to them, one to three sentences that begin with what brings them there; "
_ENDED = (".", "!", "?", "'")
LONGEST = 100
"""Characters of a reason at most, in the brief register."""
_REASON = 200
"""Characters of a reason at most, in the full register."""
_REASONS = {
    "continue": "{first} goes on with what is in hand",
    "talk": "{first} would like a word",
    "wait": "{first} waits a while",
    "replan": "this changes things for {first}",
}


@dataclass(frozen=True, slots=True)
class Reaction(Considered):
    """One of the options, and why. ``whom``: the full name of whom it is about, "" for whom the resident sees. ``words``:
    what is said first or aloud, or done when helping or looking, "" for other choices. ``mood``: how the resident feels
    now, "" where it has not changed. ``importance``: how much it matters, 1 to 10; 0 where that is rated apart."""

    choice: str
    reason: str
    whom: str = ""
    words: str = ""
    mood: str = ""
    importance: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class React(TalkQuestion[Reaction]):
    """React to ``seen``."""

    task = "react"
    reply = Reaction
    shape = '{"choice": "...", "reason": "..."}'
    max_tokens = 60
    full_tokens = 320

    seen: str = ""
    new: str = ""
    among: tuple[str, ...] = ()
    """The reactions that make sense here; ``()`` for all. The prompt shows them where they are given."""
    partners: tuple[str, ...] = ()
    """In the full register: what the resident knows and feels of whom they see, and when the two last spoke."""
    present: tuple[str, ...] = ()
    """Full names of everybody whom the resident could turn to here."""
    opens: bool = False
    """In the full register: whether who wants to talk says the first words at once."""
    facts: tuple[Fact, ...] = ()
    """What could be told to whom the resident sees, and what the intents rest on."""
    intents: tuple[Intent, ...] = ()
    """What may be done now, the weightiest first."""
    everyday: bool = False
    """Whether what is seen is a thing, or somebody seen before today."""

    @property
    def routine(self) -> bool:
        return self.everyday

    def in_brief(self) -> React:
        """With those options that the brief register has."""
        known = tuple(name for name in self.among if name in REACTIONS and (name != "talk" or self.partners))
        return replace(self, scene=None, partners=(), among=known)

    def instruction(self) -> str:
        return f"Decide how {self.first} reacts: continue, talk, wait or replan."

    def request(self) -> str:
        options = "".join(f"\n- {name}: {MORE.get(name, name)}" for name in self.options())
        return (
            f"Decide how {self.first} reacts to what is seen or heard just now. Most of what people see calls for nothing: "
            f"then continue. Choose something else where {self.first} has a reason of their own for it: something to tell, "
            f"ask, settle, offer, enjoy or get away from. Do not interrupt work only to greet. The options:{options}"
        )

    def in_short(self) -> str:
        return f"Decide how {self.first} reacts to what is seen or heard just now: {', '.join(self.options())}."

    def cue(self) -> str:
        seen = self.seen or self.new
        return f"Now decide how {self.first} reacts to this: {seen}{'' if seen.endswith(_ENDED) else '.'}"

    def members(self) -> Mapping[str, str]:
        example = "'helping Ann carry the boards'" if "help" in self.options() else "'lifting the lid of the box'"
        return {
            **self.thought_of("what this means to them"),
            "choice": "the name of one of the options",
            "reason": "what exactly they mean to do or talk about, at most 200 characters; the talk or the new plan begins "
            "with it; empty to continue",
            "whom": self._only((("talk", "help", "avoid"), "the full name of somebody who is here")),
            "words": _OPENING * (self.opens and "talk" in self.options())
            + self._only((("aloud",), "the spoken words"), (("look", "help"), f"what they do, in the form {example}")),
            "mood": "how they feel now, in a few words; empty if this changes nothing",
            "importance": "how much what they see or hear matters to them: 1 to 3 for everyday things, 4 to 6 for what they "
            "will think of tomorrow, 8 to 10 for what changes a life",
        }

    def _only(self, *rows: tuple[tuple[str, ...], str]) -> str:
        """What a member holds, told for those options alone that there are."""
        told = []
        for names, meaning in rows:
            kept = [name for name in names if name in self.options()]
            told += [f"{' or '.join(kept)}: {meaning}"] if kept else []
        return "; ".join([*told, "otherwise empty"]) if told else "empty"

    def moment(self, scene: Scene) -> Iterator[Part]:
        """Without what is reacted to, which the last line tells."""
        yield from scene.moment.without(self.seen or self.new).parts()

    def circumstances(self) -> Iterator[Part]:
        yield Line("Seen", "" if self.full else self.seen)
        yield Line("New", self.new)
        yield from acquaintances("Who that is", self.partners)
        yield Line("Relationship", "" if self.partners else self.relationship)

    def subject(self) -> Iterator[Part]:
        if self.full:
            return
        yield Line("Options", "; ".join(self.among))
        yield news_to_tell(self.card, self.tell)

    def schema(self) -> Schema:
        if not self.full:
            return record_of(Reaction, choice=one_of(self.options()), reason=text(LONGEST, 0))
        free = {
            "reason": text(_REASON, 0),
            "whom": one_of(self.present, empty=True),
            "words": text(400 if self.opens else 300, 0),
            "mood": text(60, 0),
        }
        free["importance"] = number(1, 10)
        return record_of(Reaction, **self.thinking(), choice=one_of(self.options()), **free)

    def options(self) -> tuple[str, ...]:
        return self.among or REACTIONS

    def chosen(self, value: str) -> Reaction:
        """A choice that came without a reason gets one by construction: what was on the mind when it was made, first what
        came to mind for it, else how the resident stands with whom they see, else what they were doing."""
        said = _REASONS.get(value, "{first} decides so").format(first=self.first)
        found = (*self.memories[:1], self.relationship, self.doing and f"{self.first} is {self.doing}")
        thought_of = next((text for text in found if text), "")
        reason = f"{said}: {thought_of}" if thought_of else said
        return Reaction(value, reason if len(reason) <= LONGEST else f"{reason[: LONGEST - 3].rsplit(' ', 1)[0]}...")

    def repair(self, reply: Reaction) -> Reaction:
        """A deed without a reason is done for what was thought; what is done stands in the form of an activity."""
        if self.full and self.english and reply.choice in ("look", "help") and reply.words.strip():
            reply = replace(reply, words=in_progress(reply.words.strip().rstrip("."), self.card.name))
        if not self.full or reply.reason or reply.choice == self.options()[0]:
            return reply
        return replace(reply, reason=reply.thought[:_REASON] or self.chosen(reply.choice).reason)

    def fallback(self) -> Reaction:
        """Go on with what the resident is doing."""
        return self.chosen(self.options()[0])


QUESTION = React
