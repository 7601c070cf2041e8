"""Matters that go on over several talks: begun by whom they suit, taken up by who remembers, concluded from, acted on."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from scripted_questions import NOW, names

from sim.answer.scripted import Script
from sim.answer.scripted.english.banks import Thread, open_banks
from sim.language.text import sentence_keys
from sim.prompts import Card, Setting, Telling
from sim.prompts.records import SaidInTown
from sim.prompts.tasks.focus import UpdateFocus
from sim.prompts.tasks.insights import NOTHING, InferInsights
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.rate import Rate
from sim.prompts.tasks.react import React
from sim.prompts.tasks.recap import SummariseTalk
from sim.prompts.tasks.replan import Replan
from sim.prompts.tasks.say import Say

MARA, TOM, PIA = "Mara Lind", "Tom Reed", "Pia Holm"
THREADS = open_banks().threads
ANYBODYS = tuple(thread for thread in THREADS if thread.first.bond == "any" and not thread.first.trade)
NEIGHBOUR = "{other} is a neighbour"
BONDS = ("any", "fond", "couple", "sibling", "child", "parent", "cool", "all")


def card(me: str) -> Card:
    return Card(me, me.split(" ")[0], 40, (), (), "", 420, 1320)


def say(me: str, other: str, seed: int = 1, memories: tuple[str, ...] = (), trade: str = "", **fields: Any) -> Say:
    shared = {"relationship": NEIGHBOUR.format(other=other), "conversation": (), "turns_left": 12, **fields}
    return Say(
        card=card(me), names=names(me), seed=seed, now=NOW, talking_with=(other,), memories=memories,
        setting=Setting(occupation=trade), **shared,
    )  # fmt: skip


def remembered(thread: Thread, me: str = TOM, holder: str = MARA) -> str:
    return f"{me} talked with {holder} about {thread.first.about}. {holder} {thread.first.deed}"


def concluded(thread: Thread, holder: str = MARA) -> str:
    return thread.insight[0].replace("{a}", holder)


def test_a_thread_is_whole_and_can_be_lived_by_anybody_whom_it_suits() -> None:
    trades = {"", *(occupation.name for occupation in open_banks().occupations)}
    insights = [text for thread in THREADS for text in thread.insight]
    assert len(THREADS) >= 10 and len(set(insights)) == len(insights)
    for thread in THREADS:
        first, again = thread.first, thread.again
        assert first.bond in BONDS and first.trade in trades and re.fullmatch(r"[^:;.\"]+", first.about), first
        assert 3 <= len(first.turns) <= 7 and 3 <= len(again.turns) <= 7 and 1 <= len(thread.said) <= 2, first
        for talk, of_holder in ((first, 0), (again, 1)):
            assert talk.key % 2 == of_holder and talk.key < len(talk.turns), talk
            assert re.fullmatch(r"[a-z][^:\"]{,66}", talk.deed), talk
            assert not re.search(r"\b(?:he|she|they|I|his|her|him|them|their|my|me)\b", talk.deed), talk
        assert len(thread.resolve) <= 70 and (thread.own or not thread.resolve), first
        for text in (*thread.insight, *filter(None, [thread.own])):
            assert "{a}" in text and len(text.replace("{a}", "Beatrix Holloway")) <= 160, text
            assert text.startswith("{a}") or text[0].islower(), text
        assert not [line for talk in thread.talks for line in talk.turns if re.search(r"[{}\d\"]", line)], first
        assert thread.errand == "" or thread.errand[0].islower(), first


def test_the_first_talk_is_begun_by_whom_it_suits(script: Script) -> None:
    greeted = ((TOM, "Hello, Mara."),)
    of_anybody, of_baker = (
        {
            thread.first
            for seed in range(40)
            for reply in script.propose(say(MARA, TOM, seed, trade=trade, conversation=greeted), 4)
            for thread in THREADS
            if reply.say.endswith(thread.first.turns[0])
        }
        for trade in ("", "baker")
    )
    assert len(of_anybody) >= 5 and {(talk.bond, talk.trade) for talk in of_anybody} <= {("any", ""), ("all", "")}
    assert "baker" in {talk.trade for talk in of_baker} <= {"", "baker"}


def test_whoever_remembers_the_first_talk_asks_after_it_and_nobody_else(script: Script) -> None:
    for thread in ANYBODYS[:20]:
        question = say(TOM, MARA, memories=(remembered(thread),))
        lines = [script.answer(replace(question, seed=seed)).say for seed in range(8)]
        asked = [line for line in lines if line.endswith(thread.again.turns[0])]
        assert len(asked) >= 6, (thread.first.about, lines)
        others = (
            say(MARA, TOM, memories=(remembered(thread),)),
            say(TOM, PIA, memories=(remembered(thread),)),
            say(TOM, MARA),
            replace(question, relationship="Tom does not know Mara Lind yet"),
            replace(question, telling=Telling(town=frozenset(sentence_keys(" ".join(thread.again.turns))))),
        )
        for other in others:
            answers = [reply.say for seed in range(8) for reply in script.propose(replace(other, seed=seed), 3)]
            assert not [line for line in answers if thread.again.turns[0] in line], thread.first.about


def test_what_took_a_night_is_not_asked_after_on_the_same_morning(script: Script) -> None:
    gone_by = re.compile(r"\bnights?\b|until midnight|on the train|I called on")
    overnight = [thread for thread in ANYBODYS if gone_by.search(" ".join(thread.again.turns))]
    assert len(overnight) >= 5
    for thread in overnight:
        begun = dict.fromkeys(sentence_keys(" ".join(thread.first.turns)), 0)
        for hours, asks in ((4, False), (14, True)):
            telling = Telling(town=SaidInTown(begun, hours * 360))
            question = say(TOM, MARA, memories=(remembered(thread),), telling=telling)
            lines = [script.answer(replace(question, seed=seed)).say for seed in range(8)]
            assert any(line.endswith(thread.again.turns[0]) for line in lines) == asks, (thread.first.about, hours)


def test_what_is_on_ones_mind_comes_before_small_talk_and_makes_one_go_up_to_somebody(script: Script) -> None:
    thread = ANYBODYS[0]
    asked = ((MARA, "Hello, Tom. How is work?"),)
    question = say(TOM, MARA, memories=(remembered(thread),), trade="baker", conversation=asked)
    lines = [script.answer(replace(question, seed=seed)).say for seed in range(10)]
    assert sum(line.endswith(thread.again.turns[0]) for line in lines) >= 7, lines
    seen = {"seen": f"{MARA} is sitting on a bench", "doing": "taking a walk", "relationship": NEIGHBOUR.format(other=MARA)}
    plain = [React(card=card(TOM), names=names(TOM), seed=seed, now=NOW, **seen) for seed in range(20)]
    talks = [script.answer(one).choice == "talk" for one in plain]
    willing = [script.answer(replace(one, memories=(remembered(thread),))).choice == "talk" for one in plain]
    assert sum(willing) >= sum(talks) + 5


def test_a_talk_of_a_thread_is_remembered_by_what_was_told_in_it(script: Script) -> None:
    for thread in ANYBODYS[:20]:
        for talk, begins in ((thread.first, MARA), (thread.again, TOM)):
            other = TOM if begins == MARA else MARA
            lines = tuple((begins if i % 2 == 0 else other, line) for i, line in enumerate(talk.turns))
            recap = SummariseTalk(card=card(TOM), names=names(TOM), seed=1, now=NOW, talking_with=(MARA,), conversation=lines)
            assert f". {MARA} {talk.deed}" in script.answer(recap).summary


def test_both_talks_add_up_to_the_insight_that_cites_them(script: Script) -> None:
    for thread in THREADS:
        first = remembered(thread)
        again = f'{TOM} talked with {MARA}. {MARA} {thread.again.deed}: "{thread.again.turns[thread.again.key]}"'
        asked = InferInsights(
            card=card(TOM), names=names(TOM), seed=1, now=NOW, question=f"What is {MARA} occupied with?", count=5,
            statements=("the sink is idle", again, first),
        )  # fmt: skip
        (row,) = script.answer(asked).insights
        assert row.because == (3, 2) and row.insight in [
            text.replace("{a}", MARA, 1).replace("{a}", "Mara") for text in thread.insight
        ]
        strangers = replace(asked, statements=(again, first.replace(MARA, PIA)))
        assert [row.insight for row in script.answer(strangers).insights] == [NOTHING], "nothing from two people's halves"
        assert script.answer(replace(asked, statements=(first,))).insights[0].insight == NOTHING


def test_a_conclusion_is_said_once_to_its_holder_who_answers(script: Script) -> None:
    for thread in ANYBODYS[:20]:
        first_lines = {talk.turns[0]: talk.turns[1] for talk in thread.said}
        question = say(TOM, MARA, memories=(concluded(thread),))
        lines = [script.answer(replace(question, seed=seed)).say for seed in range(8)]
        said = [line for line in lines if line.endswith(tuple(first_lines))]
        assert len(said) >= 6, (thread.first.about, lines)
        opened = next(line for line in first_lines if said[0].endswith(line))
        assert script.answer(say(MARA, TOM, conversation=((TOM, said[0]),))).say.startswith(first_lines[opened])
        worn = Telling(town=frozenset(sentence_keys(opened)))
        after = [script.answer(replace(question, seed=seed, telling=worn)).say for seed in range(8)]
        assert not [line for line in after if line.endswith(tuple(first_lines))]
        to_another = [script.answer(say(TOM, PIA, seed, (concluded(thread),))).say for seed in range(8)]
        assert not [line for line in to_another if line.endswith(tuple(first_lines))]


def test_a_conclusion_matters_and_sends_one_on_an_errand(script: Script) -> None:
    with_errand = [thread for thread in ANYBODYS if thread.errand][:10]
    assert with_errand
    for thread in with_errand:
        insight = concluded(thread)
        assert script.answer(Rate(card=card(TOM), names=names(TOM), seed=1, now=NOW, events=(insight,))).ratings == (6,)
        setting = Setting(home="Lind's house", kinds={"The Blue Teapot": "cafe"})
        plan = PlanDay(
            card=card(TOM), names=names(TOM), seed=1, now=NOW, places=("Lind's house", "Mill Green", "The Blue Teapot"),
            start=480, minutes=840, memories=(insight,), setting=setting,
        )  # fmt: skip
        entries = [entry.activity for seed in range(6) for entry in script.answer(replace(plan, seed=seed)).plan]
        assert f"looking for {MARA} {thread.errand}" in entries
        curious = replace(plan, memories=(remembered(thread),))
        entries = [entry.activity for seed in range(6) for entry in script.answer(replace(curious, seed=seed)).plan]
        assert f"looking for {MARA} to ask about {thread.first.about}" in entries


OWN = next(thread for thread in ANYBODYS if thread.own and thread.resolve and thread.errand)
TWICE = (
    f"{MARA} talked with {TOM} about {OWN.first.about}. {MARA} {OWN.first.deed}",
    f"{MARA} talked with {TOM} about {OWN.first.about} again. {MARA} {OWN.again.deed}",
)


def test_whoever_told_of_a_matter_twice_concludes_something_of_themselves_and_the_listener_of_them(script: Script) -> None:
    of_oneself = script.answer(InferInsights(card=card(MARA), names=names(MARA), now=NOW, statements=TWICE))
    assert [(row.insight, row.because) for row in of_oneself.insights] == [
        (OWN.own.replace("{a}", MARA, 1).replace("{a}", "Mara"), (1, 2))
    ]
    heard = tuple(text.replace(f"{MARA} talked with {TOM}", f"{TOM} talked with {MARA}") for text in TWICE)
    of_mara = script.answer(InferInsights(card=card(TOM), names=names(TOM), now=NOW, statements=heard))
    assert [row.insight for row in of_mara.insights] == [concluded(OWN)]


def test_what_one_told_of_oneself_is_remembered_of_the_talk(script: Script) -> None:
    lines = tuple(((MARA, TOM)[i % 2], line) for i, line in enumerate(OWN.first.turns))
    recap = SummariseTalk(card=card(MARA), names=names(MARA), now=NOW, talking_with=(TOM,), conversation=lines)
    assert script.answer(recap).summary == TWICE[0]


def test_a_conclusion_changes_the_first_free_hour_of_the_day_and_nothing_else(script: Script) -> None:
    plan = ("14:00 baking (Mill)", "17:30 having supper (Home)", "19:00 reading (Home)", "22:30 sleeping (Home)")
    shared = {"names": names(TOM), "now": NOW, "start": 14 * 60, "minutes": 510, "places": ("Mill", "Home"), "at": "Mill"}
    for who, insight, done in ((TOM, concluded(OWN), f"looking for {MARA} {OWN.errand}"), (MARA, OWN.own, OWN.resolve)):
        text = insight.replace("{a}", MARA)
        question = Replan(
            card=card(who),
            plan=plan,
            setting=Setting(work="Mill", home="Home"),
            new=f"Somebody has concluded: {text}",
            **shared,
        )
        entries = [(entry.start, entry.activity) for entry in script.answer(question).plan]
        assert entries == [
            ("14:00", "baking"), ("17:30", "having supper"), ("19:00", done), ("19:45", "reading"),
        ]  # fmt: skip
    late = replace(question, start=21 * 60, minutes=90, plan=("19:00 reading (Home)", "22:30 sleeping (Home)"))
    assert [entry.activity for entry in script.answer(late).plan] == ["reading"], "the day has no hour left"


def test_an_errand_leaves_what_is_fixed_and_the_rest_of_the_day_as_they_are(script: Script) -> None:
    full = tuple(f"{hour}:00 {doing} (Home)" for hour, doing in zip(range(10, 22), "abcdefghijkl", strict=True))
    shared = {"names": names(TOM), "now": NOW, "start": 10 * 60, "places": ("Mill", "Home"), "setting": Setting(home="Home")}
    new = f"Somebody has concluded: {concluded(OWN).replace('{a}', MARA)}"
    for plan, fixed in (
        (("10:00 going to the fair (Mill)", "18:00 going to the quiz (Mill)", "21:40 reading (Home)"), ()),
        (
            ("10:00 playing cards at the big table (Mill)", "18:00 judging pies (Mill)", "21:40 reading (Home)"),
            ("18:00 judging pies (Mill)",),
        ),
    ):
        asked = Replan(
            card=card(TOM), plan=plan, fixed=fixed, new=new, minutes=735, at="Mill", doing="standing about", **shared
        )
        assert [entry.activity for entry in asked.order(script.answer(asked)).plan] == [
            line[6:].rpartition(" (")[0] for line in plan
        ]
    asked = Replan(
        card=card(TOM), plan=(*full, "22:00 m (Home)", "22:10 n (Home)"), new=new, minutes=735, at="Home", doing="a", **shared
    )
    kept = [entry.activity for entry in asked.order(script.answer(asked)).plan]
    assert kept == ["a", f"looking for {MARA} {OWN.errand}", *"cdefghijklmn"], "a full day gives a free hour for it"
    quiz = ("18:45 going to the quiz (Mill)",)
    asked = Replan(card=card(TOM), plan=(*full[:9], *quiz), fixed=quiz, new=new, minutes=735, at="Home", doing="a", **shared)
    activities = [entry.activity for entry in asked.order(script.answer(asked)).plan]
    assert len(activities) > 9 and "going to the quiz" in activities and any(MARA in activity for activity in activities)


def test_what_one_is_occupied_with_moves_on_behind_the_concern_of_the_card(script: Script) -> None:
    mine = replace(card(MARA), currently="Mara is saving for a boat. Mara Lind keeps thinking about a boat")
    for who, memory, lately in (
        (mine, TWICE[0], f"Mara keeps thinking about {OWN.first.about}"),
        (mine, concluded(OWN, TOM), f"Mara keeps thinking of {TOM} and {OWN.first.about}"),
        (mine, f"{MARA} plans to go to the supper at Mill Green on Friday at 6 pm", f"{MARA} is looking forward to the supper"),
    ):
        now = script.answer(UpdateFocus(card=who, names=names(MARA), now=NOW, memories=(memory,))).currently
        assert now.startswith(f"Mara is saving for a boat. {lately}"), now
