"""What the stand-in says, as plain templates: which act in which situation -> its wordings. English alone.

``{fact}`` is a memory as the speaker says it, without a full stop and with a capital; ``{you}`` the listener's first name,
``{who}`` somebody else's, ``{doing}`` what the speaker is doing. Every wording is true wherever its situation holds.
"""

from __future__ import annotations

from collections.abc import Mapping

from sim.language.text import words

LINES: Mapping[str, tuple[str, ...]] = {
    # Invitations
    "invite": (
        "{you}, this is for you, too: {fact_}. Will you come?",
        "{fact}, {you}. I would like you to be there. Will you come?",
        "There is something I want to ask of you, {you}. {fact}. Can I count on you?",
    ),
    "accept": (
        "I will come, {you}. I have promised that hour to nobody else.",
        "Yes, {you}, you can count on me. Nothing of mine is at that hour.",
        "I will be there. Thank you for asking me.",
    ),
    "decline taken": (
        "I am sorry, {you}, I cannot. That hour is taken: {fact_}.",
        "I cannot come, {you}. It would be at the same time as this: {fact_}.",
    ),
    "decline cold": (
        "No. You know what stands between us: {fact_}.",
        "No, I will not come. I have not forgotten this: {fact_}.",
    ),
    "decline cold third": (
        "No, I will not go. You may know what stands between {who} and me: {fact_}.",
        "I do not think so, {you}. There is this between {who} and me: {fact_}.",
    ),
    "decline": ("No, I will not come. It would do neither of us good.", "No. Not to that table, as things are between us."),
    "promise": (
        "I had not been told. Then I will go there, too. Thank you, {you}.",
        "Good that you say so, {you}. I will be there.",
    ),
    "promised already": ("I know of it, {you}. I mean to be there.", "Yes, I have said already that I will come."),
    # Telling
    "tell gathering": (
        "Have you heard, {you}? {fact}.",
        "You should know, {you}: {fact_}.",
        "Has anybody told you yet? {fact}.",
    ),
    "tell between": (
        "There is something between us, {you}. {fact}.",
        "I want to speak with you about something, {you}. {fact}.",
        "{you}, this concerns us both: {fact_}.",
    ),
    "tell between light": (
        "I have not forgotten, {you}: {fact_}.",
        "Do you remember, {you}? {fact}.",
    ),
    "tell between cold": (
        "We do not talk much, and you know why. But this has to be said: {fact_}.",
        "I will say this once, {you}. {fact}.",
    ),
    "tell of you": (
        "{who} told me something about you, {you}: {fact_}. Is that so?",
        "I hear this of you from {who}: {fact_}.",
        "Is it true what {who} says, {you}? {fact}.",
    ),
    "tell heard": (
        "I have this from {who}: {fact_}.",
        "{who} told me something. {fact}.",
        "Listen to what I heard from {who}: {fact_}.",
    ),
    "tell own": (
        "I will tell you what is on my mind, {you}. {fact}.",
        "I have been wanting to tell you something, {you}. {fact}.",
        "{you}, I must tell somebody: {fact_}.",
    ),
    "tell own more": (
        "There is something else, {you}. {fact}.",
        "What I wanted to tell you: {fact_}.",
        "{fact}, {you}.",
        "And I have a matter of my own, {you}: {fact_}.",
        "Do you know what keeps me awake? {fact}.",
        "{fact}. I thought you should know.",
    ),
    "tell": (
        "Do you know this, {you}? {fact}.",
        "{you}, you may not have heard: {fact_}.",
    ),
    "tell parting": (
        "One thing before you go, {you}: {fact_}.",
        "Wait, {you}, you should know this: {fact_}.",
    ),
    "tell more": (
        "Something else I know: {fact_}.",
        "By the way, {you}: {fact_}.",
        "{fact}, by the way.",
        "Did you know this, {you}? {fact}.",
        "{fact}. I do not know what to make of it.",
    ),
    # Asking
    "ask after": (
        "I was thinking of you, {you}. {fact}, as I know. How do things stand?",
        "{fact}: that is what I know of you, {you}. How is it with you now?",
        "May I ask you something, {you}? {fact}. How is that now?",
    ),
    "ask after light": (
        "I have been thinking of you, {you}. {fact}. How are things with you?",
        "I still remember, {you}: {fact_}. How are you now?",
    ),
    "ask teller": ("And what will you do now, {you}?", "What do you mean to do about it, {you}?", "What comes next, {you}?"),
    "ask of other": ("And what does {who} say about it?", "Is that so? And how does {who} see it?"),
    "ask of other light": (
        "And does {who} know?",
        "Is that so? What does {who} think of it?",
        "And what will {who} do, {you}?",
    ),
    "ask": ("I did not know that. How did you come to hear of it?", "That is new to me. How do you know?"),
    # Answering
    "answer own": (
        "{fact}.",
        "Since you speak of it: {fact_}.",
        "{fact}, {you}.",
        "Then you should know this: {fact_}.",
        "{fact}. That is my side of it.",
    ),
    "answer own asked": (
        "All I can say is this: {fact_}.",
        "It is like this, {you}: {fact_}.",
        "{fact}. That is all I can tell you.",
    ),
    "answer you": (
        "And you, {you}? {fact}.",
        "That brings something to mind, {you}: {fact_}.",
        "I know this of you, {you}: {fact_}.",
    ),
    "answer between": ("{fact}. That is how I remember it, {you}.", "For my part, {you}: {fact_}."),
    "answer other": ("Of {who} I know this: {fact_}.", "There is more to say of {who}: {fact_}."),
    "answer known": (
        "That reminds me of something: {fact_}.",
        "I know something that goes with it: {fact_}.",
        "There is this as well: {fact_}.",
    ),
    "answer heard": ("{who} told me something that goes with it: {fact_}.", "I have heard this about it from {who}: {fact_}."),
    "answer source": ("{who} told me.", "I have it from {who}.", "It was {who} who told me."),
    "answer same": (
        "I do not know yet, {you}. I am still turning it over.",
        "Give me time, {you}. I have not made up my mind.",
        "I wish I knew, {you}.",
    ),
    "answer of me": (
        "That is so, {you}. More than that I cannot tell you yet.",
        "Yes, so it is. Nothing has changed since.",
        "It is as you say, {you}.",
    ),
    "answer told of me": (
        "I hear you, {you}. Give me time to think about it.",
        "You are right to speak of it, {you}. I have no answer yet.",
    ),
    "answer told of me light": (
        "You still think of that, {you}?",
        "So you remember that, {you}.",
        "I have not forgotten it either, {you}.",
    ),
    "answer said of me": ("So that is what people say of me.", "People talk a great deal, {you}."),
    "answer known already": ("Yes, I know of that.", "I have heard of it, too."),
    "answer new": (
        "I did not know that, {you}.",
        "That is new to me.",
        "You have never told me that before.",
        "Is that so? Nobody told me.",
    ),
    "react third": (
        "I would not have thought that of {who}.",
        "And does {who} know what you think of it?",
        "What does {who} say to that?",
        "That is between you and {who}, {you}.",
        "Have you spoken with {who} about it?",
        "And what will you do about it, {you}?",
    ),
    "react theirs": (
        "That is no small thing, {you}. What will you do now?",
        "I did not know that, {you}. What do you mean to do?",
        "What does that mean for you, {you}?",
        "If I can do anything, {you}, say so.",
    ),
    "answer open": (
        "Not yet, {you}. I am still turning it over.",
        "That I cannot say yet, {you}.",
        "I wish I could tell you, {you}.",
    ),
    "answer unknown": (
        "I could not say, {you}.",
        "More than that I do not know, {you}.",
        "That I cannot tell you.",
        "You would have to ask somebody else, {you}.",
    ),
    "answer no": ("That is a pity, {you}. But I understand.", "Then I will not press you, {you}."),
    "answer no cold": ("As you like.", "I expected no other answer."),
    # Keeping to oneself
    "refuse secret": (
        "That is something I would rather not speak about, {you}.",
        "Let us leave that alone, {you}. Please.",
        "Ask me about anything else, {you}.",
    ),
    "refuse": (
        "That I will not settle with you here.",
        "I have nothing to say to you about that.",
        "I hear you. I do not agree.",
    ),
    # Kindness
    "thank": ("Thank you, {you}. I am glad.", "That is good of you, {you}.", "Good. That helps me, {you}."),
    "comfort": (
        "That is no small thing, {you}. I am glad that you told me.",
        "That must weigh on you, {you}. If I can help, say so.",
    ),
    # Small talk
    "small talk seen": ("{fact}. Did you notice it, too?", "Did you see, {you}? {fact}."),
    "small talk seen too": ("Yes, I noticed it, too.", "I did. It is not a day like every other."),
    "small talk": ("Good to see you, {you}. I am {doing}. And you?", "There you are, {you}. I am {doing}, as you see."),
    "small talk back": ("I am {doing}, as you see.", "Nothing out of the ordinary. I am {doing}."),
    # Where there is nothing to say that may be said
    "greet": ("Good day, {you}. I was only passing.", "I only wanted to see how you are, {you}."),
    "greet cold": ("I did not come to quarrel, {you}.", "I am only here because I have to be, {you}."),
    # Leaving
    "leave": (
        "I should get on, {you}. Until later.",
        "I will not keep you longer, {you}. Goodbye.",
        "Now I must go on with my day. Take care, {you}.",
        "The day does not wait. Take care, {you}.",
        "That is all from me for now, {you}.",
    ),
    "leave cold": ("That is all I had to say.", "I have said what I had to say."),
    "leave answered": ("Goodbye, {you}.", "Until later, {you}.", "Take care, {you}."),
    "leave answered cold": ("Good day.", "So be it."),
    # Before a new topic
    "taken": ("I see.", "So that is how it is.", "Well.", "Hm.", "Good to know.", "Right.", "Is that so."),
}
DOUBTFUL = ("as others would put it, {fact}", "in plain words, {fact}")
"""Before a memory whose persons cannot be turned into ``I`` and ``you`` without doubt: it is told as it stands."""
KIN = words("mother father son daughter brother sister wife husband aunt uncle cousin grandmother grandfather child")
"""What people are to each other by birth or marriage."""
