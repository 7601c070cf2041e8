"""New scenarios, whole towns that are drawn, those that are shipped, and what residents bring with them."""

from __future__ import annotations

import datetime as dt
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from make_map import make_map, village
from town import live, start, stop, write_town

from sim import Town
from sim.analysis.evaluate import evaluate
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.gatherings import is_host
from sim.answer.scripted.english.trades import trade_called
from sim.cli.main import main
from sim.cli.parser import WORLDS
from sim.language.text import FULL_NAME
from sim.record.read import Run
from sim.scenario import ScenarioError, load, load_text, load_yaml, scaffold
from sim.scenario.bedrooms import beds
from sim.scenario.load import load_with_warnings
from sim.scenario.new_town import MIN_TIES, _bank, new_town, worlds
from sim.scenario.personas import sentences
from sim.view import formatting
from sim.world.norms import Norms
from sim.world.places import Places
from sim.world.tilemap import TileMap


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "their village.tmj").write_text(village(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_strangers_map_gets_a_scenario_beside_it_that_lives_and_names_its_places(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "mine", "--map", "elsewhere/their village.tmj"]) == 0
    path = folder / "elsewhere" / "mine.yaml"
    assert str(Path("elsewhere/mine.yaml")) in capsys.readouterr().out
    text = path.read_text(encoding="utf-8")
    assert '\nmap: "their village.tmj"\n' in text and "#   Cafe: counter, seats | stove, table\n" in text
    assert {person.home[1] for person in load(path).residents} == {"Lind House", "Berg House"}  # where the beds are
    store, engine = start(path, folder / "run.sqlite")
    live(engine, 60)
    stop(store, engine)
    assert any(mind.state.blocks for mind in engine.minds.values())


def test_a_map_that_ships_is_named_and_the_scenario_goes_where_scenarios_are(folder: Path) -> None:
    assert main(["new", "big", "--map", "alderbrook"]) == 0
    assert re.search(r"#   [^\n]*Fox and Lantern: ", (folder / "scenarios" / "big.yaml").read_text(encoding="utf-8"))
    assert len(load(folder / "scenarios" / "big.yaml").residents) == 3


def test_new_never_writes_over_anything(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "elsewhere" / "mine.yaml").write_text("mine")
    assert main(["new", "mine", "--map", "elsewhere/their village.tmj"]) == 2
    assert "already" in capsys.readouterr().err and (folder / "elsewhere" / "mine.yaml").read_text() == "mine"
    assert main(["new", "other"]) == 0 and main(["new", "other"]) == 2


def test_a_map_without_places_is_told_what_to_add_and_nothing_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bare.tmj").write_text(json.dumps(make_map("....\n....", {})))
    assert main(["new", "mine", "--map", "bare.tmj"]) == 2
    told = capsys.readouterr().err
    assert "an object layer named 'places'" in told and "class 'sector'" in told and "'collision'" in told
    assert not (folder / "mine.yaml").exists()
    assert main(["validate", "bare.tmj"]) == 0
    told = capsys.readouterr()
    assert "nobody can live there yet. 0 places" in told.out and "good" not in told.out and "has no places" in told.err


def test_a_map_whose_name_has_capitals_gets_a_scenario_of_that_name(folder: Path) -> None:
    (folder / "elsewhere" / "Harbour-1.tmj").write_text(village(), encoding="utf-8")
    assert main(["new", "Harbour-1", "--map", "elsewhere/Harbour-1.tmj"]) == 0
    path = folder / "elsewhere" / "Harbour-1.yaml"
    assert main(["validate", str(path)]) == 0
    run = ["run", str(path), "--model", "fake", "--embedder", "none", "--headless", "--ticks", "5", "--saves", "saves"]
    assert main(run) == 0 and list((folder / "saves").glob("*.sqlite"))


def test_validate_takes_a_map_alone_and_names_what_is_wrong_by_its_number(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    doc = make_map("##.#\n#.##", {"Tower": (1, 1, 1, 1), "Yard": (2, 0, 1, 1)})
    doc["layers"][0]["data"][2] = 99
    (folder / "odd.tmj").write_text(json.dumps(doc))
    assert main(["validate", "odd.tmj"]) == 0
    told = capsys.readouterr()
    assert "odd.tmj: good. 2 places, 0 objects." in told.out
    assert [line for line in told.err.splitlines() if "cannot be reached" in line] == [
        "warning: object 1: sector 'Town:Tower' cannot be reached on foot",
    ]
    assert "warning: layer 'ground' at (2, 0): tile 99 is in no tileset" in told.err
    (folder / "none.tmx").write_text("<map/>")
    assert main(["validate", "none.tmx"]) == 2


@pytest.mark.parametrize(("name", "map_"), [("mine", "nowhere.tmx"), ("mine", "elsewhere"), ("../mine", "alderbrook")])
def test_what_cannot_be_is_a_line(folder: Path, name: str, map_: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", name, "--map", map_]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("path", sorted((ROOT / "scenarios").glob("*.yaml")), ids=lambda path: path.stem)
def test_a_shipped_scenario_loads_and_loads_again_from_what_a_run_keeps(path: Path) -> None:
    town = load(path)
    again = load_text(town.text, TileMap.parse(TileMap.load(town.map).text), town.id)
    assert again.residents == town.residents and again.news == town.news and again.norms == town.norms


@pytest.mark.parametrize("path", sorted((ROOT / "assets" / "maps").glob("*.tmj")), ids=lambda path: path.stem)
def test_a_shipped_map_has_no_problems(path: Path) -> None:
    assert Places(TileMap.load(path)).problems() == []


def test_a_new_scenario_works_on_the_default_map(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(scaffold("mine"), encoding="utf-8")
    assert len(load(tmp_path / "mine.yaml").residents) == 3


@pytest.fixture(scope="module")
def saves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("past")
    path = write_town(folder)
    text = path.read_text().replace("2026-05-08", "1347-06-24").replace("Ana Silva", "Æva of the Ford").replace("Ana ", "Æva ")
    path.write_text(text.replace("Saturday", "Sunday").replace("Ben Okoye", "Ben Ölund"), encoding="utf-8")
    store, engine = start(path, folder / "past.sqlite")
    live(engine, 720)
    stop(store, engine)
    return folder


def test_the_clock_and_the_window_show_the_day_it_was(saves: Path) -> None:
    assert load(saves / "town.yaml").news[0].at == 35 * 3600  # Sunday was the next day
    with Run(saves / "past.sqlite") as run:
        assert run.meta.start == dt.datetime(1347, 6, 24, 7)
        assert formatting.date(run.meta.start, 3600) == "Saturday, June 24"
        assert formatting.clock(run.meta.start, 3600) == "08:00"


@pytest.mark.parametrize("form", ["html", "csv", "diary", "jsonl", "parquet"])
def test_every_export_takes_the_date(saves: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "past", "--as", form, "--to", str(saves / f"out-{form}"), "--saves", str(saves)]) == 0
    files = [file for file in sorted(saves.rglob("*")) if file.is_file() and f"out-{form}" in str(file.relative_to(saves))]
    assert files and all(file.stat().st_size for file in files)
    if form in ("diary", "csv", "jsonl"):
        assert any("1347" in file.read_text(encoding="utf-8") for file in files)


def test_people_talk_whose_names_have_letters_and_little_words_of_their_own(saves: Path) -> None:
    with Run(saves / "past.sqlite") as run:
        assert run.talks(None, 0, run.last_tick)
    text = "Jan van der Meer told Edda of Rosehip that Ædric Ölund met Anna de la Cruz"
    assert FULL_NAME.findall(text) == ["Jan van der Meer", "Edda of Rosehip", "Ædric Ölund", "Anna de la Cruz"]
    assert sentences("She heard of it. Ædric owes her. He left, i.e. fled. 9 cups!") == [
        "She heard of it.",
        "Ædric owes her.",
        "He left, i.e. fled.",
        "9 cups!",
    ]


def made(world: str, seed: int, people: int | None = None) -> dict[str, object]:
    found: dict[str, object] = yaml.safe_load(new_town("A town", world, people, seed))
    return found


def test_the_bank_and_the_command_line_know_the_same_worlds_trades_and_traits() -> None:
    banks = Banks()
    assert worlds() == WORLDS and set(_bank()["traits"]) <= set(banks.voices)
    assert all(trade_called(trade, banks) for trade in _bank()["trades"]), "every trade has days of its own"
    for world in _bank()["worlds"].values():
        assert set(world["trades"]) <= set(_bank()["trades"])


@pytest.mark.parametrize("world", WORLDS)
def test_twenty_seeds_give_twenty_valid_towns(world: str, tmp_path: Path) -> None:
    seen = set()
    for seed in range(20):
        text = new_town("A town", world, None, seed)
        assert text == new_town("A town", world, None, seed)
        (tmp_path / "town.yaml").write_text(text, encoding="utf-8")
        scenario, _, warnings = load_with_warnings(tmp_path / "town.yaml")
        assert not warnings
        people = {resident.slug: resident for resident in scenario.residents}
        seen.add(tuple(resident.name for resident in scenario.residents))
        assert len(people) == len(scenario.residents) >= 6
        for resident in people.values():
            assert len(resident.background) == 3 and resident.traits and resident.currently
            assert len(resident.relationships) >= min(MIN_TIES, len(people) - 1)
            assert all(resident.slug in people[other].relationships for other in resident.relationships), "both know of it"
            assert "{" not in " ".join((*resident.background, *resident.memories, *resident.relationships.values()))
        gathering, matter = scenario.news
        assert gathering.host != matter.host and gathering.place and gathering.at and len(matter.knows) > 1
        for news in scenario.news:
            assert all(sign.lower() in news.text.lower() for sign in news.signs)
        remembered = " ".join(text for resident in people.values() for text in resident.memories)
        assert any(word in remembered for word in ("told nobody", "secretly", "hides"))
    assert len(seen) == 20


@pytest.mark.parametrize("world", WORLDS)
def test_every_world_takes_twelve_people_with_at_most_two_to_a_bed(world: str) -> None:
    scenario = load_yaml(new_town("A town", world, 12, 5), {})
    homes = [resident.home for resident in scenario.residents]
    room = beds(Places(TileMap.load(scenario.map)))
    assert len(homes) == 12 and all(homes.count(home) <= 2 * room.count(home) for home in homes)


def test_one_person_or_a_town_full_of_beds_and_no_more() -> None:
    assert len(load_yaml(new_town("A town", "village", 1, 3), {}).residents) == 1
    assert len(load_yaml(new_town("A town", "village", 44, 3), {}).residents) == 44
    for world, count in (("village", 51), ("station", 13)):
        with pytest.raises(ScenarioError, match="has beds for 1 to"):
            new_town("A town", world, count, 0)
    assert load_yaml(new_town("A town", "school", 3, 0, "first_morning"), {}).map.endswith("first_morning.tmj")
    with pytest.raises(ScenarioError, match="no map"):
        new_town("A town", "village", 3, 0, "nowhere")


def test_no_woman_of_a_new_town_has_a_beard_and_no_look_is_left_to_chance() -> None:
    beards, beard = {"She": 0, "He": 0}, (6, 7)
    for seed in range(20):
        for resident in load_yaml(text := new_town("A town", "village", 12, seed), {}).residents:
            pronoun = next(word for word in re.findall(r"\b(?:She|He)\b", " ".join(resident.background)))
            beards[pronoun] += resident.look.extra in beard
        assert text.count("extra:") == 12
    assert beards["He"] > 10 and not beards["She"]


def test_two_in_a_bed_are_a_couple_and_houses_have_families() -> None:
    scenario = load_yaml(new_town("A town", "village", 30, 5), {})
    by_slug = {resident.slug: resident for resident in scenario.residents}
    couples = [(a, b) for a in by_slug for b in by_slug if a < b and by_slug[a].home == by_slug[b].home]
    assert couples
    for a, b in couples:
        assert by_slug[a].relationships[b].split()[-1] in ("wife", "husband")
    family = ("brother", "sister", "mother", "father", "son", "daughter")
    assert any(how.split()[-1] in family for resident in by_slug.values() for how in resident.relationships.values())


def test_a_room_has_one_couple_a_village_no_strangers_and_an_office_one_holder() -> None:
    for seed in range(40):
        scenario = load_yaml(new_town("A town", "harbour", 16, seed), {})
        people = {resident.slug: resident for resident in scenario.residents}
        assert all(len(one.relationships) == len(people) - 1 for one in people.values())
        for one in people.values():
            married = [to for to, how in one.relationships.items() if how.split()[-1] in ("wife", "husband")]
            assert len(married) <= 1 and all(people[to].home == one.home for to in married)
        matter = scenario.news[-1]
        sought = matter.text.partition(" is standing for ")[2].partition(" of ")[0]
        assert sought not in [one.occupation for one in people.values()]
        assert len(set(matter.knows)) == len(matter.knows)


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


LIVED = [(world, seed) for seed in range(5) for world in WORLDS] + [(WORLDS[seed % len(WORLDS)], seed) for seed in range(5, 20)]
"""Every world with five seeds, and twenty seeds in all."""


@pytest.mark.parametrize(("world", "seed"), LIVED)
def test_a_made_up_town_lives(world: str, seed: int, tmp_path: Path) -> None:
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


@pytest.mark.parametrize(("people", "all_know_all"), [(8, True), (30, True), (40, False)])
def test_nobody_of_a_small_town_is_a_stranger(people: int, all_know_all: bool) -> None:
    residents = load_yaml(new_town("A town", "village", people, 3), {}).residents
    assert all(len(resident.relationships) == people - 1 for resident in residents) is all_know_all


@pytest.mark.parametrize("seed", [3, 7, 9])
def test_the_first_morning_begins_with_words_and_is_never_long_without_something_to_see(seed: int, tmp_path: Path) -> None:
    run = tmp_path / "run.sqlite"
    Town.load(ROOT / "scenarios" / "first_morning.yaml", model="fake", embedder="hash", seed=seed, run=run).run().close()
    with Run(run) as lived:
        seconds, said = lived.meta.tick_seconds, lived.events(0, lived.last_tick, ("say", "happening"))
        ticks = [0, *(event.tick for event in said), lived.last_tick]
    assert ticks[1] * seconds <= 5 * 60, "at a game minute a second within five seconds"
    assert max(after - before for before, after in pairwise(ticks)) * seconds < 50 * 60
