"""Short word lists of the stand-in: icons, objects that suit activities, words that weigh. English alone."""

from __future__ import annotations

import re
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

DOING = re.compile(r"\bdoing (?:right )?now\b|\bdo right now\b|\bdoing at the moment\b|\bare you doing\W*$", re.I)
DAY = re.compile(
    r"\b(?:your|you) (?:day|plans?)\b(?! for)|\bplans? for (?:today|the day|your day)\b|"
    r"\b(?:do|doing|going to do|planned|planning)(?: for| later)? (?:today|this (?:morning|afternoon|evening)|tonight)\b",
    re.I,
)
SELF = re.compile(r"\bwho are you\b|\byourself\b|\bintroduce\b|\babout you\b|\byour life(?: story)?\W*$", re.I)
MIND = re.compile(
    r"\bon your mind\b|\bworr(?:y|ies|ied)\b|\bhow are you\b|\bare you (?:happy|well|sad|all right|ok|okay)\b|"
    r"\bhow do you feel\W*(?:today|now)?\W*$|\bwhat (?:do you want\W*$|are you \w+ing\b)|"
    r"\bkeep(?:s|ing) you (?:awake|busy|so busy)\b|\bare you up to\b",
    re.I,
)
CLOSED = re.compile(r"^\W*(?:and |but |so )?(?:do|does|did|are|is|was|were|have|has|had|can|could|will|would)\b", re.I)
"""What an interviewer's question asks for: what is done now, the day, oneself, one's state of mind; and a yes or a no."""
