"""The random-weights models that the tests use: the maker stands with the benches, which need it too."""

from sim.bench.families import CHATML, NO_SYSTEM, THINKING
from sim.bench.random_gguf import POINTERS, make_random_gguf

__all__ = ["CHATML", "NO_SYSTEM", "POINTERS", "THINKING", "make_random_gguf"]
