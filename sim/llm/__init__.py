"""Language models: local GGUF files through llama.cpp in batches, and servers over HTTP. Knows words, nothing about towns.

``open_model`` opens a model. ``base`` holds the interface, the requests and the replies that other rooms use.
"""

from sim.llm.base import Generate, Generated, Model, ModelError, ModelInfo, Names, Prompt, Score, Scored, Usage
from sim.llm.loading import open_model

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
