"""An errand whose matter has been spoken of since it was planned, a host's call on who has been asked meanwhile, and work where
a gathering has begun."""

from __future__ import annotations

import datetime as dt
from types import SimpleNamespace
from typing import Any

import pytest

from sim.answer.by_script import ENGLISH
from sim.answer.scripted.english.news import NEWS_SOURCE
from sim.memory import MemoryStream
from sim.mind.appointments import guests_to_ask
from sim.mind.overtaken import as_things_are
from sim.types import Block
from sim.world.clock import Clock

WORK, HOME = ("Town", "Cafe"), ("Town", "Ana's house")
ERRAND = Block(3600, 6300, "looking for Ben Okoye to speak of a ladder of forty rungs", WORK)
SAID = "Ana Silva talked with Ben Okoye about a ladder of forty rungs. Ana Silva can climb eleven"


def thought(blocks: list[Block], doing: str = "", full: bool = False) -> Any:
    stream = MemoryStream()
    stream.add(f"Ana Silva's plan for today: 8:00 {ERRAND.activity}", "plan", 0, 5.0)
    body = SimpleNamespace(tile=(1, 1), activity=doing)
    world = SimpleNamespace(
        bodies=dict.fromkeys(range(25), body),
        present=lambda: [body],
        where=lambda _: (*WORK, "hall"),
        arena=lambda _: (*WORK, "hall"),
    )
    resident = SimpleNamespace(work=WORK)
    mind = SimpleNamespace(people={"ben": ("Ben Okoye", "Ben")}, stream=stream, resident=resident, reading=ENGLISH)
    state = SimpleNamespace(blocks=blocks)
    return SimpleNamespace(
        at=3600, full=full, name="Ana Silva", state=state, world=world, body=body, mind=mind, do=lambda *_, **__: None
    )


@pytest.mark.parametrize(
    ("behind", "then", "until"),
    [("reading a book", "reading a book", 9000), ("making soup for supper", ERRAND.activity, 6300)],
)
def test_the_hour_of_an_errand_that_is_done_is_free(behind: str, then: str, until: int) -> None:
    mine = thought([ERRAND, Block(6300, 9000, behind, HOME)])
    assert as_things_are(mine, ERRAND) is ERRAND
    mine.mind.stream.add(SAID.replace("ladder", "vase"), "summary", 1800, 3.0)
    assert as_things_are(mine, ERRAND) is ERRAND
    mine.mind.stream.add(SAID, "summary", 1800, 3.0)
    new = as_things_are(mine, ERRAND)
    assert (new.activity, new.start, new.end) == (then, 3600, until) and (new is ERRAND or new in mine.state.blocks)
    mine.world.bodies = dict.fromkeys(range(6))
    assert as_things_are(mine, ERRAND) is ERRAND, "where few live one goes to see somebody all the same"


def test_a_host_calls_on_somebody_else_where_one_has_been_asked_meanwhile() -> None:
    call, next_call = (Block(at, at + 2700, f"looking for {who} Okoye with an invitation to the quiz", WORK)
                       for at, who in ((3600, "Ben"), (9000, "Cem")))  # fmt: skip
    mine = thought([call, next_call])
    mine.world.clock, mine.world.places = Clock(dt.datetime(2026, 5, 8, 7)), SimpleNamespace(sectors=[])
    mine.mind.people |= {"cem": ("Cem Okoye", "Cem"), "dua": ("Dua Okoye", "Dua")}
    mine.person, mine.state.relations = (
        (lambda slug: mine.mind.people[slug][0]),
        dict.fromkeys(("ben", "cem", "dua"), "knows them"),
    )
    stream = mine.mind.stream = MemoryStream()
    stream.add("Ana Silva is giving a quiz at the Cafe on Saturday at 6 pm", "observation", -1, 8.0, source=NEWS_SOURCE)
    assert guests_to_ask(mine) == ("Ana Silva has not asked Ben Okoye, Cem Okoye, Dua Okoye to the quiz yet",)
    assert as_things_are(mine, call) is call
    stream.add("Ben Okoye promised Ana Silva to come to the quiz", "summary", 1800, 5.0)
    assert as_things_are(mine, call).activity == call.activity.replace("Ben", "Dua"), "Cem is called on later"
    stream.add("Dua Okoye said no to Ana Silva's invitation to the quiz", "summary", 1900, 5.0)
    assert as_things_are(mine, call) is call and guests_to_ask(mine) == ("Ana Silva has not asked Cem Okoye to the quiz yet",)
    mine.at = 2 * 86400
    assert guests_to_ask(mine) == (), "it is over"


def test_whoever_is_at_work_where_a_gathering_has_begun_attends_it() -> None:
    working = Block(0, 9000, "getting on with the work in hand", WORK)
    mine = thought([working], "hosting a trial show of her triple somersault")
    new = as_things_are(mine, working)
    assert new.activity == "attending the trial show" and mine.state.blocks[-1].activity == working.activity
    assert as_things_are(mine, new) is new
    assert as_things_are(thought([working], "pouring tea"), working) is working
    assert as_things_are(thought([working], "hosting a show", full=True), working) is working
