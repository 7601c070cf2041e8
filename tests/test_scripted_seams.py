"""Where talks used to break: kin who greet formally, stories on top of answers, strangers who tell nothing of themselves, talks
of four, goodbyes that are parties."""

from __future__ import annotations

import re
from typing import Any

import pytest
from scripted_questions import NOW, names

from sim.answer.scripted import Script
from sim.answer.scripted.dialogue_acts import accepts, act_of, declines, is_farewell
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.english.gatherings import gathering_of
from sim.answer.scripted.english.grammatical_person import first_person
from sim.answer.scripted.english.phrases import chat, inviting, manners, meeting, news_lines
from sim.answer.scripted.english.statements import statements_in
from sim.answer.scripted.exchanges import at_such_a_place, openings
from sim.answer.scripted.initiatives import framed, questions
from sim.answer.scripted.opinions import KINDS, held
from sim.answer.scripted.talk import Talk
from sim.prompts import Card, Setting
from sim.prompts.records import Telling
from sim.prompts.tasks.say import Say

MARA, TOM, EDITH, JONAS = "Mara Lind", "Tom Reed", "Edith Okafor", "Jonas Berg"
BANKS, SCRIPT = open_banks(), Script()
FIRST = {exchange.turns[0]: exchange for exchange in BANKS.exchange_named.values()}
Lines = tuple[tuple[str, str], ...]


class _Everything:
    """All that could be said has been said in town."""

    def __contains__(self, sentence: object) -> bool:
        return True


def ask(said: Lines = (), seed: int = 1, others: tuple[str, ...] = (TOM,), **fields: Any) -> Say:
    traits = fields.pop("traits", ())
    card = Card(MARA, "Mara", 40, traits, (), fields.pop("currently", ""), 420, 1320)
    shown = {
        "relationship": f"{TOM} is a neighbour",
        "setting": Setting("baker", "Lind's house", "The Copper Kettle"),
        **fields,
    }
    return Say(card=card, names=names(MARA), seed=seed, now=NOW, talking_with=others, conversation=said, turns_left=12, **shown)


def says(said: Lines = (), most: int = 20, **fields: Any) -> list[str]:
    return [SCRIPT.answer(ask(said, seed, **fields)).say for seed in range(most)]


def begun(line: str) -> list[str]:
    """The first lines of small conversations that a line ends with."""
    return [first for first in FIRST if line.endswith(first)]


@pytest.mark.parametrize(
    "tie, called", [("her father", "Dad"), ("her mother", "Mum"), ("his grandmother", "Gran"), ("her brother", "Tom")]
)
def test_kin_greet_as_kin_and_parents_by_what_they_are(tie: str, called: str) -> None:
    lines = says(relationship=f"{tie}", at="Mill Green")
    assert all(called in line for line in lines)
    assert not [line for line in lines if re.search(r"\b(?:Good (?:morning|day|evening)|Nice to see you|how are you)\b", line)]


@pytest.mark.parametrize(
    "tie",
    [
        "mother of two of her pupils",
        "Tom Reed is Mara's mother of two of her pupils",
        "her mother-in-law",
        "she knew his mother",
        "like a mother to her",
    ],
)
def test_who_is_no_mother_is_not_called_so_nor_spoken_to_as_one(tie: str) -> None:
    for line in says(((TOM, "Hello, Mara."),), relationship=tie):
        assert "Mum" not in line and not [first for first in begun(line) if FIRST[first].bond in ("parent", "child")]


def test_a_small_conversation_is_begun_after_greetings_and_on_nothing_else() -> None:
    told = ((TOM, "Hello, Mara. Did you hear? The old bridge will be closed on Monday."), (MARA, "I had no idea."))
    invited = (
        (MARA, "Tom, I'm giving a supper at Mill Green on Saturday at 6 pm. Will you come?"),
        (TOM, "I can't make it. I'm no good in company just now."),
    )
    clash = "You're meeting Edith on Sunday at 3 pm, and Jonas as well. Does either of them know?"
    concluded = ((MARA, clash), (TOM, "Then they'll have to meet each other."))
    for said in ((*told, (TOM, "Well.")), invited, concluded):
        assert not [line for line in says(said) if begun(line)], said
    assert sum(bool(begun(line)) for line in says(((TOM, "Hello, Mara."),))) > 5


def test_who_is_asked_and_has_nothing_to_tell_asks_in_turn_and_once() -> None:
    asked = ((MARA, "Hello, Tom."), (TOM, "Hello, Mara. How are things?"))
    told = Telling(town=_Everything())
    lines = says(asked, telling=told)
    assert all(line.endswith(tuple(chat.ASK_BACK)) for line in lines)
    back = ((MARA, "Hello, Tom. How are things?"), (TOM, "Nothing new. And yourself?"))
    assert not [line for line in says(back, telling=told) if line.endswith("?")]


def test_a_party_in_mind_is_no_answer_to_how_work_is() -> None:
    asked = ((MARA, "Hello, Tom."), (TOM, "Hello, Mara. How is work?"))
    party = "Mara is looking forward to the spring party at Mill Green on Saturday at 5 pm"
    assert not [line for line in says(asked, currently=party, telling=Telling(pair=3)) if "looking forward" in line]


def test_strangers_say_what_they_do_and_only_a_newcomer_asks_as_one() -> None:
    unknown = f"Mara does not know {TOM} yet"
    lines = says(relationship=unknown)
    assert sum(any(line.endswith(says) for says in BANKS.introductions["baker"]) for line in lines) > 15
    assert not any("{" in line or "a baker" in line for line in lines), "in words of their own, and not as a card has it"
    answers = says(((TOM, "Hello, I'm Tom. I've got the mill."),), 60, relationship=unknown)
    assert not [line for line in answers for first in begun(line) if FIRST[first].bond == "newcomer"]
    assert any(FIRST[first].trade == "baker" for line in answers for first in begun(line))


def test_a_second_talk_of_a_day_begins_as_such() -> None:
    lines = says(telling=Telling(today=1))
    assert all(act_of(line, BANKS) == "greet" for line in lines)
    assert all(re.search(r"again|once more|Twice|keep meeting", line) for line in lines)


def test_a_fourth_leaves_three_to_their_talk() -> None:
    said = ((TOM, "Hello, everybody."), (EDITH, "Hello."), (JONAS, "Good morning."))
    for seed in range(10):
        reply = SCRIPT.answer(ask(said, seed, (TOM, EDITH, JONAS)))
        assert reply.end and reply.say in meeting.TOO_MANY
    three = next(exchange.turns for exchange in BANKS.exchanges if exchange.people == 3)
    left = ((MARA, "Hello."), (TOM, f"Hello. {three[0]}"), (EDITH, three[1]), (JONAS, meeting.TOO_MANY[0]))
    assert SCRIPT.answer(ask(left, 1, (TOM, EDITH, JONAS))).say == three[2]


def test_three_are_addressed_once() -> None:
    greeted = ((TOM, "Good morning, you two."),)
    assert not [line for line in says(greeted, others=(TOM, EDITH)) if line.startswith("Good morning, you two")]
    left = ((MARA, "Hello, you two."), (TOM, "Hello."), (EDITH, "Hello."), (TOM, "Until later."), (EDITH, "Bye."))
    assert not [line for line in says(left, others=(TOM, EDITH)) if "you two" in line]


def test_in_company_a_promise_is_for_whoever_invited() -> None:
    invited = (
        (TOM, "Hello, you two. I'm giving a supper at Mill Green on Saturday at 6 pm. Will you come?"),
        (MARA, "I can't make it. I'm no good in company just now."),
        (EDITH, "Count me in. I'll be there."),
    )
    assert not [line for line in says(invited, others=(TOM, EDITH)) if line.startswith(inviting.TOLD_PROMISE)]


def test_goodbyes_are_heard_as_such_where_they_name_nobody() -> None:
    tables = (meeting.FAREWELL, meeting.GOODBYE_BACK, meeting.AT_HOME, meeting.TOO_MANY)
    lines = [line.replace(", {you}", "") for table in tables for line in table]
    assert [line for line in lines if act_of(line, BANKS) != "farewell"] == []


@pytest.mark.parametrize("table, act", [(manners.GREETINGS, "greet"), (meeting.FAREWELL_AFTER, "farewell")])
def test_each_nature_greets_and_every_upshot_is_left_in_words_that_are_heard_as_such(
    table: dict[str, tuple[str, ...]], act: str
) -> None:
    assert act == "farewell" or set(table) <= set(BANKS.voices)
    lines = [line.replace("{you}", you) for rows in table.values() for line in rows for you in ("Tom", "Dad")]
    assert {line: act_of(line, BANKS) for line in lines if act_of(line, BANKS) != act} == {}


def test_who_somebody_is_can_be_heard_in_how_they_greet_and_in_what_they_tell() -> None:
    shy, loud = says(traits=("shy",)), says(traits=("cheerful",))
    assert len(set(shy) & set(loud)) < len(set(shy)) and any(line.startswith("Oh") for line in shy)
    asked = ((MARA, "Hello, Tom."), (TOM, "Hello, Mara. How is work?"))
    tones = {
        trait: [FIRST[first].tone for line in says(asked, traits=(trait,)) for first in begun(line)]
        for trait in ("grumpy", "cheerful")
    }
    assert tones["grumpy"].count("annoyed") > tones["cheerful"].count("annoyed")


def test_a_farewell_may_be_a_party_and_supper_something_to_eat() -> None:
    assert not is_farewell("I'm giving a farewell for the old piano at Alder School on Saturday at 6 pm.")
    assert is_farewell("Farewell, Tom.") and gathering_of("Theo Barnes is having toast and broth for supper") is None
    assert gathering_of("Mara Lind is giving a supper at Mill Green on Saturday at 6 pm")


def test_whoever_goes_first_takes_leave_by_the_answer_to_an_invitation() -> None:
    invited = (TOM, "Hello, Mara. Listen, I'm giving a supper at Mill Green on Saturday at 6 pm. Will you come?")
    for answer, told, upshot in (
        ("Count me in. I'll be there.", "That makes me happy.", "accept"),
        ("I can't make it. I'm no good in company just now.", "That's a pity, but I understand.", "decline"),
        ("Maybe. I have to see first whether I can get away.", "Come if you can.", "unsure"),
    ):
        fitting = (*meeting.FAREWELL_AFTER[upshot], *meeting.FAREWELL_THERE)
        lines = says((invited, (MARA, answer), (TOM, told)))
        ends = [line.replace("Tom", "{you}").replace("the supper", "{what}") for line in lines]
        assert set(ends) <= set(fitting), (answer, set(ends) - set(fitting))


def test_however_news_is_told_it_is_heard_to_the_letter() -> None:
    office, concert = "Petra Holm is running for mayor of Millbrook", "The choir is giving a concert at Mill Green on Saturday"
    supper = "I'm giving a supper at Mill Green tomorrow at 6 pm"
    tables = {name: table for name, table in vars(news_lines).items() if name.startswith("TELL_")}
    assert len(tables) > 10
    for name, table in tables.items():
        for frame in (line for lines in table.values() for line in lines) if isinstance(table, dict) else table:
            for statement in (office, concert):
                told = framed([frame], statement, "Petra")
                assert bool(told) == (statement == concert or "{Head}" not in frame), frame
                assert all(statements_in(f"Hello, Mara. {line}", TOM, MARA, BANKS) == (statement,) for line in told), frame
            asked = f"Hello, Mara. {framed([frame], supper, 'Petra')[0]} Will you come?"
            if "INVITING" in name:
                assert act_of(asked, BANKS) == "invite", frame
                assert statements_in(asked, TOM, MARA, BANKS)[0].endswith("a supper at Mill Green tomorrow at 6 pm"), frame


def test_what_comes_of_news_is_told_from_news_and_an_answer_to_an_invitation_says_which() -> None:
    """Whoever hears it knows the exchange by its lines, and takes none of them for news."""
    for news, ones in BANKS.comments.items():
        for one in ones:
            assert [act_of(line, BANKS) for line in one.turns] == [f"exchange:{one.about}:{i}" for i in range(len(one.turns))]
            assert not any(statements_in(line, TOM, MARA, BANKS) for line in one.turns), one
            way, line = news.split()[-1], one.turns[0]
            wanted = {"accept": (True, False), "decline": (False, True)}.get(way, (False, False))
            assert (accepts(line, BANKS), declines(line, BANKS)) == wanted, one
            assert news.startswith(KINDS) == bool(held(line)), one
            assert one.trade in ("", *(trade.name for trade in BANKS.occupations)), one


def test_guests_speak_of_the_party_at_the_party_and_nowhere_else() -> None:
    greeting = ((TOM, "Hello, Mara."),)
    for doing, spoken in (("going to the supper", True), ("reading a letter", False)):
        told = {FIRST[first].place for line in says(greeting, at="Mill Green", doing=doing) for first in begun(line)}
        assert ("party" in told) == spoken, (doing, told)


def test_a_row_of_flats_is_not_out_of_doors() -> None:
    assert not at_such_a_place("outdoors", "Tanner Row", "flat 1 shared kitchen") and at_such_a_place("outdoors", "Mill Row")
    assert not at_such_a_place("outdoors", "Harbour View", home=True)


def test_two_who_did_something_say_i_of_themselves() -> None:
    said = first_person("Ada Vale and Hugo Dorsey are moving to Hollin", "Hugo Dorsey", "Hugo")
    assert said == "Ada Vale and I are moving to Hollin"


def test_what_goes_on_over_several_talks_goes_with_the_nature_of_whoever_begins_it() -> None:
    threads = {thread.first.turns[0]: thread.first for thread in BANKS.threads}
    assert all(set(first.nature.split()) <= set(BANKS.voices) for first in threads.values())
    assert all(first.nature or first.trade for first in threads.values())
    for trait in ("stubborn", "romantic", "anxious"):
        lines = says(((TOM, "Hello, Mara."),), traits=(trait,), setting=Setting())
        begins = [threads[first] for line in lines for first in begun(line) if first in threads]
        assert begins and all(trait in first.nature for first in begins)


def met(line: str, seed: int) -> Say:
    """A stranger has just said who they are."""
    nobody = Setting("", "Lind's house", "")
    return ask(((TOM, line),), seed, setting=nobody, at="Mill Green", relationship=f"{MARA} does not know {TOM} yet")


def test_strangers_begin_with_work_the_place_or_what_they_see() -> None:
    lines = [line for seed in range(60) for line in openings(Talk(met("Hello, I'm Tom.", seed), BANKS), Dice(seed, "test"))]
    first_ones = [exchange for first, exchange in FIRST.items() if any(line.endswith(first) for line in lines)]
    assert first_ones
    assert all(one.trade or one.bond != "all" or (one.place and one.turns[0].endswith("?")) for one in first_ones)


def test_who_is_retired_is_not_asked_about_work() -> None:
    asked = [questions(Talk(met(line, 1), BANKS), Dice(seed, "test")) for seed in range(40) for line in (RETIRED, "I bake.")]
    assert not any("work" in line for lines in asked[::2] for line in lines)
    assert any("work" in line for lines in asked[1::2] for line in lines)


RETIRED = "Hello, I'm Tom, a retired navy officer."
