"""Short word lists of the stand-in: icons, objects that suit activities, words that weigh. English alone."""

from __future__ import annotations

from collections.abc import Mapping

ICON_WORDS: Mapping[str, tuple[str, ...]] = {
    "sleep": ("sleep", "nap"),
    "wash": ("wash", "dress", "bath"),
    "cook": ("bak", "cook", "brew", "knead", "stew"),
    "food": ("breakfast", "lunch", "supper", "dinner", "eat", "meal"),
    "coffee": ("coffee", "tea "),
    "drink": ("drink", "beer", "ale"),
    "read": ("read", "proof"),
    "write": ("writ", "letter", "diary", "accounts", "ledger"),
    "study": ("study", "studying", "learn"),
    "teach": ("teach", "lesson"),
    "music": ("music", "guitar", "piano", "sing", "song", "fiddle"),
    "paint": ("paint", "draw"),
    "talk": ("looking for", "visit", "talk", "having a word"),
    "party": ("host", "feast", "party", "going to the", "gathering"),
    "garden": ("garden", "plant", "herb", "hedge", "weed"),
    "pet": ("dog", "cat ", "sheep", "goat", "hens", "horse", "bees"),
    "repair": ("repair", "mend", "build", "carpent", "saw", "fitting", "forge", "finishing"),
    "clean": ("clean", "sweep", "tidy", "scrub"),
    "shop": ("shop", "sell", "counter", "stock"),
    "money": ("money", "debt", "coins", "bill"),
    "pray": ("pray", "mass", "chapel"),
    "health": ("patient", "medicine", "wound", "doctor"),
    "carry": ("carry", "fetch", "load"),
    "child": ("child", "cradle"),
    "walk": ("walk", "spending an hour"),
    "rest": ("rest", "getting ready for the night"),
    "plan": ("plan",),
    "wait": ("wait",),
    "film": ("film",),
    "game": ("chess", "cards", "game"),
    "computer": ("computer",),
    "travel": ("travel",),
    "think": ("think", "wonder", "looking"),
}
"""Icon -> parts of words that call for it; the first that fits is taken."""

OBJECT_WORDS: Mapping[str, tuple[str, ...]] = {
    "breakfast": ("table", "stove", "kitchen"),
    "lunch": ("table", "bench", "counter"),
    "supper": ("table", "stove"),
    "eat": ("table",),
    "bak": ("oven", "stove", "table"),
    "cook": ("stove", "hearth", "oven"),
    "brew": ("barrel", "kettle", "hearth"),
    "read": ("shelf", "chair", "desk", "bench"),
    "writ": ("desk", "table"),
    "rest": ("chair", "sofa", "bench", "bed"),
    "night": ("bed", "chair", "basin"),
    "sleep": ("bed",),
    "garden": ("bed", "hedge", "beehive"),
    "host": ("table", "bench"),
    "sell": ("counter", "till", "case"),
    "mend": ("bench", "workbench"),
    "hour": ("bench", "pond", "table"),
}
"""Part of an activity's word -> parts of the names of objects that it is done at."""

EATING_PLACES = ("cafe", "pub", "tavern", "taproom", "dining", "restaurant", "teahouse", "tea room", "canteen", "mess room")
"""Parts of the names of places and rooms where people eat at noon."""

STAYS_AWAY = ("set foot in", "never goes to the", "eats alone", "does not go out")
"""What a card says of somebody who does not eat where others do."""

GRAVE = (
    "died",
    "death",
    "dead",
    "killed",
    "buried",
    "funeral",
    "married",
    "wedding",
    "betray",
    "stole",
    "theft",
    "thief",
    "fire",
    "burnt",
    "drowned",
    "arrested",
    "pregnant",
    "divorce",
    "cheated",
)
"""What changes a life: importance 8."""
WEIGHTY = (
    "owes",
    "owe ",
    "debt",
    "quarrel",
    "secret",
    "promised",
    "promise",
    "lied",
    "lost",
    "broke",
    "hid",
    "hides",
    "letter",
    "told nobody",
    "afraid",
    "fears",
    "love",
    "hate",
    "blame",
    "never forgave",
    "not spoken",
    "invited",
    "refused",
    "shillings",
    "marry",
    "marriage",
    "forbid",
    "struck",
    "blood",
    "sick",
    "hurt",
    "fell ",
    "swore",
    "sworn",
    "ashamed",
)
"""What somebody thinks of tomorrow: importance 6."""

DOING_WORDS = ("doing right now", "doing now", "do right now", "doing at the moment", "are you doing")
PLAN_WORDS = ("plan", "today", "tomorrow", "going to do", "next", "morning", "afternoon", "evening", "tonight", "schedule")
SELF_WORDS = ("who are you", "yourself", "introduce", "about you", "your life")
"""What an interviewer's question asks for: what is done now and the resident themselves before anything else, the day where
nothing bears on it."""
