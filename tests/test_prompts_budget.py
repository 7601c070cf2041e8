"""A budget of tokens: the same facts, fewer of them, chosen the same way from question to question; and plain replies."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from capable_minds import SCENARIOS, Written, talkative
from loopback import fitting, serving
from town import write_town

from sim import Town
from sim.answer.opening import CAPABLE, open_answerer
from sim.answer.register import STYLES, complete, read_words
from sim.answer.written import Free
from sim.cli.main import main
from sim.engine.verify import verify
from sim.llm.base import Generate, Generated, ModelInfo, Score, Scored
from sim.llm.llamacpp import LlamaModel
from sim.prompts import TASKS, Card, Question, parse, render
from sim.prompts.full import sections_of
from sim.prompts.parts import ALWAYS, Bullets, Conversation, Joined, Line, Numbered, Text, cost, fit, least_cost
from sim.prompts.question import Reply
from sim.prompts.scene import Recollection, Scene
from sim.prompts.scene import Town as Place
from sim.prompts.tasks.answer import AnswerOpen
from sim.prompts.tasks.insights import InsightRow, Insights
from sim.prompts.tasks.say import Say, Utterance
from sim.prompts.tasks.takeaway import TakeAway
from sim.types import ACTS, Fact, Intent

BUDGETS = (650, 1000, 1800, 2900)
ANN = Card("Ann Vale", "Ann", 40, ("shy",), ("Ann Vale bakes",), "Ann wants a dog")


class Lived(Written):
    """Three people who talk whenever they can, and conclude something."""

    def reply(self, question: Question[Any]) -> Reply | None:
        if question.task == "insights":
            self.asked.append(question)
            return Insights((InsightRow((1,), f"{question.first} sees more by now", 5),))
        return super().reply(question)


@pytest.fixture(scope="module")
def morning(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Question[Any]]]:
    """All questions of two hours of the first morning, those of the kinds that it lacks asked at its last moment."""
    minds = Lived(talkative("the lanterns"), lambda q: TakeAway("They talked of lanterns", 5, (), (), (), (), "glad", ""))
    path = tmp_path_factory.mktemp("lived") / "run.sqlite"
    rules = {"model": minds, "embedder": "hash", "until": "09:00", "run": path, "reflection": 15}
    with Town.load(SCENARIOS / "first_morning.yaml", **rules) as town:
        town.run()
    asked, last = list(minds.asked), minds.of(Say)[-1]
    told: dict[str, Any] = {
        "question": "What keeps you here?", "among": ("the work", "the people"), "events": last.memories, "seen": "a dog barks",
        "insights": tuple((text, (1, 2)) for text in last.memories), "statements": last.memories, "activity": "baking bread",
        "conversation": last.conversation, "talking_with": last.talking_with, "objects": ("oven", "table"), "minutes": 60,
        "places": tuple(site.name for site in last.scene.town.sites), "text": "The oven is cold.",
    }  # fmt: skip
    same = {name: getattr(last, name) for name in ("card", "names", "now", "memories", "scene")}
    for task in set(TASKS) - {q.task for q in asked}:
        known = {field.name for field in fields(TASKS[task])}
        asked.append(TASKS[task](**same, **{name: value for name, value in told.items() if name in known}))
    yield asked


def _size(q: Question[Any], budget: float, plain: bool = False) -> int:
    prompt = render(q, budget, plain)
    return cost([*prompt.system.split("\n"), *prompt.user.split("\n")])


@pytest.mark.parametrize("budget", BUDGETS)
@pytest.mark.parametrize("plain", [False, True])
def test_a_budget_is_kept_by_every_kind_of_question(morning: list[Question[Any]], budget: int, plain: bool) -> None:
    assert {q.task for q in morning} == set(TASKS)
    assert {q.task for q in morning if _size(q, budget, plain) > budget + (50 if q.task == "takeaway" else 0)} == set()
    assert all(_size(q, 650) > 350 or _size(q, 650) == _size(q, 1800) for q in morning), "and it is made use of"


def test_less_is_told_of_the_same_and_nothing_else(morning: list[Question[Any]]) -> None:
    """Lines are those of the whole prompt, or some of what stands in one of them."""
    for q in morning:
        whole, short = render(q), render(q, 650)
        lines = [*whole.system.split("\n"), *whole.user.split("\n")]
        for line in (*short.system.split("\n"), *short.user.split("\n")):
            begun = line.startswith(("You live", "Task: ", "Town: ")) or any(line in one for one in lines)
            assert begun or any(one.startswith(f"{line.partition(': ')[0]}: ") for one in lines), line


def test_what_is_asked_and_answered_stays(morning: list[Question[Any]]) -> None:
    for q in morning:
        system, user = render(q, 650).system, render(q, 650).user
        assert f"You are {q.card.name}" in system and "Currently: " in system
        assert "Task: " in user and "Reply with JSON: " in user and user.endswith(q.cue()) and f"Now: {q.now}" in user
        if said := getattr(q, "conversation", None):
            assert f"{said[-1][0]}: {said[-1][1]}" in user
        if q.memories:
            best = q.memories[q.spare[-1] if q.spare else 0]
            assert best in user, "the most relevant memory"


def test_the_same_question_is_told_the_same_way_and_without_a_budget_whole(morning: list[Question[Any]]) -> None:
    for q in morning:
        assert render(q, 650) == render(replace(q), 650)
        assert (render(q, 10**6).system, render(q, 10**6).user) == (render(q).system, render(q).user)


@pytest.mark.parametrize("budget", BUDGETS)
def test_who_is_asked_is_told_alike_whatever_is_asked(morning: list[Question[Any]], budget: int) -> None:
    """What the system message leaves out follows from the resident alone: it changes only where what there is to tell does."""
    told = dict[tuple[str, ...], set[str]]()
    for q in morning:
        begun = sum(entry[:5] <= q.now[-5:] for entry in q.scene.person.plan)
        told.setdefault((q.card.name, q.card.currently, str(q.scene.person), str(begun)), set()).add(render(q, budget).system)
    assert len(told) > 5 and all(len(systems) == 1 for systems in told.values())


def test_a_talk_is_shortened_in_steps_so_that_its_beginning_stays_for_the_next_line() -> None:
    said = tuple(("Ann Vale", f"Line {n}, of some length.") for n in range(9))
    firsts = [fit([Conversation("The talk", said[:n], priority=100)], 60).lines[1] for n in range(1, 10)]
    assert len(set(firsts)) < 4 and firsts[-1] != firsts[0]
    assert fit([Conversation("The talk", said, priority=100)], 0).lines == ("The talk:", "Ann Vale: Line 8, of some length.")


def test_lists_share_a_budget_by_what_they_are_worth() -> None:
    ties, places = (tuple(f"{kind} {n} of a few words" for n in range(6)) for kind in ("tie", "place"))
    parts = [Bullets("Ties", ties, priority=90), Bullets("Places", places, priority=40), Line("Name", "Ann")]
    told = fit(parts, 40)
    assert told.lines == ("Ties:", *(f"- {tie}" for tie in ties[:3]), "Places:", f"- {places[0]}", "Name: Ann")
    assert told.lines[-1] == "Name: Ann" and fit(parts, 0).lines == ("Name: Ann",) and least_cost(parts) == fit(parts, 0).cost
    assert [worth for worth, _ in fit(parts, 10**6).spare] == sorted(worth for worth, _ in fit(parts, 10**6).spare)


def test_parts_keep_their_form_when_they_lose_something() -> None:
    assert fit([Numbered("To cite", ("a", "b", "c"), priority=9, best=(2, 0, 1), must=1)], 0).lines == ("To cite:", "3. c")
    assert Numbered("Facts", ("a", "b"), (4, 0)).lines() == ["Facts:", "4. a", "- b"]
    assert Joined("Things", ("oven", "table"), ", ").lines({0}) == ["Things: table"] and Joined(
        "", ("a", "b"), " "
    ).lines() == ["a b"]
    assert Text("Long words", "Short", priority=1).lines({0}) == ["Short"] and Text("").lines() == [""]
    assert Bullets("None", ()).lines() == [] and Text("x").worth() == [ALWAYS]


def test_what_a_text_costs_is_near_to_what_a_vocabulary_makes_of_it(mind: LlamaModel, morning: list[Question[Any]]) -> None:
    for q in morning[::7]:
        text = f"{render(q).system}\n{render(q).user}"
        real = len(mind._weights.tokenize(text, special=False, add_start=False))
        assert 0.75 < cost(text.split("\n")) / real < 1.2


# Facts that are told --------------------------------------------------------------------------------------------------


def _say(**given: Any) -> Say:
    recalled = {"The mill burns": Recollection(20, "today 08:00"), "Bo sold the cart": Recollection(10, "today 07:00")}
    scene = Scene(Place("Mill", 1931), recalled=recalled)
    return Say(
        card=ANN, now="Monday, March 2, 1931, 08:00", memories=("The mill burns", "Bo sold the cart"), scene=scene, **given
    )


def test_memories_that_can_be_told_are_numbered_as_the_facts_are() -> None:
    facts = (Fact(7, "Bo sold the cart"), Fact(9, "The mill burns"), Fact(3, "Cy is ill"))
    q = _say(facts=facts, brought=("Cy is ill", "It rains"))
    user = render(q).user
    assert "in order of time:\n1. today 07:00: Bo sold the cart\n2. today 08:00: The mill burns\n" in user
    assert "More memories:\n3. Cy is ill\n- It rains\n" in user, "what is no fact cannot be told by its number"
    assert list(q.schema()["properties"]) == ["thought", "say", "end", "act", "told"] and all(act in user for act in ACTS)
    reply = parse(q, {"thought": "", "say": "The cart is gone.", "end": False, "act": "tell", "told": [1]})
    assert reply == Utterance("The cart is gone.", False, "tell", (1,)) and q.facts[reply.told[0] - 1].n == 7
    bare = _say()
    assert "told" not in bare.schema()["properties"] and "\n- today 07:00: Bo sold" in render(bare).user
    assert "told" not in replace(q, scene=None).schema()["properties"]


def test_what_an_intent_rests_on_stays() -> None:
    memories = tuple(f"Memory {n} of a day that was long and full of people" for n in range(12))
    facts = tuple(Fact(n, text) for n, text in enumerate((*memories, "The mill was sold to a stranger")))
    q = replace(_say(facts=facts, intents=(Intent("tell", (11, 12), "bo", weight=1.0),)), memories=memories)
    user = render(q, 400).user
    assert "12. Memory 11" in user and "13. The mill was sold" in user and "7. Memory 6" not in user


# Plain replies --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Good morning.", "Good morning."),
        ('"Good morning."\nBo Ray: And to you.', "Good morning."),
        ("Ann: Good morning.", "Good morning."),
        ("\n**Ann Vale:** “Good morning.”", "Good morning."),
        ("*smiles* Good   morning.", "Good morning."),
        ('{"say": "Good morning.", "end": false}', "Good morning."),
        ("Note: the mill burns.", "Note: the mill burns."),
        ("I **really** mean it.", "I really mean it."),
        ("«Guten Morgen.»", "Guten Morgen."),
        ("...\n", None),
        ("", None),
    ],
)
def test_words_are_read_without_what_stands_around_them(text: str, said: str | None) -> None:
    reply = read_words(_say(turns_left=5), text)
    assert reply == (said and Utterance(said, False))


def test_a_plain_line_ends_a_talk_where_there_is_no_more_to_say_and_is_no_longer_than_allowed() -> None:
    assert read_words(_say(turns_left=1), "Goodbye.") == Utterance("Goodbye.", True)
    assert read_words(_say(turns_left=6, goodbye=True), "Goodbye.") == Utterance("Goodbye.", True)
    reply = read_words(_say(turns_left=5), "word " * 200)
    assert isinstance(reply, Utterance) and 200 < len(reply.say) <= 400


class Wordy:
    """A model that replies with these texts; ``asked`` are its requests."""

    def __init__(self, replies: Sequence[Generated], parameters: int = 60_000_000) -> None:
        self.replies, self.asked = list(replies), list[Generate | Score]()
        self.info = ModelInfo("wordy", "wordy", False, 2048, {"parameters": str(parameters)})

    def ask(self, requests: Sequence[Generate | Score]) -> list[Generated | Scored]:
        self.asked += requests
        return [self.replies.pop(0) for _ in requests]

    def close(self) -> None:
        pass


def test_a_small_model_is_asked_for_the_words_alone_and_a_capable_one_for_json() -> None:
    asked = [_say(turns_left=5), AnswerOpen(card=ANN, scene=_say().scene, question="Who are you?")]
    model = Wordy([Generated("Ann: Good morning."), Generated("I bake. And I wan", "truncated")])
    answers = open_answerer(model).answer(asked)
    assert [type(a.reply) for a in answers] == [Utterance, type(asked[1].fallback())]
    assert answers[0].reply.say == "Good morning." and answers[1].reply.answer == "I bake." and not answers[1].problem
    assert all(
        isinstance(r, Generate) and not r.schema and r.max_tokens == q.max_tokens
        for r, q in zip(model.asked, asked, strict=True)
    )
    assert all("Reply in plain text" in r.prompt.user and "JSON" not in r.prompt.system for r in model.asked)
    large = Wordy([Generated(json.dumps({"thought": "", "say": "Well?", "end": False}))], CAPABLE)
    (answer,) = open_answerer(large).answer(asked[:1])
    assert answer.reply.say == "Well?" and "Reply with JSON" in large.asked[0].prompt.user
    (answer,) = open_answerer(Wordy([Generated("", "truncated")]), style="small").answer(asked[:1])
    assert answer.fallback and answer.problem == "truncated", "no words are none"


def test_of_words_that_were_cut_off_whole_sentences_serve() -> None:
    assert complete("First line.\nSecond li") == "First line." and complete("One. Two. Thr") == "One. Two."
    assert complete("雨が降る。明日も") == "雨が降る。" and complete("never ending li") == "never ending..."


# Which style a run has ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "style"), [([], "full"), (["--style", "small"], "small")])
def test_the_style_is_recorded_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], style: str
) -> None:
    town, saves = str(write_town(tmp_path)), str(tmp_path)
    with serving(fitting) as server:
        started = ["run", town, "--headless", "--ticks", "4", "--embedder", "hash", "--saves", saves, "--name", "asked"]
        assert main([*started, "--model", server.url, *words]) == 0
        assert main(["resume", "asked", "--headless", "--ticks", "3", "--saves", saves]) == 0
    systems = {body["messages"][0]["content"] for body in server.bodies}
    assert len(systems) > 1 and all(("asked for" in text) for text in systems)
    assert all(("one JSON object" in text) == (style == "full") for text in systems)
    capsys.readouterr()
    assert main(["show", "asked", "--saves", saves, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["style"] == style
    assert verify(tmp_path / "asked.sqlite").tick is None


def test_a_free_model_of_old_runs_is_asked_without_a_budget() -> None:
    assert Free(Wordy([])).style == "all" and STYLES["all"].prompt(_say()) == render(_say())
    assert sections_of(_say(), _say().scene)["town"]  # type: ignore[arg-type]
