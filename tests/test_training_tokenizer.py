"""The vocabulary: cut as llama.cpp cuts, learned with whole pointers and single digits, kept in files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sim.llm.native import Weights
from training_sample import SHIPPED, rows

from sim.dice import dice
from sim.training.gguf_file import read_vocabulary
from sim.training.vocabulary import MARKS, POINTERS, learn

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
