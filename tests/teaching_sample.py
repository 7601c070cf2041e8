"""One item of each kind, written for the tests of teaching."""

from __future__ import annotations

from typing import Any

TALK: dict[str, Any] = {
    "town": "Skerrow, a slate harbour in 1911, with the pilots on strike.",
    "where": "harbour: the weigh house",
    "when": "Friday, May 8, 07:40",
    "weather": "drizzle",
    "people": {
        "Toivo Lappi": {
            "card": "Toivo Lappi is 40, a raftsman. He hides that he cannot swim.",
            "knows": "her lodger",
            "doing": "coiling a rope",
            "memories": [
                "Toivo Lappi fell in on Tuesday, May 5, in front of the foreman.",
                "Toivo Lappi owes Aune Saari 12 marks for the room.",
                "Aune Saari's cat sleeps on Toivo's coat.",
                "The rafts leave on Monday, May 11, at 06:00.",
                "Toivo Lappi has a brother in Narvik.",
            ],
        },
        "Aune Saari": {
            "card": "Aune Saari is 62, a landlady. She counts everything twice.",
            "knows": "his landlady",
            "doing": "weighing fish",
            "memories": ["Toivo Lappi owes Aune Saari 12 marks.", "Aune Saari wants the roof mended before the rain."],
        },
    },
    "talk": [
        ["Aune Saari", "You're wet again. And 12 marks, Toivo, since you ask.", "ask", [1]],
        ["Toivo Lappi", "On Tuesday I fell in. The foreman saw it.", "tell", [1]],
        ["Aune Saari", "Then you can mend my roof, you're damp already.", "invite", [2]],
        ["Toivo Lappi", "Before Monday, then. The rafts leave at 06:00.", "accept", [4]],
    ],
    "after": {
        "Toivo Lappi": {"summary": "Toivo Lappi promised Aune Saari to mend her roof.", "learned": [], "intends": ""},
        "Aune Saari": {"summary": "Aune Saari has Toivo Lappi for the roof.", "learned": [], "intends": ""},
    },
}
WHISPER = {
    **TALK,
    "whisper": {"to": "Toivo Lappi", "text": "The rafts leave on Monday.", "number": 4},
    "asked": ["When do you go?", "Monday, at 06:00, with the rafts."],
}
INTERVIEW: dict[str, Any] = {
    "town": "Skerrow, a slate harbour in 1911.",
    "when": "Friday, May 8, 09:00",
    "person": "Aune Saari",
    "card": TALK["people"]["Aune Saari"]["card"],
    "doing": "weighing fish",
    "plan": ["08:00 weighing fish, weigh house", "19:00 cards, the Anchor"],
    "ties": ["Toivo Lappi: her lodger", "Ines Saari: her sister in Turku"],
    "memories": TALK["people"]["Aune Saari"]["memories"],
    "qa": [
        ["What does Toivo owe you?", "12 marks. I've counted twice.", [1]],
        ["what are you doing tonight?", "Cards at the Anchor, at seven.", ["plan"]],
        ["Who is Ines?", "My sister, and she's welcome to Turku.", ["tie"]],
        ["Is the mayor married?", "Ask the mayor, I let rooms.", []],
    ],
}
DAY: dict[str, Any] = {
    "town": "Skerrow, a slate harbour in 1911.",
    "date": "Friday, May 8",
    "weather": "drizzle",
    "person": "Aune Saari",
    "card": TALK["people"]["Aune Saari"]["card"],
    "bears": ["The roofer Holm comes at 10:00 about the kitchen roof.", "Aune Saari has no flour left."],
    "places": ["house: kitchen", "harbour: weigh house", "house: bedroom"],
    "day": [
        ["06:00", "wake", "house: bedroom", "counting the drips"],
        ["07:00", "work", "harbour: weigh house", "weighing herring"],
        ["10:00", "appointment", "house: kitchen", "showing Holm the hole over the kitchen"],
        ["21:00", "bed", "house: bedroom", "listening for rain"],
    ],
    "steps": {"10:00": ["holding the ladder", "naming a price"]},
}
REFLECTION: dict[str, Any] = {
    "town": "Skerrow, a slate harbour in 1911.",
    "person": "Aune Saari",
    "card": TALK["people"]["Aune Saari"]["card"],
    "statements": [
        "Toivo Lappi came home wet.",
        "Toivo Lappi avoids the pier.",
        "Aune Saari fed the cat.",
        "Toivo Lappi paid nothing.",
    ],
    "insights": [{"from": [1, 2], "insight": "Aune Saari suspects that Toivo Lappi cannot swim.", "why": "It joins both."}],
}
REACTION: dict[str, Any] = {
    "town": "Skerrow, a slate harbour in 1911.",
    "when": "Friday, May 8, 11:00",
    "where": "harbour: weigh house",
    "person": "Aune Saari",
    "card": TALK["people"]["Aune Saari"]["card"],
    "doing": "weighing fish",
    "next": "12:00 dinner",
    "sees": "Toivo Lappi is limping past, here",
    "tie": "her lodger",
    "memories": ["Toivo Lappi owes Aune Saari 12 marks.", "Aune Saari has no flour left."],
    "does": "speak",
    "about": [1],
    "says": "Your leg won't pay me, Toivo.",
    "activity": "",
    "why": "She wants her money.",
}
RATING: dict[str, Any] = {
    "life": "a landlady of 62 in a slate harbour, thrifty",
    "memories": [
        ["The cat came in.", 1],
        ["A lodger left without paying.", 6],
        ["Her sister died in Turku.", 10],
        ["It rained.", 2],
    ],
}
ITEMS: dict[str, list[dict[str, Any]]] = {
    "talks": [TALK],
    "interviews": [INTERVIEW],
    "days": [DAY],
    "reflections": [REFLECTION],
    "reactions": [REACTION],
    "ratings": [RATING],
    "whispers": [WHISPER],
}
