"""What several statements add up to, in words, and what is said of it later: to one of those it is about, and in answer.

``{me}`` concludes; ``{a}``, ``{b}`` and ``{c}`` are people, ``{what}`` an occasion or a matter, ``{topic}`` a further one,
``{way}`` a view or how somebody is, ``{ta}`` and ``{tb}`` what somebody did that shows it. The lines of ``said`` are for
``{a}``; where a kind is ``mutual`` they do for ``{b}`` as well, turned round. Knows no rule by which anything is concluded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sim.language.phrases import lines


@dataclass(frozen=True, slots=True)
class Wording:
    """``insights``: what is concluded; ``said``: what one says of it to ``{a}``; ``answers``: what ``{a}`` says to that."""

    insights: tuple[str, ...]
    said: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    mutual: bool = True


BOTH: Mapping[str, str] = {
    "kind": "kind where nobody asks for it",
    "thorough": "people who leave nothing half right",
    "honest": "people who put the truth before looking good",
    "doubtful": "fuller of doubts than one would think",
    "overworked": "doing more than is good for anybody",
    "unseen": "people whose work nobody sees",
    "unheard": "not listened to by those above",
    "amused": "people who take mishaps with a joke",
    "joyful": "made happy by small things",
    "encouraging": "prouder of others than of anything else",
    "faithful": "people who keep faith with what is old",
    "persistent": "people who do not give up",
    "uneasy": "more worried than it seems",
    "poor": "people who have to count every coin",
    "curious": "people who want to get to the bottom of things",
    "lonely": "lonelier than they say",
    "inventive": "people who find a way round whatever is lacking",
    "solitary": "happiest when left in peace",
    "fair": "people who stand up for what is fair",
    "observant": "people who notice what others overlook",
}
"""What exchanges show of whoever begins them, as it is said of two who are alike (after "are both")."""
CONTRARY: Mapping[tuple[str, str], tuple[str, str]] = {
    ("uneasy", "amused"): ("worries", "laughs"),
    ("doubtful", "persistent"): ("doubts", "goes on"),
    ("thorough", "inventive"): ("does it over again", "makes do"),
    ("solitary", "lonely"): ("wants peace", "wants company"),
    ("overworked", "joyful"): ("wears out", "finds something to enjoy"),
    ("unheard", "persistent"): ("is put off", "carries on"),
}
"""Traits that go about things in opposite ways, with what the one and the other does."""

RECALLED = lines("""
It stays with me that {you_did}.
It made me think that {you_did}.
It isn't lost on me that {you_did}.
It struck me that {b} {tb}.
""")
"""What one says first of the deed that one's conclusion rests on."""

CONCLUSIONS: Mapping[str, Wording] = {
    "kindred": Wording(
        lines("""
{a}, who {ta}, and {b}, who {tb}, are both {way}
{a} is like {b}, who {tb}: both are {way}
"""),
        lines("""
You and {b} are more alike than you think. You ought to talk to each other.
You remind me of {b}, in what you do and not in how you look.
When I hear you, I think of {b}. You'd understand each other.
"""),
        lines("""
{b}? I'd never have thought of that.
Then {b} has my sympathy.
I'll look at {b} with other eyes now.
"""),
    ),
    "contrary": Wording(
        lines("""
where {a}, who {ta}, {way}, {b}, who {tb}, {topic}
"""),
        lines("""
You and {b} go at things from opposite ends. It would do you both good to change places.
You ought to have some of what {b} has, and {b} some of yours.
"""),
        lines("""
{b} would drive me mad in a morning.
We'd make one sensible person between us.
Perhaps. I've often wondered how {b} does it.
"""),
    ),
    "clash": Wording(
        lines("""
{a} has promised the same hour twice, to {b} and to {c}: one of them will wait in vain
on {what} {a} cannot be with {b} and with {c} as well, and has given both their word
"""),
        lines("""
You're meeting {b} on {what}, and {c} as well. Does either of them know?
"""),
        lines("""
Oh dear. Is it the same hour? I'll have to write to one of them.
I'd hoped that nobody would count.
Then they'll have to meet each other.
"""),
        mutual=False,
    ),
    "leak": Wording(
        lines("""
one had better be careful what one tells {a}, who passes on what {b} keeps quiet about
what {b} hides, {a} tells, so a secret is not safe with {a}
"""),
    ),
    "divided": Wording(
        lines("""
whatever comes of {what}, either {a} or {b} will be disappointed
{a} and {b} are on opposite sides over {what}, and one of them will lose
over {what} one cannot please {a} and {b} at the same time
it is better not to begin on {what} with {a} and {b} at one table
whoever listens to {a} hears the one half about {what}, and from {b} the other
{a} would have to talk {b} round, or {b} {a}, before the two agree on {what}
with {a} for it and {b} against, {me} has heard both sides of {what}
"""),
        lines("""
{b} doesn't think as you do about {what}. Have it out with each other, before others do it for you.
I've heard both sides now about {what}, yours and {b}'s. I wish that you'd hear each other.
"""),
        lines("""
{b} and I agree on everything else. That's what makes it hard.
I'd rather lose a vote than {b}.
Let {b} come and say it to me, then.
"""),
    ),
}  # fmt: skip
"""By kind."""
