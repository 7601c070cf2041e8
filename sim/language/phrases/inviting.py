"""Lines around invitations: inviting, yes, no, perhaps, the host's answer to that, meeting again.

Knows nothing of who has time or wants to come.
"""

from __future__ import annotations

from sim.language.phrases import lines

# Inviting
INVITE = lines("""
Will you come?
I hope you'll come.
Would you like to come?
You're invited.
Do come if you can.
""")
ACCEPT = lines("""
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
ACCEPT_OTHER = lines("""
I think I'll go too.
That sounds good. I'll be there.
Then I'll go as well.
I'd like to see that. I'll go.
""")
DECLINE = lines("""
I'm sorry, I can't make it. I've too much to do that day.
Thank you, but I won't be able to come. I'm worn out by that hour.
I'm afraid it isn't for me. So many people at once, and I forget my own name.
I can't come, I'm sorry. I'm behind with everything as it is.
It's kind of you, but no. I can't come, I've been out too often lately.
I can't make it. I'm no good in company just now.
I won't be able to come. I've promised myself one quiet evening this week.
I'd spoil it, I'm so tired. I can't come, please go on without me.
No, thank you. Evenings like that aren't for me, I never know where to put my hands.
I can't, this time. There's something that I have to finish first.
I won't be able to come. If I sit down among people today, I fall asleep.
I have to say no. Somebody counts on me that day, and I've let them down once.
""")
DECLINE_CLASH = lines("""
I'm sorry, I can't. I already have plans then.
I'd have liked to, but I've promised to be somewhere else then.
That's the very hour that I've given to somebody else. I'm sorry.
Why do they always fall on the same hour? I can't, I've given my word.
I can't be in two places, though I've tried. I'm already promised.
""")
UNSURE = lines("""
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
# When one is asked again
AGAIN_ACCEPT = lines("""
You've asked me, and it's still yes. I'll be there.
I said I'd come, and I meant it. I'll be there.
Don't worry, I haven't forgotten. I'll be there.
It's in my head and won't fall out. See you there!
""")
AGAIN_DECLINE = lines("""
You've asked me already, and I still can't come. The work hasn't grown less.
As I said, I can't make it. I'd only be half there.
It's kind to ask twice, but I can't come. I'd rather say so now than on the day.
My answer hasn't changed, I'm afraid. I can't come, and it isn't you.
""")
AGAIN_UNSURE = lines("""
I still don't know, and I'd tell you if I did.
I'm no wiser than when you asked me.
Ask me a third time, on the day.
I haven't made up my mind since, I'm sorry.
""")
# What whoever invited says to the answer
TOLD_PROMISE = lines("""
I'll be glad to see you there.
Wonderful, I'll look out for you.
Good, then I'll see you there.
That makes me happy.
I'd hoped that you'd say that.
""")
TOLD_DECLINE = lines("""
That's a pity, but I understand.
Another time, then.
I'm sorry you can't, but never mind.
Well, if you change your mind, you know where it is.
You'll be missed.
I thought you might say that. Never mind.
I'll tell you how it was.
""")
TOLD_UNSURE = lines("""
Of course, let me know.
Take your time.
Come if you can.
I'll hope, and I won't ask.
There'll be room, if you do.
""")
# Meeting again
MEET = lines("""
Shall we meet at {place} tomorrow at {time}?
How about meeting at {place} tomorrow at {time}?
Would you like to meet at {place} tomorrow at {time}?
""")
MEET_YES = lines("""
Yes, let's. I'll be there.
With pleasure. I'll be there.
Good idea. I'll be there.
""")
MEET_NO = lines("""
I can't tomorrow, I'm sorry.
Not tomorrow, I'm afraid.
Tomorrow is no good for me, sorry.
I can't tomorrow. Ask me the day after.
""")
