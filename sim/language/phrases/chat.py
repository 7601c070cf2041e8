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
How's work?
How is work?
How is work going?
Anything new at work?
What have you been up to?
What are you up to?
How's your day been?
How are things?
What's new with you?
What's keeping you busy?
What's on your mind?
And how goes it with you?
How are you getting on?
Has it been a good day or one of the other sort?
How has the week been treating you?
""")
ASK_BACK = lines("""
And with you?
And yourself?
How about you?
And how are things with you?
And on your side?
""")
CONCERN_HEARD = lines("""
I hope it comes out the way you want it.
I'd be curious how that turns out.
Tell me how it turns out, when you know.
""")
ANSWER_DOING = lines("""
I'm just {doing}.
""")
SAME = lines("""
Much the same as ever.
This and that, you know.
The usual, and then some.
Nothing new.
Nothing worth telling.
Same as yesterday.
One thing after another.
Busy enough.
It's been quiet.
I can't complain.
""")
WELL = lines("""
Well enough.
Fine, thanks.
As usual.
""")
NOTHING = lines("""
This and that.
Nothing much.
The usual.
""")
# Saying something back
BUSY = lines("""
Then I won't keep you long.
I'll only stay a moment.
Go on, don't mind me.
Don't let me stop you.
""")
AFTER = {
    "glad": lines("""
I'm glad for you.
That's good to hear.
How nice.
"""),
    "proud": lines("""
I'd be proud, too.
Good for you.
Well done.
"""),
    "content": (),
    "amused": lines("""
I wish that I'd seen that.
That's a story to keep.
Ha.
"""),
    "worried": lines("""
Oh dear.
I hope it comes out well.
Let's hope for the best.
"""),
    "tired": lines("""
Oh dear.
Get some rest, if you can.
"""),
    "annoyed": lines("""
Oh dear.
Well, well.
"""),
    "sad": lines("""
I'm sorry to hear it.
That must be hard.
I'm glad that you told me.
"""),
}
"""What one says to somebody's story, by how they feel about it: little, for it has to fit every story."""
HAVING_SAID = lines("""
Think it over. It keeps.
You know where I am.
I mean it, you know.
No hurry. But not never, either.
We'll come back to it, you and I.
You needn't decide on the spot.
I've been turning it over since we talked.
Come to me if you change your mind, or if you don't.
I'd sooner be a nuisance than say nothing.
You know me, I won't leave it at that.
That makes two of us now who know.
I can wait. I'm better at it than I look.
You say when.
I'll remind you, if you let it slide.
It was on my mind all day.
I'm not letting you off, mind.
Don't thank me. I'm curious by nature.
We'll manage it between us, you'll see.
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
I see.
I know what you mean.
I can imagine.
I hadn't thought of that.
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
""")
