"""The settings of a training: its command line, and which of them may change when it goes on."""

from __future__ import annotations

import argparse
import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.training.model import SIZES


@dataclass(frozen=True, slots=True)
class Budget:
    """When a training ends: after ``tokens``, or after ``seconds`` of work (across stops and starts). Exactly one is not 0."""

    tokens: int = 0
    seconds: float = 0.0

    def share(self, tokens: int, seconds: float) -> float:
        """The share that is used up, 0 to 1."""
        return min(1.0, tokens / self.tokens if self.tokens else seconds / self.seconds)


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings that decide every step; a checkpoint keeps them."""

    seed: int = 0
    batch: int = 6144
    workers: int = 1
    muon_rate: float = 0.02
    adam_rate: float = 0.003
    warm: int = 100
    decay: float = 0.3
    prompts: float = 0.35
    drills: float = 0.0
    strange: float = 0.0
    examples: str = ""

    def rate(self, step: int, share: float) -> float:
        """The factor of the full learning rates (0 to 1) at ``step`` (from 0) and ``share`` of the budget. It rises over
        ``warm`` steps and falls linearly to 0 over the last ``decay`` (a share) of the budget."""
        return min(1.0, (step + 1) / max(1, self.warm)) * min(1.0, (1 - share) / self.decay if self.decay else 1.0)

    def differences(self, kept: dict[str, Any]) -> list[str]:
        """How they differ from a checkpoint's, as ``name kept, not given``."""
        mine = dataclasses.asdict(self)
        return [f"{name} {kept[name]}, not {mine[name]}" for name in mine if name in kept and kept[name] != mine[name]]


@dataclass(frozen=True, slots=True)
class Machine:
    """Settings that may change with every start. 0 minutes means never."""

    folder: Path
    budget: Budget
    threads: int
    device: str
    compiled: bool
    save_minutes: float
    export_minutes: float
    every: int


def parser() -> argparse.ArgumentParser:
    """The command line of ``python -m sim.training train``."""
    made = argparse.ArgumentParser(prog="python -m sim.training train", description="Train a mind, or go on training one.")
    made.add_argument("--dir", type=Path, required=True, help="the folder of this training; goes on where one was begun there")
    begin = made.add_mutually_exclusive_group()
    begin.add_argument("--start", type=Path, help="begin from the weights and the vocabulary of this GGUF")
    begin.add_argument("--size", choices=sorted(SIZES), help="begin from nothing in this size; needs --tokenizer")
    made.add_argument("--tokenizer", type=Path, help="the vocabulary: a .json (see the tokenizer command) or a .gguf")
    made.add_argument("--positions", type=int, default=0, help="the longest text in tokens (default: as in the GGUF, or 1024)")
    end = made.add_mutually_exclusive_group(required=True)
    end.add_argument("--tokens", type=float, default=0, help="end after so many tokens, such as 30e6")
    end.add_argument("--minutes", type=float, default=0, help="end after so many minutes of work")
    usual = Settings()
    made.add_argument("--examples", default="", help="a .jsonl that compose wrote; without it, examples are composed meanwhile")
    made.add_argument("--batch", type=int, default=usual.batch, help="tokens per step (%(default)s)")
    made.add_argument("--muon-rate", type=float, default=usual.muon_rate, help="of the matrices (%(default)s; 0.004 to go on)")
    made.add_argument("--adam-rate", type=float, default=usual.adam_rate, help="of the rest (%(default)s; 0.0006 to go on)")
    made.add_argument("--warm", type=int, default=usual.warm, help="steps in which the rates rise (%(default)s)")
    made.add_argument("--decay", type=float, default=usual.decay, help="last share in which the rates fall to 0 (%(default)s)")
    made.add_argument(
        "--prompts", type=float, default=usual.prompts, help="weight of a prompt's token in the loss (%(default)s)"
    )
    made.add_argument(
        "--drills", type=float, default=usual.drills, help="copying drills for every example, such as 0.3 (%(default)s)"
    )
    made.add_argument(
        "--strange",
        type=float,
        default=usual.strange,
        help="share of examples told in strange words, such as 0.7 (%(default)s)",
    )
    made.add_argument("--seed", type=int, default=usual.seed)
    made.add_argument("--workers", type=int, default=usual.workers, help="processes that compose (%(default)s)")
    made.add_argument("--threads", type=int, default=1, help="threads that learn (%(default)s)")
    made.add_argument("--device", default="cpu", help="cpu (default) or cuda")
    made.add_argument("--no-compile", action="store_true", help="start at once and run a third slower; needs no C++ compiler")
    made.add_argument("--save-minutes", type=float, default=5, help="between checkpoints (%(default)s)")
    made.add_argument("--export-minutes", type=float, default=15, help="between exports to DIR/latest.gguf; 0: only at the end")
    made.add_argument("--every", type=int, default=25, help="steps between lines (%(default)s)")
    return made


def read(args: argparse.Namespace) -> tuple[Settings, Machine]:
    """The settings in ``args``. Raises ``ValueError`` with the flag that is wrong."""
    for flag, least in (("batch", 256), ("workers", 1), ("threads", 1), ("every", 1), ("warm", 0)):
        if getattr(args, flag) < least:
            raise ValueError(f"--{flag} {getattr(args, flag)}: at least {least}")
    if not 0 <= args.decay <= 1:
        raise ValueError(f"--decay {args.decay}: a share from 0 to 1")
    if not 0 <= args.drills <= 100:
        raise ValueError(f"--drills {args.drills}: from 0 to 100 for every example")
    if not 0 <= args.strange <= 1:
        raise ValueError(f"--strange {args.strange}: a share from 0 to 1")
    if max(args.tokens, args.minutes) <= 0:
        raise ValueError("--tokens or --minutes: more than 0")
    args.examples = str(Path(args.examples).resolve()) if args.examples else ""
    settings = Settings(**{field.name: getattr(args, field.name) for field in dataclasses.fields(Settings)})
    budget = Budget(int(args.tokens), args.minutes * 60)
    spans = (args.save_minutes, args.export_minutes, args.every)
    return settings, Machine(args.dir, budget, args.threads, args.device, not args.no_compile, *spans)
