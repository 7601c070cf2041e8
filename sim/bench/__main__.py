"""The command line of the benchmarks: runs the benchmark that is named."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import sim.bench


def main(argv: list[str]) -> int:
    """Run the benchmark named first; without one, list them."""
    modules = {module.name for module in pkgutil.iter_modules(sim.bench.__path__)}
    names = sorted(modules - {"__main__", "crowd", "families", "in_full", "made_up_run", "random_gguf"})
    name = argv[0].replace("-", "_") if argv else ""
    if name not in names:
        print(f"python -m sim.bench {'|'.join(names)}", file=sys.stderr)
        return 2
    return int(importlib.import_module(f"sim.bench.{name}").main(argv[1:]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
