"""The memory stream: what a resident remembers, how memories are retrieved, and the reflections drawn from them.

Usable alone: ``from sim.memory import MemoryStream``. ``stream`` holds the public class, ``presets`` every number.
"""

from sim.memory.answering import LlmError
from sim.memory.base_stream import Changes
from sim.memory.compress import Forgetting, Merging
from sim.memory.embed import CachedEmbedder, Embedder, EmbedderError, HashingEmbedder, open_embedder
from sim.memory.filters import FilterError
from sim.memory.genagents import GenerativeAgent
from sim.memory.import_json import ImportProblem
from sim.memory.npc_store import NpcStore, StoreConflict
from sim.memory.presets import PRESETS, Preset, open_preset
from sim.memory.reflect import drive
from sim.memory.stanford import open_persona
from sim.memory.stream import MemoryStream, NullStream
from sim.memory.terms import Corpus, Term

__all__ = [
    "PRESETS",
    "NullStream",
    "CachedEmbedder",
    "Changes",
    "Corpus",
    "Embedder",
    "EmbedderError",
    "FilterError",
    "Forgetting",
    "GenerativeAgent",
    "HashingEmbedder",
    "ImportProblem",
    "LlmError",
    "MemoryStream",
    "Merging",
    "NpcStore",
    "Preset",
    "StoreConflict",
    "Term",
    "drive",
    "open_embedder",
    "open_persona",
    "open_preset",
]
