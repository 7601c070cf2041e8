"""Made-up towns: names, maps, scenarios, lives and composed questions, the same for the same dice."""

from __future__ import annotations

from collections import Counter

import pytest

from sim.answer.scripted.dice import Dice
from sim.prompts import TASKS, to_json
from sim.prompts.check import satisfies
from sim.prompts.tasks.answer import AnswerOpen
from sim.prompts.tasks.recap import SummariseTalk
from sim.prompts.tasks.say import Utterance
from sim.training.checks.unknown import ADMITS
from sim.training.situations import data_split, interview_questions, names
from sim.training.situations.composed_questions import BUILDERS, compose_question
from sim.training.situations.data_split import PartBanks
from sim.training.situations.lived_towns import by_task, live_town, script_of
from sim.training.situations.scenarios import make_scenario
from sim.training.situations.stage import Stage
from sim.training.situations.talks import talk
from sim.training.situations.worlds import HELD_OUT, choose_world_kind
from sim.world.places import Places

BANKS = PartBanks("train")
SCRIPT = script_of(BANKS)
MORNING = 4 * 3600


def _stage(seed: int, part: str = "train") -> Stage:
    banks = PartBanks(part)
    return Stage(make_scenario(Dice(seed, "made"), banks), banks, Dice(seed, "stage"))


def test_nobody_of_a_town_shares_a_name_with_another() -> None:
    for seed in range(30):
        folk = names.people(Dice(seed, "names"), 9, "train")
        words = [word for full, _ in folk for word in full.split(" ")]
        assert max(Counter(words).values()) == 1
        assert all(full.startswith(first) for full, first in folk)


def test_the_parts_share_no_first_names_no_trades_and_no_news() -> None:
    first = {part: {names.person(Dice(i, "p"), part)[1] for i in range(200)} for part in data_split.PARTS}
    assert not first["train"] & first["held-out"]
    other = PartBanks("held-out")
    assert other.trades and other.kinds_of_news
    assert not {trade.name for trade, _ in BANKS.trades} & {trade.name for trade, _ in other.trades}
    assert not {row["id"] for row in BANKS.kinds_of_news} & {row["id"] for row in other.kinds_of_news}
    assert not set(BANKS.topic_names) & set(other.topic_names)


def test_one_kind_of_world_is_kept_for_the_exam() -> None:
    lived = {part: {choose_world_kind(Dice(i, "s"), part).name for i in range(80)} for part in data_split.PARTS}
    assert HELD_OUT in lived["held-out"] and HELD_OUT not in lived["train"]


def test_an_unknown_part_is_named() -> None:
    with pytest.raises(ValueError, match="held-out"):
        data_split.belongs("Mara", "exam")


def test_every_place_of_a_made_world_stands_on_its_map_and_can_be_reached() -> None:
    for seed in range(8):
        made = make_scenario(Dice(seed, "world"), BANKS)
        places = Places(made.town.tilemap)
        assert places.problems() == []
        assert all(places.get(address) for address in (*made.town.homes, *made.town.works, *made.town.publics))
        assert all(places.spots(address) for address in made.town.objects)
        assert all(places.get(resident.home) for resident in made.scenario.residents)


def test_the_same_dice_make_the_same_scenario() -> None:
    one, other = (make_scenario(Dice(5, "same"), BANKS) for _ in range(2))
    assert one.scenario == other.scenario and one.town.tilemap.text == other.town.tilemap.text
    assert one.scenario != make_scenario(Dice(6, "same"), BANKS).scenario


def test_news_stands_on_the_lips_of_somebody_and_gatherings_say_where_and_when() -> None:
    for seed in range(10):
        made = make_scenario(Dice(seed, "news"), BANKS)
        for news, item in zip(made.scenario.news, made.news, strict=True):
            assert news.knows and news.text == item.text
            assert not item.place or item.place in news.text
            assert not item.what or item.what in news.text or not item.public


def test_a_lived_town_asks_of_everyday_and_asks_the_same_again() -> None:
    pairs = live_town(Dice(2, "town"), BANKS, SCRIPT, MORNING)
    found = by_task(pairs)
    assert {"plan", "steps", "rate", "answer"} <= set(found)
    assert all(satisfies(to_json(question.as_asked(reply)), question.schema()) for question, reply in pairs)
    assert live_town(Dice(2, "town"), BANKS, SCRIPT, MORNING) == pairs


def test_every_task_but_talks_can_be_composed_with_a_fitting_answer() -> None:
    of_capable_minds = {"identity", "takeaway"}
    assert set(BUILDERS) | {"say", "recap", "learn"} == set(TASKS) - of_capable_minds
    stage = _stage(1)
    for task in BUILDERS:
        for n in range(6):
            question = compose_question(task, stage, Dice(n, task))
            assert question.task == task
            assert satisfies(to_json(question.as_asked(SCRIPT.answer(question))), question.schema()), (task, question)


def test_talks_of_two_to_five_end_in_what_each_takes_away() -> None:
    sizes = set()
    for seed in range(12):
        pairs = list(talk(_stage(seed), SCRIPT))
        recaps = [question for question, _ in pairs if isinstance(question, SummariseTalk)]
        lines = [reply.say for _, reply in pairs if isinstance(reply, Utterance)]
        sizes.add(len(recaps))
        assert recaps[0].conversation is not None and [line for _, line in recaps[0].conversation] == lines
        assert len({question.card.name for question in recaps}) == len(recaps)
    assert sizes > {2} and sizes <= {2, 3, 4, 5}


def test_nobody_knows_of_what_was_made_up_on_the_spot() -> None:
    answers = []
    for seed in range(30):
        stage = _stage(seed % 5)
        stage.dice = Dice(seed, "nothing")
        me, _ = stage.pair()
        asked = interview_questions.about_nothing(stage.today(), stage.dice)
        reply = SCRIPT.answer(stage.question(AnswerOpen, me, question=asked, memories=stage.memories(me, 6, stage.news[:2])))
        answers.append(reply.answer)
    assert all(ADMITS.search(answer) or answer.startswith("No") for answer in answers), answers
