"""The families that random-weights models come in: which tensors a layer has, and which tokenisers and templates go round.

Pure data about published formats; ``random_gguf`` writes the files.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import gguf

Shapes = dict[str, tuple[int, ...]]

CHATML = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)

MARKS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
"""Control tokens: the start of a text, another one, the end of a reply. Other families have other marks, and more."""
MERGES = ("Ġ t", "h e", "Ġt he", "i n", "e r", "a n", "Ġ a", "o n", "r e", "e n", "i s", "o u")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Tokens with their types and, where pieces are chosen by score, their scores. ``start`` is the token at the start of a
    text; the end of a reply is token 2."""

    texts: tuple[str, ...]
    kinds: tuple[int, ...]
    merges: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()
    start: int = 0


def byte_level(
    extra: Sequence[str], merges: Sequence[str], size: int, padding: int, marks: Sequence[str] = MARKS
) -> Vocabulary:
    """Byte-level BPE: ``marks``, ``extra`` user-defined tokens, the alphabet, merges, made-up words up to ``size`` tokens, and
    ``padding`` unused tokens that no text ever becomes."""
    normal = list(dict.fromkeys([*_alphabet(), *("".join(merge.split()) for merge in merges)]))
    texts = [*marks, *extra, *normal]
    texts += [f"Ġword{n}" for n in range(max(0, size - len(texts)))]
    kinds = [gguf.TokenType.CONTROL] * len(marks) + [gguf.TokenType.USER_DEFINED] * len(extra)
    kinds += [gguf.TokenType.NORMAL] * (len(texts) - len(kinds))
    unused = [f"[PAD{n}]" for n in range(padding)]
    return Vocabulary((*texts, *unused), (*kinds, *[gguf.TokenType.UNUSED] * padding), tuple(merges))


def by_score(
    extra: Sequence[str], padding: int, merges: Sequence[str] = (), size: int = 0, marks: Sequence[str] = MARKS
) -> Vocabulary:
    """SentencePiece, BPE or unigram: ``marks``, pieces with log-probabilities, a blank before the first word, every byte for
    what no piece spells, made-up words up to ``size`` tokens, unused tokens. ``merges`` are byte-level; what they make are
    pieces, the first the likeliest."""
    start, other, end, *more = marks
    signs = [chr(code) for code in range(33, 127)]
    words = _pieces(merges) if merges else ["▁", "▁t", "he", "▁the", "in", "er", "an", "▁a", "on", '{"', '":', '",']
    texts = ["<unk>", start, end, other, *more, *extra, *(f"<0x{byte:02X}>" for byte in range(256)), *signs, *words]
    texts += [f"▁word{n}" for n in range(max(0, size - len(texts)))]
    kinds = [gguf.TokenType.UNKNOWN] + [gguf.TokenType.CONTROL] * len(marks)
    kinds += [gguf.TokenType.USER_DEFINED] * len(extra) + [gguf.TokenType.BYTE] * 256
    kinds += [gguf.TokenType.NORMAL] * (len(texts) - len(kinds)) + [gguf.TokenType.UNUSED] * padding
    texts += [f"[PAD{n}]" for n in range(padding)]
    return Vocabulary(tuple(texts), tuple(kinds), (), tuple(-math.log(1 + n) for n in range(len(texts))), start=1)


def _pieces(merges: Sequence[str]) -> list[str]:
    """What byte-level merges of ASCII characters make, as SentencePiece writes it."""
    made = ["".join(merge.split()).replace("Ġ", "▁") for merge in merges]
    return list(dict.fromkeys(["▁", "\n", *(piece for piece in made if piece.replace("▁", "").isascii())]))


def _alphabet() -> list[str]:
    """The 256 printable stand-ins of byte-level BPE, in byte order."""
    shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
    hidden = {byte: 256 + n for n, byte in enumerate(b for b in range(256) if b not in set(shown))}
    return [chr(hidden.get(byte, byte)) for byte in range(256)]


def layer(arch: str, d: int, heads: int, kv_heads: int, ff: int) -> Shapes:
    """The tensors of one layer by their names, outermost dimension first."""
    if arch == "mamba":
        return _recurrent(d)
    head, kv = d // heads, d // heads * kv_heads
    shapes: Shapes = {
        "attn_norm.weight": (d,),
        "ffn_norm.weight": (d,),
        "attn_output.weight": (d, d),
        "ffn_down.weight": (d, ff),
    }
    if arch == "phi3":  # one matrix for queries, keys and values, one for gate and up
        return {**shapes, "attn_qkv.weight": (d + 2 * kv, d), "ffn_up.weight": (2 * ff, d)}
    parts = {"q": d, "k": kv, "v": kv}
    shapes |= {f"attn_{part}.weight": (rows, d) for part, rows in parts.items()}
    shapes |= {"ffn_gate.weight": (ff, d), "ffn_up.weight": (ff, d)}
    if arch == "qwen2":
        shapes |= {f"attn_{part}.bias": (rows,) for part, rows in parts.items()}
    if arch in ("qwen3", "gemma3"):
        shapes |= {"attn_q_norm.weight": (head,), "attn_k_norm.weight": (head,)}
    if arch in ("gemma2", "gemma3"):
        shapes |= {"post_attention_norm.weight": (d,), "post_ffw_norm.weight": (d,)}
    return shapes


def _recurrent(d: int) -> Shapes:
    inner, rank, state = 2 * d, d // 16, 16
    return {
        "attn_norm.weight": (d,),
        "ssm_in.weight": (2 * inner, d),
        "ssm_conv1d.weight": (inner, 4),
        "ssm_conv1d.bias": (inner,),
        "ssm_x.weight": (rank + 2 * state, inner),
        "ssm_dt.weight": (inner, rank),
        "ssm_dt.bias": (inner,),
        "ssm_a": (inner, state),
        "ssm_d": (inner,),
        "ssm_out.weight": (d, inner),
    }
