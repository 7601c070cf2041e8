"""How a talk goes by who knows whom and whose matter it is: plain greetings before news, first names, an office in the family,
old friends, what is said once more, what does not suit the day."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from scripted_questions import NOW, PLACES, names
from scripted_questions import ask as ask_mara

from sim.answer.scripted import Script
from sim.answer.scripted.comments import called_as
from sim.answer.scripted.conclusions import conclusions
from sim.answer.scripted.dialogue_acts import accepts
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Exchange, open_banks
from sim.answer.scripted.english.phrases import chat, meeting, news_lines
from sim.answer.scripted.english.presumptions import unfounded
from sim.answer.scripted.english.statements import statements_in
from sim.answer.scripted.exchanges import of_oneself, suiting, suits, taken_up
from sim.answer.scripted.opinions import is_matter
from sim.answer.scripted.own_matters import undertakings
from sim.answer.scripted.own_words import in_own_words
from sim.answer.scripted.relationship_words import FOND, KIN, KIN_BY_BOND
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.talk_summaries import told_that
from sim.answer.scripted.timely import of_the_hour
from sim.answer.scripted.upshots import came_to
from sim.llm.base import Names
from sim.prompts import Card, Setting, Telling
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.react import React
from sim.prompts.tasks.recap import SummariseTalk
from sim.prompts.tasks.relation import DescribeRelationship
from sim.prompts.tasks.say import Say
from sim.types import Exchanged, Matter

MARA, TOM, EDITH, JONAS = "Mara Lind", "Tom Reed", "Edith Okafor", "Jonas Berg"
BANKS, SCRIPT = open_banks(), Script()
FIRST = {one.turns[0]: one for ones in BANKS.comments.values() for one in ones}
SUPPER = f"{MARA} is giving a supper at Mill Green on Saturday at 6 pm"
OFFICE = f"{EDITH} is running for mayor of Millbrook"
Lines = tuple[tuple[str, str], ...]


def ask(said: Lines = (), seed: int = 1, others: tuple[str, ...] = (TOM,), kind: type[Any] = Say, **fields: Any) -> Any:
    card = Card(
        MARA, "Mara", 40, fields.pop("traits", ()), fields.pop("background", ()), fields.pop("currently", ""), 420, 1320
    )
    shown = {
        "relationship": f"{TOM} is a neighbour",
        "setting": Setting("baker", "Lind's house", "The Copper Kettle"),
        **fields,
    }
    talking = {"talking_with": others, "turns_left": 12} if kind is Say else {}
    return kind(card=card, names=names(MARA), seed=seed, now=shown.pop("now", NOW), conversation=said, **talking, **shown)


def says(said: Lines = (), most: int = 20, **fields: Any) -> list[str]:
    return [SCRIPT.answer(ask(said, seed, **fields)).say for seed in range(most)]


def described(tie: str, memories: tuple[str, ...]) -> str:
    card = Card(MARA, "Mara", 40, (), (), "", 420, 1320)
    asked = DescribeRelationship(card=card, names=names(MARA), about=TOM, relationship=tie, memories=memories)
    return SCRIPT.answer(asked).relationship


def greeted(table: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(line.replace("{you}", "Tom") for line in table)


def test_whoever_has_something_to_tell_greets_plainly() -> None:
    plain = tuple(line for lines in meeting.GREET_HOUR.values() for line in greeted(lines))
    lines = says(memories=(SUPPER,), traits=("witty", "sarcastic"))
    assert all(line.startswith(plain) and "supper" in line for line in lines)


def test_a_stranger_is_told_nothing_before_both_have_said_who_they_are() -> None:
    nobody = f"{MARA} does not know {TOM} yet"
    assert not [line for line in says(memories=(SUPPER,), relationship=nobody) if "supper" in line]
    met = ((MARA, "Hello, I'm Mara."), (TOM, "Hello, Mara. I'm Tom."))
    assert [line for line in says(met, memories=(SUPPER,), relationship=nobody) if "supper" in line]


def test_in_company_nobody_passes_on_what_they_have_heard() -> None:
    told = f"{EDITH} told {MARA} that the old bridge will be closed on Monday"
    alone = says(((TOM, "Hello, Mara."),), memories=(told,))
    company = says(((TOM, "Hello, Mara."), (JONAS, "Hello, Mara.")), others=(TOM, JONAS), memories=(told,))
    assert [line for line in alone if "bridge" in line] and not [line for line in company if "bridge" in line]


def test_who_is_known_is_called_by_the_first_name_and_understood() -> None:
    told = ((TOM, "Has anybody told you yet? Edith is running for mayor of Millbrook."),)
    assert Talk(ask(told), BANKS).statements == ((TOM, OFFICE),)
    assert SCRIPT.answer(ask((*told, (MARA, "Is that so?")), kind=SummariseTalk)).learned == (OFFICE,)
    lines = says(((TOM, "Hello, Mara. Any news?"),), memories=(f"{JONAS} told {MARA} that {OFFICE}",))
    named = [line for line in lines if "running for mayor" in line]
    assert named and not [line for line in named if EDITH in line or JONAS in line]


def test_whoever_confirms_their_party_invites_to_it_without_telling_it_again() -> None:
    asked = ((TOM, "I hear that you're giving a supper at Mill Green today at 6 pm. Is it true?"),)
    lines = says(asked, memories=(SUPPER,))
    assert all(line.startswith(news_lines.CONFIRMED) and "supper" not in line for line in lines)
    heard = ((MARA, "I hear that you are giving a supper at Mill Green today at 6 pm. Is it true?"), (TOM, lines[0]))
    occasion = Talk(ask(heard), BANKS).occasion
    assert occasion is not None and occasion[0] == TOM and occasion[2].place == "Mill Green"


@pytest.mark.parametrize(
    "line, fields, bond",
    [
        ("Has anybody told you yet? {s}.", {"setting": Setting("mayor")}, "holder"),
        ("Has anybody told you yet? {s}.", {"background": ("Her son Jonas is the mayor",)}, "holder's family"),
        (news_lines.TELL_OWN_OFFICE[0].replace("{S}", "{s}"), {}, "to the holder"),
        (news_lines.TELL_HOME[0].replace("{S}", "{s}"), {}, "to the family"),
    ],
)
def test_what_is_said_of_a_candidacy_goes_by_whose_office_it_is(line: str, fields: dict[str, Any], bond: str) -> None:
    heard = [FIRST[said] for said in says(((TOM, line.format(s=OFFICE)),), **fields) if said in FIRST]
    assert heard and {one.bond for one in heard} == {bond}
    others = [FIRST[said] for said in says(((TOM, f"Has anybody told you yet? {OFFICE}."),)) if said in FIRST]
    assert others and bond not in {one.bond for one in others}


def test_two_who_both_go_to_a_party_part_until_then() -> None:
    told = (TOM, "Have you heard yet? Edith is giving a supper at Mill Green on Saturday at 6 pm.")
    for known, upshot in ((news_lines.KNEW[0], "going"), (news_lines.KNEW_GOING[1], "accept")):
        said = (told, (MARA, f"{known} {news_lines.ASK_GOING[0]}"), (TOM, news_lines.GOING[0]))
        assert came_to(Talk(ask(said), BANKS)) == upshot, known


def test_a_lost_glove_is_no_sad_news() -> None:
    talk = Talk(ask(), BANKS)
    assert called_as(talk, TOM, "Somebody has lost a red glove and hung up its twin") == "plain theirs"
    assert called_as(talk, TOM, "Edith Okafor has lost her father") == "sad theirs"


def test_who_leaves_is_answered_as_that_and_gives_no_party() -> None:
    leaving = f"{TOM} is leaving the circus at Easter"
    firsts = {e.turns[0] for name, each in BANKS.comments.items() if name.startswith("leaving yours") for e in each}
    for view in ("for", "against", "in two minds about"):
        assert len(BANKS.comments[f"leaving yours {view}"]) > 1
    asked = ask(((MARA, "Hello, Tom."), (TOM, "Hello. I'm leaving the circus at Easter.")))
    assert is_matter(leaving) and called_as(Talk(asked, BANKS), TOM, leaving).split()[0] != "party"
    assert firsts & {*says(asked.conversation)}
    assert called_as(Talk(asked, BANKS), TOM, "There was once a wedding") == "glad theirs"


def test_news_that_names_its_teller_is_the_tellers_own() -> None:
    talk = Talk(ask(), BANKS)
    assert called_as(talk, TOM, f"A stranger offered {TOM} a great deal of money for the mill") == "plain yours"
    assert called_as(talk, TOM, "A stranger offered a great deal of money for the mill") == "plain theirs"


def test_nothing_sad_begins_with_a_flourish() -> None:
    sad = {one.turns[0] for one in BANKS.exchanges if one.tone in ("sad", "worried")}
    plain = tuple(line for lines in meeting.GREET_HOUR.values() for line in greeted(lines))
    nurse = {"traits": ("gloomy",), "setting": Setting("nurse", "Lind's house", "The Copper Kettle")}
    lines = [line for line in says(((TOM, "Hello, Mara."),), most=150, **nurse) if line.endswith(tuple(sad))]
    assert lines and all(line.startswith(plain) for line in lines)


def test_friends_of_a_day_do_not_talk_as_friends_of_years() -> None:
    for tie, old in (
        (f"{MARA} likes {TOM} and is curious to hear more", False),
        (f"{TOM} lives at Mill Row too, and Mara likes talking with Tom", False),
        (f"{TOM} is Mara's friend since school, and Mara likes talking with Tom", True),
    ):
        assert suits("fond", Talk(ask(relationship=tie), BANKS)) == old, tie


@pytest.mark.parametrize(
    "tie",
    [
        "Mara cannot stand Tom Reed", "Mara hates Tom Reed", "Mara does not trust Tom Reed since Lisbon",
        "Mara finds Tom Reed sinister", "Tom Reed is Mara's enemy", "Mara blames Tom Reed for the fall",
        "Mara no longer speaks to Tom Reed", "Mara and Tom Reed: an old feud",
    ],
)  # fmt: skip
def test_on_bad_terms_nobody_speaks_out_of_liking(tie: str) -> None:
    assert Talk(ask(relationship=tie), BANKS).cool
    seen = ask(kind=React, relationship=tie, seen=f"{TOM} is reading a book", doing="resting")
    assert not [one.reason for one in SCRIPT.propose(seen, 9) if "enjoy" in one.reason or "likes" in one.reason]
    met = (f"{MARA} and {TOM} talked about the weather", f"{MARA} talked with {TOM} about bread")
    assert "likes talking" not in described(tie, met)


def test_what_somebody_told_of_themselves_names_them_once_more() -> None:
    told = told_that(MARA, [TOM], f"{MARA} is training a young mare")
    assert told == "Mara Lind told Tom Reed that Mara is training a young mare"
    assert in_own_words(told, ask()) == "I told Tom Reed that I'm training a young mare"
    assert told_that("Brother Odo", [TOM], "Brother Odo is ill").endswith(" that Odo is ill")


def test_one_talk_makes_nobody_like_talking_with_somebody() -> None:
    met = (f"{MARA} and {TOM} talked about the weather", f"{MARA} talked with {TOM} about bread")
    for talks, likes in ((met[:1], False), (met, True)):
        assert ("likes talking with Tom" in described(f"{TOM} is a neighbour", talks)) is likes


def test_a_matter_for_somebody_by_name_is_told_on_bad_terms_too() -> None:
    of_it = ("first", "again")
    said = {one: Exchanged((f"I kept the {one} letter.", "Did you?", "I did."), 0, f"kept the {one} letter") for one in of_it}
    matter = Matter(
        MARA, "a letter", "any", (TOM,), **said, insight=("{a} keeps letters",), said=("Send it.",), answers=("No.",)
    )
    setting = Setting("baker", "Lind's house", "The Copper Kettle", matters=(matter,))
    tie, seen = "Mara cannot stand Tom Reed", f"{TOM} is reading a book"
    speaks = [
        SCRIPT.answer(ask(kind=React, seed=seed, relationship=tie, seen=seen, doing="resting", setting=to)).choice == "talk"
        for to in (setting, Setting("baker", "Lind's house", "The Copper Kettle"))
        for seed in range(40)
    ]
    assert sum(speaks[:40]) > sum(speaks[40:]) + 10


def test_nobody_calls_today_by_its_weekday_nor_speaks_at_dawn_of_what_the_day_has_brought() -> None:
    cake = (Exchange("a cake", "any", ("I've promised everybody cake for Saturday.", "How many are coming?")),)
    for now, said in (("Friday, May 8, 2026, 09:05", True), ("Saturday, May 9, 2026, 09:05", False)):
        talk = Talk(ask(((TOM, "Hello, Mara."),), now=now), BANKS)
        assert bool(suiting(cake, talk, talk.begun)) == said, now
        assert not suiting(cake, talk, lambda turns: True)
    line = "Somebody pushed in before me today."
    assert not of_the_hour(line, 390) and of_the_hour(line, 840)


def test_whoever_is_asked_for_news_tells_some_and_asks_for_nothing() -> None:
    asked = ((TOM, "Hello, Mara."), (MARA, "Hello, Tom."), (TOM, "Any news?"))
    firsts = {
        line
        for seed in range(80)
        for line in of_oneself(Talk(ask(asked, seed, traits=("lazy", "proud")), BANKS), Dice(seed, "x"))
    }
    assert firsts and not [line for line in firsts if "?" in line or line.startswith(("Don't", "Here's", "When we two"))]


def test_a_matter_spoken_of_once_more_begins_with_what_it_follows_from() -> None:
    thread = next(one for one in BANKS.threads if one.first.bond == "any" and "?" not in one.said[0].turns[0])
    memories = (thread.insight[0].replace("{a}", TOM),)
    lines = taken_up(Talk(ask(memories=memories), BANKS))
    assert [line for line in lines if line.startswith(chat.BRIDGE["again"])]
    for line in lines:
        assert line in {one.turns[0] for one in thread.said if "?" in one.turns[0]} or line.startswith(chat.BRIDGE["again"])


def test_who_has_a_family_is_not_about_to_leave_it() -> None:
    line = "They've offered me two years' work at a far station, right at the map's edge."
    assert unfounded(line, ("He is married to Daniela",), 39) and not unfounded(line, ("He lives at Tanner Row",), 31)


def test_a_day_that_stands_before_its_occasion_is_heard_with_it() -> None:
    line = "Hello, Tom. Are you free on Sunday at 3 pm? I'm giving a supper at Mill Green. Will you come?"
    assert statements_in(line, MARA, TOM, BANKS) == (f"{MARA} is giving a supper at Mill Green on Sunday at 3 pm",)


def test_nothing_is_done_before_a_supper_that_is_over() -> None:
    line = "I could be up there with a tile before supper."
    assert of_the_hour(line, 840) and not of_the_hour(line, 1313)


def test_nobody_wishes_a_good_day_in_the_evening() -> None:
    for traits in (("serious",), ("polite",)):
        for now, day in (("Friday, May 8, 2026, 10:05", True), ("Friday, May 8, 2026, 20:05", False)):
            asked = [ask((), seed, traits=traits, now=now) for seed in range(30)]
            said = {line.say for one in asked for line in Script().propose(one, 4)}
            assert any("good day" in line.lower() for line in said) == day, (traits, now)


@pytest.mark.parametrize(("trade", "asked"), [("I bake the bread.", True), ("I'm a student.", False), ("I'm retired.", False)])
def test_who_studies_or_is_retired_is_not_asked_about_work(trade: str, asked: bool) -> None:
    met = ((MARA, "Hello, I'm Mara. I bake."), (TOM, f"Hello, Mara. I'm Tom. {trade}"))
    lines = says(met, 60, relationship=f"{MARA} does not know {TOM} yet")
    assert any("work" in line and line.endswith("?") for line in lines) == asked, lines


def test_nobody_says_yes_at_once_to_whom_they_are_on_bad_terms_with_nor_when_others_tell_of_it() -> None:
    cool = f"Mara has not spoken a friendly word to {TOM} since the harvest"
    party = f"{TOM} is giving a supper at Mill Green on Saturday at 6 pm"
    asked = ((TOM, "Hello, Mara. I'm giving a supper at Mill Green tomorrow at 6 pm. Will you come?"),)
    for tie, ties, some in ((f"{TOM} is a neighbour", (), True), (cool, (cool,), False)):
        setting = Setting("baker", "Lind's house", "The Copper Kettle", ties=ties)
        shown = {"traits": ("friendly",), "setting": setting}
        assert any(accepts(line, BANKS) for line in says(asked, relationship=tie, **shown)) is some
        heard = [Talk(ask(others=(EDITH,), telling=Telling(me=me), **shown), BANKS) for me in range(12)]
        assert ("party accept" in {called_as(talk, EDITH, party) for talk in heard}) is some


def test_who_never_sets_foot_in_the_inn_neither_eats_there_nor_visits_whom_they_are_on_bad_terms_with() -> None:
    card = Card(MARA, "Mara", 40, ("sociable",), ("She has not set foot in the inn since her brother left",), "", 300, 1260)
    cool = "Mara has not spoken a friendly word to Tom Reed since the harvest"
    places = ("Lind's mill", "The Merry Ladle", "Rosehip Hut")
    for one, ties, none in ((replace(card, background=()), (), False), (card, (cool,), True)):
        few = Names((MARA, "Mara"), ((TOM, "Tom"), (EDITH, "Edith")), places)
        setting = Setting("miller", "Lind's mill", "Lind's mill", ties=ties)
        q = PlanDay(card=one, names=few, now=NOW, places=places, start=300, minutes=960, setting=setting)
        known = (f"{TOM} is here", f"{EDITH} is here")
        entries = [entry for seed in range(8) for entry in SCRIPT.answer(replace(q, seed=seed, memories=known)).plan]
        assert any(entry.place == "The Merry Ladle" or TOM in entry.activity for entry in entries) is not none


def test_of_whose_secret_got_out_it_is_not_concluded_that_the_teller_gives_secrets_away() -> None:
    for told, leaks in (
        ("Ruth Hale hides a letter from the mill", 1),
        ("Ruth Hale once gave away a secret of Leila's", 0),
        ("Nobody is to know that Ruth Hale is leaving", 0),
    ):
        assert len(conclusions(MARA, [f"Leila Moss told {MARA} that {told}"], BANKS)) == leaks


@pytest.mark.parametrize("tie", ("Father Ansgar does not know Mirl Zandt yet", "Benno Karst is a brother who wastes salt",
    "Samir Lindholm is the clerk who is patient with her husband", "Edda and Osbert Miller: she knew his mother",
    "Wyn Ladler is Edda's dearest friend; Edda knows that Wyn Ladler told Mara Lind of Tom Reed's brother"))  # fmt: skip
def test_a_title_another_ones_family_and_what_is_known_of_somebody_make_nobody_kin(tie: str) -> None:
    assert not KIN.search(tie) and not any(kin.search(tie) for kin in KIN_BY_BOND.values())
    assert bool(FOND.search(tie)) == ("Father" not in tie)


def test_kin_is_who_a_tie_says_is_ones_own() -> None:
    ties = {"her husband": "couple", "Ines Quill is Corin's twin sister": "sibling", "Ruth and Jo: her grandson": "child"}
    for tie, bond in ties.items():
        assert KIN.search(tie) and [name for name, kin in KIN_BY_BOND.items() if kin.search(tie)] == [bond]


def test_a_tie_stays_and_what_comes_to_it_stands_behind_it_once() -> None:
    tie, news = "Tom has not spoken a friendly word to Mara since the harvest", "Tom Reed has a bad knee"
    talked = (f"{MARA} talked with {TOM} about the weather",)
    for seed in range(6):
        asked = ask_mara(DescribeRelationship, seed, about=TOM, relationship=tie, memories=talked)
        assert SCRIPT.answer(asked).relationship == tie
        known = SCRIPT.answer(replace(asked, memories=(news, *talked))).relationship
        assert known == f"{tie}; Mara knows that {news}"
        assert SCRIPT.answer(replace(asked, relationship=known, memories=(news, *talked))).relationship == known
        newer = SCRIPT.answer(replace(asked, relationship=known, memories=("Tom Reed sings at night", news))).relationship
        assert newer == f"{tie}; Mara knows that Tom Reed sings at night"


def test_of_a_worry_nobody_asks_how_far_it_has_got_and_it_is_what_the_talk_was_about() -> None:
    asked: Lines = ((TOM, "Hello, Mara."), (MARA, "Hello, Tom. How is work going?"))
    for said, kind in (("I have a knee that hurts and tell nobody.", "worry"), ("I'm building a boat for two.", "concern")):
        talk = (*asked, (TOM, said))
        for line in (SCRIPT.answer(ask(talk, seed)).say for seed in range(8)):
            assert any(line.endswith(one.turns[0]) for one in BANKS.comments[kind])
            told = (*talk, (MARA, line), (TOM, FIRST[line].turns[1]))
            summary = SCRIPT.answer(ask(told, kind=SummariseTalk, relationship=None)).summary
            assert summary.startswith(f"{TOM} told {MARA} that Tom") and FIRST[line].about not in summary


@pytest.mark.parametrize("errand, card, line", [
    ("to tell that the old cow has to be put down", "Mara has to tell Tom that the old cow has to be put down", "the old cow"),
    ("to ask about the letter", "Mara means to ask Tom about the letter", "I want to ask you about the letter."),
    ("to say thank you properly", "Tom Reed mended Mara's roof", "thank"),
])  # fmt: skip
def test_who_has_been_looking_for_somebody_says_at_once_what_for(errand: str, card: str, line: str) -> None:
    fields: dict[str, Any] = {"doing": f"looking for {TOM} {errand}", "currently": card}
    for seed in range(6):
        opening = SCRIPT.answer(ask(seed=seed, **fields)).say
        answered = SCRIPT.answer(ask(((TOM, "Hello, Mara. Any news?"),), seed, **fields)).say
        assert line.lower() in opening.lower() and line.lower() in answered.lower()
    if errand.startswith("to tell"):
        heard = ask(((TOM, opening.replace("Tom", "Mara")), (MARA, "Oh dear.")), kind=SummariseTalk)
        assert SCRIPT.answer(heard).learned == ("The old cow has to be put down",)


def test_what_a_card_has_to_tell_somebody_is_planned_until_it_is_told() -> None:
    what = "that the old cow has to be put down"
    for told in ((), (f"{MARA} told {TOM} {what}",)):
        plan = ask_mara(PlanDay, places=PLACES, memories=(f"{MARA} has to tell Tom {what}", *told))
        assert any(one.who == TOM for one in undertakings(plan, BANKS, Dice(1, "plan"))) == (not told)


HELLO = ((MARA, "Hello, Tom."), (TOM, "Hello, Mara."))


def test_what_is_on_ones_card_is_told_in_ones_own_words_once_and_comes_back_as_it_was() -> None:
    sews = f"{MARA} is sewing a costume that brings bad luck"
    own = (f"{MARA} froze on the ladder in November", f"{MARA} has a letter and hides it")
    for told in ({}, {sews: [TOM]}):
        telling = (Telling(pair, told, own=own) for pair in range(9))
        lines = [line for one in telling for line in says(HELLO, telling=one, currently=sews.replace(" Lind", ""), most=4)]
        costume = [line for line in lines if "I'm sewing a costume" in line]
        assert bool(costume) != bool(told) and not [line for line in lines if "letter" in line]
        assert all(statements_in(line, MARA, TOM, BANKS) == (sews,) for line in costume)
        assert [line for line in lines if "I froze on the ladder" in line]


def test_who_heard_the_same_speak_of_it_and_who_did_not_is_told() -> None:
    trumpets = "The elephant trumpets so that the windows shake"
    both = {line for pair in range(9) for line in says(HELLO, telling=Telling(pair, happened={trumpets: [TOM]}), most=3)}
    first = {one.turns[0] for one in BANKS.comments["happened sound"]}
    assert [line for line in both if trumpets in line and line.endswith(tuple(first))]
    alone = {line for pair in range(9) for line in says(HELLO, telling=Telling(pair, happened={trumpets: []}), most=3)}
    assert {statements_in(line, MARA, TOM, BANKS) for line in alone if "trumpets" in line} == {(trumpets,)}
