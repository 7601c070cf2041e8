"""Words, nothing about towns: local models through llama.cpp in batches, servers over HTTP, recorded replies.

``open_model`` is the way in; ``base`` holds the interface that everybody else uses.
"""

from sim.llm.base import Generate, Generated, Model, ModelError, ModelInfo, Names, Prompt, Score, Scored, Usage
from sim.llm.cassette import Cassette, CassetteMiss, request_digest
from sim.llm.loading import open_model

__all__ = [
    "Cassette",
    "CassetteMiss",
    "Generate",
    "Generated",
    "Model",
    "ModelError",
    "ModelInfo",
    "Names",
    "Prompt",
    "Score",
    "Scored",
    "Usage",
    "open_model",
    "request_digest",
]
