"""The command line of the benchmarks: runs the benchmark that is named."""

from __future__ import annotations

import importlib
import sys

BENCHMARKS = {
    "asked": "how many plain questions of a visitor a mind answers rightly",
    "flips": "how many flipped bits of a finished run are noticed",
    "game_day": "which mind answers what: questions, tokens and seconds of a game hour",
    "long": "long lives and large towns, day by day",
    "memory": "what retrieval costs beside numpy and the published loop",
    "recall": "how well each preset finds what was asked for",
    "server_faults": "a server that fails in the middle of a town's hour",
}


def main(argv: list[str]) -> int:
    """Run the benchmark named first; another name gets the list of those that there are."""
    name = argv[0].replace("-", "_") if argv else ""
    if name not in BENCHMARKS:
        print(f"There is no benchmark {name!r}." if name else "Name a benchmark.", "There are:", file=sys.stderr)
        print(*(f"  {known.replace('_', '-'):14} {what}" for known, what in BENCHMARKS.items()), sep="\n", file=sys.stderr)
        return 2
    return int(importlib.import_module(f"sim.bench.{name}").main(argv[1:]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
