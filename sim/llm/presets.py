"""The table of models that are known to work, and downloading one when the user asks for it.

Files land in the folder that huggingface_hub uses for every program, so nothing is downloaded twice. Knows no engine.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import httpx

from sim.llm.base import ModelError


@dataclass(frozen=True, slots=True)
class ModelPreset:
    """One row: where the file is, its size (MB), its licence, and a note for users."""

    name: str
    repository: str
    file: str
    megabytes: int
    licence: str
    note: str


_ROWS = (
    ModelPreset(
        "nano", "bartowski/SmolLM2-360M-Instruct-GGUF", "SmolLM2-360M-Instruct-Q4_0.gguf",
        230, "Apache-2.0", "the smallest that talks; best played guided",
    ),
    ModelPreset(
        "tiny", "Qwen/Qwen2.5-0.5B-Instruct-GGUF", "qwen2.5-0.5b-instruct-q4_k_m.gguf",
        398, "Apache-2.0", "a fair writer for two cores; little memory per prompt",
    ),
    ModelPreset(
        "small", "bartowski/Llama-3.2-1B-Instruct-GGUF", "Llama-3.2-1B-Instruct-Q4_0.gguf",
        773, "Llama 3.2 Community", "natural talk on four cores",
    ),
    ModelPreset(
        "small-open", "HuggingFaceTB/SmolLM2-1.7B-Instruct-GGUF", "smollm2-1.7b-instruct-q4_k_m.gguf",
        1060, "Apache-2.0", "as small, under a free licence",
    ),
    ModelPreset(
        "medium", "bartowski/Llama-3.2-3B-Instruct-GGUF", "Llama-3.2-3B-Instruct-Q4_K_M.gguf",
        2020, "Llama 3.2 Community", "for eight cores or a small GPU",
    ),
    ModelPreset(
        "best", "bartowski/Qwen_Qwen3-4B-Instruct-2507-GGUF", "Qwen_Qwen3-4B-Instruct-2507-Q4_K_M.gguf",
        2500, "Apache-2.0", "the best below 5 GB; wants a GPU or patience",
    ),
)  # fmt: skip

PRESETS: Mapping[str, ModelPreset] = {row.name: row for row in _ROWS}


def preset_path(name: str) -> Path:
    """The path of a preset's file. Raises ``ModelError`` when it has not been downloaded."""
    from huggingface_hub import try_to_load_from_cache

    preset = _find_preset(name)
    found = try_to_load_from_cache(preset.repository, preset.file)
    if not isinstance(found, str):
        raise ModelError(f"The model {name} is not on this machine. Fetch its {preset.megabytes} MB with: models pull {name}")
    return Path(found)


def pull(name: str, report: Callable[[str], None] = print) -> Path:
    """Download a preset, with a progress bar on stderr; returns at once where the file is here already. Raises
    ``ModelError``."""
    from huggingface_hub import constants, hf_hub_download
    from huggingface_hub.errors import EntryNotFoundError, HfHubHTTPError, LocalEntryNotFoundError, RepositoryNotFoundError

    preset = _find_preset(name)
    if _is_downloaded(name):
        return preset_path(name)
    server = os.environ.get("HF_ENDPOINT", constants.ENDPOINT)
    report(f"{preset.name}: {preset.file} ({preset.megabytes} MB, {preset.licence}) from {server}/{preset.repository}")
    constants.HF_HUB_OFFLINE = False  # an embedder that was opened before switches the hub off; the user asks for it now
    try:
        httpx.head(server, timeout=10)  # a quick check: the hub's client would try for half a minute
        return Path(hf_hub_download(preset.repository, preset.file, endpoint=server, etag_timeout=20))
    except (httpx.HTTPError, httpx.InvalidURL, LocalEntryNotFoundError, OSError) as error:
        if isinstance(error, (RepositoryNotFoundError, EntryNotFoundError)) and not isinstance(error, LocalEntryNotFoundError):
            missing = f"{server} does not have {preset.repository}/{preset.file}."
            raise ModelError(f"{missing}\nTake another preset (models list).") from error
        reason = f"Could not fetch {name} from {server}: {_first_line(error)}."
        if isinstance(error, HfHubHTTPError):
            raise ModelError(f"{reason}\nTry again later, or take another preset.") from error
        raise ModelError(f"{reason}\nIs there a network? A .gguf file from elsewhere works too: --model FILE") from error


def list_presets() -> list[tuple[ModelPreset, bool]]:
    """Every preset, and whether its file is here."""
    return [(preset, _is_downloaded(preset.name)) for preset in _ROWS]


def _is_downloaded(name: str) -> bool:
    try:
        return preset_path(name).exists()
    except ModelError:
        return False


def _find_preset(name: str) -> ModelPreset:
    if name not in PRESETS:
        raise ModelError(f"There is no model called {name!r}. Presets: {', '.join(PRESETS)}.")
    return PRESETS[name]


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__} {lines[0][:160]}" if lines else type(error).__name__
