"""Deeds as the scripted mind calls them: whom an activity seeks out, what everybody does every day, what is done once."""

from __future__ import annotations

import re
from collections.abc import Iterable

_ONCE = re.compile(
    r"^(?:finally |quickly |carefully )?(?:opening|unlocking|unwrapping|unpacking|finding|finishing|discovering|"
    r"inventing|sending|posting|signing|handing in|giving back|returning|refusing|promising|deciding|breaking|"
    r"rescuing|stealing|winning|losing|spotting|proposing|hearing (?:that|of|about)|reading (?:the|a|an|his|her|their) "
    r"(?:\w+ )?(?:letter|note|telegram))\b"
)
LOOKING_FOR = "looking for"
"""How an activity begins that seeks somebody out to speak with."""
INVITES = "with an invitation to"
"""What for a host does so."""


def looked_for(activity: str, names: Iterable[str]) -> str:
    """Who of ``names`` an activity seeks out; ``""`` for nobody."""
    wanted = activity.removeprefix(f"{LOOKING_FOR} ")
    return next((name for name in names if wanted != activity and wanted.startswith(name)), "")


_BETWEEN = re.compile(
    r"\bis (?:arriving|setting off|heading back|saying goodbye|brushing teeth|washing and dressing|making the bed"
    r"|getting (?:up|dressed|ready|out what is needed|some fresh air|something to (?:eat|drink))|washing (?:up|the dishes)"
    r"|clearing (?:away the plates|the table)|bringing the cup back|putting the (?:kettle on|things away)|drawing the curtain"
    r"|finding (?:a seat|a pen that writes|the right page)|deciding where to begin|looking (?:up for a moment|at it from all"
    r" sides)|stopping to (?:think|look around)|stretching the back|drinking a little water|sitting down with nothing in hand"
    r"|reading (?:it through once|a few pages in bed)|laying out clothes for tomorrow|noticing how late it is"
    r"|paying and packing up|spending (?:a little time in company|time at home))\b"
)
_DAILY = re.compile(
    r"\bis (?:asleep|sleeping|waking up|eating|cooking|walking (?:to|home)|talking with"
    r"|(?:having|making|cooking|preparing) (?:\w+ ){0,3}(?:breakfast|lunch|dinner|supper|tea|coffee|drink|bite|snack))\b"
)


def between_deeds(seen: str) -> bool:
    """Whether somebody is at a step between two deeds, which nobody remembers: ``Nora Fennick is clearing the table``."""
    return bool(_BETWEEN.search(seen))


def everybodys(seen: str) -> bool:
    """Whether somebody is seen at what all people do every day: ``Nora Fennick is eating lunch``."""
    return bool(_DAILY.search(seen)) or between_deeds(seen)


def done_once(activity: str) -> bool:
    """Whether what ``Nora is`` doing is over when it is done: nobody opens one letter twice a day."""
    return _ONCE.match(activity) is not None
