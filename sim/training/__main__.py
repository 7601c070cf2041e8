"""The command line of the training: imports the command that is named and runs it. Knows nothing of what commands do."""

from __future__ import annotations

import importlib
import importlib.util
import sys

COMMANDS = {
    "compose": ("sim.training.compose", "write training examples to a file", ()),
    "gold": ("sim.training.pass_rates", "check the composed answers themselves", ()),
    "tokenizer": ("sim.training.vocabulary", "train a vocabulary on composed text", ("tokenizers",)),
    "widen": ("sim.training.add_copying", "lay a copying circuit into a mind", ("torch", "tokenizers", "gguf")),
    "train": ("sim.training.train", "train a mind, or go on training one", ("torch", "tokenizers", "gguf")),
    "export": ("sim.training.gguf_file", "write a training's mind as a GGUF file", ("torch", "gguf")),
    "exam": ("sim.training.exam", "examine a mind", ()),
}
"""Name -> (module with ``main(argv)``, what it does, packages of the ``training`` extra that it needs)."""


def main(argv: list[str]) -> int:
    """Run the command named first. Returns 2 where there is none of that name, or a package is missing."""
    if not argv or argv[0] not in COMMANDS:
        asked = bool(argv) and argv[0] in ("-h", "--help")
        lines = [f"  {name:10} {what}" for name, (_, what, _) in COMMANDS.items()]
        print("python -m sim.training COMMAND [--help]", *lines, sep="\n", file=sys.stdout if asked else sys.stderr)
        return 0 if asked else 2
    module, _, needs = COMMANDS[argv[0]]
    if missing := [name for name in needs if importlib.util.find_spec(name) is None]:
        print(f"{argv[0]} needs {', '.join(missing)}; install with: pip install 'town-sim[training]'", file=sys.stderr)
        return 2
    return int(importlib.import_module(module).main(argv[1:]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
