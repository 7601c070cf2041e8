"""What a model is asked to rate: options in the very tokens in which it would write them, all that compete at once."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from loopback import serving
from scripted_questions import random_question

from sim.answer.guided import Choice
from sim.answer.opening import open_answerer
from sim.answer.protocol import Answer
from sim.answer.recorded import Recorded, RecordedReply
from sim.answer.register import JSON
from sim.answer.scripted import Script
from sim.answer.tiny.decomposition import portions
from sim.answer.tiny.free import TRIES
from sim.llm.base import Generate, Generated, Model, ModelInfo, Prompt, Score, Scored, Usage
from sim.llm.llamacpp import LlamaModel
from sim.llm.server import ServerModel
from sim.prompts import Question, to_json
from sim.prompts.brief import render
from sim.prompts.tasks.insights import InferInsights
from sim.prompts.tasks.say import Say, Utterance


class Listening:
    """The guided mind, and what it was asked."""

    def __init__(self, inner: LlamaModel) -> None:
        self.inner, self.info, self.asked = inner, inner.info, list[Generate | Score]()

    def ask(self, requests: Sequence[Generate | Score]) -> list[Generated | Scored]:
        self.asked += requests
        return self.inner.ask(requests)

    def close(self) -> None:
        self.inner.close()


@pytest.fixture
def listening(mind: LlamaModel) -> Listening:
    return Listening(mind)


def free(model: Model, asked: Sequence[Question[Any]]) -> list[Answer]:
    """What ``model`` answers freely, as a model of its kind is asked."""
    return open_answerer(model, guided=False).answer(asked)


def test_an_option_that_goes_on_is_rated_by_tokens_that_a_written_reply_begins_with(
    listening: Listening, script: Script
) -> None:
    question = random_question("react", 1, script)
    listening.info = replace(listening.info, details={**listening.info.details, "names": "plain"})
    free(listening, [question])
    (asked,) = listening.asked
    assert isinstance(asked, Score) and not asked.complete
    tokens = listening.inner._weights.tokenize_continuation
    for option, begun in zip(question.options(), asked.options, strict=True):
        whole = tokens(json.dumps({"choice": option, "reason": "it can wait"}))
        assert tokens(begun) == whole[: len(tokens(begun))], "cut where no token ends, a rating is of the cut"


def test_whole_options_are_rated_with_their_end(listening: Listening, script: Script) -> None:
    question = random_question("icon", 1, script)
    (answer,) = free(listening, [question])
    (asked,) = listening.asked
    assert isinstance(asked, Score) and asked.complete
    assert json.loads(asked.options[0]) in question.options()
    assert answer.reply in [question.chosen(icon) for icon in question.options()]


def test_a_small_mind_rates_one_event_at_a_time_and_answers_for_all(listening: Listening, script: Script) -> None:
    asked = random_question("rate", 1, script)
    several = replace(asked, events=tuple(f"Ben Cole is carrying box {number} home" for number in range(5)))
    other, react = replace(asked, events=("Ben Cole has died",)), random_question("react", 1, script)
    answers = free(listening, [several, react, other])
    assert [len(to_json(answer.reply).get("ratings", ())) for answer in answers] == [5, 0, 1]
    assert answers[0].prompt == render(several) and answers[0].usage.prompt > answers[2].usage.prompt
    assert len(listening.asked) == 7
    one_by_one = free(listening, [shown.question for shown in portions(several).questions])
    assert answers[0].reply.ratings == tuple(answer.reply.ratings[0] for answer in one_by_one)


class Writing:
    """A model that writes these lines of talk, one after the other, and keeps what it was asked."""

    def __init__(self, lines: Sequence[str], names: str) -> None:
        self.lines, self.asked = list(lines), list[Generate]()
        self.info = ModelInfo("writing", "writing", False, 1024, {"names": names})

    def ask(self, requests: Sequence[Generate | Score]) -> list[Generated | Scored]:
        self.asked += [request for request in requests if isinstance(request, Generate)]
        replies = ({"say": self.lines.pop(0), "end": False} for _ in requests)
        short = self.info.details["names"] == "pointers"
        return [Generated(json.dumps(list(r.values()) if short else r), usage=Usage(generated=1)) for r in replies]

    def close(self) -> None:
        pass


def _line() -> Say:
    """The first line of a talk of somebody who has no news to tell."""
    return replace(random_question("say", 1, Script()), conversation=(), memories=())


GOOD, STRANGE = "Good morning, how are you?", "I met Zebulon yesterday."


@pytest.mark.parametrize(
    "names, lines, said",
    [
        ("pointers", (GOOD,), GOOD),
        ("pointers", (STRANGE, GOOD), GOOD),
        ("pointers", (STRANGE, "Zebulon Zebulon Zebulon", "Zebulon!", STRANGE), ""),
        ("plain", (STRANGE,), STRANGE),
    ],
)
def test_a_small_mind_that_names_nobody_known_is_asked_again(names: str, lines: tuple[str, ...], said: str) -> None:
    """Where it finds no words of its own, the script's stand in, and that is noted."""
    model = Writing(lines, names)
    (answer,) = free(model, [_line()])
    assert answer.reply.say == (said or Script().answer(_line()).say) and answer.repaired is (not said)
    assert not model.lines and answer.usage.generated == len(lines) and not answer.fallback
    assert len({request.seed for request in model.asked}) == len(lines)
    warmth = [request.temperature for request in model.asked]
    assert warmth == sorted(warmth) and (warmth[0] < Say.temperature) is (names == "pointers")


def test_a_small_mind_that_keeps_its_news_to_itself_tells_it_as_the_script_would() -> None:
    line = _line()
    news = f"{line.card.name} is hosting a quiz at {line.names.places[0]} on Friday at 7 pm"
    told = [replace(line, memories=(news,), seed=seed) for seed in range(6)]
    asked = next(q for q in told if "quiz" in Script().answer(q).say)
    (answer,) = free(Writing((GOOD,) * TRIES, "pointers"), [asked])
    assert answer.reply == Script().answer(asked) and answer.repaired
    own = f"Good morning. I'm hosting a quiz at {line.names.places[0]} on Friday at 7 pm."
    (answer,) = free(Writing((GOOD, own), "pointers"), [asked])
    assert answer.reply == Utterance(own, False) and not answer.repaired


class Preferring(Writing):
    """The same, which finds what it has written itself far more likely than anything proposed."""

    def ask(self, requests: Sequence[Generate | Score]) -> list[Generated | Scored]:
        if isinstance(requests[0], Generate):
            self.scored_own = True
            return super().ask(requests)
        worth = -0.1 if getattr(self, "scored_own", False) else -50.0
        return [Scored((worth,) * len(r.options), (1,) * len(r.options)) for r in requests if isinstance(r, Score)]


def test_a_line_of_its_own_wins_unless_it_breaks_off_what_was_proposed() -> None:
    line = replace(_line(), conversation=(("Somebody Else", GOOD),))
    whole = next(reply.say for reply in Script().propose(line, 4) if reply.say.count(". ") == 1)
    for own, wins in (("Good morning to you, too.", True), (f"{whole.partition('. ')[0]}.", False)):
        (answer,) = open_answerer(Preferring((own,), "plain"), guided=True).answer([line])
        assert (answer.reply.say == own) is wins, (own, answer.reply, whole)


def test_what_is_recorded_can_be_shown_again_whatever_was_dealt_out(script: Script) -> None:
    """``verify`` knows a prompt only by the question."""

    class Insights(Writing):
        def ask(self, requests: Sequence[Generate | Score]) -> list[Generated | Scored]:
            return [Generated(json.dumps([[[1], "they hum"]])) for _ in requests]

    known = random_question("rate", 1, script)
    friend = known.names.people[0][0]
    for statements in ((f"{friend} is humming", "the lamp is off"), (f"{friend} is humming", f"{known.card.name} is sewing")):
        q = InferInsights(
            card=known.card, names=known.names, seed=known.seed, now=known.now, at=known.at, statements=statements, count=3
        )
        (answer,) = free(Insights((), "pointers"), [q])
        assert answer.reply.insights
        prompt, reply = answer.prompt, json.dumps(to_json(answer.reply))
        kept = RecordedReply(q.card.name, q.task, prompt.system, prompt.user, reply, answer.mode, "", False)
        (again,) = Recorded(iter([kept])).answer([q])
        assert again.prompt == prompt and again.reply == answer.reply


def test_other_models_rate_many_events_at_once(listening: Listening, script: Script) -> None:
    listening.info = replace(listening.info, details={**listening.info.details, "names": "plain"})
    several = replace(random_question("rate", 1, script), events=("one", "two", "three"))
    (answer,) = free(listening, [several])
    assert len(answer.reply.ratings) == 3 and len(listening.asked) == 1


@pytest.mark.parametrize("relative", [True, False])
def test_what_is_only_known_beside_others_is_asked_about_again_with_them(relative: bool, script: Script) -> None:
    """A server names the best of a list: of its own line by itself it would always say that."""
    question = random_question("say", 1, script)
    replies = [Utterance(word, False) for word in ("one", "two", "three")]
    one, two, three = (json.dumps({"say": reply.say, "end": False}) for reply in replies)
    choice = Choice(question, question, JSON, list(replies[:2]))
    choice.take(Scored((-0.01, -90.0), (1, 1), relative=relative))
    assert choice.winner == 0 and choice.offer(replies[2])
    assert choice.score().options == ((one, two, three) if relative else (three,))
    choice.take(Scored((-90.0, -90.0, -0.01)[0 if relative else 2 :], (1,) * (3 if relative else 1), relative=relative))
    assert choice.winner == 2 or not relative


def test_a_server_rates_options_beside_each_other() -> None:
    top = [{"token": "A", "logprob": -0.1}]
    said = {"message": {"content": "A"}, "logprobs": {"content": [{"top_logprobs": top}]}}
    with serving(lambda _: (200, json.dumps({"choices": [said]}).encode())) as server:
        model = ServerModel(server.url)
        (scored,) = model.ask([Score(Prompt("s", "u"), ("one", "two"))])
        model.close()
    assert isinstance(scored, Scored) and scored.relative


@pytest.mark.parametrize("names, least, most", [("pointers", 10, 30), ("plain", 0, 9)])
def test_how_often_people_speak_to_each_other_a_small_mind_has_learned(
    names: str, least: int, most: int, script: Script
) -> None:
    """Three in ten is drawn as often as it is likely, one in fifty never; other models are cooled."""

    class Rating(Writing):
        def ask(self, requests: Sequence[Generate | Score]) -> list[Generated | Scored]:
            return [Scored((math.log(0.68), math.log(0.3), math.log(0.02)), (1, 1, 1)) for _ in requests]

    question = replace(random_question("react", 1, script), among=("continue", "talk", "replan"))
    answers = free(Rating((), names), [replace(question, seed=seed) for seed in range(60)])
    drawn = [question.among.index(answer.reply.choice) for answer in answers]
    assert least <= drawn.count(1) <= most and 2 not in drawn
