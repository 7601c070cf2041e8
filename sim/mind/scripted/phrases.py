"""What residents say in the moments that matter, as data: telling, asking, answering, inviting, promising, parting.

The banks give colour; these lines carry facts, so they say nothing beyond their slots. ``{S}`` is a statement as a sentence of
its own, ``{s}`` the same inside a sentence, ``{who}`` a person, ``{what}`` an occasion, ``{you}`` the one spoken to.
Recaps recover statements from the frames of ``TELL_*`` exactly; a new frame belongs in its table, not in code.
"""

from __future__ import annotations


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.strip().splitlines())


# Telling
TELL_OTHER = _lines("""
Did you hear? {S}.
Have you heard? {S}.
Here's some news: {s}.
I've just heard that {s}.
They say that {s}.
You'll want to know this: {s}.
Word is that {s}.
I meant to tell you that {s}.
Have you heard the news? {S}.
""")
TELL_SOURCE = _lines("""
{who} told me that {s}.
I heard from {who} that {s}.
According to {who}, {s}.
""")
TELL_OVERHEARD = _lines("""
I overheard {who} say that {s}.
I happened to hear {who} say that {s}.
Don't ask me how I know, but {s}.
""")
CONFIDE = _lines("""
Between you and me, {s}.
You must keep this to yourself: {s}.
I shouldn't say this, but {s}.
""")
TELL_SELF = _lines("""
Guess what? {S}.
I have some news: {s}.
I wanted to tell you something: {s}.
Let me tell you my news: {s}.
Something you should know: {s}.
Listen, {s}.
""")
CONFIRM = _lines("""
I hear that {s}. Is it true?
Is it true that {s}?
Somebody told me that {s}. Is that right?
""")
CONFIRMED = _lines("""
Yes, it's true.
Yes, that's right.
You heard right.
So it's got round already! Yes.
""")
NOT_CONFIRMED = _lines("""
That's the first I've heard of it.
Not that I know of.
Who told you that? It's news to me.
""")
# Inviting
INVITE = _lines("""
Will you come?
I hope you'll come.
Would you like to come?
You're invited, of course.
Do come if you can.
""")
ACCEPT = _lines("""
I'd love to come. I'll be there!
Count me in. I'll be there.
Thank you, I'll come with pleasure.
I wouldn't miss it. See you there!
Yes, I'll be there.
Gladly. I'll be there, and I'll be hungry.
Of course I'll come. I'll be there early and get in the way.
I'll be there. Somebody has to laugh at the jokes.
I'll be there, and thank you for thinking of me.
""")
ACCEPT_OTHER = _lines("""
I think I'll go too.
That sounds good. I'll be there.
Then I'll go as well.
I'd like to see that. I'll go.
""")
DECLINE = _lines("""
I'm sorry, I can't make it.
Thank you, but I won't be able to come.
I'm afraid it isn't for me, but thank you for asking.
I can't come, I'm sorry. I hope it goes well.
It's kind of you, but no. I can't come.
I can't make it. I'm no good in company just now.
I won't be able to come, and I'm sorrier than I look.
I'd spoil it, I'm so tired. Please go without me.
No, thank you. Evenings like that aren't for me.
I can't, this time. Do ask me again.
""")
DECLINE_CLASH = _lines("""
I'm sorry, I can't. I already have plans then.
I'd have liked to, but I've promised to be somewhere else then.
That's the very hour that I've given to somebody else. I'm sorry.
Why do they always fall on the same hour? I can't, I've given my word.
I can't be in two places, though I've tried. I'm already promised.
""")
UNSURE = _lines("""
I'm not sure yet. Can I let you know?
Perhaps. It depends on how the day goes.
I'll have to see whether I can get away.
Maybe. Don't count on me yet.
I might look in. Don't keep a chair for me.
Let me see how the day leaves me.
I won't promise, so as not to break it.
Ask me again when it's nearer.
I'd like to. Whether I can is another matter.
""")
# Taking news in
KNEW = _lines("""
Yes, I've heard about that.
I know, it's all over town.
So I've been told.
Yes, I heard that too.
Yes, that's reached me too.
I've heard, and from two sides.
It got to me before you did.
""")
KNEW_MINE = _lines("""
I should know, I'm the one behind it.
Yes, and I have it from the best source: myself.
You could say that I started it.
""")
GOOD = _lines("""
That's wonderful!
What good news!
Oh, how lovely!
I'm so glad to hear it!
That sounds like just what we need.
Well, that's something to look forward to!
That does me good to hear!
Now that's the sort of news I like.
Well, hurrah!
""")
BAD = _lines("""
Oh no, I'm sorry to hear that.
That's awful.
How sad.
Oh dear. That's hard.
I'm so sorry.
I don't know what to say. I'm sorry.
Oh, that's cruel.
That's hard to hear.
""")
PLAIN = _lines("""
Really? I hadn't heard.
That's news to me.
Is that so?
Well, that is something.
Thank you for telling me.
I had no idea.
Good to know, thank you.
Now you've got me thinking.
Fancy that.
I'd never have guessed.
You hear everything, don't you.
""")
# Asking for more, and answering
ASK_WHERE = _lines("""
Where is it?
Where will it be?
Do you know where it is?
""")
ASK_WHEN = _lines("""
When is it?
When does it start?
What day is it?
Do you know when it is?
""")
ASK_WHO = _lines("""
Who is behind it?
Who is organising it?
Who told you?
""")
ASK_MORE = _lines("""
Do you know any more about it?
What else have you heard?
How did you find out?
""")
ANSWER_WHERE = _lines("""
It's at {place}.
At {place}.
{place}, as far as I know.
""")
ANSWER_WHEN = _lines("""
It's {when}.
As far as I know, {when}.
{when}, I believe.
""")
ANSWER_WHO = _lines("""
It's {who}.
{who}, as far as I know.
{who} is behind it.
""")
ANSWER_SOURCE = _lines("""
I have it from {who}.
{who} told me.
""")
ANSWER_MYSELF = _lines("""
I am, as it happens.
It's me.
""")
DONT_KNOW = _lines("""
I don't know, I'm afraid.
I couldn't tell you.
That I don't know.
I wish I knew.
I haven't heard that part.
You'd have to ask somebody else.
I've no idea, and I'd tell you if I had.
You're asking the wrong one.
I'd be making it up.
Nobody's told me that.
I don't know. I only nodded when I heard it.
That's more than I know.
""")
ALL_I_KNOW = _lines("""
That's all I know.
I don't know more than that.
That's all I've heard.
That's where my knowledge ends.
I've told you all of it.
""")
OTHER_ANSWERS = _lines("""
I'd have to think about that.
Hard to say.
That's a good question.
I've never really thought about it.
It depends on the day.
Ask me when I've had something to eat.
I change my mind about that daily.
I'd like to say something clever, but no.
Let me carry that about for a while.
""")
THANKED = _lines("""
You're welcome.
Not at all.
Don't mention it.
Any time.
It was no trouble.
Oh, go on with you.
""")
TOLD_PROMISE = _lines("""
I'll be glad to see you there.
Wonderful, I'll look out for you.
Good, then I'll see you there.
That makes me happy.
I'd hoped that you'd say that.
""")
TOLD_DECLINE = _lines("""
That's a pity, but I understand.
Another time, then.
I'm sorry you can't, but never mind.
Well, if you change your mind, you know where it is.
You'll be missed.
I thought you might say that. Never mind.
I'll tell you how it was.
""")
TOLD_UNSURE = _lines("""
Of course, let me know.
Take your time.
Come if you can.
I'll hope, and I won't ask.
There'll be room, if you do.
""")
BUSY = _lines("""
I see.
Then I won't keep you long.
Nothing wrong with that.
Well, somebody has to.
I can see that.
I'll only stay a moment.
""")
MILD = _lines("""
Oh, that's a nuisance.
That's a pity.
What a shame.
Oh dear.
That won't please everybody.
That's the way it goes.
As if there weren't enough to do.
Well, that was bound to happen.
""")
LAUGH = _lines("""
Ha, that's a good one.
You do make me laugh.
Oh, stop it.
Ha! I'll remember that.
You've been saving that up.
I shouldn't laugh.
That's dreadful. Tell me another.
""")
CHEER = _lines("""
I hope it goes well.
That sounds like a lot of work.
You'll manage, I'm sure.
I'd like to hear how it goes.
You have your hands full, then.
Well, I wish you luck with it.
That suits you.
Good for you.
Better you than me.
I wouldn't have the patience.
Don't let it eat you up.
Tell me when it's done, I'd like to see it.
""")
SAME = _lines("""
Much the same as ever.
This and that, you know.
Nothing that you'd call new.
The usual, and then some.
Oh, what I'm always at.
Same as yesterday, only slower.
Ask me tomorrow.
A bit of everything.
Keeping out of trouble.
More than I'd like, less than I should.
""")
AND_ME = _lines("""
I'm well too, thanks.
Oh, I'm fine.
Well enough, thanks.
Fine, thank you.
""")
NOD = _lines("""
True enough.
I know what you mean.
That's how it is.
I can see that.
Fair enough.
I suppose you're right.
Quite so.
Ha, I can believe it.
There's something in that.
So they say.
I've found that, too.
That's one way to see it.
You may well be right.
""")
# Meeting and parting
GREET_HOUR = {
    "morning": _lines("""
Good morning, {you}.
Morning, {you}.
Good morning, {you}, how are you?
Morning, {you}. Did you sleep well?
"""),
    "day": _lines("""
Hello, {you}.
Hello, {you}, how are you?
Hi, {you}. How is your day going?
Good afternoon, {you}.
"""),
    "evening": _lines("""
Good evening, {you}.
Evening, {you}.
Evening, {you}, how are you?
Good evening, {you}. How are you tonight?
"""),
}
GREET_STRANGER = _lines("""
Hello, I don't think we've met. I'm {me}.
Hello there. I'm {me}.
I'm {me}. And you are?
Hello. {me} is the name.
We haven't met, have we? I'm {me}.
I know the face, not the name. I'm {me}.
Good day. I'm {me}, I don't think we know each other yet.
""")
GREET_BACK_STRANGER = _lines("""
Nice to meet you, {you}. I'm {me}.
Pleased to meet you. I'm {me}.
Hello, {you}. I'm {me}.
And I'm {me}. Hello, {you}.
{me}. Glad to know you, {you}.
Ah, {you}. I'm {me}.
""")
HOW_ARE_YOU = _lines("""
I'm well, thank you.
Not bad, thanks.
Very well, thank you.
Can't complain.
All in one piece, thank you.
Better for being asked.
Not bad, all things considered.
""")
ANSWER_DOING = _lines("""
I'm just {doing}.
Oh, {doing}, as you see.
At the moment I'm {doing}.
""")
ASK_CONCERN = _lines("""
What's on your mind these days?
What are you busy with at the moment?
How are things with you?
What have you been up to?
What's keeping you busy?
What's the day done with you?
What's in hand?
How goes it?
And how's life?
Busy, are you?
How are things?
Tell me about your day.
What's on for you today?
And you, what are you up to?
How are you getting on?
""")
ASK_NEWS = _lines("""
Is there any news?
Have you heard anything new?
What's new in town?
Any news on your side?
What are people saying?
Has anything happened that I should know about?
""")
NO_NEWS = _lines("""
Nothing that I know of.
No, it's been quiet.
I haven't heard anything.
Not a thing.
Nobody tells me anything.
If there is, it hasn't got as far as me.
Nothing worth the breath.
Only what everybody knows.
""")
FAREWELL = _lines("""
I should get on. See you soon, {you}.
Well, I'd better get back to it. Goodbye, {you}.
It was good to talk, {you}. See you around.
I have to go now. Take care, {you}.
Until later, {you}.
I won't keep you, {you}. Goodbye.
Right, I must be off. See you, {you}.
I'm off, {you}. Be good to yourself.
I must go, {you}, before I start something new. Goodbye.
Goodbye for now, {you}. It did me good.
That's my cue. Bye, {you}.
""")
NOT_NOW = _lines("""
I'm sorry, I can't talk just now.
Not now, please. I'm in the middle of something.
You'll have to excuse me, I have no time just now.
Forgive me, this is not a good moment.
I can't stop, I'm sorry. Later.
I've my hands full just now. Forgive me.
""")
FAREWELL_THERE = _lines("""
See you at {what}, {you}!
Goodbye, {you}. See you at {what}.
Then I'll see you at {what}. Bye, {you}.
""")
GOODBYE_BACK = _lines("""
Goodbye, {you}.
See you, {you}.
Take care, {you}.
Bye, {you}.
See you soon, {you}.
You too, {you}. Goodbye.
So long, {you}.
Goodbye, {you}. Mind how you go.
Off you go, {you}. Bye.
Until next time, {you}.
""")
OPENERS = _lines("""
I've been thinking about {topic}.
Let me ask you about {topic}.
Can I ask you something about {topic}?
Can we talk about {topic} for a moment?
""")
# Meeting again
MEET = _lines("""
Shall we meet at {place} tomorrow at {time}?
How about meeting at {place} tomorrow at {time}?
Would you like to meet at {place} tomorrow at {time}?
""")
MEET_YES = _lines("""
Yes, let's. I'll be there.
With pleasure. I'll be there.
Good idea. I'll be there.
""")
MEET_NO = _lines("""
I can't tomorrow, I'm sorry.
Not tomorrow, I'm afraid.
Tomorrow is no good for me, sorry.
I can't tomorrow. Ask me the day after.
""")

ACTS = {
    "react": (
        SAME, GOOD, BAD, PLAIN, MILD, KNEW, KNEW_MINE, NOD, LAUGH, CHEER, BUSY, AND_ME, HOW_ARE_YOU, TOLD_PROMISE, TOLD_DECLINE,
        TOLD_UNSURE, THANKED, ALL_I_KNOW, DONT_KNOW, OTHER_ANSWERS, NO_NEWS, CONFIRMED, NOT_CONFIRMED, ANSWER_MYSELF,
    ),
    "farewell": (FAREWELL, GOODBYE_BACK, NOT_NOW),
    "accept": (ACCEPT, ACCEPT_OTHER, MEET_YES),
    "decline": (DECLINE, DECLINE_CLASH, MEET_NO),
    "unsure": (UNSURE,),
    "invite": (INVITE,),
    "ask_news": (ASK_NEWS,),
    "ask_work": (ASK_CONCERN,),
    "question": (ASK_WHERE, ASK_WHEN, ASK_WHO, ASK_MORE),
}  # fmt: skip
"""What the lines without slots do in a talk."""

FRAMED = {
    "greet": (*GREET_HOUR.values(), GREET_STRANGER, GREET_BACK_STRANGER),
    "farewell": (FAREWELL, FAREWELL_THERE, GOODBYE_BACK),
    "meet": (MEET,),
    "doing": (ANSWER_DOING,),
    "react": (ANSWER_WHERE[:2], ANSWER_WHEN[:2], ANSWER_WHO[:1], ANSWER_SOURCE, OPENERS),
}
"""What the lines with slots do in a talk."""
