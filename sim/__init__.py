"""A generative-agents town: residents who remember, plan, talk and reflect on a tick-based map, through a local model."""

__version__ = "0.1.0"
