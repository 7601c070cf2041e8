"""The stand-in: what it says reads as it should, days have their hours, and towns live without a fallback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from town import happened

from sim import Town
from sim.answer.standin import StandIn, shown
from sim.answer.standin.days import Stretch, laid, plan_day, steps, suited
from sim.answer.standin.interviews import answer
from sim.answer.standin.speech import say
from sim.engine.verify import verify
from sim.llm.base import Names
from sim.prompts import TASKS, Card, Setting, to_json
from sim.prompts.check import satisfies
from sim.prompts.planning import FreeHour, Hours
from sim.prompts.spoken import Person, spoken
from sim.prompts.tasks.answer import AnswerOpen
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.rate import Rate
from sim.prompts.tasks.say import Say
from sim.prompts.tasks.steps import Decompose
from sim.types import Fact, Gathering, Intent

SCENARIOS = Path(__file__).parent.parent / "scenarios"
ANN, BEN, IDA = Person("Ann Reed", "Ann", "she"), Person("Ben Hale", "Ben", "he"), Person("Ida Cole", "Ida", "she")
CARD = Card(
    "Ann Reed", "Ann", 40, ("blunt",), ("Ann Reed mends nets on the quay", "She has a boat"), "Ann is painting her boat"
)
NAMES = Names(("Ann Reed", "Ann"), (("Ann Reed", "Ann"), ("Ben Hale", "Ben")), called={"Ann Reed": "she", "Ben Hale": "he"})
PERSONS = {"ann": ("Ann Reed", "Ann"), "ben": ("Ben Hale", "Ben"), "ida": ("Ida Cole", "Ida")}


@pytest.mark.parametrize(
    ("memory", "said"),
    [
        ("Ben Hale still owes Ann nine shillings", "You still owe me nine shillings"),
        ("Ann Reed keeps her brother's hat and mends nets", "I keep my brother's hat and mend nets"),
        ("Ida Cole told Ann that Ben's boat is lost", "Ida Cole told me that your boat is lost"),
        ("Ann and Ben quarrelled over their fence", "You and I quarrelled over our fence"),
        ("Ben Hale asked Ann to marry him at the fair", "You asked me to marry you at the fair"),
        ("The bread that Ann bakes is black", "The bread that I bake is black"),
        ("The roof leaks above the rack", "The roof leaks above the rack"),
    ],
)
def test_a_memory_is_said_in_the_first_and_second_person(memory: str, said: str) -> None:
    assert spoken(memory, ANN, BEN, (IDA,)) == said


def test_longer_names_are_not_cut_and_doubtful_pronouns_are_left_alone() -> None:
    chris, jo = Person("Chris Me", "Chris", "he"), Person("Jo Ann Reed", "Jo", "she")
    assert spoken("Jo Ann Reed met Chris James", ANN, chris, (jo, Person("Chris James"))) == "Jo Ann Reed met Chris James"
    assert spoken("Ida Cole promised Ann's mother on her deathbed to stay", ANN, BEN, (IDA,)) is None


def asked(**more: Any) -> Say:
    fields: dict[str, Any] = {"card": CARD, "names": NAMES, "persons": PERSONS, "talking_with": ("Ben Hale",), "seed": 5}
    return Say(**{**fields, **more})


def test_a_line_is_a_template_around_the_memory_and_names_the_fact_that_it_tells() -> None:
    debt = Fact(7, "Ben Hale still owes Ann nine shillings", ("ben",), importance=6.0)
    reply = say(asked(facts=(Fact(3, "The roof leaks"), debt), intents=(Intent("tell", (7,), "ben"),)))
    assert "ou still owe me nine shillings" in reply.say and (reply.act, reply.told, reply.end) == ("tell", (2,), False)


def test_no_is_said_with_the_true_reason() -> None:
    supper = Fact(1, "Ben Hale is giving a supper on Friday at 6 pm", ("ben",), gathering=Gathering("ben", "Quay", 9000))
    reason = Fact(2, "Ann Reed is mending the chapel nets on Friday at 6 pm")
    reply = say(asked(heard=(supper,), acted="invite", facts=(reason,), intents=(Intent("decline", (1, 2), "ben"),)))
    assert reply.act == "decline" and "I am mending the chapel nets on Friday at 6 pm" in reply.say


def test_a_day_has_meals_work_in_its_hours_and_what_is_fixed() -> None:
    setting = Setting("net mender", "Reed House", "Net Loft", {"Net Loft": "loft", "Reed House": "", "Quay": "steps"})
    q = PlanDay(
        card=CARD, at="Reed House", setting=setting, places=("Reed House", "Net Loft", "Quay"), start=390, minutes=930, seed=1,
        fixed=("18:00 going to the supper (Quay)",), hours=(Hours("Net Loft", 540, 960),),
        free=(FreeHour(person="Ben Hale", weight=4.0), FreeHour(place="Quay")),
    )  # fmt: skip
    plan = plan_day(q).plan
    assert satisfies(to_json(plan_day(q)) | {"plan": [_whole(entry) for entry in plan]}, q.schema())
    said = [(entry.start, entry.activity, entry.place) for entry in plan]
    assert any(what == "having lunch" for _, what, _ in said) and any("net mender" in what for _, what, _ in said)
    assert any(what == "going to the supper" and place == "Quay" and at <= "18:00" for at, what, place in said)
    assert any("looking for Ben Hale" in what for _, what, _ in said)
    assert all("09:00" <= at < "16:00" for at, what, place in said if place == "Net Loft")


def _whole(entry: Any) -> dict[str, Any]:
    return {"start": entry.start, "activity": entry.activity, "place": entry.place}


def test_what_is_laid_over_a_stretch_leaves_both_ends() -> None:
    parts = laid([Stretch(0, 100, "a", "x")], Stretch(40, 60, "b", "y"))
    assert [(one.start, one.end, one.activity) for one in parts] == [(0, 40, "a"), (40, 60, "b"), (60, 100, "a")]


def test_steps_use_what_suits_and_last_as_long_as_the_stretch() -> None:
    q = Decompose(card=CARD, activity="having breakfast", objects=("bed", "kitchen table", "lamp"), minutes=40, start=400)
    assert suited("having breakfast", q.objects)[0] == "kitchen table"
    assert sum(step.minutes for step in steps(q).steps) == 40 and steps(q).steps[0].icon == "food"


def test_an_interview_is_answered_from_memory_or_with_not_knowing() -> None:
    bears = ((0.8, "Ann Reed lent Ben her oilskins"), (0.2, "Ann Reed is 40 years old"))
    q = AnswerOpen(card=CARD, names=NAMES, bearing=bears, question="Who has the oilskins?")
    assert answer(q).answer == "I lent Ben my oilskins."
    unknown = AnswerOpen(card=CARD, names=NAMES, memories=(), question="Which horse won at Epsom?")
    assert answer(unknown).answer == "I do not know."


@pytest.mark.parametrize("task", sorted(TASKS))
def test_every_kind_of_question_is_answered_soundly_in_brief(task: str) -> None:
    """As a helper beside a model it is asked without a scene and with few facts."""
    kind: Any = TASKS[task]
    more = (
        {"events": ("Ann is eating", "Ben died")}
        if task == "rate"
        else {"among": ("yes", "no")}
        if task == "answer_choice"
        else {}
    )
    q = kind(card=CARD, names=NAMES, seed=3, **more)
    found = StandIn().answer([q])[0]
    assert not found.problem and not found.fallback and found.mode == "standin" and q.repair(found.reply) == found.reply


def test_grave_things_weigh_more_than_routine() -> None:
    q = Rate(
        card=CARD, names=NAMES, events=("Ann Reed is mopping the floor", "Ben Hale's brother died", "Ben Hale owes Ann a boat")
    )
    ratings = StandIn().answer([q])[0].reply.ratings  # type: ignore[attr-defined]
    assert ratings[0] < ratings[2] < ratings[1]


def test_what_is_recorded_as_the_prompt_is_short_and_tells_questions_apart() -> None:
    one, two = (asked(intents=(Intent("leave", (), "ben", weight),)) for weight in (1.0, 2.0))
    assert shown(one) == shown(one) != shown(two) and len(shown(one).user) < 200


TOWN = """
name: Two by the mill
map: millbrook
start: 1868-06-12 09:00
until: "13:00"
seed: 2
acquainted: true
rules: {chat_cooldown: 1200, talks_a_day: 6}
residents:
  amos:
    {name: Amos Pell, age: 55, background: Amos Pell owns Hollin Mill., home: Hollin Mill, work: "The Merry Ladle",
     occupation: miller, wakes: "05:00", sleeps: "21:30", relationships: {silas: "the farmer, with whom he has quarrelled"},
     memories: [Amos Pell lent Silas Garth thirty pounds and has seen none of it,
                Amos Pell has told nobody about the cracked millstone]}
  silas:
    {name: Silas Garth, age: 52, background: Silas Garth farms the Long Field., home: Rosehip Hut, work: "The Merry Ladle",
     occupation: farmer, wakes: "05:00", sleeps: "21:00", relationships: {amos: his creditor, ruth: an old friend},
     memories: [Silas Garth owes Amos Pell thirty pounds]}
  ruth:
    {name: Ruth Pell, age: 49, background: Ruth Pell keeps house at the mill., home: Far Bank, work: "The Merry Ladle",
     occupation: housekeeper, wakes: "05:15", sleeps: "21:30", relationships: {silas: an old friend, amos: her brother},
     memories: [Silas Garth asked Ruth to marry him twenty years ago]}
news:
  - {id: bell_supper, text: Ruth Pell is giving a supper on Hollin Green on Friday at 11:30 am, host: ruth, place: Hollin Green,
     knows: ruth, at: "11:30", lasts: 1 h, signs: [Ruth, supper]}
norms: {The Merry Ladle: {opens: "06:00"}}
"""


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Town:
    folder = tmp_path_factory.mktemp("town")
    (folder / "mill.yaml").write_text(TOWN)
    return Town.load(folder / "mill.yaml", model="standin", run=folder / "mill.sqlite").run()


def test_a_small_town_lives_without_a_fallback_and_again_from_its_record(town: Town) -> None:
    assert happened(town.path, "say") and not happened(town.path, "problem")
    assert verify(Path(town.path)).tick is None


def test_secrets_are_kept_and_cold_ties_do_not_chat(town: Town) -> None:
    said = happened(town.path, "say")
    assert not any("millstone" in row["text"] for row in said)
    assert not any(row["act"] in ("small talk", "thank") for row in said if row["who"] == "amos" and row["to"] == ["silas"])


def test_an_invitation_is_answered_and_who_said_yes_goes_there(town: Town) -> None:
    said, promises = happened(town.path, "say"), happened(town.path, "promise")
    assert any(row["act"] == "invite" for row in said) and any(row["act"] in ("accept", "promise") for row in said)
    assert any(row["state"] == "kept" for row in promises)
