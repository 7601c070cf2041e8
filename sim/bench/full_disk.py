"""Every command that writes, on a disk with so much room left: ``python -m sim.bench full_disk [--steps 40]`` (Linux).

A small file system in memory is filled until 0, 1, 2 ... steps are free, so that the disk is full at one write after another.
A command then either ends well or says that the disk is full in a line or two with exit code 1; what was there before is as it
was, nothing half written is left, and a run goes on to the same end once there is room. Prints a line per command and per
finding. Mounts within namespaces of its own (``unshare -rm``), which most systems allow everybody.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sim.cli.main import main as program
from sim.record.read import Run
from sim.record.verify import verify_hashes

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = ROOT / "scenarios" / "first_morning.yaml"
DISK = 40
"""MiB of the file system."""
BALLAST = "ballast"
"""The file that fills the disk."""
UNTIL, LATER, FORKED = "day 1 09:00", "day 1 10:00", "day 1 08:00"
FORMS = ("html", "csv", "jsonl", "parquet", "diary")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: its exit code (negative: a signal), and what it said on standard error."""

    code: int
    said: str


@dataclass(slots=True)
class Place:
    """The small disk, and a ``whole`` folder elsewhere with a run of the morning, stopped and finished."""

    disk: Path
    whole: Path
    found: list[str] = field(default_factory=list)


def main(argv: list[str]) -> int:
    """Fill the disk again and again. Returns 1 when anything was found."""
    parser = argparse.ArgumentParser(prog="python -m sim.bench full_disk", description=__doc__)
    parser.add_argument("--steps", type=int, default=40, help="fillings of the disk per command")
    parser.add_argument("--only", default="", help="one command")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.inside:
        return _fill_often(options.inside, options.steps, options.only)
    with tempfile.TemporaryDirectory() as folder:
        inside = ["unshare", "-rm", sys.executable, "-m", "sim.bench", "full_disk", "--inside", folder, *argv]
        return subprocess.run(inside, check=False).returncode


def _fill_often(folder: Path, steps: int, only: str) -> int:
    place = Place(folder / "disk", folder / "whole")
    place.disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}m", "tmpfs", str(place.disk)], check=True)
    os.chdir(place.disk)
    os.environ["TMPDIR"] = os.environ["SQLITE_TMPDIR"] = str(place.disk)
    for name, until in (("stopped", UNTIL), ("finished", LATER)):
        program(_run_words(name, until, place.whole))  # here, so that the processes which are forked later have all they need
    for name, (there, words) in _commands(place).items():
        if not only or only == name:
            _one_command(place, name, there, words, steps)
    print(*place.found, sep="\n")
    return 1 if place.found else 0


def _run_words(name: str, until: str, saves: Path) -> list[str]:
    return ["run", str(SCENARIO), "--name", name, "--model", "fake", "--until", until, "--saves", str(saves), "--headless"]


def _commands(place: Place) -> dict[str, tuple[str, list[str]]]:
    """Command -> (the run that is on the disk before, its words)."""
    saves = ["--saves", str(place.disk)]
    exports = {
        f"export {form}": (
            "stopped",
            ["export", "stopped", *saves, "--as", form, "--to", str(place.disk / "out" / f"x.{form}")],
        )
        for form in FORMS
    }
    return {
        "run": ("", _run_words("fresh", LATER, place.disk)),
        "resume": ("stopped", ["resume", "stopped", *saves, "--until", LATER, "--headless"]),
        "fork": ("stopped", ["fork", "stopped", *saves, "--at", FORKED, "--name", "forked"]),
        "compact": ("stopped", ["compact", "stopped", *saves]),
        "new": ("", ["new", "mine"]),
        **exports,
    }


def _one_command(place: Place, name: str, there: str, words: list[str], steps: int) -> None:
    """A command with ever more room, from none to as much as it needs."""
    needs, ended = _needs(place, there, words), Counter[str]()
    for step in range(steps + 1):
        room = needs * step // steps
        result, before = _with_room(place, there, words, room)
        ended["ended well" if result.code == 0 else "said that the disk is full"] += 1
        place.found += [f"{name} with {room >> 10} KiB: {wrong}" for wrong in _wrong(place, name, result, before)]
    told = ", ".join(f"{count} {what}" for what, count in sorted(ended.items()))
    print(f"{name:15} needs at most {needs / 2**20:5.2f} MiB: {told}", flush=True)


def _needs(place: Place, there: str, words: list[str]) -> int:
    """Bytes with which a command ends well, to a half."""
    room = 2.0**15
    while room < DISK << 20 and _with_room(place, there, words, int(room))[0].code:
        room *= 1.5
    return int(room)


def _with_room(place: Place, there: str, words: list[str], room: int) -> tuple[Ended, dict[Path, bytes]]:
    """A command on the disk with ``room`` bytes left and one run ``there``; and the files that were there before."""
    for path in place.disk.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    if there:
        shutil.copy(place.whole / f"{there}.sqlite", place.disk)
    before = _files(place)
    space = os.statvfs(place.disk)
    with (place.disk / BALLAST).open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, max(1, space.f_bavail * space.f_frsize - room))
    return _call(words), before


def _files(place: Place) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in place.disk.rglob("*") if path.is_file() and path.name != BALLAST}


def _call(words: list[str]) -> Ended:
    """The program in a forked process, which a full disk may end by a signal; its modules are loaded once."""
    with tempfile.TemporaryFile("w+", dir="/var/tmp") as said:
        child = os.fork()
        if not child:
            os.dup2(said.fileno(), 2)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os._exit(program(words))
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said.seek(0)
        return Ended(code, said.read())


def _wrong(place: Place, name: str, result: Ended, before: dict[Path, bytes]) -> Iterator[str]:
    """What is not as it should be after a command."""
    after = _files(place)
    (place.disk / BALLAST).unlink()
    lines = result.said.strip().splitlines()
    if result.code and not (result.code == 1 and "the disk is full" in result.said and len(lines) <= 2):
        yield f"exit code {result.code}, {result.said[-300:]!r}"
    writes = name in ("run", "resume")
    changed = [path.name for path in before if before[path] != after.get(path)]
    if changed and not (writes or (name == "compact" and not result.code)):
        yield f"changed {', '.join(changed)}"
    new = [path.name for path in after.keys() - before if not (writes and path.suffix == ".sqlite")]
    if result.code and new and not all(writes and file.endswith(("-wal", "-shm")) for file in new):
        yield f"left {', '.join(sorted(new))}"
    for path in sorted(path for path in after if path.suffix == ".sqlite" and before.get(path) != after[path]):
        yield from _goes_on(place, path)


def _goes_on(place: Place, path: Path) -> Iterator[str]:
    """Whether a run is whole, and ends with room as the one that never lacked it."""
    if (bad := verify_hashes(path).bad_tick) is not None:
        yield f"{path.name}: tick {bad} is wrong"
    ended = _call(["resume", str(path), "--until", LATER, "--headless"])
    if ended.code and " already, after" not in ended.said:
        yield f"{path.name} does not go on: {ended.said!r}"
    with Run(path) as lived, Run(place.whole / "finished.sqlite") as whole:
        if lived.hashes(lived.last_tick) != whole.hashes(whole.last_tick):
            yield f"{path.name} ends otherwise"
