"""Teaching itself, on tiny random weights: dequantising, learning, going on, the adapter as GGUF, the exam."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gguf
import numpy as np
import pytest
import torch
from make_gguf import CHATML, make_random_gguf
from teaching_sample import ITEMS, RATING, TALK

from sim.llm.base import Generate, ModelError, Prompt
from sim.llm.chat_template import read_template
from sim.llm.decoder import Chunk, ContextSize, Decoder
from sim.llm.llamacpp import file_digest
from sim.llm.loading import open_model
from sim.llm.server_requests import _messages
from sim.llm.weights import Weights
from sim.teaching.__main__ import main
from sim.teaching.exam import examine, faults_of, to_be_told
from sim.teaching.examples import examples
from sim.teaching.export import export
from sim.teaching.items import aside, write_items
from sim.teaching.teach import STATE, Course, Pupil, teach
from sim.teaching.tokens import Encoder
from sim.teaching.weights import load

TOKENS = np.arange(20, 60, dtype=np.int32)
ONE_STEP = Course(steps=1, tokens=200, measured=2, rank=4, threads=1)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_random_gguf(tmp_path_factory.mktemp("tiny") / "tiny.gguf")


@pytest.fixture(scope="module")
def adapter(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An adapter of random numbers, large enough to be seen."""
    folder = tmp_path_factory.mktemp("adapter")
    pupil = Pupil(tiny, ONE_STEP)
    generator = torch.Generator().manual_seed(5)
    for weight in pupil.adapter.values():
        weight.data.copy_(0.05 * torch.randn(weight.shape, generator=generator))
    pupil.save(folder / STATE, {"model": file_digest(tiny), "name": tiny.name, "rank": 4, "alpha": ONE_STEP.scale})
    return export(tiny, folder, folder / "adapter.gguf")


def _logits(path: Path, adapter: Path | None = None) -> Any:
    weights = Weights(path, adapter=adapter)
    decoder = Decoder(weights, ContextSize(256, 1, 64, 1, False))
    found = np.array(decoder.decode([Chunk(TOKENS, 0, 0, len(TOKENS))]))
    decoder.close()
    weights.close()
    return found


def test_dequantised_weights_compute_what_llama_cpp_computes(tiny: Path) -> None:
    model = load(tiny, torch.float32)
    with torch.no_grad():
        ours = model(torch.from_numpy(TOKENS.astype(np.int64))[None]).logits[0].numpy()
    assert np.abs(ours - _logits(tiny)).max() < 0.02


def test_an_adapter_computes_what_merged_weights_compute(tiny: Path, adapter: Path) -> None:
    plain, adapted = _logits(tiny), _logits(tiny, adapter)
    assert np.abs(plain - adapted).max() > 0.2
    pupil = Pupil(tiny, ONE_STEP)
    pupil.resume(adapter.with_name(STATE), file_digest(tiny))
    merged = pupil.model.merge_and_unload().float()
    with torch.no_grad():
        ours = merged(torch.from_numpy(TOKENS.astype(np.int64))[None]).logits[0].numpy()
    assert np.corrcoef(ours.ravel(), adapted.ravel())[0, 1] > 0.999
    assert np.abs(ours - adapted).max() < 0.1 < np.abs(ours - plain).max()


def test_a_model_with_its_adapter_is_opened_by_one_name_and_has_a_digest_of_its_own(tiny: Path, adapter: Path) -> None:
    asked = [Generate(Prompt("You are Ada.", "Speak."), max_tokens=8, temperature=0)]
    replies, digests = [], []
    for spec in (str(tiny), f"{tiny}+{adapter}"):
        model = open_model(spec, context=512, lanes=1, threads=1)
        replies.append(model.ask(asked)[0])
        digests.append(model.info.digest)
        model.close()
    assert digests[0] == file_digest(tiny) and digests[0] != digests[1] and len(digests[1]) == 32
    assert replies[0] != replies[1]


def test_what_is_no_fitting_adapter_is_refused_in_words(tiny: Path, adapter: Path, tmp_path: Path) -> None:
    wide = make_random_gguf(tmp_path / "wide.gguf", d=128)
    other = make_random_gguf(tmp_path / "qwen.gguf", arch="qwen2")
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(adapter.read_bytes()[:200])
    for spec, said in (
        (f"{tiny}+{wide}", "is not an adapter"),
        (f"{wide}+{adapter}", "does not fit"),
        (f"{other}+{adapter}", "is an adapter for llama models"),
        (f"{tiny}+{tmp_path / 'none.gguf'}", "There is no adapter"),
        (str(adapter), "is an adapter, to be named after its model"),
        (f"{tiny}+{broken}", "cannot? ?be read|no adapter that can be read"),
    ):
        with pytest.raises(ModelError, match=said):
            open_model(spec, context=512)


def test_the_adapter_file_says_what_it_is(adapter: Path) -> None:
    reader = gguf.GGUFReader(adapter)
    told = {
        key: reader.fields[key].contents()
        for key in ("general.type", "general.architecture", "adapter.type", "adapter.lora.alpha")
    }
    assert told == {
        "general.type": "adapter",
        "general.architecture": "llama",
        "adapter.type": "lora",
        "adapter.lora.alpha": 16.0,
    }
    assert {tensor.name.rpartition(".")[2] for tensor in reader.tensors} == {"lora_a", "lora_b"}
    assert len(reader.tensors) == 2 * 7 * 2  # layers, matrices, halves


def test_only_replies_and_their_ends_are_learned(tiny: Path) -> None:
    encoder = Encoder(tiny)
    example = next(example for example in examples({"ratings": [RATING]}, 0))
    encoded = encoder.encode(example)
    pieces = encoder._weights.pieces
    text = b"".join(pieces[token] for token in encoded.ids[encoded.learned]).decode()
    assert text == "".join(f"{rate}<|im_end|>" for rate in example.turns[1::2])
    whole = b"".join(pieces[token] for token in encoded.ids).decode()
    assert "<|im_start|>system\nYou are a landlady" in whole and whole.count("<|im_end|>\n<|im_start|>") == 2 * 4
    encoder.close()


def test_a_course_learns_is_kept_and_goes_on(tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    items = {kind: [item for item in found if not aside(item)] for kind, found in ITEMS.items()}
    course = Course(steps=12, tokens=600, measured=0, rank=4, rate=0.02, threads=1)
    pupil = teach(tiny, items, tmp_path, course)
    encoder = Encoder(tiny)
    lesson = encoder.all(examples(items, 0))
    encoder.close()
    learned, untaught = pupil.measure(lesson), Pupil(tiny, course).measure(lesson)
    assert learned["all"] < untaught["all"] - 0.3
    again = teach(tiny, items, tmp_path, Course(steps=1, tokens=600, measured=0, rank=4, threads=1))
    assert again.step == 13 and "goes on from step 12" in capsys.readouterr().out
    with pytest.raises(ModelError, match="--rank 4"):
        teach(tiny, items, tmp_path, Course(steps=1, rank=8, measured=0, threads=1))


def test_another_model_than_the_checkpoints_is_refused(tiny: Path, adapter: Path, tmp_path: Path) -> None:
    other = make_random_gguf(tmp_path / "other.gguf", layers=3)
    with pytest.raises(ModelError, match="other weights"):
        export(other, adapter.with_name(STATE), tmp_path / "a.gguf")
    with pytest.raises(ModelError, match="teach first"):
        export(tiny, tmp_path, tmp_path / "a.gguf")
    qwen = make_random_gguf(tmp_path / "qwen.gguf", arch="qwen2")
    with pytest.raises(ModelError, match="only llama models"):
        load(qwen)


def test_the_exam_counts_what_a_line_does_wrong() -> None:
    prompt = Prompt(
        "You are Toivo Lappi. Toivo Lappi is 40.\nYou know:\n1. The rafts leave on Monday, May 11, at 06:00.",
        "Aune: When do the big rafts leave, then?\n[tell 1: The rafts leave on Monday, May 11, at 06:00.]",
    )
    assert faults_of("On Monday at 06:00, they say.", prompt) == []
    assert faults_of("They go on Sunday with Pekka.", prompt) == ["invented"]
    assert faults_of("When do the big rafts leave?", prompt) == ["parroted"]
    assert faults_of("I go and I go and I go and I go.", prompt) == ["parroted"]
    assert faults_of("Toivo says Monday.", prompt) == ["own_name"]
    assert faults_of("Monday.", prompt) == ["odd_length"]
    assert to_be_told(prompt.user, "Monday, at 06:00.") == ["Monday", "06:00"]
    assert to_be_told("Aune: So?\n[ask]", "Monday?") == []


def test_any_model_can_be_examined(tiny: Path, adapter: Path) -> None:
    towns = [{**TALK, "town": f"Place {n}, a harbour."} for n in range(30)]
    ratings = [{**RATING, "life": f"landlady {n}, thrifty"} for n in range(30)]
    figures = examine(f"{tiny}+{adapter}", {"talks": towns, "ratings": ratings}, minutes=0.2, threads=1)
    assert figures.asked > 2 and figures.loss["all"] > 0 and figures.lines >= figures.told_of
    assert 0 <= figures.clean <= 1 and figures.written


def test_the_doors_work_and_speak_in_words(tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_items(ITEMS, tmp_path / "data")
    data, out = str(tmp_path / "data"), str(tmp_path / "out")
    assert main(["check", data]) == 0
    assert main(["pack", data, "--out", str(tmp_path / "packed")]) == 0
    assert main(["teach", data, "--out", out, "--model", str(tiny), "--steps", "1", "--tokens", "100", "--measured", "0"]) == 0
    assert main(["export", out, str(tmp_path / "a.gguf"), "--model", str(tiny)]) == 0
    assert main(["exam", f"{tiny}+{tmp_path / 'a.gguf'}", "--data", data, "--minutes", "0.1", "--json"]) == 0
    assert '"digest"' in capsys.readouterr().out
    assert main(["teach", str(tmp_path / "none"), "--out", out]) == 3
    assert "no file or folder" in capsys.readouterr().err


def test_turns_of_a_chat_are_read_as_the_models_own_template_writes_them() -> None:
    template = read_template(CHATML, "tiny")
    start, end = "<|im_start|>", "<|im_end|>\n"
    assert template.render("S", "B", ("A", "1")).endswith(
        f"user\nA{end}{start}assistant\n1{end}{start}user\nB{end}{start}assistant\n"
    )
    assert template.render("S", "B", ("A", "1")).startswith(template.render("S", "A"))
    single = read_template("{{ messages[0].content }}|{{ messages[1].content }}|", "once")
    assert single.render("S", "B", ("A", "1")) == "S|A\n1\nB|"


def test_a_talk_reads_only_what_is_new_and_its_first_turns_go_where_it_grows_too_long(tiny: Path) -> None:
    model = open_model(str(tiny), context=512, lanes=1, threads=1)
    system, said = "You are Ada. " * 6, ("Bo: Hello there, neighbour of mine. " * 3, "Good day to you, Bo, and your goat. " * 3)
    first = Generate(Prompt(system, said[0]), max_tokens=1, temperature=0)
    second = Generate(Prompt(system, "Bo: Well?", turns=said), max_tokens=1, temperature=0)
    model.ask([first])
    model.ask([second])  # a model this small keeps a beginning only once two prompts have shared it
    (reply,) = model.ask([second])
    assert reply.usage.reused > 50
    long = Generate(Prompt(system, "Bo: Well?", turns=said * 12), max_tokens=1, temperature=0)
    (reply,) = model.ask([long])
    assert reply.usage.prompt < 512 and reply.problem == "truncated"  # by its one token, no error
    model.close()


def test_a_server_gets_the_turns_as_messages() -> None:
    told = _messages(Prompt("S", "B", turns=("A", "1")), system_role=True)
    assert [(one["role"], one["content"]) for one in told] == [
        ("system", "S"),
        ("user", "A"),
        ("assistant", "1"),
        ("user", "B"),
    ]
    assert _messages(Prompt("S", "B"), system_role=False) == [{"role": "user", "content": "S\n\nB"}]
