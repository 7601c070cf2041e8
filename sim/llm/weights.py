"""A loaded GGUF file and its vocabulary. What a bad file would do to C++ becomes a ``ModelError`` here.

Knows tokens and files, not requests. llama.cpp is only called here, in ``decoder``, ``weight_layout`` and ``library``.
"""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.llm.adapter import load_adapter
from sim.llm.base import ModelError
from sim.llm.gguf import GgufError, Header, read_header
from sim.llm.library import last_log_line, library, log_lines
from sim.llm.memory_plan import free_memory, needs_of, what_is_missing
from sim.llm.trial import why_not
from sim.llm.weight_layout import choose_layout

ALL_LAYERS = 999
"""More layers than any model has: a GPU is offered all of them first."""
_FEWER_LAYERS = (48, 32, 24, 16, 8)
"""Layers offered to a GPU after that, as long as they do not fit."""
EMBEDDERS = frozenset(
    (
        "bert",
        "nomic-bert",
        "nomic-bert-moe",
        "jina-bert-v2",
        "jina-bert-v3",
        "modern-bert",
        "neo-bert",
        "t5encoder",
        "gemma-embedding",
    )
)
"""Architectures that turn texts into vectors."""
MAX_LAYERS = 512
"""llama.cpp ends the process for a model with more layers, or with none."""


class Weights:
    """A loaded GGUF and its vocabulary. Token ids are 0 to ``size`` - 1. ``close`` may be called twice."""

    def __init__(self, path: Path, gpu_layers: int | None = 0, adapter: Path | None = None) -> None:
        """``gpu_layers`` None: all layers where there is a GPU, and fewer where they do not fit. ``adapter`` is what was taught
        beside the file's own weights."""
        header = check_file(path)
        self.needs = needs_of(path.stat().st_size, header.architecture, header.numbers)
        self._lib = lib = library()
        on_gpu = gpu_layers != 0 and lib.llama_supports_gpu_offload()  # what a GPU holds is not counted here
        if missing := "" if on_gpu else what_is_missing(self.needs, free_memory()):
            raise ModelError(f"{path} does not fit: {missing}.\nA smaller model or a smaller quantisation would fit.")
        if ending := why_not(path):
            raise ModelError(
                f"{path} would end this program when it is opened ({ending}).\nIt is damaged, or of a kind that this build of "
                "llama.cpp does not compute; fetch it again, or take another build of the model."
            )
        offers = (ALL_LAYERS, *_FEWER_LAYERS, 0) if gpu_layers is None else (gpu_layers,)
        for count in offers if lib.llama_supports_gpu_offload() else (0,):
            params = lib.llama_model_default_params()
            params.n_gpu_layers = self.gpu_layers = count
            layout = choose_layout(params, path, lib.llama_print_system_info())
            log_lines.clear()
            self._model = lib.llama_model_load_from_file(os.fsencode(path), params)
            del layout  # llama.cpp has read it
            if self._model:
                break
        else:
            raise ModelError(f"{path} cannot be loaded: {last_log_line()}.\nIt may be truncated or too new; fetch it again.")
        self.path = path
        self.adapter: Any = None
        """The C pointer of the adapter, for ``decoder`` alone; None without one."""
        if adapter:
            try:
                self.adapter = load_adapter(lib, self._model, adapter, path)
            except ModelError:
                self.close()
                raise
        self.vocab = lib.llama_model_get_vocab(self._model)
        self.size = int(lib.llama_vocab_n_tokens(self.vocab))
        if self.size < 1:
            self.close()
            raise ModelError(f"{path} has no vocabulary, so it cannot read text. Take an instruct model's GGUF.")
        self.trained_context = max(0, int(lib.llama_model_n_ctx_train(self._model)))  # some files say 2^32 - 1
        self._buffer = (lib.llama_token * 4096)()
        self._piece_buffer = ctypes.create_string_buffer(1024)

    @property
    def handle(self) -> Any:
        """The C pointer, for ``decoder`` alone."""
        if not self._model:
            raise ModelError("The model has been closed.")
        return self._model

    def close(self) -> None:
        if self._model:
            self._lib.llama_model_free(self._model)
            self._model = None

    def meta(self, key: str) -> str:
        """A metadata value as text; ``""`` where the file has none."""
        size = 65536
        buffer = ctypes.create_string_buffer(size)
        length = self._lib.llama_model_meta_val_str(self.handle, key.encode(), buffer, size)
        return buffer.raw[: min(length, size - 1)].decode("utf-8", "replace") if length > 0 else ""

    @property
    def template(self) -> str:
        """The chat template in jinja2; ``""`` where there is none."""
        text = self._lib.llama_model_chat_template(self.handle, None)
        return text.decode("utf-8", "replace") if text else ""

    @property
    def recurrent(self) -> bool:
        """Whether a prefix can only be reused as a whole (state-space and hybrid models)."""
        return bool(self._lib.llama_model_is_recurrent(self.handle) or self._lib.llama_model_is_hybrid(self.handle))

    @property
    def parameters(self) -> int:
        """Number of parameters."""
        return int(self._lib.llama_model_n_params(self.handle))

    def describe(self) -> str:
        """Family, parameters and quantisation, such as ``llama 7.3M F16``."""
        buffer = ctypes.create_string_buffer(256)
        self._lib.llama_model_desc(self.handle, buffer, 256)
        words = buffer.value.decode("utf-8", "replace").split()
        parameters = self.parameters
        size = f"{parameters / 1e9:.1f}B" if parameters >= 1e9 else f"{parameters / 1e6:.1f}M"
        return " ".join(dict.fromkeys([*words[:1], size, *words[-1:]]))

    def tokenize(self, text: str, special: bool = False, add_start: bool = False) -> list[int]:
        """Token ids of ``text``. ``special`` reads chat marks as tokens; ``add_start`` adds the model's own start token, not
        the end token that llama.cpp adds along with it for some vocabularies."""
        data = text.encode("utf-8", "replace")
        for _ in range(2):
            count = self._lib.llama_tokenize(self.vocab, data, len(data), self._buffer, len(self._buffer), add_start, special)
            if count >= 0:
                return list(self._buffer[: count - (add_start and self._adds_end)])
            self._buffer = (self._lib.llama_token * (64 - count))()
        raise ModelError(f"{self.path.name} cannot tokenise a text of {len(text)} characters.")

    def tokenize_continuation(self, text: str) -> list[int]:
        """Token ids of ``text`` where it follows other text. Some tokenisers put a space before every text that they are given,
        and after every user-defined token. Those spaces are left out."""
        if not self._adds_space:
            return self.tokenize(text)
        data, at, found = text.encode("utf-8", "replace"), 0, list[int]()
        for token in self._tokenize_after_newline(text):
            piece = self.pieces[token]
            if data.startswith(piece, at):
                found.append(token)
                at += len(piece)
            elif piece.startswith(b" ") and data.startswith(piece[1:], at):
                found += self._tokenize_after_newline(piece[1:].decode("utf-8", "replace"))
                at += len(piece) - 1
        return found

    def _tokenize_after_newline(self, text: str) -> list[int]:
        """Token ids of ``text`` after a newline: the tokeniser puts its space before the newline."""
        tokens, seen = self.tokenize(f"\n{text}"), b""
        for count, token in enumerate(tokens, 1):
            seen += self.pieces[token]
            if seen.endswith(b"\n"):
                return tokens[count:]
        return tokens

    @cached_property
    def _adds_space(self) -> bool:
        return b"".join(self.pieces[token] for token in self.tokenize("a")) != b"a"

    @cached_property
    def _adds_end(self) -> bool:
        return bool(self._lib.llama_vocab_get_add_eos(self.vocab))

    @cached_property
    def tokenize_function(self) -> Any:
        """A C function like ``llama_tokenize`` that never puts a space first. It lives as long as this object."""
        function = self._lib._lib.llama_tokenize
        if not self._adds_space:
            return function
        pointer = ctypes.POINTER(ctypes.c_int32)
        kinds = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32, pointer, ctypes.c_int32, ctypes.c_bool, ctypes.c_bool)

        def spell(_: int, text: int, length: int, tokens: Any, room: int, *__: bool) -> int:
            found = self.tokenize_continuation(ctypes.string_at(text, length).decode("utf-8", "replace")) if length else []
            if len(found) > room:
                return -len(found)
            for place, token in enumerate(found):
                tokens[place] = token
            return len(found)

        return ctypes.CFUNCTYPE(ctypes.c_int32, *kinds)(spell)

    @cached_property
    def pieces(self) -> list[bytes]:
        """The bytes of every token; for control tokens the mark's own text."""
        return [self._piece(token) for token in range(self.size)]

    def _piece(self, token: int) -> bytes:
        buffer = self._piece_buffer
        length = self._lib.llama_token_to_piece(self.vocab, token, buffer, len(buffer), 0, True)
        return bytes(memoryview(buffer)[: max(0, length)])

    @cached_property
    def control(self) -> NDArray[np.bool_]:
        """True for tokens that are marks, not text: shape (size,)."""
        lib = self._lib
        marks = lib.LLAMA_TOKEN_ATTR_CONTROL | lib.LLAMA_TOKEN_ATTR_UNUSED | lib.LLAMA_TOKEN_ATTR_UNKNOWN
        return np.array([bool(lib.llama_vocab_get_attr(self.vocab, token) & marks) for token in range(self.size)])

    @cached_property
    def end_tokens(self) -> tuple[int, ...]:
        """Every token that ends a reply, the usual one first."""
        lib = self._lib
        first = [t for t in (lib.llama_vocab_eot(self.vocab), lib.llama_vocab_eos(self.vocab)) if 0 <= t < self.size]
        others = [t for t in range(self.size) if lib.llama_vocab_is_eog(self.vocab, t)]
        return tuple(dict.fromkeys([*first, *others]))

    @cached_property
    def start_text(self) -> str:
        """The text of the start token, which some chat templates write themselves."""
        token = self._lib.llama_vocab_bos(self.vocab)
        return self.pieces[token].decode("utf-8", "replace") if 0 <= token < self.size else ""


def check_file(path: Path) -> Header:
    """What the file says of itself, nothing where that cannot be read. Raises ``ModelError`` unless ``path`` is a readable file
    that begins like a GGUF of a known version."""
    if not path.exists():
        raise ModelError(f"There is no model file at {path}.\nGive a .gguf file, a preset (models list) or a server's URL.")
    if path.is_dir():
        raise ModelError(f"{path} is a folder; give the .gguf file in it.")
    if not path.is_file():
        raise ModelError(f"{path} is a device or a pipe; give a .gguf file.")
    try:
        with path.open("rb") as file:
            head = file.read(24)
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror}.") from error
    if head[:4] != b"GGUF":
        pointer = head.startswith(b"version http")
        hint = "It looks like a Git LFS pointer: run git lfs pull." if pointer else "Take a .gguf file."
        raise ModelError(f"{path} is not a GGUF model. {hint}")
    if len(head) < 24 or int.from_bytes(head[4:8], "little") not in (2, 3):
        raise ModelError(f"{path} is cut short or of an unknown GGUF version; fetch it again.")
    with suppress(GgufError, OSError):  # llama.cpp itself says why a file cannot be read
        header = read_header(path)
        if wrong := _impossible_number(header):
            raise ModelError(f"{path} says of itself {wrong}, which no model has; fetch it again, or convert it anew.")
        if other := _other_kind(header):
            raise ModelError(f"{path} {other}. Take the instruct model itself.")
        return header
    return Header("", {}, {})


def _impossible_number(header: Header) -> str:
    """A metadata value at which llama.cpp would end the process, as ``key = value``; ``""`` where there is none."""
    for key, value in header.numbers.items():
        layers = key.endswith(".block_count") and not 1 <= value <= MAX_LAYERS
        norm = key.endswith(("norm_rms_epsilon", "norm_epsilon")) and not 0 <= value < 1
        if layers or norm:
            return f"{key} = {value:g}"
    return ""


def _other_kind(header: Header) -> str:
    """What the file is where it is no model that writes; ``""`` where it is one."""
    if any(name.endswith(".lora_a") for name in header.tensors):
        return "is an adapter, to be named after its model: MODEL.gguf+ADAPTER.gguf"
    pooled = any(value > 0 for key, value in header.numbers.items() if key.endswith(".pooling_type"))
    if not header.tensors:
        return "holds a vocabulary and no weights"
    if pooled or header.architecture in EMBEDDERS:
        return "embeds texts and cannot write"
    return "is the part of a model that sees pictures" if header.architecture == "clip" else ""
