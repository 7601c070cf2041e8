"""What a mind reads from words by rule: nothing. Facts, acts, gatherings and promises come as data.

Minds ask a ``Reading``. The scripted mind brings one that reads English (``answer/scripted/reading.py``), and it leaves with
the script; every other mind gets ``DATA``. Names are full names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sim.types import Matter, Memory


class Reading:
    """Reads nothing. A subclass may read more."""

    def statements(
        self, line: str, speaker: str, listener: str, called: tuple[str, str], matters: Sequence[Matter], now: str
    ) -> Sequence[str]:
        """What a line of talk states, as sentences in the third person that hold later. ``called``: pronouns of the two."""
        return ()

    def sentences_said(self, line: str) -> Sequence[str]:
        """Keys of the sentences of a line that a town remembers as said."""
        return ()

    def same_matter(self, fact: str, memory: str, name: str) -> bool:
        """Whether what ``name`` remembers as told says the same as a fact."""
        return fact == memory

    def importance(self, text: str, name: str) -> float:
        """What an everyday observation of ``name`` is worth, 1 to 10: own doings a little more than those of others."""
        return 2.0 if text.startswith(name) else 1.0

    def everyday(self, seen: str) -> bool:
        """Whether somebody is seen at what all people do every day."""
        return False

    def between_deeds(self, activity: str) -> bool:
        """Whether an activity is a step between two deeds, which nobody remembers."""
        return False

    def done_once(self, activity: str) -> bool:
        """Whether an activity is over for the day when it is done."""
        return False

    def looked_for(self, activity: str, names: Iterable[str]) -> str:
        """Whom of ``names`` an activity seeks out; "" for nobody."""
        return ""

    def invites(self, activity: str) -> bool:
        """Whether a host seeks somebody out to invite them."""
        return False

    def attends(self, activity: str) -> bool:
        """Whether an activity is to go to a gathering, or to give one."""
        return False

    def gathering_at(self, activity: str) -> str:
        """The gathering that whoever is at this activity gives or attends; "" for none."""
        return ""

    def at_its_hour(self, activity: str) -> bool:
        """Whether an activity of a plan begins no earlier where the hour before it is free."""
        return False

    def declined(self, summary: str, name: str) -> str:
        """The gathering that ``name`` has said no to, as the summary of a talk says; "" for none."""
        return ""

    def is_meal(self, activity: str) -> bool:
        """Whether an activity of a plan is a meal."""
        return False

    def gives(self, text: str, name: str = "") -> str:
        """The gathering that ``name``, or anybody, gives as a memory says (``a supper``); "" for none."""
        return ""

    def unasked(
        self, memories: Sequence[Memory], name: str, known: Sequence[str], to_come: Callable[[str], bool]
    ) -> tuple[str, Sequence[str]]:
        """The gathering that ``name`` gives next, and whom of those they know no memory ties anything of it to."""
        return "", ()

    def guests_to_ask(self, name: str, guests: Sequence[str], what: str) -> str:
        """In a sentence, whom ``name`` has not asked to ``what`` yet."""
        return ""

    def own_news(self, memories: Iterable[Memory], name: str) -> Sequence[Memory]:
        """What the scenario lets ``name`` tell of themselves."""
        return ()

    def kept_news(self, memories: Iterable[Memory]) -> tuple[str, ...]:
        """What the scenario lets somebody know that nobody is to know."""
        return ()

    def meant(self, intention: str, places: Sequence[str]) -> str:
        """The activity of an intention: ``Tom Reed plans to go to the supper`` -> ``going to the supper``."""
        return intention

    def relationship(self, name: str, first: str, how: str, pronoun: str) -> str:
        """How the resident ``first`` stands with ``name``, from the scenario's words ``how``."""
        return f"{name}: {how}"

    def lacks(self, year: int) -> tuple[str, ...]:
        """What there was not yet in a year."""
        return ()


DATA = Reading()
