"""What several statements add up to, in words, and what is said of it later: to one of those it is about, and in answer.

``{me}`` concludes; ``{a}``, ``{b}`` and ``{c}`` are people, ``{what}`` an occasion or a matter, ``{way}`` a view, ``{topic}``
what was talked about, ``{qa}`` and ``{qb}`` what was said. The lines of ``said`` are for ``{a}``; where a kind is ``mutual``
they do for ``{b}`` as well, turned round. Knows no rule by which anything is concluded.
"""

from __future__ import annotations

import re
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


BAD = re.compile(
    r"\b(?:jammed|broke\w*|lost|hate|ruin\w*|burn\w*|muddy|tired|ache\w*|fail\w*|stuck|leak\w*|spill\w*|sore|blackspot|complain\w*|riot|swamp|"
    r"awful|worse|worst|crack\w*|cried|crying|unpaid|glued|ringing|afraid|threw|wasted|wet in the middle)\b",
    re.I,
)
GOOD = re.compile(
    r"\b(?:best|won|win|sold out|thank\w*|proud|finished|perfect|lovely|beautiful|gift|applause|clapped|golden|happy|glad|"
    r"success|first prize|sang)\b",
    re.I,
)
"""Words by which what somebody says of their day is a complaint or a joy."""

CONCLUSIONS: Mapping[str, Wording] = {
    "majority": Wording(
        lines("""
of those who have told {me} what they think, most are {way} {what}: {a}, {b} and {c}
if it went by {a}, {b} and {c}, who are all {way} {what}, the matter would be settled
"""),
        lines("""
You're not alone about {what}: {b} and {c} say the same.
{b} and {c} think as you do about {what}. That's three already.
"""),
        lines("""
Three is a beginning.
Then let's say it loudly, before somebody says the other thing.
{b}, I'd have guessed. {c}, never.
"""),
        mutual=False,
    ),
    "weary": Wording(
        lines("""
{a} is not having an easy time: first "{qa}", then "{qb}"
one thing after another goes wrong for {a}, who says "{qa}" and "{qb}" as if it were nothing
"""),
        lines("""
It's one thing after another with you lately, isn't it?
You laugh about it, but it's been too much lately, I think.
You've had a hard run of it. Is there anything that I can do?
"""),
        lines("""
You noticed. Most people only hear the joke.
It'll pass. But thank you for asking twice.
Sit with me for a minute. That would be something.
I'd rather laugh than count, but yes.
"""),
        mutual=False,
    ),
    "bright": Wording(
        lines("""
things are going well for {a} at the moment: first "{qa}", then "{qb}"
{a} is happier than {a} lets on: "{qa}", and then "{qb}"
"""),
        lines("""
You sound like somebody for whom things are going well.
It does one good to hear you lately. What's the secret?
"""),
        lines("""
Don't say it aloud, or it stops.
I sleep, I eat, and people are kind. That's all of it.
Ask me again on Monday.
"""),
        mutual=False,
    ),
    "company": Wording(
        lines("""
{a} and {b} have grown close, or have something to settle: {me} has seen them talking again and again
{me} would find {a} where {b} is: three times now the two stood talking
"""),
        lines("""
I keep seeing you with {b} these days.
You and {b} have a lot to say to each other, it seems.
"""),
        lines("""
{b} listens. You'd be surprised how few do.
We happen to walk the same way.
Do we? I hadn't counted.
"""),
    ),
    "leak": Wording(
        lines("""
one had better be careful what one tells {a}, who passes on what {b} keeps quiet about
what {b} hides, {a} tells, so a secret is not safe with {a}
"""),
    ),
    "guests": Wording(
        lines("""
{what} has two guests at least who have given their word, {a} and {b}
whoever else stays away, {a} and {b} will meet at {what}
"""),
        lines("""
You and {b} are both coming to {what}. That's half of what I hoped for.
With you and {b} there I don't mind who stays away from {what}.
"""),
        lines("""
I said that I'd come, and I'll come.
{b} too? Then I'll put on something better.
Save us two chairs by the door.
"""),
    ),
    "torn": Wording(
        lines("""
{a} and {b} will not meet at {what}: the one comes, the other does not
whoever hopes to see both {a} and {b} at {what} will see only {a}
"""),
        lines("""
{b} isn't coming to {what}. Could you put in a word, do you think?
You're coming to {what}, and {b} is not. I wish that I knew why.
"""),
        lines("""
I'll see what can be done about {b}.
Leave {b} to me.
{b} has reasons, I suppose. I'll ask.
"""),
        mutual=False,
    ),
    "none_come": Wording(
        lines("""
without {a} and {b}, {what} will be smaller by two than it might have been
two chairs stay empty at {what}: the one of {a} and the one of {b}
"""),
        lines("""
You and {b} both stay away from {what}. Is it something that I've done?
{b} isn't coming to {what} either. What would have to change?
"""),
        lines("""
It's nothing that you've done. It's the hour.
I can't speak for {b}. I've simply promised elsewhere.
Ask me again when it's nearer. I may find a way.
"""),
    ),
    "two_tell": Wording(
        lines("""
it is not only the host who speaks of {what}: {me} has it from {a} and from {b}
"""),
        lines("""
You aren't the first to tell me of {what}. {b} was before you.
First {b} and then you: {what} must be on everybody's lips.
"""),
        lines("""
{b} is quicker than I am, then.
I might have known. Nothing stays with {b} for long.
Then I can save my breath.
"""),
    ),
    "spread": Wording(
        lines("""
by way of {me} the news of {what} got from {a} to {b}
{b} would not know of {what} from {me} if {a} had not told {me}: the news goes from mouth to mouth
"""),
        lines("""
What you told me of {what} has gone further. {b} knows it too by now.
{b} knows of {what} as well now. I hope that was right.
"""),
        lines("""
Then it's out, and just as well.
I don't mind. Somebody had to begin.
{b} would have heard of it anyway.
"""),
        mutual=False,
    ),
    "together": Wording(
        lines("""
{me} and {a} will meet at {what}, since both have given their word
"""),
        lines("""
We'll both be at {what}, then. Keep me a place.
I'll look out for you at {what}.
"""),
        lines("""
I will, if you aren't the last to come.
I'll be the one by the food.
Do. I never know where to stand at such things.
"""),
        mutual=False,
    ),
    "divided": Wording(
        lines("""
whatever comes of {what}, either {a} or {b} will be disappointed
between {a} and {b} it stands one to one over {what}
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
    "agreed": Wording(
        lines("""
on {what} {a} and {b} stand on the same side: both are {way} it
if it comes to {what}, {a} and {b} could speak with one voice, being both {way} it
"""),
        lines("""
{b} thinks as you do about {what}. You might as well stand together.
You and {b} say the same about {what}, nearly word for word.
"""),
        lines("""
{b} too? Then it isn't only me.
That's good to know. I'll speak to {b}.
I'd have bet on the contrary. Well, well.
"""),
    ),
}  # fmt: skip
"""By kind."""
