"""The items that the small mind is taught with, as they are stored: JSON lines by kind (``data/README.md`` describes each).

Knows files, kinds and which places are kept aside; not what an item means.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

Item = dict[str, Any]
Items = dict[str, list[Item]]
"""Kind -> items, in the order of the files."""

KINDS = ("talks", "interviews", "days", "reflections", "reactions", "ratings", "whispers")
DATA = Path(__file__).with_name("data")
"""What ships with the program, one ``KIND.jsonl.xz`` a kind."""
ASIDE_OF = 5
"""One place of this many is kept aside: never taught, only measured on."""


class DataError(Exception):
    """The data cannot be read. The message says which file and line, and what to do."""


def read_items(sources: Sequence[Path]) -> Items:
    """All items of files and folders. A file's kind is the beginning of its name (``talks_a.jsonl``). Raises ``DataError``."""
    found: Items = {kind: [] for kind in KINDS}
    for path in [file for source in sources for file in _files(source)]:
        kind = next((kind for kind in KINDS if path.name.startswith(kind)), "")
        if kind:
            found[kind] += [item for _, item in read_lines(path)]
    if not any(found.values()):
        raise DataError(f"No items in {', '.join(map(str, sources))}: files are called {KINDS[0]}*.jsonl, or another kind.")
    return found


def _files(source: Path) -> list[Path]:
    if not source.exists():
        raise DataError(f"There is no file or folder {source}.")
    return [source] if source.is_file() else sorted(p for p in source.rglob("*") if p.name.endswith((".jsonl", ".jsonl.xz")))


def read_lines(path: Path) -> Iterator[tuple[int, Item]]:
    """(line number, item) of one file, compressed or not."""
    raw = path.read_bytes()
    text = (lzma.decompress(raw) if path.suffix == ".xz" else raw).decode("utf-8")
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            item = json.loads(line)
        except json.JSONDecodeError as error:
            raise DataError(f"{path}, line {number}: {error}. One JSON object a line.") from error
        if not isinstance(item, dict):
            raise DataError(f"{path}, line {number} is no JSON object.")
        yield number, item


def write_items(items: Items, folder: Path) -> list[Path]:
    """Write ``KIND.jsonl.xz`` files, the same bytes for the same items; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for kind, found in items.items():
        if found:
            lines = "".join(json.dumps(item, ensure_ascii=False, separators=(",", ":")) + "\n" for item in found)
            paths.append(folder / f"{kind}.jsonl.xz")
            paths[-1].write_bytes(lzma.compress(lines.encode("utf-8"), preset=9 | lzma.PRESET_EXTREME))
    return paths


def place_of(item: Item) -> str:
    """What an item's place is called: its town up to the first comma, or whose life it is."""
    return re.split(r"[,:;(]", str(item.get("town") or item.get("life") or ""))[0].strip()


def aside(item: Item) -> bool:
    """Whether the item's place is kept aside. Depends on the place's name alone."""
    digest = hashlib.blake2b(place_of(item).encode("utf-8"), digest_size=4).digest()
    return int.from_bytes(digest, "big") % ASIDE_OF == 0


def split(items: Items) -> tuple[Items, Items]:
    """(taught, kept aside)."""
    taught = {kind: [item for item in found if not aside(item)] for kind, found in items.items()}
    return taught, {kind: [item for item in found if aside(item)] for kind, found in items.items()}
