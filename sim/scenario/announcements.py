"""News as those remember it who know it at the start: minds know nothing but memories, so the sentence has to say what the
keys beside it say, where and when it is and whether it is a secret; and warnings where no mind could read that of it.

English alone.
"""

from __future__ import annotations

from sim.language.gatherings import gathering_of, is_host
from sim.language.text import as_clause
from sim.language.time_and_place import clock_in, day_in, place_in
from sim.scenario.model import News, Scenario
from sim.scenario.problems import ProblemReport
from sim.world.clock import Clock

UNTOLD = "Nobody is to know that"
"""How those think of news who do not want it known: secrets are known by such words."""


def remembered(news: News, clock: Clock) -> str:
    """``Benno is cutting the wheel`` with ``place``, ``at`` and ``spread`` as one sentence, without what it says already."""
    text, place = news.text, news.place
    if news.at is not None and place:
        name = place[:2][-1]
        where = f"the {name.removeprefix('The ')}" if name.startswith("The ") or " " not in name else name
        text += "" if place_in(text, place[1:]) else f" at {where}"
        text += "" if day_in(text) else f" on {clock.weekday(news.at)}"
        text += "" if clock_in(text)[0] else f" at {clock.spoken(news.at)}"
    return text if news.spread else f"{UNTOLD} {as_clause(text)}"


def warn_of_unread_gatherings(scenario: Scenario, report: ProblemReport) -> None:
    """News with a moment and a place to which nobody will be asked, promise or come, for its words announce no gathering."""
    names = {resident.slug: resident.name for resident in scenario.residents}
    for number, news in enumerate(scenario.news):
        host, occasion = names.get(news.host, ""), gathering_of(news.known_as)
        if news.at is None or not news.place or (occasion and occasion.place and (not host or is_host(news.known_as, host))):
            continue
        model = f"{host or 'Somebody'} is giving a ..."
        why = "nobody is to know of it" if not news.spread else f"its words announce no gathering; write '{model}'"
        report.add(("news", number, "text"), f"nobody will be asked to {news.id!r} or come: {why}")
