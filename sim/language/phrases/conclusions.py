"""What several statements add up to, in words, and what is said of it later: to one of those it is about, and in answer.

``{me}`` concludes; ``{a}`` and ``{b}`` are people, ``{topic}`` and ``{other}`` topics that belong to one
``{strand}``, ``{what}`` an occasion, ``{qa}`` and ``{qb}`` what ``{a}`` and ``{b}`` said. The lines of ``said`` are for
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


def _topics(text: str) -> frozenset[str]:
    return frozenset(" ".join(text.split()).split("; "))


STRANDS: Mapping[str, frozenset[str]] = {
    "what is hard to say": _topics("""
a lie to be kind; an apology accepted; an apology between two; an apology refused; apologies; bad news badly told; being
civil; not talking; few words; saying little; saying no; silence; telling the truth; keeping a secret; small lies to
strangers; promises to oneself; talking to people; a debt of thanks; being thanked; compliments; advice not asked for;
asking for help; good advice; old letters; writing letters
"""),
    "growing older": _topics("""
bad hearing; birthdays in old age; forgetting; getting old; growing old together; old couples; the very old; remembering
names; teeth; being replaced; health; an old photograph; what one inherits; the same stories; dying; snoring; a good
chair; naps
"""),
    "what is left of being a child": _topics("""
being ten years old; being treated as a child; childhood; growing up; hide and seek; comics; what children know; the
school play; being young; being the favourite; taking after somebody; family; being told what to do; hiccups; counting;
a borrowed pencil
"""),
    "an old quarrel": _topics("""
an old quarrel; envy; falling out; forgiving; jealousy; keeping score; old scores; quarrelling well; taking sides; who
is to blame; who started it; what was broken long ago; a peace offering; a habit that grates; what annoys people;
neighbours' pianos; the neighbors; the noise at night; a broken cup; who does what
"""),
    "being alone": _topics("""
being alone; eating alone; missing somebody; talking to oneself; being new; looking lost; how one ends up in a place;
where people come from; the way home; a face one knows; lost gloves; being shy; a good place to sit; a closed door; what
people do here; what first struck them; home
"""),
    "having courage": _topics("""
being brave; courage; being proud; standing up for oneself; small fears; an old worry; ghosts; ghosts of the house;
whistling in the dark; sleepwalking; the end of the world; going first; rope and water; being sure; heroes; holding on;
giving up; small beginnings
"""),
    "how to bear a bad day": _topics("""
a hard day; a sad day; a good cry; crying; being cheered up; worry about the other; the good side of things; a stone in
the shoe; the wrong day; being late home; lending an ear; rainy days; patience; soup
"""),
    "what others see in one": _topics("""
a first impression; a grand manner; being liked; being looked at; being watched; one's own face; handwriting; fashion;
hats; being teased; accents; the way people greet; handshakes; who is who; good manners; good manners among strangers;
being polite; pretending not to see; laughing at the wrong moment; a foolish thing; being left-handed; dull people
"""),
    "what holds two people together": _topics("""
friendship; an honest friend; being looked after; trust; holding hands; hands; walking together; shared habits; small
gifts; giving presents; second helpings; open doors; the cold side of the bed; being late for each other; a lucky guess;
a walk
"""),
    "money and who has it": _topics("""
a question of money; being rich; borrowed money; taxes; the market prices; lending things; queueing; queues; public
transport; secrets of success; antiques; lost property
"""),
    "what becomes of the town": _topics("""
the election; local politics; the new road; the town budget; gentrification; climate change; recycling; the future; the
library; the river clean-up; volunteering; charity work; local history; local legends; the news; the harvest
"""),
    "what can still be mended": _topics("""
mending socks; small repairs; buttons; squeaky shoes; good shoes; new shoes; knitting; bicycles; spoons; tying knots;
pottery; engineering; washing-up
"""),
    "sitting down at one table": _topics("""
apples; bad cooking; bread and butter; bread baking; cheese; coffee; cooking; growing vegetables; mushrooms; tea; the
last biscuit; the smell of bread
"""),
    "what grows and breathes": _topics("""
birds; cats; dogs; gardening; keeping bees; moths; names for animals; stray dogs; trees; weeds
"""),
    "how to spend one's time": _topics("""
being early; doing nothing; mornings; the art of waiting; the right time; work and rest; sleep; yoga
"""),
    "being somewhere else": _topics("""
islands; languages; looking at stars; the stars; astronomy; the sea; travel; old maps; asking the way; science fiction;
wishing; dreams
"""),
    "what is told and sung": _topics("""
books; big words; favourite words; poetry; folk songs; bad tunes; music theory; painting; modern art; photography; old
films; philosophy; big questions; singing in the bath; whistling; architecture; mathematics; robots
"""),
}  # fmt: skip
"""What topics are about when one looks twice: strand -> topics of the banks."""

CONCLUSIONS: Mapping[str, Wording] = {
    "common": Wording(
        lines("""
{a} and {b} are both thinking about {strand} and may not know it of each other
{strand} is on more minds than one: with {a} it was {topic}, with {b} {other}
{a} has {topic} in mind and {b} {other}, and it is {strand} that both mean
"""),
        lines("""
You should sit down with {b} one day. It's {strand} that you both have in mind.
{b} talks of {other} as you do of {topic}. It's {strand} with you both, I'd say.
I hear of {strand} from all sides. With you it's {topic}, and {b} spoke of {other}.
"""),
        lines("""
{b}? I'd never have thought it. I'll ask.
Then {b} and I have something to talk about at last.
I'll remember that when I next run into {b}.
Really, {b}? And I thought that I was the only one.
Perhaps that's why {b} looked so thoughtful.
"""),
    ),
    "apart": Wording(
        lines("""
on {topic} {a} and {b} will hardly agree: "{qa}" says the one, "{qb}" the other
about {topic} one hears two things in this town, from {a} "{qa}" and from {b} "{qb}"
"""),
        lines("""
{b} sees {topic} another way. "{qb}", I was told.
I asked {b} about {topic} too, and heard: "{qb}"
"""),
        lines("""
That's {b} all over.
Then {b} and I had better not begin on it at table.
I won't give way on that, whatever {b} says.
{b} may be right, but don't pass that on.
"""),
    ),
    "strand": Wording(
        lines("""
{a} comes back to {strand}, whatever a talk begins with: {topic} one time, {other} the next
{topic} and {other} were only the way there: {a} is thinking about {strand}
there is something about {strand} that {a} has not said yet, for all the talk of {topic} and {other}
"""),
        lines("""
First {topic}, then {other}. I think you're turning over {strand}, and I'd like to hear about it.
May I say something? You talk of {topic} and of {other}, and what you mean is {strand}.
I've been wondering why we end up with {strand}, you and I, be it {topic} or {other}.
"""),
        lines("""
Do we? I hadn't noticed. Give me until tomorrow.
You listen better than I thought. That makes it harder to fool you.
It's nothing. It's something. Ask me another day.
Perhaps because nobody else has asked.
I'm trying to make up my mind, and it helps to walk around it.
"""),
        mutual=False,
    ),
    "silent": Wording(
        lines("""
{a} spoke with {me} about {topic} and kept back what {b} tells of them
what {b} tells of {a} is not what {a} likes to talk about: with {me} it was {topic}
"""),
        lines("""
{b} has told me something about you, and you never said a word.
I had to hear it from {b}, you know, and not from you.
"""),
        lines("""
{b} might have left that to me.
I'd have told you myself, in my own time.
I was waiting until there was more to say.
"""),
        mutual=False,
    ),
    "spread": Wording(
        lines("""
{what} goes from {a} by way of {me} to {b}: nobody here needs a newspaper
since {a} spoke of {what} and {me} passed it on to {b}, it is nobody's secret
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
    "two_tell": Wording(
        lines("""
{a} and {b} both speak of {what}, so by now it is all over town
when even {a} and {b} have the same thing to tell, {what} matters to more people than say so
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
    "both_come": Wording(
        lines("""
with {a} and {b} coming, {what} will be what it should be, whoever else stays away
{a} and {b} have both given their word for {what}, and that is more than most give
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
{a} comes to {what} and {b} does not: it takes more than being asked
whether people come to {what} depends less on {what} than on who else does: {a} does, {b} does not
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
{a} and {b} both stay away from {what}, so {me} has to ask in another way
if {a} and {b} both stay away from {what}, it is not for want of time alone
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
    "together": Wording(
        lines("""
{a} speaks of {what} as well, so {me} will not stand about there alone
{what} is reason enough for {me} and {a} to spend an evening in one room
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
{what} sets {a} and {b} against each other, who might otherwise be friends
{a} is for {what} and {b} against it, so it will not be settled by talking
by {what} one can tell how the town falls in two: {a} here, {b} there
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
{a} and {b} think alike about {what} and do not know it of each other
about {what} {a} and {b} are of one mind, and they will not be the only ones
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
    "untold": Wording(
        lines("""
{me} has talked with {a} and with {b} and told neither what weighs on them most
neither {a} nor {b} can have guessed from {me} how grave things are
"""),
        lines("""
We've talked of everything but what is really on my mind.
There's something I kept from you when we talked of {topic}.
"""),
        lines("""
I thought so. You needn't say it now.
Tell me when you like. I'm not going anywhere.
I could see that there was something.
"""),
    ),
    "mend": Wording(
        lines("""
{me} and {a} could talk about {topic} before they fell out, so it can be mended
a quarrel with {a} is a pity: about {topic} {me} had nobody better to talk to
"""),
        lines("""
We could talk about {topic} once, you and I. Can't we again?
I'd rather talk about {topic} with you than be right.
"""),
        lines("""
Perhaps we can. Not today.
It was never about {topic}, was it.
Somebody had to say it first. Thank you.
"""),
        mutual=False,
    ),
}  # fmt: skip
"""By kind. Kinds whose statements hold no topic fill only what they have."""
