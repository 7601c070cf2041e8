"""News as it is remembered by the residents who know it at the start. Minds know nothing but memories, so the remembered
sentence must say what the other keys say: where and when it is, and whether it is a secret.

English alone.
"""

from __future__ import annotations

from sim.language.text import as_clause, unnamed
from sim.language.time_and_place import bare_place, clock_in, day_in, place_in
from sim.scenario.model import News
from sim.world.clock import Clock

UNTOLD = "Nobody is to know that"
"""How the memory of secret news begins; secrets are recognised by these words."""


def remembered(news: News, clock: Clock, people: tuple[str, ...] = ()) -> str:
    """``Benno is cutting the wheel`` with ``place``, ``at`` and ``spread`` as one sentence, without what it says already.
    ``people`` are the names of those who live in the town."""
    text, place = news.text, news.place
    if news.at is not None and place:
        name = place[:2][-1]
        where = f"the {name.removeprefix('The ')}" if name.startswith("The ") or " " not in name else name
        told = any(place_in(unnamed(text, part, people), [part]) for part in map(bare_place, place[1:]))
        text += "" if told else f" at {where}"
        text += "" if day_in(text) else f" on {clock.weekday(news.at)}"
        text += "" if clock_in(text)[0] else f" at {clock.spoken(news.at)}"
    return text if news.spread else f"{UNTOLD} {as_clause(text)}"
