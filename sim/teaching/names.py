"""Names in items: what people are called, and the same item under names of another culture.

Names are letters to learn to copy, so an item is taught under several. Replacing is by whole words, consistently throughout an
item; an item in which that could go wrong stays as it is. Knows no prompts.
"""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path

from sim.teaching.items import Item

TITLES = frozenset(
    [
        "Father",
        "Mother",
        "Sister",
        "Brother",
        "Mrs",
        "Mr",
        "Miss",
        "Ms",
        "Dr",
        "Doctor",
        "Captain",
        "Sergeant",
        "Old",
        "Young",
        "Aunt",
        "Uncle",
        "Abbot",
        "Lady",
        "Lord",
        "Sir",
        "Major",
        "Lieutenant",
        "Corporal",
        "Professor",
        "Widow",
        "Master",
        "Frau",
        "Herr",
        "Madame",
        "Don",
        "Dona",
        "Doña",
        "Fra",
        "Sheikh",
        "Hajji",
        "Rabbi",
        "Imam",
        "Dom",
        "Private",
    ]
)
_ALSO_WORDS = frozenset(
    [
        "April",
        "May",
        "June",
        "August",
        "Rose",
        "Grace",
        "Hope",
        "Will",
        "Mark",
        "Bill",
        "Jack",
        "Art",
        "Sunday",
        "Friday",
        "Ray",
        "Joy",
        "Faith",
        "Hunter",
    ]
)


def called(name: str) -> str:
    """What somebody is called by those who know them: the first name, with a title where the name begins with one."""
    words = name.split()
    return " ".join(words[:2]) if len(words) > 1 and words[0].rstrip(".") in TITLES else words[0] if words else ""


@cache
def cultures() -> tuple[tuple[list[str], list[str], list[str]], ...]:
    """(women's, men's, family names) of each culture."""
    lines = Path(__file__).with_name("names.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.partition(":")[2].split("|") for line in lines if ":" in line]
    return tuple((women.split(), men.split(), families.split()) for women, men, families in rows)


def renamed(item: Item, dice: random.Random) -> Item:
    """The item under other names, or the item itself where a name is also a word, or nobody's sex is known."""
    people = [*item.get("people", ()), *([item["person"]] if "person" in item else [])]
    text = json.dumps(item, ensure_ascii=False)
    women, men, families = (dice.sample(names, len(names)) for names in dice.choice(cultures()))
    known = dict[str, str]()
    for name in people:
        first, *rest = [word for word in name.split() if word.rstrip(".") not in TITLES] or [""]
        card = item["people"][name]["card"] if "people" in item else item.get("card", "")
        pool = women if _is_woman(card) else men
        if _is_woman(card) is None or not _plain(first, *rest) or not pool or len(rest) > 1:
            return item
        known.setdefault(first, pool.pop())
        known.update({family: families.pop() for family in rest if family not in known and families})
    if not known or any(re.search(rf"\b{new}\b", text) for new in known.values()):
        return item
    pattern = "|".join(re.escape(word) for word in sorted(known, key=len, reverse=True))
    changed: Item = json.loads(re.sub(rf"(?<!\w)({pattern})(?![\w-])", lambda match: known[match[1]], text))
    return changed


def _plain(*words: str) -> bool:
    return all(
        word[:1].isupper() and len(word) > 2 and word not in _ALSO_WORDS and re.fullmatch(r"[^\W\d_]+", word) for word in words
    )


def _is_woman(card: str) -> bool | None:
    """By the pronouns of a card; None where they do not say."""
    hers, his = (len(re.findall(rf"\b({words})\b", card, re.I)) for words in ("she|her|hers", "he|his|him"))
    return None if hers == his else hers > his
