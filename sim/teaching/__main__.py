"""``python -m sim.teaching check|pack|teach|export|exam``: the doors of the room. Errors are words, and exit code 3."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sim.llm.base import ModelError
from sim.teaching.items import DATA, DataError, read_items, write_items


def main(words: list[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    asked = _parser().parse_args(words)
    try:
        return int(asked.run(asked) or 0)
    except (ModelError, DataError) as error:
        print(error, file=sys.stderr)
        return 3
    except ImportError as error:
        print(f"{error}.\nTeaching needs more: pip install 'town-sim[teaching]'", file=sys.stderr)
        return 3


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m sim.teaching", description="Teach the small mind, and examine it.")
    commands = parser.add_subparsers(required=True)

    check = commands.add_parser("check", help="check items: form, grounding, phrases used too often")
    check.add_argument("data", nargs="*", type=Path, default=[DATA], help="files or folders of items")
    check.set_defaults(run=_check)

    pack = commands.add_parser("pack", help="gather raw items into the data that ships")
    pack.add_argument("folders", nargs="+", type=Path)
    pack.add_argument("--out", type=Path, default=DATA)
    pack.set_defaults(run=_pack)

    teach = commands.add_parser("teach", help="teach a GGUF from items; goes on where it stopped")
    teach.add_argument("data", nargs="*", type=Path, default=[DATA])
    teach.add_argument("--out", type=Path, required=True, help="folder of the checkpoint")
    teach.add_argument("--model", type=Path, help="any llama instruct GGUF (default: the packaged one)")
    numbers: dict[str, float] = {"steps": 0, "seed": 0, "rank": 8, "threads": 0, "tokens": 2000, "every": 40, "measured": 32}
    for name, default in {**numbers, "minutes": 0.0, "rate": 5e-4}.items():
        teach.add_argument(f"--{name}", type=type(default), default=default)
    teach.set_defaults(run=_teach)

    export = commands.add_parser("export", help="write the adapter of a checkpoint as GGUF")
    export.add_argument("out", type=Path, help="the folder that teach wrote")
    export.add_argument("adapter", type=Path, help="the file to write")
    export.add_argument("--model", type=Path)
    export.set_defaults(run=_export)

    exam = commands.add_parser("exam", help="count what can be counted, for any GGUF, on what was kept aside")
    exam.add_argument("model", nargs="?", default="", help="FILE.gguf or FILE.gguf+ADAPTER.gguf (default: the packaged one)")
    exam.add_argument("--data", nargs="*", type=Path, default=[DATA])
    exam.add_argument("--minutes", type=float, default=5.0)
    exam.add_argument("--threads", type=int, default=0)
    exam.add_argument("--json", action="store_true")
    exam.set_defaults(run=_exam)
    return parser


def _check(asked: argparse.Namespace) -> int:
    from sim.teaching.check import check

    problems = check(read_items(asked.data))
    print("\n".join(problems) or "Nothing to say against these items.")
    return 1 if problems else 0


def _pack(asked: argparse.Namespace) -> None:
    items = read_items(asked.folders)
    for path in write_items(items, asked.out):
        print(f"{path}: {path.stat().st_size / 1024:.0f} KB, {len(items[path.name.split('.')[0]])} items")


def _teach(asked: argparse.Namespace) -> None:
    from sim.llm.packaged import packaged_weights
    from sim.teaching.teach import Course, teach

    course = Course(
        steps=asked.steps,
        minutes=asked.minutes,
        seed=asked.seed,
        rank=asked.rank,
        rate=asked.rate,
        tokens=asked.tokens,
        every=asked.every,
        measured=asked.measured,
        threads=asked.threads,
    )
    teach(asked.model or packaged_weights(), read_items(asked.data), asked.out, course)


def _export(asked: argparse.Namespace) -> None:
    from sim.llm.packaged import packaged_weights
    from sim.teaching.export import export

    size = export(asked.model or packaged_weights(), asked.out, asked.adapter).stat().st_size
    print(f"{asked.adapter}: {size / 1e6:.1f} MB")


def _exam(asked: argparse.Namespace) -> None:
    from sim.llm.packaged import packaged_weights
    from sim.teaching.exam import as_table, examine

    found = examine(asked.model or str(packaged_weights()), read_items(asked.data), asked.minutes, asked.threads or None)
    print(as_table(found, asked.json))


if __name__ == "__main__":
    sys.exit(main())
