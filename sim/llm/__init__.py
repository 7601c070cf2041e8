"""Words, nothing about towns: local models through llama.cpp in batches, servers over HTTP, recorded replies.

``open_model`` is the way in; ``base`` holds the interface that everybody else uses.
"""

from sim.llm.base import Generate, Generated, Model, ModelError, ModelInfo, Names, Prompt, Score, Scored, Usage
from sim.llm.opening import open_model

__all__ = [
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
]
