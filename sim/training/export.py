"""The command that writes a training's model as a GGUF file: ``python -m sim.training export DIR --out FILE --kind Q8_0``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sim.training import checkpoint
from sim.training.gguf_file import KINDS, ModelFile, read_gguf, write_gguf


def main(argv: list[str]) -> int:
    """Export a training's folder, or another GGUF. Returns 2 where the source cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m sim.training export", description="Write a mind as a GGUF file.")
    parser.add_argument("source", type=Path, help="the folder of a training, or a .gguf of ours")
    parser.add_argument("--out", type=Path, required=True, help="the .gguf to write")
    parser.add_argument("--kind", choices=KINDS, default="Q8_0", help="how matrices are stored (%(default)s)")
    args = parser.parse_args(argv)
    try:
        file, told = _read(args.source)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    write_gguf(args.out, file, args.kind)
    print(f"{args.out}: {args.out.stat().st_size / 1e6:.1f} MB, {args.kind}\n{told}", end="")
    return 0


def _read(source: Path) -> tuple[ModelFile, str]:
    if source.suffix == ".gguf":
        return read_gguf(source), ""
    progress = checkpoint.load(source)
    if progress is None:
        raise ValueError(f"{source} holds no training; give the --dir of one, or a .gguf")
    return ModelFile(progress.shape, progress.weights, progress.vocabulary), checkpoint.card(progress)
