"""Lines of small talk: how somebody is, what they do, answers to a remark, a joke or thanks.

Knows nothing of what the talk is about but the topic's name in ``OPENERS``; the banks hold the talk itself.
"""

from __future__ import annotations

from sim.language.phrases import lines

# How one is and what one does
HOW_ARE_YOU = lines("""
I'm well, thank you.
Not bad, thanks.
Very well, thank you.
Can't complain.
All in one piece, thank you.
Better for being asked.
Not bad, all things considered.
""")
AND_ME = lines("""
I'm well too, thanks.
Oh, I'm fine.
Well enough, thanks.
Fine, thank you.
""")
ASK_CONCERN = lines("""
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
ANSWER_DOING = lines("""
I'm just {doing}.
Oh, {doing}, as you see.
At the moment I'm {doing}.
""")
SAME = lines("""
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
# Saying something back
BUSY = lines("""
I see.
Then I won't keep you long.
Nothing wrong with that.
Well, somebody has to.
I can see that.
I'll only stay a moment.
""")
CHEER = lines("""
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
LAUGH = lines("""
Ha, that's a good one.
You do make me laugh.
Oh, stop it.
Ha! I'll remember that.
You've been saving that up.
I shouldn't laugh.
That's dreadful. Tell me another.
""")
NOD = lines("""
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
THANKED = lines("""
You're welcome.
Not at all.
Don't mention it.
Any time.
It was no trouble.
Oh, go on with you.
""")
# Beginning on something
OPENERS = lines("""
I've been thinking about {topic}.
Let me ask you about {topic}.
Can I ask you something about {topic}?
Can we talk about {topic} for a moment?
""")
