"""A llama-architecture GGUF as a transformers model, built from the file's own metadata and dequantised weights.

transformers' own GGUF loading takes minutes on a busy machine; this takes some ten seconds. ``teach`` and the tests call it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gguf
import numpy as np
import torch
from numpy.typing import NDArray
from transformers import LlamaConfig, LlamaForCausalLM

from sim.llm.base import ModelError
from sim.llm.gguf import read_header

MATRICES = {
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
"""The seven matrices of a layer: llama.cpp's name -> transformers' name."""
_NORMS = {"attn_norm": "input_layernorm", "ffn_norm": "post_attention_layernorm"}
_WHOLE = {"token_embd": "model.embed_tokens", "output_norm": "model.norm", "output": "lm_head"}


def config_of(path: Path) -> LlamaConfig:
    """The model's shape. Raises ``ModelError`` for another architecture."""
    header = read_header(path)
    if header.architecture != "llama":
        raise ModelError(f"{path} is of architecture {header.architecture or 'unknown'}; only llama models can be taught here.")

    def number(key: str, default: float | None = None) -> float:
        value = header.numbers.get(f"llama.{key}", default)
        if value is None:
            raise ModelError(f"{path} does not say llama.{key}; convert it anew.")
        return value

    width, heads = int(number("embedding_length")), int(number("attention.head_count"))
    return LlamaConfig(
        vocab_size=header.tensors["token_embd.weight"][1][1],
        hidden_size=width,
        num_hidden_layers=int(number("block_count")),
        intermediate_size=int(number("feed_forward_length")),
        num_attention_heads=heads,
        num_key_value_heads=int(number("attention.head_count_kv", heads)),
        head_dim=int(number("attention.key_length", width // heads)),
        rms_norm_eps=number("attention.layer_norm_rms_epsilon"),
        rope_theta=number("rope.freq_base", 10000.0),
        max_position_embeddings=int(number("context_length")),
        tie_word_embeddings="output.weight" not in header.tensors,
    )


def load(path: Path, dtype: torch.dtype = torch.bfloat16) -> LlamaForCausalLM:
    """The model with its weights in ``dtype``, all frozen."""
    config = config_of(path)
    state = {name: torch.from_numpy(values).to(dtype) for name, values in _tensors(path, config)}
    if config.tie_word_embeddings:
        state["lm_head.weight"] = state["model.embed_tokens.weight"]
    with torch.device("meta"):
        model: Any = LlamaForCausalLM(config)
    model.load_state_dict(state, assign=True)
    model.tie_weights()
    model.model.rotary_emb = type(model.model.rotary_emb)(config)  # its buffers are computed, not loaded
    return model.requires_grad_(False).eval()


def _tensors(path: Path, config: LlamaConfig) -> list[tuple[str, NDArray[np.float32]]]:
    """All weights under the names of transformers."""
    found = []
    for tensor in gguf.GGUFReader(path).tensors:
        name = _renamed(tensor.name)
        if not name:
            continue
        values = np.array(gguf.quants.dequantize(tensor.data, tensor.tensor_type), np.float32)
        for matrix, heads in (("q_proj", config.num_attention_heads), ("k_proj", config.num_key_value_heads)):
            if matrix in name:
                values = unpermute(values, heads)
        found.append((name, values))
    return found


def _renamed(name: str) -> str:
    """transformers' name of a tensor; "" for one that it does not have (precomputed rope factors)."""
    stem, _, _ = name.rpartition(".weight")
    if stem in _WHOLE:
        return f"{_WHOLE[stem]}.weight"
    block, _, part = stem.removeprefix("blk.").partition(".")
    inner = (MATRICES | _NORMS).get(part)
    return f"model.layers.{block}.{inner}.weight" if inner else ""


def unpermute(values: NDArray[np.float32], heads: int) -> NDArray[np.float32]:
    """Rows in transformers' order: the halves of a head one after the other. llama.cpp keeps them in pairs."""
    rows = values.shape[0] // heads // 2
    return values.reshape(heads, rows, 2, -1).swapaxes(1, 2).reshape(values.shape)


def permute(values: NDArray[np.float32], heads: int) -> NDArray[np.float32]:
    """The inverse of ``unpermute``: rows in llama.cpp's order."""
    rows = values.shape[0] // heads // 2
    return values.reshape(heads, 2, rows, -1).swapaxes(1, 2).reshape(values.shape)
