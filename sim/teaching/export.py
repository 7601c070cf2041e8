"""A checkpoint's adapter as a GGUF file that llama.cpp loads over the model it was taught on.

Keys and tensors as llama.cpp's own converter writes them: ``general.type = adapter``, ``adapter.type = lora``,
``adapter.lora.alpha``, and for each matrix ``NAME.weight.lora_a`` (rank, in) and ``.lora_b`` (out, rank).
"""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np
from safetensors import safe_open

from sim.llm.base import ModelError
from sim.llm.llamacpp import file_digest
from sim.teaching.teach import STATE, about_of
from sim.teaching.weights import MATRICES, config_of, permute


def export(model: Path, out: Path, adapter: Path) -> Path:
    """Write the adapter in f16 and return its path. Raises ``ModelError`` where ``out`` holds no checkpoint of ``model``."""
    state = out / STATE if out.is_dir() else out
    if not state.is_file():
        raise ModelError(f"There is no checkpoint at {state}; teach first.")
    about, config = about_of(state), config_of(model)
    if about["model"] != file_digest(model):
        raise ModelError(f"{state} was taught over other weights than {model}.")
    adapter.parent.mkdir(parents=True, exist_ok=True)
    writer = gguf.GGUFWriter(adapter, "llama")
    writer.add_type("adapter")
    writer.add_name(adapter.stem)
    writer.add_description(f"Over {about['name']} (blake2b {about['model']}), {about['step']} steps.")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", float(about["alpha"]))
    heads = {"attn_q": config.num_attention_heads, "attn_k": config.num_key_value_heads}
    with safe_open(state, "numpy") as file:
        for layer in range(config.num_hidden_layers):
            for ours, theirs in MATRICES.items():
                a, b = (file.get_tensor(f"layers.{layer}.{theirs}.lora_{part}.weight").astype(np.float32) for part in "AB")
                b = permute(b, heads[ours]) if ours in heads else b
                writer.add_tensor(f"blk.{layer}.{ours}.weight.lora_a", a.astype(np.float16))
                writer.add_tensor(f"blk.{layer}.{ours}.weight.lora_b", b.astype(np.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return adapter
