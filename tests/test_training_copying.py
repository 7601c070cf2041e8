"""The copying circuit: what it copies, what it leaves as it was, and that training leaves it whole."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import torch
from training_sample import rows

from sim.training.add_copying import FURTHER, complete_circuit, main, stream_energies
from sim.training.batches import Text, pack
from sim.training.checkpoint import Progress
from sim.training.copying import CHANNELS, CODE, codes, group_size, with_circuit
from sim.training.gguf_file import ModelFile, read_gguf, write_gguf
from sim.training.learning import Learner
from sim.training.model import EMBEDDING, Shape, Tensors, Transformer, initial_weights, sizes
from sim.training.vocabulary import MARKS, Vocabulary, learn

SHAPE = Shape(128, 3, 2, 1, 64, 400, 256)


def _small() -> tuple[Shape, Tensors]:
    weights = initial_weights(SHAPE, 3)
    weights[EMBEDDING] *= 8
    return SHAPE, weights


def _vocabulary(pointers: tuple[str, ...]) -> Vocabulary:
    """Made-up tokens for ``SHAPE``, with ``pointers`` at their end."""
    words = SHAPE.vocabulary - len(MARKS) - len(pointers)
    tokens = (*MARKS, *(f"word {n}" for n in range(words)), *pointers)
    return Vocabulary(tokens, (1,) * len(tokens), ("a b",))


def _noise(count: int, seed: int) -> torch.Tensor:
    return torch.randint(3, SHAPE.vocabulary, (count,), generator=torch.Generator().manual_seed(seed))


def _wide() -> tuple[Shape, Tensors]:
    shape, weights = _small()
    return with_circuit(shape, weights, stream_energies(shape, weights, [_noise(60, 1)]))


def _chances(shape: Shape, weights: Tensors, tokens: torch.Tensor) -> torch.Tensor:
    """Log-probability of each token after the first, shape (n - 1,)."""
    mind = Transformer(shape, weights, torch.float32)
    with torch.no_grad():
        scores = mind.logits(mind.states(tokens[:-1], [(0, len(tokens) - 1)])).log_softmax(-1)
    return scores[torch.arange(len(tokens) - 1), tokens[1:]]


@pytest.mark.parametrize("apart", [1, 30, 120])
def test_words_said_twice_are_expected_the_second_time(apart: int) -> None:
    said = _noise(30, 2)
    tokens = torch.cat([torch.zeros(1, dtype=torch.long), said, _noise(apart, 4), said])
    before, after = _chances(*_small(), tokens), _chances(*_wide(), tokens)
    gain = after - before
    again = gain[-27:]
    assert again.mean() > 1.5 and (again > 0.5).float().mean() > 0.9
    assert gain[:30].abs().mean() < 0.3, "the first time nothing is expected"


def _far() -> tuple[Shape, Tensors]:
    return complete_circuit(*_small(), [_noise(60, 1)])


def _told_apart(shape: Shape, weights: Tensors, back: int, seed: int) -> float:
    """``a x y p .. b x y q ..``: how many nats p is likelier than q after ``a x y`` rather than after ``b x y``."""
    one, other, tail = _noise(1, seed), _noise(1, seed + 1), _noise(back - 1, seed + 2)
    p, q = torch.tensor([11]), torch.tensor([12])
    begun = torch.cat([torch.zeros(1, dtype=torch.long), _noise(20, seed + 3)])
    lines = torch.cat([begun, one, tail, p, _noise(15, seed + 4), other, tail, q, _noise(15, seed + 5)])
    after = [[_chances(shape, weights, torch.cat([lines, said, tail, token]))[-1] for token in (p, q)] for said in (one, other)]
    return float(after[0][0] - after[0][1] - after[1][0] + after[1][1])


@pytest.mark.parametrize("back, nats", [(3, 2.0), (4, 1.0)])
def test_of_two_that_were_said_alike_the_one_that_began_alike_goes_on(back: int, nats: float) -> None:
    near, far = _wide(), _far()
    gains = [_told_apart(*far, back, seed) - _told_apart(*near, back, seed) for seed in range(0, 120, 6)]
    assert sum(gain > 0 for gain in gains) >= 17 and sum(gains) / len(gains) > nats


def test_the_longer_look_leaves_the_rest_as_it_was() -> None:
    tokens = torch.cat([torch.zeros(1, dtype=torch.long), torch.randperm(397)[:120] + 3])
    before, after = (Transformer(*made, torch.float32).states(tokens, [(0, len(tokens))]) for made in (_wide(), _far()))
    own = SHAPE.width
    assert float(torch.cosine_similarity(before[:, :own], after[:, :own]).min()) > 0.99
    said, shape = _noise(30, 2), _far()[0]
    gain = _chances(*_far(), torch.cat([tokens, said, said])) - _chances(*_small(), torch.cat([tokens, said, said]))
    assert shape.back == FURTHER and gain[-27:].mean() > 1.5 and (gain[-27:] > 0.5).float().mean() > 0.9


def test_larger_groups_of_heads_copy_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "SHAPE", Shape(256, 3, 4, 1, 64, 400, 256))
    said = _noise(30, 2)
    tokens = torch.cat([torch.zeros(1, dtype=torch.long), said, said])
    gain = _chances(*_wide(), tokens) - _chances(*_small(), tokens)
    assert gain[-27:].mean() > 1.5 and (gain[-27:] > 0.5).float().mean() > 0.9


def test_a_widened_mind_is_otherwise_the_same() -> None:
    tokens = torch.cat([torch.zeros(1, dtype=torch.long), torch.randperm(397)[:120] + 3])
    shape, weights = _wide()
    old, new = Transformer(*_small(), torch.float32), Transformer(shape, weights, torch.float32)
    with torch.no_grad():
        before, after = (mind.states(tokens, [(0, len(tokens))]) for mind in (old, new))
    assert float(torch.cosine_similarity(before, after[:, : SHAPE.width]).min()) > 0.999
    assert shape.heads == SHAPE.heads + group_size(SHAPE) and shape.width == SHAPE.width + CHANNELS
    assert {name: tuple(tensor.shape) for name, tensor in weights.items()} == sizes(shape)


def test_codes_tell_all_tokens_apart() -> None:
    found = codes(1000)
    near = (found @ found.T).fill_diagonal_(-1)
    assert near.max() < 0.5 and not found[0].any()
    assert torch.allclose(found[1:].norm(dim=1), torch.ones(999))


def test_training_leaves_the_circuit_whole_and_changes_everything_else() -> None:
    shape, weights = _far()
    kept = {name: tensor.clone() for name, tensor in weights.items()}
    learner = Learner(Progress(shape, _vocabulary(()), weights), (0.02, 0.003))
    texts = [Text("say", _noise(100, seed).numpy().astype("int32"), 60) for seed in range(12)]
    for batch in pack(texts, 512, 0, 0.5):
        learner.step(batch, 1.0)
    now, own = {name: tensor.detach() for name, tensor in learner.mind.weights.items()}, shape.width - CHANNELS
    lanes = slice(own + 2, own + 2 + CODE)
    assert torch.equal(now[EMBEDDING][:, lanes], kept[EMBEDDING][:, lanes])
    assert torch.equal(now["blk.0.attn_k.weight"][64:], kept["blk.0.attn_k.weight"][64:])
    for name in ("attn_q.weight", "attn_k.weight", "attn_v.weight", "attn_output.weight"):
        heads = (slice(None), slice(128, None)) if "output" in name else slice(64 if "_q" not in name else 128, None)
        assert torch.equal(now[f"blk.1.{name}"][heads], kept[f"blk.1.{name}"][heads]), name
    assert not now["blk.0.ffn_down.weight"][own:].any() and not now["blk.2.attn_output.weight"][own:, :128].any()
    length = now[EMBEDDING].square().sum(1)
    constant = now[EMBEDDING][1:, own] * (shape.width / length[1:]).sqrt()
    assert torch.allclose(constant, constant[:1].expand_as(constant)), (
        "the constant is one for all tokens, however long their rows"
    )
    for name in ("blk.0.attn_q.weight", "blk.2.attn_q.weight", "blk.2.attn_k.weight", "blk.1.ffn_down.weight", EMBEDDING):
        assert not torch.equal(now[name], kept[name]), name


def test_a_file_keeps_the_circuit(tmp_path: Path) -> None:
    shape, weights = _far()
    write_gguf(tmp_path / "wide.gguf", ModelFile(shape, weights, _vocabulary(())), "F32")
    file = read_gguf(tmp_path / "wide.gguf")
    assert file.shape == shape and all(torch.equal(file.weights[name], weights[name]) for name in weights)


def _file(heads: int) -> ModelFile:
    """A model with random weights whose vocabulary can read any text."""
    vocabulary = learn((f"{system} {user} {reply}" for _, system, user, reply in rows(100)), 600)
    shape = Shape(128, 3, heads, 1, 64, len(vocabulary.tokens), 1024)
    return ModelFile(shape, initial_weights(shape, 0), vocabulary)


def test_the_command_widens_once_and_refuses_what_it_cannot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain, out, again = (tmp_path / name for name in ("plain.gguf", "wide.gguf", "again.gguf"))
    write_gguf(plain, _file(2), "F32")
    assert main([str(plain), "--out", str(out)]) == 0
    assert "train with --start" in capsys.readouterr().out
    shape = read_gguf(out).shape
    assert shape.copying == CHANNELS and shape.back == FURTHER
    assert main([str(out), "--out", str(again)]) == 2
    assert "looks two back" in capsys.readouterr().err
    write_gguf(plain, _file(4), "F32")
    assert main([str(plain), "--out", str(again)]) == 2
    assert main([str(tmp_path / "none.gguf"), "--out", str(again)]) == 2
    assert not again.exists()
