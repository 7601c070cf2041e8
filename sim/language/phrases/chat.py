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
What are you busy with at the moment?
What's keeping you busy?
And what fills your day?
What have you been up to?
And you, what are you up to?
How is work?
Is work being kind to you?
How are things going with the work?
How do things stand with you and your work?
What takes up your time at present?
Are they keeping you at it?
How's the day been so far?
Tell me about your day.
Tell me one thing that happened to you at work.
What was the best of your day so far?
Anything new with your work?
What's the latest from where you work?
How has the week been treating you?
What has the week been asking of you?
And how goes it with you?
What's on your mind these days?
What are you in the middle of?
What has work been like?
Has it been a good day or one of the other sort?
How are you getting on with everything?
Tell me what you've been doing, I've only heard my own voice today.
What would you tell if somebody asked about your day? I'm asking.
How's work treating you just now?
What's been keeping your hands full?
What's been on your plate?
And what's life been throwing at you?
Go on, how was it today?
""")
CONCERN_HEARD = lines("""
I hope it comes out the way you want it.
I can see why that's on your mind.
That would keep me awake, too.
I'd be curious how that turns out.
That deserves a quiet hour, and nobody gives you one.
You say it lightly. I don't think it is.
Then you have more on your mind than I have.
I wouldn't know where to begin with that. You do, by the look of you.
Take it a step at a time. I've never found another way.
It helps to say it aloud, doesn't it. Even to me.
If it goes wrong, come and grumble. If it goes well, too.
That's worth the trouble, I'd say.
I never knew that about you, and I'm glad that I asked.
""")
ANSWER_DOING = lines("""
I'm just {doing}.
{doing}, at the moment.
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
Nothing that would make a good story.
What I did yesterday, and with the same tools.
One thing after another, in no good order.
Let's say that I'm making progress, slowly.
I couldn't tell you where the hours went.
I've been meaning to sit down since breakfast.
A little of this, and too much of that.
I'm on top of it, for once.
I'm behind with everything, but cheerful about it.
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
It does me good that you told me that.
That deserves a smile, and you have mine.
Good. There ought to be more days like it.
I'm pleased for you, I mean it.
"""),
    "proud": lines("""
I'd be proud, too.
I can hear that you're proud of it, and rightly.
You've every reason to be proud.
I like it when somebody is proud of what they do.
Be proud of it, somebody has to say so.
"""),
    "content": lines("""
That sounds like a good way to spend a day.
I can see that you like it.
There are worse ways to earn a living.
It's good to hear somebody say that.
You've found the right thing to do, then.
I like to hear you talk of it.
"""),
    "amused": lines("""
You've made me laugh, and I needed it.
I'll be smiling about that for the rest of the day.
I wish that I'd seen that.
That's a story to keep.
I'd have laughed out loud.
I'm glad that I asked.
"""),
    "worried": lines("""
I hope it comes out well.
I'd be worried, too.
I'll keep my fingers crossed for you.
I hope it's nothing in the end.
Tell me how it turns out, when you know.
I'd not sleep over that, either. I hope it passes.
"""),
    "tired": lines("""
I hope that you get some rest.
You've earned a chair and some quiet.
Don't do more than you must today.
I'd be tired, too.
I hope that the next days are kinder.
You do a great deal, you know.
"""),
    "annoyed": lines("""
I'd be cross, too.
You have every reason to be annoyed.
I'd have said something ruder.
That would have spoiled my day.
I don't blame you.
I hope that was the last of it.
"""),
    "sad": lines("""
I'm sorry.
I'm sorry to hear it.
That must be hard.
I'm glad that you told me.
I wish I knew what to say to that.
That would make me sad, too.
"""),
}
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
ANOTHER_QUESTION = lines("""
Tell me something, though.
A question, though.
May I ask you something?
You might know this.
""")
ANOTHER_MATTER = lines("""
Something else, though.
But listen.
Here's a thought, though.
""")
OPENERS = lines("""
I've been thinking about {topic}.
""")
