"""Which trade of the banks somebody has whose occupation is called so or so: ``head chef`` is a ``cook``.

Reads the words of an occupation alone. A wrong trade is worse than none: what has no day most like another's has no row here.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import lru_cache

from sim.answer.scripted.english.banks import Banks
from sim.language.text import expression

ALSO = """
cafe owner: barista, coffee shop owner, cafe keeper
bartender: waiter, waitress, barkeeper, barman, barmaid, publican, pub owner, pub landlord
innkeeper: landlady, landlord, inn owner
grocer: shopkeeper, shop owner, greengrocer
history professor: professor, lecturer, scholar
sociology student: student
painter: artist
potter: ceramicist
novelist: writer, author
journalist: editor, reporter
mail carrier: postman, postwoman, postmaster, postmistress, courier
bus driver: driver
software engineer: programmer, developer, software developer, web developer
tax consultant: accountant, bookkeeper, tax adviser
doctor: physician
pharmacist: chemist
police officer: policeman, policewoman, constable, village constable, detective
carpenter: joiner, woodworker, cabinetmaker
blacksmith: smith, farrier
tailor: seamstress, dressmaker
priest: vicar, pastor, parson, rector, minister
farmer: rancher, farm owner
fisherman: fisher, fisherwoman, angler
cook: chef
baker: pastry cook, pastry chef, bakery owner
musician: singer, pianist, violinist, singer-songwriter, fiddler
film-maker: film director, filmmaker
gardener: landscaper, horticulturist
stay-at-home parent: homemaker
lawyer: solicitor, attorney, judge, barrister
headmistress: headmaster
first-year pupil: pupil, schoolboy, schoolgirl, schoolchild
deckhand: sailor, bosun
vet: veterinarian, veterinary surgeon
boatbuilder: boat builder, boatwright, shipwright
"""
"""Trades of the banks, and what else people call themselves whose day is most like theirs."""
_ALSO = {
    word: name for name, _, words in (row.partition(": ") for row in ALSO.strip().splitlines()) for word in words.split(", ")
}
_RANK = re.compile(r"^(?:(?:an?|the|old|young|head|chief|senior|junior|assistant|apprentice|trainee|town|village|local) )+")
"""What may stand before a trade and leaves it what it is."""
_GONE = re.compile(r"\b(?:retired|former|formerly|ex-\w+|widow)\b")
_ENDS = r"s?(?=$|[,;(/&]| (?:and|at|in|of|for|on|to|who|by|or) |'s (?:apprentice|assistant|helper|mate)\b)"
"""What may follow a trade that is named: a baker's daughter is no baker."""


@lru_cache(maxsize=4096)
def trade_called(occupation: str, banks: Banks) -> str:
    """The trade of the banks that an occupation is: by name, else by another word for it; ``""`` for none, and for one that is
    over."""
    low = occupation.lower().strip()
    names = [trade.name for trade in banks.occupations]
    if low in names:
        return low
    if _GONE.search(low):
        return max((name for name in names if "retired" in name and name in low), key=len, default="")
    found = [name for name in names if name in low and expression(rf"\b{re.escape(name)}{_ENDS}").search(low)]
    return max(found, key=len, default="") or _ALSO.get(_RANK.sub("", low), "")


def trade_told(text: str, banks: Banks) -> str:
    """The trade that a sentence on somebody names, in whatever words; ``""`` for none, and for one that was."""
    low = text.lower()
    if re.search(r"\b(?:was|were|had been|used to be|once) (?:an?|the)\b|\b(?:widow|wife|husband|son|daughter) of\b", low):
        return ""
    named = (*(trade.name for trade in banks.occupations), *_ALSO)
    found = [name for name in named if name in low and expression(rf"\b{re.escape(name)}s?\b").search(low)]
    best = max(found, key=lambda name: (name not in _ALSO, len(name)), default="")
    return _ALSO.get(best, best)


def nearest_trades(occupation: str, banks: Banks) -> list[str]:
    """Up to three trades of the banks whose names look most like an occupation's."""
    return get_close_matches(occupation.lower(), [trade.name for trade in banks.occupations], 3, 0.4)
