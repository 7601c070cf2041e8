"""Reads the header of a GGUF file without llama.cpp: its numbers, and the names, types and shapes of its tensors.

Follows the published GGUF specification, versions 2 and 3, little-endian. ``weights`` and ``weight_layout`` use it before a
file is loaded. The ``gguf`` package is no run-time dependency.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO, NamedTuple

_WIDTHS = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
"""Bytes of a metadata value by its type number; 8 is a string, 9 an array."""
_STRING = 8
_ARRAY = 9
_NUMBERS = {4: "<I", 5: "<i", 6: "<f", 10: "<Q", 11: "<q", 12: "<d"}
"""The types of numbers that shapes are given in, with their ``struct`` formats."""
_MAX_COUNT = 2**24
"""The most entries of any list; a file that claims more is damaged."""

Q4_0 = 2
"""Type number of tensors quantised as Q4_0."""
Q4_K = 12
"""Type number of tensors quantised as Q4_K."""


_ARCHITECTURE = "general.architecture"


class GgufError(Exception):
    """The header of the file contradicts its content."""


Tensors = dict[str, tuple[int, tuple[int, ...]]]
"""Name -> (type number, shape with the innermost dimension first)."""


class Header(NamedTuple):
    """``numbers`` are the metadata that are single numbers, such as ``llama.block_count``."""

    architecture: str
    numbers: dict[str, float]
    tensors: Tensors


def read_header(path: Path) -> Header:
    """All that the file says of itself. Raises ``GgufError`` or ``OSError``."""
    with path.open("rb") as file:
        try:
            magic, version, count, pairs = struct.unpack("<4sIQQ", file.read(24))
            if magic != b"GGUF" or version not in (2, 3) or count > _MAX_COUNT or pairs > _MAX_COUNT:
                raise GgufError(f"header of version {version} with {count} tensors and {pairs} facts")
            found = dict(_read_metadata(file) for _ in range(pairs))
            numbers = {key: value for key, value in found.items() if isinstance(value, (int, float))}
            return Header(str(found.get(_ARCHITECTURE) or ""), numbers, dict(_read_tensor(file) for _ in range(count)))
        except struct.error as error:
            raise GgufError("the file ends within its own list of contents") from error


def _read_metadata(file: BinaryIO) -> tuple[str, float | str | None]:
    """One metadata key, and its value where that is a number, or the architecture."""
    key, kind = _read_text(file), _read_uint32(file)
    if kind in _NUMBERS:
        return key, struct.unpack(_NUMBERS[kind], file.read(_WIDTHS[kind]))[0]
    if key == _ARCHITECTURE and kind == _STRING:
        return key, _read_text(file)
    _skip_value(file, kind)
    return key, None


def _read_tensor(file: BinaryIO) -> tuple[str, tuple[int, tuple[int, ...]]]:
    name = _read_text(file)
    dimensions = _read_uint32(file)
    if dimensions > 4:
        raise GgufError(f"{name[:40]} has {dimensions} dimensions")
    shape = struct.unpack(f"<{dimensions}Q", file.read(8 * dimensions))
    kind, _ = struct.unpack("<IQ", file.read(12))
    return name, (kind, shape)


def _skip_value(file: BinaryIO, kind: int) -> None:
    """Read past one metadata value."""
    if kind == _STRING:
        file.seek(_read_uint64(file), 1)
    elif kind == _ARRAY:
        inner, count = _read_uint32(file), _read_uint64(file)
        if inner in _WIDTHS:
            file.seek(_WIDTHS[inner] * count, 1)
        elif inner == _STRING:
            for _ in range(count):
                _skip_value(file, inner)
        else:
            raise GgufError(f"a list of values of type {inner}")
    elif kind in _WIDTHS:
        file.seek(_WIDTHS[kind], 1)
    else:
        raise GgufError(f"a value of unknown type {kind}")


def _read_text(file: BinaryIO) -> str:
    length = _read_uint64(file)
    if length > _MAX_COUNT:
        raise GgufError(f"a name of {length} letters")
    return file.read(length).decode("utf-8", "replace")


def _read_uint32(file: BinaryIO) -> int:
    return int(struct.unpack("<I", file.read(4))[0])


def _read_uint64(file: BinaryIO) -> int:
    value = int(struct.unpack("<Q", file.read(8))[0])
    if value > 2**40:
        raise GgufError(f"a length of {value}")
    return value
