"""Scenarios: what a file says becomes one frozen town, and what it gets wrong is said all at once, with line and column."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import fields, replace
from pathlib import Path

import pytest
from make_map import village
from scenario_sample import opening

import sim.scenario
from sim.scenario import Rules, ScenarioError, load, load_text, scaffold, schema
from sim.world.tilemap import TileMap

TEXT = (
    opening("village", "2026-05-08 7:00", "Mara Lind")
    + """\
    background: She bakes at night. Dr. Ames taught her! Nobody knows.
    home: Lind House
    work: cafe:counter
    wakes: 7:30
    sleeps: 0:30
    memories:
    - Mara saw a fox. It was limping.
  tom: {name: Tom Berg, age: 40, home: Berg House, start_at: "Berg House:bed", relationships: {mara: old pal}, look: {hair: 3}}
news:
- {id: supper, text: Mara Lind is giving a supper on Saturday., host: mara, at: day 2 18:00, place: Cafe, lasts: 3 h}
events:
- {at: 14:00, say: A bell rings., where: Green}
- {at: 9 am, object: Cafe:stove, state: on fire, lasts: 20 min}
- {at: day 1 10:00, arrive: tom, where: Green}
- {at: 8:00, whisper: You are late., to: mara}
norms:
  Cafe: {opens: 8:00, closes: 6 pm, owner: mara}
rules: {vision: 4, needs: true}
"""
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "village.tmj").write_text(village(), encoding="utf-8")
    (tmp_path / "small.yaml").write_text(TEXT, encoding="utf-8")
    return tmp_path


def _problems(folder: Path, text: str) -> list[str]:
    (folder / "bad.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        load(folder / "bad.yaml")
    return [line.split("bad.yaml:")[-1] for line in caught.value.problems]


def test_a_file_becomes_one_town(folder: Path) -> None:
    town = load(folder / "small.yaml")
    mara, tom = town.residents
    assert (town.id, town.start, town.until) == ("small", dt.datetime(2026, 5, 8, 7, 0), 5 * 3600)
    assert mara.background == ("She bakes at night.", "Dr. Ames taught her!", "Nobody knows.")
    assert mara.memories == ("Mara saw a fox.", "It was limping.") and mara.traits == ("warm", "stubborn")
    assert (mara.first, mara.work, mara.wakes, mara.sleeps) == ("Mara", ("Town", "Cafe", "counter"), 450, 30)
    assert tom.relationships == {"mara": "old pal"} and tom.start_at == ("Town", "Berg House", "bed")
    assert tom.look.hair == 3 and tom.look != replace(mara.look, hair=3)
    assert town.rules.vision == 4 and town.rules.needs and town.rules.attention == 8
    assert town.norms == {("Town", "Cafe"): {"opens": 480, "closes": 1080, "owner": "mara"}}


def test_news_know_their_host_moment_and_signs(folder: Path) -> None:
    (news,) = load(folder / "small.yaml").news
    assert news.text.endswith("Saturday") and news.knows == ("mara",) and news.signs == ("Mara", "supper")
    assert (news.at, news.lasts, news.place) == (35 * 3600, 3 * 3600, ("Town", "Cafe"))


def test_news_are_remembered_with_what_stands_beside_their_text(folder: Path) -> None:
    for text, known_as in (
        ("Mara Lind is giving a supper on Saturday.", "Mara Lind is giving a supper on Saturday at the Cafe at 6 pm"),
        ("Mara Lind is cutting a wheel", "Mara Lind is cutting a wheel at the Cafe on Saturday at 6 pm"),
        ("Mara Lind turns sixty", "Mara Lind turns sixty at the Cafe on Saturday at 6 pm"),
    ):
        file = folder / "told.yaml"
        file.write_text(TEXT.replace("Mara Lind is giving a supper on Saturday.", text), encoding="utf-8")
        assert load(file).news[0].known_as == known_as
    file.write_text(TEXT.replace("lasts: 3 h}", "lasts: 3 h, spread: false}"), encoding="utf-8")
    assert load(file).news[0].known_as.startswith("Nobody is to know that Mara Lind is giving a supper")


def test_events_come_in_the_order_of_their_moments(folder: Path) -> None:
    found = [(h.at // 3600, h.kind, h.text, h.who) for h in load(folder / "small.yaml").happenings]
    assert found == [
        (1, "whisper", "You are late.", "mara"),
        (2, "object", "on fire", ""),
        (3, "arrive", "Tom Berg has just arrived", "tom"),
        (7, "say", "A bell rings.", ""),
    ]


def test_every_problem_is_named_at_once_with_its_place_and_a_way_out(folder: Path) -> None:
    bad = TEXT
    for old, new in {
        "age: 34": "age: old",
        "work: cafe:counter": "wrok: Cafe",
        "home: Berg House": "home: Berk House",
        "{mara: old": "{marra: old",
        "id: supper": "id: The Supper",
        "14:00": "25:00",
        "where: Green}\n- {at: 9": "where: Greene}\n- {at: 9",
        "to: mara}": "to: maria}",
        "vision: 4": "vision: far",
        "opens: 8:00": "opens: 8",
    }.items():
        assert old in bad
        bad = bad.replace(old, new)
    assert _problems(folder, bad) == [
        "8:10: residents.mara.age is 'old'; it must be a whole number without quotes",
        "12:5: unknown key 'wrok'; did you mean 'work'?",
        "17:40: the map has no place 'Berk House'; did you mean 'Berg House'?",
        "17:96: nobody here has the slug 'marra'; did you mean 'mara'?",
        "19:8: news[0].id is 'The Supper'; use small letters, digits, - and _, beginning with a letter",
        "21:8: '25:00' is no time of day: it ends at 24:00",
        "21:42: the map has no place 'Greene'; did you mean 'Green'?",
        "24:42: nobody here has the slug 'maria'; did you mean 'mara'?",
        "26:17: norms.Cafe.opens is 8; write it like 18:00",
        "27:17: rules.vision is 'far'; it must be a whole number without quotes",
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("name: Small\n", "", "1:1: name is missing"),
        ("    age: 34\n", "", "6:3: residents.mara.age is missing"),
        ("map: village", "map: vilage", "2:6: there is no map 'vilage'"),
        ("  tom:", "  mara:", "17:3: residents.mara is there twice; the first is on line 6"),
        ("Tom Berg", "Mara Lind", "17:15: 'mara' has the name 'Mara Lind' too"),
        ("until: 12:00", "until: 7:00", "4:8: '7:00' is the start itself"),
        ("start: 2026-05-08 7:00", "start: tomorrow", "3:8: 'tomorrow' is no date with a time"),
        ("home: Lind House", "home: bed", "11:11: 'bed' could be 'Lind House:bed', 'Berg House:bed'; name one of them"),
        ("home: Lind House", "home: Cafe:stove", "11:11: 'Cafe:stove' is an object; name a sector or an arena"),
        ("say: A bell rings., where", "weather: rain, where", "21:30: where: goes with say or arrive:, not with weather:"),
        (", to: mara}", "}", "24:3: an event with whisper: needs to: as well"),
        ("say: A bell rings.", "say: A bell rings., weather: rain", "this one has say and weather"),
        ("lasts: 3 h", "signs: [Mara, lunch]", "the sign 'lunch' is not in the text of the news"),
        ("host: mara, ", "", "19:3: nobody knows the news 'supper'"),
        ("lasts: 20 min", "lasts: 20", "22:57: events[1].lasts is 20; write it like 90 min or 2 h"),
        ("lasts: 20 min", "lasts: a while", "22:57: 'a while' is no duration"),
        ("wakes: 7:30", "wakes:", "13:11: residents.mara.wakes is empty"),
        ("  mara:\n    name", "  mara:\n\tname", "7:"),
        ("name: Small", "name: Small: a town", "1:12: is not YAML: mapping values are not allowed"),
        ("name: Small", "name: !!python/object:os.system x", "1:7: the tag"),
    ],
)
def test_one_mistake_is_one_line_that_says_where(folder: Path, old: str, new: str, message: str) -> None:
    assert old in TEXT
    (problem,) = _problems(folder, TEXT.replace(old, new, 1))
    assert message in problem


def test_a_slug_is_told_from_a_name(folder: Path) -> None:
    slug, unknown = _problems(folder, TEXT.replace("  tom:", "  Tom B:"))
    assert slug == "17:3: 'Tom B' is no slug; use small letters, digits, - and _, beginning with a letter"
    assert unknown == "23:29: nobody here has the slug 'tom'; did you mean 'Tom B'?"


@pytest.mark.parametrize(
    "text",
    [
        "a: &a0 [1,1,1,1,1,1,1,1,1,1]\n" + "".join(f"b{n}: &a{n + 1} [{', '.join([f'*a{n}'] * 10)}]\n" for n in range(8)),
        "a: &a [*a]",
        "a: " + "[" * 5000,
        "- 1",
        "",
        "a: 1\n---\na: 2",
        "1: 2",
        "<<: {a: 1}",
    ],
)
def test_bombs_and_strange_documents_are_refused_in_one_line(folder: Path, text: str) -> None:
    assert len(_problems(folder, text)) == 1


def test_a_scenario_can_stand_on_another_and_drop_people(folder: Path) -> None:
    top = "extends: small.yaml\nname: Rain\nresidents:\n  tom: null\n  mara: {age: 35}\nevents: []\nrules: {tick: 20}\n"
    (folder / "rain.yaml").write_text(top, encoding="utf-8")
    town = load(folder / "rain.yaml")
    assert (town.name, town.residents[0].age, town.rules.tick, town.rules.vision) == ("Rain", 35, 20, 4)
    assert [r.slug for r in town.residents] == ["mara"] and town.happenings == () and town.news
    again = load_text(town.text, TileMap.load(town.map), "rain")
    assert again == replace(town, map="village", path="", text=again.text)


def test_mistakes_in_the_base_name_the_base(folder: Path) -> None:
    (folder / "base.yaml").write_text(TEXT.replace("Lind House", "Lindt Hause"), encoding="utf-8")
    (folder / "top.yaml").write_text("extends: base.yaml\nresidents:\n  tom: {age: x}\n", encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        load(folder / "top.yaml")
    base, top = caught.value.problems
    assert "base.yaml:11:11: the map has no place 'Lindt Hause'" in base and "top.yaml:3:14: residents.tom.age" in top
    (folder / "base.yaml").write_text("extends: top.yaml\n", encoding="utf-8")
    with pytest.raises(ScenarioError, match="extends itself"):
        load(folder / "top.yaml")


def test_overrides_are_laid_over_and_kept_in_the_text(folder: Path) -> None:
    town = load(folder / "small.yaml", {"seed": 7, "rules.vision": 2, "until": "day 2 9:00", "name": None})
    assert (town.name, town.seed, town.rules.vision, town.rules.needs, town.until) == ("Small", 7, 2, True, 26 * 3600)
    tilemap = TileMap.load(town.map)
    assert load_text(town.text, tilemap, "x").seed == 7
    with pytest.raises(ScenarioError, match="override:1:1: rules.vision is -1"):
        load(folder / "small.yaml", {"rules.vision": -1})


def test_an_untouched_scenario_keeps_its_own_text(folder: Path) -> None:
    town = load(folder / "small.yaml")
    assert town.text == TEXT and load(folder / "small.yaml", {"seed": None}) == town
    assert load_text(town.text, TileMap.load(town.map), "small").residents == town.residents


def test_missing_files_are_said_in_one_line(folder: Path) -> None:
    with pytest.raises(ScenarioError, match="nowhere.yaml: there is no such file"):
        load(folder / "nowhere.yaml")
    (folder / "village.tmj").write_text(village(infinite=True), encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"small.yaml:2:6: .*infinite"):
        load(folder / "small.yaml")


def test_a_new_scenario_loads_as_it_is(folder: Path) -> None:
    text = scaffold("two_towns", map=str(folder / "village"))
    (folder / "new.yaml").write_text(text, encoding="utf-8")
    town = load(folder / "new.yaml")
    assert town.name == "Two towns" and len(town.residents) == 3 and town.news[0].signs == ("Nora", "supper")
    with pytest.raises(ScenarioError, match="there is no map 'atlantis'"):
        scaffold("x", map="atlantis")


def test_the_schema_describes_every_key_and_is_plain_json() -> None:
    text = json.dumps(schema())
    for key in ("residents", "import", "whisper", "chat_cooldown", "hair_colour", "capacity", "signs"):
        assert f'"{key}"' in text
    assert list(schema()["$defs"]["RulesModel"]["properties"]) == [field.name for field in fields(Rules)]
    assert schema()["anyOf"][1]["required"] == ["name", "map", "residents"]


def test_the_example_in_the_readme_is_in_the_format(folder: Path) -> None:
    readme = Path(sim.scenario.__file__).with_name("README.md").read_text(encoding="utf-8")
    example = readme.split("```yaml\n")[1].split("```")[0]
    example = example.replace("first_morning", "village").replace(
        "import: personas/Lena Orth", "name: Lena Orth, age: 29, home: Hall"
    )
    (folder / "example.yaml").write_text(example.replace("Lind House:bedroom", "Lind House"), encoding="utf-8")
    town = load(folder / "example.yaml")
    assert len(town.residents) == 2 and {h.kind for h in town.happenings} == {"say", "object", "weather", "whisper", "arrive"}
