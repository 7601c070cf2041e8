"""Whether a line of the banks suits the hour, and presumes nothing that nobody here knows. Knows one line and the clock."""

from __future__ import annotations

import re
from functools import lru_cache

_MORNING = re.compile(r"\b(?:morning|before noon|up so early|sleep all right|slept|get up|breakfast|last night|lie in)\b", re.I)
_DAYTIME = re.compile(r"\b(?:afternoon|lunch)\b", re.I)
_EVENING = re.compile(
    r"\b(?:evening|good ?night|sweet dreams|sleep tight|tonight|supper|long day|rest well|dark|before bed|my bed)\b", re.I
)
_LATE = re.compile(r"\b(?:to me|dug|stood|what have you done) all day\b|\bbeen a good day\b|\bhow (?:my|your) day was\b", re.I)
_ODD = re.compile(
    r"\b(?:just moved in|carpet|stitches|boat|train|birthday|yesterday|last week|last time|you mentioned|my (?:boss|"
    r"sister|brother|mother|wife|husband|son|daughter|grandmother)|bus|"
    r"owe me|haircut|hair cut|on the table|winter|summer|snow|christmas|halloween|table|come with me|one more thing|"
    r"coat|marry|married|sunrise|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b", re.I)  # fmt: skip
"""Bank lines that presume what nobody here knows are left to occasions that call for them."""


def timely(line: str, minutes: int) -> bool:
    """Whether a line suits the hour (minutes after midnight; negative: unknown) and presumes nothing."""
    return not _ODD.search(line) and of_the_hour(line, minutes)


def of_the_hour(line: str, minutes: int) -> bool:
    """Whether a line suits the hour; of this morning one may speak all day."""
    morning, daytime, late, evening, before = _hours(line)
    if (before and minutes >= SUPPER) or (minutes >= EVENING and _GOOD_DAY.search(line)):
        return False
    if 240 <= minutes < EARLY and _SO_FAR.search(line):
        return False
    if minutes < 0:
        return not (morning or evening)
    if morning:
        return 240 <= minutes < 690
    if daytime:
        return 660 <= minutes < 1020
    if late:
        return minutes >= 960
    return not evening or minutes >= EVENING


EVENING = 1050
"""Minutes after midnight from which one wishes a good evening."""
_GOOD_DAY = re.compile(r"\bgood day\b", re.I)
SUPPER = 1110
"""Minutes after midnight from which nothing is done before supper any more."""
EARLY = 540
"""Minutes after midnight before which nobody speaks of what the day has brought."""
_SO_FAR = re.compile(r"\b(?:today|all day|so far)\b", re.I)


@lru_cache(maxsize=16384)
def _hours(line: str) -> tuple[bool, ...]:
    """Whether a line speaks of the morning, the day, the late day, the evening, the hours before supper."""
    line = _THIS_MORNING.sub("", line)
    alone = _BEFORE.sub("", line)
    return (*(hour.search(alone) is not None for hour in (_MORNING, _DAYTIME, _LATE, _EVENING)), alone != line)


_THIS_MORNING = re.compile(r"\b(?:this morning|last night)\b", re.I)
_BEFORE = re.compile(r"\bbefore (?:supper|dinner)\b", re.I)
