"""Lines that carry news: telling it, asking whether it is true, reacting to it.

``{S}`` is a statement as a sentence of its own, ``{s}`` the same inside a sentence. Recaps recover statements from the frames
of ``TELL_*`` exactly; a new frame belongs in its table, not in code. Knows nothing of what is news, nor of who may hear it.
"""

from __future__ import annotations

from sim.language.phrases import lines

# Telling
TELL_OTHER = lines("""
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
TELL_SOURCE = lines("""
{who} told me that {s}.
I heard from {who} that {s}.
According to {who}, {s}.
""")
TELL_OVERHEARD = lines("""
I overheard {who} say that {s}.
I happened to hear {who} say that {s}.
Don't ask me how I know, but {s}.
""")
CONFIDE = lines("""
Between you and me, {s}.
You must keep this to yourself: {s}.
I shouldn't say this, but {s}.
""")
TELL_SELF = lines("""
Guess what? {S}.
I have some news: {s}.
I wanted to tell you that {s}.
Let me tell you my news: {s}.
By the way, {s}.
Listen, {s}.
""")
# Asking whether it is true
CONFIRM = lines("""
I hear that {s}. Is it true?
Is it true that {s}?
Somebody told me that {s}. Is that right?
""")
CONFIRMED = lines("""
Yes, it's true.
Yes, that's right.
You heard right.
So it's got round already! Yes.
""")
NOT_CONFIRMED = lines("""
That's the first I've heard of it.
Not that I know of.
Who told you that? It's news to me.
""")
# Taking it in
KNEW = lines("""
Yes, I've heard about that.
I know, it's all over town.
So I've been told.
Yes, I heard that too.
Yes, that's reached me too.
I've heard, and from two sides.
Old news, I'm afraid, but thank you.
I had wind of that.
Somebody got to me first with that.
""")
KNEW_GOING = lines("""
Yes, I know. I'm looking forward to it.
I know, and I've said that I'd come.
I've heard. I wouldn't stay at home for anything.
""")
KNEW_MINE = lines("""
I should know, I'm the one behind it.
Yes, and I have it from the best source: myself.
You could say that I started it.
""")
KNEW_ALWAYS = lines("""
Yes, I know.
I've known for a while.
Nobody had to tell me that.
""")
KNEW_SECRET = lines("""
I know about that. It stays where it is.
You needn't lower your voice, I know.
I know more of that than I can say.
Then there are two of us who keep quiet about it.
I wondered when you'd tell me that.
""")
KEEP = lines("""
I won't tell a soul.
It stays with me.
Thank you for trusting me with that.
I'll forget that I heard it.
You can count on me to keep quiet.
Why do you tell me that? No, I'm glad you did.
""")
RIVAL = lines("""
Then may the better one of us get it.
So it's to be a contest. Well, well.
I had a feeling that somebody would try.
I hope they know what the work is like.
I'd have liked to hear that from the beginning, and not like this.
People are free to try. I've nothing to hide.
Then I'd better iron my good shirt.
I won't pretend that I'm pleased.
""")
GOOD = lines("""
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
BAD = lines("""
Oh no, I'm sorry to hear that.
That's awful.
How sad.
Oh dear. That's hard.
I'm so sorry.
I don't know what to say. I'm sorry.
Oh, that's cruel.
That's hard to hear.
""")
PLAIN = lines("""
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
MILD = lines("""
Oh, that's a nuisance.
That's a pity.
What a shame.
Oh dear.
That won't please everybody.
That's the way it goes.
As if there weren't enough to do.
Well, that was bound to happen.
""")
# Asking for news at all
ASK_NEWS = lines("""
Is there any news?
Have you heard anything new?
What's new in town?
Any news on your side?
What are people saying?
Have you picked up anything worth passing on?
Anything in the wind?
What's the latest, then?
Anything stirring?
Have you any news, good or otherwise?
Any news?
""")
NO_NEWS = lines("""
Nothing that I know of.
No, it's been quiet.
I haven't heard anything.
Not a thing.
Nobody tells me anything.
If there is, it hasn't got as far as me.
Nothing worth the breath.
Only what everybody knows.
It's been so quiet that you could hear the clock.
I was hoping that you'd have some.
People stop talking when I come near.
None, and I've been listening.
I only ever hear things when they're over.
Ask me again on a market day.
Somebody's bicycle fell over. That's the lot.
No news, and that's how I like it.
The day's young. Give it time.
You'd have to ask somebody with more visitors.
""")
