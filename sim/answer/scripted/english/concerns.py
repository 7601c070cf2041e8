"""How a statement of what occupies somebody sounds: sad, glad, a worry, something one can get on with, a wish; and troubles
that two people may share.

Knows words alone: neither who says it nor what is answered.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from sim.answer.scripted.english.grammatical_person import begins_with
from sim.language.text import NAME

SAD = re.compile(
    r"\b(?:died|dead|death|funeral|lost(?! an? \w+ (?:glove|hat|key|scarf|shoe))|"
    r"ill\b|sick|hospital|fired|laid off|broke up|divorc|stolen|robbed|burned|"
    r"accident|closing|closed|cancel\w*|storm|flood|outage|missing|cancer|evict\w*|crying|hurt|sad|quarrel\w*|fight|wrong|"
    r"broken|no more (?=\w)|giving up|leaving)\b",
    re.I,
)
GLAD = re.compile(
    r"\b(?:party|supper|wedding|engaged|married|festival|concert|fair|feast|born|baby|won|passed|promoted|new job|"
    r"celebrat\w*|picnic|dance|dinner|birthday|prize|exhibition|opening|recital|bonfire)\b",
    re.I,
)
HARD = re.compile(
    rf"{SAD.pattern}|\b(?:short of|(?:pounds|\w+lings|dollars|euros|rupees|crowns|coins|money) short|"
    r"worr\w+|fears?|afraid|debts?|hurts?|nobody|hid(?:es?|ing)|bank|(?:not|n't) know|too \w+ to|"
    r"behind)\b",
    re.I,
)
"""A concern that is a worry."""
UNDERTAKING = re.compile(
    r"\b(?:I(?:'m| am)|is) (?:also |still |busy )?(?:writing|planning|preparing|organi[sz]ing|building|making|painting|drawing|"
    r"carving|sewing|knitting|mending|repairing|restoring|learning|studying|practising|rehearsing|training|composing|designing|"
    r"editing|translating|digging|sowing|planting|growing|gathering|collecting|saving|finishing|"
    r"looking for (?:an?|another|new)\b|working (?:on|at)|setting up|trying (?:to|out))\b"
)
"""A concern that one can get on with."""
TROUBLES: Mapping[str, re.Pattern[str]] = {
    "money": re.compile(r"\b(?:money|bank|owes?|debts?|bills?|insurance|rent|loan|savings|cannot pay|(?:not|never) paid)\b"),
    "their health": re.compile(
        r"\b(?:(?:own|bad|weak|sore|failing) (?:eyes?|heart|knees?|back|hands?|hips?|lungs?|ears?)|forgot .*tablets|limps?|"
        r"cannot sleep|sleeps badly|coughs?)\b"
    ),
}
"""By what they are called, the words for them."""
_WANTS = re.compile(rf"^{NAME} (?:wants|would like|wishes|hopes|needs|expects)\b")
_TENDER = re.compile(r"\b(?:loves?|in love|marry|marries|kiss|heart|dares?|secret\w*|nobody)\b")


def wants_of(statement: str, name: str, first: str) -> bool:
    """Whether a statement says what somebody wants, that may be said to whom it names: nothing tender, no secret."""
    return begins_with(statement, name, first) and bool(_WANTS.search(statement)) and not _TENDER.search(statement)
