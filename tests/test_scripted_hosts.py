"""A host in company asks all who have not been asked, after what the company speaks of, and again whoever would not promise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from scripted_questions import NOW, names

from sim.analysis.conversation import invitations
from sim.answer.scripted import Script
from sim.answer.scripted.dialogue_acts import ANSWERS, act_of, acts_in
from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.english.phrases import inviting, news_lines
from sim.answer.scripted.english.statements import statements_in
from sim.answer.scripted.exchanges import part_in_party
from sim.answer.scripted.talk import Talk
from sim.prompts import Card, Setting
from sim.prompts.records import Telling
from sim.prompts.tasks.recap import SummariseTalk
from sim.prompts.tasks.say import Say
from sim.record.rows import StoredTalk

MARA, TOM, EDITH = "Mara Lind", "Tom Reed", "Edith Okafor"
PARTY = "Mara Lind is giving a supper at Mill Green on Saturday at 6 pm"
BANKS, SCRIPT = open_banks(), Script()
COMPANY = (MARA, TOM, EDITH)
Lines = Sequence[tuple[str, str]]


def asked(who: str, said: Lines, seed: int, others: Sequence[str], known: Sequence[str], told: Sequence[str] = ()) -> Say:
    first = who.split(" ")[0]
    busy = "Mara Lind is planning a supper" if who == MARA else ""
    return Say(
        card=Card(who, first, 40, (), (), busy, 420, 1320), names=names(who), seed=seed, now=NOW, talking_with=tuple(others),
        conversation=tuple(said), turns_left=10 - len(said), relationship=f"{others[0]} is a neighbour", memories=tuple(known),
        setting=Setting("", "Lind's house", ""), telling=Telling(told={PARTY: tuple(told)} if told else {}),
    )  # fmt: skip


def lived(begun: Lines, seed: int, told: Sequence[str] = ()) -> list[tuple[str, str]]:
    """A talk of three from its first lines on, each in turn, to its last line."""
    lines, turn = list(begun), len(begun)
    while turn < 12:
        who = (TOM, EDITH, MARA)[turn % 3]
        others = [name for name in COMPANY if name != who]
        reply = SCRIPT.answer(asked(who, lines, seed, others, (PARTY,) if who == MARA else (), told if who == MARA else ()))
        lines.append((who, reply.say))
        turn += 1
    return lines


def begun_by_others() -> Lines:
    first = next(one for one in BANKS.exchanges if one.people == 3 and one.bond == "all" and not one.place and not one.trade)
    return ((TOM, "Good morning, you two."), (EDITH, f"Morning. {first.turns[0]}"))


@pytest.mark.parametrize("seed", range(6))
def test_a_host_says_first_that_there_is_something_to_ask_and_is_reminded_of_it(seed: int) -> None:
    lines = lived(begun_by_others(), seed)
    assert lines[2][1].startswith(news_lines.ASK_LATER) and act_of(lines[2][1], BANKS).startswith("exchange:")
    at = next(i for i, (_, line) in enumerate(lines) if act_of(line, BANKS) == "invite")
    assert lines[at][0] == MARA and statements_in(lines[at][1], MARA, "", BANKS) == (PARTY.replace("on Saturday", "tomorrow"),)
    talk = StoredTalk("t", COMPANY, "Green", 0, None, tuple((0, who, line) for who, line in lines))
    replies = {one.guest: acts_in(one.reply, BANKS) for one in invitations([talk])}
    assert sorted(replies) == [EDITH, TOM] and all(set(acts) & set(ANSWERS) for acts in replies.values()), lines


def test_who_has_been_asked_is_named_and_need_not_answer_again() -> None:
    greeted = ((TOM, "Good morning, you two."), (EDITH, "Morning."))
    for seed in range(6):
        invited = SCRIPT.answer(asked(MARA, greeted, seed, (TOM, EDITH), (PARTY,), (TOM,))).say
        assert act_of(invited, BANKS) == "invite" and "Tom" in invited and "Edith" not in invited
        lines = (*greeted, (MARA, invited))
        assert SCRIPT.answer(asked(TOM, lines, seed, (MARA, EDITH), ())).say.startswith(news_lines.TOLD_TWICE)
        assert act_of(SCRIPT.answer(asked(EDITH, lines, seed, (MARA, TOM), ())).say, BANKS) in ANSWERS
    both = SCRIPT.answer(asked(MARA, greeted, 1, (TOM, EDITH), (PARTY,), (TOM, EDITH))).say
    assert act_of(both, BANKS) != "invite"


def test_whoever_would_not_promise_is_asked_once_more_and_says_yes_or_no() -> None:
    waits = f"{TOM} would not promise {MARA} to come to the supper"
    for seed in range(8):
        line = SCRIPT.answer(asked(MARA, (), seed, (TOM,), (PARTY, waits), (TOM,))).say
        assert any(frame.partition("{S}")[0] in line for frame in news_lines.TELL_INVITING_AGAIN)
        reply = SCRIPT.answer(asked(TOM, ((MARA, line),), seed, (MARA,), (waits,))).say
        assert reply.startswith((*inviting.ACCEPT_AT_LAST, *inviting.DECLINE_AT_LAST))
    answered = (PARTY, waits, f"{TOM} promised {MARA} to come to the supper")
    assert act_of(SCRIPT.answer(asked(MARA, (), 1, (TOM,), answered, (TOM,))).say, BANKS) != "invite"


def test_in_company_each_answer_is_remembered_and_what_only_points_back_is_none() -> None:
    invited = "Tom has heard this already. I'm giving a supper at Mill Green tomorrow at 6 pm. Will you come?"
    lines = ((TOM, "Morning, you two."), (EDITH, "Morning."), (MARA, invited), (TOM, news_lines.TOLD_TWICE[0]))
    said = (*lines, (EDITH, "I'm afraid it isn't for me. I'm no good with so many people at once."))
    summaries = {
        who: SCRIPT.answer(
            SummariseTalk(
                card=Card(who, who.split(" ")[0], 40), names=names(who), seed=1, now=NOW, conversation=said,
                talking_with=tuple(name for name in COMPANY if name != who),
            )
        ).summary
        for who in COMPANY
    }  # fmt: skip
    assert summaries[EDITH].startswith(f"{EDITH} said no to {MARA}'s invitation to the supper")
    assert f"{EDITH} said no to" in summaries[MARA] and "would not promise" not in "".join(summaries.values())


def test_who_said_no_is_not_asked_again_is_no_guest_and_says_so() -> None:
    no = f"{TOM} said no to Mara Lind's invitation to the supper"
    assert (
        Talk(asked(MARA, (), 1, [TOM], (PARTY,)), BANKS).news and not Talk(asked(MARA, (), 1, [TOM], (PARTY, no)), BANKS).news
    )
    for seed in range(6):
        heard = asked(TOM, ((EDITH, f"I hear that {PARTY}."),), seed, [EDITH], (PARTY, no))
        assert SCRIPT.answer(heard).say in news_lines.KNEW_REFUSED
    there = replace(asked(TOM, (), 1, [EDITH], (PARTY,)), now="Saturday, May 9, 2026, 18:30", at="Mill Green")
    for doing, memories, part in (
        ("", (PARTY,), "party"),
        ("", (PARTY, no), ""),
        ("going to the supper", (PARTY, no), "party"),
    ):
        assert part_in_party(Talk(replace(there, doing=doing, memories=memories), BANKS)) == part
