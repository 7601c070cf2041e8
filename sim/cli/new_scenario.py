"""new: a scenario to start from, a made-up town, or a town that a model writes. No town is lived here."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sim.answer.opening import is_tiny
from sim.authoring import Kept, TownBrief, Writing, author
from sim.authoring.writing import DEFAULT_PEOPLE
from sim.cli.errors import UsageError
from sim.cli.parser import WORLDS
from sim.cli.saved_runs import quoted, shown
from sim.cli.setup import checked
from sim.llm.base import Model, ModelError
from sim.llm.found_models import found_models
from sim.llm.loading import open_model
from sim.llm.server_settings import ServerSettings
from sim.record.atomic_write import atomic_files
from sim.scenario import ScenarioError, scaffold
from sim.scenario.new_town import map_of, new_town
from sim.scenario.scaffold import DEFAULT_MAP
from sim.view.place_picture import save_place_picture
from sim.world.place_proposals import propose, with_places
from sim.world.places import Places
from sim.world.tilemap import MapError, TileMap

PORTION_TIMEOUT = 900.0
"""Seconds in which a server has to write a portion."""
WHO_WRITES = (
    "--about needs a model that writes in its own words: an instruct GGUF file of 3B parameters or more, or a server "
    "(--model FILE.gguf, --model http://host:port/v1). {}\nWithout one, `new NAME --people 12 --world WORLD` makes up a town."
)


def new_command(args: argparse.Namespace) -> int:
    """Write a working scenario to start from; with ``--people`` or ``--world`` a whole town; with ``--about`` a town that a
    model writes. It goes into scenarios/, or beside the map."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,39}", args.name):
        raise UsageError(f"{args.name!r}: a scenario's name is up to 40 letters (a to z), digits, _ and -, a letter first")
    beside = _with_places(Path(args.map)) if args.map and Path(args.map).is_file() else None
    path = (beside.parent if beside else Path("scenarios")) / f"{args.name}.yaml"
    _refuse_known(path)
    map, written = str(beside or args.map or ""), beside.name if beside else ""
    title = " ".join(re.split(r"[_-]+", args.name)).strip().capitalize()
    if args.about:
        chosen = map or (map_of(args.world) if args.world else "")
        brief = TownBrief(title, args.about, args.people or DEFAULT_PEOPLE, chosen, written, args.seed or 0)
        text = write_by_model(brief, args.model or "", path, _progress)
    elif args.people is not None or args.world or args.seed is not None:
        text = new_town(title, args.world or WORLDS[0], args.people, args.seed or 0, map, written)
    else:
        text = scaffold(args.name, map or DEFAULT_MAP, written)
    write_scenario(path, text)
    for warning in checked(str(path))[1]:
        print(f"warning: {warning}", file=sys.stderr)
    print(f"Wrote {shown(path)}. Live it: python run_sim.py {quoted(path)}")
    return 0


def _progress(title: str) -> None:
    print(f"Writing {title} ...", file=sys.stderr, flush=True)


def write_by_model(brief: TownBrief, spec: str, path: Path, tell: Callable[[str], None]) -> str:
    """The scenario's YAML, for the file ``path``. The portions of a failed attempt are kept beside it, and the user is told so.
    Raises ModelError where the model cannot write a town, or is gone; NotWritten; ScenarioError."""
    kept = Kept(path.with_name(f"{path.stem}.unfinished.json"))
    with closing(_writer(spec)) as model:
        try:
            return author(model, Writing(brief), kept, tell)
        except (Exception, KeyboardInterrupt) as error:
            if kept.replies:
                error.add_note(f"{kept.path} keeps what was written until then; the same command goes on from there.")
            raise


def _writer(spec: str) -> Model:
    """The model that writes. Raises ModelError where it cannot write a town; the message names models on this machine."""
    if spec in ("", "bundled", "standin", "town-mind", "fake"):
        here = ", ".join(one.spec for one in found_models()[:3])
        raise ModelError(WHO_WRITES.format(f"On this machine: {here}." if here else "None was found on this machine."))
    model = open_model(spec, gpu_layers=None, settings=ServerSettings(timeout=PORTION_TIMEOUT, attempts=4))
    if is_tiny(model):
        model.close()
        raise ModelError(WHO_WRITES.format(f"{spec} was made to choose, not to write."))
    return model


def write_scenario(path: Path, text: str) -> None:
    """Write a new scenario's file. An existing file is never overwritten."""
    _refuse_known(path)
    with atomic_files(path) as draft:
        draft(path).write_text(text, encoding="utf-8")


def _refuse_known(path: Path) -> None:
    if path.exists():
        raise UsageError(f"{path}: there is a scenario of this name already; choose another name")


def _with_places(path: Path) -> Path:
    """The map itself. Where it has no places: a copy with proposed places, beside which a picture of them is drawn. An existing
    copy is used as it is."""
    try:
        tilemap = TileMap.load(path)
    except MapError as error:
        raise ScenarioError([str(error)]) from None
    if Places(tilemap).sectors:
        return path
    copy, picture = path.with_name(f"{path.stem}_places.tmj"), path.with_name(f"{path.stem}_places.png")
    if copy.exists():
        print(f"{path} has no places; {copy} has, and is taken.", file=sys.stderr)
        return copy
    proposal = propose(tilemap)
    if not any(place.kind == "sector" for place in proposal.places):
        return path  # nothing that could be a place: whoever writes the scenario says what to add
    with atomic_files(copy) as draft:
        draft(copy).write_text(with_places(tilemap, proposal), encoding="utf-8")
    print(f"{path} has no places. Walls come from {proposal.walls_from}; taken for places:", file=sys.stderr)
    for place in proposal.places:
        if place.kind == "sector":
            print(f"  {place.name}: {place.reason}, at {place.rect.x}, {place.rect.y}", file=sys.stderr)
    save_place_picture(Places(TileMap.load(copy)), picture)
    print(f"Wrote {shown(copy)}, to be changed in Tiled, and {shown(picture)}, which shows it.", file=sys.stderr)
    return copy
