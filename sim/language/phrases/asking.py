"""Questions about what was told, and their answers: where, when, who, from whom; and not knowing.

Knows nothing of the occasion: place, hour and people are put into the slots by whoever answers.
"""

from __future__ import annotations

from sim.language.phrases import lines

# Asking
ASK_WHERE = lines("""
Where is it?
Where will it be?
Do you know where it is?
""")
ASK_WHEN = lines("""
When is it?
When does it start?
What day is it?
Do you know when it is?
""")
ASK_WHO = lines("""
Who is behind it?
Who is organising it?
Who told you?
""")
ASK_MORE = lines("""
Do you know any more about it?
What else have you heard?
How did you find out?
""")
# Answering
ANSWER_WHERE = lines("""
It's at {place}.
At {place}.
{place}, as far as I know.
""")
ANSWER_WHEN = lines("""
It's {when}.
As far as I know, {when}.
{when}, I believe.
""")
ANSWER_WHO = lines("""
It's {who}.
{who}, as far as I know.
{who} is behind it.
""")
ANSWER_SOURCE = lines("""
I have it from {who}.
{who} told me.
""")
ANSWER_MYSELF = lines("""
I am, as it happens.
It's me.
""")
# Not knowing
DONT_KNOW = lines("""
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
ALL_I_KNOW = lines("""
That's all I know.
I don't know more than that.
That's all I've heard.
That's where my knowledge ends.
I've told you all of it.
""")
OTHER_ANSWERS = lines("""
I'd have to think about that.
Hard to say.
That's a good question.
I've never really thought about it.
It depends on the day.
Ask me when I've had something to eat.
I change my mind about that daily.
I'd like to say something clever, but no.
Let me carry that about for a while.
You'd get a different answer from me every day of the week.
I've two answers to that, and they don't agree.
Somebody cleverer than me ought to answer that.
My first thought is yes, and my second is no.
I'd rather listen to what you think.
I'll tell you when I've made up my mind.
That depends on who's asking, and here it's you, so I'll be careful.
I used to know, and then I grew older.
""")
