"""The command line, from outside; the shipped runs; damaged files."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from fuzz import TARGETS
from town import FIRST_MORNING, ROOT, content, events, go_on, live, lived, start, stop, write_saves, write_town

from sim import Town
from sim.cli.main import main
from sim.cli.saved_runs import SHIPPED, SHIPPED_RUN
from sim.cli.workshop import Bench
from sim.engine.verify import verify
from sim.record.catalogue import resolve_run
from sim.record.lock import WriterLock
from sim.record.read import Run
from sim.record.shipped import ASSETS
from sim.record.store import StoreError
from sim.record.verify import verify_hashes
from sim.scenario import ScenarioError, load
from sim.scenario.composition import scenario_text
from sim.types import Command
from sim.world.tilemap import MapError, TileMap


@pytest.fixture(scope="module")
def saves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_saves(tmp_path_factory.mktemp("saves"), 400)


def say(capsys: pytest.CaptureFixture[str], saves: Path, *words: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command."""
    code = main([*words, "--saves", str(saves)])
    told = capsys.readouterr()
    return code, told.out, told.err


def _rows(path: Path, table: str) -> int:
    """How many rows a table of a closed run holds."""
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:
        return int(file.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def test_a_run_has_the_seed_it_is_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["run", str(ROOT / "scenarios" / "first_morning.yaml"), "--headless", "--model", "fake", "--embedder", "hash"]
    assert say(capsys, tmp_path, *words, "--ticks", "2", "--seed", "41", "--name", "seeded")[0] == 0
    with Run(tmp_path / "seeded.sqlite") as run:
        assert run.meta.seed == 41


def test_a_fork_with_every_edit_goes_on_and_verifies(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edits = ["--whisper", "Ben:Ben Okoye ought to sing", "--forget", "ben:0"]
    edits += ["--plan", "Ben Okoye:08:20 feeding the birds @ Green", "--move", "supper:Saturday 20:00 @ Cafe"]
    assert say(capsys, saves, "fork", "first", "--at", "08:00", "--name", "edited", *edits)[0] == 0
    assert say(capsys, saves, "resume", "edited", "--ticks", "100", "--headless")[0] == 0
    code, told, _ = say(capsys, saves, "verify", "edited", "--json")
    assert (code, json.loads(told)["ticks"]) == (0, 101)
    with Run(saves / "edited.sqlite") as run:
        notes = [event.data["text"] for event in run.events(360, 360, ("run",))]
    assert len(notes) == 3 and "supper is now on Saturday at 8 pm at Cafe" in notes
    code, told, _ = say(capsys, saves, "diff", "first", "edited", "--json")
    assert json.loads(told)["first_tick"] == 360


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--plan", "ben:soon"), "--plan"),
        (("--move", "supper:"), "write NEWS:WHEN"),
        (("--whisper", "ben"), "write WHO:TEXT"),
        (("--move", "party:Sunday 20:00"), "there are supper"),
        (("--forget", "ben:9999"), "9999"),
        (("--plan", "zoe:08:20 singing @ Green"), "zoe"),
    ],
)
def test_a_bad_edit_is_a_line_and_no_file(
    words: tuple[str, ...], told: str, saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = say(capsys, saves, "fork", "first", "--at", "08:00", "--name", "bad", *words)
    assert (code, out, len(err.strip().splitlines())) == (2, "", 1) and told in err
    assert not list(saves.glob("bad*"))


def test_verify_by_hashes_is_told_apart_from_living_again(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told, _ = say(capsys, saves, "verify", "first", "--hashes", "--json")
    assert code == 0 and json.loads(told)["tick"] is None
    small = saves / "small.sqlite"
    small.write_bytes((saves / "first.sqlite").read_bytes())
    code, told, _ = say(capsys, saves, "compact", "small", "--drop", "questions", "--drop", "states", "--json")
    size = json.loads(told)
    assert code == 0 and size["after"] < size["before"]
    assert _rows(small, "questions") == 0 and _rows(small, "states") < _rows(saves / "first.sqlite", "states")
    assert say(capsys, saves, "verify", "small", "--hashes")[0] == 0
    code, _, err = say(capsys, saves, "verify", "small")
    assert code == 2 and "--hashes" in err
    assert say(capsys, saves, "fork", "small", "--at", "07:30", "--name", "stateless")[0] == 0
    code, _, err = say(capsys, saves, "resume", "stateless", "--ticks", "5", "--headless")
    assert code == 2 and "left out" in err


def test_list_says_which_runs_stopped_unexpectedly(saves: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    store, engine = start(saves / "town.yaml", tmp_path / "alive.sqlite")
    live(engine, 3)
    for end in ("", "-wal"):  # what a kill leaves: file and log, and nobody who holds the lock
        (tmp_path / f"dead.sqlite{end}").write_bytes((tmp_path / f"alive.sqlite{end}").read_bytes())
    runs = json.loads(say(capsys, tmp_path, "list", "--json")[1])
    conditions = {Path(run["path"]).stem: run["condition"] for run in runs}
    shown = say(capsys, tmp_path, "list")[1]
    stop(store, engine)
    assert conditions == {"alive": "running", "dead": "stopped unexpectedly"}
    assert "stopped unexpectedly" in shown


@pytest.mark.parametrize("form", ["html", "csv", "diary", "jsonl", "parquet"])
def test_an_export_to_an_impossible_place_is_a_line(form: str, saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (saves / "a_file").write_text("")
    code, out, err = say(capsys, saves, "export", "first", "--as", form, "--to", str(saves / "a_file" / "x"))
    assert (code, out) == (2, "") and "--to" in err and len(err.strip().splitlines()) == 1


def _on_a_terminal(*words: str) -> str:
    """What a command writes where it meets a terminal."""
    ours, theirs = os.openpty()
    with subprocess.Popen([sys.executable, "run_sim.py", *words], cwd=ROOT, stdout=theirs, stderr=theirs, close_fds=True):
        os.close(theirs)
        told = b""
        with contextlib.suppress(OSError):  # Linux ends a terminal's other side with an error
            while part := os.read(ours, 65536):
                told += part
    os.close(ours)
    return told.decode()


def test_a_terminal_shows_what_it_would_otherwise_obey(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trick = "Ben heard a \x1b[2Jloud\x07 bell, \x9b31mred"
    assert say(capsys, saves, "fork", "first", "--at", "08:00", "--name", "tricked", "--whisper", f"ben:{trick}")[0] == 0
    shown = _on_a_terminal("search", "tricked", "loud", "bell", "--saves", str(saves))
    assert r"Ben heard a \x1b[2Jloud\x07 bell, \x9b31mred" in shown and "\x1b" not in shown and "\x9b" not in shown
    assert trick in say(capsys, saves, "search", "tricked", "loud", "bell")[1], "whoever pipes it gets it as it is"


@pytest.mark.parametrize("until", ["day 1 06:00", "2026-05-07 18:00"])
def test_an_end_before_the_start_is_refused_and_writes_no_file(
    until: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["run", str(ROOT / "scenarios" / "first_morning.yaml"), "--headless", "--model", "fake", "--until", until]
    code, _, err = say(capsys, tmp_path, *words)
    assert code == 2 and "begins only at Friday, May 8, 2026, 07:00" in err
    assert not list(tmp_path.iterdir())


def test_an_hour_that_is_past_on_the_first_day_is_said_to_be_the_next_days(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["run", str(ROOT / "scenarios" / "first_morning.yaml"), "--headless", "--model", "fake", "--embedder", "hash"]
    err = say(capsys, tmp_path, *words, "--until", "06:00")[2]
    assert "lives until Saturday, May 9, 2026, 06:00" in err


def test_a_shipped_run_is_interviewed_and_stays_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shipped = ROOT / "assets" / "example.sqlite"
    before = shipped.read_bytes()
    code, told, _ = say(capsys, tmp_path, "interview", "example", "Nora", "What is your name?")
    assert code == 0 and told.strip()
    assert shipped.read_bytes() == before and not list(tmp_path.iterdir())


def test_residents_go_out_as_genagents_folders_and_come_in_again(
    saves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each with their description and every memory but the lines of talk; insights keep what they rest on."""
    assert say(capsys, saves, "export", "first", "--as", "genagents", "--to", str(tmp_path / "out"))[0] == 0
    with Run(saves / "first.sqlite") as run:
        kept = [one.text for one in run.memories("ana", run.last_tick, limit=-1) if one.kind != "utterance"]
    nodes = json.loads((tmp_path / "out" / "ana" / "memory_stream" / "nodes.json").read_text())
    assert nodes and {node["content"] for node in nodes} <= set(kept) and all(0 <= node["importance"] <= 100 for node in nodes)
    assert [node["created"] for node in nodes] == sorted(node["created"] for node in nodes) and nodes[0]["created"] == 0
    (tmp_path / "t.yaml").write_text("extends: first_morning\nresidents: {guest: {import: out/ana}}\n")
    guest = next(one for one in load(tmp_path / "t.yaml").residents if one.slug == "guest")
    back = [(one.text, one.kind, (one.importance or 0) * 10) for one in guest.remembered]
    assert guest.name == "Ana Silva" and back == [(node["content"], node["node_type"], node["importance"]) for node in nodes]


def test_the_latest_run_is_the_one_that_was_lived_last(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saves = write_saves(tmp_path, 30)
    shutil.copy(saves / "first.sqlite", saves / "later.sqlite")
    os.utime(saves / "first.sqlite", (10**9, 10**9))
    assert say(capsys, saves, "interview", "first", "ana", "What is your name?", "--model", "fake")[0] == 0
    assert _rows(saves / "first.sqlite", "interviews") == 1 and resolve_run("latest", saves).stem == "later"


def test_of_two_unnamed_runs_begun_in_the_same_second_each_has_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sim.cli.run_commands.new_path", lambda saves, _: Path(saves) / "same.sqlite")
    words = ("run", str(write_town(tmp_path)), "--model", "fake", "--embedder", "hash", "--headless", "--ticks", "3")
    other = WriterLock(tmp_path / "same.sqlite")  # the other one is about to write its file
    assert say(capsys, tmp_path, *words)[0] == 0
    other.release()
    for stem in ("same", "same-3"):
        code, _, told = say(capsys, tmp_path, *words)
        assert code == 0 and f"Saved: {tmp_path / stem}.sqlite" in told
    assert {path.stem for path in tmp_path.glob("*.sqlite")} == {"same", "same-2", "same-3"}


def test_diff_names_the_runs_and_how_far_it_looked(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = say(capsys, saves, "diff", "example", "capable_morning")[1]
    assert "    capable_morning: Friday" in told and "example: not by Friday, May 8, 2026, 12:00, where" in told


def test_a_moment_that_a_run_has_not_is_answered_with_its_hours(saves: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = say(capsys, saves, "fork", "example", "--at", "17:00", "--name", "late")
    assert code == 2 and "from Friday, May 8, 2026, 07:00 to Friday, May 8, 2026, 12:00" in err


def test_an_interview_whose_mind_is_gone_names_another_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = say(capsys, tmp_path, "interview", "capable_morning", "Nora", "What is your name?")
    assert code == 3 and "No server answers" in err and "--model bundled" in err


@pytest.mark.parametrize(
    "words",
    [
        ("show", "example", "--day", "x"),
        ("replay", "example", "--speed", "fast"),
        ("run", "town.yaml", "--gpu-layers", "all"),
        ("run", "town.yaml", "--seed", "one"),
    ],
)
def test_what_is_no_number_is_told_in_plain_words(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(list(words))
    told = capsys.readouterr().err
    assert f"{words[-1]!r} is no" in told and "value: " not in told


TICKS = 260
COMMANDS = {
    60: [Command("whisper", {"who": "ben", "text": "Ben Okoye ought to visit the sea"})],
    90: [Command("happening", {"kind": "say", "text": "A dog barks on the Green", "where": ""})],
    100: [Command("happening", {"kind": "weather", "text": "rain"})],
    110: [Command("happening", {"kind": "object", "text": "broken", "where": "Town:Cafe:counter"})],
    120: [Command("become", {"who": "ana"})],
    125: [Command("go", {"who": "ana", "to": "Green"})],
    170: [Command("do", {"who": "ana", "activity": "looking at the sky"})],
    200: [Command("release", {"who": "ana"}), Command("fly", {"who": "ana"})],
}


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lived(tmp_path_factory.mktemp("ruled") / "ruled.sqlite", TICKS, COMMANDS)


def test_a_town_under_orders_verifies(ruled: Path) -> None:
    assert [data["kind"] for _, _, data in events(ruled, "command")][:3] == ["whisper", "happening", "happening"]
    assert [data["kind"] for _, _, data in events(ruled, "happening")] == ["whisper", "say", "weather", "object"]
    assert any(data["why"] == "player" for _, key, data in events(ruled, "act") if key == "ana")
    assert verify(ruled).tick is None


def test_stopping_after_any_order_changes_nothing(ruled: Path, tmp_path: Path) -> None:
    path = tmp_path / "parts.sqlite"
    store, engine = start(write_town(tmp_path), path)
    for tick in sorted(COMMANDS):
        live(engine, tick - engine.tick, COMMANDS)
        store.close()  # as a kill would leave it: nothing is written but what the ticks wrote
        store, engine = go_on(path)
        assert engine.tick == tick
    live(engine, TICKS - engine.tick, COMMANDS)
    stop(store, engine)
    assert content(path) == content(ruled)


def test_the_shipped_run_is_whole_and_shows_how_news_spreads() -> None:
    assert SHIPPED_RUN.stat().st_size < 3_000_000 and verify_hashes(SHIPPED_RUN).bad_tick is None
    with Run(SHIPPED_RUN) as run:
        assert (run.meta.status, run.meta.model["mode"]) == ("finished", "guided")
        assert run.map_text and run.scenario_text and run.images
        assert run.talks(None, 0, run.last_tick) and run.events(0, run.last_tick, ("learn",))
        assert run.questions(None, 0, run.last_tick, 1) and run.vectors(run.meta.embedder)


def test_a_large_models_morning_ships_and_is_lived_again_tick_by_tick() -> None:
    path, _ = SHIPPED["capable_morning"]
    assert path.stat().st_size < 3_000_000
    found = verify(path)
    assert found.tick is None and found.ticks == 1801, found.why
    with Run(path) as run:
        assert (run.meta.status, run.meta.model["mode"], run.meta.model["rules"]["prompts"]) == ("finished", "free", "full")
        counters = run.counters()
        assert sum(row.calls for row in counters) > 60 and not any(row.fallbacks for row in counters)
        assert not any(row.repairs for row in counters), "what was repaired when it was answered is filed as it was repaired"
        for kind in ("thought", "feel", "learn", "intend", "aloud"):
            assert run.events(0, run.last_tick, (kind,)), kind


def test_what_ships_is_listed_and_read_by_name_and_never_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saves = ["--saves", str(tmp_path)]
    assert main(["list", *saves]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in SHIPPED) and "large language model" in listed
    assert main(["show", "capable_morning", *saves, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["prompts"] == "full"
    for verb in ("resume", "compact"):
        assert main([verb, "capable_morning", *saves]) == 2, "what ships is not written"
        capsys.readouterr()
    before = SHIPPED["capable_morning"][0].read_bytes()
    assert main(["interview", "capable_morning", "nora", "Who are you?", "--model", "fake", *saves]) == 0, "a copy is asked"
    assert "I'm Nora Fennick" in capsys.readouterr().out, "a mind that answers in brief is asked in brief"
    assert SHIPPED["capable_morning"][0].read_bytes() == before and not list(tmp_path.iterdir())


def test_whichever_way_a_run_that_ships_is_named_it_and_its_folder_stay_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its path too, from Python too, and what is made of it lands among the saved runs."""
    before, files = SHIPPED_RUN.read_bytes(), {path.name: path.stat().st_mtime_ns for path in ASSETS.iterdir()}
    monkeypatch.chdir(tmp_path)
    named = os.path.relpath(SHIPPED_RUN, tmp_path)
    assert main(["interview", named, "Nora", "What is your name?", "--model", "fake"]) == 0
    with Town.open(named, model="fake") as town:
        assert "Nora" in town["nora"].interview("What is your name?")
        town.run(ticks=3)
        town.save(tmp_path / "kept.sqlite")
    for verb in ("resume", "compact"):
        assert main([verb, named, *(["--until", "day 2 08:00", "--headless"] if verb == "resume" else [])]) == 2
    with Run(named) as run, pytest.raises(StoreError, match="ships with the program"):
        run.add_bookmark(3, "here")
    assert main(["export", named, "--as", "csv"]) == main(["export", "example"]) == 0
    told = capsys.readouterr().out
    assert f"Wrote saves{os.sep}example.html" in told and (tmp_path / "saves" / "example-csv" / "events.csv").exists()
    assert Path(Bench().keep(named, 60, scenario_text(FIRST_MORNING))) == Path("saves/example-fork.sqlite")
    assert SHIPPED_RUN.read_bytes() == before
    assert {path.name: path.stat().st_mtime_ns for path in ASSETS.iterdir()} == files
    with Run(tmp_path / "kept.sqlite") as run:
        assert run.meta.name == "kept"


SHARES = {"runs": 300, "scenarios": 400, "maps": 900, "filters": 900}


@pytest.mark.parametrize("name", TARGETS)
def test_spoilt_input_is_read_or_refused(name: str, tmp_path: Path) -> None:
    target = TARGETS[name](tmp_path)
    problems = {seed: target.attempt(seed) for seed in range(SHARES[name])}
    assert {seed: problem for seed, problem in problems.items() if problem} == {}
    assert 0.03 * SHARES[name] < target.read < 0.9 * SHARES[name], "too few inputs get past the first check, or too few are bad"


TILESET = """
{"width": 1, "height": 1, "tilewidth": 8, "tileheight": 8, "layers": [], "tilesets": [{"firstgid": 1, "source": "%s"}]}
"""


def test_nothing_is_read_from_outside_the_folder_and_the_one_around_it(tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("name: secret\nmap: first_morning\n")
    folder = tmp_path / "town" / "scenarios"
    folder.mkdir(parents=True)
    (folder / "link").symlink_to(tmp_path)
    outside = ("../../secret.yaml", str(tmp_path / "secret.yaml"), "link/secret.yaml", "/dev/zero", "\\0")
    for name in outside:
        (folder / "bad.yaml").write_text(f'extends: "{name}"\nname: bad\n')
        with pytest.raises(ScenarioError, match="outside|no scenario file"):
            load(folder / "bad.yaml")
        (folder / "bad.tmj").write_text(TILESET % name.replace("\\", "\\\\"))
        with pytest.raises(MapError, match="outside|cannot be read"):
            TileMap.load(folder / "bad.tmj")
    (folder / "bad.yaml").write_text("name: bad\nresidents:\n  a: {import: ../../, name: A B, age: 3, home: x}\n")
    with pytest.raises(ScenarioError, match="outside"):
        load(folder / "bad.yaml")
