"""What a scenario has words for: read, checked, said by whom it belongs to, gone on with, and concluded from."""

from __future__ import annotations

from pathlib import Path

import pytest
from town import ROOT, SCENARIO, content, events, go_on, live, start, stop, write_town

from sim.answer.scripted.dialogue_acts import act_of
from sim.answer.scripted.english.banks import open_banks
from sim.engine.verify import verify
from sim.record.read import Run
from sim.scenario import ScenarioError, load

MATTERS = """
matters:
  - of: ana
    about: an empty chair
    bond: any
    to: [ben]
    first:
      turns:
        - I still set two places at my table.
        - For whom?
        - For whoever comes. Nobody has come since March.
      key: 0
      deed: sets two places at table
    again:
      turns:
        - Did anybody come to that second place?
        - A cat did. She has opinions on fish.
      key: 1
      deed: had a cat at the second place
    insight: ["{a} would be glad of a guest who need not say why"]
    said: [I could come to that second place myself.]
    answers: [Then bring a fish. The cat insists.]
    errand: with a fish
    does:
      - doing: counting the empty chairs
        why: there is one too many
        at: work
"""


def town_with_words(folder: Path, matters: str = MATTERS) -> Path:
    path = write_town(folder)
    path.write_text(SCENARIO.replace('until: "12:00"', "until: day 2 22:00") + matters)
    return path


def lines(path: Path) -> list[tuple[str, str]]:
    return [(data["who"], data["text"]) for _, _, data in events(path, "say")]


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("words")
    store, engine = start(town_with_words(folder), folder / "run.sqlite")
    live(engine, 14_000)
    stop(store, engine)
    return folder / "run.sqlite"


def test_whose_matter_it_is_tells_of_it_and_whoever_heard_asks_and_concludes(lived: Path) -> None:
    said = lines(lived)
    matter = load(lived.parent / "town.yaml").matters[0]
    told = [who for who, text in said if text.endswith(matter.first.turns[0])]
    asked = [who for who, text in said if text.endswith(matter.again.turns[0])]
    assert told == ["ana"] and asked == ["ben"], "once each"
    at = next(i for i, (_, text) in enumerate(said) if text.endswith(matter.first.turns[0]))
    assert [text for _, text in said[at + 1 : at + 3]] == list(matter.first.turns[1:]), "to its end"
    with Run(lived) as run:
        kept = {memory.n: memory for memory in run.memories("ben", run.last_tick, limit=10_000)}
    concluded = next(
        memory for memory in kept.values() if memory.kind == "reflection" and "a guest who need not" in memory.text
    )
    evidence = " ".join(kept[n].text for n in concluded.evidence)
    assert concluded.text.startswith("Ana Silva") and matter.first.deed in evidence and matter.again.deed in evidence


def test_something_is_done_about_it_at_its_place(lived: Path) -> None:
    plans = [data["blocks"] for _, key, data in events(lived, "plan") if key == "ana" and data["why"] == "morning"]
    planned = {(b["activity"], b["place"].split(":")[1], b.get("why", "")) for blocks in plans for b in blocks}
    assert ("counting the empty chairs", "Cafe", "there is one too many") in planned
    theirs = [b["activity"] for _, key, data in events(lived, "plan") if key == "ben" for b in data["blocks"]]
    assert "counting the empty chairs" not in theirs


def test_such_a_town_is_lived_again_and_gone_on_with(lived: Path, tmp_path: Path) -> None:
    assert verify(lived).tick is None
    path = tmp_path / "parts.sqlite"
    store, engine = start(town_with_words(tmp_path), path)
    live(engine, 5_000)
    stop(store, engine)
    store, engine = go_on(path)
    live(engine, 9_000)
    stop(store, engine)
    assert lines(path) == lines(lived)
    assert content(path) == content(lived)


def test_nobody_says_it_who_may_not_hear_it_nor_in_a_town_without_it(tmp_path: Path) -> None:
    for name, matters in (("other", MATTERS.replace("of: ana", "of: ben").replace("to: [ben]", "to: [ben]")), ("none", "")):
        folder = tmp_path / name
        folder.mkdir()
        store, engine = start(town_with_words(folder, matters), folder / "run.sqlite")
        live(engine, 4_000)
        stop(store, engine)
        said = " ".join(text for _, text in lines(folder / "run.sqlite"))
        assert said and "two places" not in said


def test_every_mistake_in_a_matter_is_told_at_once_with_its_line(tmp_path: Path) -> None:
    wrong = (
        MATTERS.replace("of: ana", "of: anna")
        .replace("key: 0", "key: 1")
        .replace("deed: had a cat", "deed: her cat sat")
        .replace('["{a} would', '["Ana would')
        .replace("- For whom?", "- I still set two places at my table.")
        .replace("A cat did. She has opinions on fish.", "A cat did. Do you like cats?")
        .replace("doing: counting", "doing: count")
        .replace("at: work", "at: workk")
        .replace("about: an empty chair", "about: 'chairs: empty'")
    )
    path = town_with_words(tmp_path, wrong)
    with pytest.raises(ScenarioError) as caught:
        load(path)
    told = "\n".join(caught.value.problems)
    for part in (
        "did you mean 'ana'",
        "speaks in the lines 0, 2",
        "without 'her'",
        "{a} where the name",
        "two places",
        "colon",
        "nobody answers",
        "in -ing",
        "no place 'workk'",
    ):
        assert part in told, part
    numbers = [int(problem.split(":")[1]) for problem in caught.value.problems]
    assert len(numbers) == 9 and all(number > SCENARIO.count("\n") for number in numbers)


@pytest.mark.parametrize("name", ["first_morning", "hollin_feast", "rumour", "tern_station", "two_days"])
def test_every_line_of_a_matter_is_known_for_what_it_is_when_it_is_said(name: str) -> None:
    banks = open_banks().with_matters(load(ROOT / "scenarios" / f"{name}.yaml").matters)
    talks = [talk for thread in banks.threads for talk in (thread.first, thread.again, *thread.said)]
    missed = [line for talk in talks for line in talk.turns[:-1] if not act_of(line, banks).startswith("exchange:")]
    assert len(talks) > 300 and not missed
