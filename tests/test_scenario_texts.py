"""Languages and aliases of a scenario, and what ``validate`` warns of: objects that texts speak of and the map lacks."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from make_map import village
from scenario_sample import opening
from town import ROOT, write_town

from sim.cli import english_only
from sim.cli.main import main
from sim.engine.backend import Backend
from sim.scenario import Alias, ScenarioError, load, load_text, load_with_warnings
from sim.scenario.aliases import object_aliases
from sim.scenario.languages import LANGUAGES, is_english, language_code, language_name
from sim.scenario.missing_objects import NOUNS, Phrase, phrases
from sim.types import Undertaking
from sim.world.places import Places
from sim.world.tilemap import TileMap

SHIPPED = sorted((ROOT / "scenarios").glob("*.yaml"))
MAPS = sorted((ROOT / "assets" / "maps").glob("*.tmj"))
START = opening("village", "2026-05-08 7:00", "Mara Lind")
MARA = "    home: Lind House\n    work: Cafe\n"
TOM = "  tom: {name: Tom Berg, age: 40, home: Berg House, work: Library}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "village.tmj").write_text(village(), encoding="utf-8")
    return tmp_path


def _warnings(folder: Path, residents: str, more: str = "") -> list[str]:
    """What is told of a scenario of Mara, with ``residents`` below her keys, without the name of the file."""
    (folder / "x.yaml").write_text(START + MARA + residents + more, encoding="utf-8")
    _, _, warnings = load_with_warnings(folder / "x.yaml")
    assert all(line.startswith(str(folder / "x.yaml")) for line in warnings)
    return [line.split("x.yaml:")[1] for line in warnings]


def test_what_somebody_does_all_day_is_read_with_its_place_and_thing(folder: Path) -> None:
    day = "    day: [humming, {doing: stirring, when: midday, at: 'Cafe:old cooker', why: it sets}]\n"
    assert not _warnings(folder, f"    occupation: tavern keaper\n{day}", "aliases: {Cafe: {old cooker: stove}}\n")
    (mara,) = load(folder / "x.yaml").residents
    assert mara.day == (
        Undertaking("humming", "", "any", "work"),
        Undertaking("stirring", "it sets", "midday", "Cafe", thing="stove"),
    )


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("hums", "'hums' does not begin with a word in -ing"),
        ("{doing: stirring, at: Inn}", "no place 'Inn'"),
        ("{doing: stirring, when: noon}", "day[0].when is 'noon'; write 'any'"),
        ("{why: it sets}", "day[0].doing is missing"),
    ],
)
def test_a_mistake_in_what_somebody_does_all_day_is_told(folder: Path, row: str, told: str) -> None:
    with pytest.raises(ScenarioError, match=re.escape(told)):
        _warnings(folder, f"    day: [{row}]\n")


def test_capable_models_are_told_what_a_world_lacks(folder: Path) -> None:
    (folder / "x.yaml").write_text(START + MARA + "setting: A village.\nlacks: [bus, council]\n", encoding="utf-8")
    town = load(folder / "x.yaml")
    assert town.lacks == ("bus", "council") and town.told == "A village. There is no bus, no council."


# Languages ------------------------------------------------------------------------------------------------------------


def test_a_language_has_an_english_name_and_an_unknown_one_its_code() -> None:
    assert (language_name("de"), language_name("pt-BR"), language_name("zh")) == ("German", "Portuguese (BR)", "Chinese")
    assert (language_name("tlh"), language_name("qq-ZZ")) == ("tlh", "qq (ZZ)")
    assert (language_code("german"), language_code("Klingon")) == ("de", "")
    assert is_english("en") and is_english("en-GB") and not is_english("de")
    assert len(LANGUAGES) >= 40 and len(set(LANGUAGES.values())) == len(LANGUAGES)


@pytest.mark.parametrize("code", ["de", "pt-BR", "no", "qq"])
def test_a_scenario_keeps_its_language(folder: Path, code: str) -> None:
    (folder / "x.yaml").write_text(START + MARA + f"language: {code}\n", encoding="utf-8")
    town = load(folder / "x.yaml")
    assert town.language == code
    assert load_text(town.text, TileMap.load(town.map), "x").language == code


def test_a_scenario_is_in_english_unless_it_says_otherwise() -> None:
    assert {load(path).language for path in SHIPPED} == {"en"}


def test_validate_says_that_script_and_guided_models_have_english_only(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "x.yaml"
    path.write_text(START + MARA + "language: de\n", encoding="utf-8")
    told = "Small is set in German; the scripted mind and guided models have English only and would live it in English"
    assert main(["validate", str(path)]) == 0
    assert capsys.readouterr().err == f"warning: {path}: {told}\n"
    assert main(["validate", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["warnings"] == [f"{path}: {told}"]


def test_run_and_resume_say_so_in_one_line_and_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_town(tmp_path)
    path.write_text(path.read_text() + "language: de\n")
    monkeypatch.chdir(tmp_path)
    for words in (["run", "town.yaml", "--model", "fake", "--name", "first"], ["resume", "first"]):
        assert main([*words, "--headless", "--ticks", "2"]) == 0
        (told,) = [line for line in capsys.readouterr().err.splitlines() if "German" in line]
        assert told == "Two neighbours is set in German, but the scripted mind has English only: the run goes on in English."


@pytest.mark.parametrize(
    ("mode", "prompts", "who"),
    [
        ("scripted", "brief", "the scripted mind has"),
        ("guided", "brief", "a guided model has"),
        ("free", "brief", "a small mind has"),
        ("free", "full", ""),
        ("own", "full", ""),
    ],
)
def test_whoever_has_english_only_is_named(folder: Path, mode: str, prompts: str, who: str) -> None:
    backend = cast(Backend, SimpleNamespace(answerer=SimpleNamespace(mode=mode, prompts=prompts)))
    (folder / "x.yaml").write_text(START + MARA + "language: fr\n", encoding="utf-8")
    told = english_only.for_backend(load(folder / "x.yaml"), backend)
    assert who in told and bool(told) == bool(who)
    assert english_only.for_backend(load(SHIPPED[0]), backend) == english_only.before_a_run(load(SHIPPED[0])) == ""


def test_texts_in_another_language_are_not_read(folder: Path) -> None:
    assert _warnings(folder, "    background: Mara loves the piano.\n", "language: fr\n") == []


# Aliases --------------------------------------------------------------------------------------------------------------


def test_aliases_are_kept_by_the_sectors_address(folder: Path) -> None:
    aliases = 'aliases:\n  cafe: {old cooker: Stove}\n  Lind House: {" narrow  bed ": bed, cot: bed}\n  Green: {}\n'
    (folder / "x.yaml").write_text(START + MARA + aliases, encoding="utf-8")
    town = load(folder / "x.yaml")
    assert town.aliases == {
        ("Town", "Cafe"): (Alias("old cooker", "stove"),),
        ("Town", "Lind House"): (Alias("narrow bed", "bed"), Alias("cot", "bed")),
    }
    assert load_text(town.text, TileMap.load(town.map), "x").aliases == town.aliases
    assert object_aliases(town.aliases, Places(TileMap.load(town.map))) == {
        ("Town", "Cafe", "counter", "stove"): ("old cooker",),
        ("Town", "Lind House", "bed"): ("narrow bed", "cot"),
    }


def test_an_alias_stands_for_every_object_of_that_name_in_the_place() -> None:
    town = load(ROOT / "scenarios" / "tern_station.yaml")
    called = object_aliases(town.aliases, Places(TileMap.load(town.map)))
    assert {address[2] for address in called} == {"cabin 1", "cabin 2", "cabin 3", "cabin 4"}


def test_what_extends_a_scenario_has_its_aliases_and_may_drop_them(tmp_path: Path) -> None:
    base = load(ROOT / "scenarios" / "two_days.yaml")
    assert load(ROOT / "scenarios" / "rumour.yaml").aliases == base.aliases != {}
    (tmp_path / "village.tmj").write_text(village(), encoding="utf-8")
    (tmp_path / "x.yaml").write_text(START + MARA + "aliases: {Cafe: {cooker: stove}}\n", encoding="utf-8")
    (tmp_path / "y.yaml").write_text("extends: x.yaml\naliases: {Cafe: null}\n", encoding="utf-8")
    assert load(tmp_path / "x.yaml").aliases and not load(tmp_path / "y.yaml").aliases


# Warnings -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_scenario_speaks_of_nothing_that_its_map_lacks(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", str(path)]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("first_morning", ["23:17: 'the long counter'", "41:9: 'the corner table'"]),
        ("tern_station", ["67:17: 'the shelf'"]),
    ],
)
def test_without_its_aliases_a_shipped_scenario_would_be_warned_of(name: str, told: list[str], tmp_path: Path) -> None:
    text = (ROOT / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8")
    assert "\naliases:\n" in text
    (tmp_path / "x.yaml").write_text(text.split("\naliases:\n")[0], encoding="utf-8")
    _, _, warnings = load_with_warnings(tmp_path / "x.yaml")
    assert [line.split("x.yaml:")[1].split(": neither")[0] for line in warnings] == told


def test_a_warning_says_where_what_and_which_alias_helps_and_the_exit_code_stays(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    background = "    background: Mara Lind painted the corner table of the Cafe.\n"
    (told,) = _warnings(folder, background)
    assert told == (
        "12:17: 'the corner table': Cafe does not have it; name the object that is meant, "
        "as in aliases: {Cafe: {corner table: table}}, or change the text"
    )
    assert main(["validate", str(folder / "x.yaml")]) == 0
    out, err = capsys.readouterr()
    assert "good" in out and err.startswith("warning: ") and told in err
    assert _warnings(folder, background, "aliases: {Cafe: {corner table: table}}\n") == []


MISSING: dict[str, tuple[str, str]] = {
    "a noun that neither place has": ("    background: She polishes the piano.\n", "'the piano': neither Cafe nor Lind House"),
    "a memory": ("    memories: [It is warm., Mara hid it behind her oven.]\n", "12:29: 'her oven'"),
    "what is on somebody's mind": ("    currently: Mara is mending the round table\n", "aliases: {Cafe: {round table: table}}"),
    "a relationship": ("    relationships: {tom: plays Tom's piano}\n" + TOM, '"Tom\'s piano": neither'),
    "an object of a place that is named": ("    background: She sat on a bench in the Library.\n", "Library does not have it"),
    "whatever may be meant by it": ("    background: She hid in the piano.\n", "{Cafe: {piano: OBJECT}}"),
}


@pytest.mark.parametrize("what", MISSING)
def test_what_a_place_lacks_is_warned_of(what: str, folder: Path) -> None:
    text, told = MISSING[what]
    (warning,) = _warnings(folder, text)
    assert told in warning


def test_news_and_events_are_held_against_their_places(folder: Path) -> None:
    more = """\
news: [{id: tuning, text: Mara Lind is tuning a piano, host: mara, place: Library}]
events:
- {at: 8:00, say: Somebody sleeps on a bench, where: Cafe}
- {at: 9:00, whisper: Look into the oven., to: mara}
- {at: 10:00, say: Somebody sits on a throne}
"""
    assert [line.split(";")[0] for line in _warnings(folder, "", more)] == [
        "12:27: 'a piano': Library does not have it",
        "14:19: 'a bench': Cafe does not have it",
        "15:23: 'the oven': neither Cafe nor Lind House has it",
    ]


FINE = {
    "a thing that is there": "She cleans the stove and her old table.",
    "a room before the thing": "She scrubs the counter stove and the seats table.",
    "a new thing": "She dreams of a piano.",
    "something else in town that is named in full": "She likes the stage of the Hall.",
    "the only one in town": "She likes the bench.",
    "many of them": "She built half the chairs of the village.",
    "part of a name": "She loves The Silver Piano and Harp.",
    "no noun phrase": "She leaves the house by bench and desk.",
    "a thing of somebody who is named": "Tom Berg lets her dust the shelf.",
}


@pytest.mark.parametrize("what", FINE)
def test_there_is_no_warning_of(what: str, folder: Path) -> None:
    assert _warnings(folder, f"    background: {FINE[what]}\n{TOM}") == []


def test_one_missing_thing_is_told_once(folder: Path) -> None:
    assert len(_warnings(folder, "    memories: [She tuned the piano., She sold the piano., She misses the old piano.]\n")) == 1


def test_phrases_of_a_sentence() -> None:
    found = list(
        phrases("Her own round table, the doctor’s second bed and a Stove stand by the desk with the long oak counter")
    )
    assert found == [
        Phrase("Her own round table", ("round",), "table", True),
        Phrase("doctor’s second bed", ("second",), "bed", True),
        Phrase("the desk", (), "desk", True),
        Phrase("the long oak counter", ("long", "oak"), "counter", True),
    ]
    assert [phrase.definite for phrase in phrases("a table and an oven and the piano")] == [False, False, True]
    assert list(phrases("the cat sleeps under table; the very long old oak counter")) == []


OTHER = """
    anchor bags bar bath belt board boat books box boxes buckets bulb bust case catalogue chairs charger chart chest
    coils crane crates dish display drawer drum fern fiddle files fire font frame heap histories kit lamp library
    lighthouse line lockers map mat menu monitor mortar novels oak orchids palm papers patch pegs planks plant
    player plot post pot pots press queue records register row rows sack sacks safe saw scale scales sciences screen
    seat seats ship slab slide stand station stop store swings tap taps till tray trays tree vine wall weights well
    wheel
"""
"""Nouns of objects on the maps that ship that are mostly something else in a sentence, plural, or can be carried."""


def test_every_object_of_the_maps_that_ship_has_a_noun_that_is_read_or_is_left_out_on_purpose() -> None:
    places = [Places(TileMap.load(path)) for path in MAPS]
    names = {thing.name for town in places for thing in town.objects(town.root)}
    nouns = {name.split(" of ")[0].split(" by ")[0].split(" and ")[0].split()[-1] for name in names}
    assert nouns - NOUNS == set(OTHER.split())


def test_a_scenario_without_any_of_this_says_nothing(folder: Path) -> None:
    assert _warnings(folder, "    background: She bakes.\n") == []


def test_a_wrong_alias_hides_no_other_mistake(folder: Path) -> None:
    aliases = "aliases:\n  Caff: {cooker: stove}\n  Cafe: {cooker: 2}\n  Green: {seat: bensh}\nlanguage: Deutsch\n"
    (folder / "x.yaml").write_text(START + MARA + aliases, encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        load(folder / "x.yaml")
    assert [line.split("x.yaml:")[1].split(";")[0] for line in caught.value.problems] == [
        "13:3: the map has no place 'Caff'",
        "14:18: aliases.Cafe.cooker must be a text",
        "15:17: Green has no object 'bensh'",
        "16:11: language is 'Deutsch'",
    ]
