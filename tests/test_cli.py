"""The program as a user meets it: verbs, exit codes, data on stdout, a line or two for every mistake, Ctrl-C saved.

What depends on a process of its own is started as one (``sim``); all other commands run in the process of the tests
(``command``), which takes far less time.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from patience import until
from town import FIRST_MORNING, ROOT, content, reached, write_town

from sim import Town, TownError
from sim.cli import main
from sim.cli.terminal import stop_signals

LONG = "x" * 300
TICKS = 300
"""Of the saved run that most tests read."""
SCREEN = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
ENV = {key: value for key, value in os.environ.items() if key not in SCREEN}
Ended = subprocess.CompletedProcess[str]
Command = Callable[..., Ended]


def sim(*words: object, cwd: Path) -> Ended:
    """The program in a process of its own, in ``cwd``, without a screen."""
    command = [sys.executable, str(ROOT / "run_sim.py"), *map(str, words)]
    return subprocess.run(command, cwd=cwd, env=ENV, capture_output=True, text=True, timeout=300)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a town and one saved run of it."""
    folder = tmp_path_factory.mktemp("home")
    write_town(folder)
    lived = sim("town.yaml", "--model", "fake", "--ticks", TICKS, "--name", "first", cwd=folder)
    assert lived.returncode == 0, lived.stderr
    assert "No screen here" in lived.stderr and f"Saved: saves{os.sep}first.sqlite" in lived.stderr
    return folder


@pytest.fixture
def command(home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Command:
    """The program in the process of the tests, in ``home``, without a screen; ``SystemExit`` is an exit code here too."""
    monkeypatch.chdir(home)
    for name in SCREEN:
        monkeypatch.delenv(name, raising=False)

    def run(*words: object) -> Ended:
        capfd.readouterr()
        try:
            code = main([str(word) for word in words])
        except SystemExit as ended:
            code = int(ended.code or 0)
        told = capfd.readouterr()
        return Ended(words, code, told.out, told.err)

    return run


def test_what_was_saved_is_listed_shown_and_searched(command: Command) -> None:
    runs = json.loads(command("list", "--json").stdout)
    assert [run["name"] for run in runs] == ["first"]
    shown = json.loads(command("show", "first", "--json").stdout)
    assert shown["ticks"] == TICKS and shown["mode"] == "scripted" and len(shown["residents"]) == 2
    assert {row["task"] for row in shown["counters"]} >= {"plan", "steps", "rate"}
    assert "Ana Silva" in command("show", "latest").stdout
    found = json.loads(command("search", "first", "lantern", "supper", "--json").stdout)
    assert any("lantern supper" in row["text"] for row in found)


def test_resuming_goes_on_to_where_it_is_told(command: Command) -> None:
    assert command("town.yaml", "--model", "fake", "--until", "08:00", "--name", "second").returncode == 0
    assert json.loads(command("show", "second", "--json").stdout)["ticks"] == 360
    assert command("resume", "second", "--until", "08:30", "--headless").returncode == 0
    assert json.loads(command("show", "second", "--json").stdout)["ticks"] == 540
    over = command("resume", "second", "--until", "day 1 08:30")
    assert over.returncode == 2 and "--until" in over.stderr


def test_fork_verify_diff_compact_and_export(home: Path, command: Command) -> None:
    made = command("fork", "first", "--at", "07:30", "--name", "branch", "--whisper", "Ana Silva:Ana should go home")
    assert made.returncode == 0, made.stderr
    assert command("resume", "branch", "--ticks", 60).returncode == 0
    assert json.loads(command("diff", "first", "branch", "--json").stdout)["first_tick"] is not None
    assert command("verify", "branch").returncode == 0
    assert json.loads(command("verify", "first", "--json").stdout) == {
        "ticks": TICKS + 1,
        "tick": None,
        "resident": "",
        "why": "",
    }
    before = content(home / "saves" / "first.sqlite")
    assert command("compact", "first").returncode == 0
    assert content(home / "saves" / "first.sqlite") == before
    written = json.loads(command("export", "first", "--as", "jsonl", "--json").stdout)["written"]
    assert written and all((home / name).exists() for name in written)


def test_an_interview_of_a_saved_run(command: Command) -> None:
    asked = command("interview", "first", "ana", "Are you planning a supper?", "--at", "07:20", "--json")
    assert asked.returncode == 0, asked.stderr
    assert json.loads(asked.stdout)["answer"]


BAD = [
    (("nowhere.yaml",), 2, "nowhere.yaml"),
    (("broken.yaml",), 2, "broken.yaml:"),
    (("town.yaml", "--name", "../../evil"), 2, "--name"),
    (("town.yaml", "--name", "first"), 2, "--name"),
    (("town.yaml", "--until", "soon"), 2, "--until"),
    (("town.yaml", "--until", "day 99999999999 10:00"), 2, "lies outside the years 1 to 9999"),
    (("town.yaml", "--ticks", "3", "--until", "soon"), 2, "--until"),
    (("fork", "first", "--at", "07:30", "--name", "far", "--forget", "ana:99999999999999999999999"), 2, "named by its number"),
    (("town.yaml", "--ticks", "0"), 2, "--ticks"),
    (("town.yaml", "--speed", "1e-320"), 2, "from 0.001 to 1000000"),
    (("town.yaml", "--model", "nothing.gguf"), 3, "nothing.gguf"),
    (("town.yaml", "--model", "town.yaml"), 3, "town.yaml"),
    (("town.yaml", "--model", "http://127.0.0.1:9/v1"), 3, "127.0.0.1:9"),
    (("resume", "frist"), 2, "first"),
    (("replay", "town.yaml"), 2, "town.yaml"),
    (("show", "town.tmj"), 2, "town.tmj"),
    (("interview", "first", "zoe", "Hello?"), 2, "zoe"),
    (("interview", "first", "ana", "Tea?", "--options", " ; ", "--model", "fake"), 2, "two or more with ; between them"),
    (("fork", "first", "--at", "23:00", "--name", "late"), 2, "--at"),
    (("interview", "first", "ana", "Tea?", "--options", "a;b", "--scale", "1-5"), 2, "--scale"),
    (("town.yaml", "--model", ""), 2, "--model is empty"),
    (("town.yaml", "--name="), 2, "--name is empty"),
    (("list", "--saves", "town.yaml"), 2, "--saves town.yaml: is a file"),
    (("experiment", "diffusion", "town.yaml", "--workers", "-3"), 2, "--workers -3"),
    (("fly",), 2, "fly"),
    (("replay", "first"), 1, "screen"),
]


@pytest.mark.parametrize(("words", "code", "told"), BAD, ids=[" ".join(words) for words, _, _ in BAD])
def test_mistakes_get_a_line_and_a_code_and_never_a_traceback(
    words: tuple[str, ...], code: int, told: str, home: Path, command: Command
) -> None:
    (home / "broken.yaml").write_text("name: x\nresidnets: {}\nmap: town.tmj\n")
    failed = command(*words)
    assert (failed.returncode, "Traceback" in failed.stderr) == (code, False), failed.stderr
    assert told in failed.stderr and len(failed.stderr.strip().splitlines()) <= 12
    assert failed.stdout == ""


def test_a_mistake_is_the_exit_code_of_the_process(home: Path) -> None:
    for words, code in ((("nowhere.yaml",), 2), (("fly",), 2), (("replay", "first"), 1)):
        failed = sim(*words, cwd=home)
        assert (failed.returncode, failed.stdout) == (code, "") and "Traceback" not in failed.stderr, words


def test_validate_names_everything_wrong_with_a_scenario(home: Path, command: Command) -> None:
    (home / "wrong.yaml").write_text(
        (home / "town.yaml").read_text().replace("work: Cafe", "work: Caffe", 1).replace("age: 50", "agee: 50")
    )
    told = json.loads(command("validate", "wrong.yaml", "--json").stdout)
    assert not told["ok"]
    assert any("Caffe" in line and "Cafe" in line and "wrong.yaml:" in line for line in told["problems"])
    assert any("agee" in line for line in told["problems"])
    assert command("validate", FIRST_MORNING).returncode == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_ctrl_c_and_a_dropped_connection_finish_the_tick_save_and_say_how_to_go_on(number: signal.Signals, home: Path) -> None:
    command = [sys.executable, str(ROOT / "run_sim.py"), "town.yaml", "--model", "fake", "--speed", "1"]
    command += ["--name", f"stopped{number}"]
    with subprocess.Popen(command, cwd=home, env=ENV, stderr=subprocess.PIPE, text=True) as process:
        until(lambda: reached(home / "saves" / f"stopped{number}.sqlite") > 1)
        process.send_signal(number)
        told = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert "resume" in told
    assert sim("resume", f"stopped{number}", "--ticks", 10, cwd=home).returncode == 0


WHILE_IMPORTING = """
import importlib.abc, os, runpy, sys
class Ends(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), {number})
sys.meta_path.insert(0, Ends())
sys.argv = {words!r}
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""The program, to which a signal comes while it imports a module."""


EARLY = [
    (module, number)
    for module in ("sim.cli.errors", "sim.cli.parser", "sim.experiments", "sim.cli.live_run", "sim.engine.build")
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)
    # before the first module of ours nothing could hear the other two: the system ends the program
    if number == signal.SIGINT or module != "sim.cli.errors"
]


@pytest.mark.parametrize(("module", "number"), EARLY)
def test_a_signal_that_comes_while_the_program_begins_ends_it_in_a_word(
    number: signal.Signals, module: str, home: Path
) -> None:
    words = [str(ROOT / "run_sim.py"), "town.yaml", "--model", "fake", "--headless", "--name", "early"]
    program = WHILE_IMPORTING.format(module=module, number=int(number), words=words)
    ended = subprocess.run([sys.executable, "-c", program], cwd=home, env=ENV, capture_output=True, text=True, timeout=120)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "interrupted\n")
    assert not list(home.glob("saves/early*"))


def test_a_program_that_may_outlive_its_terminal_does(monkeypatch: pytest.MonkeyPatch) -> None:
    assert signal.SIGHUP in stop_signals()
    monkeypatch.setattr(signal, "getsignal", {signal.SIGHUP: signal.SIG_IGN}.get)  # as nohup has it
    assert signal.SIGHUP not in stop_signals()


@pytest.mark.skipif(sys.platform == "darwin", reason="file names are UTF-8 there")
def test_a_path_that_is_no_text_can_be_pasted(home: Path) -> None:
    odd = os.fsdecode(os.fsencode(home) + b"/caf\xe9's \x1bsaves")
    lived = sim("town.yaml", "--model", "fake", "--ticks", 2, "--name", "odd", "--saves", odd, "--headless", cwd=home)
    saved = lived.stderr.split("Saved: ")[1].splitlines()[0]
    assert "$'" in saved and r"\xe9" in saved and r"\'" in saved
    pasted = next(line.split("run_sim.py ")[1] for line in lived.stderr.splitlines() if line.startswith("Go on:"))
    script = f"{sys.executable} {ROOT / 'run_sim.py'} {pasted} --ticks 2 --headless && ls {saved}"
    assert subprocess.run(["bash", "-c", script], cwd=home, env=ENV, capture_output=True, timeout=120).returncode == 0


@pytest.mark.parametrize("seed", ["-1", str(2**63)])
def test_a_seed_that_no_scenario_may_have_is_refused(seed: str, command: Command) -> None:
    for words in (("town.yaml", "--model", "fake"), ("new", "odd", "--people", 3)):
        ended = command(*words, "--seed", seed)
        assert ended.returncode == 2 and "as in a scenario" in ended.stderr
    with pytest.raises(TownError, match="as in a scenario"):
        Town.load(FIRST_MORNING, model="fake", seed=int(seed))


def test_a_new_scenario_lives_at_once(command: Command) -> None:
    assert command("new", "my_town").returncode == 0
    lived = command("scenarios/my_town.yaml", "--model", "fake", "--ticks", 20, "--seed", 5)
    assert lived.returncode == 0, lived.stderr


def test_a_replays_window_does_not_wait_for_what_only_a_living_town_needs() -> None:
    heavy = ("sim.engine.build", "sim.memory", "sim.llm", "sim.scenario", "faiss", "httpx", "pydantic", "torch")
    program = f"import sys, sim.cli.run_commands, sim.view.app; print([name for name in {heavy} if name in sys.modules])"
    told = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=ENV, capture_output=True, text=True, timeout=60)
    assert told.stdout.splitlines()[-1] == "[]", told.stderr


def test_schema_is_json_schema_and_help_names_every_verb(command: Command) -> None:
    assert json.loads(command("schema").stdout)["type"] == "object"
    told = command("--help").stdout
    assert all(verb in told for verb in ("run", "resume", "replay", "list", "show", "validate", "doctor"))


def test_the_way_on_can_be_pasted_where_a_folder_has_blanks(home: Path) -> None:
    lived = sim("town.yaml", "--model", "fake", "--ticks", 2, "--name", "a", "--saves", "my runs", cwd=home)
    pasted = shlex.split(lived.stderr.rsplit("python run_sim.py", 1)[1])
    assert sim("show", pasted[1], cwd=home).returncode == 0, lived.stderr


@pytest.mark.parametrize(
    ("file", "name"), [("my town (1).yaml", "my town -1-"), ("Ana's & Bo's.yaml", "Ana-s - Bo-s-"), ("(!).yaml", "run-")]
)
def test_a_scenario_may_be_called_anything(home: Path, command: Command, file: str, name: str) -> None:
    shutil.copy(home / "town.yaml", home / file)
    lived = command(file, "--model", "fake", "--ticks", 2, "--saves", "named")
    assert lived.returncode == 0, lived.stderr
    assert any(run.name.startswith(name) for run in (home / "named").glob("*.sqlite"))


@pytest.mark.parametrize("words", [("list", "--saves", LONG), ("show", LONG), (f"{LONG}.yaml", "--headless"), ("replay", LONG)])
def test_a_name_that_no_file_can_have_is_a_short_line(words: tuple[str, ...], command: Command) -> None:
    ended = command(*words)
    assert ended.returncode == 2 and "Traceback" not in ended.stderr and ended.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words, meant",
    [
        (("town.yaml", "--headles"), "--headless"),
        (("resume", "first", "--tick", "5"), "--ticks"),
        (("replay", "first", "--spede=3"), "--speed"),
        (("frok", "first"), "fork"),
        (("rnu", "town.yaml"), "run"),
    ],
)
def test_who_misspells_is_told_what_was_meant(words: tuple[str, ...], meant: str, command: Command) -> None:
    ended = command(*words)
    assert ended.returncode == 2 and f"did you mean {meant}?" in ended.stderr and "Traceback" not in ended.stderr
