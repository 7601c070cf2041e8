"""Training: it learns, it goes on after kill -9 with the very steps it would have taken, and says what its input lacks."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch
from training_sample import ROOT, write_rows, write_tiny

from sim.training import __main__ as door
from sim.training import checkpoint, train
from sim.training.gguf_file import read_gguf

STEPS = 30
PER_STEP = 256
LINE = re.compile(r"step (\d+) .* reply ([\d.]+)")


def _words(folder: Path, work: Path, *more: str) -> list[str]:
    """A training of a tiny mind on 120 examples, a line and a checkpoint after each step."""
    budget = ["--tokens", str(int(STEPS * PER_STEP * 0.98)), "--batch", str(PER_STEP), "--warm", "5", "--every", "1"]
    source = ["--start", str(work / "tiny.gguf"), "--examples", str(work / "rows.jsonl"), "--no-compile"]
    return ["train", "--dir", str(folder), *budget, *source, "--save-minutes", "0.000001", "--export-minutes", "0", *more]


def _start(words: list[str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "sim.training", *words]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def _until(process: subprocess.Popen[str], step: int) -> list[str]:
    """Its lines up to that step's."""
    lines: list[str] = []
    assert process.stdout
    for line in process.stdout:
        lines.append(line)
        if line.startswith(f"step {step} "):
            return lines
    raise AssertionError("".join(lines))


def _losses(lines: list[str]) -> dict[int, str]:
    return {int(found[1]): found[2] for line in lines if (found := LINE.match(line))}


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("training")
    write_rows(folder / "rows.jsonl", 120)
    write_tiny(folder / "tiny.gguf")
    return folder


@pytest.fixture(scope="module")
def straight(work: Path) -> dict[int, str]:
    """The running loss after each step of a training that nobody stops."""
    process = _start(_words(work / "straight", work))
    said, _ = process.communicate(timeout=300)
    assert process.returncode == 0, said
    return _losses(said.splitlines())


def test_the_loss_falls_and_the_mind_is_exported(work: Path, straight: dict[int, str]) -> None:
    last = max(straight)
    assert float(straight[last]) < 0.8 * float(straight[1])
    mind = read_gguf(work / "straight" / "latest.gguf")
    before = read_gguf(work / "tiny.gguf")
    assert mind.vocabulary == before.vocabulary and mind.shape == before.shape
    assert not torch.equal(mind.weights["blk.0.attn_q.weight"], before.weights["blk.0.attn_q.weight"])
    card = (work / "straight" / "latest.md").read_text(encoding="utf-8")
    assert f"{last:,} steps" in card and "loss: recap" in card and "loss: say" in card
    assert not (work / "straight" / "pid").exists()


def test_after_kill_9_and_sigterm_it_takes_the_same_steps_and_leaves_nothing_running(
    work: Path, straight: dict[int, str]
) -> None:
    folder = work / "killed"
    process = _start(_words(folder, work))
    seen = _losses(_until(process, 7))
    composing = _children(process)
    process.kill()
    process.communicate()
    assert composing or not Path("/proc/self/task").exists()
    assert _all_end(composing)
    second = _start(_words(folder, work))
    lines = _until(second, 15)
    second.send_signal(signal.SIGTERM)
    rest, _ = second.communicate(timeout=120)
    assert second.returncode == 0
    kept = checkpoint.load(folder)
    assert kept and kept.step >= 15
    third, _ = (last := _start(_words(folder, work))).communicate(timeout=300)
    assert last.returncode == 0
    assert f"going on at step {kept.step}" in third
    again = seen | _losses(lines + rest.splitlines()) | _losses(third.splitlines())
    assert again == straight
    ours, theirs = (read_gguf(work / name / "latest.gguf").weights for name in ("killed", "straight"))
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)


def _children(process: subprocess.Popen[str]) -> list[int]:
    """Its processes, where the system lists them."""
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [int(number) for number in listed.read_text().split()] if listed.exists() else []


def _all_end(numbers: list[int]) -> bool:
    for _ in range(200):
        if not any(_alive(number) for number in numbers):
            return True
        time.sleep(0.1)
    return False


def _alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def test_another_setting_than_it_was_begun_with_is_refused(
    work: Path, straight: dict[int, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert train.main(_words(work / "straight", work, "--muon-rate", "0.5")[1:]) == 2
    assert "muon_rate 0.02, not 0.5" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--examples", "nowhere.jsonl"], "nowhere.jsonl cannot be read"),
        (["--start", "nowhere.gguf"], "nowhere.gguf is no mind of ours"),
        (["--batch", "10"], "--batch 10: at least 256"),
        (["--positions", "4096"], "at least the longest text, 4096"),
        (["--decay", "2"], "--decay 2.0: a share"),
    ],
)
def test_wrong_input_is_named(more: list[str], said: str, work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train.main(_words(work / "unbegun", work, *more)[1:]) == 2
    assert said in capsys.readouterr().err
    assert not (work / "unbegun").exists()


def test_a_broken_checkpoint_is_named(work: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / checkpoint.NAME).write_bytes(b"PK half a file")
    assert train.main(_words(tmp_path, work)[1:]) == 2
    assert "checkpoint.pt cannot be read" in capsys.readouterr().err


def test_a_folder_without_a_beginning_says_what_to_give(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train.main(["--dir", str(tmp_path / "new"), "--tokens", "1000"]) == 2
    assert "--start MODEL.gguf, or --size and --tokenizer" in capsys.readouterr().err


def test_the_door_names_its_commands_and_a_missing_package(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert door.main(["--help"]) == 0
    listed = capsys.readouterr().out
    assert all(f"  {name}" in listed for name in ("compose", "gold", "tokenizer", "train", "export", "exam"))
    assert door.main(["knit"]) == 2
    monkeypatch.setitem(sys.modules, "gguf", None)
    monkeypatch.setattr(door.importlib.util, "find_spec", lambda name: None if name == "gguf" else object())
    assert door.main(["export"]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == "export needs gguf; install with: pip install 'town-sim[training]'"
