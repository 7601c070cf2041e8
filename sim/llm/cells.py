"""A slot's saved state, cut at tokens and joined again, so that the common beginning of many prompts is stored once.

llama.cpp saves a slot as one piece of bytes: a head, then blocks that hold as many bytes for each cell (position and number of
the sequence, then keys and values layer by layer; values lie by channel where there is no flash attention), with a few bytes
between them. ``Cells`` finds the blocks and checks every number on the way; a state of any other form (sliding windows,
recurrent models, a later llama.cpp) is not cut. Knows no prompts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

_CELL = 12
"""Bytes of a cell's own numbers: position, how many sequences hold it (one), which."""
_HEAD = 8
"""Bytes before the number of streams: a magic number and the sequence."""


@dataclass(frozen=True, slots=True)
class _Block:
    """``rows`` rows; each holds ``width`` bytes for every cell. ``before`` stands between the last block and this one."""

    before: bytes
    rows: int
    width: int


@dataclass(frozen=True, slots=True)
class Cells:
    """The form of a saved state."""

    blocks: tuple[_Block, ...]
    after: bytes

    @staticmethod
    def of(state: Bytes, count: int) -> Cells | None:
        """The form of a state of ``count`` cells; None where the state cannot be cut."""
        try:
            return _StateReader(state, count).cells()
        except (ValueError, IndexError):
            return None

    @property
    def size(self) -> int:
        """Bytes of a piece per cell."""
        return sum(block.rows * block.width for block in self.blocks)

    def cut(self, state: Bytes, count: int, start: int, end: int) -> Bytes:
        """The cells from ``start`` to ``end`` of a state of ``count`` cells, as a piece: the blocks one after the other."""
        piece, read, written = np.empty(self.size * (end - start), np.uint8), 0, 0
        for block in self.blocks:
            read += len(block.before)
            whole, wanted = block.rows * block.width * count, block.rows * block.width * (end - start)
            rows = state[read : read + whole].reshape(block.rows, -1)
            piece[written : written + wanted].reshape(block.rows, -1)[:] = rows[:, start * block.width : end * block.width]
            read, written = read + whole, written + wanted
        return piece

    def part(self, piece: Bytes, start: int, end: int) -> Bytes:
        """The cells from ``start`` to ``end`` of a piece."""
        bare = Cells(tuple(_Block(b"", block.rows, block.width) for block in self.blocks), b"")
        return bare.cut(piece, len(piece) // self.size, start, end)

    def join(self, pieces: Sequence[Bytes]) -> Bytes:
        """The state that consecutive pieces make."""
        counts = [len(piece) // self.size for piece in pieces]
        total = sum(counts)
        state = np.empty(total * self.size + sum(len(block.before) for block in self.blocks) + len(self.after), np.uint8)
        written, read = 0, [0] * len(pieces)
        for number, block in enumerate(self.blocks):
            before = block.before if number else block.before[:-4] + total.to_bytes(4, "little")
            state[written : written + len(before)] = np.frombuffer(before, np.uint8)
            written += len(before)
            whole = block.rows * block.width * total
            rows, column = state[written : written + whole].reshape(block.rows, -1), 0
            for n, (piece, count) in enumerate(zip(pieces, counts, strict=True)):
                size = block.rows * block.width * count
                rows[:, column : column + block.width * count] = piece[read[n] : read[n] + size].reshape(block.rows, -1)
                read[n], column = read[n] + size, column + block.width * count
            written += whole
        state[written:] = np.frombuffer(self.after, np.uint8)
        return state


class _StateReader:
    """Walks through a state. Raises ``ValueError`` where a number is not what it must be."""

    def __init__(self, state: Bytes, count: int) -> None:
        self._state, self._count, self._at, self._marked = state, count, 0, 0
        self._blocks: list[_Block] = []

    def cells(self) -> Cells:
        self._at = _HEAD
        streams = self._number(4)
        empty = next((n for n in range(streams) if self._number(4)), streams)
        self._expect(empty < streams and self._last(4) == self._count)
        own = self._state[self._at : self._at + _CELL * self._count].view(np.int32).reshape(-1, 3)
        self._expect(bool((own[:, 0] == np.arange(self._count)).all() and (own[:, 1] == 1).all()))
        self._block(1, _CELL)
        by_channel, layers = self._number(4), self._number(4)
        self._expect(by_channel in (0, 1) and 0 < layers < 10_000)
        for _ in range(layers):
            self._type_and_row()
        for _ in range(layers):
            if by_channel:
                self._number(4)
                width, rows = self._number(4), self._number(4)
                self._block(rows, width)
            else:
                self._type_and_row()
        after = self._state[self._at :]
        self._expect(len(after) == 4 * (streams - empty - 1) and not after.any())
        return Cells(tuple(self._blocks), after.tobytes())

    def _type_and_row(self) -> None:
        self._number(4)
        self._block(1, self._number(8))

    def _block(self, rows: int, width: int) -> None:
        end = self._at + rows * width * self._count
        self._expect(rows * width > 0 and end <= len(self._state))
        self._blocks.append(_Block(self._state[self._marked : self._at].tobytes(), rows, width))
        self._at = self._marked = end

    def _number(self, size: int) -> int:
        self._at += size
        self._expect(self._at <= len(self._state))
        return self._last(size)

    def _last(self, size: int) -> int:
        return int.from_bytes(self._state[self._at - size : self._at].tobytes(), "little")

    def _expect(self, held: bool) -> None:
        if not held:
            raise ValueError
