"""Who may import whom: the table of the house, enforced on the source itself."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
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
            if name.startswith("sim.") and not any(_within(name[4:], a) for a in {room, *allowed}):
                wrong.append(f"{module} imports {name}")
    assert wrong == []


def test_every_room_is_in_the_table() -> None:
    rooms = {module.split(".")[0] for module, _ in _modules()} - {"__init__"}
    assert rooms <= set(ALLOWED)


def _named(tree: ast.Module, modules: set[str]) -> set[str]:
    """The modules of ours that a module imports, wherever in it: on top, in a function, or under TYPE_CHECKING."""
    found = set()
    for name in _imports(tree):
        whole = name.removeprefix("sim.") if name.startswith("sim.") else "" if name == "sim" else None
        if whole is not None:
            found.add(whole if whole in modules else whole.rpartition(".")[0])
    return found & modules


def _circles(imports: dict[str, set[str]]) -> list[set[str]]:
    """The largest sets of modules in which each module reaches each other by imports."""
    while free := {module for module, named in imports.items() if not named & imports.keys()}:
        imports = {module: named for module, named in imports.items() if module not in free}
    reached = {module: named & imports.keys() for module, named in imports.items()}
    for between in imports:
        for named in reached.values():
            if between in named:
                named |= reached[between]
    circles = [{other for other in named if module in reached[other]} for module, named in reached.items() if module in named]
    return [circle for i, circle in enumerate(circles) if circle not in circles[:i]]


def test_circles_of_imports_are_found() -> None:
    assert _circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"a"}}) == [{"b", "c"}]
    tree = ast.parse("if TYPE_CHECKING:\n    from sim.a import x\ndef f():\n    from sim import b")
    assert _named(tree, {"a", "b"}) == {"a", "b"}


def test_no_module_imports_itself_in_a_circle() -> None:
    trees = {module.removesuffix("__init__").removesuffix("."): tree for module, tree in _modules()}
    circles = _circles({module: _named(tree, set(trees)) - {module} for module, tree in trees.items()})
    assert list(map(sorted, circles)) == []


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


SCRIPT = ("answer.scripted", "answer.by_script", "answer.guided", "answer.tiny")
"""The scripted mind and what leans on it; ``answer.script_door`` loads it, and nobody else."""
LEAN_ON_IT = (*SCRIPT, "training", "bench")


def test_nobody_imports_the_script_but_through_its_door() -> None:
    wrong = [
        f"{module} imports {name}"
        for module, tree in _modules()
        if not any(_within(module, one) for one in LEAN_ON_IT)
        for name in _imports(tree)
        if any(_within(name, f"sim.{one}") for one in SCRIPT)
    ]
    assert wrong == []


def _closure(start: str) -> set[str]:
    """A module and all that it imports of ours, directly or not."""
    trees = {name.removesuffix(".__init__"): tree for name, tree in _modules()}
    found, todo = set[str](), [start]
    while todo:
        module = todo.pop()
        if module in found or module not in trees:
            continue
        found.add(module)
        names = [name.removeprefix("sim.") for name in _imports(trees[module]) if name.startswith("sim.")]
        todo += [part for name in names for part in (name, name.rpartition(".")[0]) if part in trees]
    return found


def test_what_a_model_answers_with_is_small() -> None:
    tasks = [module for module, _ in _modules() if _within(module, "prompts.tasks")]  # found by the folder, not imported
    closure = _closure("answer.written").union(*map(_closure, tasks))
    assert "language.text" in closure and not [m for m in closure if any(_within(m, one) for one in SCRIPT)]
    files = (SIM.joinpath(*module.split(".")) for module in closure)
    paths = (file.with_suffix(".py") if file.with_suffix(".py").exists() else file / "__init__.py" for file in files)
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths) <= 9000


def test_a_town_of_capable_minds_and_its_record_load_nothing_of_the_script(tmp_path: Path) -> None:
    code = f"""
import sys
sys.path.insert(0, {str(ROOT / "tests")!r})
from capable_minds import SCENARIOS, Written
from sim import Town
run = {str(tmp_path / "r.sqlite")!r}
with Town.load(SCENARIOS / "first_morning.yaml", model=Written(), embedder="hash", run=run) as town:
    town.run(until="07:40")
from sim.cli.main import main
assert main(["verify", run]) == 0
sys.exit("; ".join(name for name in sys.modules if "scripted" in name or "answer.tiny" in name) or 0)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
