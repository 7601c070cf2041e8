"""Greetings and goodbyes by trait: how somebody of that nature says them to whom they know.

A goodbye asks nothing and a greeting wants no more than a greeting. Knows nothing of the hour nor of the talk between.
"""

from __future__ import annotations

from collections.abc import Mapping

from sim.language.phrases import lines

GREETINGS: Mapping[str, tuple[str, ...]] = {
    "friendly": lines("""
Hello, {you}! Good to see a friendly face.
{you}! Come and stand by me.
"""),
    "shy": lines("""
Oh. Hello, {you}.
Hello, {you}. I nearly walked past.
"""),
    "witty": lines("""
Ah, {you}. My favourite audience.
{you}! And I've used up my best line already.
"""),
    "sarcastic": lines("""
Look who's here: {you}, in person.
Oh good, {you}. I was running out of people to annoy.
"""),
    "stubborn": lines("""
There you are, {you}. I said that you'd come by.
{you}. I haven't changed my mind, before you ask.
"""),
    "ambitious": lines("""
{you}, good. I've got ten minutes.
"""),
    "creative": lines("""
Hello, {you}. Stay like that, the light's good.
{you}! I've had an idea, but it'll keep.
"""),
    "organized": lines("""
Good, {you}. You're the next on my list.
"""),
    "cheerful": lines("""
Hello, hello, {you}!
{you}! What a day, and now you as well.
"""),
    "gloomy": lines("""
Oh, {you}. You find me as usual.
Hello, {you}. It's a grey sort of day, whatever the sky does.
"""),
    "anxious": lines("""
Oh, {you}, you startled me.
Hello, {you}. I hope that nothing's the matter.
"""),
    "generous": lines("""
Hello, {you}. Say if you need anything.
"""),
    "thrifty": lines("""
Hello, {you}. Good company costs nothing.
"""),
    "blunt": lines("""
{you}. There you are.
There you are, {you}. I'll be quick.
"""),
    "gentle": lines("""
Hello, {you}. You look well.
"""),
    "brave": lines("""
Hello, {you}. Still standing, both of us.
"""),
    "cautious": lines("""
Hello, {you}. All quiet, I hope.
"""),
    "impulsive": lines("""
{you}! I saw you and turned round on the spot.
{you}! I was going somewhere else, but now I'm not.
"""),
    "dreamy": lines("""
Oh, {you}. I was miles away.
Hello, {you}. I nearly took you for somebody I'd dreamed of.
"""),
    "energetic": lines("""
Hello, {you}! I've been on my feet for hours.
"""),
    "lazy": lines("""
{you}. You've saved me the walk.
"""),
    "proud": lines("""
Hello, {you}. I don't stop for everybody.
"""),
    "humble": lines("""
Hello, {you}. You needn't stop for me.
"""),
    "pessimistic": lines("""
Hello, {you}. I didn't think that anybody would come by.
"""),
    "romantic": lines("""
{you}! I had a feeling that I'd meet you.
"""),
    "nostalgic": lines("""
Hello, {you}. I was just thinking of how it used to be here.
"""),
    "adventurous": lines("""
{you}! I've found a new way to walk here.
"""),
    "studious": lines("""
Oh, {you}. I was still somewhere in my reading.
"""),
    "talkative": lines("""
{you}, good, somebody to talk to!
{you}! I was already telling you something in my head.
"""),
    "playful": lines("""
Halt, {you}, who goes there!
"""),
    "serious": lines("""
Good day, {you}.
"""),
    "rebellious": lines("""
Hello, {you}. I'm not supposed to be here.
"""),
    "polite": lines("""
How good to see you, {you}.
Good day, {you}. I hope I'm not disturbing you.
"""),
    "grumpy": lines("""
Oh, it's you, {you}.
{you}. I was having such a quiet day.
"""),
    "philosophical": lines("""
Ah, {you}. Here we both are, for no reason that I can see.
Hello, {you}. You've come in the middle of a thought.
"""),
    "mischievous": lines("""
Psst, {you}. I've done nothing, whatever you hear.
"""),
}  # fmt: skip
GOODBYES: Mapping[str, tuple[str, ...]] = {
    "friendly": lines("""
Come by any time, {you}.
It's always nice to run into you, {you}.
"""),
    "shy": lines("""
Well. I'll go, then, {you}.
I've talked more than I usually do, {you}. Bye.
I'd better slip away, {you}. Goodbye.
"""),
    "witty": lines("""
I'll leave while I'm ahead, {you}.
I must go and be clever somewhere else, {you}. Bye.
"""),
    "sarcastic": lines("""
Try to bear it without me, {you}.
Well, {you}, this has been thrilling. Bye.
"""),
    "stubborn": lines("""
I'm going, {you}, and not because anybody told me to.
No use asking me to stay, {you}. Bye.
"""),
    "ambitious": lines("""
I've a list to get through, {you}. Bye.
Things don't move by themselves, {you}. Goodbye.
On to the next thing, {you}. See you.
"""),
    "creative": lines("""
I must write something down before I lose it, {you}. Bye.
You've given me an idea, {you}. See you.
"""),
    "organized": lines("""
I'm due somewhere in five minutes, {you}. Bye.
One thing after another, {you}, and now the next. Goodbye.
"""),
    "cheerful": lines("""
Keep smiling, {you}!
You've made my day, {you}. Bye!
"""),
    "gloomy": lines("""
Well, {you}. One more day to get through.
I'd better go before it gets any later, {you}. It always does.
"""),
    "anxious": lines("""
I ought to go, {you}, or I'll be late, I know it.
I hope that I haven't kept you, {you}. Goodbye.
I'd better see whether I locked the door. Bye, {you}.
"""),
    "generous": lines("""
If you need anything, {you}, you know where I am.
Come round and eat something with me, {you}. Bye.
"""),
    "thrifty": lines("""
I must go, {you}. Nothing's earned by standing about.
Waste nothing, {you}. Goodbye.
"""),
    "blunt": lines("""
That's all from me, {you}.
I'm going, {you}. No speeches.
"""),
    "gentle": lines("""
Go gently, {you}. Goodbye.
I'm glad that we talked, {you}. Take care.
"""),
    "brave": lines("""
Chin up, {you}. See you.
If anything comes, {you}, call me. Bye.
"""),
    "cautious": lines("""
I'd better be going, {you}, to be on the safe side.
Go carefully, {you}. Goodbye.
"""),
    "impulsive": lines("""
I've just thought of something, {you}. Bye!
I'm off, {you}, I don't know where yet!
"""),
    "dreamy": lines("""
I've forgotten where I was going, {you}, but I'll go.
I'll drift on, {you}. Goodbye.
"""),
    "energetic": lines("""
Right, {you}, next thing! Bye!
I can't stand still any longer, {you}. See you!
"""),
    "lazy": lines("""
I'll go and sit down somewhere, {you}. See you.
That's enough effort for now, {you}. Bye.
"""),
    "proud": lines("""
I mustn't let people wait for me, {you}. Goodbye.
You may say that you had it from me, {you}. Bye.
"""),
    "humble": lines("""
I've taken enough of your time, {you}. Goodbye.
Thank you for stopping, {you}.
I'll get out of your way, {you}. Bye.
"""),
    "pessimistic": lines("""
I'd better go, {you}, before something happens.
We'll see how long it lasts, {you}. Bye.
"""),
    "romantic": lines("""
Look at that sky on your way, {you}. Goodbye.
Until our paths cross again, {you}.
"""),
    "nostalgic": lines("""
So long, {you}, as we used to say.
People used to take longer over their goodbyes, {you}.
"""),
    "adventurous": lines("""
I'm off, {you}, by a way I've never tried.
I'll see where my feet take me, {you}. Bye.
"""),
    "studious": lines("""
I've some reading to finish, {you}. Bye.
My books are waiting, {you}. Goodbye.
"""),
    "talkative": lines("""
I could go on for hours, {you}, but I mustn't.
I'll tell you the rest another time, {you}.
There was something else, {you}, but it'll keep. Bye.
"""),
    "playful": lines("""
I'm vanishing, {you}. Watch closely.
Last one to the corner pays, {you}!
"""),
    "serious": lines("""
I have my duties, {you}. Goodbye.
I'll leave it at that, {you}. Goodbye.
"""),
    "rebellious": lines("""
Don't let them tell you what to do, {you}.
I'm off to break a rule or two, {you}.
"""),
    "polite": lines("""
It has been a pleasure, {you}. Goodbye.
If you'll excuse me, {you}, I ought to be going.
"""),
    "grumpy": lines("""
That's enough talk for one day, {you}.
I'm going where it's quiet, {you}.
"""),
    "philosophical": lines("""
Who knows where we'll meet next, {you}. Goodbye.
Every goodbye is practice for something, {you}.
"""),
    "mischievous": lines("""
I was never here, {you}.
I'd better run before they notice, {you}.
"""),
}  # fmt: skip
