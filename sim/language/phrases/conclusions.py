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


@dataclass(frozen=True, slots=True)
class Trait:
    """``one`` says it of one person, ``both`` of two (after "are both"); ``errand`` is what one then looks for that person for
    ("" for nothing); ``said`` and ``answers`` as for ``Wording``."""

    one: str
    both: str
    errand: str
    said: tuple[str, ...]
    answers: tuple[str, ...]


TRAITS: Mapping[str, Trait] = {
    "kind": Trait(
        "is kind where nobody asks for it",
        "kind where nobody asks for it",
        "to say a proper thank-you",
        lines("""
You do more for people than they'll ever hear of.
Somebody ought to be as good to you as you are to everybody else.
You're kind where nobody asks for it. Who looks after you?
"""),
        lines("""
I only do what's in front of me.
It costs me nothing. Well, it costs me time.
You'd do the same. You'd only say less about it.
"""),
    ),
    "thorough": Trait(
        "leaves nothing half right",
        "people who leave nothing half right",
        "to have something looked over",
        lines("""
I'd trust you with anything that has to be done properly.
You leave nothing half right, do you? Not even what nobody looks at.
"""),
        lines("""
If it isn't right, it looks at me.
Good enough is a word for people in a hurry.
It's no virtue. I can't sleep otherwise.
"""),
    ),
    "honest": Trait(
        "puts the truth before looking good",
        "people who put the truth before looking good",
        "for an honest opinion",
        lines("""
You tell things against yourself that others would keep quiet about. I like that.
You'd rather tell the truth than look good. With you, one knows where one stands.
"""),
        lines("""
I've a bad memory, so I can't afford to lie.
It's less work in the end.
Not everybody thanks me for it.
"""),
    ),
    "doubtful": Trait(
        "has more doubts than one would think",
        "fuller of doubts than one would think",
        "to say something encouraging",
        lines("""
You think less of what you do than I do.
You have more doubts than anybody would think. You needn't be so hard on yourself.
"""),
        lines("""
You only see the side that I turn outward.
Say that again on a bad day.
Somebody has to be hard on me, and I'm nearest.
"""),
    ),
    "overworked": Trait(
        "is doing more than is good for anybody",
        "doing more than is good for anybody",
        "with something good to eat",
        lines("""
You're doing more than is good for you, and I don't think anybody has noticed.
When did you last sit down with nothing in your hands?
"""),
        lines("""
I'm sitting down in my head.
It'll be better next week. I say that every week.
If I stop, I'll notice how tired I am.
"""),
    ),
    "unseen": Trait(
        "does a great deal that nobody sees",
        "people whose work nobody sees",
        "to say a proper thank-you",
        lines("""
I've seen what you do when nobody looks, and I wanted to say so.
A great deal of what you do nobody sees. I wanted you to know that somebody does.
"""),
        lines("""
That's how one can tell that it's done right.
You saw it. That makes one.
It isn't done to be seen.
"""),
    ),
    "unheard": Trait(
        "is not listened to by those above",
        "not listened to by those above",
        "to hear the whole story",
        lines("""
It isn't right that you're not listened to, by those above least of all.
If you want a second voice the next time you tell them, say so.
"""),
        lines("""
They listen very politely. Then they do as they like.
I'll hold you to that. Two can't be put in a drawer so easily.
I've stopped waiting for it. Nearly.
"""),
    ),
    "amused": Trait(
        "takes mishaps with a joke",
        "people who take mishaps with a joke",
        "to hear something funny",
        lines("""
Nothing gets you down for long, does it?
You take your mishaps with a joke. I wish that I could do it with mine.
"""),
        lines("""
They're funnier from outside.
I cry about the small things instead.
What else is one to do with them?
"""),
    ),
    "joyful": Trait(
        "is made happy by small things",
        "made happy by small things",
        "to be cheered up",
        lines("""
It's such small things that make you happy. I mean that kindly.
I've begun to look out for such things as well, because of you.
"""),
        lines("""
There are so many more small things than big ones.
Tell me when you find one.
It's cheap, and nobody takes it away.
"""),
    ),
    "encouraging": Trait(
        "is prouder of others than of anything else",
        "prouder of others than of anything else",
        "for a word of advice",
        lines("""
You're prouder of others than of yourself. Had you noticed?
They're lucky to have learned it from you.
"""),
        lines("""
There's more to boast of in them.
They'd have got there without me. Later, perhaps.
I was lucky in my own teachers.
"""),
    ),
    "faithful": Trait(
        "keeps faith with what is old",
        "people who keep faith with what is old",
        "to hear how things used to be",
        lines("""
You don't throw anything away that has done its duty, do you?
You keep faith with old things. It's good that somebody does.
"""),
        lines("""
It did nothing to deserve being thrown away.
New things have to show me first.
Somebody will be glad of it one day.
"""),
    ),
    "persistent": Trait(
        "does not give up",
        "people who do not give up",
        "for a word of advice",
        lines("""
You don't give up, do you? I'd have stopped long ago.
You just don't give up, whatever it is. Where do you get that from?
"""),
        lines("""
I'm too stubborn to find out how one stops.
One doesn't think of the whole. One thinks of the next bit.
I give up daily. Then I go on.
"""),
    ),
    "uneasy": Trait(
        "is more worried than it seems",
        "more worried than it seems",
        "to hear what is the matter",
        lines("""
Something is on your mind, and it isn't small. Am I right?
It seems to me that you're more worried than you show. You might as well tell me about it.
"""),
        lines("""
It's smaller by daylight.
I'd hoped that it didn't show.
You've enough of your own. But thank you.
"""),
    ),
    "poor": Trait(
        "has to count every coin",
        "people who have to count every coin",
        "with a jar of something good",
        lines("""
It's no shame to be short, you know. If it gets tight, say a word.
You shouldn't have to count every coin, with the work that you do.
"""),
        lines("""
I manage. It's only the counting that tires one.
I'll say a word when I'm down to the button tin.
Tell them that. I have.
"""),
    ),
    "curious": Trait(
        "wants to get to the bottom of things",
        "people who want to get to the bottom of things",
        "to talk something through",
        lines("""
You always want to know how a thing works. Were you like that as a child?
You always want to get to the bottom of things. What is it at the moment?
"""),
        lines("""
I took the kitchen clock apart. It was never the same.
Everything. I haven't got far.
If I knew that, I'd have found it.
"""),
    ),
    "lonely": Trait(
        "misses company more than is said",
        "lonelier than they say",
        "to spend some time together",
        lines("""
You might come by more often. You needn't have a reason.
You miss company more than you say, I think. Come and sit with me some evening.
"""),
        lines("""
I might take you up on that.
One gets used to it. That's the bad part.
It's better already, since you ask.
"""),
    ),
    "inventive": Trait(
        "finds a way round whatever is lacking",
        "people who find a way round whatever is lacking",
        "with something to mend",
        lines("""
If something of mine breaks, I'll come to you. You always find a way.
Whatever is lacking, you find a way round it. How do you do that?
"""),
        lines("""
Bring string. It's nearly always string.
Only because I never have what I need.
The second idea is usually the good one.
"""),
    ),
    "solitary": Trait(
        "is happiest when left in peace",
        "happiest when left in peace",
        "",
        lines("""
You're happiest when you're left in peace, so I'll be short.
You're happiest when nobody wants anything of you, I think.
"""),
        lines("""
From you I don't mind it.
Was it as plain as that?
I like people. I like them best in small helpings.
"""),
    ),
    "fair": Trait(
        "stands up for what is fair",
        "people who stand up for what is fair",
        "for an honest opinion",
        lines("""
You stand up for what is fair. There ought to be more who do.
If I were ever treated badly, I'd want you beside me.
"""),
        lines("""
I can't help it. I get hot behind the ears.
It only takes one to begin.
Somebody once did it for me.
"""),
    ),
    "observant": Trait(
        "notices what others overlook",
        "people who notice what others overlook",
        "for a word of advice",
        lines("""
You notice what others overlook. I wonder what you see when you look at us.
What have you noticed about me? Or shouldn't I ask?
"""),
        lines("""
People show everything. One only has to wait.
Better not ask. It's all to your credit.
I stand about a lot. It teaches one to look.
"""),
    ),
}  # fmt: skip
"""What exchanges show of whoever begins them."""
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
    **{
        name: Wording(
            (
                f"{{a}}, who {{ta}} and {{tb}}, {trait.one}",
                f"{{a}} {{ta}} and {{tb}}: that is somebody who {trait.one}",
                f"{{a}}, who {{ta}}, {trait.one} {{way}}",
            ),
            trait.said,
            trait.answers,
            mutual=False,
        )
        for name, trait in TRAITS.items()
    },
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
    "source": Wording(
        lines("""
{a} knows what goes on before {me} does: {what} and {topic}, {me} heard of both from there
"""),
        lines("""
You always know first. How do you do it?
"""),
        lines("""
I keep still, and people go on talking.
I ask. Hardly anybody asks.
"""),
        mutual=False,
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
