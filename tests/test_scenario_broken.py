"""Whatever is wrong with a scenario file, ``validate`` says in a line where, what and what to do, and exits with 2."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from make_map import map_text
from scenario_sample import opening

from sim import Town
from sim.cli.main import main
from sim.cli.parser import GONE_OPTIONS
from sim.record.read import Run
from sim.scenario import load, schema
from sim.scenario.yaml_reader import read_yaml

ROOT = Path(__file__).resolve().parents[1]
GONE_TOWN = ROOT / "scenarios" / "first_morning.yaml"

HOME = 'home: "Nora\'s cottage"'
GOOD = opening("first_morning", "1347-06-24 07:00", "Mára Lind") + f"    background: She bakes.\n    {HOME}\n"


def _with(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


def _alias(aliases: str) -> str:
    return GOOD + f"aliases: {{{aliases}}}\n"


def _bomb() -> str:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join([f'*{chr(97 + i)}'] * 9)}]" for i in range(8)]
    return "\n".join(lines) + "\n" + GOOD


BROKEN: dict[str, tuple[str, str]] = {
    "an age in words": (_with("34", "thirty"), "8:10: residents.mara.age is 'thirty'; it must be a whole number"),
    "an age below nothing": (_with("34", "-1"), "it must be at least 0"),
    "a control character": (
        _with("She bakes", "She \x1b bakes"),
        "10:21: is not YAML: control characters are not allowed; remove U+001B",
    ),
    "a mind of nobody": (GOOD + "minds: {steps: nobody}\n", "12:16: minds.steps is 'nobody'; write 'model' or 'helper'"),
    "a word of no minds": (GOOD + "minds: most\n", "12:8: minds is 'most'; write 'all', 'words' or 'talk'"),
    "a seed of many digits": (GOOD + f"seed: 1{'0' * 20}\n", "it must have at most 18 digits"),
    "a seed beyond all": (GOOD + f"seed: {2**63}\n", "seed is about 9.22e+18; it must have at most 18 digits"),
    "an age with a point": (_with("34", "34.0"), "age is 34.0; it must be a whole number"),
    "a list for a key": ("? [a, b]\n" + GOOD, "1:3: what stands here is no name for a key"),
    "an age of halves": (_with("34", "34.5"), "must be a whole number"),
    "a list for an age": (_with("34", "[34]"), "must be a whole number"),
    "a number for a name": (_with("Mára Lind", "12"), "put it in quotes: '12'"),
    "a blank name": (_with("Mára Lind", '"  "'), "name is empty"),
    "a name that nobody sees": (_with("Mára Lind", '"\\u200d\\ufeff"'), "name is empty: it has no visible character"),
    "a name of two lines": (_with("Mára Lind", '"Mara\\nLind"'), "a name is at most 80 letters on one line"),
    "a name with a colon": (_with("Mára Lind", '"Mara: Lind"'), "without a colon"),
    "a name without end": (_with("Mára Lind", "x" * 3000), "a name is at most 80 letters"),
    "an unknown key": (_with("age: 34", "age: 34\n    hobby: chess"), "9:5: unknown key 'hobby'; `run_sim.py schema`"),
    "an unknown key at the top": (GOOD + "wether: rain\n", "12:1: unknown key 'wether'"),
    "no name": (_with("name: Small\n", ""), "name is missing"),
    "no map": (_with("map: first_morning\n", ""), "map is missing"),
    "a map of nowhere": (_with("first_morning", "atlantis"), "2:6: there is no map 'atlantis' here or among those that ship"),
    "a map's name without end": (_with("first_morning", "x" * 5000), "2:6: there is no map"),
    "a base's name without end": (f"extends: {'x' * 5000}\n" + GOOD, "1:10: there is no scenario file"),
    "a folder's name without end": (_with("age: 34", f"age: 34\n    import: {'x' * 5000}"), "9:13: no scratch.json in"),
    "a memory without end": (_with("age: 34", f"age: 34\n    memories: [{'x' * 5000}]"), "is longer than 4000 characters"),
    "a folder for a map": (_with("first_morning", "."), "there is no map '.'"),
    "a number for a map": (_with("first_morning", "7"), "put it in quotes: '7'"),
    "a map far away": (_with("first_morning", "/etc/hosts"), "lies outside the scenario's folder"),
    "a home of nowhere": (_with("Nora's cottage", "Noras cottag"), 'did you mean "Nora\'s cottage"?'),
    "no home": (_with(HOME, "home:"), "home is empty; give it a value"),
    "a bed for a home": (_with("Nora's cottage", "Nora's cottage:bed"), "is an object; name a sector or an arena"),
    "two of one name": (GOOD + "  tom: {name: Mára Lind, age: 3, " + HOME + "}\n", "12:15: 'mara' has the name"),
    "two of one slug": (GOOD + "  mara: {name: Tom, age: 3, " + HOME + "}\n", "is there twice; the first is on line 6"),
    "a slug with an umlaut": (_with("  mara:", "  mära:"), "6:3: 'mära' is no slug; use small letters"),
    "a slug in capitals": (_with("  mara:", "  Mara:"), "is no slug"),
    "a number for a slug": (_with("  mara:", "  12:"), "is no name for a key"),
    "a merge key": (_with("  mara:", "  mara: &m") + "  tom: {<<: *m, name: Tom}\n", "merge keys (<<) are not understood"),
    "a bomb of aliases": (_bomb(), "more than 200,000 values"),
    "an alias of itself": ("a: &a [*a]\n" + GOOD, "the alias *a holds itself"),
    "an alias of nothing": (_with("34", "*nobody"), "the alias *nobody was not set before"),
    "tabs": (GOOD.replace("    name", "\tname"), "indent with blanks"),
    "an open quote": (_with("warm,", '"warm,'), "close every quote"),
    "an open bracket": (_with("warm,", "[warm,"), "close every quote, [ and {"),
    "a text with a colon": (_with("She bakes.", "She says: no: never"), "needs quotes"),
    "a tag": (_with("Mára Lind", "!!python/object/apply:os.system [ls]"), "the tag"),
    "two documents": (GOOD + "---\n" + GOOD, "one document; remove the line of dashes"),
    "nothing": ("", "1:1: must hold keys such as name:"),
    "a comment alone": ("# nothing\n", "must hold keys such as name:"),
    "a list": ("- a\n- b\n", "must hold keys such as name:"),
    "a word": ("hello\n", "must hold keys such as name:"),
    "a bottomless pit": ("a: " + "[" * 5000 + "]" * 5000 + "\n" + GOOD, "nested deeper than 30 levels"),
    "a zero byte": (GOOD.replace("bakes", "ba\0kes"), "control characters are not allowed"),
    "extends itself": ("extends: x.yaml\n" + GOOD, "1:10: 'x.yaml' extends itself"),
    "extends nothing": ("extends: nothere.yaml\n" + GOOD, "there is no scenario file 'nothere.yaml' beside x.yaml"),
    "extends what is far away": ("extends: ../../../etc/passwd\n" + GOOD, "lies outside the scenario's folder"),
    "extends a list": ("extends: [a, b]\n" + GOOD, "extends: must name a scenario file"),
    "residents in a list": ("name: S\nmap: first_morning\nresidents:\n- name: x\n", "residents must hold keys with values"),
    "nobody": ("name: S\nmap: first_morning\nresidents: {}\n", "residents is empty"),
    "a day there is not": (_with("1347-06-24", "2026-02-30"), "3:8: '2026-02-30 07:00' is no date of the calendar"),
    "a year of three digits": (_with("1347-06-24", "0347-06-24"), "lies outside the years 1000 to 2999"),
    "an end before the start": (
        _with("until: 12:00", "until: 1347-06-23 07:00"),
        "lies before the start, Saturday, June 24, 1347",
    ),
    "two events in one": (GOOD + "events:\n- {at: 8:00, say: x, weather: y}\n", "this one has say and weather"),
    "no event in one": (GOOD + "events:\n- {at: 8:00}\n", "an event has exactly one of"),
    "an event in a text": (GOOD + "events:\n- rain at noon\n", "events[0] must hold keys with values"),
    "nobody arrives": (GOOD + "events:\n- {at: 8:00, arrive: bob}\n", "nobody here has the slug 'bob'; there are mara"),
    "a friend of oneself": (GOOD + "    relationships: {mara: me}\n", "needs no relationship with themselves"),
    "a folder of nobody": (
        GOOD + "  bob: {import: nowhere, " + HOME + "}\n",
        "no scratch.json in 'nowhere'; name a genagents folder",
    ),
    "a seed in words": (GOOD + "seed: one\n", "must be a whole number"),
    "ticks of no time": (GOOD + "rules: {tick: 0}\n", "it must be at least 1"),
    "room for nobody": (GOOD + 'norms: {"Nora\'s cottage": {capacity: 0}}\n', "it must be at least 1"),
    "a language by its name": (GOOD + "language: German\n", "12:11: language is 'German'; write its code, de"),
    "a language that is none": (GOOD + "language: de_DE\n", "write a code of ISO 639-1, such as en, de or pt-BR"),
    "a number for a language": (GOOD + "language: 7\n", "language must be a text; put it in quotes: '7'"),
    "no language": (GOOD + "language:\n", "language is empty; give it a value or remove the key"),
    "an alias in a place of nowhere": (
        _alias("The Coper Finch: {till: sink}"),
        "12:11: the map has no place 'The Coper Finch'",
    ),
    "the place that an alias may mean": (_alias("The Coper Finch: {till: sink}"), "did you mean 'The Copper Finch'?"),
    "an alias in a room": (
        _alias("The Copper Finch:cafe: {till: sink}"),
        "12:11: 'The Copper Finch:cafe' is an arena; name a sector",
    ),
    "an alias of no object": (
        _alias("The Copper Finch: {corner table: window tabel}"),
        "12:44: The Copper Finch has no object 'window tabel'; did you mean 'window table'?",
    ),
    "an alias of a thing of elsewhere": (_alias("The Copper Finch: {bunk: wardrobe}"), "has no object 'wardrobe'"),
    "an alias that is an object": (
        _alias("The Copper Finch: {Window  Table: low table}"),
        "12:30: The Copper Finch has an object 'window table' itself; remove the alias or choose another",
    ),
    "an alias of two objects": (
        _alias("The Copper Finch: {my table: low table, My Table: window table}"),
        "12:51: 'My Table' is 'low table' of The Copper Finch already; remove one of the two",
    ),
    "an alias without a name": (
        _alias('The Copper Finch: {" ": sink}'),
        "12:30: a name under aliases.The Copper Finch is empty",
    ),
    "an alias of nothing there": (_alias("The Copper Finch: {till: }"), "aliases.The Copper Finch.till is empty"),
    "a number for an object": (_alias("The Copper Finch: {till: 2}"), "must be a text; put it in quotes: '2'"),
    "aliases in a list": (GOOD + "aliases: [till, sink]\n", "aliases must hold keys with values"),
    "aliases in a text": (_alias("The Copper Finch: till"), "aliases.The Copper Finch must hold keys with values"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_is_a_line_that_says_where_and_what_to_do(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, told = BROKEN[what]
    (tmp_path / "x.yaml").write_text(text, encoding="utf-8")
    assert told in _complaint(tmp_path / "x.yaml", capsys)


RUN = ROOT / "assets" / "example.sqlite"
FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "ten megabytes": (lambda path: path.write_text(GOOD + "# " + "x" * 10_000_000), "longer than 4,000,000 characters"),
    "bytes": (lambda path: path.write_bytes(bytes(range(256)) * 40), "is not a text in UTF-8; save it as UTF-8"),
    "another alphabet": (lambda path: path.write_bytes(GOOD.encode("latin-1")), "save it as UTF-8"),
    "a saved run": (lambda path: path.write_bytes(RUN.read_bytes()), "is a saved run and no scenario; `run_sim.py replay`"),
    "a folder": (lambda path: path.mkdir(), "is a folder; name the scenario file in it"),
    "no file": (lambda path: None, "there is no such file; `run_sim.py new NAME` writes one"),
}


@pytest.mark.parametrize("what", FILES)
def test_what_is_no_scenario_file_is_refused(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make, told = FILES[what]
    make(tmp_path / "x.yaml")
    assert told in _complaint(tmp_path / "x.yaml", capsys)


def test_parts_that_are_not_installed_are_warned_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.yaml").write_text(GOOD + "parts: [no_such_part]\n", encoding="utf-8")
    assert main(["validate", str(tmp_path / "x.yaml")]) == 0
    assert "there is no part 'no_such_part' here" in capsys.readouterr().err


def test_a_device_is_no_scenario_since_it_has_no_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert "is not a file; save the scenario as one" in _complaint(Path(os.devnull), capsys)


def test_an_end_that_is_none_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.yaml").write_text(_with("until: 12:00", "until: 0"), encoding="utf-8")
    assert _complaint(tmp_path / "x.yaml", capsys).count("\n") == 1


def test_files_that_extend_each_other_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "y.yaml").write_text("extends: x.yaml\n")
    (tmp_path / "x.yaml").write_text("extends: y.yaml\n")
    assert "extends itself" in _complaint(tmp_path / "x.yaml", capsys)


def test_a_home_without_a_door_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawing = "########\n#..#...#\n#..#...#\n####...#\n########"
    (tmp_path / "sealed.tmj").write_text(map_text(drawing, {"Tower": (0, 0, 3, 4), "Green": (4, 1, 3, 3)}))
    (tmp_path / "x.yaml").write_text(_with("first_morning", "sealed").replace("Nora's cottage", "Tower"), encoding="utf-8")
    assert "11:11: 'Tower' cannot be reached on foot" in _complaint(tmp_path / "x.yaml", capsys)


def test_the_file_all_these_are_made_of_is_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.yaml").write_text(GOOD, encoding="utf-8")
    assert main(["validate", str(tmp_path / "x.yaml")]) == 0 and "good" in capsys.readouterr().out


def _complaint(path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What ``validate`` says of a file that it refuses with exit code 2: lines that begin with a file, and nothing else."""
    code = main(["validate", str(path)])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "") and "Traceback" not in err
    assert all(line.startswith(str(path.parent)) for line in err.splitlines()), err
    return err


SEEN_BY_EDITORS = [
    *("an age in words", "an age below nothing", "an age of halves", "a list for an age", "a number for a name"),
    *("a blank name", "a name of two lines", "a name with a colon", "a name without end", "an unknown key", "no name"),
    *("an unknown key at the top", "no map", "a number for a map", "no home", "a slug with an umlaut", "a slug in capitals"),
    *("extends a list", "residents in a list", "nobody", "a year of three digits", "two events in one", "no event in one"),
    *("an event in a text", "a seed in words", "ticks of no time", "room for nobody"),
    *("a language by its name", "a language that is none", "a number for a language", "a number for an object"),
    *("aliases in a list", "aliases in a text"),
]


def test_an_editor_with_the_schema_sees_what_has_the_wrong_shape_and_nothing_in_what_ships() -> None:
    editor = jsonschema.Draft202012Validator(schema())
    shipped = sorted((ROOT / "scenarios").glob("*.yaml"))
    assert [str(path) for path in shipped if not editor.is_valid(read_yaml(path.read_text(), path.name).data)] == []
    assert editor.is_valid(read_yaml(GOOD, "x").data) and editor.is_valid({"extends": "x.yaml", "residents": {"tom": None}})
    assert [what for what in SEEN_BY_EDITORS if editor.is_valid(read_yaml(BROKEN[what][0], "x").data)] == []


def test_several_errors_in_the_rules_of_one_place_are_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "norms.yaml"
    path.write_text(f'{GOOD}norms:\n  The Copper Finch: {{opens: "25:00", closes: "8:99", capacity: -3, owner: zed}}\n')
    assert main(["validate", str(path)]) == 2
    said = capsys.readouterr().err
    assert all(part in said for part in ("'25:00'", "'8:99'", "capacity is -3", "'zed'")) and said.count("norms.yaml:13:") == 4


def test_a_letter_that_is_not_utf_8_is_told_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes(GOOD.replace("bakes", "baks für alle").encode("latin-1").replace(b"M\xe1ra", b"Mara"))
    assert main(["validate", str(path)]) == 2
    assert "latin.yaml:10: is not a text in UTF-8" in capsys.readouterr().err


def test_a_rule_that_is_gone_says_what_holds_now_and_a_stored_scenario_may_have_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = GONE_TOWN.read_text("utf-8").replace("rules:\n", "rules:\n  note_again: 900\n")
    (tmp_path / "old.yaml").write_text(text, "utf-8")
    assert main(["run", str(tmp_path / "old.yaml"), "--headless"]) == 2
    told = capsys.readouterr().err
    assert (
        "old.yaml" in told
        and "rules.note_again is gone: the same person is remembered anew after 45 minutes; remove it" in told
    )
    for option in GONE_OPTIONS:
        with pytest.raises(SystemExit, match="2"):
            main(["run", "first_morning", option, "3"])
        assert f"{option} is gone: {GONE_OPTIONS[option]}" in capsys.readouterr().err


def test_a_run_whose_scenario_has_a_rule_that_is_gone_is_shown_exported_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "old.sqlite"
    old = GONE_TOWN.read_text("utf-8").replace("rules:\n", "rules:\n  note_again: 900\n  spoken: false\n")
    with Town.load(replace(load(GONE_TOWN), text=old), model="fake", embedder="hash", run=path) as town:
        town.run(ticks=20)
    with Run(path) as run:
        assert "note_again: 900" in run.scenario_text
    assert main(["show", str(path), "--saves", str(tmp_path)]) == 0
    assert main(["export", str(path), "--to", str(tmp_path / "page.html"), "--as", "html"]) == 0
    assert main(["resume", str(path), "--headless", "--ticks", "5"]) == 0
    assert main(["show", str(path), "--picture", str(tmp_path / "town.png")]) == 0
    capsys.readouterr()
