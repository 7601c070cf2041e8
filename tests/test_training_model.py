"""The model: attention by hand against PyTorch's, texts in one row against texts alone, sizes; packing and the schedule."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import islice

import numpy as np
import torch
from training_sample import SHIPPED, rows

from sim.training.add_copying import FURTHER
from sim.training.attention import BLOCK, as_batch, attend
from sim.training.batches import FULL_WEIGHT, LOSS_SHARE, PADDING, TASK_WEIGHTS, pack, tokenized
from sim.training.copying import shape_with_circuit
from sim.training.gguf_file import read_gguf
from sim.training.learning import Muon, orthogonal
from sim.training.model import SIZES, Shape, Transformer, initial_weights
from sim.training.settings import Budget, Settings

SHAPE = Shape(32, 3, 4, 2, 48, 100, 512)


def _rows(count: int, heads: tuple[int, ...]) -> torch.Tensor:
    return torch.randn((*heads[:1], count, *heads[1:]), generator=torch.Generator().manual_seed(count + len(heads)))


def test_attention_by_hand_is_pytorchs_in_values_and_gradients() -> None:
    spans = [(0, 3), (3, 3 + 2 * BLOCK + 5), (3 + 2 * BLOCK + 5, 3 + 3 * BLOCK + 5), (3 + 3 * BLOCK + 5, 3 * BLOCK + 9)]
    count = spans[-1][1]
    given = _rows(count, (2, 2, 8))
    found = []
    for way in (attend, as_batch):
        parts = [
            part.clone().requires_grad_()
            for part in (_rows(count, (2, 2, 8)), _rows(count, (2, 8)), _rows(count + 1, (2, 8))[:, 1:])
        ]
        seen = way(*parts, spans)
        seen.backward(given)
        found.append([seen, *(part.grad for part in parts)])
    for mine, theirs in zip(*found, strict=True):
        assert torch.allclose(mine, theirs, atol=1e-5)


def test_a_text_in_a_row_is_what_it_is_alone() -> None:
    mind = Transformer(SHAPE, initial_weights(SHAPE, 3), torch.float32)
    tokens = torch.randint(0, 100, (300,), generator=torch.Generator().manual_seed(5))
    spans = [(0, 1), (1, 220), (220, 300)]
    together = mind.states(tokens, spans)
    for begin, end in spans:
        assert torch.allclose(together[begin:end], mind.states(tokens[begin:end], [(0, end - begin)]), atol=1e-5)
    keep = torch.tensor([0, 7, 219, 299])
    assert torch.allclose(mind.states(tokens, spans, keep), together[keep], atol=1e-5)


def test_a_token_sees_what_stands_before_it_and_nothing_after() -> None:
    mind = Transformer(SHAPE, initial_weights(SHAPE, 3), torch.float32)
    tokens = torch.arange(50)
    changed = tokens.clone()
    changed[20] = 99
    differs = (mind.states(tokens, [(0, 50)]) - mind.states(changed, [(0, 50)])).abs().amax(1) > 1e-6
    assert not differs[:20].any()
    assert differs[20:].all()


def test_named_sizes_are_what_they_are_called() -> None:
    assert replace(shape_with_circuit(SIZES["7m"]), back=FURTHER) == read_gguf(SHIPPED).shape
    assert [round(SIZES[name].parameters / 1e6) for name in ("7m", "25m")] == [7, 25]


def test_muons_update_has_equal_singular_values_whatever_the_gradient() -> None:
    batch = torch.randn((3, 40, 24), generator=torch.Generator().manual_seed(1)) * torch.logspace(0, -2, 24)
    before, after = (torch.linalg.svdvals(values) for values in (batch, orthogonal(batch)))
    assert float((before[:, 0] / before[:, -1]).min()) > 50
    assert float(after.min()) > 0.4 and float(after.max()) < 1.4


def test_muon_finds_the_matrix_that_it_is_asked_for() -> None:
    goal = torch.randn((24, 16), generator=torch.Generator().manual_seed(2)) * 0.1
    matrix = torch.zeros((24, 16), requires_grad=True)
    muon = Muon([matrix], 0.02)
    for step in range(80):
        muon.rate = 0.02 * (1 - step / 80)
        (matrix - goal).square().sum().backward()
        muon.step()
    assert float((matrix.detach() - goal).norm()) < 0.2 * float(goal.norm())


def test_rows_are_full_and_every_reply_counts_once_as_the_root_of_its_length() -> None:
    reader = read_gguf(SHIPPED).vocabulary.reader()
    texts = list(tokenized(rows(400), reader, 1024))
    batches = list(pack(texts, 2048, 7, 0.35))
    assert sum(batch.real for batch in batches) > 0.98 * 2048 * len(batches)
    known = {tuple(text.ids[:-1]): text for text in texts}
    used = set()
    for batch in batches:
        assert len(batch.counted) == round(2048 * LOSS_SHARE)
        for (begin, end), task in zip(batch.spans, batch.tasks, strict=True):
            if task == PADDING:
                continue
            text = known[tuple(batch.tokens[begin:end])]
            used.add(tuple(text.ids))
            mine = (batch.counted >= begin) & (batch.counted < end)
            assert np.array_equal(batch.targets[mine], text.ids[batch.counted[mine] - begin + 1])
            assert list(batch.counted[mine & batch.replies]) == list(range(begin + text.reply - 1, end))
            worth = TASK_WEIGHTS.get(task, 1.0) * math.sqrt(FULL_WEIGHT / (len(text.ids) - text.reply))
            assert np.allclose(batch.weights[mine & batch.replies], worth)
    assert len(used) > 0.9 * len(texts)
    again = list(islice(pack(texts, 2048, 7, 0.35), 2))
    assert all(
        np.array_equal(a.tokens, b.tokens) and np.array_equal(a.weights, b.weights)
        for a, b in zip(batches, again, strict=False)
    )


def test_texts_longer_than_the_model_reads_are_left_out() -> None:
    reader = read_gguf(SHIPPED).vocabulary.reader()
    lengths = [len(text.ids) - 1 for text in tokenized(rows(50), reader, 1024)]
    middle = sorted(lengths)[25]
    assert [len(text.ids) - 1 for text in tokenized(rows(50), reader, middle)] == [size for size in lengths if size <= middle]


def test_rates_rise_stay_and_fall_on_tokens_and_on_the_clock() -> None:
    assert [Settings(warm=100, decay=0.3).rate(step, 0.1) for step in (0, 49, 100, 900)] == [0.01, 0.5, 1, 1]
    assert np.allclose([Settings(decay=0.5).rate(9999, share) for share in (0.4, 0.5, 0.75, 1)], [1, 1, 0.5, 0])
    assert Budget(tokens=200).share(50, 1e9) == 0.25
    assert Budget(seconds=60).share(10**9, 90) == 1
