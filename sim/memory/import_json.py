"""Reads other systems' JSON files, with errors that say which file, what is wrong and what to do. Knows no format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sim.memory.checks import MAX_SECONDS, TOP

SHOWN = 40
"""Characters of a wrong value that a message shows."""


class ImportProblem(Exception):
    """A folder of another system cannot be read; the message says which file, what and what to do."""


def read_json(path: Path, kind: type, needed: bool = True) -> Any:
    """The file's JSON, which must be of this Python type; an empty value of it where the file is neither needed nor there."""
    if not path.is_file():
        if not needed:
            return kind()
        raise ImportProblem(f"{path} is missing: point to the folder that holds it")
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise ImportProblem(f"{path} cannot be read as JSON: {error}") from None
    if not isinstance(data, kind):
        raise ImportProblem(f"{path} holds a {type(data).__name__}, a {kind.__name__} is needed")
    return data


def field(record: Any, name: str, kinds: type | tuple[type, ...], where: str) -> Any:
    """A member of a record; ImportProblem if it is missing or of another type."""
    if not isinstance(record, dict) or name not in record:
        raise ImportProblem(f"{where}: {name!r} is missing")
    value = record[name]
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise ImportProblem(f"{where}: {name!r} is {value!r}, which is not what belongs there")
    return value


def importance(record: Any, name: str, top: float, where: str) -> float:
    """A member that is a number from 0 to ``top``, as it is stored, from 0 to 10."""
    value = field(record, name, (int, float), where)
    if not 0 <= value <= top:
        raise ImportProblem(f"{where}: {name!r} is {str(value)[:SHOWN]}; a number from 0 to {top:g} is needed")
    return float(value) * TOP / top


def moment(record: Any, name: str, where: str) -> int:
    """A member that is a whole number of time steps."""
    value = field(record, name, (int, float), where)
    if not abs(value) <= MAX_SECONDS or value != int(value):
        raise ImportProblem(f"{where}: {name!r} is {str(value)[:SHOWN]}; a whole number within 2**60 is needed")
    return int(value)


def listed(value: Any) -> list[Any]:
    """A list of evidence as it is; a single entry is a list of one, and nothing is none."""
    return value if isinstance(value, list) else [value] if isinstance(value, str | int) else []


def write_json(path: Path, data: Any) -> None:
    """Half a character, which the other system's file may hold and UTF-8 cannot, becomes ``?``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=2, ensure_ascii=False), encoding="utf-8", errors="replace")
