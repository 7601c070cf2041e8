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
What has the week been asking of you?
What's the first thing on your list, if you keep a list?
Anything good on your bench today?
What have you left half done to come and stand here?
How far have you got with whatever it is?
What did you wake up thinking about?
Is it one of your long days or one of your short ones?
What would you be doing if I weren't in your way?
Which part of today are you looking forward to?
Which part of today would you hand to me, if I took it?
What's giving you trouble just now?
Are you getting anywhere?
Is work being kind to you?
What are your hands doing when you're not waving at people?
Tell me one thing you've finished this week.
Tell me what you're in the middle of, and I'll pretend to follow.
And what fills your head today?
You look like somebody with a plan. What is it?
You look like somebody who's mislaid a plan. Am I right?
What's new at your end of the street?
How has the morning treated you, or the night before it?
What are you putting off by talking to me?
Anything I could lend a hand with?
What's the next big thing for you?
How's the thing you were fretting over?
What have you been carrying about with you all day?
Has anybody let you sit down yet today?
What would make today a good one?
Are they keeping you at it?
How do things stand with you and your work?
Is there still something left of the day for you?
What's your part in all this bustle?
Where has the day gone, and what did you do with it?
What did you mean to do today, and what did you do?
What's on the stove, so to speak?
Have you had a minute to yourself?
How are things going, in one word or in twenty?
What have you been making of yourself lately?
Who's been after you today, and for what?
What takes up your evenings at present?
What's the most useful thing you've done since breakfast?
Will you be at it much longer?
How's trade, if I may call it that?
What are you hatching?
How goes the struggle?
What's waiting for you when you get back?
Are you ahead of yourself or behind?
What has kept you from your chair today?
Any luck with what you were doing?
What's the state of things with you?
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
More than I'd like, less than I should.
Nothing that would make a good story.
What I did yesterday, and with the same tools.
One thing after another, in no good order.
Let's say that I'm making progress, slowly.
I couldn't tell you where the hours went.
Whatever shouts the loudest.
I've been meaning to sit down since breakfast.
A little of this, and too much of that.
I'm on top of it, for once.
I'm behind with everything, but cheerful about it.
""")
# Saying something back
BUSY = lines("""
And it looks as if you knew how.
Then I won't keep you long.
Nothing wrong with that.
Well, somebody has to.
That's work that doesn't show until it's done.
I'll only stay a moment.
""")
CHEER = lines("""
That sounds like a lot of work.
You'll manage, I'm sure.
I'd like to hear how it goes.
You have your hands full, then.
Well, I wish you luck with it.
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
I see.
Is that so?
Hm, I see.
Really?
Well, well.
You don't say.
Oh?
I know what you mean.
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
