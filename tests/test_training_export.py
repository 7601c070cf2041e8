"""A model as a file: its vocabulary cuts text as llama.cpp does, and llama.cpp computes what PyTorch does."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from training_sample import SHIPPED, rows, write_tiny

from sim.dice import dice
from sim.llm.decoder import Chunk, ContextSize, Decoder
from sim.llm.weights import Weights
from sim.training import gguf_file
from sim.training.batches import Text, tokenized
from sim.training.gguf_file import KINDS, ModelFile, read_gguf, read_vocabulary, write_gguf
from sim.training.model import Transformer
from sim.training.vocabulary import MARKS, POINTERS, learn


@pytest.fixture(scope="module")
def shipped() -> ModelFile:
    return read_gguf(SHIPPED)


@pytest.fixture(scope="module")
def texts(shipped: ModelFile) -> list[Text]:
    return list(tokenized(rows(12), shipped.vocabulary.reader(), 512))


@pytest.fixture(scope="module")
def ours(shipped: ModelFile, texts: list[Text]) -> NDArray[np.float32]:
    """PyTorch's logits of the texts in float32, one after the other."""
    mind = Transformer(shipped.shape, shipped.weights, torch.float32)
    ends = np.cumsum([len(text.ids) for text in texts]).tolist()
    tokens = torch.from_numpy(np.concatenate([text.ids for text in texts])).long()
    with torch.no_grad():
        return np.asarray(mind.logits(mind.states(tokens, list(zip([0, *ends], ends, strict=False)))))


class _Exact(Decoder):
    """With attention memory in F32: the usual F16 moves logits by 0.1 already."""

    def _params(self, size: ContextSize) -> Any:
        params = super()._params(size)
        params.type_k = params.type_v = 0
        return params


def _theirs(path: Path, texts: list[Text], kind: type[Decoder]) -> NDArray[np.float32]:
    """llama.cpp's logits of the texts, one after the other."""
    weights = Weights(path)
    decoder = kind(weights, ContextSize(512, 1, 512, 1, False))
    found = [decoder.decode([Chunk(text.ids, 0, 0, len(text.ids))]).copy() for text in texts]
    decoder.close()
    weights.close()
    return np.concatenate(found)


def test_llama_cpp_computes_an_exact_export_as_pytorch_does(
    shipped: ModelFile, texts: list[Text], ours: NDArray[np.float32], tmp_path: Path
) -> None:
    write_gguf(tmp_path / "mind.gguf", shipped, "F32")
    theirs = _theirs(tmp_path / "mind.gguf", texts, _Exact)
    assert len(ours) == len(theirs) > 1000
    assert float(np.abs(ours - theirs).max()) < 1e-2


@pytest.mark.parametrize(("kind", "least"), [("F16", 0.98), ("Q8_0", 0.98)])
def test_a_coarser_export_chooses_the_same_tokens(
    kind: str, least: float, shipped: ModelFile, texts: list[Text], ours: NDArray[np.float32], tmp_path: Path
) -> None:
    write_gguf(tmp_path / "mind.gguf", shipped, kind)
    theirs = _theirs(tmp_path / "mind.gguf", texts, Decoder)
    assert np.mean(ours.argmax(1) == theirs.argmax(1)) >= least


def test_the_shipped_mind_read_and_written_is_the_same_file(shipped: ModelFile, tmp_path: Path) -> None:
    write_gguf(tmp_path / "again.gguf", shipped, "Q8_0")
    assert (tmp_path / "again.gguf").read_bytes() == SHIPPED.read_bytes()


def test_a_file_is_smaller_the_coarser_it_is(shipped: ModelFile, tmp_path: Path) -> None:
    for kind in KINDS:
        assert gguf_file.main([str(SHIPPED), "--out", str(tmp_path / f"{kind}.gguf"), "--kind", kind]) == 0
    sizes = {kind: (tmp_path / f"{kind}.gguf").stat().st_size for kind in KINDS}
    assert sizes["Q8_0"] < 0.6 * sizes["F16"] < 0.4 * sizes["F32"]
    exact = read_gguf(tmp_path / "F32.gguf")
    assert all(torch.equal(exact.weights[name], shipped.weights[name]) for name in shipped.weights)


def test_a_mind_of_4096_positions_says_so(shipped: ModelFile, tmp_path: Path) -> None:
    long = dataclasses.replace(shipped, shape=dataclasses.replace(shipped.shape, positions=4096))
    write_gguf(tmp_path / "long.gguf", long)
    weights = Weights(tmp_path / "long.gguf")
    assert weights.trained_context == 4096
    weights.close()


def test_what_is_no_mind_of_ours_is_refused_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tiny = write_tiny(tmp_path / "tiny.gguf")
    (tmp_path / "cut.gguf").write_bytes(tiny.read_bytes()[:5000])
    (tmp_path / "empty").mkdir()
    for name in ("cut.gguf", "none.gguf", "empty"):
        assert gguf_file.main([str(tmp_path / name), "--out", str(tmp_path / "out.gguf")]) == 2
        said = capsys.readouterr().err
        assert name in said and "export" in said or "training" in said
    assert not (tmp_path / "out.gguf").exists()


PARTS = (
    "Isabella Rodríguez", "Søren Kierkegård", "Ngũgĩ wa Thiong'o", "Дмитрий Соколов", "Ελένη Παπαδοπούλου", "李小龍",
    "佐藤 さくら", "김민준", "محمد علي", "שלמה כהן", "अनन्या शर्मा", "สมชาย ใจดี", "Trần Thị Hương", "Þórdís", "Łukasz Żółć",
    "O'Brien-Smith", "Q'eqchi'", "🎉", "👩‍👩‍👧‍👦", "🇳🇿", "❤️", "☕", "½", "٣٤٥", "१२३", "Ⅳ", "²", "1234567890", "3.14159",
    "10:30 am", "7 pm", "July 8", "  ", "   ", "\t", "\n", "\n\n\n", " \n ", "\r\n", "\u00a0", "\u2003", "\u200b", "\u3000",
    "\u0301", "ﬁ", "İ", "ß", "\x00", "\x01\x1f", "\x7f", "\ufeff", '{"utterance": "', '"}', "[1, 2, 10]", "don't", "I'll",
    "WE'VE", "’s", "she said: “no”", "--", "...", "!?", "#$%^&*", "a_b", "\\n", "<", ">", "<P", "P0>", "<P99>", "< P0>",
    "<|im_", "|>", "<|endoftext|", "the", "party at", "Hobbs Cafe", "You are", "Task:", "zzzz",
)  # fmt: skip


def _strings(count: int) -> list[str]:
    """Mixtures of names, numbers, blanks, marks, pointers and any characters that there are."""
    chance = dice("tokenizer strings")
    parts = (*PARTS, *POINTERS[::7], *MARKS)
    made = []
    for _ in range(count):
        chosen = [parts[place] for place in chance.integers(0, len(parts), int(chance.integers(1, 9)))]
        if chance.random() < 0.3:
            points = chance.integers(1, 0x2FFFF, 3)
            chosen += [chr(point) for point in points if not 0xD800 <= point <= 0xDFFF]
        order = chance.permutation(len(chosen))
        made.append(str(chance.choice(["", " ", "", "  "])).join(chosen[place] for place in order))
    return made


def test_ten_thousand_strings_are_cut_as_llama_cpp_cuts_them() -> None:
    reader = read_vocabulary(SHIPPED).reader()
    weights = Weights(SHIPPED)
    texts = _strings(10_000)
    ours = [one.ids for one in reader.encode_batch(texts)]
    different = [text for text, ids in zip(texts, ours, strict=True) if weights.tokenize(text, special=True) != ids]
    weights.close()
    assert len(set(texts)) > 9_000
    assert different == []


def test_what_was_cut_reads_back_as_it_was() -> None:
    reader = read_vocabulary(SHIPPED).reader()
    texts = [text for text in _strings(500) if not any(mark in text for mark in MARKS)]
    assert [reader.decode(reader.encode(text).ids) for text in texts] == texts


def test_a_learned_vocabulary_has_single_digits_and_whole_pointers(tmp_path: Path) -> None:
    vocabulary = learn((text for row in rows(300) for text in row[1:]), 600)
    reader = vocabulary.reader()
    assert len(vocabulary.tokens) <= 600
    assert vocabulary.tokens[:3] == MARKS
    assert reader.encode("<P0> has 1234 <L39>").tokens[-6:] == ["1", "2", "3", "4", "Ġ", "<L39>"]
    assert not any(pointer[:2] in merge.replace(" ", "") for merge in vocabulary.merges for pointer in ("<P0", "<L0"))
    assert max(len(reader.encode(word).ids) for word in ("You are", " Traits")) <= 2
    vocabulary.save(tmp_path / "words.json")
    again = read_vocabulary(tmp_path / "words.json")
    assert again == vocabulary
    assert np.array_equal(again.reader().encode("a supper at <L0>").ids, reader.encode("a supper at <L0>").ids)


def test_too_small_a_vocabulary_and_a_wrong_file_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="too small"):
        learn(["text"], 300)
    (tmp_path / "no.json").write_text("[]", encoding="utf-8")
    for name in ("no.json", "missing.json", "missing.gguf"):
        with pytest.raises(ValueError, match=f"{name} is no"):
            read_vocabulary(tmp_path / name)
