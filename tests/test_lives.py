"""Lives of shipped scenarios by the script, read as a critical reader would: news, repetition, one-time deeds, insights."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from town import ROOT

from sim import Town
from sim.analysis.diffusion import knowers, tree_text
from sim.analysis.evaluate import evaluate_context
from sim.analysis.run_context import RunContext, open_context
from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.english.deeds import LOOKING_FOR, between_deeds, done_once
from sim.answer.scripted.english.presumptions import unfounded

MORNING = 6 * 3600
"""The game seconds after midnight at which two_days begins."""
SOON, OFTEN = 200, 2400
"""Game seconds in which the first word is said, and those between two talks at most."""
SCENARIOS = {"first_morning": "12:00", "hollin_feast": "", "rumour": "11:00", "tern_station": "", "two_days": "day 2 10:00"}


def lived(name: str, folder: Path) -> Path:
    path = folder / f"{name}.sqlite"
    until = {"until": SCENARIOS[name]} if SCENARIOS[name] else {}
    with Town.load(ROOT / "scenarios" / f"{name}.yaml", model="fake", embedder="none", run=path, **until) as town:
        town.run()
    return path


@pytest.fixture(scope="module")
def two_days(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunContext]:
    with open_context(lived("two_days", tmp_path_factory.mktemp("two_days"))) as context:
        yield context


def assert_trees(context: RunContext) -> None:
    """Every tree of news is without circles and begins with somebody who knew first."""
    assert context.scenario.news
    for news in context.scenario.news:
        found = knowers(context, news)
        since = {knower.slug: -1 if knower.how == "start" else knower.tick for knower in found}
        assert found[0].how == "start" and len(tree_text(found, context)) == len(found)
        for knower in found:
            if knower.source:
                assert since.get(knower.source, -1) < since[knower.slug], (news.id, knower)
            if knower.talk and knower.how == "told":
                talks = context.run.talks(None, 0, context.last_tick)
                assert knower.source in {who for talk in talks if talk.id == knower.talk for _, who, _ in talk.lines}


@pytest.mark.parametrize("name", ["first_morning", "hollin_feast", "rumour", "tern_station"])
def test_news_spreads_from_who_knew_it_first(name: str, tmp_path: Path) -> None:
    with open_context(lived(name, tmp_path)) as context:
        assert_trees(context)


@pytest.mark.parametrize("name", ["first_morning", "hollin_feast", "tern_station"])
def test_where_few_live_somebody_speaks_at_once_and_then_every_forty_minutes(name: str, tmp_path: Path) -> None:
    with Town.load(
        ROOT / "scenarios" / f"{name}.yaml", model="fake", embedder="hash", until="12:00", run=tmp_path / "a.sqlite"
    ) as town:
        said = [0, *sorted(town.run().talks["tick"]), town.tick]
    assert said[1] * 10 <= SOON and max(after - before for before, after in pairwise(said)) * 10 <= OFTEN


def test_news_spreads_from_who_knew_it_first_in_a_town_of_25(two_days: RunContext) -> None:
    assert_trees(two_days)


def test_nobody_talks_across_the_town(two_days: RunContext) -> None:
    walks: dict[str, list[tuple[int, list[list[int]]]]] = {}
    for event in two_days.run.events(0, two_days.last_tick, ("move",)):
        walks.setdefault(event.key, []).append((event.tick, event.data["path"]))

    def at(who: str, tick: int) -> list[int]:
        since, path = [walk for walk in walks[who] if walk[0] <= tick][-1]
        return path[min(len(path) - 1, tick - since)]

    far = []
    for talk in two_days.run.talks(None, 0, two_days.last_tick):
        for tick, who, _ in talk.lines[1:]:
            (x, y), others = at(who, tick), [at(other, tick) for other in talk.people if other != who]
            far += [talk.id] * (min(abs(x - a) + abs(y - b) for a, b in others) > 12)
    assert not far


def test_a_town_says_few_things_twice(two_days: RunContext) -> None:
    rows = {row.name: row for row in evaluate_context(two_days).rows}
    assert rows["said before in town"].count > 400
    assert rows["said before in town"].value < 0.12


def test_an_exchange_belongs_to_one_pair(two_days: RunContext) -> None:
    turns = {turn: exchange.about for exchange in open_banks().exchanges for turn in exchange.turns}
    had: Counter[str] = Counter()
    for talk in two_days.run.talks(None, 0, two_days.last_tick):
        text = " ".join(words for _, _, words in talk.lines)
        heard: Counter[str] = Counter()
        for turn, about in turns.items():
            heard[about] += text.count(turn)
        had.update(about for about, times in heard.items() if times > 1)
    assert had and max(had.values()) == 1, had.most_common(3)


def test_what_is_done_once_is_not_done_again_that_day(two_days: RunContext) -> None:
    done: Counter[tuple[str, int, str]] = Counter()
    planned = 0
    for event in two_days.run.events(0, two_days.last_tick, ("step",)):
        for step in event.data["steps"]:
            if done_once(step["activity"]):
                planned += 1
                done[event.key, (step["start"] + MORNING) // 86400, step["activity"]] += 1
    assert planned > 10
    assert max(done.values()) == 1, done.most_common(3)


def test_married_people_do_not_ask_what_they_have_always_known(two_days: RunContext) -> None:
    asked = re.compile(r"is it true that you are running|running for mayor\?")
    for talk in two_days.run.talks(None, 0, two_days.last_tick):
        if {"petra", "samir"} == set(talk.people):
            assert not any(asked.search(words) for _, _, words in talk.lines)


def test_memories_of_talks_hold_what_was_said(two_days: RunContext) -> None:
    found = [memory.text for memories in two_days.memories.values() for memory in memories if memory.kind == "summary"]
    told = [text for text in found if re.search(r'"$|\. [A-Z]|\b(?:told|promised)\b', text)]
    assert len(found) > 100 and len(told) > 0.75 * len(found)


def test_what_everybody_does_is_not_remembered_of_those_one_knows(two_days: RunContext) -> None:
    daily, kept = re.compile(r"^(\w+ \w+) is (?:eating|cooking|having \w+ for lunch|washing the dishes|setting off)\b"), 0
    for slug, memories in two_days.memories.items():
        name, seen = two_days.name(slug), Counter[str]()
        for memory in (memory for memory in memories if memory.kind == "observation"):
            assert not re.search(rf" is talking with .*{name}", memory.text), "the summary of the talk holds it"
            if (found := daily.search(memory.text)) and found[1] != name:
                seen[found[1]] += 1
            kept += 1
        assert max(seen.values(), default=0) <= 1, (name, seen)
    assert kept > 1000


def test_insights_differ_and_have_whole_subjects(two_days: RunContext) -> None:
    names = sorted(
        (name for resident in two_days.residents.values() for name in (resident.name, resident.first)), key=len, reverse=True
    )
    forms, texts = set(), []
    for memories in two_days.memories.values():
        for memory in memories:
            if memory.kind == "reflection":
                texts.append(memory.text)
                forms.add(re.sub("|".join(map(re.escape, names)), "X", memory.text))
    assert len(texts) >= 5 and len(forms) > 0.5 * len(texts)
    assert not [text for text in texts if " is eating" in text or "plan for" in text], "nothing of routine"
    assert not [text for text in texts if re.search(r"\bthe [A-Z][a-z]+ (?:isn't|not|is)\b|keep each other informed", text)]


def test_people_say_of_themselves_what_is_so(two_days: RunContext) -> None:
    places = tuple(place.address[-1] for place in two_days.places.sectors)
    lines, wrong = 0, []
    for talk in two_days.run.talks(None, 0, two_days.last_tick):
        for _, who, words in talk.lines:
            lines += 1
            one = two_days.residents[who]
            about = (*one.background, one.currently, one.occupation, *one.relationships.values(), *places)
            if why := unfounded(words, about, one.age):
                wrong.append((who, why, words))
    assert lines > 400 and len(wrong) < 0.005 * lines, wrong


def test_a_line_presumes_what_it_says_in_passing() -> None:
    said = "My daughter says I should keep bees."
    assert unfounded(said, ("Ann Lee teaches",), 40) == "children"
    assert not unfounded(said, ("Ann Lee has a daughter in the city",), 40)
    assert unfounded("My knees would have something to say about it.", (), 30) == "old age"
    assert not unfounded("My knees would have something to say about it.", (), 71)
    assert not unfounded("My mother knew all the lines.", (), 30)


def test_the_third_meeting_of_two_on_a_day_is_a_nod_but_for_an_errand(two_days: RunContext) -> None:
    run, begun, errands = two_days.run, Counter[tuple[str, str, int]](), 0
    for event in run.events(0, two_days.last_tick, ("talk",)):
        if event.data["phase"] == "start":
            errand = event.data["reason"].startswith(LOOKING_FOR)
            day = two_days.clock.day(event.tick * two_days.tick_seconds)
            begun[(*sorted(event.data["people"][:2]), day)] += not errand
            errands += errand
    nods = [event for event in run.events(0, two_days.last_tick, ("react",)) if event.data["choice"] == "nod"]
    assert nods and errands and max(begun.values()) <= two_days.scenario.rules.talks_a_day


def test_nobody_remembers_the_steps_between_their_deeds(two_days: RunContext) -> None:
    acts = {str(event.data["activity"]) for event in two_days.run.events(0, two_days.last_tick, ["act"])}
    assert sum(between_deeds(f"is {act}") for act in acts) > 10, "nobody takes such steps"
    for slug, memories in two_days.memories.items():
        own = f"{two_days.name(slug)} is "
        kept = [m.text for m in memories if m.kind == "observation" and m.at >= 0 and m.text.startswith(own)]
        assert kept and not [text for text in kept if between_deeds(text)], slug
