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
Good morning, {you}, how are you?
Good morning, {you}. Nice to see you.
"""),
    "day": lines("""
Hello, {you}.
Hello, {you}, how are you?
Hi, {you}. How is your day going?
Good afternoon, {you}.
"""),
    "evening": lines("""
Good evening, {you}.
Evening, {you}.
Evening, {you}, how are you?
Good evening, {you}. How are you tonight?
"""),
}
GREET_FRIEND = lines("""
Hello, {you}. I've had you on my mind since this morning.
Oh, {you}, it does me good to see you.
Hello again, {you}. I was hoping our paths would cross today.
{you}! The day just got better.
I was hoping that it would be you, {you}.
You're just the face that I wanted to see, {you}.
It is good to see you, {you}.
Hello, {you}. Same old face, and I'm still pleased to see it.
I heard you before I saw you, {you}.
Hello, dear {you}. Let me look at you.
{you}, of all people. How nice.
Ah, {you}. Now I'm in better company.
Hello, {you}. You're a sight for sore eyes.
There's the one I like to run into. Hello, {you}.
{you}! I'd know that walk anywhere.
Hello, {you}. Of all the people I might have met.
Hello, {you}. I've been wanting to talk to somebody sensible.
{you}, hello. I'd nearly given up on seeing a friend today.
Well, {you}. I'm glad that it's you.
Hello, {you}. Stand still for a minute, I've missed you.
Hey, {you}. You're always welcome, you know that.
{you}, good. Somebody I don't have to be polite to.
""")
GREET_STRANGER = lines("""
Hello, I don't think we've met. I'm {me}.
Hello there. I'm {me}.
I'm {me}. And you are?
Hello. {me} is the name.
We haven't met, have we? I'm {me}.
I know the face, not the name. I'm {me}.
Good day. I'm {me}, I don't think we know each other yet.
I'm {me}. I've seen you about and never said hello.
Hello. Forgive me for staring, I'm {me}.
We keep passing each other. I'm {me}.
I'm {me}, and it's time that I knew your name.
""")
GREET_BACK_STRANGER = lines("""
Nice to meet you, {you}. I'm {me}.
Pleased to meet you. I'm {me}.
Hello, {you}. I'm {me}.
And I'm {me}. Hello, {you}.
{me}. Glad to know you, {you}.
Ah, {you}. I'm {me}.
{you}, is it? They call me {me}.
Good to put a name to the face. {me}.
I'm {me}. I wondered who you were, {you}.
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
I'm off, {you}. Be good to yourself.
I must go, {you}, before I start something new. Goodbye.
Goodbye for now, {you}. It did me good.
That's my cue. Bye, {you}.
I'm waited for, and not patiently. Goodbye, {you}.
I've stood still for long enough. See you, {you}.
Keep well, {you}. I'm on my way.
I'll leave you to it, {you}. Goodbye.
Time to go, {you}, before my feet take root.
Let's go on with this another day, {you}. Goodbye.
You'll find me where you always find me. Bye, {you}.
I've a day to get through yet. Goodbye, {you}.
I'd stay if I could. Until soon, {you}.
That's me gone, {you}. Take care.
""")
FAREWELL_FRIEND = lines("""
It was good to see you, {you}. You've cheered me up. Goodbye.
I'm glad I caught you, {you}. Bye for now.
Goodbye, {you}. You've done me good, and I don't mind saying it.
Look after yourself, {you}. See you.
Goodbye, {you}, and thank you for listening.
Let's not leave it so long next time, {you}. Goodbye.
I always feel better after a talk with you, {you}. See you soon.
I must go, {you}. It was worth standing still for.
Take care of yourself, {you}. I mean it.
I could go on, {you}, but I must be off.
See you, {you}. You know where to find me.
Bye, {you}. Don't change.
I've got to go, {you}. Say something nice about me when I'm gone.
Goodbye, {you}. That was the best part of my day.
I should go, {you}, though I don't want to.
So long, {you}. Be good to yourself.
Goodbye, my friend. See you soon.
I have to go, {you}. We never get to the end of it, you and I.
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
You too, {you}. Goodbye.
So long, {you}.
Goodbye, {you}. Mind how you go.
Off you go, {you}. Bye.
Until next time, {you}.
""")
AT_HOME = lines("""
Well, back to it.
I'll get on with things, {you}.
I'll be next door if you want me.
Right. These things don't do themselves.
I'll leave you to it, {you}.
Call me if you need a hand.
There, I've kept you long enough.
I'm going to see to something. Shout if you want me.
We'll talk later, {you}.
Enough chatter. I've things to see to.
""")
AT_HOME_BACK = lines("""
You do that.
All right.
I won't be far.
Off with you, then.
Later, {you}.
Mm. Go on.
I'll be here.
Me too, I suppose.
""")
