"""The random-weights models of the tests. ``sim/bench`` makes them, because benchmarks need them too."""

from sim.bench.families import CHATML, NO_SYSTEM, THINKING
from sim.bench.random_gguf import POINTERS, make_random_gguf

__all__ = ["CHATML", "NO_SYSTEM", "POINTERS", "THINKING", "make_random_gguf"]
