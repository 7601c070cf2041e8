"""The language models that are on this machine already: GGUF files where programs keep them, servers at their usual ports.

Looks at names and sizes and opens no model. Fetches nothing and asks no other machine.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from httpx import HTTPError

from sim.llm.server_connection import Connection
from sim.llm.server_replies import model_names

PORTS: Mapping[int, str] = {
    11434: "Ollama", 8080: "llama.cpp", 8000: "vLLM", 1234: "LM Studio", 5001: "KoboldCpp", 1337: "Jan",
}  # fmt: skip
"""The ports at which servers listen by default."""
PATIENCE = 0.4
"""Seconds that a server has to say which models it has."""
FOLDERS = (
    "models", "~/models", "~/.cache/huggingface/hub", "~/.cache/llama.cpp", "~/.lmstudio/models", "~/.cache/lm-studio/models",
    "~/.local/share/nomic.ai/GPT4All", "~/Downloads",
)  # fmt: skip
"""Where GGUF files usually lie."""
_MIN_BYTES = 50_000_000
"""Bytes of the smallest file that is taken for a useful model."""
_MAX_ENTRIES = 20_000
"""The most folder entries that are looked at."""
_MAX_FILES = 40
"""The most files that are named."""
_OTHER = ("mmproj", "embed", "rerank", "vocab", "bge-", "whisper", "draft")
"""Words in the names of models that do not talk."""


@dataclass(frozen=True, slots=True)
class FoundModel:
    """``spec`` is what ``--model`` takes; ``about`` says where it is and how large."""

    spec: str
    name: str
    about: str


def found_models() -> tuple[FoundModel, ...]:
    """Running servers first, then files, the largest first. Takes ``PATIENCE`` seconds at most, and the disk's time."""
    return (*found_servers(), *found_files())


def found_files(folders: Sequence[str] = FOLDERS) -> tuple[FoundModel, ...]:
    """The GGUF files of the folders, of a model in several files the first."""
    sized: dict[Path, int] = {}
    for path in _paths(folders):
        name = path.name.lower()
        part = "-of-" in name and "-00001-of-" not in name
        if path.suffix.lower() == ".gguf" and not part and not any(word in name for word in _OTHER):
            size = _size(path)
            if size >= _MIN_BYTES:
                sized.setdefault(path, size)
    order = sorted(sized, key=lambda path: (-sized[path], str(path)))[:_MAX_FILES]
    return tuple(FoundModel(str(path), path.stem, f"{sized[path] / 1e9:.1f} GB, in {_short(path.parent)}") for path in order)


def _paths(folders: Sequence[str]) -> Iterator[Path]:
    left = _MAX_ENTRIES
    for folder in folders:
        for where, _, names in os.walk(Path(folder).expanduser()):  # says nothing of what it may not read
            left -= len(names) + 1
            if left < 0:
                return
            yield from (Path(where) / name for name in sorted(names))


def _size(path: Path) -> int:
    """Bytes; 0 for what is no file, or no GGUF file."""
    try:
        with path.open("rb") as file:
            return os.fstat(file.fileno()).st_size if file.read(4) == b"GGUF" else 0
    except OSError:
        return 0


def _short(folder: Path) -> str:
    home = str(Path.home())
    return f"~{str(folder)[len(home) :]}" if str(folder).startswith(home + os.sep) else str(folder)


def found_servers(ports: Mapping[int, str] = PORTS, patience: float = PATIENCE) -> tuple[FoundModel, ...]:
    """The models of the OpenAI-compatible servers that answer on this machine."""
    with ThreadPoolExecutor(len(ports)) as pool:
        names = list(pool.map(lambda port: _names(port, patience), ports))
    return tuple(
        FoundModel(f"http://127.0.0.1:{port}/v1#{name}", Path(name).name, f"{ports[port]}, running at port {port}")
        for port, found in zip(ports, names, strict=True)
        for name in found
    )


def _names(port: int, patience: float) -> list[str]:
    """The models that a server lists; [] where none listens, or something else."""
    connection = Connection(f"http://127.0.0.1:{port}/v1")
    try:
        names = model_names(connection.fetch("GET", "models", patience)[1])
    except HTTPError:
        return []
    finally:
        connection.close()
    return [name for name in names if not any(word in name.lower() for word in _OTHER)]
