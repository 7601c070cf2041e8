"""Who may import whom: the table of the house, enforced on the source itself."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SIM = ROOT / "sim"
TABLE = re.compile(r"## Who may import whom.*?```\n(.*?)```", re.S)


def _table() -> dict[str, set[str] | None]:
    """Room -> what of ours it may import besides itself; None for everything. As the page of the rooms has it."""
    found = TABLE.search((SIM / "README.md").read_text(encoding="utf-8"))
    assert found
    rooms: dict[str, set[str] | None] = {}
    for line in found[1].splitlines():
        names, _, allowed = line.partition(":")
        wanted = {part.strip() for part in allowed.split(",") if part.strip()}
        for room in names.split(","):
            rooms[room.strip()] = None if wanted == {"everything"} else wanted
    return rooms


ALLOWED = _table()
ONLY = {
    "pygame": ("view",),
    "sentence_transformers": ("memory.embed",),
    "transformers": ("teaching", "memory.embed"),
    "peft": ("teaching",),
}


def _imports(tree: ast.Module) -> list[str]:
    """The dotted names that a module imports."""
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


@cache
def _modules() -> list[tuple[str, ast.Module]]:
    """(dotted name under sim, syntax tree) of every module."""
    files = sorted(SIM.rglob("*.py"))
    return [(".".join(p.relative_to(SIM).with_suffix("").parts), ast.parse(p.read_text(encoding="utf-8"))) for p in files]


def _within(name: str, allowed: str) -> bool:
    return name == allowed or name.startswith(allowed + ".")


def test_rooms_import_only_what_the_table_allows() -> None:
    wrong = []
    for module, tree in _modules():
        room = module.split(".")[0]
        allowed = ALLOWED.get(room, set())
        if allowed is None or room == "__init__":
            continue
        for name in _imports(tree):
            if (
                name.startswith("sim.")
                and name != "sim.__version__"
                and not any(_within(name[4:], a) for a in {room, *allowed})
            ):
                wrong.append(f"{module} imports {name}")
    assert wrong == []


def test_every_room_is_in_the_table() -> None:
    rooms = {module.split(".")[0] for module, _ in _modules()} - {"__init__"}
    assert rooms <= set(ALLOWED)


def test_heavy_libraries_are_imported_in_one_place() -> None:
    wrong = [
        f"{module} imports {name}"
        for module, tree in _modules()
        for name in _imports(tree)
        for library, homes in ONLY.items()
        if _within(name, library) and not any(_within(module, home) for home in homes)
    ]
    assert wrong == []


def test_nothing_evaluates_or_unpickles() -> None:
    banned = {"eval", "exec", "hash", "pickle.load", "pickle.loads", "compile"}
    wrong = [
        f"{module}:{node.lineno} {ast.unparse(node.func)}"
        for module, tree in _modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in banned
    ]
    assert wrong == []


def test_every_module_says_what_it_is() -> None:
    silent = [module for module, tree in _modules() if not ast.get_docstring(tree)]
    assert silent == []
