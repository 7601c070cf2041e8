"""The header of a GGUF file, read without llama.cpp: its numbers, and the names, types and shapes of its tensors.

Knows the file format only (the published GGUF specification, versions 2 and 3, little-endian).
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO

_WIDTHS = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
"""Bytes of a metadata value by its type number; 8 is a string, 9 an array."""
_STRING, _ARRAY = 8, 9
_NUMBERS = {4: "<I", 5: "<i", 6: "<f", 10: "<Q", 11: "<q", 12: "<d"}
"""Types of numbers that shapes are told in."""
_MOST = 2**24
"""Entries of anything; a file that claims more is damaged."""

Q4_0, Q4_K = 2, 12
"""Type numbers of tensors."""


class BrokenGguf(Exception):
    """The file is not what its header says."""


Tensors = dict[str, tuple[int, tuple[int, ...]]]
"""Name -> (type number, shape, innermost dimension first)."""


def tensors(path: Path) -> Tensors:
    """What the file holds. Raises ``BrokenGguf`` or ``OSError``."""
    return _read(path)[1]


def numbers(path: Path) -> dict[str, float]:
    """Its metadata as far as it is single numbers, such as ``llama.block_count``. Raises ``BrokenGguf`` or ``OSError``."""
    return _read(path)[0]


def _read(path: Path) -> tuple[dict[str, float], Tensors]:
    with path.open("rb") as file:
        try:
            magic, version, count, pairs = struct.unpack("<4sIQQ", file.read(24))
            if magic != b"GGUF" or version not in (2, 3) or count > _MOST or pairs > _MOST:
                raise BrokenGguf(f"header of version {version} with {count} tensors and {pairs} facts")
            found = {key: value for key, value in (_fact(file) for _ in range(pairs)) if value is not None}
            return found, dict(_tensor(file) for _ in range(count))
        except struct.error as error:
            raise BrokenGguf("the file ends within its own list of contents") from error


def _fact(file: BinaryIO) -> tuple[str, float | None]:
    """A key of the metadata, and its value where that is a number."""
    length = _length(file)
    if length > _MOST:
        raise BrokenGguf(f"a name of {length} letters")
    key, kind = file.read(length).decode("utf-8", "replace"), _number(file)
    if kind in _NUMBERS:
        return key, struct.unpack(_NUMBERS[kind], file.read(_WIDTHS[kind]))[0]
    _value(file, kind)
    return key, None


def _tensor(file: BinaryIO) -> tuple[str, tuple[int, tuple[int, ...]]]:
    name = file.read(_length(file)).decode("utf-8", "replace")
    dimensions = _number(file)
    if dimensions > 4:
        raise BrokenGguf(f"{name[:40]} has {dimensions} dimensions")
    shape = struct.unpack(f"<{dimensions}Q", file.read(8 * dimensions))
    kind, _ = struct.unpack("<IQ", file.read(12))
    return name, (kind, shape)


def _value(file: BinaryIO, kind: int) -> None:
    """Pass over one metadata value."""
    if kind == _STRING:
        return _skip(file, _length(file))
    if kind == _ARRAY:
        inner, count = _number(file), _length(file)
        if inner in _WIDTHS:
            return _skip(file, _WIDTHS[inner] * count)
        for _ in range(count):
            _value(file, inner)
        return None
    if kind not in _WIDTHS:
        raise BrokenGguf(f"a value of unknown type {kind}")
    return _skip(file, _WIDTHS[kind])


def _skip(file: BinaryIO, count: int) -> None:
    file.seek(count, 1)


def _number(file: BinaryIO) -> int:
    return int(struct.unpack("<I", file.read(4))[0])


def _length(file: BinaryIO) -> int:
    value = int(struct.unpack("<Q", file.read(8))[0])
    if value > 2**40:
        raise BrokenGguf(f"a length of {value}")
    return value
