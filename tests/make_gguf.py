"""The random-weights models that the tests use: the maker stands with the benches, which need it too."""

from sim.bench.random_gguf import CHATML, POINTERS, make_random_gguf

__all__ = ["CHATML", "POINTERS", "make_random_gguf"]
