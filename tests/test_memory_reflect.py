"""Rating and reflecting: what is asked, when, and what stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from memory_reference import fallback

from sim.llm.base import Names
from sim.memory import HashingEmbedder, MemoryStream, drive, open_embedder
from sim.memory.reflect import Thinker, reflecting
from sim.prompts import Card, Question, Reply
from sim.prompts.brief import render
from sim.prompts.scene import Scene, Town
from sim.prompts.tasks.insights import InferInsights, InsightRow, Insights
from sim.prompts.tasks.questions import AskFocalPoints, FocalPoints
from sim.prompts.tasks.rate import Rate, Ratings

HOUR = 3600
MARA = Card("Mara Bell", "Mara")
Answer = Callable[[Question[Any]], Reply]


def insisting(*insights: str) -> Answer:
    """Gives these insights to the first focal point, citing the first two statements."""

    def answer(question: Question[Any]) -> Reply:
        if isinstance(question, AskFocalPoints):
            return FocalPoints(("What does Mara care about?",))
        if isinstance(question, InferInsights):
            return Insights(tuple(InsightRow((1, 2), text) for text in insights))
        return fallback(question)

    return answer


def lived(count: int = 30, **overrides: object) -> MemoryStream:
    stream = MemoryStream("park", HashingEmbedder(), **overrides)
    for i in range(count):
        stream.add(f"Mara tunes violin number {i}", at=i * 60, importance=5)
    return stream


def test_ratings_are_asked_ten_at_a_time_and_fill_the_budget() -> None:
    stream = MemoryStream("park", HashingEmbedder())
    for i in range(23):
        stream.add(f"event {i}")
    asked: list[Rate] = []

    def answer(question: Question[Any]) -> Reply:
        assert isinstance(question, Rate)
        asked.append(question)
        return Ratings((7,) * len(question.events))

    assert drive(stream.rating(MARA, Names(), 0, 5), answer) == 23
    assert [len(question.events) for question in asked] == [10, 10, 3]
    assert len({question.seed for question in asked}) == 3
    assert {question.purpose for question in asked} == {"importance"}
    assert (stream.budget(), stream.due(), stream.unrated()) == (161.0, True, [])
    assert stream.drain().rated == [(n, 7.0) for n in range(23)]


def test_a_full_budget_calls_for_reflection_and_reflection_empties_it() -> None:
    stream = lived()
    assert stream.due()
    made = drive(stream.reflecting(MARA, Names(), HOUR, 1), fallback)
    assert made and not stream.due()
    assert all(memory.kind == "reflection" and memory.importance is not None for memory in made)
    assert made[0].n in [hit.memory.n for hit in stream.retrieve(made[0].text, 2 * HOUR, k=40)]


def test_three_focal_points_are_searched_and_every_search_is_recorded() -> None:
    stream = lived()
    stream.drain()
    asked: list[Any] = []

    def answer(question: Question[Any]) -> Reply:
        asked.append(question)
        return fallback(question)

    drive(stream.reflecting(MARA, Names(), HOUR, 1, now="Monday"), answer)
    assert [question.task for question in asked] == ["questions", "insights", "insights", "insights", "rate"]
    assert {question.now for question in asked} == {"Monday"}
    assert len(asked[1].statements) == 30
    searches = [found for found in stream.drain().retrievals if found.purpose == "reflection"]
    assert [found.query for found in searches] == [question.question for question in asked[1:4]]


def test_reflection_is_the_same_every_time() -> None:
    one, two = lived(), lived()
    assert drive(one.reflecting(MARA, Names(), HOUR, 1), fallback) == drive(two.reflecting(MARA, Names(), HOUR, 1), fallback)
    assert one.drain() == two.drain()


def test_an_insight_that_stands_already_is_refreshed_instead_of_piling_up() -> None:
    for embedder in ("hash", "none"):
        stream = MemoryStream("park", open_embedder(embedder))
        stream.add("Mara tunes a violin", importance=5)
        stream.add("Mara plays at dusk", importance=5)
        answer = insisting("Mara lives for music.")
        assert len(drive(stream.reflecting(MARA, Names(), HOUR, 1), answer)) == 1
        stream.drain()
        assert drive(stream.reflecting(MARA, Names(), 9 * HOUR, 2), insisting("Mara lives for music")) == []
        changes = stream.drain()
        assert (len(stream), stream[2].accessed, changes.added) == (3, 9 * HOUR, [])
        assert [hit.memory.n for found in changes.retrievals if found.purpose == "refresh" for hit in found.hits] == [2]


def test_who_does_what_to_whom_tells_insights_apart() -> None:
    """Both embedders put these two within a hair of each other."""
    stream = lived(4)
    drive(stream.reflecting(MARA, Names(), HOUR, 1), insisting("Mara trusts Ivo"))
    assert len(drive(stream.reflecting(MARA, Names(), 2 * HOUR, 1), insisting("Ivo trusts Mara", "Mara trusts Ivo"))) == 1
    assert [memory.text for memory in stream if memory.kind == "reflection"] == ["Mara trusts Ivo", "Ivo trusts Mara"]


def test_an_expired_insight_is_not_refreshed_but_made_anew() -> None:
    stream = lived(4, lasts=HOUR)
    drive(stream.reflecting(MARA, Names(), 0, 1), insisting("Mara lives for music"))
    assert len(drive(stream.reflecting(MARA, Names(), HOUR, 1), insisting("Mara lives for music"))) == 1


def test_reflections_build_on_reflections_down_to_what_was_seen() -> None:
    stream = lived(3)
    drive(stream.reflecting(MARA, Names(), HOUR, 1), insisting("Mara loves violins"))

    def deeper(question: Question[Any]) -> Reply:
        if isinstance(question, InferInsights):
            index = 1 + question.statements.index("Mara loves violins")
            return Insights((InsightRow((index,), "Mara is an artist"),))
        return insisting()(question)

    (made,) = drive(stream.reflecting(MARA, Names(), 2 * HOUR, 1), deeper)
    assert (made.depth, made.evidence) == (2, (3,))
    assert (stream[3].text, {stream[n].kind for n in stream[3].evidence}) == ("Mara loves violins", {"observation"})


def test_no_level_beyond_the_second_in_the_streams_preset() -> None:
    stream = MemoryStream("streams", HashingEmbedder())
    stream.add("seen", importance=5)
    stream.add("one", "reflection", importance=5, evidence=(0,))
    stream.add("two", "reflection", importance=5, evidence=(1,))
    shown: list[str] = []

    def answer(question: Question[Any]) -> Reply:
        shown.extend(getattr(question, "statements", ()))
        return fallback(question)

    made = drive(stream.reflecting(MARA, Names(), HOUR, 1), answer)
    assert "two" not in shown and {"seen", "one"} <= set(shown)
    assert max(memory.depth for memory in made) == 2


def test_agents_lab_reflects_on_the_last_twenty_in_one_question() -> None:
    stream = MemoryStream("agents-lab", HashingEmbedder())
    for i in range(40):
        stream.add(f"thing {i}", importance=9)
    asked: list[Any] = []

    def answer(question: Question[Any]) -> Reply:
        asked.append(question)
        if isinstance(question, InferInsights):
            return Insights(tuple(InsightRow((1,), f"insight {i}") for i in range(5)))
        return fallback(question)

    made = drive(stream.reflecting(MARA, Names(), HOUR, 1), answer)
    assert [question.task for question in asked] == ["insights", "rate"]
    assert asked[0].statements == tuple(f"thing {i}" for i in range(20, 40))
    assert ([memory.text for memory in made], stream.budget()) == (["insight 0", "insight 1", "insight 2"], 0)


def test_genagents_reflects_on_an_anchor_and_points_at_all_it_retrieved() -> None:
    stream = MemoryStream("genagents", HashingEmbedder())
    for i in range(6):
        stream.add(f"career step {i}", at=i, importance=40)
    made = drive(stream.reflecting(MARA, Names(), 6, 1, anchor="career"), insisting("ambitious", "restless"))
    assert [memory.evidence for memory in made] == [tuple(range(6))] * 2


def test_the_same_insight_twice_in_one_reflection_is_kept_once() -> None:
    stream = lived(4)
    assert len(drive(stream.reflecting(MARA, Names(), HOUR, 1), insisting("Mara waits", "mara waits!"))) == 1


def test_of_a_window_too_long_for_the_context_what_matters_least_goes_first() -> None:
    stream = MemoryStream("park", threshold=1)
    for n, importance in enumerate((4.0, 9.0, 1.0, 4.0)):
        stream.add(f"event {n}", at=n, importance=importance)
    asking = stream.reflecting(MARA, Names(), 10, 1)
    prompt = render(next(asking))
    assert prompt.droppable == ("3. event 2", "1. event 0", "4. event 3"), "the one that matters most stays"
    assert prompt.user.index("1. event 0") < prompt.user.index("2. event 1"), "they are shown in the order of time"


def test_statements_may_be_left_out_the_least_retrieved_first() -> None:
    question = InferInsights(card=MARA, statements=("best", "second", "third"), question="what?")
    assert render(question).droppable == ("3. third", "2. second")


def test_a_full_question_shows_overheard_words_once_in_order_of_time_and_of_routine_ones_own_alone() -> None:
    stream = MemoryStream("park", HashingEmbedder(), threshold=1)
    routine = ("Mara Bell's plan for Monday: work", "Bo Ray is sweeping")
    stream.add("It is not yet so late", "observation", at=20, importance=6)
    for n, text in enumerate((*routine, "Bo saw it")):
        stream.add(text, "plan" if "plan" in text else "observation", at=n, importance=6 if text == "Bo saw it" else 2)
    words = stream.add("Bo Ray said to Ann Vale: 'Hush.'", "utterance", at=4, importance=3)
    stream.add("Mara Bell overheard Bo Ray say to Ann Vale: 'Hush.'", "observation", at=4, importance=3, evidence=(words.n,))
    for n, deed in enumerate(("baking", "oiling the counter", "carrying chairs", "hanging lamps", "yawning")):
        stream.add(f"Mara Bell is {deed}", "observation", at=5 + n, importance=1 if deed == "yawning" else 3)
    stream.add("Mara Bell sold nine loaves", "observation", at=10, importance=2)
    thinkers = (Thinker(MARA, Names(), 10, 1, scene=scene) for scene in (None, Scene(Town("Millbrook", 1931))))
    brief, full = (next(reflecting(stream, thinker)).memories for thinker in thinkers)
    assert set(brief) - set(full) == {*routine, words.text, "It is not yet so late", "Mara Bell is yawning"}
    assert full[:3] == ("Bo saw it", "Mara Bell overheard Bo Ray say to Ann Vale: 'Hush.'", "Mara Bell is baking")
    assert len(full) == 7 and full[-1] == "Mara Bell sold nine loaves", "four of one's own deeds, and what came of them"


def test_a_full_question_tells_an_appointment_once_that_a_talk_left_three_times() -> None:
    stream = MemoryStream("park", HashingEmbedder(), threshold=1)
    summary = "Mara Bell and Bo Ray fixed that he repairs the oven on Friday at ten, and she told him of the debt"
    secret = "Bo Ray repairs the oven on Friday at ten, and Ann is not to hear of it"
    for text in ("Bo Ray repairs the oven on Friday at ten", "Bo Ray repairs the oven on Friday", secret, summary):
        stream.add(text, "observation", at=5, importance=5, source="bo")
    stream.add("Bo Ray repairs the oven on Friday at ten", "observation", at=9, importance=5, source="ann")
    shown = next(reflecting(stream, Thinker(MARA, Names(), 10, 1, scene=Scene(Town("Millbrook", 1931))))).memories
    assert shown == (secret, summary, "Bo Ray repairs the oven on Friday at ten"), "at another time it is another reason"
