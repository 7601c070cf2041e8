"""Icons by rule: by what is done, what it is about, the trade whose work it is; and what steps are called."""

from __future__ import annotations

import pytest
from scripted_questions import NOW, names

from sim.answer.scripted import Script
from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.icons import icon_of
from sim.language.activity import intended
from sim.prompts import Card, Setting
from sim.prompts.tasks.icon import ICONS
from sim.prompts.tasks.steps import Decompose

BANKS = open_banks()
CARD = Card("Tom Reed", "Tom", 40, (), (), "", 420, 1320)


@pytest.mark.parametrize(
    ("activity", "icon"),
    [
        ("hiding indoors with a sandwich", "work"),
        ("carrying sandwiches to the corner table", "carry"),
        ("retyping the clean version", "write"),
        ("drawing the curtain", "night"),
        ("drawing the biggest bucket from memory", "paint"),
        ("fetching the papers", "carry"),
        ("breaking up an old crust", "work"),
        ("throwing crumbs to the birds", "pet"),
        ("walking off the supper", "walk"),
        ("saying goodbye", "talk"),
        ("looking for Petra Lindholm to speak of a letter", "talk"),
        ("enjoying the spring party", "party"),
        ("waiting out the spin cycle", "wait"),
        ("drawing a bow", "work"),
        ("making stripes as straight as a hymn book", "work"),
        ("pouring in the barley", "work"),
        ("lining a box for five blind kittens", "pet"),
    ],
)
def test_an_icon_goes_by_what_is_done_and_by_whole_words(activity: str, icon: str) -> None:
    assert icon_of(activity, BANKS) == icon


def test_what_only_a_trade_explains_has_the_icon_of_the_trade() -> None:
    odd = "giving a smuggler a limp in place of a beard"
    assert (icon_of(odd, BANKS), icon_of(odd, BANKS, "novelist")) == ("work", "write")
    assert icon_of("hunting for the keys", BANKS, "", "doing the shopping") == "shop"
    asked = Decompose(
        card=CARD, names=names("Tom Reed"), seed=1, now=NOW, activity="plotting the next chapters", at="Home",
        minutes=60, setting=Setting(occupation="novelist"),
    )  # fmt: skip
    assert "work" not in {row.icon for row in Script().answer(asked).steps}
    trades = {row.name: icon_of("seeing to it", BANKS, row.name) for row in BANKS.occupations}
    assert set(trades.values()) <= set(ICONS) and sum(icon == "work" for icon in trades.values()) <= len(trades) / 3, trades


def test_who_has_come_to_a_gathering_no_longer_goes_to_it() -> None:
    asked = Decompose(
        card=CARD,
        names=names("Tom Reed"),
        seed=1,
        now=NOW,
        activity="going to the spring party",
        at="The Blue Teapot",
        minutes=60,
    )
    steps = [row.activity for row in Script().answer(asked).steps]
    assert steps[:2] == ["arriving", "enjoying the spring party"]


def test_what_one_means_to_do_leaves_day_hour_and_place_to_the_plan() -> None:
    said = "go to the spring party at the Blue Teapot on Saturday at 5 pm"
    assert intended(said, ("The Blue Teapot",)) == "going to the spring party"
