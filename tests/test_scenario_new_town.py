"""Towns that are made up: valid on every map, the same for the same seed, with ties in both directions, and they live."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from sim import Town
from sim.analysis.evaluate import evaluate
from sim.answer.scripted.occupations import _ALSO, AT_HOME
from sim.cli.main import main
from sim.cli.parser import WORLDS
from sim.language.banks import Banks
from sim.language.gatherings import is_host
from sim.scenario import ScenarioError, load_yaml
from sim.scenario.new_town import TIES, TRAITS, _bank, new_town, worlds
from sim.world.norms import Norms


def made(world: str, seed: int, people: int | None = None) -> dict[str, object]:
    found: dict[str, object] = yaml.safe_load(new_town("A town", world, people, seed))
    return found


def test_the_bank_and_the_command_line_know_the_same_worlds_trades_and_traits() -> None:
    banks = Banks()
    assert worlds() == WORLDS and set(TRAITS) <= set(banks.voices)
    names = {row.name for row in banks.occupations}
    assert set(_bank()["trades"]) <= names | set(AT_HOME) | set(_ALSO), "every trade has days of its own"
    for world in _bank()["worlds"].values():
        assert set(world["trades"]) <= set(_bank()["trades"])


@pytest.mark.parametrize("world", WORLDS)
def test_twenty_seeds_give_twenty_valid_towns(world: str) -> None:
    seen = set()
    for seed in range(20):
        text = new_town("A town", world, None, seed)
        assert text == new_town("A town", world, None, seed)
        scenario = load_yaml(text, {})
        people = {resident.slug: resident for resident in scenario.residents}
        seen.add(tuple(resident.name for resident in scenario.residents))
        assert len(people) == len(scenario.residents) >= 6
        for resident in people.values():
            assert len(resident.background) == 3 and resident.traits and resident.currently
            assert len(resident.relationships) >= min(TIES, len(people) - 1)
            assert all(resident.slug in people[other].relationships for other in resident.relationships), "both know of it"
            assert "{" not in " ".join((*resident.background, *resident.memories, *resident.relationships.values()))
        gathering, matter = scenario.news
        assert gathering.host != matter.host and gathering.place and gathering.at and len(matter.knows) > 1
        for news in scenario.news:
            assert all(sign.lower() in news.text.lower() for sign in news.signs)
        remembered = " ".join(text for resident in people.values() for text in resident.memories)
        assert any(word in remembered for word in ("told nobody", "secretly", "hides"))
    assert len(seen) == 20


def test_one_person_or_a_town_full_of_beds_and_no_more() -> None:
    assert len(load_yaml(new_town("A town", "village", 1, 3), {}).residents) == 1
    assert len(load_yaml(new_town("A town", "village", 44, 3), {}).residents) == 44
    for world, count in (("village", 45), ("station", 9)):
        with pytest.raises(ScenarioError, match="has beds for 1 to"):
            new_town("A town", world, count, 0)
    assert load_yaml(new_town("A town", "school", 3, 0, "first_morning"), {}).map.endswith("first_morning.tmj")
    with pytest.raises(ScenarioError, match="no map"):
        new_town("A town", "village", 3, 0, "nowhere")


def test_two_in_a_bed_are_a_couple_and_houses_have_families() -> None:
    scenario = load_yaml(new_town("A town", "village", 30, 5), {})
    by_slug = {resident.slug: resident for resident in scenario.residents}
    couples = [(a, b) for a in by_slug for b in by_slug if a < b and by_slug[a].home == by_slug[b].home]
    assert couples
    for a, b in couples:
        assert by_slug[a].relationships[b].split()[-1] in ("wife", "husband")
    family = ("brother", "sister", "mother", "father", "son", "daughter")
    assert any(how.split()[-1] in family for resident in by_slug.values() for how in resident.relationships.values())


def test_new_writes_a_town_and_says_what_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scenarios").mkdir()
    assert main(["new", "far_out", "--world", "station", "--people", "5", "--seed", "2"]) == 0
    assert "Live it" in capsys.readouterr().out
    assert main(["validate", "scenarios/far_out.yaml"]) == 0
    assert "5 residents" in capsys.readouterr().out
    assert main(["new", "too_big", "--people", "99"]) == 2
    assert "has beds for" in capsys.readouterr().err and not (tmp_path / "scenarios" / "too_big.yaml").exists()


@pytest.mark.parametrize("seed", range(25))
def test_a_made_up_town_lives(seed: int, tmp_path: Path) -> None:
    world = WORLDS[seed % len(WORLDS)]
    path, run = tmp_path / "town.yaml", tmp_path / "run.sqlite"
    path.write_text(new_town("A town", world, 4, seed), encoding="utf-8")
    Town.load(path, model="fake", embedder="hash", until="15:30", run=run).run().close()
    found = evaluate(run)
    measured = {metric.name: metric.value for metric in found.rows}
    assert measured["doors respected"] is None or measured["doors respected"] >= 0.9
    assert measured["meals eaten"] >= 0.8 and measured["plans kept"] >= 0.6
    with Town.open(run) as town:
        assert len(town.talks) > 1


@pytest.mark.parametrize("world", WORLDS)
def test_the_host_is_known_as_the_host_and_the_place_is_open(world: str) -> None:
    for seed in range(30):
        scenario = load_yaml(new_town("A town", world, 8, seed), {})
        gathering = scenario.news[0]
        host = next(resident.name for resident in scenario.residents if resident.slug == gathering.host)
        assert is_host(gathering.text, host), gathering.text
        norms = Norms(scenario.norms)
        assert not any(norms.refusal("a guest", gathering.place, minutes) for minutes in (18 * 60, 21 * 60 - 1)), gathering.text


@pytest.mark.parametrize(("people", "all_know_all"), [(8, True), (20, False)])
def test_nobody_of_a_small_town_is_a_stranger(people: int, all_know_all: bool) -> None:
    residents = load_yaml(new_town("A town", "village", people, 3), {}).residents
    assert all(len(resident.relationships) == people - 1 for resident in residents) is all_know_all
