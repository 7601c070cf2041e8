"""The exam's measures; reference replies are judged by its checks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sim.answer.by_script import Scripted
from sim.answer.protocol import Answer
from sim.answer.scripted import Script
from sim.llm.base import Names
from sim.prompts import Card, Question, Reply
from sim.prompts.tasks.answer import AnswerOpen, OpenAnswer
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.rate import Rate
from sim.prompts.tasks.recap import SummariseTalk, TalkSummary
from sim.prompts.tasks.say import Say, Utterance
from sim.prompts.tasks.state import DescribeState
from sim.training import compose
from sim.training.exam import main
from sim.training.exam.news_passing import passed_on
from sim.training.exam.perplexity import rows as likely
from sim.training.exam.samples import spread
from sim.training.exam.statistics import Row, per_unit, ranks, share, spearman
from sim.training.exam.table import as_json, as_markdown, as_text
from sim.training.exam.talks import LONGEST, find_talks, play, rows
from sim.training.example import Example
from sim.training.pass_rates import Tally
from sim.training.situations import lived_towns

PEOPLE = tuple((name, name.split(" ")[0]) for name in ("Mara Lind", "Tom Reed", "Edith Okafor"))
SUPPER = "Tom Reed is giving a lantern supper at Mill Green on Saturday at 6 pm"


def who(me: str = "Mara Lind") -> dict[str, Any]:
    card = Card(me, me.split(" ")[0], 40)
    names = Names((me, card.first), PEOPLE, ("Mill Green", "Town Hall"))
    return {"card": card, "names": names, "seed": 1, "now": "Friday, May 8, 2026, 09:05", "memories": (SUPPER,)}


def say(me: str = "Mara Lind", other: str = "Tom Reed") -> Say:
    return Say(**who(me), talking_with=(other,))


def test_shares_carry_wilsons_interval() -> None:
    row = share("x", 8, 10)
    assert (row.value, row.n) == (0.8, 10)
    assert row.low == pytest.approx(0.4902, abs=1e-3) and row.high == pytest.approx(0.9433, abs=1e-3)
    assert share("x", 5, 5).high == 1.0 and share("x", 0, 0).value is None


def test_ranks_of_ties_are_their_mean() -> None:
    assert ranks([3, 1, 3, 2]) == [3.5, 1, 3.5, 2]


def test_rank_correlation_sees_order_and_nothing_else() -> None:
    assert spearman("x", [(1, 10), (2, 20), (3, 25), (9, 90)]).value == pytest.approx(1)
    assert spearman("x", [(1, 4), (2, 3), (3, 2), (4, 1)]).value == pytest.approx(-1)
    assert spearman("x", [(5, 1), (5, 2), (5, 3), (5, 4)]).value is None
    row = spearman("x", [(float(i), float(i % 7)) for i in range(100)])
    assert row.low is not None and row.value is not None and row.high is not None and row.low < row.value < row.high


def test_perplexity_is_of_all_tokens_and_bits_of_all_characters() -> None:
    mean, low, high = per_unit([2.0, 4.0], [2, 4])
    assert (mean, low, high) == (1.0, 1.0, 1.0)
    tokens, characters = likely([(2.0, 2, 4), (4.0, 4, 8)])
    assert tokens.value == pytest.approx(2.71828, abs=1e-4) and characters.value == pytest.approx(0.72135, abs=1e-4)
    assert likely([])[0].value is None


def test_talks_are_between_two_people_who_are_each_asked_for_a_line() -> None:
    here, there = say(), say("Tom Reed", "Mara Lind")
    assert find_talks([here, say(other="Edith Okafor")], 9) == []
    talks = find_talks([here, SummariseTalk(**who("Tom Reed"), talking_with=("Mara Lind",)), there, there, here], 9)
    assert [question.card.name for question in talks[0].speakers] == ["Mara Lind", "Tom Reed"] and len(talks) == 1


def test_talks_are_played_in_turn_to_their_end_and_alike_every_time() -> None:
    questions = [say(), say("Tom Reed", "Mara Lind")]
    played = []
    for _ in range(2):
        talks = find_talks(questions, 9)
        play(Scripted(Script()), talks)
        played.append(talks[0].lines)
    assert played[0] == played[1] and 2 <= len(played[0]) <= LONGEST
    assert [name for name, _ in played[0][:2]] == ["Mara Lind", "Tom Reed"]


def test_who_talks_again_is_reminded_of_what_they_said_today() -> None:
    talks = find_talks([say(), say("Tom Reed", "Mara Lind")], 9) * 2
    first, second = (replace(talk, lines=[], leaving=set()) for talk in talks)
    asked: list[Say] = []

    class Asked:
        mode = "scripted"

        def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
            asked.extend(question for question in questions if isinstance(question, Say))
            return Scripted(Script()).answer(questions)

    play(Asked(), [first, second])
    assert asked[0].telling.said == () and set(asked[-1].telling.said) >= {
        line for talk in (first, second) for name, line in talk.lines[:-1] if name == asked[-1].card.name
    }


def test_repetition_is_counted_in_talks_and_days() -> None:
    talks = find_talks([say(), say("Tom Reed", "Mara Lind")], 9)
    line = "I have never seen so many hats in one place."
    talks[0].lines = [("Mara Lind", line), ("Tom Reed", "Indeed."), ("Mara Lind", f"Well. {line}")]
    talk, day = rows(talks)
    assert (talk.value, talk.n) == (1 / 3, 3) and day.n == 0  # who talks once has no day to repeat


def test_news_is_passed_on_when_all_its_details_are_there() -> None:
    def passed(reference: tuple[str, ...], learned: tuple[str, ...]) -> list[bool]:
        return passed_on(SummariseTalk(**who()), *(TalkSummary(facts, "", "they talked") for facts in (reference, learned)))

    assert passed((SUPPER,), ("Tom Reed is hosting a lantern supper at Mill Green tomorrow at 6 pm",)) == [True]
    assert passed((SUPPER,), ("Tom Reed is hosting a lantern supper on Saturday at 6 pm",)) == [False]
    assert passed((SUPPER,), ()) == [False]
    assert passed((), (SUPPER,)) == []


def test_samples_are_of_every_task() -> None:
    asked = (say(), say(), say(), Rate(**who()), PlanDay(**who()))
    examples = [Example(question, Utterance("Hello.", False), "random") for question in asked]
    assert {examples[i].task for i in spread(examples, 3)} == {"say", "rate", "plan"}
    assert len(spread(examples, 50)) == 5


def test_the_table_shows_goal_value_interval_and_n() -> None:
    results = {"free": [Row("names", 0.975, 40, 0.87, 0.996, goal=1.0), Row("speed", 4.2, 9, unit="")], "guided": []}
    text = as_text("mind", results)
    assert "97.5%" in text and "87.0% to 99.6%" in text and "100.0%" in text and "4.20" in text
    assert "| names | 100.0% | 97.5% (87.0% to 99.6%), n 40 | -, n 0 |" in as_markdown(results)
    assert json.loads(as_json({"seed": 1}, results))["results"]["free"][0]["n"] == 40


def test_the_script_passes_its_own_exam(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "samples.md"
    assert main(["fake", "--count", "400", "--talks", "6", "--json", "--samples", str(page)]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)["results"]["scripted"]}
    for name in ("names spelled right", "news passed on right", "learned facts supported", "citations right"):
        assert rows[name]["n"] > 0 and rows[name]["value"] > 0.95, rows[name]
    assert rows["poignancy, rank correlation"]["value"] == pytest.approx(1)
    assert page.read_text().count("## ") >= 50


def test_a_real_model_takes_it_guided_and_free(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["town-mind", "--count", "8", "--talks", "0", "--gold", "4", "--json"]) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert set(results) == {"guided", "free"}
    perplexity = next(row for row in results["free"] if row["name"] == "perplexity of gold replies")
    assert perplexity["n"] == 4 and 1 < perplexity["value"] < 100


def test_a_missing_model_is_said_plainly(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nosuchmodel"]) == 3
    assert "nosuchmodel" in capsys.readouterr().err


MARA, TOM = ("Mara Lind", "Mara"), ("Tom Reed", "Tom")
CARD = Card("Mara Lind", "Mara", 34, ("friendly",), ("Mara Lind is a baker",), "", 420, 1320)
NAMES = Names(MARA, (MARA, TOM), ("Mill Green", "Town Hall"))
NEWS = "Tom Reed is hosting a glimmel supper at Mill Green on Saturday at 6 pm"
NOW = "Friday, May 8, 2026, 09:05"


def _example(kind: type[Question[Any]], reply: Reply, **fields: Any) -> Example:
    return Example(kind(card=CARD, names=NAMES, **{"memories": (NEWS,), "now": NOW, **fields}), reply, "random")


@pytest.mark.parametrize(
    ("told", "right"),
    [
        ("Yes. Tom Reed is hosting a glimmel supper at Mill Green on Saturday at 6 pm.", True),
        ("Yes. Tom Reed is hosting a glimmel supper at Town Hall on Saturday at 6 pm.", False),
        ("Yes. Tom Reed is hosting a glimmel supper at Mill Green on Sunday at 6 pm.", False),
        ("Yes. Tom Marsh is hosting a glimmel supper at Mill Green on Saturday at 6 pm.", False),
        ("Yes. The Mara Lind is hosting it {where}.", False),
    ],
)
def test_news_is_gold_only_with_host_place_and_time_right(told: str, right: bool) -> None:
    example = _example(AnswerOpen, OpenAnswer(told), question="Have you heard about the glimmel supper?")
    assert (compose.problems(example) == []) is right


def test_inventing_an_answer_is_no_gold() -> None:
    example = _example(AnswerOpen, OpenAnswer("It's at the old mill."), question="Where is the brannock feast?")
    assert compose.problems(example)
    assert not compose.problems(replace(example, reply=OpenAnswer("I couldn't tell you.")))


def test_a_reply_of_another_shape_is_no_gold() -> None:
    assert compose.problems(_example(DescribeState, OpenAnswer("hello"), activity="baking", object="oven"))


def test_a_learned_fact_must_have_been_said() -> None:
    talk = (("Tom Reed", "Hello, Mara."), ("Mara Lind", "Good morning."))
    reply = TalkSummary(("Tom Reed has bought a horse",), "", "Mara Lind talked with Tom Reed")
    assert compose.problems(_example(SummariseTalk, reply, conversation=talk))
    assert not compose.problems(_example(SummariseTalk, replace(reply, learned=()), conversation=talk))


def test_nearly_all_composed_answers_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lived_towns, "DAY", 5 * 3600)
    monkeypatch.setattr(compose, "ROUND", 400)
    tally = Tally()
    tally.count(islice(compose.composed(1), 400))
    assert sum(tally.passed.values()) >= 0.98 * sum(tally.seen.values()), "\n".join(tally.rows())
    assert tally.rows()[0].split() == ["task", "answers", "pass"]
