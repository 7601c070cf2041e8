"""Lines for the beginning and the end of a talk: greeting, first meeting, having no time, goodbye.

Knows nothing of the hour (``GREET_HOUR`` is asked by it) nor of who knows whom.
"""

from __future__ import annotations

from sim.language.phrases import lines

# Meeting
GREET_HOUR = {
    "morning": lines("""
Good morning, {you}.
Morning, {you}.
Good morning, {you}. Nice to see you.
"""),
    "day": lines("""
Hello, {you}.
Hi, {you}.
Good afternoon, {you}.
"""),
    "evening": lines("""
Good evening, {you}.
Evening, {you}.
Good evening, {you}. Nice to see you.
"""),
}
GREET_KIN = {
    "morning": lines("""
Morning, {you}.
There you are, {you}.
"""),
    "day": lines("""
There you are, {you}.
Ah, {you}.
Hello, {you}.
"""),
    "evening": lines("""
Evening, {you}.
There you are, {you}.
Hello, {you}.
"""),
}
GREET_AGAIN = lines("""
Hello again, {you}.
You again, {you}.
Ah, {you} again.
Twice in one day, {you}.
We keep meeting, {you}.
Hello once more, {you}.
""")
GREET_FRIEND = lines("""
Oh, {you}, it does me good to see you.
Hello, {you}. I was hoping our paths would cross today.
{you}! The day just got better.
I was hoping that it would be you, {you}.
You're just the face that I wanted to see, {you}.
It is good to see you, {you}.
I heard you before I saw you, {you}.
{you}, of all people. How nice.
Ah, {you}. Now I'm in better company.
There's the one I like to run into. Hello, {you}.
{you}! I'd know that walk anywhere.
Hello, {you}. Of all the people I might have met.
Hello, {you}. I've been wanting to talk to somebody sensible.
Well, {you}. I'm glad that it's you.
""")
GREET_STRANGER = lines("""
Hello, we haven't met yet. I'm {me}.
Hello there. I'm {me}.
I'm {me}. And you are?
Hello. {me} is the name.
We haven't met, have we? I'm {me}.
I know the face, not the name. I'm {me}.
Good day. I'm {me}, I don't think we know each other yet.
I'm {me}. I've seen you about and never said hello.
We keep passing each other. I'm {me}.
I'm {me}, and it's time that I knew your name.
We haven't met yet. I'm {me}, {job}.
Hello. {me}, {job}.
Hello, I'm {me}, from {work}.
""")
GREET_BACK_STRANGER = lines("""
Nice to meet you, {you}. I'm {me}.
Pleased to meet you. I'm {me}.
Hello, {you}. I'm {me}.
And I'm {me}. Hello, {you}.
{me}. Glad to know you, {you}.
Pleased to meet you, {you}. I'm {me}, {job}.
Hello, {you}. {me}, {job}.
{you}, is it? I'm {me}, from {work}.
Ah, {you}. I'm {me}.
Good to put a name to the face. {me}.
""")
NOT_NOW = lines("""
I'm sorry, I can't talk just now.
Not now, please. I'm in the middle of something.
You'll have to excuse me, I have no time just now.
Forgive me, this is not a good moment.
I can't stop, I'm sorry. Later.
I've my hands full just now. Forgive me.
Another time, I beg you. This won't wait.
If I look up now I'll lose count. Come back later.
Not a word now, please, or I start again from the top.
I'm late already, forgive me. Later.
Give me an hour and ask me again.
""")
TOO_MANY = lines("""
You're busy, I see. Another time.
I'll leave you to it. See you later.
I only wanted to say hello. See you.
""")
# Parting
GOODBYE_UNNAMED = lines("""
Some other day, then. Goodbye.
I'm sorry to have stopped you. Goodbye.
I won't keep you. Goodbye.
Another day, perhaps. Goodbye.
""")
FAREWELL = lines("""
I should get on. See you soon, {you}.
Well, I'd better get back to it. Goodbye, {you}.
It was good to talk, {you}. See you around.
I have to go now. Take care, {you}.
Until later, {you}.
I won't keep you, {you}. Goodbye.
Right, I must be off. See you, {you}.
Goodbye for now, {you}.
I'm off, {you}. Take care.
Keep well, {you}.
I'll leave you to it, {you}. Goodbye.
I must be getting on. Bye, {you}.
See you about, {you}.
""")
FAREWELL_KIN = lines("""
I'm off, {you}. See you later.
Until later, {you}.
See you at home, {you}.
I'll see you later, {you}.
I have to go, {you}. Look after yourself.
""")
FAREWELL_FRIEND = lines("""
It was good to see you, {you}. Goodbye.
I'm glad I caught you, {you}. Bye for now.
Goodbye, {you}. You've done me good.
Look after yourself, {you}. See you.
I always feel better after a talk with you, {you}. See you soon.
Take care of yourself, {you}.
I could go on, {you}, but I must be off.
I should go, {you}, though I don't want to.
So long, {you}. Be good to yourself.
""")
FAREWELL_THERE = lines("""
See you at {what}, {you}!
Goodbye, {you}. See you at {what}.
Then I'll see you at {what}. Bye, {you}.
""")
GOODBYE_BACK = lines("""
Goodbye, {you}.
See you, {you}.
Take care, {you}.
Bye, {you}.
See you soon, {you}.
So long, {you}.
Goodbye, {you}. Mind how you go.
Until next time, {you}.
""")
AT_HOME = lines("""
Well, back to it.
I'll get on with things, {you}.
I'm going to see to something.
Right. These things don't do themselves.
I'll leave you to it, {you}.
Enough chatter. I've things to see to.
""")
AT_HOME_BACK = lines("""
All right.
All right, {you}.
Later, {you}.
Mm. Later.
""")
