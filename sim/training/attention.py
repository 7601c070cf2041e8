"""Causal attention over texts that stand one after the other in a row, each seeing only itself.

On a CPU it is written out by hand, forward and backward, in blocks of queries: PyTorch's own kernel takes 2.6 times as long
there (MEASURED.md). On other devices PyTorch's kernel gets the texts as rows of one batch. Knows nothing of layers or weights.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import torch
import torch.nn.functional as F

Span = tuple[int, int]
"""Begin and end of one text in the row."""
BLOCK = 192
"""Queries in a block; 64 and 384 were measured to be a tenth slower."""


def attend(queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, spans: list[Span]) -> torch.Tensor:
    """The attention output, shape of ``queries`` (kv_heads, n, group, head); keys and values are (kv_heads, n, head).

    ``queries`` are contiguous and already divided by sqrt(head); ``spans`` cover the row in order and without gaps.
    """
    if queries.device.type == "cpu":
        return _ByHand.apply(queries, keys, values, spans)
    return as_batch(queries, keys, values, spans)


def as_batch(queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, spans: list[Span]) -> torch.Tensor:
    """The same with PyTorch's kernel: texts as rows of a batch, padded on the right, where a causal query never looks."""
    longest = max(end - begin for begin, end in spans)
    begins = torch.tensor([begin for begin, _ in spans], device=queries.device)[:, None]
    lengths = torch.tensor([end - begin for begin, end in spans], device=queries.device)[:, None]
    steps = torch.arange(longest, device=queries.device)[None]
    real = steps < lengths
    places = torch.where(real, begins + steps, begins)
    kv, _, group, head = queries.shape
    rows = queries[:, places].permute(1, 0, 3, 2, 4).reshape(len(spans), kv * group, longest, head)
    row_keys, row_values = (part[:, places].transpose(0, 1).repeat_interleave(group, 1) for part in (keys, values))
    output = F.scaled_dot_product_attention(rows, row_keys, row_values, is_causal=True, scale=1.0)
    return output.transpose(1, 2)[real].view(-1, kv, group, head).transpose(0, 1)


@lru_cache(maxsize=8)
def _mask(kind: Any, group: int) -> torch.Tensor:
    """(BLOCK * group, BLOCK): row r belongs to query r // group."""
    return torch.full((BLOCK, BLOCK), float("-inf")).triu(1).to(kind).repeat_interleave(group, 0)


def _blocks(spans: list[Span]) -> list[tuple[int, int, int]]:
    """(begin of the text, begin and end of the block of queries), in order."""
    return [(begin, at, min(at + BLOCK, end)) for begin, end in spans for at in range(begin, end, BLOCK)]


class _ByHand(torch.autograd.Function):  # type: ignore[misc]
    """Softmax attention with its gradient (the five products of Dao et al. 2022, with the probabilities kept)."""

    @staticmethod
    def forward(note: Any, queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, spans: list[Span]) -> torch.Tensor:
        group, kept = queries.shape[2], []
        seen, mask = torch.empty_like(queries), _mask(queries.dtype, group)
        flat, into = queries.flatten(1, 2), seen.flatten(1, 2)  # row r belongs to query r // group
        for begin, at, end in _blocks(spans):
            rows = slice(at * group, end * group)
            scores = torch.bmm(flat[:, rows], keys[:, begin:end].transpose(1, 2))
            scores[..., at - begin :].add_(mask[: (end - at) * group, : end - at])
            chances = scores.softmax(-1)
            into[:, rows] = torch.bmm(chances, values[:, begin:end])
            kept.append(chances)
        note.save_for_backward(queries, keys, values, *kept)
        note.spans = spans
        return seen

    @staticmethod
    def backward(note: Any, given: torch.Tensor) -> Any:
        queries, keys, values, *kept = note.saved_tensors
        group, slopes = queries.shape[2], torch.empty_like(queries)
        flat, got, into = queries.flatten(1, 2), given.contiguous().flatten(1, 2), slopes.flatten(1, 2)
        to_keys, to_values = (
            torch.zeros_like(part.transpose(1, 2)) for part in (keys, values)
        )  # products that way round are faster
        for (begin, at, end), chances in zip(_blocks(note.spans), kept, strict=True):
            rows = slice(at * group, end * group)
            to_values[..., begin:end] += torch.bmm(got[:, rows].transpose(1, 2), chances)
            back = torch.bmm(got[:, rows], values[:, begin:end].transpose(1, 2))
            back = torch.ops.aten._softmax_backward_data(back, chances, -1, back.dtype)
            into[:, rows] = torch.bmm(back, keys[:, begin:end])
            to_keys[..., begin:end] += torch.bmm(flat[:, rows].transpose(1, 2), back)
        return slopes, to_keys.transpose(1, 2), to_values.transpose(1, 2), None
