"""Gatherings by whatever name they are known, what they are called, and a host's day that holds them all."""

from __future__ import annotations

import pytest
from scripted_questions import NOW, PLACES, names

from sim.answer.scripted import Script
from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.english.gatherings import gathering_of
from sim.answer.scripted.english.news import same_news
from sim.answer.scripted.english.poignancy import poignancy
from sim.prompts import Card
from sim.prompts.tasks.plan import PlanDay

MARA = "Mara Lind"
WORDS = (
    "birthday bash", "wake", "jamboree", "ceilidh", "do", "get-together", "vigil", "open day", "fete", "f\u00eate", "recital",
    "screening", "potluck", "wine tasting", "football match", "book launch", "gala", "banquet", "knees-up", "whist drive",
    "quilting bee", "flumphing", "moonlight gurdle",
)  # fmt: skip
"""The last two are in no list: what is given at a place, a day and an hour is a gathering."""


def plan(script: Script, *memories: str, seed: int = 1) -> list[tuple[str, str]]:
    card = Card(MARA, "Mara", 44, ("friendly",), (f"{MARA} owns The Copper Kettle",), "", 420, 1380)
    q = PlanDay(card=card, names=names(MARA), seed=seed, now=NOW, places=PLACES, start=420, minutes=960, memories=memories)
    return [(entry.start, entry.activity) for entry in script.answer(q).plan]


@pytest.mark.parametrize("word", WORDS)
def test_a_gathering_by_any_name_is_in_the_hosts_plan_with_its_preparation(script: Script, word: str) -> None:
    article = "an" if word[0] in "aeiou" else "a"
    for verb in ("is hosting", "is giving", "is throwing", "has invited everybody to"):
        entries = plan(script, f"{MARA} {verb} {article} {word} at Mill Green on Friday at 6 pm")
        assert ("18:00", f"hosting the {word}") in entries
        assert ("17:00", f"getting everything ready for the {word}") in entries
    held = gathering_of(f"The {word} is at Mill Green on Friday at 6 pm", PLACES)
    assert held and (held.what, held.place, held.minutes) == (f"the {word}", "Mill Green", 1080)


@pytest.mark.parametrize(
    "text",
    [
        "Mara Lind will wake at 6 am",
        "Mara Lind has to do the dishes at 6 pm",
        "Mara Lind wants to match the paint on Friday",
        "Tom Reed is having a bath at 6 pm",
        "Tom Reed is giving a present to Lia Santos at Town Hall on Friday at 6 pm",
        "Tom Reed plans to walk to Mill Green on Friday at 6 pm",
        "The train leaves on Friday at 6 pm",
        "Tom Reed is meeting Lia Santos at Town Hall on Friday at 6 pm",
        "Tom Reed is organising the shelves on Friday",
        "The old bridge will be closed on Monday",
        "Tom Reed is listening to whoever plays tonight",
        "Tom Reed is leaving the circus at Easter",
        "Lia Santos has joined the circus",
        "Tom Reed is leaving the quiz team on Saturday",
        "Lia Santos has bought the fair on Mill Green",
    ],
)
def test_what_sounds_like_a_gathering_and_is_none(text: str) -> None:
    assert gathering_of(text, PLACES) is None


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Mara Lind is planning those meetings on Friday", "the meetings"),
        ("Mara Lind hopes that these Fairs on Friday go well", "the Fairs"),
        ("The ' Fair is on Friday", "the Fair"),
        ("the 'Spring Fair' is on Friday", "the Spring Fair"),
        ("O'Brien's supper is on Friday", "O'Brien's supper"),
        ("Edda of Rosehip's feast is on Friday at 6 pm", "Edda of Rosehip's feast"),
        ("Ölund's supper is on Friday", "Ölund's supper"),
        ("The Merchants' Fair is on Friday", "the Merchants' Fair"),
        ("St. Bride's Chapel holds a concert on May 12 at 7:30 pm", "the concert"),
        ("Benno Karst is cutting the great wheel in the Refectory on Saturday at 5 pm", "the cutting of the great wheel"),
        ("Tom Reed will read from his diary at Town Hall on Friday at 6 pm", "the reading from his diary"),
    ],
)
def test_what_a_gathering_is_called_is_whole(text: str, what: str) -> None:
    occasion = gathering_of(text)
    assert occasion and occasion.what == what


def test_who_does_something_at_a_place_a_day_and_an_hour_gives_it(script: Script) -> None:
    entries = plan(script, f"{MARA} is cutting the great wheel at Mill Green on Friday at 6 pm")
    assert ("18:00", "hosting the cutting of the great wheel") in entries


def test_an_answer_to_an_invitation_matters_as_much_whatever_one_is_asked_to() -> None:
    said = f"{MARA} said no to Tom Reed's invitation to the "
    assert [poignancy(said + what, MARA, open_banks()) for what in ("supper", "cutting of the great wheel")] == [6, 6]


def test_two_of_ones_own_within_ninety_minutes_are_both_hosted(script: Script) -> None:
    supper = f"{MARA} is hosting a supper at Mill Green on Friday at 6 pm"
    concert = f"{MARA} is holding a concert at Town Hall on Friday at 7:30 pm"
    for memories in ((supper, concert), (concert, supper)):
        for seed in range(4):
            entries = plan(script, *memories, seed=seed)
            assert [entry for entry in entries if "host" in entry[1] or "everything ready" in entry[1]] == [
                ("17:00", "getting everything ready for the supper"),
                ("18:00", "hosting the supper"),
                ("19:00", "getting everything ready for the concert"),
                ("19:30", "hosting the concert"),
            ]
    assert not same_news(supper, concert)


def test_what_befalls_an_animal_or_did_not_happen_matters_less_than_who_leaves() -> None:
    def rated(text: str) -> int:
        return poignancy(text, MARA, open_banks())

    assert rated("Tom Reed's father has died") >= 9
    assert rated("Tom Reed sat by the bowl of the goldfish, which had died") <= 5
    assert rated("Tom Reed was praised just for not having died") <= 5
    assert rated("the red boat is sinking at her mooring") == rated("Tom Reed is drowning") + 1 == 7
    assert rated("Tom Reed is leaving out the bit about crying") <= 2 < 6 <= rated("Tom Reed is crying")
    assert rated("Tom Reed is leaving the circus at Easter") in (6, 7) and rated("Tom Reed is leaving the cafe") < 5
