"""What several statements add up to, in words, and what is said of it later: to one of those it is about, and in answer.

``{me}`` concludes; ``{a}``, ``{b}`` and ``{c}`` are people, ``{what}`` an occasion or a matter, ``{way}`` a view, ``{topic}``
what was talked about, ``{ta}`` and ``{tb}`` what somebody spoke of. The lines of ``said`` are for ``{a}``; where a kind is
``mutual`` they do for ``{b}`` as well, turned round. Knows no rule by which anything is concluded.
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


CONCLUSIONS: Mapping[str, Wording] = {
    "welcome": Wording(
        lines("""
three at least have given their word for {what} so far: {a}, {b} and {c}
"""),
        lines("""
You and {b} and {c} are all coming to {what}. That's more than I hoped for.
"""),
        lines("""
I said that I'd come, and I'll come.
Save us chairs by the door.
"""),
        mutual=False,
    ),
    "shunned": Wording(
        lines("""
three so far stay away from {what}: {a}, {b} and {c}
"""),
        lines("""
You stay away from {what}, and so do {b} and {c}. What would have to change?
"""),
        lines("""
It's nothing that you've done. It's the hour.
I can't speak for the others. I've promised elsewhere.
Ask me again when it's nearer. I may find a way.
"""),
        mutual=False,
    ),
    "majority": Wording(
        lines("""
of those who have told {me} what they think, most are {way} {what}: {a}, {b} and {c}
if it went by {a}, {b} and {c}, who are all {way} {what}, the matter would be settled
{a}, {b} and {c} are all {way} {what}, and nobody has told {me} as often of the contrary
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
{a} is not having an easy time: first it was {ta}, then {tb}
one thing after another weighs on {a}, first {ta} and then {tb}
it adds up for {a}: {ta}, {tb}, and nobody seems to take any of it off those shoulders
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
things are going well for {a} at the moment: first {ta}, then {tb}
{a} has more than one reason to be pleased these days: {ta}, and {tb}
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
    "alike": Wording(
        lines("""
neither {a} nor {b} has an easy time just now: with the one it is {ta}, with the other {tb}
{a} and {b} could understand each other: {ta} troubles the one, {tb} the other
"""),
        lines("""
You aren't the only one who has it hard just now. You might talk to {b}.
"""),
        lines("""
{b}, too? One never sees it in people.
That's a comfort, though it oughtn't to be.
I might, if {b} can bear one more complaint.
"""),
        mutual=True,
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
    "sought": Wording(
        lines("""
{a} is somebody whom others want to see: {b} has an hour of that time, and so has {c}
whoever wants an hour with {a} had better ask soon, with {b} and {c} ahead of them
"""),
        lines("""
First {b}, then {c}: everybody wants an hour of yours.
"""),
        lines("""
It's only because I bring cake.
I can't say no, that's all it is.
There's one left, if you want it.
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
    "spread": Wording(
        lines("""
by way of {me} the news of {what} got from {a} to {b}
what {a} began, {me} went on with: now {b} has heard of {what}, too
{a}, {me} and {b} make three who know of {what}, one from the other
{me} has become a link between {a} and {b}, who both know of {what} now
from {a} to {me} and on to {b}: so news of {what} goes through the town
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
{me} will not be alone at {what}: {a} has promised to come as well
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
    "agreed": Wording(
        lines("""
{a} and {b} stand on the same side over {what}: both are {way} it
two of those whom {me} has heard on {what}, {a} and {b}, are {way} it
whoever is {way} {what} can count {a} and {b} in
neither {a} nor {b} is alone in being {way} {what}
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
