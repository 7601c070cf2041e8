"""What people have told is asked after later, and they say how it stands; what is held in earnest is no party; children."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from scripted_questions import NOW
from test_scripted_standing import BANKS, MARA, SCRIPT, TOM, ask, says
from town import SCENARIO, write_town

from sim.answer.scripted.asked_after import is_asked, kind_of
from sim.answer.scripted.comments import BOTH, KIN, has_part
from sim.answer.scripted.commitments import expected
from sim.answer.scripted.conclusions import conclusions
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.draft import Draft
from sim.answer.scripted.english.gatherings import MEETING, MOURNING, PARTY, gathering_of, sort_of
from sim.answer.scripted.english.grammatical_person import first_person, in_own_mouth, may_be_kins, ones_own, second_person
from sim.answer.scripted.english.phrases import asked_after, inviting, news_lines
from sim.answer.scripted.english.presumptions import not_yet, out_of_place
from sim.answer.scripted.english.statements import statements_in
from sim.answer.scripted.english.third_person import third_person
from sim.answer.scripted.general_work import deeds
from sim.answer.scripted.own_matters import undertakings
from sim.answer.scripted.own_news import on_ones_mind
from sim.answer.scripted.relationship_sentences import relationship_sentence
from sim.answer.scripted.relationship_words import COOL, STRANGER, with_kin
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.telling import is_over
from sim.language.text import sentence_keys
from sim.language.time_and_place import near_by, read_now
from sim.llm.base import Names
from sim.prompts import Card, SaidInTown, Setting, Telling
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.recap import SummariseTalk
from sim.scenario import load_with_warnings
from sim.scenario.build import called_by_friends
from sim.scenario.yaml_writer import written

OWES = f"{TOM} told {MARA} that Tom owes the miller ninety crowns since the winter"
INQUIRY = f"{MARA} is holding an inquiry into the fire at Mill Green on Saturday at 10 am"


def town(ago: int) -> Telling:
    """A town in which Tom said it so many game seconds ago."""
    said = "I owe the miller ninety crowns since the winter."
    return Telling(pair=7, me=3, town=SaidInTown({key: 1000 - ago // 10 for key in sentence_keys(said)}, 1000))


def test_what_somebody_told_is_asked_after_hours_later_and_once() -> None:
    asked = [line for line in says(memories=(OWES,), telling=town(3 * 3600)) if is_asked(line)]
    assert len(asked) > 15 and {is_asked(line) for line in asked} == {"you owe the miller ninety crowns since the winter"}
    assert not any(map(is_asked, says(memories=(OWES,), telling=town(600)))), "too soon"
    assert not any(map(is_asked, says(memories=(OWES,), telling=town(3 * 3600), relationship=f"Mara blames {TOM}")))
    again = Telling(pair=7, me=3, town=SaidInTown(
        {key: 10 for line in (asked[0].partition(". ")[2], "I owe the miller ninety crowns since the winter.", *asked)
         for key in sentence_keys(line)}, 2000))  # fmt: skip
    assert not any(map(is_asked, says(memories=(OWES,), telling=again))), "once"


def test_who_is_asked_says_how_it_stands_and_neither_is_taken_for_news() -> None:
    line = asked_after.AFTER_WORRY[0].replace("{s}", "you owe the miller ninety crowns since the winter")
    owes = f"{MARA} owes the miller ninety crowns since the winter"
    said = ((TOM, f"Good morning, Mara. {line}"),)
    assert statements_in(line, TOM, MARA, BANKS) == ()
    answers = says(said, telling=Telling(pair=7, me=3, own=(owes,)))
    assert {*answers} <= {*asked_after.ANSWER_ANY, *asked_after.ANSWER_WORRY}
    told = says(said, telling=Telling(pair=7, me=3, own=(owes,), told={owes: ["Edith Okafor"]}))
    assert all("Edith" in answer for answer in told), "whom one has spoken with"
    last = says(((MARA, line), (TOM, answers[0])))
    assert {*last} <= {*asked_after.LAST_OPEN}


def test_a_talk_in_which_somebody_asked_after_is_remembered_so() -> None:
    owes = f"{TOM} told {MARA} that Tom owes for the stone mill since the winter"
    line = asked_after.AFTER_ANY[1].replace("{s}", "you owe for the stone mill since the winter")
    answer = asked_after.ANSWER_TOLD[0].replace("{who}", "Edith")
    q = ask(((MARA, line), (TOM, answer), (MARA, asked_after.LAST_TOLD[0])), kind=SummariseTalk)
    heard = "Tom owes for the stone mill since the winter, and heard that Tom has spoken with Edith about it"
    summary = SCRIPT.answer(q).summary
    assert summary == f"{MARA} asked {TOM} how it stands: {heard}"
    found = conclusions(MARA, (owes, summary), BANKS)
    assert found[0].about[0] == "taken on" and found[0].numbers == (1, 2) and all("Edith" in text for text in found[0].texts)
    alone = conclusions(MARA, (owes, summary.partition(", and heard")[0]), BANKS)
    assert alone[0].about[0] == "no further"
    mine = owes.replace(TOM, "x").replace(MARA, TOM).replace("x", MARA).replace("Tom owes", "Mara owes")
    came = conclusions(MARA, (mine, f"{TOM} asked {MARA} how it stands: Mara owes for the stone mill since the winter"), BANKS)
    assert came[0].about[0] == "came back"
    assert not conclusions(MARA, (OWES, f"{MARA} asked {TOM} how it stands: Tom owes ninety"), BANKS), (
        "of nothing in particular"
    )


def test_what_ones_own_told_others_is_to_be_had_out_with_them() -> None:
    heard = f"{MARA} overheard Ida Lind tell {TOM} that Ida has written to a ship's captain"
    found = conclusions(MARA, (heard, f"Ida Lind told {MARA} that Ida sleeps badly since the harvest"), BANKS)
    assert found[0].about[0] == "kept from me" and TOM in found[0].texts[0]


def test_kinds_of_what_was_told() -> None:
    told = {f"{TOM} wants his field back": "wish", f"{TOM} is building a boat": "concern", f"{TOM} fears the frost": "worry",
            f"{TOM} has a green hat": "any"}  # fmt: skip
    assert {text: kind_of(text) for text in told} == told


@pytest.mark.parametrize(("text", "sort"), (
    (INQUIRY, MEETING), ("The funeral of Ida Lind is at the Chapel on Friday at 10 am", MOURNING),
    (f"{MARA} is holding a hearing about the missing money in the Town Hall on Sunday at 3 pm", MEETING),
    (f"{MARA} is giving a supper at Mill Green on Saturday at 6 pm", PARTY),
    ("Marjan has to pay for the wedding hall by Wednesday", ""), ("Donal is to sign the sale of the fields on Monday", ""),
    ("Kit broke a pane with a ball on Saturday", ""), ("Bridget saw her mother pour the tea beside the cup on Sunday", ""),
    ("Ida is hard of hearing on Sunday", ""),
))  # fmt: skip
def test_what_is_held_in_earnest_is_known_by_its_name(text: str, sort: str) -> None:
    found = gathering_of(text)
    assert (sort_of(text) if found and (found.day or found.time) else "") == sort or (
        sort == "" and not (found and found.place)
    )


def test_to_an_inquiry_nobody_is_asked_for_the_food() -> None:
    shown: dict[str, Any] = {"memories": (INQUIRY,), "telling": Telling(pair=7, me=3, sources={INQUIRY: "news"})}
    asked = [line for line in says(**shown) if "inquiry" in line]
    ends = inviting.INVITE_TO[MEETING]
    assert len(asked) > 8 and all(line.endswith(ends) for line in asked)
    theirs = asked[0].replace("Tom", "Mara")
    answers = says(((TOM, theirs),), telling=Telling(pair=7, me=3))
    ways = (*inviting.ACCEPT_TO[MEETING], *inviting.DECLINE_TO[MEETING], *inviting.UNSURE_TO[MEETING])
    assert {*answers} <= {*ways}
    must = says(((TOM, theirs),), currently=f"{MARA} has been called as a witness tomorrow", telling=Telling(pair=7, me=3))
    assert {*must} <= {*inviting.ACCEPT_TO[MEETING]}, "who has a part in it comes"
    q = ask(currently=f"{MARA} has been called as a witness tomorrow")
    assert expected(q, INQUIRY) and not expected(q, f"{TOM} is giving a supper at Mill Green on Saturday at 6 pm")


def test_in_the_third_person_people_are_called_as_their_card_calls_them() -> None:
    said = "I want the compensation that is owed to me before Gopi and I lose our quarter"
    assert third_person(said, "Phulmati Devi", "she") == (
        "Phulmati Devi wants the compensation that is owed to her before Gopi and she lose their quarter"
    )
    assert third_person("I keep it for myself, because it's mine", "Rose", "she").endswith(
        "keeps it for herself, because it's hers"
    )
    assert third_person("I keep it, and I sleep badly", "Rose") == "Rose keeps it, and they sleep badly"
    told = statements_in("Here's how things are with me. I tore up the note that I wrote.", TOM, MARA, BANKS, ("he", "she"))
    assert told == (f"{TOM} tore up the note that he wrote",)


def test_whose_a_pronoun_is_in_ones_own_mouth() -> None:
    lose = "Phulmati wants the money before she and Gopi lose their quarter on the thirtieth"
    assert in_own_mouth(lose, "Phulmati Devi", "Phulmati", "she").endswith(
        "before Gopi and I lose our quarter on the thirtieth"
    )
    asked = "On the night of the fire Tom Reed asked Ida for leave, and Ida tore up the note"
    assert first_person(asked, TOM, "Tom") == "On the night of the fire I asked Ida for leave, and Ida tore up the note"
    assert (
        second_person("Rose took a letter of Tom's out of a jacket", TOM, "Tom")
        == "Rose took a letter of yours out of a jacket"
    )
    assert ones_own("The cafe has money until May, and a chain has written to her twice", "she").endswith("written to me twice")
    assert may_be_kins("Ann's mother sang while she ironed", "she") and not may_be_kins(
        "Ann's father sang when she ironed", "she"
    )


def test_a_past_sunday_is_not_tomorrow() -> None:
    saturday = read_now("Saturday, May 9, 2026, 09:05")
    assert near_by("I found the hedgehog on Sunday", saturday) == "I found the hedgehog on Sunday"
    assert near_by("I'm giving a supper on Sunday", saturday) == "I'm giving a supper tomorrow"


def test_ties_say_whose_somebody_is() -> None:
    assert relationship_sentence("Idris Penhale", "Bridget", "Kit's father, whom she avoids") == (
        "Idris Penhale is the father of Kit, whom she avoids"
    )
    assert relationship_sentence("Idris Penhale", "Kit", "his dad", "he") == "Idris Penhale is Kit's father"
    assert relationship_sentence("Win Toller", "Saskia", "her leeks are in the soup", "she") == (
        "Saskia and Win Toller: her leeks are in the soup"
    )
    owed = "has not paid for a cup since he became clerk"
    assert relationship_sentence("Donal Creevy", "Saskia", owed, "she") == f"Donal Creevy {owed}"
    assert COOL.search("They were friends once and have not spoken since March") and COOL.search("he cannot look at her")
    assert not STRANGER.search("Kit and Pru: he broke her glass and she does not know")
    assert STRANGER.search("Kit does not know Pru Creevy yet")
    assert with_kin("Ann wants to tell her father that she loves him", ("Ned Vale is Ann's father, whom she fears",)) == (
        "Ann wants to tell Ned Vale that she loves him"
    )


def test_titles_belong_to_first_names() -> None:
    called = {"Father Lorenz": "Father Lorenz", "Brother Kilian Moser": "Brother Kilian", "Dr Anna Weiss": "Dr Weiss",
              "Ann Vale": "Ann", "Old Tom": "Old Tom"}  # fmt: skip
    assert {name: called_by_friends(name) for name in called} == called


def test_a_small_child_is_told_of_gatherings_alone_and_is_asked_no_grown_up_things() -> None:
    few = Names((MARA, "Mara"), ((TOM, "Tom"),), (), small=(TOM,))
    debt = "Mara owes the miller ninety crowns"
    telling = Telling(pair=7, me=3, own=(debt,), sources={"The mill has burned down": "news"})
    shown: dict[str, Any] = {"telling": telling, "memories": ("The mill has burned down", debt)}
    for small in (True, False):
        lines = []
        for seed in range(40):
            q = ask(seed=seed, **shown)
            lines.append(SCRIPT.answer(q if not small else replace_names(q, few)).say)
        heard = " ".join(lines)
        assert ("mill has burned" in heard) is not small and ("work" in heard) <= (not small)
    assert not on_ones_mind(Talk(replace_names(ask(**shown), few), BANKS))


def replace_names(q: Any, few: Names) -> Any:
    return replace(q, names=few)


def test_guilt_and_a_love_kept_quiet_are_not_for_anybody() -> None:
    guilt, ring = "Mara took ninety crowns of church money", "Tom gave Mara a ring of brass"
    telling = Telling(pair=7, me=3, own=(guilt, ring))
    who: dict[str, Any] = {"background": ("She bakes",), "telling": telling, "others": ("Edith Okafor",)}

    def minds(relationship: str, *memories: str) -> list[str]:
        return [news.text for news in on_ones_mind(Talk(ask(relationship=relationship, memories=memories, **who), BANKS))]

    assert not any("crowns" in text for text in minds("Edith Okafor is a customer"))
    assert any("crowns" in text for text in minds("Edith Okafor is Mara's old friend"))
    assert not any("ring" in text for text in minds("Edith Okafor is a customer", "Mara and Tom Reed are secretly engaged"))


def day(age: int, *background: str, now: str = NOW) -> Draft:
    card = Card(MARA, "Mara", age, (), background, "", 420, 1320)
    setting = Setting("baker", "Lind's house", lacks=not_yet(1962))
    q = PlanDay(
        card=card,
        names=Names((MARA, "Mara")),
        seed=1,
        now=now,
        places=("Lind's house",),
        start=420,
        minutes=960,
        setting=setting,
    )
    return Draft(q, BANKS, Dice(1, ""), [], "", "Lind's house", [], "Friday", False, "Lind's house")


def test_nobody_reads_who_cannot_and_children_keep_no_house() -> None:
    assert day(40).here("reading a few pages in bed") and day(40).here("doing the laundry")
    assert not day(40, "She cannot read, and puts her thumb to it").here("reading a few pages in bed")
    assert not day(8).here("doing the laundry") and day(8).here("digging for treasure outside")
    assert not day(40).here("talking a patient out of an illness from the internet"), "in 1962"
    assert not out_of_place("the film was on television", "", not_yet(1962)) and out_of_place("it was on TV", "", not_yet(1940))
    card = Card(MARA, "Mara", 30, (), ("She scrubs and carries in the ward of the clinic",), "", 420, 1320)
    assert deeds(card) == ["scrubbing and carrying in the ward of the clinic"]
    held = Card(MARA, "Mara", 30, (), (), f"{MARA} herds the goats on Sunday", 420, 1320)
    assert not undertakings(
        PlanDay(card=held, names=Names((MARA, "Mara")), seed=1, now=NOW, places=(), start=420), BANKS, Dice(1, "")
    )


def test_the_banks_words_for_it_are_whole() -> None:
    for name in ("INVITE_TO", "ACCEPT_TO", "DECLINE_TO", "UNSURE_TO", "TOLD_PROMISE_TO", "TOLD_DECLINE_TO", "TOLD_UNSURE_TO"):
        assert set(getattr(inviting, name)) == {MEETING, MOURNING}
    assert set(news_lines.TELL_INVITING_TO) == {MEETING, MOURNING}


def test_what_both_had_a_part_in_and_what_ones_kin_does_is_answered_as_such() -> None:
    assert has_part(Talk(ask(), BANKS), TOM, f"{TOM} tore up the note that Mara Lind wrote")
    assert not has_part(Talk(ask(), BANKS), TOM, f"{TOM} wants Mara Lind to mend the fence")
    theirs = ((TOM, "Here's how things are with me. I tore up the note that you wrote."),)
    first = {one.turns[0] for one in BANKS.comments[BOTH]}
    assert {*says(theirs, background=("She bakes",))} <= first
    ties = Setting("baker", "Lind's house", ties=("Edith Okafor is Mara's mother",))
    told = ((TOM, "I'll tell you something about me. I saw a bruise on Edith Okafor's arm."),)
    own = {one.turns[0] for one in BANKS.comments[KIN]}
    assert {*says(told, setting=ties)} <= own and not {*says(told)} & own


def test_a_feast_of_yesterday_is_over_and_no_jukebox_played_in_1911() -> None:
    feast = f"{MARA} is giving a feast at Mill Green on Thursday at 6 pm"
    assert is_over(ask(), feast) and not is_over(ask(), feast.replace("Thursday", "Saturday"))
    jukebox = "The jukebox played the same song eleven times until I found the fuse."
    assert out_of_place(jukebox, "", not_yet(1911)) and not out_of_place(jukebox, "", not_yet(1962))


def test_a_saying_that_was_cut_at_its_comma_gets_a_hint_and_numbers_in_texts_are_quoted(tmp_path: Path) -> None:
    path = write_town(tmp_path)
    path.write_text(SCENARIO.replace("  ana:\n", "  ana:\n    speech: {says: [Well, there it is.]}\n", 1))
    assert any("'Well' and 'there it is.'" in hint for hint in load_with_warnings(path)[2])
    assert written({"age": "0E0"}) == 'age: "0E0"\n' and written({"age": "12 b"}) == "age: 12 b\n"
