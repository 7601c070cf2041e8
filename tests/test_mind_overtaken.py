"""An errand whose matter has been spoken of since it was planned, and work where a gathering has begun."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from sim.memory import MemoryStream
from sim.mind.overtaken import as_things_are
from sim.types import Block

WORK, HOME = ("Town", "Cafe"), ("Town", "Ana's house")
ERRAND = Block(3600, 6300, "looking for Ben Okoye to speak of a ladder of forty rungs", WORK)
SAID = "Ana Silva talked with Ben Okoye about a ladder of forty rungs. Ana Silva can climb eleven"


def thought(blocks: list[Block], doing: str = "", full: bool = False) -> Any:
    stream = MemoryStream()
    stream.add(f"Ana Silva's plan for today: 8:00 {ERRAND.activity}", "plan", 0, 5.0)
    body = SimpleNamespace(tile=(1, 1), activity=doing)
    world = SimpleNamespace(present=lambda: [body], where=lambda _: (*WORK, "hall"), arena=lambda _: (*WORK, "hall"))
    resident = SimpleNamespace(work=WORK)
    mind = SimpleNamespace(people={"ben": ("Ben Okoye", "Ben")}, stream=stream, resident=resident)
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


def test_whoever_is_at_work_where_a_gathering_has_begun_attends_it() -> None:
    working = Block(0, 9000, "getting on with the work in hand", WORK)
    mine = thought([working], "hosting a trial show of her triple somersault")
    new = as_things_are(mine, working)
    assert new.activity == "attending the trial show" and mine.state.blocks[-1].activity == working.activity
    assert as_things_are(mine, new) is new
    assert as_things_are(thought([working], "pouring tea"), working) is working
    assert as_things_are(thought([working], "hosting a show", full=True), working) is working
