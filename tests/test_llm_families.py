"""Every kind of instruct GGUF: architectures, tokenisers, templates, contexts, weight layouts, and broken files."""

from __future__ import annotations

import json
import os
import re
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import gguf
import pytest
from make_gguf import NO_SYSTEM, POINTERS, THINKING, make_random_gguf
from scripted_questions import random_question

from sim.answer.scripted import Script
from sim.llm import Generate, Generated, ModelError, Prompt, Score, Scored, open_model
from sim.llm.gguf import read_header
from sim.llm.library import SPIN_COUNT, library
from sim.llm.llamacpp import LlamaModel
from sim.llm.memory_plan import MAX_CONTEXT
from sim.llm.weight_layout import repackable_matrices
from sim.prompts.brief import render
from sim.prompts.check import satisfies
from sim.prompts.schema import one_of, record, text

ROOT = Path(__file__).resolve().parents[1]
PROMPT = Prompt("You are Ada Stone, age 44.", "Task: choose\nSeen: Ben Cole waves.")
OPTIONS = ('{"choice": "talk"}', '{"choice": "wait"}', '{"choice": "wait a little"}')
KINDS: dict[str, dict[str, Any]] = {
    "llama": {},
    "llama, pointers": {"vocab_texts": POINTERS},
    "llama, sentencepiece": {"pre": "spm"},
    "llama, sentencepiece, padded": {"pre": "spm", "padding": 37, "vocab_texts": POINTERS},
    "llama, padded": {"pre": "llama-bpe", "padding": 200},
    "qwen2": {"arch": "qwen2", "pre": "qwen2", "kind": "Q8_0"},
    "qwen3, thinking": {"arch": "qwen3", "pre": "qwen2", "template": THINKING},
    "phi3": {"arch": "phi3", "pre": "spm"},
    "gemma2, no system role": {"arch": "gemma2", "template": NO_SYSTEM},
    "gemma3, no system role": {"arch": "gemma3", "template": NO_SYSTEM, "layers": 6},
    "mamba, recurrent": {"arch": "mamba"},
    "repacked": {"d": 128, "kind": "Q4_0"},
    "short context": {"context": 512},
    "long context": {"context": 4096},
}


def _open(tmp_path: Path, **shape: Any) -> LlamaModel:
    model = open_model(str(make_random_gguf(tmp_path / "some.gguf", **shape)), threads=1)
    assert isinstance(model, LlamaModel)
    return model


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_model_answers_every_task(tmp_path: Path, name: str, script: Script) -> None:
    model = _open(tmp_path, **KINDS[name])
    asked = [random_question(task, 1, script) for task in ("rate", "react", "say", "steps", "place", "plan", "recap", "icon")]
    written = [Generate(render(q), json.dumps(q.schema()), q.max_tokens, q.temperature, q.seed) for q in asked]
    *replies, scored, again = model.ask([*written, Score(PROMPT, OPTIONS), Score(PROMPT, OPTIONS[:1])])
    for question, reply in zip(asked, replies, strict=True):
        assert isinstance(reply, Generated) and not reply.problem, (question.task, reply)
        assert satisfies(json.loads(reply.text), question.schema()), reply.text
    assert isinstance(scored, Scored) and isinstance(again, Scored) and max(scored.logprobs) < 0
    assert scored.logprobs[0] == pytest.approx(again.logprobs[0], abs=0.05)
    assert model.info.context == KINDS[name].get("context", 1024)
    model.close()


def test_an_option_is_scored_as_the_tokens_that_would_be_written(tmp_path: Path) -> None:
    """SentencePiece puts a space before a text; a reply follows the prompt without one."""
    model = _open(tmp_path, pre="spm")
    weights = model._weights
    for option in (*OPTIONS, "yes", " yes", "", "\n{"):
        assert b"".join(weights.pieces[token] for token in weights.tokenize_continuation(option)).decode() == option
    model.close()


def test_a_thinking_template_gets_its_thoughts_closed(tmp_path: Path) -> None:
    model = _open(tmp_path, arch="qwen3", template=THINKING)
    assert model._template.after.endswith("<think>\n\n</think>\n\n")
    model.close()


def test_a_template_without_a_system_role_gets_it_in_the_user_message(tmp_path: Path) -> None:
    model = _open(tmp_path, arch="gemma2", template=NO_SYSTEM)
    tokens, _ = model._encode(PROMPT)
    said = b"".join(model._weights.pieces[token] for token in tokens).decode()
    assert said.count("<|im_start|>user\nYou are Ada Stone, age 44.\n\nTask: choose") == 1 and "system" not in said
    assert said.startswith("<|endoftext|><|im_start|>"), "one start mark, though template and tokeniser both write it"
    model.close()


def test_unused_tokens_are_never_written(tmp_path: Path) -> None:
    model = _open(tmp_path, padding=4000)
    schema = json.dumps(record(say=text(60), to=one_of(["Ben", "Cleo"])))
    replies = model.ask([Generate(PROMPT, part, 40, 2.0, seed) for seed in range(6) for part in (schema, "")])
    assert all(isinstance(reply, Generated) and "PAD" not in reply.text for reply in replies)
    model.close()


def test_a_gguf_header_is_read_without_llama_cpp(tmp_path: Path) -> None:
    path = make_random_gguf(tmp_path / "some.gguf", d=128, kind="Q4_0")
    found = read_header(path).tensors
    assert found["blk.1.ffn_down.weight"] == (2, (128, 128)) and found["output_norm.weight"] == (0, (128,))
    assert sorted(repackable_matrices(path)) == sorted(name for name in found if name.startswith("blk") and "norm" not in name)
    assert repackable_matrices(make_random_gguf(tmp_path / "half.gguf")) == [] == repackable_matrices(tmp_path / "none.gguf")


def _damaged(good: bytes) -> dict[str, bytes]:
    """By name: what is left of a good file."""
    cuts = {f"cut{share}.gguf": good[: len(good) * share // 100] for share in (1, 20, 50, 99)}
    flipped = bytearray(good)
    flipped[8:24] = b"\xff" * 16
    wild = bytearray(good)
    wild[40:400] = bytes(range(180)) * 2
    return {**cuts, "counts.gguf": bytes(flipped), "wild.gguf": bytes(wild), "zeros.gguf": bytes(4096), "empty.gguf": b""}


def _told(good: Path, key: str, form: str, value: float) -> bytes:
    """A good file whose metadata says something else."""
    reader = gguf.GGUFReader(good)
    content, field = bytearray(good.read_bytes()), reader.fields[key]
    at = field.parts[field.data[0]].__array_interface__["data"][0] - reader.data.__array_interface__["data"][0]
    content[at : at + struct.calcsize(form)] = struct.pack(form, value)
    return bytes(content)


@pytest.mark.parametrize(
    "key, form, value",
    [
        ("llama.block_count", "<I", 0),
        ("llama.block_count", "<I", 513),
        ("llama.block_count", "<I", 2**31),
        ("llama.attention.layer_norm_rms_epsilon", "<f", -1.0),
        ("llama.attention.layer_norm_rms_epsilon", "<f", float("nan")),
    ],
)
def test_metadata_that_would_end_the_process_are_refused_by_name(tmp_path: Path, key: str, form: str, value: float) -> None:
    path = make_random_gguf(tmp_path / "good.gguf")
    assert read_header(path).numbers["llama.block_count"] == 2
    path.write_bytes(_told(path, key, form, value))
    with pytest.raises(ModelError, match=f"says of itself {key}"):
        open_model(str(path))


@pytest.mark.parametrize("positions", [0, 2**31, 2**32 - 1])
def test_a_file_without_a_sensible_context_length_gets_the_default(tmp_path: Path, positions: int) -> None:
    path = make_random_gguf(tmp_path / "good.gguf")
    path.write_bytes(_told(path, "llama.context_length", "<I", positions))
    model = open_model(str(path))
    assert model.info.context == MAX_CONTEXT
    model.close()


def test_broken_files_end_with_a_message_and_exit_code_3_and_never_with_a_crash(tmp_path: Path) -> None:
    """In a process of its own: an abort would end the test run."""
    good = make_random_gguf(tmp_path / "good.gguf", kind="Q4_0", d=128).read_bytes()
    for name, content in _damaged(good).items():
        (tmp_path / name).write_bytes(content)
    program = (
        "import sys\nfrom pathlib import Path\nfrom sim.llm import open_model, ModelError\n"
        "for path in sorted(Path(sys.argv[1]).glob('*.gguf')):\n"
        "    try:\n        open_model(str(path)).close()\n        print(path.name, 'opened')\n"
        "    except ModelError as error:\n        print(path.name, 'refused:', str(error).splitlines()[0])\n"
    )
    ended = subprocess.run([sys.executable, "-c", program, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, timeout=90)
    lines = ended.stdout.splitlines()
    assert ended.returncode == 0, ended.stderr
    assert [line for line in lines if line.endswith("opened")] == ["good.gguf opened"]
    assert sum("refused: " in line for line in lines) == 8 and all(str(tmp_path) in line for line in lines if "refused" in line)
    command = [sys.executable, "run_sim.py", "run", "scenarios/first_morning.yaml", "--headless", "--ticks", "1", "--model"]
    run = [*command, str(tmp_path / "cut50.gguf"), "--saves", str(tmp_path)]
    town = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, timeout=90)
    assert town.returncode == 3 and "cut50.gguf" in town.stderr and "Traceback" not in town.stderr


def _text(word: bytes) -> bytes:
    return struct.pack("<Q", len(word)) + word


def test_headers_that_would_fill_the_memory_are_refused(tmp_path: Path) -> None:
    """A name of half a terabyte, lists within lists."""
    good, name = make_random_gguf(tmp_path / "good.gguf").read_bytes(), b"output_norm.weight"
    within = struct.pack("<III", 9, 9, 1) * 3000
    files = (
        good.replace(_text(name), struct.pack("<Q", 2**39) + name, 1),
        struct.pack("<4sIQQ", b"GGUF", 3, 1, 1) + _text(b"some.key") + within,
    )
    for data in files:
        (tmp_path / "wild.gguf").write_bytes(data)
        with pytest.raises(ModelError, match=r"wild\.gguf cannot be loaded"):
            open_model(str(tmp_path / "wild.gguf"))


@pytest.mark.parametrize(
    ("key", "value", "ending"),
    [
        ("rope.dimension_count", 3, "GGML_ASSERT"),
        ("attention.key_length", 5, "GGML_ASSERT"),
        ("rope.dimension_count", 0, "longer than a minute"),
        ("", 0, "GGML_ASSERT"),
    ],
)
def test_what_would_end_or_hang_the_program_is_found_out_in_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, value: int, ending: str
) -> None:
    """Numbers that llama.cpp takes and cannot compute with; and a token that stands twice in the vocabulary."""
    monkeypatch.setattr("sim.llm.trial.PATIENCE", 3.0 if not value else 60.0)
    path = make_random_gguf(tmp_path / "wild.gguf", arch="phi3")
    good = path.read_bytes()
    path.write_bytes(_told(path, f"phi3.{key}", "<I", value) if key else good.replace(_text(b"a"), _text(b"b"), 1))
    assert path.read_bytes() != good
    with pytest.raises(ModelError, match=rf"wild\.gguf would end this program when it is opened \(.*{ending}"):
        open_model(str(path))


def test_gpu_layers_without_a_gpu_build_are_mentioned_once_and_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(library(), "llama_supports_gpu_offload", lambda: False)
    model = open_model(str(make_random_gguf(tmp_path / "some.gguf")), gpu_layers=99, threads=1)
    (reply,) = model.ask([Score(PROMPT, OPTIONS)])
    assert not reply.problem and model.info.details["gpu layers"] == "0"
    assert capsys.readouterr().err.count("\n") == 1
    model.close()


LOADING = """
import os, pathlib
from sim.llm.library import library
library()
maps = pathlib.Path("/proc/self/maps")
print("libgomp" in maps.read_text() if maps.exists() else None)
print(os.environ.get("GOMP_SPINCOUNT"))
"""
"""Loads llama.cpp, then prints whether GNU's OpenMP was loaded with it (None: unknown) and the setting that other libraries
see."""


@pytest.mark.parametrize("own", [None, "77"])
def test_waiting_threads_spin_briefly_unless_the_user_set_it_otherwise(own: str | None) -> None:
    chosen = {"GOMP_SPINCOUNT": own} if own else {}
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("OMP_", "GOMP_"))}
    environment = {**plain, **chosen, "OMP_DISPLAY_ENV": "verbose"}
    ended = subprocess.run(
        [sys.executable, "-c", LOADING], cwd=ROOT, capture_output=True, text=True, env=environment, timeout=60
    )
    assert ended.returncode == 0, ended.stderr
    loaded, seen = ended.stdout.splitlines()
    shown = set(re.findall(r"GOMP_SPINCOUNT = '(\d+)'", ended.stderr))
    wanted = {"True": [{own or SPIN_COUNT}], "False": [set()], "None": [set(), {own or SPIN_COUNT}]}
    assert shown in wanted[loaded], ended.stderr
    assert seen == str(own), "what other libraries see is not changed"


def test_files_that_are_no_model_that_writes_are_called_what_they_are(tmp_path: Path) -> None:
    whole = make_random_gguf(tmp_path / "whole.gguf").read_bytes()
    name = struct.pack("<Q", 5) + b"llama"
    files = {
        "holds a vocabulary and no weights": whole[:8] + struct.pack("<Q", 0) + whole[16:],
        "embeds texts and cannot write": whole.replace(name, struct.pack("<Q", 4) + b"bert", 1),
        "is the part of a model that sees pictures": whole.replace(name, struct.pack("<Q", 4) + b"clip", 1),
    }
    for told, data in files.items():
        path = tmp_path / "other.gguf"
        path.write_bytes(data)
        with pytest.raises(ModelError, match=rf"other\.gguf {told}\. Take the instruct model itself"):
            open_model(str(path))
