"""validate, schema, models, doctor: about scenarios, models and the machine; no town is lived here."""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

from sim import parts
from sim.cli import english_only
from sim.cli.errors import MODEL, USAGE, UsageError
from sim.cli.terminal import has_screen
from sim.engine.assignment import read_table
from sim.record.atomic_write import atomic_files
from sim.scenario import ScenarioError, load_with_warnings, schema
from sim.scenario.model import Scenario
from sim.world.map_files import read_text
from sim.world.places import Places
from sim.world.tilemap import MapError, TileMap

MAP_ENDINGS = (".tmj", ".tmx")


def validate_command(args: argparse.Namespace) -> int:
    """Check a scenario and its map, or a map alone; all problems are printed at once."""
    problems, warnings, facts, places = checked(args.scenario)
    if args.picture and places is not None:
        from sim.view.place_picture import save_place_picture

        with atomic_files(Path(args.picture), "Choose another place for the picture.") as draft:
            save_place_picture(places, draft(Path(args.picture)))
        facts |= {"picture": args.picture}
    if args.json:
        print(json.dumps({"ok": not problems, "problems": problems, "warnings": warnings, **facts}, ensure_ascii=False))
        return USAGE if problems else 0
    for problem in problems:
        print(problem, file=sys.stderr)
    for warning in warnings:
        print(f"warning: {warning}", file=sys.stderr)
    if not problems:
        counted = ", ".join(f"{facts[what]} {what}" for what in ("residents", "places", "objects") if what in facts)
        ready = "good" if facts["places"] else "it can be read, but nobody can live there yet"
        drawn = f" {args.picture} shows what was read." if args.picture else ""
        print(f"{args.scenario}: {ready}. {counted}.{drawn}")
    return USAGE if problems else 0


def checked(path: str) -> tuple[list[str], list[str], dict[str, Any], Places | None]:
    """(problems, warnings, facts, places) of a scenario and its map, or of a map alone; no places where there are problems."""
    facts: dict[str, Any] = {}
    warnings: list[str] = []
    try:
        if _is_map(Path(path)):
            places = Places(TileMap.load(path))
        else:
            scenario, places, warnings = load_with_warnings(path)
            _check_minds(path, scenario)
            notice = english_only.before_a_run(scenario)
            warnings += [f"{path}: {said}" for said in (notice, *_missing_parts(scenario)) if said]
            facts = {"residents": len(scenario.residents), "map": scenario.map}
    except ScenarioError as error:
        return error.problems, [], {}, None
    except MapError as error:
        return [str(error)], [], {}, None
    objects = places.objects(places.root)
    return [], warnings + places.problems(), facts | {"places": len(places.sectors), "objects": len(objects)}, places


def _is_map(path: Path) -> bool:
    """Whether a file is a map by its ending, or as a JSON file with layers."""
    ending = path.suffix.lower()
    return ending in MAP_ENDINGS or (ending == ".json" and '"layers"' in read_text(path))


def _check_minds(path: str, scenario: Scenario) -> None:
    try:
        read_table(scenario.rules.share)
    except ScenarioError as error:
        raise ScenarioError([f"{path}: {problem}" for problem in error.problems]) from error


def _missing_parts(scenario: Scenario) -> Iterator[str]:
    """What is wrong with the installed parts that a scenario names."""
    for name in dict.fromkeys((*scenario.parts, *(one.mind for one in scenario.residents if one.mind))):
        try:
            parts.load(name)
        except parts.PartError as error:
            yield str(error)


def schema_command(args: argparse.Namespace) -> int:
    """The scenario format as a JSON schema; editors complete from it."""
    print(json.dumps(schema(), indent=2))
    return 0


def models_command(args: argparse.Namespace) -> int:
    """The models known by name."""
    from sim.llm import presets

    rows = [{**asdict(preset), "here": here} for preset, here in presets.list_presets()]
    if args.action == "list":
        _models(rows, args.json)
        return 0
    if not args.name:
        raise UsageError(f"models {args.action} NAME: `models list` shows the names.")
    if args.action == "pull":
        say = partial(print, file=sys.stderr)
        print(presets.pull(args.name, say))
        return 0
    found = [row for row in rows if row["name"] == args.name]
    if not found:
        raise UsageError(f"There is no model called {args.name!r}; there are {', '.join(row['name'] for row in rows)}.")
    print(json.dumps(found[0], indent=None if args.json else 2, ensure_ascii=False))
    return 0


def _models(rows: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
        return
    for row in rows:
        here = "here" if row["here"] else ""
        print(f"{row['name']:12}{row['megabytes']:>6} MB  {row['licence']:22}{here:6}{row['repository']}/{row['file']}")


def doctor_command(args: argparse.Namespace) -> int:
    """Print what this machine has; returns 3 when the default model cannot be used."""
    facts = _machine()
    if args.json:
        print(json.dumps(facts, ensure_ascii=False))
    else:
        for key, value in facts.items():
            print(f"{key:14} {value}")
    return 0 if facts["model"] == "good" else MODEL


def _machine() -> dict[str, Any]:
    packages = ("pygame", "pygame-ce", "numpy", "faiss-cpu", "sentence-transformers", "torch", "llama-cpp-python", "llguidance")
    return {
        "python": f"{platform.python_version()} on {platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "packages": ", ".join(f"{name} {found}" for name in packages if (found := _version(name))),
        "llama.cpp": _build(),
        "compiler": next((path for path in map(shutil.which, ("c++", "g++", "clang++", "cl")) if path), "none"),
        "screen": "yes" if has_screen() else "none: runs go without a window",
        "saves": _writable(Path("saves")),
        "memory": _memory(),
        "model": _model(),
        "packaged": _packaged(),
        "embedder": _embedder(),
    }


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _build() -> str:
    from sim.llm.library import describe_build

    return ", ".join(f"{key} {value}" for key, value in describe_build().items())


def _writable(folder: Path) -> str:
    there = folder if folder.exists() else Path(".")
    free = shutil.disk_usage(there).free / 2**30
    return f"{folder} ({'writable' if os.access(there, os.W_OK) else 'not writable'}, {free:.1f} GiB free)"


def _memory() -> str:
    """What is free, and what a model of 4B parameters in four bits would get of it."""
    from sim.llm.memory_plan import GIB, Needs, free_memory, plan

    free = free_memory()
    planned = plan(Needs(int(2.5 * GIB), 36 * 8 * 128 * 4, 32768), free)
    fits = f"a 4B model in four bits would get {planned.lanes} lanes of {planned.context} tokens"
    return f"{free / GIB:.1f} GiB free; {fits if free > 4 * GIB else 'too little for a 4B model'}"


def _model() -> str:
    """``good``, or why the bundled mind cannot be used. It is asked a question to find out."""
    from sim.llm import ModelError, Prompt, Score, open_model

    try:
        model = open_model("bundled")
        model.ask([Score(Prompt("You are Ada.", "Say yes or no."), ("yes", "no"))])
        model.close()
    except (ModelError, ImportError, OSError) as error:
        return str(error)
    return "good"


def _packaged() -> str:
    """Which weights and which adapter ``--model packaged`` is, or what is missing for it."""
    from sim.llm.base import ModelError
    from sim.llm.packaged import ADAPTER, packaged_weights

    try:
        weights = packaged_weights().name
    except ModelError as error:
        return str(error)
    return f"{weights} with {ADAPTER.name}" if ADAPTER.is_file() else f"{weights}, untaught: {ADAPTER.name} is not there"


def _embedder() -> str:
    from sim.memory import EmbedderError, open_embedder

    try:
        return f"good, {open_embedder('minilm').embed(['good morning']).shape[1]} dimensions"
    except EmbedderError as error:
        return str(error)
