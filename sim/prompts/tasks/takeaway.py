"""``takeaway``: everything that a talk leaves with somebody, asked at once.

In the full register it stands for ``recap``, ``relation`` and the ratings of what was learned: the summary, the facts and from
whom they came, what was agreed, the mood, what it did to each tie, and whether the day goes on differently now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from sim.language.activity import in_progress
from sim.prompts.parts import Conversation, Numbered, Part
from sim.prompts.planning import places_to_choose
from sim.prompts.question import Considered, TalkQuestion, acquaintances
from sim.prompts.records import LineDone
from sim.prompts.scene import Scene
from sim.prompts.schema import CLOCK_OR_NONE, Schema, array, number, one_of, record_of, text

DAYS = ("today", "tomorrow", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
CLOSER = 3
"""Most that one talk changes a tie, in either direction."""


@dataclass(frozen=True, slots=True)
class LearnedFact:
    """A fact in the third person, the full name of who told it, and how much it matters, 1 to 10."""

    fact: str
    teller: str
    importance: int


@dataclass(frozen=True, slots=True)
class Agreement:
    """What the resident means to do: a sentence in the third person, the activity, and where it is fixed its ``day`` (one
    of ``DAYS``), ``time`` (``HH:MM``) and ``place`` ("" each where it is not), and how many ``minutes`` it takes (0 where
    nobody can say)."""

    intention: str
    activity: str
    day: str
    time: str
    place: str
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class Tie:
    """How the resident stands with ``name`` (full name) now, in a sentence; ``closer``: -3 to 3, what the talk changed."""

    name: str
    relationship: str
    closer: int


@dataclass(frozen=True, slots=True)
class TakeAway(Considered):
    """``summary``: the talk in a sentence or two, of ``importance`` 1 to 10. ``mood``: how the resident feels now, "" for
    as before. ``settled``: numbers (from 1) of the open promises that are done with. ``changes_plan``: what the resident
    does differently for the rest of the day, "" for nothing. ``currently``: what the resident is occupied with from now on,
    "" where that is as before."""

    summary: str
    importance: int
    learned: tuple[LearnedFact, ...]
    intends: tuple[Agreement, ...]
    settled: tuple[int, ...]
    ties: tuple[Tie, ...]
    mood: str
    changes_plan: str
    currently: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeFromTalk(TalkQuestion[TakeAway]):
    """Take stock of ``conversation``. ``places`` are names of places that an agreement may be for, ``partners`` what the
    resident knew and felt of each of the others before."""

    task = "takeaway"
    reply = TakeAway
    shape = (
        '{"summary": "...", "importance": 1-10, "learned": [{"fact": "...", "teller": "...", "importance": 1-10}, ...], '
        '"intends": [{"intention": "...", "activity": "...", "day": "...", "time": "HH:MM", "place": "...", '
        '"minutes": 30}, ...], "settled": [1], "ties": [{"name": "...", "relationship": "...", "closer": 0}, ...], '
        '"mood": "...", "changes_plan": "...", "currently": "..."}'
    )
    max_tokens = 400
    full_tokens = 900
    full_only = True

    places: tuple[str, ...] = ()
    partners: tuple[str, ...] = ()
    promises: tuple[str, ...] = ()
    """Open promises and appointments."""
    done: tuple[LineDone, ...] = ()
    """What the lines did, as data; () where nobody said."""

    def instruction(self) -> str:
        return f"Note what {self.first} takes away from this conversation."

    def request(self) -> str:
        return (
            f"The talk is over. Note what {self.first} takes away from it, as {self.first} sees it. Facts are what they did "
            "not know before, in sentences that still make sense next week: names instead of pronouns, days instead of "
            "'tomorrow'. Do not list what everybody knows, nor what they said themselves."
        )

    def cue(self) -> str:
        return f"Now note what {self.first} takes away from the talk."

    def members(self) -> Mapping[str, str]:
        return {
            **self.thought_of("what they make of it, and do not say"),
            "summary": "one or two sentences in the third person that name who talked: what it was about and how it went for "
            f"{self.first}",
            "importance": "from 1 (small talk) to 10 (life-changing)",
            "learned": "0 to 4 facts, as sure as they were said: a joke, a guess or half an answer stays one ('Ann hinted "
            "that ...'); teller is the full name of who said it",
            "intends": f"0 to 2 things that {self.first} now means to do or has agreed to; intention is a sentence in the "
            f"third person, activity the form that follows '{self.first} is': 'bringing Ann the key'; day, time and place "
            "where they were fixed, else empty; minutes is how long it takes, 0 where no hour was fixed",
            "settled": "numbers of those open promises that this talk has fulfilled, cancelled or replaced by one that you "
            "write under intends; mostly none"
            if self.promises
            else "empty, for no promises are open",
            "ties": "one entry for each person of the talk: relationship says how it stands now, in a sentence in the third "
            "person that carries on what still matters of the one above, which it replaces (what stands before 'now:' stays "
            "anyway); closer is -3 (hurt, angry) to 3 (much closer), mostly 0 or 1",
            "mood": "how they feel now, in a few words; empty if the talk changed nothing",
            "changes_plan": "what they do differently for the rest of today because of this talk, in a sentence, also which "
            "entry of today's plan it has settled (asked and answered, done, no longer wanted); empty if the plan still fits",
            "currently": f"a sentence that begins with {self.first}'s name and replaces the one behind 'Currently:' where it "
            "is not true any more (what nobody was told has been told, what was open is settled); mostly empty",
        }

    def choices(self) -> Iterator[Part]:
        yield places_to_choose(self.places)

    def moment(self, scene: Scene) -> Iterator[Part]:
        """Without the words of the talk itself, which stand below, and the things here, which are no matter now."""
        yield from replace(scene.moment.without(*(f": '{words}'" for _, words in self.conversation or ())), things=()).parts()

    def circumstances(self) -> Iterator[Part]:
        yield from acquaintances("Talked with", self.partners or self.talking_with)

    def subject(self) -> Iterator[Part]:
        yield Conversation("The talk", self.conversation, priority=6000, must=6)
        yield Numbered("Open promises", self.promises, priority=1000)
        yield from () if self.full else self.choices()

    def schema(self) -> Schema:
        fact = record_of(LearnedFact, fact=text(240), teller=one_of(self.talking_with), importance=number(1, 10))
        when = {"day": one_of(DAYS, empty=True), "time": CLOCK_OR_NONE}
        where = {"place": one_of(self.places, empty=True), "minutes": number(0, 240)}
        agreed = record_of(Agreement, intention=text(240), activity=text(120), **when, **where)
        tie = record_of(Tie, name=one_of(self.talking_with), relationship=text(240), closer=number(-CLOSER, CLOSER))
        return record_of(
            TakeAway,
            **self.thinking(),
            summary=text(320),
            importance=number(1, 10),
            learned=array(fact, 4, 0),
            intends=array(agreed, 2, 0),
            settled=array(number(1, max(1, len(self.promises))), len(self.promises), 0),
            ties=array(tie, max(1, len(self.talking_with)), 0),
            mood=text(60, 0),
            changes_plan=text(200, 0),
            **({"currently": text(240, 0)} if self.full else {}),
        )

    def repair(self, reply: TakeAway) -> TakeAway:
        """Activities in their form."""
        if not self.english:
            return reply
        formed = (replace(one, activity=in_progress(one.activity, self.card.name)) for one in reply.intends)
        return replace(reply, intends=tuple(formed))

    def fallback(self) -> TakeAway:
        """That one talked."""
        whom = " and ".join(self.talking_with) or "somebody"
        return TakeAway(f"{self.card.name} talked with {whom}"[:320], 3, (), (), (), (), "", "")


QUESTION = TakeFromTalk
