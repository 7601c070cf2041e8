"""The training command, which can be stopped at any moment: ``python -m sim.training train --dir DIR ...``.

It begins a training, or goes on with the one whose checkpoint is in DIR. SIGTERM and Ctrl-C save and end. After kill -9 it goes
on from the last checkpoint with the same steps it would have taken. Batches come from ``stream``, steps are made by
``learning``. By default glibc gives every large block of memory back to the system and gets it anew, page by page, with every
step: a fifth of the time of a step on a virtual machine (MEASURED.md). So this process keeps it.
"""

from __future__ import annotations

import ctypes
import dataclasses
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from sim.training import checkpoint
from sim.training.checkpoint import Progress
from sim.training.gguf_file import ModelFile, read_gguf, read_vocabulary, write_gguf
from sim.training.learning import PROMPT, Learner, Losses
from sim.training.model import SIZES, initial_weights
from sim.training.settings import Machine, Settings, parser, read
from sim.training.stream import Recipe, Source, Stream, file_problem

MEMORY = 0.95
"""The share of a running mean of losses that each step keeps."""
TASKS_EVERY = 8
"""Lines of progress between two that list the loss of every kind of question."""


class Training:
    """A training: ``run`` steps until the budget is used up or ``stop`` is called."""

    def __init__(self, progress: Progress, settings: Settings, machine: Machine) -> None:
        self._progress, self._settings, self._machine = progress, settings, machine
        rates = (settings.muon_rate, settings.adam_rate)
        self._learner = Learner(progress, rates, machine.device, machine.compiled)
        source = Source(settings.seed, settings.examples)
        shares = (settings.prompts, settings.drills, settings.strange)
        recipe = Recipe(source, progress.vocabulary, settings.batch, progress.shape.positions, *shares)
        positions = progress.positions or [(0, 0)] * settings.workers
        self._stream = Stream(recipe, positions)
        self._stopped = False

    def stop(self, *_: Any) -> None:
        """End after the present step; can be a signal's handler."""
        self._stopped = True

    def run(self) -> None:
        """Take steps, print progress, save and export. Saves and exports at the end too."""
        progress, machine = self._progress, self._machine
        began, before, since = time.monotonic(), progress.seconds, (time.monotonic(), progress.tokens)
        saving, exporting = _Every(machine.save_minutes), _Every(machine.export_minutes)
        try:
            while not self._stopped and (share := machine.budget.share(progress.tokens, progress.seconds)) < 1:
                self._step(share)
                progress.seconds = before + time.monotonic() - began
                if progress.step % machine.every == 0:
                    self._tell(share, (progress.tokens - since[1]) / (time.monotonic() - since[0]))
                    since = (time.monotonic(), progress.tokens)
                saving.call(self.save)
                exporting.call(self.export)
        finally:
            self._stream.close()
        self.save()
        self.export()

    def _step(self, share: float) -> None:
        progress = self._progress
        batch = self._stream.take(progress.step)
        losses = self._learner.step(batch, self._rate(share))
        progress.step += 1
        progress.tokens += batch.real
        progress.positions = self._stream.positions
        _remember(progress.losses, losses)

    def _rate(self, share: float) -> float:
        return self._settings.rate(self._progress.step, share)

    def _tell(self, share: float, speed: float) -> None:
        progress, losses = self._progress, self._progress.losses
        print(
            f"step {progress.step}  {share:6.1%}  reply {losses.get(REPLY, 0):.4f}  prompt {losses.get(PROMPT, 0):.4f}  "
            f"{progress.tokens / 1e6:.2f} M tokens  {speed:,.0f} tokens/s  rate {self._rate(share):.3f}",
            flush=True,
        )
        if progress.step // self._machine.every % TASKS_EVERY == 1:
            tasks = [f"{task} {losses[task]:.2f}" for task in sorted(losses) if task not in (PROMPT, REPLY)]
            print("  reply by task: " + "  ".join(tasks), flush=True)

    def save(self) -> None:
        """Write the checkpoint."""
        self._progress.optimizers = self._learner.optimizers()
        self._progress.weights = {name: tensor.detach() for name, tensor in self._learner.mind.weights.items()}
        checkpoint.save(self._progress, self._machine.folder)

    def export(self) -> None:
        """Write DIR/latest.gguf and its table, DIR/latest.md."""
        progress, folder = self._progress, self._machine.folder
        write_gguf(folder / "latest.gguf", ModelFile(progress.shape, self._learner.mind.weights, progress.vocabulary))
        (folder / "latest.md").write_text(checkpoint.card(progress), encoding="utf-8")


REPLY = "reply"
"""Name of the running mean over all replies."""


def _remember(means: dict[str, float], losses: Losses) -> None:
    """Update the running means; a kind's mean runs over the steps in which it occurred."""
    replies = [(loss, count) for task, (loss, count) in losses.items() if task != PROMPT]
    total = sum(count for _, count in replies)
    new = {task: loss for task, (loss, _) in losses.items()}
    if total:
        new[REPLY] = sum(loss * count for loss, count in replies) / total
    for task, loss in new.items():
        means[task] = MEMORY * means.get(task, loss) + (1 - MEMORY) * loss


class _Every:
    """Calls something every so many minutes; 0: never."""

    def __init__(self, minutes: float) -> None:
        self._seconds, self._last = minutes * 60, time.monotonic()

    def call(self, what: Callable[[], None]) -> None:
        if self._seconds and time.monotonic() - self._last >= self._seconds:
            what()
            self._last = time.monotonic()


def begin(args: Any, settings: Settings) -> Progress:
    """The state to begin with: the folder's checkpoint, or a new one. Raises ``ValueError`` with what to give instead."""
    if progress := checkpoint.load(args.dir):
        if different := settings.differences(progress.settings):
            raise ValueError(f"{args.dir} was begun with {different[0]}; give the same, or another --dir")
        return progress
    if args.start:
        file = read_gguf(args.start)
        shape, weights, vocabulary = file.shape, file.weights, file.vocabulary
    elif args.size and args.tokenizer:
        vocabulary = read_vocabulary(args.tokenizer)
        shape = dataclasses.replace(SIZES[args.size], vocabulary=len(vocabulary.tokens))
        weights = initial_weights(shape, settings.seed)
    else:
        raise ValueError(f"{args.dir} holds no training yet: give --start MODEL.gguf, or --size and --tokenizer")
    shape = dataclasses.replace(shape, positions=args.positions or shape.positions)
    if settings.batch < shape.positions:
        raise ValueError(f"--batch {settings.batch}: at least the longest text, {shape.positions}")
    return Progress(shape, vocabulary, weights, settings=dataclasses.asdict(settings))


def main(argv: list[str]) -> int:
    """Train. Returns 2 where the arguments do not fit."""
    args = parser().parse_args(argv)
    try:
        settings, machine = read(args)
        if settings.examples and (problem := file_problem(Path(settings.examples))):
            raise ValueError(problem)
        progress = begin(args, settings)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    torch.set_num_threads(machine.threads)
    keep_memory()
    training = Training(progress, settings, machine)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, training.stop)
    begun = f"going on at step {progress.step}" if progress.step else "beginning"
    print(f"{begun}: {progress.shape.parameters / 1e6:.1f} M parameters in {machine.folder}", flush=True)
    pid = machine.folder / "pid"
    machine.folder.mkdir(parents=True, exist_ok=True)
    pid.write_text(f"{os.getpid()}\n", encoding="utf-8")
    training.run()
    pid.unlink(missing_ok=True)
    return 0


_TRIM, _TOP_PAD, _MMAP_MAX, _ARENAS = -1, -2, -4, -8
"""Parameters of mallopt(3)."""


def keep_memory() -> None:
    """Make this process keep all memory that it has once allocated."""
    if not sys.platform.startswith("linux"):
        return
    try:
        mallopt = ctypes.CDLL("libc.so.6").mallopt
    except (OSError, AttributeError):
        return
    for parameter, value in ((_MMAP_MAX, 0), (_TRIM, 2**31 - 1), (_ARENAS, 1), (_TOP_PAD, 64 << 20)):
        mallopt(parameter, value)
