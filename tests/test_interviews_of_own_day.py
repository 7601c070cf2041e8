"""What residents answer about their own day: where they are and were, meals and plans, whom they talked with, who told them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from scripted_questions import names

from sim.answer.scripted import Script
from sim.answer.scripted.english.grammatical_person import first_person
from sim.prompts import Card, Setting
from sim.prompts.tasks.answer import AnswerOpen, PlannedHour
from sim.prompts.tasks.answer_choice import AnswerChoice
from sim.prompts.tasks.answer_scale import AnswerScale
from sim.prompts.tasks.focus import UpdateFocus
from sim.prompts.tasks.plan import PlanDay
from sim.town import Town

NOW = "Friday, May 8, 2026, 13:05"
PARTY = "Tom Reed is giving a lantern supper at Mill Green on Friday at 6 pm"
NO = "Mara Lind said no to Tom Reed's invitation to the lantern supper"
DAY = (
    PlannedHour(480, "opening the cafe", "The Copper Kettle"),
    PlannedHour(720, "having soup for lunch", "Lind's house"),
    PlannedHour(780, "baking", "The Copper Kettle"),
    PlannedHour(1080, "making supper", "Lind's house"),
    PlannedHour(1260, "getting ready for bed", "Lind's house"),
    PlannedHour(1320, "sleeping", "Lind's house"),
)
TALKED = (
    (1, "Mara Lind talked with Lia Santos about a lost key"),
    (0, "Mara Lind talked with Tom Reed about a broken fence. Tom Reed said: 'It was the goat.'"),
    (0, "Mara Lind talked with Jonas Berg and Edith Okafor"),
)


@pytest.fixture(scope="module")
def script() -> Script:
    return Script()


def answers(script: Script, question: str, **fields: Any) -> set[str]:
    """The answers of some seeds; ignorance would be among them where it could be chosen."""
    past = ("Mara Lind owns The Copper Kettle", "Her sister Ruth expects a child", "Her husband Aron is a sailor")
    card = Card("Mara Lind", "Mara", 44, ("friendly",), past, "Mara Lind cannot pay the rent", 420, 1320)
    setting = Setting("cafe owner", "Lind's house", "The Copper Kettle")
    given: dict[str, Any] = {
        "day": DAY,
        "here": PlannedHour(785, "kneading dough", "The Copper Kettle"),
        "talked": TALKED,
        **fields,
    }
    return {
        script.answer(
            AnswerOpen(**{"now": NOW, **given}, card=card, names=names("Mara Lind"), seed=s, setting=setting, question=question)
        ).answer
        for s in range(3)
    }


@pytest.mark.parametrize(
    "question, answer",
    [
        ("What are you doing right now?", "I'm at The Copper Kettle, kneading dough."),
        ("Where are you?", "I'm at The Copper Kettle, kneading dough."),
        ("What were you doing at nine?", "At 09:00 I was at The Copper Kettle, opening the cafe."),
        ("Where will you be at six?", "At 18:00 I'm at home, making supper."),
        ("What did you have for breakfast?", "That was before 08:00, and I don't remember it."),
        ("Where did you have lunch?", "At 12:00 I was at home, having soup for lunch."),
        ("What will you do after lunch?", "At 13:00 I'm at The Copper Kettle, baking."),
        ("Do you have plans for tonight?", "At 18:00 I'm at home, making supper. At 21:00 I'm at home, getting ready for bed."),
        ("When do you open?", "I'm at The Copper Kettle from 08:00 to 18:00 today."),
        ("Where do you sleep?", "I sleep at Lind's house."),
        ("Who did you last talk with?", "I last talked with Jonas Berg and Edith Okafor."),
        ("Who have you talked to this morning?", "I have talked with Tom Reed, Jonas Berg and Edith Okafor today."),
        (
            "Whom did you talk with today, and what about?",
            "I talked with Tom Reed about a broken fence. Tom Reed said: 'It was the goat.'",
        ),
        ("Who did you meet yesterday?", "I talked with Lia Santos yesterday."),
        ("What did Tom say to you?", "I talked with Tom Reed about a broken fence. Tom Reed said: 'It was the goat.'"),
        ("Have you talked with Lia today?", "No, I haven't talked with Lia today."),
        ("What are you worried about?", "I cannot pay the rent."),
        ("Do you have children?", "No, I haven't."),
        ("Do you have a sister?", "Yes. My sister Ruth expects a child."),
        ("Are you married?", "Yes. My husband Aron is a sailor."),
        ("How do you feel?", "Well enough, thank you."),
    ],
)
def test_plain_questions_about_ones_day_have_plain_answers(script: Script, question: str, answer: str) -> None:
    assert answers(script, question) == {answer}


def test_who_told_it_is_named_and_a_refusal_is_no_yes(script: Script) -> None:
    told = answers(script, "Who told you about the supper?", memories=(PARTY,), tellers=((PARTY, "Lia Santos"),))
    assert told == {f"Lia Santos told me. {PARTY}."}
    going = answers(script, "Will you go to the lantern supper?", memories=(NO,))
    assert going and not any(one.startswith("Yes") for one in going) and any(one.startswith("No. I said no") for one in going)


@pytest.mark.parametrize(
    "question, answer",
    [
        ("Did you go to the show? How was it?", "I was at the trial show"),
        ("How was the trial show?", "I was at the trial show"),
        ("Who came?", "I remember Tom Reed"),
        ("Who catches you?", "Tom Reed is the catcher I trust"),
        ("Do you get on with Edith?", "Yes, I do. Edith Okafor is my best friend."),
        ("What are you looking forward to?", "I cannot pay the rent"),
        ("What do you know about Sultan?", "I'd rather not say."),
        ("Do you live here?", "Yes. I live at Lind's house."),
        ("Did you do the handstand?", "I was at the trial show"),
    ],
)
def test_what_is_over_whom_one_has_and_what_one_keeps(script: Script, question: str, answer: str) -> None:
    show = "Mara Lind is giving a trial show of her handstand at Mill Green on Friday at 5 pm"
    kept = "Nobody is to know that Tom Reed has sold the elephant Sultan"
    seen = ("Tom Reed is enjoying the trial show", "Mara Lind plans to go to the trial show at Mill Green on Friday at 5 pm")
    ties = (("Edith Okafor", "Edith Okafor is Mara's best friend"), ("Tom Reed", "Tom Reed is the catcher she trusts"))
    day = (*DAY[:3], PlannedHour(1020, "going to the trial show", "Mill Green"), *DAY[4:])
    memories = (show, kept, "Edith Okafor is working at the gutting table", *seen)
    found = answers(script, question, memories=memories, ties=ties, day=day, now="Friday, May 8, 2026, 22:00")
    assert all(text.startswith(answer) for text in found), found


def test_whoever_stayed_away_says_why_and_what_they_did_instead(script: Script) -> None:
    asked = f"You had heard that {PARTY}. Why did you not go?"
    late = "Friday, May 8, 2026, 23:00"
    instead = "At 18:00 I was at home, making supper."
    told = {"memories": (PARTY, NO), "now": late}
    assert answers(script, asked, **told) == {f"I said no to Tom Reed's invitation to the lantern supper. {instead}"}
    assert answers(script, asked, memories=(PARTY,), now=late) == {instead}


def test_promises_are_ones_own_and_an_alarm_is_met_as_in_a_plan(script: Script) -> None:
    own, other = "Mara Lind promised Tom Reed to come to the lantern supper", "Tom Reed promised five years ago to be gone"
    asked = "Have you promised anybody anything?"
    assert answers(script, asked, memories=(other, own)) == {"Yes. I promised Tom Reed to come to the lantern supper."}
    assert answers(script, asked, memories=(other,)) == {"No, nobody that I remember."}
    assert answers(script, "You smell smoke in your kitchen. What do you do?") == {
        "I'd be clearing the smoke and looking for the cause at once."
    }
    surprised = answers(script, "What is the last thing that surprised you?")
    assert not any("bed" in one for one in surprised)


def test_closed_answers_are_ones_own_and_move_with_what_one_knows_and_feels(script: Script) -> None:
    """The same memories give the same answer whenever they are asked; what was not heard of finds nobody decided."""

    def closed(kind: Any, seed: int, currently: str = "Mara Lind bakes", **fields: Any) -> Any:
        card = Card("Mara Lind", "Mara", 44, ("friendly",), (), currently, 420, 1320)
        return script.answer(kind(card=card, names=names("Mara Lind"), seed=seed, now=NOW, **fields)).answer

    asked = {"question": "How content are you with your life?", "range": (1, 10)}
    assert len({closed(AnswerScale, seed, **asked) for seed in range(12)}) == 1
    assert closed(AnswerScale, 1, "Mara Lind bakes. Mara feels low", **asked) < closed(AnswerScale, 1, **asked)
    vote = {"question": "Would you vote for Bo Falk as mayor?", "among": ("yes", "no", "undecided")}
    assert {closed(AnswerChoice, seed, **vote) for seed in range(4)} == {"undecided"}
    runs = ("Bo Falk is running for mayor of Alder",)
    assert len({closed(AnswerChoice, seed, memories=runs, **vote) for seed in range(4)}) == 1


def test_a_tie_that_names_both_is_said_of_oneself(script: Script) -> None:
    ties = (("Jonas Berg", "Mara and Jonas Berg: owes him money"),)
    assert answers(script, "Who is Jonas Berg?", ties=ties) == {"I owe him money."}
    assert first_person("Mara and Edda of Rosehip: old friends", "Mara Lind", "Mara") == "Edda of Rosehip and I: old friends"


def test_an_imported_interview_is_told_as_it_was(script: Script) -> None:
    said = "Mara: I was born above a bakery and I still cannot eat rolls"
    assert "Yes. I was born above a bakery and I still cannot eat rolls." in answers(
        script, "Can you eat rolls?", memories=(said,)
    )


def test_strangers_are_none_by_any_name_and_what_nobody_can_tell_is_not_called_news(script: Script) -> None:
    assert all("Bob" in one for one in answers(script, "Do you know anyone called Bob?"))
    assert not any("news to me" in one or "told me" in one for one in answers(script, "Are you hungry?"))
    assert not any("running" in one for one in answers(script, "How do you feel about it?", memories=(PARTY,)))


def test_who_said_no_to_an_invitation_does_not_plan_to_go(script: Script) -> None:
    card = Card("Mara Lind", "Mara", 44, ("friendly",), (), "", 420, 1320)
    for memories, goes in (((PARTY,), True), ((PARTY, NO), False)):
        plan = script.answer(
            PlanDay(card=card, names=names("Mara Lind"), now="Friday, May 8, 2026, 07:00", memories=memories, start=420,
                    minutes=900, places=("Lind's house", "Mill Green"), setting=Setting("cafe owner", "Lind's house", ""))
        )  # fmt: skip
        assert any("supper" in entry.activity and entry.place == "Mill Green" for entry in plan.plan) is goes


def test_an_interview_carries_what_one_does_and_whom_one_talked_with(tmp_path: Any) -> None:
    with Town.load("scenarios/first_morning.yaml", model="fake", until="07:30", embedder="hash") as town:
        town.run()
        assert town["nora"].doing in town["nora"].interview("What are you doing right now?")
        assert "Ilya Brandt" in town["nora"].interview("Who have you talked to today?")


def test_what_was_planned_before_the_plan_changed_is_known() -> None:
    with Town.load("scenarios/two_days.yaml", model="fake", until="17:00", embedder="none", seed=1) as town:
        town.run()
        plans: dict[str, list[list[dict[str, Any]]]] = {}
        for _, row in town.events[town.events.kind == "plan"].iterrows():
            plans.setdefault(row.key, []).append(row.data["blocks"])
        began = {who: (day[0][0], day[-1][0]) for who, day in plans.items() if len(day) > 1}
        gone = {who: first["activity"] for who, (first, after) in began.items() if first["end"] < after["start"]}
        assert gone, "somebody's first hours are gone from what is left of their plan"
        assert all(activity in town[who].interview("What did you do this morning?") for who, activity in gone.items())


def test_who_said_no_to_an_invitation_is_not_looking_forward_to_it(script: Script) -> None:
    card = Card("Mara Lind", "Mara", 44, ("friendly",), (), "Mara Lind cannot pay the rent", 420, 1320)
    promised = "Mara Lind promised Tom Reed to come to the lantern supper"
    own = "Mara is planning a lantern supper at Mill Green"
    given = (((PARTY,), "thinking"), ((PARTY, NO), "rent"), ((PARTY, promised), "looking forward"), ((own,), "getting ready"))
    for memories, about in given:
        asked = UpdateFocus(card=card, names=names("Mara Lind"), now=NOW, memories=memories)
        assert about in script.answer(asked).currently


WORKDAY = (
    PlannedHour(400, "serving the breakfast rush", "The Bakery"),
    PlannedHour(420, "having breakfast", "Mill Cottage"),
    PlannedHour(480, "baking the bread", "The Bakery"),
    PlannedHour(750, "having lunch", "The Green"),
    PlannedHour(810, "selling bread", "The Bakery"),
    PlannedHour(1080, "having supper", "Mill Cottage"),
    PlannedHour(1200, "playing chess", "The Fox"),
    PlannedHour(1290, "getting ready for bed", "Mill Cottage"),
    PlannedHour(1320, "sleeping", "Mill Cottage"),
)
ASKED_OF_A_BAKER = {
    "What is the last thing you do before bed?": ("21:30", "getting ready for bed"),
    "Where will you be at six?": ("18:00", "at home"),
    "Where will you be at half past eight?": ("20:30", "The Fox"),
    "What were you doing at nine?": ("09:00", "The Bakery"),
    "Where will you be at 3 in the morning?": ("asleep",),
    "When do you have lunch?": ("12:30", "The Green"),
    "What are you doing this evening?": ("supper", "playing chess"),
    "What's the first thing you do in the morning?": ("07:00", "breakfast"),
    "What are your plans for the rest of the day?": ("selling bread", "playing chess"),
    "What did you have for breakfast?": ("07:00", "I was at home", "breakfast"),
    "Where do you work?": ("The Bakery",),
    "What will you do tomorrow?": ("07:00", "The Bakery"),
}


def bakers_answer(question: str) -> str:
    card = Card("Edith Okafor", "Edith", 40, ("friendly",), ("Edith Okafor is a baker",), "", 420, 1320)
    setting = Setting(occupation="baker", home="Mill Cottage", work="The Bakery")
    asked = AnswerOpen(
        card=card,
        names=names(card.name),
        seed=3,
        now="Friday, May 8, 2026, 13:30",
        setting=setting,
        question=question,
        day=WORKDAY,
    )
    return Script().answer(asked).answer


@pytest.mark.parametrize("question", ASKED_OF_A_BAKER)
def test_plain_questions_about_ones_day_are_answered(question: str) -> None:
    said = bakers_answer(question)
    assert all(part in said for part in ASKED_OF_A_BAKER[question]), said


@pytest.mark.parametrize("question", ["What do you think about the new road?", "Have you heard what Tom did at six?"])
def test_other_questions_are_none_about_ones_day(question: str) -> None:
    said = bakers_answer(question)
    assert "18:00" not in said and "baking" not in said


OPEN = "Mara Lind would not promise Tom Reed to come to the lantern supper"
AFTER = "Friday, May 8, 2026, 22:00"
WENT = (*DAY[:3], PlannedHour(1080, "going to the lantern supper", "Mill Green"), *DAY[4:])


@pytest.mark.parametrize(
    "question, memories, begins",
    [
        ("Are you coming to the lantern supper?", (PARTY, NO), "No. I said no"),
        ("Will you go to the supper?", (PARTY, OPEN), "I haven't made up my mind."),
        (
            "Is Lia coming to the supper?",
            (PARTY, "Jonas Berg promised Mara Lind to come to the lantern supper"),
            "I couldn't say.",
        ),
        ("Who invited you to the supper and what did you say?", (PARTY, NO), "Tom Reed invited me. I said no"),
        ("Did you go to the lantern supper?", (PARTY, NO), "Not yet."),
    ],
)
def test_whether_one_goes_is_told_by_ones_own_word(
    script: Script, question: str, memories: tuple[str, ...], begins: str
) -> None:
    assert all(one.startswith(begins) for one in answers(script, question, memories=memories))


def test_what_is_over_is_told_as_past(script: Script) -> None:
    seen = ("Mara Lind is enjoying the lantern supper", "Lia Santos is enjoying the lantern supper", PARTY)
    was = "I was at the lantern supper at Mill Green from 18:00 to 21:00."
    late = {"now": AFTER, "day": WENT, "memories": seen}
    assert answers(script, "Were you at the supper?", **late) == {f"Yes. {was}"}
    assert answers(script, "Did you enjoy the supper?", **late) == {f"Yes, I enjoyed it. {was}"}
    assert answers(script, "Who was at the supper?", **late) == {"I remember Lia Santos."}
    part = {**late, "talked": ((0, "Mara Lind talked with Tom Reed about the hardest part of it"),)}
    assert answers(script, "Did Tom come to the supper?", **part) == {"Not that I saw."}
    stayed = answers(script, "Did you go to the supper?", now=AFTER, memories=(PARTY, NO))
    assert all(one.startswith("No. I said no") and "making supper" in one for one in stayed)


def test_a_memory_that_shares_words_is_no_yes_and_a_plan_is_no_answer(script: Script) -> None:
    plan = "Mara Lind's plan for Friday, May 8, 2026: 08:00 opening the cafe; 12:00 having soup"
    lost = "Mara Lind inherited the cafe from an uncle"
    assert not any("inherited" in one for one in answers(script, "Will you sell the cafe?", memories=(lost, plan)))
    assert answers(script, "When does the cafe open?", memories=(plan,)).isdisjoint({plan})
    assert not any("08:00" in one for one in answers(script, "When does the cafe open?", memories=(plan,)))
    assert answers(script, "What day is it today?", memories=(plan,)) == {"It's Friday, May 8, 2026."}
    assert answers(script, "What time is it?") == {"It's 13:05."}


def test_card_and_ties_are_told_in_the_first_person(script: Script) -> None:
    ties = (
        ("Lia Santos", "Mara and Lia Santos: she likes her more than she says"),
        ("Tom Reed", "Tom Reed owes her for nine suppers"),
    )
    assert answers(script, "Who is Tom Reed?", ties=ties) == {"Tom Reed owes me for nine suppers."}
    assert answers(script, "Do you like Lia?", ties=ties) == {"Yes, I do. I like Lia Santos more than I say."}
    ties = (("Aron Lind", "Aron Lind is Mara's husband"),)
    assert answers(script, "How is your husband?", ties=ties) == {"Aron Lind is my husband."}


@pytest.mark.parametrize(
    "question, answer",
    [
        ("Where were you at nine this morning?", "At 09:00 I was at The Copper Kettle, opening the cafe."),
        ("Where were you yesterday at ten?", "I don't remember yesterday hour by hour. I talked with Lia Santos yesterday."),
        ("When will you go to sleep tonight?", "I go to bed at 22:00."),
        ("What will you do after this?", "At 18:00 I'm at home, making supper."),
        ("Why are you at The Copper Kettle?", "I'm at The Copper Kettle, kneading dough."),
        ("What did you tell Lia about the key?", "I talked with Lia Santos about a lost key."),
        ("Have you met Lia?", "Yes. I talked with Lia Santos about a lost key."),
    ],
)
def test_time_words_and_names_are_heeded(script: Script, question: str, answer: str) -> None:
    assert answers(script, question) == {answer}


def test_a_reason_comes_before_the_news_and_a_yes_needs_the_same_doer(script: Script) -> None:
    runs, because = "Mara Lind is running for mayor", "Mara Lind has decided to run for mayor because the roof leaks"
    why = answers(script, "Why are you running for mayor?", memories=(runs, because))
    assert "I have decided to run for mayor because the roof leaks." in why and "I'm running for mayor." not in why
    owes = answers(script, "Does Tom owe you money?", memories=("Tom Reed owes her for nine suppers",))
    assert "Yes. Tom Reed owes me for nine suppers." in owes
    other = answers(script, "Is Tom running for mayor?", memories=("Lia Santos is running for mayor with Tom Reed",))
    assert not any(one.startswith("Yes") for one in other)


def test_a_yes_is_said_only_where_a_statement_says_so(script: Script) -> None:
    known = (
        "Mara Lind does not believe in God",
        "Mara Lind has to tell Tom that the cow must die",
        "Tom Reed is cutting the great wheel on Saturday",
        "Mara Lind is knitting a jersey for a boy at sea",
        "Mara Lind brought up a boy",
        "Mara Lind has a letter from Ben that she has not opened",
    )
    for question, begins in {
        "Do you believe in God?": "No. I do not",
        "Have you told Tom about the cow?": "Not yet. I have to tell Tom",
        "Was the great wheel cut?": "Tom Reed is cutting",
        "Who are you knitting the jersey for?": "I'm knitting a jersey for a boy",
        "Did you bring up a boy?": "Yes. I brought up",
        "Did you open the letter from Ben?": "No. I have a letter",
        "What do you do for work?": "I'm a cafe owner.",
    }.items():
        assert any(one.startswith(begins) for one in answers(script, question, memories=known)), question
    for question in ("Will you sell the cafe?", "Do you believe in ghosts?"):
        assert not {one for one in answers(script, question, memories=known) if re.match("Yes|No|Not that I recall|Soup", one)}


def test_who_said_no_to_a_party_is_named_to_who_asks_its_host(script: Script) -> None:
    no = "Tom Reed said no to Mara Lind's invitation to the lantern supper"
    supper = "Mara Lind is giving a lantern supper at Mill Green on Friday at 6 pm"
    assert answers(script, "Who said no to the lantern supper?", memories=(supper, no)) == {"Tom Reed said no."}
