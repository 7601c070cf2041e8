"""How the guided mind is made: situations, a vocabulary, training, export and the exam. ``python -m sim.training --help``."""
