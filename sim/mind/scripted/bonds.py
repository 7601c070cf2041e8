"""How people stand with each other, read from the words of a relationship line: fond, cool or strangers."""

from __future__ import annotations

import re

FOND = re.compile(
    r"\b(?:friend|spouse|husband|wife|partner|sister|brother|sibling|mother|father|parent|daughter|son|cousin|close|"
    r"fond|love|likes|family|roommate|trusts|enjoy)",
    re.I,
)
COOL = re.compile(r"\b(?:rival|enemy|dislikes?|avoids?|quarrel|argued|annoy|distrust|cold|grudge|jealous)", re.I)
STRANGER = re.compile(r"\b(?:does not know|stranger|never met|not know)\b", re.I)
