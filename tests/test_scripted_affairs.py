"""What people's own affairs lead to: a wish is taken to whom it names, and affairs laid side by side show something."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from scripted_questions import NOW, names
from test_scripted_standing import BANKS, FIRST, MARA, SCRIPT, TOM, ask, says

from sim.answer.scripted.comments import WISH, answered
from sim.answer.scripted.commitments import Fixture
from sim.answer.scripted.conclusions import conclusions, errands, lines_on
from sim.answer.scripted.day_plans import _meals
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.draft import Draft
from sim.answer.scripted.english.deeds import LOOKING_FOR
from sim.answer.scripted.english.grammatical_person import first_person, in_own_mouth, is_doubtful, said_to
from sim.answer.scripted.english.phrases import news_lines
from sim.answer.scripted.english.poignancy import RUINED, poignancy
from sim.answer.scripted.english.statements import statements_in
from sim.answer.scripted.exchanges import _beginning_threads
from sim.answer.scripted.inferences import inferences, shared
from sim.answer.scripted.occupations import occupation, on_holiday
from sim.answer.scripted.own_matters import SERIOUS, undertakings
from sim.answer.scripted.own_news import on_ones_mind
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.telling import concerns_them
from sim.language.time_and_place import near_by, read_now, resolved
from sim.llm.base import Names
from sim.prompts import Card, Setting, Telling
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.questions import AskFocalPoints
from sim.prompts.tasks.react import React
from sim.prompts.tasks.replan import Replan

HETTY, COLM = ("Hetty Vance", "Hetty"), ("Colm Penhale", "Colm")
WANTS = f"{MARA} wants Tom Reed to mend the fence before the frost"
BETTINA, ANIL, ROSA = "Bettina Orme", "Anil Raman", "Rosa Penhale"
LETTER = f"{BETTINA} told {MARA} that Bettina has a letter from the eye clinic and has not opened it"
CLINIC = f"{ANIL} told {MARA} that Anil wrote to the eye clinic for Bettina Orme in August"


@pytest.mark.parametrize(("statement", "me", "other", "mine", "said"), (
    ("Hetty wants the money that Colm Penhale owes her for rope before she sells him any more", HETTY, COLM, "she",
     "I want the money that you owe me for rope before I sell you any more"),
    ("Colm wants his son Jory to come aboard next summer", COLM, ("Jory Penhale", "Jory"), "he",
     "I want you to come aboard next summer"),
    ("Anil wants Bettina Orme to have her eyes examined", (ANIL, "Anil"), (BETTINA, "Bettina"), "he",
     "I want you to have your eyes examined"),
    ("Bettina is knitting a jersey for Posy and worries about her own eyes", (BETTINA, "Bettina"), ("Posy Orme", "Posy"), "she",
     "I'm knitting a jersey for you and worry about my own eyes"),
    ("Tess wants to know who ate Ilya's bread", ("Tess Marlow", "Tess"), ("Ilya Petrov", "Ilya"), "",
     "I want to know who ate your bread"),
    ("Rosa wants Gwen to give her her vote", (ROSA, "Rosa"), ("Gwen Addis", "Gwen"), "she", ""),
))  # fmt: skip
def test_what_names_the_listener_is_said_to_them(statement: str, me: Any, other: Any, mine: str, said: str) -> None:
    assert said_to(statement, me, other, mine) == said


def test_what_is_said_of_the_listener_is_remembered_by_name() -> None:
    for line, told in (
        ("I won't go round it any longer. I want the money that you owe me for rope before I sell you any more.",
         "Hetty Vance wants the money that Colm Penhale owes them for rope before they sell Colm any more"),
        ("Let me say this once, and plainly. I want you to have your eyes examined.",
         "Hetty Vance wants Colm Penhale to have their eyes examined"),
    ):  # fmt: skip
        assert statements_in(line, HETTY[0], COLM[0], BANKS) == (told,)


def test_a_wish_is_taken_to_whom_it_names_and_answered() -> None:
    wish = tuple(frame.partition("{")[0].strip() for frame in news_lines.TELL_WISH)
    card = {"currently": WANTS, "background": ("She bakes",)}
    first = says((), 12, **card)
    assert all(
        "I want you to mend the fence before the frost." in line and any(lead in line for lead in wish) for line in first
    )
    assert not any("mend" in line for line in says((), 12, **card, memories=(f"{MARA} told {TOM} that {WANTS}",)))
    assert not any("you" in line for line in says((), 12, currently=f"{MARA} wants to marry Tom Reed") if "marry" in line)
    heard = ((TOM, "Morning, Mara. You may have guessed it. I want you to mend the fence before the frost."),)
    answers = says(heard, 12, background=("She bakes",))
    assert all(FIRST[line].about in {one.about for one in BANKS.comments[WISH]} for line in answers)


def test_on_bad_terms_a_wish_is_said_all_the_same() -> None:
    tie = f"{TOM} is not on speaking terms with Mara"
    assert any(
        "I want you to mend the fence" in line
        for line in says((), 12, currently=WANTS, background=("She bakes",), relationship=tie)
    )


def plan_of(card: Card, setting: Setting, places: tuple[str, ...], seed: int = 1, **fields: Any) -> PlanDay:
    few = Names((card.name, card.first), (("Tom Reed", "Tom"), ("Edith Okafor", "Edith")), places)
    shown = {"now": NOW, "places": places, "start": card.wakes, "minutes": 960, "setting": setting, **fields}
    return PlanDay(card=card, names=few, seed=seed, **shown)


def test_whoever_wants_something_of_somebody_looks_for_them_until_it_is_said() -> None:
    card = Card(MARA, "Mara", 44, (), ("She bakes",), WANTS, 420, 1320)
    q = plan_of(card, Setting("baker", "Lind's house", "The Copper Kettle"), ("Lind's house", "The Copper Kettle"))
    call = f"{LOOKING_FOR} {TOM} {SERIOUS}"
    asked = replace(q, memories=(f"{MARA} told {TOM} that {WANTS}",))
    assert [it.activity for it in undertakings(q, BANKS, Dice(1, "")) if it.who] == [call]
    assert not [it for it in undertakings(asked, BANKS, Dice(1, "")) if it.who]


@pytest.mark.parametrize(("told", "kind", "what"), (
    ((LETTER, CLINIC), "half", "the eye clinic"),
    (("Colm Penhale told Mara Lind that Colm wants their son Jory to come aboard the boat",
      "Jory Penhale told Mara Lind that Jory wants to train as a cook"), "opposed", ""),
    (("Colm Penhale told Mara Lind that Colm wants Mara to come aboard the boat", f"{MARA} wants to train as a cook"),
     "opposed to me", ""),
    (("Hugh Attmill told Mara Lind that Hugh wants Tom Reed to admit it", f"{ANIL} told {MARA} that Anil wants Tom to pay him"),
     "wanted", ""),
    (("Hugh Attmill told Mara Lind that Hugh wants Mara Lind to admit it", f"{ANIL} told {MARA} that Anil wants Mara to pay"),
     "wanted of me", ""),
    ((CLINIC, f"{MARA} has had no answer from the eye clinic since May"), "touches", "the eye clinic"),
    ((f"{TOM} told {MARA} that the county is going to shut the fish market at Christmas",
      f"{MARA} is the auctioneer of the fish market"), "touched", "the fish market"),
    ((f"{TOM} told {MARA} that Tom owes the bank for a roof",
      f"{ANIL} told {MARA} that Anil has not paid the rent, and the bills lie there"),
     "alike", "money"),
    ((f"{TOM} told {MARA} that Tom is short of wood", f"{TOM} told {MARA} that Tom is worried about a cough"), "burdened", ""),
    ((f"{TOM} told {MARA} that Tom has built a kite", f"{TOM} told {MARA} that Tom hopes to see the sea"), "confides", ""),
    (tuple(f"{name} told {MARA} that the county is going to shut the fish market" for name in (TOM, ANIL, ROSA)), "all over",
     "the county is going to shut the fish market"),
    (tuple(f"{name} promised {MARA} to come to the supper" for name in (TOM, ANIL, ROSA)), "full", "the supper"),
    (tuple(f"{name} said no to {MARA}'s invitation to the supper" for name in (TOM, ANIL)), "few", "the supper"),
))  # fmt: skip
def test_affairs_side_by_side_show_something(told: tuple[str, ...], kind: str, what: str) -> None:
    found = list(inferences(MARA, told))
    assert [(one[0], tuple(sorted(one[1])), one[2].get("what", "")) for one in found] == [
        (kind, tuple(range(1, len(told) + 1)), what)
    ]
    [conclusion] = conclusions(MARA, told, BANKS)
    assert conclusion.about[0] == kind and all(what in text for text in conclusion.texts)
    assert not conclusions(MARA, (*told, conclusion.texts[0]), BANKS)  # it is known now


@pytest.mark.parametrize("told", (
    (f"{TOM} told {MARA} that Tom has a boat", f"{TOM} told {MARA} that Tom has the boat yet"),
    (f"{TOM} is eating in the eye clinic", CLINIC),
    (f"{BETTINA} told {MARA} that Bettina hides a letter from the eye clinic", CLINIC),
    (f"{TOM} told {MARA} that Tom is giving a chowder night on Friday",
     f"{ANIL} told {MARA} that Anil cooks for the chowder night"),
    (f"{TOM} told {MARA} that Tom came last week", f"{ANIL} told {MARA} that Anil left last week"),
    (f"{TOM} told {MARA} that Tom sleeps at the Wet Rope", f"{ANIL} told {MARA} that Anil eats at the Wet Rope"),
))  # fmt: skip
def test_the_same_twice_what_is_seen_secrets_parties_and_places_show_nothing(told: tuple[str, ...]) -> None:
    assert not list(inferences(MARA, told))


def test_what_was_concluded_is_looked_for_and_said() -> None:
    [conclusion] = conclusions(MARA, (LETTER, CLINIC), BANKS)
    for text in conclusion.texts:
        assert errands([text], MARA, BANKS) == [(ANIL, "for a word about the eye clinic")]
        assert lines_on([text], MARA, ANIL) and not lines_on([text], MARA, BETTINA)


def test_focal_points_bring_together_what_adds_up() -> None:
    q = AskFocalPoints(
        card=Card(MARA, "Mara"), names=names(MARA), now=NOW, count=3, memories=(LETTER, f"{TOM} is eating", CLINIC)
    )
    questions = SCRIPT.answer(q).questions
    assert any("Anil wrote to the eye clinic" in text and "Bettina has a letter" in text for text in questions)


def test_shared_things() -> None:
    assert shared("Tom mends the red boat's hull", "The red boat is sinking") == "the red boat"
    assert (
        shared("Fergus muddles the cooperative's sums", "Rosa is standing for chair of the fishing cooperative")
        == "the cooperative"
    )
    assert not shared("Tom has seen it every morning", "Anil left in the morning")


def test_days_that_a_scenario_names_stay_what_they_were() -> None:
    now = read_now("Thursday, October 15, 2026, 06:00")
    for text, dated in (
        ("Ines has come this morning", "Ines has come on Thursday morning"),
        ("Ines came yesterday evening", "Ines came on Wednesday evening"),
        ("Ines came yesterday", "Ines came on Wednesday"),
    ):
        assert resolved(text, now) == dated
    assert near_by("Ines has come on Thursday morning", now) == "Ines has come this morning"


PUPIL = Card("Posy Orme", "Posy", 9, (), ("Posy Orme is a pupil",), "", 420, 1230)


@pytest.mark.parametrize(("kinds", "home", "world", "lessons"), (
    ({"Kelp Cottage": "kitchen, bedroom", "The Quay": "quay"}, "Kelp Cottage", "A harbour", False),
    ({"Kelp Cottage": "kitchen", "The School": "classroom"}, "Kelp Cottage", "A harbour", True),
    ({"Kelp Cottage": "kitchen", "The School": "classroom"}, "Kelp Cottage", "It is the autumn holidays", False),
))  # fmt: skip
def test_a_pupil_at_home_lives_a_childs_day(kinds: dict[str, str], home: str, world: str, lessons: bool) -> None:
    q = plan_of(PUPIL, Setting("pupil", home, "", kinds, world), tuple(kinds))
    found = occupation(q, BANKS)
    assert found is not None and found.name == "child"
    plans = [SCRIPT.answer(replace(q, seed=seed)).plan for seed in range(4)]
    text = "; ".join(entry.activity for plan in plans for entry in plan)
    assert ("lessons" in text) is lessons and "lights-out" not in text
    assert on_holiday(q, "teacher") is ("holidays" in world)


def test_who_lives_at_school_lives_its_day() -> None:
    kinds = {"Junior Dormitory": "dormitory", "Form One": "classroom"}
    found = occupation(plan_of(PUPIL, Setting("pupil", "Junior Dormitory", "", kinds), tuple(kinds)), BANKS)
    assert found is not None and found.name == "first-year pupil"


def test_whoever_eats_at_somebodys_has_no_supper_at_home_after() -> None:
    q = plan_of(PUPIL, Setting(), ("Kelp Cottage",))
    draft = Draft(q, BANKS, Dice(1, ""), [], "", "Kelp Cottage", [], "Friday", False, "Kelp Cottage")
    assert "supper" in _meals(draft, [Fixture(660, "going to the choir practice", "The Quay")])
    assert "supper" not in _meals(draft, [Fixture(660, "going to the chowder night", "The Quay")])


@pytest.mark.parametrize(("text", "entry"), (
    ("Mara is expecting a child in April", ""),
    ("Mara Lind builds and repairs boats", ""),
    (f"{MARA} found a mistake in the books", ""),
    (f"{MARA} promised Fergus Doyle to come to the chowder night", ""),
    (f"{MARA} promised the university a bench and a key", "a bench and a key"),
))  # fmt: skip
def test_what_is_no_deed_is_no_hour_of_a_day(text: str, entry: str) -> None:
    card = Card(MARA, "Mara", 44, (), (), "", 420, 1320)
    q = plan_of(card, Setting("baker", "Lind's house", "The Copper Kettle"), ("Lind's house",), memories=(text,))
    found = [it.activity for it in undertakings(q, BANKS, Dice(1, ""))]
    assert (entry in found[0]) if entry else not found


def test_in_ones_own_mouth_what_another_is_called_stays() -> None:
    weighed = "Hugh wants Gunnild to admit before everybody that she weighed his rye wrongly"
    said = "I want Gunnild to admit before everybody that she weighed my rye wrongly"
    assert in_own_mouth(weighed, "Hugh Attmill", "Hugh", "he") == said
    left = "Robin Fulk left his wife Emma sick and never heard whether she lived"
    assert in_own_mouth(left, "Robin Fulk", "Robin", "he") == "I left my wife Emma sick and never heard whether she lived"
    lamb = "Joan wants Wat to give her the lame lamb that he means to kill"
    said = "I want you to give me the lame lamb that you mean to kill"
    assert said_to(lamb, ("Joan Attmill", "Joan"), ("Wat Hurdle", "Wat"), "she") == said
    offer = "Rosalind has an offer for the bakery, wants to leave and regrets it"
    assert first_person(offer, "Rosalind Pell", "Rosalind") == "I have an offer for the bakery, want to leave and regret it"


def test_what_one_came_for_is_said_before_what_the_other_has_begun_on() -> None:
    begun = next(one.turns[0] for one in BANKS.exchanges if one.bond == "any" and not (one.trade or one.place or one.nature))
    said = ((MARA, "Good morning, Tom."), (TOM, f"Good morning, Mara. {begun}"))
    card = {"currently": WANTS, "background": ("She bakes",)}
    came = says(said, 8, doing=f"{LOOKING_FOR} {TOM} {SERIOUS}", **card)
    assert all(line.startswith(news_lines.FIRST_THIS) and "I want you to mend the fence" in line for line in came)
    assert not any(line.startswith(news_lines.FIRST_THIS) for line in says(said, 8, doing="baking", **card))


def test_of_the_weather_nothing_is_remembered_as_told() -> None:
    assert statements_in("So that's what we're getting. A cold rain. What do you say to it?", TOM, MARA, BANKS) == ()


@pytest.mark.parametrize(("world", "lacks", "trade"), (
    ("A small town in our days", (), "bartender"), ("A village without engines", (), "innkeeper"),
    ("A village", ("telephone",), "innkeeper"),
))  # fmt: skip
def test_a_landlord_of_today_keeps_a_bar(world: str, lacks: tuple[str, ...], trade: str) -> None:
    q = ask(setting=Setting("landlord", "The Fox", "The Fox", {}, world, lacks))
    found = occupation(q, BANKS)
    assert found is not None and found.name == trade


def test_a_house_of_the_evening_is_not_shut_before_nine() -> None:
    card = Card(MARA, "Mara", 44, (), (), "", 480, 1420)
    q = plan_of(card, Setting("bartender", "The Fox", "The Fox", {}, "In our days"), ("The Fox", "Mill Green"))
    plans = [SCRIPT.answer(replace(q, seed=seed, minutes=940)).plan for seed in range(12)]
    shut = [
        entry.start for plan in plans for entry in plan if "closing" in entry.activity or "last customers" in entry.activity
    ]
    assert shut and min(shut) >= "21:00"


def test_news_is_told_to_whom_it_concerns() -> None:
    assert concerns_them("her father, the miller", "Every third sack from Hollin Mill goes to the abbey")
    assert not concerns_them("her old friend", "Every third sack from Hollin Mill goes to the abbey")


def test_who_is_owed_an_answer_gets_a_yes_or_a_no_and_it_stays() -> None:
    kinds = {name.split()[-1] for name in BANKS.comments if name.startswith("errand with an answer ")}
    asked = [ask(telling=Telling(me=me), doing=f"{LOOKING_FOR} {TOM} with an answer") for me in range(12)]
    given = [answered(Talk(q, BANKS)) for q in asked]
    assert kinds == set(given) == {"yes", "no"}
    for q, answer in zip(asked, given, strict=True):
        line = SCRIPT.answer(q).say
        assert any(line.endswith(one.turns[0]) for one in BANKS.comments[f"errand with an answer {answer}"])


def test_news_that_touches_ones_living_is_taken_so() -> None:
    told = ((TOM, "Hello, Mara. You may like to know that the county is going to shut the fish market at Christmas."),)
    mine = Setting("auctioneer of the fish market", "Lind's house", "The Copper Kettle")
    first = {one.turns[0] for one in BANKS.comments["touched"]}
    assert all(any(line.endswith(turn) for turn in first) for line in says(told, 12, setting=mine))
    assert not any(line.endswith(turn) for turn in first for line in says(told, 12))


def test_nobody_burdens_a_small_child_nor_tells_somebody_what_they_were_there_for() -> None:
    roof, lent = "Mara Lind owes the bank for a new roof", "Mara Lind lent Tom Reed six hundred pounds"
    for text, tie, told in (
        (roof, "Tom Reed is a neighbour", True),
        (roof, "Tom Reed is the little boy next door", False),
        (lent, "Tom Reed is a neighbour", False),
    ):
        q = ask(relationship=tie, telling=Telling(own=(text,)), background=("She bakes",))
        assert bool(on_ones_mind(Talk(q, BANKS))) is told


def test_a_thing_that_is_ruined_matters_and_something_is_done_about_it() -> None:
    split = "the millstone is split down the middle"
    assert poignancy(split, MARA, BANKS) == RUINED > poignancy("the millstone is turning", MARA, BANKS)
    shown = {"card": Card(MARA, "Mara"), "names": names(MARA), "now": NOW, "doing": "dressing the stones"}
    seen = React(seen=split, among=("continue", "replan"), **shown)
    assert SCRIPT.answer(seen).choice == "replan"
    old, places = ("09:00 dressing the stones (The Copper Kettle)",), ("Lind's house", "The Copper Kettle")
    q = Replan(start=545, minutes=600, new=split, plan=old, places=places, at=places[1], **shown)
    assert SCRIPT.answer(q).plan[0].activity.startswith("saving what can be saved")


def test_what_may_be_either_ones_is_not_told_and_what_is_done_to_one_is_ones_own() -> None:
    fiddle = "Peg wants Ned Sparrow to teach her the fiddle"
    assert in_own_mouth(fiddle, "Peg Crewe", "Peg", "she") == "I want Ned Sparrow to teach me the fiddle"
    must = "Hester must pay the bank by January and wants Silas Crewe to pay what he owes"
    said = "I must pay the bank by January and want Silas Crewe to pay what he owes"
    assert in_own_mouth(must, "Hester Vane", "Hester", "she") == said
    eyes = in_own_mouth("Amos wants Ada Quill not to report his eyes", "Amos Hake", "Amos", "he")
    assert is_doubtful(eyes, "he") and not is_doubtful(eyes, "she")


def test_who_loses_their_work_takes_it_so_whoever_says_it() -> None:
    told = ((TOM, "Hello, Mara. I wanted to tell you that I'm closing the bakery and you will lose your work."),)
    first = {one.turns[0] for one in BANKS.comments["touched"]}
    assert all(any(line.endswith(turn) for turn in first) for line in says(told, 8))


def test_in_winter_nobody_sits_in_the_sun_and_a_small_child_begins_no_matter_of_a_grown_up() -> None:
    winter = PlanDay(
        card=Card(MARA, "Mara"), names=names(MARA), now="Friday, January 19, 1934, 07:00", places=("Lind's house",)
    )
    draft = Draft(winter, BANKS, Dice(1, ""), [], "", "Lind's house", [], "Friday", False, "Lind's house")
    assert not draft.here("having lunch in the sun") and draft.here("having lunch")
    for age, begins in ((6, False), (40, True)):
        q = ask(telling=Telling())
        assert bool(_beginning_threads(Talk(replace(q, card=replace(q.card, age=age)), BANKS))) is begins
