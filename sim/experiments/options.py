"""The options of an experiment, read from the command line into one frozen record."""

from __future__ import annotations

import argparse
import os
import shlex
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import yaml

from sim.engine.backend import Backend, open_backend
from sim.record.errors import RunError

Overrides = tuple[tuple[str, Any], ...]
"""Scenario settings that replace a scenario's own: (dotted key, value) pairs; and maybe a ``FIRST_KNOWER``."""
FIRST_KNOWER = "first_knower"
PRESET = "rules.preset"
_SHORT = {PRESET: "--preset", FIRST_KNOWER: "--first-knower"}
"""Settings with options of their own."""
AS_WRITTEN = "as written"


class ExperimentError(RunError):
    """The experiment cannot be run; the message says what to change."""


@dataclass(frozen=True, slots=True)
class MindSpec:
    """Which mind answers: model, embedder and mode."""

    model: str
    embedder: str = ""
    guided: bool | None = None
    """As in the saved run that is asked; None for what suits the model."""

    def open(self) -> Backend:
        """Load the model and the embedder. Raises ``ModelError``."""
        return open_backend(self.model, guided=self.guided, embedder=self.embedder or None)


@dataclass(frozen=True, slots=True)
class Options:
    """``sources`` are scenario files and saved runs; ``settings`` all combinations of overrides (default: one without any).
    ``at`` are moments, as for ``--until``; ``whispers`` (slug, thought) and ``told`` (slug, news) what an intervention changes;
    ``events`` what happens besides; ``questions`` the file of a questionnaire; ``lived_in`` the folder of lived towns, if
    another than in ``out``."""

    name: str
    sources: tuple[str, ...]
    out: Path
    saves: Path = Path("saves")
    seeds: tuple[int, ...] = ()
    settings: tuple[Overrides, ...] = ((),)
    until: str = ""
    ticks: int | None = None
    model: str = ""
    embedder: str = ""
    people: int | None = None
    anew: bool = False
    workers: int = 1
    on: str = ""
    at: tuple[str, ...] = ()
    whispers: tuple[tuple[str, str], ...] = ()
    told: tuple[tuple[str, str], ...] = ()
    events: tuple[str, ...] = ()
    questions: Path | None = None
    lived_in: Path | None = None

    @property
    def runs(self) -> Path:
        """The folder of lived towns."""
        return self.lived_in or self.out / "runs"

    @property
    def mind(self) -> MindSpec:
        """The mind that the user named."""
        return MindSpec(self.model, self.embedder)

    @property
    def answers(self) -> Path:
        """The file of interview answers."""
        return self.out / "answers.jsonl"

    @property
    def command(self) -> str:
        """The command line of these options."""
        words = ["run_sim.py", "experiment", self.name, *self.sources]
        if self.seeds:
            words += ["--seeds", ",".join(map(str, self.seeds))]
        for key in dict.fromkeys(key for overrides in self.settings for key, _ in overrides):
            values = dict.fromkeys(_written(value) for overrides in self.settings for k, value in overrides if k == key)
            if key in _SHORT:
                words += [word for value in values for word in (_SHORT[key], value)]
            else:
                words += ["--set", f"{key}={'|'.join(values)}"]
        for name in ("until", "ticks", "model", "embedder"):
            words += [f"--{name}", str(getattr(self, name))] if getattr(self, name) else []
        words += ["--people", str(self.people)] if self.people else []
        words += ["--anew"] if self.anew else []
        words += [word for moment in self.at for word in ("--at", moment)]
        words += [word for who, text in self.whispers for word in ("--whisper", f"{who}={text}")]
        words += [word for who, news in self.told for word in ("--tell", f"{who}={news}")]
        words += [word for text in self.events for word in ("--event", text)]
        words += ["--questions", str(self.questions)] if self.questions else []
        words += ["--out", str(self.out)] if self.out != Path("experiments") / self.name else []
        return shlex.join(words)


def read_options(name: str, args: argparse.Namespace) -> Options:
    """Options from parsed arguments. Raises ``ExperimentError`` for values out of range."""
    if args.ticks is not None and args.ticks < 1:
        raise ExperimentError(f"--ticks {args.ticks}: live at least 1 tick.")
    if args.people is not None and args.people < 1:
        raise ExperimentError(f"--people {args.people}: interview at least 1 resident.")
    if args.workers is not None and args.workers < 1:
        raise ExperimentError(f"--workers {args.workers}: live at least 1 town at a time.")
    return Options(
        name=name,
        sources=tuple(args.of),
        out=Path(args.out or Path("experiments") / name),
        saves=Path(getattr(args, "saves", "saves")),
        seeds=read_seeds(args.seeds),
        settings=read_settings([*args.settings, *_axis(PRESET, args.preset), *_axis(FIRST_KNOWER, args.first_knower)]),
        until=args.until or "",
        ticks=args.ticks,
        model=args.model or "",
        embedder=args.embedder or "",
        people=args.people,
        anew=args.anew,
        workers=os.cpu_count() or 1 if args.workers is None else args.workers,
        on=args.on,
        at=tuple(args.at),
        whispers=tuple(_pair("--whisper", text, "mara=Mara Dunne ought to rest") for text in args.whisper),
        told=tuple(_pair("--tell", text, "mara=mayor") for text in args.tell),
        events=tuple(args.event),
        questions=Path(args.questions) if args.questions else None,
    )


def _pair(option: str, text: str, example: str) -> tuple[str, str]:
    who, equals, what = text.partition("=")
    if not equals or not who.strip() or not what.strip():
        raise ExperimentError(f"{option} {text!r}: write NAME=..., such as {example}.")
    return who.strip(), what.strip()


def _axis(key: str, values: list[str]) -> list[str]:
    return [f"{key}={'|'.join(values)}"] if values else []


def settings_text(overrides: Overrides) -> str:
    """Overrides in words for users: ``preset=genagents, vision=4``."""
    return ", ".join(f"{key.removeprefix('rules.')}={_written(value)}" for key, value in overrides) or AS_WRITTEN


def read_seeds(text: str) -> tuple[int, ...]:
    """``1,2,5-8`` -> (1, 2, 5, 6, 7, 8), without duplicates. Raises ``ExperimentError``."""
    seeds: list[int] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        low, dash, high = part.partition("-")
        if not low.isdigit() or (dash and not (high.isdigit() and int(low) <= int(high) < int(low) + 10_000)):
            raise ExperimentError(f"--seeds {text!r}: write numbers and ranges, such as 1,2,5-8.")
        seeds += range(int(low), int(high or low) + 1)
    return tuple(dict.fromkeys(seeds))


def read_settings(texts: list[str]) -> tuple[Overrides, ...]:
    """``["rules.vision=4|8", "rules.plan=false"]`` -> every combination. Values are YAML. Raises ``ExperimentError``."""
    axes = []
    for text in texts:
        key, equals, values = text.partition("=")
        if not equals or not key.strip() or not values.strip():
            raise ExperimentError(f"--set {text!r}: write KEY=VALUE or KEY=VALUE|VALUE, such as rules.vision=4|8.")
        try:
            axes.append([(key.strip(), yaml.safe_load(value)) for value in values.split("|")])
        except yaml.YAMLError as error:
            raise ExperimentError(f"--set {text!r}: a value is not readable as YAML.") from error
    return tuple(product(*axes))


def _written(value: Any) -> str:
    return str(yaml.safe_dump(value, default_flow_style=True)).split("\n")[0]
