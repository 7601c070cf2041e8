"""Lines by which people hold views on a matter of the town: for, against and in two minds, and what others say to that.

``{first}`` is the first name of whoever the matter is about. Knows neither who holds which view nor why.
"""

from __future__ import annotations

from collections.abc import Mapping

from sim.language.phrases import lines

FOR, TORN, AGAINST = "for", "in two minds about", "against"

OFFICE: Mapping[str, tuple[str, ...]] = {
    FOR: lines("""
{first} has my vote.
{first} would at least answer letters.
It's time that somebody new sat in that chair, and why not {first}.
I'd trust {first} with my keys, so why not with the town.
{first} listens before talking. That would be something new.
I'd put up a sign for {first}, if I were asked.
{first} knows what a street looks like from below. That's what's wanted.
Let {first} try. It can hardly go slower than now.
"""),
    TORN: lines("""
I change my mind about {first} every morning.
I'd have to hear {first} on the budget first.
There's something to be said for {first}, and something against.
Ask me about {first} on the day before, and I'll know.
I like {first}. I don't know if I'd like to be governed by {first}.
If only one could vote for {first} and keep what we have.
"""),
    AGAINST: lines("""
I like {first}, but not in that chair.
{first} means well. That never filled a pothole.
I won't vote for {first}, and I'd say so to anybody.
It takes more than good will to read a budget, and {first} has never had to.
{first} has never had to say no to half a town.
Better the hand we know than {first}'s, however clean it is.
{first} would be unhappy in a month, and we with {first}.
"""),
}  # fmt: skip
"""Views on somebody who seeks an office."""
OTHER: Mapping[str, tuple[str, ...]] = {
    FOR: lines("""
I'm glad of it. Things mustn't stand still.
Good for {first}, I say.
It's the best thing that has come up in a long time.
I'd do the same in {first}'s place.
"""),
    TORN: lines("""
I can see two sides to it.
I'd sleep on that before I said a word.
I don't know what to wish for {first} there.
It depends on what {first} loses by it.
"""),
    AGAINST: lines("""
I don't like it, and I'm not the only one.
No good will come of that for {first}, you'll see.
Somebody will have to pay for it, and it won't be {first}.
I'd talk {first} out of it, if I were asked.
"""),
}  # fmt: skip
"""Views on any other matter."""
TO_YOU: Mapping[str, tuple[str, ...]] = {
    FOR: lines("""
You have my vote, and I'll say so.
It's high time. What can I do?
If anybody can, you can.
I'd hoped that you would. I didn't like to ask.
"""),
    TORN: lines("""
And what will you do about the budget? I ask everybody that.
I'd want to hear more before I promised anything.
You're brave, I'll give you that. Let me think about it.
Ask me again when you've told me what you'd change first.
"""),
    AGAINST: lines("""
I like you too well to wish that on you.
I'll be honest, I wouldn't do it.
You know that I'm not for it. I'd rather say it here than behind your back.
Are you sure? It has eaten better sleepers than you.
"""),
}  # fmt: skip
"""The same, said to whoever the matter is about."""
OTHER_TO_YOU: Mapping[str, tuple[str, ...]] = {
    FOR: lines("""
I'm glad for you. Things mustn't stand still.
Good for you, I say.
I'd do the same in your place.
"""),
    TORN: lines("""
I can see two sides to it for you.
I don't know what to wish for you there.
I hope that you've slept on that.
"""),
    AGAINST: lines("""
I don't like it, and I say so because I like you.
I'd talk you out of it, if I could.
I wish that you'd think again.
"""),
}  # fmt: skip
"""Views on any other matter, said to whoever it is about."""
THE_SAME = lines("""
Then there are two of us.
We agree, then. I like that in a person.
My thoughts exactly, only shorter.
So I'm not alone with that.
You take the words out of my mouth.
""")
NOT_THE_SAME = lines("""
There we differ, then.
I see it the other way, as it happens.
I wouldn't have taken you for one of those.
That's where you and I part company.
You'd think otherwise if you'd talked it over with {first}.
""")
NOT_SURE = lines("""
You may yet talk me round.
I hear that from both sides, and both sides have a point.
I wish that I were as sure as you.
I haven't made up my mind.
""")
MINE: Mapping[str, tuple[str, ...]] = {
    FOR: lines("""
That helps me more than you know.
It does me good to hear you say that.
I'd hoped that you'd think so.
"""),
    TORN: lines("""
That's fair. I'd ask the same in your place.
I'd rather have you thinking than nodding.
Come and see me, and I'll tell you what I mean to do.
"""),
    AGAINST: lines("""
I'd rather hear it from you than about you.
You may still change your mind. I shan't.
Thank you for saying it to my face.
"""),
}  # fmt: skip
"""What one says to views on one's own matter."""
OF_ONESELF = lines("""
I'd hardly do it if I thought that it was wrong.
I think that I'd be good at it, and that isn't easy to say of oneself.
I'm for it, and I lie awake over it.
""")
"""What one thinks of one's own matter."""
