"""Scenarios: a whole one mutated as text and as data, read from a text (as a run keeps it) and from a file."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import yaml

from fuzz.mutate import Target, mutate_data, mutate_text
from sim.scenario import ScenarioError, load, load_text
from sim.scenario.composition import find_map
from sim.scenario.scaffold import scaffold
from sim.scenario.yaml_reader import read_yaml
from sim.world.tilemap import TileMap

MAP = "first_morning"
PIECES: tuple[Any, ...] = (
    *("name", "residents", "news", "events", "rules", "norms", "home", "work", "at", "to", "say", "object", "state", "whisper"),
    *("arrive", "leave", "weather", "lasts", "extends", "import", "map", "signs", "knows", "host", "vision", "tick", "needs"),
    *("nora", "emil", "The Copper Finch", "Nora's cottage:bed", "Saturday 18:00", "day 2 18:00", "90 min", "06:30"),
    *("fuzz.yaml", "first_morning", "../fuzz.yaml", ".", "persona", 3, 61, 86400, ["nora"], {"nora": "friend"}, {"tick": 0}),
)
TEXTS = (
    *map(str, PIECES[:36]),
    *(": ", "- ", "? ", "|", ">", "&a ", "*a", "<<: *a", "!!python/object ", "!x ", "%YAML 1.1\n", "---\n", "...\n", "\t"),
    *("'", '"', "{", "}", "[", "]", "{a: " * 40, "[" * 40, "&b [*b]", "\x07", "\u2028", "\ufeff", "=", "~", "no", "7:30"),
)


class Scenarios(Target):
    """Read as a run's own text, or from a file beside others."""

    def __init__(self, folder: Path) -> None:
        super().__init__((ScenarioError,))
        self._folder = folder / "scenarios"
        self._folder.mkdir(exist_ok=True)
        (self._folder / "persona").mkdir(exist_ok=True)
        (self._folder / "persona" / "scratch.json").write_text('{"first_name": "Zoe", "age": "old", "innate": 5}')
        self._text = scaffold("fuzz", MAP)
        self._data = read_yaml(self._text, MAP).data
        self._map = TileMap.load(find_map(MAP))

    def one(self, dice: random.Random) -> None:
        if dice.random() < 0.55:
            text = mutate_text(self._text, dice, TEXTS)
        else:
            text = yaml.safe_dump(mutate_data(self._data, dice, PIECES), allow_unicode=False, sort_keys=False)
        if dice.random() < 0.8:
            load_text(text, self._map, "fuzz")
            return
        path = self._folder / "fuzz.yaml"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        load(path)
